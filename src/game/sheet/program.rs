//! A loaded rule file as the translation looks at it: its clauses by what they define, its fluents, and
//! what depends on the position.

use std::cell::Cell;
use std::collections::{HashMap, HashSet};

use super::rule::RelationKey;
use super::term::Term;
use crate::game::declaration::Fluent;
use crate::game::rules::Rules;
use crate::logic;
use crate::logic::{ErrorKind, Limits, Machine};
use crate::syntax::tree::{Clause, Name, SourceTerm};

/// The steps that the machine may take for one goal.
const MOST_STEPS: u64 = 1_000_000;

/// The steps that the machine may take for one sheet.
const MOST_STEPS_IN_ALL: u64 = 100_000_000;

/// Goals whose answers depend on which of their variables have values, and not only on the values: `\+ p(X)`
/// fails for an open `X` if `p` has any answer, and a cut keeps the first one.
const OF_VALUES: [&str; 26] = [
    "!",
    "->",
    "*->",
    "\\+",
    "not",
    "once",
    "ignore",
    "forall",
    "memberchk",
    "findall",
    "bagof",
    "setof",
    "aggregate_all",
    "var",
    "nonvar",
    "ground",
    "==",
    "\\==",
    "\\=",
    "@<",
    "@>",
    "@=<",
    "@>=",
    "compare",
    "copy_term",
    "catch",
];

/// The clauses of a rule file.
pub(super) struct Program<'g> {
    pub rules: &'g Rules,
    pub fluents: &'g [Fluent],
    clauses: &'g [Clause],
    /// By predicate the numbers of its clauses.
    defined: HashMap<RelationKey, Vec<usize>>,
    /// The names of fluents and of predicates that may ask for them, whatever the number of arguments.
    changing: HashSet<Name>,
    /// The same of [`OF_VALUES`].
    of_values: HashSet<Name>,
    steps_left: Cell<u64>,
}

impl<'g> Program<'g> {
    pub fn new(rules: &'g Rules) -> Self {
        let declarations = &rules.game.declarations;
        let clauses = declarations.clauses.as_slice();
        let mut defined: HashMap<RelationKey, Vec<usize>> = HashMap::new();
        for (number, clause) in clauses.iter().enumerate() {
            // Productions define nothing by their name.
            if let Some((name, arguments)) = clause.head().and_then(SourceTerm::name_and_arguments)
                && &**name != "->"
            {
                let key = (name.clone(), arguments.len());
                defined.entry(key).or_default().push(number);
            }
        }
        // With the names of predicates in whose clauses one of the names stands, or one that is found so.
        let with_callers = |mut names: HashSet<Name>| {
            loop {
                let before = names.len();
                for (key, numbers) in &defined {
                    let mut bodies = numbers.iter().filter_map(|number| clauses[*number].body());
                    if bodies.any(|body| body.mentions(&|name| names.contains(name))) {
                        names.insert(key.0.clone());
                    }
                }
                if names.len() == before {
                    return names;
                }
            }
        };
        let fluents = declarations.fluents.iter();
        let fluents = fluents.map(|fluent| fluent.name.clone());
        let changing = with_callers(
            ["does", "after"]
                .map(Name::from)
                .into_iter()
                .chain(fluents)
                .collect(),
        );
        let of_values = with_callers(OF_VALUES.map(Name::from).into());
        Self {
            rules,
            fluents: &declarations.fluents,
            clauses,
            defined,
            changing,
            of_values,
            steps_left: Cell::new(MOST_STEPS_IN_ALL.min(rules.limits.steps)),
        }
    }

    /// The clauses of a predicate of the file, with their numbers.
    pub fn clauses(&self, key: &RelationKey) -> impl Iterator<Item = (usize, &'g Clause)> {
        let numbers = self.defined.get(key).into_iter().flatten();
        numbers.map(|number| (*number, &self.clauses[*number]))
    }

    pub fn defines(&self, key: &RelationKey) -> bool {
        self.defined.contains_key(key)
    }

