//! The options of `play` and `match` that are named after the roles of their rule file.
//!
//! These options are known only when the rule file is loaded. So this module first finds the file
//! in the command line, and adds the options to the command before clap parses it.

use clap::{Arg, ArgMatches, Command};
use regola::game::{Role, Rules};
use regola::syntax::load::Reader;

use crate::interrupt::InterruptFlag;
use crate::opening::RunLimits;
use crate::shipped::{AnyReader, path_of};
use crate::trouble::Trouble;

/// The commands that have an option for each role, with the possible players.
const WITH_ROLES: [(&str, &str); 2] = [
    ("play", "human, computer, random or a level"),
    ("match", "computer, random or a level"),
];

/// Adds an option for each role to the command on the command line, if it has a rule file.
pub fn extend(command: Command, typed: &[String]) -> Result<Command, Trouble> {
    let is_command = |word: &String| command.find_subcommand(word).is_some();
    let Some(place) = typed
        .iter()
        .skip(1)
        .position(is_command)
        .map(|place| place + 1)
    else {
        return Ok(command);
    };
    let Some((name, players)) = WITH_ROLES
        .into_iter()
        .find(|(name, _)| *name == typed[place])
    else {
        return Ok(command);
    };
    let path = command
        .find_subcommand(name)
        .and_then(|subcommand| find_file(subcommand, &typed[place + 1..]));
    let Some(path) = path else { return Ok(command) };
    // A missing file is reported later, when the rest of the command line is known to be right.
    let path = path_of(&path);
    if AnyReader.read(&path).is_err() {
        return Ok(command);
    }
    let allowance =
        RunLimits::among(&typed[place + 1..]).allowance(&InterruptFlag::of_the_program());
    let rules = Rules::read_within(&AnyReader, &path, allowance)?;
    Ok(command.mut_subcommand(name, |subcommand| with_roles(subcommand, &rules, players)))
}

/// Returns the text that the user gave for each role.
pub fn chosen(matches: &ArgMatches, rules: &Rules) -> Vec<Option<String>> {
    let typed = |role| {
        matches
            .try_get_one::<String>(&identity(role))
            .ok()
            .flatten()
            .cloned()
    };
    rules
        .roles()
        .iter()
        .enumerate()
        .map(|(number, _)| typed(Role(number)))
        .collect()
}

fn identity(role: Role) -> String {
    format!("role {}", role.0)
}

fn with_roles(command: Command, rules: &Rules, players: &str) -> Command {
    rules
        .role_names()
        .iter()
        .enumerate()
        .fold(command, |command, (number, name)| {
            let option = option_name(&command, name, number);
            let help = format!("Who plays {name}: {players}");
            let argument = Arg::new(identity(Role(number)))
                .long(option)
                .value_name("PLAYER")
                .help(help);
            command.arg(argument.help_heading("Players"))
        })
}

/// Returns the role's name, or `role-NAME` or `role-NUMBER` if there is an option of that name
/// already.
fn option_name(command: &Command, name: &str, number: usize) -> String {
    let plain: String = name
        .chars()
        .map(|letter| {
            if letter.is_alphanumeric() {
                letter
            } else {
                '-'
            }
        })
        .collect();
    let plain = plain.trim_matches('-');
    let taken = |option: &str| {
        let reserved = ["help", "version", "color"];
        option.is_empty()
            || reserved.contains(&option)
            || command
                .get_arguments()
                .any(|known| known.get_long() == Some(option))
    };
    let candidates = [
        plain.to_owned(),
        format!("role-{plain}"),
        format!("role-{}", number + 1),
    ];
    candidates
        .into_iter()
        .find(|option| !taken(option))
        .unwrap_or_else(|| format!("role-number-{}", number + 1))
}

/// Returns the first word that is neither an option nor the value of one. An unknown option counts
/// as that of a role, which has a value.
fn find_file(command: &Command, typed: &[String]) -> Option<String> {
    let mut words = typed.iter();
    while let Some(word) = words.next() {
        match word.strip_prefix("--") {
            Some("") => return words.next().cloned(),
            Some(option) if option.contains('=') => (),
            Some(option) if !is_flag(command, option) => drop(words.next()),
            None if !word.starts_with('-') => return Some(word.clone()),
            _ => (),
        }
    }
    None
}

/// Whether an option is known and has no value.
fn is_flag(command: &Command, option: &str) -> bool {
    let known = command
        .get_arguments()
        .find(|known| known.get_long() == Some(option));
    option == "help" || known.is_some_and(|known| !known.get_action().takes_values())
}
