//! Reads the expressions of a sheet as rules, and refuses what is none.

use super::rule::{Atom, Formula, Rule, Term, TermKind};
use crate::syntax::diagnostic::Diagnostic;
use crate::syntax::kif::{Expression, ExpressionKind, Sentence, Sheet};
use crate::syntax::source::Span;
use crate::syntax::tree::Name;

/// The words of the language that a rule may define or ask, with their numbers of arguments.
const WORDS: [(&str, usize); 11] = [
    ("role", 1),
    ("init", 1),
    ("true", 1),
    ("does", 2),
    ("legal", 2),
    ("next", 1),
    ("goal", 2),
    ("terminal", 0),
    ("base", 1),
    ("input", 2),
    ("distinct", 2),
];

/// The words that are asked only.
const ASKED_ONLY: [&str; 6] = ["true", "does", "distinct", "not", "or", "and"];

type Read<T> = Result<T, Box<Diagnostic>>;

/// The rules of a sheet, and its mistakes.
pub(super) fn rules(sheet: &Sheet) -> (Vec<Rule>, Vec<Diagnostic>) {
    let mut rules = Vec::new();
    let mut faults = Vec::new();
    for sentence in &sheet.sentences {
        match rule(sentence) {
            Ok(rule) => rules.push(rule),
            Err(fault) => faults.push(*fault),
        }
    }
    (rules, faults)
}

fn rule(sentence: &Sentence) -> Read<Rule> {
    let expression = &sentence.expression;
    let (head, body) = match list(expression) {
        Some([arrow, rest @ ..]) if word(arrow) == Some("<=") => match rest {
            [head, body @ ..] => (head, body),
            [] => return Err(malformed(expression.span, "a rule without a head")),
        },
        _ => (expression, &[][..]),
    };
    let head = head_atom(head)?;
    let body = body.iter().map(formula).collect::<Read<_>>()?;
    Ok(Rule {
        head,
        body,
        span: expression.span,
        comment: sentence.comment.clone(),
    })
}

fn head_atom(expression: &Expression) -> Read<Atom> {
    let head = atom(expression)?;
    if ASKED_ONLY.contains(&&*head.name) {
        let title = format!("`{}` is asked and cannot be defined", head.name);
        let fault = Diagnostic::error("kif-rule", title, head.span, "defined here");
        return Err(Box::new(fault.with_help(
            "a rule defines a relation of its own, or `role`, `init`, `legal`, `next`, `terminal` or `goal`",
        )));
    }
    let is_role_of_chance = head.is("role", 1)
        && matches!(&head.arguments[0].kind, TermKind::Constant(name) if &**name == "random");
    if is_role_of_chance || head.is("sees", 2) {
        let title = "games of chance and with hidden information are not supported";
        let fault = Diagnostic::error("kif-unsupported", title, head.span, "says so here");
        return Err(Box::new(fault.with_help(
            "Regola plays games of complete information without chance; `random` and `sees` belong to GDL-II",
        )));
    }
    Ok(head)
}

/// The place of the argument that is a fact of the position.
pub(super) fn fluent_place(atom: &Atom) -> Option<usize> {
    let is_about_facts = ["true", "next", "init"].iter().any(|word| atom.is(word, 1));
    is_about_facts.then_some(0)
}

fn formula(expression: &Expression) -> Read<Formula> {
    let span = expression.span;
    let Some([first, rest @ ..]) = list(expression) else {
        return Ok(Formula::Atom(atom(expression)?));
    };
    let parts = || rest.iter().map(formula).collect::<Read<Vec<_>>>();
    match (word(first), rest) {
        (Some("not"), [negated]) => Ok(Formula::Not(Box::new(formula(negated)?), span)),
        (Some("not"), _) => Err(malformed(span, "`not` wants one condition")),
        (Some("or"), [_, ..]) => Ok(Formula::Or(parts()?, span)),
        (Some("and"), [_, ..]) => Ok(Formula::And(parts()?, span)),
        (Some("or" | "and"), []) => Err(malformed(span, "no conditions are joined")),
        (Some("distinct"), [left, right]) => Ok(Formula::Distinct(term(left)?, term(right)?, span)),
        _ => Ok(Formula::Atom(atom(expression)?)),
    }
}

fn atom(expression: &Expression) -> Read<Atom> {
    let span = expression.span;
    let (name, arguments) = match &expression.kind {
        ExpressionKind::Word(name) => (name, &[][..]),
        ExpressionKind::Variable(_) => return Err(malformed(span, "a variable is no condition")),
        ExpressionKind::List(items) => match &items[..] {
            [
                Expression {
                    kind: ExpressionKind::Word(name),
                    ..
                },
                arguments @ ..,
            ] => (name, arguments),
            [] => return Err(malformed(span, "nothing stands between the brackets")),
            _ => return Err(malformed(span, "a relation begins with its name")),
        },
    };
    if &**name == "<=" {
        return Err(malformed(span, "a rule cannot stand within a rule"));
    }
    let arguments: Vec<Term> = arguments.iter().map(term).collect::<Read<_>>()?;
    check_number(name, arguments.len(), span)?;
    let mut atom = Atom {
        name: name.clone(),
        arguments,
        span,
    };
    // Brackets around a fact without arguments say nothing.
    if let Some(place) = fluent_place(&atom)
        && let TermKind::Function(name, arguments) = &atom.arguments[place].kind
        && arguments.is_empty()
    {
        atom.arguments[place].kind = TermKind::Constant(name.clone());
    }
    Ok(atom)
}

/// An error if a word of the language has another number of arguments than it must have.
fn check_number(name: &Name, arguments: usize, span: Span) -> Read<()> {
    let known = WORDS.iter().find(|(word, _)| **word == **name);
    match known {
        Some((_, wanted)) if *wanted != arguments => {
            let title = format!("`{name}` has {wanted} arguments and not {arguments}");
            let fault = Diagnostic::error("kif-rule", title, span, "written here");
            let help = "the words of the language are `(role r)`, `(init fact)`, `(true fact)`, \
                        `(next fact)`, `(legal role move)`, `(does role move)`, `(goal role value)`, \
                        `terminal` and `(distinct term term)`";
            Err(Box::new(fault.with_help(help)))
        }
        _ => Ok(()),
    }
}

fn term(expression: &Expression) -> Read<Term> {
    let span = expression.span;
    let kind = match &expression.kind {
        ExpressionKind::Word(name) => TermKind::Constant(name.clone()),
        ExpressionKind::Variable(name) => TermKind::Variable(name.clone()),
        ExpressionKind::List(items) => match &items[..] {
            [
                Expression {
                    kind: ExpressionKind::Word(name),
                    ..
                },
                arguments @ ..,
            ] => TermKind::Function(
                name.clone(),
                arguments.iter().map(term).collect::<Read<_>>()?,
            ),
            _ => return Err(malformed(span, "a term begins with the name of a function")),
        },
    };
    Ok(Term { kind, span })
}

fn list(expression: &Expression) -> Option<&[Expression]> {
    match &expression.kind {
        ExpressionKind::List(items) => Some(items),
        _ => None,
    }
}

fn word(expression: &Expression) -> Option<&str> {
    match &expression.kind {
        ExpressionKind::Word(name) => Some(name),
        _ => None,
    }
}

fn malformed(span: Span, label: &str) -> Box<Diagnostic> {
    let fault = Diagnostic::error("kif-rule", "this is no sentence of a game", span, label);
    Box::new(fault.with_help(
        "a sentence is a fact such as `(role white)`, or a rule such as `(<= (legal ?r pass) (role ?r))`",
    ))
}
