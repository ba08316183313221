//! `regola gamer`: a player for servers of general game playing.

use std::io::Write;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};

use clap::Args;
use regola::ggp::{Gamer, GamerOptions, Service};

use crate::CommandOutcome;
use crate::opening::RunLimits;
use crate::output;
use crate::output::Output;
use crate::threads::Threads;
use crate::trouble::Trouble;

/// Play matches that a game server leads, by the protocol of general game playing
///
/// The command listens at a port of this machine, which other machines cannot reach unless --host says
/// so, and prints its address and what happens. It plays one match at a time, whatever game the server
/// sends. Ctrl-C ends it.
#[derive(Args, Debug)]
#[command(after_help = "Example:
  regola gamer --port 7654 --name black --threads 1")]
pub struct GamerArguments {
    /// The port; 0 for any free one
    #[arg(long, value_name = "N", default_value_t = 9147)]
    port: u16,
    /// The address to listen at; 0.0.0.0 lets other machines reach it
    #[arg(long, value_name = "ADDRESS", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    host: IpAddr,
    /// The name that it tells the server
    #[arg(long, value_name = "NAME", default_value = "regola", value_parser = word)]
    name: String,
    #[command(flatten)]
    threads: Threads,
    #[command(flatten)]
    limits: RunLimits,
}

pub fn run(options: &GamerArguments, out: &mut Output) -> Result<CommandOutcome, Trouble> {
    let told = GamerOptions {
        name: options.name.clone(),
        threads: options.threads.count(),
        limits: options.limits.limits(),
    };
    let tell = |line: &str| {
        let mut out = output::output();
        // A reader that has gone does not end a match.
        let _ = writeln!(out, "{line}").and_then(|()| out.flush());
    };
    let address = SocketAddr::new(options.host, options.port);
    let service = Service::open(address, Gamer::new(told, Box::new(tell)));
    let service = service
        .map_err(|error| Trouble::Use(format!("no player can listen at {address}: {error}")))?;
    writeln!(out, "http://{}", service.address()?)?;
    out.flush()?;
    service.serve()?;
    Ok(CommandOutcome::Done)
}

/// Reads a word of the protocol.
pub fn word(text: &str) -> Result<String, String> {
    let is_plain = |character: char| character.is_ascii_alphanumeric() || "._-".contains(character);
    match !text.is_empty() && text.chars().all(is_plain) {
        true => Ok(text.to_owned()),
        false => Err("write letters, digits, `.`, `_` and `-`".to_owned()),
    }
}
