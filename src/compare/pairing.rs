//! Two games side by side: which role, square and move of one corresponds to which of the other.

use rustc_hash::FxHashMap;

use super::difference::{Aspect, DifferenceSide};
use super::names::{NameMap, NameTranslator, NamedKind};
use super::seen::{Seen, SeenMover};
use crate::game::{Board, Failure, Move, Role, Rules};

/// The roles and squares that correspond in two games. It is made once; moves are matched at each
/// position.
pub(super) struct Pairing<'a> {
    rules: (&'a Rules, &'a Rules),
    translator: NameTranslator<'a>,
    /// For each role of the first game, the role of the other.
    roles: Vec<Role>,
    /// The squares that correspond; `None` if one of the games draws no board.
    squares: Option<Vec<(BoardSquare, BoardSquare)>>,
}

type BoardSquare = (usize, usize);

/// For each role to move and each of its moves in the first game, the move of the other game.
pub(super) type Matches = Vec<Vec<Move>>;

/// The result of comparing one position.
pub(super) enum PairingOutcome {
    Alike(Matches),
    Different(Vec<Aspect>),
}

impl<'a> Pairing<'a> {
    /// Pairs two games; `boards` are those at their starts. The inner error says which roles or
    /// squares have no counterpart.
    pub fn new(
        rules: (&'a Rules, &'a Rules),
        names: &'a NameMap,
        boards: (Option<&Board>, Option<&Board>),
    ) -> Result<Result<Self, Aspect>, Failure> {
        let mut translator = NameTranslator::new(names);
        let roles = match roles(rules, &mut translator)? {
            Ok(roles) => roles,
            Err(aspect) => return Ok(Err(aspect)),
        };
        let squares = match boards {
            (Some(first), Some(other)) => match squares(first, other, &mut translator)? {
                Ok(squares) => Some(squares),
                Err(aspect) => return Ok(Err(aspect)),
            },
            _ => None,
        };
        Ok(Ok(Pairing {
            rules,
            translator,
            roles,
            squares,
        }))
    }

    /// Whether both games have boards, which are compared.
    pub fn has_boards(&self) -> bool {
        self.squares.is_some()
    }

    /// A ply as the other game writes it.
    pub fn written(&mut self, moves: &[String]) -> Result<String, Failure> {
        let written = moves.iter().map(|text| self.translator.written(text));
        Ok(written.collect::<Result<Vec<_>, _>>()?.join("+"))
    }

    /// Compares what a player sees in a position of each game.
    pub fn compare(&mut self, first: &Seen, other: &Seen) -> Result<PairingOutcome, Failure> {
        let mut aspects: Vec<Aspect> = self.boards(first, other)?.into_iter().collect();
        let mut matches = Matches::new();
        match (first.is_over(), other.is_over()) {
            (true, true) => aspects.extend(self.goals(first, other)),
            (true, false) => aspects.push(Aspect::Over {
                side: DifferenceSide::First,
            }),
            (false, true) => aspects.push(Aspect::Over {
                side: DifferenceSide::Other,
            }),
            (false, false) => match self.movers(first, other) {
                Err(aspect) => aspects.push(aspect),
                Ok(pairs) => {
                    for (own, others) in pairs {
                        matches.push(self.moves(own, others, &mut aspects)?);
                    }
                }
            },
        }
        Ok(if aspects.is_empty() {
            PairingOutcome::Alike(matches)
        } else {
            PairingOutcome::Different(aspects)
        })
    }

    fn boards(&mut self, first: &Seen, other: &Seen) -> Result<Option<Aspect>, Failure> {
        let (Some(squares), Some(one), Some(two)) = (&self.squares, &first.board, &other.board)
        else {
            return Ok(None);
        };
        let (mut differing, mut counterparts) = (Vec::new(), Vec::new());
        for (own, counterpart) in squares {
            let shown = match one.glyph(own.0, own.1) {
                Some(glyph) => Some(self.translator.name(NamedKind::Glyph, glyph)?),
                None => None,
            };
            if shown.as_deref() != two.glyph(counterpart.0, counterpart.1) {
                differing.push(square_text(one, *own));
                counterparts.push(square_text(two, *counterpart));
            }
        }
        Ok((!differing.is_empty()).then_some(Aspect::Board {
            first: differing,
            other: counterparts,
        }))
    }

    fn goals(&self, first: &Seen, other: &Seen) -> Vec<Aspect> {
        let goal = |(role, counterpart): (usize, &Role)| {
            let (first, other) = (first.goals[role], other.goals[counterpart.0]);
            let [role, role_in_other] = self.role_names(Role(role));
            (first != other).then_some(Aspect::Goal {
                role,
                role_in_other,
                first,
                other,
            })
        };
        self.roles.iter().enumerate().filter_map(goal).collect()
    }

