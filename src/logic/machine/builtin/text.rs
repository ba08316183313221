//! Atoms and strings: their parts, and conversion between them.
//!
//! Text is the characters of an atom, a string or an integer; some predicates accept lists of
//! characters or codes as well. A predicate that reads text takes its length from the budget for
//! walking terms. A predicate that makes text checks the memory first.

use super::Builtin;
use crate::logic::cell::{Cell, Tag};
use crate::logic::limits::CELLS_AT_ONCE;
use crate::logic::machine::Machine;
use crate::logic::raise::{self, GoalOutcome, Raised};
use crate::logic::symbol::Symbol;
use crate::syntax::parse::parse_query;
use crate::syntax::source::Sources;
use crate::syntax::tree::TermKind;

pub(super) const TABLE: &[Builtin] = &[
    Builtin::new("char_code", 2, char_code),
    Builtin::new("atom_codes", 2, |machine| {
        parts(machine, TextKind::Codes, "atom", Machine::new_atom)
    }),
    Builtin::new("atom_chars", 2, |machine| {
        parts(machine, TextKind::Chars, "atom", Machine::new_atom)
    }),
    Builtin::new("string_codes", 2, |machine| {
        parts(machine, TextKind::Codes, "text", Machine::new_string)
    }),
    Builtin::new("string_chars", 2, |machine| {
        parts(machine, TextKind::Chars, "text", Machine::new_string)
    }),
    Builtin::new("number_codes", 2, |machine| {
        parts(machine, TextKind::Codes, "number", Machine::new_number)
    }),
    Builtin::new("number_chars", 2, |machine| {
        parts(machine, TextKind::Chars, "number", Machine::new_number)
    }),
    Builtin::new("atom_length", 2, length),
    Builtin::new("string_length", 2, length),
    Builtin::new("$text_length", 2, length),
    Builtin::new("atom_number", 2, atom_number),
    Builtin::new("number_string", 2, number_string),
    Builtin::new("atom_string", 2, atom_string),
    Builtin::new("string_to_atom", 2, string_to_atom),
    Builtin::new("text_to_string", 2, text_to_string),
    Builtin::new("string_lower", 2, |machine| {
        change(machine, TextKind::String, str::to_lowercase)
    }),
    Builtin::new("string_upper", 2, |machine| {
        change(machine, TextKind::String, str::to_uppercase)
    }),
    Builtin::new("downcase_atom", 2, |machine| {
        change(machine, TextKind::Atom, str::to_lowercase)
    }),
    Builtin::new("upcase_atom", 2, |machine| {
        change(machine, TextKind::Atom, str::to_uppercase)
    }),
    Builtin::new("char_type", 2, char_type),
    Builtin::new("code_type", 2, char_type),
];

/// The kinds of terms that hold text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TextKind {
    Atom,
    String,
    Codes,
    Chars,
}

fn char_code(machine: &mut Machine) -> GoalOutcome {
    let (character, given) = (machine.argument(0), machine.argument(1));
    let is_code = matches!(given.tag(), Tag::Reference | Tag::Integer | Tag::Wide);
    if !character.is_reference() {
        let Some(only) = machine.character(character) else {
            return Err(raise::type_error(
                &mut machine.store,
                "character",
                character,
            ));
        };
        if !is_code {
            return Err(raise::type_error(&mut machine.store, "integer", given));
        }
        let code = machine.store.integer(i64::from(u32::from(only)));
        return machine.answer(&[(1, code)]);
    }
    let code = machine.integer_argument(1)?;
    let Some(only) = u32::try_from(code).ok().and_then(char::from_u32) else {
        return Err(raise::representation_error(
            &mut machine.store,
            "character_code",
        ));
    };
    let atom = machine.store.atom(only.encode_utf8(&mut [0; 4]));
    machine.answer(&[(0, atom)])
}

