//! What a game asks of its rules, with the position unknown.

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::beyond::Beyond;
use super::chains::{Further, Watch};
use super::condition::Condition;
use super::effort::{Effort, Nesting};
use super::evaluated::{Evaluated, Part, Predicate};
use super::failure::Failures;
use super::legal::{Legal, Moves};
use super::limits::Budget;
use super::names::{LabelNames, NamedPredicate};
use super::program::Predicates;
use super::reason::Reason;
use super::relations::Relations;
use super::solver::{Mode, Solver};
use super::store::{Instance, Item, Store};
use crate::compile::circuit::{Literal, Sum};
use crate::compile::domains::Domains;
use crate::compile::residual::{PossibleMove, Residual, Shared, Together};
use crate::game::{Game as _, Rules};
use crate::logic::Term;

/// The most moves of a game that is compiled quickly.
const MOST_MOVES: usize = 1_000;

/// How the number of a cell is read that is one of many.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reading {
    /// Value by value.
    Values,
    /// As one number, if moves add sums of such numbers.
    Numbers,
}

/// Asks a game of which nothing is evaluated yet.
pub(super) fn with_game<T>(
    (rules, domains): (&Rules, &Arc<Domains>),
    budget: Budget,
    nesting: Option<&Nesting>,
    reading: Reading,
    ask: impl FnOnce(Game<'_>) -> T,
) -> T {
    let mut store = Store::default();
    let mut relations = Relations::new(rules.program(), domains, &mut store);
    let predicates = Predicates::new(rules, domains, &mut store.constants);
    let initial = domains.cells_of(rules.schema(), &rules.initial());
    relations.reads_numbers = reading == Reading::Numbers
        && relations.have_numbers()
        && predicates.add_sums(&store.constants);
    rules.with_machine(|machine| {
        let solver = Solver::new(store, &relations, &predicates, machine, budget, nesting);
        let (parts, except) = (Vec::new(), BTreeSet::new());
        ask(Game {
            solver,
            share: budget.share(),
            share_without_chains: budget.share(),
            most_nested: None,
            predicates: &predicates,
            rules,
            domains: Arc::clone(domains),
            initial: initial.unwrap_or_default(),
            parts,
            except,
            chosen: 0..0,
            effort: Effort::Quick,
            is_all_spent: false,
            is_cut_short: false,
            asked_whole: FxHashSet::default(),
        })
    })
}

/// A game while its rules are evaluated.
pub(super) struct Game<'s> {
    pub(super) solver: Solver<'s>,
    /// What each part that judges positions may spend in any case.
    pub(super) share: Budget,
    /// The same where calls within each other grow no terms.
    pub(super) share_without_chains: Budget,
    /// A term has grown if it is larger than in the call that stands this number of calls further out, if it is looked
    /// whether any does.
    pub(super) most_nested: Option<usize>,
    pub(super) predicates: &'s Predicates,
    pub(super) rules: &'s Rules,
    pub(super) domains: Arc<Domains>,
    /// The cells of the first position.
    pub(super) initial: Vec<u16>,
    pub(super) parts: Vec<Part>,
    /// Why the part that is asked for is not compiled everywhere.
    pub(super) except: BTreeSet<usize>,
    /// The cells of the chosen moves, as [`Residual::chosen`].
    pub(super) chosen: Range<u32>,
    effort: Effort,
    is_all_spent: bool,
    is_cut_short: bool,
    /// The predicates of facts that are deleted whether they are there or not, by number, of which some turned
    /// out not to be known: their clauses are asked whole.
    pub(super) asked_whole: FxHashSet<u32>,
}

/// Values, the first whose condition holds counts.
pub(super) type Values = Vec<(Literal, Sum)>;

