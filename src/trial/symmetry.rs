//! Whether the symmetries of a game are some. A position and its image have the same role to move and as
//! many moves, the same end and goals, and their moves lead to the same positions up to symmetry. One
//! difference is enough to show that a generator is wrong; that none is met proves nothing.

use rustc_hash::FxHashMap;

use super::finding::met;
use crate::game::{Error, Game, Generator, Move, Position, Role, Rules, Turn};
use crate::syntax::diagnostic::Diagnostic;

/// Moves are compared as long as there are no more of them than this for each position so far. So a game
/// with many moves has its moves compared in some positions only.
const MOVES_PER_POSITION: usize = 30;

/// The symmetries of a game, with the shortest line that shows a fault of each.
pub(super) struct SymmetryCheck<'r> {
    rules: &'r Rules,
    generators: Vec<CheckedGenerator>,
    /// The number of moves that may be compared.
    credit: usize,
}

struct CheckedGenerator {
    generator: Generator,
    fault: Option<Fault>,
}

/// A position that shows that a generator is wrong.
struct Fault {
    /// How its image differs.
    difference: String,
    /// The moves to it.
    line: Vec<String>,
}

/// A position, and what counts in it for who wins.
struct Examined<'p> {
    position: &'p Position,
    outlook: Outlook,
}

enum Outlook {
    /// The game is over, with the goal of each role.
    Over(Vec<u8>),
    /// One role is to move.
    Single(Role, Vec<Move>),
    /// Several roles are to move, each with this number of moves.
    Joint(Vec<(Role, usize)>),
}

impl<'r> SymmetryCheck<'r> {
    pub fn new(rules: &'r Rules) -> Self {
        let checked = |generator| CheckedGenerator {
            generator,
            fault: None,
        };
        Self {
            rules,
            generators: rules.generators().into_iter().map(checked).collect(),
            credit: 0,
        }
    }

    /// Compares the position after a line of moves with its images. Errors of the rules in the position
    /// itself are left to others.
    ///
    /// # Errors
    /// An interruption of the rules.
    pub fn look(&mut self, position: &Position, line: &[String]) -> Result<(), Error> {
        if !self.generators.iter().any(|checked| checked.is_open(line)) {
            return Ok(());
        }
        let Ok(own) = uninterrupted(Examined::new(self.rules, position))? else {
            return Ok(());
        };
        let comparison = Comparison {
            rules: self.rules,
            with_moves: self.spend(&own),
        };
        let open = self
            .generators
            .iter_mut()
            .filter(|checked| checked.is_open(line));
        for checked in open {
            let difference = match self.rules.image(&checked.generator, position)? {
                Err(reason) => Some(format!("of a position it makes none: {reason}")),
                Ok(image) => comparison.difference(&own, &image)?,
            };
            if let Some(difference) = difference {
                let line = line.to_vec();
                checked.fault = Some(Fault { difference, line });
            }
        }
        Ok(())
    }

    /// Whether the moves of a position may be compared.
    fn spend(&mut self, examined: &Examined<'_>) -> bool {
        let Outlook::Single(_, moves) = &examined.outlook else {
            return false;
        };
        self.credit += MOVES_PER_POSITION;
        match self.credit.checked_sub(moves.len()) {
            Some(credit) => {
                self.credit = credit;
                true
            }
            None => false,
        }
    }

    pub fn findings(self) -> impl Iterator<Item = Diagnostic> {
        let checked = self.generators.into_iter();
        checked.filter_map(CheckedGenerator::finding)
    }
}

impl CheckedGenerator {
    /// Whether a fault after this line would be the first, or one after fewer moves.
    fn is_open(&self, line: &[String]) -> bool {
        let shorter = |fault: &Fault| line.len() < fault.line.len();
        self.fault.as_ref().is_none_or(shorter)
    }

    fn finding(self) -> Option<Diagnostic> {
        let Fault { difference, line } = self.fault?;
        let Generator { name, place } = self.generator;
        let title = format!("`{name}` is no symmetry: {difference}");
        let fault = Diagnostic::error("false-symmetry", title, place, "declared here");
        let help = format!(
            "let the image of each position be one with the same role to move and the same moves, ends \
             and goals up to symmetry, or leave `{name}` out; met {}",
            met(&line)
        );
        Some(fault.as_warning().with_help(help))
    }
}

impl<'p> Examined<'p> {
    fn new(rules: &Rules, position: &'p Position) -> Result<Self, Error> {
        let outlook = match rules.turn(position)? {
            Turn::Over => Outlook::Over(rules.goals(position)?),
            Turn::Single(role, moves) => Outlook::Single(role, moves),
            Turn::Joint(movers) => {
                let counted = movers.into_iter().map(|(role, moves)| (role, moves.len()));
                Outlook::Joint(counted.collect())
            }
        };
        Ok(Self { position, outlook })
    }
}