/// Converts the text in argument 0 to a list of its parts in argument 1, or back through `make`.
fn parts(
    machine: &mut Machine,
    kind: TextKind,
    expected: &'static str,
    make: fn(&mut Machine, &str) -> Result<Cell, Raised>,
) -> GoalOutcome {
    let (whole, given) = (machine.argument(0), machine.argument(1));
    let is_listed =
        given == Cell::atom(Symbol::NIL) || matches!(given.tag(), Tag::List | Tag::String);
    if whole.is_reference() {
        if !is_listed && !given.is_reference() {
            return Err(raise::type_error(&mut machine.store, "list", given));
        }
        let text = machine.list_or_text(1)?;
        let made = make(machine, &text)?;
        return machine.answer(&[(0, made)]);
    }
    if expected == "number" && !matches!(whole.tag(), Tag::Integer | Tag::Wide) {
        return Err(raise::type_error(&mut machine.store, expected, whole));
    }
    let text = if expected == "text" {
        machine.text_or_list(0)?
    } else {
        machine.text_of(whole, expected)?
    };
    if expected != "text" && !is_listed && !given.is_reference() {
        return Err(raise::type_error(&mut machine.store, "list", given));
    }
    // An argument that is not a plain list of the right kind, such as a list of codes, is read as
    // text.
    match machine.listed_text(1, expected)? {
        Some(given) if expected != "number" => Ok(given == text),
        Some(given) => match parse_number(given.trim_start()) {
            Some(value) => Ok(Some(value) == machine.store.integer_value(whole)),
            None => Err(raise::syntax_error(&mut machine.store, "illegal_number")),
        },
        None => {
            let list = machine.new_text(kind, &text)?;
            machine.answer(&[(1, list)])
        }
    }
}

fn length(machine: &mut Machine) -> GoalOutcome {
    let text = machine.text_or_list(0)?;
    let length = machine.argument(1);
    if !matches!(length.tag(), Tag::Reference | Tag::Integer | Tag::Wide) {
        return Err(raise::type_error(&mut machine.store, "integer", length));
    }
    let count = machine.store.integer(text.chars().count() as i64);
    machine.answer(&[(1, count)])
}

fn atom_number(machine: &mut Machine) -> GoalOutcome {
    let (atom, number) = (machine.argument(0), machine.argument(1));
    if !atom.is_reference() {
        if !matches!(atom.tag(), Tag::Atom | Tag::String) {
            return match number.tag() {
                Tag::Reference => Err(raise::type_error(&mut machine.store, "atom", atom)),
                Tag::Integer | Tag::Wide => Ok(false),
                _ => Err(raise::type_error(&mut machine.store, "number", number)),
            };
        }
        let text = machine.text_of(atom, "atom")?;
        let Some(value) = parse_number(&text) else {
            return Ok(false);
        };
        let number = machine.store.integer(value);
        return machine.answer(&[(1, number)]);
    }
    let text = machine.number_text(1)?;
    let made = machine.new_atom(&text)?;
    machine.answer(&[(0, made)])
}

fn number_string(machine: &mut Machine) -> GoalOutcome {
    let number = machine.argument(0);
    if !matches!(number.tag(), Tag::Reference | Tag::Integer | Tag::Wide) {
        return Err(raise::type_error(&mut machine.store, "number", number));
    }
    if machine.argument(1).is_reference() {
        let text = machine.number_text(0)?;
        let made = machine.new_string(&text)?;
        return machine.answer(&[(1, made)]);
    }
    let text = machine.text_or_list(1)?;
    let Some(value) = parse_number(text.trim()) else {
        return Ok(false);
    };
    let number = machine.store.integer(value);
    machine.answer(&[(0, number)])
}

fn atom_string(machine: &mut Machine) -> GoalOutcome {
    if machine.argument(0).is_reference() {
        let text = machine.text_or_list(1)?;
        let made = machine.new_atom(&text)?;
        return machine.answer(&[(0, made)]);
    }
    let text = machine.text_argument(0, "atom")?;
    machine.answer_text(1, TextKind::String, &text)
}

fn string_to_atom(machine: &mut Machine) -> GoalOutcome {
    if machine.argument(0).is_reference() {
        let text = machine.text_argument(1, "atom")?;
        let made = machine.new_string(&text)?;
        return machine.answer(&[(0, made)]);
    }
    let text = machine.text_or_list(0)?;
    machine.answer_text(1, TextKind::Atom, &text)
}

