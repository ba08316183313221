//! Why a goal holds, why it does not, and how it was proved.

mod laws;
mod tables;
mod trace;
mod why;

use regola::game::{Game, Position, Rules};
use regola::logic::proof::{Bounds, Goal};
use regola::logic::{Limits, Term};
use regola::syntax::load::MemoryReader;
use regola::syntax::parse::parse_query;
use regola::syntax::source::Sources;

/// A game of the folder `games`, by a path that is the same on every machine.
fn shipped(name: &str) -> Rules {
    Rules::load(format!("games/{name}.rules")).unwrap_or_else(|failure| panic!("{failure}"))
}

/// A program that need not be a whole game.
fn draft(text: &str) -> Rules {
    let limits = Limits {
        steps: 200_000,
        memory: 16 << 20,
    };
    draft_within(text, limits)
}

/// The same within other limits.
pub fn draft_within(text: &str, limits: Limits) -> Rules {
    let reader = MemoryReader::new().with("small.rules", text);
    let rules = Rules::draft(&reader, "small.rules", limits);
    rules.unwrap_or_else(|failure| panic!("{failure}"))
}

/// A goal from its text.
fn goal(text: &str) -> Goal {
    let mut sources = Sources::new();
    let id = sources.add("query", text);
    let goal = parse_query(&sources, id).expect("the query is right");
    Goal::new(Term::from_syntax(&goal).0, &goal)
}

/// The position after moves as they are written.
fn after(rules: &Rules, line: &str) -> Position {
    line.split_whitespace()
        .fold(rules.initial(), |position, typed| {
            let legal = rules
                .legal_moves(&position)
                .expect("the rules can be followed");
            let found = rules.find_move(&position, &legal, typed);
            rules
                .play(&position, &[found.expect("the move is legal")])
                .expect("the rules can be followed")
        })
}

/// Questions, each followed by its explanation.
fn explained(rules: &Rules, position: &Position, questions: &[&str]) -> String {
    let explain = |question: &&str| match rules.explain(position, question, Bounds::default()) {
        Ok(explained) => format!("?- {question}.\n{explained}"),
        Err(failure) => format!("?- {question}.\n{failure}\n"),
    };
    questions.iter().map(explain).collect::<Vec<_>>().join("\n")
}
