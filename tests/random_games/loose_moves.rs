//! Moves of no board: random goals say when they are legal, and random goals say what they change.

use super::draft::{Draft, ROLE, Scope, call};

/// The feature of clauses of effects that hand on the question which move is chosen.
const HANDED_ON: &str = "the move, handed on";

impl Draft<'_, '_> {
    pub fn write_loose_moves(&mut self, count: usize) {
        for number in 0..count {
            let mut scope: Scope = vec![("P".into(), ROLE)];
            let goals = 1 + self.choices.below(3);
            let goals = self.goals(&mut scope, goals, 2);
            let count = self.choices.below(3);
            let mut named: Scope = Vec::new();
            for _ in 0..count {
                let chosen = scope[self.choices.below(scope.len().min(256))].clone();
                if chosen.0 != "P" && !named.contains(&chosen) {
                    named.push(chosen);
                }
            }
            let names: Vec<String> = named.iter().map(|(name, _)| name.clone()).collect();
            let pattern = call(&format!("move{number}"), &names);
            self.write(format!("legal(P, {pattern}) :- {}, {goals}", self.player()));
            named.insert(0, ("P".into(), ROLE));
            self.moves.push((pattern, named));
        }
        if self.choices.happens(1, 3) {
            self.uses("pass");
            self.write(format!("legal(P, pass) :- {}", self.player()));
            self.moves.push(("pass".into(), vec![("P".into(), ROLE)]));
        }
    }

    /// Clauses of `add` and `delete` for some of the moves.
    pub fn write_effects(&mut self) {
        if self.has_turns {
            self.write("add(control(Q)) :- does(P, _), opponent(P, Q)");
        }
        for (pattern, scope) in self.moves.clone() {
            let is_of_board = scope.len() >= 3;
            for _ in 0..self.choices.below(if is_of_board { 2 } else { 3 }) {
                self.write_effect(&pattern, &scope);
            }
            if self.choices.happens(1, 8) {
                self.write_circle_of_effects(&pattern, &scope);
            }
        }
    }

    fn write_effect(&mut self, pattern: &str, scope: &Scope) {
        let loose: Vec<usize> = (0..self.fluents.len())
            .filter(|fluent| self.fluents[*fluent].callable.name != "control")
            .collect();
        if loose.is_empty() {
            return;
        }
        let fluent = self.fluents[self.choices.pick(&loose)].clone();
        let mut scope = scope.clone();
        let more = self.choices.below(3);
        let goals = self.goals(&mut scope, more, 1);
        let arguments: Vec<String> = fluent
            .callable
            .domains
            .iter()
            .map(|domain| self.bound(&scope, *domain))
            .collect();
        let fact = call(&fluent.callable.name, &arguments);
        let chosen = self.chosen(pattern);
        match self.choices.below(5) {
            0 | 1 => self.write(format!("delete({fact}) :- {chosen}, {goals}")),
            _ => self.write(format!("add({fact}) :- {chosen}, {goals}")),
        }
    }

    /// A goal that asks whether P has chosen such a move: now and then by what it hands on to be called.
    fn chosen(&mut self, pattern: &str) -> String {
        if !self.choices.happens(1, 8) {
            return format!("does(P, {pattern})");
        }
        if !self.used.contains_key(HANDED_ON) {
            self.write("chosen(P, M) :- does(P, M)");
        }
        self.uses(HANDED_ON);
        match self.choices.below(3) {
            0 => format!("call(chosen, P, {pattern})"),
            1 => format!("maplist(chosen, [P], [{pattern}])"),
            _ => format!("G = chosen(P), call(G, {pattern})"),
        }
    }

    /// Says each fact of the next position instead of what changes.
    pub fn use_next(&mut self) {
        self.uses("next");
        let clauses = std::mem::take(&mut self.clauses);
        let renamed =
            |clause: String| match (clause.strip_prefix("add("), clause.strip_prefix("delete(")) {
                (Some(rest), _) => format!("comes({rest}"),
                (_, Some(rest)) => format!("goes({rest}"),
                _ => clause,
            };
        self.clauses = clauses.into_iter().map(renamed).collect();
        self.write("next(F) :- comes(F)");
        self.write("comes(none) :- fail");
        self.write("goes(none) :- fail");
        for fluent in self.fluents.clone() {
            let keys: Vec<String> = fluent
                .callable
                .domains
                .iter()
                .map(|_| self.variable())
                .collect();
            let fact = call(&fluent.callable.name, &keys);
            let mut same_key = keys;
            if fluent.is_valued
                && let Some(value) = same_key.last_mut()
            {
                *value = "_".to_owned();
            }
            let same_key = call(&fluent.callable.name, &same_key);
            self.write(format!(
                "next({fact}) :- {fact}, \\+ goes({fact}), \\+ comes({same_key})"
            ));
        }
    }
}
