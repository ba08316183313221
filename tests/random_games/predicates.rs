//! Predicates of the game's own: with cuts, several clauses, recursion, lists.

use super::draft::{Callable, Draft, Scope, call};

impl Draft<'_, '_> {
    /// Predicates that later goals may call; each calls earlier ones only, or itself with less.
    pub fn write_predicates(&mut self, count: usize) {
        for number in 0..count {
            let name = format!("helper{number}");
            match self.choices.below(8) {
                0 => self.write_countdown(&name),
                1 => self.write_walk_of_list(&name),
                2 => self.write_reach(&name),
                3 | 4 => self.write_circle(&name),
                _ => self.write_clauses(&name),
            }
        }
    }

    fn write_clauses(&mut self, name: &str) {
        self.uses("predicate of its own");
        let domains: Vec<usize> = (0..self.choices.below(3))
            .map(|_| self.choices.below(self.domains.len()))
            .collect();
        for _ in 0..1 + self.choices.below(3) {
            let mut scope: Scope = Vec::new();
            let mut head: Vec<String> = Vec::new();
            for domain in &domains {
                match self.choices.below(3) {
                    0 => head.push(self.value(*domain)),
                    _ => {
                        let variable = self.variable();
                        head.push(variable.clone());
                        scope.push((variable, *domain));
                    }
                }
            }
            let mut body: Vec<String> = Vec::new();
            // What is asked for may be unbound: the domain's predicate binds it.
            for (variable, domain) in &scope {
                if self.choices.happens(3, 4) {
                    body.push(format!("{}({variable})", self.domains[*domain].name));
                }
            }
            let count = 1 + self.choices.below(2);
            body.push(self.goals(&mut scope, count, 2));
            match self.choices.below(8) {
                0 => {
                    self.uses("cut at the end");
                    body.push("!".to_owned());
                }
                1 => {
                    self.uses("cut");
                    body.push("!".to_owned());
                    body.push(self.goal(&mut scope, 1));
                    if self.choices.happens(1, 3) {
                        self.uses("second cut");
                        body.push("!".to_owned());
                        body.push(self.goal(&mut scope, 1));
                    }
                }
                _ => {}
            }
            self.write(format!("{} :- {}", call(name, &head), body.join(", ")));
        }
        self.callables.push(Callable {
            name: name.to_owned(),
            domains,
        });
    }

    /// Numbers down to 0, as long as something holds.
    fn write_countdown(&mut self, name: &str) {
        let numbers = (0..self.domains.len()).find(|domain| self.domains[*domain].has_numbers);
        let Some(numbers) = numbers else {
            return self.write_clauses(name);
        };
        self.uses("recursion over numbers");
        let (goal, stop) = (
            self.goal(&mut vec![("N".into(), numbers)], 1),
            self.choices.pick(&["N < 1", "N =:= 0", "N =< 0"]),
        );
        self.write(format!("{name}(N) :- {stop}, !"));
        self.write(format!("{name}(N) :- {goal}, M is N - 1, {name}(M)"));
        self.offer(name, &[numbers]);
    }

    /// The elements of a list, one after the other.
    fn write_walk_of_list(&mut self, name: &str) {
        self.uses("recursion over lists");
        let domain = self.choices.below(self.domains.len());
        let values: Vec<String> = (0..1 + self.choices.below(4))
            .map(|_| self.value(domain))
            .collect();
        let goal = self.goal(&mut vec![("E".into(), domain)], 1);
        self.write(format!("{name}_of([], 0)"));
        self.write(format!(
            "{name}_of([E | L], N) :- {name}_of(L, M), ( {goal} -> N is M + 1 ; N = M )"
        ));
        self.write(format!(
            "{name}(N) :- {name}_of([{}], N)",
            values.join(", ")
        ));
        let numbers = (0..self.domains.len()).find(|domain| self.domains[*domain].has_numbers);
        if let Some(numbers) = numbers {
            self.offer(name, &[numbers]);
        }
    }

    /// Whatever is reached by links; that may go in a circle, and so has a bound.
    fn write_reach(&mut self, name: &str) {
        let Some(link) = self
            .callables
            .iter()
            .find(|callable| callable.name == "link")
            .cloned()
        else {
            return self.write_clauses(name);
        };
        self.uses("recursion with a bound");
        let goal = self.goal(&mut vec![("A".into(), link.domains[0])], 1);
        let most = self.choices.below(4);
        self.write(format!("{name}(A, B) :- {name}(A, B, {most})"));
        self.write(format!("{name}(A, B, _) :- link(A, B)"));
        self.write(format!(
            "{name}(A, B, N) :- N > 0, link(A, C), {goal}, M is N - 1, {name}(C, B, M)"
        ));
        self.offer(name, &link.domains);
    }
}
