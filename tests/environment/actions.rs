//! The numbers of moves, and games that are played by them.

use std::fmt::Write;

use fastrand::Rng;
use regola::environment::{Action, State, StepError, Stepper};
use regola::game::{Game, Role, Rules, Turn};

use super::{by_machine, environment, of_rules};
use crate::game::shipped;

/// A position by its actions and by its rules: the same roles have the same moves, in the same order,
/// and the numbers of the moves are those of their terms. Where a move is begun, some of the moves are
/// left.
fn assert_same_turn(
    stepper: &Stepper,
    state: &State,
    rules: &Rules,
    position: &regola::game::Position,
) {
    let turn = rules.turn(position).expect("the rules give a turn");
    if let Turn::Over = turn {
        let goals = rules.goals(position).expect("the game is over");
        assert_eq!(state.goals(), Some(&goals[..]));
        return;
    }
    let movers = turn.into_movers();
    let roles: Vec<Role> = movers.iter().map(|(role, _)| *role).collect();
    assert_eq!(state.movers().collect::<Vec<_>>(), roles);
    let actions = stepper.environment().actions();
    for (role, moves) in movers {
        let own = stepper.moves(state, role);
        let listed: Vec<_> = own.iter().map(|(_, played)| played.clone()).collect();
        match state.chosen().is_empty() {
            true => assert_eq!(listed, moves),
            false => {
                assert!(listed.len() > 1, "one move that is left is played");
                let mut moves = moves.iter();
                assert!(listed.iter().all(|left| moves.any(|one| one == left)));
            }
        }
        let mut numbers: Vec<Action> = own.iter().map(|(action, _)| *action).collect();
        for (action, played) in &own {
            match actions.of_term(&played.term) {
                Some(number) => assert_eq!(number, *action),
                None => assert!(*action as usize >= actions.terms().len(), "{played:?}"),
            }
            assert!(stepper.is_legal(state, role, *action));
        }
        numbers.sort_unstable();
        numbers.dedup();
        assert_eq!(stepper.actions(state, role), numbers);
        let illegal = (0..actions.count() as Action).find(|action| !numbers.contains(action));
        assert!(illegal.is_none_or(|action| !stepper.is_legal(state, role, action)));
    }
}

/// Plays a random game by numbers and by the rules, for this number of plies at most.
fn play(stepper: &Stepper, plies: usize, seed: u64) {
    let rules = stepper.environment().rules();
    let mut random = Rng::with_seed(seed);
    let mut position = rules.initial();
    let mut state = stepper.state(&position).expect("the game begins");
    for _ in 0..plies {
        assert_same_turn(stepper, &state, rules, &position);
        if state.goals().is_some() {
            return;
        }
        let chosen = stepper.choose(&state, |moves| random.usize(..moves));
        let action_of = |role| {
            let own = chosen.iter().find(|(mover, _)| *mover == role);
            own.expect("each role that is to move has an action").1
        };
        let moves: Vec<_> = chosen
            .iter()
            .flat_map(|(role, action)| {
                let moves = stepper.moves(&state, *role).into_iter();
                moves.filter(move |(own, _)| own == action)
            })
            .map(|(_, played)| played)
            .collect();
        let begun = state.chosen().len();
        stepper
            .play(&mut state, action_of)
            .expect("a legal move is played");
        if moves.len() > chosen.len() {
            assert_eq!(state.chosen().len(), begun + 1);
            let bytes = stepper.encode(&state);
            let read = stepper.decode(&bytes).expect("it has been written");
            assert!(stepper.is_same(&read, &state));
            assert_eq!(stepper.key(&read), stepper.key(&state));
        } else {
            position = rules
                .play(&position, &moves)
                .expect("a legal move is played");
        }
        assert_eq!(stepper.position(&state), position);
    }
}

#[test]
fn games_by_numbers_are_games_by_the_rules() {
    let games = [
        ("breakthrough", 60),
        ("connect-four", 42),
        ("dama", 40),
        ("anagram", 40),
        ("english-draughts", 100),
        ("othello-triples", 20),
        ("filetto", 9),
        ("go", 20),
        ("goofspiel", 13),
        ("knights-tour", 64),
        ("lines-of-action", 6),
        ("othello", 61),
        ("russian-draughts", 30),
        ("tictactoe", 9),
    ];
    for (name, plies) in games {
        let stepper = Stepper::new(&environment(name));
        (0..3).for_each(|seed| play(&stepper, plies, seed));
    }
}

/// A move of chess may be legal for several reasons, each of which the compiler keeps apart.
#[test]
fn a_move_that_is_legal_in_several_ways_has_one_number() {
    let stepper = Stepper::new(&environment("chess"));
    (0..2).for_each(|seed| play(&stepper, 30, seed));
}

#[test]
fn moves_of_the_machine_are_chosen_part_by_part() {
    let rules = shipped("othello");
    let stepper = Stepper::new(&by_machine(&rules));
    play(&stepper, 40, 1);
    let state = stepper.state(&rules.initial()).expect("the game begins");
    assert_eq!(parts(&stepper, &state), ["3", "4", "5", "6"]);
}

/// How the legal actions of the role to move are called.
fn parts(stepper: &Stepper, state: &State) -> Vec<String> {
    let mover = state.mover().expect("one role is to move");
    let actions = stepper.actions(state, mover).into_iter();
    let name = |action| match state.part(action) {
        Some(part) => part.to_string(),
        None => stepper.environment().actions().terms()[action as usize].to_string(),
    };
    actions.map(name).collect()
}

