//! Games that never end: every question comes to the limit that is named, at the place in the file.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use regola::game::{Failure, Game, Position, Role, Rules, check_within};
use regola::logic::{Allowance, Limits};
use regola::syntax::diagnostic::Diagnostic;
use regola::syntax::limits::{MAX_DIAGNOSTICS, MAX_KEPT_DIAGNOSTICS};
use regola::syntax::load::MemoryReader;

/// Enough for every right game, and little enough that an endless one is refused at once.
const FEW: Limits = Limits {
    steps: 100_000,
    memory: 4 << 20,
};

/// A game with this rest, or what is wrong with it.
fn load(text: &str) -> Result<Rules, Failure> {
    Rules::read_within(
        &MemoryReader::new().with("endless.rules", text),
        "endless.rules",
        FEW,
    )
}

/// A right game but for one predicate.
fn game(predicate: &str) -> String {
    let rest = [
        ("role(", "role(solo)."),
        ("init(", "init(at(1))."),
        ("legal(", "legal(solo, go)."),
        ("add(", "add(at(2))."),
        ("goal(", "goal(solo, 100)."),
        ("heuristic(", "heuristic(some, solo, 1)."),
        ("grid(", "grid(2, 2)."),
        ("show(", "show(1, 1, x)."),
        ("notation(", "notation(go, \"go\")."),
        ("terminal", "terminal :- at(2)."),
        ("quiet", "quiet."),
        ("level(", "level(easy, [depth(1)])."),
    ];
    let kept = rest
        .iter()
        .filter(|(head, _)| !predicate.starts_with(head))
        .map(|(_, clause)| format!("{clause}\n"));
    format!(
        ":- fluent at(_).\n{predicate}\n{}",
        kept.collect::<String>()
    )
}

/// What a game that cannot go on says, whatever is asked of it first.
fn told(text: &str) -> String {
    let started = Instant::now();
    let told = match load(text) {
        Err(failure) => failure.to_string(),
        Ok(rules) => match ask_everything(&rules) {
            Err(error) => rules.failure(&error).to_string(),
            Ok(_) => "nothing is wrong".to_owned(),
        },
    };
    assert!(
        started.elapsed() < Duration::from_secs(5),
        "{text}: {:?}",
        started.elapsed()
    );
    told
}

fn ask_everything(rules: &Rules) -> Result<Position, regola::game::Error> {
    let start = rules.initial();
    rules.turn(&start)?;
    let moves = rules.legal_moves(&start)?;
    rules.picture(&start, &moves, None)?;
    rules.evaluate(&start, 0, Role(0))?;
    rules.quiet(&start)?;
    let end = rules.play(&start, &moves[..1])?;
    rules.goal(&end, Role(0))?;
    Ok(end)
}

/// The bodies of predicates that never come to an end.
const ENDLESS: &[(&str, &str)] = &[
    ("it goes round in a circle", "circle"),
    ("it recurses for ever", "deeper(0)"),
    ("it builds a term for ever", "longer([])"),
    ("it has answers for ever", "repeat, fail"),
];

const CLAUSES: &str = "
circle :- circle.
deeper(N) :- M is N + 1, deeper(M), true.
longer(L) :- longer([x | L]).
";

#[test]
fn every_predicate_of_the_vocabulary_is_limited() {
    let heads = [
        "role(solo)",
        "init(at(1))",
        "legal(solo, go)",
        "add(at(2))",
        "goal(solo, 100)",
        "heuristic(some, solo, 1)",
        "grid(2, 2)",
        "show(1, 1, x)",
        "notation(go, \"go\")",
        "terminal",
        "quiet",
        "level(easy, [depth(1)])",
    ];
    for head in heads {
        for (name, goal) in ENDLESS {
            let text = game(&format!("{head} :- {goal}.")) + CLAUSES;
            let told = told(&text);
            assert!(
                told.contains("limit: ") && told.contains("endless.rules:"),
                "{head}, {name}: {told}"
            );
        }
    }
}

#[test]
fn the_message_points_at_the_goal() {
    let texts = ENDLESS.iter().map(|(name, goal)| {
        (
            *name,
            game(&format!("legal(solo, go) :- {goal}.")) + CLAUSES,
        )
    });
    let told: String = texts
        .map(|(name, text)| format!("% {name}\n{}\n\n", told(&text)))
        .collect();
    assert_snapshot!("game__endless", told);
}

/// Endless answers are no endless goal: each is found in a few steps, but they fill the memory.
#[test]
fn endless_answers_are_limited() {
    let told = [
        "legal(solo, go(N)) :- between(1, inf, N).",
        "legal(solo, L) :- length(L, _), ground(L), L = [a | _].",
        "legal(solo, go) :- repeat.",
        "add(at(N)) :- between(1, inf, N).",
        "add(at(1)) :- repeat.",
        "init(at(N)) :- between(1, inf, N).",
        "role(R) :- repeat, R = solo.",
        "show(1, 1, N) :- between(1, inf, N).",
        "level(N, [depth(1)]) :- between(1, inf, N).",
    ]
    .map(|clause| format!("{}\n\n", told(&game(clause))));
    assert_snapshot!("game__endless_answers", told.concat());
}

