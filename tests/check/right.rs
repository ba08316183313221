//! Clauses that look doubtful and are not: none of them is warned of.

use regola::game::check;
use regola::syntax::load::MemoryReader;
use regola::syntax::render::Style;

use super::codes;

fn are_right(clauses: &[&str]) {
    for clause in clauses {
        assert_eq!(codes(clause), [] as [&str; 0], "{clause}");
    }
}

#[test]
fn variables() {
    are_right(&[
        "quiet :- cell(_X, _Y, _).",
        "quiet :- \\+ cell(X, X, _).",
        "quiet :- \\+ ( cell(X, Y, P), \\+ cell(Y, X, P) ).",
        "quiet :- forall(cell(X, Y, P), cell(Y, X, P)).",
        "quiet :- \\+ cell(X, X, x), \\+ cell(X, X, o).",
        "quiet :- role(P), forall(column(X), cell(X, X, P)).",
    ]);
}

#[test]
fn values_that_come_by_other_ways() {
    are_right(&[
        "quiet :- X = Y, column(Y), X > 1.",
        "quiet :- pair(X, f(X)), X > 1.\npair(X, f(X)) :- column(X).",
        "quiet :- same(X, Y), Y = 2, X > 1.\nsame(X, X).",
        "quiet :- twin(X, T), T = f(3), X > 1.\ntwin(X, f(X)).",
        "quiet :- maplist(as_column, [X, Y]), X < Y.\nas_column(X) :- column(X).",
        "quiet :- length(L, 2), L = [X | _], X = 1, X < 2.",
        "quiet :- call(column, X), X > 1.",
        "quiet :- findall(X, column(X), [Y | _]), Y > 1.",
        "quiet :- aggregate_all(count, cell(_, _, _), N), N > 1.",
        "quiet :- aggregate_all(max(X), column(X), N), N > 1.",
        "quiet :- catch(column(X), _, X = 1), X > 1.",
        "quiet :- after(x, mark(1, 1), cell(X, _, _)), X > 1.",
        "quiet :- once(column(X)), X > 1.",
        "quiet :- atomic_list_concat(Parts, x, axb), Parts = [a, b].",
        "quiet :- must_be(var, X), X = 1, column(X).",
        "quiet :- predsort(P, [], L), P = L.",
        "quiet :- ( \\+ cell(X, X, _) ; column(X), cell(X, X, _) ).",
    ]);
}

#[test]
fn predicates_for_several_modes() {
    are_right(&[
        "quiet :- next_to(X, 2), next_to(1, X).\nnext_to(X, Y) :- integer(X), !, Y is X + 1.\nnext_to(X, Y) :- X is Y - 1.",
        "quiet :- lasts(_).\nlasts(X) :- ( var(X) -> column(X) ; X > 1 ).",
    ]);
}

#[test]
fn recursion_that_ends() {
    are_right(&[
        "quiet :- far(1, 3).\nfar(X, Y) :- Y is X + 1.\nfar(X, Z) :- Y is X + 1, Y < 3, far(Y, Z).",
        "quiet :- all([1]).\nall([]).\nall([X | Xs]) :- column(X), all(Xs).",
        "quiet :- sum([1], _).\nsum([], 0).\nsum([X | Xs], N) :- sum(Xs, M), N is M + X.",
        "quiet :- wins(x, 3).\nwins(P, N) :- N > 0, other(P, Q), M is N - 1, legal(P, Move), after(P, Move, \\+ wins(Q, M)).",
        "quiet :- backing(1, N), N > 0.\nbacking(X, N) :- aggregate_all(count, ( Y is X + 1, column(Y), backing(Y, _) ), N).",
    ]);
}

#[test]
fn clauses_that_say_more() {
    are_right(&[
        "quiet :- worth(king, N), N > 1.\nworth(king, 3).\nworth(_, 1).",
        "quiet :- worth(king, N), N > 1.\nworth(king, N) :- !, N = 3.\nworth(_, 1).",
        "quiet :- like(1, 2).\nlike(X, X).\nlike(1, _).",
        "quiet :- fail.",
        "quiet :- ( column(1) -> true ; row(3) ; fail ).",
    ]);
}

#[test]
fn names_that_are_used_in_other_ways() {
    are_right(&[
        "quiet :- Goal = column(_), call(Goal).",
        "quiet :- maplist([X]>>(column(X)), [1, 2]).",
        "show(X, Y, P) :- cell(X, Y, P).\ngrid(3, 3).",
        "symmetry(mirror, cell(X, Y, P), cell(A, Y, P)) :- A is 4 - X.",
        "level(easy, [depth(1), heuristic(lead)]).\nheuristic(lead, P, N) :- aggregate_all(count, cell(_, _, P), N).",
    ]);
}

#[test]
fn predicates_that_lists_are_handed_to() {
    are_right(&[
        "quiet :- maplist(fits, [1]).\nfits(X) :- column(X).",
        "quiet :- foldl(adds, [1], 0, _).\nadds(X, N, M) :- M is N + X.",
        "quiet :- include(fits, [1], _), exclude(fits, [1], _).\nfits(X) :- column(X).",
        "quiet :- partition(fits, [1], _, _).\nfits(X) :- column(X).",
        "quiet :- partition(by_two, [1], _, _, _).\nby_two(X, O) :- compare(O, X, 2).",
        "quiet :- convlist(next_column, [1], _).\nnext_column(X, Y) :- Y is X + 1, column(Y).",
        "quiet :- predsort(by_size, [1], _).\nby_size(O, X, Y) :- compare(O, X, Y).",
        "quiet :- findall(X, fits(X), _, []).\nfits(X) :- column(X).",
    ]);
}

#[test]
fn moves_that_are_intervals() {
    for (legal, notation) in [
        (
            "legal(p, 1..3).",
            "notation(1, \"a\").  notation(2, \"b\").  notation(3, \"c\").",
        ),
        ("legal(p, 1).", "notation(1..3, \"n\")."),
    ] {
        let game = format!(
            "role(p).  :- fluent done.  terminal :- done.  goal(p, 100).\n\
             add(done) :- does(p, _).\n\
             legal(p, pass).\n{legal}\n\
             notation(pass, \"p\").\n{notation}\n"
        );
        let report = check(&MemoryReader::new().with("game.rules", game), "game.rules");
        let found: Vec<&str> = report.diagnostics.iter().map(|found| found.code).collect();
        assert_eq!(found, [] as [&str; 0], "{}", report.render(Style::Plain));
    }
}

/// All answers of `add` and `delete` count, so it does not matter that they stand apart.
#[test]
fn effects_that_a_file_adds_to_those_of_a_file_that_it_uses() {
    let play = "role(p).\n:- fluent done.\nadd(done) :- does(p, _).\ndelete(open) :- open.\n\
                legal(p, pass) :- open.\nterminal :- done.\ngoal(p, 100).\n";
    let game = ":- use \"play.rules\".\n:- fluent open.\n:- fluent passed.\ninit(open).\ninit(passed).\n\
                add(open) :- does(p, _), \\+ done.\ndelete(passed) :- passed.\n";
    let reader = MemoryReader::new().with("play.rules", play);
    let report = check(&reader.with("game.rules", game), "game.rules");
    let found: Vec<&str> = report.diagnostics.iter().map(|found| found.code).collect();
    assert_eq!(found, [] as [&str; 0], "{}", report.render(Style::Plain));
}