impl Game<'_> {
    /// What the rules come to.
    pub(super) fn evaluated(mut self, effort: Effort) -> Evaluated {
        self.effort = effort;
        let legal = self.part("legal", |game| {
            let found = game.legal();
            game.is_all_spent = found.is_err() && game.solver.has_spent_further();
            game.few_enough(found?)
        });
        let rest_is_wanted = self.effort() == Effort::Thorough || legal.is_some();
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
        let goals = self
            .judgement("goal", |game| {
                let results = roles.iter().map(|role| game.results(role));
                results.collect::<Result<Vec<Values>, Reason>>()
            })
            .unwrap_or_default();
        let mut heuristics = Vec::new();
        for name in self.rules.heuristics().to_vec() {
            let given = self.items(&Term::atom(&name));
            let part = format!("heuristic {name}");
            heuristics.push(
                self.judgement(&part, |game| {
                    let given = roles.iter().map(|role| [&*given, role].concat());
                    let values = given.map(|given| game.values("heuristic", &given));
                    values.collect::<Result<Vec<Values>, Reason>>()
                })
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
        let has_chains = self.solver.grows_terms;
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
            domains: self.domains,
            residual,
            terms,
            names,
            parts: self.parts,
            goals: spent,
            effort: self.effort,
            is_all_spent: self.is_all_spent,
            is_cut_short,
            is_exhausted,
            has_chains,
            predicates,
        }
    }

    /// The effort that pays: calls that grow terms are given up soon.
    fn effort(&self) -> Effort {
        match self.solver.grows_terms {
            true => Effort::Quick,
            false => self.effort,
        }
    }

    /// The legal moves, if there are not too many of them, or more may be spent.
    fn few_enough<T>(&mut self, found: (Moves, T)) -> Result<(Moves, T), Reason> {
        if self.effort() == Effort::Thorough {
            return Ok(found);
        }
        let count = found.0.len();
        // What was spent beyond a quick effort is not to be spent again.
        if self.solver.is_beyond_budget() || count > MOST_MOVES && self.may_go_on() {
            self.go_on_thoroughly();
            return Ok(found);
        }
        self.solver.further = None;
        if count > MOST_MOVES {
            self.is_cut_short = true;
            let text = format!("there are {count} moves, which takes long to compile");
            return Err(Reason::new(text, None));
        }
        Ok(found)
    }

    /// Whether more than a quick effort is allowed, and pays.
    fn may_go_on(&self) -> bool {
        let is_deep = |further: Further| {
            let mut met = self.predicates_met().into_iter();
            met.any(|predicate| predicate.is_deep(further.most_nested))
        };
        let further = self.solver.allowed_further();
        further.is_some_and(|further| !is_deep(further))
    }

    /// Lets as much be spent from now on as for a thorough effort, with what was spent.
    fn go_on_thoroughly(&mut self) {
        let of = |effort| Budget::new(effort, self.rules.limits());
        let (quick, thorough) = (of(Effort::Quick), of(Effort::Thorough));
        self.solver.budget = self.solver.budget.raised(&quick, &thorough);
        self.solver.further = None;
        self.effort = Effort::Thorough;
        self.share = thorough.share();
        self.share_without_chains = self.share;
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
        let mut failing = Failures::default();
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
                    None => !failing.of(&mut solver.circuit, &moves[number], shared),
                },
                None => Literal::FALSE,
            },
        )
    }

    /// Nothing but the reason why.
    fn given_up(self) -> Evaluated {
        let (predicates, goals) = (self.predicates_met(), self.solver.goals());
        let (is_cut_short, is_exhausted) = (self.is_cut_short, self.solver.is_exhausted());
        let has_chains = self.solver.grows_terms;
        let residual = Residual::new(self.solver.circuit, self.rules.roles().len());
        Evaluated {
            domains: self.domains,
            residual,
            terms: Vec::new(),
            names: LabelNames::default(),
            parts: self.parts,
            goals,
            effort: self.effort,
            is_all_spent: self.is_all_spent,
            is_cut_short,
            is_exhausted,
            has_chains,
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

    /// Asks for a part that judges positions. It has its share, whatever was spent on the others; and no more from
    /// then on that calls within each other grow a term.
    fn judgement<T>(
        &mut self,
        name: &str,
        ask: impl FnOnce(&mut Self) -> Result<T, Reason>,
    ) -> Option<T> {
        let share = match self.solver.grows_terms {
            true => self.share,
            false => self.share_without_chains,
        };
        self.solver.allow(&share);
        self.solver.watch = self.most_nested.map(|most_nested| Watch {
            most_nested,
            share: self.share,
        });
        let answer = self.part(name, ask);
        self.solver.release();
        answer
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
    pub(super) fn except(&mut self, beyond: &Beyond) -> Result<(), Reason> {
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
    pub(super) fn leave_out(&mut self, text: impl Into<String>) {
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
        let parts = self.predicates.predicates.values().zip(0..);
        let parts: Vec<(u32, u32)> = parts
            .filter_map(|(predicate, number)| Some((predicate.part_of?, number)))
            .collect();
        // What is left out in a part of a clause is left out in the clause.
        let of_clauses = |own: u32| {
            let parts = parts.iter().filter(move |(of, _)| *of == own);
            let all = [own].into_iter().chain(parts.map(|(_, part)| *part));
            all.flat_map(|number| self.solver.reasons.of_predicate(number))
        };
        let summary =
            |((predicate, calls), number): ((&super::program::Predicate, usize), u32)| Predicate {
                name: format!("{}/{}", predicate.name, predicate.arity),
                calls,
                deepest: self.solver.deepest[number as usize],
                except: of_clauses(number).cloned().collect(),
            };
        let mut all: Vec<Predicate> = all
            .filter(|((_, calls), _)| *calls > 0)
            .map(summary)
            .collect();
        all.sort_by(|one, other| one.name.cmp(&other.name));
        all
    }

    /// The results of a role, the first whose condition holds counts: the least one if results are sorted.
    fn results(&mut self, role: &[Item]) -> Result<Values, Reason> {
        if !self.rules.is_sorted() {
            return self.values("goal", role);
        }
        let (mut answers, beyond) = self.answers_with_value("goal", role, Mode::Set)?;
        let value = |(instance, _): &(Instance, Condition)| {
            self.solver.store.term(&mut &instance[role.len()..])
        };
        if answers.len() > 1 && answers.iter().any(|answer| value(answer).is_none()) {
            return Err(Reason::new("which of several results is the least", None));
        }
        answers.sort_by_cached_key(value);
        self.read_values("goal", role.len(), answers, beyond)
    }

    /// The roles as items. One that is no constant is met nowhere.
    pub(super) fn roles(&mut self) -> Vec<Instance> {
        let roles = self.rules.roles().to_vec();
        roles.iter().map(|role| self.items(role)).collect()
    }

    pub(super) fn items(&mut self, term: &Term) -> Instance {
        let mut items = Vec::new();
        self.solver.store.add_term(term, &mut items);
        items.into()
    }

    pub(super) fn term(&self, mut items: &[Item]) -> Term {
        self.solver
            .store
            .term(&mut items)
            .expect("a move without sums, by what `legal` has let pass")
    }

    /// Whether a predicate without arguments holds, and where the machine has to tell.
    pub(super) fn holds(
        &mut self,
        name: &str,
        otherwise: bool,
    ) -> Result<(Literal, Literal), Reason> {
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
        let (answers, beyond) = self.answers_with_value(name, given, Mode::Order)?;
        self.read_values(name, given.len(), answers, beyond)
    }

    /// The answers of a predicate whose last argument is asked for, and where there may be others.
    fn answers_with_value(
        &mut self,
        name: &str,
        given: &[Item],
        mode: Mode,
    ) -> Result<(Vec<(Instance, Condition)>, Literal), Reason> {
        let asked = [given, &[Item::Variable(0)]].concat();
        let (answers, beyond) = self.solver.answers_of(name, &asked, asked.len(), mode)?;
        self.except(&beyond)?;
        Ok((answers, beyond.literal))
    }

    /// The values of answers, behind the first `given` items of each.
    fn read_values(
        &mut self,
        name: &str,
        given: usize,
        answers: Vec<(Instance, Condition)>,
        beyond: Literal,
    ) -> Result<Values, Reason> {
        let mut values = Vec::new();
        let mut known = !beyond;
        let mut single = Vec::with_capacity(answers.len());
        for (instance, condition) in answers {
            let holds = condition.literal(&mut self.solver.circuit);
            match instance[given..] {
                [Item::Content(_)] => {
                    let each = self.solver.known_answers(instance, holds);
                    single.extend(each.into_iter().flatten());
                }
                _ => single.push((instance, holds)),
            }
        }
        for (instance, holds) in single {
            let value = match instance[given..] {
                [Item::Sum(number)] => Some(self.solver.store.get_sum(number).clone()),
                [Item::Constant(number)] => self
                    .solver
                    .store
                    .constants
                    .as_integer(number)
                    .map(Sum::constant),
                _ => None,
            };
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
