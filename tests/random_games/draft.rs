//! A game while it is written: what its rules may speak of, its clauses so far, and which features
//! they use.

use std::collections::BTreeMap;

use super::choices::Choices;

/// The values that an argument can have.
#[derive(Clone)]
pub struct Domain {
    /// The predicate that lists them.
    pub name: String,
    pub values: Vec<String>,
    pub has_numbers: bool,
}

/// Something that can be asked for with one argument of each domain: a fluent, facts, or a
/// predicate with clauses.
#[derive(Clone)]
pub struct Callable {
    pub name: String,
    /// Its arguments' domains, by their places in [`Draft::domains`].
    pub domains: Vec<usize>,
}

/// A fluent. Its last domain is that of its value, if it has one.
#[derive(Clone)]
pub struct Fluent {
    pub callable: Callable,
    pub is_valued: bool,
}

/// The variables that are bound where a goal stands, each with the domain of its values.
pub type Scope = Vec<(String, usize)>;

/// A game while it is written.
pub struct Draft<'c, 'b> {
    pub choices: &'c mut Choices<'b>,
    pub roles: Vec<String>,
    pub domains: Vec<Domain>,
    pub fluents: Vec<Fluent>,
    /// Facts and predicates that goals may call.
    pub callables: Vec<Callable>,
    pub clauses: Vec<String>,
    /// Moves as patterns, each with the domains of its variables: `put(X, Y)`.
    pub moves: Vec<(String, Scope)>,
    /// Whether roles take turns, by the fluent `control`.
    pub has_turns: bool,
    /// How often each feature was used.
    pub used: BTreeMap<&'static str, usize>,
    variables: usize,
}

/// The place of the roles in [`Draft::domains`].
pub const ROLE: usize = 0;

impl<'c, 'b> Draft<'c, 'b> {
    pub fn new(choices: &'c mut Choices<'b>) -> Self {
        let (roles, fluents, callables, clauses, moves) = Default::default();
        let (domains, used) = (Vec::new(), BTreeMap::new());
        Self {
            choices,
            roles,
            domains,
            fluents,
            callables,
            clauses,
            moves,
            has_turns: false,
            used,
            variables: 0,
        }
    }

    /// Notes that a feature is used.
    pub fn uses(&mut self, feature: &'static str) {
        *self.used.entry(feature).or_default() += 1;
    }

    pub fn write(&mut self, clause: impl Into<String>) {
        self.clauses.push(clause.into());
    }

    /// A variable that no clause has yet.
    pub fn variable(&mut self) -> String {
        self.variables += 1;
        format!("V{}", self.variables)
    }

    /// New variables for values of these domains, and what they are then.
    pub fn variables_for(&mut self, domains: &[usize]) -> (Vec<String>, Scope) {
        let variables: Vec<String> = domains.iter().map(|_| self.variable()).collect();
        let scope = variables.iter().cloned().zip(domains.iter().copied());
        let scope = scope.collect();
        (variables, scope)
    }

    /// A domain of numbers from 0 or 1 on.
    pub fn numbers(&mut self, name: &str, first: usize, last: usize) -> usize {
        self.write(format!("{name}({first}..{last})"));
        self.add_domain(
            name,
            (first..=last).map(|number| number.to_string()).collect(),
            true,
        )
    }

    /// A domain of constants.
    pub fn constants(&mut self, name: &str, values: &[&str]) -> usize {
        for value in values {
            self.write(format!("{name}({value})"));
        }
        self.add_domain(
            name,
            values.iter().map(ToString::to_string).collect(),
            false,
        )
    }

    fn add_domain(&mut self, name: &str, values: Vec<String>, has_numbers: bool) -> usize {
        self.domains.push(Domain {
            name: name.to_owned(),
            values,
            has_numbers,
        });
        self.domains.len() - 1
    }

    /// Declares a fluent; the last domain is that of its value, if it has one.
    pub fn declare(&mut self, name: &str, domains: &[usize], is_valued: bool) {
        let names: Vec<String> = domains
            .iter()
            .map(|domain| self.domains[*domain].name.clone())
            .collect();
        let (keys, value) = names.split_at(names.len() - usize::from(is_valued));
        let keys = if keys.is_empty() {
            String::new()
        } else {
            format!("({})", keys.join(", "))
        };
        let value = value
            .first()
            .map_or_else(String::new, |value| format!(" -> {value}"));
        self.write(format!(":- fluent {name}{keys}{value}"));
        let callable = Callable {
            name: name.to_owned(),
            domains: domains.to_vec(),
        };
        self.fluents.push(Fluent {
            callable,
            is_valued,
        });
        self.uses(match (domains.len() - usize::from(is_valued), is_valued) {
            (0, _) => "fluent with a value alone",
            (1, false) => "fluent with one key",
            (1, true) => "fluent with one key and a value",
            (2, false) => "fluent with two keys",
            (2, true) => "fluent with two keys and a value",
            (_, false) => "fluent with three keys",
            (_, true) => "fluent with three keys and a value",
        });
    }

    /// Notes a predicate that goals may call.
    pub fn offer(&mut self, name: &str, domains: &[usize]) {
        self.callables.push(Callable {
            name: name.to_owned(),
            domains: domains.to_vec(),
        });
    }

    /// A value of a domain.
    pub fn value(&mut self, domain: usize) -> String {
        let count = self.domains[domain].values.len();
        let chosen = self.choices.below(count.min(256));
        self.domains[domain].values[chosen].clone()
    }

    /// What the body of a clause of `legal` for player `P` begins with.
    pub fn player(&self) -> &'static str {
        if self.has_turns {
            "control(P)"
        } else {
            "role(P)"
        }
    }
}

/// A call with these arguments.
pub fn call(name: &str, arguments: &[String]) -> String {
    if arguments.is_empty() {
        name.to_owned()
    } else {
        format!("{name}({})", arguments.join(", "))
    }
}
