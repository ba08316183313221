//! What a game says for its players: notation, pictures, levels. Both forms take it from the rules.

use super::draft::Draft;

impl Draft<'_, '_> {
    pub fn write_dress(&mut self) {
        if self.choices.happens(1, 4) {
            self.uses("notation");
            self.write("notation(pass, \"--\")");
            self.write("notation(M, T) :- M \\== pass, format(atom(T), \"<~w>\", [M])");
        }
        if self.choices.happens(1, 4)
            && self
                .fluents
                .iter()
                .any(|fluent| fluent.callable.name == "cell")
        {
            self.uses("show");
            self.write("grid(3, 3)");
            self.write("show(X, Y, \"x\") :- cell(X, Y, _), X =< 3, Y =< 3");
        }
        if self.choices.happens(1, 5) {
            self.uses("level");
            self.write("level(easy, [depth(1)])");
        }
    }
}
