//! Writes the rules of a sheet as clauses, each part with its place in the sheet.

use super::by_turns::ByTurns;
use super::domains::{Domains, Ground};
use super::names::{Names, VariableNames};
use super::read::fluent_place;
use super::rule::{Atom, Formula, Rule, Term, TermKind};
use super::strata::key;
use super::turns::may_wait;
use crate::syntax::construct::{
    applied, atom, clause, compound, constant, directive, join, variable,
};
use crate::syntax::source::Span;
use crate::syntax::tree::{Clause, Name, SourceTerm};

/// What is known of a sheet as a whole.
pub(super) struct Writer<'s> {
    pub names: &'s Names,
    pub domains: &'s Domains,
    /// How the turns go, if one role moves and the others wait.
    pub turns: Option<&'s ByTurns<'s>>,
}

impl Writer<'_> {
    /// The clause of a rule whose conditions are in order, by its number.
    pub fn clause(&self, number: usize, rule: &Rule) -> Clause {
        self.clause_about(rule, None, Some(number))
    }

    /// The clause of a rule of `legal`, about another relation.
    pub fn clause_named(&self, rule: &Rule, name: &Name) -> Clause {
        self.clause_about(rule, Some(name), None)
    }

    fn clause_about(&self, rule: &Rule, name: Option<&Name>, number: Option<usize>) -> Clause {
        let mut places = Vec::new();
        rule.each_variable(&mut |name| places.push(name));
        let mut variables = VariableNames::new(&places);
        let mut goals: Vec<SourceTerm> = Vec::new();
        // The roles of the words are asked for first where the rule leaves them open.
        if let Some(role) = self.open_role(rule) {
            let role = term(role, &mut variables);
            goals.push(compound("role", rule.head.span, vec![role]));
        }
        goals.extend(
            rule.body
                .iter()
                .map(|condition| self.goal(condition, &mut variables)),
        );
        let condition = self.turns.zip(number).and_then(|(turns, number)| {
            let role = term(rule.head.arguments.first()?, &mut variables);
            turns.condition(number, role, self.names)
        });
        goals.extend(condition);
        let Some(name) = name else {
            let head = self.head(&rule.head, &mut variables);
            return clause(head, goals, rule.span, rule.comment.clone());
        };
        let arguments = terms(&rule.head.arguments, &mut variables);
        let head = compound(name, rule.head.span, arguments);
        clause(head, goals, rule.span, Box::default())
    }

    /// The role of `legal` or `goal`, if it is a variable and no condition asks for it as a role.
    fn open_role<'r>(&self, rule: &'r Rule) -> Option<&'r Term> {
        let is_about_roles = rule.head.is("legal", 2) || rule.head.is("goal", 2);
        let role = rule.head.arguments.first().filter(|_| is_about_roles)?;
        let name = role.variable()?;
        let asks = |condition: &Formula| match condition {
            Formula::Atom(atom) if atom.is("role", 1) || atom.is("does", 2) => {
                atom.arguments[0].variable() == Some(name)
            }
            _ => false,
        };
        (!rule.body.iter().any(asks)).then_some(role)
    }

    fn head(&self, head: &Atom, variables: &mut VariableNames) -> SourceTerm {
        let arguments = match fluent_place(head) {
            Some(place) => vec![self.fact(&head.arguments[place], variables)],
            None => terms(&head.arguments, variables),
        };
        let name = self.names.relation(&key(head));
        applied(name.unwrap_or(&head.name), head.span, arguments)
    }

    /// A fact of a position.
    fn fact(&self, fact: &Term, variables: &mut VariableNames) -> SourceTerm {
        let Some((name, arguments)) = fact.parts() else {
            return term(fact, variables);
        };
        let named = self.names.fluent(&(name.clone(), arguments.len()));
        let arguments = terms(arguments, variables);
        applied(named.unwrap_or(name), fact.span, arguments)
    }

    fn goal(&self, condition: &Formula, variables: &mut VariableNames) -> SourceTerm {
        let span = condition.span();
        match condition {
            Formula::Atom(atom) => self.atom(atom, variables),
            Formula::Distinct(left, right, _) => {
                let sides = vec![term(left, variables), term(right, variables)];
                compound("\\==", span, sides)
            }
            Formula::Not(inner, _) => {
                let inner = self.goal(inner, variables);
                compound("\\+", span, vec![inner])
            }
            Formula::And(parts, _) => self.joined(",", parts, span, variables),
            Formula::Or(parts, _) => self.joined(";", parts, span, variables),
        }
    }

    fn joined(
        &self,
        operator: &str,
        parts: &[Formula],
        span: Span,
        variables: &mut VariableNames,
    ) -> SourceTerm {
        let goals = parts.iter().map(|part| self.goal(part, variables));
        join(operator, goals.collect(), span)
    }

    fn atom(&self, atom: &Atom, variables: &mut VariableNames) -> SourceTerm {
        if self.domains.refute(atom) {
            return constant("fail", atom.span);
        }
        if let Some(place) = fluent_place(atom) {
            return self.fact(&atom.arguments[place], variables);
        }
        let arguments = terms(&atom.arguments, variables);
        let is_made = atom.is("does", 2);
        if is_made || atom.is("legal", 2) {
            let name = match self.turns {
                Some(by) if may_wait(atom, by.turns) && is_made => &by.did,
                Some(by) if may_wait(atom, by.turns) => &by.may,
                _ => &atom.name,
            };
            return compound(name, atom.span, arguments);
        }
        match self.names.relation(&key(atom)) {
            Some(name) => applied(name, atom.span, arguments),
            None => constant("fail", atom.span),
        }
    }
}

/// The directive that moves and results have no order of their own; none without rules.
pub(super) fn sorted(rules: &[Rule]) -> Vec<Clause> {
    let first = rules.first().into_iter();
    first
        .map(|rule| directive(atom("sorted", rule.head.span)))
        .collect()
}

/// The directive that a relation has tables.
pub(super) fn table(name: &Name, arity: usize, span: Span) -> Clause {
    let number = constant(&arity.to_string(), span);
    let indicator = compound("/", span, vec![atom(name, span), number]);
    directive(compound("table", span, vec![indicator]))
}

fn terms(terms: &[Term], variables: &mut VariableNames) -> Vec<SourceTerm> {
    terms.iter().map(|one| term(one, variables)).collect()
}

fn term(term: &Term, variables: &mut VariableNames) -> SourceTerm {
    match &term.kind {
        TermKind::Variable(name) => variable(&variables.of(name), term.span),
        TermKind::Constant(name) => constant(name, term.span),
        TermKind::Function(name, arguments) => {
            let arguments = terms(arguments, variables);
            function(name, term.span, arguments)
        }
    }
}

/// A term without variables.
pub(super) fn ground(term: &Ground, span: Span) -> SourceTerm {
    match term {
        Ground::Constant(name) => constant(name, span),
        Ground::Function(name, arguments) => {
            let arguments = arguments.iter().map(|term| ground(term, span));
            function(name, span, arguments.collect())
        }
    }
}

/// A function applied to arguments. Without arguments it is another term than the constant.
fn function(name: &Name, span: Span, arguments: Vec<SourceTerm>) -> SourceTerm {
    match arguments.is_empty() {
        true => atom(&format!("({name})"), span),
        false => compound(name, span, arguments),
    }
}
