//! Clocks: a fluent that counts the plies, whatever is played.

use super::draft::Draft;

impl Draft<'_, '_> {
    pub fn write_clock(&mut self) {
        self.uses("clock");
        let last = 2 + self.choices.below(5);
        let tick = self.numbers("tick", 0, last);
        self.declare("clock", &[tick], true);
        self.write("init(clock(0))");
        match self.choices.below(8) {
            0 => self.write(format!(
                "add(clock(N)) :- clock(M), N is min(M + 1, {last})"
            )),
            1 => self.write(format!(
                "add(clock(N)) :- clock(M), ( M < {last} -> N is M + 1 ; N = 0 )"
            )),
            2 => {
                self.uses("clock that runs out of its domain");
                self.write("add(clock(N)) :- clock(M), N is M + 1");
                return;
            }
            _ => self.write("add(clock(N)) :- clock(M), N is M + 1"),
        }
        self.write(format!("terminal :- clock({last})"));
    }
}
