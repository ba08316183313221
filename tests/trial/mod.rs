//! Games on trial: what random games show, with the moves that led to it. The page of each code has
//! an example of it, which `codes` runs; here is what the pages do not show.

use std::fs;
use std::ops::ControlFlow;

use regola::game::{Failure, Rules};
use regola::search::{Progress, Unwatched};
use regola::syntax::diagnostic::{Diagnostic, Severity};
use regola::trial::{TrialOptions, TrialReport, play};

use crate::examples::PILE;

fn text(text: &str) -> Rules {
    Rules::from_text(text).unwrap_or_else(|failure| panic!("{failure}"))
}

fn tried(rules: &Rules, games: u64) -> TrialReport {
    play(
        rules,
        &TrialOptions {
            games,
            ..TrialOptions::default()
        },
        &mut Unwatched,
    )
}

fn codes(report: &TrialReport) -> Vec<&str> {
    report.findings.iter().map(|finding| finding.code).collect()
}

/// All that a report says.
fn told(rules: &Rules, report: &TrialReport) -> String {
    let findings = Failure {
        diagnostics: report.findings.clone(),
        sources: rules.sources().clone(),
    };
    format!("{findings}\n{}", report.notes.join("\n"))
}

/// The game of the pile with parts replaced.
fn pile_with(changes: &[(&str, &str)]) -> Rules {
    let replaced = |game: String, (old, new): &(&str, &str)| {
        assert!(game.contains(old), "`{old}` is part of the game");
        game.replace(old, new)
    };
    text(&changes.iter().fold(PILE.to_owned(), replaced))
}

#[test]
fn shipped_games_come_out_clean() {
    for file in fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/games"))
        .expect("the games ship")
        .flatten()
    {
        let name = file.file_name().to_string_lossy().into_owned();
        if name.ends_with(".rules") && !name.ends_with("-play.rules") {
            let rules = Rules::load(file.path()).unwrap_or_else(|failure| panic!("{failure}"));
            // Games of many moves are long enough to show something when there are few of them.
            let (games, length) = match name.as_str() {
                "chess.rules" | "go.rules" | "go-superko.rules" => (1, 1000),
                "amazons.rules" | "gomoku.rules" | "hex.rules" | "lines-of-action.rules" => {
                    (2, 500)
                }
                _ => (5, 500),
            };
            let report = play(
                &rules,
                &TrialOptions {
                    games,
                    length,
                    ..TrialOptions::default()
                },
                &mut Unwatched,
            );
            assert_eq!(report.findings, [], "{name}: {}", told(&rules, &report));
            assert_eq!((report.games, report.ended), (games, games), "{name}");
        }
    }
}

#[test]
fn without_games_the_start_alone_is_looked_at() {
    let twice = pile_with(&[("between(1, 2, N)", "member(N, [1, 1])")]);
    assert_eq!(codes(&tried(&twice, 0)), ["move-twice"]);
    let stuck_later = pile_with(&[("between(1, 2, N)", "between(2, 4, N)")]);
    assert_eq!(codes(&tried(&stuck_later, 0)), [""; 0]);
    assert_eq!(codes(&tried(&stuck_later, 20)), ["nobody-can-move"]);
    let stuck = pile_with(&[("between(1, 2, N)", "between(6, 7, N)")]);
    assert_eq!(codes(&tried(&stuck, 0)), ["nobody-can-move"]);
}

#[test]
fn a_move_at_the_start_that_changes_nothing_is_found_without_games() {
    let wait = pile_with(&[
        ("add(left", "legal(P, wait) :- control(P).\nadd(left"),
        (
            "add(control(Q)) :- does(P, _)",
            "add(control(Q)) :- does(P, take(_))",
        ),
    ]);
    assert_eq!(codes(&tried(&wait, 0)), ["move-without-effect"]);
}

