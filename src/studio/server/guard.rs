//! Which requests are accepted: those with the token, from this machine, and not from a foreign
//! page in a browser on it.
//!
//! A page of another site can make a browser send requests here. But it does not know the token,
//! and it cannot set the header `Origin`. If it reaches this server by a host name of its own, the
//! header `Host` shows that.

use axum::http::{HeaderMap, HeaderName, Method, StatusCode, Uri, header};

use super::token::AccessToken;

/// Checks requests.
pub struct Guard {
    token: AccessToken,
    /// The host names of this server, with the port.
    hosts: [String; 2],
}

/// Why a request is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The header `Host` has another name.
    Host,
    /// The request is from a page of another site.
    Origin,
    /// The token is missing or wrong.
    Token,
}

impl Guard {
    /// Creates the guard of a server with this token, at this port.
    pub fn new(token: AccessToken, port: u16) -> Self {
        Self {
            token,
            hosts: [format!("127.0.0.1:{port}"), format!("localhost:{port}")],
        }
    }

    /// The address for a browser, with the token.
    pub fn address(&self) -> String {
        format!("http://{}/?token={}", self.hosts[0], self.token.as_str())
    }

    /// The content security policy: pages may connect to this server only, and no page may frame
    /// them.
    pub fn policy(&self) -> String {
        let [number, name] = &self.hosts;
        format!(
            "default-src 'self'; connect-src 'self' ws://{number} ws://{name}; style-src 'self' 'unsafe-inline'; \
             img-src 'self' data: blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
        )
    }

    /// Checks whether a request is accepted.
    pub fn check(&self, method: &Method, uri: &Uri, headers: &HeaderMap) -> Result<(), Refusal> {
        let host = only(headers, &header::HOST)
            .flatten()
            .ok_or(Refusal::Host)?;
        if !self.hosts.iter().any(|own| own == host) {
            return Err(Refusal::Host);
        }
        let may_change_something = uri.path() == "/talk" || method != Method::GET;
        match only(headers, &header::ORIGIN) {
            // A browser always sends it with such a request.
            None if may_change_something => return Err(Refusal::Origin),
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
        // The files of the page are no secret, and the page requests them without the token.
        if uri.path().starts_with("/assets/") || self.knows(uri) {
            Ok(())
        } else {
            Err(Refusal::Token)
        }
    }

    /// Whether a request contains the token.
    pub fn knows(&self, uri: &Uri) -> bool {
        let parts = uri.query().unwrap_or_default().split('&');
        let mut tokens = parts.filter_map(|part| part.strip_prefix("token="));
        tokens
            .next()
            .is_some_and(|token| same(token.as_bytes(), self.token.as_str().as_bytes()))
    }
}

/// The value of a header. `None` if it is missing; `Some(None)` if it occurs twice or is not text.
fn only<'h>(headers: &'h HeaderMap, name: &HeaderName) -> Option<Option<&'h str>> {
    let mut values = headers.get_all(name).iter();
    let first = values.next()?;
    Some(first.to_str().ok().filter(|_| values.next().is_none()))
}

/// Whether two texts are equal. The time does not depend on where they differ, so that it reveals
/// nothing.
fn same(one: &[u8], other: &[u8]) -> bool {
    one.len() == other.len()
        && one
            .iter()
            .zip(other)
            .fold(0, |difference, (a, b)| difference | (a ^ b))
            == 0
}

impl Refusal {
    /// The status of the answer, and its text.
    pub fn status_and_text(self) -> (StatusCode, &'static str) {
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
