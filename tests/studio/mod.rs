//! The studio's server, by real connections: what tabs may ask, and what strangers may not.

mod alone;
mod bounds;
#[cfg(feature = "cli")]
mod command;
mod compare;
mod compiling;
mod contest;
mod editing;
mod library;
mod names;
mod play;
mod questions;
mod reasons;
mod records;
mod rules_in_words;
mod sessions;
mod sketch;
mod strangers;
mod threats;
mod tree;
mod units;
mod worker;

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use regola::studio::{Studio, StudioOptions};
use serde_json::{Value, json};
use tungstenite::client::IntoClientRequest;
use tungstenite::handshake::HandshakeError;
use tungstenite::http::HeaderValue;
use tungstenite::{Message, WebSocket};

const OTHELLO: &str = "games/othello.rules";
const DAMA: &str = "games/dama.rules";

/// No answer takes longer, however slow the machine.
const PATIENCE: Duration = Duration::from_secs(120);

/// A studio that serves until the tests end.
struct Running {
    address: String,
    port: u16,
    token: String,
}

impl Running {
    fn with(path: &str) -> Self {
        Running::serving(StudioOptions {
            path: path.to_owned(),
            ..StudioOptions::default()
        })
    }

    fn serving(options: StudioOptions) -> Self {
        let studio = Studio::open(options).expect("some port is free");
        let address = studio.address();
        std::thread::spawn(move || studio.serve());
        Running::at(address)
    }

    /// The studio that is served at this address.
    fn at(address: String) -> Self {
        let rest = address
            .strip_prefix("http://127.0.0.1:")
            .expect("it is on this machine");
        let (port, token) = rest
            .split_once("/?token=")
            .expect("the address has a token");
        let (token, _) = token.split_once('&').unwrap_or((token, ""));
        Running {
            port: port.parse().expect("a port is a number"),
            token: token.to_owned(),
            address,
        }
    }

    /// With a rule file of this text, in a folder that lasts as long as the second value.
    fn with_text(text: &str) -> (Self, tempfile::TempDir, String) {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let path = folder
            .path()
            .join("game.rules")
            .to_string_lossy()
            .into_owned();
        std::fs::write(&path, text).expect("a file can be written");
        (Running::with(&path), folder, path)
    }

    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(("127.0.0.1", self.port)).expect("the studio listens");
        stream
            .set_read_timeout(Some(PATIENCE))
            .expect("a stream has a clock");
        stream
    }

    fn host(&self) -> String {
        format!("127.0.0.1:{}", self.port)
    }

    /// The whole answer to a request in these words; what is there of it if the connection breaks.
    fn request(&self, text: &[u8]) -> String {
        let mut stream = self.connect();
        // The server may have closed the connection already.
        let _ = stream.write_all(text);
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        String::from_utf8_lossy(&answer).into_owned()
    }

    fn get(&self, path: &str, headers: &[(&str, &str)]) -> String {
        self.send_request("GET", path, headers, b"")
    }

    fn post(&self, path: &str, headers: &[(&str, &str)], body: &[u8]) -> String {
        let length = body.len().to_string();
        let headers = [headers, &[("Content-Length", &length)]].concat();
        self.send_request("POST", path, &headers, body)
    }

    fn send_request(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: &[u8],
    ) -> String {
        let headers: String = headers
            .iter()
            .map(|(name, value)| format!("{name}: {value}\r\n"))
            .collect();
        let head = format!("{method} {path} HTTP/1.1\r\n{headers}Connection: close\r\n\r\n");
        self.request(&[head.as_bytes(), body].concat())
    }

    /// A tab's connection; what the server says instead of it.
    fn try_tab(&self, token: &str, origin: Option<&str>) -> Result<Tab, u16> {
        let url = format!("ws://{}/talk?token={token}", self.host());
        let mut request = url.into_client_request().expect("it is an address");
        if let Some(origin) = origin {
            request.headers_mut().insert(
                "Origin",
                HeaderValue::from_str(origin).expect("it is a header"),
            );
        }
        match tungstenite::client(request, self.connect()) {
            Ok((socket, _)) => Ok(Tab { socket, id: 0 }),
            Err(HandshakeError::Failure(tungstenite::Error::Http(answer))) => {
                Err(answer.status().as_u16())
            }
            Err(error) => panic!("{error}"),
        }
    }

    fn own_origin(&self) -> String {
        format!("http://{}", self.host())
    }

    fn tab(&self) -> Tab {
        self.try_tab(&self.token, Some(&self.own_origin()))
            .expect("the tab may come in")
    }

    /// A tab with the game of a rule file of the folder.
    fn tab_of(&self, game: &str) -> Tab {
        self.try_tab(
            &format!("{}&game={game}", self.token),
            Some(&self.own_origin()),
        )
        .expect("the tab may come in")
    }

    /// A tab with the game begun.
    fn open_tab(&self) -> (Tab, Value) {
        let mut tab = self.tab();
        let state = tab.answer(json!({"ask": "open"}));
        (tab, state)
    }
}

