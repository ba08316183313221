//! Rule files as sheets: the sheet is the same game, or it is said what no sheet can say.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use regola::convert::rule_file;
use regola::game::{Game, Move, Position, Role, Rules, Turn, sheet, sheet_notation};
use regola::logic::Term;
use regola::syntax::load::{FileReader, MemoryReader};

use super::{agreement, assert_same, loaded};

/// The longest line that is followed.
const MOST_PLIES: usize = 40;

fn of_text(text: &str) -> Result<String, String> {
    let reader = MemoryReader::new().with("game.rules", text);
    sheet(&reader, "game.rules").map_err(|failure| failure.to_string())
}

/// The rule files of games, without those that several games share.
fn rule_files() -> Vec<PathBuf> {
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/games"));
    let entries = fs::read_dir(folder).expect("the folder can be read");
    let paths = entries.flatten().map(|entry| entry.path());
    let mut paths: Vec<PathBuf> = paths
        .filter(|path| {
            let name = path.to_string_lossy();
            name.ends_with(".rules") && !name.ends_with("-play.rules")
        })
        .collect();
    paths.sort();
    paths
}

/// A term as text; the names of operators are words in a sheet.
fn text(term: &Term) -> String {
    sheet_notation::write(term).replace("(- ", "(pair ")
}

fn facts(rules: &Rules, position: &Position) -> BTreeSet<String> {
    let facts = position.facts(rules.schema());
    facts.iter().map(text).collect()
}

/// The moves by role and text, without waiting.
fn moves(rules: &Rules, position: &Position) -> Vec<(usize, String, Move)> {
    let turn = rules.turn(position).expect("the rules can be followed");
    let movers = turn.into_movers();
    let mut moves: Vec<(usize, String, Move)> = movers
        .into_iter()
        .flat_map(|(role, moves)| {
            moves
                .into_iter()
                .map(move |played| (role.0, text(&played.term), played))
        })
        .collect();
    moves.sort_by(|one, other| (one.0, &one.1).cmp(&(other.0, &other.1)));
    moves.dedup_by(|one, other| (one.0, &one.1) == (other.0, &other.1));
    moves
}

/// Follows random lines in a game and in its sheet. Returns the number of plies, or the first difference.
fn follow(game: &Rules, written: &Rules, lines: u64) -> Result<usize, String> {
    let differs = |what: &str, one: String, other: String| match one == other {
        true => Ok(()),
        false => Err(format!(
            "{what}: {one} in the rule file, {other} in the sheet"
        )),
    };
    let mut plies = 0;
    for line in 0..lines {
        let mut random = fastrand::Rng::with_seed(line);
        let (mut here, mut there) = (game.initial(), written.initial());
        for _ in 0..MOST_PLIES {
            differs(
                "facts",
                format!("{:?}", facts(game, &here)),
                format!("{:?}", facts(written, &there)),
            )?;
            let is_over = game.over(&here).expect("the rules can be followed");
            let is_terminal = written
                .is_terminal(&there)
                .expect("the sheet can be followed");
            differs("the end", is_over.to_string(), is_terminal.to_string())?;
            if is_over {
                for role in (0..game.role_count()).map(Role) {
                    let goals = (game.goal(&here, role).ok(), written.goal(&there, role).ok());
                    differs("goals", format!("{:?}", goals.0), format!("{:?}", goals.1))?;
                }
                break;
            }
            let own = moves(game, &here);
            let all = moves(written, &there);
            let (waiting, others): (Vec<_>, Vec<_>) = all
                .into_iter()
                .partition(|(_, text, _)| ["noop", "wait"].contains(&text.as_str()));
            let named = |moves: &[(usize, String, Move)]| {
                format!(
                    "{:?}",
                    moves
                        .iter()
                        .map(|(role, text, _)| (role, text))
                        .collect::<Vec<_>>()
                )
            };
            differs("moves", named(&own), named(&others))?;
            let mut chosen = Vec::new();
            let mut others_chosen = Vec::new();
            for role in 0..game.role_count() {
                let of_role: Vec<usize> = (0..own.len())
                    .filter(|number| own[*number].0 == role)
                    .collect();
                match of_role.is_empty() {
                    true => {
                        let waits = waiting.iter().filter(|(waits, _, _)| *waits == role);
                        others_chosen.extend(waits.map(|(_, _, played)| played.clone()));
                    }
                    false => {
                        let number = of_role[random.usize(..of_role.len())];
                        chosen.push(own[number].2.clone());
                        others_chosen.push(others[number].2.clone());
                    }
                }
            }
            here = game.play(&here, &chosen).expect("the move can be made");
            there = written
                .play(&there, &others_chosen)
                .expect("the move can be made");
            plies += 1;
        }
    }
    Ok(plies)
}

