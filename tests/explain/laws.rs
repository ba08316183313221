//! What holds of every explanation and every trace: of random small programs, and of random games
//! of Othello.

use std::sync::Arc;

use proptest::prelude::*;
use regola::game::{Game, Position, Rules};
use regola::logic::proof::{
    Attempt, Bounds, Explanation, Goal, Inquiry, Obstacle, Proof, Reason, Refutation,
};
use regola::logic::{
    Builder, ErrorKind, Facts, Limits, Machine, Port, PortEvent, Program, Term, Trace, Traced,
};
use regola::syntax::parse::{parse_file, parse_query};
use regola::syntax::source::Sources;

use super::shipped;
use crate::logic::programs::{LIBRARY, program};

const LIMITS: Limits = Limits {
    steps: 20_000,
    memory: 16 << 20,
};
const BOUNDS: Bounds = Bounds {
    depth: 60,
    nodes: 2_000,
    ways: 4,
};
const MOST_ANSWERS: usize = 8;

/// A program of these rules and a goal.
fn read(rules: &str, query: &str) -> (Arc<Program>, Goal) {
    let mut sources = Sources::new();
    let id = sources.add("program", &format!("{LIBRARY}{rules}"));
    let (file, _) = parse_file(&sources, id);
    let mut builder = Builder::new();
    assert!(
        builder.add_clauses(file.clauses).is_empty(),
        "the program is right"
    );
    let id = sources.add("query", query);
    let goal = parse_query(&sources, id).expect("the query is right");
    let program = builder.finish().expect("the program is right");
    (
        Arc::new(program),
        Goal::new(Term::from_syntax(&goal).0, &goal),
    )
}

/// All that a trace passes, up to a number of answers.
pub(super) fn trace(program: &Program, goal: &Goal) -> (Vec<PortEvent>, Vec<String>, u64) {
    let facts = Facts::empty(program.schema());
    let mut trace = Trace::new(program, LIMITS, None, &facts, &goal.term);
    let (mut events, mut ended) = (Vec::new(), Vec::new());
    while ended.len() < MOST_ANSWERS {
        match trace.step() {
            Ok(Traced::Port(event)) => {
                assert!(trace.goal().is_some(), "there is a goal at each port");
                events.push(event);
            }
            Ok(Traced::Answer(values)) => ended.push(format!("{values:?}")),
            Ok(Traced::End) => break,
            Err(error) => {
                ended.push(error.to_string());
                break;
            }
        }
    }
    (events, ended, trace.work().steps)
}

/// The same without a trace.
pub(super) fn run(program: &Arc<Program>, goal: &Goal) -> (Vec<String>, u64) {
    let mut machine = Machine::new(program, LIMITS);
    machine.start(&Facts::empty(program.schema()), &[], &goal.term);
    let mut ended = Vec::new();
    while ended.len() < MOST_ANSWERS {
        match machine.next_answer() {
            Ok(true) => match machine.roots() {
                Ok(values) => ended.push(format!("{values:?}")),
                // Some are infinite.
                Err(error) => {
                    ended.push(error.to_string());
                    break;
                }
            },
            Ok(false) => break,
            Err(error) => {
                ended.push(error.to_string());
                break;
            }
        }
    }
    (ended, machine.work().steps)
}

/// Asserts that control enters and leaves boxes as it must: the innermost one that is open is left
/// first, and only what has been left by an exit is entered again.
pub(super) fn assert_nested(events: &[PortEvent]) {
    let mut open: Vec<u64> = Vec::new();
    let mut left: Vec<u64> = Vec::new();
    for event in events {
        match event.port {
            Port::Call => open.push(event.call),
            Port::Redo => {
                assert!(
                    left.contains(&event.call),
                    "{event:?} was not left by an exit"
                );
                open.push(event.call);
            }
            Port::Exit | Port::Fail | Port::Exception => {
                assert_eq!(
                    open.last(),
                    Some(&event.call),
                    "{event:?} is not the innermost open box"
                );
                assert_eq!(event.depth, open.len(), "{event:?}");
                open.pop();
            }
        }
        left.retain(|call| *call != event.call);
        left.extend((event.port == Port::Exit).then_some(event.call));
        assert!(
            event.port != Port::Call || event.depth == open.len(),
            "{event:?}"
        );
    }
}

/// Whether a goal has an answer; none if it ends in an error.
fn holds(program: &Arc<Program>, goal: &Goal) -> Option<bool> {
    let mut machine = Machine::new(program, LIMITS);
    machine.start(&Facts::empty(program.schema()), &[], &goal.term);
    machine.next_answer().ok()
}

/// All goals of proofs that stand at the ends of branches.
fn leaves<'p>(proofs: &'p [Proof], found: &mut Vec<&'p Proof>) {
    for proof in proofs {
        match &proof.reason {
            Reason::Clause { premises, .. } if !premises.is_empty() => leaves(premises, found),
            _ => found.push(proof),
        }
    }
}

/// All failures of a refutation, itself first.
pub(super) fn failures<'r>(refutation: &'r Refutation, found: &mut Vec<&'r Refutation>) {
    found.push(refutation);
    match &refutation.obstacle {
        Obstacle::Attempts { attempts, .. } => {
            let cases = attempts.iter().flat_map(|attempt: &Attempt| &attempt.cases);
            cases.for_each(|case| failures(case, found));
        }
        Obstacle::Counterexample(inner) => failures(inner, found),
        _ => {}
    }
}

