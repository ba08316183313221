//! Who may come in: whoever has the token, from this machine, and no foreign page in a browser on
//! it.
//!
//! A page of another site can make a browser send requests here, but it does not know the token,
//! cannot choose the header `Origin`, and if it gives this server a name of its own, `Host` tells.

use axum::http::{HeaderMap, HeaderName, StatusCode, Uri, header};

use super::token::AccessToken;

/// What is asked of everybody.
pub struct Guard {
    token: AccessToken,
    /// The names of this server, with the port.
    hosts: [String; 2],
}

/// Why somebody may not come in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// It was asked for under another name.
    Host,
    /// A page of another site asks.
    Origin,
    /// The token is wrong.
    Token,
}

impl Guard {
    /// For a server with this token at this port of this machine.
    pub fn new(token: AccessToken, port: u16) -> Self {
        Self {
            token,
            hosts: [format!("127.0.0.1:{port}"), format!("localhost:{port}")],
        }
    }

    /// The address for a browser.
    pub fn address(&self) -> String {
        format!("http://{}/?token={}", self.hosts[0], self.token.as_str())
    }

    /// What pages from here may do: nothing with other servers, and nobody may frame them.
    pub fn policy(&self) -> String {
        let [number, name] = &self.hosts;
        format!(
            "default-src 'self'; connect-src 'self' ws://{number} ws://{name}; style-src 'self' 'unsafe-inline'; \
             img-src 'self' data: blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
        )
    }

    /// Whether a request may come in.
    pub fn check(&self, uri: &Uri, headers: &HeaderMap) -> Result<(), Refusal> {
        let host = only(headers, &header::HOST)
            .flatten()
            .ok_or(Refusal::Host)?;
        if !self.hosts.iter().any(|own| own == host) {
            return Err(Refusal::Host);
        }
        let is_talk = uri.path() == "/talk";
        match only(headers, &header::ORIGIN) {
            // A browser always sends it with a WebSocket.
            None if is_talk => return Err(Refusal::Origin),
            None => {}
            Some(origin) => {
                let origin = origin
                    .and_then(|origin| origin.strip_prefix("http://"))
                    .ok_or(Refusal::Origin)?;
                if !self.hosts.iter().any(|own| own == origin) {
                    return Err(Refusal::Origin);
                }
            }
        }
        // The files of the page are no secret, and the page names them without the token.
        if uri.path().starts_with("/assets/") || self.knows(uri) {
            Ok(())
        } else {
            Err(Refusal::Token)
        }
    }

    /// Whether a request says the token.
    pub fn knows(&self, uri: &Uri) -> bool {
        let parts = uri.query().unwrap_or_default().split('&');
        let mut tokens = parts.filter_map(|part| part.strip_prefix("token="));
        tokens
            .next()
            .is_some_and(|token| same(token.as_bytes(), self.token.as_str().as_bytes()))
    }
}

/// The value of a header: none if it is not there; none inside if it is there twice, or is no text.
fn only<'h>(headers: &'h HeaderMap, name: &HeaderName) -> Option<Option<&'h str>> {
    let mut values = headers.get_all(name).iter();
    let first = values.next()?;
    Some(first.to_str().ok().filter(|_| values.next().is_none()))
}

/// Whether two texts are the same, in a time that does not tell where they differ.
fn same(one: &[u8], other: &[u8]) -> bool {
    one.len() == other.len()
        && one
            .iter()
            .zip(other)
            .fold(0, |difference, (a, b)| difference | (a ^ b))
            == 0
}

impl Refusal {
    /// The status of the answer, and what a person reads.
    pub fn told(self) -> (StatusCode, &'static str) {
        match self {
            Refusal::Host => (
                StatusCode::FORBIDDEN,
                "The studio is at 127.0.0.1 or localhost, under no other name.\n",
            ),
            Refusal::Origin => (
                StatusCode::FORBIDDEN,
                "Only the studio's own page may ask.\n",
            ),
            Refusal::Token => (
                StatusCode::UNAUTHORIZED,
                "Take the whole address that `regola studio` printed.\n",
            ),
        }
    }
}