#[test]
fn endless_domains_are_refused() {
    for domain in [
        "place(X) :- between(1, inf, X).",
        "place(X) :- repeat, X = a.",
        "place(X) :- length(X, _).",
        "place(X) :- place(X).",
    ] {
        let text = game("").replace(":- fluent at(_).", ":- fluent at(place).") + domain;
        let told = told(&text);
        assert!(
            told.contains("cannot be a domain") && told.contains("endless.rules:1:"),
            "{domain}: {told}"
        );
    }
}

#[test]
fn a_hypothetical_position_is_limited_too() {
    let told = told(&game(
        "legal(solo, go) :- deeper. deeper :- after(solo, go, deeper).",
    ));
    assert!(told.contains("limit: "), "{told}");
}

#[test]
fn a_huge_term_as_a_move_is_limited() {
    let clauses = "double(0, x). double(N, t(T, T)) :- N > 0, M is N - 1, double(M, T).";
    for clause in [
        "legal(solo, M) :- double(40, M).",
        "add(at(T)) :- double(40, T).",
        "init(at(T)) :- double(40, T).",
    ] {
        let told = told(&(game(clause) + clauses));
        assert!(told.contains("limit: "), "{clause}: {told}");
    }
}

#[test]
fn a_game_goes_on_after_a_limit() {
    let rules = load(&game("legal(solo, go).")).expect("a right game");
    let start = rules.initial();
    for _ in 0..3 {
        let mut answers = rules
            .query(&start, "repeat, fail")
            .expect("a right question");
        assert!(matches!(answers.next(), Some(Err(_))));
        assert!(answers.next().is_none() && !answers.may_have_more());
        assert_eq!(rules.legal_moves(&start).map(|moves| moves.len()), Ok(1));
    }
}

#[test]
fn a_host_can_interrupt() {
    let rules = load(&game("legal(solo, go)."))
        .expect("a right game")
        .with_limits(Limits::default());
    let start = rules.initial();
    rules
        .interrupt()
        .store(true, std::sync::atomic::Ordering::Relaxed);
    let mut answers = rules
        .query(&start, "repeat, fail")
        .expect("a right question");
    assert!(
        answers
            .next()
            .is_some_and(|answer| answer.is_err_and(|error| error.is_interruption()))
    );
    rules
        .interrupt()
        .store(false, std::sync::atomic::Ordering::Relaxed);
    assert_eq!(rules.turn(&start).map(|_| ()), Ok(()));
}

#[test]
fn loading_can_be_interrupted() {
    let reader = MemoryReader::new().with("endless.rules", game("role(R) :- repeat, R = 1, fail."));
    let flag = Arc::new(AtomicBool::new(true));
    let allowance = || Allowance {
        limits: Limits::default(),
        interrupt: Arc::clone(&flag),
    };
    let codes = |faults: &[Diagnostic]| faults.iter().map(|fault| fault.code).collect::<Vec<_>>();
    for loaded in [
        Rules::read_within(&reader, "endless.rules", allowance()),
        Rules::draft(&reader, "", allowance()),
    ] {
        assert_eq!(
            codes(&loaded.expect_err("it was stopped").diagnostics),
            ["interrupted"]
        );
    }
    assert_eq!(
        codes(&check_within(&reader, "endless.rules", allowance()).diagnostics),
        ["interrupted"]
    );
    // Somebody stops it while a role is looked for that never comes.
    flag.store(false, Ordering::Relaxed);
    let loaded = std::thread::scope(|scope| {
        let loading = scope.spawn(|| Rules::read_within(&reader, "endless.rules", allowance()));
        std::thread::sleep(Duration::from_millis(50));
        flag.store(true, Ordering::Relaxed);
        loading.join().expect("loading does not panic")
    });
    assert_eq!(
        codes(&loaded.expect_err("it was stopped").diagnostics),
        ["interrupted"]
    );
}

#[test]
fn a_loaded_game_keeps_its_allowance() {
    let allowance = Allowance {
        limits: FEW,
        interrupt: Arc::default(),
    };
    let reader = MemoryReader::new().with("right.rules", game("legal(solo, go)."));
    let rules =
        Rules::read_within(&reader, "right.rules", allowance.clone()).expect("a right game");
    assert_eq!(rules.limits(), FEW);
    assert!(Arc::ptr_eq(&rules.interrupt(), &allowance.interrupt));
}

/// What is kept of domains, roles, levels and the names of squares counts together.
#[test]
fn what_a_game_says_once_counts_together() {
    let names = "square_name(X, Y, T) :- X > 0, Y > 0, long(12, T).\n\
                 long(0, \"a\"). long(N, T) :- N > 0, M is N - 1, long(M, S), string_concat(S, S, T).\n";
    let text = game("grid(100, 100).") + names;
    let told = told(&text);
    assert!(
        told.contains("memory limit: more than 4 MiB needed"),
        "{told}"
    );
}

