//! The clauses of a game, sorted into those that depend on the position and those that do not.
//!
//! A predicate depends on the position if a fluent, `does` or another such predicate is named
//! anywhere in its clauses. That is more than is called, which does no harm: the evaluation of
//! clauses finds out.

use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

use super::apart::apart;
use super::aspect::Aspect;
use super::constants::Constants;
use super::deleted::deleted;
use super::divide::divided;
use super::goal::{Callee, Clause, Goal, Kind};
use super::joins;
use super::reader::Reader;
use super::reason::Reason;
use super::sets::are_sets;
use super::store::Pattern;
use super::unfold::unfolded;
use crate::compile::domains::{Domains, FoundFluent};
use crate::game::Rules;
use crate::game::vocabulary::{AFTER, DOES};
use crate::logic::{Program, Storage};
use crate::syntax::tree::{self, Name};

/// What stands in a goal that makes a list of what depends on the position.
const MAKING_LISTS: [&str; 9] = [
    "findall",
    "bag",
    "set",
    "bagof",
    "setof",
    "include",
    "exclude",
    "partition",
    "convlist",
];

/// A predicate of a game.
#[derive(Debug)]
pub(super) struct Predicate {
    pub name: Name,
    pub arity: usize,
    pub clauses: Result<Vec<Clause>, Reason>,
    /// Whether it depends on the position only by its arguments.
    pub is_static: bool,
    /// Whether it depends on the chosen moves.
    pub reads_does: bool,
    /// The predicate that has the clause of which it is a part, by number, if that was divided.
    pub part_of: Option<u32>,
    /// Whether it has tables: it may call itself with the same arguments again, and has each answer
    /// once.
    pub is_tabled: bool,
}

/// All predicates of a game.
#[derive(Debug)]
pub(super) struct Predicates {
    pub predicates: IndexMap<(Name, usize), Predicate, FxBuildHasher>,
    /// The fluents whose facts have places in positions.
    fluents: FxHashMap<(Name, usize), u32>,
    /// How many of them the game has itself; the others are parts of clauses.
    pub own: usize,
    /// The clauses of `delete` and `add` one by one; none where one is not compiled or cuts those
    /// after it.
    pub effects: Vec<EffectClause>,
}

/// A clause of `delete` or `add`.
#[derive(Debug)]
pub(super) struct EffectClause {
    /// Which of the two.
    pub name: &'static str,
    /// The predicate that has this clause alone.
    pub whole: u32,
    /// Where it can be divided so, the predicate of the facts that it names whatever move is
    /// played, and that of whether a move has them, which has no arguments.
    pub apart: Option<(u32, u32)>,
    /// What it looks at of the move, if one goal at most looks at it.
    pub aspect: Option<Aspect>,
    /// The facts that it deletes whether they are there or not.
    pub deleted: Option<Deleted>,
}

/// What a clause of `delete` deletes, in which nothing asks whether it is there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Deleted {
    /// The predicate that has it.
    pub predicate: u32,
    /// Whether its last argument is a value: where that is a variable, it is any value that there is.
    pub has_value: bool,
}

