//! Messages: what is asked, noticed and answered, as JSON-RPC has it. Knows nothing of what is
//! asked for.

use std::borrow::Cow;

use serde::Serialize;
use serde_json::{Value, json};

/// A message of the client.
#[derive(Clone, Debug, PartialEq)]
pub enum Message {
    /// It wants an answer.
    Request {
        /// A number or a text, by which the client knows its answer.
        id: Value,
        /// What is asked.
        method: String,
        /// About what.
        parameters: Value,
    },
    /// It wants none.
    Notification {
        /// What has happened.
        method: String,
        /// To what.
        parameters: Value,
    },
    /// An answer to the server, which asks nothing.
    Response,
}

/// Why there is no result, in the numbers of the protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorCode {
    /// It is not JSON.
    ParseError = -32700,
    /// It is no message, or none for now.
    InvalidRequest = -32600,
    /// Nothing is known by that name.
    MethodNotFound = -32601,
    /// It is asked about something that is not understood.
    InvalidParams = -32602,
    /// It cannot be written.
    InternalError = -32603,
    /// Nothing can be asked before `initialize`.
    ServerNotInitialized = -32002,
    /// It was understood, and cannot be done.
    RequestFailed = -32803,
}

/// Why there is no result, and in words.
pub type Refusal = (ErrorCode, String);

/// Reads a message; if it is none, what is answered: nobody knows then to which request, unless it
/// has an id.
///
/// # Errors
/// What is answered.
pub fn read(body: &[u8]) -> Result<Message, Value> {
    let value: Value = serde_json::from_slice(body)
        .or_else(|error| match with_whole_characters(body) {
            Cow::Owned(mended) => serde_json::from_slice(&mended),
            Cow::Borrowed(_) => Err(error),
        })
        .map_err(|error| {
            refused(
                Value::Null,
                ErrorCode::ParseError,
                &format!("this is not JSON: {error}"),
            )
        })?;
    let Value::Object(mut object) = value else {
        return Err(refused(
            Value::Null,
            ErrorCode::InvalidRequest,
            "a message is a JSON object",
        ));
    };
    let id = object.remove("id").unwrap_or(Value::Null);
    let is_id = id.is_i64() || id.is_u64() || id.is_string();
    let parameters = object.remove("params").unwrap_or(Value::Null);
    match (object.remove("method"), id) {
        (Some(Value::String(method)), id) if is_id => Ok(Message::Request {
            id,
            method,
            parameters,
        }),
        (Some(Value::String(method)), Value::Null) => {
            Ok(Message::Notification { method, parameters })
        }
        (None, _) if object.contains_key("result") || object.contains_key("error") => {
            Ok(Message::Response)
        }
        (Some(Value::String(_)), _) => Err(refused(
            Value::Null,
            ErrorCode::InvalidRequest,
            "an id is a whole number or a text",
        )),
        (_, id) => {
            let id = if is_id { id } else { Value::Null };
            Err(refused(
                id,
                ErrorCode::InvalidRequest,
                "a message has a `method`, which is a text",
            ))
        }
    }
}

/// The answer to a request.
pub fn answered(id: Value, answer: Result<Value, Refusal>) -> Value {
    match answer {
        Ok(result) => json!({ "jsonrpc": "2.0", "id": id, "result": result }),
        Err((code, text)) => refused(id, code, &text),
    }
}

/// The answer to what is refused.
pub fn refused(id: Value, code: ErrorCode, text: &str) -> Value {
    json!({ "jsonrpc": "2.0", "id": id, "error": { "code": code as i32, "message": text } })
}

/// What the client is told unasked.
///
/// # Errors
/// If the parameters are no JSON.
pub fn notification(method: &str, parameters: impl Serialize) -> serde_json::Result<Value> {
    Ok(json!({ "jsonrpc": "2.0", "method": method, "params": serde_json::to_value(parameters)? }))
}

/// A JSON text in which halves of characters became replacement characters. Clients whose strings
/// have units of 16 bits send such halves while a character is edited; a replacement takes one unit
/// as well, so that later places are right.
fn with_whole_characters(body: &[u8]) -> Cow<'_, [u8]> {
    let mut mended: Option<Vec<u8>> = None;
    let mut at = 0;
    while at < body.len() {
        at += match (escaped_unit(body, at), escaped_unit(body, at + ESCAPE)) {
            (Some(0xD800..=0xDBFF), Some(0xDC00..=0xDFFF)) => 2 * ESCAPE,
            (Some(0xD800..=0xDFFF), _) => {
                mended.get_or_insert_with(|| body.to_vec())[at..at + ESCAPE]
                    .copy_from_slice(b"\\uFFFD");
                ESCAPE
            }
            // An escaped backslash escapes nothing.
            _ if body[at] == b'\\' => 2,
            _ => 1,
        };
    }
    mended.map_or(Cow::Borrowed(body), Cow::Owned)
}

/// How many bytes the escape of a unit of 16 bits has, as `\u00E8`.
const ESCAPE: usize = 6;

/// The unit that is escaped here.
fn escaped_unit(body: &[u8], at: usize) -> Option<u16> {
    let digits = body.get(at..at + ESCAPE)?.strip_prefix(b"\\u")?;
    u16::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()
}
