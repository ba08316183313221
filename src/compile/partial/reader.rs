//! Clauses as they are evaluated, made of those of the text. Knows which names depend on the position, and
//! nothing of what the goals come to.

use rustc_hash::FxHashMap;

use super::constants::{Constant, Constants};
use super::goal::{After, Aggregate, Callee, Clause, Comparison, Goal, Kind};
use super::program::Names;
use super::reason::Reason;
use super::store::Pattern;
use super::subsequence::ListGoal;
use crate::game::vocabulary::{AFTER, DOES};
use crate::logic::LIST_CELL;
use crate::logic::construct::{Aggregation, AllSolutions, Construct, conjuncts};
use crate::logic::interval::expand;
use crate::syntax::source::Span;
use crate::syntax::tree::{self, Name, SourceTerm, TermKind};

/// A fact with intervals that stands for more facts is not read.
const MOST_FACTS: usize = 1_000;

/// Why a `bagof` or `setof` is not compiled that has an answer for each value of a variable.
pub(super) const GROUPED: &str =
    "`bagof` and `setof` for each value of a variable that is not bound";

/// Turns syntax into clauses.
pub(super) struct Reader<'n, 'r> {
    names: &'n Names<'r>,
    constants: &'n mut Constants,
    goals: u32,
    /// The names of the clause's variables by number; each `_` is another one.
    variables: Vec<Option<Name>>,
    /// How often each stands in the clause; `_` is left out.
    occurrences: FxHashMap<Name, usize>,
}

impl<'n, 'r> Reader<'n, 'r> {
    pub fn new(names: &'n Names<'r>, constants: &'n mut Constants) -> Self {
        Self {
            names,
            constants,
            goals: 0,
            variables: Vec::new(),
            occurrences: FxHashMap::default(),
        }
    }

    /// The name of a functor and the number of its arguments.
    pub fn functor_parts(&self, functor: u32) -> (&Name, u32) {
        self.constants.functor_parts(functor)
    }

    /// A number that no other goal has.
    pub fn goal_number(&mut self) -> u32 {
        self.goals += 1;
        self.goals
    }

    /// All clauses that these stand for.
    pub fn clauses(&mut self, clauses: &[&tree::Clause]) -> Result<Vec<Clause>, Reason> {
        let mut read = Vec::with_capacity(clauses.len());
        for clause in clauses {
            read.extend(self.clauses_of(clause)?);
        }
        Ok(read)
    }

    /// The clauses that one stands for: several if it is a fact with intervals.
    fn clauses_of(&mut self, clause: &tree::Clause) -> Result<Vec<Clause>, Reason> {
        let refused = || Reason::new("this is no clause", clause.term.span);
        let head = clause.head().ok_or_else(refused)?;
        let facts = expand(head, clause.body().is_some(), MOST_FACTS).map_err(|_| {
            Reason::new("an interval stands for very many clauses", clause.term.span)
        })?;
        let clauses = facts.iter().map(|head| self.clause(head, clause));
        clauses.map(|read| read.ok_or_else(refused)).collect()
    }

    /// A clause with this head.
    fn clause(&mut self, head: &SourceTerm, clause: &tree::Clause) -> Option<Clause> {
        self.variables.clear();
        self.occurrences.clear();
        count_variables(&clause.term, &mut self.occurrences);
        let (_, arguments) = head.name_and_arguments()?;
        let head = self.patterns(arguments);
        let body = match clause.body() {
            Some(body) => self.conjunction(body),
            None => Vec::new(),
        };
        Some(Clause {
            head,
            body: body.into(),
            variables: self.variables.len() as u32,
        })
    }

    /// The goals that are joined by commas.
    fn conjunction(&mut self, term: &SourceTerm) -> Vec<Goal> {
        conjuncts(term)
            .into_iter()
            .map(|goal| self.goal(goal))
            .collect()
    }

    fn boxed(&mut self, term: &SourceTerm) -> Box<Goal> {
        Box::new(self.goal(term))
    }

    fn goal(&mut self, term: &SourceTerm) -> Goal {
        let kind = self.kind(term).unwrap_or_else(Kind::Refused);
        self.numbered(kind, term)
    }

