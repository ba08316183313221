//! Which sheets are games by turns.

use regola::game::{Game, Rules, Turn};
use regola::syntax::load::MemoryReader;

/// The rest of a game for two in which `control` says who has the turn.
const REST: &str = "
(role ann) (role bob)
(other ann bob) (other bob ann)
(<= (legal ?p move) (true (control ?p)))
(<= (next (moved ?p)) (does ?p move))
(<= terminal (true (moved bob)))
(<= (goal ?p 50) (role ?p))
";

/// Whose turn it is at the start.
fn turn(rules: &str) -> &'static str {
    let text = format!("{rules}{REST}");
    let reader = MemoryReader::new().with("game.kif", text);
    let rules = Rules::read(&reader, "game.kif").unwrap_or_else(|failure| panic!("{failure}"));
    match rules.turn(&rules.initial()).expect("there are moves") {
        Turn::Over => "over",
        Turn::Single(..) => "one moves",
        Turn::Joint(_) => "all move",
    }
}

#[test]
fn a_sheet_is_a_game_by_turns_if_that_can_be_proved() {
    let start = "(init (control ann))";
    let waits = "(<= (legal ?p noop) (role ?p) (not (true (control ?p))))";
    let alternate = "(<= (next (control ?q)) (true (control ?p)) (other ?p ?q))";
    let cases = [
        (
            "listed",
            format!(
                "{start}{waits}(<= (next (control ann)) (true (control bob))) (<= (next (control bob)) (true (control ann)))"
            ),
        ),
        ("by a relation", format!("{start}{waits}{alternate}")),
        (
            "by a relation with a rule",
            format!(
                "{start}{waits}(<= (next (control ?q)) (true (control ?p)) (follows ?p ?q)) (<= (follows ?p ?q) (other ?p ?q))"
            ),
        ),
        (
            "by a role that is another one",
            format!("{start}{waits}(<= (next (control ?q)) (role ?q) (not (true (control ?q))))"),
        ),
        (
            "waiting by a relation",
            format!("{start}{alternate}(<= (legal ?p noop) (other ?p ?q) (true (control ?q)))"),
        ),
        (
            "waiting by distinct",
            format!(
                "{start}{alternate}(<= (legal ?p noop) (role ?p) (true (control ?q)) (distinct ?p ?q))"
            ),
        ),
        (
            "waiting by names",
            format!(
                "{start}{alternate}(<= (legal ann noop) (true (control bob))) (<= (legal bob noop) (true (control ann)))"
            ),
        ),
        (
            "any move passes the turn",
            format!(
                "{start}{waits}(<= (next (control ?q)) (true (control ?p)) (other ?p ?q) (does ?p ?m))"
            ),
        ),
        (
            "the same role moves on",
            format!("{start}{waits}(<= (next (control ?p)) (true (control ?p)))"),
        ),
        (
            "not: two begin",
            format!("{start}(init (control bob)){waits}{alternate}"),
        ),
        (
            "not: the turn may be lost",
            format!(
                "{start}{waits}(<= (next (control ?q)) (true (control ?p)) (other ?p ?q) (true (moved ?p)))"
            ),
        ),
        (
            "not: both may have the turn",
            format!("{start}{waits}(<= (next (control ?q)) (true (control ?p)) (role ?q))"),
        ),
        (
            "not: who waits has a choice",
            format!(
                "{start}{waits}{alternate}(<= (legal ?p clap) (role ?p) (not (true (control ?p))))"
            ),
        ),
        (
            "not: a move out of turn",
            format!("{start}{waits}{alternate}(<= (legal ?p shout) (role ?p))"),
        ),
        (
            "own moves are asked for",
            format!(
                "{start}{waits}{alternate}(<= idle (legal ann move)) (<= (next (moved ann)) idle)"
            ),
        ),
        (
            "not: any move is asked for",
            format!(
                "{start}{waits}{alternate}(<= idle (legal ann ?m)) (<= (next (moved ann)) idle)"
            ),
        ),
        (
            "not: waiting is asked for",
            format!(
                "{start}{waits}{alternate}(<= idle (legal ann noop)) (<= (next (moved ann)) idle)"
            ),
        ),
    ];
    let told: Vec<String> = cases
        .iter()
        .map(|(name, rules)| format!("{:32}{}", name, turn(rules)))
        .collect();
    assert_snapshot!("gdl__turns", told.join("\n"));
}
