//! What a role sees of a position.

use std::fmt::Write;

use fastrand::Rng;
use regola::environment::{Environment, State, Stepper};
use regola::game::{Failure, Game, Role, Rules};

use super::{by_machine, environment, of_rules};
use crate::game::shipped;

fn seen(stepper: &Stepper, state: &State, looker: Role) -> Vec<u8> {
    let environment = stepper.environment();
    let mut numbers = vec![7; environment.planes().size()];
    let observed = environment.observe(stepper, state, looker, &mut numbers);
    observed.expect("the rules can be followed");
    numbers
}

#[test]
fn the_planes_of_games() {
    let mut text = String::new();
    for name in [
        "breakthrough",
        "chess",
        "connect-four",
        "dama",
        "goofspiel",
        "kalah",
        "morris",
        "othello",
    ] {
        let environment = environment(name);
        let (shape, names) = (environment.planes().shape(), environment.planes().names());
        let first: Vec<&str> = names.iter().take(12).map(String::as_str).collect();
        let rest = if names.len() > 12 { " ..." } else { "" };
        writeln!(text, "{name} {shape:?}\n  {}{rest}", first.join("\n  "))
            .expect("a string takes any text");
    }
    assert_snapshot!("environment_planes", text);
}

/// An observation, plane by plane.
#[test]
fn what_both_roles_see() {
    let environment = environment("connect-four");
    let stepper = Stepper::new(&environment);
    let facts = "control(yellow). cell(1, 1, red). cell(1, 2, yellow). cell(4, 1, red).";
    let position = environment
        .rules()
        .position("test", facts)
        .expect("it is a position");
    let state = stepper.state(&position).expect("it has a turn");
    let mut text = String::new();
    for looker in [Role(0), Role(1)] {
        writeln!(text, "{} looks", environment.rules().role_name(looker)).expect("a string");
        let numbers = seen(&stepper, &state, looker);
        for (name, plane) in environment
            .planes()
            .names()
            .iter()
            .zip(numbers.chunks(6 * 7))
        {
            writeln!(text, "  {name}").expect("a string");
            for row in plane.chunks(7) {
                let row: Vec<String> = row.iter().map(ToString::to_string).collect();
                writeln!(text, "    {}", row.join(" ")).expect("a string");
            }
        }
    }
    assert_snapshot!("environment_observation", text);
}

/// The words of a compiled position and its facts show the same, and so do the rules of a game that
/// is not compiled.
#[test]
fn words_and_facts_show_the_same() {
    for name in [
        "breakthrough",
        "dama",
        "go",
        "goofspiel",
        "kalah",
        "knights-tour",
        "nim",
        "othello",
    ] {
        let environment = environment(name);
        let machine = by_machine(&shipped(name));
        let (stepper, other) = (Stepper::new(&environment), Stepper::new(&machine));
        let mut random = Rng::with_seed(3);
        let mut state = stepper
            .state(&environment.rules().initial())
            .expect("it begins");
        for _ in 0..12 {
            let position = stepper.position(&state);
            for looker in (0..environment.rules().role_count()).map(Role) {
                let numbers = seen(&stepper, &state, looker);
                assert!(numbers.iter().all(|number| *number <= 1));
                let mut of_facts = vec![7; numbers.len()];
                let observed = environment.observe_position(&position, looker, &mut of_facts);
                observed.expect("the rules can be followed");
                assert_eq!(numbers, of_facts, "{name}");
                let there = other.state(&position).expect("it has a turn");
                // The machine has planes for the parts of moves behind those of the facts.
                let there = seen(&other, &there, looker);
                let (facts, parts) = there.split_at(numbers.len());
                assert_eq!(numbers, facts, "{name}");
                assert!(parts.iter().all(|number| *number == 0), "{name}");
            }
            let chosen = stepper.choose(&state, |moves| random.usize(..moves));
            let Some(_) = chosen.first() else { break };
            stepper
                .play(&mut state, |role| {
                    let own = chosen.iter().find(|(mover, _)| *mover == role);
                    own.expect("it is to move").1
                })
                .expect("a legal move is played");
        }
    }
}