/// A man that may take two men each on three ways.
const WAYS: &str = "control(white).  on(3-1, man(white)).
     on(4-2, man(black)).  on(6-4, man(black)).  on(6-2, man(black)).  on(4-4, man(black)).
     on(2-2, man(black)).  on(2-4, man(black)).";

#[test]
fn a_capture_is_chosen_square_by_square() {
    let stepper = Stepper::new(&environment("russian-draughts"));
    let rules = stepper.environment().rules();
    let position = rules.position("test", WAYS).expect("these are facts");
    let start = stepper.state(&position).expect("the rules can be followed");
    let mover = Role(0);
    let moves = stepper.moves(&start, mover);
    let mut text = String::new();
    for (_, played) in &moves {
        let mut state = start.clone();
        let mut steps = Vec::new();
        loop {
            let left = stepper.moves(&state, mover);
            let (action, _) = left.iter().find(|(_, own)| own == played).expect("legal");
            let part = state.part(*action).expect("no such move has a number");
            steps.push(format!("{part} of {}", parts(&stepper, &state).join(" ")));
            stepper.play(&mut state, |_| *action).expect("it is legal");
            if state.chosen().is_empty() {
                break;
            }
        }
        let mut at_once = start.clone();
        let is_legal = stepper
            .play_move(&mut at_once, played)
            .expect("it is played");
        assert!(is_legal && stepper.is_same(&at_once, &state));
        writeln!(text, "{}: {}", played.term, steps.join(", then ")).expect("a string");
    }
    assert_snapshot!("environment_parts", text);
    let illegal = regola::game::Move {
        role: mover,
        term: moves[0].1.term.arguments()[0].clone(),
    };
    let mut state = start.clone();
    assert!(
        !stepper
            .play_move(&mut state, &illegal)
            .expect("nothing is played")
    );
    assert!(stepper.is_same(&start, &state));
}

#[test]
fn an_observation_shows_the_parts_that_are_chosen() {
    let environment = environment("russian-draughts");
    let stepper = Stepper::new(&environment);
    let rules = environment.rules();
    let position = rules.position("test", WAYS).expect("these are facts");
    let mut state = stepper.state(&position).expect("the rules can be followed");
    let seen = |state: &State| {
        let mut numbers = vec![0; environment.planes().size()];
        let seen = environment.observe(&stepper, state, Role(0), &mut numbers);
        seen.expect("the board can be seen");
        numbers
    };
    let before = seen(&state);
    let action = stepper.actions(&state, Role(0))[0];
    stepper.play(&mut state, |_| action).expect("it is legal");
    let after = seen(&state);
    let plane = environment.planes().names();
    let plane = plane.iter().position(|name| name == "chosen(_)");
    let plane = plane.expect("squares are parts");
    let changed: Vec<usize> = (0..after.len())
        .filter(|place| before[*place] != after[*place])
        .collect();
    // The square in column 3 and row 1.
    assert_eq!(changed, [plane * 64 + 2]);
}

#[test]
fn bytes_of_another_state_are_refused() {
    let stepper = Stepper::new(&environment("russian-draughts"));
    let position = stepper.environment().rules().initial();
    let start = stepper.state(&position).expect("the game begins");
    let bytes = stepper.encode(&start);
    for begun in [
        &[2][..],
        &[2, 0, 0, 0, 128],
        &[2, 255, 255, 255, 255],
        // An action that is no part of a move here.
        &[2, 1, 0, 0, 0, 255, 0, 0, 0],
        // A whole move.
        &[
            2,
            1,
            0,
            0,
            0,
            stepper.actions(&start, Role(0))[0] as u8,
            0,
            0,
            0,
        ],
    ] {
        let bytes = [begun, &bytes].concat();
        assert!(stepper.decode(&bytes).is_err(), "{begun:?}");
    }
}

#[test]
fn the_numbers_of_moves() {
    let mut text = String::new();
    for name in [
        "connect-four",
        "goofspiel",
        "othello",
        "breakthrough",
        "english-draughts",
        "tictactoe",
    ] {
        let environment = environment(name);
        let actions = environment.actions();
        let terms = actions.terms().iter();
        let first: Vec<String> = terms.take(9).map(ToString::to_string).collect();
        writeln!(
            text,
            "{name}: {} actions, {} of them spare: {} ...",
            actions.count(),
            actions.spare(),
            first.join(" ")
        )
        .expect("a string takes any text");
        let parts = actions.names().filter(|name| name.starts_with("part "));
        let parts: Vec<String> = parts.collect();
        if !parts.is_empty() {
            writeln!(text, "  {}", parts.join(" ")).expect("a string takes any text");
        }
    }
    assert_snapshot!("environment_actions", text);
}

#[test]
fn more_moves_than_spare_actions_are_an_error() {
    let rules = Rules::from_text(
        "role(ann).  :- fluent seen -> _.  init(seen([])).
         legal(ann, say(N)) :- between(1, 200, N).
         add(seen([N | L])) :- does(ann, say(N)), seen(L).
         terminal :- seen([200 | _]).  goal(ann, 100).",
    )
    .expect("the game loads");
    let stepper = Stepper::new(&of_rules(&rules));
    let error = stepper
        .state(&rules.initial())
        .expect_err("there are 128 spare actions");
    assert!(
        matches!(
            error,
            StepError::TooManyMoves {
                wanted: 200,
                spare: 128
            }
        ),
        "{error}"
    );
}
