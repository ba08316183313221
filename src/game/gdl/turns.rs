//! Games by turns. In a sheet every role moves on each turn, and who waits has a move for that, often
//! called `noop`. Here it is proved that one role moves and the others wait, so that a search sees a
//! game by turns.
//!
//! The proof is about a few facts, such as those of `control`:
//!
//! 1. The states of these facts that can be reached from the start are found, whatever else holds: there are two
//!    if `control` goes to and fro.
//! 2. In each of these states all roles but one have the same move only, the one with which they wait, whatever
//!    else holds.
//!
//! If a role waits, it has no other move: so the rules for waiting may be left out, and a role without a
//! move on a turn has waited. The role that has the turn keeps all its moves; it may have to pass. What cannot be
//! proved is left as it stands in the sheet.

use std::collections::HashSet;

use indexmap::{IndexMap, IndexSet};

use super::cases::State;
use super::domains::{Domains, Ground, Kind, Terms};
use super::fixed::FixedFacts;
use super::reachable::{Reached, only, reachable};
use super::rule::{Atom, Rule};
use super::strata::{RelationKey, key};
use super::values::Values;
use crate::syntax::tree::Name;

/// The most facts of a relation that is tracked.
const MOST_FACTS: usize = 32;

/// The most groups of relations that are tried.
const MOST_GROUPS: usize = 128;

/// The most choices of moves for waiting that are tried.
const MOST_CHOICES: usize = 1 << 10;

/// How the turns of a game go.
pub(super) struct Turns {
    /// The states of the tracked facts, with the role that has the turn.
    pub states: Vec<(State, Name)>,
    /// By role its move if it waits; a role that never waits is not there.
    pub waiting_moves: IndexMap<Name, Ground>,
    /// The rules of `legal` by which roles wait, by number.
    pub waiting_rules: IndexMap<usize, Waiting>,
    /// The tracked relations with one argument of which no two facts hold.
    pub single: Vec<RelationKey>,
}

/// Who may have a move by a rule of `legal` by which roles wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Waiting {
    /// Only roles that wait.
    Only,
    /// The role that has the turn too.
    AndMoving,
}

/// Finds out how the turns go, if the game is one by turns.
pub(super) fn turns(rules: &[Rule], domains: &Domains, fixed: &FixedFacts) -> Option<Turns> {
    let roles = constants(&domains.roles()?)?;
    if roles.len() < 2 {
        return None;
    }
    groups(rules, domains).into_iter().find_map(|tracked| {
        let reached = reachable(rules, &roles, fixed, &tracked)?;
        let turns = turns_of(&reached, &roles, &tracked)?;
        // Where legal moves depend on legal moves, those of roles that wait cannot be told apart.
        let is_clear = first_wait(rules, "legal", &turns).is_none() || !asks_itself(rules);
        is_clear.then_some(turns)
    })
}

/// The names of terms, if all of them are constants.
fn constants(terms: &Terms) -> Option<Vec<Name>> {
    let names = terms.iter().map(|term| match term {
        Ground::Constant(name) => Some(name.clone()),
        Ground::Function(..) => None,
    });
    names.collect()
}

/// The groups of relations that may say whose turn it is, the smallest first: one relation, with those on which it
/// depends, and two of these.
fn groups(rules: &[Rule], domains: &Domains) -> Vec<Vec<RelationKey>> {
    let mut asked: IndexMap<RelationKey, IndexSet<RelationKey>> = IndexMap::new();
    let words = ["next", "init"];
    let giving = |rule: &&Rule| words.iter().any(|word| rule.head.is(word, 1));
    for rule in rules.iter().filter(giving) {
        let Some(own) = fact_key(&rule.head).filter(|fact| is_small(fact, domains)) else {
            continue;
        };
        let asked = asked.entry(own).or_default();
        rule.each_condition(&mut |atom, _| {
            let facts = Some(atom).filter(|atom| atom.is("true", 1));
            asked.extend(facts.and_then(fact_key));
        });
    }
    let singles: Vec<Vec<RelationKey>> = asked.keys().map(|fact| vec![fact.clone()]).collect();
    let closed: Vec<Vec<RelationKey>> = asked.keys().map(|fact| closure(fact, &asked)).collect();
    let mut groups: IndexSet<Vec<RelationKey>> = singles.into_iter().collect();
    groups.extend(closed.iter().cloned());
    for (number, one) in closed.iter().enumerate() {
        for other in &closed[number + 1..] {
            let mut both = [&one[..], &other[..]].concat();
            both.sort();
            both.dedup();
            groups.insert(both);
        }
    }
    groups.into_iter().take(MOST_GROUPS).collect()
}

