//! The second game of a tab: another rule file, whose game follows the moves of the first, and the
//! differences between the two.
//!
//! The second game is read from its files, and again when they change. Unsaved texts of the page
//! belong to the first game alone.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use super::course::Course;
use super::limits;
use super::protocol::{Compared, Comparing, Differing, ShownDifference, ShownPly};
use super::searched::Searched;
use super::setting::SecondFile;
use super::state::state;
use super::stop::IsStopped;
use crate::clock;
use crate::compare::{
    self, Aspect, CompareHost, CompareProgress, CompareStage, CompareVerdict, NameMap, OtherGame,
    Writer, words,
};
use crate::game::{Game, Rules};
use crate::search;
use crate::session::{Explain, Recorder, Trouble, WatchedFiles};
use crate::syntax::load::Reader;
use crate::syntax::render::Style;
use crate::syntax::source::Sources;

/// The shortest time between two progress messages of a comparison.
const BETWEEN_REPORTS: Duration = Duration::from_millis(100);

/// Keeps the second game of a tab. It is read when the page first asks for it, and again when its
/// files have changed.
#[derive(Default)]
pub struct SecondGameCache {
    second: Option<Second>,
    readings: usize,
}

impl SecondGameCache {
    /// Returns the game of these files. The flag interrupts its rules.
    pub fn second(
        &mut self,
        file: &SecondFile,
        files: &dyn Reader,
        flag: &Arc<AtomicBool>,
    ) -> Result<&mut Second, Trouble> {
        let kept = self
            .second
            .take()
            .filter(|second| second.course.opened.path == file.path)
            .filter(|second| second.files.changed(files).is_none());
        let second = match kept {
            Some(second) => second,
            None => {
                self.readings += 1;
                Second::open(file, files, self.readings, Arc::clone(flag))?
            }
        };
        Ok(self.second.insert(second))
    }
}

/// A game beside the first one.
pub struct Second {
    course: Course,
    /// The names that differ between the games.
    names: NameMap,
    /// All files that were read for the game and the names.
    files: WatchedFiles,
    /// The number of this reading of the files, from 1.
    reading: usize,
}

impl Second {
    /// Reads the game of these files, at its start. The flag interrupts its rules.
    fn open(
        file: &SecondFile,
        files: &dyn Reader,
        reading: usize,
        flag: Arc<AtomicBool>,
    ) -> Result<Self, Trouble> {
        let recorder = Recorder::new(files);
        let names = match &file.names {
            Some(path) => NameMap::read(&recorder, path)?,
            None => NameMap::same(),
        };
        let rules = Rules::read_within(&recorder, &file.path, limits::RULES)?.with_interrupt(flag);
        Ok(Second {
            course: Course::new(&file.path, rules),
            names,
            files: recorder.into_files(),
            reading,
        })
    }

    /// The texts of its files.
    pub fn sources(&self) -> &Sources {
        self.course.rules().sources()
    }

    /// Plays the moves that lead to the present position of the first game, and compares the two.
    pub fn follow(&mut self, first: &Course) -> Result<Compared, Trouble> {
        let (differing, note) = match self.play_as(first)? {
            None => self.differing(first)?,
            missing => (<[Differing; 2]>::default(), missing),
        };
        Ok(Compared {
            first: first.opened.path.clone(),
            path: self.course.opened.path.clone(),
            state: Box::new(state(&self.course)?),
            note,
            differing,
            readings: self.reading,
            usual_plies: limits::USUAL_COMPARED_PLIES,
            most_plies: limits::COMPARED_PLIES,
        })
    }

