//! Arithmetic as relations: `A is X + 2 * D` becomes `(times 2 ?d ?n) (plus ?x ?n ?a)`. The facts of the
//! relations are listed when it is known which numbers occur.

use super::body::{Alternative, Translation, listed, unified};
use super::term::Term;
use crate::syntax::source::Span;
use crate::syntax::tree::Name;

/// Functions and comparisons with the names of their relations.
const NAMES: [(&str, usize, &str); 18] = [
    ("+", 2, "plus"),
    ("-", 2, "minus"),
    ("*", 2, "times"),
    ("/", 2, "divided"),
    ("//", 2, "quotient"),
    ("mod", 2, "modulo"),
    ("rem", 2, "remainder"),
    ("**", 2, "power"),
    ("^", 2, "power"),
    ("-", 1, "negative"),
    ("abs", 1, "absolute"),
    ("max", 2, "maximum"),
    ("min", 2, "minimum"),
    ("<", 2, "less"),
    (">", 2, "greater"),
    ("=<", 2, "at_most"),
    (">=", 2, "at_least"),
    ("=\\=", 2, "different"),
];

impl Translation<'_, '_> {
    /// `result is expression`
    pub fn evaluation(
        &mut self,
        result: &Term,
        expression: &Term,
        span: Span,
        so_far: Alternative,
    ) -> Vec<Alternative> {
        let (value, so_far) = self.value(expression, span, so_far);
        match value {
            Term::Variable(_) if so_far.apply(expression) == value => {
                let goal = Term::Function("is".into(), vec![result.clone(), value.clone()]);
                vec![listed(
                    "value",
                    vec![value, result.clone()],
                    goal,
                    span,
                    so_far,
                )]
            }
            value => unified(&value, result, so_far),
        }
    }

    /// A comparison of two expressions.
    pub fn comparison(
        &mut self,
        operator: &Name,
        one: &Term,
        other: &Term,
        span: Span,
        so_far: Alternative,
    ) -> Vec<Alternative> {
        let is_variable = |term: &Term| so_far.apply(term).as_variable().is_some();
        let is_plain = is_variable(one) || is_variable(other);
        let (one, so_far) = self.value(one, span, so_far);
        let (other, so_far) = self.value(other, span, so_far);
        if &**operator == "=:=" && !is_plain {
            return unified(&one, &other, so_far);
        }
        let sides = vec![one, other];
        let goal = Term::Function(operator.clone(), sides.clone());
        if goal.is_ground() {
            let holds = self.program.answers(&goal, 1);
            return holds
                .filter(|answers| !answers.is_empty())
                .map(|_| so_far)
                .into_iter()
                .collect();
        }
        vec![listed(relation(operator, 2), sides, goal, span, so_far)]
    }

    /// The value of an expression: a number, or a variable that has it.
    fn value(&mut self, expression: &Term, span: Span, so_far: Alternative) -> (Term, Alternative) {
        let expression = so_far.apply(expression);
        let Term::Function(name, arguments) = &expression else {
            return (expression, so_far);
        };
        let mut so_far = so_far;
        let mut values = Vec::new();
        for argument in arguments {
            let value;
            (value, so_far) = self.value(argument, span, so_far);
            values.push(value);
        }
        let result = Term::Variable(self.names.variable());
        let expression = Term::Function(name.clone(), values.clone());
        let goal = Term::Function("is".into(), vec![result.clone(), expression.clone()]);
        if expression.is_ground()
            && let Some(answers) = self.program.answers(&goal, 1)
            && let Some(value) = answers.into_iter().flatten().next()
        {
            return (value, so_far);
        }
        values.push(result.clone());
        let so_far = listed(relation(name, arguments.len()), values, goal, span, so_far);
        (result, so_far)
    }
}

/// The name of the relation of a function or a comparison.
fn relation(name: &str, arity: usize) -> &str {
    let mut names = NAMES.iter();
    let known = names.find(|(operator, number, _)| *operator == name && *number == arity);
    known.map_or(name, |(_, _, relation)| relation)
}
