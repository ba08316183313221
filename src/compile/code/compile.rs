//! From a residual to the programs of its modes.

use std::sync::Arc;

use super::effects::Effects;
use super::heuristic::Heuristics;
use super::questions::Questions;
use super::turn::TurnsAfter;
use super::{Asking, Certificate, Code, Layout, Mode, MoveFamily, Refusal, Switch};
use super::{arising, cut, mode, moves, ply, threats, turn};
use crate::compile::circuit::Literal;
use crate::compile::families::{Families, Halt, Spaces};
use crate::compile::interrupt::Interrupt;
use crate::compile::residual::Residual;
use crate::compile::side_by_side::side_by_side;
use crate::compile::words::Program;

/// The most operations of a mode that is looked at again.
const MOST_OF_MODE: usize = 1_000_000;

/// What is found for one mode.
struct FoundMode {
    /// Without its certificate.
    mode: Mode,
    certificate: Option<Certificate>,
    /// By family the mode that comes after its moves, if that is always the same.
    next: Vec<Option<usize>>,
    /// Its turns after a move.
    after: TurnsAfter,
}

impl Code {
    /// The programs for a game, of so many operations at most. Those of its heuristics are made
    /// when they are asked for.
    ///
    /// # Errors
    /// When it takes more, or somebody stops it.
    pub fn compile(residual: &Residual, budget: usize, stop: &Interrupt) -> Result<Self, Refusal> {
        let refusal = |halt: Halt| Refusal::of(halt, budget);
        let relations = residual.circuit.relations();
        let spaces = spaces_of(residual);
        let numbers = residual.moves.iter().flat_map(|about| &about.numbers);
        let calculated = numbers.map(|added| residual.circuit.relation_of(added.cell));
        let layout = Layout::new(
            relations,
            &spaces,
            |cell| residual.is_choice(cell),
            &calculated.collect(),
        );
        let relation = mode::switch(residual);
        let given: Vec<Option<(u32, u16)>> = match relation {
            Some(relation) => {
                let relation = &relations[relation];
                (0..=relation.contents)
                    .map(|content| Some((relation.first_cell, content)))
                    .collect()
            }
            None => vec![None],
        };
        let switch = relation.map(|relation| {
            let bits = layout.regions()[relation].bits();
            let mask = u64::MAX >> (64 - bits.len());
            Switch {
                word: bits.start / 64,
                shift: (bits.start % 64) as u32,
                mask,
            }
        });
        let movable = residual.movable.clone();
        let movable =
            movable.map(|cells| layout.bit(cells.start, 1)..layout.bit(cells.end - 1, 1) + 1);
        let questions = Questions::new(residual, &given, (&spaces, &layout), budget, stop);
        let questions = questions.map_err(refusal)?;
        let common_goals = match given[0] {
            Some((cell, _)) => {
                common_goals(residual, cell, (&layout, &spaces), budget, stop).map_err(refusal)?
            }
            None => None,
        };
        let common = questions.programs.iter().chain(&common_goals);
        let mut operations = common.map(Program::len).sum::<usize>();
        if operations > budget {
            return Err(Refusal::TooLarge { budget });
        }
        let heuristics = Arc::new(Heuristics::new(residual, spaces.clone()));
        let asking = Asking::of(residual);
        let bit = |cell, content| layout.place(cell, content).single_bit();
        let addable = threats::addable(residual, bit, layout.words());
        let weights = threats::weights(residual, bit, &addable);
        let mut code = Self {
            layout,
            switch,
            modes: Vec::new(),
            questions,
            movable,
            asking,
            addable,
            weights,
            given,
            heuristics,
        };
        let left = budget - operations;
        let mut goals = common_goals.as_ref().map_or(0, Program::len);
        // Those that play moves may have more where there are no results.
        let effects = Effects::new(left + goals);
        let ruled_out = match code.movable.is_some() || residual.is_played_together() {
            // There are no plies.
            true => Vec::new(),
            false => arising::ruled_out(residual, &code.given),
        };
        let modes = side_by_side(code.given.len(), |number| {
            code.find_mode(
                residual,
                number,
                (common_goals.as_ref(), &ruled_out),
                (&spaces, left, &effects),
                stop,
            )
        });
        if let Some(halt) = modes.iter().filter_map(|found| found.as_ref().err()).min() {
            return Err(refusal(*halt));
        }
        let (mut next, mut after) = (Vec::new(), Vec::new());
        let mut certificates = Vec::new();
        for found in modes.into_iter().flatten() {
            let FoundMode {
                mode,
                certificate,
                next: next_modes,
                after: turns,
            } = found;
            operations += mode.programs().map(Program::len).sum::<usize>();
            goals += mode.goals.len();
            certificates.push(certificate);
            next.push(next_modes);
            after.push(turns);
            code.modes.push(mode);
        }
        if operations > budget {
            return Err(match operations - goals > budget {
                true => Refusal::TooLargeWithoutGoals { budget },
                false => Refusal::TooLarge { budget },
            });
        }
        // The game can do without these.
        for (mode, certificate) in code.modes.iter_mut().zip(certificates) {
            let wanted = certificate.as_ref().map_or(0, |own| own.program.len());
            if operations + wanted <= budget {
                operations += wanted;
                mode.certificate = certificate;
            }
        }
        let plies = code.plies(&next, &after, residual.roles);
        code.modes
            .iter_mut()
            .zip(plies)
            .for_each(|(mode, plies)| mode.plies = plies);
        Ok(code)
    }

