//! A WebSocket: carries the messages between a tab and its desk, whatever they mean.

use std::ops::ControlFlow;
use std::sync::Arc;

use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade, close_code};
use axum::extract::{Query, State};
use axum::response::Response;
use serde::Deserialize;
use tokio::task::spawn_blocking;
use tokio::time::timeout;

use super::desk::Desk;
use super::gallery::refused;
use super::{ServerState, limits};
use crate::studio::protocol::{Reply, RequestFault, Said};

/// Which game is meant.
#[derive(Debug, Deserialize)]
pub struct WantedGame {
    /// The name of its rule file; without it that of the command.
    pub game: Option<String>,
}

/// Opens a desk for a tab, if there is a free place for one.
pub async fn talk(
    State(server): State<Arc<ServerState>>,
    Query(WantedGame { game }): Query<WantedGame>,
    upgrade: WebSocketUpgrade,
) -> Response {
    let setting = match server.setting(game.as_deref()) {
        Ok(setting) => setting,
        Err(reason) => return refused(&reason),
    };
    let upgrade = upgrade
        .max_message_size(limits::MESSAGE)
        .max_frame_size(limits::MESSAGE);
    let Ok(place) = Arc::clone(&server.desks).try_acquire_owned() else {
        // A page cannot read why a connection was refused, but it can read why one was closed.
        return upgrade.on_upgrade(turn_away);
    };
    upgrade.on_upgrade(async move |socket| {
        let (noting, path) = (Arc::clone(&server), setting.path.clone());
        // Without the note the game is not among those used last, and that is all.
        let _ = spawn_blocking(move || noting.used.note(&path)).await;
        if let Ok(desk) = Desk::open(&server, setting, place) {
            converse(socket, desk).await;
        }
    })
}

/// Closes the socket of a tab that is one too many.
async fn turn_away(mut socket: WebSocket) {
    let farewell = Message::Close(Some(CloseFrame {
        code: close_code::AGAIN,
        reason: "too many tabs are open".into(),
    }));
    // A page that does not take it sees that the connection ends, as it does.
    let _ = timeout(limits::PATIENCE, socket.send(farewell)).await;
}

/// Carries messages until either side closes. Then the desk is dropped.
async fn converse(mut socket: WebSocket, mut desk: Desk) {
    loop {
        let next = tokio::select! {
            reply = desk.reply() => match reply {
                Some(reply) => say(&mut socket, &reply).await,
                None => ControlFlow::Break(()),
            },
            heard = socket.recv() => match heard {
                Some(Ok(Message::Text(text))) => match desk.ask(text.as_str()) {
                    Some(reply) => say(&mut socket, &reply).await,
                    None => ControlFlow::Continue(()),
                },
                Some(Ok(Message::Ping(_) | Message::Pong(_))) => ControlFlow::Continue(()),
                // It was closed, is broken, or does not send text.
                _ => ControlFlow::Break(()),
            },
        };
        if next.is_break() {
            return;
        }
    }
}

async fn say(socket: &mut WebSocket, reply: &Reply) -> ControlFlow<()> {
    let Ok(mut text) = serde_json::to_string(reply) else {
        return ControlFlow::Break(());
    };
    if text.len() > limits::REPLY {
        let fault = Said::Fault(RequestFault {
            text: "the answer is too long to be shown".to_owned(),
        });
        let Ok(shorter) = serde_json::to_string(&Reply {
            id: reply.id,
            said: fault,
        }) else {
            return ControlFlow::Break(());
        };
        text = shorter;
    }
    match timeout(limits::PATIENCE, socket.send(Message::text(text))).await {
        Ok(Ok(())) => ControlFlow::Continue(()),
        // The page reads nothing any more.
        _ => ControlFlow::Break(()),
    }
}
