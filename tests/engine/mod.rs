//! Engines: one for a whole program, in whichever form, with positions and moves of the rules.

use std::ops::ControlFlow;
use std::thread;
use std::time::Duration;

use regola::compile::{Both, Compilation, Compiled};
use regola::engine::{Engine, Form, Visitor};
use regola::game::{Game, Move, Position, RuleGame, Rules};
use regola::search::{
    Deepened, LevelError, MAX_PLIES, Options, Progress, SolveOptions, Strategy, TranspositionTable,
    Unwatched, best,
};

use crate::examples::PILE;
use crate::game::shipped;

const fn can_be_shared<T: Send + Sync>() {}
const fn can_be_sent<T: Send>() {}

/// A server keeps these; the last two have a workspace, and so each belongs to one thread.
const _: () = {
    can_be_shared::<Engine>();
    can_be_shared::<Rules>();
    can_be_shared::<Compilation>();
    can_be_sent::<Compiled>();
    can_be_sent::<Both>();
};

fn engines(rules: &Rules) -> [Engine; 3] {
    Form::ALL.map(|form| {
        Engine::in_form(rules, form).unwrap_or_else(|reason| panic!("{}: {reason}", form.name()))
    })
}

fn options(depth: usize) -> Options {
    Options {
        depth,
        value_every_move: true,
        ..Options::default()
    }
}

#[test]
fn all_forms_find_what_a_search_of_the_rules_finds() {
    let rules = shipped("filetto");
    let start = rules.initial();
    let expected = best(&rules, &start, &options(3), &mut Unwatched);
    for engine in engines(&rules) {
        let name = engine.form().name();
        let found = engine.best(&start, &options(3), &mut Unwatched);
        assert_eq!(found, expected, "{name}");
        let playout = engine.playout(&start, 100, 5).expect("it can be played");
        assert!(
            rules.over(&playout.position).expect("it can be asked"),
            "{name}"
        );
        let shares = engine
            .divide(&start, 2, &mut Unwatched)
            .expect("it can be counted");
        let firsts: Vec<_> = shares.into_iter().flat_map(|share| share.moves).collect();
        assert_eq!(firsts, rules.legal_moves(&start).expect("moves"), "{name}");
    }
}

/// The machine may begin a game, and the compiled form go on with it.
#[test]
fn every_form_goes_on_with_the_tree_of_another() {
    let rules = shipped("connect-four");
    let options = Options {
        strategy: Strategy::MonteCarlo,
        playouts: 200,
        ..options(0)
    };
    let mut answers = Vec::new();
    for first in engines(&rules) {
        for second in engines(&rules) {
            let mut table = TranspositionTable::new(1);
            let mut best = |engine: &Engine, position: &Position| {
                let mut to_the_end = |_: &Deepened<Move>| ControlFlow::Continue(());
                let found = engine.deepen_with(
                    position,
                    &options,
                    &mut table,
                    &mut Unwatched,
                    &mut to_the_end,
                );
                found.expect("it can be searched").best
            };
            let start = rules.initial();
            let begun = best(&first, &start);
            let next = rules
                .play(&start, &begun.line[..1])
                .and_then(|next| rules.play(&next, &begun.line[1..2]))
                .expect("the line is legal");
            answers.push((best(&second, &next), begun));
        }
    }
    assert!(answers.iter().all(|answer| *answer == answers[0]));
    let (gone_on, _) = &answers[0];
    let sum: u64 = gone_on.root_moves.iter().map(|root| root.playouts).sum();
    assert!(sum > gone_on.playouts);
}

#[test]
fn the_winner_of_a_solved_game_has_a_strategy_in_positions_of_the_rules() {
    let rules = shipped("nim");
    // Without the largest pile there are fewer positions to solve.
    let start = rules.initial();
    let moves = rules
        .turn(&start)
        .expect("the rules are right")
        .into_movers();
    let whole_pile = moves[0].1.last().expect("there are moves").clone();
    let start = rules
        .play(&start, &[whole_pile])
        .expect("the rules are right");
    let solve = SolveOptions::default();
    for engine in engines(&rules) {
        let (solution, strategy) = engine
            .solve_with_strategy(&start, &solve, 100_000, &mut Unwatched)
            .expect("it is a small game");
        assert_eq!(
            engine.solve(&start, &solve, &mut Unwatched),
            Ok(solution.clone())
        );
        let tree = strategy.expect("one of the two wins");
        assert_eq!(Some(tree.winner), solution.winner());
        assert_eq!(tree.nodes[0].position, start);
    }
}

