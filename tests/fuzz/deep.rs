//! Any goal, nested as deep as the bytes say in shapes that they choose, is called or ends in a
//! limit, in a thread with a small stack: a native recursion over it would abort the process.

use regola::game::{Game, Rules};
use regola::logic::Limits;
use regola::logic::proof::Bounds;
use regola::syntax::load::MemoryReader;

use super::shapes::{GOALS, RULES};

/// What the main thread of a program has on Windows, the least of all systems.
const STACK: usize = 1 << 20;

/// Enough for goals of some ten thousand levels.
const FEW: Limits = Limits {
    steps: 500_000,
    memory: 32 << 20,
};

/// The most runs of one shape: each takes a byte for the shape and one for the levels, in hundreds.
const MOST_RUNS: usize = 8;

/// Asserts that a deep goal is answered, and explained, or refused by a limit that has a name.
pub fn check(bytes: &[u8]) {
    let mut goals = vec!["G0 = true".to_owned()];
    for (at, run) in bytes.chunks_exact(2).take(MOST_RUNS).enumerate() {
        let (shape, levels) = (
            GOALS[usize::from(run[0]) % GOALS.len()],
            usize::from(run[1]) * 100,
        );
        goals.push(format!("deep({levels}, {shape}, G{at}, G{})", at + 1));
    }
    let question = format!("{}, call(G{})", goals.join(", "), goals.len() - 1);
    let thread = std::thread::Builder::new()
        .stack_size(STACK)
        .spawn(move || ask(&question))
        .expect("a thread starts");
    thread.join().expect("a deep goal is asked without a panic");
}

fn ask(question: &str) {
    let game = "role(x).  :- fluent on(_).  init(on(a)).  legal(x, m).  add(on(b)) :- does(x, _).  terminal :- on(b).
        goal(x, 100).\n";
    let reader = MemoryReader::new().with("deep.rules", game.to_owned() + RULES);
    let rules = Rules::read_within(&reader, "deep.rules", FEW)
        .unwrap_or_else(|failure| panic!("{failure}"));
    let start = rules.initial();
    let first = rules
        .query(&start, question)
        .map(|mut answers| answers.next());
    match first.unwrap_or_else(|failure| panic!("{failure}")) {
        Some(Ok(answer)) => assert!(!answer.to_string().is_empty()),
        Some(Err(error)) => {
            let told = rules.failure(&error).to_string();
            assert!(told.contains("limit"), "{question}: {told}");
        }
        None => panic!("{question} fails"),
    }
    if let Err(failure) = rules.explain(&start, question, Bounds::default()) {
        assert!(
            failure.to_string().contains("limit"),
            "{question}: {failure}"
        );
    }
}
