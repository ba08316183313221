//! What a game server asks players: one POST for each request, with a time limit.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use axum::body::{Body, to_bytes};
use axum::http::{Request, Uri, header};
use hyper::client::conn::http1;
use hyper_util::rt::TokioIo;
use tokio::net::TcpStream;
use tokio::time::timeout;

/// The most bytes of an answer.
const MOST_BYTES: usize = 1 << 16;

/// The port of players that name none.
const PORT: u16 = 9147;

/// Where a player listens, such as `http://127.0.0.1:9147`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerAddress {
    host: String,
    port: u16,
    path: String,
}

impl FromStr for PlayerAddress {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wanted = "write an address such as `http://127.0.0.1:9147`";
        let with_scheme = match text.contains("://") {
            true => text.to_owned(),
            false => format!("http://{text}"),
        };
        let uri: Uri = with_scheme.parse().map_err(|_| wanted.to_owned())?;
        if uri.scheme_str() != Some("http") {
            return Err(format!("players speak `http`: {wanted}"));
        }
        let host = uri.host().filter(|host| !host.is_empty()).ok_or(wanted)?;
        // The brackets of an address of IPv6 belong to the notation.
        let host = host.trim_start_matches('[').trim_end_matches(']');
        Ok(Self {
            host: host.to_owned(),
            port: uri.port_u16().unwrap_or(PORT),
            path: uri.path().to_owned(),
        })
    }
}

impl fmt::Display for PlayerAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = self.path.trim_end_matches('/');
        write!(f, "http://{}:{}{path}", self.shown_host(), self.port)
    }
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoAnswer {
    /// None came in time.
    Timeout,
    /// The player cannot be reached, or breaks off.
    Connection(String),
}

impl PlayerAddress {
    /// The host as addresses have it, one of IPv6 in brackets.
    fn shown_host(&self) -> String {
        match self.host.contains(':') {
            true => format!("[{}]", self.host),
            false => self.host.clone(),
        }
    }

    /// The answer to a request, within a time.
    ///
    /// # Errors
    /// Why there is none.
    pub(super) async fn ask(&self, request: String, time: Duration) -> Result<String, NoAnswer> {
        match timeout(time, self.post(request)).await {
            Ok(Ok(answer)) => Ok(answer),
            Ok(Err(reason)) => Err(NoAnswer::Connection(reason)),
            Err(_) => Err(NoAnswer::Timeout),
        }
    }

    async fn post(&self, body: String) -> Result<String, String> {
        let stream = TcpStream::connect((self.host.as_str(), self.port))
            .await
            .map_err(|error| error.to_string())?;
        let (mut sender, connection) = http1::handshake(TokioIo::new(stream))
            .await
            .map_err(|error| error.to_string())?;
        let connection = tokio::spawn(connection);
        let request = Request::post(&self.path)
            .header(header::HOST, format!("{}:{}", self.shown_host(), self.port))
            .header(header::CONTENT_TYPE, "text/acl")
            .body(Body::from(body))
            .map_err(|error| error.to_string())?;
        let response = sender.send_request(request).await;
        let response = response.map_err(|error| error.to_string())?;
        let status = response.status();
        let answer = to_bytes(Body::new(response.into_body()), MOST_BYTES).await;
        connection.abort();
        match answer {
            Ok(answer) if status.is_success() => {
                Ok(String::from_utf8_lossy(&answer).trim().to_owned())
            }
            Ok(_) => Err(format!("the player answers with status {status}")),
            Err(error) => Err(error.to_string()),
        }
    }
}