    fn numbered(&mut self, kind: Kind, term: &SourceTerm) -> Goal {
        let number = self.goal_number();
        let mut variables = Vec::new();
        let mut has_void = false;
        self.collect_variables(term, &mut variables, &mut has_void);
        let stands_elsewhere = |number: &u32| {
            let name = self.variables[*number as usize].as_ref();
            name.is_some_and(|name| self.occurrences.get(name).is_some_and(|times| *times > 1))
        };
        let live = variables.iter().copied().filter(stands_elsewhere).collect();
        Goal {
            kind,
            span: term.span,
            number,
            variables: variables.into(),
            live,
            has_void,
        }
    }

    fn kind(&mut self, term: &SourceTerm) -> Result<Kind, Reason> {
        let Some((name, arguments)) = term.name_and_arguments() else {
            if let TermKind::Variable(_) = &term.kind {
                return Ok(Kind::Call(
                    Callee::Static("call".into()),
                    [self.pattern(term)].into(),
                ));
            }
            return Err(Reason::new(
                "which goal this is shows only when it is called",
                term.span,
            ));
        };
        let is_own = self
            .names
            .own
            .contains_key(&(name.clone(), arguments.len()));
        if is_own {
            return self.call(name, arguments, term.span);
        }
        if let Some(construct) = Construct::of(name, arguments) {
            return self.construct(&construct, name, term);
        }
        Ok(match (&**name, arguments) {
            (name, [player, played, goal]) if name == AFTER.name => {
                self.after(player, played, goal)
            }
            ("=", [left, right]) => Kind::Unify(self.pattern(left), self.pattern(right)),
            ("\\=", [left, right]) => {
                let same = Kind::Unify(self.pattern(left), self.pattern(right));
                Kind::Not(Box::new(self.numbered(same, term)))
            }
            ("is", [left, right]) => Kind::Is(self.pattern(left), self.pattern(right)),
            (operator @ ("=:=" | "=\\=" | "<" | ">" | "=<" | ">="), [left, right]) => {
                let (left, right) = (self.pattern(left), self.pattern(right));
                match operator {
                    "=:=" => Kind::Compare(Comparison::Equal, left, right),
                    "=\\=" => Kind::Compare(Comparison::Unequal, left, right),
                    "<" => Kind::Compare(Comparison::Less, left, right),
                    ">" => Kind::Compare(Comparison::Less, right, left),
                    "=<" => Kind::Compare(Comparison::AtMost, left, right),
                    _ => Kind::Compare(Comparison::AtMost, right, left),
                }
            }
            _ => match ListGoal::of(name, arguments.len()) {
                Some(goal) => Kind::Call(
                    Callee::OfList(goal, (&**name).into()),
                    self.patterns(arguments),
                ),
                None => return self.call(name, arguments, term.span),
            },
        })
    }

    /// What a construct of this name is, which the term is.
    fn construct(
        &mut self,
        construct: &Construct<'_, SourceTerm>,
        name: &Name,
        term: &SourceTerm,
    ) -> Result<Kind, Reason> {
        Ok(match construct {
            Construct::And(..) => Kind::All(self.conjunction(term).into()),
            Construct::Or(left, right) => match Construct::of_goal(left) {
                Some(Construct::IfThen(condition, then)) => {
                    Kind::IfThenElse(self.boxed(condition), self.boxed(then), self.boxed(right))
                }
                Some(Construct::SoftIfThen(condition, then)) => {
                    Kind::SoftIfThenElse(self.boxed(condition), self.boxed(then), self.boxed(right))
                }
                _ => Kind::Either(self.boxed(left), self.boxed(right)),
            },
            Construct::IfThen(condition, then) => Kind::IfThenElse(
                self.boxed(condition),
                self.boxed(then),
                Box::new(truth(Kind::Fail, term)),
            ),
            Construct::SoftIfThen(condition, then) => {
                Kind::All([self.goal(condition), self.goal(then)].into())
            }
            Construct::Not(goal) | Construct::NotPredicate(goal) => Kind::Not(self.boxed(goal)),
            Construct::Once(goal) => Kind::Once(self.boxed(goal)),
            Construct::Call(goal, []) => match self.kind(goal)? {
                // It cuts what is called, which is nothing else.
                Kind::Cut => Kind::True,
                kind => kind,
            },
            Construct::Ignore(goal) => {
                let nothing = || Box::new(truth(Kind::True, goal));
                Kind::IfThenElse(self.boxed(goal), nothing(), nothing())
            }
            Construct::ForAll(condition, action) => {
                let fails = Kind::Not(self.boxed(action));
                let fails = self.numbered(fails, action);
                let both = Kind::All([self.goal(condition), fails].into());
                Kind::Not(Box::new(self.numbered(both, term)))
            }
            Construct::AggregateAll(answers) => return self.aggregate_all(answers),
            Construct::FindAll(answers) => self.find_all(answers.template, answers, false),
            Construct::BagOf(answers) => self.solutions(answers, false, term)?,
            Construct::SetOf(answers) => self.solutions(answers, true, term)?,
            Construct::True => Kind::True,
            Construct::Fail => Kind::Fail,
            Construct::Cut => Kind::Cut,
            Construct::Throw
            | Construct::Call(..)
            | Construct::Apply
            | Construct::FindAllBefore(..)
            | Construct::Quantified(_)
            | Construct::Catch(..)
            | Construct::Lambda(..)
            | Construct::OverLists(..) => {
                let (_, arguments) = term.name_and_arguments().unwrap_or((name, &[]));
                return self.call(name, arguments, term.span);
            }
        })
    }