    /// The predicates of the file in the order of their first clauses.
    pub fn predicates(&self) -> Vec<&RelationKey> {
        let mut predicates: Vec<&RelationKey> = self.defined.keys().collect();
        predicates.sort_by_key(|key| self.defined[*key][0]);
        predicates
    }

    pub fn fluent(&self, name: &str, arity: usize) -> Option<&'g Fluent> {
        let mut fluents = self.fluents.iter();
        fluents.find(|fluent| &*fluent.name == name && fluent.arity() == arity)
    }

    /// A fact of a fluent with a variable for each argument, named after its domain.
    pub fn pattern(&self, fluent: &Fluent) -> Term {
        let mut names: Vec<String> = Vec::new();
        for domain in fluent.keys.iter().chain(&fluent.value) {
            let plain = domain.name.as_deref().unwrap_or("value");
            let mut name = format!("${plain}");
            while names.contains(&name) {
                name = format!("${plain}{}", names.len() + 1);
            }
            names.push(name);
        }
        let variables = names.iter().map(|name| Term::variable(name));
        Term::applied(&fluent.name, variables.collect())
    }

    /// Whether a goal has the same answers in every position.
    pub fn is_fixed(&self, goal: &SourceTerm) -> bool {
        !goal.mentions(&|name| self.changing.contains(name))
    }

    /// Whether a predicate has the same answers in every position.
    pub fn is_fixed_predicate(&self, key: &RelationKey) -> bool {
        !self.changing.contains(&key.0)
    }

    /// Whether a call of a predicate with open arguments has all answers that calls with values have.
    pub fn can_be_asked_openly(&self, key: &RelationKey) -> bool {
        !self.of_values.contains(&key.0)
    }

    /// The answers of a goal as the values of its variables in the order of their first places; `None` if
    /// they are not known: more than `most`, or one that is no value. Values of a wrong kind have no answer.
    pub fn answers(&self, goal: &Term, most: usize) -> Option<Vec<Vec<Term>>> {
        let (goal, _) = logic::Term::from_syntax(&goal.to_syntax());
        let limits = Limits {
            steps: self.steps_left.get().min(MOST_STEPS),
            ..self.rules.limits
        };
        let facts = &self.rules.game.initial.facts;
        self.rules.with_machine(|machine| {
            machine.set_limits(limits);
            machine.start(facts, &[], &goal);
            let answers = collected(machine, most);
            let left = self.steps_left.get().saturating_sub(machine.steps());
            self.steps_left.set(left);
            answers
        })
    }

    /// The only argument of all answers of a predicate, in their order; `None` if these are no values.
    pub fn listed(&self, name: &Name, most: usize) -> Option<Vec<Term>> {
        let goal = Term::Function(name.clone(), vec![Term::variable("X")]);
        let answers = self.answers(&goal, most)?;
        Some(answers.into_iter().flatten().collect())
    }
}

/// The answers of a goal that was started.
fn collected(machine: &mut Machine, most: usize) -> Option<Vec<Vec<Term>>> {
    let mut answers = Vec::new();
    loop {
        match machine.next_answer() {
            Ok(true) => {}
            Ok(false) => return Some(answers),
            Err(error) if is_of_values(&error) => return Some(answers),
            Err(_) => return None,
        }
        let values = machine.roots().ok()?;
        answers.push(values.iter().map(Term::from_value).collect::<Option<_>>()?);
        if answers.len() > most {
            return None;
        }
    }
}

/// Whether a goal ended in an error because its values are of a wrong kind, as in `1 + white`.
fn is_of_values(error: &logic::Error) -> bool {
    let ErrorKind::Thrown(ball) = &error.kind else {
        return false;
    };
    let arguments = ball.arguments();
    let name = arguments
        .first()
        .and_then(logic::Term::functor)
        .map(|(name, _)| name);
    matches!(
        name,
        Some("type_error" | "domain_error" | "evaluation_error")
    )
}
