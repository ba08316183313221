//! Random expressions and comparisons of numbers, with some that overflow, divide by zero or are no
//! numbers.

use super::draft::{Draft, Scope};

impl Draft<'_, '_> {
    /// An expression that nests others to this depth.
    pub fn expression(&mut self, scope: &Scope, depth: usize) -> String {
        if depth == 0 || self.choices.happens(2, 5) {
            return self.number(scope);
        }
        let (one, two) = (
            self.expression(scope, depth - 1),
            self.expression(scope, depth - 1),
        );
        match self.choices.below(16) {
            0..=4 => format!("({one} + {two})"),
            5..=7 => format!("({one} - {two})"),
            8 | 9 => {
                self.uses("product");
                format!("({one} * {two})")
            }
            10 => {
                self.uses("division");
                let name = self.choices.pick(&["//", "mod", "rem", "div", "/"]);
                format!("({one} {name} {two})")
            }
            11 => {
                self.uses("functions of numbers");
                let name = self.choices.pick(&["min", "max"]);
                format!("{name}({one}, {two})")
            }
            12 => format!("abs({one} - {two})"),
            13 => {
                self.uses("bits of numbers");
                let name = self.choices.pick(&["xor", "/\\", "\\/", ">>"]);
                format!("({one} {name} {two})")
            }
            14 => {
                self.uses("product with a great number");
                let great = self.choices.pick(&[
                    "4611686018427387904",
                    "9223372036854775807",
                    "-9223372036854775807",
                ]);
                format!("({one} {} {great})", self.choices.pick(&["*", "+", "-"]))
            }
            _ => format!("-({one})"),
        }
    }

    /// A number: a bound variable or a constant; seldom what is no number.
    fn number(&mut self, scope: &Scope) -> String {
        let is_number = |(_, domain): &&(String, usize)| self.domains[*domain].has_numbers;
        let variables: Vec<&String> = scope
            .iter()
            .filter(is_number)
            .map(|(name, _)| name)
            .collect();
        let chosen = self.choices.below(variables.len().clamp(1, 256));
        match (self.choices.below(40), variables.get(chosen)) {
            (0, _) => {
                self.uses("what is no number");
                self.choices.pick(&["ann", "U", "[1]", "foo(1)"]).to_owned()
            }
            (1..30, Some(variable)) => (*variable).clone(),
            _ => self
                .choices
                .pick(&["0", "1", "2", "3", "-1", "7"])
                .to_owned(),
        }
    }

    pub fn comparison(&mut self, scope: &Scope) -> String {
        self.uses("comparison of numbers");
        let name = self.choices.pick(&["<", ">", "=<", ">=", "=:=", "=\\="]);
        format!(
            "{} {name} {}",
            self.expression(scope, 1),
            self.expression(scope, 1)
        )
    }
}
