//! The players of a match.

use clap::ArgMatches;
use regola::contest::Player;
use regola::game::Rules;

use crate::play::roles;

/// A player with a name.
pub struct Contestant {
    pub name: String,
    pub player: Player,
}

/// Returns the text that the user gave for each role; an empty list if no role has one.
pub fn by_role(rules: &Rules, matches: &ArgMatches) -> Result<Vec<Option<String>>, String> {
    let typed = roles::chosen(matches, rules);
    Ok(if typed.iter().all(Option::is_none) {
        Vec::new()
    } else {
        typed
    })
}

/// Returns the players of the roles. A role without a text gets the default computer player.
pub fn in_roles(
    rules: &Rules,
    typed: Vec<Option<String>>,
    has_clock: bool,
) -> Result<Vec<Contestant>, String> {
    if typed.is_empty() {
        let names = rules.role_names();
        return Err(format!(
            "say who plays: with options named after the roles, {}, or with `--player`",
            names.join(", ")
        ));
    }
    let texts: Vec<String> = typed
        .into_iter()
        .map(|text| text.unwrap_or_else(|| "computer".to_owned()))
        .collect();
    let same = texts.windows(2).all(|pair| pair[0] == pair[1]);
    let contestant = |(text, role): (&String, String)| {
        let name = if same {
            format!("{text} ({role})")
        } else {
            text.clone()
        };
        Ok(Contestant {
            name,
            player: Player::of_match(text, rules, has_clock)?,
        })
    };
    texts
        .iter()
        .zip(rules.role_names())
        .map(contestant)
        .collect()
}

/// Returns the players that the user gave as `NAME=LEVEL`.
pub fn by_name(
    rules: &Rules,
    typed: &[String],
    has_clock: bool,
) -> Result<Vec<Contestant>, String> {
    let mut contestants: Vec<Contestant> = Vec::new();
    for text in typed {
        let (name, level) = text
            .split_once('=')
            .ok_or_else(|| format!("`{text}` is not NAME=LEVEL"))?;
        if contestants.iter().any(|known| known.name == name) {
            return Err(format!("two players are called `{name}`"));
        }
        contestants.push(Contestant {
            name: name.to_owned(),
            player: Player::of_match(level, rules, has_clock)?,
        });
    }
    Ok(contestants)
}
