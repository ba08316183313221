//! Regola and the [reasoner](super::reasoner) give the same roles, moves, positions, ends and goals.

use std::collections::HashSet;
use std::sync::atomic::Ordering;
use std::thread;
use std::time::{Duration, Instant};

use regola::engine::{Engine, Form};
use regola::game::{Game, Move, Position, Rules, Turn};
use regola::logic::{Term, View};
use regola::syntax::load::MemoryReader;

use super::reasoner::Expression::{self, List, Word};
use super::reasoner::{Reasoned, Sheet};

/// The longest line that is followed.
const MOST_PLIES: usize = 60;

/// What was compared.
#[derive(Debug, Default)]
pub struct Compared {
    pub plies: usize,
    /// Whether the last line came to its end.
    pub is_over: bool,
    /// Whether the compiled form was compared with the machine too.
    pub is_compiled: bool,
}

/// A term of Regola as one of the sheet.
fn expression(term: &Term) -> Expression {
    match term.view() {
        View::Integer(number) => Word(number.to_string().into()),
        View::Atom(name) => match name.strip_prefix('(') {
            Some(inner) => List([Word(inner.trim_end_matches(')').into())].into()),
            None => Word(name),
        },
        View::Compound(name, arguments) => {
            let name = Word(name);
            List(
                std::iter::once(name)
                    .chain(arguments.iter().map(expression))
                    .collect(),
            )
        }
        other => unreachable!("{other:?} is no term of a sheet"),
    }
}

/// A fact of a position. A name that means something else in a rule file has an underscore at its end.
fn fact(term: &Term) -> Expression {
    let plain = |name: &str| Word(name.trim_end_matches('_').into());
    match expression(term) {
        List(items) => {
            let Word(name) = &items[0] else {
                unreachable!("a fact has a name");
            };
            let arguments = items[1..].iter().cloned();
            List(std::iter::once(plain(name)).chain(arguments).collect())
        }
        Word(name) => plain(&name),
        variable => variable,
    }
}

fn facts(rules: &Rules, position: &Position) -> HashSet<Expression> {
    position.facts(rules.schema()).iter().map(fact).collect()
}

/// Follows random lines until the time is up.
///
/// # Errors
/// The first difference.
pub fn compare(text: &str, lines: u64, time: Duration, effort: u64) -> Result<Compared, String> {
    let reader = MemoryReader::new().with("game.kif", text);
    let rules = Rules::read(&reader, "game.kif").map_err(|failure| failure.to_string())?;
    let sheet = Sheet::new(text, effort);
    if sheet.is_given_up() {
        return Ok(Compared::default());
    }
    let names: Vec<Expression> = rules.roles().iter().map(expression).collect();
    differs("roles", &names, &sheet.roles())?;
    differs(
        "initial facts",
        &facts(&rules, &rules.initial()),
        &sheet.initial(),
    )?;
    let deadline = Instant::now() + time;
    let mut compared = Compared::default();
    stop_after(&rules, 2 * time);
    let is_stopped = || rules.interrupt().load(Ordering::Relaxed);
    for line in 0..lines {
        match follow(&rules, &sheet, line, deadline, &mut compared) {
            Err(_) if is_stopped() => return Ok(compared),
            followed => followed?,
        }
    }
    if let Ok(both) = Engine::in_form(&rules, Form::Both) {
        match both.playouts(&rules.initial(), MOST_PLIES, &[7, 8]) {
            Ok(_) => compared.is_compiled = true,
            Err(_) if is_stopped() => {}
            Err(error) => return Err(format!("the forms differ: {error}")),
        }
    }
    Ok(compared)
}

/// Stops what rules do once some time has passed.
fn stop_after(rules: &Rules, time: Duration) {
    let flag = rules.interrupt();
    thread::spawn(move || {
        thread::sleep(time);
        flag.store(true, Ordering::Relaxed);
    });
}

