//! A match between two players of the program: one game after the other, and a long game in parts.
//!
//! Each question has all that it needs, so nothing is kept between two of them.

use super::choose::limited;
use super::limits;
use super::protocol::{MatchEnd, MatchPart, MatchQuestion, MatchResult, MatchScore, ShownElo};
use super::searched::Searched;
use super::stop::IsStopped;
use crate::clock;
use crate::contest::{
    EloEstimate, GameConditions, GamePairs, MatchGameEnd, Opening, Player, PlayerPair, RunningGame,
    Score, in_roles, is_exchanged, no_match, signed,
};
use crate::game::{Game, Move, Position, Role, Rules};
use crate::session::{Explain, Strength, Trouble, play_typed, results};

/// Plays a game of a match on from `start`, to its end or for as long as one question may take.
pub fn play(
    game: &Searched,
    start: &Position,
    asked: &MatchQuestion,
    is_stopped: IsStopped<'_>,
) -> Result<MatchPart, Trouble> {
    let elapsed = clock::stopwatch();
    let is_late = || elapsed() > limits::MATCH_TIME + limits::SEARCH_TIME;
    let part = Part {
        game,
        start,
        asked,
        conditions: GameConditions {
            rules: game.rules(),
            forms: game.forms(),
            max_plies: limits::MATCH_PLIES,
            seed: asked.seed,
            time: None,
            clock: &elapsed,
        },
    };
    match part.play(&|| is_stopped() || is_late()) {
        Err(Trouble::Stopped(_)) if !is_stopped() => Err(Trouble::Use(format!(
            "a ply of the match took longer than {} seconds",
            limits::SEARCH_TIME.as_secs()
        ))),
        played => played,
    }
}

/// A part of a game.
struct Part<'a> {
    game: &'a Searched,
    start: &'a Position,
    asked: &'a MatchQuestion,
    conditions: GameConditions<'a>,
}

impl Part<'_> {
    fn play(&self, is_stopped: IsStopped<'_>) -> Result<MatchPart, Trouble> {
        let (rules, asked) = (self.game.rules(), self.asked);
        if let Some(reason) = no_match(rules) {
            return Err(Trouble::Use(reason));
        }
        if asked.earlier.len() >= limits::MATCH_GAMES {
            let most = limits::MATCH_GAMES;
            return Err(Trouble::Use(format!("a match has {most} games at most")));
        }
        let number = asked.earlier.len() as u64;
        let [first, second] = asked.players.each_ref().map(|text| player(rules, text));
        let players = [first?, second?];
        let opening = Opening::at_random(
            rules,
            self.start,
            asked.opening.min(limits::MATCH_OPENING),
            asked.seed.wrapping_add(number / 2),
            is_stopped,
        )?;
        let mut moves = self.written(&opening.plies)?;
        let in_role = in_roles([0, 1], number).map(|player| &players[player]);
        let mut running = RunningGame::begin(&self.conditions, number, in_role, opening);
        for typed in asked.moves.iter().skip(moves.len()) {
            if is_stopped() {
                return Err(Trouble::Stopped("stopped".to_owned()));
            }
            let played = play_typed(rules, running.position(), typed)?.map_err(Trouble::Use)?;
            running.follow(played.moves)?;
            moves.push(played.written);
        }
        let role = Role(usize::from(is_exchanged(number)));
        let since = (self.conditions.clock)();
        let end = loop {
            let before = running.position().clone();
            let ended = running.step(is_stopped)?;
            // A search that was stopped plays what it had found by then.
            if is_stopped() {
                return Err(Trouble::Stopped("stopped".to_owned()));
            }
            if let Some(end) = ended {
                break Some(self.end(&end, role, moves.len()));
            }
            if let Some(ply) = running.plies().last() {
                moves.push(written(rules, &before, ply)?);
            }
            if (self.conditions.clock)() - since > limits::MATCH_TIME {
                break None;
            }
        };
        Ok(MatchPart {
            moves,
            role: rules.role_name(role),
            end,
        })
    }

    /// The plies of an opening in the notation of the rules.
    fn written(&self, plies: &[Vec<Move>]) -> Result<Vec<String>, Trouble> {
        let rules = self.game.rules();
        let mut position = self.start.clone();
        let mut moves = Vec::new();
        for ply in plies {
            moves.push(written(rules, &position, ply)?);
            position = rules.play(&position, ply).explain(rules)?;
        }
        Ok(moves)
    }

    /// The end of the game, in which the first player had the role `own`.
    fn end(&self, end: &MatchGameEnd, own: Role, plies: usize) -> MatchEnd {
        let result = MatchResult {
            result: end.result(own.0).into(),
            plies,
        };
        let mut pair = PlayerPair::default();
        for (number, game) in (0..).zip(self.asked.earlier.iter().chain([&result])) {
            pair.count_result(game.result.into(), game.plies, is_exchanged(number));
        }
        let (score, pairs) = (pair.score(), pair.game_pairs);
        MatchEnd {
            result,
            words: match end {
                MatchGameEnd::Over(goals) => results::verdict(self.game.rules(), goals),
                MatchGameEnd::TooLong | MatchGameEnd::OutOfTime(_) => format!(
                    "longer than {} plies, which counts as a draw",
                    limits::MATCH_PLIES
                ),
            },
            table: [
                shown_score(score, pairs),
                shown_score(score.reversed(), pairs.reversed()),
            ],
            mean_plies: pair.mean_plies().unwrap_or_default(),
        }
    }
}

/// A player of the match, within the limits of the page.
fn player(rules: &Rules, text: &str) -> Result<Player, Trouble> {
    let player = Player::of_match(text, rules, false).map_err(Trouble::Use)?;
    let Player::Computer(strength) = player else {
        return Ok(player);
    };
    let time = strength.time.unwrap_or(limits::SEARCH_TIME);
    Ok(Player::Computer(Strength {
        time: Some(time.min(limits::SEARCH_TIME)),
        ..limited(&strength)
    }))
}

/// A ply in the notation of the rules.
fn written(rules: &Rules, position: &Position, ply: &[Move]) -> Result<String, Trouble> {
    Ok(rules.notations(position, ply).explain(rules)?.join("+"))
}

fn shown_score(score: Score, pairs: GamePairs) -> MatchScore {
    MatchScore {
        wins: score.wins,
        draws: score.draws,
        losses: score.losses,
        share: score.share().unwrap_or_default(),
        elo: pairs.elo().map(shown_elo),
    }
}

fn shown_elo(elo: EloEstimate) -> ShownElo {
    let [difference, least, most] = [elo.difference, elo.least, elo.most].map(signed);
    ShownElo {
        difference,
        least,
        most,
    }
}
