//! Random logic programs whose predicates call themselves and each other, and their least models, from
//! the facts upwards.

use std::collections::BTreeSet;
use std::fmt;

use fastrand::Rng;

/// The constants of a program: `0` up to this number.
const CONSTANTS: usize = 4;
/// The variables of a clause.
const VARIABLES: usize = 3;
const NAMES: [&str; 3] = ["X", "Y", "Z"];
/// The predicates by levels: a clause calls predicates of its level and below, and denies only those
/// below. The first has facts alone.
const LEVELS: [&[&str]; 3] = [&["e"], &["p", "q"], &["r", "s"]];

#[derive(Clone, Copy, PartialEq)]
enum Argument {
    Constant(usize),
    Variable(usize),
}

/// A call of a predicate with two arguments.
#[derive(Clone)]
struct Atom {
    predicate: &'static str,
    arguments: [Argument; 2],
}

struct Clause {
    head: Atom,
    holds: Vec<Atom>,
    fails: Vec<Atom>,
}

type Fact = (&'static str, [usize; 2]);

/// Some facts, and clauses by levels.
pub struct RandomProgram {
    facts: BTreeSet<Fact>,
    levels: Vec<Vec<Clause>>,
}

/// A question and its answers as the program prints them, sorted.
pub struct Question {
    pub text: String,
    pub answers: Vec<String>,
}

impl RandomProgram {
    pub fn new(seed: u64) -> Self {
        let mut random = Rng::with_seed(seed);
        let fact = |random: &mut Rng| [(); 2].map(|()| random.usize(..CONSTANTS));
        let count = random.usize(1..8);
        let facts = (0..count).map(|_| ("e", fact(&mut random))).collect();
        let levels = (1..LEVELS.len()).map(|level| clauses(&mut random, level));
        let levels = levels.collect();
        Self { facts, levels }
    }

    pub fn text(&self) -> String {
        let facts = self.facts();
        facts.map(|fact| format!("{fact}.\n")).collect::<String>() + &self.clauses()
    }

    pub fn facts(&self) -> impl Iterator<Item = String> {
        let facts = self.facts.iter();
        facts.map(|(predicate, [one, other])| format!("{predicate}({one}, {other})"))
    }

    pub fn clauses(&self) -> String {
        let mut text = String::from(":- table p/2, q/2, r/2, s/2.\n");
        for predicate in LEVELS[1..].iter().flat_map(|level| *level) {
            let clauses = self.levels.iter().flatten();
            for clause in clauses.filter(|clause| clause.head.predicate == *predicate) {
                text += &format!("{clause}\n");
            }
        }
        text
    }

    /// Questions about all predicates, with the first argument open or bound.
    pub fn questions(&self) -> Vec<Question> {
        let model = self.model();
        let predicates = LEVELS[1..].iter().flat_map(|level| *level);
        let about = |predicate: &&'static str| {
            let open = Question {
                text: format!("{predicate}(X, Y)"),
                answers: of(&model, predicate)
                    .map(|[one, other]| format!("X = {one}, Y = {other}"))
                    .collect(),
            };
            let bound = (0..CONSTANTS).map(|constant| Question {
                text: format!("{predicate}({constant}, Y)"),
                answers: of(&model, predicate)
                    .filter(|[one, _]| *one == constant)
                    .map(|[_, other]| format!("Y = {other}"))
                    .collect(),
            });
            std::iter::once(open).chain(bound.collect::<Vec<_>>())
        };
        predicates
            .flat_map(|predicate| about(predicate).collect::<Vec<_>>())
            .collect()
    }

    /// All facts that follow, level by level.
    fn model(&self) -> BTreeSet<Fact> {
        let mut model = self.facts.clone();
        for clauses in &self.levels {
            loop {
                let new: Vec<Fact> = clauses
                    .iter()
                    .flat_map(|clause| clause.follow(&model))
                    .collect();
                let before = model.len();
                model.extend(new);
                if model.len() == before {
                    break;
                }
            }
        }
        model
    }
}