impl Predicates {
    pub fn new(rules: &Rules, domains: &Domains, constants: &mut Constants) -> Self {
        let names = Names::new(rules, domains);
        // The first answer to a heuristic counts.
        let has_order = !rules.is_sorted() || !rules.heuristics().is_empty();
        let are_sets = !has_order && are_sets(&names, &mut Reader::new(&names, constants));
        let joins = match are_sets {
            true => joins::unfolded(&names),
            false => Vec::new(),
        };
        let names = names.with_clauses(&joins);
        let mut reader = Reader::new(&names, constants);
        let mut predicates: IndexMap<_, _, FxBuildHasher> = IndexMap::default();
        let is_static = |key: &(Name, usize)| !names.dynamic.contains(&key.0);
        let (mut others, dynamic): (Vec<_>, Vec<_>) =
            names.own.iter().partition(|(key, _)| is_static(key));
        let mut of_position = dynamic.iter().flat_map(|(_, clauses)| *clauses);
        let makes_list = |name: &Name| MAKING_LISTS.contains(&&**name);
        let has_parts = domains.fluents().iter().any(FoundFluent::has_parts);
        if !has_parts && !of_position.any(|clause| clause.term.mentions(&makes_list)) {
            // Nothing that depends on the position goes through them.
            others.clear();
        }
        for (key, own) in dynamic.into_iter().chain(others) {
            let predicate = Predicate {
                name: key.0.clone(),
                arity: key.1,
                clauses: reader.clauses(own),
                reads_does: names.reads_does.contains(&key.0),
                is_static: is_static(key),
                part_of: None,
                is_tabled: names.is_tabled(key),
            };
            predicates.insert(key.clone(), predicate);
        }
        let schema = rules.program().schema();
        let is_placed = |number: &u32| names.has_places(*number);
        let has_value = |number: u32| schema.relations()[number as usize].valued;
        let fluents = names
            .relations
            .iter()
            .filter(|(key, number)| &*key.0 != DOES.name && is_placed(number));
        let fluents = fluents
            .map(|(key, number)| (key.clone(), *number))
            .collect();
        let mut all = Self {
            own: predicates.len(),
            predicates,
            fluents,
            effects: Vec::new(),
        };
        for name in ["delete", "add"] {
            let clauses = names.own.get(&(name.into(), 1));
            let clauses = clauses.map_or(&[][..], Vec::as_slice);
            let clauses = clauses.iter().flat_map(|clause| {
                let parts = unfolded(clause, &names);
                let parts = parts.filter(|_| !all.is_apart(&mut reader, clause));
                parts.unwrap_or_else(|| vec![(*clause).clone()])
            });
            let clauses: Vec<tree::Clause> = clauses.collect();
            let clauses: Vec<&tree::Clause> = clauses.iter().collect();
            // Each of the parts has its goals for itself.
            let mut read = || reader.clauses(&clauses);
            match (read(), read(), read()) {
                (Ok(whole), Ok(parted), Ok(last)) if !whole.iter().any(Clause::has_cut) => {
                    let relation = |functor| {
                        let (name, arity) = reader.functor_parts(functor);
                        let key = (name.clone(), arity as usize);
                        names.relations.get(&key).copied()
                    };
                    for ((whole, parted), last) in whole.into_iter().zip(parted).zip(last) {
                        let deleted = (name == "delete").then(|| deleted(last, relation));
                        let deleted = deleted.flatten();
                        let deleted = deleted.map(|(clause, number)| (clause, has_value(number)));
                        all.add_effect(name, whole, parted, deleted);
                    }
                }
                _ => {
                    all.effects.clear();
                    break;
                }
            }
        }
        if are_sets {
            all.divide(&mut reader);
        }
        all
    }

    /// Divides each clause, if it can be.
    fn divide(&mut self, reader: &mut Reader<'_, '_>) {
        for number in 0..self.predicates.len() {
            let predicate = &mut self.predicates[number];
            let Ok(clauses) = &mut predicate.clauses else {
                continue;
            };
            let clauses = std::mem::take(clauses);
            let calls_itself = |goal: &Goal| {
                goal.any(
                    &|callee| matches!(callee, Callee::Clauses(own) if *own as usize == number),
                )
            };
            let divided = |clause| {
                divided(clause, &calls_itself, &mut |part, shared| {
                    self.add_part(number, part, shared, reader.goal_number())
                })
            };
            let clauses = clauses.into_iter().map(divided).collect();
            self.predicates[number].clauses = Ok(clauses);
        }
    }

    /// Adds a part of a clause of a predicate as a predicate, and gives the goal of this number that calls it.
    fn add_part(&mut self, of: usize, part: Clause, shared: &[u32], number: u32) -> Goal {
        let reads_does = part.body.iter().any(|goal| self.reads_does(goal));
        let span = part.body[0].span;
        let arguments = shared.iter().map(|variable| Pattern::Variable(*variable));
        let whole = &self.predicates[of];
        let (name, is_tabled) = (whole.name.clone(), whole.is_tabled);
        let added = self.add(&name, shared.len(), part, reads_does);
        let predicate = &mut self.predicates[added as usize];
        (predicate.is_tabled, predicate.part_of) = (is_tabled, Some(of as u32));
        Goal {
            kind: Kind::Call(Callee::Clauses(added), arguments.collect()),
            span,
            number,
            variables: shared.into(),
            live: shared.into(),
            has_void: false,
        }
    }

    /// Whether a goal looks at the chosen moves.
    fn reads_does(&self, goal: &Goal) -> bool {
        goal.any(&|callee| match callee {
            Callee::Does => true,
            Callee::Clauses(number) => self.predicates[*number as usize].reads_does,
            Callee::Fluent(_) | Callee::OfList(..) | Callee::Static(_) => false,
        })
    }

