//! What a game is compiled to: its programs, and what is made of them when somebody first asks for
//! it. Knows nothing of positions.

use std::sync::{Arc, OnceLock};

use rustc_hash::FxHashMap;

use super::attempt::{Attempt, attempt, quick_or_thorough};
use super::code::{Code, FactPlace};
use super::domains::Domains;
use super::gain::is_gain;
use super::images::Images;
use super::interrupt::Interrupt;
use super::lasting::LastingFingerprints;
use super::on_demand::OnDemand;
use super::partial::{Effort, Evaluated, Part, Predicate, Reason};
use super::places::MovePlaces;
use super::runner::{Make, NotReady, Runners, interpreted, ready, runners};
use super::unlisted::UnlistedMoves;
use super::walk::Walk;
use crate::game::{self, MoveNumber, Role, Rules};

/// What a game was compiled to. Threads may share it. A clone shares what has been made, and finds out for
/// itself what moves change that the programs do not play.
#[derive(Clone, Debug)]
pub struct Compilation {
    /// The domains that were found of fluents declared without.
    pub(super) domains: Arc<Domains>,
    pub(super) code: Code,
    /// The programs of each mode, ready to run.
    pub(super) runners: Vec<Runners>,
    pub(super) heuristics: OnDemand,
    /// The programs that count threats.
    pub(super) threats: OnDemand,
    /// The programs that tell of moves that end the game.
    pub(super) endings: OnDemand,
    /// Made when somebody first asks for it, if it can be made.
    pub(super) images: OnceLock<Option<Images>>,
    /// The same.
    pub(super) lasting: OnceLock<Option<LastingFingerprints>>,
    /// The same, for positions in which the programs do not tell.
    pub(super) walk: OnceLock<Option<Arc<Walk>>>,
    /// What is known of moves that the programs do not play.
    pub(super) unlisted: UnlistedMoves,
    /// The numbers of all moves, made when somebody first asks for them.
    pub(super) numbers: OnceLock<FxHashMap<game::Move, u32>>,
    /// By mode the places of all moves, made when somebody first asks for them.
    pub(super) places: OnceLock<Vec<MovePlaces>>,
    /// All moves by number.
    pub(super) moves: Arc<[game::Move]>,
    /// What a search calls them.
    pub(super) move_numbers: Arc<[MoveNumber]>,
    /// Whether these are compiled; if not, the machine answers.
    pub(super) has_effects: bool,
    /// Of several moves at once.
    pub(super) has_joint_effects: bool,
    pub(super) has_terminal: bool,
    pub(super) has_quiet: bool,
    pub(super) has_goals: bool,
    pub(super) parts: Vec<Part>,
    pub(super) predicates: Vec<Predicate>,
}

impl Compilation {
    /// Compiles a game. The interrupt flag of its rules stops that, within a moment; where native
    /// code is made, at the end of a function.
    ///
    /// # Errors
    /// Why the game stays with the machine; or that it was stopped ([`Reason::is_interruption`]).
    pub fn new(rules: &Rules, effort: Effort) -> Result<Self, Reason> {
        Self::of(rules, attempt(rules, effort)?)
    }

    /// Compiles a game with little effort, and with more only where that comes to nothing. A form that is no
    /// faster than the machine comes to nothing.
    ///
    /// # Errors
    /// As for [`new`](Self::new).
    pub fn quick_or_thorough(rules: &Rules) -> Result<Arc<Self>, Reason> {
        let found = Arc::new(Self::of(rules, quick_or_thorough(rules)?)?);
        match is_gain(rules, &found) {
            true => Ok(found),
            false => Err(Reason::new(
                "the compiled form takes longer than the machine alone",
                None,
            )),
        }
    }

    fn of(rules: &Rules, Attempt { evaluated, code }: Attempt) -> Result<Self, Reason> {
        let code = code?;
        let stop = Interrupt::of(rules);
        let has = |name: &str| evaluated.has(name);
        let (has_effects, has_terminal, has_quiet) =
            (has("effects"), has("terminal"), has("quiet"));
        let Evaluated {
            domains,
            residual,
            terms,
            parts,
            predicates,
            ..
        } = evaluated;
        let runners = run_by(&code, ready, &stop)?;
        let moves = residual
            .moves
            .iter()
            .zip(terms)
            .map(|(played, term)| game::Move {
                role: Role(played.role),
                term,
            });
        let moves: Arc<[game::Move]> = moves.collect();
        let has_joint_effects = residual.together.is_some();
        Ok(Self {
            domains,
            has_joint_effects,
            runners,
            move_numbers: moves.iter().map(MoveNumber::of).collect(),
            moves,
            has_effects,
            has_terminal,
            has_quiet,
            parts,
            predicates,
            has_goals: !residual.goals.is_empty(),
            heuristics: OnDemand::new(residual.heuristics.len(), ready),
            threats: OnDemand::new(1, ready),
            endings: OnDemand::new(1, ready),
            images: OnceLock::new(),
            lasting: OnceLock::new(),
            walk: OnceLock::new(),
            unlisted: UnlistedMoves::default(),
            numbers: OnceLock::new(),
            places: OnceLock::new(),
            code,
        })
    }

