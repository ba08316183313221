//! What a game is played with: roles, domains, fluents, what holds at first, and facts that never
//! change.

use super::draft::{Draft, ROLE, call};

impl Draft<'_, '_> {
    pub fn write_roles(&mut self) {
        let count = self.choices.weighted(&[(2, 1), (7, 2), (1, 3)]);
        let names = &["ann", "bob", "cid"][..count];
        for (name, next) in names.iter().zip(names.iter().cycle().skip(1)) {
            self.write(format!("opponent({name}, {next})"));
        }
        let role = self.constants("role", names);
        assert_eq!(role, ROLE);
        self.roles = names.iter().map(ToString::to_string).collect();
        self.offer("opponent", &[ROLE, ROLE]);
        self.uses(["one role", "two roles", "three roles"][count - 1]);
        self.has_turns = self.choices.happens(3, 4);
        match (self.has_turns, count) {
            (true, _) => {
                self.declare("control", &[ROLE], true);
                self.write("init(control(ann))");
            }
            (false, 1) => {}
            (false, _) => self.uses("moves at once"),
        }
    }

    /// Domains, fluents and facts of no board: counters, sets, maps.
    pub fn write_loose_fluents(&mut self) {
        let (first, last) = (self.choices.below(2), self.choices.pick(&[2, 3, 4, 6]));
        self.numbers("size", first, last);
        let values = [
            "red",
            "green",
            "'dark blue'",
            "f(red)",
            "-1",
            "\"text\"",
            "[red, 1]",
        ];
        let (first, count) = (self.choices.below(3), 2 + self.choices.below(3));
        self.constants("sign", &values[first..first + count]);
        for number in 0..1 + self.choices.below(3) {
            let count = self.choices.weighted(&[(3, 1), (3, 2), (1, 3)]);
            let domains: Vec<usize> = (0..count)
                .map(|_| self.choices.below(self.domains.len().min(4)))
                .collect();
            let is_valued = self.choices.happens(1, 2);
            let facts: usize = domains
                .iter()
                .map(|domain| self.domains[*domain].values.len())
                .product();
            if facts <= 600 {
                self.declare(&format!("fluent{number}"), &domains, is_valued);
                self.write_first_facts();
            }
        }
        if !self
            .fluents
            .iter()
            .any(|fluent| fluent.callable.name != "control")
        {
            self.declare("left_over", &[1], false);
        }
        if self.choices.happens(1, 2) {
            self.write_links();
        }
    }

    /// What holds at first of the fluent that was declared last.
    fn write_first_facts(&mut self) {
        let Some(fluent) = self.fluents.last().cloned() else {
            return;
        };
        let keys = fluent.callable.domains.len() - usize::from(fluent.is_valued);
        let mut seen: Vec<Vec<String>> = Vec::new();
        for _ in 0..self.choices.below(5) {
            let arguments: Vec<String> = fluent
                .callable
                .domains
                .iter()
                .map(|domain| self.value(*domain))
                .collect();
            if !seen.iter().any(|other| other[..keys] == arguments[..keys]) {
                self.write(format!("init({})", call(&fluent.callable.name, &arguments)));
                seen.push(arguments);
            }
        }
    }

    /// Facts that never change, between values of two domains.
    fn write_links(&mut self) {
        self.uses("facts between values");
        let domains = [
            self.choices.below(self.domains.len().min(4)),
            self.choices.below(self.domains.len().min(4)),
        ];
        for _ in 0..2 + self.choices.below(5) {
            let arguments = domains.map(|domain| self.value(domain));
            self.write(call("link", &arguments));
        }
        self.offer("link", &domains);
    }

    /// Declares all fluents without their domains, which have to be found then.
    pub fn forget_domains(&mut self) {
        self.uses("fluents without a domain");
        for clause in &mut self.clauses {
            if let Some(undeclared) = without_domains(clause) {
                *clause = undeclared;
            }
        }
    }
}

/// A declaration of a fluent with `_` for each domain; none if this is no such declaration.
pub fn without_domains(declaration: &str) -> Option<String> {
    let fluent = declaration.strip_prefix(":- fluent ")?;
    let (head, value) = match fluent.split_once(" -> ") {
        Some((head, _)) => (head, " -> _"),
        None => (fluent, ""),
    };
    let Some((name, keys)) = head.split_once('(') else {
        return Some(format!(":- fluent {head}{value}"));
    };
    let keys = vec!["_"; keys.split(',').count()].join(", ");
    Some(format!(":- fluent {name}({keys}){value}"))
}
