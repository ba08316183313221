//! Explanations as trees of lines, for a person to read.
//!
//! A line has the goal on the left and a note on the right: the place of the clause, or why the
//! goal holds or fails.

use super::{Attempt, Explanation, Goal, Obstacle, Proof, Reason, Refutation};
use crate::logic::construct::Construct;
use crate::logic::term::Term;
use crate::syntax::source::{Sources, Span};
use crate::syntax::tree::Name;

/// Prints explanations of goals whose places point into the texts.
#[derive(Clone, Copy, Debug)]
pub struct Trees<'s> {
    sources: &'s Sources,
}

/// One line and the lines below it.
struct ProofLine {
    text: String,
    note: String,
    below: Vec<ProofLine>,
}

/// The maximum number of characters of a line's text.
const WIDEST_TEXT: usize = 120;
/// The maximum number of characters of a variable's value.
const WIDEST_VALUE: usize = 60;
/// The maximum column at which all notes are aligned.
const WIDEST_COLUMN: usize = 64;

impl<'s> Trees<'s> {
    /// A printer for goals of these texts.
    #[must_use]
    pub fn new(sources: &'s Sources) -> Self {
        Self { sources }
    }

    /// An explanation, each line ended by a line feed.
    #[must_use]
    pub fn explanation(self, explanation: &Explanation) -> String {
        match explanation {
            Explanation::Holds(proofs) => self.proofs(proofs),
            Explanation::Fails(refutation) => self.refutation(refutation),
        }
    }

    /// Proofs of goals, one below the other.
    #[must_use]
    pub fn proofs(self, proofs: &[Proof]) -> String {
        let lines: Vec<ProofLine> = proofs.iter().map(|proof| self.proof(proof)).collect();
        draw(&lines)
    }

    /// Why a goal does not hold.
    #[must_use]
    pub fn refutation(self, refutation: &Refutation) -> String {
        draw(&[self.refuted(refutation)])
    }

    /// File and line of a place; empty for a place in typed text.
    #[must_use]
    pub fn place(self, place: Span) -> String {
        if place == Span::NOWHERE {
            return String::new();
        }
        let name = &self.sources.get(place.source).name;
        if name.starts_with('<') {
            return String::new();
        }
        format!("{name}:{}", self.sources.line_column(place).0)
    }

    fn proof(self, proof: &Proof) -> ProofLine {
        let line = |note: &str| ProofLine::new(proof.goal.to_string(), note.to_owned());
        match &proof.reason {
            Reason::Clause { place, premises } => {
                let below = premises.iter().map(|premise| self.proof(premise)).collect();
                ProofLine {
                    below,
                    ..line(&self.place(*place))
                }
            }
            Reason::Elsewhere { premises } => {
                let below = premises.iter().map(|premise| self.proof(premise)).collect();
                ProofLine {
                    below,
                    ..line("since there:")
                }
            }
            Reason::Position => line("holds in this position"),
            Reason::Given => line("is assumed"),
            Reason::Engine => line("built-in"),
            Reason::Negation => line("has no proof to the contrary"),
            Reason::Cases(0) => line("there is no case"),
            Reason::Cases(1) => line("in the only case"),
            Reason::Cases(count) => line(&format!("in all {count} cases")),
            Reason::Unexplored => line("..."),
        }
    }

    fn refuted(self, refutation: &Refutation) -> ProofLine {
        let mut line = ProofLine::new(refutation.goal.to_string(), String::new());
        self.add_obstacle(&mut line, refutation);
        line
    }

    /// Adds below a line, or at its end, why a goal fails.
    fn add_obstacle(self, line: &mut ProofLine, refutation: &Refutation) {
        match &refutation.obstacle {
            Obstacle::NoHead { arguments, clauses } => {
                line.add_note(&no_head(refutation, arguments, *clauses))
            }
            Obstacle::Attempts { attempts, cut_off } => {
                line.below
                    .extend(attempts.iter().map(|attempt| self.attempt(attempt)));
                if *cut_off > 0 {
                    let clauses = counted(*cut_off, "further clause is", "further clauses are");
                    line.below.push(ProofLine::new(
                        format!("{clauses} not tried, because of a cut"),
                        String::new(),
                    ));
                }
            }
            Obstacle::Position { any, instead } if instead.is_empty() => {
                line.add_note(&format!("the position has no {any}"));
            }
            Obstacle::Position { instead, .. } => {
                let facts: Vec<String> = instead.iter().map(ToString::to_string).collect();
                line.add_note(&format!("the position holds {}", facts.join(", ")));
            }
            Obstacle::Given => line.add_note("is not assumed"),
            Obstacle::Engine(result) => line.add_note(&engine(refutation, result.as_deref())),
            Obstacle::Holds(proofs) => {
                line.add_note("but this holds:");
                line.below
                    .extend(proofs.iter().map(|proof| self.proof(proof)));
            }
            Obstacle::Elsewhere(inner) => {
                line.add_note("since there:");
                line.below.push(self.refuted(inner));
            }
            Obstacle::Counterexample(inner) => {
                line.add_note("not in this case:");
                line.below.push(self.refuted(inner));
            }
            Obstacle::Circular => line.add_note("would follow only from itself"),
            Obstacle::Error(error) => line.add_note(&format!("error: {error}")),
            Obstacle::Unexplored => line.add_note("..."),
        }
    }

