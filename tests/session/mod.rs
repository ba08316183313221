//! The core of a session, driven by a host in memory: other files, positions of a line, what is
//! saved.

mod forms;
mod saving;

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::ops::ControlFlow;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use regola::engine::Engine;
use regola::game::{Game, Rules};
use regola::logic::Limits;
use regola::search::{Options, Progress, Unwatched, Watch, best};
use regola::session::{
    AfterEntry, AllAnswers, Host, Pace, Session, Strength, WordCompletion, entries,
};
use regola::syntax::load::Reader;

/// Files that a test changes while a session goes on.
#[derive(Clone, Default)]
struct Files(Rc<RefCell<HashMap<String, String>>>);

impl Files {
    fn put(&self, path: &str, text: &str) {
        self.0.borrow_mut().insert(path.to_owned(), text.to_owned());
    }

    fn text(&self, path: &str) -> String {
        self.0.borrow()[path].clone()
    }
}

impl Reader for Files {
    fn read(&self, path: &str) -> Result<Vec<u8>, String> {
        let found = self
            .0
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
        self.put(path, text);
        Ok(())
    }

    fn make(&self, path: &str, text: &str) -> Result<bool, String> {
        let is_free = !self.0.borrow().contains_key(path);
        if is_free {
            self.put(path, text);
        }
        Ok(is_free)
    }
}

/// A session with what was said so far.
struct Talk {
    files: Files,
    session: Session,
    told: Vec<u8>,
}

impl Talk {
    fn new(files: &Files) -> Self {
        let session = Session::empty(Box::new(files.clone()), Limits::default());
        Talk {
            files: files.clone(),
            session,
            told: Vec::new(),
        }
    }

    /// Enters some lines, each a whole entry.
    fn enter(&mut self, lines: &str) -> &mut Self {
        for line in lines.lines() {
            self.told.extend(format!("?- {line}\n").into_bytes());
            self.session
                .enter(line, &mut self.told, &mut AllAnswers)
                .expect("a vector can be written to");
        }
        self
    }

    /// Says what happens meanwhile.
    fn meanwhile(&mut self, what: &str, path: &str, text: &str) -> &mut Self {
        self.told.extend(format!("[{what}]\n").into_bytes());
        self.files.put(path, text);
        self
    }

    fn told(&self) -> String {
        String::from_utf8(self.told.clone()).expect("it is text")
    }
}

/// Whoever takes the last of some counters wins.
const PILE: &str = "% Who plays.
role(ann).  role(bob).
other(ann, bob).  other(bob, ann).
count(0..9).

:- fluent control -> role.      % whose turn it is
:- fluent left -> count.

init(control(ann)).  init(left(5)).

% One or two counters are taken.
% Never more than there are.
legal(P, take(N)) :- control(P), left(L), few(N), N =< L.
few(1).  few(2).

add(left(M))    :- does(_, take(N)), left(L), M is L - N.
add(control(Q)) :- does(P, _), other(P, Q).

% Who has to move and cannot has lost.
goal(P, 0) :- control(P).
% And so the other has won.
goal(P, 100) :- control(Q), other(Q, P).

notation(take(N), T) :- number_string(N, T).
";

fn pile() -> Files {
    let files = Files::default();
    files.put("games/pile.rules", PILE);
    files
}

#[test]
fn a_line_of_play_is_kept_and_one_goes_anywhere_in_it() {
    let told = Talk::new(&pile())
        .enter(":load games/pile.rules\n:history\n:play 1 2\n:goto 1\n:history\n:redo\n:goto 3\n:goto x\n:undo\n:play 1\n:history")
        .told();
    assert_snapshot!("session__line", told);
}

