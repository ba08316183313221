//! The game of a desk, and the answers to questions about it.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};

use super::course::Course;
use super::protocol::{
    AnyAnswer, Ask, ChosenFile, Compared, Done, Edited, FileText, FileVersions, GamePlace,
    SaveResult, SecondTexts, ShownDiagnostic, ShownSeverity, TabState,
};
use super::rules_in_words::rules_in_words;
use super::search::SearchJob;
use super::searched::{Compiling, GameCompiler, Searched, Standpoint};
use super::second::{GamePair, Second, SecondGameCache};
use super::setting::{SecondFile, Setting};
use super::state::state;
use super::texts::ChangedTexts;
use super::{editing, files, limits, questions, records, session_tests, sketch, why};
use crate::game::Rules;
use crate::language::diagnose;
use crate::session::Trouble;
use crate::syntax::load::Reader;
use crate::syntax::source::Sources;

/// The flags that interrupt the rules.
pub struct Flags {
    /// For questions that this thread answers.
    pub answers: Arc<AtomicBool>,
    /// For searches.
    pub searches: Arc<AtomicBool>,
}

/// How a question is answered.
pub enum ServiceAnswer {
    /// By this answer.
    Here(AnyAnswer),
    /// By a search, whose result is the answer.
    Elsewhere(SearchJob),
}

/// The game of a desk, if one has been loaded, and its texts.
pub struct GameService {
    setting: Setting,
    flags: Flags,
    texts: Arc<Mutex<ChangedTexts>>,
    compiler: Box<dyn GameCompiler>,
    course: Option<Course>,
    /// The same game for searches.
    compiling: Option<Compiling>,
    second_game: SecondGameCache,
    /// The second game that was chosen in the page, in place of the one of the studio.
    chosen: Option<ChosenFile>,
    /// All files that have been part of this game. They are kept because a text with a syntax error
    /// may not show which files it uses.
    files: BTreeSet<String>,
    /// The files that have been part of the saved game, and may be written.
    saved_files: BTreeSet<String>,
}

fn no_game() -> Trouble {
    Trouble::Use("no game has been loaded".to_owned())
}

fn cannot(what: &str, path: &str, reason: &str) -> Trouble {
    Trouble::Use(format!("cannot {what} `{path}`: {reason}"))
}

/// The path and the text of each file that a game was read from, the main file first.
fn named_texts(sources: &Sources) -> impl Iterator<Item = (&str, &str)> {
    sources
        .iter()
        .map(|(_, source)| (source.name.as_ref(), source.text.as_ref()))
}

/// The same as a collection.
fn texts_of<C: FromIterator<(String, String)>>(sources: &Sources) -> C {
    named_texts(sources)
        .map(|(path, text)| (path.to_owned(), text.to_owned()))
        .collect()
}

/// Whether two games were read from the same texts.
fn are_same(one: &Sources, other: &Sources) -> bool {
    named_texts(one).eq(named_texts(other))
}

/// The path of a chosen file: beside the main file of the first game, under a name that no file of a
/// game has.
fn chosen_path(main: &str, name: &str) -> String {
    let folder = main.rfind('/').map_or("", |slash| &main[..=slash]);
    let name = name.rsplit(['/', '\\']).next().unwrap_or(name);
    match name.rsplit_once('.') {
        Some((stem, kind)) => format!("{folder}{stem} (chosen).{kind}"),
        None => format!("{folder}{name} (chosen)"),
    }
}

fn no_second() -> Trouble {
    Trouble::Use("there is no second rule file to compare with: give one with --compare".to_owned())
}

impl GameService {
    /// A service without a game.
    pub fn new(
        setting: Setting,
        flags: Flags,
        texts: Arc<Mutex<ChangedTexts>>,
        compiler: Box<dyn GameCompiler>,
    ) -> Self {
        GameService {
            setting,
            flags,
            texts,
            compiler,
            course: None,
            compiling: None,
            second_game: SecondGameCache::default(),
            chosen: None,
            files: BTreeSet::new(),
            saved_files: BTreeSet::new(),
        }
    }

