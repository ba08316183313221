//! `regola test`: compares the output of session files with their snapshots, and plays records again.
//!
//! ```text
//! find     the session files and records that paths stand for
//! records  records of games, played by the rules
//! report   the results, for a person or as JSON
//! ```
//!
//! A difference is shown and not stored; `--accept` stores it. So this command leaves no files for
//! `cargo insta review`, which belongs to `cargo insta test`. Files that `cargo insta test` has
//! left are removed once the output here equals its snapshot or is accepted.

mod find;
mod records;
mod report;

use std::collections::BTreeMap;
use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use regola::logic::Limits;
use regola::session::Trouble;
use regola::snapshot::SessionOutcome as Compared;
use regola::snapshot::{Folder, Orphan, SessionFile, TestHost, Verdict, folded};
use regola::syntax::load::FileReader;

use crate::CommandOutcome;
use crate::interrupt::CtrlC;
use crate::shipped::ShippedGames;
use records::RecordGames;
use report::{OutcomeTally, TestReport};

/// Run session files and compare their output with the stored output
///
/// A session file contains goals and commands as in `regola repl`, such as `:load othello.rules`
/// and `:play f5`. A line `%% Captures` is a heading. The output under each heading is stored in
/// one file of the folder `snapshots`, in the format of the crate insta. The folder is the nearest
/// one in the folder of the session file or above it.
///
/// Records of games (NAME.pgn) are played again: each move must be legal, and the result must be
/// that of the rules.
#[derive(Args, Debug)]
#[command(
    after_help = "Exit status: 1 if output differs, is new, or has no session file, or if a record is wrong; 2 if a file \
cannot be read.

Examples:
  regola test games
  regola test games/othello.rules --accept"
)]
pub struct TestArguments {
    /// Session files (NAME.session), records (NAME.pgn), rule files with one of these beside them or
    /// under `tests`, or folders
    #[arg(value_name = "PATH", default_value = ".")]
    paths: Vec<String>,
    /// Store new and different output, and remove output whose session file is gone
    #[arg(long)]
    accept: bool,
    /// The folder of the stored output
    #[arg(long, value_name = "DIR")]
    snapshots: Option<String>,
    /// Print a line of JSON for each heading
    #[arg(long)]
    json: bool,
}

pub fn run(options: &TestArguments, out: &mut dyn Write) -> Result<CommandOutcome, Trouble> {
    let interrupt = CtrlC::of_the_program();
    let mut run = TestRun {
        options,
        report: TestReport::new(options.json, out),
        tally: OutcomeTally::default(),
        asked: BTreeMap::new(),
    };
    let found = find::test_files(&options.paths)?;
    let mut record_games = RecordGames::new(&interrupt);
    for path in &found.paths {
        match find::is_record(path) {
            true => run.records(path, &mut record_games)?,
            false => run.session(path, &interrupt)?,
        }
    }
    for (path, reason) in found.unreadable {
        run.tally.unreadable += 1;
        run.report.unreadable(&path, &Trouble::Use(reason))?;
    }
    run.orphans()?;
    let TestRun {
        tally, mut report, ..
    } = run;
    report.sum(&tally)?;
    Ok(match (tally.unreadable, tally.is_good()) {
        (0, true) => CommandOutcome::Done,
        (0, false) => CommandOutcome::No,
        _ => CommandOutcome::Faulty,
    })
}

/// The results so far.
struct TestRun<'r> {
    options: &'r TestArguments,
    report: TestReport<'r>,
    tally: OutcomeTally,
    /// For each folder the session files, and the names of the snapshots that they need.
    asked: BTreeMap<PathBuf, (Vec<String>, Vec<String>)>,
}

impl TestRun<'_> {
    fn session(&mut self, path: &str, interrupt: &CtrlC) -> Result<(), Trouble> {
        let file = match SessionFile::read(path) {
            Ok(file) => file,
            Err(trouble) => {
                self.tally.unreadable += 1;
                return Ok(self.report.unreadable(path, &trouble)?);
            }
        };
        let folder = match &self.options.snapshots {
            Some(folder) => Folder::at(folder),
            None => Folder::near(path),
        };
        self.asked
            .entry(folder.path().to_path_buf())
            .or_default()
            .0
            .push(path.to_owned());
        let host = Box::new(TestHost {
            folder: file.folder().to_owned(),
            files: FileReader,
            games: Some(&ShippedGames),
            limited: |strength| strength.clone(),
        });
        for transcript in file.transcripts_on(host, Limits::default(), &interrupt.flag())? {
            self.ask_for(&transcript.name, &folder)?;
            folder.claim(&transcript.name, path).map_err(Trouble::Use)?;
            let compared = Compared::of(transcript, &folder).map_err(Trouble::Use)?;
            let accepted = self.options.accept && compared.verdict != Verdict::Same;
            if accepted {
                folder
                    .keep(&compared.transcript, path)
                    .map_err(Trouble::Use)?;
            } else if compared.verdict == Verdict::Same {
                folder.drop_pending(&compared.transcript.name);
            }
            self.tally.count(&compared.verdict, accepted);
            self.report.outcome(path, &compared, accepted)?;
        }
        Ok(())
    }

    /// Plays the games of a file of records.
    fn records(&mut self, path: &str, games: &mut RecordGames) -> Result<(), Trouble> {
        let file = match crate::records::read(path) {
            Ok(file) => file,
            Err(trouble) => {
                self.tally.unreadable += 1;
                return Ok(self.report.unreadable(path, &trouble)?);
            }
        };
        for number in 0..file.games.len() {
            let fault = games.fault_of(path, &file, number)?;
            self.tally.count_record(fault.is_none());
            let line = file.line(file.games[number].start);
            self.report.record(path, number + 1, line, fault.as_ref())?;
        }
        Ok(())
    }

    /// Notes that a session file needs the snapshot `name`. No other may need it.
    fn ask_for(&mut self, name: &str, folder: &Folder) -> Result<(), Trouble> {
        let (_, names) = self.asked.entry(folder.path().to_path_buf()).or_default();
        if let Some(other) = names.iter().find(|asked| folded(asked) == folded(name)) {
            let what = match other == name {
                true => format!("`{name}`"),
                false => format!("`{other}` and `{name}`, which are one file on some systems,"),
            };
            return Err(Trouble::Use(format!(
                "two session files keep {what} in one folder; rename one of them"
            )));
        }
        names.push(name.to_owned());
        Ok(())
    }

    /// Reports snapshots that no session file needs, and removes them with `--accept`.
    fn orphans(&mut self) -> Result<(), Trouble> {
        for (path, (sessions, names)) in &self.asked {
            let folder = Folder::at(path);
            for orphan in folder.orphans(sessions, names) {
                if self.options.accept {
                    folder.remove(&orphan.name).map_err(Trouble::Use)?;
                }
                let Orphan { name, session } = &orphan;
                self.tally.orphans += usize::from(!self.options.accept);
                self.tally.removed += usize::from(self.options.accept);
                self.report.orphan(session, name, self.options.accept)?;
            }
        }
        Ok(())
    }
}