fn text_to_string(machine: &mut Machine) -> GoalOutcome {
    let text = machine.list_or_text(0)?;
    machine.answer_text(1, TextKind::String, &text)
}

fn change(machine: &mut Machine, kind: TextKind, how: fn(&str) -> String) -> GoalOutcome {
    let text = machine.text_argument(0, "atomic")?;
    machine.answer_text(1, kind, &how(&text))
}

/// `char_type(Character, Type)` for one given character and type.
fn char_type(machine: &mut Machine) -> GoalOutcome {
    let given = machine.bound_argument(0)?;
    let Some(character) = machine.character(given).or_else(|| machine.code(given)) else {
        return Err(raise::type_error(&mut machine.store, "character", given));
    };
    let wanted = machine.bound_argument(1)?;
    let unknown =
        |machine: &mut Machine| Err(raise::domain_error(&mut machine.store, "char_type", wanted));
    let Some((name, arity)) = machine.store.functor(wanted) else {
        return unknown(machine);
    };
    let name = machine.store.symbols.name(name).clone();
    if arity == 0 {
        return in_class(character, &name).map_or_else(|| unknown(machine), Ok);
    }
    let as_given = |machine: &mut Machine, character: char| match given.is_atom() {
        true => machine.store.atom(character.encode_utf8(&mut [0; 4])),
        false => machine.store.integer(i64::from(u32::from(character))),
    };
    let related = match (&*name, arity) {
        ("digit", 1) => character
            .to_digit(10)
            .map(|weight| machine.store.integer(i64::from(weight))),
        ("xdigit", 1) => character
            .to_digit(16)
            .map(|weight| machine.store.integer(i64::from(weight))),
        ("to_lower", 1) => Some(as_given(machine, one(character.to_uppercase(), character))),
        ("to_upper", 1) => Some(as_given(machine, one(character.to_lowercase(), character))),
        ("upper", 1) => character
            .is_uppercase()
            .then(|| as_given(machine, one(character.to_lowercase(), character))),
        ("lower", 1) => character
            .is_lowercase()
            .then(|| as_given(machine, one(character.to_uppercase(), character))),
        _ => return unknown(machine),
    };
    let Some(related) = related else {
        return Ok(false);
    };
    let argument = machine.store.argument(wanted, 0);
    Ok(machine.store.unify(argument, related)?)
}

/// The result of a change of case if it is one character, otherwise `unchanged`.
fn one(mut changed: impl Iterator<Item = char>, unchanged: char) -> char {
    match (changed.next(), changed.next()) {
        (Some(only), None) => only,
        _ => unchanged,
    }
}

/// Whether a character is of a class; `None` if there is no such class.
fn in_class(character: char, class: &str) -> Option<bool> {
    let is_visible = |character: char| !character.is_control() && !character.is_whitespace();
    Some(match class {
        "alpha" | "letter" => character.is_alphabetic(),
        "alnum" => character.is_alphanumeric(),
        "csym" => character.is_alphanumeric() || character == '_',
        "csymf" => character.is_alphabetic() || character == '_',
        "digit" => character.is_ascii_digit(),
        "space" => character.is_whitespace(),
        "white" => matches!(character, ' ' | '\t'),
        "upper" => character.is_uppercase(),
        "lower" => character.is_lowercase(),
        "punct" => is_visible(character) && !character.is_alphanumeric(),
        "graph" => is_visible(character),
        "print" => is_visible(character) || character == ' ',
        "cntrl" => character.is_control(),
        "ascii" => character.is_ascii(),
        "end_of_line" => matches!(character, '\n'..='\r'),
        "newline" => character == '\n',
        "period" => matches!(character, '.' | '?' | '!'),
        "quote" => matches!(character, '\'' | '"' | '`'),
        "paren" => matches!(character, '(' | ')' | '[' | ']' | '{' | '}'),
        _ => return None,
    })
}

