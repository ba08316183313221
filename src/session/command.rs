//! The table of commands: what begins with a colon.

use std::io::Write;

use super::host::Pace;
use super::session::Session;
use super::suggestion;
use super::trouble::Trouble;

/// What a command wants to be told, for whoever helps to type it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wants {
    /// Nothing, or nothing that can be listed.
    Nothing,
    /// Moves that are legal here.
    Moves,
    /// A predicate, as `legal/2`.
    Predicate,
    /// A goal.
    Goal,
    /// A file.
    File,
}

/// A command.
#[derive(Clone, Copy)]
pub struct Command {
    /// What is typed after the colon.
    pub name: &'static str,
    /// What may follow the name.
    pub argument: &'static str,
    /// What it does.
    pub meaning: &'static str,
    /// What kind of thing the argument is.
    pub wants: Wants,
    /// Whether it belongs to what is saved of a session.
    pub(super) is_about_the_game: bool,
    run: Run,
}

/// Does what a command says, given what follows its name.
type Run = fn(&mut Session, &str, &mut dyn Write, &mut dyn Pace) -> Result<(), Trouble>;

const fn command(
    name: &'static str,
    argument: &'static str,
    meaning: &'static str,
    run: Run,
) -> Command {
    Command {
        name,
        argument,
        meaning,
        wants: Wants::Nothing,
        is_about_the_game: true,
        run,
    }
}

impl Command {
    const fn wanting(self, wants: Wants) -> Self {
        Command { wants, ..self }
    }

    const fn not_saved(self) -> Self {
        Command {
            is_about_the_game: false,
            ..self
        }
    }

    /// All commands, as they are listed.
    pub const ALL: &[Command] = &[
        command(
            "play",
            "MOVE...",
            "play one or more moves",
            |session, argument, out, _| session.play(argument, out),
        )
        .wanting(Wants::Moves),
        command(
            "undo",
            "[N]",
            "take the last move back, or the last N",
            |session, argument, out, _| session.undo(argument, out),
        ),
        command(
            "redo",
            "[N]",
            "play again what was taken back, a move or N",
            |session, argument, out, _| session.redo(argument, out),
        ),
        command(
            "goto",
            "PLY",
            "go to a position of this line",
            |session, argument, out, _| session.go_to(argument, out),
        ),
        command(
            "history",
            "",
            "list the moves of this line",
            |session, _, out, _| session.history(out),
        ),
        command(
            "position",
            "FACTS",
            "go to the position of these facts",
            |session, argument, out, _| session.set_up(argument, out),
        ),
        command("board", "", "draw the position", |session, _, out, _| {
            session.draw(out)
        }),
        command(
            "moves",
            "",
            "list the legal moves, or tell the result",
            |session, _, out, _| session.list_moves(out),
        ),
        command(
            "facts",
            "",
            "list the facts of the position",
            |session, _, out, _| session.list_facts(out),
        ),
        command(
            "doc",
            "NAME/ARITY",
            "tell what a predicate is",
            |session, argument, out, _| session.doc(argument, out),
        )
        .wanting(Wants::Predicate),
        command(
            "why",
            "[not] GOAL",
            "show the proof of a goal, or what it fails by",
            |session, argument, out, _| session.why(argument, out),
        )
        .wanting(Wants::Goal),
        command(
            "trace",
            "[DEPTH] GOAL",
            "follow the search for a goal",
            |session, argument, out, pace| session.trace(argument, out, pace),
        )
        .wanting(Wants::Goal),
        command(
            "time",
            "GOAL",
            "count the work for all answers",
            |session, argument, out, _| session.time(argument, out),
        )
        .wanting(Wants::Goal),
        command(
            "profile",
            "GOAL",
            "tell which predicates cost it",
            |session, argument, out, _| session.profile(argument, out),
        )
        .wanting(Wants::Goal),
        command(
            "best",
            "[DEPTH]",
            "search the best move",
            |session, argument, out, _| session.best(argument, out),
        ),
        command(
            "perft",
            "DEPTH",
            "count the lines of play",
            |session, argument, out, _| session.perft(argument, out),
        ),
        command(
            "load",
            "FILE",
            "read a rule file and begin its game",
            |session, argument, out, _| session.load(argument, out),
        )
        .wanting(Wants::File)
        .not_saved(),
        command(
            "reload",
            "",
            "read the rule file again and stay at this position",
            |session, _, out, _| session.reload(out),
        )
        .not_saved(),
        command(
            "save",
            "FILE",
            "write down this session, to be run again; `:save!` also over a file",
            |session, argument, out, _| session.save(argument, out),
        )
        .wanting(Wants::File)
        .not_saved(),
        command(
            "run",
            "FILE",
            "enter all that a session file says",
            |session, argument, out, pace| session.run(argument, out, pace),
        )
        .wanting(Wants::File)
        .not_saved(),
        command("help", "", "show this; so does `?`", |_, _, out, _| {
            help(out)
        })
        .not_saved(),
        command("quit", "", "end the session", |session, _, _, _| {
            session.quit()
        })
        .not_saved(),
    ];