    /// What only the first game shows at its position, and what only this one; and a note if
    /// differences cannot be marked.
    fn differing(&self, first: &Course) -> Result<([Differing; 2], Option<String>), Trouble> {
        let own = OtherGame {
            rules: self.course.rules(),
            names: &self.names,
        };
        let aspects = compare::differences(
            (first.rules(), first.position()),
            (own, self.course.position()),
        )?;
        if self.course.rules().interrupt().load(Ordering::Relaxed) {
            return Err(stopped());
        }
        let (mut differing, mut note) = (<[Differing; 2]>::default(), None);
        let plies = |role: &str, moves: Vec<String>| -> Vec<ShownPly> {
            moves
                .into_iter()
                .map(|played| ShownPly {
                    role: role.to_owned(),
                    played,
                })
                .collect()
        };
        for aspect in aspects {
            match aspect {
                Aspect::Board { first, other } => {
                    differing[0].squares = first;
                    differing[1].squares = other;
                }
                Aspect::Moves {
                    role,
                    role_in_other,
                    only_first,
                    only_other,
                } => {
                    differing[0].moves.extend(plies(&role, only_first));
                    differing[1].moves.extend(plies(&role_in_other, only_other));
                }
                Aspect::Roles { .. } => note = Some(unlike("roles")),
                Aspect::Squares { .. } => note = Some(unlike("squares")),
                // The captions of the boards show who is to move and the result.
                _ => {}
            }
        }
        Ok((differing, note))
    }

    /// Plays the moves of the first game. Returns a note about the first move that is missing here.
    fn play_as(&mut self, first: &Course) -> Result<Option<String>, Trouble> {
        if first.start().is_some() {
            self.course.go(0)?;
            return Ok(Some(
                "The first game does not begin at its start, so this one cannot follow it."
                    .to_owned(),
            ));
        }
        let rules = first.rules();
        let board = rules.board(&rules.initial()).explain(rules)?;
        let names = self.names.clone();
        let mut writer = Writer::new(&names, board.as_ref())?;
        let known = self.course.plies();
        let mut is_known = true;
        self.course.go(0)?;
        for (at, ply) in first.plies().iter().take(first.ply()).enumerate() {
            let written = self.written(ply, &mut writer)?;
            is_known = is_known && known.get(at).is_some_and(|known| known.played == written);
            if is_known {
                self.course.go(at + 1)?;
                continue;
            }
            let reason = match self.course.play(&written) {
                // A text that only reads alike when typed is another move for the comparison.
                Ok(())
                    if self
                        .course
                        .plies()
                        .get(at)
                        .is_some_and(|played| played.played == written) =>
                {
                    continue;
                }
                Ok(()) => {
                    self.course.go(at)?;
                    None
                }
                Err(Trouble::Use(_)) => None,
                Err(stopped @ Trouble::Stopped(_)) => return Err(stopped),
                Err(trouble) => Some(trouble.to_string()),
            };
            return Ok(Some(missing(at, &ply.played, &written, reason)));
        }
        Ok(None)
    }

    /// How this game writes a ply of the first. Moves made at once are put in the order of the
    /// roles of this game.
    fn written(&self, ply: &ShownPly, writer: &mut Writer<'_>) -> Result<String, Trouble> {
        let (roles, moves): (Vec<_>, Vec<_>) = (
            ply.role.split('+').collect(),
            ply.played.split('+').collect(),
        );
        if roles.len() < 2 || roles.len() != moves.len() {
            return Ok(writer.written(&ply.played)?);
        }
        let own = self.course.rules();
        let mut parts = Vec::new();
        for (role, played) in roles.iter().zip(moves) {
            let role = writer.role(role)?;
            let order =
                (0..own.roles().len()).position(|at| own.role_name(crate::game::Role(at)) == role);
            parts.push((order, writer.written(played)?));
        }
        parts.sort_by_key(|(order, _)| *order);
        Ok(parts
            .into_iter()
            .map(|(_, written)| written)
            .collect::<Vec<_>>()
            .join("+"))
    }

    /// Returns this game beside the first, for a comparison. The flag interrupts it.
    pub fn beside(&self, first: Arc<Searched>, path: &str, flag: Arc<AtomicBool>) -> GamePair {
        GamePair {
            paths: [path.to_owned(), self.course.opened.path.clone()],
            first,
            second: self.course.rules().clone().with_interrupt(flag),
            names: self.names.clone(),
            reading: self.reading,
        }
    }
}

/// Two games to be compared.
#[derive(Debug)]
pub struct GamePair {
    /// Their rule files.
    paths: [String; 2],
    first: Arc<Searched>,
    second: Rules,
    /// The names that differ in the second.
    names: NameMap,
    /// The number of this reading of the second.
    reading: usize,
}

