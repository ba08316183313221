//! A tab without a network, for programs that carry the messages another way.

use std::io;
use std::sync::Arc;

use tokio::runtime::{Builder, Runtime};

use super::desk::Desk;
use super::{ServerState, StudioOptions};
use crate::studio::protocol::{Reply, Said};

/// The page's side of a studio that serves this tab only.
pub struct Tab {
    // Declared before the runtime, so that it is dropped first.
    desk: Desk,
    runtime: Runtime,
}

impl Tab {
    /// Opens a tab with the game of the options, which is not begun. Their port and token are not used.
    ///
    /// # Errors
    /// If the options name a folder, or the system gives no more threads or random numbers.
    pub fn open(options: StudioOptions) -> io::Result<Self> {
        let runtime = Builder::new_multi_thread()
            .worker_threads(1)
            .enable_time()
            .build()?;
        let server = ServerState::new(options, 0)?;
        let setting = server.setting(None).map_err(io::Error::other)?;
        let place = Arc::clone(&server.desks)
            .try_acquire_owned()
            .map_err(io::Error::other)?;
        let desk = runtime.block_on(async { Desk::open(&server, setting, place) })?;
        Ok(Tab { desk, runtime })
    }

    /// Sends all messages at once. Returns all replies, up to the last answer.
    pub fn ask<M: AsRef<str>>(&mut self, messages: &[M]) -> Vec<String> {
        let Tab { desk, runtime } = self;
        runtime.block_on(async {
            let mut said: Vec<Reply> = messages
                .iter()
                .filter_map(|message| desk.ask(message.as_ref()))
                .collect();
            let mut waiting = messages.len() - said.len();
            while waiting > 0 {
                let Some(reply) = desk.reply().await else {
                    break;
                };
                waiting -= usize::from(matches!(reply.said, Said::Answer(_) | Said::Fault(_)));
                said.push(reply);
            }
            said.iter()
                .filter_map(|reply| serde_json::to_string(reply).ok())
                .collect()
        })
    }
}
