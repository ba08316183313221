//! Many games side by side.

use std::sync::Arc;

use regola::environment::{
    Autoreset, Batch, BatchOptions, Environment, Illegal, NO_ACTION, Outcomes, StepError, Stepper,
};
use regola::game::{Game, Rules};

use super::{environment, of_rules};

/// What a step writes.
#[derive(Clone, Debug, PartialEq)]
struct Arrays {
    rewards: Vec<f32>,
    terminated: Vec<bool>,
    truncated: Vec<bool>,
}

impl Arrays {
    fn of(batch: &Batch) -> Self {
        let games = batch.games();
        let roles = batch.environment().rules().role_count();
        Self {
            rewards: vec![0.0; games * roles],
            terminated: vec![false; games],
            truncated: vec![false; games],
        }
    }

    fn outcomes(&mut self) -> Outcomes<'_> {
        Outcomes {
            rewards: &mut self.rewards,
            terminated: &mut self.terminated,
            truncated: &mut self.truncated,
        }
    }
}

fn batch(environment: &Arc<Environment>, games: usize, options: BatchOptions) -> Batch {
    Batch::new(environment, games, options).expect("the games begin")
}

/// The actions of a random step of a batch.
fn step_random(batch: &mut Batch, arrays: &mut Arrays) -> Vec<i32> {
    let mut actions = vec![0; batch.games() * batch.actions_per_game()];
    batch
        .step_random(&mut actions, &mut arrays.outcomes())
        .expect("the rules can be followed");
    actions
}

/// Games of a batch are those that are played one by one, whatever the number of threads.
#[test]
fn a_batch_plays_the_games_of_its_actions() {
    for name in ["connect-four", "english-draughts", "goofspiel", "tictactoe"] {
        let environment = environment(name);
        let options = BatchOptions {
            autoreset: Autoreset::Off,
            seed: 9,
            ..BatchOptions::default()
        };
        let threads = BatchOptions {
            threads: 3,
            ..options
        };
        let (mut one, mut several) = (
            batch(&environment, 7, options),
            batch(&environment, 7, threads),
        );
        let stepper = Stepper::new(&environment);
        let begin = stepper
            .state(&environment.rules().initial())
            .expect("the game begins");
        let mut states = vec![begin; 7];
        let (mut arrays, mut others) = (Arrays::of(&one), Arrays::of(&several));
        for _ in 0..25 {
            let actions = step_random(&mut one, &mut arrays);
            assert_eq!(step_random(&mut several, &mut others), actions);
            assert_eq!(arrays, others);
            let per_game = one.actions_per_game();
            for (number, (state, actions)) in
                states.iter_mut().zip(actions.chunks(per_game)).enumerate()
            {
                if state.goals().is_some() {
                    assert!(actions.iter().all(|action| *action == NO_ACTION));
                    continue;
                }
                let action_of = |role: regola::game::Role| match actions {
                    [only] => *only as u32,
                    of_roles => of_roles[role.0] as u32,
                };
                stepper
                    .play(state, action_of)
                    .expect("a legal move is played");
                assert_eq!(one.position(number), Some(stepper.position(state)));
                assert_eq!(arrays.terminated[number], state.goals().is_some());
                let roles = environment.rules().role_count();
                let rewards = &arrays.rewards[number * roles..][..roles];
                let expected: Vec<f32> = match state.goals() {
                    Some(goals) => goals
                        .iter()
                        .map(|goal| f32::from(*goal) / 50.0 - 1.0)
                        .collect(),
                    None => vec![0.0; roles],
                };
                assert_eq!(rewards, expected);
            }
        }
    }
}

#[test]
fn masks_movers_and_observations_are_those_of_the_positions() {
    let environment = environment("othello");
    let mut batch = batch(
        &environment,
        5,
        BatchOptions {
            threads: 2,
            ..BatchOptions::default()
        },
    );
    let mut arrays = Arrays::of(&batch);
    (0..11).for_each(|_| {
        step_random(&mut batch, &mut arrays);
    });
    let (actions, size) = (environment.actions().count(), environment.planes().size());
    let (mut masks, mut numbers, mut movers) =
        (vec![true; 5 * actions], vec![7; 5 * size], vec![7; 5]);
    batch.write_masks(&mut masks);
    let written = batch.write_observations(&mut numbers);
    written.expect("the rules can be followed");
    batch.write_movers(&mut movers);
    let stepper = Stepper::new(&environment);
    for game in 0..5 {
        let position = batch.position(game).expect("there are five games");
        let state = stepper.state(&position).expect("it has a turn");
        let mover = state.mover().expect("one role is to move");
        assert_eq!(movers[game], mover.0 as i8);
        let legal: Vec<u32> = (0..actions as u32)
            .filter(|action| masks[game * actions + *action as usize])
            .collect();
        assert_eq!(legal, stepper.actions(&state, mover));
        let mut own = vec![0; size];
        let observed = environment.observe(&stepper, &state, mover, &mut own);
        observed.expect("the rules can be followed");
        assert_eq!(numbers[game * size..][..size], own);
    }
}

