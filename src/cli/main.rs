//! The program `regola`: commands over the library, for a terminal, a pipe or another program.
//!
//! ```text
//! arguments   what may be typed after `regola`
//! opening     the rule file and the position that a command is about
//! output      what people read of it: nothing that a terminal obeys or nobody sees
//! output_file the file that a command writes
//! screen      the size of the terminal, and text that keeps within it
//! shipped     the games that are in the program, and how files are read where one may be meant
//! bench, check, compare, explain, fmt, games, moves, new, best, solve, perft, playout, play, query, why, repl, studio,
//! test, tree
//!             one module a command
//! contest     the command `match`
//! lsp         the language server for editors
//! trial       what random games show, for `check --play`
//! trouble     why a command could not do its work, and the exit status
//! ```

mod arguments;
mod bench;
mod best;
mod check;
mod compare;
mod compiled;
mod contest;
mod explain;
mod fmt;
mod games;
mod interrupt;
mod json;
mod lines;
mod lsp;
mod moves;
mod new;
mod opening;
mod output;
mod output_file;
mod perft;
mod picture;
mod play;
mod playout;
mod query;
mod repl;
mod results;
mod screen;
mod shipped;
mod solve;
mod strength;
mod studio;
mod test;
mod tree;
mod trial;
mod trouble;
mod watching;
mod why;

use std::io::Write;
use std::process::ExitCode;

use arguments::Command;
use clap::ArgMatches;
use output::Output;
use trouble::Trouble;

/// How a command ended that could do its work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Outcome {
    /// It did what was asked: exit status 0.
    Done,
    /// The answer is no: exit status 1.
    No,
    /// Something that was typed was wrong, and was told of: exit status 2.
    Faulty,
}

fn main() -> ExitCode {
    let ended = arguments::read().and_then(|(command, matches)| {
        // Only here is it known whether colours are wanted.
        let mut out = output::output();
        let outcome = run(command, &matches, &mut out)?;
        out.flush()?;
        Ok(outcome)
    });
    match ended {
        Ok(Outcome::Done) => ExitCode::SUCCESS,
        Ok(Outcome::No) => ExitCode::from(1),
        Ok(Outcome::Faulty) => ExitCode::from(2),
        Err(trouble) => trouble::report(&trouble),
    }
}

fn run(command: Command, matches: &ArgMatches, out: &mut Output) -> Result<Outcome, Trouble> {
    match command {
        Command::Check(options) => check::run(&options, out),
        Command::Compare(options) => compare::run(&options, out),
        Command::Explain(options) => explain::run(&options, out),
        Command::Games(options) => games::run(&options, out),
        Command::New(options) => new::run(&options, out),
        Command::Fmt(options) => fmt::run(&options, out),
        Command::Lsp(options) => lsp::run(&options),
        Command::Moves(options) => moves::run(&options, out),
        Command::Bench(options) => bench::run(&options, out),
        Command::Best(options) => best::run(&options, out),
        Command::Solve(options) => solve::run(&options, out),
        Command::Match(options) => contest::run(&options, matches, out),
        Command::Perft(options) => perft::run(&options, out),
        Command::Playout(options) => playout::run(&options, out),
        Command::Play(options) => play::run(&options, matches, out),
        Command::Query(options) => query::run(&options, out),
        Command::Why(options) => why::run(&options, out),
        Command::Repl(options) => repl::run(&options, out),
        Command::Studio(options) => studio::run(&options, out),
        Command::Test(options) => test::run(&options, out),
        Command::Tree(options) => tree::run(&options, out),
        Command::Picture(options) => picture::run(&options, out),
    }
}
