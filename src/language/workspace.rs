//! The rule files that an editor works on.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::completion::{self, Completion};
use super::entity::{Entity, FileRange, Occurrence};
use super::folding::{self, Fold};
use super::hover::{self, Hover};
use super::index::{Index, IndexedFile};
use super::meaning;
use super::outline::{self, OutlineItem};
use super::rename::{self, Edit, RenameError};
use super::rules_in_words::{RulesSection, rules_in_words};
use super::semantics::{self, SemanticToken};
use crate::syntax::load::{Reader, load};

/// Rule files with all files that they use. A file that several others use belongs to each of them.
#[derive(Debug)]
pub struct Workspace {
    indexes: Vec<Index>,
}

impl Workspace {
    /// Reads the main files at these paths, and all files that they use.
    #[must_use]
    pub fn read(reader: &dyn Reader, mains: &[String]) -> Self {
        Self {
            indexes: mains.iter().map(|main| Index::read(reader, main)).collect(),
        }
    }

    /// The main files among `paths` that are in `open` or use a file in `open`. A main file is one
    /// that no other file uses, or only files that it uses itself, in a circle.
    #[must_use]
    pub fn mains(reader: &dyn Reader, paths: &[String], open: &[String]) -> Vec<String> {
        let used_by = |main: &String| -> Vec<Arc<str>> {
            let sources = load(reader, main).sources;
            sources
                .ids()
                .skip(1)
                .map(|id| Arc::clone(&sources.get(id).name))
                .collect()
        };
        let uses: Vec<Vec<Arc<str>>> = paths.iter().map(used_by).collect();
        let uses_file = |user: usize, path: &String| uses[user].iter().any(|used| **used == **path);
        let is_used = |at: usize| {
            (0..paths.len()).any(|user| {
                user != at && uses_file(user, &paths[at]) && !uses_file(at, &paths[user])
            })
        };
        let is_wanted = |at: usize| {
            open.iter()
                .any(|open| *open == paths[at] || uses_file(at, open))
        };
        (0..paths.len())
            .filter(|&at| is_wanted(at) && !is_used(at))
            .map(|at| paths[at].clone())
            .collect()
    }

    /// The text of a file, as it was when the workspace was read.
    #[must_use]
    pub fn text(&self, path: &str) -> Option<&Arc<str>> {
        self.indexes
            .iter()
            .find_map(|index| index.file(path))
            .map(|file| &file.text)
    }

    /// The entity that the name at an offset stands for, and the range of the name.
    #[must_use]
    pub fn entity(&self, path: &str, offset: usize) -> Option<(Entity, FileRange)> {
        let occurrence = self.with(path).find_map(|(_, file)| file.at(offset))?;
        Some((occurrence.entity.clone(), occurrence.place.clone()))
    }

    /// The definition of the entity at an offset: for a predicate its first clause or its
    /// declaration as a fluent, for a variable its first occurrence, for a file its start.
    #[must_use]
    pub fn definition(&self, path: &str, offset: usize) -> Option<FileRange> {
        let (entity, _) = self.entity(path, offset)?;
        if let Entity::File(used) = &entity {
            let known = self.with(path).any(|(index, _)| index.file(used).is_some());
            return known.then(|| FileRange {
                path: Arc::clone(used),
                range: 0..0,
            });
        }
        let is_variable = matches!(entity, Entity::Variable { .. });
        let mut places = self
            .occurrences(path, &entity)
            .filter(|occurrence| occurrence.defines || is_variable);
        places.next().map(|occurrence| occurrence.place.clone())
    }

    /// All occurrences of the entity at an offset, in the order of files and bytes.
    #[must_use]
    pub fn references(&self, path: &str, offset: usize, with_definitions: bool) -> Vec<FileRange> {
        let Some((entity, _)) = self.entity(path, offset) else {
            return Vec::new();
        };
        self.places(path, &entity, with_definitions)
    }

    /// Information about the name at an offset.
    #[must_use]
    pub fn hover(&self, path: &str, offset: usize) -> Option<Hover> {
        let (entity, place) = self.entity(path, offset)?;
        let (index, _) = self
            .with(path)
            .max_by_key(|(index, _)| hover::clauses(index, &entity).count())?;
        hover::hover(index, &entity, place.range)
    }

    /// Completions at an offset.
    #[must_use]
    pub fn completions(&self, path: &str, offset: usize) -> Vec<Completion> {
        match self.with(path).next() {
            Some((index, file)) => completion::completions(index, &file.text, offset),
            None => Vec::new(),
        }
    }

