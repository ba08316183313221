//! The program `regola`: commands that use the library, for a terminal, a pipe or another program.
//!
//! ```text
//! allocator   where memory comes from
//! arguments   the command line of `regola`
//! opening     the rule file and the position that a command uses
//! output      output for people: control characters and invisible characters are escaped
//! people      the stream that does this
//! output_file the file that a command writes
//! screen      the size of the terminal, and text that fits into it
//! shipped     the games that are part of the program, and the reader that finds them
//! bench, check, compare, convert, explain, fmt, games, moves, new, best, solve, perft, playout, play,
//! query, why, repl, studio, test, tree, tune
//!             one module for each command
//! contest     the command `match`
//! clocks      the clocks of the players of a game
//! in_order    works in several threads, told in the order of their numbers
//! lsp         the language server for editors
//! records     records of games that commands write, or begin from
//! part        the rule files that use a part, for `check`
//! trial       the diagnostics of random games, for `check --play`
//! trouble     the report of a failed command, and the exit status
//! ```

#[cfg(feature = "allocator")]
mod allocator;
mod arguments;
mod bench;
mod best;
mod check;
mod compare;
mod compiled;
mod contest;
mod convert;
mod endgame;
mod explain;
mod fmt;
mod gamer;
mod games;
mod in_order;
mod interrupt;
mod json;
mod lines;
mod lsp;
mod moves;
mod new;
mod opening;
mod output;
mod output_file;
mod part;
mod people;
mod perft;
mod picture;
mod play;
mod playout;
mod progress;
mod query;
mod records;
mod repl;
mod results;
mod screen;
mod server;
mod shipped;
mod solve;
mod strength;
mod studio;
mod test;
mod threads;
mod tree;
mod trial;
mod trouble;
mod tune;
mod user_data;
mod watching;
mod why;

use std::io::Write;
use std::process::ExitCode;

use arguments::ProgramCommand;
use clap::ArgMatches;
use output::Output;
use trouble::Trouble;

/// How a command ended that did not fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum CommandOutcome {
    /// It did its work: exit status 0.
    Done,
    /// The answer is no: exit status 1.
    No,
    /// Some input was wrong and has been reported: exit status 2.
    Faulty,
}

fn main() -> ExitCode {
    let ended = arguments::read().and_then(|(command, matches)| {
        // The choice of colours is known only after the command line was read.
        let mut out = output::output();
        let outcome = run(command, &matches, &mut out)?;
        out.flush()?;
        Ok(outcome)
    });
    match ended {
        Ok(CommandOutcome::Done) => ExitCode::SUCCESS,
        Ok(CommandOutcome::No) => ExitCode::from(1),
        Ok(CommandOutcome::Faulty) => ExitCode::from(2),
        Err(trouble) => trouble::report(&trouble),
    }
}

fn run(
    command: ProgramCommand,
    matches: &ArgMatches,
    out: &mut Output,
) -> Result<CommandOutcome, Trouble> {
    match command {
        ProgramCommand::Check(options) => check::run(&options, out),
        ProgramCommand::Compare(options) => compare::run(&options, out),
        ProgramCommand::Convert(options) => convert::run(&options, out),
        ProgramCommand::Gamer(options) => gamer::run(&options, out),
        ProgramCommand::Server(options) => server::run(&options, out),
        ProgramCommand::Explain(options) => explain::run(&options, out),
        ProgramCommand::Games(options) => games::run(&options, out),
        ProgramCommand::New(options) => new::run(&options, out),
        ProgramCommand::Fmt(options) => fmt::run(&options, out),
        ProgramCommand::Lsp(options) => lsp::run(&options),
        ProgramCommand::Moves(options) => moves::run(&options, out),
        ProgramCommand::Bench(options) => bench::run(&options, out),
        ProgramCommand::Best(options) => best::run(&options, out),
        ProgramCommand::Solve(options) => solve::run(&options, out),
        ProgramCommand::Match(options) => contest::run(&options, matches, out),
        ProgramCommand::Tune(options) => tune::run(&options, out),
        ProgramCommand::Perft(options) => perft::run(&options, out),
        ProgramCommand::Playout(options) => playout::run(&options, out),
        ProgramCommand::Play(options) => play::run(&options, matches, out),
        ProgramCommand::Query(options) => query::run(&options, out),
        ProgramCommand::Why(options) => why::run(&options, out),
        ProgramCommand::Repl(options) => repl::run(&options, out),
        ProgramCommand::Studio(options) => studio::run(&options, out),
        ProgramCommand::Test(options) => test::run(&options, out),
        ProgramCommand::Tree(options) => tree::run(&options, out),
        ProgramCommand::Picture(options) => picture::run(&options, out),
    }
}
