//! The names of a sheet in a rule file: a relation that Regola would take for one of its own, or for a
//! fact of the position, gets an underscore at its end. Variables begin with a capital letter.

use std::collections::{HashMap, HashSet};

use indexmap::IndexMap;

use super::strata::RelationKey;
use crate::game::vocabulary;
use crate::logic::Builder;
use crate::syntax::tree::Name;

/// The words that mean the same in both languages.
const SAME: [(&str, usize); 7] = [
    ("role", 1),
    ("init", 1),
    ("legal", 2),
    ("does", 2),
    ("next", 1),
    ("terminal", 0),
    ("goal", 2),
];

/// The names of relations and of facts.
pub(super) struct Names {
    relations: IndexMap<RelationKey, Name>,
    fluents: HashMap<RelationKey, Name>,
    /// All names that are in use.
    taken: HashSet<RelationKey>,
}

impl Names {
    /// Names facts and relations, in this order.
    pub fn new<'k>(
        fluents: impl Iterator<Item = &'k RelationKey>,
        relations: impl Iterator<Item = &'k RelationKey>,
    ) -> Self {
        let mut names = Self {
            relations: IndexMap::new(),
            fluents: HashMap::new(),
            taken: HashSet::new(),
        };
        for fluent in fluents {
            let name = names.fresh(&fluent.0, fluent.1);
            names.fluents.insert(fluent.clone(), name);
        }
        for relation in relations {
            let (name, arity) = relation;
            let is_same = SAME.iter().any(|same| *same == (&**name, *arity));
            let name = match is_same {
                true => name.clone(),
                false => names.fresh(name, *arity),
            };
            names.relations.insert(relation.clone(), name);
        }
        names
    }

    /// The name of a relation, if it is defined.
    pub fn relation(&self, key: &RelationKey) -> Option<&Name> {
        self.relations.get(key)
    }

    /// The name of the first relation of this kind, in the order of the sheet.
    pub fn relation_with(&self, is_wanted: impl Fn(&RelationKey) -> bool) -> Option<Name> {
        let mut relations = self.relations.iter();
        relations
            .find(|(relation, _)| is_wanted(relation))
            .map(|(_, name)| name.clone())
    }

    /// The name of a fact, if there is one that may hold.
    pub fn fluent(&self, key: &RelationKey) -> Option<&Name> {
        self.fluents.get(key)
    }

    /// By their names in a rule file the facts that have another name there.
    pub fn renamed_facts(&self) -> HashMap<RelationKey, Name> {
        let facts = self.fluents.iter();
        let renamed = facts.filter(|((name, _), written)| name != *written);
        renamed
            .map(|((name, arity), written)| ((written.clone(), *arity), name.clone()))
            .collect()
    }

    /// A name that nothing else has: this one, or this one with underscores at its end.
    pub fn fresh(&mut self, name: &str, arity: usize) -> Name {
        let mut name = name.to_owned();
        while self.is_taken(&name, arity) {
            name.push('_');
        }
        let name = Name::from(name);
        self.taken.insert((name.clone(), arity));
        name
    }

    fn is_taken(&self, name: &str, arity: usize) -> bool {
        name.starts_with('$')
            || Builder::is_defined_without_program(name, arity)
            || vocabulary::word(name, arity).is_some()
            || self.taken.contains(&(Name::from(name), arity))
    }
}

/// The names of the variables of one rule.
#[derive(Default)]
pub(super) struct VariableNames {
    names: HashMap<Name, Name>,
    /// The variables that stand only once.
    single: HashSet<Name>,
}

impl VariableNames {
    /// Names the variables of a rule, given once for each place where they stand.
    pub fn new(places: &[&Name]) -> Self {
        let mut names = Self::default();
        for name in places {
            let count = places.iter().filter(|other| *other == name).count();
            if count == 1 {
                names.single.insert((*name).clone());
            }
        }
        names
    }

    /// The name of a variable in a rule file.
    pub fn of(&mut self, name: &Name) -> Name {
        if let Some(known) = self.names.get(name) {
            return known.clone();
        }
        let plain: String = name
            .chars()
            .map(|character| match character {
                'a'..='z' | '0'..='9' => character,
                _ => '_',
            })
            .collect();
        let begins = plain
            .chars()
            .next()
            .is_some_and(|first| first.is_ascii_lowercase());
        let mut written = match begins {
            true => plain[..1].to_uppercase() + &plain[1..],
            false => format!("V{plain}"),
        };
        if self.single.contains(name) {
            written.insert(0, '_');
        }
        while self.names.values().any(|other| **other == *written) {
            written.push('_');
        }
        let written = Name::from(written);
        self.names.insert(name.clone(), written.clone());
        written
    }
}
