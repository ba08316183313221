//! What a game asks of its rules, with the position unknown.

use std::collections::BTreeSet;
use std::ops::Range;

use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashMap};

use super::beyond::Beyond;
use super::condition::Condition;
use super::deferred::Questions;
use super::failure::failure;
use super::limits::Budget;
use super::names::{LabelNames, NamedPredicate};
use super::program::Predicates;
use super::reason::Reason;
use super::relations::Relations;
use super::solver::{Mode, Solver};
use super::store::{Instance, Item, Store};
use super::thread::evaluated;
use crate::compile::circuit::{Literal, Sum};
use crate::compile::exclusion::Exclusion;
use crate::compile::residual::{Deferred, PossibleMove, Residual, Shared, Together};
use crate::game::{Game as _, Rules};
use crate::logic::Term;

/// How much a compilation may spend.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// So little that nobody waits for it: a tenth of a second for most games, a second at most.
    /// What does not get beyond `legal` in that time, or has very many moves, is given up at once.
    Quick,
    /// Some seconds.
    Thorough,
}

/// The most moves of a game that is compiled quickly.
const MOST_MOVES: usize = 1_000;

/// A game with the position unknown.
#[derive(Debug)]
pub struct Evaluated {
    /// What is left of its rules. What is not compiled is empty, or never holds.
    pub residual: Residual,
    /// The moves as the rules call them, in the order of [`Residual::moves`].
    pub terms: Vec<Term>,
    /// What the labels of the residual's circuit stand for.
    pub names: LabelNames,
    /// What a game asks, in a fixed order, and what has become of it.
    pub parts: Vec<Part>,
    /// How many goals were solved.
    pub goals: u64,
    /// Whether something was given up because it takes too much.
    pub is_cut_short: bool,
    /// Whether nothing was left to spend in the end.
    pub is_exhausted: bool,
    /// The predicates that depend on the position and were met, in the order of their names.
    pub predicates: Vec<Predicate>,
}

/// Something that a game asks of its rules.
#[derive(Clone, Debug)]
pub struct Part {
    /// `legal`, `effects`, `effects of moves at once`, `terminal`, `quiet`, `goal`, or a heuristic
    /// with its name.
    pub name: String,
    /// Why the machine answers it, if it does.
    pub outcome: Result<(), Reason>,
    /// If it is compiled: why the machine answers it in some positions.
    pub except: Vec<Reason>,
}

/// What has become of a predicate.
#[derive(Clone, Debug)]
pub struct Predicate {
    /// Name and number of arguments, as `name/arity`.
    pub name: String,
    /// How many different calls of it were evaluated.
    pub calls: usize,
    /// How many of them were within each other at most.
    pub deepest: usize,
    /// What in its clauses is left to the machine, where that is reached.
    pub except: Vec<Reason>,
}

impl Evaluated {
    /// Whether a part is compiled.
    #[must_use]
    pub fn has(&self, name: &str) -> bool {
        self.parts
            .iter()
            .any(|part| part.name == name && part.outcome.is_ok())
    }

    /// Leaves the effects of moves to the machine, for this reason, if they are compiled and nothing
    /// else hangs on them. Whether they were left to it.
    pub fn leave_effects(&mut self, reason: &Reason) -> bool {
        if !self.has("effects") || !self.residual.deferred.is_empty() {
            return false;
        }
        self.residual.forget_effects();
        self.leave("effects", reason);
        true
    }

    /// Leaves the results to the machine, for this reason, if they are compiled; what they were.
    pub fn leave_goals(&mut self, reason: &Reason) -> Option<LeftGoals> {
        if !self.has("goal") {
            return None;
        }
        let left = LeftGoals {
            goals: std::mem::take(&mut self.residual.goals),
            parts: self.parts.clone(),
        };
        self.leave("goal", reason);
        Some(left)
    }

    /// Takes back the results, just after they were left to the machine.
    pub fn take_back_goals(&mut self, left: LeftGoals) {
        self.residual.goals = left.goals;
        self.parts = left.parts;
    }

    /// Says of the parts whose names begin so that the machine answers them.
    fn leave(&mut self, name: &str, reason: &Reason) {
        let parts = self.parts.iter_mut();
        for part in parts.filter(|part| part.name.starts_with(name)) {
            part.outcome = Err(reason.clone());
            part.except.clear();
        }
    }
}

