//! Chains that the rules rank, count or collect are walked to the end, as far as the rules do with their lists
//! what a walk does. The moves are the same in the same order as by the rules, errors too.

use std::fmt::Write;

use regola::compile::{Compilation, Compiled, Effort};
use regola::game::{Game, Position, RuleGame, Rules, Turn};

use super::walk::{JUMPS, failed_alike, positions};

/// The rule of [`JUMPS`] that lists each chain.
const LISTED: &str = "legal(you, take(S, Path)) :- at(S), takes(S, S, [], Path).";

/// What comes in its place: one jump is listed, and of longer chains those that are `ranked` first.
const RANKED_FIRST: &str = "
    legal(you, take(S, Path)) :- at(S), long(S), ranked(S, Path).
    legal(you, take(S, [T])) :- at(S), \\+ long(S), over(S, S, _, T).
    long(S) :- over(S, S, V, T), over(T, S, W, _), V \\== W.
";

/// The chains that all games here have.
const CHAIN: &str = "
    takes(Start, S, Taken, [T | Path]) :- over(S, Start, V, T), \\+ memberchk(V, Taken),
        ( takes(Start, T, [V | Taken], Path) *-> true ; Path = [] ).
    way_of(S, Path) :- at(S), takes(S, S, [], Path).
";

/// The clauses of `ranked(S, Path)`, or of `legal` without it, by what is done with the chains.
const RANKED: [(&str, &str); 24] = [
    (
        "each set of squares once",
        "ranked(S, P) :- setof(N-Q, set_of(S, Q, N), All), last(All, N-_), member(N-P, All).
         set_of(S, P, N) :- takes(S, S, [], Q), sort(Q, P), length(Q, N).",
    ),
    (
        "the shortest of a bag",
        "ranked(S, P) :- bagof(N-Q, with_length(S, Q, N), All), msort(All, [_-P | _]).
         with_length(S, Q, N) :- way_of(S, Q), length(Q, N).",
    ),
    (
        "a set without what is quantified",
        "ranked(S, P) :- setof(T, R^way_of(S, [T | R]), Firsts), P = Firsts.",
    ),
    (
        "a bag for each first square",
        "ranked(S, [F, T]) :- bagof(Q, way_of(S, [F | Q]), All), last(All, [T | _]).",
    ),
    (
        "whether there is one that comes back",
        "ranked(S, P) :- ( way_of(S, Q), last(Q, S) -> P = Q ; way_of(S, P) ).",
    ),
    (
        "a question without arguments",
        "ranked(S, P) :- ( far -> Wanted = last ; Wanted = first ), bagof(Q, way_of(S, Q), All), pick(Wanted, All, P).
         far :- at(S), over(S, S, V, T), over(T, S, W, U), V \\== W, over(U, S, Z, _), Z \\== V, Z \\== W.
         pick(first, [P | _], P).
         pick(last, All, P) :- last(All, P).",
    ),
    (
        "an error in the middle of the list",
        "ranked(S, P) :- findall(Q-N, ( way_of(S, Q), weight(Q, N) ), All), member(P-_, All).
         weight([_, _, _ | _], N) :- N is north + 1.
         weight([_, _], 1).
         weight([_], 1).",
    ),
    (
        "chains after chains, in another position",
        "legal(you, take(S, P)) :- at(S), findall(Q, way_of(S, Q), All), member(P, All),
            \\+ ( after(you, take(S, P), way_of(_, R)), length(R, N), N > 1 ).",
    ),
    (
        "they are looked for by name",
        "legal(you, take(S, P)) :- at(S), G =.. [way_of, S, Q], findall(Q, G, All), sort(All, [P | _]).",
    ),
    (
        "the least key, as a predicate",
        "ranked(S, P) :- bagof(N-Q, ( way_of(S, Q), length(Q, N) ), All), member(N-P, All), least(N, All).
         least(N, All) :- min_member(N-_, All).",
    ),
    (
        "the greatest key, before the ways",
        "ranked(S, P) :- bagof(N-Q, ( way_of(S, Q), length(Q, N) ), All), max_member(N-_, All), member(N-P, All).",
    ),
    (
        "by keys, turned round",
        "ranked(S, P) :- bagof(N-Q, ( way_of(S, Q), length(Q, N) ), All), keysort(All, Up), reverse(Up, Down), member(_-P, Down).",
    ),
    (
        "none is longer, by a test of two at once",
        "ranked(S, P) :- bagof(N-Q, ( way_of(S, Q), length(Q, N) ), All), member(N-P, All),
            \\+ ( member(M-_, All), M > N ).",
    ),
    (
        "each that is longer than the number of ways",
        "ranked(S, P) :- bagof(Q, way_of(S, Q), All), length(All, Ways), member(P, All), length(P, N), N > Ways.",
    ),
    (
        "those that end where they began, or all",
        "ranked(S, P) :- findall(Q, ( way_of(S, Q), last(Q, S) ), Round), ( Round = [] -> way_of(S, P) ; member(P, Round) ).",
    ),
    (
        "a sum of what is taken, in a test of one",
        "ranked(S, P) :- bagof(N-Q, L^( way_of(S, Q), length(Q, L), N is L * L - 1 ), All), msort(All, Sorted),
            last(Sorted, Most-_), Most >= 8, member(Most-P, Sorted).",
    ),
    (
        "none is greater, by a predicate that is asked once",
        "ranked(S, P) :- bagof(Q, way_of(S, Q), All), member(P, All), once(best(All, P)).
         best(All, P) :- \\+ ( member(Q, All), Q @> P ).",
    ),
    (
        "none is greater, among ways that are found again",
        "ranked(S, P) :- bagof(Q, way_of(S, Q), _), way_of(S, P), once(best(S, P)).
         best(S, P) :- \\+ ( way_of(S, Q), Q @> P ).",
    ),
    (
        "a list with an element of another list",
        "ranked(S, P) :- bagof(Q, way_of(S, Q), All), member(X, All), findall(X-Y, way_of(S, Y), Pairs),
            keysort(Pairs, Sorted), Sorted = [_-P | _].",
    ),
    (
        "an error before a goal that fails",
        "ranked(S, P) :- bagof(N-Q, ( way_of(S, Q), length(Q, N) ), All), member(N-P, All), N < 4, 1 is N + foo, \\+ on(1-2).
         ranked(S, P) :- way_of(S, P).",
    ),
    (
        "keys of what has none",
        "ranked(S, P) :- bagof(Q, way_of(S, Q), All), keysort(All, _), member(P, All).",
    ),
    (
        "a bag that nobody reads",
        "ranked(S, P) :- bagof(Q, way_of(S, Q), _), way_of(S, P).",
    ),
    (
        "goals with several answers",
        "ranked(S, P) :- bagof(Q, way_of(S, Q), All), member(W, All), select(_, W, P).",
    ),
    (
        "the predicate that is asked has a cut",
        "legal(you, take(S, P)) :- at(S), findall(N-Q, ( one_way(S, Q), length(Q, N) ), All), member(_-P, All).
         one_way(S, Path) :- way_of(S, Path), !.",
    ),
];