#[test]
fn an_error_of_the_rules_is_told_with_the_moves_that_led_to_it() {
    let games = [
        (
            "in a condition",
            pile_with(&[(
                "terminal :- left(0).",
                "terminal :- left(0).\nterminal :- left(2), _ is foo + 1.",
            )]),
        ),
        (
            "in a move",
            pile_with(&[(
                "N =< L.",
                "N =< L.\nlegal(P, odd(_)) :- control(P), left(3).",
            )]),
        ),
        (
            "in an effect",
            pile_with(&[("M is L - N.", "M is L - N - 1.")]),
        ),
    ];
    let mut all = String::new();
    for (what, rules) in games {
        let report = tried(&rules, 20);
        assert_eq!(codes(&report), ["error-in-rules"], "{what}");
        assert_eq!(report.findings[0].severity, Severity::Error, "{what}");
        all += &format!("{what}\n{}\n", told(&rules, &report));
    }
    assert_snapshot!("trial__errors", all);
}

#[test]
fn two_values_for_one_key_are_found() {
    let changes = [
        (
            "two clauses",
            (
                "M is L - N.",
                "M is L - N.\nadd(left(3)) :- does(_, take(2)), left(4).",
            ),
        ),
        (
            "one clause",
            ("M is L - N.", "member(K, [N, 1]), M is L - K."),
        ),
    ];
    let mut all = String::new();
    for (what, change) in changes {
        let rules = pile_with(&[change]);
        let report = tried(&rules, 20);
        assert_eq!(codes(&report), ["conflicting-facts"], "{what}");
        all += &format!("{what}\n{}\n", told(&rules, &report));
    }
    assert_snapshot!("trial__conflicts", all);
}

#[test]
fn a_trial_ends_early_where_the_same_error_is_met_again_and_again() {
    // At the start each move is tried once, so that it is met there too.
    let always = tried(&pile_with(&[("M is L - N.", "M is L - N - 9.")]), 20);
    assert_eq!(
        (codes(&always), always.games, always.stopped),
        (vec!["error-in-rules"], 2, false)
    );
    assert_eq!(
        always.notes,
        ["18 more were not played, since the same error was met 3 times"]
    );
    let later = pile_with(&[("terminal :- left(0).", "terminal :- left(0), _ is foo + 1.")]);
    assert_eq!(
        (tried(&later, 20).games, tried(&later, 3).notes.len()),
        (3, 0)
    );
}

#[test]
fn several_results_for_one_role_are_a_fault_too() {
    let rules = pile_with(&[("goal(P, 0) :-", "goal(P, 40) :- control(P).\ngoal(P, 0) :-")]);
    assert_snapshot!("trial__several_results", told(&rules, &tried(&rules, 5)));
}

#[test]
fn goals_that_mostly_sum_up_to_100_are_noted_where_they_do_not() {
    let rules = pile_with(&[(
        "goal(P, 0) :- control(P).",
        "goal(ann, 10) :- control(ann).\ngoal(bob, 0) :- control(bob).",
    )]);
    let report = tried(&rules, 20);
    assert_eq!(codes(&report), [""; 0]);
    assert!(
        report.notes[0].starts_with("all goals together are 100 in "),
        "{:?}",
        report.notes
    );
    assert!(tried(&pile_with(&[]), 20).notes.is_empty());
}

/// A puzzle with a dead end, a way that goes round for ever, and a way out that chance hardly
/// finds.
const MAZE: &str = "
    role(you). place(a). place(b). place(c). place(dead). place(out).
    door(a, b). door(b, a). door(b, c). door(c, a). door(a, dead).
    :- fluent at -> place. init(at(a)).
    legal(you, go(To)) :- at(From), door(From, To).
    add(at(To)) :- does(you, go(To)).
    terminal :- at(out).
    goal(you, 100) :- at(out).
    goal(you, 0) :- \\+ at(out).
";

#[test]
fn puzzles_may_have_dead_ends_and_be_lost_for_ever() {
    let maze = text(MAZE);
    let report = tried(&maze, 20);
    assert_eq!(
        (codes(&report), report.ended),
        (vec![], 20),
        "every game ends in the dead end"
    );
    let endless = text(&MAZE.replace("door(a, dead).", ""));
    let report = tried(&endless, 2);
    assert_eq!((codes(&report), report.ended), (vec![], 0));
    assert_eq!(
        report.notes,
        ["2 of 2 random games went on for more than 500 plies"]
    );
}

#[test]
fn a_game_that_says_so_may_end_where_nobody_can_move() {
    let ended = [("terminal :- left(0).", "terminal :- fail.")];
    assert_eq!(codes(&tried(&pile_with(&ended), 20)), [""; 0]);
}