    /// Answers a question, or returns the search that answers it.
    pub fn answer(&mut self, ask: Ask) -> Result<ServiceAnswer, Trouble> {
        Ok(ServiceAnswer::Here(match ask {
            Ask::Open {
                texts,
                moves,
                start,
                second,
            } => {
                self.chosen = second;
                AnyAnswer::State(self.open(self.over(texts), &moves, start)?)
            }
            Ask::SetUp { facts } => {
                self.course()?.set_up(facts)?;
                AnyAnswer::State(self.state()?)
            }
            Ask::Facts {} => AnyAnswer::Facts(self.course()?.facts()),
            Ask::Sketch { facts, placed } => AnyAnswer::Sketch(Box::new(sketch::sketch(
                self.course()?,
                &facts,
                placed.as_ref(),
            )?)),
            Ask::Play { played } => {
                self.course()?.play(&played)?;
                AnyAnswer::State(self.state()?)
            }
            Ask::Go { ply } => {
                self.course()?.go(ply)?;
                AnyAnswer::State(self.state()?)
            }
            Ask::Line { moves, ply } => {
                self.course()?.take_line(&moves, ply)?;
                AnyAnswer::State(self.state()?)
            }
            Ask::Record(parts) => AnyAnswer::Record(records::write(self.course()?, parts)?),
            Ask::Replay { text, game } => AnyAnswer::Replayed(Box::new(records::read(
                self.course()?.rules(),
                &text,
                game,
            )?)),
            Ask::Place {} => AnyAnswer::Place(Box::new(self.place()?)),
            Ask::Stand(place) => {
                self.stand(&place)?;
                AnyAnswer::Done(Done {})
            }
            Ask::Choose { level, clock } => {
                return Ok(ServiceAnswer::Elsewhere(SearchJob::Choose {
                    from: self.standpoint()?,
                    level,
                    clock,
                }));
            }
            Ask::Values { level } => {
                return Ok(ServiceAnswer::Elsewhere(SearchJob::Values {
                    from: self.standpoint()?,
                    level,
                }));
            }
            Ask::Threats {} => {
                return Ok(ServiceAnswer::Elsewhere(SearchJob::Threats {
                    from: self.standpoint()?,
                }));
            }
            Ask::Tree { opened, level, svg } => {
                return Ok(ServiceAnswer::Elsewhere(SearchJob::Tree {
                    from: self.standpoint()?,
                    opened,
                    level,
                    svg,
                }));
            }
            Ask::Difference { plies } => {
                return Ok(ServiceAnswer::Elsewhere(SearchJob::Difference {
                    pair: Box::new(self.pair()?),
                    plies,
                }));
            }
            Ask::Trial { games } => {
                return Ok(ServiceAnswer::Elsewhere(SearchJob::Trial {
                    game: self.searched()?,
                    games,
                }));
            }
            Ask::Match(asked) => {
                return Ok(ServiceAnswer::Elsewhere(SearchJob::Match {
                    start: self.course()?.first().clone(),
                    game: self.searched()?,
                    asked,
                }));
            }
            Ask::Sessions {} => {
                AnyAnswer::Sessions(session_tests::list(&self.setting, &self.texts()))
            }
            Ask::Test { path } => {
                let stop = Arc::clone(&self.flags.searches);
                let run = session_tests::run(&self.setting, path, self.texts(), stop)?;
                return Ok(ServiceAnswer::Elsewhere(run));
            }
            Ask::Accept { path, output } => {
                let stop = Arc::clone(&self.flags.searches);
                let run = session_tests::accept(&self.setting, path, output, &self.texts(), stop)?;
                return Ok(ServiceAnswer::Elsewhere(run));
            }
            Ask::Why {
                played,
                square,
                goal,
            } => AnyAnswer::Reason(match (played, square, goal) {
                (Some(played), None, None) => why::of_move(self.course()?, &played)?,
                (None, Some(square), None) => why::of_square(self.course()?, &square)?,
                (None, None, Some(goal)) => why::of_goal(self.course()?, &goal)?,
                _ => return Err(Trouble::Use("say a move, a square or a goal".to_owned())),
            }),
            Ask::Query { goal, skip, most } => {
                AnyAnswer::Found(questions::answers(self.course()?, &goal, skip, most)?)
            }
            Ask::Profile { played, goal } => AnyAnswer::Profile(match (played, goal) {
                (Some(played), None) => questions::profile_of_move(self.course()?, &played)?,
                (None, Some(goal)) => questions::profile_of_goal(self.course()?, &goal)?,
                _ => return Err(Trouble::Use("say a move or a goal".to_owned())),
            }),
            Ask::Picture { form } => AnyAnswer::Picture(self.course()?.picture(form)?),
            Ask::Text { path, saved } => AnyAnswer::Text(self.text(path, saved)?),
            Ask::Versions {} => AnyAnswer::Versions(self.versions()),
            Ask::Edit { path, text } => AnyAnswer::Edited(self.edit(&path, &text)?),
            Ask::Save {
                path,
                text,
                version,
            } => AnyAnswer::Saved(self.save(path, &text, version.as_deref())?),
            Ask::Second {} => AnyAnswer::Second(self.second_texts()?),
            Ask::Rules {} => AnyAnswer::Rules(rules_in_words(&self.texts(), &self.setting.path)),
            Ask::Compare {} => AnyAnswer::Compared(self.compare()?),
            Ask::Prepare {} | Ask::Cancel { .. } => AnyAnswer::Done(Done {}),
            of_the_editor => editing::answer(&self.texts(), &self.setting.path, &of_the_editor)?,
        }))
    }

