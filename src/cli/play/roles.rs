//! The options of `play` that are named after the roles of its rule file.
//!
//! Which options there are shows only when the file is loaded, so the command line is looked
//! through for the file first, and the command extended before it is really read.

use clap::{Arg, ArgMatches, Command};
use regola::game::{Role, Rules};
use regola::syntax::load::FileReader;
use regola::syntax::load::Reader;

use crate::results::role_names;
use crate::trouble::Trouble;

/// The command line's command with an option for each role, if it is `play` with a rule file.
pub fn extend(command: Command, typed: &[String]) -> Result<Command, Trouble> {
    let Some(path) = find_file(&command, typed) else { return Ok(command) };
    // A file that is not there is told of when the whole command line is known to be right.
    if FileReader.read(&path).is_err() {
        return Ok(command);
    }
    let rules = Rules::load(&path)?;
    Ok(command.mut_subcommand("play", |play| with_roles(play, &rules)))
}

/// What was typed for each role.
pub fn chosen(matches: &ArgMatches, rules: &Rules) -> Vec<Option<String>> {
    let typed = |role| matches.try_get_one::<String>(&identity(role)).ok().flatten().cloned();
    rules.roles().iter().enumerate().map(|(number, _)| typed(Role(number))).collect()
}

fn identity(role: Role) -> String {
    format!("role {}", role.0)
}

fn with_roles(play: Command, rules: &Rules) -> Command {
    role_names(rules).iter().enumerate().fold(play, |play, (number, name)| {
        let option = option_name(&play, name, number);
        let help = format!("Who plays {name}: human, computer, random or a level");
        let argument = Arg::new(identity(Role(number))).long(option).value_name("PLAYER").help(help);
        play.arg(argument.help_heading("Players"))
    })
}

/// The role's name, or `role-NAME` or `role-NUMBER` if there is an option of that name.
fn option_name(play: &Command, name: &str, number: usize) -> String {
    let plain: String = name.chars().map(|letter| if letter.is_alphanumeric() { letter } else { '-' }).collect();
    let plain = plain.trim_matches('-');
    let taken = |option: &str| {
        let reserved = ["help", "version", "color"];
        option.is_empty()
            || reserved.contains(&option)
            || play.get_arguments().any(|known| known.get_long() == Some(option))
    };
    let candidates = [plain.to_owned(), format!("role-{plain}"), format!("role-{}", number + 1)];
    candidates.into_iter().find(|option| !taken(option)).unwrap_or_else(|| format!("role-number-{}", number + 1))
}

/// The first word after `play` that is neither an option nor the value of one; an option that
/// nobody knows is taken for one of a role, which has a value.
fn find_file(command: &Command, typed: &[String]) -> Option<String> {
    let mut words = typed.iter().skip(1).skip_while(|word| *word != "play").skip(1);
    let play = command.find_subcommand("play")?;
    while let Some(word) = words.next() {
        match word.strip_prefix("--") {
            Some("") => return words.next().cloned(),
            Some(option) if option.contains('=') => (),
            Some(option) if !is_flag(play, option) => drop(words.next()),
            None if !word.starts_with('-') => return Some(word.clone()),
            _ => (),
        }
    }
    None
}

/// Whether an option is known and has no value.
fn is_flag(play: &Command, option: &str) -> bool {
    let known = play.get_arguments().find(|known| known.get_long() == Some(option));
    option == "help" || known.is_some_and(|known| !known.get_action().takes_values())
}
