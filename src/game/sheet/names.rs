//! The words of the sheet. KIF does not tell capital letters from small ones, and a word of it has no
//! blanks or brackets; names that would be the same word get numbers. A relation has one number of
//! arguments, and so has a function.

use std::collections::{HashMap, HashSet};

use super::program::Program;
use super::rule::RelationKey;
use super::term::Term;
use crate::logic::LIST_CELL;
use crate::syntax::tree::Name;

/// The words that mean something in a sheet.
const RESERVED: [&str; 17] = [
    "role", "init", "true", "does", "legal", "next", "terminal", "goal", "distinct", "not", "or",
    "and", "base", "input", "sees", "random", "<=",
];

/// The words of a sheet that the rules define or ask by the same name.
const SAME: [(&str, usize); 8] = [
    ("role", 1),
    ("init", 1),
    ("legal", 2),
    ("does", 2),
    ("terminal", 0),
    ("goal", 2),
    ("$true", 1),
    ("$next", 1),
];

/// The names of signs.
const SIGNS: [(char, &str); 20] = [
    ('-', "minus"),
    ('+', "plus"),
    ('*', "star"),
    ('/', "slash"),
    ('\\', "backslash"),
    ('#', "hash"),
    ('.', "dot"),
    (':', "colon"),
    (',', "comma"),
    (';', "semicolon"),
    ('=', "equals"),
    ('<', "less"),
    ('>', "greater"),
    ('?', "question"),
    ('!', "bang"),
    ('@', "at"),
    ('&', "and"),
    ('|', "bar"),
    ('~', "tilde"),
    ('^', "caret"),
];

/// What has a name in the sheet.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Named {
    Relation(Name, usize),
    Function(Name, usize),
    Text(Name),
}

/// The words so far.
#[derive(Default)]
pub(super) struct Words {
    words: HashMap<Named, Name>,
    /// The words of relations, and those of terms.
    taken: [HashSet<Name>; 2],
}

impl Words {
    /// The words that the roles and the facts have if they can.
    pub fn new(program: &Program<'_>) -> Self {
        let mut words = Self::default();
        let roles = program.rules.game.roles.iter().filter_map(Term::from_value);
        for role in roles {
            words.term(&role, &mut VariableNames::default());
        }
        for fluent in program.fluents {
            let named = Named::Function(fluent.name.clone(), fluent.arity());
            words.word(named, &fluent.name);
        }
        words
    }

    /// The word of a relation.
    pub fn relation(&mut self, (name, arity): &RelationKey) -> Name {
        if SAME.contains(&(&**name, *arity)) {
            return Name::from(name.trim_start_matches('$'));
        }
        self.word(Named::Relation(name.clone(), *arity), name)
    }

    /// A term as the sheet writes it. `variables` names its variables.
    pub fn term(&mut self, term: &Term, variables: &mut VariableNames) -> String {
        match term {
            Term::Variable(name) => variables.of(name),
            Term::Integer(value) => value.to_string(),
            Term::Atom(name) => self
                .word(Named::Function(name.clone(), 0), name)
                .to_string(),
            Term::String(text) => self.word(Named::Text(text.clone()), text).to_string(),
            Term::Function(name, arguments) => {
                let function = Named::Function(name.clone(), arguments.len());
                let mut written = format!("({}", self.word(function, name));
                for argument in arguments {
                    written.push(' ');
                    written.push_str(&self.term(argument, variables));
                }
                written.push(')');
                written
            }
        }
    }

    fn word(&mut self, named: Named, name: &Name) -> Name {
        if let Some(word) = self.words.get(&named) {
            return word.clone();
        }
        let taken = &mut self.taken[usize::from(matches!(named, Named::Relation(..)))];
        let plain = plain(name);
        let mut word = plain.clone();
        let mut number = 2;
        while RESERVED.contains(&&*word) || taken.contains(&*word) {
            word = format!("{plain}_{number}");
            number += 1;
        }
        let word = Name::from(word);
        taken.insert(word.clone());
        self.words.insert(named, word.clone());
        word
    }
}

/// A name in small letters, numbers and underscores.
fn plain(name: &str) -> String {
    match name {
        "[]" => return "nil".to_owned(),
        "-" => return "pair".to_owned(),
        LIST_CELL => return "cons".to_owned(),
        "" => return "empty".to_owned(),
        _ => {}
    }
    let mut word = String::new();
    let mut is_sign_before = false;
    for character in name.strip_prefix('$').unwrap_or(name).chars() {
        let character = character.to_ascii_lowercase();
        let is_plain = character.is_ascii_alphanumeric() || character == '_';
        if !word.is_empty()
            && (is_sign_before || !is_plain)
            && !word.ends_with('_')
            && character != '_'
        {
            word.push('_');
        }
        is_sign_before = !is_plain;
        let sign = SIGNS.iter().find(|(sign, _)| *sign == character);
        match sign {
            _ if is_plain => word.push(character),
            _ if character.is_whitespace() => {}
            Some((_, name)) => word.push_str(name),
            None => word.push_str(&format!("u{:x}", u32::from(character))),
        }
    }
    // What looks like a number is a number to a reader.
    match word.chars().next() {
        Some('a'..='z') => word,
        _ => format!("n_{word}"),
    }
}

/// The names of the variables of one rule.
#[derive(Default)]
pub(super) struct VariableNames(HashMap<Name, String>);

impl VariableNames {
    fn of(&mut self, name: &Name) -> String {
        if let Some(known) = self.0.get(name) {
            return known.clone();
        }
        let small = name.trim_start_matches(['$', '_']).to_lowercase();
        let mut chars = small.chars().map(|character| match character {
            'a'..='z' | '0'..='9' => character,
            _ => '_',
        });
        // Variables without a name are numbered in the translation.
        let plain: String = match small.chars().next() {
            Some('a'..='z') => chars.by_ref().collect(),
            _ if small.is_empty() || small.starts_with(|first: char| first.is_ascii_digit()) => {
                "any".to_owned()
            }
            _ => format!("v{}", chars.by_ref().collect::<String>()),
        };
        let mut written = format!("?{plain}");
        let mut number = 2;
        while self.0.values().any(|other| *other == written) {
            written = format!("?{plain}{number}");
            number += 1;
        }
        self.0.insert(name.clone(), written.clone());
        written
    }
}
