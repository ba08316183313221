//! Observations: what a role sees of a position, as planes of zeros and ones.
//!
//! If the rule file draws a board, a plane has one number for each square. Each content that a square
//! may have is a plane of its own. A fact that is not about a square fills a plane. Without a board an
//! observation is one row of facts. Roles are relative: the same plane shows the pieces of whoever
//! looks. The predicate `plane` of a rule file replaces all this. Facts of fluents without a finite
//! domain share planes by a hash (feature hashing, Weinberger and others 2009). While a move is chosen
//! part by part, more planes show the parts that are chosen.

use std::ops::Range;

use super::parts::{Part, Parts};
use super::perspective::Perspective;
use super::squares::{SquareKeys, Squares};
use crate::game::{Board, Error, Fingerprint, Position, Role, Rules};
use crate::logic::{Dense, Domain, Fact, Relation, Storage, Term};

/// A fluent whose values are more integers than this is written in binary digits.
const MOST_PLAIN_NUMBERS: usize = 16;

/// The number of planes that facts without a finite domain share.
const HASHED: usize = 256;

/// The greatest number of planes for parts of moves that are no squares.
const MOST_PART_PLANES: usize = 64;

/// The greatest number of numbers in an observation.
pub const MAX_OBSERVATION: usize = 1 << 20;

/// The content of a dense cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Content {
    pub cell: usize,
    pub content: u16,
}

/// What the numbers of an observation say.
#[derive(Clone, Debug)]
pub struct Planes {
    columns: usize,
    rows: usize,
    has_board: bool,
    names: Vec<String>,
    /// By looker what makes each plane.
    views: Vec<Vec<Plane>>,
    roles: Vec<Term>,
    has_hashed: bool,
    /// By the number of a part of moves, what shows that it is chosen.
    parts: Vec<Option<PartPlane>>,
    /// Whether the rule file says what is in the planes.
    are_declared: bool,
}

#[derive(Clone, Debug)]
pub(super) enum Plane {
    /// By square the content that is shown there.
    Board(Vec<Option<Content>>),
    /// All ones if one of these holds.
    Any(Vec<Content>),
    /// All ones or zeros.
    Constant(bool),
}

/// What shows that a part of a move is chosen.
#[derive(Clone, Copy, Debug)]
enum PartPlane {
    /// A number of an observation: the part is a square.
    Square(usize),
    /// A plane.
    Whole(usize),
}

/// A plane as the first role sees it, by its facts.
enum Draft {
    Board(Vec<Option<Term>>),
    Any(Vec<Term>),
}

impl Planes {
    /// The planes of a game.
    ///
    /// # Errors
    /// The number of numbers of an observation, if that is more than [`MAX_OBSERVATION`].
    pub(super) fn new(rules: &Rules, board: Option<&Board>, parts: &Parts) -> Result<Self, usize> {
        let squares = board.map(Squares::new);
        let mut planes = Self::of_facts(rules, squares.as_ref())?;
        planes.add_parts(parts, squares.as_ref());
        let size = planes.size();
        if size > MAX_OBSERVATION {
            return Err(size);
        }
        Ok(planes)
    }

    /// Adds what shows the parts that are chosen.
    fn add_parts(&mut self, parts: &Parts, squares: Option<&Squares>) {
        let square_of = |part: &Part| match part {
            Part::Value(term) => squares?.of_one(term),
            _ => None,
        };
        let plane = self.names.len();
        if parts.iter().any(|part| square_of(part).is_some()) {
            self.names.push("chosen(_)".to_owned());
        }
        let most = self.names.len() + MOST_PART_PLANES;
        for part in parts.iter() {
            let shown = match square_of(part) {
                Some(square) => Some(PartPlane::Square(plane * self.squares() + square)),
                None if self.names.len() == most => None,
                None => {
                    self.names.push(format!("chosen({part})"));
                    Some(PartPlane::Whole(self.names.len() - 1))
                }
            };
            self.parts.push(shown);
        }
    }