    /// The first condition of a clause that failed, as written in the rule file.
    fn attempt(self, attempt: &Attempt) -> ProofLine {
        let written = attempt.condition.as_written();
        let mut line = ProofLine::new(
            format!("fails: {written}"),
            self.place(attempt.condition.place),
        );
        if let ([case], false) = (attempt.cases.as_slice(), attempt.ways > 1) {
            // The condition that really failed, such as one goal of a `maplist`, may not be written
            // anywhere.
            line.add_note(&bindings(&attempt.condition));
            self.add_obstacle(&mut line, case);
            return line;
        }
        let more = if attempt.more { "more than " } else { "" };
        line.add_note(&format!("in each of {more}{} ways", attempt.ways));
        line.below
            .extend(attempt.cases.iter().map(|case| self.refuted(case)));
        if attempt.more || attempt.ways > attempt.cases.len() {
            line.below
                .push(ProofLine::new("...".to_owned(), String::new()));
        }
        line
    }
}

/// The bindings, such as `P = black, X = 1`; empty if no variable is bound.
fn bindings(goal: &Goal) -> String {
    let bindings = goal.bindings();
    let shown = |(name, value): &(Name, Term)| {
        format!("{name} = {}", shortened(&value.to_string(), WIDEST_VALUE))
    };
    bindings.iter().map(shown).collect::<Vec<_>>().join(", ")
}

fn no_head(refutation: &Refutation, arguments: &[usize], clauses: usize) -> String {
    let (name, arity) = refutation.goal.functor().unwrap_or(("", 0));
    let all = refutation.goal.term.arguments();
    let culprit = |number: &usize| {
        all.get(number - 1)
            .map_or_else(String::new, |term| format!("`{term}`"))
    };
    let culprits: Vec<String> = arguments.iter().map(culprit).collect();
    match culprits.as_slice() {
        [] => format!(
            "fits none of the {} of {name}/{arity}",
            counted(clauses, "clause", "clauses")
        ),
        _ => format!("no clause of {name}/{arity} fits {}", culprits.join(" or ")),
    }
}

fn engine(refutation: &Refutation, result: Option<&str>) -> String {
    let (name, arity) = refutation.goal.functor().unwrap_or(("", 0));
    match (result, Construct::named(name, arity)) {
        (Some(result), Some(Construct::FindAll(_) | Construct::AggregateAll(_))) => {
            format!("it gives {result}")
        }
        (Some(result), _) if name == "is" => format!("it gives {result}"),
        (Some(result), _) => format!("that is {result}"),
        (None, Some(Construct::Fail)) => "never holds".to_owned(),
        (None, _) => "does not hold".to_owned(),
    }
}

fn counted(count: usize, one: &str, several: &str) -> String {
    if count == 1 {
        format!("1 {one}")
    } else {
        format!("{count} {several}")
    }
}

/// The text, cut after `most` characters.
fn shortened(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_owned(),
    }
}

impl ProofLine {
    fn new(text: String, note: String) -> Self {
        Self {
            text: shortened(&text, WIDEST_TEXT),
            note,
            below: Vec::new(),
        }
    }

    fn add_note(&mut self, note: &str) {
        if !self.note.is_empty() && !note.is_empty() {
            self.note.push_str("  ");
        }
        self.note.push_str(note);
    }
}

/// Draws the lines with the branches that lead to them, notes in one column.
fn draw(lines: &[ProofLine]) -> String {
    let mut rows = Vec::new();
    for line in lines {
        rows.push((line.text.clone(), line.note.as_str()));
        lay_out(&line.below, "", &mut rows);
    }
    let noted = rows.iter().filter(|(_, note)| !note.is_empty());
    let width = noted
        .map(|(text, _)| text.chars().count())
        .filter(|width| *width <= WIDEST_COLUMN)
        .max();
    let column = width.unwrap_or(0);
    let row = |(text, note): &(String, &str)| {
        format!("{text:column$}  {note}").trim_end().to_owned() + "\n"
    };
    rows.iter().map(row).collect()
}

/// Explanations are not deeper than their bounds, so plain recursion is safe.
fn lay_out<'l>(lines: &'l [ProofLine], indent: &str, rows: &mut Vec<(String, &'l str)>) {
    for (number, line) in lines.iter().enumerate() {
        let (branch, beside) = if number + 1 == lines.len() {
            ("└─ ", "   ")
        } else {
            ("├─ ", "│  ")
        };
        rows.push((format!("{indent}{branch}{}", line.text), &line.note));
        lay_out(&line.below, &format!("{indent}{beside}"), rows);
    }
}
