//! The input of a person whose turn it is.

use regola::game::{Click, FindMoveError, Move, PathInput, Role};
use regola::session::{listing, suggestion};

use super::report::{Chosen, How};
use super::table::{GameTable, PlayerChoice};
use crate::lines::Input;
use crate::trouble::{Explain, Trouble};

/// The words that a person may type besides moves, each with its meaning.
const WORDS: [(&str, &str); 8] = [
    ("moves", "list the legal moves"),
    ("board", "draw the board"),
    ("clear", "put down a piece that was picked up"),
    ("undo", "take back your last move and what followed"),
    ("hint", "ask the program what it would play"),
    ("resign", "give the game up"),
    ("help", "show this; so does `?`"),
    ("quit", "leave the game as it is"),
];

/// A person's turn.
struct PersonTurn<'a> {
    role: &'a str,
    moves: &'a [Move],
    /// The moves in the notation of the rules.
    written: &'a [String],
    /// The squares of a move that have been entered so far.
    input: PathInput,
}

impl PersonTurn<'_> {
    fn chosen(&self, index: usize) -> Option<PlayerChoice> {
        let (played, text) = (self.moves[index].clone(), self.written[index].clone());
        Some(PlayerChoice::Play(Chosen {
            played,
            text,
            how: How::Typed,
        }))
    }

    fn choose(&self, played: &Move) -> Option<PlayerChoice> {
        self.moves
            .iter()
            .position(|legal| legal == played)
            .and_then(|index| self.chosen(index))
    }

    /// Whether a text consists of squares and is not the number of a move.
    fn are_squares(&self, typed: &str) -> bool {
        let begun = !self.input.clicked().is_empty() && !typed.starts_with('#');
        begun
            || typed
                .split_whitespace()
                .next()
                .is_some_and(|first| self.input.may_begin_at(first))
    }
}

