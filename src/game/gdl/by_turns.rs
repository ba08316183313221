//! Writes what a game by turns needs beside the rules of its sheet: whose turn it is, all moves that were made, and
//! all legal moves, those of roles that wait among them.

use std::collections::BTreeSet;

use super::domains::Ground;
use super::names::Names;
use super::rule::Rule;
use super::turns::{Turns, Waiting, first_wait};
use super::write::{Writer, ground};
use crate::syntax::construct::{applied, clause, compound, constant, variable};
use crate::syntax::source::Span;
use crate::syntax::tree::{Clause, Name, SourceTerm};

/// How the turns go, with the names of what is said of them.
pub(super) struct ByTurns<'t> {
    pub turns: &'t Turns,
    /// The relation of all moves of a turn.
    pub did: Name,
    /// The relation of all legal moves.
    pub may: Name,
    /// The relation of the role that has the turn.
    turn: Name,
}

impl<'t> ByTurns<'t> {
    pub fn new(turns: &'t Turns, names: &mut Names) -> Self {
        Self {
            turns,
            did: names.fresh("did", 2),
            may: names.fresh("may", 2),
            turn: names.fresh("turn", 1),
        }
    }

    /// Whether only roles that wait have moves by a rule.
    pub fn is_waiting(&self, rule: usize) -> bool {
        self.turns.waiting_rules.get(&rule) == Some(&Waiting::Only)
    }

    /// What a rule of `legal` must ask too, so that it gives only the role that has the turn a move.
    pub fn condition(&self, rule: usize, role: SourceTerm, names: &Names) -> Option<SourceTerm> {
        let waiting = self.turns.waiting_rules.get(&rule)?;
        let is_for_both = *waiting == Waiting::AndMoving;
        let control = self.turns.control().and_then(|fact| names.fluent(fact));
        let span = role.span;
        is_for_both.then(|| compound(control.unwrap_or(&self.turn), span, vec![role]))
    }

    /// The clauses that stand before the rules.
    pub fn clauses(&self, rules: &[Rule], writer: &Writer<'_>) -> Vec<Clause> {
        let mut written = Vec::new();
        if let Some(asks) = first_wait(rules, "does", self.turns) {
            written.extend(self.moves_of_all(asks.span));
        }
        let is_for_both = |waiting: &Waiting| *waiting == Waiting::AndMoving;
        let restricted = self.turns.waiting_rules.iter();
        let mut restricted = restricted.filter(|(_, waiting)| is_for_both(waiting));
        if let Some((rule, _)) = restricted.next()
            && self.turns.control().is_none()
        {
            written.extend(self.movers(rules[*rule].head.span, writer.names));
        }
        if let Some(asks) = first_wait(rules, "legal", self.turns) {
            written.push(self.same("legal", &self.may, asks.span));
            for rule in self.turns.waiting_rules.keys() {
                written.push(writer.clause_named(&rules[*rule], &self.may));
            }
        }
        written
    }

    /// The relation of all moves of a turn: those that were made, and the waiting moves of roles that made
    /// none.
    fn moves_of_all(&self, span: Span) -> Vec<Clause> {
        let waited = self.turns.waiting_moves.iter().map(|(role, waiting)| {
            let role = || constant(role, span);
            let made = compound("does", span, vec![role(), variable("_", span)]);
            clause(
                compound(&self.did, span, vec![role(), ground(waiting, span)]),
                vec![compound("\\+", span, vec![made])],
                span,
                Box::default(),
            )
        });
        let made = self.same("does", &self.did, span);
        std::iter::once(made).chain(waited).collect()
    }

    /// The clause that what holds of a word holds of a relation too.
    fn same(&self, word: &str, relation: &Name, span: Span) -> Clause {
        let both = || vec![variable("Role", span), variable("Move", span)];
        clause(
            compound(relation, span, both()),
            vec![compound(word, span, both())],
            span,
            Box::default(),
        )
    }

    /// The relation of the role that has the turn: for each state its facts, and that none of those holds which a
    /// greater state has beside them.
    fn movers(&self, span: Span, names: &Names) -> Vec<Clause> {
        let states = self.turns.states.iter();
        let clauses = states.map(|(state, mover)| {
            let greater = self.turns.states.iter().map(|(other, _)| other);
            let greater = greater.filter(|other| other.is_superset(state));
            let absent = greater.flat_map(|other| other.difference(state));
            let absent: BTreeSet<&Ground> = absent.collect();
            let held = state.iter().map(|fact| written(fact, span, names));
            let absent = absent
                .into_iter()
                .map(|fact| compound("\\+", span, vec![written(fact, span, names)]));
            clause(
                compound(&self.turn, span, vec![constant(mover, span)]),
                held.chain(absent).collect(),
                span,
                Box::default(),
            )
        });
        clauses.collect()
    }
}

/// A fact as a term.
fn written(fact: &Ground, span: Span, names: &Names) -> SourceTerm {
    let (name, arguments) = match fact {
        Ground::Constant(name) => (name, &[][..]),
        Ground::Function(name, arguments) => (name, &arguments[..]),
    };
    let named = names.fluent(&(name.clone(), arguments.len()));
    let arguments = arguments.iter().map(|term| ground(term, span));
    applied(named.unwrap_or(name), span, arguments.collect())
}