    fn find_all(
        &mut self,
        template: &SourceTerm,
        answers: &AllSolutions<'_, SourceTerm>,
        is_set: bool,
    ) -> Kind {
        Kind::FindAll(
            self.pattern(template),
            self.boxed(answers.goal),
            self.pattern(answers.result),
            is_set,
        )
    }

    /// `bagof` or `setof`, as long as all variables of the goal are bound that are neither collected nor
    /// quantified: all answers, if there are any.
    fn solutions(
        &mut self,
        answers: &AllSolutions<'_, SourceTerm>,
        is_set: bool,
        term: &SourceTerm,
    ) -> Result<Kind, Reason> {
        let (mut goal, mut own) = (answers.goal, FxHashMap::default());
        count_variables(answers.template, &mut own);
        while let Some((name, [quantified, inner])) = goal.name_and_arguments()
            && &**name == "^"
        {
            count_variables(quantified, &mut own);
            goal = inner;
        }
        let (mut free, mut is_named) = (Vec::new(), true);
        goal.each_variable(&mut |name, _| {
            is_named &= &**name != "_";
            if !own.contains_key(name) {
                free.push(self.variable(name));
            }
        });
        if !is_named {
            return Err(Reason::new(GROUPED, term.span));
        }
        let (template, goal) = (self.pattern(answers.template), self.boxed(goal));
        let list = self.pattern(answers.result);
        let found = Kind::FindAll(template, goal, list.clone(), is_set);
        let nothing = Pattern::Constant(self.constants.number(Constant::Atom("[]".into())));
        let is_empty = Kind::Unify(list, nothing);
        let is_empty = Box::new(self.numbered(is_empty, term));
        let goals = [found, Kind::Not(is_empty)].map(|kind| self.numbered(kind, term));
        let some = self.numbered(Kind::All(goals.into()), term);
        Ok(Kind::Solutions(free.into(), Box::new(some)))
    }

    fn aggregate_all(&mut self, answers: &AllSolutions<'_, SourceTerm>) -> Result<Kind, Reason> {
        let of = Aggregation::of(answers.template).ok_or_else(|| {
            Reason::new(
                "only counts, sums, greatest and least values are compiled",
                answers.template.span,
            )
        })?;
        let aggregate = match of {
            Aggregation::Bag(template) => {
                return Ok(self.find_all(template, answers, false));
            }
            Aggregation::Set(template) => {
                return Ok(self.find_all(template, answers, true));
            }
            Aggregation::Count => Aggregate::Count,
            Aggregation::Sum(value) => Aggregate::Sum(self.pattern(value)),
            Aggregation::Max(value) => Aggregate::Max(self.pattern(value), None),
            Aggregation::Min(value) => Aggregate::Min(self.pattern(value), None),
            Aggregation::MaxWitness(value, of) => {
                Aggregate::Max(self.pattern(value), Some(self.pattern(of)))
            }
            Aggregation::MinWitness(value, of) => {
                Aggregate::Min(self.pattern(value), Some(self.pattern(of)))
            }
        };
        Ok(Kind::Aggregate(
            aggregate,
            self.boxed(answers.goal),
            self.pattern(answers.result),
        ))
    }

