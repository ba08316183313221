//! Fluents that are declared without a domain: it is found, and their values are taken apart.

use std::fmt::Write;
use std::fs;

use regola::compile::partial::{Effort, residual};
use regola::compile::{Both, Compilation, Compiled};
use regola::engine::{Engine, Form};
use regola::game::{Game, RuleGame, Rules};
use regola::search::{Unwatched, perft};

use super::equality::{Extent, compare};
use super::{agree, compiled, in_both_forms, leaves, rules, shipped_and_compiled};
use crate::game::shipped;
use crate::random_games::without_domains;

/// The rule files of the folder `domains`, by name.
fn cases() -> Vec<(String, Rules)> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/compile/domains");
    let files = fs::read_dir(folder).expect("the folder is there");
    let mut paths: Vec<_> = files.flatten().map(|file| file.path()).collect();
    paths.sort();
    let case = |path: std::path::PathBuf| {
        let name = path.file_stem().expect("a file has a name");
        let rules = Rules::load(&path).unwrap_or_else(|failure| panic!("{failure}"));
        (name.to_string_lossy().into_owned(), rules)
    };
    paths.into_iter().map(case).collect()
}

/// The longest program that plays a move.
fn operations(compiled: &Compiled) -> usize {
    let modes = compiled.compilation().code().modes.iter();
    let applies = modes.flat_map(|mode| &mode.applies);
    applies.map(|program| program.len()).max().unwrap_or(0)
}

#[test]
fn domains_are_found_and_games_are_played_as_by_the_machine() {
    let mut told = String::new();
    for (name, rules) in cases() {
        let evaluated = residual(&rules, Effort::Thorough, None);
        let evaluated = evaluated.unwrap_or_else(|reason| panic!("{name}: {reason}"));
        for part in &evaluated.parts {
            let is_whole = part.outcome.is_ok() && part.except.is_empty();
            assert!(is_whole, "{name}: {part:?}");
        }
        let compiled = compiled(&rules);
        // Some of its moves fail.
        let fails = name == "clash";
        let leaves = match fails {
            true => Vec::new(),
            false => leaves(&rules, &compiled, 4),
        };
        if !fails {
            let extent = Extent {
                positions: 60,
                moves: 3,
            };
            let compared = compare(
                &Both::new(compiled.clone()),
                rules.heuristics().len(),
                extent,
            );
            compared.unwrap_or_else(|error| panic!("{name}: {error}"));
        }
        let engine = Engine::in_form(&rules, Form::Both).unwrap_or_else(|error| panic!("{error}"));
        for seed in 0..30 {
            agree(&engine, seed).unwrap_or_else(|error| panic!("{name}: {error}"));
        }
        let domains = evaluated.domains.in_words(rules.schema());
        let operations = operations(&compiled);
        writeln!(
            told,
            "{name}: {}\n    a move has {operations} operations at most; {leaves:?} leaves",
            domains.join("\n    ")
        )
        .expect("a string takes all");
    }
    assert_snapshot!("compile_domains", told);
}

#[test]
fn each_place_of_a_matrix_is_a_cell() {
    let (rules, compilation) = shipped_and_compiled("tictactoe");
    let compilation = compilation.expect("its boards have nine places");
    assert_eq!(compilation.code().layout.words(), 3);
    let compiled = Compiled::new(&rules, compilation);
    // After five signs X has won in 1,440 lines, which go no further: 13,680 have four moves each.
    let lines = 13_680 * 4 + 1_440;
    assert_eq!(
        leaves(&rules, &compiled, 6),
        [9, 72, 504, 3024, 15_120, lines]
    );
}

/// The text of a shipped game with `_` for each domain of its fluents.
fn shipped_without_domains(name: &str) -> String {
    let path = format!("{}/games/{name}.rules", env!("CARGO_MANIFEST_DIR"));
    let text = fs::read_to_string(path).expect("the game ships");
    let undeclared = |line: &str| {
        let declaration = line
            .split_once('.')
            .and_then(|(fluent, _)| without_domains(fluent));
        declaration.map_or_else(|| format!("{line}\n"), |fluent| format!("{fluent}.\n"))
    };
    text.lines().map(undeclared).collect()
}

