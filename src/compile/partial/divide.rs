//! Clauses divided: goals that alone name a variable become a clause of their own, whose answers are found once for
//! all values of it.
//!
//! To find the answers to `velocity(P, V), faster(V, W), at(P, X), plus(X, W, Z), track(Z)` goal by goal takes as many
//! steps as there are values of `V`, `W` and `X` together. `V` stands in the first two goals only, and `X` in others
//! only: divided, it takes as many as there are of `V` and `W`, and of `X` and `W`. (Elimination of variables,
//! U. Bertelè and F. Brioschi 1972; of variables in rules, M. Morak and S. Woltran 2012.)
//!
//! Only for rules that are sets ([`are_sets`](super::sets::are_sets)): there goals may change places.

use rustc_hash::FxHashMap;

use super::goal::{Callee, Clause, Goal, Kind};
use super::sets::{Variables, add_bound, binds_alike, of_patterns};
use super::store::Pattern;

/// Goals that share more variables with the rest of their clause have most often as many answers as the whole. Where a
/// goal without the position gives the variable that they have in common, all count that they share.
const MOST_SHARED: usize = 4;

/// A clause with more goals stays whole: how they may be put in groups is looked at for each of its parts.
pub(super) const MOST_GOALS: usize = 40;

/// Goals of a clause that may become a clause of their own.
struct Group {
    /// In the order in which they stand.
    goals: Vec<usize>,
    /// The variables in them that stand elsewhere too.
    shared: Variables,
    /// How many of these do not follow from the others.
    open: usize,
}

/// A clause with a goal for each part that became a clause of its own: `call_of` takes the part and the variables that
/// are its arguments, and gives the goal that calls it. `calls_itself` tells by which goals the clause calls itself.
pub(super) fn divided(
    mut clause: Clause,
    calls_itself: &dyn Fn(&Goal) -> bool,
    call_of: &mut dyn FnMut(Clause, &[u32]) -> Goal,
) -> Clause {
    if clause.body.len() > MOST_GOALS || !clause.body.iter().all(binds_alike) {
        return clause;
    }
    let head = of_patterns(&clause.head);
    let mut body = Vec::from(clause.body);
    while let Some((group, place)) = narrowest(&body, &head, calls_itself) {
        let (mut part, mut rest) = (Vec::new(), Vec::with_capacity(body.len()));
        for (number, goal) in body.into_iter().enumerate() {
            match group.goals.contains(&number) {
                true => part.push(goal),
                false => rest.push(goal),
            }
        }
        let shared = Vec::from_iter(group.shared);
        let arguments = shared.iter().map(|number| Pattern::Variable(*number));
        let part = Clause {
            head: arguments.collect(),
            body: part.into(),
            variables: clause.variables,
        };
        rest.insert(place, call_of(part, &shared));
        body = rest;
    }
    clause.body = body.into();
    clause
}

/// Whether the answers to a goal depend on the position or the chosen moves.
fn asks_position(goal: &Goal) -> bool {
    matches!(
        &goal.kind,
        Kind::Call(Callee::Clauses(_) | Callee::Fluent(_) | Callee::Does, _)
    )
}

/// The goals with a variable that is asked of the position, and not named by the head, which share the fewest variables
/// with others, and how many of the others stand before them then; none if there are no such goals.
fn narrowest(
    body: &[Goal],
    head: &Variables,
    calls_itself: &dyn Fn(&Goal) -> bool,
) -> Option<(Group, usize)> {
    let mut first: FxHashMap<u32, usize> = FxHashMap::default();
    for (number, goal) in body.iter().enumerate() {
        for variable in goal.variables.iter().filter(|own| !head.contains(own)) {
            first.entry(*variable).or_insert(number);
        }
    }
    let asking = body.iter().filter(|goal| asks_position(goal));
    let asked: Variables = asking.flat_map(|goal| &goal.variables).copied().collect();
    let asked = first
        .iter()
        .filter(|(variable, _)| asked.contains(variable));
    let groups = asked.filter_map(|(variable, goal)| {
        let group = group_of(*variable, body, head, &first)?;
        let is_given = asks_position(&body[*goal]);
        (is_given || is_narrow(&group, body, head)).then_some(group)
    });
    let mut groups = Vec::from_iter(groups.filter(|group| group.open <= MOST_SHARED));
    groups.sort_by_cached_key(|group| (group.open, group.shared.len(), group.goals.clone()));
    let mut placed = groups.into_iter().filter_map(|group| {
        let place = place_of(&group.goals, body, calls_itself)?;
        Some((group, place))
    });
    placed.next()
}

