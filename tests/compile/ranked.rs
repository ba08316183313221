//! Chains that the rules rank, count or collect: the machine lists the moves, and a walk answers calls on
//! the way. The moves are the same in the same order as by the rules, errors too, and the machine has less to
//! do.

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
const RANKED: [(&str, &str); 10] = [
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
fn a_walk_answers_what_the_machine_asks_of_chains() {
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
        // The walk was made by then: all clones share it.
        let by_rules = |position: &Position| drop(rules.turn(position));
        let by_rules = calls(&by_rules, &rules, &positions);
        let helped = |position: &Position| drop(compiled.turn(&compiled.position(position)));
        let helped = calls(&helped, compiled.rules(), &positions);
        let line =
            format!("{what}: {by_rules} calls by the rules, {helped} with walks, {failed} errors");
        writeln!(told, "{line}").expect("a text can be written to");
    }
    assert_snapshot!("compile_ranked", told);
}

/// Russian and international draughts rank by a set of ways, Italian draughts by a list of labels.
#[test]
fn draughts_need_the_machine_for_little() {
    let mut table = format!("{:24} {:>8} {:>8}\n", "game", "rules", "walks");
    for name in ["dama", "russian-draughts", "international-draughts"] {
        let (rules, compilation) = super::shipped_and_compiled(name);
        let compilation = compilation.unwrap_or_else(|| panic!("{name} is compiled"));
        let compiled = Compiled::new(&rules, compilation);
        // The first games make the walk. A clone shares it, and counts its own work.
        play(&compiled, &rules);
        let (by_rules, helped) = play(&compiled.clone(), &rules);
        writeln!(table, "{name:24} {by_rules:>8} {helped:>8}").expect("a text can be written to");
    }
    assert_snapshot!("compile_ranked_draughts", table);
}

/// Plays random games. Where the machine lists the moves, they are those by the rules; how many calls it
/// answers for them by the rules, and how many with walks.
fn play(compiled: &Compiled, rules: &Rules) -> (u64, u64) {
    let (mut by_rules, mut helped) = (0, 0);
    let mut random = fastrand::Rng::with_seed(5);
    for _ in 0..8 {
        let mut position = compiled.initial();
        for _ in 0..60 {
            let (before, before_rules) = (compiled.rules().steps(), rules.steps());
            let turn = compiled.turn(&position).expect("a position has a turn");
            let moves = listed(turn);
            let asked = compiled.rules().steps() - before;
            if asked > 0 {
                let turn = rules.turn(&compiled.facts(&position));
                let named: Vec<_> = moves.iter().map(|played| compiled.named(played)).collect();
                assert_eq!(named, listed(turn.expect("a position has a turn")));
                helped += asked;
                by_rules += rules.steps() - before_rules;
            }
            let Some(played) = random.choice(moves) else {
                break;
            };
            let next = compiled.play(&position, &[played]);
            position = next.expect("a legal move is played");
        }
    }
    (by_rules, helped)
}

/// All moves of a turn.
fn listed<M>(turn: Turn<M>) -> Vec<M> {
    let movers = turn.into_movers().into_iter();
    movers.flat_map(|(_, moves)| moves).collect()
}
