//! The end, results, values, and whether a position may be judged; also wrong ones.

use super::draft::{Draft, ROLE, Scope};

impl Draft<'_, '_> {
    pub fn write_end(&mut self) {
        for _ in 0..self.choices.weighted(&[(4, 0), (3, 1), (1, 2)]) {
            self.uses("terminal");
            let (mut scope, count) = (Vec::new(), 1 + self.choices.below(2));
            let goals = self.goals(&mut scope, count, 2);
            self.write(format!("terminal :- {goals}"));
        }
        if self.choices.happens(1, 8) {
            self.uses("terminal that asks for moves");
            self.write("terminal :- role(P), \\+ legal(P, _)");
        }
    }

    pub fn write_goals(&mut self) {
        for _ in 0..1 + self.choices.below(3) {
            let mut scope: Scope = vec![("P".into(), ROLE)];
            let count = self.choices.below(3);
            let goals = self.goals(&mut scope, count, 2);
            match self.choices.below(12) {
                0 => {
                    self.uses("goal out of range");
                    // Loading refuses what is wrong whatever holds.
                    let value =
                        self.choices
                            .pick(&["101", "-5", "ann", "\"50\"", "9223372036854775807"]);
                    self.write(format!(
                        "goal(P, V) :- role(P), {goals}, member(V, [{value}])"
                    ));
                }
                1 | 2 => {
                    self.uses("goal that is computed");
                    let expression = self.expression(&scope, 2);
                    self.write(format!("goal(P, N) :- role(P), {goals}, N is {expression}"));
                }
                _ => {
                    let value = self.choices.pick(&["100", "0", "50", "25"]);
                    self.write(format!("goal(P, {value}) :- role(P), {goals}"));
                }
            }
        }
        if self.choices.happens(4, 5) {
            self.uses("goal for whatever is left");
            self.write("goal(P, 50) :- role(P)");
        }
    }

    pub fn write_heuristics(&mut self) {
        for number in 0..self.choices.weighted(&[(2, 0), (4, 1), (2, 2)]) {
            self.uses("heuristic");
            for _ in 0..1 + self.choices.below(2) {
                let mut scope: Scope = vec![("P".into(), ROLE)];
                let count = self.choices.below(3);
                let goals = self.goals(&mut scope, count, 2);
                let expression = self.expression(&scope, 2);
                self.write(format!(
                    "heuristic(value{number}, P, V) :- role(P), {goals}, V is {expression}"
                ));
            }
            if self.choices.happens(5, 6) {
                let value = self
                    .choices
                    .pick(&["0", "-3", "9223372036854775807", "none"]);
                self.write(format!("heuristic(value{number}, P, {value}) :- role(P)"));
            }
        }
        if self.choices.happens(1, 3) {
            self.uses("quiet");
            let mut scope = Vec::new();
            let goals = self.goals(&mut scope, 1, 2);
            self.write(format!("quiet :- {goals}"));
        }
    }

    /// Moves that are legal for what holds after them.
    pub fn write_what_holds_after(&mut self) {
        if self.moves.is_empty() || !self.choices.happens(1, 6) {
            return;
        }
        self.uses("after");
        let (pattern, _) = self.moves[self.choices.below(self.moves.len())].clone();
        let head = format!("legal(P, {pattern}) :- ");
        let goal = self.goal(&mut vec![("P".into(), ROLE)], 1);
        let test = match self.choices.below(3) {
            0 => format!("after(P, {pattern}, ( {goal} ))"),
            1 => format!("\\+ after(P, {pattern}, ( {goal} ))"),
            _ => format!(
                "( after(P, {pattern}, ( {goal} )) -> true ; {} )",
                self.goal(&mut Vec::new(), 1)
            ),
        };
        if let Some(clause) = self
            .clauses
            .iter_mut()
            .find(|clause| clause.starts_with(&head))
        {
            clause.push_str(&format!(", {test}"));
        }
    }
}