/// Results that were left to the machine.
#[derive(Debug)]
pub struct LeftGoals {
    goals: Vec<Values>,
    /// All parts as they were.
    parts: Vec<Part>,
}

/// How far predicates that call themselves are compiled.
#[derive(Clone, Debug)]
pub struct Nesting {
    /// How many calls of a predicate within each other; more are left to the machine.
    pub most: usize,
    /// The predicates that this is for, as `name/arity`.
    pub limited: BTreeSet<String>,
}

/// What is left of the rules of a game, with all calls of predicates within each other or so many.
///
/// # Errors
/// Why the game stays with the machine: a system without threads, rules that no budget allows, or
/// the interrupt flag of the rules.
pub fn residual(
    rules: &Rules,
    effort: Effort,
    nesting: Option<&Nesting>,
) -> Result<Evaluated, Reason> {
    evaluated(rules, || evaluate(rules, effort, nesting))
}

fn evaluate(rules: &Rules, effort: Effort, nesting: Option<&Nesting>) -> Evaluated {
    let mut store = Store::default();
    let relations = Relations::new(rules.program(), &mut store);
    let predicates = Predicates::new(rules, &mut store.constants);
    rules.with_machine(|machine| {
        let budget = Budget::new(effort, rules.limits());
        let solver = Solver::new(store, &relations, &predicates, machine, budget, nesting);
        let (parts, except) = (Vec::new(), BTreeSet::new());
        Game {
            solver,
            share: budget.share(),
            predicates: &predicates,
            rules,
            parts,
            except,
            chosen: 0..0,
            is_cut_short: false,
        }
        .evaluated(effort)
    })
}

/// A game while its rules are evaluated.
pub(super) struct Game<'s> {
    pub(super) solver: Solver<'s>,
    /// What each part that judges positions may spend in any case.
    share: Budget,
    pub(super) predicates: &'s Predicates,
    pub(super) rules: &'s Rules,
    parts: Vec<Part>,
    /// Why the part that is asked for is not compiled everywhere.
    pub(super) except: BTreeSet<usize>,
    /// The cells of the chosen moves, as [`Residual::chosen`].
    pub(super) chosen: Range<u32>,
    is_cut_short: bool,
}

/// The moves, each with its role, in the order in which they first come.
pub(super) type Moves = IndexMap<Instance, usize, FxBuildHasher>;

/// What `legal` comes to.
struct Legal {
    /// The number of each answer's move and when it is legal.
    answers: Vec<(usize, Literal)>,
    /// What else each answer hangs on, if one does.
    deferred: Vec<Option<Deferred>>,
    questions: Vec<Literal>,
    /// Where there may be other moves, if each move can be played.
    unlisted: Literal,
    /// Where there may be other moves, by whether moves can be played.
    unlisted_in_all: Literal,
}

impl Default for Legal {
    fn default() -> Self {
        let (answers, deferred, questions) = Default::default();
        Self {
            answers,
            deferred,
            questions,
            unlisted: Literal::FALSE,
            unlisted_in_all: Literal::FALSE,
        }
    }
}

/// Values, the first whose condition holds counts.
type Values = Vec<(Literal, Sum)>;

