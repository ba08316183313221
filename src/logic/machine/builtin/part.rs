//! Joining text and taking it apart.
//!
//! Positions in text count characters. The prelude enumerates several answers; a predicate here
//! computes one of them.

use rustc_hash::FxHashSet;

use super::Builtin;
use super::text::TextKind;
use crate::logic::cell::{Cell, Tag};
use crate::logic::limits::CELLS_PER_WORK;
use crate::logic::machine::Machine;
use crate::logic::raise::{self, GoalOutcome, Raised};

pub(super) const TABLE: &[Builtin] = &[
    Builtin::new("$join", 4, join),
    Builtin::new("$without_prefix", 4, |machine| {
        without(machine, |text, part| text.strip_prefix(part))
    }),
    Builtin::new("$without_suffix", 4, |machine| {
        without(machine, |text, part| text.strip_suffix(part))
    }),
    Builtin::new("$part", 6, part),
    Builtin::new("$occurrence", 4, occurrence),
    Builtin::new("$check_part", 7, check_part),
    Builtin::new("atomic_list_concat", 2, concatenate),
    Builtin::new("atomic_list_concat", 3, concatenate_or_split),
    Builtin::new("split_string", 4, split_string),
];

/// The last argument of `$join` and its like: `atom` or `string`.
fn wanted(machine: &Machine, number: usize) -> TextKind {
    let kind = machine.argument(number);
    let is_atom = kind.is_atom() && &**machine.store.symbols.name(kind.as_symbol()) == "atom";
    if is_atom {
        TextKind::Atom
    } else {
        TextKind::String
    }
}

/// `'$join'(Left, Right, Whole, Kind)`.
fn join(machine: &mut Machine) -> GoalOutcome {
    let text = machine.text_argument(0, "atomic")? + &machine.text_argument(1, "atomic")?;
    let (whole, kind) = (machine.argument(2), wanted(machine, 3));
    if matches!(whole.tag(), Tag::Compound | Tag::List) {
        return Err(raise::type_error(&mut machine.store, "atomic", whole));
    }
    machine.answer_text(2, kind, &text)
}

/// `'$without_prefix'(Whole, Part, Rest, Kind)`, and the same for a suffix.
fn without(
    machine: &mut Machine,
    strip: for<'t> fn(&'t str, &'t str) -> Option<&'t str>,
) -> GoalOutcome {
    let part = machine.text_argument(1, "atomic")?;
    let whole = machine.text_argument(0, "atomic")?;
    let kind = wanted(machine, 3);
    match strip(&whole, &part) {
        Some(rest) => machine.answer_text(2, kind, rest),
        None => Ok(false),
    }
}

/// `'$part'(Whole, Before, Length, After, Part, Kind)`, where two of the three numbers are known.
fn part(machine: &mut Machine) -> GoalOutcome {
    let text = machine.text_argument(0, "atom")?;
    let total = text.chars().count();
    let [before, length, after] = [1, 2, 3].map(|number| machine.known_count(number));
    let (before, length) = match (before, length, after) {
        (Some(before), Some(length), _) => (before, length),
        (Some(before), None, Some(after)) => {
            (before, total.wrapping_sub(before).wrapping_sub(after))
        }
        (None, Some(length), Some(after)) => {
            (total.wrapping_sub(length).wrapping_sub(after), length)
        }
        _ => return Err(raise::instantiation(&mut machine.store)),
    };
    if before > total || length > total - before {
        return Ok(false);
    }
    let start = byte_of(&text, before);
    let end = start + byte_of(&text[start..], length);
    let counts =
        [before, length, total - before - length].map(|count| machine.store.integer(count as i64));
    let kind = wanted(machine, 5);
    Ok(
        machine.answer(&[(1, counts[0]), (2, counts[1]), (3, counts[2])])?
            && machine.answer_text(4, kind, &text[start..end])?,
    )
}

/// The byte at which a character begins; the end for those beyond it.
fn byte_of(text: &str, character: usize) -> usize {
    text.char_indices()
        .nth(character)
        .map_or(text.len(), |(byte, _)| byte)
}

/// `'$occurrence'(Whole, Part, From, At)`: the first position of a part, from a character on.
fn occurrence(machine: &mut Machine) -> GoalOutcome {
    let (whole, part) = (
        machine.text_argument(0, "atom")?,
        machine.text_argument(1, "atom")?,
    );
    let from = machine.count_argument(2)?;
    if from > whole.chars().count() {
        return Ok(false);
    }
    let start = byte_of(&whole, from);
    let Some(found) = whole[start..].find(&part) else {
        return Ok(false);
    };
    let at = from + whole[start..start + found].chars().count();
    let at = machine.store.integer(at as i64);
    machine.answer(&[(3, at)])
}