/// Whole games without a declared domain are the same games.
#[test]
fn shipped_games_need_no_domains() {
    let mut told = String::new();
    for (name, depth) in [
        ("filetto", 4),
        ("nim", 3),
        ("connect-four", 4),
        ("breakthrough", 3),
        ("dodgem", 5),
        ("goofspiel", 2),
        ("hex", 2),
    ] {
        let rules = rules(&shipped_without_domains(name));
        let found = compiled(&rules);
        let declared = compiled(&shipped(name));
        let of = |game: &Compiled| {
            let leaves = perft(game, &game.initial(), depth, &mut Unwatched);
            leaves.unwrap_or_else(|error| panic!("{name}: {error}"))
        };
        assert_eq!(of(&found), of(&declared), "{name}");
        let engine = Engine::in_form(&rules, Form::Both).unwrap_or_else(|error| panic!("{error}"));
        for seed in 0..3 {
            agree(&engine, seed).unwrap_or_else(|error| panic!("{name}: {error}"));
        }
        let evaluated = residual(&rules, Effort::Thorough, None).expect("it is compiled");
        let domains = evaluated.domains.in_words(rules.schema());
        let words = |game: &Compiled| game.compilation().code().layout.words();
        let (words, declared) = (words(&found), words(&declared));
        writeln!(
            told,
            "{name}: {words} words, {declared} as declared\n    {}",
            domains.join("\n    ")
        )
        .expect("a string takes all");
    }
    assert_snapshot!("compile_domains_of_shipped", told);
}

/// Positions that no moves lead to: a longer row, another piece, another term, and no row at all.
#[test]
fn a_position_without_a_place_is_for_the_machine() {
    let all = cases();
    let (_, rules) = all
        .iter()
        .find(|(name, _)| name == "pieces")
        .expect("a case");
    let read = |row: &str| {
        let position = rules.position("<position>", &format!("turn(x). {row}"));
        position.unwrap_or_else(|failure| panic!("{failure}"))
    };
    let within = read("board([x-king, x-man, empty, o-man, empty, o-king]).");
    let without = [
        "board([x-king, empty, empty, empty, empty, x-king, o-king]).",
        "board([x-king, queen, empty, o-man, empty, o-king]).",
        "board(empty).",
        "",
    ]
    .map(read);
    let engines = [Form::Machine, Form::Compiled, Form::Both].map(|form| {
        let engine = Engine::in_form(rules, form);
        engine.unwrap_or_else(|reason| panic!("{reason}"))
    });
    let compiled = compiled(rules);
    assert_eq!(compiled.facts(&compiled.position(&within)), within);
    for position in &without {
        assert!(!compiled.compilation().has_place(rules, position));
        let leaves = engines.each_ref().map(|engine| {
            let leaves = engine.perft(position, 2, &mut Unwatched);
            leaves.unwrap_or_else(|error| panic!("{error}"))
        });
        assert!(leaves.iter().all(|one| *one == leaves[0]), "{leaves:?}");
    }
}

/// Domains are as small as they can be told to be: limits of the rules, and the end of the game.
#[test]
fn numbers_end_where_the_rules_end_them() {
    let game = |limits: &str| {
        let text = format!(
            "role(p).  :- fluent n -> _.  init(n(0)).  legal(p, go(K)) :- n(_), step(K).
             add(n(M)) :- does(_, go(K)), n(N), M is N + K.
             goal(p, 50).  {limits}"
        );
        let rules = rules(&text);
        match residual(&rules, Effort::Thorough, None) {
            Ok(evaluated) => evaluated.domains.in_words(rules.schema()).join(", "),
            Err(reason) => reason.text,
        }
    };
    let told = [
        "step(1).  terminal :- n(100).",
        "step(2).  terminal :- n(N), N >= 300.",
        "step(1).  step(-1).  terminal :- n(7).  terminal :- n(-7).",
        "step(3).  terminal :- n(N), N > 10.",
        "step(1).  terminal :- n(N), N mod 5 =:= 4.",
        "step(1).  terminal :- fail.",
        "step(2).  terminal :- n(7).",
    ]
    .map(|limits| format!("{limits}\n    {}\n", game(limits)));
    assert_snapshot!("compile_domain_limits", told.concat());
}