#[test]
fn moves_made_at_once_are_tried_too() {
    let rules = text(
        "role(left). role(right). hand(rock). hand(paper). hand(scissors).
         beats(paper, rock). beats(rock, scissors). beats(scissors, paper).
         :- fluent shown(role) -> hand.
         legal(P, show(H)) :- role(P), hand(H), \\+ shown(P, _).
         add(shown(P, H)) :- does(P, show(H)).
         terminal :- shown(_, _).
         won(P) :- shown(P, H), shown(Q, G), P \\== Q, beats(H, G).
         goal(P, 100) :- won(P).
         goal(P, 0) :- won(Q), role(P), P \\== Q.
         goal(P, 50) :- role(P), \\+ won(_).",
    );
    let report = tried(&rules, 40);
    assert_eq!((codes(&report), report.plies), (vec![], 40));
}

#[test]
fn moves_made_at_once_may_undo_each_other() {
    let rules = text(
        "role(left). role(right). finger(1..2). step(0..3).
         :- fluent at -> step. init(at(0)).
         legal(P, show(N)) :- role(P), finger(N).
         add(at(M)) :- does(left, show(N)), does(right, show(N)), at(L), M is L + 1.
         terminal :- at(3).
         goal(P, 50) :- role(P).",
    );
    let report = tried(&rules, 5);
    assert_eq!((codes(&report), report.ended), (vec![], 5));
    assert!(report.plies > 15, "some of the moves changed nothing");
}

#[test]
fn the_same_seed_finds_the_same() {
    let rules = pile_with(&[]);
    let seeded = |seed| {
        format!(
            "{:?}",
            play(
                &rules,
                &TrialOptions {
                    games: 5,
                    seed,
                    length: 100
                },
                &mut Unwatched
            )
        )
    };
    assert_eq!(seeded(1), seeded(1));
    assert!(
        (2..9).any(|seed| seeded(seed) != seeded(1)),
        "other seeds play other games"
    );
}