/// The integer that a whole text denotes, possibly with a sign.
pub(super) fn parse_number(text: &str) -> Option<i64> {
    let magnitude = text.strip_prefix(['-', '+']).unwrap_or(text);
    if !magnitude.starts_with(|first: char| first.is_ascii_digit()) {
        return None;
    }
    // Only text that can be one number is parsed: parsing a long text takes many times its size.
    let can_be_one = |character: char| character.is_ascii_alphanumeric() || character == '_';
    if magnitude.len() > LONGEST_CHARACTER_CODE && !magnitude.chars().all(can_be_one) {
        return None;
    }
    let text = text.strip_prefix('+').unwrap_or(text);
    let mut sources = Sources::new();
    let id = sources.add("<number>", text);
    let term = parse_query(&sources, id).ok()?;
    match term.kind {
        TermKind::Integer(value) if term.span == id.span(0, text.len()) => Some(value),
        _ => None,
    }
}

impl Machine {
    /// The characters of an atom, a string or an integer; any other term is a type error.
    pub(super) fn text_of(&mut self, cell: Cell, expected: &str) -> Result<String, Raised> {
        let length = match cell.tag() {
            Tag::Atom => self.store.symbols.name(cell.as_symbol()).len(),
            Tag::String => self.store.heap[cell.address()].raw_bytes(),
            _ => 0,
        };
        if length > LONG_TEXT {
            self.check_memory(COPIES_OF_A_TEXT * length / BYTES_PER_CELL as usize)?;
        }
        let text = match cell.tag() {
            Tag::Atom => self.store.symbols.name(cell.as_symbol()).to_string(),
            Tag::String => self.store.text(cell),
            Tag::Integer | Tag::Wide => self
                .store
                .integer_value(cell)
                .unwrap_or_default()
                .to_string(),
            Tag::Reference => return Err(raise::instantiation(&mut self.store)),
            _ => return Err(raise::type_error(&mut self.store, expected, cell)),
        };
        self.store.spend(1 + text.len() as u64 / BYTES_PER_CELL)?;
        Ok(text)
    }

    pub(super) fn text_argument(
        &mut self,
        number: usize,
        expected: &str,
    ) -> Result<String, Raised> {
        let cell = self.bound_argument(number)?;
        self.text_of(cell, expected)
    }

    /// The digits of an integer argument.
    fn number_text(&mut self, number: usize) -> Result<String, Raised> {
        let cell = self.bound_argument(number)?;
        match self.store.integer_value(cell) {
            Some(value) => Ok(value.to_string()),
            None => Err(raise::type_error(&mut self.store, "number", cell)),
        }
    }

    /// The text of an argument that may also be a list of characters or codes; `[]` is an atom.
    pub(super) fn text_or_list(&mut self, number: usize) -> Result<String, Raised> {
        let cell = self.bound_argument(number)?;
        match cell.tag() {
            Tag::List => self.text_of_list(number),
            _ => self.text_of(cell, "text"),
        }
    }

    /// The text of an argument that is preferably a list, so that `[]` is the empty text.
    pub(super) fn list_or_text(&mut self, number: usize) -> Result<String, Raised> {
        match self.argument(number) == Cell::atom(Symbol::NIL) {
            true => Ok(String::new()),
            false => self.text_or_list(number),
        }
    }

    fn text_of_list(&mut self, number: usize) -> Result<String, Raised> {
        let mut text = String::new();
        let items = self.list_argument(number)?;
        let is_integer = |cell: Cell| matches!(cell.tag(), Tag::Integer | Tag::Wide);
        // The first item says whether the others are codes or characters.
        let of_codes = items
            .first()
            .is_some_and(|first| is_integer(self.store.deref(*first)));
        for item in items {
            let item = self.store.deref(item);
            let found = if of_codes {
                self.code(item)
            } else {
                self.character(item)
            };
            match found {
                Some(character) => text.push(character),
                None if item.is_reference() => return Err(raise::instantiation(&mut self.store)),
                None if of_codes && is_integer(item) => {
                    return Err(raise::representation_error(
                        &mut self.store,
                        "character_code",
                    ));
                }
                None if of_codes => {
                    return Err(raise::type_error(&mut self.store, "character_code", item));
                }
                None => return Err(raise::type_error(&mut self.store, "character", item)),
            }
        }
        Ok(text)
    }

