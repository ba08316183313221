//! Encodings that are not the same game: the shortest line that shows it is found, and what differs
//! is told.

use regola::compare::{
    Alone, Aspect, CompareOptions, CompareVerdict, NameMap, OtherGame, Pair, compare,
};
use regola::game::{Game, Move, Position, Role, Rules, Turn};

use super::{aspects, difference, only_lines, othello_with, report, shipped, text};

/// All that is seen of a position, as text.
fn seen(rules: &Rules, position: &Position) -> String {
    let board = rules
        .board(position)
        .expect("it is drawn")
        .expect("a grid")
        .to_string();
    match rules.turn(position).expect("it can be played") {
        Turn::Over => {
            let goals: Vec<u8> = (0..2)
                .map(|role| rules.goal(position, Role(role)).expect("a result"))
                .collect();
            format!("{board}{goals:?}")
        }
        Turn::Single(role, moves) => {
            let mut written = rules.notations(position, &moves).expect("it is written");
            written.sort_unstable();
            format!("{board}{} {written:?}", rules.role_name(role))
        }
        Turn::Joint(_) => panic!("players move in turn"),
    }
}

fn moves(rules: &Rules, position: &Position) -> Vec<(String, Move)> {
    match rules.turn(position).expect("it can be played") {
        Turn::Single(_, moves) => rules
            .notations(position, &moves)
            .expect("written")
            .into_iter()
            .zip(moves)
            .collect(),
        _ => Vec::new(),
    }
}

/// The length of the shortest line after which two games show something else, by walking all lines
/// of both, one length after the other, without anything that the comparison does.
fn shortest_by_walking(one: &Rules, two: &Rules) -> usize {
    let mut level = vec![(one.initial(), two.initial())];
    for plies in 0.. {
        if level
            .iter()
            .any(|(left, right)| seen(one, left) != seen(two, right))
        {
            return plies;
        }
        let mut next = Vec::new();
        for (left, right) in level {
            let others = moves(two, &right);
            for (text, played) in moves(one, &left) {
                let (_, other) = others
                    .iter()
                    .find(|(other, _)| *other == text)
                    .expect("the same moves");
                let left = one.play(&left, &[played]).expect("it can be played");
                next.push((
                    left,
                    two.play(&right, std::slice::from_ref(other))
                        .expect("it can be played"),
                ));
            }
        }
        level = next;
    }
    unreachable!("the loop has no end")
}