fn query() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![
        "p0(A, B)",
        "p0(a, B)",
        "p0(A, [b, c])",
        "p0(A, A)",
        "p1(b, B), p2(A, B)",
    ])
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(), failure_persistence: None, max_shrink_iters: 2_000, ..ProptestConfig::default() })]

    #[test]
    fn a_trace_is_that_of_the_search_and_its_boxes_nest(rules in program(), query in query()) {
        let (program, goal) = read(&rules, query);
        let (events, ended, steps) = trace(&program, &goal);
        assert_nested(&events);
        let (expected, expected_steps) = run(&program, &goal);
        prop_assert_eq!(&ended, &expected);
        // Where a limit ends it, a traced program has other work left.
        if !ended.iter().any(|end| end.contains("limit")) {
            prop_assert_eq!(steps, expected_steps);
        }
    }

    #[test]
    fn what_a_proof_rests_on_holds_and_what_a_failure_names_fails(rules in program(), query in query()) {
        let (program, goal) = read(&rules, query);
        let facts = Facts::empty(program.schema());
        let mut machine = Machine::new(&program, LIMITS);
        let explained = Inquiry::new(&mut machine, &facts, &[], LIMITS, BOUNDS).explain(&goal);
        match explained {

            Ok(Explanation::Holds(proofs)) => {
                prop_assert_eq!(holds(&program, &goal), Some(true));
                let mut found = Vec::new();
                leaves(&proofs, &mut found);
                // Goals within these, and a predicate of the program, may mean something else with
                // the answer's bindings.
                let is_steady = |leaf: &&&Proof| {
                    let holds_goals = matches!(leaf.goal.functor(), Some(("findall" | "aggregate_all" | "catch", 3)));
                    !holds_goals && !matches!(leaf.reason, Reason::Clause { .. } | Reason::Unexplored)
                };
                for leaf in found.iter().filter(is_steady) {
                    prop_assert_eq!(holds(&program, &leaf.goal), Some(true), "{} ({:?})", leaf.goal, leaf.reason);
                }
            }
            Ok(Explanation::Fails(refutation)) => {
                prop_assert_eq!(holds(&program, &goal), Some(false));
                let mut found = Vec::new();
                failures(&refutation, &mut found);
                for failure in found {
                    let held = holds(&program, &failure.goal);
                    match &failure.obstacle {
                        // Infinite terms can be made, but not noted.
                        Obstacle::Error(error) if matches!(error.kind, ErrorKind::Limit(_)) => {}
                        // A goal may have answers before the error comes.
                        Obstacle::Error(_) => prop_assert_ne!(held, Some(false), "{}", failure.goal),
                        _ => prop_assert_eq!(held, Some(false), "{}", failure.goal),
                    }
                }
            }
            Err(_) => {}
        }
    }
}

/// A position after some random moves.
fn random_position(rules: &Rules, random: &mut fastrand::Rng) -> Position {
    let mut position = rules.initial();
    for _ in 0..random.usize(..50) {
        let legal = rules
            .legal_moves(&position)
            .expect("the rules can be followed");
        let Some(chosen) = random.choice(legal) else {
            break;
        };
        position = rules
            .play(&position, &[chosen])
            .expect("the rules can be followed");
    }
    position
}

#[test]
fn every_square_of_othello_is_explained_by_what_holds_or_fails_there() {
    let rules = shipped("othello");
    let mut random = fastrand::Rng::with_seed(7);
    for _ in 0..5 {
        let position = random_position(&rules, &mut random);
        let mover = rules
            .query(&position, "control(P)")
            .expect("the question is right")
            .next();
        let mover = mover
            .expect("somebody is to move")
            .expect("no error")
            .get("P")
            .expect("P is bound")
            .clone();
        let legal = rules
            .legal_moves(&position)
            .expect("the rules can be followed");
        let asked = |goal: &Goal| {
            rules
                .query(&position, &goal.to_string())
                .expect("the goal is right")
                .count()
                > 0
        };
        for square in 0..64 {
            let (x, y) = (square % 8 + 1, square / 8 + 1);
            let question = format!("legal({mover}, place({x}, {y}))");
            let is_legal = legal
                .iter()
                .any(|played| played.term.to_string() == format!("place({x}, {y})"));
            let explained = rules
                .explain(&position, &question, Bounds::default())
                .expect("it can be explained");
            assert_eq!(explained.holds(), is_legal, "{question}");
            match &explained.explanation {
                Explanation::Fails(refutation) => {
                    let mut found = Vec::new();
                    failures(refutation, &mut found);
                    assert!(
                        found.len() > 2,
                        "{question} fails by something:\n{explained}"
                    );
                    for failure in found {
                        assert!(!asked(&failure.goal), "{question}: {} holds", failure.goal);
                        if let Obstacle::Holds(proofs) = &failure.obstacle {
                            assert!(
                                proofs.iter().all(|proof| asked(&proof.goal)),
                                "{question}:\n{explained}"
                            );
                        }
                    }
                }
                Explanation::Holds(proofs) => {
                    let mut found = Vec::new();
                    leaves(proofs, &mut found);
                    for leaf in found {
                        assert!(
                            !matches!(leaf.reason, Reason::Unexplored),
                            "{question}:\n{explained}"
                        );
                        assert!(asked(&leaf.goal), "{question}: {} does not hold", leaf.goal);
                    }
                }
            }
        }
    }
}

/// How many programs are tried; more where `REGOLA_CASES` asks for more.
fn cases() -> u32 {
    std::env::var("REGOLA_CASES")
        .ok()
        .and_then(|cases| cases.parse().ok())
        .unwrap_or(100)
}