#[test]
fn a_file_that_changes_is_read_again_and_the_position_stays() {
    let three = PILE.replace("few(2).", "few(2).  few(3).");
    let told = Talk::new(&pile())
        .enter(":load games/pile.rules\n:play 1\n:moves")
        .meanwhile("one may take three", "games/pile.rules", &three)
        .enter(":moves\n:history")
        .meanwhile(
            "a slip of the pen",
            "games/pile.rules",
            &three.replace("legal(P", "legal(P)"),
        )
        .enter(":moves\nleft(L).")
        .meanwhile(
            "mended, with four at most on the pile",
            "games/pile.rules",
            &PILE.replace("0..9", "0..4").replace("left(5)", "left(3)"),
        )
        .enter("left(L).\n:history")
        .meanwhile(
            "an editor has emptied the file and goes on to write it",
            "games/pile.rules",
            "",
        )
        .enter("left(L).")
        .meanwhile(
            "and has written half of a game",
            "games/pile.rules",
            "count(0..9).\n:- fluent left -> count.\n",
        )
        .enter("count(N), N < 2.\n:moves")
        .told();
    assert_snapshot!("session__changes", told);
}

#[test]
fn a_used_file_is_watched_too() {
    let files = pile();
    files.put("games/few.rules", "few(1).\n");
    files.put(
        "games/pile.rules",
        &PILE.replace("few(1).  few(2).", ":- use \"few.rules\"."),
    );
    let mut talk = Talk::new(&files);
    talk.enter(":load games/pile.rules")
        .meanwhile("it changes", "games/few.rules", "few(2).\n")
        .enter("few(N).");
    assert!(talk.told().ends_with(
        "games/few.rules changed and was read again; the position is its start\nN = 2.\n"
    ));
}

#[test]
fn a_used_file_that_comes_late_is_noticed() {
    let files = pile();
    let mut talk = Talk::new(&files);
    talk.enter(":load games/pile.rules");
    files.put(
        "games/pile.rules",
        &PILE.replace("few(1).  few(2).", ":- use \"few.rules\"."),
    );
    talk.enter("few(N).")
        .meanwhile("it comes", "games/few.rules", "few(2).\n")
        .enter("few(N).");
    assert!(talk.told().ends_with("N = 2.\n"), "{}", talk.told());
}

#[test]
fn what_predicates_are() {
    let told = Talk::new(&pile())
        .enter(":load games/pile.rules\n:doc legal/2\n:doc goal\n:doc few/1\n:doc left\n:doc does/2\n:doc after\n:doc quiet\n:doc member/2\n:doc '=..'/2\n:doc retract/1\nG = nl, call(G)\n:doc legl/2\n:doc legal/3\n:doc")
        .told();
    assert_snapshot!("session__doc", told);
}

#[test]
fn a_draft_can_be_asked_but_not_played() {
    let files = Files::default();
    files.put(
        "draft.rules",
        "count(0..3).\n:- fluent left -> count.\ninit(left(2)).\ntwice(N, M) :- left(L), N is L, M is 2 * L.\n",
    );
    let told = Talk::new(&files)
        .enter("X is 1 + 1.\n:moves\n:reload\n:load draft.rules\ntwice(N, M).\n:facts\n:board\n:moves\n:play 1\n:best\n:perft 2")
        .told();
    assert_snapshot!("session__draft", told);
}

#[test]
fn a_search_without_moves_has_no_line() {
    let told = Talk::new(&pile())
        .enter(":load games/pile.rules\n:best 0")
        .told();
    assert!(
        told.contains(
            "no move: at depth 0 a search looks at no move; 1 is the least that does\nvalue"
        ),
        "{told}"
    );
    assert!(
        !told.contains("line") && told.lines().all(|line| line == line.trim_end()),
        "{told}"
    );
}

/// Clears the table of stones by turns; nobody can look to its end.
const LEVELS: &str = "
    role(a).  role(b).  other(a, b).  other(b, a).  heap(0..1000).  take(1..3).
    :- fluent control -> role.  :- fluent left -> heap.
    init(control(a)).  init(left(1000)).
    legal(P, take(N)) :- control(P), take(N), left(L), N =< L.
    add(left(M)) :- does(_, take(N)), left(L), M is L - N.
    add(control(Q)) :- does(P, _), other(P, Q).
    goal(P, 100) :- left(0), other(P, Q), control(Q).
    goal(P, 0) :- left(0), control(P).
    goal(P, 50) :- role(P), left(L), L > 0.
    level(normal, [time(5)]).
