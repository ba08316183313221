//! Who has no move waits: in a sheet every role moves on each turn, and the game is over by its own word.
//!
//! In a rule file a game is also over when nobody has a move. Where every rule of `legal` asks a fluent with
//! one value, such as `control(P)`, for its role, the others wait, and a reader sees a game by turns.
//! Otherwise a role waits if it has no move of its own.

use std::collections::HashMap;

use super::clauses::{Located, Place};
use super::effects::at;
use super::program::Program;
use super::rule::{Atom, Literal, TRUE};
use super::term::Term;
use crate::syntax::source::Span;
use crate::syntax::tree::Name;

/// Moves that are no waiting.
pub(super) const POSSIBLE: &str = "$possible";

/// Moves that are no waiting, asked beside `legal`.
pub(super) const CAN_MOVE: &str = "$can_move";

/// Whether somebody has a move.
const SOME_MOVE: &str = "$some_move";

/// The clauses of `terminal`, where the rules ask for it.
const OVER: &str = "$over";

/// Names of the waiting move, the first that is free.
const WAITING: [&str; 4] = ["noop", "wait", "no_move", "no_move_of_its_own"];

/// The rules with moves for those who wait.
pub(super) fn with_waiting(program: &Program<'_>, mut rules: Vec<Located>) -> Vec<Located> {
    let last = |word: &str| {
        let own = rules
            .iter()
            .filter(|located| &*located.rule.head.name == word);
        own.map(|located| (located.place, located.rule.head.span))
            .max_by_key(|(place, _)| *place)
    };
    let Some((moves, span)) = last("legal") else {
        return rules;
    };
    let end = last("terminal").map_or(moves, |(place, _)| place);
    let mut turns = Turns {
        control: control(program, &rules),
        is_alone: program.rules.game.roles.len() == 1,
        waiting: waiting(&rules),
        asks_moves: false,
        span,
    };
    let asks_terminal = rules
        .iter()
        .any(|located| located.rule.atoms().any(|atom| atom.is("terminal", 0)));
    for located in &mut rules {
        turns.change(located);
        if asks_terminal {
            let body = located.rule.body.iter_mut();
            let atoms = body.filter_map(|literal| match literal {
                Literal::Atom(atom) | Literal::Not(atom) => Some(atom),
                Literal::Distinct(..) => None,
            });
            let atoms = atoms.chain([&mut located.rule.head]);
            atoms
                .filter(|atom| atom.is("terminal", 0))
                .for_each(|atom| atom.name = OVER.into());
        }
    }
    rules.extend(turns.rules(&rules, moves));
    if asks_terminal {
        let over = Literal::Atom(Atom::new(OVER, Vec::new(), span));
        rules.push(at(end, "terminal", Vec::new(), vec![over], span));
    }
    let nobody = Literal::Not(Atom::new(SOME_MOVE, Vec::new(), span));
    rules.push(at(end, "terminal", Vec::new(), vec![nobody], span));
    rules.extend(turns.some_move(&rules, end));
    rules
}

/// How the turns of a game go.
struct Turns {
    /// The fluent with one value that each rule of `legal` asks for its role.
    control: Option<Name>,
    /// Whether there is one role only.
    is_alone: bool,
    waiting: Term,
    /// Whether some rule asks for moves of any kind.
    asks_moves: bool,
    span: Span,
}