    /// Whether a clause names the same facts whatever move is played.
    fn is_apart(&self, reader: &mut Reader<'_, '_>, clause: &tree::Clause) -> bool {
        let read = reader.clauses(&[clause]);
        let mut clauses = read.into_iter().flatten();
        clauses.any(|clause| apart(clause, &|goal| self.reads_does(goal)).is_some())
    }

    fn add_effect(
        &mut self,
        name: &'static str,
        whole: Clause,
        parted: Clause,
        deleted: Option<(Clause, bool)>,
    ) {
        let reads_does = |goal: &Goal| self.reads_does(goal);
        let apart = apart(parted, &reads_does);
        // What is handed on to be called may look at it too.
        let may_read_does = |goal: &Goal| reads_does(goal) || goal.calls_arguments();
        let aspect = Aspect::of(&whole, &may_read_does);
        let whole = self.add(name, 1, whole, true);
        let apart = apart.map(|apart| {
            (
                self.add(name, 1, apart.facts, false),
                self.add(name, 0, apart.guard, true),
            )
        });
        let deleted = deleted.map(|(clause, has_value)| Deleted {
            predicate: self.add(name, 1, clause, true),
            has_value,
        });
        self.effects.push(EffectClause {
            name,
            whole,
            apart,
            aspect,
            deleted,
        });
    }

    /// Adds a predicate with one clause.
    fn add(&mut self, name: &str, arity: usize, clause: Clause, reads_does: bool) -> u32 {
        let number = self.predicates.len();
        let clauses = Ok(vec![clause]);
        let predicate = Predicate {
            name: name.into(),
            arity,
            clauses,
            is_static: false,
            part_of: None,
            reads_does,
            is_tabled: false,
        };
        let mut key = (format!("{name} {number}").into(), arity);
        while self.predicates.contains_key(&key) {
            key.0 = format!("{} ", key.0).into();
        }
        self.predicates.insert(key, predicate);
        number as u32
    }

    /// What a name with so many arguments calls that depends on the position.
    pub fn callee(&self, name: &Name, arity: usize) -> Option<Callee> {
        let fluent = self
            .fluents
            .get(&(name.clone(), arity))
            .map(|number| Callee::Fluent(*number));
        fluent.or_else(|| self.find(name, arity).map(Callee::Clauses))
    }

    /// A predicate that depends on the position.
    pub fn find(&self, name: &str, arity: usize) -> Option<u32> {
        self.find_any(name, arity, false)
    }

    /// Whether a clause on which `add` depends adds or subtracts two numbers that are no constants.
    pub fn add_sums(&self, constants: &Constants) -> bool {
        let mut names = self.predicates.keys();
        let first = names.position(|(name, arity)| (&**name, *arity) == ("add", 1));
        let mut waiting: Vec<u32> = first.map(|first| first as u32).into_iter().collect();
        let mut seen: FxHashSet<u32> = waiting.iter().copied().collect();
        while let Some(predicate) = waiting.pop() {
            let clauses = self.predicates[predicate as usize].clauses.as_ref();
            for goal in clauses
                .into_iter()
                .flatten()
                .flat_map(|clause| &clause.body)
            {
                if goal.sums_numbers(constants) {
                    return true;
                }
                goal.each_callee(&mut |callee| {
                    if let Callee::Clauses(other) = callee
                        && seen.insert(*other)
                    {
                        waiting.push(*other);
                    }
                });
            }
        }
        false
    }

    /// A predicate that depends on the position only by its arguments, and whose clauses can be evaluated.
    pub fn find_static(&self, name: &str, arity: usize) -> Option<u32> {
        let found = self.find_any(name, arity, true)?;
        let clauses = &self.predicates[found as usize].clauses;
        clauses.is_ok().then_some(found)
    }

    fn find_any(&self, name: &str, arity: usize, is_static: bool) -> Option<u32> {
        let (number, _, predicate) = self.predicates.get_full(&(Name::from(name), arity))?;
        (predicate.is_static == is_static).then_some(number as u32)
    }
}

type Own<'r> = IndexMap<(Name, usize), Vec<&'r tree::Clause>, FxBuildHasher>;

