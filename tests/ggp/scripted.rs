//! A player that answers as it is told: with a text, too late, or not at all.

use std::io::{Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::thread;
use std::time::Duration;

/// An answer to a request.
#[derive(Clone, Copy)]
pub enum Answer {
    Text(&'static str),
    /// When the clock has run out.
    Late,
    /// The connection is closed.
    Nothing,
}

/// A player that gives these answers one after the other, and then the last one.
pub fn scripted_player(script: &[Answer], last: Answer) -> SocketAddr {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a free port");
    let address = listener.local_addr().expect("it has an address");
    let script = script.to_vec();
    thread::spawn(move || {
        let answers = script.into_iter().chain(std::iter::repeat(last));
        for (stream, answer) in listener.incoming().flatten().zip(answers) {
            thread::spawn(move || reply(stream, answer));
        }
    });
    address
}

/// Reads a request and answers it. Whoever asked may have gone.
fn reply(mut stream: TcpStream, answer: Answer) {
    let mut request = [0; 1 << 16];
    let _ = stream.read(&mut request);
    let text = match answer {
        Answer::Text(text) => text,
        Answer::Late => {
            thread::sleep(Duration::from_millis(1_500));
            "noop"
        }
        Answer::Nothing => return,
    };
    let head = format!(
        "HTTP/1.0 200 OK\r\nContent-Type: text/acl\r\nContent-Length: {}\r\n\r\n",
        text.len()
    );
    let _ = stream.write_all((head + text).as_bytes());
}