impl Turns {
    /// Changes a rule so that waiting is no move to it.
    fn change(&mut self, located: &mut Located) {
        let rule = &mut located.rule;
        if self.is_alone {
            return;
        }
        if self.control.is_none() && rule.head.is("legal", 2) {
            rule.head.name = POSSIBLE.into();
        }
        let body = std::mem::take(&mut rule.body);
        let once = |name: &Name, body: &[Literal]| {
            let mut uses = 0;
            rule.head
                .each_variable(&mut |other| uses += usize::from(other == name));
            for literal in body {
                literal.each_variable(&mut |other| uses += usize::from(other == name));
            }
            uses == 1
        };
        let mut changed = Vec::new();
        for literal in body.iter().cloned() {
            match literal {
                Literal::Atom(atom) if atom.is("legal", 2) => {
                    changed.push(Literal::Atom(self.asked(atom)))
                }
                Literal::Not(atom) if atom.is("legal", 2) => {
                    changed.push(Literal::Not(self.asked(atom)))
                }
                Literal::Atom(atom) if atom.is("does", 2) => {
                    let Term::Variable(played) = &atom.arguments[1] else {
                        changed.push(Literal::Atom(atom));
                        continue;
                    };
                    let is_any = once(played, &body);
                    match &self.control {
                        Some(control) => {
                            let fact =
                                Term::Function(control.clone(), vec![atom.arguments[0].clone()]);
                            changed.push(Literal::Atom(Atom::new(TRUE, vec![fact], atom.span)));
                            if !is_any {
                                changed.push(Literal::Atom(atom));
                            }
                        }
                        None => {
                            let played = atom.arguments[1].clone();
                            let span = atom.span;
                            changed.push(Literal::Atom(atom));
                            changed.push(Literal::Distinct(played, self.waiting.clone(), span));
                        }
                    }
                }
                literal => changed.push(literal),
            }
        }
        rule.body = changed;
    }

    /// A question for moves as one that waiting does not answer.
    fn asked(&mut self, mut atom: Atom) -> Atom {
        if self.control.is_none() {
            atom.name = POSSIBLE.into();
        } else if atom.arguments[1].as_variable().is_some() {
            self.asks_moves = true;
            atom.name = CAN_MOVE.into();
        }
        atom
    }

    /// The rules for waiting.
    fn rules(&self, rules: &[Located], place: Place) -> Vec<Located> {
        let span = self.span;
        let (role, played) = (Term::variable("$role"), Term::variable("$move"));
        let legal = |body| {
            at(
                place,
                "legal",
                vec![role.clone(), self.waiting.clone()],
                body,
                span,
            )
        };
        let is_role = || Literal::Atom(Atom::new("role", vec![role.clone()], span));
        let mut added = Vec::new();
        match &self.control {
            _ if self.is_alone => {}
            Some(control) => {
                let turn = Term::Function(control.clone(), vec![role.clone()]);
                let turn = Literal::Not(Atom::new(TRUE, vec![turn], span));
                added.push(legal(vec![is_role(), turn]));
                if self.asks_moves {
                    for pattern in patterns(rules) {
                        let arguments = vec![role.clone(), pattern];
                        let mut body =
                            vec![Literal::Atom(Atom::new("legal", arguments.clone(), span))];
                        body.extend(self.is_no_waiting(&arguments[1]));
                        added.push(at(place, CAN_MOVE, arguments, body, span));
                    }
                }
            }
            None => {
                let has_move = "$has_move";
                let both = vec![role.clone(), played.clone()];
                let possible = Literal::Atom(Atom::new(POSSIBLE, both.clone(), span));
                added.push(at(place, "legal", both, vec![possible.clone()], span));
                let without = Literal::Not(Atom::new(has_move, vec![role.clone()], span));
                added.push(legal(vec![is_role(), without]));
                added.push(at(
                    place,
                    has_move,
                    vec![role.clone()],
                    vec![possible],
                    span,
                ));
            }
        }
        added
    }

