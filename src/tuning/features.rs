//! The features of a position: those that a rule file names, or those that every game has.
//!
//! A rule file names features by `feature(Name, Player, Value)`. For one that names none, each fact
//! that can hold of a fluent with keys is a feature, each heuristic, and the number of legal moves.

use std::collections::HashMap;
use std::sync::Arc;

use indexmap::IndexMap;

use crate::game::vocabulary::{FEATURE, HEURISTIC, LEGAL};
use crate::game::{Failure, Position, Role, Rules};
use crate::logic::{Relation, Storage, Term};
use crate::syntax::quote::quote_atom;

/// The features of a game for two roles.
#[derive(Clone, Debug)]
pub struct Features {
    /// Rules that have clauses of `feature`.
    rules: Rules,
    /// For each role the question about its features.
    questions: [String; 2],
    /// The classes of the features that were met.
    classes: HashMap<Term, Arc<[Term]>>,
}

/// The value of a feature.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FeatureValue {
    /// The names of the feature and of all that share its weight, because they are the same up to
    /// symmetry, in order; at least one.
    pub class: Arc<[Term]>,
    /// The value for the first role less that for the second.
    pub value: i64,
}

/// Why the features of a position are unknown.
#[derive(Debug, thiserror::Error)]
pub enum FeatureError {
    /// The rules cannot be followed.
    #[error(transparent)]
    Rules(#[from] Failure),
    /// The value of a feature is no integer: the feature and the value.
    #[error("`feature({0}, P, V)` has to give an integer; it gives `{1}`")]
    NoInteger(Term, Term),
    /// The name of a feature has an unbound variable.
    #[error("the name of a feature has an unbound variable: `feature({0}, P, V)`")]
    Unbound(Term),
}

impl Features {
    /// Returns the features of rules that name some by `feature`; none for other rules, or those for
    /// another number of roles than two.
    #[must_use]
    pub fn of(rules: &Rules) -> Option<Self> {
        let [first, second] = rules.roles() else {
            return None;
        };
        FEATURE.in_program(rules.program())?;
        Some(Features {
            rules: rules.clone(),
            questions: [first, second].map(|role| format!("feature(Feature, {role}, Value)")),
            classes: HashMap::new(),
        })
    }

    /// The rules.
    #[must_use]
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Returns the features of a position, those of a class as one, in the order of the answers: first
    /// those for the first role.
    ///
    /// # Errors
    /// If the rules cannot be followed, or give no features.
    pub fn values(&mut self, position: &Position) -> Result<Vec<FeatureValue>, FeatureError> {
        let mut values: IndexMap<Term, FeatureValue> = IndexMap::new();
        for (role, sign) in [(Role(0), 1), (Role(1), -1)] {
            for (feature, value) in self.values_of(position, role)? {
                let class = self.class(feature);
                let sum = values
                    .entry(class[0].clone())
                    .or_insert(FeatureValue { class, value: 0 });
                sum.value = sum.value.saturating_add(value.saturating_mul(sign));
            }
        }
        Ok(values.into_values().collect())
    }

    fn values_of(&self, position: &Position, role: Role) -> Result<Vec<(Term, i64)>, FeatureError> {
        let mut answers = self.rules.query(position, &self.questions[role.0])?;
        let mut values = Vec::new();
        while let Some(answer) = answers.next() {
            let answer = answer.map_err(|error| answers.failure(&error))?;
            let bound = |name| {
                answer
                    .get(name)
                    .cloned()
                    .expect("the question has this variable")
            };
            let (feature, value) = (bound("Feature"), bound("Value"));
            if !feature.is_ground() {
                return Err(FeatureError::Unbound(feature));
            }
            match value.as_integer() {
                Some(value) => values.push((feature, value)),
                None => return Err(FeatureError::NoInteger(feature, value)),
            }
        }
        Ok(values)
    }

    /// Returns the class of a feature: that of a fact is its images.
    fn class(&mut self, feature: Term) -> Arc<[Term]> {
        if let Some(class) = self.classes.get(&feature) {
            return Arc::clone(class);
        }
        let mut class = self.rules.images(&feature);
        class.sort();
        let class: Arc<[Term]> = class.into();
        self.classes.insert(feature, Arc::clone(&class));
        class
    }
}

/// Returns the clauses of `feature` for a game whose rule file has none: each fact of a fluent with
/// keys, counted for the first role, and for each role the heuristics and the number of its legal
/// moves.
pub(super) fn usual_features(rules: &Rules) -> String {
    let mut text = String::new();
    let relations = rules.schema().relations().iter();
    let first = &rules.roles()[0];
    let (feature, heuristic, legal) = (FEATURE.name, HEURISTIC.name, LEGAL.name);
    for relation in relations.filter(|relation| is_of_the_board(relation)) {
        let variables: Vec<String> = (1..=relation.arity())
            .map(|number| format!("A{number}"))
            .collect();
        let fact = format!("{}({})", quote_atom(&relation.name), variables.join(", "));
        text += &format!("{feature}({fact}, {first}, 1) :- {fact}.\n");
    }
    for name in rules.heuristics() {
        let name = quote_atom(name);
        text += &format!("{feature}({heuristic}({name}), P, V) :- {heuristic}({name}, P, V).\n");
    }
    text + &format!("{feature}(moves, P, N) :- aggregate_all(count, {legal}(P, _), N).\n")
}

/// Whether the facts of a relation say what is where: it has keys, and facts of a position.
fn is_of_the_board(relation: &Relation) -> bool {
    relation.keys > 0 && !matches!(relation.storage, Storage::Given)
}
