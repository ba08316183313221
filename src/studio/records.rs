//! The game of a desk as a record, and the games of a text of records.

use super::course::Course;
use super::limits;
use super::protocol::{Forfeit, ForfeitKind, LineComment, ReadRecord, RecordParts, RecordText};
use crate::game::{Game, Position, Role, Rules};
use crate::record::{GameRecord, LineNotes, RecordEnd, RecordFile, RecordPly, RecordedGame, tag};
use crate::session::{Explain, Trouble, play_typed, results};

/// The name of a text of records in messages.
const NAME: &str = "record";

/// Writes the line of a game with other lines and comments.
pub fn write(course: &Course, parts: RecordParts) -> Result<RecordText, Trouble> {
    let rules = course.rules();
    let line = &course.opened.line;
    let mut record = GameRecord::begin(rules, &course.opened.path, line.first(), parts.players);
    if let Some(date) = parts.date {
        record.add_tag("Date", date);
    }
    let own: Vec<String> = line.plies().to_vec();
    let mut lines = vec![(own, course.record_plies())];
    for other in &parts.lines {
        let played = play_line(rules, line.first(), other)?;
        lines.push(
            played
                .into_iter()
                .map(|ply| (ply.written, ply.moves))
                .unzip(),
        );
    }
    let (_, plies) = &lines[0];
    record.plies.clone_from(plies);
    for (_, other) in &lines[1..] {
        record.notes.add_line(&record.plies, other);
    }
    for LineComment { moves, text } in &parts.comments {
        // These rules may not lead to the position.
        let to_it = lines.iter().find(|(written, _)| written.starts_with(moves));
        if let Some((_, plies)) = to_it {
            record
                .notes
                .comment_on(&record.plies, &plies[..moves.len()], text);
        }
    }
    let last = line.positions().last().unwrap_or(line.position());
    record.end(rules, &end(rules, last, parts.forfeit.as_ref())?);
    Ok(RecordText {
        text: record.text_by(rules),
    })
}

/// How the game ended, whose last position is `last`.
fn end(rules: &Rules, last: &Position, forfeit: Option<&Forfeit>) -> Result<RecordEnd, Trouble> {
    if rules.over(last).explain(rules)? {
        return Ok(RecordEnd::Over(results::goals(rules, last).explain(rules)?));
    }
    let names = rules.role_names();
    let role = |forfeit: &Forfeit| {
        names
            .iter()
            .position(|name| *name == forfeit.role)
            .map(Role)
    };
    Ok(
        match forfeit.and_then(|forfeit| Some((role(forfeit)?, forfeit.by))) {
            Some((role, ForfeitKind::Resigning)) => RecordEnd::Resigned(role),
            Some((role, ForfeitKind::Time)) => RecordEnd::OutOfTime(role),
            None => RecordEnd::Unfinished,
        },
    )
}

/// A ply that was played, and the position after it.
struct LinePly {
    /// The ply as the rules write it.
    written: String,
    /// The moves of each role.
    moves: RecordPly,
    position: Position,
}

/// Plays a line from a position, as far as the rules allow it.
fn play_line(
    rules: &Rules,
    start: &Position,
    line: impl IntoIterator<Item = impl AsRef<str>>,
) -> Result<Vec<LinePly>, Trouble> {
    let mut plies: Vec<LinePly> = Vec::new();
    for typed in line {
        let position = plies.last().map_or(start, |ply| &ply.position);
        let Ok(played) = play_typed(rules, position, typed.as_ref())? else {
            break;
        };
        plies.push(LinePly {
            moves: rules.notations(position, &played.moves).explain(rules)?,
            written: played.written,
            position: played.position,
        });
    }
    Ok(plies)
}

/// Reads game `number`, from 0, of a text of records, and plays it by the rules.
pub fn read(rules: &Rules, text: &str, number: usize) -> Result<ReadRecord, Trouble> {
    let file = RecordFile::read(NAME, text)?;
    let Some(game) = file.games.get(number) else {
        return Err(Trouble::Use(format!(
            "there is no game {} in this text; the number of games is {}",
            number + 1,
            file.games.len()
        )));
    };
    let line = file.replay(number, rules)?;
    let mut read = ReadRecord {
        games: file
            .games
            .iter()
            .take(limits::LISTED_GAMES)
            .map(|game| title(rules, game))
            .collect(),
        start: game.record.tag(tag::POSITION).map(str::to_owned),
        moves: line.plies().to_vec(),
        lines: Vec::new(),
        comments: Vec::new(),
    };
    let mut gathering = Gathering {
        rules,
        read: &mut read,
        moves: 0,
    };
    let main = GatheredLine {
        moves: line.plies().to_vec(),
        positions: line.positions().to_vec(),
    };
    gathering.add(&main, 0, &game.record.notes)?;
    Ok(read)
}

/// The variations and comments of a record, as lines from the start.
struct Gathering<'r> {
    rules: &'r Rules,
    read: &'r mut ReadRecord,
    /// The number of moves in all of them.
    moves: usize,
}

/// A line from the start, and the positions of its last part.
struct GatheredLine {
    moves: Vec<String>,
    positions: Vec<Position>,
}

impl Gathering<'_> {
    /// Plays `plies` from the position after the moves `before`. The page compares moves as the rules
    /// write them.
    fn line(
        &self,
        start: &Position,
        before: &[String],
        plies: &[RecordPly],
    ) -> Result<GatheredLine, Trouble> {
        let (mut moves, mut positions) = (before.to_vec(), vec![start.clone()]);
        for ply in play_line(self.rules, start, plies.iter().map(|moves| moves.join("+")))? {
            moves.push(ply.written);
            positions.push(ply.position);
        }
        Ok(GatheredLine { moves, positions })
    }

    /// Adds what stands beside the last part of a line, which begins after `before` moves.
    fn add(
        &mut self,
        line: &GatheredLine,
        before: usize,
        notes: &LineNotes,
    ) -> Result<(), Trouble> {
        for (plies, text) in &notes.comments {
            let Some(moves) = line.moves.get(..before + plies) else {
                continue;
            };
            self.count(moves.len())?;
            self.read.comments.push(LineComment {
                moves: moves.to_vec(),
                text: text.clone(),
            });
        }
        for variation in &notes.variations {
            let Some(start) = line.positions.get(variation.at) else {
                continue;
            };
            let before = before + variation.at;
            let other = self.line(start, &line.moves[..before], &variation.plies)?;
            self.count(other.moves.len())?;
            self.read.lines.push(other.moves.clone());
            self.add(&other, before, &variation.notes)?;
        }
        Ok(())
    }

    fn count(&mut self, moves: usize) -> Result<(), Trouble> {
        self.moves += moves;
        match self.moves > limits::READ_MOVES {
            true => Err(Trouble::Use(
                "the record has too many comments and variations to be shown".to_owned(),
            )),
            false => Ok(()),
        }
    }
}

/// The players and the result of a game.
fn title(rules: &Rules, game: &RecordedGame) -> String {
    let names = rules.role_names();
    let players: Vec<&str> = names
        .iter()
        .map(|role| game.record.player(role).unwrap_or(role))
        .collect();
    format!("{}: {}", players.join(", "), game.record.result)
}
