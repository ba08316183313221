//! Matches: the games between two players of the program, and how these stand.

use serde_json::{Value, json};

use super::{Running, Tab};

/// The games of a match of tic-tac-toe from openings of two plies.
fn games(tab: &mut Tab, players: [&str; 2], count: usize) -> Vec<Value> {
    let mut games: Vec<Value> = Vec::new();
    for _ in 0..count {
        let game = ended(tab, |moves| question(players, &games, moves));
        games.push(game);
    }
    games
}

/// The answer at the end of a game, which a slow machine plays in parts.
fn ended(tab: &mut Tab, question: impl Fn(&[Value]) -> Value) -> Value {
    let mut moves = Vec::new();
    loop {
        let part = tab.answer(question(&moves));
        if !part["end"].is_null() {
            return part;
        }
        moves = part["moves"].as_array().expect("moves").clone();
    }
}

fn question(players: [&str; 2], earlier: &[Value], moves: &[Value]) -> Value {
    let result =
        |game: &Value| json!({"result": game["end"]["result"], "plies": game["end"]["plies"]});
    let earlier: Vec<Value> = earlier.iter().map(result).collect();
    json!({"ask": "match", "players": players, "opening": 2, "earlier": earlier, "moves": moves})
}

#[test]
fn the_games_of_a_match_are_told_with_the_table_so_far() {
    let (mut tab, _) = Running::with("games/tictactoe.rules").open_tab();
    let games = games(&mut tab, ["look_2", "random"], 4);
    let text: Vec<String> = games
        .iter()
        .map(|game| serde_json::to_string_pretty(game).expect("it is JSON"))
        .collect();
    assert_snapshot!("studio__match", text.join("\n"));
    for pair in games.chunks(2) {
        let opening = |game: &Value| game["moves"].as_array().expect("moves")[..2].to_vec();
        assert_eq!(opening(&pair[0]), opening(&pair[1]));
    }
}

#[test]
fn a_game_goes_on_from_any_of_its_plies_as_it_went() {
    let (mut tab, _) = Running::with("games/tictactoe.rules").open_tab();
    for players in [["look_2", "random"], ["random", "random"]] {
        let games = games(&mut tab, players, 2);
        let moves = games[1]["moves"].as_array().expect("moves").clone();
        for plies in [0, 1, 3, 5, moves.len()] {
            let known = &moves[..plies.min(moves.len())];
            let game = ended(&mut tab, |moves| {
                question(
                    players,
                    &games[..1],
                    if moves.is_empty() { known } else { moves },
                )
            });
            assert_eq!(game, games[1], "from ply {plies}");
        }
    }
}

#[test]
fn the_games_begin_at_the_first_position_of_the_line() {
    let (mut tab, _) = Running::with("games/tictactoe.rules").open_tab();
    let facts = "board([[x, o, -], [-, x, -], [o, -, -]]).";
    tab.answer(json!({"ask": "setup", "facts": facts}));
    let part = ended(
        &mut tab,
        |moves| json!({"ask": "match", "players": ["look_9", "look_9"], "opening": 0, "moves": moves}),
    );
    assert_eq!(part["end"]["result"], json!("win"), "{part}");
    assert!(
        part["moves"].as_array().expect("moves").len() <= 3,
        "{part}"
    );
}

#[test]
fn what_makes_no_match_is_refused_in_words() {
    let (mut tab, _) = Running::with("games/tictactoe.rules").open_tab();
    let mut faults = vec![
        tab.fault(question(["look_8", "random"], &[], &[])),
        tab.fault(question(["random", "human"], &[], &[])),
        tab.fault(question(
            ["random", "random"],
            &[],
            &[json!("a1"), json!("a1"), json!("z9")],
        )),
    ];
    let game = json!({"end": {"result": "draw", "plies": 9}});
    faults.push(tab.fault(question(["random", "random"], &vec![game; 1000], &[])));
    let (mut tab, _) = Running::with("games/knights-tour.rules").open_tab();
    faults.push(tab.fault(question(["random", "random"], &[], &[])));
    let (mut tab, _) = Running::with("games/goofspiel.rules").open_tab();
    tab.answer(question(["random", "random"], &[], &[]));
    faults.push(tab.fault(question(["depth=2", "random"], &[], &[])));
    assert_snapshot!("studio__match-refused", faults.join("\n"));
}
