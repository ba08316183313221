//! Which move a person means by a text or a square that is no legal move.
//!
//! The rules list only the legal moves. For the others, the predicates `path` and `notation` are
//! asked which move has these squares or this text. If they cannot be asked backwards, moves of the
//! same form as the legal ones are tried with other numbers. Narrow limits apply: a move that is
//! not found within them is not explained.

use super::course::Course;
use super::limits;
use crate::game::{Click, Move, Role};
use crate::logic::{Term, View};
use crate::session::{Explain, Trouble};
use crate::syntax::quote::{quote_atom, quote_string};

/// Finds the move written `text`. Returns it as a term, with variables for unknown parts.
pub fn written(course: &Course, legal: &[Move], text: &str) -> Option<String> {
    let names = match course.rules().has_paths() {
        true => square_names(course),
        false => Vec::new(),
    };
    let squares: Vec<Option<&str>> = named(text, &names).into_iter().map(Some).collect();
    let path = (!squares.is_empty())
        .then(|| over(course, legal, &squares))
        .flatten();
    path.or_else(|| {
        let (string, atom) = (quote_string(text), quote_atom(text));
        // A move without squares is often called by its own name, such as `pass`.
        let own_name = format!("M = {atom}, notation(M, {string})");
        of_goals(
            course,
            legal,
            &[
                format!("notation(M, {string})"),
                format!("notation(M, {atom})"),
                own_name,
            ],
        )
    })
}

fn square_names(course: &Course) -> Vec<String> {
    let Some(board) = course.rules().board(course.position()).ok().flatten() else {
        return Vec::new();
    };
    let places =
        (1..=board.rows).flat_map(|row| (1..=board.columns).map(move |column| (column, row)));
    places
        .filter_map(|(column, row)| board.square_name(column, row))
        .collect()
}

/// The squares that a text names, such as `22x15`. If several names begin at one place, the longest
/// counts.
fn named<'n>(text: &str, names: &'n [String]) -> Vec<&'n str> {
    let (mut found, mut rest) = (Vec::new(), text);
    while let Some(letter) = rest.chars().next() {
        let here = names
            .iter()
            .filter(|name| !name.is_empty() && rest.starts_with(name.as_str()));
        let longest = here.max_by_key(|name| name.len());
        found.extend(longest.map(String::as_str));
        rest = &rest[longest.map_or(letter.len_utf8(), String::len)..];
    }
    found
}

/// Finds a move that begins at `square` if a piece of the role stands there and cannot move, else
/// one that ends there.
pub fn at_square(
    course: &Course,
    role: Role,
    legal: &[Move],
    square: &str,
) -> Result<Option<String>, Trouble> {
    let (rules, position) = (course.rules(), course.position());
    if !rules.has_paths() {
        return Ok(written(course, legal, square));
    }
    // The path is as long as those of the legal moves: if a player has to take two pieces, a move
    // that takes one does not explain anything.
    let mut shortest = None;
    for played in legal {
        let length = rules.path(position, played).explain(rules)?.len();
        shortest = Some(shortest.map_or(length, |shortest: usize| shortest.min(length)));
    }
    let mut input = rules.path_input(position, role, legal).explain(rules)?;
    let begins = input.click(square) == Click::Blocked;
    let mut path = vec![None; shortest.unwrap_or(0).max(2)];
    let at = if begins { 0 } else { path.len() - 1 };
    path[at] = Some(square);
    Ok(over(course, legal, &path))
}

/// Finds a move over these squares; `None` stands for an unknown square.
fn over(course: &Course, legal: &[Move], squares: &[Option<&str>]) -> Option<String> {
    // Rule files name squares by numbers, strings or atoms.
    let writings: [fn(&str) -> Option<String>; 3] = [
        |name| name.parse::<u32>().ok().map(|number| number.to_string()),
        |name| Some(quote_string(name)),
        |name| Some(quote_atom(name).into_owned()),
    ];
    let goal = |write: &fn(&str) -> Option<String>| {
        let names = squares
            .iter()
            .map(|square| square.map_or_else(|| Some("_".to_owned()), write));
        Some(format!(
            "path(M, [{}])",
            names.collect::<Option<Vec<_>>>()?.join(", ")
        ))
    };
    of_goals(
        course,
        legal,
        &writings.iter().filter_map(goal).collect::<Vec<_>>(),
    )
}

