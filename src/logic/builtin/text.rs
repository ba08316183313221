//! Atoms and strings.

use super::Builtin;
use crate::logic::cell::{Cell, Tag};
use crate::logic::machine::Machine;
use crate::logic::raise::{self, Outcome, Raised};

pub(super) const TABLE: &[Builtin] =
    &[Builtin::new("char_code", 2, char_code), Builtin::new("$string_concat", 3, string_concat)];

fn char_code(machine: &mut Machine) -> Outcome {
    let character = machine.argument(0);
    if character.is_atom() {
        let name = machine.store.symbols.name(character.as_symbol()).clone();
        let mut characters = name.chars();
        let (Some(only), None) = (characters.next(), characters.next()) else {
            return Err(raise::type_error(&mut machine.store, "character", character));
        };
        let code = machine.store.integer(i64::from(u32::from(only)));
        return machine.answer(&[(1, code)]);
    }
    let code = machine.integer_argument(1)?;
    let Some(only) = u32::try_from(code).ok().and_then(char::from_u32) else {
        return Err(raise::representation_error(&mut machine.store, "character_code"));
    };
    let atom = machine.store.atom(only.encode_utf8(&mut [0; 4]));
    machine.answer(&[(0, atom)])
}

/// `string_concat/3` for two given texts; the prelude takes strings apart.
fn string_concat(machine: &mut Machine) -> Outcome {
    let text = machine.text_argument(0)? + &machine.text_argument(1)?;
    let string = machine.store.string(&text);
    machine.answer(&[(2, string)])
}

impl Machine {
    /// The characters of an atom, a string or an integer.
    pub(in crate::logic) fn text_argument(&mut self, number: usize) -> Result<String, Raised> {
        let cell = self.bound_argument(number)?;
        self.text_of(cell)
    }

    fn text_of(&mut self, cell: Cell) -> Result<String, Raised> {
        Ok(match cell.tag() {
            Tag::Atom => self.store.symbols.name(cell.as_symbol()).to_string(),
            Tag::String => self.store.text(cell),
            Tag::Integer | Tag::Wide => self.store.integer_value(cell).unwrap_or_default().to_string(),
            _ => return Err(raise::type_error(&mut self.store, "atomic", cell)),
        })
    }
}