    /// Compiles the game in this thread, unless that has been tried before.
    pub fn compile(&self) -> Result<(), Trouble> {
        self.searched()?.compile_once();
        Ok(())
    }

    /// The game for searches.
    fn searched(&self) -> Result<Arc<Searched>, Trouble> {
        Ok(self.compiling.as_ref().ok_or_else(no_game)?.game())
    }

    /// The game and position for a search.
    fn standpoint(&mut self) -> Result<Standpoint, Trouble> {
        let course = self.course.as_ref().ok_or_else(no_game)?;
        Ok(Standpoint {
            game: self.searched()?,
            position: course.position().clone(),
            appearance: course.appearance().clone(),
        })
    }

    /// Both games, for a comparison.
    fn pair(&mut self) -> Result<GamePair, Trouble> {
        let first = self.searched()?;
        let (path, flag) = (self.setting.path.clone(), Arc::clone(&self.flags.searches));
        let second = self.second()?.ok_or_else(no_second)?;
        Ok(second.beside(first, &path, flag))
    }

    fn course(&mut self) -> Result<&mut Course, Trouble> {
        self.course.as_mut().ok_or_else(no_game)
    }

    fn state(&mut self) -> Result<Box<TabState>, Trouble> {
        Ok(Box::new(state(self.course()?)?))
    }

    /// The second game, if there is one.
    fn second(&mut self) -> Result<Option<&mut Second>, Trouble> {
        let setting = &self.setting;
        let (file, texts) = match &self.chosen {
            Some(chosen) => {
                let path = chosen_path(&setting.path, &chosen.name);
                let texts = ChangedTexts::saved(&setting.files).with(&path, &chosen.text);
                (SecondFile { path, names: None }, texts)
            }
            None => match &setting.beside {
                Some(file) => (file.clone(), ChangedTexts::saved(&setting.files)),
                None => return Ok(None),
            },
        };
        let second = self
            .second_game
            .second(&file, &texts, &self.flags.answers)?;
        Ok(Some(second))
    }

    fn compare(&mut self) -> Result<Option<Box<Compared>>, Trouble> {
        let course = self.course.take().ok_or_else(no_game)?;
        let compared = self.second().and_then(|second| {
            let follow = |second: &mut Second| second.follow(&course);
            second.map(follow).transpose()
        });
        self.course = Some(course);
        Ok(compared?.map(Box::new))
    }

    /// The texts of the second game, if there is one.
    fn second_texts(&mut self) -> Result<Option<SecondTexts>, Trouble> {
        let Some(second) = self.second()? else {
            return Ok(None);
        };
        Ok(Some(SecondTexts {
            files: texts_of(second.sources()),
        }))
    }