#[test]
fn each_game_has_a_sheet_or_it_is_said_why_not() {
    let mut told = Vec::new();
    for path in rule_files() {
        let name = path
            .file_stem()
            .expect("a file has a name")
            .to_string_lossy()
            .into_owned();
        let outcome = match sheet(&FileReader, &path.to_string_lossy()) {
            Err(failure) => format!("no: {}", failure.diagnostics[0].title),
            Ok(text) => {
                let game = Rules::load(&path).expect("the rule file is right");
                let written = loaded(&text);
                let plies = follow(&game, &written, 2);
                assert!(
                    plies.as_ref().is_ok_and(|plies| *plies > 4),
                    "{name}: {plies:?}\n{text}"
                );
                let turn = written.turn(&written.initial()).expect("there are moves");
                match turn {
                    Turn::Joint(_) => "a sheet where all move",
                    _ => "a sheet",
                }
                .to_owned()
            }
        };
        told.push(format!("{name:24}{outcome}"));
    }
    assert_snapshot!("gdl__back_games", told.join("\n"));
}

#[test]
fn sheets_that_became_rule_files_become_the_same_sheets_again() {
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/games/gdl"));
    let mut refused = 0;
    for path in super::sheets(folder) {
        let path = path.to_string_lossy();
        let rules = rule_file(&FileReader, &path).unwrap_or_else(|failure| panic!("{failure}"));
        if rules.contains("( integer(Y) -> ") {
            // A long table that is computed in both directions: a sheet knows no directions.
            assert!(of_text(&rules).is_err(), "{path}");
            refused += 1;
            continue;
        }
        let text = of_text(&rules).unwrap_or_else(|failure| panic!("{path}: {failure}"));
        let original = Rules::load(&*path).expect("the sheet is right");
        let again = loaded(&text);
        assert_same(&original, &again, 2, &text);
    }
    assert_eq!(refused, 1, "reversi counts to 36");
}

#[test]
fn the_reasoner_agrees_with_the_sheets_of_rule_files() {
    for name in ["nim", "dodgem", "connect-four", "breakthrough"] {
        let path = format!("{}/games/{name}.rules", env!("CARGO_MANIFEST_DIR"));
        let text = sheet(&FileReader, &path).unwrap_or_else(|failure| panic!("{failure}"));
        let compared = agreement::compare(&text, 1, Duration::from_secs(5), u64::MAX);
        let compared = compared.unwrap_or_else(|error| panic!("{name}: {error}\n{text}"));
        assert!(compared.plies > 1, "{name}: {compared:?}");
    }
}

