//! The server: takes connections, refuses requests that the guard does not accept, sends the page
//! and opens desks.
//!
//! ```text
//! guard     which requests are accepted; token: the secret that they must contain
//! strangers connections that have not sent the token yet
//! assets    the files of the pages
//! gallery   the list of a folder's games, their pictures, and new files
//! socket    carries the messages between a tab and its desk
//! desk      the two threads of a tab; worker: what both threads share; searching: the second
//! jobs      the unfinished questions of a desk, and how they are stopped
//! limits    on connections, and on what all desks take together
//! compilers the threads that compile the games of all tabs
//! tab       a tab without a network
//! ```
//!
//! Knows nothing of games.

mod assets;
mod compilers;
mod desk;
mod gallery;
mod guard;
mod jobs;
mod limits;
mod searching;
mod socket;
mod strangers;
mod tab;
mod token;
mod worker;

use std::io;
use std::net::{Ipv4Addr, TcpListener};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::{Path, Query, Request, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Extension, Router};
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpStream;
use tokio::runtime::Builder;
use tokio::sync::Semaphore;

use self::assets::Asset;
use self::gallery::{GalleryTurns, refused};
use self::guard::Guard;
use self::socket::WantedGame;
use self::strangers::{Stranger, Strangers};
use super::disk::DiskFiles;
use super::disk_sessions::DiskSessions;
use super::library::Library;
use super::session_tests::SessionTests;
use super::setting::{SecondFile, Setting, StartLine};
use super::shipped::ShippedRules;
use super::used::UsedGames;
use crate::snapshot::NamedGames;

pub use compilers::{Compilers, room_in};
pub use tab::Tab;
pub use token::AccessToken;
pub use worker::Worker;

/// What a studio serves, and where.
#[derive(Clone, Debug, Default)]
pub struct StudioOptions {
    /// The rule file of the game, or a folder of games.
    pub path: String,
    /// The line of play with which a tab with this file begins.
    pub line: StartLine,
    /// Another rule file to compare with the first, if any.
    pub beside: Option<SecondFile>,
    /// The games that session files load by name, if there are any.
    pub games: Option<&'static dyn NamedGames>,
    /// The rule files for new files of the folder.
    pub shipped: ShippedRules,
    /// The file that remembers which games were used last; without it the studio does so itself.
    pub used: Option<PathBuf>,
    /// The port; 0 for any free port.
    pub port: u16,
    /// The secret that requests must contain; a new random one if none is given.
    pub token: Option<AccessToken>,
}

/// The pages of a folder and its games, ready to be served at its [`address`](Studio::address).
pub struct Studio {
    listener: TcpListener,
    server: Arc<ServerState>,
}

/// What all tabs share.
pub struct ServerState {
    /// The rule files that can be opened.
    pub library: Library,
    /// What a tab with the file begins with that the options name; `None` if that is a folder.
    chosen: Option<Setting>,
    tests: Arc<dyn SessionTests>,
    /// The rule files for new files of the folder.
    pub shipped: ShippedRules,
    /// Which games were used last.
    pub used: UsedGames,
    /// Whose turn it is in galleries.
    pub gallery: GalleryTurns,
    /// Decides which requests are accepted.
    pub guard: Guard,
    /// A place for each desk.
    pub desks: Arc<Semaphore>,
    /// A place for each question that is being answered; there are as many as memory allows.
    pub questions: Arc<Semaphore>,
    /// A place for each search that runs; there are as many as cores and memory allow.
    pub searches: Arc<Semaphore>,
    /// Compiles the games of all tabs.
    pub compilers: Compilers,
}

impl ServerState {
    /// Creates it for a server at `port`.
    ///
    /// # Errors
    /// If the system gives no random token.
    pub fn new(options: StudioOptions, port: u16) -> io::Result<Self> {
        let token = options.token.map_or_else(AccessToken::random, Ok)?;
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let library = Library::at(&options.path);
        let tests: Arc<dyn SessionTests> = Arc::new(DiskSessions {
            games: options.games,
        });
        let chosen = library.chosen().map(|_| Setting {
            files: Arc::new(DiskFiles::default()),
            path: options.path,
            line: options.line,
            beside: options.beside,
            tests: Some(Arc::clone(&tests)),
        });
        Ok(ServerState {
            library,
            chosen,
            tests,
            shipped: options.shipped,
            used: UsedGames::kept_in(options.used),
            gallery: GalleryTurns::default(),
            guard: Guard::new(token, port),
            desks: Arc::new(Semaphore::new(limits::DESKS)),
            questions: Arc::new(Semaphore::new(limits::AT_ONCE)),
            searches: Arc::new(Semaphore::new(cores.min(limits::AT_ONCE))),
            compilers: Compilers::new(limits::OPERATIONS),
        })
    }

    /// What a tab begins with that plays the game with this file name; without one that of the options.
    ///
    /// # Errors
    /// If it is no name of a rule file of the folder, or the options name no file; the text says why.
    pub fn setting(&self, game: Option<&str>) -> Result<Setting, String> {
        match (&self.chosen, game) {
            (Some(chosen), None) => Ok(chosen.clone()),
            (Some(chosen), name) if name == self.library.chosen() => Ok(chosen.clone()),
            (_, Some(name)) => Ok(Setting {
                files: Arc::new(DiskFiles::within(self.library.folder())),
                path: self.library.path(name)?,
                line: StartLine::default(),
                beside: None,
                tests: Some(Arc::clone(&self.tests)),
            }),
            (None, None) => Err("the address does not say which game is meant".to_owned()),
        }
    }
}