    /// The planes of the facts of a game.
    fn of_facts(rules: &Rules, squares: Option<&Squares>) -> Result<Self, usize> {
        let schema = rules.schema();
        let roles = rules.roles().to_vec();
        let perspective = Perspective::new(&roles);
        let content_of = |term: &Term| match schema.fact(term) {
            Ok(Fact::Dense { cell, content }) => Some(Content { cell, content }),
            _ => None,
        };
        let (columns, rows) = squares.map_or((1, 1), |of| (of.columns, of.rows));
        let mut planes = Self {
            columns,
            rows,
            has_board: squares.is_some(),
            names: Vec::new(),
            views: vec![Vec::new(); roles.len()],
            has_hashed: schema.open_relations() > 0,
            parts: Vec::new(),
            roles: roles.clone(),
            are_declared: false,
        };
        let declared = rules.plane_names();
        if planes.has_board && !declared.is_empty() {
            planes.names = declared.iter().map(ToString::to_string).collect();
            (planes.are_declared, planes.has_hashed) = (true, false);
            return Ok(planes);
        }
        let mut is_relative_anywhere = false;
        for relation in schema.relations() {
            let Storage::Dense(dense) = &relation.storage else {
                continue;
            };
            let contents = dense.size * dense.contents();
            if contents > MAX_OBSERVATION {
                return Err(contents);
            }
            let of_cell = |cell| {
                let contents = 1..=dense.contents() as u16;
                contents.map(move |content| schema.term(&Fact::Dense { cell, content }))
            };
            let cells = dense.offset..dense.offset + dense.size;
            let facts: Vec<Term> = cells.flat_map(of_cell).collect();
            let is_relative = roles.len() > 1
                && facts
                    .iter()
                    .any(|fact| perspective.turned(fact, Role(1)) != *fact)
                && facts
                    .iter()
                    .all(|fact| content_of(&perspective.turned(fact, Role(1))).is_some());
            is_relative_anywhere |= is_relative;
            for (name, draft) in drafts(relation, dense, &facts, squares) {
                let name = match is_relative {
                    true => perspective.in_words(&name),
                    false => name,
                };
                // The square is variable number 0.
                planes
                    .names
                    .push(name.to_syntax(&[Some("_".into())]).to_string());
                for (looker, view) in planes.views.iter_mut().enumerate() {
                    let content = |fact: &Term| match is_relative {
                        true => content_of(&perspective.turned(fact, Role(looker))),
                        false => content_of(fact),
                    };
                    view.push(match &draft {
                        Draft::Board(squares) => Plane::Board(
                            squares.iter().map(|fact| content(fact.as_ref()?)).collect(),
                        ),
                        Draft::Any(facts) => Plane::Any(facts.iter().filter_map(content).collect()),
                    });
                }
                if planes.names.len() * columns * rows > MAX_OBSERVATION {
                    return Err(planes.names.len() * columns * rows);
                }
            }
        }
        if is_relative_anywhere {
            for (role, name) in roles.iter().enumerate().skip(1) {
                planes.names.push(format!("looker({name})"));
                for (looker, view) in planes.views.iter_mut().enumerate() {
                    view.push(Plane::Constant(looker == role));
                }
            }
        }
        Ok(planes)
    }

    /// The lengths of the axes of an observation: planes, rows and columns if the game draws a board,
    /// else only the number of facts.
    #[must_use]
    pub fn shape(&self) -> Vec<usize> {
        match self.has_board {
            true => vec![self.count(), self.rows, self.columns],
            false => vec![self.count()],
        }
    }

    /// The number of planes.
    fn count(&self) -> usize {
        self.names.len() + if self.has_hashed { HASHED } else { 0 }
    }

    /// The number of numbers in an observation.
    #[must_use]
    pub fn size(&self) -> usize {
        self.count() * self.squares()
    }

    /// The number of squares of a plane.
    pub(super) fn squares(&self) -> usize {
        self.rows * self.columns
    }

    /// The names of the planes: the fact that each shows, with `_` for the square, and with `mine`
    /// and `theirs` for roles as the looker sees them.
    #[must_use]
    pub fn names(&self) -> Vec<String> {
        let hashed = (0..self.count() - self.names.len()).map(|number| format!("hash({number})"));
        self.names.iter().cloned().chain(hashed).collect()
    }

    /// Whether the rule file says what is in the planes; then they are the same for each looker, and
    /// the machine finds them.
    #[must_use]
    pub fn are_declared(&self) -> bool {
        self.are_declared
    }

    /// Whether the words of a compiled position say all that is in the planes.
    pub(super) fn are_of_words(&self) -> bool {
        !self.are_declared && !self.has_hashed
    }

    /// The numbers of a plane.
    fn plane(&self, number: usize) -> Range<usize> {
        number * self.squares()..(number + 1) * self.squares()
    }

    /// Which of the planes that facts without a finite domain share shows a text.
    fn hashed(&self, text: &str) -> usize {
        self.names.len() + Fingerprint::of_bytes(text.as_bytes()) as usize % HASHED
    }

    /// By looker what makes each plane.
    pub(super) fn views(&self) -> &[Vec<Plane>] {
        &self.views
    }

    /// Writes what a role sees to `numbers`, which has [`size`](Self::size) elements; `holds` says
    /// which contents are there.
    fn write(&self, looker: Role, numbers: &mut [u8], mut holds: impl FnMut(&Content) -> bool) {
        let squares = self.squares();
        for (plane, numbers) in self.views[looker.0].iter().zip(numbers.chunks_mut(squares)) {
            match plane {
                Plane::Board(contents) => {
                    for (number, content) in numbers.iter_mut().zip(contents) {
                        *number = u8::from(content.as_ref().is_some_and(&mut holds));
                    }
                }
                Plane::Any(contents) => numbers.fill(u8::from(contents.iter().any(&mut holds))),
                Plane::Constant(is_one) => numbers.fill(u8::from(*is_one)),
            }
        }
    }