fn follow(
    rules: &Rules,
    sheet: &Sheet,
    seed: u64,
    deadline: Instant,
    compared: &mut Compared,
) -> Result<(), String> {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut position = rules.initial();
    compared.is_over = false;
    for _ in 0..MOST_PLIES {
        if Instant::now() > deadline {
            return Ok(());
        }
        let here = facts(rules, &position);
        let Some(reasoned) = sheet.reason(&here, &[]) else {
            return Ok(());
        };
        let error = |error: regola::game::Error| error.to_string();
        let is_terminal = rules.is_terminal(&position).map_err(error)?;
        differs("terminal", &is_terminal, &reasoned.is_terminal())?;
        if is_terminal {
            compared.is_over = true;
            return goals(rules, &position, sheet, &reasoned);
        }
        let turn = rules.turn(&position).map_err(error)?;
        if matches!(turn, Turn::Over) {
            // The sheet gives nobody a move where it does not end, so it cannot be played on.
            return Ok(());
        }
        let chosen = choose(turn, sheet, &reasoned, &mut random)?;
        let played: Vec<Move> = chosen
            .iter()
            .filter_map(|(_, _, played)| played.clone())
            .collect();
        position = rules.play(&position, &played).map_err(error)?;
        let moves: Vec<_> = chosen
            .into_iter()
            .map(|(role, term, _)| (role, term))
            .collect();
        let Some(next) = sheet.reason(&here, &moves) else {
            return Ok(());
        };
        let next = next.next();
        differs("facts after the moves", &facts(rules, &position), &next)?;
        compared.plies += 1;
    }
    Ok(())
}

/// The role, its move, and the move of Regola; none for a role that waits.
type Chosen = (Expression, Expression, Option<Move>);

/// A random move of each role, once the moves are compared. Where Regola has no move for a role, the
/// sheet has one, with which the role waits.
fn choose(
    turn: Turn<Move>,
    sheet: &Sheet,
    reasoned: &Reasoned,
    random: &mut fastrand::Rng,
) -> Result<Vec<Chosen>, String> {
    let movers = turn.into_movers();
    let mut chosen = Vec::new();
    for (number, role) in sheet.roles().into_iter().enumerate() {
        let legal = reasoned.legal(&role);
        let own = movers.iter().find(|(mover, _)| mover.0 == number);
        let Some((_, moves)) = own else {
            let waits: Vec<Expression> = legal.into_iter().collect();
            match &waits[..] {
                [_] if !movers.is_empty() => chosen.push((role, waits[0].clone(), None)),
                _ => return Err(format!("{role:?} has {waits:?}, and in Regola no move")),
            }
            continue;
        };
        let terms: HashSet<Expression> = moves
            .iter()
            .map(|played| expression(&played.term))
            .collect();
        differs("moves", &terms, &legal)?;
        if terms.len() != moves.len() {
            return Err("a move is listed twice".to_owned());
        }
        let played = moves[random.usize(..moves.len())].clone();
        chosen.push((role, expression(&played.term), Some(played)));
    }
    Ok(chosen)
}

fn goals(
    rules: &Rules,
    position: &Position,
    sheet: &Sheet,
    reasoned: &Reasoned,
) -> Result<(), String> {
    for (number, role) in sheet.roles().iter().enumerate() {
        let values = reasoned.goals(role);
        // A sheet that gives no goal, or several, is not well formed.
        if values.len() == 1 {
            let goal = rules
                .goal(position, regola::game::Role(number))
                .map_err(|error| error.to_string())?;
            differs(
                "goals",
                &HashSet::from([Word(goal.to_string().into())]),
                &values,
            )?;
        }
    }
    Ok(())
}

fn differs<T: PartialEq + std::fmt::Debug>(name: &str, ours: &T, theirs: &T) -> Result<(), String> {
    match ours == theirs {
        true => Ok(()),
        false => Err(format!("{name}: Regola {ours:?}, the reasoner {theirs:?}")),
    }
}
