//! What the folder `editors` has: the files are sound, and the TextMate grammar gives words the
//! right colours.

use std::collections::{BTreeSet, HashMap};
use std::fs;

use regex::Regex;
use regola::game::vocabulary::VOCABULARY;
use regola::language::builtins;
use serde_json::Value;

fn json(path: &str) -> Value {
    let path = format!("{}/editors/vscode/{path}", env!("CARGO_MANIFEST_DIR"));
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// As much of a TextMate engine as the grammar needs: patterns that match, or begin and end, within
/// one line.
struct Grammar {
    json: Value,
    /// The expressions of the patterns by their texts: compiling one takes longer than a match.
    expressions: HashMap<String, Regex>,
}

/// What matched first in the rest of a line, and the pattern.
struct Found<'g> {
    pattern: &'g Value,
    groups: Vec<Option<(usize, usize)>>,
}

impl Grammar {
    fn new() -> Self {
        let json = json("syntaxes/regola.tmLanguage.json");
        let mut expressions = HashMap::new();
        compile(&json, &mut expressions);
        Self { json, expressions }
    }

    /// The patterns of a list, those that it includes in their place.
    fn patterns<'g>(&'g self, list: &'g Value) -> Vec<&'g Value> {
        let mut patterns = Vec::new();
        for pattern in list.as_array().into_iter().flatten() {
            match pattern["include"].as_str() {
                Some(name) => {
                    let included = &self.json["repository"][name.trim_start_matches('#')];
                    assert!(!included.is_null(), "{name} is in the repository");
                    let inner = self.patterns(&included["patterns"]);
                    patterns.extend(if inner.is_empty() {
                        vec![included]
                    } else {
                        inner
                    });
                }
                None => patterns.push(pattern),
            }
        }
        patterns
    }

    /// The words of a line with their scopes.
    fn scopes(&self, line: &str) -> Vec<(String, String)> {
        let all = self.patterns(&self.json["patterns"]);
        let (mut words, mut at) = (Vec::new(), 0);
        while let Some(found) = self.first(&all, line, at) {
            let (start, end) = found.groups[0].expect("the whole has matched");
            let end = match found.pattern["end"].as_str() {
                Some(ending) => self.ending(found.pattern, ending, line, end),
                None => end,
            };
            let word = |start: usize, end: usize, scope: &Value| {
                let scope = scope.as_str().unwrap_or_default();
                (
                    line[start..end].trim().to_owned(),
                    scope.trim_end_matches(".regola").to_owned(),
                )
            };
            if let Some(captures) = found.pattern["captures"].as_object() {
                for (number, capture) in captures {
                    let group =
                        found.groups[number.parse::<usize>().expect("captures have numbers")];
                    words.extend(group.map(|(start, end)| word(start, end, &capture["name"])));
                }
            } else {
                words.push(word(start, end, &found.pattern["name"]));
            }
            at = end.max(start + 1);
        }
        words
    }

    /// Where a text that has begun before `at` ends.
    fn ending(&self, pattern: &Value, ending: &str, line: &str, mut at: usize) -> usize {
        let inner = self.patterns(&pattern["patterns"]);
        let ending = &self.expressions[ending];
        loop {
            let Some(end) = ending.find_at(line, at) else {
                return line.len();
            };
            match self
                .first(&inner, line, at)
                .and_then(|found| found.groups[0])
            {
                Some((start, after)) if start < end.start() => at = after,
                _ => return end.end(),
            }
        }
    }

    /// The pattern that matches first; of those that do at the same place the one that stands first.
    fn first<'g>(&self, patterns: &[&'g Value], line: &str, at: usize) -> Option<Found<'g>> {
        let matches = patterns.iter().filter_map(|pattern| {
            let text = pattern["match"]
                .as_str()
                .or(pattern["begin"].as_str())
                .expect("a pattern matches something");
            let captures = self.expressions[text].captures_at(line, at)?;
            let groups = captures
                .iter()
                .map(|group| group.map(|group| (group.start(), group.end())))
                .collect();
            Some(Found { pattern, groups })
        });
        matches
            .filter(|found| found.groups[0].is_some_and(|(start, end)| start < end))
            .min_by_key(|found| found.groups[0].map(|(start, _)| start))
    }
}

/// Compiles every expression of a part of the grammar.
fn compile(part: &Value, expressions: &mut HashMap<String, Regex>) {
    match part {
        Value::Object(members) => {
            for (name, member) in members {
                match member.as_str() {
                    Some(text) if ["match", "begin", "end"].contains(&name.as_str()) => {
                        let expression = Regex::new(text).expect("it compiles");
                        expressions.insert(text.to_owned(), expression);
                    }
                    _ => compile(member, expressions),
                }
            }
        }
        Value::Array(items) => items.iter().for_each(|item| compile(item, expressions)),
        _ => {}
    }
}

