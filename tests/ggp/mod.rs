//! Matches over the network, on the loopback of this machine.

mod gamer;
mod scripted;

use std::fs;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::atomic::AtomicBool;
use std::thread;

use regola::game::{Game, Rules};
use regola::ggp::{Contestant, Gamer, GamerOptions, Match, MatchOptions, MatchRecord, Service};
use regola::logic::Limits;
use regola::search::{Unwatched, shortest};

use self::scripted::{Answer, scripted_player};

/// A player of our own that is told nothing.
fn new_gamer() -> Gamer {
    let options = GamerOptions {
        name: "tested".to_owned(),
        threads: 1,
        limits: Limits::default(),
    };
    Gamer::new(options, Box::new(|_| {}))
}

/// A player of our own at a port of its own.
fn remote_gamer() -> Contestant {
    let any = SocketAddr::from((Ipv4Addr::LOCALHOST, 0));
    let service = Service::open(any, new_gamer()).expect("a free port");
    let address = service.address().expect("it has an address");
    thread::spawn(move || service.serve());
    remote(&address)
}

fn remote(address: &SocketAddr) -> Contestant {
    let address = address.to_string().parse();
    Contestant::Remote(address.expect("an address is one"))
}

/// The path of a sheet in `games/gdl`.
fn path(name: &str) -> String {
    format!("{}/games/gdl/{name}.kif", env!("CARGO_MANIFEST_DIR"))
}

fn load(name: &str) -> Rules {
    Rules::load(path(name)).unwrap_or_else(|failure| panic!("{failure}"))
}

/// Leads a match of a sheet in `games/gdl`, with a second for each answer.
fn lead(name: &str, contestants: &[Contestant]) -> MatchRecord {
    let rules = load(name);
    let sheet = fs::read_to_string(path(name)).expect("it can be read");
    let options = MatchOptions {
        id: "tested".to_owned(),
        start_clock: 4,
        play_clock: 1,
        seed: 1,
        most_turns: 100,
    };
    let led = Match {
        rules: &rules,
        sheet: &sheet,
        contestants,
        options: &options,
    };
    let record = led.play(&AtomicBool::new(false), &mut |_| {});
    let record = record.expect("there is a network");
    record.unwrap_or_else(|error| panic!("{error}"))
}

fn errors(record: &MatchRecord) -> usize {
    (0..record.roles.len())
        .map(|role| record.errors_of(role))
        .sum()
}

#[test]
fn two_players_play_a_whole_match() {
    let record = lead("tictactoe", &[remote_gamer(), remote_gamer()]);
    assert_eq!(errors(&record), 0, "{:?}", record.errors);
    // Both play well.
    assert_eq!(record.goals, Some(vec![50, 50]));
    assert_eq!(record.moves.len(), 9);
    assert_eq!(record.states.len(), 10);
    assert_eq!(record.moves[0][1], "noop");
    assert!(record.states[0].contains(&"(cell 1 1 blank)".to_owned()));
}

#[test]
fn a_player_of_moves_at_once_has_no_errors() {
    let record = lead("tron", &[remote_gamer(), Contestant::Random]);
    assert_eq!(errors(&record), 0, "{:?}", record.errors);
    assert!(record.goals.is_some());
}

#[test]
fn a_puzzle_is_solved_by_the_shortest_way() {
    for name in ["blocks", "lights-out"] {
        let record = lead(name, &[remote_gamer()]);
        assert_eq!(record.goals, Some(vec![100]), "{name}");
        let rules = load(name);
        let shortest = shortest(&rules, &rules.initial(), 100_000, &mut Unwatched);
        let shortest = shortest.expect("it is small").expect("it can be solved");
        assert_eq!(record.moves.len(), shortest.line.len(), "{name}");
    }
}

#[test]
fn wrong_answers_are_told_and_the_match_goes_on() {
    let script = [
        Answer::Text("ready"),
        Answer::Late,
        Answer::Text("noop"),
        Answer::Text("(mark 9 9)"),
        Answer::Text("NOOP"),
        Answer::Nothing,
        Answer::Text("noop"),
        Answer::Text("((mark 1"),
        Answer::Text("noop"),
    ];
    let player = scripted_player(&script, Answer::Late);
    let record = lead("tictactoe", &[remote(&player), Contestant::Random]);
    let told: Vec<&str> = record.errors.iter().map(|turn| turn[0].as_str()).collect();
    let kinds: Vec<&str> = told
        .iter()
        .map(|error| error.get(..2).unwrap_or(""))
        .collect();
    assert_eq!(
        kinds[..9],
        ["", "TO", "", "IM", "", "CE", "", "IM", ""],
        "{told:?}"
    );
    assert!(told[3].ends_with("(mark 9 9)"), "{told:?}");
    assert!(record.goals.is_some());
    assert!(record.errors.iter().all(|turn| turn[1].is_empty()));
}

#[test]
fn a_match_with_somebody_who_is_not_there_goes_on() {
    let nobody = scripted_player(&[], Answer::Nothing);
    let record = lead("nim", &[remote(&nobody), remote_gamer()]);
    assert!(record.goals.is_some());
    assert_eq!(record.errors_of(0), record.errors.len());
    assert_eq!(record.errors_of(1), 0, "{:?}", record.errors);
}