impl GameTable<'_> {
    /// Asks a person until the input is a legal move or another choice that ends the turn.
    pub(super) fn ask(&mut self, role: Role, moves: &[Move]) -> Result<PlayerChoice, Trouble> {
        let name = self.rules.role_name(role);
        let written = self
            .rules
            .notations(&self.position, moves)
            .explain(self.rules)?;
        self.report.choices(&name, &written)?;
        if let [only] = written.as_slice() {
            self.report.note(&format!(
                "there is no other move than {only}: press Enter to play it"
            ))?;
        }
        let input = self
            .rules
            .path_input(&self.position, role, moves)
            .explain(self.rules)?;
        let mut asked = PersonTurn {
            role: &name,
            moves,
            written: &written,
            input,
        };
        loop {
            let line = match self.lines.next(&format!("{name}> "))? {
                Input::Line(line) => line,
                Input::Cancelled => return Err(Trouble::Stopped("stopped".to_owned())),
                Input::End => return Ok(PlayerChoice::Leave),
            };
            if let Some(choice) = self.understand(line.trim(), &mut asked)? {
                return Ok(choice);
            }
        }
    }

    /// Returns the choice that an input means; none if the turn is not over.
    fn understand(
        &mut self,
        typed: &str,
        asked: &mut PersonTurn,
    ) -> Result<Option<PlayerChoice>, Trouble> {
        let moves = asked.moves;
        if typed.is_empty() {
            return match moves.len() {
                1 => Ok(asked.chosen(0)),
                _ => self.refuse("type a move, its number, or `help`"),
            };
        }
        let reason = match self.rules.find_move(&self.position, moves, typed) {
            Ok(found) => return Ok(asked.choose(&found)),
            Err(FindMoveError::Rules(error)) => return Err(error).explain(self.rules),
            Err(reason) => reason,
        };
        if typed == "?" {
            return self.obey("help", asked);
        }
        let word = suggestion::command(&typed.to_lowercase(), &WORDS.map(|(word, _)| word));
        if word.is_err() && self.rules.has_paths() && asked.are_squares(typed) {
            return self.enter(typed, asked);
        }
        let digits = typed.strip_prefix('#');
        // If the notation of moves has numbers, the number of a move needs the sign `#`.
        let digits = digits.or((!listing::has_numbers(asked.written)).then_some(typed));
        if let Some(index) = digits
            .unwrap_or_default()
            .parse::<usize>()
            .ok()
            .and_then(|number| number.checked_sub(1))
        {
            return match index < moves.len() {
                true => Ok(asked.chosen(index)),
                false => self.refuse(&format!("the moves have numbers from 1 to {}", moves.len())),
            };
        }
        if digits.is_none() && typed.parse::<usize>().is_ok() {
            let reason = format!(
                "{}; the move with that number is `#{typed}`",
                refusal(&reason)
            );
            return self.refuse(&reason);
        }
        match word {
            Ok(word) => self.obey(word, asked),
            Err(_) => self.refuse(&refusal(&reason)),
        }
    }

    /// Enters the squares of a move, one or several. The first square that makes no sense ends the
    /// input.
    fn enter(
        &mut self,
        typed: &str,
        asked: &mut PersonTurn,
    ) -> Result<Option<PlayerChoice>, Trouble> {
        for square in typed.split_whitespace() {
            match asked.input.click(square) {
                Click::Complete(played) => return Ok(asked.choose(&played)),
                Click::Selected | Click::Step(_) => (),
                Click::Blocked => {
                    let others = asked.input.open_squares().join(", ");
                    let number: Option<usize> = square.parse().ok();
                    let number = number.filter(|number| (1..=asked.moves.len()).contains(number));
                    let number = number.map_or(String::new(), |number| {
                        format!("; `#{number}` is the move with that number")
                    });
                    let reason = format!(
                        "the piece on {square} has no legal move; those that have stand on {others}{number}"
                    );
                    return self.refuse(&reason);
                }
                Click::Ignored | Click::Refused => {
                    let open = asked.input.open_squares().join(" or ");
                    return self.refuse(&format!("`{square}` is not a square to go on to: {open}"));
                }
            }
        }
        self.report
            .entered(self.rules, &self.position, &asked.input)?;
        Ok(None)
    }

    fn obey(
        &mut self,
        word: &str,
        asked: &mut PersonTurn,
    ) -> Result<Option<PlayerChoice>, Trouble> {
        match word {
            "undo" if self.can_take_back() => return Ok(Some(PlayerChoice::Undo)),
            "resign" => return Ok(Some(PlayerChoice::Resign)),
            "quit" => return Ok(Some(PlayerChoice::Leave)),
            "undo" => self.report.refused("there is nothing to take back")?,
            "moves" => self.report.all_choices(asked.role, asked.written)?,
            "board" if !asked.input.clicked().is_empty() => {
                self.report
                    .entered(self.rules, &self.position, &asked.input)?;
            }
            "board" => self
                .report
                .position(self.rules, &self.position, asked.moves)?,
            "clear" => {
                asked.input.clear();
                self.report
                    .position(self.rules, &self.position, asked.moves)?;
            }
            "hint" => self.hint()?,
            _ => self.report.note(&self.help())?,
        }
        Ok(None)
    }

    fn help(&self) -> String {
        let words: Vec<String> = WORDS
            .iter()
            .filter(|(word, _)| *word != "clear" || self.rules.has_paths())
            .map(|(word, meaning)| format!("  {word:<7} {meaning}"))
            .collect();
        let squares = match self.rules.has_paths() {
            true => {
                "You may also type the square of a piece, then those to which it goes, at once or one by one.\n\
                     A number that names a square with a piece of yours means the square; `#2` is always move 2.\n"
            }
            false => "",
        };
        format!(
            "Type a move as it is written, or its number, or one of these words:\n{}\n{squares}\
             Ctrl-C ends the game, with exit status 130.",
            words.join("\n")
        )
        .trim_end()
        .to_owned()
    }

    fn refuse(&mut self, reason: &str) -> Result<Option<PlayerChoice>, Trouble> {
        self.report.refused(reason)?;
        Ok(None)
    }
}

fn refusal(reason: &FindMoveError) -> String {
    match reason {
        FindMoveError::Ambiguous { .. } => format!("{reason}; type its number"),
        FindMoveError::NotLegal { .. } | FindMoveError::Rules(_) => reason.to_string(),
    }
}