";

#[test]
fn a_level_with_a_time_looks_ahead_by_the_clock_that_is_lent() {
    let rules = Rules::from_text(LEVELS).expect("a game");
    let ticks = Cell::new(0);
    let clock = || {
        ticks.set(ticks.get() + 1);
        Duration::from_millis(100 * ticks.get())
    };
    let strength = Strength::of_level(&rules, "normal").expect("a level");
    let options = strength.options(false);
    let engine = Engine::machine(&rules);
    let found = strength
        .search(
            &engine,
            &rules.initial(),
            &options,
            &clock,
            &mut strength.new_table(),
            &mut Unwatched,
        )
        .expect("a move");
    // It looks at the clock 50 times, every 16 positions.
    let plain = best(
        &rules,
        &rules.initial(),
        &Options {
            depth: found.depth,
            ..options.clone()
        },
        &mut Unwatched,
    );
    assert_eq!(plain.as_ref(), Ok(&found.best));
    let nodes = |depth| {
        best(
            &rules,
            &rules.initial(),
            &Options {
                depth,
                ..options.clone()
            },
            &mut Unwatched,
        )
        .expect("a move")
        .nodes
    };
    let looked = nodes(found.depth);
    assert!(
        looked <= 50 * 16 && nodes(found.depth + 1) > 50 * 16,
        "depth {}: {looked}",
        found.depth
    );
    assert!(ticks.get() <= 51);
}

#[test]
fn without_a_clock_a_search_goes_to_the_usual_depth() {
    let files = pile();
    files.put("stones.rules", LEVELS);
    let mut talk = Talk::new(&files);
    talk.enter(":load stones.rules\n:best");
    assert!(
        talk.told()
            .contains("(normal: pvs, depth 3, no heuristic, quick)"),
        "{}",
        talk.told()
    );
}

#[test]
fn slips_of_the_hand() {
    let told = Talk::new(&pile())
        .enter(":load games/pile.rules\nmoves\nplay 1\n1\n2.\n3\nfew\nX = 1\n:\n: play 1\n:perft\n:perft x")
        .told();
    assert_snapshot!("session__slips", told);
}

#[test]
fn what_is_pasted_may_be_several_entries() {
    let pasted = "left(L).\n:play 2\nlegal(P,\n      M).\nno_full_stop(X)\n";
    let entries: Vec<String> = entries(pasted)
        .into_iter()
        .map(|entry| entry.text)
        .collect();
    assert_eq!(
        entries,
        [
            "left(L).",
            ":play 2",
            "legal(P,\n      M).",
            "no_full_stop(X)"
        ]
    );
}

#[test]
fn session_files_that_run_each_other_come_to_an_end() {
    let files = Files::default();
    files.put("a.session", ":run a.session\n");
    let told = Talk::new(&files).enter(":run a.session\ntrue.").told();
    assert!(
        told.contains("more than 16 session files run each other in a chain"),
        "{told}"
    );
    assert!(told.ends_with("true.\n"));
}

#[test]
fn a_session_file_that_runs_cannot_steer_the_terminal() {
    let files = Files::default();
    files.put(
        "odd.session",
        "%% A \u{1b}[2J\nX = '\u{1b}]0;title\u{7}'.\n",
    );
    let told = Talk::new(&files).enter(":run odd.session").told();
    assert!(told.contains("%% A \\x1b\\[2J\n"), "{told}");
    assert!(
        told.chars()
            .all(|letter| letter == '\n' || !letter.is_control()),
        "{told:?}"
    );
}

/// A host without a clock whose searches end after some looks.
struct FewLooks {
    files: Files,
    left: Cell<u32>,
}

impl Host for FewLooks {
    fn reader(&self) -> &dyn Reader {
        &self.files
    }

