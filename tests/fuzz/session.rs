//! Any lines are entered in a session with a game: what comes of them is text that a terminal
//! shows, and the same each time.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::io;
use std::ops::ControlFlow;
use std::rc::Rc;

use regola::logic::Limits;
use regola::search::{Progress, Watch};
use regola::session::{AfterEntry, Host, Pace, Session, Stride, entries};
use regola::syntax::load::Reader;

/// Enough for questions about a small game.
const FEW: Limits = Limits {
    steps: 20_000,
    memory: 2 << 20,
};

/// The most entries, the most answers to one of them, and how often a search may be looked at.
const ENTRIES: usize = 12;
const ANSWERS: usize = 5;
const LOOKS: usize = 20;

/// What separates the lines from the game that they are about, where it is not the usual one.
const FORM_FEED: char = '\u{c}';

/// Whoever takes the last of some counters wins.
const GAME: &str = include_str!("pile.rules");

/// Asserts this of lines, after which a rule file may stand.
pub fn check(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let (lines, game) = text.split_once(FORM_FEED).unwrap_or((&text, GAME));
    let (told, files) = enter(lines, game);
    let (again, saved) = enter(lines, game);
    assert_eq!(told, again, "what {lines:?} comes to, again");
    assert_eq!(*files.texts.borrow(), *saved.texts.borrow());
    // What was typed may be repeated as it was; nothing else can steer a terminal.
    let is_shown = |letter: char| !letter.is_control() || letter == '\n' || lines.contains(letter);
    if let Some(odd) = told.chars().find(|letter| !is_shown(*letter)) {
        panic!("{odd:?} is told of {lines:?}: {told:?}");
    }
}

/// What is said of these lines, and the files after them.
fn enter(lines: &str, game: &str) -> (String, Files) {
    let files = Files::default();
    files
        .texts
        .borrow_mut()
        .insert("game.rules".to_owned(), game.to_owned());
    let mut session = Session::empty(Box::new(files.clone()), FEW);
    let mut told = Vec::new();
    let opening = ":load game.rules".to_owned();
    let entered = entries(lines)
        .into_iter()
        .map(|entry| entry.text)
        .take(ENTRIES);
    for entry in std::iter::once(opening).chain(entered) {
        let next = session.enter(&entry, &mut told, &mut AFew);
        if next.expect("a vector can be written to") == AfterEntry::Quit {
            break;
        }
    }
    (String::from_utf8(told).expect("a session says text"), files)
}

/// Shows some answers and some ports.
struct AFew;

impl Pace for AFew {
    fn goes_on(&mut self, given: usize) -> io::Result<bool> {
        Ok(given < ANSWERS)
    }

    fn at_port(&mut self, shown: usize) -> io::Result<Stride> {
        Ok([Stride::Creep, Stride::Skip, Stride::Leap, Stride::Stop][shown.min(20) / 6])
    }
}

/// Files in memory, and somebody who looks on for a while.
#[derive(Clone, Default)]
struct Files {
    texts: Rc<RefCell<HashMap<String, String>>>,
    looks: Rc<Cell<usize>>,
}

impl Reader for Files {
    fn read(&self, path: &str) -> Result<Vec<u8>, String> {
        let found = self
            .texts
            .borrow()
            .get(path)
            .map(|text| text.as_bytes().to_vec());
        found.ok_or_else(|| "there is no such file".to_owned())
    }
}

impl Host for Files {
    fn reader(&self) -> &dyn Reader {
        self
    }

    fn write(&self, path: &str, text: &str) -> Result<(), String> {
        self.texts
            .borrow_mut()
            .insert(path.to_owned(), text.to_owned());
        Ok(())
    }

    fn watch(&self) -> Box<dyn Watch + '_> {
        Box::new(|_: Progress| {
            self.looks.set(self.looks.get() + 1);
            if self.looks.get() > LOOKS {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        })
    }
}
