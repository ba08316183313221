//! Completions: what an author could type next.
//!
//! An incomplete clause can seldom be parsed, so the text before the cursor is examined by its
//! characters.

use super::BuiltIn;
use super::builtins::BUILTINS;
use super::fluent::FluentDeclaration;
use super::index::Index;
use crate::game::vocabulary::{Origin, VOCABULARY, Word};
use crate::syntax::operators::is_operator;
use crate::syntax::quote::{needs_quotes, quote_atom};
use crate::syntax::tree::{Clause, Name, SourceTerm, TermKind};

/// The kinds of completions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CompletionKind {
    /// A predicate of the program.
    Predicate,
    /// A fluent of the program.
    Fluent,
    /// A word of the game vocabulary.
    Vocabulary,
    /// A built-in predicate.
    BuiltIn,
    /// A variable of the clause.
    Variable,
    /// A word that may follow the `:-` of a directive.
    Directive,
}

/// One completion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Completion {
    /// Its kind.
    pub kind: CompletionKind,
    /// The name that is inserted.
    pub name: String,
    /// The text in the list, which is unique: `cell/3`.
    pub label: String,
    /// The names of its arguments.
    pub arguments: Vec<String>,
    /// The text after name and arguments, such as ` :- `.
    pub tail: &'static str,
    /// A description.
    pub comment: String,
}

/// Returns the completions at `offset` of a file of `index` with this text.
pub(super) fn completions(index: &Index, text: &str, offset: usize) -> Vec<Completion> {
    let Some(before) = text.get(..offset) else {
        return Vec::new();
    };
    let line = before.rsplit('\n').next().unwrap_or("");
    if is_quoted_or_comment(line) {
        return Vec::new();
    }
    let word = &line[line.trim_end_matches(is_word).len()..];
    let leading = line[..line.len() - word.len()].trim();
    if leading == ":-" && line.starts_with(":-") {
        return directives();
    }
    let variables = variables(text, offset, word);
    if word.starts_with(|first: char| first.is_uppercase() || first == '_') {
        return variables;
    }
    let mut all = variables;
    let words = words(leading.is_empty() && !line.starts_with(char::is_whitespace));
    let is_vocabulary = |own: &Completion| {
        words
            .iter()
            .any(|word| is_of_vocabulary(word) && word.label == own.label)
    };
    let own: Vec<Completion> = own(index)
        .into_iter()
        .filter(|own| !is_vocabulary(own))
        .collect();
    let is_own = |word: &Completion| own.iter().any(|own| own.label == word.label);
    all.extend(words.into_iter().filter(|word| !is_own(word)));
    all.extend(own);
    all
}

fn is_of_vocabulary(completion: &Completion) -> bool {
    completion.kind == CompletionKind::Vocabulary
}

fn is_word(character: char) -> bool {
    character.is_alphanumeric() || character == '_'
}

/// Whether the beginning of a line ends within quotes or a comment.
fn is_quoted_or_comment(line: &str) -> bool {
    let mut quote = None;
    let mut characters = line.chars().peekable();
    let mut before = ' ';
    while let Some(character) = characters.next() {
        match (quote, character) {
            (Some(_), '\\') => drop(characters.next()),
            (Some(open), _) if character == open => quote = None,
            (Some(_), _) => {}
            (None, '%') => return true,
            // `0'a` is the code of a character.
            (None, '\'') if before == '0' => drop(characters.next()),
            (None, '"' | '\'' | '`') => quote = Some(character),
            (None, _) => {}
        }
        before = character;
    }
    quote.is_some()
}

fn directives() -> Vec<Completion> {
    let all = [
        ("game", ".", "the name of the game: `:- game(\"Othello\").`"),
        (
            "fluent",
            " ",
            "a predicate whose facts are the position: `:- fluent cell(column, row) -> disc.`",
        ),
        (
            "sorted",
            ".",
            "moves and results have the standard order of terms: `:- sorted.`",
        ),
        (
            "table",
            " ",
            "predicates that may call themselves in a circle: `:- table linked/2.`",
        ),
        (
            "use",
            " \"file.rules\".",
            "the clauses of a file beside this one: `:- use \"lines.rules\".`",
        ),
    ];
    let one = |(name, tail, comment): (&str, &'static str, &str)| Completion {
        kind: CompletionKind::Directive,
        name: name.to_owned(),
        label: name.to_owned(),
        arguments: if name == "game" {
            vec!["\"Name\"".to_owned()]
        } else {
            Vec::new()
        },
        tail,
        comment: comment.to_owned(),
    };
    all.into_iter().map(one).collect()
}

