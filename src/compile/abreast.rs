//! Games abreast: an interpreter looks at several positions at once, as long as their turns are
//! plain.

use std::mem;

use super::listing::Place;
use super::position::Position;
use super::task::{LANES, SEVERAL};
use super::workspace::Workspace;

/// So many games abreast leave few lanes empty, whatever family of moves each game goes on with.
pub(super) const ABREAST: usize = 8 * LANES;

/// Games abreast.
#[derive(Clone, Debug)]
pub(super) struct Abreast {
    games: Vec<Game>,
    /// Inputs and outputs for several positions.
    before: Vec<[u64; LANES]>,
    after: Vec<[u64; LANES]>,
}

/// A game on its way.
#[derive(Clone, Debug)]
struct Game {
    /// Its place among all.
    number: usize,
    mode: usize,
    /// The move that is played next.
    place: Place,
    /// The words of the position, and what the turn has given.
    frame: Vec<u64>,
    /// Whether that is the turn of the position.
    has_turn: bool,
}

/// Why a game is not played on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stop {
    /// So many plies are played.
    Limit,
    Over,
    /// The next turn is not plain.
    Unusual,
}

impl Abreast {
    /// With room for inputs and outputs of so many words.
    pub fn new(words: usize) -> Self {
        Self {
            games: Vec::new(),
            before: vec![[0; LANES]; words],
            after: vec![[0; LANES]; words],
        }
    }
}

impl Workspace {
    /// Plays on from each position for so many plies at most; gives for each how many were played
    /// and why no more were. No move may fail.
    pub fn play_abreast<C: FnMut(usize) -> usize>(
        &mut self,
        positions: &mut [Position],
        plies: usize,
        choose: &mut [C],
    ) -> Vec<(usize, Stop)> {
        let mut ended = vec![(plies, Stop::Limit); positions.len()];
        // It is put back in the end.
        let mut abreast = mem::replace(&mut self.abreast, Abreast::new(0));
        abreast.set_out(positions, self);
        let mut live = positions.len();
        for played in 0..plies {
            if live == 0 {
                break;
            }
            let games = &mut abreast.games[..live];
            if games.iter().any(|game| !game.has_turn) {
                let kind = |game: &Game| (game.has_turn, game.mode);
                sort(games, kind);
                for games in games
                    .chunk_by_mut(|one, other| kind(one) == kind(other))
                    .filter(|same| !same[0].has_turn)
                    .flat_map(|same| same.chunks_mut(LANES))
                {
                    self.turns(games, &mut abreast.before, &mut abreast.after);
                }
            }
            let mut number = 0;
            while number < live {
                let game = &mut abreast.games[number];
                let programs = &self.modes[game.mode];
                let choices = programs.choices(&game.frame);
                if choices > 0 {
                    game.place = programs.nth(&game.frame, choose[game.number](choices));
                    number += 1;
                    continue;
                }
                let is_over = programs.is_without_moves(&game.frame);
                ended[game.number] = (played, if is_over { Stop::Over } else { Stop::Unusual });
                positions[game.number] = Position::new(&game.frame, self.words);
                live -= 1;
                abreast.games.swap(number, live);
            }
            let games = &mut abreast.games[..live];
            let kind = |game: &Game| (game.mode, game.place.family);
            sort(games, kind);
            for games in games
                .chunk_by_mut(|one, other| kind(one) == kind(other))
                .flat_map(|same| same.chunks_mut(LANES))
            {
                self.plays(games, &mut abreast.before, &mut abreast.after);
            }
        }
        for game in &abreast.games[..live] {
            positions[game.number] = Position::new(&game.frame, self.words);
        }
        self.abreast = abreast;
        ended
    }

    /// The turns of some games of one mode.
    fn turns(
        &mut self,
        games: &mut [Game],
        before: &mut [[u64; LANES]],
        after: &mut [[u64; LANES]],
    ) {
        let turn = &mut self.modes[games[0].mode].turn;
        let (inputs, outputs) = (self.words, turn.outputs());
        if games.len() < SEVERAL {
            games
                .iter_mut()
                .for_each(|game| turn.run_within(&mut game.frame, inputs));
            return;
        }
        gather(games, &mut before[..inputs]);
        turn.run_lanes(&before[..inputs], &mut after[..outputs]);
        scatter(games, inputs, &after[..outputs]);
    }

    /// Plays the moves of some games, which are of one family. If they are several and there is a program
    /// for both, it computes the turns too; the turns of a few are found with those of other families.
    fn plays(
        &mut self,
        games: &mut [Game],
        before: &mut [[u64; LANES]],
        after: &mut [[u64; LANES]],
    ) {
        let programs = &mut self.modes[games[0].mode];
        let (mut apply, mut inputs) = (0, 0);
        for game in games.iter_mut() {
            (apply, inputs) = programs.choose(&mut game.frame, game.place);
        }
        let mut next = None;
        if games.len() < SEVERAL {
            let apply = &mut programs.applies[apply];
            games
                .iter_mut()
                .for_each(|game| apply.run_within(&mut game.frame, 0));
        } else {
            let (mode, play) = programs.ply_or_play(apply);
            let outputs = play.outputs();
            gather(games, &mut before[..inputs]);
            play.run_lanes(&before[..inputs], &mut after[..outputs]);
            scatter(games, 0, &after[..outputs]);
            next = mode;
        }
        for game in games {
            game.mode = next.unwrap_or_else(|| self.mode_of(&game.frame));
            game.has_turn = next.is_some();
        }
    }
}

impl Abreast {
    /// Begins a game from each position.
    fn set_out(&mut self, positions: &[Position], workspace: &Workspace) {
        let fresh = || Game {
            number: 0,
            mode: 0,
            place: Place { family: 0, lane: 0 },
            frame: vec![0; workspace.frame.len()],
            has_turn: false,
        };
        self.games
            .resize_with(positions.len().max(self.games.len()), fresh);
        for ((number, position), game) in positions.iter().enumerate().zip(&mut self.games) {
            position.write(&mut game.frame);
            game.number = number;
            game.mode = workspace.mode_of(&game.frame);
            game.has_turn = false;
        }
    }
}

/// Brings games of a kind together.
fn sort<K: Ord>(games: &mut [Game], kind: impl Fn(&Game) -> K) {
    if !games.is_sorted_by_key(&kind) {
        games.sort_unstable_by_key(kind);
    }
}

/// The first words of the frames, one game a lane.
fn gather(games: &[Game], lanes: &mut [[u64; LANES]]) {
    for (lane, game) in games.iter().enumerate() {
        lanes
            .iter_mut()
            .zip(&game.frame)
            .for_each(|(lanes, word)| lanes[lane] = *word);
    }
}

/// The words of the frames from this one on, one game a lane.
fn scatter(games: &mut [Game], first: usize, lanes: &[[u64; LANES]]) {
    for (lane, game) in games.iter_mut().enumerate() {
        game.frame[first..]
            .iter_mut()
            .zip(lanes)
            .for_each(|(word, lanes)| *word = lanes[lane]);
    }
}