    /// The same, run by the interpreter of words even where there is native code.
    ///
    /// # Errors
    /// When a program is too large for the interpreter.
    pub fn interpreted(&self) -> Result<Self, Reason> {
        Ok(Self {
            runners: run_by(&self.code, interpreted, &Interrupt::never())?,
            heuristics: self.heuristics.anew(interpreted),
            threats: self.threats.anew(interpreted),
            endings: self.endings.anew(interpreted),
            ..self.clone()
        })
    }

    /// Whether a position has a place in the words of the compiled form. The first position has one, and so
    /// has each that comes of such a position. Only a fluent that is declared without a domain may have facts
    /// without a place.
    #[must_use]
    pub fn has_place(&self, rules: &Rules, position: &game::Position) -> bool {
        self.domains.is_empty() || self.domains.cells_of(rules.schema(), position).is_some()
    }

    /// Whether its programs become native code, once they run often.
    #[must_use]
    pub fn is_native(&self) -> bool {
        are_native(&self.runners)
    }

    /// Makes now of all programs what is made of them otherwise as they run, such as native code of those that have run
    /// often; as far as nobody stops what is done with the rules.
    pub fn make_ready(&self, rules: &Rules) {
        make_all_ready(&self.runners, &Interrupt::of(rules));
    }

    /// What a game asks of its rules, and whether that is compiled.
    #[must_use]
    pub fn parts(&self) -> &[Part] {
        &self.parts
    }

    /// The predicates that depend on the position and were met.
    #[must_use]
    pub fn predicates(&self) -> &[Predicate] {
        &self.predicates
    }

    /// How many moves there are in all positions together.
    #[must_use]
    pub fn moves(&self) -> usize {
        self.moves.len()
    }

    /// All moves of the game by their numbers; further ones may be legal unless this lists them
    /// all ([`lists_all_moves`](Self::lists_all_moves)).
    #[must_use]
    pub fn all_moves(&self) -> &[game::Move] {
        &self.moves
    }

    /// Whether the programs tell all moves of all positions.
    #[must_use]
    pub fn lists_all_moves(&self) -> bool {
        let tells_all = |part: &&Part| part.outcome.is_ok() && part.except.is_empty();
        let legal = self.parts.iter().find(|part| part.name == "legal");
        legal.filter(tells_all).is_some()
    }

    /// Whether several roles may be to move at once.
    #[must_use]
    pub fn has_joint_moves(&self) -> bool {
        self.parts
            .iter()
            .any(|part| part.name == "effects of moves at once")
    }

    /// Where the words of a position say whether a dense cell has a content. `None` if no position has it.
    #[must_use]
    pub fn place_of(&self, cell: usize, content: u16) -> Option<FactPlace> {
        let (layout, cell) = (&self.code.layout, u32::try_from(cell).ok()?);
        (!layout.hides(cell)).then(|| layout.place(cell, content))
    }

    /// The programs.
    #[must_use]
    pub fn code(&self) -> &Code {
        &self.code
    }
}

/// Makes programs ready to run, as [`Compilation::make_ready`] does, and drops them: without that nobody knows how long it
/// takes. Gives whether they are native code.
///
/// # Errors
/// When the interpreter cannot run them either, or somebody stops it.
pub fn make_ready(code: &Code, stop: &Interrupt) -> Result<bool, Reason> {
    let runners = run_by(code, ready, stop)?;
    make_all_ready(&runners, stop);
    stop.look().map_err(|_| Reason::interrupted())?;
    Ok(are_native(&runners))
}

fn make_all_ready(runners: &[Runners], stop: &Interrupt) {
    super::runner::make_ready(runners.iter().flat_map(Runners::all), stop);
}

fn are_native(runners: &[Runners]) -> bool {
    runners.iter().all(|runners| runners.turn.is_native())
}

/// The programs of all modes, made ready so.
fn run_by(code: &Code, ready: Make, stop: &Interrupt) -> Result<Vec<Runners>, Reason> {
    runners(code, ready, stop).map_err(NotReady::reason)
}