#[test]
fn a_trial_that_is_stopped_tells_what_it_knows() {
    let rules = pile_with(&[("between(1, 2, N)", "member(N, [1, 1])")]);
    let mut soon = |progress: Progress| {
        if progress.root_done == 2 {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    };
    let report = play(
        &rules,
        &TrialOptions {
            games: 9,
            ..TrialOptions::default()
        },
        &mut soon,
    );
    assert_eq!(
        (report.stopped, report.games, codes(&report)),
        (true, 2, vec!["move-twice"])
    );
}

#[test]
fn a_game_without_a_start_is_told_what_it_lacks() {
    let without_init = text(
        ":- fluent control -> role. role(x). role(o). \
         legal(P, go) :- control(P). add(control(o)) :- does(x, go). \
         terminal :- control(o). goal(P, 50) :- role(P).",
    );
    let report = tried(&without_init, 1);
    let titles: Vec<_> = report
        .findings
        .iter()
        .map(|finding| &finding.title)
        .collect();
    assert!(
        titles
            .iter()
            .any(|title| title.contains("there is no `init`")),
        "{titles:?}"
    );
}

/// Two piles, and who takes the last counter wins.
const PILES: &str = "
    role(ann). role(bob). other(ann, bob). other(bob, ann).
    pile(1..2). count(0..3).
    :- fluent control -> role.
    :- fluent left(pile) -> count.
    init(control(ann)). init(left(1, 3)). init(left(2, 2)).
    legal(P, take(I, N)) :- control(P), left(I, L), between(1, 2, N), N =< L.
    add(left(I, M)) :- does(_, take(I, N)), left(I, L), M is L - N.
    add(control(Q)) :- does(P, _), other(P, Q).
    terminal :- left(1, 0), left(2, 0).
    goal(P, 100) :- other(P, Q), control(Q).
    goal(P, 0) :- control(P).
    symmetry(exchange, left(1, N), left(2, N)).
    symmetry(exchange, left(2, N), left(1, N)).
";

/// The piles with parts replaced, and with further clauses.
fn piles_with(changes: &[(&str, &str)], more: &str) -> Rules {
    let replaced = |game: String, (old, new): &(&str, &str)| {
        assert!(game.contains(old), "`{old}` is part of the game");
        game.replace(old, new)
    };
    text(&(changes.iter().fold(PILES.to_owned(), replaced) + more))
}

/// What each part of a game may be that makes a symmetry false.
#[test]
fn a_symmetry_keeps_turns_moves_ends_and_goals() {
    let away = "symmetry(exchange, left(1, N), left(2, N)).\n    symmetry(exchange, left(2, N), left(1, N)).\n";
    let turn =
        "symmetry(roles, control(ann), control(bob)). symmetry(roles, control(bob), control(ann)).";
    let games = [
        ("the role to move", piles_with(&[], turn)),
        (
            "the number of moves",
            piles_with(&[("N =< L.", "N =< L, (I =:= 1 ; L >= 3).")], ""),
        ),
        (
            "the moves",
            piles_with(&[("M is L - N.", "M is (L - N) * (2 - I).")], ""),
        ),
        (
            "the end",
            piles_with(
                &[(
                    "terminal :- left(1, 0), left(2, 0).",
                    "terminal :- left(1, 0).",
                )],
                "",
            ),
        ),
        (
            "the goals",
            piles_with(
                &[
                    (
                        "terminal :- left(1, 0), left(2, 0).",
                        "terminal :- left(_, 0).",
                    ),
                    (
                        "goal(P, 0) :- control(P).",
                        "goal(P, 0) :- control(P), left(1, 0). goal(P, 30) :- control(P), \\+ left(1, 0).",
                    ),
                ],
                "",
            ),
        ),
        (
            "a fact without an image",
            text(
                "
                role(ann). :- fluent board(_). init(board([a, a])).
                legal(ann, go(X)) :- board([X | _]).
                add(board(Rest)) :- does(ann, go(_)), board([_ | Rest]).
                delete(board(B)) :- does(ann, go(_)), board(B).
                terminal :- board([]). goal(ann, 100).
                symmetry(swap, board([X, Y]), board([Y, X])).
                symmetry(swap, board([_]), board(_)).
            ",
            ),
        ),
        (
            "an error in the image",
            piles_with(
                &[(
                    "terminal :- left(1, 0), left(2, 0).",
                    "terminal :- left(1, 0), left(2, 0).\n    terminal :- left(1, 2), left(2, 3), _ is foo + 1.",
                )],
                "",
            ),
        ),
    ];
    let mut all = String::new();
    for (what, rules) in games {
        let report = tried(&rules, 20);
        assert!(
            codes(&report).contains(&"false-symmetry"),
            "{what}: {:?}",
            report.findings
        );
        let found = report
            .findings
            .iter()
            .filter(|finding| finding.code == "false-symmetry");
        let failure = Failure {
            diagnostics: found.cloned().collect(),
            sources: rules.sources().clone(),
        };
        all += &format!("{what}\n{failure}\n");
    }
    let right = [piles_with(&[], ""), piles_with(&[(away, "")], "")];
    for rules in right {
        assert_eq!(codes(&tried(&rules, 20)), [""; 0]);
    }
    assert_snapshot!("trial__false_symmetries", all);
}

#[test]
fn of_several_symmetries_the_false_one_is_named() {
    let shift = "symmetry(shift, left(I, N), left(I, M)) :- M is (N + 1) mod 4.";
    let report = tried(&piles_with(&[], shift), 20);
    let found: Vec<_> = report
        .findings
        .iter()
        .map(|finding| &*finding.title)
        .collect();
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(
        found[0].starts_with("`shift` is no symmetry: "),
        "{found:?}"
    );
    let help = report.findings[0].help.as_deref();
    assert!(
        help.is_some_and(|help| help.ends_with("met at the start")),
        "{help:?}"
    );
}

/// Loading a game cannot tell: it knows nothing of search.
#[test]
fn a_level_that_no_search_can_play_is_an_error_at_its_clause() {
    let rules = text(&format!(
        "{PILE}
        level(fine, [depth(2), quick(true)]).
        level(wide, [playouts(9), quick(true)]).
        level(deep, [depth(2), strategy(mcts)]).
        level(odd, [depth(2), strategy(mcs)]).
        level(loud, [depth(2), noise(3), symmetries(true)]).
        "
    ));
    let report = tried(&rules, 0);
    assert_snapshot!("trial__levels", told(&rules, &report));
    let is_error = |finding: &Diagnostic| finding.severity == Severity::Error;
    assert!(report.findings.iter().all(is_error));
}