/// Which names mean what.
pub(super) struct Names<'r> {
    pub own: Own<'r>,
    /// Relations with the number of their arguments; `does` too.
    pub relations: FxHashMap<(Name, usize), u32>,
    /// Names of predicates that depend on the position.
    pub dynamic: FxHashSet<Name>,
    /// Those that depend on `does`.
    reads_does: FxHashSet<Name>,
    program: &'r Program,
    domains: &'r Domains,
}

impl<'r> Names<'r> {
    fn new(rules: &'r Rules, domains: &'r Domains) -> Self {
        let program = rules.program();
        let mut own: Own<'r> = IndexMap::default();
        for (name, arity) in program.predicates() {
            let Some(id) = program.predicate(name, arity) else {
                continue;
            };
            let clauses: Vec<_> = program.clauses(id).collect();
            if !clauses.is_empty() {
                own.insert((name.into(), arity), clauses);
            }
        }
        let relations = program.schema().relations().iter().zip(0..);
        let relations: FxHashMap<_, _> = relations
            .map(|(relation, number)| ((relation.name.clone(), relation.arity()), number))
            .collect();
        let fluents = relations
            .keys()
            .map(|(name, _)| name.clone())
            .filter(|name| &**name != DOES.name);
        let fluents = fluents.chain([Name::from(AFTER.name)]).collect();
        let does = FxHashSet::from_iter([DOES.name.into()]);
        let reads_does = closure(&own, does);
        let dynamic: FxHashSet<Name> = closure(&own, fluents).union(&reads_does).cloned().collect();
        Self {
            own,
            relations,
            dynamic,
            reads_does,
            program,
            domains,
        }
    }

    /// The same with other clauses of some predicates, which come to the same.
    fn with_clauses(mut self, others: &'r [((Name, usize), Vec<tree::Clause>)]) -> Self {
        for (key, clauses) in others {
            self.own.insert(key.clone(), clauses.iter().collect());
        }
        self
    }

    /// Whether a goal of this name asks for the position or the chosen moves.
    pub fn asks_position(&self, name: &Name, arity: usize) -> bool {
        self.dynamic.contains(name) || self.relations.contains_key(&(name.clone(), arity))
    }

    /// Whether the facts of a relation have places in positions.
    pub fn has_places(&self, relation: u32) -> bool {
        let relation = relation as usize;
        match self.program.schema().relations()[relation].storage {
            Storage::Dense(_) => true,
            Storage::Open(_) => self.domains.of_relation(relation).is_some(),
            Storage::Given => false,
        }
    }

    /// Whether the rules have clauses of a predicate.
    pub fn are_own(&self, name: &str, arity: usize) -> bool {
        self.own.contains_key(&(name.into(), arity))
    }

    /// Whether the clauses of a predicate may stand where it is called. They come to the same there, if the goals before
    /// it do not name the variables of the call.
    pub fn can_be_unfolded(&self, name: &Name, arity: usize) -> bool {
        let key = (name.clone(), arity);
        let clauses = self.own.get(&key).map_or(&[][..], Vec::as_slice);
        let bars = |part: &Name| &**part == "!" || part == name;
        let cuts_or_calls_itself = |clause: &&tree::Clause| {
            let mut body = clause.body().into_iter();
            body.any(|body| body.mentions(&bars))
        };
        let has_interval = |clause: &&tree::Clause| {
            let mut head = clause.head().into_iter();
            head.any(|head| head.mentions(&|part| &**part == ".."))
        };
        !clauses.is_empty()
            && !self.is_tabled(&key)
            && !clauses
                .iter()
                .any(|own| cuts_or_calls_itself(own) || has_interval(own))
    }

    fn is_tabled(&self, (name, arity): &(Name, usize)) -> bool {
        let predicate = self.program.predicate(name, *arity);
        predicate.is_some_and(|id| self.program.is_tabled(id))
    }
}

/// The names of predicates in whose clauses one of the names stands, or one of those that are found
/// so.
fn closure(own: &Own<'_>, names: FxHashSet<Name>) -> FxHashSet<Name> {
    let mut found: FxHashSet<Name> = FxHashSet::default();
    loop {
        let before = found.len();
        for ((name, _), clauses) in own {
            let reads = |clause: &&tree::Clause| {
                clause.body().is_some_and(|body| {
                    body.mentions(&|part| names.contains(part) || found.contains(part))
                })
            };
            if !found.contains(name) && clauses.iter().any(reads) {
                found.insert(name.clone());
            }
        }
        if found.len() == before {
            return found;
        }
    }
}
