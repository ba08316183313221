//! Any messages of a page are answered by a studio, without a network: each question ends once, by
//! an answer or by a fault in words, and none of them shows a mistake of the studio's own.

use std::collections::HashMap;

use arbitrary::Unstructured;
use regola::studio::{StudioOptions, Tab};
use serde_json::{Value, json};

/// The most messages of one page.
const MESSAGES: usize = 10;

/// The game that is served.
const GAME: &str = include_str!("pile.rules");

/// Asserts this of the messages that some bytes stand for.
pub fn check(bytes: &[u8]) {
    let folder = tempfile::tempdir().expect("there is room for a folder");
    let path = folder
        .path()
        .join("game.rules")
        .to_string_lossy()
        .into_owned();
    std::fs::write(&path, GAME).expect("there is room for a file");
    let mut page = Page {
        choices: Unstructured::new(bytes),
        path: path.clone(),
        asked: 0,
    };
    let mut tab = Tab::open(StudioOptions {
        path,
        ..StudioOptions::default()
    })
    .expect("there is room for a thread");
    assert_ends(&mut tab, &[json!({ "id": 0, "ask": "open" }).to_string()]);
    while !page.choices.is_empty() && page.asked < MESSAGES {
        // One after the other, or some at once.
        let several = page.below(3) + 1;
        let messages: Vec<String> = (0..several).map(|_| page.message()).collect();
        assert_ends(&mut tab, &messages);
    }
}

/// Asserts that each of these messages has one end.
fn assert_ends(tab: &mut Tab, messages: &[String]) {
    let mut ends: HashMap<u64, usize> = HashMap::new();
    for said in tab.ask(messages) {
        let said: Value = serde_json::from_str(&said).expect("the studio says JSON");
        let id = said["id"].as_u64().expect("it says about which question");
        if said.get("progress").is_some() {
            continue;
        }
        *ends.entry(id).or_default() += 1;
        if said.get("answer").is_none() {
            let text = said["fault"]["text"].as_str().unwrap_or_default();
            assert!(
                !text.is_empty() && !text.contains("an error in Regola"),
                "{messages:?}: {said}"
            );
        }
        assert_state(&said["answer"]);
        assert_state(&said["answer"]["state"]);
    }
    assert_eq!(
        ends.values().sum::<usize>(),
        messages.len(),
        "{messages:?}: {ends:?}"
    );
}

/// Asserts that what is told of a game fits together.
fn assert_state(state: &Value) {
    let (Some(line), Some(ply)) = (state["line"].as_array(), state["ply"].as_u64()) else {
        return;
    };
    assert!(ply <= line.len() as u64, "{state}");
    let moves = state["moves"].as_array().expect("a state has moves");
    assert_eq!(
        state["result"].is_null(),
        state["mover"]
            .as_array()
            .is_some_and(|movers| !movers.is_empty()),
        "{state}"
    );
    assert!(state["result"].is_null() || moves.is_empty(), "{state}");
}

/// What a page says.
struct Page<'b> {
    choices: Unstructured<'b>,
    path: String,
    asked: usize,
}

const MOVES: &[&str] = &["1", "2", "3", "", "take(1)", "1+2", "\u{1f3b2}"];
const LEVELS: &[&str] = &[
    "easy",
    "depth=1",
    "depth=2,heuristic=few",
    "depth=0",
    "nobody",
    "depth=2,strategy=minimax",
    "",
];
const GOALS: &[&str] = &[
    "legal(P, M)",
    "left(L)",
    "X is 1 / 0",
    "member(X, [a, B, \"\u{202e}\"])",
    "atom_length(X, Y)",
    "few(N), N > 1",
    "foo(",
    "between(1, 50, X)",
    "length(L, 3), L = [_ | L]",
];
const PIECES: &[&str] = &[
    "few(3).\n",
    "init(left(9)).\n",
    ":- use \"more.rules\".\n",
    "legal(ann, pass).\n",
    "show(2, 1, '\u{202e}x').\n",
    "notation(take(9), 9).\n",
    "symmetry(same, left(X), left(X)).\n",
    "role(eve).\n",
    "path(take(N), [N]).\n",
    "grid(0, 0).\n",
    "terminal :- left(1).\n",
    "(",
];

impl Page<'_> {
    fn below(&mut self, end: usize) -> usize {
        self.choices.choose_index(end).unwrap_or(0)
    }

    fn pick(&mut self, texts: &[&str]) -> String {
        texts[self.below(texts.len())].to_owned()
    }

    fn any_text(&mut self) -> String {
        let length = self.below(12).min(self.choices.len());
        String::from_utf8_lossy(self.choices.bytes(length).unwrap_or_default()).into_owned()
    }

    /// A rule file: the game with some clauses before or after, or without its end.
    fn text(&mut self) -> String {
        let piece = if self.below(6) == 0 {
            self.any_text()
        } else {
            self.pick(PIECES)
        };
        match self.below(4) {
            0 => format!("{piece}{GAME}"),
            1 => {
                let end = self.below(GAME.len() + 1);
                GAME[..end].to_owned()
            }
            2 => GAME.replacen(
                &self.pick(&["few", "left", "role(bob).", "N =< L"]),
                &piece,
                1,
            ),
            _ => format!("{GAME}{piece}"),
        }
    }

    fn path(&mut self) -> String {
        match self.below(8) {
            0 => format!("{}/../other.rules", self.path),
            1 => self.path.replace("game", "more"),
            2 => self.any_text(),
            _ => self.path.clone(),
        }
    }

    fn message(&mut self) -> String {
        self.asked += 1;
        let (path, at) = (self.path.clone(), self.below(600));
        let mut message = match self.below(17) {
            0 => {
                json!({ "ask": "open", "texts": { path: self.text() }, "moves": [self.pick(MOVES), self.pick(MOVES)] })
            }
            1 | 2 => json!({ "ask": "play", "move": self.pick(MOVES) }),
            3 => json!({ "ask": "go", "ply": self.below(4) }),
            4 => json!({ "ask": "choose", "level": self.pick(LEVELS) }),
            5 => json!({ "ask": "values", "level": self.pick(LEVELS) }),
            6 => {
                json!({ "ask": "tree", "opened": [[], [self.pick(MOVES)]], "level": self.pick(LEVELS), "svg": true })
            }
            7 => json!({ "ask": "why", "move": self.pick(MOVES) }),
            8 => json!({ "ask": "why", "square": self.pick(&["a1", "b1", "z9", "", "1"]) }),
            9 => json!({ "ask": "query", "goal": self.pick(GOALS), "skip": self.below(3) }),
            10 => json!({ "ask": "query", "goal": self.any_text() }),
            11 => json!({ "ask": "text", "path": self.path(), "saved": self.below(2) == 0 }),
            12 => json!({ "ask": "edit", "path": self.path(), "text": self.text() }),
            13 => {
                json!({ "ask": "save", "path": self.path(), "text": self.text(), "version": self.pick(&["", "0", "x"]) })
            }
            14 => json!({ "ask": "complete", "path": self.path(), "text": self.text(), "at": at }),
            15 => json!({ "ask": "hover", "path": self.path(), "text": self.text(), "at": at }),
            _ => {
                json!({ "ask": self.pick(&["compare", "difference", "cancel", "dance"]), "job": self.asked })
            }
        };
        message["id"] = json!(self.asked);
        let text = message.to_string();
        // Now and then something is wrong with the message itself.
        match self.below(16) {
            0 => text.chars().take(at).collect(),
            1 => self.any_text(),
            2 => text.replacen('"', &self.any_text(), 1),
            _ => text,
        }
    }
}
