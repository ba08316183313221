//! The forms of a game that are compared: its rules, the compiled form, and a program written by
//! hand.

use std::marker::PhantomData;
use std::ops::Range;
use std::sync::Arc;

use regola::compile::{self, Compilation, Compiled};
use regola::game::{self, FastPaths, Game, Rules};
use regola::search::{SearchError, Unwatched, perft, playouts};

use crate::bench::limit::{self, RandomGame, TwoSidedPosition};
use crate::trouble::{Explain, Trouble};

/// The most plies of a random game.
const MAX_PLIES: usize = 10_000;

/// The kind of a form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FormKind {
    /// The machine follows the rules.
    Machine,
    /// The interpreter runs the word operations of the compiled form.
    Words,
    /// The compiled form as native code.
    Native,
    /// A program written by hand, which counts the moves of the last ply, as the compiled form
    /// does.
    ByHand,
    /// The same program, but it also plays the moves of the last ply.
    AllPlies,
}

impl FormKind {
    pub const ALL: [FormKind; 5] = [
        FormKind::Machine,
        FormKind::Words,
        FormKind::Native,
        FormKind::ByHand,
        FormKind::AllPlies,
    ];

    /// Returns the heading of the column of this form.
    pub fn title(self) -> &'static str {
        match self {
            FormKind::Machine => "machine",
            FormKind::Words => "words",
            FormKind::Native => "native",
            FormKind::ByHand => "hand",
            FormKind::AllPlies => "plies",
        }
    }

    /// Returns the name in JSON.
    pub fn id(self) -> &'static str {
        match self {
            FormKind::ByHand => "by_hand",
            FormKind::AllPlies => "by_hand_all_plies",
            _ => self.title(),
        }
    }
}

/// A game in one of its forms.
pub trait MeasuredForm {
    /// Counts the lines of `depth` plies from the start.
    fn perft(&self, depth: usize) -> Result<u64, Trouble>;
    /// Plays a random game with each of these seeds.
    fn playouts(&self, seeds: Range<u64>) -> Result<Vec<RandomGame>, Trouble>;
    /// Returns the number of random games that are best played at once.
    fn side_by_side(&self) -> u64 {
        1
    }
}

/// A game that the machine plays by its rules.
pub struct MachineForm<'r> {
    rules: &'r Rules,
    start: game::Position,
}

impl<'r> MachineForm<'r> {
    pub fn new(rules: &'r Rules) -> Self {
        MachineForm {
            start: rules.initial(),
            rules,
        }
    }
}

impl MeasuredForm for MachineForm<'_> {
    fn perft(&self, depth: usize) -> Result<u64, Trouble> {
        perft(self.rules, &self.start, depth, &mut Unwatched).explain(self.rules)
    }

    fn playouts(&self, seeds: Range<u64>) -> Result<Vec<RandomGame>, Trouble> {
        random_games(self.rules, &self.start, seeds).explain(self.rules)
    }
}

/// The compiled form of a game.
pub struct CompiledForm {
    game: Compiled,
    start: compile::Position,
}

impl CompiledForm {
    pub fn new(rules: &Rules, compilation: Arc<Compilation>) -> Self {
        let game = Compiled::new(rules, compilation);
        CompiledForm {
            start: game.initial(),
            game,
        }
    }
}

impl MeasuredForm for CompiledForm {
    fn perft(&self, depth: usize) -> Result<u64, Trouble> {
        perft(&self.game, &self.start, depth, &mut Unwatched).explain(self.game.rules())
    }

    fn playouts(&self, seeds: Range<u64>) -> Result<Vec<RandomGame>, Trouble> {
        random_games(&self.game, &self.start, seeds).explain(self.game.rules())
    }

    fn side_by_side(&self) -> u64 {
        self.game.side_by_side() as u64
    }
}

fn random_games<G: FastPaths>(
    game: &G,
    start: &G::Position,
    seeds: Range<u64>,
) -> Result<Vec<RandomGame>, SearchError<G::Error>> {
    let seeds: Vec<u64> = seeds.collect();
    let games = playouts(game, start, MAX_PLIES, &seeds)?;
    let ended = games.into_iter().map(|game| {
        // A puzzle has one role, and a game that reached the limit of plies has no results.
        let result = |role: usize| {
            game.goals
                .as_ref()
                .and_then(|goals| goals.get(role).copied())
                .unwrap_or(0)
        };
        RandomGame {
            plies: game.plies,
            results: [result(0), result(1)],
        }
    });
    Ok(ended.collect())
}

/// What a program written by hand does with the moves of the last ply of a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LastPly {
    Counted,
    Played,
}

impl LastPly {
    /// Both ways, each with the kind of form that it makes.
    pub const BOTH: [(FormKind, LastPly); 2] = [
        (FormKind::ByHand, LastPly::Counted),
        (FormKind::AllPlies, LastPly::Played),
    ];
}

/// A program written by hand.
pub struct ByHand<B> {
    last: LastPly,
    board: PhantomData<B>,
}

impl<B: TwoSidedPosition + 'static> ByHand<B> {
    pub fn form(last: LastPly) -> Box<dyn MeasuredForm> {
        Box::new(Self {
            last,
            board: PhantomData,
        })
    }
}

impl<B: TwoSidedPosition> MeasuredForm for ByHand<B> {
    fn perft(&self, depth: usize) -> Result<u64, Trouble> {
        Ok(match self.last {
            LastPly::Counted => limit::perft(B::START, depth),
            LastPly::Played => limit::perft_to_the_end(B::START, depth),
        })
    }

    fn playouts(&self, seeds: Range<u64>) -> Result<Vec<RandomGame>, Trouble> {
        Ok(seeds
            .map(|seed| limit::playout::<B>(&mut fastrand::Rng::with_seed(seed)))
            .collect())
    }
}
