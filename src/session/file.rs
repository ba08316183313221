//! Commands that read and write files.

use std::io::Write;
use std::sync::atomic::Ordering;

use super::entry::is_entry;
use super::host::Pace;
use super::line::PlayedLine;
use super::opened::Opened;
use super::path::{folder_of, seen_from, within};
use super::saved::SavedSession;
use super::script::Script;
use super::session::Session;
use super::trouble::Trouble;
use super::watched::{Recorder, WatchedFiles};
use crate::game::{Failure, Game, Position, Rules};
use crate::logic::Allowance;
use crate::syntax::visible::visible;

/// The most session files that may run each other in a chain.
const MAX_RUN_DEPTH: usize = 16;

impl Session {
    /// Loads another game, by its path or by a name that the program knows, and goes to its start.
    pub(super) fn load(&mut self, path: &str, out: &mut dyn Write) -> Result<(), Trouble> {
        let typed = named(path, "rule file", ":load othello.rules")?;
        let path = within(&self.folder, typed);
        let path = match self.host.path_of_game(typed) {
            Some(known) if self.host.reader().read(&path).is_err() => known,
            _ => path,
        };
        let (rules, files) = self.read(&path);
        let rules = rules?;
        let limits = self.game.limits;
        self.game = Opened::new(&path, rules);
        self.game.limits = limits;
        self.files = files;
        self.readings += 1;
        self.opening.clear();
        self.entered.clear();
        writeln!(out, "{} from {path}", self.rules().name())?;
        self.tell_what_is_lacking(out)
    }

    /// Writes what the game lacks before it can be played.
    ///
    /// # Errors
    /// Those of writing to `out`.
    pub fn tell_what_is_lacking(&self, out: &mut dyn Write) -> Result<(), Trouble> {
        for fault in self.rules().lacking() {
            writeln!(out, "{}", fault.title)?;
        }
        Ok(())
    }

    /// Reads the rule file again, for the command `:reload`.
    pub(super) fn reload(&mut self, out: &mut dyn Write) -> Result<(), Trouble> {
        if self.game.path.is_empty() {
            return Err(Trouble::Use(
                "no rule file has been loaded; `:load FILE` loads one".to_owned(),
            ));
        }
        let note = self.read_again()?;
        writeln!(out, "{} was read again; {note}", self.game.path)?;
        self.tell_what_is_lacking(out)
    }

    /// Reads the rule file again if it, or a file that it uses, has changed. If it now has errors
    /// the old rules stay, and the errors are reported once.
    pub(super) fn notice_changes(&mut self, out: &mut dyn Write) -> Result<(), Trouble> {
        let Some(changed) = self.files.changed(self.host.reader()).map(str::to_owned) else {
            return Ok(());
        };
        match self.read_again() {
            Ok(note) => {
                writeln!(out, "{changed} changed and was read again; {note}")?;
                self.tell_what_is_lacking(out)
            }
            Err(failure) => {
                write!(out, "{}", failure.render(self.style))?;
                writeln!(
                    out,
                    "{changed} changed and has faults; until they are mended the rules stay as they were"
                )?;
                Ok(())
            }
        }
    }