/// Wrong Othellos, each with what is wrong about it.
fn wrong_othellos() -> [(&'static str, Rules); 4] {
    let flips = "turns(P, X, Y, A, B) :- traps(P, X, Y, D), run(P, X, Y, D, A, B).";
    let no_left =
        "turns(P, X, Y, A, B) :- traps(P, X, Y, D), D \\== (-1)-(0), run(P, X, Y, D, A, B).";
    let pass = "legal(P, pass)        :- control(P), \\+ can_place(P, _, _),";
    let eager =
        "legal(P, pass)        :- control(P), aggregate_all(count, can_place(P, _, _), N), N =< 3,";
    let draws = "show(X, Y, \"o\") :- cell(X, Y, white).";
    let blind = "show(X, Y, \"o\") :- cell(X, Y, white), X < 6.";
    let turn = "add(control(Q))    :- does(P, _), opponent(P, Q).";
    let again =
        "add(control(Q))    :- does(P, M), opponent(P, O), ( M = place(1, _) -> Q = P ; Q = O ).";
    [
        (
            "discs to the left are not turned",
            othello_with(&[(flips, no_left)]),
        ),
        ("who has few moves may pass", othello_with(&[(pass, eager)])),
        (
            "white discs on the right are not drawn",
            othello_with(&[(draws, blind)]),
        ),
        (
            "a disc on column a moves again",
            othello_with(&[(turn, again)]),
        ),
    ]
}

#[test]
fn the_shortest_difference_of_each_wrong_othello_is_found() {
    let right = shipped("othello");
    let mut told = String::new();
    for (what, wrong) in wrong_othellos() {
        let difference = difference(&right, &wrong, &only_lines(6));
        told += &format!("{what}: {}\n", aspects(&difference));
        assert!(difference.shortest, "{what}");
        assert_eq!(
            difference.line.len(),
            shortest_by_walking(&right, &wrong),
            "{what}"
        );
    }
    assert_snapshot!("compare__wrong_othellos", told);
}

#[test]
fn which_game_comes_first_does_not_matter() {
    let right = shipped("othello");
    for (what, wrong) in wrong_othellos() {
        let (there, back) = (
            difference(&right, &wrong, &only_lines(6)),
            difference(&wrong, &right, &only_lines(6)),
        );
        assert_eq!(there.line.len(), back.line.len(), "{what}");
    }
}

#[test]
fn a_wrong_result_shows_at_the_end_alone() {
    let wrong = othello_with(&[("goal(P,  50) :- lead(P, 0).", "goal(P,  40) :- lead(P, 0).")]);
    assert!(report(&shipped("othello"), &wrong, &only_lines(3)).all_equal());
    // Wins count as less too, so that any random game shows it.
    let wrong = othello_with(&[(
        "goal(P, 100) :- lead(P, N), N > 0.",
        "goal(P,  99) :- lead(P, N), N > 0.",
    )]);
    let options = CompareOptions {
        depth: 2,
        games: 1,
        effort: 100,
        ..CompareOptions::default()
    };
    let difference = difference(&shipped("othello"), &wrong, &options);
    assert!(
        matches!(
            difference.aspects[..],
            [Aspect::Goal {
                first: 100,
                other: 99,
                ..
            }]
        ),
        "{:?}",
        difference.aspects
    );
    assert!(!difference.shortest, "nobody looked at all shorter games");
}

#[test]
fn tic_tac_toe_with_a_wrong_draw_differs_on_a_full_board_at_the_earliest() {
    let source = super::file("games/tictactoe.rules");
    let wrong = text(&source.replace("goal(P,  50) :-", "goal(P,  49) :-"));
    let right = shipped("tictactoe");
    let difference = difference(&right, &wrong, &only_lines(9));
    assert_eq!((difference.line.len(), difference.shortest), (9, true));
    assert_snapshot!("compare__wrong_draw", aspects(&difference));
}

/// A game for one who counts to three, with some of its clauses.
fn counting(clauses: &str) -> Rules {
    text(&format!(
        "role(you). count(0..3). :- fluent at -> count. init(at(0)).
         legal(you, up) :- at(N), N < 3.
         add(at(M)) :- does(you, up), at(N), M is N + 1.
         goal(you, 100). {clauses}"
    ))
}

#[test]
fn every_kind_of_difference_has_words() {
    let plain = counting("");
    let drawn = |columns: &str| {
        counting(&format!(
            "grid({columns}, 1). show(N, 1, o) :- at(N), N > 0."
        ))
    };
    let cases = [
        ("an end", counting("terminal :- at(2).")),
        (
            "another role",
            text(
                "role(me). count(0..3). :- fluent at -> count. init(at(0)). legal(me, up). goal(me, 100).
             add(at(1)) :- does(me, up).",
            ),
        ),
        ("more moves", counting("legal(you, stay) :- at(1). add(at(1)) :- does(you, stay).")),
        ("a shared notation", counting("legal(you, leap) :- at(1). notation(_, \"up\").")),
        ("rules that fail", counting("terminal :- at(1), _ is foo + 1.")),
        ("an effect that fails", counting("add(at(M)) :- does(you, up), at(2), M is 9.")),
    ];
    let mut told = String::new();
    for (what, other) in cases {
        told += &format!(
            "{what}: {}",
            aspects(&difference(&plain, &other, &only_lines(5)))
        );
    }
    let boards = difference(&drawn("3"), &drawn("4"), &only_lines(5));
    told += &format!("a wider board: {}", aspects(&boards));
    assert_snapshot!("compare__kinds_of_difference", told);
}

#[test]
fn a_game_without_a_board_is_compared_without_boards() {
    let drawn = counting("grid(3, 1). show(N, 1, o) :- at(N), N > 0.");
    let report = report(&drawn, &counting(""), &only_lines(5));
    assert!(report.all_equal());
    assert_eq!(report.boards, [false]);
}

#[test]
fn several_games_make_a_matrix() {
    let games = [
        counting(""),
        counting("terminal :- at(2)."),
        counting(""),
        counting("terminal :- at(1)."),
    ];
    let same = NameMap::same();
    let others: Vec<OtherGame<'_>> = games[1..]
        .iter()
        .map(|rules| OtherGame {
            rules,
            names: &same,
        })
        .collect();
    let report =
        compare(&games[0], &others, &only_lines(5), &mut Alone).expect("the names are right");
    let after = |plies: usize| Pair::DifferAfter(vec!["up".to_owned(); plies]);
    let row = |pairs: [&Pair; 4]| pairs.map(Pair::clone).to_vec();
    let (equal, one, two) = (&Pair::Equal, &after(1), &after(2));
    assert_eq!(
        report.matrix,
        [
            row([equal, two, equal, one]),
            row([two, equal, two, one]),
            row([equal, two, equal, one]),
            row([one, one, one, equal])
        ]
    );
    assert!(
        matches!(report.verdicts[1], CompareVerdict::Equal),
        "a game that differs does not keep others from being compared"
    );
    assert!(report.extent.complete);
}
