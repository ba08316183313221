//! The command line of `regola`.

use std::io::Write;

use clap::{ArgMatches, ColorChoice, CommandFactory, FromArgMatches, Parser, Subcommand};

use crate::output;
use crate::trouble::Trouble;
use crate::{
    bench, best, check, compare, contest, convert, explain, fmt, gamer, games, lsp, moves, new,
    perft, picture, play, playout, query, repl, server, solve, studio, test, tree, tune, why,
};

/// A rule engine for games: load a rule file, then look at it, play it, search it.
#[derive(Debug, Parser)]
#[command(
    name = "regola",
    version,
    subcommand_required = true,
    arg_required_else_help = true
)]
#[command(
    after_help = "Exit status: 0 done; 1 the answer is no; 2 wrong use or a file with errors; 130 ended by Ctrl-C.

Example:
  regola play othello"
)]
struct Arguments {
    #[command(subcommand)]
    command: ProgramCommand,
    /// Use colours: on a terminal, always or never
    #[arg(long, global = true, value_name = "WHEN", display_order = 1000, default_value_t = ColorChoice::Auto)]
    color: ColorChoice,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum ProgramCommand {
    Play(play::PlayArguments),
    Games(games::GamesArguments),
    Moves(moves::MovesArguments),
    Best(best::BestArguments),
    Solve(solve::SolveArguments),
    Match(contest::MatchArguments),
    Tune(tune::TuneArguments),
    Perft(perft::PerftArguments),
    Playout(playout::PlayoutArguments),
    Query(query::QueryArguments),
    Why(why::WhyArguments),
    Tree(tree::TreeArguments),
    Picture(picture::PictureArguments),
    Repl(repl::ReplArguments),
    Studio(studio::StudioArguments),
    New(new::NewArguments),
    Test(test::TestArguments),
    Check(check::CheckArguments),
    Compare(compare::CompareArguments),
    Convert(convert::ConvertArguments),
    Gamer(gamer::GamerArguments),
    Server(server::ServerArguments),
    Bench(bench::BenchArguments),
    Explain(explain::ExplainArguments),
    Fmt(fmt::FmtArguments),
    Lsp(lsp::LspArguments),
}

/// Reads the command line; `--help`, `--version` and wrong arguments end the program here.
///
/// Also returns the matches of the subcommand, because `play` and `match` have options that no type
/// can declare: one for each role of their rule file.
pub fn read() -> Result<(ProgramCommand, ArgMatches), Trouble> {
    let typed: Vec<String> = std::env::args_os()
        .map(|word| word.to_string_lossy().into_owned())
        .collect();
    let command = play::roles::extend(Arguments::command(), &typed)?;
    let matches = command
        .try_get_matches_from(typed)
        .unwrap_or_else(|error| exit(&error));
    let arguments = Arguments::from_arg_matches(&matches).unwrap_or_else(|error| error.exit());
    choose_colours(arguments.color);
    let (_, matches) = matches.subcommand().expect("clap demands a subcommand");
    Ok((arguments.command, matches.clone()))
}

/// Ends the program with the requested help, or with the error. The error may contain text of the
/// command line, so it is written through [`output::errors`], which escapes control characters.
fn exit(error: &clap::Error) -> ! {
    if error.use_stderr() {
        let mut errors = output::errors();
        // If this cannot be written there is no other place for the message.
        let _ = write!(errors, "{}", error.render().ansi()).and_then(|()| errors.flush());
        std::process::exit(error.exit_code());
    }
    error.exit()
}

fn choose_colours(choice: ColorChoice) {
    let choice = match choice {
        ColorChoice::Auto => anstream::ColorChoice::Auto,
        ColorChoice::Always => anstream::ColorChoice::Always,
        ColorChoice::Never => anstream::ColorChoice::Never,
    };
    choice.write_global();
}