impl Studio {
    /// Takes a port of this machine, which no other machine can reach.
    ///
    /// # Errors
    /// If the port is taken, or the system gives no random token.
    pub fn open(options: StudioOptions) -> io::Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, options.port))?;
        listener.set_nonblocking(true)?;
        let port = listener.local_addr()?.port();
        Ok(Studio {
            listener,
            server: Arc::new(ServerState::new(options, port)?),
        })
    }

    /// The address for a browser, with the token: that of the game, or that of the folder.
    #[must_use]
    pub fn address(&self) -> String {
        let gallery = self.server.guard.address();
        match self.server.library.chosen() {
            None => gallery,
            Some(game) => format!("{gallery}&game={}", in_address(game)),
        }
    }

    /// Serves until the program ends.
    ///
    /// # Errors
    /// If serving cannot begin.
    pub fn serve(self) -> io::Result<()> {
        let runtime = Builder::new_multi_thread()
            .worker_threads(2)
            .enable_io()
            .enable_time()
            .build()?;
        runtime.block_on(async {
            let listener = tokio::net::TcpListener::from_std(self.listener)?;
            let strangers = Strangers::new(limits::CONNECTIONS);
            let router = router(&self.server);
            loop {
                let Ok((stream, _)) = listener.accept().await else {
                    // Too many open files, perhaps: some will be closed.
                    tokio::time::sleep(Duration::from_millis(50)).await;
                    continue;
                };
                let stranger = strangers.arrive();
                let router = router.clone().layer(Extension(Arc::clone(&stranger)));
                tokio::spawn(async move {
                    tokio::select! {
                        () = serve_connection(stream, router) => {}
                        () = stranger.closed() => {}
                    }
                });
            }
        })
    }
}

/// A text as the value of a field in an address.
fn in_address(text: &str) -> String {
    let plain = |byte: &u8| byte.is_ascii_alphanumeric() || b"-_.~".contains(byte);
    let written = |byte: u8| match plain(&byte) {
        true => char::from(byte).to_string(),
        false => format!("%{byte:02X}"),
    };
    text.bytes().map(written).collect()
}

fn router(server: &Arc<ServerState>) -> Router {
    Router::new()
        .route("/", get(page))
        .route("/assets/{name}", get(asset))
        .route("/talk", get(socket::talk))
        .route("/games", get(gallery::list).post(gallery::add))
        .route("/copies", post(gallery::copy))
        .route("/picture", get(gallery::picture))
        .layer(middleware::from_fn_with_state(Arc::clone(server), guarded))
        .with_state(Arc::clone(server))
}

/// Serves a connection until it is closed, or too long without a request.
async fn serve_connection(stream: TcpStream, router: Router) {
    // Without this option an answer that follows a progress message waits until that is
    // acknowledged. If it cannot be set, the page is only slower.
    let _ = stream.set_nodelay(true);
    let mut protocol = http1::Builder::new();
    protocol
        .timer(TokioTimer::new())
        .header_read_timeout(limits::REQUEST_HEAD_TIME)
        .max_buf_size(limits::REQUEST);
    let served = protocol.serve_connection(TokioIo::new(stream), TowerToHyperService::new(router));
    // A client that breaks the protocol or goes away needs no answer.
    let _ = served.with_upgrades().await;
}

async fn guarded(
    State(server): State<Arc<ServerState>>,
    Extension(stranger): Extension<Arc<Stranger>>,
    request: Request,
    next: Next,
) -> Response {
    let checked = server
        .guard
        .check(request.method(), request.uri(), request.headers());
    let mut response = match checked {
        Ok(()) => {
            if server.guard.knows(request.uri()) {
                stranger.is_known();
            }
            next.run(request).await
        }
        Err(refusal) => refusal.status_and_text().into_response(),
    };
    let headers = response.headers_mut();
    if let Ok(policy) = HeaderValue::from_str(&server.guard.policy()) {
        headers.insert(header::CONTENT_SECURITY_POLICY, policy);
    }
    headers.insert(
        header::X_CONTENT_TYPE_OPTIONS,
        HeaderValue::from_static("nosniff"),
    );
    // The address contains the token, so no other server may see it.
    headers.insert(
        header::REFERRER_POLICY,
        HeaderValue::from_static("no-referrer"),
    );
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

/// The page of a game, or without one that of the folder.
async fn page(
    State(server): State<Arc<ServerState>>,
    Query(WantedGame { game }): Query<WantedGame>,
) -> Response {
    let Some(game) = game else {
        return sent(&assets::GALLERY);
    };
    match server.setting(Some(&game)) {
        Ok(_) => sent(&assets::GAME),
        Err(reason) => refused(&reason),
    }
}

async fn asset(Path(name): Path<String>) -> Response {
    match assets::find(&name) {
        Some(asset) => sent(asset),
        None => (StatusCode::NOT_FOUND, "There is no such file.\n").into_response(),
    }
}

fn sent(asset: &'static Asset) -> Response {
    ([(header::CONTENT_TYPE, asset.kind)], asset.text).into_response()
}
