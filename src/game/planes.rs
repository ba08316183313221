//! Planes that a rule file declares by `plane`: what programs that learn see of a position.

use super::error::Error;
use super::load::names;
use super::position::Position;
use super::rules::Rules;
use super::vocabulary::PLANE;
use crate::logic::Term;
use crate::syntax::tree::Name;

impl Rules {
    /// The names of the planes, in the order of the first clauses of each; none if the rule file leaves
    /// them to Regola.
    #[must_use]
    pub fn plane_names(&self) -> Vec<Name> {
        names(&self.game.declarations.clauses, &PLANE)
    }

    /// Calls `note` for each square that is in a plane, with the number of the plane, and of column and
    /// row, all from 0. A square may be noted more than once.
    ///
    /// # Errors
    /// If the rules cannot be followed, or give something else than a plane and a square of the grid.
    pub fn each_plane_square(
        &self,
        position: &Position,
        mut note: impl FnMut(usize, usize, usize),
    ) -> Result<(), Error> {
        let (Some(grid), Some(plane)) = (self.game.grid, self.game.vocabulary.plane) else {
            return Ok(());
        };
        let names = self.plane_names();
        self.with_machine(|machine| {
            machine.start_predicate(&position.facts, &[], plane, &[None, None, None]);
            while machine.next_answer()? {
                let given = machine.roots()?;
                let name = given[0].as_text();
                let number = names.iter().position(|known| name == Some(&**known));
                let place = grid.place(&given[1], &given[2]);
                let (Some(number), Some((column, row))) = (number, place) else {
                    return Err(Error::NotAPlane(Term::compound(PLANE.name, &given)));
                };
                note(number, column - 1, row - 1);
            }
            Ok(())
        })
    }
}
