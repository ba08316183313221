//! The checks of one position, and of one move.

use rustc_hash::{FxHashMap, FxHashSet};

use super::finding::{Finding, met};
use super::tally::Tally;
use crate::game::gdl;
use crate::game::vocabulary::{
    ADD, BESIDE_BOARD, GOAL, HEURISTIC, LEGAL, NEXT, NOTATION, PATH, QUIET, SHOW, TERMINAL, Word,
};
use crate::game::{Error, Game, Move, Position, Role, Rules, Turn};
use crate::logic::Term;
use crate::search::Options;
use crate::syntax::diagnostic::Diagnostic;
use crate::syntax::tree::{Clause, TermKind};

/// A role to move, and its moves with their texts.
pub(super) struct ExaminedMover {
    pub role: Role,
    pub moves: Vec<(String, Move)>,
}

/// What follows a position in a game.
pub(super) enum Continuation {
    Movers(Vec<ExaminedMover>),
    /// The game is over, with the goal of each role that has exactly one.
    Over(Vec<Option<u8>>),
    /// The rules cannot be evaluated.
    Failed,
    /// The rules were interrupted.
    Stopped,
}

/// Checks positions, and keeps the first finding of each kind.
pub(super) struct Examination<'r> {
    rules: &'r Rules,
    findings: Vec<Diagnostic>,
    /// How often each error among the findings occurred, by its place in `findings`.
    errors: FxHashMap<usize, u64>,
    /// Whether the rules say that the game ends only where no role has a move.
    ends_without_moves: bool,
    /// The heuristics of levels that search symmetric positions as one.
    symmetric_heuristics: Vec<usize>,
}

impl<'r> Examination<'r> {
    pub fn new(rules: &'r Rules) -> Self {
        let ends_without_moves = ends_without_moves(rules);
        Examination {
            rules,
            findings: Vec::new(),
            errors: FxHashMap::default(),
            ends_without_moves,
            symmetric_heuristics: symmetric_heuristics(rules),
        }
    }

    /// How often the most frequent error occurred.
    pub fn most_errors(&self) -> u64 {
        self.errors.values().copied().max().unwrap_or(0)
    }

    pub fn findings(self) -> Vec<Diagnostic> {
        self.findings
    }

    /// Checks the position after a line of moves.
    pub fn look(&mut self, position: &Position, line: &[String]) -> Continuation {
        self.try_look(position, line)
            .unwrap_or_else(|error| self.fails(&error, line))
    }

    /// Plays moves, which are the last ply of `line`, and checks their effects.
    pub fn play(
        &mut self,
        position: &Position,
        moves: &[Move],
        line: &[String],
        tally: &mut Tally<'_>,
    ) -> Result<Position, Continuation> {
        let played = self.rules.effects_of(position, moves).and_then(|effects| {
            tally.effects(&effects, line);
            self.rules.play(position, moves)
        });
        let next = played.map_err(|error| self.fails(&error, line))?;
        // Moves made at once may cancel each other out, so only a single move is checked.
        if let [played] = moves
            && next == *position
        {
            self.idle(played, line);
        }
        Ok(next)
    }

    fn try_look(&mut self, position: &Position, line: &[String]) -> Result<Continuation, Error> {
        let rules = self.rules;
        self.draw(position, line)?;
        self.turn_around(position, line)?;
        let is_terminal = rules.is_terminal(position)?;
        if !is_terminal {
            self.repeated(&rules.legal_answers(position)?, line);
        }
        let movers = match rules.turn(position)? {
            Turn::Over => {
                if !is_terminal {
                    self.nobody(line);
                }
                return self.goals(position, line).map(Continuation::Over);
            }
            Turn::Single(role, moves) => vec![(role, moves)],
            Turn::Joint(movers) => movers,
        };
        let movers: Vec<ExaminedMover> = movers
            .into_iter()
            .map(|(role, moves)| self.write(position, role, moves, line))
            .collect::<Result<_, Error>>()?;
        if line.is_empty() && movers.len() == 1 {
            self.first_moves(position, &movers[0])?;
        }
        Ok(Continuation::Movers(movers))
    }

    /// Checks that each move at the start changes the position.
    fn first_moves(&mut self, position: &Position, mover: &ExaminedMover) -> Result<(), Error> {
        for (text, played) in &mover.moves {
            if self.rules.play(position, std::slice::from_ref(played))? == *position {
                self.idle(played, std::slice::from_ref(text));
            }
        }
        Ok(())
    }

