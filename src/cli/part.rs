//! Rule files that are parts of others: `check` reports what is wrong with them where they are used.

use std::fs;

use regola::language::{Workspace, may_be_part};
use regola::syntax::diagnostic::Diagnostic;
use regola::syntax::load::Reader;
use regola::syntax::source::Sources;

use crate::shipped::AnyReader;

/// The most rule files that are read to find those that use a part.
const MAX_CANDIDATES: usize = 500;

/// Returns the rule files that use this one and are used by no other, if it may be a part. They lie
/// in its folder, or in a folder above it that its path names.
pub fn users(path: &str) -> Vec<String> {
    if !may_be_part(&AnyReader, path) {
        return Vec::new();
    }
    let candidates: Vec<String> = folders(path)
        .flat_map(rule_files)
        .filter(|file| mentions_use(file))
        .take(MAX_CANDIDATES)
        .collect();
    let mut users = Workspace::mains(&AnyReader, &candidates, &[path.to_owned()]);
    users.retain(|user| user != path);
    users
}

/// Whether a diagnostic of a program has its place in the file with this path.
pub fn is_in(path: &str, diagnostic: &Diagnostic, sources: &Sources) -> bool {
    let label = diagnostic.primary.as_ref();
    label.is_some_and(|label| &*sources.get(label.span.source).name == path)
}

/// The folder of a file and those above it, each with `/` at its end. The folder in which the
/// command runs is empty.
fn folders(path: &str) -> impl Iterator<Item = &str> {
    let ends = path.rmatch_indices('/').map(|(end, _)| end + 1);
    let above = if path.starts_with('/') { 1 } else { usize::MAX };
    ends.chain((!path.starts_with('/')).then_some(0))
        .map(|end| &path[..end])
        .take(above)
}

/// The rule files of a folder, sorted.
fn rule_files(folder: &str) -> Vec<String> {
    let entries = fs::read_dir(if folder.is_empty() { "." } else { folder });
    let names = entries.into_iter().flatten().flatten();
    let mut files: Vec<String> = names
        .filter_map(|entry| entry.file_name().into_string().ok())
        .filter(|name| name.ends_with(".rules"))
        .map(|name| format!("{folder}{name}"))
        .collect();
    files.sort();
    files
}

fn mentions_use(path: &str) -> bool {
    let text = AnyReader.read(path).unwrap_or_default();
    String::from_utf8_lossy(&text).contains("use")
}
