//! `add` and `delete` as rules of `next`: what is added holds next, and what holds stays unless it is
//! deleted or, where a key has one value, replaced.

use super::clauses::{Located, Place};
use super::program::Program;
use super::rule::{Atom, Literal, NEXT, RelationKey, Rule, TRUE};
use super::term::Term;
use crate::game::declaration::Fluent;
use crate::syntax::source::Span;
use crate::syntax::tree::Name;

/// What effects do with facts.
const WHAT: [&str; 3] = ["added", "deleted", "replaced"];

/// The relations for effects. They are found for all facts at once, as effects are.
pub(super) fn relations(program: &Program<'_>) -> impl Iterator<Item = RelationKey> {
    program.fluents.iter().flat_map(|fluent| {
        let arities = [fluent.arity(), fluent.arity(), fluent.keys.len()];
        let names = WHAT.map(|what| Name::from(format!("${}_{what}", fluent.name)));
        names.into_iter().zip(arities)
    })
}

/// The rules with those of `next` for those of `add` and `delete`.
pub(super) fn with_next(program: &Program<'_>, rules: Vec<Located>) -> Vec<Located> {
    let is_effect = |rule: &Located| {
        ["add", "delete"]
            .iter()
            .any(|word| rule.rule.head.is(word, 1))
    };
    let (effects, mut rules): (Vec<Located>, Vec<Located>) = rules.into_iter().partition(is_effect);
    let Some(end) = effects.iter().map(|effect| effect.place).max() else {
        return rules;
    };
    for fluent in program.fluents {
        let is_own = |located: &&Located| is_of(located, fluent);
        let own: Vec<&Located> = effects.iter().filter(is_own).collect();
        let place = own.iter().map(|effect| effect.place).max().unwrap_or(end);
        rules.extend(rules_of(program, fluent, &own, place));
    }
    rules
}

fn is_of(effect: &Located, fluent: &Fluent) -> bool {
    let parts = effect.rule.head.arguments[0].parts();
    parts.is_some_and(|(name, arguments)| *name == fluent.name && arguments.len() == fluent.arity())
}

/// The rules of `next` for one fluent.
fn rules_of(
    program: &Program<'_>,
    fluent: &Fluent,
    own: &[&Located],
    place: Place,
) -> Vec<Located> {
    let span = fluent.span;
    let (adds, deletes): (Vec<&Located>, Vec<&Located>) =
        own.iter().partition(|effect| effect.rule.head.is("add", 1));
    let is_renewed = fluent.value.is_some()
        && fluent.keys.is_empty()
        && adds
            .iter()
            .any(|add| is_certain(program, fluent, &add.rule));
    let has_values = fluent.value.is_some() && !adds.is_empty() && !is_renewed;
    // What is long is said once.
    let is_long = has_values && adds.iter().any(|add| add.rule.body.len() > 2);
    let relation = |what: &str| format!("${}_{what}", fluent.name);
    let [added, deleted, replaced] = WHAT.map(relation);
    let next = |fact: Term| Atom::new(NEXT, vec![fact], span);
    let keys = |fact: &Term| arguments(fact)[..fluent.keys.len()].to_vec();
    let mut rules = Vec::new();
    for add in &adds {
        let fact = &add.rule.head.arguments[0];
        match is_long {
            true => rules.push(add.with_head(&added, arguments(fact).to_vec())),
            false => rules.push(add.with_head(NEXT, vec![fact.clone()])),
        }
        if has_values && !is_long {
            let mut replacing = add.with_head(&replaced, keys(fact));
            replacing.rule.comment = Box::default();
            rules.push(replacing);
        }
    }
    let fact = program.pattern(fluent);
    let atom = |name: &str, arguments: Vec<Term>| Atom::new(name, arguments, span);
    let mut further = Vec::new();
    if is_long {
        let added = vec![Literal::Atom(atom(&added, arguments(&fact).to_vec()))];
        further.push(Rule::new(next(fact.clone()), added.clone()));
        further.push(Rule::new(atom(&replaced, keys(&fact)), added));
    }
    for delete in &deletes {
        let fact = &delete.rule.head.arguments[0];
        rules.push(delete.with_head(&deleted, arguments(fact).to_vec()));
    }
    if !is_renewed {
        let mut body = vec![Literal::Atom(atom(TRUE, vec![fact.clone()]))];
        if !deletes.is_empty() {
            body.push(Literal::Not(atom(&deleted, arguments(&fact).to_vec())));
        }
        if has_values {
            body.push(Literal::Not(atom(&replaced, keys(&fact))));
        }
        further.push(Rule::new(next(fact), body));
    }
    rules.extend(further.into_iter().map(|rule| Located { rule, place }));
    rules
}

/// Whether a rule of `add` gives a fluent a value on each turn: it asks for the role whose turn it is, and
/// for what is so of each role in every position.
fn is_certain(program: &Program<'_>, fluent: &Fluent, rule: &Rule) -> bool {
    let mut mover = None;
    let mut goals = Vec::new();
    for literal in &rule.body {
        match literal {
            Literal::Atom(atom) if atom.is(TRUE, 1) => match atom.arguments[0].parts() {
                Some((name, [role])) if *name == fluent.name && mover.is_none() => {
                    mover = Some(role)
                }
                _ => return false,
            },
            Literal::Atom(atom)
                if atom.goal.is_none() && program.is_fixed_predicate(&atom.key()) =>
            {
                goals.push(Term::applied(&atom.name, atom.arguments.clone()));
            }
            _ => return false,
        }
    }
    let Some(Term::Variable(mover)) = mover else {
        return false;
    };
    let goal = goals
        .into_iter()
        .reduce(|all, goal| Term::Function(",".into(), vec![all, goal]));
    let goal = goal.unwrap_or_else(|| Term::atom("true"));
    let mut roles = program.rules.game.roles.iter().filter_map(Term::from_value);
    roles.all(|role| {
        let asked = goal.replaced(&|name| (name == mover).then(|| role.clone()));
        program
            .answers(&asked, 1)
            .is_some_and(|answers| answers.len() == 1)
    })
}

fn arguments(fact: &Term) -> &[Term] {
    fact.parts().map_or(&[], |(_, arguments)| arguments)
}

impl Located {
    /// The same rule with another head.
    fn with_head(&self, name: &str, arguments: Vec<Term>) -> Self {
        let mut located = self.clone();
        located.rule.head = Atom::new(name, arguments, self.rule.head.span);
        located
    }
}

/// A rule at a place.
pub(super) fn at(
    place: Place,
    head: &str,
    arguments: Vec<Term>,
    body: Vec<Literal>,
    span: Span,
) -> Located {
    let rule = Rule::new(Atom::new(head, arguments, span), body);
    Located { rule, place }
}
