//! Positions and games as pictures.

use std::collections::BTreeSet;
use std::process::{Command, Output};

use insta_cmd::get_cargo_bin;
use regex::Regex;
use regola::game::{Game, Position, Rules};
use regola::picture::Album;

use super::xml::assert_well_formed;
use crate::game::shipped;

fn run(arguments: &[&str]) -> Output {
    let mut command = Command::new(get_cargo_bin("regola"));
    command
        .arg("picture")
        .args(arguments)
        .current_dir(env!("CARGO_MANIFEST_DIR"));
    command.output().expect("the program starts")
}

/// The positions of a game in which always the first legal move is played, and the moves.
fn first_moves(rules: &Rules, plies: usize) -> (Vec<Position>, Vec<String>) {
    let (mut positions, mut moves) = (vec![rules.initial()], Vec::new());
    for ply in 0..plies {
        let position = &positions[ply];
        let legal = rules
            .legal_moves(position)
            .expect("the rules can be followed");
        moves.push(
            rules
                .notation(position, &legal[0])
                .expect("moves can be written"),
        );
        let next = rules
            .play(position, &legal[..1])
            .expect("a legal move can be played");
        positions.push(next);
    }
    (positions, moves)
}

fn album(name: &str, plies: usize) -> (usize, Album) {
    let rules = shipped(name);
    let (positions, moves) = first_moves(&rules, plies);
    (
        positions.len(),
        Album::new(&rules, &positions, &moves, None).expect("positions can be drawn"),
    )
}

/// What stands where, as the document says it: the piece's name and its corner.
type Standing = BTreeSet<(String, String, String)>;

/// What is seen in a film in the middle of the time of each of so many pages.
fn seen(film: &str, pages: usize) -> Vec<Standing> {
    let piece =
        Regex::new(r##"<use href="#(piece-\d+)" x="(\d+)" y="(\d+)"(.*)"##).expect("a pattern");
    let clock = Regex::new(r#"values="([^"]*)" keyTimes="([^"]*)""#).expect("a pattern");
    let mut seen = vec![Standing::new(); pages];
    for found in piece.captures_iter(film) {
        let standing = (
            found[1].to_owned(),
            found[2].to_owned(),
            found[3].to_owned(),
        );
        let shown = clock.captures(&found[4]);
        for (page, all) in seen.iter_mut().enumerate() {
            let now = (page as f64 + 0.5) / (pages + 2) as f64;
            let is_seen = shown.as_ref().is_none_or(|shown| {
                let times = shown[2]
                    .split(';')
                    .map(|time| time.parse::<f64>().expect("a number"));
                let values = shown[1]
                    .split(';')
                    .zip(times)
                    .filter(|(_, time)| *time <= now);
                values.last().is_some_and(|(value, _)| value == "visible")
            });
            if is_seen {
                assert!(
                    all.insert(standing.clone()),
                    "{standing:?} stands there once"
                );
            }
        }
    }
    seen
}

#[test]
fn a_film_shows_at_each_time_what_the_position_is() {
    let piece =
        Regex::new(r##"<use href="#(piece-\d+)" x="(\d+)" y="(\d+)"/>"##).expect("a pattern");
    for (name, plies) in [
        ("othello", 20),
        ("dama", 15),
        ("chess", 12),
        ("connect-four", 9),
        ("filetto", 5),
    ] {
        let (pages, album) = album(name, plies);
        let film = album.film(500);
        assert_well_formed(&film);
        // On a sheet of one column each position is a group of its own, with the same corners.
        let sheet = album.sheet(1);
        let positions = sheet
            .split("<g transform=")
            .skip(1)
            .map(|page| -> Standing {
                piece
                    .captures_iter(page)
                    .map(|found| {
                        (
                            found[1].to_owned(),
                            found[2].to_owned(),
                            found[3].to_owned(),
                        )
                    })
                    .collect()
            });
        assert_eq!(seen(&film, pages), positions.collect::<Vec<_>>(), "{name}");
    }
}

#[test]
fn letters_are_drawn_as_what_they_plainly_mean() {
    for (name, sign) in [
        ("othello", "<circle class=\"black\""),
        ("connect-four", "<circle class=\"yellow\""),
        ("dama", "<circle class=\"groove\""),
        ("chess", "<g class=\"man black\">"),
        ("filetto", "<path class=\"cross\""),
        ("knights-tour", "<circle class=\"green\""),
        ("anagram", "<text class=\"letters\""),
    ] {
        let (_, album) = album(name, 4);
        let last = album.last().sheet(1);
        assert_well_formed(&last);
        assert!(last.contains(sign), "{name} has {sign}");
    }
}

#[test]
fn a_game_without_a_board_is_drawn_as_facts() {
    let rules = shipped("change");
    let (positions, moves) = first_moves(&rules, 2);
    let album = Album::new(&rules, &positions, &moves, None).expect("positions can be drawn");
    assert_snapshot!("picture__album_of_facts", album.sheet(3));
    assert_well_formed(&album.film(1_000));
}

#[test]
fn a_sheet_of_a_short_game() {
    let (_, album) = album("filetto", 2);
    let sheet = album.sheet(2);
    assert_well_formed(&sheet);
    assert_snapshot!("picture__album_sheet", sheet);
}

#[test]
fn the_games_that_ship_as_pictures_are_what_the_commands_beside_them_draw() {
    let page = include_str!("../../games/README.md");
    let commands: Vec<&str> = page
        .lines()
        .filter_map(|line| line.strip_prefix("regola picture "))
        .collect();
    assert_eq!(commands.len(), 1);
    for command in commands {
        let (arguments, file) = command.split_once(" --output ").expect("it writes a file");
        let arguments = super::command::words(arguments);
        let output = run(&arguments.iter().map(String::as_str).collect::<Vec<_>>());
        let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
        let shipped = std::fs::read_to_string(root.join(file)).expect("the picture ships");
        assert!(
            shipped.as_bytes() == output.stdout,
            "`regola picture {command}` draws otherwise than {file} is"
        );
    }
}

#[test]
fn a_picture_is_written_to_a_file_and_bad_use_is_told() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let path = folder.path().join("board.svg");
    let path = path.to_str().expect("its name is text");
    let told = run(&["games/othello.rules", "--output", path]);
    assert_eq!(told.stdout, format!("{path}\n").as_bytes());
    assert!(
        std::fs::read_to_string(path)
            .expect("it was written")
            .starts_with("<svg ")
    );
    for (arguments, said) in [
        (vec!["games/othello.rules", "--moves", "a1"], "move 1"),
        (
            vec!["games/othello.rules", "--form", "film", "--pace", "0"],
            "--pace",
        ),
        (
            vec![
                "games/othello.rules",
                "--output",
                "no-such-folder/board.svg",
            ],
            "cannot write",
        ),
    ] {
        let output = run(&arguments);
        let told = String::from_utf8_lossy(&output.stderr);
        assert!(
            output.status.code() == Some(2) && told.contains(said),
            "{arguments:?}: {told}"
        );
    }
}