/// The variables of the clause around an offset, except the word that is being typed.
fn variables(text: &str, offset: usize, typed: &str) -> Vec<Completion> {
    let start = text[..offset].rfind(".\n").map_or(0, |end| end + 1);
    let start = start.max(text[..offset].rfind(".  ").map_or(0, |end| end + 1));
    let end = text[offset..]
        .find(".\n")
        .map_or(text.len(), |length| offset + length);
    let clause: String = text[start..end]
        .lines()
        .map(|line| line.split('%').next().unwrap_or(""))
        .collect::<Vec<_>>()
        .join("\n");
    let mut names: Vec<&str> = Vec::new();
    for word in clause.split(|character| !is_word(character)) {
        let is_variable =
            word.starts_with(|first: char| first.is_uppercase() || first == '_') && word != "_";
        if is_variable && word != typed && !names.contains(&word) {
            names.push(word);
        }
    }
    let one = |name: &str| Completion {
        kind: CompletionKind::Variable,
        name: name.to_owned(),
        label: name.to_owned(),
        arguments: Vec::new(),
        tail: "",
        comment: String::new(),
    };
    names.into_iter().map(one).collect()
}

/// The predicates of the program.
fn own(index: &Index) -> Vec<Completion> {
    let mut all: Vec<Completion> = Vec::new();
    for clause in index.files.iter().flat_map(|file| &file.clauses) {
        let Some((name, arity)) = &clause.about else {
            continue;
        };
        let label = format!("{}/{arity}", quote_atom(name));
        if let Some(known) = all.iter_mut().find(|known| known.label == label) {
            if known.comment.is_empty() {
                known.comment.clone_from(&clause.comment);
            }
            continue;
        }
        let is_fluent = clause.clause.directive().is_some();
        all.push(Completion {
            kind: if is_fluent {
                CompletionKind::Fluent
            } else {
                CompletionKind::Predicate
            },
            name: quote_atom(name).into_owned(),
            label,
            arguments: arguments(&clause.clause, *arity),
            tail: "",
            comment: clause.comment.clone(),
        });
    }
    all
}

/// The names of the arguments of a predicate, as far as its first clause or its declaration has
/// them.
fn arguments(clause: &Clause, arity: usize) -> Vec<String> {
    let domains: Vec<&SourceTerm> = match clause.directive().and_then(FluentDeclaration::of) {
        Some(fluent) => fluent.domains().collect(),
        None => clause
            .head()
            .and_then(SourceTerm::name_and_arguments)
            .map(|(_, terms)| terms.iter().collect())
            .unwrap_or_default(),
    };
    let mut names: Vec<String> = domains
        .into_iter()
        .enumerate()
        .map(|(at, term)| argument(at, term))
        .collect();
    names.truncate(arity);
    names
}

fn argument(at: usize, term: &SourceTerm) -> String {
    let capitalised = |name: &Name| {
        let mut characters = name.chars();
        characters
            .next()
            .map(|first| first.to_uppercase().collect::<String>() + characters.as_str())
    };
    match &term.kind {
        TermKind::Variable(name) if &**name != "_" => name.to_string(),
        TermKind::Atom(name) => capitalised(name).unwrap_or_default(),
        _ => format!("Argument{}", at + 1),
    }
}

/// Completions for the vocabulary and the built-in predicates. At the left margin a clause begins.
/// A built-in predicate cannot be its head, so only the vocabulary is offered there.
fn words(at_margin: bool) -> Vec<Completion> {
    let vocabulary = VOCABULARY.iter().map(|word| of_vocabulary(word, at_margin));
    let builtins = BUILTINS
        .iter()
        .filter(|builtin| !at_margin && !is_operator(builtin.name) && !needs_quotes(builtin.name));
    vocabulary.chain(builtins.map(builtin)).collect()
}

fn of_vocabulary(word: &Word, at_margin: bool) -> Completion {
    let has_body = word.origin == Origin::Clauses;
    Completion {
        kind: CompletionKind::Vocabulary,
        name: word.name.to_owned(),
        label: word.indicator(),
        arguments: word
            .arguments
            .iter()
            .map(|argument| argument.name.to_owned())
            .collect(),
        tail: if at_margin && has_body { " :- " } else { "" },
        comment: format!("`{}`: {}", word.signature(), word.sentence),
    }
}

fn builtin(builtin: &BuiltIn) -> Completion {
    Completion {
        kind: CompletionKind::BuiltIn,
        name: builtin.name.to_owned(),
        label: format!("{}/{}", builtin.name, builtin.arity()),
        arguments: builtin
            .arguments
            .split(", ")
            .filter(|name| !name.is_empty())
            .map(str::to_owned)
            .collect(),
        tail: "",
        comment: format!("`{}`: {}", builtin.signature(), builtin.sentence),
    }
}
