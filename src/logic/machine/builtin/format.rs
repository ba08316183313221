//! Terms as text and text as terms: `term_to_atom/2` and similar predicates, and `format/3`.

use super::Builtin;
use super::text::{BYTES_PER_CELL, TextKind};
use crate::logic::arithmetic;
use crate::logic::cell::{Cell, Tag};
use crate::logic::limits::{CELLS_AT_ONCE, PRINT_DEPTH, PRINT_SIZE};
use crate::logic::machine::Machine;
use crate::logic::raise::{self, GoalOutcome, Raised};
use crate::logic::store::Numbering;
use crate::logic::symbol::Symbol;
use crate::logic::term::Term;
use crate::syntax::parse::parse_query;
use crate::syntax::print;
use crate::syntax::source::Sources;

pub(super) const TABLE: &[Builtin] = &[
    Builtin::new("$parse", 3, parse),
    Builtin::new("$write", 3, write),
    Builtin::new("format", 3, format),
];

/// `'$parse'(Text, Term, Bindings)`: parses a text to a term, and its variables to a list of
/// `'Name' = Variable`.
fn parse(machine: &mut Machine) -> GoalOutcome {
    let text = machine.text_or_list(0)?;
    machine.check_memory(text.len().saturating_mul(CELLS_TO_PARSE_A_BYTE))?;
    let mut sources = Sources::new();
    let id = sources.add("<term>", &text);
    let term = match parse_query(&sources, id) {
        Ok(term) => term,
        Err(faults) => {
            let what = faults.first().map_or("illegal_term".to_owned(), |fault| {
                fault.code.replace('-', "_")
            });
            return Err(raise::syntax_error(&mut machine.store, &what));
        }
    };
    let (term, names) = Term::from_syntax(&term);
    let mut variables = Vec::new();
    let term = machine.store.import(&term, &mut variables);
    let mut bindings = Vec::new();
    for (name, variable) in names.iter().zip(variables) {
        if let Some(name) = name {
            let name = machine.store.atom(name);
            bindings.push(machine.store.compound(Symbol::EQUALS, &[name, variable]));
        }
    }
    Ok(machine.answer(&[(1, term)])? && machine.answer_list(2, &bindings)?)
}

/// `'$write'(Term, Text, Kind)`: writes a term as text, an atom or a string.
fn write(machine: &mut Machine) -> GoalOutcome {
    let term = machine.argument(0);
    let text = machine.written(term, true)?;
    let kind = machine.argument(2);
    let is_atom = kind.is_atom() && &**machine.store.symbols.name(kind.as_symbol()) == "atom";
    machine.answer_text(
        1,
        if is_atom {
            TextKind::Atom
        } else {
            TextKind::String
        },
        &text,
    )
}

/// `format(Sink, Format, Arguments)`, where the sink is `atom(A)`, `string(S)`, `codes(L)` or
/// `chars(L)`.
fn format(machine: &mut Machine) -> GoalOutcome {
    let sink = machine.bound_argument(0)?;
    let name = machine
        .store
        .functor(sink)
        .map(|(name, arity)| (machine.store.symbols.name(name).clone(), arity));
    let kind = match name.as_ref().map(|(name, arity)| (&**name, *arity)) {
        Some(("atom", 1)) => TextKind::Atom,
        Some(("string", 1)) => TextKind::String,
        Some(("codes", 1)) => TextKind::Codes,
        Some(("chars", 1)) => TextKind::Chars,
        _ => return Err(raise::domain_error(&mut machine.store, "output_sink", sink)),
    };
    let format = machine.text_or_list(1)?;
    let given = machine.argument(2);
    let arguments = match machine.store.list_items(given)? {
        Ok(items) => items,
        Err(_) => vec![given],
    };
    let text = Formatter {
        machine,
        arguments: arguments.into_iter(),
        text: String::new(),
    }
    .run(&format)?;
    let result = machine.store.argument(sink, 0);
    machine.registers[0] = result;
    machine.answer_text(0, kind, &text)
}

/// Replaces the directives of a format by its arguments.
struct Formatter<'m> {
    machine: &'m mut Machine,
    arguments: std::vec::IntoIter<Cell>,
    text: String,
}

