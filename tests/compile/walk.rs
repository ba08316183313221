//! Chains of steps that are walked when the position is known: the same moves in the same order as by
//! the rules, and without the machine where the chain is one that can be walked.

use std::fmt::Write;

use regola::compile::{Both, Compilation, Compiled, Effort};
use regola::game::{Error, Game, Position, RuleGame, Rules};

/// A piece that jumps over stones on a board of five by five squares, and takes them at the end of its
/// move. The clauses of `takes(Start, S, Taken, Path)` are left out: from Start the piece has come to S
/// and has taken Taken, and Path are the squares that it goes on to.
pub const JUMPS: &str = "
    role(you).
    row(1..5).
    square(X-Y) :- row(X), row(Y).
    :- fluent on(square).
    :- fluent at -> square.
    init(at(1-1)).
    way(2, 0).  way(-2, 0).  way(0, 2).  way(0, -2).
    jump(X-Y, V, A-B) :- way(D, E), A is X + D, B is Y + E, square(A-B), C is (X + A) // 2, R is (Y + B) // 2, V = C-R.
    free(Start, T) :- \\+ ( T \\== Start, on(T) ).
    over(S, Start, V, T) :- jump(S, V, T), on(V), free(Start, T).
    legal(you, take(S, Path)) :- at(S), takes(S, S, [], Path).
    delete(on(V)) :- does(you, take(S, Path)), nextto(A, B, [S | Path]), jump(A, V, B), on(V).
    add(at(T)) :- does(you, take(_, Path)), last(Path, T).
    terminal :- \\+ legal(you, _).
    goal(you, 100) :- \\+ on(_).
    goal(you, 0) :- on(_).
";

/// The clauses of `takes`, by what is special about them.
const CLAUSES: [(&str, &str); 17] = [
    (
        "it goes on for as long as it can",
        "takes(Start, S, Taken, [T | Path]) :- over(S, Start, V, T), \\+ memberchk(V, Taken),
            ( takes(Start, T, [V | Taken], Path) *-> true ; Path = [] ).",
    ),
    (
        "it may stop anywhere, where it is first",
        "takes(Start, S, Taken, [T | Path]) :- over(S, Start, V, T), \\+ memberchk(V, Taken),
            ( Path = [] ; takes(Start, T, [V | Taken], Path) ).",
    ),
    (
        "it stops where a call without answers says so",
        "takes(Start, S, Taken, [T | Path]) :- over(S, Start, V, T), \\+ memberchk(V, Taken),
            ( takes(Start, T, [V | Taken], Path) ; \\+ takes(Start, T, [V | Taken], _), Path = [] ).",
    ),
    (
        "two clauses",
        "takes(Start, S, Taken, [T]) :- over(S, Start, V, T), \\+ memberchk(V, Taken).
         takes(Start, S, Taken, [T | Path]) :- over(S, Start, V, T), \\+ memberchk(V, Taken),
            takes(Start, T, [V | Taken], Path).",
    ),
    (
        "the first jump goes over a row of its own",
        "takes(Start, S, Taken, [T | Path]) :- over(S, Start, V, T), \\+ memberchk(V, Taken),
            ( Taken == [] -> S = X-_, T = X-_ ; true ),
            ( takes(Start, T, [V | Taken], Path) *-> true ; Path = [] ).",
    ),
    (
        "it comes back to where it started at the end alone",
        "takes(Start, S, Taken, [T | Path]) :- over(S, Start, V, T), \\+ memberchk(V, Taken),
            ( T == Start -> Path = [] ; takes(Start, T, [V | Taken], Path) *-> true ; Path = [] ).",
    ),
    (
        "where it started is asked for in another way",
        "takes(Start, S, Taken, [T | Path]) :- over(S, Start, V, T), \\+ memberchk(V, Taken),
            Start = X-_, T = A-_, abs(X - A) =< 2,
            ( takes(Start, T, [V | Taken], Path) *-> true ; Path = [] ).",
    ),
    (
        "the length of what it has taken",
        "takes(Start, S, Taken, [T | Path]) :- over(S, Start, V, T), \\+ memberchk(V, Taken),
            length(Taken, N), N < 4,
            ( takes(Start, T, [V | Taken], Path) *-> true ; Path = [] ).",
    ),
    (
        "the first way on alone",
        "takes(Start, S, Taken, [T | Path]) :- over(S, Start, V, T), \\+ memberchk(V, Taken),
            ( takes(Start, T, [V | Taken], Rest) -> Path = Rest ; Path = [] ).",
    ),
    (
        "a cut before the way on",
        "takes(Start, S, Taken, [T | Path]) :- over(S, Start, V, T), \\+ memberchk(V, Taken), !,
            ( takes(Start, T, [V | Taken], Path) *-> true ; Path = [] ).",
    ),
    (
        "a cut behind the way on",
        "takes(Start, S, Taken, [T | Path]) :- over(S, Start, V, T), \\+ memberchk(V, Taken),
            takes(Start, T, [V | Taken], Path), !.
         takes(Start, S, Taken, [T]) :- over(S, Start, V, T), \\+ memberchk(V, Taken).",
    ),
    (
        "it looks at its own way on",
        "takes(Start, S, Taken, [T | Path]) :- over(S, Start, V, T), \\+ memberchk(V, Taken),
            ( takes(Start, T, [V | Taken], Path), Path = [N | _], N \\== S *-> true ; Path = [] ).",
    ),
    (
        "what it had taken before is handed on at another place",
        "takes(Start, S, Taken, Path) :- chain(Start, S, Taken, Path, []).
         chain(Start, S, Taken, [T | Path], Before) :- over(S, Start, V, T), \\+ memberchk(V, Taken),
            ( Before == [] -> true ; T \\== 3-3 ),
            ( chain(Start, T, [V | Taken], Path, Taken) *-> true ; Path = [] ).",
    ),
    (
        "a second chain knows what the first one has taken",
        "takes(Start, S, Taken, [T | Path]) :- over(S, Start, V, T), \\+ memberchk(V, Taken),
            ( takes(Start, T, [V | Taken], Path) *-> true ; more(T, [], Path, Taken) ).
         more(_, _, [], _).
         more(S, Own, [T | Path], Before) :- over(S, S, V, T), \\+ memberchk(V, Own), \\+ memberchk(V, Before),
            more(T, [V | Own], Path, []).",
    ),
    (
        "the way on is looked at again, for another one",
        "takes(Start, S, Taken, [T | Path]) :- over(S, Start, V, T), \\+ memberchk(V, Taken),
            ( takes(Start, T, [V | Taken], Path), \\+ ( takes(Start, T, [V | Taken], Other), Other \\== Path )
              *-> true ; Path = [] ).",
    ),
    (
        "only ways on of one jump",
        "takes(Start, S, Taken, [T | Path]) :- over(S, Start, V, T), \\+ memberchk(V, Taken),
            ( takes(Start, T, [V | Taken], Path), length(Path, 1) *-> true ; Path = [] ).",
    ),
    (
        "it counts its ways on",
        "takes(Start, S, Taken, [T | Path]) :- over(S, Start, V, T), \\+ memberchk(V, Taken),
            aggregate_all(count, takes(Start, T, [V | Taken], _), N),
            ( N > 1 -> takes(Start, T, [V | Taken], Path) ; Path = [] ).",
    ),
];

