//! Which move somebody means that is not legal.
//!
//! The rules say which moves are legal; the others have no list. So `path` and `notation` are asked
//! which move has these squares or this text. Where they cannot be asked backwards, moves of the
//! same form as the legal ones are tried with other numbers. All within narrow limits: what is not
//! found is not explained.

use super::course::Course;
use super::limits;
use crate::game::{Click, Move, Role};
use crate::logic::{Term, View};
use crate::session::{Explain, Trouble};
use crate::syntax::quote::{quote_atom, quote_string};

/// The move that is written so, as a term; what is not known of it is a variable.
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

/// The squares that a text names, such as `22x15`; of names that begin alike the longest is meant.
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

/// A move that begins at a square with a piece of the role that cannot move, else one that ends
/// there.
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
    // As long as the legal ones: where one must take two pieces, a move that takes one is no
    // answer.
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

/// A move over these squares; of some it is known only that there is one.
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

/// What `M` is by the first of these goals that tells.
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

/// What `M` is in the first answer.
fn asked(course: &Course, goal: &str) -> Option<String> {
    let mut answers = course
        .rules()
        .query_within(course.position(), goal, limits::GUESS)
        .ok()?;
    let answer = answers.next()?.ok()?;
    let term = answer.get("M")?;
    // No term has more variables than letters.
    let unnamed = vec![Some("_".into()); term.to_string().len()];
    term.as_variable().is_none().then(|| term.display(&unnamed))
}

/// A move with places for its numbers.
#[derive(PartialEq, Eq)]
struct MoveForm {
    /// The term; its numbers are the variables `N0`, `N1` and so on.
    text: String,
    /// How many.
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

    /// With the numbers for which a goal about `M` holds. Those that are not the same in all its
    /// answers are left open.
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
        // What the limits do not allow to find is left out.
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
        // From the last on, so that `N1` is not taken for the beginning of `N10`.
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
