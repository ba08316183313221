//! What the compiled form tells of the end of a game before it is there: the facts that would end it,
//! the moves that do, and how much the end hangs on a move. The rules are asked in comparison.

use regola::compile::Compiled;
use regola::game::{Error, FastPaths, Game, Mover, Position, PositionStack, Role, RuleGame, Rules};

use super::compiled;

/// Two roles take turns in adding a sign to an empty cell; who has a line wins.
const SIGNS: &str = "
    role(x).  role(o).
    other(x, o).  other(o, x).
    :- fluent control -> role.
    :- fluent cell(column, row) -> role.
    init(control(x)).
    add(control(Q)) :- does(P, _), other(P, Q).
    terminal :- wins(_).
    goal(P, 100) :- wins(P).
    goal(P, 0) :- other(P, Q), wins(Q).
    goal(P, 50) :- role(P), \\+ wins(_).
";

/// Signs fall into columns, and three in a row win.
const FALLING: &str = "
    column(1..5).  row(1..4).
    lands(X, Y) :- column(X), once(( row(Y), \\+ cell(X, Y, _) )).
    legal(P, drop(X)) :- control(P), lands(X, _).
    add(cell(X, Y, P)) :- does(P, drop(X)), lands(X, Y).
    direction(1, 0).  direction(0, 1).  direction(1, 1).  direction(1, -1).
    wins(P) :-
        cell(X, Y, P), direction(D, E), A is X + D, B is Y + E, cell(A, B, P),
        F is A + D, G is B + E, cell(F, G, P).
";

/// Tic-tac-toe.
const MARKS: &str = "
    column(1..3).  row(1..3).
    legal(P, mark(X, Y)) :- control(P), row(Y), column(X), \\+ cell(X, Y, _).
    add(cell(X, Y, P)) :- does(P, mark(X, Y)).
    line([1-Y, 2-Y, 3-Y]) :- row(Y).
    line([X-1, X-2, X-3]) :- column(X).
    line([1-1, 2-2, 3-3]).
    line([3-1, 2-2, 1-3]).
    wins(P) :- role(P), line(Squares), forall(member(X-Y, Squares), cell(X, Y, P)).
";

fn game(clauses: &str) -> Rules {
    Rules::from_text(&format!("{SIGNS}{clauses}")).unwrap_or_else(|failure| panic!("{failure}"))
}

/// The facts that a role can add to empty cells and that end the game with its win, one at a time.
fn threats(rules: &Rules, position: &Position, role: Role) -> usize {
    let facts = position.facts(rules.schema());
    let facts: String = facts.iter().map(|fact| format!("{fact}.\n")).collect();
    let wins = |added: &String| {
        let next = rules.position("next", &format!("{facts}{added}.\n"));
        rules.goal(&next.expect("facts of the game"), role) == Ok(100)
    };
    let name = rules.role_name(role);
    let question = format!("column(X), row(Y), \\+ cell(X, Y, _), F = cell(X, Y, {name})");
    let answers = rules.query(position, &question).expect("a question");
    let added = answers.map(|answer| {
        answer
            .expect("an answer")
            .get("F")
            .expect("a term")
            .to_string()
    });
    added.filter(wins).count()
}

/// Walks along random lines; calls `look` at each position that goes on.
fn walk(
    game: &Compiled,
    mut look: impl FnMut(&mut dyn PositionStack<Error = Error>, &Position, Role),
) {
    for seed in 0..20 {
        let mut random = fastrand::Rng::with_seed(seed);
        let mut position = game.initial();
        loop {
            let mut stack = game.stack(&position);
            let Ok(Mover::One(role)) = stack.expand() else {
                break;
            };
            look(&mut *stack, &game.facts(&position), role);
            let moves = game.turn(&position).expect("a turn").into_movers();
            let moves: Vec<_> = moves.into_iter().flat_map(|(_, moves)| moves).collect();
            let played = &moves[random.usize(..moves.len())];
            position = game
                .play(&position, std::slice::from_ref(played))
                .expect("a legal move");
        }
    }
}

#[test]
fn threats_are_the_facts_that_would_win() {
    for rules in [FALLING, MARKS].map(game) {
        let game = compiled(&rules);
        let mut total = 0;
        walk(&game, |stack, position, _| {
            for role in [Role(0), Role(1)] {
                let found = threats(&rules, position, role);
                assert_eq!(stack.threats(role), Some(found));
                total += found;
            }
        });
        assert!(total > 0, "there were no threats");
    }
}

#[test]
fn a_win_in_one_move_is_expected_just_where_there_is_one() {
    for rules in [FALLING, MARKS].map(game) {
        let game = compiled(&rules);
        let mut expected = [0, 0];
        walk(&game, |stack, _, role| {
            let count = stack.moves().len();
            let wins = (0..count).any(|index| {
                stack.push(index).expect("a legal move");
                let wins = stack.over() == Ok(true) && stack.goal(role) == Ok(100);
                stack.pop();
                wins
            });
            assert_eq!(stack.may_end(), Some(wins));
            expected[usize::from(wins)] += 1;
        });
        assert!(expected.iter().all(|count| *count > 0), "{expected:?}");
    }
}

#[test]
fn the_centre_lies_in_the_most_lines() {
    let game = compiled(&game(MARKS));
    let mut stack = game.stack(&game.initial());
    stack.expand().expect("a turn");
    let weights: Vec<u32> = (0..9)
        .map(|index| {
            stack.push(index).expect("a legal move");
            let weight = stack.weight(Role(0));
            stack.pop();
            weight
        })
        .collect();
    // Corners lie in three of the eight lines, edges in two, the centre in four.
    let [corner, edge, centre] = [weights[0], weights[1], weights[4]];
    assert_eq!(
        weights,
        [
            corner, edge, corner, edge, centre, edge, corner, edge, corner
        ]
    );
    assert!(
        corner * 2 > edge * 3 - 10 && corner * 2 < edge * 3 + 10,
        "{weights:?}"
    );
    assert!(
        centre * 2 > edge * 4 - 10 && centre * 2 < edge * 4 + 10,
        "{weights:?}"
    );
}

#[test]
fn the_rules_alone_tell_nothing_of_the_end() {
    let rules = game(MARKS);
    let mut stack = rules.stack(&rules.initial());
    stack.expand().expect("a turn");
    stack.push(0).expect("a legal move");
    assert_eq!(
        (
            stack.threats(Role(0)),
            stack.may_end(),
            stack.weight(Role(0))
        ),
        (None, None, 0)
    );
}