/// A board takes the first answer, so that others, however many, cost nothing.
#[test]
fn a_board_needs_one_answer() {
    assert_eq!(
        told(&game("grid(N, N) :- between(1, inf, N).")),
        "nothing is wrong"
    );
}

#[test]
fn what_many_questions_give_counts_together() {
    let long =
        "long(0, \"a\"). long(N, T) :- N > 0, M is N - 1, long(M, S), string_concat(S, S, T).\n";
    let few = "legal(solo, go(N)) :- between(1, 100, N). notation(go(_), T) :- long(16, T).";
    let rules = load(
        &(game("notation(")
            .replace("notation(\n", "")
            .replace("legal(solo, go).", few)
            + long),
    );
    let rules = rules.expect("a right game");
    let start = rules.initial();
    let moves = rules.legal_moves(&start).expect("they are few");
    assert!(
        rules.notation(&start, &moves[0]).is_ok(),
        "one is small enough"
    );
    let error = rules
        .notations(&start, &moves)
        .expect_err("all together are not");
    assert!(error.to_string().contains("memory limit"), "{error}");
}

/// Each would be held against all names that there are, which many would not survive.
#[test]
fn for_many_unknown_names_few_are_compared() {
    let text: String = (0..20_000)
        .map(|number| format!("some{number}(X) :- other{number}{number}(X).\n"))
        .collect();
    let failure = Rules::from_text(&text).expect_err("nothing is defined");
    assert!(
        failure.diagnostics.len() <= MAX_KEPT_DIAGNOSTICS + 10,
        "{}",
        failure.diagnostics.len()
    );
    assert!(
        failure
            .diagnostics
            .iter()
            .any(|fault| fault.code == "more-mistakes")
    );
}

#[test]
fn of_many_wrong_facts_of_a_position_some_are_told() {
    let rules = load(&game("legal(solo, go).")).expect("a right game");
    let failure = rules
        .position("<position>", &"wrong(1). ".repeat(8_000))
        .expect_err("there is no such fluent");
    assert_eq!(failure.diagnostics.len(), MAX_DIAGNOSTICS + 1);
    assert!(
        failure
            .to_string()
            .contains("7980 more mistakes are not shown")
    );
}

/// A clause that forks very often is read in one go: what a fork first meets is forgotten at its
/// end, not everything looked through for it.
#[test]
fn a_clause_of_many_branches_loads() {
    for fork in [
        "\\+ q(V)",
        "(q(V) ; q(V))",
        "(q(V) -> true ; q(V))",
        "findall(V, q(V), _)",
    ] {
        let goals: Vec<String> = (0..20_000)
            .map(|number| fork.replace('V', &format!("V{number}")))
            .collect();
        let groups: Vec<String> = goals
            .chunks(100)
            .map(|goals| format!("({})", goals.join(", ")))
            .collect();
        let groups: Vec<String> = groups
            .chunks(100)
            .map(|groups| format!("({})", groups.join(", ")))
            .collect();
        let text = game("legal(solo, go).") + &format!("q(1).\np :- {}.\n", groups.join(", "));
        let reader = MemoryReader::new().with("long.rules", text);
        let loaded = Rules::read_within(&reader, "long.rules", Limits::default());
        assert!(loaded.is_ok(), "{fork}: {:?}", loaded.err());
    }
}

/// Nor is a head looked through, or written, for each of its variables.
#[test]
fn a_head_of_many_variables_is_checked() {
    let variables: Vec<String> = (0..20_000).map(|number| format!("V{number}")).collect();
    let clauses = format!(
        "init(at(f({}))) :- 1 > 2.\ninit(at(1)).\n",
        variables.join(",")
    );
    let text = game("init(").replace("init(\n", &clauses);
    let reader = MemoryReader::new().with("wide.rules", text);
    let report = check_within(
        &reader,
        "wide.rules",
        Allowance {
            limits: Limits::default(),
            interrupt: Arc::default(),
        },
    );
    let told = report
        .diagnostics
        .iter()
        .filter(|one| one.code == "unbound-in-head")
        .count();
    assert!(
        told > 0,
        "{:?}",
        report
            .diagnostics
            .iter()
            .map(|one| one.code)
            .collect::<Vec<_>>()
    );
}

/// Each declaration that does not end would cost as much as all that a game may take.
#[test]
fn after_a_look_that_never_ends_no_other_is_asked() {
    let loops = "l :- l.  surface(felt) :- l.  border(north, red).";
    let failure = load(&game(loops)).expect_err("it never ends").to_string();
    assert!(failure.contains("step limit: "), "{failure}");
    assert!(!failure.contains("cannot be drawn"), "{failure}");
}