/// Whether goals with a variable that the position does not give, but tests, are better found on their own: they share
/// few variables, and another goal asks the position about a variable that stands neither in them nor in the head. They
/// would be found again for each of its values.
fn is_narrow(group: &Group, body: &[Goal], head: &Variables) -> bool {
    let own = variables_of(body, &group.goals);
    let others = (0..body.len()).filter(|number| !group.goals.contains(number));
    let mut asking = others.filter(|number| asks_position(&body[*number]));
    group.shared.len() <= MOST_SHARED
        && asking.any(|number| {
            let mut variables = body[number].variables.iter();
            variables.any(|variable| !own.contains(variable) && !head.contains(variable))
        })
}

/// The goals with a variable, if some others are left that ask for more than whether something is so. `first` says which
/// goal names a variable first that the head does not name.
fn group_of(
    variable: u32,
    body: &[Goal],
    head: &Variables,
    first: &FxHashMap<u32, usize>,
) -> Option<Group> {
    let (goals, others): (Vec<usize>, Vec<usize>) =
        (0..body.len()).partition(|number| body[*number].variables.contains(&variable));
    if goals.len() < 2 || !others.iter().any(|number| asks_position(&body[*number])) {
        return None;
    }
    let mut elsewhere = variables_of(body, &others);
    elsewhere.extend(head);
    let own = variables_of(body, &goals);
    let shared: Variables = own.intersection(&elsewhere).copied().collect();
    // What another goal says without the position follows from what that is asked, if that is shared too.
    let follows = |number: usize| {
        let asked = body[number].variables.iter();
        let mut asked = asked.filter(|asked| first.get(asked).is_some_and(|goal| *goal < number));
        let is_other = !goals.contains(&number) && !asks_position(&body[number]);
        is_other && asked.all(|asked| shared.contains(asked))
    };
    let naming = shared.iter().filter_map(|variable| first.get(variable));
    let open = naming.filter(|number| !follows(**number)).count();
    Some(Group {
        goals,
        shared,
        open,
    })
}

/// The variables in some of the goals.
fn variables_of(body: &[Goal], numbers: &[usize]) -> Variables {
    let goals = numbers.iter().map(|number| &body[*number]);
    goals.flat_map(|goal| &goal.variables).copied().collect()
}

/// How many of the other goals stand before some goals that stand together, in the place of the last or of the first of
/// them; none if they cannot.
fn place_of(goals: &[usize], body: &[Goal], calls_itself: &dyn Fn(&Goal) -> bool) -> Option<usize> {
    let places = [goals[goals.len() - 1], goals[0]];
    places.into_iter().find_map(|place| {
        let others = (0..body.len()).filter(|number| !goals.contains(number));
        let (before, after): (Vec<usize>, Vec<usize>) = others.partition(|number| *number < place);
        let order = [&before, goals, &after].concat();
        let can_stand = keeps_bound(body, &order) && keeps_end(body, &order, calls_itself);
        can_stand.then_some(before.len())
    })
}

/// Whether each goal has the same variables bound in a new order as it has now; one that asks for facts may have more.
fn keeps_bound(body: &[Goal], order: &[usize]) -> bool {
    let bound_before = |order: &mut dyn Iterator<Item = usize>| {
        let mut bound = Variables::new();
        let mut before = vec![Variables::new(); body.len()];
        for number in order {
            let own = body[number].variables.iter().copied().collect();
            before[number] = bound.intersection(&own).copied().collect();
            add_bound(&body[number], &mut bound);
        }
        before
    };
    let now = bound_before(&mut (0..body.len()));
    let then = bound_before(&mut order.iter().copied());
    let mut both = body.iter().zip(now.iter().zip(&then));
    both.all(|(goal, (now, then))| match &goal.kind {
        Kind::Call(Callee::Fluent(_) | Callee::Does, _) => now.is_subset(then),
        _ => now == then,
    })
}

/// Whether what stands before a goal by which a clause calls itself stands before it in a new order: it may be what ends
/// the recursion.
fn keeps_end(body: &[Goal], order: &[usize], calls_itself: &dyn Fn(&Goal) -> bool) -> bool {
    let mut calls = order
        .iter()
        .enumerate()
        .filter(|(_, number)| calls_itself(&body[**number]));
    calls.all(|(at, number)| (0..*number).all(|earlier| order[..at].contains(&earlier)))
}
