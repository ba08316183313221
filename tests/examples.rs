//! The examples on the pages of the codes, and the small game that completes those that are a part
//! of one.

use regola::codes::DiagnosticCode;

/// A game that is in order. An example takes the place of what it says itself.
pub const FRAME: &str = "\
role(x).  role(o).
other(x, o).  other(o, x).
column(1..3).
row(1..3).
:- fluent control -> role.
:- fluent cell(column, row) -> role.
init(control(x)).
legal(P, mark(X, Y)) :- control(P), row(Y), column(X), \\+ cell(X, Y, _).
add(cell(X, Y, P)) :- does(P, mark(X, Y)).
add(control(Q)) :- does(P, _), other(P, Q).
terminal :- \\+ ( column(X), row(Y), \\+ cell(X, Y, _) ).
goal(P, 50) :- role(P).
";

/// The same for examples that are sentences of a sheet.
pub const SHEET: &str = "\
(role white)
(role black)
(init (left 3))
(<= (legal ?r take) (role ?r))
(<= (next (left 2)) (true (left 3)))
(<= (next (left 1)) (true (left 2)))
(<= terminal (true (left 1)))
(<= (goal ?r 50) (role ?r))
";

/// The same for examples that random games are played with.
pub const PILE: &str = "\
role(ann).  role(bob).
other(ann, bob).  other(bob, ann).
count(0..5).
:- fluent control -> role.
:- fluent left -> count.
init(control(ann)).
init(left(5)).
legal(P, take(N)) :- control(P), left(L), between(1, 2, N), N =< L.
add(left(M)) :- does(_, take(N)), left(L), M is L - N.
add(control(Q)) :- does(P, _), other(P, Q).
terminal :- left(0).
goal(P, 100) :- other(P, Q), control(Q).
goal(P, 0) :- control(P).
";

/// What stands between two fences, and the words behind the first.
pub struct Example {
    pub text: String,
    words: Vec<String>,
}

impl Example {
    /// Some clauses that are a part of a game.
    pub fn part(text: &str) -> Self {
        Self {
            text: text.to_owned(),
            words: Vec::new(),
        }
    }

    pub fn is(&self, word: &str) -> bool {
        self.words.iter().any(|other| other == word)
    }

    /// Whether another code may be given too: nothing uses what a part of a game defines, and it
    /// stands apart.
    pub fn allows(&self, code: &str) -> bool {
        let named = |word: &String| {
            word.strip_prefix("also=")
                .is_some_and(|codes| codes.split(',').any(|also| also == code))
        };
        self.words.iter().any(named)
            || matches!(code, "unused-predicate" | "clauses-apart") && !self.is("whole")
    }

    /// The example and those lines of the frame of which it says nothing.
    pub fn framed(&self) -> String {
        let own: Vec<&str> = self.text.lines().map(subject).collect();
        let frame = if self.is("played") { PILE } else { FRAME };
        let rest = frame.lines().filter(|line| !own.contains(&subject(line)));
        self.text
            .lines()
            .chain(rest)
            .map(|line| format!("{line}\n"))
            .collect()
    }
}

/// What a line of rules is about: the name of its predicate, with that of the fluent of which it
/// speaks, or that of the fluent which it declares.
fn subject(line: &str) -> &str {
    let opening = [":- fluent ", "init(", "add(", "delete("]
        .into_iter()
        .find(|opening| line.starts_with(opening));
    let opening = opening.map_or(0, str::len);
    let name = &line[opening..];
    let length = name
        .find(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_')
        .unwrap_or(name.len());
    if opening + length == 0 {
        line
    } else {
        &line[..opening + length]
    }
}

/// The wrong and the right example of a page.
pub fn examples(code: &DiagnosticCode) -> (Example, Example) {
    let example = |kind: &str| {
        let opening = code
            .page
            .lines()
            .find(|line| line.starts_with(&format!("```rules {kind}")));
        let opening = opening.unwrap_or_else(|| panic!("{} has no {kind} example", code.name));
        let after = code
            .page
            .split_once(&format!("{opening}\n"))
            .map_or("", |(_, after)| after);
        let text = after.split("```").next().unwrap_or("").to_owned();
        Example {
            text,
            words: opening.split(' ').skip(2).map(str::to_owned).collect(),
        }
    };
    (example("wrong"), example("right"))
}