    /// The command of that name, or the only one that begins so.
    ///
    /// # Errors
    /// That there is none, or that several begin so.
    pub fn find(typed: &str) -> Result<&'static Self, String> {
        let names: Vec<&str> = Command::ALL.iter().map(|command| command.name).collect();
        let name = suggestion::command(typed, &names)?;
        Ok(Command::ALL
            .iter()
            .find(|command| command.name == name)
            .expect("the name is one of these"))
    }
}

/// Whether an entry is a command and no goal.
#[must_use]
pub fn is_command(text: &str) -> bool {
    text.starts_with(':') && !text.starts_with(":-")
}

/// Does what a command says; `text` is what follows the colon.
pub(super) fn obey(
    session: &mut Session,
    text: &str,
    out: &mut dyn Write,
    pace: &mut dyn Pace,
) -> Result<(), Trouble> {
    let (name, argument) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    // A full stop ends goals, and sometimes slips in after a command.
    let (name, argument) = (
        name.trim_end_matches('.'),
        argument.trim().trim_end_matches('.'),
    );
    if name.is_empty() {
        return Err(Trouble::Use(
            "say which command, as in `:moves`; `:help` lists them".to_owned(),
        ));
    }
    let (name, is_urged) = name
        .strip_suffix('!')
        .map_or((name, false), |name| (name, true));
    let command = Command::find(name).map_err(Trouble::Use)?;
    if is_urged {
        return match command.name {
            "save" => session.save_over(argument, out),
            name => Err(Trouble::Use(format!("`:{name}` is typed without `!`"))),
        };
    }
    if command.argument.is_empty() && !argument.is_empty() {
        return Err(Trouble::Use(format!(
            "`:{}` takes nothing more, so not `{argument}`",
            command.name
        )));
    }
    (command.run)(session, argument, out, pace)
}

fn help(out: &mut dyn Write) -> Result<(), Trouble> {
    writeln!(
        out,
        "A goal that ends with a full stop is asked of the rules in this position."
    )?;
    let typed = |command: &Command| format!(":{} {}", command.name, command.argument);
    let width = Command::ALL
        .iter()
        .map(|command| typed(command).len())
        .max()
        .unwrap_or(0);
    for command in Command::ALL {
        writeln!(out, "  {:<width$} {}", typed(command), command.meaning)?;
    }
    writeln!(
        out,
        "The beginning of a command is enough where no other begins so."
    )?;
    Ok(())
}

impl Session {
    fn quit(&mut self) -> Result<(), Trouble> {
        self.over = true;
        Ok(())
    }
}

/// The depth that somebody typed.
pub(super) fn depth(argument: &str) -> Result<usize, Trouble> {
    let wrong = || match argument {
        "" => "say how deep, with a number such as 3".to_owned(),
        _ => format!("`{argument}` is no depth; say a number such as 3"),
    };
    argument.parse().map_err(|_| Trouble::Use(wrong()))
}
