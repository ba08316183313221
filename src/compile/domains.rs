//! Finite domains of fluents that the rule file declares without: the facts that positions of the game can
//! have, and the cells that stand for them. Knows nothing of how they were found.
//!
//! The value of a fluent is taken apart. `board([[x, -], [-, -]])` is four *places*, each of which has a few
//! contents, and not one of all boards that there are. The cells lie behind the dense cells of the schema.

use crate::game::Position;
use crate::logic::{Schema, Storage, Term};

/// The fluents whose domains were found, in the order in which they are declared.
#[derive(Clone, Debug, Default)]
pub struct Domains {
    fluents: Vec<FoundFluent>,
    /// The number of all cells, the dense ones of the schema too.
    cells: usize,
}

/// A fluent whose domain was found.
#[derive(Clone, Debug)]
pub struct FoundFluent {
    /// Its place among the relations of the schema.
    pub relation: usize,
    /// What each argument of its key can be, in the standard order.
    pub keys: Vec<Vec<Term>>,
    /// Whether its last argument is the value of the others. If not, it has one place with one content.
    pub is_valued: bool,
    /// How its value is made of places.
    pub shape: Shape,
    /// The places, by what they can contain.
    pub groups: Vec<Group>,
    /// Whether each position has a value for each key, and none is ever deleted.
    pub is_lasting: bool,
}

/// A term some parts of which are not the same in all positions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Such a part: a place of a group, by their numbers.
    Place(usize, usize),
    /// A term that is the same in all positions, a constant or a compound.
    Constant(Term),
    /// A compound with such a part in it.
    Compound(String, Vec<Shape>),
}

/// Places that can contain the same.
#[derive(Clone, Debug)]
pub struct Group {
    /// The cell of its first place, for the first key.
    pub first_cell: usize,
    /// The number of its places, for each key.
    pub places: usize,
    /// What a place can contain, in the standard order.
    pub contents: Vec<Term>,
}

impl Group {
    /// The cell of a place, for the key of that number.
    #[must_use]
    pub fn cell(&self, key: usize, place: usize) -> usize {
        self.first_cell + key * self.places + place
    }
}

impl Domains {
    /// No fluents, for a game with this schema.
    #[must_use]
    pub fn none(schema: &Schema) -> Self {
        Self {
            fluents: Vec::new(),
            cells: schema.dense_cells(),
        }
    }

    /// Adds a fluent, and gives its groups their cells.
    pub fn add(&mut self, mut fluent: FoundFluent) {
        let keys = fluent.key_count();
        for group in &mut fluent.groups {
            group.first_cell = self.cells;
            self.cells += keys * group.places;
        }
        self.fluents.push(fluent);
    }

    /// The fluents.
    #[must_use]
    pub fn fluents(&self) -> &[FoundFluent] {
        &self.fluents
    }

    /// The fluent of this place among the relations of the schema, if its domain was found.
    #[must_use]
    pub fn of_relation(&self, relation: usize) -> Option<&FoundFluent> {
        self.fluents
            .iter()
            .find(|fluent| fluent.relation == relation)
    }

    /// Whether no domain was found.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.fluents.is_empty()
    }

    /// The number of all cells, the dense ones of the schema too.
    #[must_use]
    pub fn cells(&self) -> usize {
        self.cells
    }

    /// Each fluent in a line: how many places it has, and what these can contain.
    #[must_use]
    pub fn in_words(&self, schema: &Schema) -> Vec<String> {
        let words = self.fluents.iter().map(|fluent| fluent.in_words(schema));
        words.collect()
    }

    /// The contents of all cells in a position; none if one of its facts has no place.
    #[must_use]
    pub fn cells_of(&self, schema: &Schema, position: &Position) -> Option<Vec<u16>> {
        let mut cells: Vec<u16> = position.cells().collect();
        cells.resize(self.cells, 0);
        for fluent in &self.fluents {
            let Storage::Open(open) = schema.relations()[fluent.relation].storage else {
                continue;
            };
            let facts = position.open(open);
            if fluent.is_lasting && facts.len() < fluent.key_count() {
                return None;
            }
            for (key, value) in facts {
                let key = fluent.key(&key.arguments())?;
                fluent.fill(&fluent.shape, key, &value, &mut cells)?;
            }
        }
        Some(cells)
    }

    /// The position in which cells have these contents.
    #[must_use]
    pub fn position_of(&self, schema: &Schema, cells: &[u16]) -> Position {
        let dense = &cells[..schema.dense_cells()];
        let mut position = Position::from_cells(schema, dense);
        for fluent in &self.fluents {
            for key in 0..fluent.key_count() {
                let content = |cell: usize| cells[cell];
                if let Some(term) = fluent.term(schema, key, &content) {
                    let fact = schema.fact(&term);
                    let fact = fact.expect("a declared fluent with ground arguments is a fact");
                    position = position.with(&fact);
                }
            }
        }
        position
    }

    /// The fluent and the group of a cell; none for a dense cell of the schema.
    fn of_cell(&self, cell: usize) -> Option<(&FoundFluent, &Group)> {
        self.fluents.iter().find_map(|fluent| {
            let keys = fluent.key_count();
            let has_cell = |group: &&Group| {
                (group.first_cell..group.first_cell + keys * group.places).contains(&cell)
            };
            let group = fluent.groups.iter().find(has_cell)?;
            Some((fluent, group))
        })
    }

    /// What a content means at all places of the group with this first cell; none unless it is a group of a
    /// value that is made of several places.
    #[must_use]
    pub fn plane(&self, schema: &Schema, first_cell: usize, content: u16) -> Option<String> {
        let (fluent, group) = self.of_cell(first_cell)?;
        let relation = &schema.relations()[fluent.relation];
        let content = &group.contents[usize::from(content) - 1];
        fluent
            .has_parts()
            .then(|| format!("{content} in {}", relation.name))
    }

    /// The fact of which a cell with a content is a part, with a variable for each other place; none for a
    /// dense cell of the schema.
    #[must_use]
    pub fn part(&self, schema: &Schema, cell: usize, content: u16) -> Option<Term> {
        let (fluent, group) = self.of_cell(cell)?;
        let key = (cell - group.first_cell) / group.places;
        let relation = &schema.relations()[fluent.relation];
        let value = fluent.shape_term(&fluent.shape, key, &|other| match other == cell {
            true => content,
            false => 0,
        });
        Some(Term::compound(
            &relation.name,
            &fluent.arguments(key, value),
        ))
    }
}