/// A game with all that has a form of its own in a sheet. Both move at once; who has fallen waits.
const CLIMB: &str = "
:- game(\"Climb\").
% The players.
role('Ann').  role(ann).  role('two words').
step(1..6).
kind(up).  kind(far).

:- fluent at(role) -> step.
:- fluent mark(step, kind).
:- fluent low -> _.
:- fluent noop.

init(at(P, 1)) :- role(P).
init(mark(S, up)) :- step(S), S mod 2 =:= 0.
init(low(1)).
init(noop).

size(D, S) :- ( D == up -> S = 1 ; S = 2 ).

% A jump of one or two steps.
legal(P, jump(D)) :- at(P, S), kind(D), size(D, N), T is S + N, step(T), ( D = up ; \\+ mark(S, far) ).
legal(P, stay)    :- at(P, 6), \\+ ( role(Q), Q \\== P, at(Q, 6) ).

add(at(P, T))       :- does(P, jump(D)), size(D, N), at(P, S), T is N + S.
delete(mark(S, up)) :- mark(S, up), does(_, jump(_)).
add(mark(S, far))   :- does(P, jump(far)), at(P, S).
add(mark(S, up))    :- does(P, _), at(P, S), member(S, [2, 4]).
delete(at(P, S))    :- does(P, stay), at(P, S).
add(low(S))         :- first_free(S).
delete(noop)        :- does(_, stay).

first_free(S) :- once(( step(S), \\+ at(_, S) )).

highest(P) :- at(P, S), forall(( role(Q), at(Q, T) ), T =< S).

terminal :- at(_, 6), \\+ legal(_, stay).
goal(P, V) :- role(P), ( highest(P) -> V = 100 ; at(P, S), S >= 3 -> V = 50 ; V = 0 ).
";

#[test]
fn each_construct_has_its_form() {
    let text = of_text(CLIMB).unwrap_or_else(|failure| panic!("{failure}"));
    assert_snapshot!("gdl__back_constructs", text);
    let game = Rules::from_text(CLIMB).expect("the game is right");
    let written = loaded(&text);
    let (mut here, mut there) = (game.initial(), written.initial());
    let mut random = fastrand::Rng::with_seed(1);
    // Roles have other names in the sheet, and stand at the same places.
    let renamed = |text: String| {
        text.replace("two words", "two_words")
            .replace("(at Ann", "(at ann")
            .replace("(at ann_2", "(at ann")
    };
    for _ in 0..20 {
        let names = |rules: &Rules, position| {
            facts(rules, position)
                .into_iter()
                .map(renamed)
                .collect::<Vec<_>>()
        };
        let sorted = |mut names: Vec<String>| {
            names.sort();
            names
        };
        assert_eq!(sorted(names(&game, &here)), sorted(names(&written, &there)));
        assert_eq!(game.over(&here).ok(), written.is_terminal(&there).ok());
        let (own, all) = (moves(&game, &here), moves(&written, &there));
        if game.over(&here).expect("the rules can be followed") {
            for role in (0..3).map(Role) {
                assert_eq!(game.goal(&here, role).ok(), written.goal(&there, role).ok());
            }
            return;
        }
        let (mut chosen, mut others) = (Vec::new(), Vec::new());
        for role in 0..3 {
            let of_role: Vec<_> = own.iter().filter(|(own, _, _)| *own == role).collect();
            let of_sheet: Vec<_> = all.iter().filter(|(own, _, _)| *own == role).collect();
            if of_role.is_empty() {
                assert_eq!((of_sheet.len(), of_sheet[0].1.as_str()), (1, "wait"));
                others.push(of_sheet[0].2.clone());
                continue;
            }
            assert_eq!(
                of_role.iter().map(|(_, text, _)| text).collect::<Vec<_>>(),
                of_sheet.iter().map(|(_, text, _)| text).collect::<Vec<_>>()
            );
            let number = random.usize(..of_role.len());
            chosen.push(of_role[number].2.clone());
            others.push(of_sheet[number].2.clone());
        }
        here = game.play(&here, &chosen).expect("the moves can be made");
        there = written
            .play(&there, &others)
            .expect("the moves can be made");
    }
    panic!("the game does not end");
}

#[test]
fn a_predicate_is_listed_as_it_is_called() {
    // Asked with open arguments, each of these predicates has fewer answers than with values.
    let predicates = [
        "step(3, 2) :- !.  step(_, 1).",
        "step(N, D) :- ( N = 3 -> D = 2 ; D = 1 ).",
        "step(N, D) :- between(1, 2, D), \\+ other(N, D).  other(3, 1).  other(N, 2) :- memberchk(N, [1, 2]).",
        "step(N, D) :- double(N, E), D is E // 2.  double(3, 4) :- !.  double(_, 2).",
        "step(N, D) :- N \\== 3, D = 1.  step(N, D) :- N == 3, D = 2.",
    ];
    for clauses in predicates {
        let text = format!(
            "role(you).  pile(0..3).  :- fluent left -> pile.  init(left(3)).  {clauses}
             legal(you, take) :- left(N), N > 0.
             add(left(M)) :- does(you, take), left(N), step(N, D), M is N - D.
             terminal :- left(0).  goal(you, 100)."
        );
        let game = Rules::from_text(&text).expect("the game is right");
        let sheet = of_text(&text).unwrap_or_else(|failure| panic!("{failure}"));
        assert_eq!(follow(&game, &loaded(&sheet), 1), Ok(2), "{sheet}");
    }
    let lists = "
        role(you).  :- fluent here -> _.  init(here([a, b])).  bad(c).
        safe(L) :- \\+ ( bad(A), memberchk(A, L) ).
        legal(you, drop) :- here(L), safe(L), L = [_ | _].
        add(here(R)) :- does(_, drop), here([_ | R]).
        terminal :- here([]).  goal(you, 100).";
    let sheet = of_text(lists).unwrap_or_else(|failure| panic!("{failure}"));
    let written = loaded(&sheet);
    let mut position = written.initial();
    for _ in 0..2 {
        let (_, _, played) = moves(&written, &position).remove(0);
        position = written
            .play(&position, &[played])
            .expect("the move can be made");
    }
    assert_eq!(written.is_terminal(&position).ok(), Some(true), "{sheet}");
}

/// A game that lacks a clause.
const FRAME: &str = "
role(ann).  role(bob).
other(ann, bob).  other(bob, ann).
count(0..5).
:- fluent control -> role.
:- fluent left -> count.
:- fluent sum -> _.
init(control(ann)).  init(left(5)).
legal(P, take(N)) :- control(P), left(L), between(1, 2, N), N =< L.
add(left(M)) :- does(_, take(N)), left(L), M is L - N.
add(control(Q)) :- does(P, _), other(P, Q).
";

#[test]
fn what_no_sheet_can_say_is_refused_at_its_place() {
    let cases = [
        "terminal :- left(0), !.  goal(P, 50) :- role(P).",
        "goal(P, N) :- role(P), aggregate_all(count, left(_), N).",
        "goal(P, N) :- role(P), findall(L, left(L), Ls), length(Ls, N).",
        "init(sum(0)).  add(sum(N)) :- sum(M), N is M + 1.  goal(P, 50) :- role(P), sum(M), M > 3.",
        "goal(P, 50) :- role(P), after(P, take(1), left(4)).",
        "goal(P, -1) :- role(P).",
        "goal(P, 50) :- control(P), once(near(P, Q)), other(P, Q).  near(P, Q) :- other(P, Q), left(_).  near(P, P) :- left(_).",
        "goal(P, 50) :- role(P), even(5).  even(N) :- left(_), M is N - 1, M >= 0, \\+ even(M).",
        "goal(P, 50) :- role(P), free(X), free(3), X > 2.  free(X) :- \\+ left(X).",
        "goal(P, 50) :- role(P), ( left(L) *-> L > 3 ; true ).",
        "goal(P, 50) :- role(P), G = left(_), call(G).",
        "goal(P, N) :- role(P), left(L), N is L - 3.",
    ];
    let told = cases.map(|case| {
        let failure = of_text(&format!("{FRAME}{case}")).err();
        format!(
            "{case}\n{}",
            failure.unwrap_or_else(|| "is a sheet".to_owned())
        )
    });
    assert_snapshot!("gdl__back_refused", told.join("\n\n"));
}

#[test]
fn a_sheet_of_another_game_is_noticed() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/games/nim.rules");
    let game = Rules::load(path).expect("the rule file is right");
    let text = sheet(&FileReader, path).unwrap_or_else(|failure| panic!("{failure}"));
    for (from, to) in [
        ("(init (left 4 7))", "(init (left 4 6))"),
        ("(<= (goal ?p 0)", "(<= (goal ?p 1)"),
        (
            "(<= terminal (not terminal_unless))",
            "(<= terminal (true (left 4 0)))",
        ),
        ("(between 1 ?l ?n)", "(between 1 ?l ?n) (distinct ?n 2)"),
    ] {
        let altered = text.replace(from, to);
        assert_ne!(altered, text, "{from}");
        assert!(follow(&game, &loaded(&altered), 3).is_err(), "{from}");
    }
}