#[test]
fn threads_share_an_engine() {
    let rules = shipped("connect-four");
    for engine in [Engine::machine(&rules), Engine::quickest(&rules)] {
        let count = |depth| engine.perft(&rules.initial(), depth, &mut Unwatched);
        let counts = thread::scope(|scope| {
            let threads = [1, 2, 3, 1, 2, 3].map(|depth| scope.spawn(move || count(depth)));
            threads.map(|thread| thread.join().expect("the thread ends"))
        });
        assert_eq!(counts, [7, 49, 343, 7, 49, 343].map(Ok));
    }
}

/// An engine has clones of the rules, so that who loaded them may forget them.
#[test]
fn an_engine_outlives_the_rules_that_it_was_made_from() {
    let engine = Engine::quickest(&shipped("filetto"));
    let clone = engine.clone();
    drop(engine);
    let start = clone.rules().initial();
    assert_eq!(clone.perft(&start, 2, &mut Unwatched), Ok(72));
}

#[test]
fn a_search_for_no_time_still_finds_a_move() {
    let rules = shipped("othello");
    for engine in [Engine::machine(&rules), Engine::quickest(&rules)] {
        let found = engine
            .best_within(
                &rules.initial(),
                &options(MAX_PLIES),
                Duration::ZERO,
                &mut Unwatched,
            )
            .expect("one ply is looked at in any case");
        assert!(found.depth >= 1 && found.best.best_move().is_some());
    }
}

#[test]
fn a_deeper_search_tells_each_depth_in_moves_of_the_rules() {
    let rules = shipped("filetto");
    let start = rules.initial();
    let legal = rules.legal_moves(&start).expect("moves");
    for engine in engines(&rules) {
        let mut depths = Vec::new();
        let mut each = |found: &Deepened<_>| {
            assert!(
                found
                    .best
                    .best_move()
                    .is_some_and(|played| legal.contains(played))
            );
            depths.push(found.depth);
            ControlFlow::Continue(())
        };
        let mut until_three = |progress: Progress| match progress.depth {
            ..4 => ControlFlow::Continue(()),
            _ => ControlFlow::Break(()),
        };
        let found = engine.deepen(&start, &options(9), &mut until_three, &mut each);
        assert_eq!(found.expect("three plies").depth, 3);
        assert_eq!(depths, [1, 2, 3]);
    }
}

/// The name of the type that a visitor sees.
struct TypeName;

impl Visitor for TypeName {
    type Output = &'static str;

    fn start(&self) -> Option<&Position> {
        None
    }

    fn visit<G: RuleGame>(self, _: &G) -> &'static str {
        std::any::type_name::<G>()
    }
}

/// No search asks at each position which form it has before it.
#[test]
fn a_visitor_sees_the_form_itself() {
    let names = engines(&shipped("filetto")).map(|engine| engine.visit(TypeName));
    let ends = names.map(|name| name.rsplit("::").next().unwrap_or(name));
    assert_eq!(ends, ["Rules", "Compiled", "Both"]);
}

fn level(text: &str) -> Result<Options, LevelError> {
    Options::of_level(&shipped("othello"), &text.parse().expect("a level"), 7)
}

#[test]
fn a_level_gives_the_options_of_a_search() {
    let options = level("depth=2,heuristic=discs,strategy=minimax,ties=random").expect("options");
    assert_eq!((options.depth, options.shuffle), (2, Some(7)));
    assert_eq!(options.strategy, Strategy::Minimax);
    assert_eq!(options.heuristic, shipped("othello").heuristic("discs"));
    // With a time alone, the time is the limit.
    let timed = level("time=2").expect("options");
    assert_eq!((timed.depth, timed.prefer_quick), (MAX_PLIES, true));
    assert_eq!(
        level("heuristic=disks"),
        Err(LevelError::Heuristic("disks".to_owned()))
    );
    assert_eq!(level("threads=3").expect("options").threads, 3);
    let unfit = level("threads=3,strategy=minimax").expect_err("it has one thread");
    assert!(
        unfit
            .to_string()
            .contains("`threads` of a level is for pvs and mcts"),
        "{unfit}"
    );
    let unknown = level("strategy=best").expect_err("there is none");
    assert!(
        unknown.to_string().contains("there is no strategy `best`"),
        "{unknown}"
    );
}

/// No form takes one of two values for one key and loses the other.
#[test]
fn all_forms_tell_of_two_values_for_one_key() {
    let twice = "add(left(3)) :- does(_, take(2)), left(4).";
    let rules = Rules::from_text(&format!("{PILE}{twice}"));
    let rules = rules.unwrap_or_else(|failure| panic!("{failure}"));
    let told = engines(&rules).map(|engine| {
        let counted = engine.perft(&rules.initial(), 3, &mut Unwatched);
        let error = counted.expect_err("a key has two values").to_string();
        format!("{}: {error}", engine.form().name())
    });
    assert_snapshot!("engine__conflict", told.join("\n"));
}