/// Where facts of several fluents are found, those without any at first have none until one is added.
#[test]
fn facts_that_never_come_are_never_there() {
    let engine = in_both_forms(
        "role(p).  :- fluent at -> _.  :- fluent gone -> _.  :- fluent seen(_).
         init(at(a)).
         way(a, b).  way(b, c).
         legal(p, go(B)) :- at(A), way(A, B), \\+ gone(_), \\+ seen(B).
         add(at(B)) :- does(_, go(B)).
         add(gone(A)) :- does(_, go(z)), at(A).
         add(seen(A)) :- does(_, go(A)), gone(_).
         goal(p, V) :- at(A), ( A = c -> V = 100 ; V = 0 ).",
    );
    agree(&engine, 1).unwrap_or_else(|error| panic!("{error}"));
    let compilation = Compilation::new(engine.rules(), Effort::Thorough).expect("it is small");
    let compiled = Compiled::new(engine.rules(), compilation.into());
    assert_eq!(leaves(engine.rules(), &compiled, 3), [1, 1, 1]);
    assert_eq!(
        compiled.facts(&compiled.initial()),
        engine.rules().initial()
    );
}

/// What would take very long is given up soon, and the reason says at which fluent.
#[test]
fn what_takes_too_much_is_given_up() {
    let swapped = "
        swapped([], _, []).
        swapped([0 | R], T, [T | S]) :- swapped(R, T, S).
        swapped([T | R], T, [0 | S]) :- T \\== 0, swapped(R, T, S).
        swapped([X | R], T, [X | S]) :- X \\== 0, X \\== T, swapped(R, T, S).
        legal(p, slide(T)) :- board(L), member(T, L), T \\== 0.
        add(board(M)) :- does(p, slide(T)), board(L), swapped(L, T, M).
        init(board([1, 2, 3, 4, 0, 5, 6, 7, 8])).";
    let ranked = "
        legal(p, inc(I)) :- board(L), nth1(I, L, N), N < 9.
        legal(p, second(K)) :- board(L), sort(0, @>=, L, M), nth1(2, M, K).
        add(board(M)) :- does(_, inc(I)), board(L), nth1(I, L, N, R), A is N + 1, nth1(I, M, A, R).
        init(board([0, 0, 0, 0])).";
    let told = [swapped, ranked].map(|clauses| {
        let rules = rules(&format!(
            "role(p).  :- fluent board -> _.  {clauses}  goal(p, 50)."
        ));
        let reason = Compilation::new(&rules, Effort::Thorough).expect_err("it is too much");
        format!("{reason}\n")
    });
    assert_snapshot!("compile_domains_given_up", told.concat());
}

/// Each content of each place makes another value: the machine plays such a move.
#[test]
fn a_move_with_very_many_new_values_is_left_to_the_machine() {
    let text = "
        role(p).  :- fluent row -> _.  init(row([a, a, a, a, a, a, a, a, a, a, a])).
        other(a, b).  other(b, a).
        legal(p, all).
        legal(p, one(I)) :- between(1, 11, I).
        add(row(M)) :- does(p, all), row(L), maplist(other, L, M).
        add(row(M)) :- does(p, one(I)), row(L), nth1(I, L, A, R), other(A, B), nth1(I, M, B, R).
        goal(p, 50).";
    let rules = rules(text);
    let evaluated = residual(&rules, Effort::Thorough, None).expect("its domain is found");
    let mut parts = evaluated.parts.iter();
    let effects = parts.find(|part| part.name == "effects").expect("a part");
    let reason = effects.outcome.as_ref().expect_err("2,048 rows");
    assert_snapshot!("compile_domain_of_many_values", reason);
    agree(&in_both_forms(text), 1).unwrap_or_else(|error| panic!("{error}"));
}