/// Random positions: half of the squares have a stone.
pub fn positions(rules: &Rules, count: usize) -> Vec<Position> {
    let mut random = fastrand::Rng::with_seed(11);
    let mut position = || {
        let squares = (1..=5).flat_map(|x| (1..=5).map(move |y| (x, y)));
        let mut squares: Vec<_> = squares.collect();
        random.shuffle(&mut squares);
        let (x, y) = squares[0];
        let mut facts = format!("at({x}-{y}). ");
        for (x, y) in &squares[1..14] {
            write!(facts, "on({x}-{y}). ").expect("a text can be written to");
        }
        let found = rules.position("here", &facts);
        found.unwrap_or_else(|failure| panic!("{failure}"))
    };
    (0..count).map(|_| position()).collect()
}

/// Compares both forms in each position and at each of its moves: they say the same, or fail alike. How
/// many turns and moves fail.
pub fn failed_alike(compiled: &Compiled, positions: &[Position]) -> usize {
    let both = Both::new(compiled.clone());
    let mut failed = 0;
    for position in positions {
        let here = both.position(position);
        let over = agreed(both.over(&here));
        let Some(turn) = agreed(both.turn(&here)) else {
            failed += 1;
            continue;
        };
        let movers = turn.into_movers();
        assert_eq!(over, Some(movers.is_empty()));
        for played in movers.into_iter().flat_map(|(_, moves)| moves) {
            failed += usize::from(agreed(both.play(&here, &[played])).is_none());
        }
    }
    failed
}

/// What both forms say; none if both fail.
fn agreed<T>(said: Result<T, Error>) -> Option<T> {
    if let Err(error @ Error::Disagreement { .. }) = said {
        panic!("{error}");
    }
    said.ok()
}

/// In how many positions the moves are found with the help of the machine, once it is known what it answers to
/// goals that do not depend on the position.
fn asked_of_machine(compiled: &Compiled, positions: &[Position]) -> usize {
    let asks = |position: &&Position| {
        let here = compiled.position(position);
        compiled.turn(&here).expect("the position has a turn");
        let before = compiled.rules().steps();
        compiled.turn(&here).expect("the position has a turn");
        compiled.rules().steps() > before
    };
    positions.iter().filter(asks).count()
}

#[test]
fn chains_are_walked_in_the_order_of_the_rules() {
    let mut told = String::new();
    for (what, clauses) in CLAUSES {
        let text = format!("{JUMPS}{clauses}");
        let rules = Rules::from_text(&text).unwrap_or_else(|failure| panic!("{failure}"));
        let compilation = Compilation::new(&rules, Effort::Quick);
        let Ok(compilation) = compilation else {
            writeln!(told, "{what}: not compiled").expect("a text can be written to");
            continue;
        };
        let positions = positions(&rules, 40);
        let legal = &compilation.parts()[0];
        let is_whole = legal.except.is_empty();
        let compiled = Compiled::new(&rules, compilation.into());
        assert_eq!(failed_alike(&compiled, &positions), 0);
        // What there is to walk was found by then.
        let asked = asked_of_machine(&compiled, &positions);
        let how = match (is_whole, asked) {
            (true, 0) => "all by the programs".to_owned(),
            (false, 0) => "by the programs, and by walks".to_owned(),
            (_, asked) => format!("by the machine in {asked} of {} positions", positions.len()),
        };
        writeln!(told, "{what}: {how}").expect("a text can be written to");
    }
    assert_snapshot!("compile_walks", told);
}