    /// Reads the rule file again, and keeps the line of play if the new rules allow its positions.
    /// Returns a sentence that says whether it was kept.
    fn read_again(&mut self) -> Result<&'static str, Failure> {
        let (rules, files) = self.read(&self.game.path);
        self.files = files;
        let rules = rules?;
        let (line, note) = carry(&self.game.line, &self.game.rules, &rules);
        (self.game.line, self.game.rules) = (line, rules);
        self.readings += 1;
        Ok(note)
    }

    /// Reads the rules from a file. Also returns the files that were read.
    fn read(&self, path: &str) -> (Result<Rules, Failure>, WatchedFiles) {
        let recorder = Recorder::new(self.host.reader());
        let allowance = Allowance {
            limits: self.game.limits,
            interrupt: self.interrupt(),
        };
        (
            Rules::draft(&recorder, path, allowance),
            recorder.into_files(),
        )
    }

    /// Enters all entries of a session file. Paths in it are relative to its folder.
    ///
    /// # Errors
    /// When the file cannot be read, `out` cannot be written, or the user stopped the run.
    pub fn run(
        &mut self,
        path: &str,
        out: &mut dyn Write,
        pace: &mut dyn Pace,
    ) -> Result<(), Trouble> {
        let path = within(
            &self.folder,
            named(path, "session file", ":run opening.session")?,
        );
        if self.run_depth == MAX_RUN_DEPTH {
            return Err(Trouble::Use(format!(
                "more than {MAX_RUN_DEPTH} session files run each other in a chain"
            )));
        }
        let cannot = |reason: &str| Trouble::Use(format!("cannot read `{path}`: {reason}"));
        let bytes = self
            .host
            .reader()
            .read(&path)
            .map_err(|reason| cannot(&reason))?;
        let text = String::from_utf8(bytes).map_err(|_| cannot("it is not UTF-8"))?;
        let outer = std::mem::replace(&mut self.folder, folder_of(&path).to_owned());
        self.run_depth += 1;
        let ended = self.enter_all(&Script::read(&text), out, pace);
        self.run_depth -= 1;
        self.folder = outer;
        ended
    }

    fn enter_all(
        &mut self,
        script: &Script,
        out: &mut dyn Write,
        pace: &mut dyn Pace,
    ) -> Result<(), Trouble> {
        for section in &script.sections {
            if let Some(heading) = &section.heading {
                writeln!(out, "%% {}", visible(heading))?;
                self.entered.push(format!("\n%% {heading}"));
            }
            for entry in &section.entries {
                writeln!(out, "?- {}", visible(&entry.text))?;
                self.enter(&entry.text, out, pace)?;
                if self.interrupt().load(Ordering::Relaxed) {
                    return Err(Trouble::Stopped("the rest was not entered".to_owned()));
                }
                if self.over {
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    /// Writes the session to a file that `:run` can read. It replaces only a file that this session
    /// saved itself and that has not changed since. A session file that was run is not replaced,
    /// because its comments would be lost.
    pub(super) fn save(&mut self, path: &str, out: &mut dyn Write) -> Result<(), Trouble> {
        let full = self.session_path(path)?;
        let text = self.written_down(&full);
        let cannot = |reason: String| Trouble::Use(format!("cannot write `{full}`: {reason}"));
        let is_own = self
            .saved
            .as_ref()
            .is_some_and(|saved| saved.is_still_at(&full, self.host.reader()));
        if is_own {
            self.host.write(&full, &text).map_err(cannot)?;
        } else if !self.host.make(&full, &text).map_err(cannot)? {
            let title = format!(
                "there is a file `{full}` already; save under another name, or write over it by `:save! {path}`"
            );
            return Err(Trouble::Use(title));
        }
        self.note_saved(full, text, out)
    }

    /// Writes the session like [`save`](Self::save), but replaces any file. Only a person may do
    /// this; a session file, which may come from a stranger, may not.
    pub(super) fn save_over(&mut self, path: &str, out: &mut dyn Write) -> Result<(), Trouble> {
        if self.run_depth > 0 {
            return Err(Trouble::Use(
                "a session file does not write over another; `:save` makes a new one".to_owned(),
            ));
        }
        let full = self.session_path(path)?;
        let text = self.written_down(&full);
        let written = self.host.write(&full, &text);
        written.map_err(|reason| Trouble::Use(format!("cannot write `{full}`: {reason}")))?;
        self.note_saved(full, text, out)
    }

    fn note_saved(
        &mut self,
        path: String,
        text: String,
        out: &mut dyn Write,
    ) -> Result<(), Trouble> {
        writeln!(out, "saved as {path}")?;
        self.saved = Some(SavedSession { path, text });
        Ok(())
    }

    /// Returns the whole path of a session file, with its ending.
    fn session_path(&self, path: &str) -> Result<String, Trouble> {
        let path = named(path, "file", ":save opening.session")?;
        let path = if path.ends_with(".session") {
            path.to_owned()
        } else {
            format!("{path}.session")
        };
        Ok(within(&self.folder, &path))
    }

    /// Returns the name by which a session file in `folder` loads the game.
    fn game_seen_from(&self, folder: &str) -> String {
        let path = &self.game.path;
        let name = &path[folder_of(path).len()..];
        let name = name.strip_suffix(".rules").unwrap_or(name);
        match self.host.path_of_game(name) {
            Some(known) if known == *path => name.to_owned(),
            _ => seen_from(folder, path),
        }
    }

    /// Returns the text of the session for a file at the path `full`.
    fn written_down(&self, full: &str) -> String {
        let mut text = String::new();
        if !self.game.path.is_empty() {
            text += &format!(":load {}\n", self.game_seen_from(folder_of(full)));
        }
        for entry in self.opening.iter().chain(&self.entered) {
            text += entry;
            // An empty line ends a goal without a full stop, so that it does not continue in the
            // next entry.
            text += if is_entry(entry) { "\n" } else { "\n\n" };
        }
        text
    }
}

/// Returns the file name in an argument. Without one, returns an error that says which `what` is
/// missing.
fn named<'a>(path: &'a str, what: &str, example: &str) -> Result<&'a str, Trouble> {
    match path {
        "" => Err(Trouble::Use(format!("say which {what}, as in `{example}`"))),
        _ => Ok(path),
    }
}

/// Transfers a line of play to other rules, or goes to their start if a position of the line makes
/// no sense there. A line that is only the old start becomes the new start. Also returns a sentence
/// that says what was done.
fn carry(line: &PlayedLine, old: &Rules, new: &Rules) -> (PlayedLine, &'static str) {
    let carried = line.turned(|position| same_facts(position, old, new));
    match carried {
        Some(_) if line.plies().is_empty() && *line.first() == old.initial() => {
            (PlayedLine::new(new.initial()), "the position is its start")
        }
        Some(line) => (line, "the position stays"),
        None => (
            PlayedLine::new(new.initial()),
            "the position makes no sense there, so it is back at the start",
        ),
    }
}

/// Returns the position with the same facts under other rules, if these are facts there.
fn same_facts(position: &Position, old: &Rules, new: &Rules) -> Option<Position> {
    let facts: String = position
        .facts(old.schema())
        .iter()
        .map(|fact| format!("{fact}.\n"))
        .collect();
    new.position("<position>", &facts).ok()
}