impl FoundFluent {
    /// The number of its keys.
    #[must_use]
    pub fn key_count(&self) -> usize {
        self.keys.iter().map(Vec::len).product()
    }

    /// Whether its value is made of several parts.
    #[must_use]
    pub fn has_parts(&self) -> bool {
        !matches!(self.shape, Shape::Place(..))
    }

    /// The number of a key, by its arguments.
    fn key(&self, arguments: &[Term]) -> Option<usize> {
        let parts = self.keys.iter().zip(arguments);
        parts
            .map(|(terms, argument)| Some((terms.len(), terms.binary_search(argument).ok()?)))
            .try_fold(0, |key, part| part.map(|(of, place)| key * of + place))
    }

    /// The arguments of its key of that number, and the value if it has one.
    fn arguments(&self, mut key: usize, value: Term) -> Vec<Term> {
        let mut arguments = Vec::from_iter(self.is_valued.then_some(value));
        for terms in self.keys.iter().rev() {
            arguments.push(terms[key % terms.len()].clone());
            key /= terms.len();
        }
        arguments.reverse();
        arguments
    }

    /// The fluent with the terms of its keys and of its value, or with its places.
    fn in_words(&self, schema: &Schema) -> String {
        let relation = &schema.relations()[self.relation];
        let keys = self.keys.iter().map(|terms| listed(terms));
        let keys = keys.collect::<Vec<_>>().join(", ");
        let fluent = match self.keys.is_empty() {
            true => relation.name.to_string(),
            false => format!("{}({keys})", relation.name),
        };
        let places = |group: &Group| match group.places {
            1 => format!("one place of {}", listed(&group.contents)),
            places => format!("{places} places of {}", listed(&group.contents)),
        };
        match (&self.shape, self.is_valued) {
            (_, false) => fluent,
            (Shape::Place(..), true) => format!("{fluent} -> {}", listed(&self.groups[0].contents)),
            (_, true) => {
                let groups = self.groups.iter().map(places);
                format!("{fluent} -> {}", groups.collect::<Vec<_>>().join(", "))
            }
        }
    }

    /// Sets the cells of a key as a value says; none if that has no place.
    fn fill(&self, shape: &Shape, key: usize, value: &Term, cells: &mut [u16]) -> Option<()> {
        match shape {
            Shape::Constant(constant) => (constant == value).then_some(()),
            Shape::Place(group, place) => {
                let group = &self.groups[*group];
                let content = group.contents.binary_search(value).ok()?;
                cells[group.cell(key, *place)] = content as u16 + 1;
                Some(())
            }
            Shape::Compound(name, parts) => {
                if value.functor() != Some((name, parts.len())) {
                    return None;
                }
                let arguments = value.arguments();
                let mut both = parts.iter().zip(&arguments);
                both.try_for_each(|(part, argument)| self.fill(part, key, argument, cells))
            }
        }
    }

    /// The fact about a key, given the contents of cells; none if there is none.
    fn term(&self, schema: &Schema, key: usize, content: &dyn Fn(usize) -> u16) -> Option<Term> {
        let value = self.shape_term(&self.shape, key, content);
        let relation = &schema.relations()[self.relation];
        value
            .is_ground()
            .then(|| Term::compound(&relation.name, &self.arguments(key, value)))
    }

    /// The value of a key, with a variable for each place without a content.
    fn shape_term(&self, shape: &Shape, key: usize, content: &dyn Fn(usize) -> u16) -> Term {
        match shape {
            Shape::Constant(constant) => constant.clone(),
            Shape::Place(group, place) => {
                let group = &self.groups[*group];
                match usize::from(content(group.cell(key, *place))).checked_sub(1) {
                    Some(content) => group.contents[content].clone(),
                    None => Term::variable(0),
                }
            }
            Shape::Compound(name, parts) => {
                let parts = parts.iter().map(|part| self.shape_term(part, key, content));
                Term::compound(name, &parts.collect::<Vec<_>>())
            }
        }
    }
}

/// Terms in words: an interval, all of them if they are few, or the first and the last one and how many there are.
fn listed(terms: &[Term]) -> String {
    const FEW: usize = 8;
    let (Some(first), Some(last)) = (terms.first(), terms.last()) else {
        return "nothing".to_owned();
    };
    let start = first.as_integer();
    let is_next = |(term, number): (&Term, i64)| term.as_integer() == Some(number);
    match start {
        Some(start) if terms.len() > 1 && terms.iter().zip(start..).all(is_next) => {
            format!("{first}..{last}")
        }
        _ if terms.len() <= FEW => {
            let terms: Vec<String> = terms.iter().map(Term::to_string).collect();
            format!("{{{}}}", terms.join(", "))
        }
        _ => format!("{{{first}, ..., {last}}}, {} terms", terms.len()),
    }
}