    fn after(&mut self, player: &SourceTerm, played: &SourceTerm, goal: &SourceTerm) -> Kind {
        let (player, played) = (self.pattern(player), self.pattern(played));
        let inner = self.goal(goal);
        let mut within = FxHashMap::default();
        count_variables(goal, &mut within);
        let stands_elsewhere = |number: &u32| {
            let name = self.variables[*number as usize].as_ref();
            name.is_some_and(|name| self.occurrences.get(name) != within.get(name))
        };
        let outer = inner
            .variables
            .iter()
            .copied()
            .filter(stands_elsewhere)
            .collect();
        Kind::After(Box::new(After {
            player,
            played,
            goal: inner,
            outer,
        }))
    }

    fn call(&mut self, name: &Name, arguments: &[SourceTerm], span: Span) -> Result<Kind, Reason> {
        let key = (name.clone(), arguments.len());
        let patterns = self.patterns(arguments);
        let callee = match self.names.relations.get(&key) {
            Some(_) if &**name == DOES.name => Callee::Does,
            Some(&number) if self.names.has_places(number) => Callee::Fluent(number),
            Some(_) => {
                let text =
                    format!("the fluent `{name}` has a domain without end, or a very large one");
                return Err(Reason::new(text, span));
            }
            None if self.names.own.contains_key(&key) && self.names.dynamic.contains(name) => {
                // Numbered in the same order as they are read.
                let own = self
                    .names
                    .own
                    .keys()
                    .filter(|(name, _)| self.names.dynamic.contains(name));
                let number = own.into_iter().position(|own| *own == key);
                Callee::Clauses(number.expect("the predicate is among its like") as u32)
            }
            None => Callee::Static((&**name).into()),
        };
        Ok(Kind::Call(callee, patterns))
    }

    fn patterns(&mut self, terms: &[SourceTerm]) -> Box<[Pattern]> {
        terms.iter().map(|term| self.pattern(term)).collect()
    }

    fn pattern(&mut self, term: &SourceTerm) -> Pattern {
        let constant = match &term.kind {
            TermKind::Variable(name) => return Pattern::Variable(self.variable(name)),
            TermKind::Compound {
                functor, arguments, ..
            } => {
                let functor = self.constants.functor(functor, arguments.len());
                return Pattern::Compound(functor, self.patterns(arguments));
            }
            TermKind::List { items, tail } => {
                let end = match tail {
                    Some(tail) => self.pattern(tail),
                    None => Pattern::Constant(self.constants.number(Constant::Atom("[]".into()))),
                };
                let functor = self.constants.functor(&LIST_CELL.into(), 2);
                let items: Vec<Pattern> = items.iter().map(|item| self.pattern(item)).collect();
                return items.into_iter().rev().fold(end, |tail, item| {
                    Pattern::Compound(functor, [item, tail].into())
                });
            }
            TermKind::Atom(name) => Constant::Atom(name.clone()),
            TermKind::Integer(value) => Constant::Integer(*value),
            TermKind::String(text) => Constant::String(text.clone()),
        };
        Pattern::Constant(self.constants.number(constant))
    }

    fn variable(&mut self, name: &Name) -> u32 {
        let known = self
            .variables
            .iter()
            .position(|known| known.as_ref() == Some(name) && &**name != "_");
        let number = known.unwrap_or_else(|| {
            self.variables.push((&**name != "_").then(|| name.clone()));
            self.variables.len() - 1
        });
        number as u32
    }

    /// The named variables of a term that have a number already, and whether there are some that
    /// stand nowhere else.
    fn collect_variables(&self, term: &SourceTerm, found: &mut Vec<u32>, has_void: &mut bool) {
        term.each_variable(&mut |name, _| {
            *has_void |= self.occurrences.get(name).is_none_or(|times| *times < 2);
            let known = self
                .variables
                .iter()
                .position(|known| known.as_ref() == Some(name));
            if let Some(number) = known
                .map(|number| number as u32)
                .filter(|number| !found.contains(number))
            {
                found.push(number);
            }
        });
    }
}

/// A goal that holds, or fails, in the place of a term.
fn truth(kind: Kind, term: &SourceTerm) -> Goal {
    Goal {
        kind,
        span: term.span,
        number: 0,
        variables: Box::default(),
        live: Box::default(),
        has_void: false,
    }
}

fn count_variables(term: &SourceTerm, occurrences: &mut FxHashMap<Name, usize>) {
    term.each_variable(&mut |name, _| {
        if &**name != "_" {
            *occurrences.entry(name.clone()).or_default() += 1;
        }
    });
}
