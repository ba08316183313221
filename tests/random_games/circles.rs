//! Predicates with tables: they call themselves, or each other, in a circle.

use super::draft::{Callable, Draft, Scope, call};

impl Draft<'_, '_> {
    /// One predicate with a table or two that call each other, for later goals to call.
    pub fn write_circle(&mut self, name: &str) {
        self.uses("circle");
        let names: Vec<String> = match self.choices.below(4) {
            0 => vec![name.to_owned(), format!("{name}_back")],
            _ => vec![name.to_owned()],
        };
        let domains = self.circle_domains();
        for name in &names {
            self.write(format!(":- table {name}/{}", domains.len()));
        }
        for (name, other) in names.iter().zip(names.iter().rev()) {
            self.write_circle_clauses(name, other, &domains, "true");
        }
        self.offer(name, &domains);
    }

    /// A predicate with a table that goes in a circle from what the chosen move names, and an effect
    /// wherever it holds.
    pub fn write_circle_of_effects(&mut self, pattern: &str, scope: &Scope) {
        let fitting: Vec<Callable> = self
            .fluents
            .iter()
            .filter(|fluent| fluent.callable.name != "control" && !fluent.is_valued)
            .map(|fluent| fluent.callable.clone())
            .collect();
        if fitting.is_empty() {
            return;
        }
        self.uses("circle of effects");
        let chosen = self.choices.below(fitting.len().min(256));
        let Callable { name, domains } = fitting[chosen].clone();
        let circle = format!("spread_{name}_{}", self.clauses.len());
        self.write(format!(":- table {circle}/{}", domains.len()));
        let mut scope = scope.clone();
        let goal = self.goal(&mut scope, 1);
        let first: Vec<String> = domains
            .iter()
            .map(|domain| self.bound(&scope, *domain))
            .collect();
        self.write(format!(
            "{} :- does(P, {pattern}), {goal}",
            call(&circle, &first)
        ));
        self.write_circle_clauses(&circle, &circle, &domains, "does(_, _)");
        let (variables, _) = self.variables_for(&domains);
        let effect = self.choices.pick(&["add", "delete"]);
        self.write(format!(
            "{effect}({}) :- {}",
            call(&name, &variables),
            call(&circle, &variables)
        ));
    }

    /// One or two domains, small enough for all pairs of their values.
    fn circle_domains(&mut self) -> Vec<usize> {
        let small: Vec<usize> = (0..self.domains.len())
            .filter(|domain| self.domains[*domain].values.len() <= 9)
            .collect();
        let count = 1 + self.choices.below(2);
        (0..count).map(|_| self.choices.pick(&small)).collect()
    }

    /// Clauses that begin, and clauses that go on from what `other` says.
    fn write_circle_clauses(&mut self, name: &str, other: &str, domains: &[usize], also: &str) {
        for _ in 0..1 + self.choices.below(2) {
            let (variables, mut scope) = self.variables_for(domains);
            let goals = self.ranges(&scope);
            let first = self.goal(&mut scope, 1);
            let head = call(name, &variables);
            self.write(format!("{head} :- {goals}, {also}, {first}"));
        }
        for _ in 0..1 + self.choices.below(2) {
            let (variables, mut scope) = self.variables_for(domains);
            let (inner, inner_scope) = self.variables_for(domains);
            let (head, again) = (call(name, &variables), call(other, &inner));
            let (ranges, more) = (self.ranges(&scope), self.ranges(&inner_scope));
            scope.extend(inner_scope);
            let goal = self.goal(&mut scope, 1);
            let clause = match self.choices.below(4) {
                0 => format!("{head} :- {again}, {ranges}, {goal}"),
                1 => format!("{head} :- {ranges}, {again}, {goal}"),
                2 => {
                    self.uses("circle through a denial");
                    format!("{head} :- {ranges}, {more}, {goal}, \\+ {again}")
                }
                _ => format!("{head} :- {ranges}, {more}, {goal}, {again}"),
            };
            self.write(clause);
        }
    }

    /// Calls that bind the variables.
    fn ranges(&self, scope: &Scope) -> String {
        let range = |(variable, domain): &(String, usize)| {
            format!("{}({variable})", self.domains[*domain].name)
        };
        let ranges: Vec<String> = scope.iter().map(range).collect();
        ranges.join(", ")
    }
}