impl GamePair {
    /// The first game.
    pub fn first(&self) -> &Searched {
        &self.first
    }

    /// Finds the shortest line on which the games differ, within the limits on time and positions.
    pub fn difference(
        &self,
        plies: Option<usize>,
        is_stopped: IsStopped<'_>,
        progress: &mut dyn FnMut(Comparing),
    ) -> Result<ShownDifference, Trouble> {
        let options = compare::CompareOptions {
            depth: plies
                .unwrap_or(limits::USUAL_COMPARED_PLIES)
                .min(limits::COMPARED_PLIES),
            positions: limits::COMPARED_POSITIONS,
            ..compare::CompareOptions::default()
        };
        let other = OtherGame {
            rules: &self.second,
            names: &self.names,
        };
        let mut watch = PageWatch {
            is_stopped,
            elapsed: &clock::stopwatch(),
            reported: None,
            is_late: false,
            progress,
        };
        let report = compare::compare(self.first.rules(), &[other], &options, &mut watch)?;
        if is_stopped() {
            return Err(stopped());
        }
        let files = self.paths.each_ref().map(String::as_str);
        let (same, mut words, line) = match &report.verdicts[0] {
            CompareVerdict::Equal => (true, words::equality(files, &report, 0), Vec::new()),
            CompareVerdict::Differs(found) => (
                false,
                words::difference(files, found, report.extent, Style::Plain),
                found.line.clone(),
            ),
        };
        if watch.is_late {
            words += &format!(
                "The comparison was ended after {} seconds.\n",
                limits::SEARCH_TIME.as_secs()
            );
        }
        Ok(ShownDifference {
            same,
            words,
            line,
            readings: self.reading,
        })
    }
}

fn stopped() -> Trouble {
    Trouble::Stopped("the comparison was stopped".to_owned())
}

/// A note that differences cannot be marked.
fn unlike(what: &str) -> String {
    format!(
        "The two games do not have the same {what}, so what differs is not marked; a file for --map says which are the same."
    )
}

/// A note that a move is missing.
fn missing(at: usize, played: &str, written: &str, reason: Option<String>) -> String {
    let own = if played == written {
        String::new()
    } else {
        format!(", written `{written}`,")
    };
    let plies = if at == 1 {
        "1 ply".to_owned()
    } else {
        format!("{at} plies")
    };
    let place = if at == 0 {
        "from the start".to_owned()
    } else {
        format!("after {plies}")
    };
    let first =
        format!("The second game does not go on {place}: `{played}`{own} is no move there.");
    reason.map_or_else(|| first.clone(), |reason| format!("{first}\n{reason}"))
}

/// Watches a comparison for the page: sends progress, and stops it when it is late.
struct PageWatch<'a> {
    is_stopped: IsStopped<'a>,
    elapsed: search::Clock<'a>,
    /// When progress was last reported.
    reported: Option<Duration>,
    is_late: bool,
    progress: &'a mut dyn FnMut(Comparing),
}

impl CompareHost for PageWatch<'_> {
    fn look(&mut self, progress: CompareProgress) -> ControlFlow<()> {
        let elapsed = (self.elapsed)();
        self.is_late = self.is_late || elapsed > limits::SEARCH_TIME;
        if self.is_late || (self.is_stopped)() {
            return ControlFlow::Break(());
        }
        if self
            .reported
            .is_none_or(|reported| elapsed > reported + BETWEEN_REPORTS)
        {
            self.reported = Some(elapsed);
            let CompareProgress {
                done,
                total,
                positions,
                ..
            } = progress;
            (self.progress)(Comparing {
                stage: stage(progress.stage),
                done,
                total,
                positions,
            });
        }
        ControlFlow::Continue(())
    }
}

fn stage(stage: CompareStage) -> String {
    match stage {
        CompareStage::Lines(1) => "lines of 1 ply".to_owned(),
        CompareStage::Lines(plies) => format!("lines of {plies} plies"),
        CompareStage::Games => "random games".to_owned(),
        CompareStage::Shortening => "looking for a shorter line".to_owned(),
    }
}
