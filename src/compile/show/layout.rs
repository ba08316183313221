//! Text that is broken where a line would be too long.

/// Longer lines are broken.
const WIDTH: usize = 100;

/// How far parts of a list stand to the right of it.
const INDENT: usize = 4;

/// A text with the places at which it may be broken.
#[derive(Clone, Debug)]
pub(super) enum Text {
    /// Never broken.
    Whole(String),
    /// Parts between brackets, if there are any, each on a line of its own where they do not fit on
    /// one.
    List {
        open: &'static str,
        parts: Vec<Text>,
        between: &'static str,
        close: &'static str,
    },
    /// As many parts on a line as fit. Each says what stands before it.
    Filled(Vec<String>),
}

impl From<String> for Text {
    fn from(text: String) -> Self {
        Text::Whole(text)
    }
}

impl Text {
    /// Parts between which this stands, without brackets.
    pub fn list(parts: Vec<Text>, between: &'static str) -> Self {
        Text::List {
            open: "",
            parts,
            between,
            close: "",
        }
    }

    /// The same in brackets.
    pub fn group(parts: Vec<Text>, between: &'static str) -> Self {
        Text::List {
            open: "( ",
            parts,
            between,
            close: " )",
        }
    }

    /// That it does not hold.
    pub fn negated(self) -> Self {
        match self {
            Text::List {
                open: "( ",
                parts,
                between,
                close,
            } => Text::List {
                open: "\\+ ( ",
                parts,
                between,
                close,
            },
            other => Text::Whole(format!("\\+ {}", other.on_a_line())),
        }
    }

    /// All of it on one line.
    pub fn on_a_line(&self) -> String {
        match self {
            Text::Whole(text) => text.clone(),
            Text::List {
                open,
                parts,
                between,
                close,
            } => {
                let parts: Vec<String> = parts.iter().map(Text::on_a_line).collect();
                format!("{open}{}{close}", parts.join(between))
            }
            Text::Filled(parts) => parts.concat(),
        }
    }

    /// On lines that begin in this column, of which the first one is begun already.
    fn broken(&self, column: usize, text: &mut String) {
        let line = self.on_a_line();
        if column + line.chars().count() <= WIDTH {
            text.push_str(&line);
            return;
        }
        match self {
            Text::Whole(_) => text.push_str(&line),
            Text::List {
                open,
                parts,
                between,
                close,
            } => {
                text.push_str(open);
                let inner = column + if open.is_empty() { 0 } else { INDENT };
                for (number, part) in parts.iter().enumerate() {
                    let begins = number > 0 || !open.is_empty();
                    if number > 0 {
                        text.push_str(between.trim_end());
                    }
                    if begins {
                        new_line(inner, text);
                    }
                    part.broken(inner, text);
                }
                if !close.is_empty() {
                    new_line(column, text);
                    text.push_str(close.trim_start());
                }
            }
            Text::Filled(parts) => {
                let mut at = column;
                for part in parts {
                    let length = part.chars().count();
                    if at + length > WIDTH && at > column {
                        new_line(column, text);
                        at = column;
                    }
                    text.push_str(if at == column {
                        part.trim_start()
                    } else {
                        part
                    });
                    at += length;
                }
            }
        }
    }

    /// A clause with this head, or a fact where there is nothing to it.
    pub fn clause(head: &str, body: Vec<Text>) -> String {
        let body = Text::list(body, ", ");
        let goals = body.on_a_line();
        if goals.is_empty() || goals == "true" {
            return format!("{head}.");
        }
        if head.chars().count() + goals.chars().count() + 5 <= WIDTH {
            return format!("{head} :- {goals}.");
        }
        let mut text = format!("{head} :-");
        new_line(INDENT, &mut text);
        body.broken(INDENT, &mut text);
        text + "."
    }
}

fn new_line(column: usize, text: &mut String) {
    while text.ends_with(' ') {
        text.pop();
    }
    text.push('\n');
    text.extend(std::iter::repeat_n(' ', column));
}
