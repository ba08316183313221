//! Goals in the position of a desk: their answers, and the predicates that these cost.

use super::course::Course;
use super::limits;
use super::protocol::{GoalAnswer, GoalAnswers, GoalProfile, PredicateCost};
use super::units::file_place;
use super::why;
use crate::game::{Answer, Rules};
use crate::logic::ProfileLine;
use crate::session::Trouble;

/// The answers to a goal, `most` of them (1 if it is not given) after the first `skip`.
pub fn answers(
    course: &Course,
    goal: &str,
    skip: usize,
    most: Option<usize>,
) -> Result<GoalAnswers, Trouble> {
    let rules = course.rules();
    let mut found = rules.query(course.position(), goal)?.to_be_shown();
    let most = most.unwrap_or(1).clamp(1, limits::ANSWERS);
    let mut answers = Vec::new();
    let mut passed = 0;
    while answers.len() < most {
        let Some(answer) = found.next() else { break };
        let answer = answer.map_err(|error| found.failure(&error))?;
        passed += 1;
        if passed > skip {
            answers.push(shown_answer(&answer));
        }
    }
    Ok(GoalAnswers {
        answers,
        more: found.may_have_more(),
    })
}

fn shown_answer(answer: &Answer) -> GoalAnswer {
    GoalAnswer {
        text: answer.to_string(),
        values: answer
            .values()
            .map(|(name, value)| (name.to_owned(), value))
            .collect(),
    }
}

/// What all answers to a goal cost.
pub fn profile_of_goal(course: &Course, goal: &str) -> Result<GoalProfile, Trouble> {
    let rules = course.rules();
    let profile = rules.profile(course.position(), goal)?;
    let shown = profile.lines.iter().take(limits::PREDICATES);
    Ok(GoalProfile {
        goal: goal.to_owned(),
        answers: profile.answers,
        steps: profile.steps,
        predicates: shown.map(|line| cost(rules, line)).collect(),
    })
}

/// What a legal move costs: the proof that it is legal, and the position after it.
pub fn profile_of_move(course: &Course, written: &str) -> Result<GoalProfile, Trouble> {
    let Some((role, played)) = why::legal_move(course, written)? else {
        return Err(Trouble::Use(format!(
            "`{written}` is not a legal move here"
        )));
    };
    let (role, term) = (course.rules().role_name(role), played.term);
    let goal = format!("legal({role}, {term}), after({role}, {term}, true)");
    profile_of_goal(course, &goal)
}

fn cost(rules: &Rules, line: &ProfileLine) -> PredicateCost {
    let sources = rules.sources();
    let place = line.place.map(|span| file_place(sources, span));
    PredicateCost {
        name: format!("{}/{}", line.name, line.arity),
        place: place.filter(|place| !place.path.starts_with('<')),
        steps: line.steps,
        calls: line.calls,
        exits: line.exits,
        redos: line.redos,
        fails: line.fails,
    }
}