    fn draw(&mut self, position: &Position, line: &[String]) -> Result<(), Error> {
        let Err(error) = self.rules.board(position) else {
            return Ok(());
        };
        let (word, way_out) = match error {
            Error::NotDrawn(_) => (
                &SHOW,
                "let `show(Column, Row, Glyph)` name a square of the `grid` and a text",
            ),
            Error::NotBeside(_) => (
                &BESIDE_BOARD,
                "let `beside_board(Player, Label, Value)` give texts or numbers",
            ),
            error => return Err(error),
        };
        self.find("no-picture", word, error.to_string(), line, way_out);
        Ok(())
    }

    /// Checks that levels which search symmetric positions as one judge them alike.
    fn turn_around(&mut self, position: &Position, line: &[String]) -> Result<(), Error> {
        let rules = self.rules;
        if self.symmetric_heuristics.is_empty() {
            return Ok(());
        }
        let image = rules.canonical(position);
        if rules.quiet(position)? != rules.quiet(&image)? {
            let title = "of two symmetric positions only one is quiet".to_owned();
            let way_out = "let `quiet` say the same of both, or leave out `symmetries(true)`";
            self.find("asymmetric-judgement", &QUIET, title, line, way_out);
        }
        for heuristic in self.symmetric_heuristics.clone() {
            for role in (0..rules.role_count()).map(Role) {
                self.value_alike([position, &image], heuristic, role, line)?;
            }
        }
        Ok(())
    }

    /// Checks that a heuristic values two symmetric positions alike.
    fn value_alike(
        &mut self,
        positions: [&Position; 2],
        heuristic: usize,
        role: Role,
        line: &[String],
    ) -> Result<(), Error> {
        let rules = self.rules;
        let [value, other] = positions.map(|position| rules.evaluate(position, heuristic, role));
        let (value, other) = (value?, other?);
        if value != other {
            let name = &rules.heuristics()[heuristic];
            let title = format!(
                "the heuristic `{name}` values a position {value}, and a symmetric one {other}"
            );
            let way_out = "let it value both alike, or leave out `symmetries(true)`";
            self.find("asymmetric-judgement", &HEURISTIC, title, line, way_out);
        }
        Ok(())
    }

    fn repeated(&mut self, answers: &[Move], line: &[String]) {
        let mut seen = FxHashSet::default();
        if let Some(twice) = answers.iter().find(|played| !seen.insert(*played)) {
            let title = format!("`legal` gives the move `{}` more than once", twice.term);
            let way_out =
                "let one clause give it, or put `once/1` around what can hold in several ways";
            self.find("move-twice", &LEGAL, title, line, way_out);
        }
    }

    fn nobody(&mut self, line: &[String]) {
        if self.rules.role_count() > 1 && !self.ends_without_moves {
            if line.is_empty() && self.rules.initial().facts(self.rules.schema()).is_empty() {
                let title = "there is no `init`: no fact holds at the start, and nobody can move";
                let way_out = "say what holds at the start, as in `init(control(x)).`";
                return self.find("nobody-can-move", &LEGAL, title.to_owned(), line, way_out);
            }
            let title = "nobody can move, and `terminal` does not hold".to_owned();
            let way_out = "give a role a move such as `pass`, or let `terminal` hold there";
            self.find("nobody-can-move", &TERMINAL, title, line, way_out);
        }
    }

    /// The goal of each role, if the game gives it exactly one.
    fn goals(&mut self, position: &Position, line: &[String]) -> Result<Vec<Option<u8>>, Error> {
        let mut goals = Vec::new();
        for (at, name) in self.rules.roles().iter().enumerate() {
            let given = results(self.rules, position, name)?;
            let title = match given.as_slice() {
                [_] => None,
                [] => Some(format!("the game is over, and `{name}` has no result")),
                several => {
                    let several: Vec<String> =
                        several.iter().map(|goal| format!("`{goal}`")).collect();
                    Some(format!(
                        "the game is over, and `{name}` has several results: {}",
                        several.join(", ")
                    ))
                }
            };
            if let Some(title) = title {
                let way_out = "let `goal` give each role one result wherever the game can end";
                self.find("goals-do-not-add-up", &GOAL, title, line, way_out);
                goals.push(None);
            } else {
                goals.push(Some(self.rules.goal(position, Role(at))?));
            }
        }
        Ok(goals)
    }

