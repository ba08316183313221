//! Who moves: one role alone, three in turn, several at once.

use regola::game::{Game, Role, Turn};
use regola::search::{Options, SearchError, Unwatched, best, perft};

use super::{facts, game, legal, play, single};

const ROCK_PAPER_SCISSORS: &str = "
    role(left).  role(right).
    shape(rock).  shape(paper).  shape(scissors).
    beats(rock, scissors).  beats(paper, rock).  beats(scissors, paper).
    :- fluent shown(role) -> shape.
    legal(P, S) :- role(P), \\+ shown(P, _), shape(S).
    add(shown(P, S)) :- does(P, S).
    terminal :- shown(_, _).
    goal(P, 100) :- shown(P, S), shown(Q, T), P \\== Q, beats(S, T).
    goal(P, 50) :- shown(P, S), shown(Q, S), P \\== Q.
    goal(P, 0) :- shown(P, S), shown(Q, T), P \\== Q, beats(T, S).
";

#[test]
fn several_roles_move_at_once() {
    let rules = game(ROCK_PAPER_SCISSORS);
    let start = rules.initial();
    let Ok(Turn::Joint(movers)) = rules.turn(&start) else {
        panic!("both are to move")
    };
    assert_eq!(
        movers
            .iter()
            .map(|(role, moves)| (role.0, moves.len()))
            .collect::<Vec<_>>(),
        [(0, 3), (1, 3)]
    );
    let end = play(
        &rules,
        &start,
        &[movers[0].1[0].clone(), movers[1].1[1].clone()],
    );
    assert_eq!(
        facts(&rules, &end),
        ["shown(left, rock)", "shown(right, paper)"]
    );
    assert_eq!(rules.turn(&end), Ok(Turn::Over));
    assert_eq!(
        (rules.goal(&end, Role(0)), rules.goal(&end, Role(1))),
        (Ok(0), Ok(100))
    );
    assert_eq!(perft(&rules, &start, 2, &mut Unwatched), Ok(9));
    let options = Options {
        depth: 1,
        ..Options::default()
    };
    assert_eq!(
        best(&rules, &start, &options, &mut Unwatched),
        Err(SearchError::JointTurn { ply: 0 })
    );
}

/// The roles of a turn come in their own order, whatever the order of the rules' answers.
#[test]
fn roles_that_move_at_once_come_in_their_order() {
    let rules = game(
        "role(a).  role(b).  role(c).
         :- fluent done.
         legal(P, M) :- member(M-P, [1-c, 1-a, 2-c, 2-a]).
         add(done) :- does(c, _).
         goal(P, 50) :- role(P).",
    );
    let Ok(Turn::Joint(movers)) = rules.turn(&rules.initial()) else {
        panic!("two are to move")
    };
    let found: Vec<String> = movers
        .iter()
        .map(|(role, moves)| format!("{} {moves:?}", rules.role_name(*role)))
        .collect();
    assert_eq!(found, ["a [1, 2]", "c [1, 2]"]);
}

#[test]
fn a_game_for_one() {
    let rules = game(
        "role(solo).
         count(0..5).
         :- fluent left -> count.
         init(left(5)).
         legal(solo, take(N)) :- member(N, [2, 1]), left(L), N =< L.
         add(left(L)) :- does(solo, take(N)), left(K), L is K - N.
         goal(solo, 100).",
    );
    let options = Options {
        depth: 9,
        ..Options::default()
    };
    let best = best(&rules, &rules.initial(), &options, &mut Unwatched)
        .expect("a game for one can be searched");
    assert_eq!(
        (best.value.to_string(), format!("{:?}", best.line)),
        ("win".into(), "[take(2), take(2), take(1)]".into())
    );
    assert_eq!(
        perft(&rules, &rules.initial(), 9, &mut Unwatched),
        Ok(8),
        "the sums of ones and twos that give five"
    );
}

#[test]
fn three_roles_move_in_turn() {
    let rules = game(
        "role(a).  role(b).  role(c).
         after_it(a, b).  after_it(b, c).  after_it(c, a).
         :- fluent control -> role.
         :- fluent taken(_) -> role.
         init(control(a)).
         legal(P, take(N)) :- control(P), between(1, 4, N), \\+ taken(N, _).
         add(taken(N, P)) :- does(P, take(N)).
         add(control(Q)) :- does(P, _), after_it(P, Q).
         goal(P, N) :- aggregate_all(sum(K), taken(K, P), N).",
    );
    let mut position = rules.initial();
    let mut movers = Vec::new();
    while rules.over(&position) == Ok(false) {
        let (role, moves) = single(&rules, &position);
        movers.push(rules.role_name(role));
        position = play(&rules, &position, &moves[..1]);
    }
    assert_eq!(movers, ["a", "b", "c", "a"]);
    assert_eq!(
        [0, 1, 2].map(|role| rules.goal(&position, Role(role))),
        [Ok(5), Ok(2), Ok(3)]
    );
    let options = Options {
        depth: 9,
        ..Options::default()
    };
    let best =
        best(&rules, &rules.initial(), &options, &mut Unwatched).expect("three can be searched");
    assert_eq!(
        best.value.to_string(),
        "goal 5",
        "the others leave the least"
    );
}

/// A move that the rules give twice is one move.
#[test]
fn a_move_is_listed_once() {
    let rules = game(
        "role(solo).
         :- fluent done.
         legal(solo, go) :- member(_, [1, 2, 3]).
         legal(solo, stay).
         legal(solo, go).
         add(done) :- does(solo, go).
         goal(solo, 100).",
    );
    assert_eq!(
        format!("{:?}", legal(&rules, &rules.initial())),
        "[go, stay]"
    );
}

/// Without `terminal` the game is over when nobody has a move; with it, also before.
#[test]
fn a_game_is_over_when_terminal_holds_or_nobody_can_move() {
    let text = "role(solo).  count(0..3).
         :- fluent count_is -> count.
         init(count_is(0)).
         legal(solo, more) :- count_is(N), N < 3.
         add(count_is(M)) :- does(solo, more), count_is(N), M is N + 1.
         goal(solo, 100).";
    for (rules, plies) in [
        (game(text), 3),
        (game(&format!("{text} terminal :- count_is(2).")), 2),
    ] {
        assert_eq!(super::random_game(&rules, 0, 10).len(), plies + 1);
        for position in super::random_game(&rules, 0, 10) {
            let turn = rules.turn(&position).expect("the rules can be followed");
            assert_eq!(
                rules.over(&position),
                Ok(turn == Turn::Over),
                "`over` and `turn` agree"
            );
        }
    }
}
