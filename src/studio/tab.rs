//! A tab without a network: for whoever carries the messages another way.

use std::io;
use std::sync::Arc;

use tokio::runtime::{Builder, Runtime};

use super::desk::Desk;
use super::protocol::{Reply, Said};
use super::server::{House, StudioOptions};

/// A page's side of a studio of its own.
pub struct Tab {
    // Before what runs it, so that it ends first.
    desk: Desk,
    runtime: Runtime,
}

impl Tab {
    /// A tab whose game has not begun. Of the options, port and token do not matter.
    ///
    /// # Errors
    /// If the system has no more threads or random numbers.
    pub fn open(options: StudioOptions) -> io::Result<Self> {
        let runtime = Builder::new_multi_thread()
            .worker_threads(1)
            .enable_time()
            .build()?;
        let house = Arc::new(House::new(options, 0)?);
        let place = Arc::clone(&house.desks)
            .try_acquire_owned()
            .map_err(io::Error::other)?;
        let desk = runtime.block_on(async { Desk::open(house, place) })?;
        Ok(Tab { desk, runtime })
    }

    /// Sends these messages at once, and gives all that is said until each of them has had its end.
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