/// `'$check_part'(Whole, Before, Length, After, Part, Total, Kind)`: refuses the arguments that
/// `sub_atom/5` refuses, and gives the length of the whole.
fn check_part(machine: &mut Machine) -> GoalOutcome {
    let expected = if wanted(machine, 6) == TextKind::Atom {
        "atom"
    } else {
        "string"
    };
    let whole = machine.text_argument(0, expected)?;
    for number in 1..4 {
        let count = machine.argument(number);
        match machine.store.integer_value(count) {
            Some(..0) => {
                return Err(raise::domain_error(
                    &mut machine.store,
                    "not_less_than_zero",
                    count,
                ));
            }
            None if !count.is_reference() => {
                return Err(raise::type_error(&mut machine.store, "integer", count));
            }
            _ => {}
        }
    }
    let part = machine.argument(4);
    if matches!(part.tag(), Tag::Compound | Tag::List) {
        return Err(raise::type_error(&mut machine.store, expected, part));
    }
    let total = machine.store.integer(whole.chars().count() as i64);
    machine.answer(&[(5, total)])
}

fn concatenate(machine: &mut Machine) -> GoalOutcome {
    let mut text = String::new();
    for item in machine.list_argument(0)? {
        let item = machine.store.deref(item);
        text += &machine.text_of(item, "text")?;
        machine.check_memory(text.len() / 8)?;
    }
    machine.answer_text(1, TextKind::Atom, &text)
}

/// Joins with a separator; if an item is unknown, splits the whole instead.
fn concatenate_or_split(machine: &mut Machine) -> GoalOutcome {
    let separator = machine.text_argument(1, "text")?;
    let list = machine.argument(0);
    if let Ok(items) = machine.store.list_items(list)?
        && let Some(text) = machine.joined(&items, &separator)?
    {
        return machine.answer_text(2, TextKind::Atom, &text);
    }
    let whole = machine.text_argument(2, "text")?;
    if separator.is_empty() {
        let culprit = machine.argument(1);
        return Err(raise::domain_error(
            &mut machine.store,
            "non_empty_atom",
            culprit,
        ));
    }
    let mut items = Vec::new();
    for item in whole.split(&separator) {
        machine.store.pass(CELLS_PER_WORK, items.len())?;
        items.push(machine.new_atom(item)?);
    }
    machine.answer_list(0, &items)
}

fn split_string(machine: &mut Machine) -> GoalOutcome {
    let whole = machine.text_or_list(0)?;
    let (separators, pad) = (machine.text_or_list(1)?, machine.text_or_list(2)?);
    // Both sets may be as long as the text.
    let [separators, pad] = [separators, pad].map(|set| set.chars().collect::<FxHashSet<char>>());
    let (is_separator, is_pad) = (
        |c: char| separators.contains(&c),
        |c: char| pad.contains(&c),
    );
    let mut rest = whole.trim_matches(is_pad);
    let mut items = Vec::new();
    loop {
        rest = rest.trim_start_matches(is_pad);
        let (item, following) = match rest.char_indices().find(|(_, c)| is_separator(*c)) {
            Some((at, separator)) => (&rest[..at], Some(&rest[at + separator.len_utf8()..])),
            None => (rest, None),
        };
        machine.store.pass(CELLS_PER_WORK, items.len())?;
        items.push(machine.new_string(item.trim_end_matches(is_pad))?);
        match following {
            Some(following) => rest = following,
            None => return machine.answer_list(3, &items),
        }
    }
}

impl Machine {
    fn known_count(&self, number: usize) -> Option<usize> {
        self.store
            .integer_value(self.argument(number))
            .and_then(|count| usize::try_from(count).ok())
    }

    /// The texts of the items with the separator between them; `None` if an item is unknown.
    fn joined(&mut self, items: &[Cell], separator: &str) -> Result<Option<String>, Raised> {
        let mut text = String::new();
        for (number, item) in items.iter().enumerate() {
            let item = self.store.deref(*item);
            if item.is_reference() {
                return Ok(None);
            }
            if number > 0 {
                text += separator;
            }
            text += &self.text_of(item, "text")?;
            self.check_memory(text.len() / 8)?;
        }
        Ok(Some(text))
    }
}