    /// Pairs the movers of the games, if the same roles may move.
    fn movers<'s>(
        &self,
        first: &'s Seen,
        other: &'s Seen,
    ) -> Result<Vec<(&'s SeenMover, &'s SeenMover)>, Aspect> {
        let counterpart = |own: &'s SeenMover| {
            let role = self.roles[own.role.0];
            Some((own, other.movers.iter().find(|mover| mover.role == role)?))
        };
        let pairs: Option<Vec<_>> = first.movers.iter().map(counterpart).collect();
        pairs
            .filter(|pairs| pairs.len() == other.movers.len())
            .ok_or_else(|| {
                let names = first.movers.iter().map(|mover| self.role_names(mover.role));
                let (own, first_in_other) = names.map(|[own, other]| (own, other)).unzip();
                let other = other
                    .movers
                    .iter()
                    .map(|mover| self.rules.1.role_name(mover.role))
                    .collect();
                Aspect::Movers {
                    first: own,
                    first_in_other,
                    other,
                }
            })
    }

    /// The name of a role of the first game in both games.
    fn role_names(&self, role: Role) -> [String; 2] {
        [
            self.rules.0.role_name(role),
            self.rules.1.role_name(self.roles[role.0]),
        ]
    }

    /// Matches the moves of a role. Returns the other game's move for each move of the first game
    /// that has one. The moves without a counterpart become an aspect.
    fn moves(
        &mut self,
        first: &SeenMover,
        other: &SeenMover,
        aspects: &mut Vec<Aspect>,
    ) -> Result<Vec<Move>, Failure> {
        let mut written = FxHashMap::default();
        for (text, played) in &other.moves {
            if let Some(twin) = written.insert(text.as_str(), played) {
                aspects.push(shared(DifferenceSide::Other, text, [twin, played]));
            }
        }
        let (mut matches, mut only_first) = (Vec::new(), Vec::new());
        let mut taken: FxHashMap<String, &Move> = FxHashMap::default();
        for (text, played) in &first.moves {
            let translated = self.translator.written(text)?;
            match written.get(translated.as_str()) {
                Some(counterpart) => matches.push((*counterpart).clone()),
                None => only_first.push(text.clone()),
            }
            if let Some(twin) = taken.insert(translated, played) {
                aspects.push(shared(DifferenceSide::First, text, [twin, played]));
            }
        }
        let left = other
            .moves
            .iter()
            .filter(|(text, _)| !taken.contains_key(text.as_str()));
        let only_other: Vec<String> = left.map(|(text, _)| text.clone()).collect();
        if !only_first.is_empty() || !only_other.is_empty() {
            let [role, role_in_other] = self.role_names(first.role);
            aspects.push(Aspect::Moves {
                role,
                role_in_other,
                only_first,
                only_other,
            });
        }
        Ok(matches)
    }
}

fn shared(side: DifferenceSide, text: &str, moves: [&Move; 2]) -> Aspect {
    Aspect::SharedNotation {
        side,
        text: text.to_owned(),
        moves: moves.map(|played| played.term.to_string()).into(),
    }
}

/// Finds for each role of the first game the role of the other.
fn roles(
    rules: (&Rules, &Rules),
    translator: &mut NameTranslator<'_>,
) -> Result<Result<Vec<Role>, Aspect>, Failure> {
    let (mut roles, mut only_first) = (Vec::new(), Vec::new());
    for role in rules.0.roles() {
        let name = role
            .as_text()
            .map_or_else(|| role.to_string(), str::to_owned);
        let name = translator.name(NamedKind::Role, &name)?;
        let counterpart = rules
            .1
            .roles()
            .iter()
            .position(|other| other.as_text() == Some(&name));
        match counterpart
            .map(Role)
            .filter(|counterpart| !roles.contains(counterpart))
        {
            Some(counterpart) => roles.push(counterpart),
            None => only_first.push(role.to_string()),
        }
    }
    let others = (0..rules.1.roles().len())
        .map(Role)
        .filter(|role| !roles.contains(role));
    let only_other: Vec<String> = others.map(|role| rules.1.role_name(role)).collect();
    let alike = only_first.is_empty() && only_other.is_empty();
    Ok(if alike {
        Ok(roles)
    } else {
        Err(Aspect::Roles {
            only_first,
            only_other,
        })
    })
}

/// Finds for each square of the first board the square of the other with its name. A square without
/// a name corresponds to the one at the same column and row.
fn squares(
    first: &Board,
    other: &Board,
    translator: &mut NameTranslator<'_>,
) -> Result<Result<Vec<(BoardSquare, BoardSquare)>, Aspect>, Failure> {
    translator.know_squares(first.square_names())?;
    let mut free: FxHashMap<String, BoardSquare> = FxHashMap::default();
    for place in other.squares() {
        free.insert(square_text(other, place), place);
    }
    let (mut pairs, mut only_first) = (Vec::new(), Vec::new());
    for place in first.squares() {
        let name = match first.square_name(place.0, place.1) {
            Some(name) => translator.name(NamedKind::Square, &name)?,
            None => square_text(first, place),
        };
        match free.remove(&name) {
            Some(counterpart) => pairs.push((place, counterpart)),
            None => only_first.push(square_text(first, place)),
        }
    }
    let alike = only_first.is_empty() && free.is_empty();
    let size = |board: &Board| (board.columns, board.rows);
    let aspect = || Aspect::Squares {
        first: size(first),
        other: size(other),
        only_first,
    };
    Ok(if alike { Ok(pairs) } else { Err(aspect()) })
}

/// The name of a square, or its column and row if it has none.
fn square_text(board: &Board, (column, row): BoardSquare) -> String {
    board
        .square_name(column, row)
        .unwrap_or_else(|| format!("({column}, {row})"))
}