    /// The range of the name at an offset, if it can be renamed.
    ///
    /// # Errors
    /// If it cannot be renamed, with the reason.
    pub fn renamable(&self, path: &str, offset: usize) -> Result<FileRange, RenameError> {
        let (entity, place) = self.entity(path, offset).ok_or(RenameError::NoName)?;
        match &entity {
            Entity::File(_) => Err(RenameError::NoName),
            Entity::Predicate(name, arity) if meaning(name, *arity).is_some() => {
                Err(RenameError::HasMeaning(entity.shown()))
            }
            Entity::Predicate(..)
                if !self
                    .occurrences(path, &entity)
                    .any(|occurrence| occurrence.defines) =>
            {
                Err(RenameError::Undefined(entity.shown()))
            }
            _ => Ok(place),
        }
    }

    /// Returns the edits that rename the entity at an offset everywhere.
    ///
    /// # Errors
    /// If it cannot be renamed, or not to this name, with the reason.
    pub fn rename(&self, path: &str, offset: usize, name: &str) -> Result<Vec<Edit>, RenameError> {
        self.renamable(path, offset)?;
        let (entity, _) = self.entity(path, offset).ok_or(RenameError::NoName)?;
        let renamed = rename::renamed(&entity, name)?;
        if let Entity::Predicate(name, arity) = &renamed
            && meaning(name, *arity).is_some()
        {
            return Err(RenameError::HasMeaning(renamed.shown()));
        }
        if renamed != entity && self.occurrences(path, &renamed).next().is_some() {
            return Err(RenameError::Taken(renamed.shown()));
        }
        let places = self.places(path, &entity, true);
        Ok(places
            .into_iter()
            .map(|place| Edit {
                place,
                text: name.to_owned(),
            })
            .collect())
    }

    /// The predicates and fluents of a file, in its order.
    #[must_use]
    pub fn outline(&self, path: &str) -> Vec<OutlineItem> {
        self.with(path)
            .next()
            .map(|(_, file)| outline::outline(file))
            .unwrap_or_default()
    }

    /// What can be folded in a file, in its order.
    #[must_use]
    pub fn folds(&self, path: &str) -> Vec<Fold> {
        self.with(path)
            .next()
            .map(|(_, file)| folding::folds(file))
            .unwrap_or_default()
    }

    /// What the pieces of a file are, in its order, for an editor that colours them.
    #[must_use]
    pub fn semantic_tokens(&self, path: &str) -> Vec<SemanticToken> {
        self.with(path)
            .next()
            .map(|(index, file)| semantics::semantic_tokens(index, file))
            .unwrap_or_default()
    }

    /// The rules of the game with this main file in words, from the comments that tell how it is
    /// played.
    #[must_use]
    pub fn rules_in_words(&self, main: &str) -> Vec<RulesSection> {
        let index = self.with(main).next().map(|(index, _)| index);
        index.map(rules_in_words).unwrap_or_default()
    }

    /// The paths of all files, each once.
    #[must_use]
    pub fn paths(&self) -> BTreeSet<Arc<str>> {
        self.indexes
            .iter()
            .flat_map(|index| &index.files)
            .map(|file| Arc::clone(&file.path))
            .collect()
    }

    /// The programs that a file belongs to.
    fn with<'w>(&'w self, path: &'w str) -> impl Iterator<Item = (&'w Index, &'w IndexedFile)> {
        self.indexes
            .iter()
            .filter_map(move |index| Some((index, index.file(path)?)))
    }

    /// All occurrences of an entity, in the programs that a file belongs to and in those that share
    /// a file with them in which the entity occurs.
    fn occurrences<'w>(
        &'w self,
        path: &'w str,
        entity: &'w Entity,
    ) -> impl Iterator<Item = &'w Occurrence> {
        let near: Vec<&Index> = self.with(path).map(|(index, _)| index).collect();
        let mentions = |file: &IndexedFile| {
            file.occurrences
                .iter()
                .any(|occurrence| occurrence.entity == *entity)
        };
        let shared: Vec<Arc<str>> = near
            .iter()
            .flat_map(|index| &index.files)
            .filter(|file| mentions(file))
            .map(|file| Arc::clone(&file.path))
            .collect();
        let is_near = move |index: &&Index| index.file(path).is_some();
        let is_related = move |index: &&Index| shared.iter().any(|path| index.file(path).is_some());
        let ordered = self.indexes.iter().filter(is_near);
        let others = self
            .indexes
            .iter()
            .filter(move |index| !is_near(index) && is_related(index));
        ordered
            .chain(others)
            .flat_map(Index::occurrences)
            .filter(move |occurrence| occurrence.entity == *entity)
    }

    fn places(&self, path: &str, entity: &Entity, with_definitions: bool) -> Vec<FileRange> {
        let all = self.occurrences(path, entity);
        let mut places: Vec<FileRange> = all
            .filter(|occurrence| with_definitions || !occurrence.defines)
            .map(|occurrence| occurrence.place.clone())
            .collect();
        places.sort_by_key(FileRange::key);
        places.dedup();
        places
    }
}
