//! Writes rules as the text of a sheet.

use super::names::{VariableNames, Words};
use super::rule::{Atom, Literal, RelationKey, Rule};
use super::tables::Tables;
use crate::syntax::source::Span;

/// The text of a sheet, and from which place of the rule file each part of it comes.
#[derive(Default)]
pub(super) struct Written {
    pub text: String,
    /// By the byte at which it begins the place of a rule.
    origins: Vec<(usize, Span)>,
    before: Option<RelationKey>,
}

/// The longest rule that is written in one line.
const MOST_IN_LINE: usize = 80;

impl Written {
    pub fn comment(&mut self, comment: &str) {
        for line in comment.lines() {
            self.text.push_str(format!("; {line}").trim_end());
            self.text.push('\n');
        }
    }

    pub fn rule(&mut self, rule: &Rule, words: &mut Words) {
        let key = rule.head.key();
        if !self.origins.is_empty()
            && (self.before.as_ref() != Some(&key) || !rule.comment.is_empty())
        {
            self.text.push('\n');
        }
        self.before = Some(key);
        self.comment(&rule.comment);
        self.origins.push((self.text.len(), rule.head.span));
        let mut variables = VariableNames::default();
        let head = atom(&rule.head, words, &mut variables);
        let body: Vec<String> = rule
            .body
            .iter()
            .map(|literal| condition(literal, words, &mut variables))
            .collect();
        let in_line = format!("(<= {head} {})", body.join(" "));
        self.text.push_str(&match body.is_empty() {
            true => head,
            false if body.len() == 1 && in_line.len() <= MOST_IN_LINE => in_line,
            false => format!("(<= {head}\n    {})", body.join("\n    ")),
        });
        self.text.push('\n');
    }

    /// The facts of relations that are listed.
    pub fn tables(&mut self, tables: Tables, comment: &str, words: &mut Words) {
        for (number, (key, mut facts)) in tables.into_iter().enumerate() {
            facts.sort();
            for (place, arguments) in facts.into_iter().enumerate() {
                let head = Atom::new(&key.0, arguments, Span::NOWHERE);
                let mut rule = Rule::new(head, Vec::new());
                if number == 0 && place == 0 {
                    rule.comment = comment.into();
                }
                self.rule(&rule, words);
            }
        }
    }

    /// The place of the rule file from which a byte of the sheet comes.
    pub fn origin(&self, byte: usize) -> Option<Span> {
        let after = self.origins.partition_point(|(begin, _)| *begin <= byte);
        self.origins[..after].last().map(|(_, span)| *span)
    }
}

fn condition(literal: &Literal, words: &mut Words, variables: &mut VariableNames) -> String {
    match literal {
        Literal::Atom(asked) => atom(asked, words, variables),
        Literal::Not(denied) => format!("(not {})", atom(denied, words, variables)),
        Literal::Distinct(one, other, _) => {
            let one = words.term(one, variables);
            format!("(distinct {one} {})", words.term(other, variables))
        }
    }
}

fn atom(atom: &Atom, words: &mut Words, variables: &mut VariableNames) -> String {
    let name = words.relation(&atom.key());
    if atom.arguments.is_empty() {
        return name.to_string();
    }
    let arguments = atom.arguments.iter();
    let arguments: Vec<String> = arguments.map(|term| words.term(term, variables)).collect();
    format!("({name} {})", arguments.join(" "))
}
