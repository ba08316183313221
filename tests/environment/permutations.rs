//! Symmetries as permutations of observations and actions.

use std::fmt::Write as _;

use proptest::prelude::*;
use proptest::sample::select;
use regola::environment::{Environment, Permutation, Stepper};
use regola::game::{Game as _, Role, Rules};

use super::{environment, of_rules};

/// Games with symmetries, and what their moves name: columns, squares, points, heaps.
const GAMES: [&str; 8] = [
    "amazons",
    "breakthrough",
    "connect-four",
    "filetto",
    "gomoku",
    "lines-of-action",
    "morris",
    "nim",
];

#[test]
fn symmetries_are_permutations_where_they_can_be() {
    let mut told = String::new();
    for name in GAMES
        .into_iter()
        .chain(["hex", "knights-tour", "tictactoe"])
    {
        let environment = environment(name);
        let symmetries = environment.rules().symmetry_count();
        let permutations = environment
            .permutations()
            .expect("the rules are right")
            .len();
        writeln!(
            told,
            "{name}: {permutations} of {symmetries} symmetries, without the identity"
        )
        .expect("a string takes all");
    }
    assert_snapshot!("environment_permutations", told);
}

/// The permutations of rules that have one symmetry beside the identity.
fn permutations_with_a_mirror(rules: &str) -> Vec<Permutation> {
    let rules = Rules::from_text(rules).expect("the rules are right");
    assert_eq!(rules.symmetry_count(), 2);
    let permutations = of_rules(&rules).permutations();
    permutations.expect("the rules are right")
}

#[test]
fn moves_that_name_something_else_have_no_permutation() {
    // A move has a number that no fact has.
    let rules = "
        role(left). role(right).
        opponent(left, right). opponent(right, left).
        spot(1..4).
        named(1, 7). named(2, 9). named(3, 8). named(4, 6).
        :- fluent control -> role.
        :- fluent on(spot) -> role.
        init(control(left)).
        legal(P, put(N)) :- control(P), named(S, N), \\+ on(S, _).
        add(on(S, P)) :- does(P, put(N)), named(S, N).
        add(control(Q)) :- does(P, _), opponent(P, Q).
        terminal :- \\+ ( spot(S), \\+ on(S, _) ).
        goal(P, 50) :- role(P).
        symmetry(mirror, on(S, P), on(T, P)) :- T is 5 - S.
    ";
    assert_eq!(permutations_with_a_mirror(rules), Vec::new());
}

/// Two roles go around a ring at once, and a mirror exchanges the ways.
#[test]
fn moves_at_once_have_no_permutation() {
    let rules = "
        role(left). role(right).
        place(0..4). way(up, 1). way(down, -1).
        :- fluent at(role) -> place.
        ply(0..9).
        :- fluent plies -> ply.
        init(at(left, 0)). init(at(right, 2)). init(plies(0)).
        legal(P, go(W)) :- role(P), way(W, _).
        add(at(P, T)) :- does(P, go(W)), way(W, D), at(P, S), T is (S + D) mod 5.
        add(plies(M)) :- plies(N), M is N + 1.
        terminal :- plies(9).
        goal(P, 50) :- role(P).
        symmetry(mirror, at(P, S), at(P, T)) :- T is (5 - S) mod 5.
    ";
    assert_eq!(permutations_with_a_mirror(rules), Vec::new());
}

/// After sixty plies the moves have other names, which the mirror would not exchange as it does squares.
#[test]
fn moves_that_come_late_are_tested_too() {
    let permutations = |signs: &str| {
        let rules = format!(
            "
            role(solo).
            spot(1..4). {signs}
            :- fluent on(spot).
            ply(0..70).
            :- fluent plies -> ply.
            init(plies(0)).
            legal(solo, put(S)) :- plies(N), N < 60, spot(S).
            legal(solo, take(K)) :- plies(N), N >= 60, sign(_, K).
            add(on(S)) :- does(solo, put(S)), \\+ on(S).
            add(plies(M)) :- plies(N), M is N + 1.
            delete(on(S)) :- does(solo, put(S)), on(S).
            delete(on(S)) :- does(solo, take(K)), sign(S, K).
            terminal :- plies(70).
            goal(solo, 50).
            symmetry(mirror, on(S), on(T)) :- T is 5 - S.
            "
        );
        permutations_with_a_mirror(&rules).len()
    };
    assert_eq!(
        permutations("sign(1, 1). sign(2, 2). sign(3, 3). sign(4, 4)."),
        1
    );
    assert_eq!(
        permutations("sign(1, 2). sign(2, 3). sign(3, 1). sign(4, 4)."),
        0
    );
}

/// What a role sees of a position.
fn observed(environment: &Environment, position: &regola::game::Position, role: Role) -> Vec<u8> {
    let mut numbers = vec![0; environment.planes().size()];
    environment
        .observe_position(position, role, &mut numbers)
        .expect("it can be seen");
    numbers
}

fn image(permutation: &Permutation, numbers: &[u8]) -> Vec<u8> {
    let places = permutation.observation.iter();
    places.map(|place| numbers[*place as usize]).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// The image of what is seen is what is seen of an image, where the images of actions are legal and come to the same.
    #[test]
    fn images_are_seen_and_played_alike(name in select(&GAMES[..]), seed: u64, plies in 0..30_usize) {
        let environment = environment(name);
        let (stepper, rules) = (Stepper::new(&environment), environment.rules());
        let mut random = fastrand::Rng::with_seed(seed);
        let mut state = stepper.state(&rules.initial()).expect("the rules are right");
        for _ in 0..plies {
            let mut next = state.clone();
            let chosen = stepper.choose(&state, |moves| random.usize(..moves));
            stepper.play(&mut next, |_| chosen[0].1).expect("the rules are right");
            if next.goals().is_some() {
                break;
            }
            state = next;
        }
        let role = state.mover().expect("one role is to move");
        let position = stepper.position(&state);
        let orbit = rules.orbit(&position);
        let permutations = environment.permutations().expect("the rules are right");
        prop_assert_eq!(permutations.len(), rules.symmetry_count() - 1);
        for permutation in permutations {
            let seen = image(&permutation, &observed(&environment, &position, role));
            let other = orbit.iter().find(|other| observed(&environment, other, role) == seen);
            let other = other.expect("an image is in the orbit");
            let there = stepper.state(other).expect("the rules are right");
            for action in stepper.actions(&there, role) {
                let own = permutation.actions[action as usize];
                prop_assert!(stepper.is_legal(&state, role, own));
                let (mut after, mut after_there) = (state.clone(), there.clone());
                stepper.play(&mut after, |_| own).expect("the rules are right");
                stepper.play(&mut after_there, |_| action).expect("the rules are right");
                let seen = image(&permutation, &observed(&environment, &stepper.position(&after), role));
                prop_assert_eq!(seen, observed(&environment, &stepper.position(&after_there), role));
            }
            prop_assert_eq!(stepper.actions(&there, role).len(), stepper.actions(&state, role).len());
        }
    }
}
