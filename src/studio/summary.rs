//! What a gallery says about a rule file without reading its rules: its title, and the first sentence of
//! the comment at its head.

use super::files::version_of;
use super::protocol::GameCard;
use crate::syntax::parse::parse_file;
use crate::syntax::source::Sources;
use crate::syntax::tree::TermKind;

/// How a line begins that declares a game.
const DECLARATION: &str = ":- game(";

/// Whether a text has a line that declares a game. A file without one is a part of games.
pub fn declares_a_game(text: &str) -> bool {
    declaration(text).is_some()
}

fn declaration(text: &str) -> Option<&str> {
    text.lines().find(|line| line.starts_with(DECLARATION))
}

/// What is shown of the rule file `game` with this text.
pub fn card(game: String, text: &str) -> GameCard {
    let stem = || {
        game.rsplit_once('.')
            .map_or(game.as_str(), |(stem, _)| stem)
    };
    GameCard {
        title: title(text).unwrap_or_else(|| stem().to_owned()),
        about: about(text),
        version: version_of(text.as_bytes()),
        game,
    }
}

/// The title that the declaration gives.
fn title(text: &str) -> Option<String> {
    let mut sources = Sources::new();
    let id = sources.add("<declaration>", declaration(text)?);
    let (file, _) = parse_file(&sources, id);
    let (_, arguments) = file.clauses.first()?.directive()?.parts()?;
    match &arguments.first()?.kind {
        TermKind::String(title) | TermKind::Atom(title) => Some(title.to_string()),
        _ => None,
    }
}

/// The first sentence of the comment at the head of a text, of rules or a sheet.
fn about(text: &str) -> String {
    let comment = text.trim_start_matches('\u{feff}').lines();
    let comment = comment.map_while(|line| line.strip_prefix(['%', ';']));
    let words: Vec<&str> = comment
        .flat_map(|line| line.trim_start_matches(['%', ';']).split_whitespace())
        .collect();
    let text = words.join(" ");
    let is_end = |at: &usize| text[at + 2..].starts_with(char::is_uppercase);
    let ends = text.match_indices(". ").map(|(at, _)| at);
    match ends.into_iter().find(is_end) {
        Some(end) => text[..=end].to_owned(),
        None => text,
    }
}