/// A relation of facts with all small ones on which it depends.
fn closure(
    fact: &RelationKey,
    asked: &IndexMap<RelationKey, IndexSet<RelationKey>>,
) -> Vec<RelationKey> {
    let mut closed = IndexSet::from([fact.clone()]);
    let mut looked = 0;
    while let Some(own) = closed.get_index(looked) {
        let others = asked.get(own).into_iter().flatten();
        let others: Vec<RelationKey> = others
            .filter(|other| asked.contains_key(*other))
            .cloned()
            .collect();
        closed.extend(others);
        looked += 1;
    }
    let mut closed: Vec<RelationKey> = closed.into_iter().collect();
    closed.sort();
    closed
}

/// The relation of the fact that an atom is about.
fn fact_key(atom: &Atom) -> Option<RelationKey> {
    let (name, arguments) = atom.arguments.first()?.parts()?;
    Some((name.clone(), arguments.len()))
}

/// Whether a relation has so few facts that they can be tracked.
fn is_small(fact: &RelationKey, domains: &Domains) -> bool {
    let (name, arity) = fact;
    let mut count: usize = 1;
    (0..*arity).all(|place| {
        let terms = domains.of(&(Kind::Fluent, name.clone(), *arity, place));
        count = count.saturating_mul(terms.map_or(usize::MAX, |terms| terms.len()));
        count <= MOST_FACTS
    })
}

/// The turns, if in each state all roles but one wait.
fn turns_of(reached: &[Reached], roles: &[Name], tracked: &[RelationKey]) -> Option<Turns> {
    let (waiting_moves, movers) = waiting(reached, roles)?;
    let mut waiting_rules = IndexMap::new();
    let mut moving_rules = HashSet::new();
    for (one, mover) in reached.iter().zip(&movers) {
        for (role, moves) in one.moves.iter().enumerate() {
            for (rule, _) in moves {
                if role == *mover {
                    moving_rules.insert(*rule);
                } else {
                    waiting_rules.insert(*rule, Waiting::Only);
                }
            }
        }
    }
    for (rule, waiting) in &mut waiting_rules {
        if moving_rules.contains(rule) {
            *waiting = Waiting::AndMoving;
        }
    }
    let movers = movers.into_iter().map(|mover| roles[mover].clone());
    let states: Vec<(State, Name)> = reached
        .iter()
        .map(|reached| reached.state.clone())
        .zip(movers)
        .collect();
    let waits = roles.iter().cloned().zip(waiting_moves);
    let waits = waits.filter_map(|(role, waits)| Some((role, waits?)));
    let is_single = |fact: &&RelationKey| {
        let mut states = states.iter();
        fact.1 == 1 && states.all(|(state, _)| facts_of(state, fact).count() <= 1)
    };
    Some(Turns {
        waiting_moves: waits.collect(),
        waiting_rules,
        single: tracked.iter().filter(is_single).cloned().collect(),
        states,
    })
}

/// The arguments of the facts of a relation in a state.
fn facts_of<'s>(
    state: &'s State,
    (wanted, arity): &RelationKey,
) -> impl Iterator<Item = &'s [Ground]> {
    state.iter().filter_map(move |fact| match fact {
        Ground::Function(name, arguments) => {
            (name == wanted && arguments.len() == *arity).then_some(&arguments[..])
        }
        Ground::Constant(_) => None,
    })
}

/// By role the move with which it waits; none if it has a choice in every state, and so never waits.
type WaitingMoves = Vec<Option<Ground>>;

