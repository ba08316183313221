//! Two streams: messages come in, and answers go out.

use std::io::{self, BufReader, Read, Write};
use std::sync::mpsc::{Receiver, sync_channel};
use std::thread;

use serde_json::Value;

use super::documents::Disk;
use super::frame::{self, Frame, Frames};
use super::server::{Ending, Server};

/// Serves one editor until it says that it is done, or `input` ends. A thread reads ahead, by one
/// message; after `exit` it still waits for what `input` may bring.
///
/// # Errors
/// If no more can be read or written.
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

/// The next frame; none at the end. While more is typed nobody reads what was wrong before, so only
/// who has to wait tells.
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
