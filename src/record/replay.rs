//! A record played by the rules of its game.

use super::read::{RecordFile, RecordedGame};
use super::reading::LinePlaces;
use super::result::GameResult;
use super::{LineNotes, RecordPly, tag};
use crate::game::{Failure, FindMoveError, Game, Move, Position, Role, Rules};
use crate::logic::nearest;
use crate::session::{Explain, PlayedLine, Trouble, results};
use crate::syntax::diagnostic::Diagnostic;
use crate::syntax::source::{Sources, Span};

/// The number of legal moves that a message lists.
const LISTED_MOVES: usize = 12;

/// The roles that are to move, each with its legal moves.
type Movers = Vec<(Role, Vec<Move>)>;

impl RecordFile {
    /// Plays game `number`, from 0, by the rules, from its first position to its last.
    ///
    /// # Errors
    /// If a move is not legal, or the result is not that of the rules, with the place in the record;
    /// if the rules cannot be followed.
    ///
    /// # Panics
    /// If there is no such game.
    pub fn replay(&self, number: usize, rules: &Rules) -> Result<PlayedLine, Trouble> {
        self.games[number].replay(rules, &self.sources)
    }
}

impl RecordedGame {
    /// Plays the record by the rules. `sources` has its text.
    ///
    /// # Errors
    /// As for [`RecordFile::replay`].
    pub fn replay(&self, rules: &Rules, sources: &Sources) -> Result<PlayedLine, Trouble> {
        let refuse = |fault: Diagnostic| {
            Trouble::from(Failure {
                diagnostics: vec![fault],
                sources: sources.clone(),
            })
        };
        let line = PlayedLine::new(self.first_position(rules)?);
        let parts = (&*self.record.plies, &self.record.notes, &self.places);
        let line = match play_line(rules, line, 0, parts)? {
            Ok(line) => line,
            Err(fault) => return Err(refuse(fault)),
        };
        match self.other_result(rules, line.position())? {
            None => Ok(line),
            Some(fault) => Err(refuse(fault)),
        }
    }

    fn first_position(&self, rules: &Rules) -> Result<Position, Trouble> {
        match self.record.tag(tag::POSITION) {
            Some(facts) => Ok(rules.position("<tag Position>", facts)?),
            None => Ok(rules.initial()),
        }
    }

    /// Returns the fault of a result that the rules do not give; none if the record is right.
    fn other_result(&self, rules: &Rules, last: &Position) -> Result<Option<Diagnostic>, Trouble> {
        let told = &self.record.result;
        if rules.over(last).explain(rules)? {
            let found = GameResult::Goals(results::goals(rules, last).explain(rules)?);
            let title = format!("the record says `{told}`, and the rules say `{found}`");
            let fault = Diagnostic::error("other-result", title, self.end, "the game is over here");
            return Ok((*told != found).then_some(fault));
        }
        let is_normal = self.record.tag(tag::TERMINATION) == Some(tag::NORMAL);
        let fault = || {
            let title = "the game is not over after these moves";
            Diagnostic::error("other-result", title, self.end, "the record ends here").with_help(
                "a record of an unfinished game has another tag `Termination` than `normal`",
            )
        };
        Ok(is_normal.then(fault))
    }
}

/// Plays the plies of a line, of which `before` plies are played already, and then each of its
/// variations. Returns the line without them, or the fault of a ply that is not legal.
fn play_line(
    rules: &Rules,
    mut line: PlayedLine,
    before: usize,
    (plies, notes, places): (&[RecordPly], &LineNotes, &LinePlaces),
) -> Result<Result<PlayedLine, Diagnostic>, Trouble> {
    for (index, (ply, span)) in plies.iter().zip(&places.plies).enumerate() {
        let movers = rules.turn(line.position()).explain(rules)?.into_movers();
        let moves = match moves_of(rules, line.position(), &movers, ply)? {
            Ok(moves) => moves,
            Err(reason) => {
                let label = label(rules, &movers, before + index + 1);
                return Ok(Err(reason.at(*span, &label)));
            }
        };
        let written = rules.notations(line.position(), &moves).explain(rules)?;
        let next = rules.play(line.position(), &moves).explain(rules)?;
        line.play(written.join("+"), next);
    }
    for (variation, places) in notes.variations.iter().zip(&places.variations) {
        let start = PlayedLine::new(line.positions()[variation.at].clone());
        let parts = (&*variation.plies, &variation.notes, places);
        if let Err(fault) = play_line(rules, start, before + variation.at, parts)? {
            return Ok(Err(fault));
        }
    }
    Ok(Ok(line))
}

/// Why a ply is not legal.
struct IllegalPly {
    title: String,
    help: Option<String>,
}

impl IllegalPly {
    fn at(self, span: Span, label: &str) -> Diagnostic {
        let fault = Diagnostic::error("illegal-move", self.title, span, label);
        match self.help {
            Some(help) => fault.with_help(help),
            None => fault,
        }
    }
}

/// Returns the roles to move in words, with the number of the ply.
fn label(rules: &Rules, movers: &Movers, ply: usize) -> String {
    let roles: Vec<String> = movers
        .iter()
        .map(|(role, _)| rules.role_name(*role))
        .collect();
    match roles.as_slice() {
        [] => format!("ply {ply}"),
        roles => format!("ply {ply}, {} to move", roles.join(" and ")),
    }
}

/// Finds the moves of a ply among the legal ones.
fn moves_of(
    rules: &Rules,
    position: &Position,
    movers: &Movers,
    ply: &RecordPly,
) -> Result<Result<Vec<Move>, IllegalPly>, Trouble> {
    let refused = |title| Ok(Err(IllegalPly { title, help: None }));
    if movers.is_empty() {
        return refused("the game is over before this move".to_owned());
    }
    if movers.len() != ply.len() {
        return refused(format!(
            "this ply has {} moves, and the number of roles to move is {}",
            ply.len(),
            movers.len()
        ));
    }
    let mut moves = Vec::new();
    for ((_, legal), text) in movers.iter().zip(ply) {
        match rules.find_move(position, legal, text) {
            Ok(found) => moves.push(found),
            Err(FindMoveError::Rules(error)) => return Err(error).explain(rules),
            Err(reason) => return Ok(Err(illegal(&reason))),
        }
    }
    Ok(Ok(moves))
}

fn illegal(reason: &FindMoveError) -> IllegalPly {
    let FindMoveError::NotLegal { typed, legal } = reason else {
        return IllegalPly {
            title: reason.to_string(),
            help: None,
        };
    };
    let near = match nearest(typed, legal.iter().map(String::as_str)) {
        Some(near) => format!("the nearest is `{near}`; "),
        None => String::new(),
    };
    let mut listed = legal
        .iter()
        .take(LISTED_MOVES)
        .cloned()
        .collect::<Vec<_>>()
        .join(" ");
    if let Some(more @ 1..) = legal.len().checked_sub(LISTED_MOVES) {
        listed += &format!(" and {more} more");
    }
    IllegalPly {
        title: format!("`{typed}` is not a legal move here"),
        help: Some(format!("{near}legal: {listed}")),
    }
}
