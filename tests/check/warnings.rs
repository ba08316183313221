//! What each warning is given for, beyond the example on its page: the files `check-*.rules` of
//! `tests/broken`, and single clauses.

use regola::game::check_within;
use regola::syntax::load::MemoryReader;

use super::{FEW, codes};
use crate::broken::files;

#[test]
fn every_doubtful_game_has_its_warnings() {
    let files = files("check-");
    assert!(files.len() >= 5, "{} doubtful files", files.len());
    for (name, text) in files {
        let report = check_within(&MemoryReader::new().with(&name, text.as_str()), &name, FEW);
        let told = report.render(regola::syntax::render::Style::Plain);
        assert_snapshot!(
            format!("broken__{}", name.trim_end_matches(".rules")),
            format!("{text}--- is told\n{told}")
        );
    }
}

#[test]
fn modes_are_followed_through_calls() {
    // `free/2` is asked by `legal` with nothing known, two calls away.
    let clauses = "legal(P, mark(X, Y)) :- control(P), open(X, Y).\nopen(X, Y) :- free(X, Y), column(X), row(Y).\n\
                   free(X, Y) :- \\+ cell(X, Y, _).\n";
    assert_eq!(
        codes(clauses),
        ["unbound-in-negation", "unbound-in-negation"]
    );
    // Once the caller knows the square, the same clause is right.
    let clauses = clauses.replace(
        "free(X, Y), column(X), row(Y).",
        "column(X), row(Y), free(X, Y).",
    );
    assert_eq!(codes(&clauses), [] as [&str; 0]);
}

#[test]
fn a_value_is_missing_only_where_every_way_leaves_it_out() {
    assert_eq!(
        codes("terminal :- ( column(X) ; row(Y), Y = 1 ), X > 2."),
        [] as [&str; 0]
    );
    assert_eq!(
        codes("terminal :- ( column(_) ; row(2) ), X > 2, column(X)."),
        ["unbound-in-arithmetic"]
    );
    assert_eq!(
        codes("terminal :- ( row(1) -> column(X) ; true ), X > 2."),
        [] as [&str; 0]
    );
}

#[test]
fn what_a_negation_or_a_collection_binds_stays_inside() {
    assert_eq!(
        codes("terminal :- \\+ column(X), X > 2."),
        ["unbound-in-negation", "unbound-in-arithmetic"]
    );
    assert_eq!(
        codes("terminal :- findall(X, column(X), _), X > 2."),
        ["unbound-in-arithmetic"]
    );
    assert_eq!(
        codes("terminal :- forall(column(X), X < 4), X > 2."),
        ["unbound-in-forall", "unbound-in-arithmetic"]
    );
    assert_eq!(
        codes("terminal :- X \\= 2, column(X)."),
        ["unbound-in-negation"]
    );
    // What is lacking at one place is said once.
    assert_eq!(
        codes("terminal :- forall(column(X), X < Y), column(Y)."),
        ["unbound-in-forall"]
    );
}

#[test]
fn recursion_without_progress_is_found_through_other_predicates() {
    assert_eq!(
        codes("terminal :- first.\nfirst :- role(_), second.\nsecond :- third, first.\nthird."),
        ["endless-recursion"]
    );
    assert_eq!(
        codes("terminal :- pair(x, o).\npair(X, Y) :- pair(Y, X).\npair(x, x)."),
        ["endless-recursion"]
    );
    assert_eq!(
        codes("terminal :- down(3).\ndown(N) :- N > 0, down(N)."),
        ["endless-recursion"]
    );
}

/// With a table the recursion ends.
#[test]
fn a_table_is_missing_or_for_nothing() {
    let pair = "terminal :- pair(x, o).\npair(X, Y) :- pair(Y, X).\npair(x, x).";
    assert_eq!(codes(pair), ["endless-recursion"]);
    assert_eq!(codes(&format!(":- table pair/2.\n{pair}")), [""; 0]);
    let mutual = ":- table first/0, second/0.\nterminal :- first.\nfirst :- second.\nsecond :- first.\nsecond :- row(3).";
    assert_eq!(codes(mutual), [""; 0]);
    let won = ":- table won/1.\nterminal :- won(x).\nwon(X) :- other(X, Y), \\+ won(Y).";
    assert_eq!(codes(won), [""; 0]);
    let once = ":- table first/0.\nterminal :- first.\nfirst :- row(3).";
    assert_eq!(codes(once), ["needless-table"]);
}