/// The status of an answer.
fn status(answer: &str) -> &str {
    answer.split(' ').nth(1).unwrap_or("none")
}

/// What a page is to the server.
struct Tab {
    socket: WebSocket<TcpStream>,
    id: u64,
}

impl Tab {
    /// Asks, and gives the question's id.
    fn ask(&mut self, mut question: Value) -> u64 {
        self.id += 1;
        question["id"] = json!(self.id);
        self.send(&question.to_string());
        self.id
    }

    fn send(&mut self, text: &str) {
        self.socket
            .send(Message::text(text))
            .expect("the server listens");
    }

    /// What the server says next; none if it has closed the connection.
    fn hear(&mut self) -> Option<Value> {
        loop {
            match self.socket.read() {
                Ok(Message::Text(text)) => {
                    return Some(serde_json::from_str(&text).expect("the server says JSON"));
                }
                Ok(Message::Close(_)) | Err(_) => return None,
                Ok(_) => {}
            }
        }
    }

    /// The code with which the server closes the connection; none if it gives none.
    fn close_code(&mut self) -> Option<u16> {
        match self.socket.read() {
            Ok(Message::Close(frame)) => frame.map(|frame| frame.code.into()),
            _ => None,
        }
    }

    /// Whether the server answers a question, and has not closed the connection.
    fn has_place(&mut self) -> bool {
        let question = json!({"id": 1, "ask": "open"}).to_string();
        self.socket.send(Message::text(question)).is_ok() && self.hear().is_some()
    }

    /// All that is said about a question, the end last; what is said of others is left out.
    fn said(&mut self, id: u64) -> Vec<Value> {
        let mut said = Vec::new();
        loop {
            let next = self.hear().expect("the server goes on");
            if next["id"] == json!(id) {
                let ends = next.get("progress").is_none();
                said.push(next);
                if ends {
                    return said;
                }
            }
        }
    }

    fn end(&mut self, question: Value) -> Value {
        let id = self.ask(question);
        self.said(id).pop().expect("there is an end")
    }

    fn answer(&mut self, question: Value) -> Value {
        let mut end = self.end(question.clone());
        assert!(end.get("answer").is_some(), "{question}: {end}");
        end["answer"].take()
    }

    fn fault(&mut self, question: Value) -> String {
        let end = self.end(question.clone());
        let text = end["fault"]["text"].as_str();
        text.unwrap_or_else(|| panic!("{question}: {end}"))
            .to_owned()
    }

    fn play(&mut self, moves: &str) -> Value {
        let mut state = Value::Null;
        for played in moves.split_whitespace() {
            state = self.answer(json!({"ask": "play", "move": played}));
        }
        state
    }
}

/// The moves of a state as they are written.
fn written(state: &Value) -> Vec<&str> {
    let moves = state["moves"].as_array().expect("a state has moves");
    moves
        .iter()
        .map(|own| own["move"].as_str().expect("a move is written"))
        .collect()
}

/// What stands on a square, as it is said; nothing on an empty one.
fn standing<'s>(state: &'s Value, square: &str) -> &'s str {
    let squares = state["board"]["squares"]
        .as_array()
        .expect("there is a board");
    let found = squares
        .iter()
        .find(|own| own["name"] == square)
        .unwrap_or_else(|| panic!("no square {square}"));
    found["piece"]["said"].as_str().unwrap_or("")
}