    fn watch(&self) -> Box<dyn Watch + '_> {
        Box::new(|_: Progress| match self.left.get() {
            0 => ControlFlow::Break(()),
            left => {
                self.left.set(left - 1);
                ControlFlow::Continue(())
            }
        })
    }
}

#[test]
fn without_a_clock_a_search_takes_the_same_steps_each_time() {
    let files = Files::default();
    files.put("pile.rules", PILE);
    let perft = |_| {
        let (files, left) = (files.clone(), Cell::new(20));
        let mut session = Session::empty(Box::new(FewLooks { files, left }), Limits::default());
        let mut told = Vec::new();
        for entry in [":load pile.rules", ":perft 4"] {
            session
                .enter(entry, &mut told, &mut AllAnswers)
                .expect("a vector can be written to");
        }
        String::from_utf8(told).expect("it is text")
    };
    let all: Vec<String> = (0..60).map(perft).collect();
    assert!(all[0].contains("was stopped after"), "{}", all[0]);
    assert!(all.iter().all(|told| *told == all[0]), "{all:#?}");
}

/// Stops what runs at the first answer.
struct StopAtOnce(Arc<AtomicBool>);

impl Pace for StopAtOnce {
    fn goes_on(&mut self, _given: usize) -> std::io::Result<bool> {
        self.0.store(true, Ordering::Relaxed);
        Ok(true)
    }
}

#[test]
fn whoever_stops_an_entry_of_a_session_file_stops_the_file() {
    let files = Files::default();
    files.put("inner.session", "between(1, inf, X).\nX = inner.\n");
    files.put("outer.session", ":run inner.session\nX = outer.\n");
    let flag = Arc::default();
    let mut session =
        Session::empty(Box::new(files), Limits::default()).with_interrupt(Arc::clone(&flag));
    let mut told = Vec::new();
    for entry in [":run outer.session", "X = later."] {
        session
            .enter(entry, &mut told, &mut StopAtOnce(Arc::clone(&flag)))
            .expect("it is written");
    }
    let told = String::from_utf8(told).expect("it is text");
    assert!(
        told.ends_with(
            "\nstopped\nthe rest was not entered\nthe rest was not entered\nX = later.\n"
        ),
        "{told}"
    );
}

#[test]
fn nothing_comes_after_the_end() {
    let mut session = Session::empty(Box::new(Files::default()), Limits::default());
    assert_eq!(
        session
            .enter(":q", &mut Vec::new(), &mut AllAnswers)
            .expect("it is written"),
        AfterEntry::Quit
    );
}

/// What may come next, as it is shown and put into the line.
fn completed(session: &Session, before: &str) -> String {
    match session.completions().complete(before) {
        WordCompletion::File(start) => format!("{before}  from {start}: files\n"),
        WordCompletion::Words(start, words) => {
            let words: Vec<String> = words
                .iter()
                .map(|word| format!("{} as `{}`", word.display, word.text))
                .collect();
            format!("{before}  from {start}: {}\n", words.join(", "))
        }
    }
}

#[test]
fn what_may_come_next() {
    let mut talk = Talk::new(&pile());
    talk.enter(":load games/pile.rules");
    let typed = [
        "leg",
        "control(P), le",
        "few",
        "",
        "X = ",
        ":re",
        ":play ",
        ":play 1 2",
        ":doc le",
        ":load ga",
        ":undo x",
        ":unknown x",
    ];
    let told: String = typed
        .iter()
        .map(|typed| completed(&talk.session, typed))
        .collect();
    assert_snapshot!("session__completion", told);
}

#[test]
fn of_several_moves_all_are_played_or_none() {
    let told = Talk::new(&pile())
        .enter(":load games/pile.rules\n:play 1 zz\n:history\n?")
        .told();
    assert!(told.contains("none of the moves is played"), "{told}");
    assert!(
        told.contains("?- :history\n> 0 the start of this line\n?- ?"),
        "{told}"
    );
    assert!(
        told.contains("take the last move back"),
        "`?` is help\n{told}"
    );
}