    /// The rules that say whether somebody has a move.
    fn some_move(&self, rules: &[Located], place: Place) -> Vec<Located> {
        let span = self.span;
        let role = Term::variable("$role");
        let asked = match &self.control {
            _ if self.is_alone => vec![("legal", Term::variable("$move"))],
            Some(_) if self.asks_moves => vec![(CAN_MOVE, Term::variable("$move"))],
            Some(_) => patterns(rules)
                .into_iter()
                .map(|pattern| ("legal", pattern))
                .collect(),
            None => vec![(POSSIBLE, Term::variable("$move"))],
        };
        let rule = |(name, pattern): (&str, Term)| {
            let is_no_waiting = match name {
                "legal" if !self.is_alone => self.is_no_waiting(&pattern),
                _ => None,
            };
            let asked = Atom::new(name, vec![role.clone(), pattern], span);
            let body = [Literal::Atom(asked)].into_iter().chain(is_no_waiting);
            at(place, SOME_MOVE, Vec::new(), body.collect(), span)
        };
        asked.into_iter().map(rule).collect()
    }

    /// That a move is not the waiting move, unless its form says so.
    fn is_no_waiting(&self, played: &Term) -> Option<Literal> {
        let waiting = self.waiting.clone();
        let is_open = played.as_variable().is_some();
        is_open.then(|| Literal::Distinct(played.clone(), waiting, self.span))
    }
}

/// The fluent with one value that every rule of `legal` asks for its role.
fn control(program: &Program<'_>, rules: &[Located]) -> Option<Name> {
    let mut fluents = program.fluents.iter();
    let control = fluents.find(|fluent| {
        let asks = |located: &Located| {
            let rule = &located.rule;
            let turn = Term::Function(fluent.name.clone(), vec![rule.head.arguments[0].clone()]);
            let mut body = rule.body.iter();
            body.any(|literal| matches!(literal, Literal::Atom(atom) if atom.is(TRUE, 1) && atom.arguments[0] == turn))
        };
        let legal = rules.iter().filter(|located| located.rule.head.is("legal", 2));
        fluent.keys.is_empty() && fluent.value.is_some() && legal.into_iter().all(asks)
    });
    control.map(|fluent| fluent.name.clone())
}

/// The forms of moves, each with variables for its arguments.
fn patterns(rules: &[Located]) -> Vec<Term> {
    let mut patterns = Vec::new();
    for located in rules
        .iter()
        .filter(|located| located.rule.head.is("legal", 2))
    {
        let is_waiting = located.rule.head.arguments[0] == Term::variable("$role");
        let pattern = match &located.rule.head.arguments[1] {
            _ if is_waiting => continue,
            Term::Variable(_) => Term::variable("$move"),
            Term::Function(name, arguments) => {
                let mut variables: Vec<Term> = Vec::new();
                for (number, argument) in arguments.iter().enumerate() {
                    let is_own = argument.as_variable().is_some() && !variables.contains(argument);
                    variables.push(match is_own {
                        true => argument.clone(),
                        false => Term::variable(&format!("$part{}", number + 1)),
                    });
                }
                Term::Function(name.clone(), variables)
            }
            constant => constant.clone(),
        };
        let form = |term: &Term| {
            term.parts()
                .map(|(name, arguments)| (name.clone(), arguments.len()))
        };
        if patterns.iter().all(|known| form(known) != form(&pattern)) {
            patterns.push(pattern);
        }
    }
    patterns
}

/// A name for the waiting move that nothing else has.
fn waiting(rules: &[Located]) -> Term {
    let mut atoms: HashMap<Name, ()> = HashMap::new();
    for located in rules {
        let rule = &located.rule;
        let terms = rule
            .atoms()
            .chain([&rule.head])
            .flat_map(|atom| &atom.arguments);
        terms.for_each(|term| note_atoms(term, &mut atoms));
    }
    let free = WAITING.into_iter().find(|name| !atoms.contains_key(*name));
    Term::atom(free.unwrap_or("$no_move"))
}

fn note_atoms(term: &Term, atoms: &mut HashMap<Name, ()>) {
    match term {
        Term::Atom(name) => {
            atoms.insert(name.clone(), ());
        }
        Term::Function(_, arguments) => arguments.iter().for_each(|term| note_atoms(term, atoms)),
        _ => {}
    }
}