/// Where the colours are exchanged the other role sees the same, but for who it is.
#[test]
fn roles_are_relative() {
    let environment = environment("othello");
    let stepper = Stepper::new(&environment);
    let state = |facts: &str| {
        let position = environment
            .rules()
            .position("test", facts)
            .expect("it is a position");
        stepper.state(&position).expect("it has a turn")
    };
    let one = state("control(black). cell(3, 4, black). cell(4, 4, black). cell(5, 4, white).");
    let other = state("control(white). cell(3, 4, white). cell(4, 4, white). cell(5, 4, black).");
    let squares = 64;
    let (one, other) = (
        seen(&stepper, &one, Role(0)),
        seen(&stepper, &other, Role(1)),
    );
    let last = one.len() - squares;
    assert_eq!(one[..last], other[..last]);
    assert_eq!(
        (one[last], other[last]),
        (0, 1),
        "the last plane says who looks"
    );
}

/// Different lists of letters are hardly ever the same where they share planes by a hash.
#[test]
fn facts_without_a_domain_are_hashed() {
    let environment = environment("anagram");
    let stepper = Stepper::new(&environment);
    let start = stepper
        .state(&environment.rules().initial())
        .expect("it begins");
    let before = seen(&stepper, &start, Role(0));
    assert!(before.contains(&1));
    // First two places are chosen; then the letters there are exchanged.
    let mut next = start.clone();
    let mut earlier = before;
    for _ in 0..2 {
        let action = stepper.actions(&next, Role(0))[0];
        stepper.play(&mut next, |_| action).expect("it is played");
        let after = seen(&stepper, &next, Role(0));
        assert_ne!(after, earlier);
        earlier = after;
    }
    assert!(next.chosen().is_empty());
}

/// The same Connect Four, whose rule file says what is in the planes.
fn with_planes(planes: &str) -> Result<std::sync::Arc<Environment>, Failure> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/games/connect-four.rules");
    let text = std::fs::read_to_string(path).expect("the game ships");
    Rules::from_text(&format!("{text}\n{planes}")).map(|rules| of_rules(&rules))
}

#[test]
fn a_rule_file_declares_its_own_planes() {
    let environment = with_planes(
        "plane(own, X, Y)     :- control(P), cell(X, Y, P).
         plane(landing, X, Y) :- lands(X, Y).
         plane(ground, X, 1)  :- column(X).",
    )
    .expect("the game loads");
    assert_eq!(environment.planes().names(), ["own", "landing", "ground"]);
    assert_eq!(environment.planes().shape(), [3, 6, 7]);
    let stepper = Stepper::new(&environment);
    let facts = "control(red). cell(1, 1, red). cell(1, 2, yellow).";
    let position = environment
        .rules()
        .position("test", facts)
        .expect("it is a position");
    let state = stepper.state(&position).expect("it has a turn");
    let numbers = seen(&stepper, &state, Role(0));
    let squares: Vec<usize> = (0..numbers.len()).filter(|at| numbers[*at] == 1).collect();
    let landing = [1, 2, 3, 4, 5, 6, 14].map(|square| 42 + square);
    let ground = [0, 1, 2, 3, 4, 5, 6].map(|square| 84 + square);
    assert_eq!(squares, [&[0][..], &landing, &ground].concat());
}

#[test]
fn a_plane_off_the_board_is_an_error() {
    let environment = with_planes("plane(far, 9, 1).").expect("the game loads");
    let stepper = Stepper::new(&environment);
    let state = stepper
        .state(&environment.rules().initial())
        .expect("it has a turn");
    let mut numbers = vec![0; environment.planes().size()];
    let error = environment.observe(&stepper, &state, Role(0), &mut numbers);
    let error = error.expect_err("there are seven columns");
    let told = environment.rules().failure(&error).to_string();
    assert!(told.contains("`plane(far, 9, 1)` is in no plane"), "{told}");
    assert!(told.contains("plane(far, 9, 1)."), "{told}");
}