impl Formatter<'_> {
    fn run(mut self, format: &str) -> Result<String, Raised> {
        let mut characters = format.chars();
        while let Some(character) = characters.next() {
            if character != '~' {
                self.text.push(character);
                continue;
            }
            let mut directive = characters.next();
            let mut count = None;
            if directive == Some('*') {
                count = Some(self.count()?);
                directive = characters.next();
            }
            while let Some(digit) = directive.and_then(|character| character.to_digit(10)) {
                count = Some(
                    count
                        .unwrap_or(0)
                        .saturating_mul(10)
                        .saturating_add(digit as usize),
                );
                directive = characters.next();
            }
            self.directive(directive.unwrap_or('~'), count)?;
            self.machine.check_memory(self.text.len() / 8)?;
        }
        match self.arguments.next() {
            None => Ok(self.text),
            Some(_) => Err(self.error("too many arguments")),
        }
    }

    fn directive(&mut self, directive: char, count: Option<usize>) -> Result<(), Raised> {
        match directive {
            'w' | 'p' | 'q' => {
                let term = self.next()?;
                self.text += &self.machine.written(term, directive != 'w')?;
            }
            'a' => {
                let atomic = self.next()?;
                if matches!(atomic.tag(), Tag::Compound | Tag::List) {
                    return Err(raise::format_argument(
                        &mut self.machine.store,
                        directive,
                        atomic,
                    ));
                }
                self.text += &self.machine.text_of(atomic, "atomic")?;
            }
            'd' | 'D' => {
                let value = self.integer()?;
                self.text += &grouped(value, count.unwrap_or(0), directive == 'D');
            }
            'r' | 'R' => {
                let value = self.integer()?;
                self.radix(value, count.unwrap_or(8), directive == 'R')?;
            }
            's' => {
                let text = self.next()?;
                self.machine.registers[1] = text;
                self.text += &self.machine.list_or_text(1)?;
            }
            'c' => {
                let code = self.next()?;
                match self.machine.code(code) {
                    Some(character) => self.repeat(character, count)?,
                    None => {
                        return Err(raise::format_argument(
                            &mut self.machine.store,
                            directive,
                            code,
                        ));
                    }
                }
            }
            'n' => self.repeat('\n', count)?,
            '~' => self.text.push('~'),
            'i' => {
                self.next()?;
            }
            unknown => {
                let culprit = self.machine.store.atom(unknown.encode_utf8(&mut [0; 4]));
                return Err(raise::existence_error(
                    &mut self.machine.store,
                    "format_character",
                    culprit,
                ));
            }
        }
        Ok(())
    }

    fn next(&mut self) -> Result<Cell, Raised> {
        match self.arguments.next() {
            Some(argument) => Ok(self.machine.store.deref(argument)),
            None => Err(self.error("not enough arguments")),
        }
    }

    fn integer(&mut self) -> Result<i64, Raised> {
        let argument = self.next()?;
        arithmetic::evaluate(&mut self.machine.store, argument)
    }

    fn count(&mut self) -> Result<usize, Raised> {
        let argument = self.next()?;
        let count = self
            .machine
            .store
            .integer_value(argument)
            .and_then(|count| usize::try_from(count).ok());
        count.ok_or_else(|| self.error("no or negative integer for `*' argument"))
    }

    fn repeat(&mut self, character: char, count: Option<usize>) -> Result<(), Raised> {
        let mut left = count.unwrap_or(1);
        self.machine.check_memory(left)?;
        while left > 0 {
            let at_once = left.min(CELLS_AT_ONCE);
            self.text.extend(std::iter::repeat_n(character, at_once));
            self.machine.store.pass(at_once, 0)?;
            left -= at_once;
        }
        Ok(())
    }

    fn radix(&mut self, value: i64, radix: usize, capitals: bool) -> Result<(), Raised> {
        let Some(base) = u32::try_from(radix)
            .ok()
            .filter(|base| (2..=36).contains(base))
        else {
            return Err(self.error("the radix is not from 2 to 36"));
        };
        let mut digits = Vec::new();
        let mut rest = value.unsigned_abs();
        while rest > 0 || digits.is_empty() {
            let digit = char::from_digit((rest % u64::from(base)) as u32, base).unwrap_or('0');
            digits.push(if capitals {
                digit.to_ascii_uppercase()
            } else {
                digit
            });
            rest /= u64::from(base);
        }
        self.text.extend((value < 0).then_some('-'));
        self.text.extend(digits.iter().rev());
        Ok(())
    }

    fn error(&mut self, message: &str) -> Raised {
        let message = self.machine.store.atom(message);
        raise::format_error(&mut self.machine.store, message)
    }
}

/// An integer with a point before its last `after_point` digits, and with `commas` a comma between
/// each three digits before the point.
fn grouped(value: i64, after_point: usize, commas: bool) -> String {
    let after_point = after_point.min(MOST_DIGITS);
    let digits = format!("{:0>width$}", value.unsigned_abs(), width = after_point + 1);
    let (whole, fraction) = digits.split_at(digits.len() - after_point);
    let mut text = String::from(if value < 0 { "-" } else { "" });
    for (number, digit) in whole.chars().enumerate() {
        if commas && number > 0 && (whole.len() - number) % 3 == 0 {
            text.push(',');
        }
        text.push(digit);
    }
    if after_point > 0 {
        text = text + "." + fraction;
    }
    text
}

impl Machine {
    /// Writes a term as text. A term that is too large to be written whole is an error.
    fn written(&mut self, term: Cell, quoted: bool) -> Result<String, Raised> {
        if matches!(
            term.tag(),
            Tag::Atom | Tag::String | Tag::Integer | Tag::Wide
        ) && !quoted
        {
            return self.text_of(term, "atomic");
        }
        // A term that has been cut has more nodes than can be written.
        let term = self
            .store
            .export_to(term, &mut Numbering::default(), PRINT_SIZE + 3)?;
        if term.is_larger_than(PRINT_SIZE, PRINT_DEPTH) {
            return Err(raise::representation_error(&mut self.store, "written_term"));
        }
        let bytes = term.written_bytes();
        self.store.spend(bytes as u64 / BYTES_PER_CELL)?;
        self.check_memory(COPIES_OF_WRITTEN_TEXT * bytes / BYTES_PER_CELL as usize)?;
        Ok(print::print_dense(
            &term.to_syntax(&[]),
            PRINT_DEPTH + 1,
            quoted,
        ))
    }
}

/// The estimated memory of the parser, in cells for each byte.
const CELLS_TO_PARSE_A_BYTE: usize = 32;

/// A text is first written into a growing string, and then copied into the resulting term.
const COPIES_OF_WRITTEN_TEXT: usize = 3;

/// The most digits after a point that `~Nd` writes.
const MOST_DIGITS: usize = 1000;
