//! Messages of JSON-RPC: requests, notifications and answers. This module knows nothing of the
//! methods.

use std::borrow::Cow;

use serde::Serialize;
use serde_json::{Value, json};

/// A message of the client.
#[derive(Clone, Debug, PartialEq)]
pub enum Message {
    /// It needs an answer.
    Request {
        /// A number or a string that the answer repeats.
        id: Value,
        /// The name of the method.
        method: String,
        /// The parameters of the method.
        parameters: Value,
    },
    /// It needs no answer.
    Notification {
        /// The name of the method.
        method: String,
        /// The parameters of the method.
        parameters: Value,
    },
    /// An answer of the client. It is ignored, since the server sends no requests.
    Response,
}

/// Why there is no result, as a code of the protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorCode {
    /// It is not JSON.
    ParseError = -32700,
    /// It is no message, or not allowed at this time.
    InvalidRequest = -32600,
    /// There is no method with this name.
    MethodNotFound = -32601,
    /// The parameters do not fit the method.
    InvalidParams = -32602,
    /// The answer cannot be written as JSON.
    InternalError = -32603,
    /// Another request came before `initialize`.
    ServerNotInitialized = -32002,
    /// The request was understood, but cannot be carried out.
    RequestFailed = -32803,
}

/// Why there is no result, as a code and a text.
pub type ErrorReply = (ErrorCode, String);

/// Reads a message.
///
/// # Errors
/// The answer to send if it is no message. Its id is null if the id of the request cannot be read.
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
pub fn answered(id: Value, answer: Result<Value, ErrorReply>) -> Value {
    match answer {
        Ok(result) => json!({ "jsonrpc": "2.0", "id": id, "result": result }),
        Err((code, text)) => refused(id, code, &text),
    }
}

/// The answer to a request that is refused.
pub fn refused(id: Value, code: ErrorCode, text: &str) -> Value {
    json!({ "jsonrpc": "2.0", "id": id, "error": { "code": code as i32, "message": text } })
}

/// A message to the client that is no answer.
///
/// # Errors
/// If the parameters cannot be written as JSON.
pub fn notification(method: &str, parameters: impl Serialize) -> serde_json::Result<Value> {
    Ok(json!({ "jsonrpc": "2.0", "method": method, "params": serde_json::to_value(parameters)? }))
}

/// Replaces halves of characters in a JSON text by replacement characters. Clients whose strings
/// have 16-bit units may send such halves while a character is edited. A replacement character is
/// also one unit, so that later positions remain right.
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
            // The character after an escaped backslash is not escaped.
            _ if body[at] == b'\\' => 2,
            _ => 1,
        };
    }
    mended.map_or(Cow::Borrowed(body), Cow::Owned)
}

/// The number of bytes in the escape of a 16-bit unit, such as `\u00E8`.
const ESCAPE: usize = 6;

/// The 16-bit unit that is escaped at this place.
fn escaped_unit(body: &[u8], at: usize) -> Option<u16> {
    let digits = body.get(at..at + ESCAPE)?.strip_prefix(b"\\u")?;
    u16::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()
}
