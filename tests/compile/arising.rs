//! What is looked for after a move: no reason to end the game that the move cannot have brought about.

use std::fmt::Write;
use std::sync::Arc;

use regola::compile::Compiled;
use regola::compile::code::{Code, Mode};
use regola::compile::words::{Program, Step};
use regola::game::FastPaths;
use regola::search::playouts;

use super::work::rule_files;
use super::{compiled, leaves, rules, shipped_and_compiled};

/// Two roles put stones on spots in turn, take each other's, mark spots for good, and pass.
const STONES: &str = "
    role(red).  role(blue).
    opponent(red, blue).  opponent(blue, red).
    spot(1..4).
    next(S, T) :- spot(S), T is S + 1, spot(T).
    :- fluent control -> role.
    :- fluent stone(spot) -> role.
    :- fluent marked(spot).
    :- fluent passed(role).
    init(control(red)).  init(stone(1, red)).  init(stone(4, blue)).  init(marked(2)).
    legal(P, put(S)) :- control(P), spot(S), \\+ stone(S, _).
    legal(P, take(S)) :- control(P), opponent(P, Q), stone(S, Q), \\+ marked(S).
    legal(P, pass) :- control(P), \\+ passed(P).
    add(control(Q)) :- does(P, _), opponent(P, Q).
    add(stone(S, P)) :- does(P, put(S)).
    add(stone(S, P)) :- does(P, take(S)).
    add(marked(S)) :- does(_, take(S)).
    delete(marked(S)) :- does(_, put(S)).
    add(passed(P)) :- does(P, pass).
    goal(P, V) :- role(P), aggregate_all(sum(S), stone(S, P), N), V is 7 * N.
    :- table linked/2.
    linked(P, 1) :- stone(1, P).
    linked(P, T) :- stone(T, P), next(S, T), linked(P, S).
    linked(P, S) :- stone(S, P), next(S, T), linked(P, T).
    pair(P) :- next(S, T), stone(S, P), stone(T, P).
";

const ENDS: [&str; 16] = [
    // A stone of the other role, or none of it: each by one of the roles.
    "terminal :- stone(2, red).  terminal :- stone(3, blue).",
    "terminal :- role(P), \\+ stone(_, P).",
    "terminal :- pair(_).",
    "terminal :- pair(red), \\+ pair(blue).",
    "terminal :- linked(P, 4), P = red.  terminal :- linked(blue, 3).",
    "terminal :- \\+ linked(red, 1).  terminal :- pair(blue).",
    // What no move deletes, or adds.
    "terminal :- passed(red), passed(blue).",
    "terminal :- \\+ passed(red), stone(3, red).  terminal :- stone(2, blue).",
    // Marks come by taking, and go by putting.
    "terminal :- marked(3).  terminal :- \\+ marked(2), marked(1).",
    // By who is to move.
    "terminal :- control(P), stone(2, P).",
    "terminal :- control(red), pair(red).  terminal :- control(blue), pair(red), stone(4, red).",
    // Numbers.
    "terminal :- role(P), aggregate_all(count, stone(_, P), N), N >= 3.",
    "terminal :- role(P), aggregate_all(count, stone(_, P), N), N =:= 2, marked(2).",
    "terminal :- aggregate_all(count, stone(_, red), R), aggregate_all(count, stone(_, blue), B), R > B + 1.",
    // Full, and for reasons within reasons.
    "terminal :- \\+ ( spot(S), \\+ stone(S, _) ).",
    "terminal :- pair(red) ; ( stone(1, red), ( pair(blue) ; linked(blue, 2) ; stone(3, blue) ) ).",
];

#[test]
fn an_end_is_found_whatever_brings_it_about() {
    let mut told = String::new();
    for ends in ENDS {
        let rules = rules(&format!("{STONES}{ends}"));
        let compiled = compiled(&rules);
        let leaves = leaves(&rules, &compiled, 5);
        let leaves: Vec<String> = leaves.iter().map(u64::to_string).collect();
        let compilation = compiled.compilation();
        let interpreted = compilation.interpreted().expect("its programs are small");
        // Random games are played ply by ply, and several at once by the interpreter.
        for form in [&compiled, &Compiled::new(&rules, Arc::new(interpreted))] {
            for limit in [5, 100] {
                let by_words = ends_of(form, limit);
                assert_eq!(by_words, ends_of(&rules, limit), "random games\n{ends}");
            }
        }
        let plies = Plies::of(compilation.code());
        writeln!(told, "{ends}\n    {}; {plies}", leaves.join(", ")).expect("a string takes all");
    }
    assert_snapshot!("compile_arising", told);
}