    /// The text of an argument that determines the text completely: a ground list, or a string or
    /// an atom where those are allowed. The parts of an atom must be a list.
    fn listed_text(&mut self, number: usize, expected: &str) -> Result<Option<String>, Raised> {
        let cell = self.argument(number);
        match cell.tag() {
            Tag::List if self.store.is_ground(cell)? => self.text_of_list(number).map(Some),
            Tag::String => self.text_of(cell, "text").map(Some),
            Tag::Atom if expected == "number" => Ok(Some(String::new())),
            Tag::Atom if cell == Cell::atom(Symbol::NIL) => Ok(None),
            Tag::Atom | Tag::Integer | Tag::Wide if expected == "text" => {
                self.text_of(cell, "text").map(Some)
            }
            _ => Ok(None),
        }
    }

    /// The character of an atom with one character.
    pub(super) fn character(&self, cell: Cell) -> Option<char> {
        let mut characters = if cell.is_atom() {
            self.store.symbols.name(cell.as_symbol()).chars()
        } else {
            "".chars()
        };
        match (characters.next(), characters.next()) {
            (Some(only), None) => Some(only),
            _ => None,
        }
    }

    /// The character with this code.
    pub(super) fn code(&self, cell: Cell) -> Option<char> {
        u32::try_from(self.store.integer_value(cell)?)
            .ok()
            .and_then(char::from_u32)
    }

    pub(super) fn new_atom(&mut self, text: &str) -> Result<Cell, Raised> {
        // The text itself takes memory too.
        self.check_memory(2 * text.len() / BYTES_PER_CELL as usize)?;
        Ok(self.store.atom(text))
    }

    pub(super) fn new_string(&mut self, text: &str) -> Result<Cell, Raised> {
        self.check_memory(2 * text.len() / BYTES_PER_CELL as usize)?;
        Ok(self.store.string(text))
    }

    fn new_number(&mut self, text: &str) -> Result<Cell, Raised> {
        match parse_number(text.trim_start()) {
            Some(value) => Ok(self.store.integer(value)),
            None => Err(raise::syntax_error(&mut self.store, "illegal_number")),
        }
    }

    pub(super) fn new_text(&mut self, kind: TextKind, text: &str) -> Result<Cell, Raised> {
        match kind {
            TextKind::Atom => self.new_atom(text),
            TextKind::String => self.new_string(text),
            TextKind::Codes | TextKind::Chars => {
                self.check_memory(3 * text.len())?;
                let mut parts = Vec::with_capacity(text.len());
                for (number, character) in text.chars().enumerate() {
                    if number % CELLS_AT_ONCE == CELLS_AT_ONCE - 1 {
                        self.store.pass(CELLS_AT_ONCE, parts.len())?;
                    }
                    parts.push(match kind {
                        TextKind::Codes => self.store.integer(i64::from(u32::from(character))),
                        _ => self.store.atom(character.encode_utf8(&mut [0; 4])),
                    });
                }
                Ok(self.store.list(&parts))
            }
        }
    }

    /// Unifies an argument with text. A bound atom, string or integer is compared by its
    /// characters.
    pub(super) fn answer_text(&mut self, number: usize, kind: TextKind, text: &str) -> GoalOutcome {
        let cell = self.argument(number);
        match cell.tag() {
            Tag::Atom | Tag::String | Tag::Integer | Tag::Wide
                if matches!(kind, TextKind::Atom | TextKind::String) =>
            {
                Ok(self.text_of(cell, "text")? == text)
            }
            _ => {
                let made = self.new_text(kind, text)?;
                self.answer(&[(number, made)])
            }
        }
    }
}

/// The maximum length in bytes of a number such as `0'a`, however its character is written.
const LONGEST_CHARACTER_CODE: usize = 16;

/// A text with more bytes than this is not copied before the memory for its copies is checked.
const LONG_TEXT: usize = 1 << 12;

/// A text is taken out of a term, changed, and put into another term.
const COPIES_OF_A_TEXT: usize = 3;

/// How many bytes of text count as one cell.
pub(super) const BYTES_PER_CELL: u64 = 8;
