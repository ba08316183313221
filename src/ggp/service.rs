//! A player that listens at a port. Each request is one POST whose body is an expression.

use std::io;
use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;
use std::time::Instant;

use axum::Router;
use axum::body::Bytes;
use axum::extract::{DefaultBodyLimit, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use axum::routing::any;
use tokio::runtime::Builder;
use tokio::task::spawn_blocking;

use super::gamer::Gamer;

/// The most bytes of a request. The longest sheet of the public collections has 70,000.
const MOST_BYTES: usize = 4 << 20;

/// A port at which a player listens.
pub struct Service {
    listener: TcpListener,
    gamer: Arc<Gamer>,
}

impl Service {
    /// Takes an address; port 0 is any free port.
    ///
    /// # Errors
    /// If the address is taken.
    pub fn open(address: SocketAddr, gamer: Gamer) -> io::Result<Self> {
        let listener = TcpListener::bind(address)?;
        listener.set_nonblocking(true)?;
        let gamer = Arc::new(gamer);
        Ok(Self { listener, gamer })
    }

    /// The address.
    ///
    /// # Errors
    /// If the system does not tell it.
    pub fn address(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Answers until the program ends.
    ///
    /// # Errors
    /// If that cannot begin.
    pub fn serve(self) -> io::Result<()> {
        let runtime = Builder::new_multi_thread()
            .worker_threads(1)
            .enable_io()
            .enable_time()
            .build()?;
        runtime.block_on(async {
            let listener = tokio::net::TcpListener::from_std(self.listener)?;
            let router = Router::new()
                .fallback(any(answer))
                .layer(DefaultBodyLimit::max(MOST_BYTES))
                .with_state(self.gamer);
            axum::serve(listener, router).await
        })
    }
}

async fn answer(State(gamer): State<Arc<Gamer>>, body: Bytes) -> Response {
    let received = Instant::now();
    let text = String::from_utf8_lossy(&body).into_owned();
    let answer = spawn_blocking(move || gamer.answer(&text, received)).await;
    let answer = answer.unwrap_or_else(|_| "busy".to_owned());
    ([(header::CONTENT_TYPE, "text/acl")], answer).into_response()
}
