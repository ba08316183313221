//! Games by turns. In a sheet every role moves on each turn, and who waits has a move for that, often
//! called `noop`. Here it is proved that one role moves and the others wait, so that a search sees a
//! game by turns.
//!
//! The proof is about a relation of facts with one argument, such as `control`:
//!
//! 1. At the start it holds for one role. If it holds for one role on a turn, then the rules of `next`
//!    make it hold for one role on the next turn, whatever else holds.
//! 2. Each rule of `legal` is for the role for which it holds, or gives another role its waiting move.
//!
//! If a role waits, it has no other move: so the rules for waiting may be left out, and a role without a
//! move on a turn has waited. What cannot be proved is left as it stands in the sheet.

use indexmap::IndexMap;

use super::domains::{Domains, Ground, Kind, Terms};
use super::fixed::FixedFacts;
use super::rule::{Atom, Formula, Rule, Term, TermKind};
use super::values::{Values, those};
use crate::syntax::tree::Name;

/// How the turns of a game go.
pub(super) struct Turns {
    /// The relation of facts that holds for the role whose turn it is, and for no other.
    pub control: Name,
    /// The rules of `legal` for roles that wait, by number.
    pub waiting_rules: Vec<usize>,
    /// By role its move if it waits.
    pub waiting_moves: IndexMap<Name, Name>,
}