fn of<'m>(
    model: &'m BTreeSet<Fact>,
    predicate: &'m str,
) -> impl Iterator<Item = [usize; 2]> + use<'m> {
    let is_of = move |fact: &&Fact| fact.0 == predicate;
    model.iter().filter(is_of).map(|fact| fact.1)
}

impl Clause {
    /// The facts that follow from a model by this clause.
    fn follow<'c>(&'c self, model: &'c BTreeSet<Fact>) -> impl Iterator<Item = Fact> + use<'c> {
        let assignments = (0..CONSTANTS.pow(VARIABLES as u32)).map(|number| {
            let value = |variable: usize| number / CONSTANTS.pow(variable as u32) % CONSTANTS;
            [0, 1, 2].map(value)
        });
        let is_true = move |values: &[usize; VARIABLES]| {
            self.holds
                .iter()
                .all(|atom| model.contains(&atom.fact(values)))
                && !self
                    .fails
                    .iter()
                    .any(|atom| model.contains(&atom.fact(values)))
        };
        assignments
            .filter(is_true)
            .map(|values| self.head.fact(&values))
    }
}

impl Atom {
    fn fact(&self, values: &[usize; VARIABLES]) -> Fact {
        let value = |argument| match argument {
            Argument::Constant(constant) => constant,
            Argument::Variable(variable) => values[variable],
        };
        (self.predicate, self.arguments.map(value))
    }
}

/// Two to four clauses for each predicate of a level; the first calls nothing of the level itself.
fn clauses(random: &mut Rng, level: usize) -> Vec<Clause> {
    let below: Vec<&'static str> = LEVELS[..level].concat();
    let all: Vec<&'static str> = LEVELS[..=level].concat();
    let mut clauses = Vec::new();
    for predicate in LEVELS[level] {
        let count = random.usize(2..5);
        for number in 0..count {
            let callable = if number == 0 { &below } else { &all };
            clauses.push(clause(random, predicate, callable, &below));
        }
    }
    clauses
}

/// A clause in which each variable of the head and of a denied atom stands in an atom that holds.
fn clause(
    random: &mut Rng,
    predicate: &'static str,
    callable: &[&'static str],
    below: &[&'static str],
) -> Clause {
    let count = random.usize(1..4);
    let holds: Vec<Atom> = (0..count)
        .map(|_| {
            let arguments = [(); 2].map(|()| match random.usize(..5) {
                0 => Argument::Constant(random.usize(..CONSTANTS)),
                _ => Argument::Variable(random.usize(..VARIABLES)),
            });
            let predicate = callable[random.usize(..callable.len())];
            Atom {
                predicate,
                arguments,
            }
        })
        .collect();
    let bound: Vec<Argument> = holds.iter().flat_map(|atom| atom.arguments).collect();
    let mut known = |predicate| Atom {
        predicate,
        arguments: [(); 2].map(|()| bound[random.usize(..bound.len())]),
    };
    let head = known(predicate);
    let denied = known(below[below.len() - 1]);
    let fails = if random.usize(..3) == 0 {
        vec![denied]
    } else {
        Vec::new()
    };
    Clause { head, holds, fails }
}

impl fmt::Display for Clause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let holds = self.holds.iter().map(ToString::to_string);
        let fails = self.fails.iter().map(|atom| format!("\\+ {atom}"));
        let body: Vec<String> = holds.chain(fails).collect();
        write!(f, "{} :- {}.", self.head, body.join(", "))
    }
}

impl fmt::Display for Atom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [one, other] = self.arguments.map(|argument| match argument {
            Argument::Constant(constant) => constant.to_string(),
            Argument::Variable(variable) => NAMES[variable].to_owned(),
        });
        write!(f, "{}({one}, {other})", self.predicate)
    }
}
