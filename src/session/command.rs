//! The table of commands: entries that begin with a colon. It knows nothing of sessions.

use super::suggestion;
use super::trouble::Trouble;

/// The kind of argument that a command expects. The completion of words uses it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wants {
    /// None, or an argument that cannot be listed.
    Nothing,
    /// Moves that are legal in the current position.
    Moves,
    /// A predicate, such as `legal/2`.
    Predicate,
    /// A goal.
    Goal,
    /// A file.
    File,
}

/// A command.
#[derive(Clone, Copy)]
pub struct Command {
    /// The name, as it is typed after the colon.
    pub name: &'static str,
    /// The arguments, as `:help` shows them.
    pub argument: &'static str,
    /// What the command does, as `:help` shows it.
    pub meaning: &'static str,
    /// The kind of its argument.
    pub wants: Wants,
    /// Whether `:save` stores entries with this command.
    pub(super) is_about_the_game: bool,
    pub(super) action: Action,
}

/// The action of a command in a session.
#[derive(Clone, Copy)]
pub(super) enum Action {
    Play,
    Undo,
    Redo,
    Goto,
    History,
    Position,
    Board,
    Moves,
    Facts,
    Doc,
    Why,
    Trace,
    Time,
    Profile,
    Best,
    Perft,
    Load,
    Reload,
    Save,
    Run,
    Help,
    Quit,
}

const fn command(
    name: &'static str,
    argument: &'static str,
    meaning: &'static str,
    action: Action,
) -> Command {
    Command {
        name,
        argument,
        meaning,
        wants: Wants::Nothing,
        is_about_the_game: true,
        action,
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

    /// All commands, in the order of `:help`.
    pub const ALL: &[Command] = &[
        command("play", "MOVE...", "play one or more moves", Action::Play).wanting(Wants::Moves),
        command(
            "undo",
            "[N]",
            "take the last move back, or the last N",
            Action::Undo,
        ),
        command(
            "redo",
            "[N]",
            "play again what was taken back, a move or N",
            Action::Redo,
        ),
        command("goto", "PLY", "go to a position of this line", Action::Goto),
        command(
            "history",
            "",
            "list the moves of this line",
            Action::History,
        ),
        command(
            "position",
            "FACTS",
            "go to the position of these facts",
            Action::Position,
        ),
        command("board", "", "draw the position", Action::Board),
        command(
            "moves",
            "",
            "list the legal moves, or tell the result",
            Action::Moves,
        ),
        command("facts", "", "list the facts of the position", Action::Facts),
        command("doc", "NAME/ARITY", "tell what a predicate is", Action::Doc)
            .wanting(Wants::Predicate),
        command(
            "why",
            "[not] GOAL",
            "show the proof of a goal, or what it fails by",
            Action::Why,
        )
        .wanting(Wants::Goal),
        command(
            "trace",
            "[DEPTH] GOAL",
            "follow the search for a goal",
            Action::Trace,
        )
        .wanting(Wants::Goal),
        command(
            "time",
            "GOAL",
            "count the work for all answers",
            Action::Time,
        )
        .wanting(Wants::Goal),
        command(
            "profile",
            "GOAL",
            "tell which predicates cost it",
            Action::Profile,
        )
        .wanting(Wants::Goal),
        command("best", "[DEPTH]", "search the best move", Action::Best),
        command("perft", "DEPTH", "count the lines of play", Action::Perft),
        command(
            "load",
            "FILE",
            "read a rule file and begin its game",
            Action::Load,
        )
        .wanting(Wants::File)
        .not_saved(),
        command(
            "reload",
            "",
            "read the rule file again and stay at this position",
            Action::Reload,
        )
        .not_saved(),
        command(
            "save",
            "FILE",
            "write down this session, to be run again; `:save!` also over a file",
            Action::Save,
        )
        .wanting(Wants::File)
        .not_saved(),
        command(
            "run",
            "FILE",
            "enter all that a session file says",
            Action::Run,
        )
        .wanting(Wants::File)
        .not_saved(),
        command("help", "", "show this; so does `?`", Action::Help).not_saved(),
        command("quit", "", "end the session", Action::Quit).not_saved(),
    ];

    /// Returns the command with the name `typed`, or the only command with a name that begins with
    /// `typed`.
    ///
    /// # Errors
    /// When there is no such command, or several names begin with `typed`.
    pub fn find(typed: &str) -> Result<&'static Self, String> {
        let names: Vec<&str> = Command::ALL.iter().map(|command| command.name).collect();
        let name = suggestion::command(typed, &names)?;
        Ok(Command::ALL
            .iter()
            .find(|command| command.name == name)
            .expect("the name is one of these"))
    }
}

/// Reads a depth, in plies.
pub(super) fn depth(argument: &str) -> Result<usize, Trouble> {
    let wrong = || match argument {
        "" => "say how deep, with a number such as 3".to_owned(),
        _ => format!("`{argument}` is no depth; say a number such as 3"),
    };
    argument.parse().map_err(|_| Trouble::Use(wrong()))
}