    /// Writes that a part of a move is chosen. `number` is its number, if the rules show it.
    pub(super) fn write_part(&self, part: &Part, number: Option<usize>, numbers: &mut [u8]) {
        let hashed = || {
            let is_shown = self.has_hashed;
            is_shown.then(|| PartPlane::Whole(self.hashed(&format!("chosen({part})"))))
        };
        let shown = number.and_then(|number| *self.parts.get(number)?);
        match shown.or_else(hashed) {
            Some(PartPlane::Square(square)) => numbers[square] = 1,
            Some(PartPlane::Whole(plane)) => numbers[self.plane(plane)].fill(1),
            None => {}
        }
    }

    /// Writes what a role sees of the facts of a position.
    ///
    /// # Errors
    /// If the rules cannot say what is in the planes that they declare.
    pub(super) fn write_position(
        &self,
        rules: &Rules,
        position: &Position,
        looker: Role,
        numbers: &mut [u8],
    ) -> Result<(), Error> {
        numbers.fill(0);
        if self.are_declared {
            return rules.each_plane_square(position, |plane, column, row| {
                numbers[plane * self.squares() + row * self.columns + column] = 1;
            });
        }
        let cells: Vec<u16> = position.cells().collect();
        self.write(looker, numbers, |Content { cell, content }| {
            cells[*cell] == *content
        });
        if !self.has_hashed {
            return Ok(());
        }
        let schema = rules.schema();
        let perspective = Perspective::new(&self.roles);
        let back = Role((self.roles.len() - looker.0) % self.roles.len());
        for fact in position.facts(schema) {
            if matches!(schema.fact(&fact), Ok(Fact::Open { .. })) {
                let text = perspective.turned(&fact, back).to_string();
                numbers[self.plane(self.hashed(&text))].fill(1);
            }
        }
        Ok(())
    }
}

/// How the numbers of a domain are written in binary digits: by themselves, or by their places in
/// the domain if there are negative ones.
struct Digits<'d> {
    domain: &'d Domain,
    count: i64,
    by_place: bool,
}

impl<'d> Digits<'d> {
    /// None for a domain that is small, or has something else than integers.
    fn of(domain: &'d Domain) -> Option<Self> {
        let numbers: Option<Vec<i64>> = domain.terms().iter().map(Term::as_integer).collect();
        let numbers = numbers.filter(|numbers| numbers.len() > MOST_PLAIN_NUMBERS)?;
        let by_place = numbers.iter().any(|number| *number < 0);
        let greatest = match by_place {
            true => numbers.len() as i64 - 1,
            false => *numbers.iter().max()?,
        };
        Some(Self {
            domain,
            count: i64::from(64 - greatest.leading_zeros()),
            by_place,
        })
    }

    /// The digits of a number that are one, from the lowest.
    fn ones(&self, number: &Term) -> impl Iterator<Item = i64> + use<> {
        let number = match self.by_place {
            true => self.domain.index_of(number).map(|place| place as i64),
            false => number.as_integer(),
        };
        let number = number.unwrap_or(0);
        (0..self.count).filter(move |digit| number >> digit & 1 == 1)
    }
}

/// The planes of a relation as the first role sees them, with the fact that each shows.
fn drafts(
    relation: &Relation,
    dense: &Dense,
    facts: &[Term],
    squares: Option<&Squares>,
) -> Vec<(Term, Draft)> {
    let digits = dense.value.as_ref().and_then(|value| Digits::of(value));
    // A number in digits takes planes of its own for each of its keys.
    let board = squares.filter(|_| digits.is_none());
    let keys: Option<SquareKeys> = board.and_then(|squares| squares.keys(&dense.keys));
    let mut drafts: indexmap::IndexMap<Term, Draft> = indexmap::IndexMap::new();
    for fact in facts {
        let arguments = fact.arguments();
        // The plane's name is the fact without its square; a number in digits is named by the digit.
        let mut named = arguments.clone();
        for key in keys.iter().flat_map(|keys| keys.range()) {
            named[key] = Term::variable(0);
        }
        let names: Vec<Term> = match (&digits, arguments.last()) {
            (Some(digits), Some(number)) => digits
                .ones(number)
                .map(|digit| {
                    let digit = Term::compound("bit", &[Term::integer(digit)]);
                    Term::compound(
                        &relation.name,
                        named[..relation.keys].iter().chain([&digit]),
                    )
                })
                .collect(),
            _ => vec![Term::compound(&relation.name, &named)],
        };
        let square = board.zip(keys).map(|(squares, keys)| {
            let square = squares.of(keys, &arguments);
            (squares.count(), square.expect("each key is a square"))
        });
        for name in names {
            match square {
                Some((count, square)) => {
                    let draft = drafts
                        .entry(name)
                        .or_insert_with(|| Draft::Board(vec![None; count]));
                    if let Draft::Board(squares) = draft {
                        squares[square] = Some(fact.clone());
                    }
                }
                None => {
                    let draft = drafts.entry(name).or_insert_with(|| Draft::Any(Vec::new()));
                    if let Draft::Any(facts) = draft {
                        facts.push(fact.clone());
                    }
                }
            }
        }
    }
    drafts.into_iter().collect()
}
