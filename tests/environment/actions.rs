//! The numbers of moves, and games that are played by them.

use std::fmt::Write;

use fastrand::Rng;
use regola::environment::{Action, State, StepError, Stepper};
use regola::game::{Game, Role, Rules, Turn};

use super::{by_machine, environment, of_rules};
use crate::game::shipped;

/// A position by its actions and by its rules: the same roles have the same moves, in the same order,
/// and the numbers of the moves are those of their terms.
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
        assert_eq!(listed, moves);
        let mut numbers: Vec<Action> = own.iter().map(|(action, _)| *action).collect();
        for (action, played) in &own {
            match actions.of_term(&played.term) {
                Some(number) => assert_eq!(number, *action),
                None => assert!(*action as usize >= actions.terms().len(), "{played:?}"),
            }
            assert!(stepper.is_legal(state, role, *action));
        }
        numbers.sort_unstable();
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
            .map(|(role, action)| {
                let mut moves = stepper.moves(&state, *role).into_iter();
                moves.find(|(own, _)| own == action).expect("it is legal").1
            })
            .collect();
        stepper
            .play(&mut state, action_of)
            .expect("a legal move is played");
        position = rules
            .play(&position, &moves)
            .expect("a legal move is played");
        assert_eq!(stepper.position(&state), position);
    }
}

#[test]
fn games_by_numbers_are_games_by_the_rules() {
    let games = [
        ("breakthrough", 60),
        ("connect-four", 42),
        ("dama", 40),
        ("english-draughts", 60),
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
fn the_machine_numbers_the_moves_of_a_turn() {
    let rules = shipped("othello");
    let stepper = Stepper::new(&by_machine(&rules));
    play(&stepper, 20, 1);
    let state = stepper.state(&rules.initial()).expect("the game begins");
    assert_eq!(stepper.actions(&state, Role(0)), [0, 1, 2, 3]);
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
    }
    assert_snapshot!("environment_actions", text);
}

#[test]
fn more_moves_than_spare_actions_are_an_error() {
    let rules = Rules::from_text(
        "role(ann).  :- fluent seen -> _.  init(seen([])).
         legal(ann, say(N)) :- between(1, 200, N).
         add(seen([N])) :- does(ann, say(N)).
         terminal :- seen([200]).  goal(ann, 100).",
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