impl Game<'_> {
    fn evaluated(mut self, effort: Effort) -> Evaluated {
        let legal = self.part("legal", |game| {
            game.legal()
                .and_then(|found| game.few_enough(found, effort))
        });
        let rest_is_wanted = effort == Effort::Thorough || legal.is_some();
        let (named, legal) = legal.unwrap_or_default();
        if !rest_is_wanted {
            return self.given_up();
        }
        let is_played_together = self.is_played_together();
        let is_joint = self.may_be_joint(&named, &legal.answers);
        let effects = self.part("effects", |game| match is_played_together {
            true => game.played_together(&named, &legal.answers, is_joint),
            false => game
                .moves(&named)
                .map(|(moves, shared)| (moves, shared, None)),
        });
        let hangs = self.solver.hangs_on(legal.unlisted_in_all).is_some();
        if effects.is_none() && (hangs || !legal.deferred.is_empty()) {
            self.leave_to_machine();
            return self.given_up();
        }
        let (moves, shared, mut together) =
            effects.unwrap_or_else(|| (self.without_effects(&named), Vec::new(), None));
        if !is_played_together && is_joint {
            together = self.part("effects of moves at once", |game| {
                game.together(&named, true)
            });
        }
        let unplayed = self.unplayed(
            legal.unlisted_in_all,
            &named,
            (&moves, &shared),
            together.as_ref(),
        );
        self.tell_of_failing_moves(unplayed);
        let movable = (!legal.deferred.is_empty()).then(|| self.existence());
        let never = (Literal::FALSE, Literal::FALSE);
        let (terminal, unended) = self
            .judgement("terminal", |game| game.holds("terminal", false))
            .unwrap_or(never);
        let (quiet, unjudged) = self
            .judgement("quiet", |game| game.holds("quiet", true))
            .unwrap_or(never);
        let roles = self.roles();
        let of_roles =
            |game: &mut Self, name: &str, given: &[Item]| -> Result<Vec<Values>, Reason> {
                roles
                    .iter()
                    .map(|role| game.values(name, &[given, role].concat()))
                    .collect()
            };
        let goals = self
            .judgement("goal", |game| of_roles(game, "goal", &[]))
            .unwrap_or_default();
        let mut heuristics = Vec::new();
        for name in self.rules.heuristics().to_vec() {
            let given = self.items(&Term::atom(&name));
            let part = format!("heuristic {name}");
            heuristics.push(
                self.judgement(&part, |game| of_roles(game, "heuristic", &given))
                    .unwrap_or_default(),
            );
        }
        let terms = named
            .keys()
            .map(|instance| self.term(&instance[1..]))
            .collect();
        let predicates = self.predicates_met();
        let spent = self.solver.goals();
        let beyond = self.solver.circuit.any([legal.unlisted, unplayed, unended]);
        let (is_cut_short, is_exhausted) = (self.is_cut_short, self.solver.is_exhausted());
        let Solver {
            circuit,
            store,
            forms,
            ..
        } = self.solver;
        let names = LabelNames {
            constants: store.constants,
            forms,
            predicates: NamedPredicate::all(self.predicates, self.rules.program()),
        };
        let roles = self.rules.roles().len();
        let Legal {
            answers: legal,
            deferred,
            questions,
            ..
        } = legal;
        let residual = Residual {
            circuit,
            roles,
            moves,
            shared,
            chosen: self.chosen,
            together,
            legal,
            deferred,
            questions,
            movable,
            terminal,
            beyond,
            goals,
            heuristics,
            quiet,
            unjudged,
        };
        Evaluated {
            residual,
            terms,
            names,
            parts: self.parts,
            goals: spent,
            is_cut_short,
            is_exhausted,
            predicates,
        }
    }

    /// The legal moves, if there are not too many of them.
    fn few_enough<T>(&mut self, found: (Moves, T), effort: Effort) -> Result<(Moves, T), Reason> {
        match effort {
            Effort::Quick if found.0.len() > MOST_MOVES => {
                self.is_cut_short = true;
                Err(Reason::new(
                    format!(
                        "there are {} moves, which takes long to compile",
                        found.0.len()
                    ),
                    None,
                ))
            }
            _ => Ok(found),
        }
    }

    /// Where a literal may hold, given the effects of moves: a move that is played where they fail
    /// is an error.
    fn unplayed(
        &mut self,
        literal: Literal,
        named: &Moves,
        (moves, shared): (&[PossibleMove], &[Shared]),
        together: Option<&Together>,
    ) -> Literal {
        let mut exclusion = Exclusion::default();
        // Where each move fails that is asked for.
        let mut failures: FxHashMap<usize, Literal> = FxHashMap::default();
        if let Some(together) = together.filter(|together| together.is_for_all) {
            for played in self.solver.asked_after() {
                if let Some((number, _, role)) = named.get_full(&played) {
                    failures.insert(number, self.failure(together, number, *role));
                }
            }
        }
        self.solver.widened(
            literal,
            &mut |solver, played| match named.get_index_of(played) {
                Some(number) => match failures.get(&number) {
                    Some(failure) => !*failure,
                    None => !failure(&mut solver.circuit, &mut exclusion, &moves[number], shared),
                },
                None => Literal::FALSE,
            },
        )
    }

    /// Nothing but the reason why.
    fn given_up(self) -> Evaluated {
        let (predicates, goals) = (self.predicates_met(), self.solver.goals());
        let (is_cut_short, is_exhausted) = (self.is_cut_short, self.solver.is_exhausted());
        let residual = Residual::new(self.solver.circuit, self.rules.roles().len());
        Evaluated {
            residual,
            terms: Vec::new(),
            names: LabelNames::default(),
            parts: self.parts,
            goals,
            is_cut_short,
            is_exhausted,
            predicates,
        }
    }

    /// Says of `legal` that it cannot be without the effects of moves.
    fn leave_to_machine(&mut self) {
        let reason = self
            .parts
            .iter()
            .find_map(|part| part.outcome.as_ref().err().cloned());
        if let (Some(Reason { text, span, .. }), Some(legal)) = (reason, self.parts.first_mut()) {
            legal.outcome = Err(Reason::new(
                format!("what holds after a move hangs on its effects: {text}"),
                span,
            ));
        }
    }

    /// From now on it is a fact whether a role has a legal move.
    fn existence(&mut self) -> Range<u32> {
        let roles = self.roles();
        let legal = self
            .predicates
            .find("legal", 2)
            .expect("the predicate whose answers hang on something");
        let first = self.solver.take_existence_for_given(legal, &roles);
        first..first + roles.len() as u32
    }

    /// Asks for a part that judges positions. It has its share, whatever was spent on the others.
    fn judgement<T>(
        &mut self,
        name: &str,
        ask: impl FnOnce(&mut Self) -> Result<T, Reason>,
    ) -> Option<T> {
        self.solver.allow(&self.share);
        self.part(name, ask)
    }

    /// Asks for a part, and notes what has become of it.
    fn part<T>(
        &mut self,
        name: &str,
        ask: impl FnOnce(&mut Self) -> Result<T, Reason>,
    ) -> Option<T> {
        self.except.clear();
        let (answer, outcome) = match ask(self) {
            Ok(answer) => (Some(answer), Ok(())),
            Err(reason) => (None, Err(reason)),
        };
        self.is_cut_short |= answer.is_none() && self.solver.is_exhausted();
        let except = self
            .except
            .iter()
            .map(|number| self.solver.reasons.get(*number).clone());
        let except = if answer.is_some() {
            except.collect()
        } else {
            Vec::new()
        };
        self.parts.push(Part {
            name: name.to_owned(),
            outcome,
            except,
        });
        answer
    }

    /// Takes over what is not known of a predicate's answers.
    ///
    /// # Errors
    /// The first reason, if nothing is known in any position.
    fn except(&mut self, beyond: &Beyond) -> Result<(), Reason> {
        if beyond.literal == Literal::FALSE {
            return Ok(());
        }
        self.solver.settled(beyond.literal)?;
        self.except.extend(&*beyond.reasons);
        match beyond.reasons.first() {
            Some(first) if beyond.literal == Literal::TRUE => {
                Err(self.solver.reasons.get(*first).clone())
            }
            _ => Ok(()),
        }
    }

    /// Notes that some answers are not compiled.
    fn leave_out(&mut self, text: impl Into<String>) {
        let number = self.solver.reasons.number(None, Reason::new(text, None));
        self.except.insert(number);
    }

    fn predicates_met(&self) -> Vec<Predicate> {
        let all = self
            .predicates
            .predicates
            .values()
            .take(self.predicates.own)
            .zip(self.solver.calls())
            .zip(0..);
        let summary =
            |((predicate, calls), number): ((&super::program::Predicate, usize), u32)| Predicate {
                name: format!("{}/{}", predicate.name, predicate.arity),
                calls,
                deepest: self.solver.deepest[number as usize],
                except: self.solver.reasons.of_predicate(number).cloned().collect(),
            };
        let mut all: Vec<Predicate> = all
            .filter(|((_, calls), _)| *calls > 0)
            .map(summary)
            .collect();
        all.sort_by(|one, other| one.name.cmp(&other.name));
        all
    }

    /// Each move with its role; the answers of `legal`: the move's number and when it is legal; and
    /// where there may be others.
    fn legal(&mut self) -> Result<(Moves, Legal), Reason> {
        let roles = self.roles();
        let mut moves = Moves::default();
        // With nothing between them, answers with the same move come at the same place.
        let mut answers: Vec<(usize, Vec<Literal>)> = Vec::new();
        let mode = match self.rules.is_sorted() {
            true => Mode::Set,
            false => Mode::Order,
        };
        let asked = [Item::Variable(0), Item::Variable(1)];
        let (found, mut beyond) = self.solver.answers_of("legal", &asked, 2, mode)?;
        let unlisted_in_all = beyond.literal;
        // Which moves cannot be played is not known yet.
        beyond.literal = self
            .solver
            .widened(beyond.literal, &mut |_, _| Literal::TRUE);
        self.except(&beyond)?;
        let mut unlisted = vec![beyond.literal];
        for (instance, condition) in found {
            let own = condition.literal(&mut self.solver.circuit);
            let Some(known) = self.solver.known_answers(instance, own) else {
                self.leave_out("a move is not known before the position is");
                unlisted.push(own);
                continue;
            };
            for (instance, own) in known {
                let Some(role) = roles.iter().position(|role| instance[..1] == **role) else {
                    self.leave_out("a player may be no role");
                    unlisted.push(own);
                    continue;
                };
                let (number, _) = moves.insert_full(instance, role);
                match answers.last_mut() {
                    Some((last, conditions)) if *last == number => conditions.push(own),
                    _ => answers.push((number, vec![own])),
                }
            }
        }
        if self.rules.is_sorted() {
            answers = self.sorted(&moves, answers);
        }
        let mut earlier: FxHashMap<usize, Vec<Literal>> = FxHashMap::default();
        let mut legal = Legal {
            answers: Vec::with_capacity(answers.len()),
            ..Legal::default()
        };
        for (number, conditions) in answers {
            let own = self.solver.circuit.any(conditions);
            let before = earlier.entry(number).or_default();
            let first: Vec<Literal> = before
                .iter()
                .map(|literal| !*literal)
                .chain([own])
                .collect();
            before.push(own);
            legal.answers.push((number, self.solver.circuit.all(first)));
        }
        let unlisted = self.solver.circuit.any(unlisted);
        self.is_known_at_first(unlisted)?;
        legal.unlisted = self.solver.settled(unlisted)?;
        legal.unlisted_in_all = unlisted_in_all;
        self.take_apart(&moves, &mut legal)?;
        Ok((moves, legal))
    }

    /// Each move once, by player and then in the standard order.
    fn sorted(
        &self,
        moves: &Moves,
        answers: Vec<(usize, Vec<Literal>)>,
    ) -> Vec<(usize, Vec<Literal>)> {
        let mut conditions: Vec<Vec<Literal>> = vec![Vec::new(); moves.len()];
        for (number, own) in answers {
            conditions[number].extend(own);
        }
        let mut sorted: Vec<_> = moves
            .iter()
            .zip(conditions)
            .enumerate()
            .map(|(number, ((instance, role), own))| {
                let played = (*role, self.term(&instance[1..]));
                (played, (number, own))
            })
            .collect();
        sorted.sort_by(|(one, _), (other, _)| one.cmp(other));
        sorted.into_iter().map(|(_, answer)| answer).collect()
    }

    /// The least result first, as the machine takes it; what is no number comes last.
    fn sort_results(&self, answers: &mut [(Instance, Condition)]) -> Result<(), Reason> {
        let is_open =
            |(instance, _): &(Instance, Condition)| matches!(instance.last(), Some(Item::Sum(_)));
        if answers.len() > 1 && answers.iter().any(is_open) {
            return Err(Reason::new("which of several results is the least", None));
        }
        let constants = &self.solver.store.constants;
        answers.sort_by_key(|(instance, _)| {
            let value = match instance.last() {
                Some(Item::Constant(number)) => constants.as_integer(*number),
                _ => None,
            };
            (value.is_none(), value)
        });
        Ok(())
    }

    /// Whether anything is known of the first position: if not, little is known of the others.
    ///
    /// # Errors
    /// The first reason.
    fn is_known_at_first(&self, beyond: Literal) -> Result<(), Reason> {
        let Some(first) = self.except.first() else {
            return Ok(());
        };
        match self.holds_at_first(beyond) {
            true => Err(self.solver.reasons.get(*first).clone()),
            false => Ok(()),
        }
    }

    /// Whether a literal holds in the first position.
    fn holds_at_first(&self, literal: Literal) -> bool {
        let cells: Vec<u16> = self.rules.initial().cells().collect();
        self.solver.circuit.evaluate(&cells)[literal.node().index()] != literal.is_negated()
    }

    /// Says of `legal` that the machine lists the moves, if it does so from the first position on.
    fn tell_of_failing_moves(&mut self, unplayed: Literal) {
        if unplayed == Literal::FALSE || !self.holds_at_first(unplayed) {
            return;
        }
        let text = "a move of the first position may have effects that fail";
        if let Some(legal) = self.parts.iter_mut().find(|part| part.name == "legal") {
            legal.except.push(Reason::new(text, None));
        }
    }

    /// Takes apart the conditions of moves by what holds after them.
    fn take_apart(&mut self, moves: &Moves, legal: &mut Legal) -> Result<(), Reason> {
        let mut questions = Questions::default();
        for (at, (number, condition)) in legal.answers.iter_mut().enumerate() {
            let (instance, _) = moves
                .get_index(*number)
                .expect("the moves are numbered by their places");
            if let Some(cases) = self.solver.cases(instance, *condition)? {
                *condition = self.solver.circuit.any(cases.1.iter().copied());
                legal.deferred.resize(at, None);
                legal.deferred.push(Some(questions.add(cases)));
            }
        }
        if !legal.deferred.is_empty() {
            legal.deferred.resize(legal.answers.len(), None);
        }
        legal.questions = questions.into_literals();
        Ok(())
    }

    /// The roles as items. One that is no constant is met nowhere.
    fn roles(&mut self) -> Vec<Instance> {
        let roles = self.rules.roles().to_vec();
        roles.iter().map(|role| self.items(role)).collect()
    }

    fn items(&mut self, term: &Term) -> Instance {
        let mut items = Vec::new();
        self.solver.store.add_term(term, &mut items);
        items.into()
    }

    fn term(&self, mut items: &[Item]) -> Term {
        self.solver
            .store
            .term(&mut items)
            .expect("a move without sums, by what `legal` has let pass")
    }

    /// Whether a predicate without arguments holds, and where the machine has to tell.
    fn holds(&mut self, name: &str, otherwise: bool) -> Result<(Literal, Literal), Reason> {
        if self.rules.program().predicate(name, 0).is_none() {
            return Ok((
                if otherwise {
                    Literal::TRUE
                } else {
                    Literal::FALSE
                },
                Literal::FALSE,
            ));
        }
        let (answers, beyond) = self.solver.answers_of(name, &[], 0, Mode::Set)?;
        self.except(&beyond)?;
        self.is_known_at_first(beyond.literal)?;
        let literals: Vec<Literal> = answers
            .iter()
            .map(|(_, condition)| condition.literal(&mut self.solver.circuit))
            .collect();
        let holds = self.solver.circuit.any(literals);
        Ok((self.solver.settled(holds)?, beyond.literal))
    }

    /// The values that a predicate has as its last argument, in order; none where the machine has
    /// to tell.
    fn values(&mut self, name: &str, given: &[Item]) -> Result<Values, Reason> {
        let asked = [given, &[Item::Variable(0)]].concat();
        let is_sorted = self.rules.is_sorted() && name == "goal";
        let mode = match is_sorted {
            true => Mode::Set,
            false => Mode::Order,
        };
        let (mut answers, beyond) = self
            .solver
            .answers_of(name, &asked, given.len() + 1, mode)?;
        self.except(&beyond)?;
        if is_sorted {
            self.sort_results(&mut answers)?;
        }
        let mut values = Vec::new();
        let mut known = !beyond.literal;
        for (instance, condition) in answers {
            let value = match instance[given.len()..] {
                [Item::Sum(number)] => Some(self.solver.store.get_sum(number).clone()),
                [Item::Constant(number)] => self
                    .solver
                    .store
                    .constants
                    .as_integer(number)
                    .map(Sum::constant),
                _ => None,
            };
            let holds = condition.literal(&mut self.solver.circuit);
            let terms = value
                .iter()
                .flat_map(|value| value.terms.iter().map(|(literal, _)| *literal));
            for literal in terms.chain([holds]).collect::<Vec<_>>() {
                self.solver.settled(literal)?;
            }
            match value {
                Some(value) => values.push((self.solver.circuit.all([holds, known]), value)),
                None => {
                    self.leave_out(format!("a value of `{name}` may be no number"));
                    known = self.solver.circuit.all([known, !holds]);
                }
            }
        }
        Ok(values)
    }
}