/// Finds the relation that says whose turn it is, if the game is one by turns.
pub(super) fn turns(rules: &[Rule], domains: &Domains, facts: &FixedFacts) -> Option<Turns> {
    let roles = constants(&domains.roles()?)?;
    if roles.len() < 2 {
        return None;
    }
    let mut controls: Vec<&Name> = Vec::new();
    for rule in rules.iter().filter(|rule| rule.head.is("next", 1)) {
        if let Some((name, [_])) = rule.head.arguments[0].parts()
            && !controls.contains(&name)
        {
            controls.push(name);
        }
    }
    controls.into_iter().find_map(|control| {
        let place = (Kind::Fluent, control.clone(), 1, 0);
        let values = constants(&domains.of(&place)?)?;
        let game = ByTurns {
            rules,
            facts,
            roles: &roles,
            control,
        };
        let is_about_roles = values.iter().all(|name| roles.contains(name));
        match is_about_roles && game.holds_for_one(&values) {
            // Who asks whether somebody may wait needs the rules for that.
            true => game
                .turns()
                .filter(|turns| first_wait(rules, "legal", turns).is_none()),
            false => None,
        }
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

/// A sheet, and a relation that may say whose turn it is.
struct ByTurns<'r> {
    rules: &'r [Rule],
    facts: &'r FixedFacts,
    roles: &'r [Name],
    control: &'r Name,
}

impl ByTurns<'_> {
    /// Whether the relation holds for one role at the start, and then for one role always.
    fn holds_for_one(&self, values: &[Name]) -> bool {
        let is_beginning = |rule: &&Rule| {
            rule.head.is("init", 1) && self.role_of(&rule.head.arguments[0]).is_some()
        };
        let beginnings: Vec<&Rule> = self.rules.iter().filter(is_beginning).collect();
        let is_one = matches!(&beginnings[..], [only] if only.body.is_empty());
        is_one && values.iter().all(|value| self.has_one_successor(value))
    }

    /// Whether the relation holds for one role after a turn on which it holds for `value`.
    fn has_one_successor(&self, value: &Name) -> bool {
        let value = &Ground::Constant(value.clone());
        let mut possible: Vec<Ground> = Vec::new();
        let mut is_certain = false;
        for rule in self.rules.iter().filter(|rule| rule.head.is("next", 1)) {
            let Some(role) = self.role_of(&rule.head.arguments[0]) else {
                continue;
            };
            let mut solutions = vec![Values::default()];
            let mut is_known = true;
            for condition in &rule.body {
                match self.narrow(condition, rule, value, &solutions) {
                    Some(narrowed) => solutions = narrowed,
                    None => is_known = false,
                }
            }
            is_certain |= is_known && !solutions.is_empty();
            for values in &solutions {
                match values.of(role) {
                    Some(next) if possible.contains(&next) => {}
                    Some(next) => possible.push(next),
                    None => return false,
                }
            }
        }
        is_certain && possible.len() == 1
    }

    /// The values with which a condition holds, if the relation holds for `value` alone; `None` if that
    /// depends on more.
    fn narrow(
        &self,
        condition: &Formula,
        rule: &Rule,
        value: &Ground,
        solutions: &[Values],
    ) -> Option<Vec<Values>> {
        match condition {
            Formula::Atom(atom) if atom.is("true", 1) => {
                let role = self.role_of(&atom.arguments[0])?;
                let narrowed = solutions.iter().filter_map(|known| known.with(role, value));
                Some(narrowed.collect())
            }
            // Each role makes a move, whichever it is.
            Formula::Atom(atom) if atom.is("does", 2) => {
                let played = atom.arguments[1].variable()?;
                let mut uses = 0;
                rule.each_variable(&mut |name| uses += usize::from(name == played));
                if uses > 1 {
                    return None;
                }
                let mut narrowed = Vec::new();
                for role in self.roles {
                    let role = Ground::Constant(role.clone());
                    let own = solutions.iter();
                    narrowed.extend(own.filter_map(|known| known.with(&atom.arguments[0], &role)));
                }
                Some(narrowed)
            }
            Formula::Not(inner, _) => match &**inner {
                // What holds next matters only where the game goes on.
                Formula::Atom(atom) if atom.is("terminal", 0) => Some(solutions.to_vec()),
                Formula::Atom(atom) if atom.is("true", 1) => {
                    let role = self.role_of(&atom.arguments[0])?;
                    those(solutions, |known| Some(known.of(role)? != *value))
                }
                _ => self.facts.narrow(condition, solutions),
            },
            _ => self.facts.narrow(condition, solutions),
        }
    }

    /// The role in a fact of the relation.
    fn role_of<'a>(&self, fact: &'a Term) -> Option<&'a Term> {
        match fact.parts() {
            Some((name, [role])) if name == self.control => Some(role),
            _ => None,
        }
    }

    /// The turns, if each rule of `legal` is for the role whose turn it is or for one that waits.
    fn turns(&self) -> Option<Turns> {
        let mut turns = Turns {
            control: self.control.clone(),
            waiting_rules: Vec::new(),
            waiting_moves: IndexMap::new(),
        };
        for (number, rule) in self.rules.iter().enumerate() {
            if !rule.head.is("legal", 2) || self.is_for_its_turn(rule) {
                continue;
            }
            if !self.is_for_waiting(rule) {
                return None;
            }
            let TermKind::Constant(waiting) = &rule.head.arguments[1].kind else {
                return None;
            };
            turns.waiting_rules.push(number);
            let own = &rule.head.arguments[0];
            let constant = |role: &&Name| own.parts().is_none_or(|(name, _)| name == *role);
            for role in self.roles.iter().filter(constant) {
                let known = turns.waiting_moves.entry(role.clone());
                if known.or_insert_with(|| waiting.clone()) != waiting {
                    return None;
                }
            }
        }
        (turns.waiting_moves.len() == self.roles.len()).then_some(turns)
    }

    /// Whether a rule of `legal` asks that it is the turn of its role.
    fn is_for_its_turn(&self, rule: &Rule) -> bool {
        self.asked(rule)
            .any(|role| is_same(role, &rule.head.arguments[0]))
    }

    /// Whether a rule of `legal` asks that it is not the turn of its role.
    fn is_for_waiting(&self, rule: &Rule) -> bool {
        let own = &rule.head.arguments[0];
        let denies = rule.body.iter().any(|condition| match condition {
            Formula::Not(inner, _) => match &**inner {
                Formula::Atom(atom) if atom.is("true", 1) => {
                    let role = self.role_of(&atom.arguments[0]);
                    role.is_some_and(|role| is_same(role, own))
                }
                _ => false,
            },
            _ => false,
        });
        denies
            || self.asked(rule).any(|role| {
                rule.body.iter().any(|condition| match condition {
                    Formula::Distinct(one, other, _) => {
                        is_same(one, role) && is_same(other, own)
                            || is_same(one, own) && is_same(other, role)
                    }
                    Formula::Atom(atom) => self.facts.tell_apart(atom, role, own),
                    _ => false,
                }) || matches!(
                    (&role.kind, &own.kind),
                    (TermKind::Constant(one), TermKind::Constant(other)) if one != other
                )
            })
    }

    /// The roles of which a rule asks that it is their turn.
    fn asked<'a>(&'a self, rule: &'a Rule) -> impl Iterator<Item = &'a Term> {
        let facts = rule.body.iter().filter_map(|condition| match condition {
            Formula::Atom(atom) if atom.is("true", 1) => Some(&atom.arguments[0]),
            _ => None,
        });
        facts.filter_map(|fact| self.role_of(fact))
    }
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
    match &atom.arguments[1].kind {
        TermKind::Variable(_) => true,
        TermKind::Constant(name) => turns.waiting_moves.values().any(|waits| waits == name),
        TermKind::Function(..) => false,
    }
}

/// Whether two terms are the same variable or the same constant.
fn is_same(one: &Term, other: &Term) -> bool {
    match (&one.kind, &other.kind) {
        (TermKind::Variable(one), TermKind::Variable(other))
        | (TermKind::Constant(one), TermKind::Constant(other)) => one == other,
        _ => false,
    }
}
