//! Any text is loaded as a game, within small limits: it is refused with words, or can be played.

use regola::game::{Error, FindMoveError, Game, Move, Position, Role, Rules, check_within};
use regola::logic::Limits;
use regola::logic::proof::Bounds;
use regola::search::Unwatched;
use regola::syntax::load::Reader;
use regola::trial::{self, TrialOptions};

use super::told::assert_well_told;

/// Enough for a small game, and little enough that an endless one is refused at once.
pub const FEW: Limits = Limits {
    steps: 20_000,
    memory: 2 << 20,
};

/// So many plies of a random game are played.
const PLIES: usize = 6;

/// What separates the main file from the one that it uses.
const FORM_FEED: u8 = b'\x0c';

/// The main file, and the file that is found under every other name.
struct Files<'b> {
    main: &'b [u8],
    used: Option<&'b [u8]>,
}

impl Reader for Files<'_> {
    fn read(&self, path: &str) -> Result<Vec<u8>, String> {
        let bytes = if path == MAIN {
            Some(self.main)
        } else {
            self.used
        };
        bytes
            .map(<[u8]>::to_vec)
            .ok_or_else(|| "there is no such file".to_owned())
    }
}

const MAIN: &str = "main.rules";

/// Asserts that a check and loading agree about a rule file, and that a game can be played as far
/// as its rules can be followed.
pub fn check(bytes: &[u8]) {
    let mut parts = bytes.splitn(2, |byte| *byte == FORM_FEED);
    let files = Files {
        main: parts.next().unwrap_or_default(),
        used: parts.next(),
    };
    if let Some(rules) = load(&files, MAIN) {
        follow(&rules);
    }
}

/// Loads a game, or asserts that it is refused with words. A check agrees.
pub fn load(files: &dyn Reader, path: &str) -> Option<Rules> {
    let report = check_within(files, path, FEW);
    assert_well_told(&report.diagnostics, &report.sources);
    match (Rules::read_within(files, path, FEW), report.rules) {
        (Ok(rules), Some(_)) => Some(rules),
        (Err(failure), None) => {
            assert_well_told(&failure.diagnostics, &failure.sources);
            if let Ok(draft) = Rules::draft(files, path, FEW) {
                assert_well_told(draft.lacking(), draft.sources());
                assert!(
                    !draft.lacking().is_empty(),
                    "a draft that lacks nothing is refused"
                );
            }
            None
        }
        (loaded, _) => panic!(
            "loading and a check disagree: {:?}",
            loaded.map(|rules| rules.name().to_owned())
        ),
    }
}

/// Looks at a game and plays it at random.
pub fn follow(rules: &Rules) {
    assert_well_told(&rules.warnings(), rules.sources());
    let mut position = rules.initial();
    let mut random = fastrand::Rng::with_seed(1);
    for _ in 0..PLIES {
        let next = look(rules, &position).and_then(|()| play(rules, &position, &mut random));
        match next {
            Ok(Some(next)) => position = next,
            Ok(None) => break,
            Err(error) => return assert_told(rules, &error),
        }
    }
    let options = TrialOptions {
        games: 1,
        seed: 1,
        length: PLIES,
    };
    let report = trial::play(rules, &options, &mut Unwatched);
    assert_well_told(&report.findings, rules.sources());
}

fn assert_told(rules: &Rules, error: &Error) {
    let failure = rules.failure(error);
    assert_well_told(&failure.diagnostics, &failure.sources);
}

/// Asks all that can be asked of a position.
fn look(rules: &Rules, position: &Position) -> Result<(), Error> {
    let moves = rules.legal_moves(position)?;
    assert_readable(rules, position);
    assert_eq!(
        rules.canonical(&rules.canonical(position)),
        rules.canonical(position)
    );
    let over = rules.over(position)?;
    assert_eq!(over, rules.is_terminal(position)? || moves.is_empty());
    rules.quiet(position)?;
    for role in (0..rules.role_count()).map(Role) {
        for heuristic in 0..rules.heuristics().len() {
            rules.evaluate(position, heuristic, role)?;
        }
        if over {
            assert!(rules.goal(position, role)? <= 100);
        }
    }
    rules.picture(position, &moves, None)?;
    assert_explained(rules, position, "legal(P, M)", !moves.is_empty());
    assert_explained(rules, position, "terminal", rules.is_terminal(position)?);
    find_by_notation(rules, position, &moves)
}

/// The explanation of a question tells whether it has an answer, unless it comes to a limit or an
/// error first.
fn assert_explained(rules: &Rules, position: &Position, question: &str, holds: bool) {
    match rules.explain(position, question, Bounds::default()) {
        Ok(explained) => {
            assert_eq!(explained.holds(), holds, "{explained}");
            assert!(!explained.to_string().is_empty());
        }
        Err(failure) => assert_well_told(&failure.diagnostics, &failure.sources),
    }
}

/// The facts of a position, written down, are read as the position; only a rule that calls it
/// impossible, or fails to judge it, may refuse it.
fn assert_readable(rules: &Rules, position: &Position) {
    let text: String = position
        .facts(rules.schema())
        .iter()
        .map(|fact| format!("{fact}.\n"))
        .collect();
    match rules.position("facts", &text) {
        Ok(again) => assert_eq!(again, *position, "{text}"),
        Err(failure) => assert_well_told(&failure.diagnostics, &failure.sources),
    }
}

fn find_by_notation(rules: &Rules, position: &Position, moves: &[Move]) -> Result<(), Error> {
    for written in rules.notations(position, moves)? {
        match rules.find_move(position, moves, &written) {
            Ok(found) => assert!(moves.contains(&found), "{written:?}"),
            Err(FindMoveError::Ambiguous { moves, .. }) => assert!(moves.len() > 1, "{written:?}"),
            Err(FindMoveError::NotLegal { .. }) => panic!("{written:?} is not found"),
            Err(FindMoveError::Rules(error)) => return Err(error),
        }
    }
    Ok(())
}

/// The position after a random move of each role that is to move; none at the end.
fn play(
    rules: &Rules,
    position: &Position,
    random: &mut fastrand::Rng,
) -> Result<Option<Position>, Error> {
    let movers = rules.turn(position)?.into_movers();
    if movers.is_empty() {
        return Ok(None);
    }
    let chosen: Vec<Move> = movers
        .into_iter()
        .filter_map(|(_, moves)| random.choice(moves))
        .collect();
    rules.play(position, &chosen).map(Some)
}
