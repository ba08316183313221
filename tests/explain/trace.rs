//! Traces, and what a search costs by predicate.

use regola::game::Rules;
use regola::logic::Limits;
use regola::session::{AllAnswers, Host, Opened, Pace, Session, Stride};
use regola::syntax::load::{MemoryReader, Reader};

/// A host with one text and no clock.
struct Text(MemoryReader);

impl Host for Text {
    fn reader(&self) -> &dyn Reader {
        &self.0
    }
}

/// What a session with a game of this text writes for these entries.
pub(super) fn session(text: &str, entries: &[&str]) -> String {
    let reader = MemoryReader::new().with("small.rules", text);
    let rules = Rules::draft(
        &reader,
        "small.rules",
        Limits {
            steps: 100_000,
            memory: 16 << 20,
        },
    );
    let rules = rules.unwrap_or_else(|failure| panic!("{failure}"));
    transcript(
        &mut Session::new(Box::new(Text(reader)), Opened::new("small.rules", rules)),
        entries,
    )
}

fn transcript(session: &mut Session, entries: &[&str]) -> String {
    let mut told = Vec::new();
    for entry in entries {
        told.extend(format!("?- {entry}\n").into_bytes());
        session
            .enter(entry, &mut told, &mut AllAnswers)
            .expect("nothing is wrong with the output");
    }
    String::from_utf8(told).expect("a session writes text")
}

const SMALL: &str = "
    parent(ann, bob).  parent(ann, eve).  parent(bob, jim).
    grandparent(X, Z) :- parent(X, Y), parent(Y, Z).
    first(X, Y) :- parent(X, Y), !.
    childless(X) :- \\+ parent(X, _).
    strict(X) :- parent(X, _) -> true ; throw(no_child(X)).
    safe(X) :- catch(strict(X), no_child(_), true).
    up(X, Z) :- parent(X, Z).
    up(X, Z) :- parent(X, Y), up(Y, Z).
    endless(X) :- endless(f(X)).
";

#[test]
fn backtracking_cut_and_exceptions() {
    let entries = [
        ":trace grandparent(ann, Z).",
        ":trace first(ann, Y).",
        ":trace childless(jim).",
        ":trace safe(jim).",
        ":trace strict(jim).",
        ":trace member(X, [1, 2]), parent(X, Y).",
        ":trace 1 up(ann, jim).",
        ":trace call(first, ann, Y).",
        ":trace findall(Y, parent(ann, Y), Ys).",
        ":time grandparent(X, Z).",
        ":time parent(bob, X).",
        ":profile up(X, Z).",
        ":trace",
        ":why not",
        ":trace endless(a), fail.",
        ":trace no_such(a).",
    ];
    let told = session(SMALL, &entries);
    let endless: Vec<&str> = told
        .lines()
        .filter(|line| line.contains("endless(f(f(f(f("))
        .collect();
    let kept = told
        .lines()
        .filter(|line| !line.contains("endless(f(f(f(f("))
        .collect::<Vec<_>>()
        .join("\n");
    assert!(
        endless.len() > 900,
        "{} ports of an endless recursion are shown",
        endless.len()
    );
    assert_snapshot!("explain__trace", kept);
}

/// Goes on as a person would who presses these keys.
struct Strides(Vec<Stride>);

impl Pace for Strides {
    fn goes_on(&mut self, _given: usize) -> std::io::Result<bool> {
        Ok(true)
    }

    fn at_port(&mut self, _shown: usize) -> std::io::Result<Stride> {
        Ok(self.0.pop().unwrap_or(Stride::Creep))
    }
}

/// The ports that are shown of the grandparents of jim, with these strides and then step by step.
fn ports(strides: &[Stride]) -> Vec<String> {
    let reader = MemoryReader::new().with("small.rules", SMALL);
    let rules = Rules::draft(&reader, "small.rules", Limits::default())
        .unwrap_or_else(|failure| panic!("{failure}"));
    let mut session = Session::new(Box::new(Text(reader)), Opened::new("small.rules", rules));
    let mut told = Vec::new();
    let mut pace = Strides(strides.iter().rev().copied().collect());
    session
        .enter(":trace grandparent(X, jim)", &mut told, &mut pace)
        .expect("nothing is wrong with the output");
    String::from_utf8(told)
        .expect("a session writes text")
        .lines()
        .map(str::to_owned)
        .collect()
}

#[test]
fn a_person_decides_how_far_a_trace_goes_on() {
    assert_eq!(
        ports(&[Stride::Stop]),
        [
            "  1 call      grandparent(_0, jim)",
            "The trace was stopped here."
        ]
    );
    let skipped = ports(&[Stride::Skip, Stride::Stop]);
    assert_eq!(skipped[1], "  1 exit      grandparent(ann, jim)");
    assert_eq!(skipped.len(), 3, "{skipped:?}");
    let inner = ports(&[Stride::Creep, Stride::Skip, Stride::Skip, Stride::Stop]);
    let shown = [
        "  2 call      parent(_0, _1)",
        "  2 exit      parent(ann, bob)",
        "  2 call      parent(bob, jim)",
    ];
    assert_eq!(
        inner[1..4],
        shown,
        "from an exit, skipping goes to the next port"
    );
    let leapt = ports(&[Stride::Creep, Stride::Leap, Stride::Stop]);
    assert_eq!(leapt[2], "X = ann ;", "leaping goes to the answer");
    assert_eq!(leapt[3], "  1 redo      grandparent(ann, jim)");
}
