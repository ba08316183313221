//! The rule files that an editor works on.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::completion::{self, Completion};
use super::folding::{self, Fold};
use super::hover::{self, Hover};
use super::index::{Index, IndexedFile};
use super::meaning;
use super::outline::{self, OutlineItem};
use super::rename::{self, Edit, RenameError};
use super::semantics::{self, SemanticToken};
use super::symbol::{Occurrence, Place, Symbol};
use crate::syntax::load::{Reader, load};

/// Rule files with all that they use. A file that several others use belongs to each of them.
#[derive(Debug)]
pub struct Workspace {
    indexes: Vec<Index>,
}

impl Workspace {
    /// Reads the main files at these paths, and all that they use.
    #[must_use]
    pub fn read(reader: &dyn Reader, mains: &[String]) -> Self {
        Self {
            indexes: mains.iter().map(|main| Index::read(reader, main)).collect(),
        }
    }

    /// Those of the files at `paths` that no other one uses, so that each of them is a program, and
    /// that are or use a file of `open`. Files that use each other in a circle are programs too.
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

    /// The text of a file as it was read.
    #[must_use]
    pub fn text(&self, path: &str) -> Option<&Arc<str>> {
        self.indexes
            .iter()
            .find_map(|index| index.file(path))
            .map(|file| &file.text)
    }

    /// What the name at a place stands for, and the whole name's place.
    #[must_use]
    pub fn symbol(&self, path: &str, offset: usize) -> Option<(Symbol, Place)> {
        let occurrence = self.with(path).find_map(|(_, file)| file.at(offset))?;
        Some((occurrence.symbol.clone(), occurrence.place.clone()))
    }

    /// Where that is defined: a predicate in its first clause or its declaration as a fluent, a
    /// variable where it stands first, a file at its start.
    #[must_use]
    pub fn definition(&self, path: &str, offset: usize) -> Option<Place> {
        let (symbol, _) = self.symbol(path, offset)?;
        if let Symbol::File(used) = &symbol {
            let known = self.with(path).any(|(index, _)| index.file(used).is_some());
            return known.then(|| Place {
                path: Arc::clone(used),
                range: 0..0,
            });
        }
        let is_variable = matches!(symbol, Symbol::Variable { .. });
        let mut places = self
            .occurrences(path, &symbol)
            .filter(|occurrence| occurrence.defines || is_variable);
        places.next().map(|occurrence| occurrence.place.clone())
    }

    /// Everywhere where the same is meant as at a place, in the order of files and bytes.
    #[must_use]
    pub fn references(&self, path: &str, offset: usize, with_definitions: bool) -> Vec<Place> {
        let Some((symbol, _)) = self.symbol(path, offset) else {
            return Vec::new();
        };
        self.places(path, &symbol, with_definitions)
    }

    /// What is known of the name at a place.
    #[must_use]
    pub fn hover(&self, path: &str, offset: usize) -> Option<Hover> {
        let (symbol, place) = self.symbol(path, offset)?;
        let (index, _) = self
            .with(path)
            .max_by_key(|(index, _)| hover::clauses(index, &symbol).count())?;
        hover::hover(index, &symbol, place.range)
    }

    /// What could be typed at a place.
    #[must_use]
    pub fn completions(&self, path: &str, offset: usize) -> Vec<Completion> {
        match self.with(path).next() {
            Some((index, file)) => completion::completions(index, &file.text, offset),
            None => Vec::new(),
        }
    }

    /// The place of a name that can be renamed.
    ///
    /// # Errors
    /// Why it cannot.
    pub fn renamable(&self, path: &str, offset: usize) -> Result<Place, RenameError> {
        let (symbol, place) = self.symbol(path, offset).ok_or(RenameError::NoName)?;
        match &symbol {
            Symbol::File(_) => Err(RenameError::NoName),
            Symbol::Predicate(name, arity) if meaning(name, *arity).is_some() => {
                Err(RenameError::HasMeaning(symbol.shown()))
            }
            Symbol::Predicate(..)
                if !self
                    .occurrences(path, &symbol)
                    .any(|occurrence| occurrence.defines) =>
            {
                Err(RenameError::Undefined(symbol.shown()))
            }
            _ => Ok(place),
        }
    }

    /// What has to be edited so that what stands at a place is called otherwise everywhere.
    ///
    /// # Errors
    /// Why that is refused.
    pub fn rename(&self, path: &str, offset: usize, name: &str) -> Result<Vec<Edit>, RenameError> {
        self.renamable(path, offset)?;
        let (symbol, _) = self.symbol(path, offset).ok_or(RenameError::NoName)?;
        let renamed = rename::renamed(&symbol, name)?;
        if let Symbol::Predicate(name, arity) = &renamed
            && meaning(name, *arity).is_some()
        {
            return Err(RenameError::HasMeaning(renamed.shown()));
        }
        if renamed != symbol && self.occurrences(path, &renamed).next().is_some() {
            return Err(RenameError::Taken(renamed.shown()));
        }
        let places = self.places(path, &symbol, true);
        Ok(places
            .into_iter()
            .map(|place| Edit {
                place,
                text: name.to_owned(),
            })
            .collect())
    }

    /// What a file has, in its order.
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

    /// The paths of all files, each once.
    #[must_use]
    pub fn paths(&self) -> BTreeSet<Arc<str>> {
        self.indexes
            .iter()
            .flat_map(|index| &index.files)
            .map(|file| Arc::clone(&file.path))
            .collect()
    }

    /// The programs to which a file belongs.
    fn with<'w>(&'w self, path: &'w str) -> impl Iterator<Item = (&'w Index, &'w IndexedFile)> {
        self.indexes
            .iter()
            .filter_map(move |index| Some((index, index.file(path)?)))
    }

    /// Everywhere where a symbol stands, in the programs to which a file belongs and those that
    /// share a file with them.
    fn occurrences<'w>(
        &'w self,
        path: &'w str,
        symbol: &'w Symbol,
    ) -> impl Iterator<Item = &'w Occurrence> {
        let near: Vec<&Index> = self.with(path).map(|(index, _)| index).collect();
        let mentions = |file: &IndexedFile| {
            file.occurrences
                .iter()
                .any(|occurrence| occurrence.symbol == *symbol)
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
            .filter(move |occurrence| occurrence.symbol == *symbol)
    }

    fn places(&self, path: &str, symbol: &Symbol, with_definitions: bool) -> Vec<Place> {
        let all = self.occurrences(path, symbol);
        let mut places: Vec<Place> = all
            .filter(|occurrence| with_definitions || !occurrence.defines)
            .map(|occurrence| occurrence.place.clone())
            .collect();
        places.sort_by_key(Place::key);
        places.dedup();
        places
    }
}
