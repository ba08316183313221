//! Small games around one construct each: the compiled form walks the same tree as the machine.

use regola::compile::{Compilation, Effort, Part};
use regola::game::{Game, RuleGame, Rules};
use regola::search::{Unwatched, perft};

use super::both;

/// Three places, each taken or free; a turn takes one of them or lets one go.
pub const PLACES: &str = "
    :- game(\"Places\").
    role(you).
    spot(1..3).
    :- fluent on(spot).
    legal(you, take(S)) :- spot(S), \\+ on(S).
    legal(you, leave(S)) :- on(S).
    add(on(S)) :- does(you, take(S)).
    delete(on(S)) :- does(you, leave(S)).
    goal(you, 50).
";

fn places(clauses: &str) -> Rules {
    Rules::from_text(&format!("{PLACES}{clauses}")).unwrap_or_else(|failure| panic!("{failure}"))
}

/// Walks the tree with both forms at once, and tells how many leaves it has.
fn leaves(clauses: &str) -> u64 {
    let rules = places(clauses);
    let both = both(&rules);
    perft(&both, &both.initial(), 4, &mut Unwatched).unwrap_or_else(|error| panic!("{error}"))
}

/// Whether all parts of the game are compiled, in every position.
fn is_compiled_wholly(clauses: &str) -> bool {
    let compilation = Compilation::new(&places(clauses), Effort::Quick);
    let compilation = compilation.unwrap_or_else(|reason| panic!("{reason}"));
    let is_whole = |part: &Part| part.outcome.is_ok() && part.except.is_empty();
    compilation.parts().iter().all(is_whole)
}

fn refusal(clauses: &str) -> String {
    Compilation::new(&places(clauses), Effort::Quick)
        .expect_err("it stays with the machine")
        .text
}

#[test]
fn a_move_with_others_between_its_answers_is_listed_once() {
    let clauses = "
        legal(you, a) :- on(1).
        legal(you, b) :- on(_).
        legal(you, a) :- on(2).
        legal(you, a) :- on(3).
    ";
    assert_eq!(leaves(clauses), 333);
}

#[test]
fn what_is_found_with_a_sum_taken_to_be_a_number_holds_for_that_number_only() {
    let clauses = "
        count(0..3).
        :- fluent at(count).
        init(at(N)) :- count(N).
        taken(N) :- aggregate_all(count, on(_), N).
        also_taken(N) :- aggregate_all(count, on(_), N).
        terminal :- taken(N), at(N), also_taken(M), M > 1.
    ";
    assert_eq!(leaves(clauses), 33);
}

#[test]
fn a_move_may_name_numbers_that_depend_on_the_position() {
    let clauses = "
        legal(you, count(N, M)) :- aggregate_all(count, on(_), N), aggregate_all(sum(S), on(S), M).
        add(on(N)) :- does(you, count(N, M)), M < 4, spot(N).
    ";
    assert_eq!(leaves(clauses), 256);
    let rules = places(clauses);
    let compilation =
        Compilation::new(&rules, Effort::Quick).unwrap_or_else(|reason| panic!("{reason}"));
    assert!(
        compilation
            .parts()
            .iter()
            .all(|part| part.except.is_empty())
    );
    // Four counts with seven sums, beside two moves of each place.
    assert_eq!(compilation.moves(), 4 * 7 + 6);
}

#[test]
fn a_fact_with_intervals_is_several_clauses() {
    let clauses = "
        near(2..3, 1).
        near(S, 2) :- on(S), S < 3.
        reached(far(1..2)).
        reached(far(S)) :- on(S).
        legal(you, walk(S, N)) :- near(S, N), reached(far(S)).
    ";
    assert_eq!(leaves(clauses), 520);
}

#[test]
fn a_cut_that_is_called_cuts_nothing_else() {
    let clauses = "
        legal(you, next(S)) :- some(S).
        some(S) :- on(S), call(!).
        some(1) :- on(2).
    ";
    assert_eq!(leaves(clauses), 286);
}

#[test]
fn each_cut_of_a_clause_takes_the_first_answer_to_what_stands_before_it() {
    let clauses = "
        legal(you, pair(S, T)) :- pair(S, T).
        pair(S, T) :- on(S), !, spot(T), \\+ on(T), !.
        pair(S, 0) :- spot(S), !.
        legal(you, triple(S, T, U)) :- triple(S, T, U).
        triple(S, T, U) :- on(S), S > 1, !, on(T), T =\\= S, !, spot(U), U =\\= T.
        triple(0, T, 0) :- \\+ on(2), on(T), !, on(1), !, on(3).
        triple(0, 0, 0).
    ";
    assert!(is_compiled_wholly(clauses));
    assert_eq!(leaves(clauses), 529);
}

#[test]
fn a_list_is_divided_by_what_the_position_says_of_its_elements() {
    let clauses = "
        legal(you, sides(N, M)) :- divided(Ins, Outs), length(Ins, N), length(Outs, M), N > 1.
        legal(you, both(S, T)) :- divided(Ins, Outs), member(S, Ins), member(T, Outs), S < T.
        legal(you, all) :- divided(_, []).
        divided(Ins, Outs) :- findall(S, spot(S), All), partition(on, All, Ins, Outs).
    ";
    assert!(is_compiled_wholly(clauses));
    assert_eq!(leaves(clauses), 243);
}

#[test]
fn elements_are_converted_by_what_the_position_says_first() {
    let clauses = "
        legal(you, all(N)) :- converted(Ys), sum_list(Ys, N), N > 3.
        legal(you, one(Y)) :- converted(Ys), member(Y, Ys).
        legal(you, last(Y)) :- converted(Ys), last(Ys, Y).
        legal(you, none) :- converted([]).
        converted(Ys) :- findall(S, spot(S), All), convlist(value, All, Ys).
        value(S, S) :- on(S).
        value(S, V) :- S > 2, V is 10 * S.
    ";
    assert!(is_compiled_wholly(clauses));
    assert_eq!(leaves(clauses), 1596);
}

#[test]
fn numbers_beside_the_greatest_are_compared() {
    let clauses = "
        legal(you, y) :- aggregate_all(count, on(_), N), M is 0 - N, M < 9223372036854775807.
        legal(you, z) :- aggregate_all(count, on(_), N), N > -9223372036854775807.
    ";
    assert_eq!(leaves(clauses), 625);
}

#[test]
fn a_term_that_is_part_of_itself_stays_with_the_machine() {
    let clauses = "
        legal(you, x) :- on(1), X = f(X), taken(X).
        taken(X) :- on(2), X = f(_).
    ";
    assert_eq!(refusal(clauses), "a term is part of itself");
}

#[test]
fn what_the_machine_must_not_be_asked_is_left_to_it() {
    let cases = [
        (
            "legal(you, x) :- on(1), once(( natural(X), X > 5 )).  natural(0).  natural(N) :- natural(M), N is M + 1.",
            125,
        ),
        (
            "legal(you, x) :- on(1), numlist(1, 100000, L), length(L, N), N > 3.",
            125,
        ),
        (
            "legal(you, x) :- on(1), first(_, _).  first(A, B) :- A @< B, on(2).",
            95,
        ),
    ];
    let counted = cases.map(|(clauses, _)| leaves(clauses));
    assert_eq!(counted, cases.map(|(_, leaves)| leaves));
}

/// There are 3,628,800 orders of ten things: what asks for all of them is left to the machine, the
/// rest is compiled.
#[test]
fn what_has_too_many_answers_is_left_to_the_machine_alone() {
    let clauses = "
        terminal :- on(1), on(2), numlist(1, 10, L), permutation(L, [10 | _]), on(3).
    ";
    assert_eq!(leaves(clauses), 69);
    let compilation =
        Compilation::new(&places(clauses), Effort::Quick).expect("all but the end is compiled");
    let terminal = compilation
        .parts()
        .iter()
        .find(|part| part.name == "terminal")
        .expect("it is asked for");
    let reasons: Vec<&str> = terminal
        .except
        .iter()
        .chain(terminal.outcome.as_ref().err())
        .map(|reason| &*reason.text)
        .collect();
    assert_eq!(
        reasons,
        ["there are too many answers to what does not depend on the position"]
    );
}

/// Lists of all lengths, of which the first that is long enough is wanted: how long that is depends
/// on the position.
#[test]
fn a_generator_without_end_that_once_cuts_off() {
    let clauses = "
        legal(you, x(N)) :- on(1),
            aggregate_all(count, on(_), S), once(( maplist(=(1), L), length(L, N), N > S )).
    ";
    let rules = places(clauses);
    assert_eq!(
        Ok(leaves(clauses)),
        perft(&rules, &rules.initial(), 4, &mut Unwatched)
    );
}

/// Where the effects of a move fail, so does the question what holds after it, even if nothing
/// hangs on the answer.
#[test]
fn a_move_that_cannot_be_played_fails_whatever_hangs_on_it() {
    let cases = [
        "legal(you, both) :- on(1), ( after(you, both, on(2)) -> true ; true ).",
        "legal(you, both) :- on(1), after(you, both, on(2)), on(3).",
        "legal(you, both) :- on(1), \\+ ( after(you, both, on(_)), on(3) ).",
    ];
    for clauses in cases {
        let rules = places(&format!(
            "{clauses} delete(on(_)) :- does(you, both), on(2)."
        ));
        assert_eq!(moves_in_both_forms(&rules, "on(1)."), Ok(()), "{clauses}");
        assert_eq!(
            moves_in_both_forms(&rules, "on(1). on(2)."),
            Err(UNBOUND.to_owned()),
            "{clauses}"
        );
    }
}

/// A goal after a move may have an answer and fail with an error when it is asked for the next one.
#[test]
fn an_error_after_the_first_answer_is_an_error_of_the_move() {
    let cases = [
        "legal(you, both) :- on(1), after(you, both, ( true ; _ < 2 )).",
        "legal(you, both) :- on(1), after(you, both, ( on(1) ; _ < 2, on(3) )).",
    ];
    for clauses in cases {
        let rules = places(clauses);
        assert_eq!(moves_in_both_forms(&rules, "on(2)."), Ok(()), "{clauses}");
        assert_eq!(
            moves_in_both_forms(&rules, "on(1)."),
            Err(UNBOUND.to_owned()),
            "{clauses}"
        );
    }
    // Where one answer is enough, no other is asked for.
    let rules = places("legal(you, both) :- on(1), once(after(you, both, ( true ; _ < 2 ))).");
    assert_eq!(moves_in_both_forms(&rules, "on(1)."), Ok(()));
}

/// All moves that take share the counter's new value, and that it has none after the last.
#[test]
fn a_counter_that_moves_share_may_leave_its_domain() {
    let rules = places(
        "count(0..20).
         :- fluent taken -> count.
         init(taken(0)).
         add(taken(N)) :- does(you, take(_)), taken(M), N is M + 1.",
    );
    let both = both(&rules);
    let outcomes = ["taken(5).", "taken(20).", "taken(20). on(1). on(2). on(3)."].map(|facts| {
        let position = rules
            .position("<position>", facts)
            .unwrap_or_else(|failure| panic!("{failure}"));
        let position = both.position(&position);
        let (_, moves) = both
            .turn(&position)
            .expect("moves can be listed")
            .into_movers()
            .remove(0);
        both.play(&position, &moves[..1])
            .map(|_| ())
            .map_err(|error| error.to_string())
    });
    assert_snapshot!(
        "compile_counter_that_leaves_its_domain",
        format!("{outcomes:#?}")
    );
}

const UNBOUND: &str = "a variable is unbound where a value is needed";

/// Whether the moves in a position can be told, by the machine and by the compiled form alike.
fn moves_in_both_forms(rules: &Rules, facts: &str) -> Result<(), String> {
    let both = both(rules);
    let position = rules
        .position("<position>", facts)
        .unwrap_or_else(|failure| panic!("{failure}"));
    both.turn(&both.position(&position))
        .map(|_| ())
        .map_err(|error| error.to_string())
}

/// Each call has twice as many answers as the one within it, and calls go on without end.
#[test]
fn answers_that_double_with_each_call_are_counted() {
    let clauses = "
        legal(you, x) :- on(1), aggregate_all(count, endless(1), N), N > 0.
        endless(N) :- spot(S), \\+ on(S), M is N - 1, endless(M).
        endless(N) :- N < 1, !.
    ";
    let compilation =
        Compilation::new(&places(clauses), Effort::Quick).expect("all but that move is compiled");
    assert!(
        compilation
            .parts()
            .iter()
            .any(|part| part.name == "legal" && !part.except.is_empty())
    );
}