#[test]
fn collections_count_as_negation_where_they_ask_the_same_again() {
    let sum = "terminal :- size(1, N), N > 0.\nsize(X, N) :- aggregate_all(count, ( row(X), size(X, N) ), N).";
    assert!(
        codes(sum).contains(&"negation-through-recursion"),
        "{:?}",
        codes(sum)
    );
}

#[test]
fn clauses_that_say_nothing_new_are_found() {
    assert_eq!(
        codes("quiet :- worth(king, _).\nworth(_, 1).\nworth(man, 1)."),
        ["unreachable-clause"]
    );
    assert_eq!(
        codes("quiet :- same([_]).\nsame(_) :- !.\nsame([_ | _])."),
        ["unreachable-clause"]
    );
    assert_eq!(
        codes("quiet :- ( true -> column(_) ; row(_) )."),
        ["unreachable-goal"]
    );
    assert_eq!(
        codes("quiet :- near(X), near(X).\nnear(X) :- column(X).\nnear(Y) :- column(Y)."),
        ["repeated-clause"]
    );
}

#[test]
fn goals_that_no_clause_takes_are_found() {
    assert_eq!(codes("quiet :- column(4)."), ["never-matches"]);
    assert_eq!(codes("quiet :- \\+ other(y, _)."), ["never-matches"]);
    assert_eq!(
        codes("quiet :- size(2, [_ | _]).\nsize(_, [])."),
        ["never-matches"]
    );
    assert_eq!(codes("quiet :- cell(4, _, _)."), ["never-matches"]);
    assert_eq!(codes("quiet :- cell(_, _, blue)."), ["never-matches"]);
}

#[test]
fn a_move_is_unknown_only_where_every_clause_of_legal_names_its_own() {
    let misspelt = "add(cell(X, Y, P)) :- does(P, mrak(X, Y)).";
    assert_eq!(codes(misspelt), ["unknown-move"]);
    // The second clause may give any move.
    let legal = "legal(P, mark(X, Y)) :- control(P), row(Y), column(X), \\+ cell(X, Y, _).\n\
                 legal(P, M) :- control(P), other_move(M).\nother_move(mrak(1, 1)).\n";
    assert_eq!(codes(&format!("{legal}{misspelt}")), [] as [&str; 0]);
    assert_eq!(
        codes("add(cell(X, Y, P)) :- does(P, M), M = mark(X, Y)."),
        [] as [&str; 0]
    );
    // A look ahead may try a move that is not legal.
    for tried in ["mrak(1, 1)", "M"] {
        let ahead = format!("quiet :- M = mrak(1, 1), after(x, {tried}, terminal), M \\= x.\n");
        assert_eq!(codes(&format!("{ahead}{misspelt}")), [] as [&str; 0]);
    }
}

#[test]
fn a_move_lacks_a_notation_only_where_no_clause_may_be_about_it() {
    let legal = "legal(P, mark(X, Y)) :- control(P), row(Y), column(X), \\+ cell(X, Y, _).\n\
                 legal(P, pass) :- control(P).\n";
    let written = "notation(mark(X, Y), T) :- square_name(X, Y, T).";
    assert_eq!(codes(&format!("{legal}{written}")), ["no-notation"]);
    for rest in [
        "notation(pass, \"pass\").",
        "notation(M, T) :- term_to_atom(M, T).",
    ] {
        assert_eq!(codes(&format!("{legal}{written}\n{rest}")), [] as [&str; 0]);
    }
    assert_eq!(codes(legal), [] as [&str; 0], "moves are written as terms");
}