/// Returns the value of `M` from the first goal that has an answer.
fn of_goals(course: &Course, legal: &[Move], goals: &[String]) -> Option<String> {
    goals
        .iter()
        .find_map(|goal| asked(course, goal))
        .or_else(|| {
            let mut forms: Vec<MoveForm> = Vec::new();
            for form in legal.iter().map(|played| MoveForm::of(&played.term)) {
                if form.numbers > 0 && !forms.contains(&form) {
                    forms.push(form);
                }
            }
            forms
                .iter()
                .find_map(|form| goals.iter().find_map(|goal| form.filled(course, goal)))
        })
}

/// Returns the value of `M` in the first answer to a goal.
fn asked(course: &Course, goal: &str) -> Option<String> {
    let mut answers = course
        .rules()
        .query_within(course.position(), goal, limits::GUESS)
        .ok()?;
    let answer = answers.next()?.ok()?;
    let term = answer.get("M")?;
    // A term has no more variables than letters.
    let unnamed = vec![Some("_".into()); term.to_string().len()];
    term.as_variable().is_none().then(|| term.display(&unnamed))
}

/// A move in which variables stand for the numbers.
#[derive(PartialEq, Eq)]
struct MoveForm {
    /// The term; its numbers are the variables `N0`, `N1` and so on.
    text: String,
    /// The number of these variables.
    numbers: usize,
}

impl MoveForm {
    fn of(term: &Term) -> Self {
        let mut numbers = 0;
        MoveForm {
            text: form(term, &mut numbers),
            numbers,
        }
    }

    /// Returns the move with the numbers for which `goal`, a goal about `M`, holds. A number that
    /// differs between the answers becomes `_`.
    fn filled(&self, course: &Course, goal: &str) -> Option<String> {
        let board = course.rules().board(course.position()).ok().flatten();
        let most = board.map_or(9, |board| board.columns.max(board.rows));
        let names: Vec<String> = (0..self.numbers)
            .map(|number| format!("N{number}"))
            .collect();
        let each: String = names
            .iter()
            .map(|name| format!("between(0, {most}, {name}), "))
            .collect();
        let question = format!("{each}M = {}, {goal}", self.text);
        let answers = course
            .rules()
            .query_within(course.position(), &question, limits::GUESS)
            .ok()?;
        let mut found: Vec<Option<String>> = Vec::new();
        // Answers beyond the limits are not used.
        for answer in answers.map_while(Result::ok) {
            let numbers = names
                .iter()
                .map(|name| answer.get(name).map(ToString::to_string));
            found = match found.is_empty() {
                true => numbers.collect(),
                false => found
                    .into_iter()
                    .zip(numbers)
                    .map(|(one, own)| if one == own { one } else { None })
                    .collect(),
            };
        }
        if found.is_empty() {
            return None;
        }
        // Begins with the last variable, so that `N1` is not found within `N10`.
        let numbers = names.iter().zip(found).rev();
        Some(numbers.fold(self.text.clone(), |text, (name, number)| {
            text.replace(name.as_str(), number.as_deref().unwrap_or("_"))
        }))
    }
}

fn form(term: &Term, numbers: &mut usize) -> String {
    let mut all = |terms: &[Term]| {
        terms
            .iter()
            .map(|term| form(term, numbers))
            .collect::<Vec<_>>()
            .join(", ")
    };
    match term.view() {
        View::Integer(_) => {
            *numbers += 1;
            format!("N{}", *numbers - 1)
        }
        View::Compound(..) if term.items().is_some() => {
            format!("[{}]", all(&term.items().unwrap_or_default()))
        }
        View::Compound(name, arguments) => format!("{}({})", quote_atom(&name), all(&arguments)),
        _ => term.to_string(),
    }
}