impl Outlook {
    /// The roles to move, each with the number of its moves.
    fn movers(&self) -> Vec<(Role, usize)> {
        match self {
            Outlook::Over(_) => Vec::new(),
            Outlook::Single(role, moves) => vec![(*role, moves.len())],
            Outlook::Joint(movers) => movers.clone(),
        }
    }
}

/// Compares positions with their images.
struct Comparison<'r> {
    rules: &'r Rules,
    /// Whether the moves are compared, not only their number.
    with_moves: bool,
}

impl Comparison<'_> {
    /// How the image of a position differs from it, in words.
    fn difference(&self, own: &Examined<'_>, image: &Position) -> Result<Option<String>, Error> {
        let image = match uninterrupted(Examined::new(self.rules, image))? {
            Err(error) => return Ok(Some(format!("in the image of a position, {error}"))),
            Ok(image) => image,
        };
        Ok(match (&own.outlook, &image.outlook) {
            (Outlook::Over(own), Outlook::Over(other)) => self.other_goal(own, other),
            (Outlook::Over(_), _) => {
                Some("a game is over, and in the image of the position it goes on".to_owned())
            }
            (_, Outlook::Over(_)) => {
                Some("a game goes on, and in the image of the position it is over".to_owned())
            }
            (one, other) if one.movers() != other.movers() => Some(format!(
                "{}, and in the image of the position {}",
                self.told(&one.movers()),
                self.told(&other.movers())
            )),
            (Outlook::Single(_, moves), Outlook::Single(_, others)) if self.with_moves => {
                self.other_moves((own, moves), (&image, others))?
            }
            _ => None,
        })
    }

    fn other_goal(&self, own: &[u8], other: &[u8]) -> Option<String> {
        let role = (0..own.len()).find(|role| own[*role] != other[*role])?;
        let (name, own, other) = (self.rules.role_name(Role(role)), own[role], other[role]);
        Some(format!(
            "a game ends with goal {own} for `{name}`, and in the image of the position with goal {other}"
        ))
    }

    fn told(&self, movers: &[(Role, usize)]) -> String {
        let told = |(role, count): &(Role, usize)| {
            let plural = if *count == 1 { "" } else { "s" };
            format!("`{}` has {count} move{plural}", self.rules.role_name(*role))
        };
        movers.iter().map(told).collect::<Vec<_>>().join(" and ")
    }

    /// How the moves differ by the positions after them. There are as many moves on both sides, so if one
    /// has no counterpart, one on the other side has none either.
    fn other_moves(
        &self,
        (own, moves): (&Examined<'_>, &[Move]),
        (image, others): (&Examined<'_>, &[Move]),
    ) -> Result<Option<String>, Error> {
        let Ok(after) = uninterrupted(self.after_moves(own.position, moves))? else {
            return Ok(None);
        };
        let after_others = match uninterrupted(self.after_moves(image.position, others))? {
            Err(error) => {
                return Ok(Some(format!(
                    "after a move in the image of a position, {error}"
                )));
            }
            Ok(after_others) => after_others,
        };
        let (Some(one), Some(other)) = (
            without_counterpart(&after, &after_others),
            without_counterpart(&after_others, &after),
        ) else {
            return Ok(None);
        };
        let one = self.written(own.position, &moves[one]);
        let other = self.written(image.position, &others[other]);
        Ok(Some(format!(
            "the move `{one}` in a position has no counterpart in its image, nor has `{other}` there"
        )))
    }

    /// The representatives of the positions after moves.
    fn after_moves(&self, position: &Position, moves: &[Move]) -> Result<Vec<Position>, Error> {
        let after = |played| {
            let next = self.rules.play(position, std::slice::from_ref(played))?;
            Ok(self.rules.canonical(&next))
        };
        moves.iter().map(after).collect()
    }

    /// The text of a move, or its term if it has none.
    fn written(&self, position: &Position, played: &Move) -> String {
        let text = self.rules.notation(position, played);
        text.unwrap_or_else(|_| played.term.to_string())
    }
}

/// Parts an interruption from other errors of the rules.
fn uninterrupted<T>(result: Result<T, Error>) -> Result<Result<T, Error>, Error> {
    match result {
        Err(error) if error.is_interruption() => Err(error),
        result => Ok(result),
    }
}

/// The place of the first position that occurs more often than among the others.
fn without_counterpart(positions: &[Position], others: &[Position]) -> Option<usize> {
    let mut left: FxHashMap<&Position, usize> = FxHashMap::default();
    for position in others {
        *left.entry(position).or_default() += 1;
    }
    positions.iter().position(|position| {
        let left = left.get_mut(position).filter(|left| **left > 0);
        left.map(|left| *left -= 1).is_none()
    })
}