/// How often the machine answers a call of a predicate while moves are listed in all positions.
fn calls(game: &impl Fn(&Position), rules: &Rules, positions: &[Position]) -> u64 {
    let before = rules.steps();
    positions.iter().for_each(game);
    rules.steps() - before
}

#[test]
fn chains_are_walked_to_what_the_rules_make_of_them() {
    let mut told = String::new();
    for (what, clauses) in RANKED {
        let is_whole = clauses.starts_with("legal");
        let first = if is_whole { "" } else { RANKED_FIRST };
        let text = [&JUMPS.replace(LISTED, first), CHAIN, clauses].concat();
        let rules = Rules::from_text(&text).unwrap_or_else(|failure| panic!("{what}: {failure}"));
        let compilation = Compilation::new(&rules, Effort::Quick);
        let compilation = compilation.unwrap_or_else(|reason| panic!("{what}: {reason}"));
        let compiled = Compiled::new(&rules, compilation.into());
        let positions = positions(&rules, 60);
        let failed = failed_alike(&compiled, &positions);
        let by_rules = |position: &Position| drop(rules.turn(position));
        let by_rules = calls(&by_rules, &rules, &positions);
        let helped = |position: &Position| drop(compiled.turn(&compiled.position(position)));
        // Goals that do not depend on the position are answered once.
        positions.iter().for_each(helped);
        let helped = calls(&helped, compiled.rules(), &positions);
        let line =
            format!("{what}: {by_rules} calls by the rules, {helped} with walks, {failed} errors");
        writeln!(told, "{line}").expect("a text can be written to");
    }
    assert_snapshot!("compile_ranked", told);
}

/// Russian and international draughts rank by a set of ways, Italian draughts by a list of labels.
#[test]
fn draughts_need_no_machine() {
    let mut table = format!("{:24} {:>8} {:>8}\n", "game", "rules", "compiled");
    for name in ["dama", "russian-draughts", "international-draughts"] {
        let (rules, compilation) = super::shipped_and_compiled(name);
        let compilation = compilation.unwrap_or_else(|| panic!("{name} is compiled"));
        let compiled = Compiled::new(&rules, compilation);
        // The first games make the walk, and ask what does not depend on the position.
        play(&compiled, &rules);
        let (by_rules, by_compiled) = play(&compiled, &rules);
        writeln!(table, "{name:24} {by_rules:>8} {by_compiled:>8}")
            .expect("a text can be written to");
    }
    assert_snapshot!("compile_ranked_draughts", table);
}

/// Plays random games, and compares the moves with those by the rules: how many calls the machine answers for
/// them, and how many for the compiled form.
fn play(compiled: &Compiled, rules: &Rules) -> (u64, u64) {
    let (mut by_rules, mut by_compiled) = (0, 0);
    let mut random = fastrand::Rng::with_seed(5);
    for _ in 0..8 {
        let mut position = compiled.initial();
        for _ in 0..60 {
            let before = (rules.steps(), compiled.rules().steps());
            let turn = rules.turn(&compiled.facts(&position));
            let moves = compiled.turn(&position).expect("a position has a turn");
            by_rules += rules.steps() - before.0;
            by_compiled += compiled.rules().steps() - before.1;
            let moves = listed(moves);
            let named: Vec<_> = moves.iter().map(|played| compiled.named(played)).collect();
            assert_eq!(named, listed(turn.expect("a position has a turn")));
            let Some(played) = random.choice(moves) else {
                break;
            };
            let next = compiled.play(&position, &[played]);
            position = next.expect("a legal move is played");
        }
    }
    (by_rules, by_compiled)
}

/// All moves of a turn.
fn listed<M>(turn: Turn<M>) -> Vec<M> {
    let movers = turn.into_movers().into_iter();
    movers.flat_map(|(_, moves)| moves).collect()
}