/// After how many plies each of some random games ends, and with which results.
fn ends_of<G: FastPaths>(game: &G, limit: usize) -> Vec<(usize, Option<Vec<u8>>)> {
    let seeds: Vec<u64> = (0..70).collect();
    let games = playouts(game, &game.initial(), limit, &seeds);
    let games = games.unwrap_or_else(|error| panic!("{error}"));
    games
        .into_iter()
        .map(|game| (game.plies, game.goals))
        .collect()
}

/// Conditions share their parts, layer by layer: who follows each path to a part follows 2 to the power
/// of 60 of them, and never comes to an end.
#[test]
fn parts_that_conditions_share_are_looked_at_once() {
    let mut text = String::from(
        "
        role(red).  role(blue).
        spot(1..4).
        :- fluent stone(spot) -> role.
        :- fluent control -> role.
        init(control(red)).
        legal(P, put(S)) :- control(P), spot(S), \\+ stone(S, _), one(60), other(60).
        legal(red, skip) :- control(blue), one(60), other(60), stone(1, red).
        add(stone(S, P)) :- does(P, put(S)).
        terminal :- either(60).
        goal(_, 50).
        :- table one/1.  :- table other/1.  :- table either/1.  :- table or_else/1.
        one(1) :- \\+ stone(1, red).  other(1) :- \\+ stone(2, red).
        either(1) :- stone(3, red).  or_else(1) :- stone(4, blue).
        ",
    );
    for layer in 2..=60 {
        let before = layer - 1;
        let stone = format!("stone({}, red)", layer % 4 + 1);
        let (both, any) = (
            format!("one({before}), other({before})"),
            format!("either({before}) ; or_else({before})"),
        );
        writeln!(
            text,
            "one({layer}) :- {both}, \\+ ({stone}, stone(1, blue)).  other({layer}) :- {both}, \\+ {stone}.
            either({layer}) :- {any} ; {stone}.  or_else({layer}) :- {any} ; {stone}, stone(1, blue)."
        )
        .expect("a string takes all");
    }
    let rules = rules(&text);
    let compiled = compiled(&rules);
    assert_eq!(ends_of(&compiled, 10), ends_of(&rules, 10));
}

#[test]
fn plies_of_shipped_games_look_for_less() {
    let mut told = String::new();
    for file in rule_files() {
        let name = file.trim_end_matches(".rules");
        let (_, Some(compilation)) = shipped_and_compiled(name) else {
            continue;
        };
        let plies = Plies::of(compilation.code());
        if plies.together > 0 {
            writeln!(told, "{name}: {plies}").expect("a string takes all");
        }
    }
    assert_snapshot!("compile_plies", told);
}

/// The operations of moves and of the turns after them, with loops counted.
#[derive(Default)]
struct Plies {
    /// As programs of their own.
    apart: usize,
    loops_apart: usize,
    /// As one.
    together: usize,
    loops_together: usize,
}

impl Plies {
    fn of(code: &Code) -> Self {
        let mut all = Self::default();
        for mode in &code.modes {
            all.add(code, mode);
        }
        all
    }

    fn add(&mut self, code: &Code, mode: &Mode) {
        let plies = mode.applies.iter().zip(&mode.plies);
        for (apply, ply) in plies.filter_map(|(apply, ply)| Some((apply, ply.as_ref()?))) {
            let turn = &code.modes[ply.mode].turn;
            self.apart += apply.len() + turn.len();
            self.loops_apart += loops(apply) + loops(turn);
            self.together += ply.program.len();
            self.loops_together += loops(&ply.program);
        }
    }
}

impl std::fmt::Display for Plies {
    fn fmt(&self, text: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self {
            apart,
            loops_apart,
            together,
            loops_together,
        } = self;
        write!(
            text,
            "{apart} operations and {loops_apart} loops as move and turn, {together} and {loops_together} as plies"
        )
    }
}

fn loops(program: &Program) -> usize {
    let steps = program.steps().iter();
    steps.filter(|step| matches!(step, Step::Loop)).count()
}
