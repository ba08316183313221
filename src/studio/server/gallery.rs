//! The gallery of a folder: lists its games, draws their first positions and makes new files.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use axum::body::{Body, to_bytes};
use axum::extract::{Query, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot};
use tokio::task::spawn_blocking;
use tokio::time::timeout;

use super::worker::{FAILED, spawn};
use super::{ServerState, limits};
use crate::studio::first_picture::first_picture;
use crate::studio::limits as studio_limits;
use crate::studio::protocol::{AddedGame, FirstPicture, LibraryContents};

/// Whose turn it is, in the order in which the requests came.
#[derive(Debug)]
pub struct GalleryTurns {
    /// One list or new file at a time.
    files: Arc<Semaphore>,
    /// Few pictures at a time, so that those of slow rules leave room for others.
    pictures: Arc<Semaphore>,
}

impl Default for GalleryTurns {
    fn default() -> Self {
        GalleryTurns {
            files: Arc::new(Semaphore::new(1)),
            pictures: Arc::new(Semaphore::new(limits::PICTURES)),
        }
    }
}

/// Which file is meant.
#[derive(Debug, Deserialize)]
pub struct Named {
    name: String,
}

/// Which game is to be drawn: one of the folder, or one of the program.
#[derive(Debug, Deserialize)]
pub struct Drawn {
    game: String,
    #[serde(default)]
    shipped: bool,
}

/// Lists the games: [`LibraryContents`].
pub async fn list(State(server): State<Arc<ServerState>>) -> Response {
    in_turn(server, |server| {
        let games = server.library.games()?;
        let names: Vec<&str> = games.iter().map(|card| card.game.as_str()).collect();
        let folder = server.library.folder();
        Ok(LibraryContents {
            used: server.used.among(folder, &names),
            folder: folder.to_owned(),
            templates: server.shipped.templates(),
            shipped: server.shipped.games(),
            games,
        })
    })
    .await
}

/// Makes a new rule file of the text that is sent: [`AddedGame`].
pub async fn add(
    State(server): State<Arc<ServerState>>,
    Query(Named { name }): Query<Named>,
    body: Body,
) -> Response {
    let Ok(Ok(bytes)) = timeout(limits::PATIENCE, to_bytes(body, limits::MESSAGE)).await else {
        return refused(&format!(
            "`{name}` is longer than {} KiB, or did not come as a whole",
            limits::MESSAGE >> 10
        ));
    };
    let Ok(text) = String::from_utf8(bytes.into()) else {
        return refused(&format!("`{name}` is not UTF-8 text"));
    };
    in_turn(server, move |server| {
        let game = server.library.add(&name, &text)?;
        Ok(AddedGame { game })
    })
    .await
}

/// Copies a game of the program: [`AddedGame`].
pub async fn copy(
    State(server): State<Arc<ServerState>>,
    Query(Named { name }): Query<Named>,
) -> Response {
    in_turn(server, move |server| {
        let files = server.shipped.files_of(&name);
        let files = files.ok_or_else(|| format!("the program has no game `{name}`"))?;
        let game = server.library.add_copy(&files)?;
        Ok(AddedGame { game })
    })
    .await
}

/// Draws the first position of a game: [`FirstPicture`].
pub async fn picture(
    State(server): State<Arc<ServerState>>,
    Query(Drawn { game, shipped }): Query<Drawn>,
) -> Response {
    let drawing: Drawing = if shipped {
        let reader = server.shipped.reader();
        Box::new(move |flag| first_picture(&reader, &game, flag))
    } else {
        match server.setting(Some(&game)) {
            Ok(setting) => {
                Box::new(move |flag| first_picture(&*setting.files, &setting.path, flag))
            }
            Err(reason) => return refused(&reason),
        }
    };
    // A turn among the pictures, and the memory of a question.
    let places = [&server.gallery.pictures, &server.questions];
    let mut turns: Vec<OwnedSemaphorePermit> = Vec::new();
    for place in places {
        match Arc::clone(place).acquire_owned().await {
            Ok(turn) => turns.push(turn),
            Err(_) => return refused(FAILED),
        }
    }
    let (send, mut receive) = oneshot::channel();
    // If the page is closed nobody waits for the picture, and this future is dropped.
    let interrupt = Interrupt::default();
    let flag = Arc::clone(&interrupt.0);
    let begun = spawn("picture", move || {
        let drawn = drawing(flag);
        drop(turns);
        // It fails if nobody waits any more.
        let _ = send.send(drawn);
    });
    if begun.is_err() {
        return refused(FAILED);
    }
    let drawn = match timeout(studio_limits::FIRST_PICTURE_TIME, &mut receive).await {
        Ok(drawn) => drawn,
        Err(_) => {
            drop(interrupt);
            receive.await
        }
    };
    json(&match drawn {
        Ok(Ok(svg)) => FirstPicture::Svg(svg),
        Ok(Err(fault)) => FirstPicture::Fault(fault),
        Err(_) => FirstPicture::Fault(FAILED.to_owned()),
    })
}

/// Draws a picture, or says why there is none, until the flag is set.
type Drawing = Box<dyn FnOnce(Arc<AtomicBool>) -> Result<String, String> + Send>;

/// A flag that is set when this is dropped.
#[derive(Default)]
struct Interrupt(Arc<AtomicBool>);

impl Drop for Interrupt {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Does some work with the files of the folder when it is its turn.
async fn in_turn<T: Serialize + Send + 'static>(
    server: Arc<ServerState>,
    work: impl FnOnce(&ServerState) -> Result<T, String> + Send + 'static,
) -> Response {
    let turn = Arc::clone(&server.gallery.files).acquire_owned().await;
    let worked = spawn_blocking(move || {
        let worked = work(&server);
        drop(turn);
        worked
    });
    match worked.await {
        Ok(Ok(answer)) => json(&answer),
        Ok(Err(reason)) => refused(&reason),
        Err(_) => refused(FAILED),
    }
}

fn json(answer: &impl Serialize) -> Response {
    match serde_json::to_string(answer) {
        Ok(text) => ([(header::CONTENT_TYPE, "application/json")], text).into_response(),
        Err(_) => refused(FAILED),
    }
}

/// A request that cannot be met, with the reason as text.
pub fn refused(reason: &str) -> Response {
    (StatusCode::UNPROCESSABLE_ENTITY, format!("{reason}\n")).into_response()
}
