//! The states that some tracked facts can be in, and which moves each role may have in each of them: all that can
//! be reached from the start, whatever else holds and whichever moves are made.
//!
//! (P. Cousot, R. Cousot, "Abstract Interpretation", 1977.) It is taken for granted that a role has a move wherever
//! the game goes on, as the language demands.

use super::cases::{Case, Cases, Known, Played, State};
use super::domains::Ground;
use super::fixed::FixedFacts;
use super::rule::Rule;
use super::strata::RelationKey;
use super::values::Values;
use crate::syntax::tree::Name;

/// The most states that are looked at.
const MOST_STATES: usize = 64;

/// The most things of which each may be true or not after a turn.
const MOST_PROPOSITIONS: usize = 10;

/// The most moves of one function that are looked at one by one.
const MOST_MOVES: usize = 16;

/// The moves that a role may have, each with the number of its rule.
pub(super) type Moves = Vec<(usize, Played)>;

/// A state, and by role the moves that it may have.
pub(super) struct Reached {
    pub state: State,
    pub moves: Vec<Moves>,
}

/// The only move that a role can have.
pub(super) fn only(moves: &Moves) -> Option<&Ground> {
    let (_, first) = moves.first()?;
    match first {
        Played::Move(only) if moves.iter().all(|(_, played)| played == first) => Some(only),
        _ => None,
    }
}

/// All states that can be reached, if these are few and in each of them at most one role has a choice.
pub(super) fn reachable(
    rules: &[Rule],
    roles: &[Name],
    fixed: &FixedFacts,
    tracked: &[RelationKey],
) -> Option<Vec<Reached>> {
    let roles = roles.iter().cloned().map(Ground::Constant).collect();
    let exploration = Exploration {
        rules,
        roles,
        tracked,
        cases: Cases::new(rules, fixed, tracked),
    };
    let mut waiting = vec![exploration.initial()?];
    let mut reached: Vec<Reached> = Vec::new();
    while let Some(state) = waiting.pop() {
        if reached.iter().any(|known| known.state == state) {
            continue;
        }
        if reached.len() == MOST_STATES {
            return None;
        }
        let moves = exploration.moves(&state)?;
        waiting.extend(exploration.successors(&state, &moves)?);
        reached.push(Reached { state, moves });
    }
    Some(reached)
}

struct Exploration<'r> {
    rules: &'r [Rule],
    roles: Vec<Ground>,
    tracked: &'r [RelationKey],
    cases: Cases<'r>,
}

impl<'r> Exploration<'r> {
    /// The state at the start.
    fn initial(&self) -> Option<State> {
        let nothing = State::default();
        let states = self.states(self.facts("init", &nothing, &[])?)?;
        match &states[..] {
            [only] => Some(only.clone()),
            _ => None,
        }
    }

    /// By role the moves that it may have; none if a role has no move, or two have a choice.
    fn moves(&self, state: &State) -> Option<Vec<Moves>> {
        let mut all = Vec::new();
        for role in &self.roles {
            let mut moves = Moves::new();
            for (number, rule) in self.rules.iter().enumerate() {
                if !rule.head.is("legal", 2) {
                    continue;
                }
                let Some(values) = Values::default().with(&rule.head.arguments[0], role) else {
                    continue;
                };
                let known = Known { state, played: &[] };
                for case in self.cases.of(rule, values, known) {
                    let played = Played::of(&rule.head.arguments[1], &case.values);
                    if !moves.contains(&(number, played.clone())) {
                        moves.push((number, played));
                    }
                }
            }
            if moves.is_empty() {
                return None;
            }
            all.push(moves);
        }
        let choosing = all.iter().filter(|moves| only(moves).is_none());
        (choosing.count() <= 1).then_some(all)
    }

    /// The states after one.
    fn successors(&self, state: &State, moves: &[Moves]) -> Option<Vec<State>> {
        let played = |chosen: &Played| -> Vec<(Ground, Played)> {
            let roles = self.roles.iter().zip(moves);
            let played = roles.map(|(role, moves)| {
                let only = only(moves).map(|only| Played::Move(only.clone()));
                (role.clone(), only.unwrap_or_else(|| chosen.clone()))
            });
            played.collect()
        };
        let after = |chosen: &Played| self.states(self.facts("next", state, &played(chosen))?);
        self.cases.has_asked_moves.set(false);
        let whatever = after(&Played::Any);
        let choice = moves.iter().find(|moves| only(moves).is_none());
        match choice {
            Some(moves) if self.cases.has_asked_moves.get() => {
                let mut found = Vec::new();
                for played in kinds(moves) {
                    found.extend(after(&played)?);
                }
                Some(found)
            }
            _ => whatever,
        }
    }

    /// The tracked facts that rules with this word may give, with the cases in which they do.
    fn facts(
        &self,
        word: &str,
        state: &State,
        played: &[(Ground, Played)],
    ) -> Option<Vec<(Ground, Case)>> {
        let mut facts = Vec::new();
        for rule in self.rules.iter().filter(|rule| rule.head.is(word, 1)) {
            let fact = &rule.head.arguments[0];
            let (name, arguments) = fact.parts()?;
            if !self.tracked.contains(&(name.clone(), arguments.len())) {
                continue;
            }
            let known = Known { state, played };
            for case in self.cases.of(rule, Values::default(), known) {
                facts.push((case.values.of(fact)?, case));
            }
        }
        Some(facts)
    }

    /// The states that facts make, whichever propositions are true.
    fn states(&self, facts: Vec<(Ground, Case)>) -> Option<Vec<State>> {
        let mut texts: Vec<&str> = Vec::new();
        let assumed = facts.iter().flat_map(|(_, case)| &case.assumes);
        for proposition in assumed {
            if !texts.contains(&&*proposition.text) {
                texts.push(&proposition.text);
            }
        }
        let doubts = facts.iter().filter(|(_, case)| case.is_in_doubt).count();
        let bits = texts.len() + doubts;
        if bits > MOST_PROPOSITIONS {
            return None;
        }
        let mut states = Vec::new();
        for truth in 0..1_u32 << bits {
            let is_true = |bit: usize| truth >> bit & 1 == 1;
            let mut doubt = texts.len();
            let mut state = State::default();
            for (fact, case) in &facts {
                let mut holds = case.assumes.iter().all(|proposition| {
                    let bit = texts.iter().position(|text| *text == proposition.text);
                    bit.is_some_and(|bit| is_true(bit) == proposition.is_true)
                });
                if case.is_in_doubt {
                    holds &= is_true(doubt);
                    doubt += 1;
                }
                if holds {
                    state.insert(fact.clone());
                }
            }
            if !states.contains(&state) {
                states.push(state);
            }
        }
        Some(states)
    }
}

/// What a role may play: its moves one by one where they are few, otherwise the functions that they are.
fn kinds(moves: &Moves) -> Vec<Played> {
    let mut kinds: Vec<Played> = Vec::new();
    for (_, played) in moves {
        let kind = match played {
            Played::Move(Ground::Function(name, arguments)) => {
                let is_same = |other: &&(usize, Played)| match &other.1 {
                    Played::Move(Ground::Function(other, others)) => {
                        other == name && others.len() == arguments.len()
                    }
                    _ => false,
                };
                match moves.iter().filter(is_same).count() > MOST_MOVES {
                    true => Played::Function(name.clone(), arguments.len()),
                    false => played.clone(),
                }
            }
            _ => played.clone(),
        };
        if !kinds.contains(&kind) {
            kinds.push(kind);
        }
    }
    kinds
}
