//! `regola studio`: games and their rule files in the browser.

use std::io::Write;
use std::path::Path;

use clap::Args;
use regola::game::{Game, Rules};
use regola::logic::{Allowance, Limits};
use regola::studio::{self, AccessToken, SecondFile, ShippedRules, StartLine, Studio};
use regola::syntax::load::{FileReader, Reader};

use crate::CommandOutcome;
use crate::interrupt::CtrlC;
use crate::records::RecordPlace;
use crate::shipped::{self, ShippedGames};
use crate::trouble::Trouble;
use crate::{new, user_data};

/// The file of the user that keeps which games were used last.
const USED_GAMES: &str = "studio-games";

/// Open a game in the browser: its board, its rule file, questions and reasons
///
/// The command serves pages on this machine, which other machines cannot reach, and prints their
/// address. The address contains a secret token: whoever knows it can play here and change the rule
/// files of the folder. The pages write files only when you save or make a new game. Ctrl-C ends the
/// command.
///
/// With a folder, the page shows its games, makes new ones and opens each of them. The page of a game
/// leads there too.
///
/// With --port and --token-file the address stays the same. After a restart, open tabs connect
/// again and keep their moves and unsaved texts.
///
/// With --from-record, a tab begins with the moves of a recorded game.
///
/// With --compare, the board of a second rule file follows the moves of the first, and the page
/// finds the first difference.
#[derive(Args, Debug)]
#[command(after_help = "Example:\n  regola studio games/othello.rules
  regola studio games
  regola studio games/filetto.rules --compare games/tictactoe.rules --map games/filetto.names
  regola studio games/othello.rules --from-record games.pgn:2
  regola studio games/othello.rules --port 7654 --token-file othello.token")]
pub struct StudioArguments {
    /// The rule file of the game, or a folder of games
    #[arg(value_name = "PATH", default_value = ".")]
    path: String,
    /// Begin with the moves of a recorded game: game N of a file, 1 by default, at ply PLY, the last by
    /// default
    #[arg(long, value_name = "FILE[:N][@PLY]")]
    from_record: Option<RecordPlace>,
    /// Show this rule file beside the first, and compare the two
    #[arg(long, value_name = "OTHER")]
    compare: Option<String>,
    /// A file of names: how the names of the first game are written in the other
    #[arg(long, value_name = "NAMES", requires = "compare")]
    map: Option<String>,
    /// The port [default: any free port]
    #[arg(long, value_name = "N")]
    port: Option<u16>,
    /// Keep the token in this file, which is created if needed [default: a new token each time]
    #[arg(long, value_name = "FILE", requires = "port")]
    token_file: Option<String>,
    /// Print the address and do not open a browser
    #[arg(long)]
    no_open: bool,
}

pub fn run(options: &StudioArguments, out: &mut dyn Write) -> Result<CommandOutcome, Trouble> {
    let path = &options.path;
    let is_folder = Path::new(path).is_dir();
    if is_folder && (options.compare.is_some() || options.from_record.is_some()) {
        return Err(Trouble::Use(format!(
            "`{path}` is a folder: say the rule file that is compared or has been recorded"
        )));
    }
    // The page can repair a file with errors, but not a missing one.
    for path in [Some(path), options.compare.as_ref(), options.map.as_ref()]
        .into_iter()
        .flatten()
        .filter(|_| !is_folder)
    {
        FileReader
            .read(path)
            .map_err(|reason| Trouble::Use(format!("cannot read `{path}`: {reason}")))?;
    }
    let line = match &options.from_record {
        Some(place) => recorded_line(path, place)?,
        None => StartLine::default(),
    };
    let token = options.token_file.as_ref().map(|path| {
        AccessToken::kept_in(path)
            .map_err(|reason| Trouble::Use(format!("no token can be kept in `{path}`: {reason}")))
    });
    let beside = options.compare.clone().map(|path| SecondFile {
        path,
        names: options.map.clone(),
    });
    let port = options.port.unwrap_or_default();
    let wanted = studio::StudioOptions {
        path: path.clone(),
        line,
        beside,
        games: Some(&ShippedGames),
        shipped: ShippedRules {
            templates: new::templates(),
            files: shipped::texts(),
        },
        used: user_data::file(USED_GAMES),
        port,
        token: token.transpose()?,
    };
    let studio = Studio::open(wanted).map_err(|error| {
        Trouble::Use(format!(
            "the studio cannot be served at port {port}: {error}"
        ))
    })?;
    let address = studio.address();
    writeln!(out, "{address}")?;
    out.flush()?;
    if !options.no_open {
        // If no browser opens, the user can use the printed address.
        let _ = open::that_detached(&address);
    }
    studio.serve()?;
    Ok(CommandOutcome::Done)
}

/// Returns the line of a recorded game. The rules must allow it, although the page can change them.
fn recorded_line(path: &str, place: &RecordPlace) -> Result<StartLine, Trouble> {
    let allowance = Allowance {
        limits: Limits::default(),
        interrupt: CtrlC::of_the_program().flag(),
    };
    let rules = Rules::read_within(&FileReader, path, allowance)?;
    let line = place.open(&rules)?.line;
    if *line.first() != rules.initial() {
        return Err(Trouble::Use(format!(
            "the record in `{}` does not begin at the start of the game, as the studio does",
            place.path
        )));
    }
    Ok(StartLine {
        plies: line.plies().to_vec(),
        at: line.ply(),
    })
}
