//! A desk in one thread, for a host that has no others: it answers each question before it takes the
//! next, searches too. In a browser, each web worker has one.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};

use super::limits;
use super::protocol::{AnyAnswer, Ask, Reply, Request, Said};
use super::search::SearchJob;
use super::searched::{Compiling, GameCompiler, Searched};
use super::service::{Flags, GameService, ServiceAnswer};
use super::setting::Setting;
use super::stop::{fault_text, too_long};
use super::texts::ChangedTexts;
use crate::clock;
use crate::game::Rules;
use crate::session::Trouble;

/// A desk that one thread serves.
pub struct LoneDesk {
    service: GameService,
    random: fastrand::Rng,
}

impl LoneDesk {
    /// A desk without a game. Moves that are chosen at random depend on `seed`.
    #[must_use]
    pub fn new(setting: Setting, seed: u64) -> Self {
        let texts = Arc::new(Mutex::new(ChangedTexts::saved(&setting.files)));
        let flags = Flags {
            answers: Arc::default(),
            searches: Arc::default(),
        };
        LoneDesk {
            service: GameService::new(setting, flags, texts, Box::new(Uncompiled)),
            random: fastrand::Rng::with_seed(seed),
        }
    }

    /// Answers a question. All messages about it go to `say`, the last one before this returns.
    pub fn ask(&mut self, message: &str, say: &mut dyn FnMut(String)) {
        let mut say = |reply: Reply| {
            // Replies have text keys and finite numbers, so that they can be written.
            if let Ok(text) = serde_json::to_string(&reply) {
                say(text);
            }
        };
        let Request { id, ask } = match Request::read(message) {
            Ok(request) => request,
            Err(reply) => return say(reply),
        };
        let answered = self.answer(ask, &mut |said| say(Reply { id, said }));
        say(match answered {
            Ok(answer) => Reply::answer(id, answer),
            Err(trouble) => Reply::fault(id, &fault_text(&trouble, too_long)),
        });
    }

    fn answer(&mut self, ask: Ask, say: &mut dyn FnMut(Said)) -> Result<AnyAnswer, Trouble> {
        if let Ask::Prepare {} = ask {
            self.service.compile()?;
        }
        match self.service.answer(ask)? {
            ServiceAnswer::Here(answer) => Ok(answer),
            ServiceAnswer::Elsewhere(search) => self.search(search, say),
        }
    }

    fn search(
        &mut self,
        search: SearchJob,
        say: &mut dyn FnMut(Said),
    ) -> Result<AnyAnswer, Trouble> {
        if let Some(game) = search.game() {
            game.compile_once();
        }
        let elapsed = clock::stopwatch();
        let has_own_time = search.has_own_time();
        let is_stopped = || !has_own_time && elapsed() > limits::TIME;
        search.answer(&mut self.random, &is_stopped, say)
    }
}

/// Leaves games to the machine until the first search.
struct Uncompiled;

impl GameCompiler for Uncompiled {
    fn begin(&self, rules: &Rules, searches: Arc<AtomicBool>) -> Compiling {
        let game = Searched::new(&rules.clone().with_interrupt(searches));
        Compiling::new(Arc::new(game), ())
    }
}