    /// Loads the game again. If the unsaved texts of the page do not make a game, loads it from the
    /// files. Without moves of the page it begins with the line of the studio.
    fn open(
        &mut self,
        texts: ChangedTexts,
        moves: &[String],
        start: Option<String>,
    ) -> Result<Box<TabState>, Trouble> {
        self.set_texts(texts.clone());
        self.note_saved_files();
        self.course = None;
        self.compiling = None;
        let rules = match self.rules(&texts) {
            Err(Trouble::Rules(_)) if !texts.is_empty() => self.rules(&self.saved())?,
            rules => rules?,
        };
        let mut course = Course::new(&self.setting.path, rules);
        match (moves.is_empty(), start) {
            (true, None) => course.begin_with(&self.setting.line)?,
            (_, start) => {
                course.set_up(start)?;
                course.play_all(moves.iter().map(String::as_str))?;
            }
        }
        self.put(course);
        self.state()
    }

    /// The texts of the game, and its line of moves.
    fn place(&mut self) -> Result<GamePlace, Trouble> {
        let second = self.chosen.clone();
        let course = self.course()?;
        Ok(GamePlace {
            texts: texts_of(course.rules().sources()),
            start: course.start().map(str::to_owned),
            second,
            moves: course.plies().into_iter().map(|ply| ply.played).collect(),
            ply: course.ply(),
        })
    }

    /// Takes over a place of another service. The game is loaded again only if its texts differ.
    fn stand(&mut self, place: &GamePlace) -> Result<(), Trouble> {
        self.chosen.clone_from(&place.second);
        let course = self.course.as_ref();
        let is_there =
            |course: &Course| texts_of::<BTreeMap<_, _>>(course.rules().sources()) == place.texts;
        if !course.is_some_and(is_there) {
            let texts = self.over(place.texts.clone());
            let course = Course::new(&self.setting.path, self.rules(&texts)?);
            self.put(course);
        }
        let course = self.course()?;
        if course.start() != place.start.as_deref() {
            course.set_up(place.start.clone())?;
        }
        course.take_line(&place.moves, place.ply)
    }

    /// Replaces the game, and starts compiling the new one.
    fn put(&mut self, course: Course) {
        let searches = Arc::clone(&self.flags.searches);
        self.compiling = Some(self.compiler.begin(course.rules(), searches));
        self.course = Some(course);
    }

    fn rules(&self, texts: &ChangedTexts) -> Result<Rules, Trouble> {
        let rules = Rules::read_within(texts, &self.setting.path, limits::RULES)?;
        Ok(rules.with_interrupt(Arc::clone(&self.flags.answers)))
    }

    fn text(&mut self, path: Option<String>, saved: bool) -> Result<FileText, Trouble> {
        let files = self.texts().files(&self.setting.path);
        let path = match path {
            Some(path) => self.own(path)?,
            None => self.setting.path.clone(),
        };
        let texts = if saved { self.saved() } else { self.texts() };
        let version = files::version(&*self.setting.files, &path)
            .map_err(|reason| cannot("read", &path, &reason))?;
        let is_there = version.is_some() || texts.has(&path);
        let bytes = match is_there {
            true => texts.read(&path),
            false => Ok(Vec::new()),
        };
        let bytes = bytes.map_err(|reason| cannot("read", &path, &reason))?;
        Ok(FileText {
            text: String::from_utf8_lossy(&bytes).into_owned(),
            version,
            path,
            files,
        })
    }

    /// The versions of the files of the game. One that cannot be read has none. Without the main file
    /// it is not known which files it uses, and all that it has used count.
    fn versions(&self) -> FileVersions {
        let main = &self.setting.path;
        let files = &*self.setting.files;
        let version = |path: String| {
            let leads_out = path != *main && files.leads_out(main, &path);
            let version = match leads_out {
                true => None,
                false => files::version(files, &path).ok().flatten(),
            };
            (path, version)
        };
        let paths = match files::version(files, main) {
            Ok(Some(_)) => self.texts().files(main),
            _ => {
                let others = self.files.iter().filter(|path| *path != main);
                [main].into_iter().chain(others).cloned().collect()
            }
        };
        FileVersions {
            files: paths.into_iter().map(version).collect(),
        }
    }