/// When a game that is over begins anew.
#[test]
fn games_begin_anew_as_it_is_asked() {
    let environment = environment("filetto");
    for autoreset in [Autoreset::Next, Autoreset::Same, Autoreset::Off] {
        let options = BatchOptions {
            autoreset,
            seed: 4,
            ..BatchOptions::default()
        };
        let mut batch = batch(&environment, 1, options);
        let mut arrays = Arrays::of(&batch);
        let start = environment.rules().initial();
        while !arrays.terminated[0] {
            step_random(&mut batch, &mut arrays);
        }
        let ended = batch.position(0).expect("there is a game");
        assert_eq!(ended == start, autoreset == Autoreset::Same);
        assert!(arrays.rewards != [0.0, 0.0] || autoreset != Autoreset::Same);
        step_random(&mut batch, &mut arrays);
        let after = batch.position(0).expect("there is a game");
        match autoreset {
            Autoreset::Next => assert_eq!((after, arrays.terminated[0]), (start, false)),
            Autoreset::Same => assert_ne!(after, start),
            Autoreset::Off => assert_eq!((after, arrays.terminated[0]), (ended, true)),
        }
    }
}

#[test]
fn games_are_cut_off() {
    let environment = environment("othello");
    let options = BatchOptions {
        max_plies: Some(3),
        ..BatchOptions::default()
    };
    let mut batch = batch(&environment, 2, options);
    let mut arrays = Arrays::of(&batch);
    let cut: Vec<bool> = (0..4)
        .map(|_| {
            step_random(&mut batch, &mut arrays);
            assert_eq!(arrays.terminated, [false, false]);
            arrays.truncated[0]
        })
        .collect();
    assert_eq!(cut, [false, false, true, false]);
}

/// An illegal action is an error before any game goes on, or its role loses.
#[test]
fn an_illegal_action() {
    let environment = environment("connect-four");
    let mut refusing = batch(&environment, 3, BatchOptions::default());
    let mut arrays = Arrays::of(&refusing);
    for illegal in [7, -1, i32::MAX, i32::MIN] {
        let error = refusing
            .step(&[0, illegal, 2], &mut arrays.outcomes())
            .expect_err("the second action is illegal");
        assert!(
            matches!(&error, StepError::Illegal { game: 1, action, .. } if *action == i64::from(illegal))
        );
        let start = environment.rules().initial();
        assert_eq!(refusing.position(0), Some(start));
    }
    let options = BatchOptions {
        illegal: Illegal::Loses,
        ..BatchOptions::default()
    };
    let mut judging = batch(&environment, 2, options);
    let mut arrays = Arrays::of(&judging);
    judging
        .step(&[3, 7], &mut arrays.outcomes())
        .expect("an illegal action loses");
    assert_eq!(arrays.terminated, [false, true]);
    assert_eq!(arrays.rewards, [0.0, 0.0, -1.0, 1.0]);
    judging
        .step(&[3, 0], &mut arrays.outcomes())
        .expect("the second game begins anew");
    assert_eq!(judging.position(1), Some(environment.rules().initial()));
}

/// Games to their end leave the batch as it is, and cost nobody a win.
#[test]
fn rollouts() {
    let environment = environment("breakthrough");
    let mut games = batch(
        &environment,
        40,
        BatchOptions {
            threads: 2,
            ..BatchOptions::default()
        },
    );
    let mut rewards = vec![0.0; 80];
    let plies = games
        .rollout(10_000, &mut rewards)
        .expect("the rules can be followed");
    assert!(plies > 40 * 20);
    assert!(
        rewards
            .chunks(2)
            .all(|pair| pair[0] + pair[1] == 0.0 && pair[0] != 0.0)
    );
    assert!(rewards.contains(&1.0) && rewards.contains(&-1.0));
    assert_eq!(games.position(7), Some(environment.rules().initial()));
    let plies = games
        .rollout(5, &mut rewards)
        .expect("the rules can be followed");
    assert_eq!((plies, rewards), (200, vec![0.0; 80]));
}

#[test]
fn a_copy_goes_on_by_itself() {
    let environment = environment("othello");
    let mut one = batch(&environment, 3, BatchOptions::default());
    let mut arrays = Arrays::of(&one);
    step_random(&mut one, &mut arrays);
    let mut other = one.copy();
    let before = one.position(2);
    let actions = step_random(&mut other, &mut arrays.clone());
    assert_eq!(one.position(2), before);
    assert_eq!(
        step_random(&mut one, &mut arrays),
        actions,
        "what is random is copied too"
    );
    assert_eq!(one.position(2), other.position(2));
}

/// A batch of a game that begins by turns takes one action for each game, and says so where that is
/// not enough.
#[test]
fn roles_that_move_at_once_later_are_an_error() {
    let rules = Rules::from_text(
        "role(ann).  role(bob).  :- fluent seen -> _.  init(seen([])).
         :- fluent plies -> _.  init(plies(0)).  add(plies(M)) :- does(ann, _), plies(N), M is N + 1.
         legal(ann, begin) :- seen([]).
         legal(P, go) :- role(P), seen([_|_]).
         add(seen([x|L])) :- does(ann, _), seen(L).
         terminal :- seen([_, _, _]).  goal(P, 50) :- role(P).",
    )
    .expect("the game loads");
    let environment = of_rules(&rules);
    assert!(!environment.moves_at_once());
    for illegal in [Illegal::Error, Illegal::Loses] {
        let options = BatchOptions {
            illegal,
            ..BatchOptions::default()
        };
        let mut batch = batch(&environment, 2, options);
        let mut arrays = Arrays::of(&batch);
        let mut actions = step_random(&mut batch, &mut arrays);
        let error = batch.step_random(&mut actions, &mut arrays.outcomes());
        assert!(
            matches!(error, Err(StepError::Together { game: 0 })),
            "{error:?}"
        );
        let error = batch.step(&actions, &mut arrays.outcomes());
        assert!(
            matches!(error, Err(StepError::Together { game: 0 })),
            "{error:?}"
        );
    }
}
