//! Deep goals and terms in each place of a game that rules fill.

use regola::compile::{Compilation, Effort};
use regola::game::{Game, Role, Rules, check_within};
use regola::logic::proof::Bounds;
use regola::search::{self, Options, Unwatched};
use regola::syntax::load::MemoryReader;
use regola::trial;

use super::shapes::RULES;
use super::{LEVELS, LIMITS, in_a_small_thread};

/// A small game, a clause for each place. Each body may have a goal more.
const CLAUSES: [(&str, &str); 16] = [
    ("init", "init(turn(0)) :- true"),
    ("legal", "legal(x, go(T)) :- turn(T), T < 2"),
    ("add", "add(turn(U)) :- does(x, go(T)), U is T + 1"),
    ("delete", "delete(turn(T)) :- does(x, go(T))"),
    ("terminal", "terminal :- turn(2)"),
    ("goal", "goal(x, 100) :- true"),
    ("quiet", "quiet :- true"),
    ("heuristic", "heuristic(h, x, 1) :- true"),
    ("grid", "grid(1, 1) :- true"),
    ("show", "show(1, 1, q) :- true"),
    ("notation", "notation(go(_), m) :- true"),
    ("path", "path(go(_), [a1]) :- true"),
    ("owns", "owns(x, a1) :- true"),
    ("level", "level(n, [depth(1)]) :- true"),
    ("symmetry", "symmetry(s, turn(A), turn(A)) :- true"),
    ("impossible", "impossible(no) :- turn(9)"),
];

/// The game with a further goal in one of the places, and further clauses.
fn game(place: &str, goal: &str, more: &str) -> String {
    let clause = |(name, clause): &(&str, &str)| match *name == place {
        true => format!("{clause}, {goal}.\n"),
        false => format!("{clause}.\n"),
    };
    let clauses: String = CLAUSES.iter().map(clause).collect();
    format!("role(x).\n:- fluent turn(_).\n:- fluent on(_).\n{clauses}{more}{RULES}")
}

/// Asks all that can be asked of a game. Says whether it could be played to its end.
fn follow(text: String) -> Result<(), String> {
    let reader = MemoryReader::new().with("deep.rules", text);
    let report = check_within(&reader, "deep.rules", LIMITS);
    assert!(
        !report
            .render(regola::syntax::render::Style::Plain)
            .contains('\u{0}')
    );
    let rules =
        Rules::read_within(&reader, "deep.rules", LIMITS).map_err(|failure| failure.to_string())?;
    let told = |error: regola::game::Error| rules.failure(&error).to_string();
    drop(Compilation::new(&rules, Effort::Quick));
    let _ = trial::play(
        &rules,
        &trial::TrialOptions {
            games: 1,
            seed: 1,
            length: 4,
        },
        &mut Unwatched,
    );
    let _ = rules.explain(&rules.initial(), "legal(P, M)", Bounds::default());
    let _ = rules.explain(&rules.initial(), "terminal", Bounds::default());
    let options = Options {
        depth: 3,
        heuristic: Some(0),
        ..Options::default()
    };
    let _ = search::best(&rules, &rules.initial(), &options, &mut Unwatched);
    let mut position = rules.initial();
    while !rules.over(&position).map_err(told)? {
        let moves = rules.legal_moves(&position).map_err(told)?;
        let facts: String = position
            .facts(rules.schema())
            .iter()
            .map(|fact| format!("{fact}.\n"))
            .collect();
        let _ = rules.position("facts", &facts);
        rules.picture(&position, &moves, None).map_err(told)?;
        rules.notations(&position, &moves).map_err(told)?;
        rules.path(&position, &moves[0]).map_err(told)?;
        rules.quiet(&position).map_err(told)?;
        rules.evaluate(&position, 0, Role(0)).map_err(told)?;
        let _ = rules.canonical(&position);
        position = rules.play(&position, &moves[..1]).map_err(told)?;
    }
    rules.goal(&position, Role(0)).map(drop).map_err(told)
}

#[test]
fn a_game_without_depth_is_followed_to_its_end() {
    assert_eq!(follow(game("", "", "")), Ok(()));
}

#[test]
fn a_deep_call_may_stand_in_every_body() {
    in_a_small_thread(|| {
        for (place, _) in CLAUSES {
            let goal = format!("deep({LEVELS}, call, true, G), call(G)");
            assert_eq!(follow(game(place, &goal, "")), Ok(()), "{place}");
        }
    });
}

#[test]
fn a_deep_term_may_stand_in_every_head() {
    in_a_small_thread(|| {
        for head in [
            "init(on(T))",
            "legal(x, far(T))",
            "goal(x, T)",
            "show(1, 1, T)",
            "notation(go(_), T)",
            "path(go(_), T)",
            "owns(x, T)",
            "level(T, [])",
            "level(m, T)",
            "level(m, [depth(T)])",
            "symmetry(s, on(a), on(T))",
            "symmetry(T, on(a), on(a))",
            "impossible(T)",
            "role(T)",
            "grid(T, 1)",
            "square_name(1, 1, T)",
        ] {
            for shape in ["compound", "tail", "sum"] {
                let clause = format!("{head} :- deep(3000, {shape}, a, T).\n");
                let followed = follow(game("", "", &clause));
                assert!(
                    followed
                        .as_ref()
                        .map_or_else(|told| !told.is_empty(), |()| true),
                    "{head} {shape}"
                );
            }
        }
    });
}

/// Clauses that look at the position are unfolded by the compiler, which so builds a term of half a
/// million levels.
#[test]
#[ignore = "takes ten seconds: cargo test --test all deep -- --ignored"]
fn a_term_that_the_compiler_builds_may_nest_as_deep_as_it_likes() {
    let (levels, terms, clauses) = (200, 40, 70);
    let wrapped = |number: usize| {
        format!(
            "X{} = {}X{number}{}",
            number + 1,
            "f(".repeat(levels),
            ")".repeat(levels)
        )
    };
    let body = (0..terms).map(wrapped).collect::<Vec<_>>().join(", ");
    let clause = |number: usize| {
        format!(
            "p{number}(X0, Y) :- turn(_), {body}, p{}(X{terms}, Y).\n",
            number + 1
        )
    };
    let text = format!(
        "role(x).  :- fluent turn(n).  n(0..3).  init(turn(0)).
        legal(x, m) :- turn(_), p0(a, Y), p{clauses}(Y, _).  add(turn(1)) :- does(x, m).  delete(turn(0)) :- does(x, m).
        terminal :- turn(1).  goal(x, 100).  p{clauses}(X, X) :- turn(_).\n{}",
        (0..clauses).map(clause).collect::<String>()
    );
    let rules = Rules::from_text(&text).unwrap_or_else(|failure| panic!("{failure}"));
    let reason = Compilation::new(&rules, Effort::Thorough)
        .err()
        .map(|reason| reason.to_string());
    assert!(
        reason
            .as_ref()
            .is_none_or(|reason| reason.contains("it takes too many goals")),
        "{reason:?}"
    );
}
