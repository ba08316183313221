//! Games without a board: hands of cards, piles of counters.

use super::draft::{Draft, ROLE};

impl Draft<'_, '_> {
    /// Who plays a card that beats the one on the table keeps going.
    pub fn write_hands(&mut self) {
        self.uses("hands of cards");
        let last = 3 + self.choices.below(4);
        let card = self.numbers("card", 1, last);
        self.declare("holds", &[ROLE, card], false);
        self.declare("table", &[card], true);
        let count = self.roles.len();
        for (number, role) in self.roles.clone().into_iter().enumerate() {
            self.write(format!(
                "init(holds({role}, C)) :- card(C), C mod {count} =:= {number}"
            ));
        }
        self.write("init(table(1))");
        let beats =
            self.choices
                .pick(&["C > T", "abs(C - T) < 3", "C mod 2 =:= T mod 2", "C \\== T"]);
        self.write(format!("beats(C) :- table(T), {beats}"));
        self.write(format!(
            "legal(P, play(C)) :- {}, holds(P, C), beats(C)",
            self.player()
        ));
        self.write(format!(
            "legal(P, draw(C)) :- {}, card(C), \\+ holds(_, C), \\+ table(C)",
            self.player()
        ));
        self.write("delete(holds(P, C)) :- does(P, play(C))");
        self.write("add(table(C)) :- does(_, play(C))");
        self.write("add(holds(P, C)) :- does(P, draw(C))");
        self.offer("beats", &[card]);
        let scope = vec![("P".into(), ROLE), ("C".into(), card)];
        self.moves
            .extend([("play(C)".into(), scope.clone()), ("draw(C)".into(), scope)]);
        if self.choices.happens(1, 2) {
            self.write("terminal :- role(P), \\+ holds(P, _)");
        }
    }

    /// Counters are taken from piles.
    pub fn write_piles(&mut self) {
        self.uses("piles");
        let are_large = self.choices.happens(1, 4);
        let (piles, most) = match are_large {
            true => (2, 16 + self.choices.below(4)),
            false => {
                let most = 2 + self.choices.below(4);
                (1 + most % 3, most)
            }
        };
        let (pile, left) = (
            self.numbers("pile", 1, piles),
            self.numbers("left", 0, most),
        );
        self.declare("pile_of", &[pile, left], true);
        self.write(format!(
            "init(pile_of(I, N)) :- pile(I), N is (I * 2) mod {most}"
        ));
        self.write(format!(
            "legal(P, take(I, N)) :- {}, pile_of(I, L), between(1, L, N)",
            self.player()
        ));
        self.write("add(pile_of(I, M)) :- does(_, take(I, N)), pile_of(I, L), M is L - N");
        let scope = vec![("P".into(), ROLE), ("I".into(), pile), ("N".into(), left)];
        self.moves.push(("take(I, N)".into(), scope));
        if self.choices.happens(1, 2) {
            self.write("terminal :- forall(pile(I), pile_of(I, 0))");
        }
    }
}