    fn edit(&mut self, path: &str, text: &str) -> Result<Edited, Trouble> {
        let path = self.own(path.to_owned())?;
        let texts = self.texts().with(&path, text);
        self.set_texts(texts.clone());
        let report = diagnose(&texts, &self.setting.path);
        let mut diagnostics =
            editing::shown_diagnostics(&report.diagnostics, &report.sources, &path);
        let taken = self
            .rules_as_checked(report.rules, &diagnostics, &texts)
            .and_then(|rules| self.take(rules));
        let state = match taken {
            Ok(state) => state,
            Err(Trouble::Rules(failure)) => {
                // What keeps the game from being played comes first.
                let fatal =
                    editing::shown_diagnostics(&failure.diagnostics, &failure.sources, &path);
                diagnostics.splice(0..0, fatal);
                None
            }
            Err(trouble) => return Err(trouble),
        };
        Ok(Edited { diagnostics, state })
    }

    /// The rules that a check has loaded. `None` if the check has found an error. If the check
    /// stopped at its limits, reads the rules again.
    fn rules_as_checked(
        &self,
        rules: Option<Rules>,
        diagnostics: &[ShownDiagnostic],
        texts: &ChangedTexts,
    ) -> Result<Option<Rules>, Trouble> {
        match rules {
            Some(rules) => Ok(Some(
                rules
                    .with_limits(limits::RULES)
                    .with_interrupt(Arc::clone(&self.flags.answers)),
            )),
            None if diagnostics
                .iter()
                .any(|fault| fault.severity == ShownSeverity::Error) =>
            {
                Ok(None)
            }
            None => self.rules(texts).map(Some),
        }
    }

    /// Continues the game by other rules, if its position can be shown by them.
    fn take(&mut self, rules: Option<Rules>) -> Result<Option<Box<TabState>>, Trouble> {
        let Some(rules) = rules else { return Ok(None) };
        let course = match &self.course {
            // Rules from the same texts need not be compiled again.
            Some(course) if are_same(course.rules().sources(), rules.sources()) => {
                return self.state().map(Some);
            }
            Some(course) => course.carried_to(rules)?,
            None => Course::new(&self.setting.path, rules),
        };
        let state = state(&course)?;
        self.put(course);
        Ok(Some(Box::new(state)))
    }

    /// Writes a file, if its version on the disk is `version`. Its unsaved text is dropped then.
    fn save(
        &mut self,
        path: String,
        text: &str,
        version: Option<&str>,
    ) -> Result<SaveResult, Trouble> {
        let path = self.own(path)?;
        self.note_saved_files();
        if !self.saved_files.contains(&path)
            && !self.setting.files.is_new_within(&path, &self.setting.path)
        {
            return Err(Trouble::Use(format!(
                "`{path}` is no file of the game as it was saved"
            )));
        }
        let saved = files::save(&*self.setting.files, &path, text, version);
        let saved = saved.map_err(|reason| cannot("write", &path, &reason))?;
        if saved.written {
            self.set_texts(self.texts().without(&path));
        }
        Ok(saved)
    }

    /// Remembers which files belong to the saved game. They are kept because a saved text with a
    /// syntax error may not show which files it uses.
    fn note_saved_files(&mut self) {
        self.saved_files
            .extend(self.saved().files(&self.setting.path));
    }

    /// Checks that a path is a file of this game: no other file is read or written.
    fn own(&mut self, path: String) -> Result<String, Trouble> {
        self.files.extend(self.texts().files(&self.setting.path));
        if !self.files.contains(&path) {
            return Err(Trouble::Use(format!("`{path}` is no file of this game")));
        }
        // A symbolic link may have replaced the file since it was read.
        if path != self.setting.path && self.setting.files.leads_out(&self.setting.path, &path) {
            return Err(Trouble::Use(format!(
                "`{path}` leads out of the folder of the game"
            )));
        }
        Ok(path)
    }

    /// The texts as they are saved.
    fn saved(&self) -> ChangedTexts {
        self.over(BTreeMap::new())
    }

    /// The texts with these unsaved ones.
    fn over(&self, texts: BTreeMap<String, String>) -> ChangedTexts {
        ChangedTexts::over(&self.setting.files, texts)
    }

    fn texts(&self) -> ChangedTexts {
        self.texts
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    fn set_texts(&self, texts: ChangedTexts) {
        *self.texts.lock().unwrap_or_else(PoisonError::into_inner) = texts;
    }
}