/// The moves with which roles wait, and by state the role that does not. If there are several ways, one in which the
/// facts name the role that has the turn.
fn waiting(reached: &[Reached], roles: &[Name]) -> Option<(WaitingMoves, Vec<usize>)> {
    let mut choices: Vec<WaitingMoves> = vec![Vec::new()];
    for role in 0..roles.len() {
        let own = reached.iter().filter_map(|one| only(&one.moves[role]));
        let mut own: IndexSet<Option<Ground>> = own.cloned().map(Some).collect();
        if own.is_empty() {
            own.insert(None);
        }
        if choices.len().saturating_mul(own.len()) > MOST_CHOICES {
            return None;
        }
        let longer = choices.iter().flat_map(|choice| {
            let own = own.iter();
            own.map(move |waits| [&choice[..], std::slice::from_ref(waits)].concat())
        });
        choices = longer.collect();
    }
    let movers = |waits: &WaitingMoves| -> Option<Vec<usize>> {
        let states = reached.iter().map(|one| {
            let is_moving = |role: &usize| {
                let waits = waits[*role].as_ref();
                waits.is_none() || only(&one.moves[*role]) != waits
            };
            let mut moving = (0..roles.len()).filter(is_moving);
            moving.next().filter(|_| moving.next().is_none())
        });
        states.collect()
    };
    let names_movers = |movers: &[usize]| {
        let mut states = reached.iter().zip(movers);
        states.all(|(one, mover)| one.state.iter().any(|fact| has(fact, &roles[*mover])))
    };
    let possible = choices
        .into_iter()
        .filter_map(|waits| movers(&waits).map(|movers| (waits, movers)));
    let mut possible: Vec<_> = possible.collect();
    let named = possible.iter().position(|(_, movers)| names_movers(movers));
    (!possible.is_empty()).then(|| possible.swap_remove(named.unwrap_or(0)))
}

/// Whether an argument of a fact is this constant.
fn has(fact: &Ground, wanted: &Name) -> bool {
    match fact {
        Ground::Constant(_) => false,
        Ground::Function(_, arguments) => arguments
            .iter()
            .any(|argument| matches!(argument, Ground::Constant(name) if name == wanted)),
    }
}

impl Turns {
    /// The relation whose one fact in each state names the role that has the turn, if there is one.
    pub fn control(&self) -> Option<&RelationKey> {
        self.single.iter().find(|fact| {
            let mut states = self.states.iter();
            states.all(|(state, mover)| {
                facts_of(state, fact).next() == Some(&[Ground::Constant(mover.clone())][..])
            })
        })
    }
}

/// Whether a rule of `legal` asks for legal moves, itself or by what it asks.
fn asks_itself(rules: &[Rule]) -> bool {
    let legal = (Name::from("legal"), 2);
    let mut asked: IndexSet<RelationKey> = IndexSet::from([legal.clone()]);
    let mut looked = 0;
    let mut asks = false;
    while let Some(own) = asked.get_index(looked).cloned() {
        for rule in rules.iter().filter(|rule| key(&rule.head) == own) {
            rule.each_condition(&mut |atom, _| {
                asks |= key(atom) == legal;
                asked.insert(key(atom));
            });
        }
        looked += 1;
    }
    asks
}

/// The first atom that asks by this word, `does` or `legal`, for a move that may be one of those of roles
/// that wait.
pub(super) fn first_wait<'r>(rules: &'r [Rule], word: &str, turns: &Turns) -> Option<&'r Atom> {
    let mut found = None;
    for rule in rules {
        rule.each_condition(&mut |atom, _| {
            if found.is_none() && atom.is(word, 2) && may_wait(atom, turns) {
                found = Some(atom);
            }
        });
    }
    found
}

/// Whether an atom asks for a move that may be one of those of roles that wait.
pub(super) fn may_wait(atom: &Atom, turns: &Turns) -> bool {
    let mut moves = turns.waiting_moves.values();
    moves.any(|waits| Values::default().bind(&atom.arguments[1], waits))
}
