//! Sheets that mean harm end in an error with a name, or in a limit, and soon.

use regola::game::{Game, Rules, check_within};
use regola::logic::Limits;
use regola::syntax::load::MemoryReader;

/// The rest of a game for one.
const REST: &str = "
(role ann)
(init (at 0))
(<= (legal ann go) (true (at ?x)))
(<= terminal (true (at end)))
(<= (goal ann 0) (role ann))
";

/// What a check says, in a few words: the codes of the errors, and whether there are moves.
fn told(text: &str) -> String {
    let reader = MemoryReader::new().with("game.kif", text);
    let limits = Limits {
        steps: 100_000,
        memory: 256 << 20,
    };
    let report = check_within(&reader, "game.kif", limits);
    let mut codes: Vec<&str> = report.diagnostics.iter().map(|one| one.code).collect();
    codes.dedup();
    if let Some(rules) = report.rules {
        let next = play(&rules);
        return format!("loads, {next}; {codes:?}");
    }
    format!("{codes:?}")
}

/// What comes of the first ten moves.
fn play(rules: &Rules) -> String {
    let mut position = rules.initial();
    for _ in 0..10 {
        let movers = match rules.turn(&position) {
            Ok(turn) => turn.into_movers(),
            Err(error) => return error.to_string(),
        };
        let first: Vec<_> = movers.iter().map(|(_, moves)| moves[0].clone()).collect();
        if first.is_empty() {
            return "is over".to_owned();
        }
        position = match rules.play(&position, &first) {
            Ok(next) => next,
            Err(error) => return error.to_string(),
        };
    }
    "plays".to_owned()
}

#[test]
fn hostile_sheets_end_in_errors_or_limits() {
    let many = 1_000_000;
    let variables: String = (0..12).map(|number| format!(" ?x{number}")).collect();
    let bits: String = (0..12).map(|number| format!(" (bit ?x{number})")).collect();
    let cases = [
        ("a million opening brackets", "(".repeat(many)),
        ("a million closing brackets", ")".repeat(many)),
        (
            "a million brackets that match",
            "(".repeat(many) + &")".repeat(many),
        ),
        (
            "a successor without end",
            format!("{REST}(<= (next (at (s ?x))) (true (at ?x)))"),
        ),
        (
            "numbers without end",
            format!(
                "{REST}(<= (number (s ?x)) (number ?x)) (number 0) (<= (next (at ?x)) (number ?x))"
            ),
        ),
        (
            "a fact of twelve bits, all of them",
            format!("{REST}(bit 0) (bit 1) (<= (next (word{variables})){bits})"),
        ),
        (
            "a product of twelve bits as one term",
            format!("{REST}(bit 0) (bit 1) (<= (next (at (word{variables}))){bits})"),
        ),
        (
            "a circle of relations",
            format!("{REST}(<= (next (at 1)) (p 1)) (<= (p ?x) (q ?x)) (<= (q ?x) (p ?x))"),
        ),
        (
            "a circle through a negation",
            format!("{REST}(<= (p ?x) (true (at ?x)) (not (p ?x)))"),
        ),
        ("nothing", String::new()),
        ("only a comment", "; nothing".to_owned()),
        ("no text", "\u{0}\u{1}\u{feff}(((\u{202e}".to_owned()),
        ("a word alone", format!("{REST} terminal hello (hello)")),
        (
            "a rule in a rule",
            format!("{REST}(<= (legal ann stay) (<= (true (at 0))))"),
        ),
        (
            "a head that is asked",
            format!("{REST}(<= (true (at 1)) (true (at 0)))"),
        ),
        (
            "a variable as a condition",
            format!("{REST}(<= (legal ann stay) ?x)"),
        ),
        (
            "a variable as a relation",
            format!("{REST}(<= (legal ann stay) (?r 1))"),
        ),
        (
            "any term as a fact",
            format!("{REST}(becomes 0 up) (<= (next ?q) (becomes ?x ?q) (true (at ?x)))"),
        ),
        (
            "nobody's moves",
            format!("{REST}(<= (legal nobody stay) (true (at 0)))"),
        ),
    ];
    let told: Vec<String> = cases
        .iter()
        .map(|(name, text)| format!("{name}: {}", told(text)))
        .collect();
    assert_snapshot!("gdl__hostile", told.join("\n"));
}