#[test]
fn lines_have_the_right_colours() {
    let grammar = Grammar::new();
    let lines = [
        ":- game(\"A \\\"great\\\" game\").  % its name",
        ":- fluent cell(column, row) -> role.",
        "column(1..8).  square(0x1F, 1_000, 0b11).",
        "legal(P, place(X, _)) :- control(P), \\+ cell(X, 'it''s', _), X =< 0'a + 2 mod 3.",
        "add(control(Q)) :- does(P, _), ( other(P, Q) -> true ; fail ), !.",
        "n(N) :- aggregate_all(count, role(_), N), legalese(N), N is -1 // 2.",
        "\"x-AB\" -> \"oxAB\".  /* a block */ codes(`ab`).",
        "größe(Über) :- öffnung(Über).",
    ];
    let mut shown = String::new();
    for line in lines {
        shown += &format!("{line}\n");
        for (word, scope) in grammar.scopes(line) {
            shown += &format!("    {word:<20} {scope}\n");
        }
    }
    assert_snapshot!("editors__colours", shown);
}

#[test]
fn every_character_of_the_games_has_a_colour() {
    let grammar = Grammar::new();
    for game in ["othello-play", "tictactoe", "tris-productions"] {
        let path = format!("{}/games/{game}.rules", env!("CARGO_MANIFEST_DIR"));
        for line in fs::read_to_string(path).expect("the game ships").lines() {
            let coloured: String = grammar
                .scopes(line)
                .into_iter()
                .map(|(word, _)| word)
                .collect();
            let ink = |text: &str| {
                text.chars()
                    .filter(|character| !character.is_whitespace())
                    .collect::<String>()
            };
            assert_eq!(ink(&coloured), ink(line));
        }
    }
}

#[test]
fn the_grammar_knows_the_words_of_the_language() {
    let grammar = Grammar::new();
    let known = |name: &str| -> BTreeSet<String> {
        let patterns = grammar.patterns(&grammar.json["patterns"]);
        let pattern = patterns
            .iter()
            .find(|pattern| pattern["name"] == format!("support.function.{name}.regola"));
        let text = pattern
            .and_then(|pattern| pattern["match"].as_str())
            .expect("the grammar has them");
        let names = text.trim_start_matches(r"\b(?:").trim_end_matches(r")\b");
        names.split('|').map(str::to_owned).collect()
    };
    let vocabulary: BTreeSet<String> = VOCABULARY.iter().map(|word| word.name.to_owned()).collect();
    assert_eq!(known("vocabulary"), vocabulary);
    let is_name = |name: &str| name.starts_with(char::is_alphabetic) && name != "is";
    let builtins = builtins().iter().map(|word| word.name.to_owned());
    let builtins: BTreeSet<String> = builtins
        .filter(|name| is_name(name) && !vocabulary.contains(name))
        .collect();
    assert_eq!(known("builtin"), builtins);
}

#[test]
fn the_page_of_the_studio_colours_every_word_of_a_game() {
    let path = "src/studio/page/source/workshop/language.ts";
    let text = fs::read_to_string(path).unwrap_or_else(|error| panic!("{path}: {error}"));
    let start = text
        .find("const VOCABULARY")
        .expect("the page has a vocabulary");
    let end = start
        + text[start..]
            .find(").split")
            .expect("it is a list of words");
    let quoted = Regex::new("\"([^\"]*)\"").expect("it is an expression");
    let words = quoted.captures_iter(&text[start..end]);
    let known: BTreeSet<String> = words
        .flat_map(|words| {
            words[1]
                .split_whitespace()
                .map(str::to_owned)
                .collect::<Vec<_>>()
        })
        .collect();
    let vocabulary: BTreeSet<String> = VOCABULARY.iter().map(|word| word.name.to_owned()).collect();
    assert_eq!(known, vocabulary);
}

#[test]
fn the_extension_names_files_that_are_there() {
    let package = json("package.json");
    let contributes = &package["contributes"];
    let named = [
        &package["main"],
        &contributes["languages"][0]["configuration"],
        &contributes["grammars"][0]["path"],
    ];
    for path in named {
        let path = path.as_str().expect("a path").trim_start_matches("./");
        assert!(
            fs::exists(format!(
                "{}/editors/vscode/{path}",
                env!("CARGO_MANIFEST_DIR")
            ))
            .is_ok_and(|is| is),
            "{path}"
        );
    }
    assert_eq!(package["version"], env!("CARGO_PKG_VERSION"));
    assert_eq!(
        contributes["grammars"][0]["scopeName"],
        Grammar::new().json["scopeName"]
    );
    assert_eq!(
        json("language-configuration.json")["comments"]["lineComment"],
        "%"
    );
}