    /// The programs of a mode, with `left` operations at most. `common_goals` gives the results if it is the same for
    /// all modes; `ruled_out` are what cannot end the game after a move, by mover.
    fn find_mode(
        &self,
        residual: &Residual,
        number: usize,
        (common_goals, ruled_out): (Option<&Program>, &[Vec<Literal>]),
        (spaces, left, effects): (&Spaces, usize, &Effects),
        stop: &Interrupt,
    ) -> Result<FoundMode, Halt> {
        stop.look()?;
        let given = self.given[number];
        let restricted = mode::restrict(residual, given, common_goals.is_none(), ruled_out, stop)?;
        let families = restricted.families(spaces.clone(), left, stop)?;
        let (mut mode, after) = turn::mode(families, &self.layout, &restricted, effects)?;
        let restricted = restricted.residual;
        let certificate = self.certificate(&mode, &restricted);
        if let Some(goals) = common_goals {
            mode.goals.clone_from(goals);
        }
        let next_mode = |family: &MoveFamily| match given {
            Some(given) => ply::next_mode(&restricted, family, given),
            None => Some(0),
        };
        let next = mode.families.iter().map(next_mode).collect();
        Ok(FoundMode {
            mode,
            certificate,
            next,
            after,
        })
    }

    /// Goes through the modes again, as they were made into programs: the number of each, the residual
    /// where that is known which is known in it, and its families. What plies look for is left out.
    ///
    /// # Errors
    /// When `visit` has one, the families take too many steps, or somebody stops it.
    pub fn visit_modes(
        &self,
        residual: &Residual,
        stop: &Interrupt,
        visit: &mut dyn FnMut(usize, &Residual, &mut Families<'_>) -> Result<(), Halt>,
    ) -> Result<(), Halt> {
        let spaces = spaces_of(residual);
        for number in self.mode_numbers() {
            let restricted = mode::restrict(residual, self.given[number], true, &[], stop)?;
            let mut families = restricted.families(spaces.clone(), MOST_OF_MODE, stop)?;
            visit(number, &restricted.residual, &mut families)?;
        }
        Ok(())
    }
}

/// The spaces of a game, with lanes in the order in which the rules list moves.
fn spaces_of(residual: &Residual) -> Spaces {
    let mut spaces = Spaces::new(residual.circuit.relations());
    spaces.arrange(&moves::sequences(residual));
    spaces
}

/// The program of the results, if they do not depend on this cell: it is the same in all modes.
fn common_goals(
    residual: &Residual,
    cell: u32,
    (layout, spaces): (&Layout, &Spaces),
    operations: usize,
    stop: &Interrupt,
) -> Result<Option<Program>, Halt> {
    let (circuit, goals) = cut::valued(&residual.circuit, &residual.goals, None);
    if circuit.names(cell) {
        return Ok(None);
    }
    let mut families = Families::find(&circuit, spaces.clone(), operations, stop)?;
    turn::values(&mut families, layout, &goals).map(Some)
}
