//! Reads messages from one stream, and writes answers to another.

use std::io::{self, BufReader, Read, Write};
use std::sync::mpsc::{Receiver, sync_channel};
use std::thread;

use serde_json::Value;

use super::disk::Disk;
use super::frame::{self, Frame, Frames};
use super::server::{Ending, Server};

/// Serves one editor until it sends `exit`, or `input` ends. A thread reads one message ahead.
/// After `exit` the thread remains until `input` returns from its last read.
///
/// # Errors
/// If a stream cannot be read or written.
pub fn serve(
    input: impl Read + Send + 'static,
    output: &mut impl Write,
    disk: Box<dyn Disk>,
) -> io::Result<Ending> {
    let (sender, frames) = sync_channel(1);
    thread::Builder::new()
        .name("lsp input".to_owned())
        .spawn(move || {
            for frame in Frames::new(BufReader::new(input)) {
                let is_broken = frame.is_err();
                if sender.send(frame).is_err() || is_broken {
                    break;
                }
            }
        })?;
    let mut server = Server::new(disk);
    while let Some(frame) = next(&mut server, &frames, output)? {
        match frame {
            Frame::Body(body) => send(output, server.hear(&body))?,
            Frame::Fault(fault) => send(output, [Server::refuse(&fault)])?,
        }
        if let Some(ending) = server.ending() {
            return Ok(ending);
        }
    }
    Ok(server.hung_up())
}

/// Returns the next frame; `None` at the end. Sends diagnostics only if no frame is waiting: while
/// the author types, those of earlier texts are of no use.
fn next(
    server: &mut Server,
    frames: &Receiver<io::Result<Frame>>,
    output: &mut impl Write,
) -> io::Result<Option<Frame>> {
    if let Ok(frame) = frames.try_recv() {
        return frame.map(Some);
    }
    send(output, server.tell())?;
    frames.recv().ok().transpose()
}

fn send(output: &mut impl Write, messages: impl IntoIterator<Item = Value>) -> io::Result<()> {
    messages
        .into_iter()
        .try_for_each(|message| frame::write(output, message.to_string().as_bytes()))
}