    /// The moves of a role with their texts. A move without a text is written as its term.
    fn write(
        &mut self,
        position: &Position,
        role: Role,
        moves: Vec<Move>,
        line: &[String],
    ) -> Result<ExaminedMover, Error> {
        let mut written: Vec<(String, Move)> = Vec::with_capacity(moves.len());
        let mut known: FxHashMap<String, Term> = FxHashMap::default();
        for played in moves {
            let text = match self.rules.notation(position, &played) {
                Err(error @ Error::NoNotation(_)) => {
                    let way_out = "give every move a text without control characters";
                    self.find("no-notation", &NOTATION, error.to_string(), line, way_out);
                    played.term.to_string()
                }
                text => text?,
            };
            if let Some(twin) = known.insert(text.clone(), played.term.clone()) {
                let title = format!(
                    "two legal moves are both written `{text}`: `{twin}` and `{}`",
                    played.term
                );
                let way_out = "let `notation` tell them apart, or nobody can choose between them";
                self.find("shared-notation", &NOTATION, title, line, way_out);
            }
            self.walk(position, &played, line)?;
            written.push((text, played));
        }
        Ok(ExaminedMover {
            role,
            moves: written,
        })
    }

    /// Checks the path of a move.
    fn walk(&mut self, position: &Position, played: &Move, line: &[String]) -> Result<(), Error> {
        if !self.rules.has_paths() {
            return Ok(());
        }
        match self.rules.path(position, played) {
            Err(error @ Error::NoPath(_)) => {
                let way_out = "list the squares of the move in order, by their names or numbers";
                self.find("no-path", &PATH, error.to_string(), line, way_out);
                Ok(())
            }
            walked => walked.map(|_| ()),
        }
    }

    fn idle(&mut self, played: &Move, line: &[String]) {
        let title = format!("the move `{}` leaves the position as it was", played.term);
        let blamed = if NEXT.in_program(self.rules.program()).is_some() {
            &NEXT
        } else {
            &ADD
        };
        let way_out = "let every move change something, if only whose turn it is";
        self.find("move-without-effect", blamed, title, line, way_out);
    }

    /// Keeps an error of the rules, with the moves that led to it.
    fn fails(&mut self, error: &Error, line: &[String]) -> Continuation {
        if error.is_interruption() {
            return Continuation::Stopped;
        }
        for mut fault in self.rules.failure(error).diagnostics {
            let met = format!("met {}", met(line));
            fault.help = Some(
                fault
                    .help
                    .map_or_else(|| met.clone(), |help| format!("{help}; {met}")),
            );
            let is_same =
                |known: &Diagnostic| (known.code, &known.primary) == (fault.code, &fault.primary);
            let known = self.findings.iter().position(is_same);
            *self
                .errors
                .entry(known.unwrap_or(self.findings.len()))
                .or_default() += 1;
            if known.is_none() {
                self.findings.push(fault);
            }
        }
        Continuation::Failed
    }

    /// Keeps a finding, if it is the first of its kind.
    fn find(
        &mut self,
        code: &'static str,
        blamed: &'static Word,
        title: String,
        line: &[String],
        way_out: &str,
    ) {
        if !self.findings.iter().any(|known| known.code == code) {
            let finding = Finding {
                rules: self.rules,
                code,
                blamed,
                role: None,
            };
            let warning = finding.warning(title, &met(line), way_out);
            if gdl::may_warn(&warning, self.rules.sources()) {
                self.findings.push(warning);
            }
        }
    }
}

/// Whether all clauses of `terminal` fail, as in `terminal :- fail.`: the game ends only where no
/// role has a move. A game without `terminal` ends in the same way.
fn ends_without_moves(rules: &Rules) -> bool {
    let program = rules.program();
    let clauses = TERMINAL
        .in_program(program)
        .into_iter()
        .flat_map(|terminal| program.clauses(terminal));
    let fails = |clause: &Clause| {
        clause
            .body()
            .is_some_and(|body| matches!(&body.kind, TermKind::Atom(name) if matches!(&**name, "fail" | "false")))
    };
    clauses.into_iter().all(fails)
}

/// The heuristics of levels with `symmetries(true)`, each once.
fn symmetric_heuristics(rules: &Rules) -> Vec<usize> {
    let levels = rules.levels().iter();
    let heuristics = levels
        .filter(|level| level.symmetries == Some(true))
        .filter_map(|level| Options::of_level(rules, level, 0).ok()?.heuristic);
    let mut once: Vec<usize> = heuristics.collect();
    once.sort_unstable();
    once.dedup();
    once
}

/// All different goals that the rules give a role.
fn results(rules: &Rules, position: &Position, role: &Term) -> Result<Vec<Term>, Error> {
    let question = format!("goal({role}, N)");
    let Ok(answers) = rules.query(position, &question) else {
        return Ok(Vec::new());
    };
    let mut results: Vec<Term> = Vec::new();
    for answer in answers {
        results.extend(
            answer?
                .get("N")
                .cloned()
                .filter(|result| !results.contains(result)),
        );
    }
    Ok(results)
}
