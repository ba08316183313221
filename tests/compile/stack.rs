//! The stack of positions on which a search walks gives the same answers in each form of a game.

use std::collections::HashSet;

use regola::engine::{Engine, Form, Visitor};
use regola::game::{
    Assessment, Error, FastPaths, Game, Mover, Position, PositionStack, Role, RuleGame, Rules,
};
use regola::search::playout;

use crate::game::shipped;

/// The games whose stacks are compared, and the length of the random line.
const GAMES: [(&str, usize); 10] = [
    ("breakthrough", 20),
    ("connect-four", 42),
    ("dama", 20),
    ("english-draughts", 30),
    ("filetto", 60),
    ("gomoku", 3),
    ("hex", 3),
    ("knights-tour", 40),
    ("nim", 30),
    ("othello", 30),
];

/// What a stack says of its top position.
#[derive(Debug, PartialEq)]
struct Told {
    mover: Mover,
    moves: usize,
    assessments: Vec<Vec<Assessment>>,
    goals: Vec<u8>,
    is_over: bool,
}

fn told(
    stack: &mut dyn PositionStack<Error = Error>,
    roles: usize,
    heuristics: usize,
) -> Result<Told, Error> {
    let assessments = (0..roles).map(|role| {
        let numbers = std::iter::once(None).chain((0..heuristics).map(Some));
        numbers
            .map(|heuristic| stack.assess(heuristic, Role(role)))
            .collect()
    });
    let assessments = assessments.collect::<Result<_, _>>()?;
    let counted = stack.count_moves()?;
    let mover = stack.expand()?;
    assert_eq!(counted, (mover, stack.moves().len()));
    let is_over = stack.over()?;
    let goals = if is_over {
        (0..roles).map(|role| stack.goal(Role(role))).collect()
    } else {
        Ok(Vec::new())
    };
    Ok(Told {
        mover,
        moves: stack.moves().len(),
        assessments,
        goals: goals?,
        is_over,
    })
}

/// All that the stack of a form says along a line whose moves are drawn at random, and once more on
/// the way back. A position has the same fingerprint whenever it is the top, and another one than
/// those before it.
struct AlongALine<'a> {
    rules: &'a Rules,
    plies: usize,
}

impl Visitor for AlongALine<'_> {
    type Output = Result<Vec<Told>, Error>;

    fn start(&self) -> Option<&Position> {
        None
    }

    fn visit<G: RuleGame>(self, game: &G) -> Self::Output {
        along_a_line(game, self.rules, self.plies)
    }
}

fn along_a_line<G: FastPaths<Error = Error>>(
    game: &G,
    rules: &Rules,
    plies: usize,
) -> Result<Vec<Told>, Error> {
    let mut random = fastrand::Rng::with_seed(3);
    let mut stack = game.stack(&game.initial());
    let (roles, heuristics) = (game.role_count(), rules.heuristics().len());
    let mut line = Vec::new();
    let mut known = Vec::new();
    for _ in 0..plies {
        let fingerprint = stack.fingerprint();
        line.push(told(&mut *stack, roles, heuristics)?);
        assert!(!known.iter().any(|(_, earlier)| *earlier == fingerprint));
        let moves = stack.moves().to_vec();
        known.push((moves.clone(), fingerprint));
        if moves.is_empty() {
            break;
        }
        // A move that is played and taken back changes nothing.
        stack.push(random.usize(..moves.len()))?;
        stack.expand()?;
        stack.pop();
        assert_eq!(stack.moves(), moves);
        stack.push(random.usize(..moves.len()))?;
    }
    let reached = known.len() - usize::from(line.last().is_some_and(|end| end.moves == 0));
    for ply in (0..reached).rev() {
        stack.pop();
        let (moves, fingerprint) = &known[ply];
        assert_eq!(
            (stack.moves(), stack.fingerprint()),
            (&moves[..], *fingerprint)
        );
        assert_eq!(told(&mut *stack, roles, heuristics)?, line[ply]);
        assert_eq!(stack.moves(), moves);
    }
    Ok(line)
}

#[test]
fn the_stack_of_a_compiled_game_says_what_the_stack_of_its_rules_says() {
    for (name, plies) in GAMES {
        let rules = shipped(name);
        let along = |engine: &Engine| {
            engine.visit(AlongALine {
                rules: &rules,
                plies,
            })
        };
        let machine = along(&Engine::machine(&rules));
        let compiled = Engine::quickest(&rules);
        assert_eq!(compiled.form(), Form::Compiled, "{name}");
        assert_eq!(along(&compiled), machine, "{name}");
    }
}

/// The end asks for moves, and what the compiled form knows of moves that are tried is that they are
/// never legal.
#[test]
fn a_game_that_ends_where_moves_would_be_tried_ends_on_the_stack() {
    let rules = Rules::from_text(
        "role(ann).
         :- fluent control -> role.
         init(control(ann)).
         tick(0..2).
         :- fluent clock -> tick.
         init(clock(0)).
         :- fluent broken(tick) -> role.
         legal(P, pass) :- control(P).
         legal(P, mend(T)) :- control(P), broken(T, _), \\+ \\+ ( control(ann) -> throw(_) ; true ),
             after(P, mend(T), \\+ control(P)).
         add(clock(N)) :- clock(M), N is min(M + 1, 2).
         terminal :- clock(2).
         terminal :- role(P), \\+ legal(P, _).
         goal(_, 50).",
    )
    .unwrap_or_else(|failure| panic!("{failure}"));
    let along = |engine: &Engine| {
        let line = AlongALine {
            rules: &rules,
            plies: 5,
        };
        engine.visit(line).expect("the rules are right")
    };
    let compiled = Engine::quickest(&rules);
    assert_eq!(compiled.form(), Form::Compiled);
    let line = along(&compiled);
    assert_eq!(line, along(&Engine::machine(&rules)));
    assert_eq!(
        line.iter().map(|told| told.is_over).collect::<Vec<_>>(),
        [false, false, true]
    );
}

/// Whether the stacks of a form have one canonical fingerprint for the positions that are the same
/// up to symmetry, and for no others.
struct UpToSymmetry<'a>(&'a Rules);

impl Visitor for UpToSymmetry<'_> {
    type Output = ();

    fn start(&self) -> Option<&Position> {
        None
    }

    fn visit<G: RuleGame>(self, game: &G) {
        let fingerprint =
            |position: &Position| game.stack(&game.position(position)).canonical_fingerprint();
        let mut known = Vec::new();
        for seed in 0..8 {
            for plies in 1..8 {
                let start = self.0.initial();
                let position = playout(self.0, &start, plies, seed)
                    .expect("the game can be played")
                    .position;
                let canonical = fingerprint(&position);
                for image in self.0.orbit(&position) {
                    assert_eq!(fingerprint(&image), canonical);
                }
                known.push((self.0.canonical(&position), canonical));
            }
        }
        for (one, other) in known.iter().zip(known.iter().skip(1)) {
            assert_eq!(one.0 == other.0, one.1 == other.1);
        }
    }
}

#[test]
fn a_canonical_fingerprint_stands_for_the_positions_that_are_the_same_up_to_symmetry() {
    for name in ["breakthrough", "connect-four", "filetto", "gomoku", "nim"] {
        assert_canonical_up_to_symmetry(&shipped(name));
    }
}

/// Compares canonical fingerprints with positions that are the same up to symmetry, in both forms of a game.
pub(super) fn assert_canonical_up_to_symmetry(rules: &Rules) {
    assert!(rules.symmetry_count() > 1, "{}", rules.name());
    for engine in [Engine::machine(rules), Engine::quickest(rules)] {
        engine.visit(UpToSymmetry(rules));
    }
}

/// The lasting fingerprints of some positions, by the methods of a form and by its stacks.
struct Lasting<'a>(&'a [Position]);

impl Visitor for Lasting<'_> {
    type Output = Vec<u128>;

    fn start(&self) -> Option<&Position> {
        self.0.first()
    }

    fn visit<G: RuleGame>(self, game: &G) -> Self::Output {
        let fingerprint = |position: &Position| {
            let position = game.position(position);
            let fingerprint = game.lasting_fingerprint(&position);
            assert_eq!(game.stack(&position).lasting_fingerprint(), fingerprint);
            fingerprint
        };
        self.0.iter().map(fingerprint).collect()
    }
}

#[test]
fn a_lasting_fingerprint_is_the_same_in_each_form_and_up_to_symmetry() {
    for name in [
        "breakthrough",
        "connect-four",
        "dodgem",
        "filetto",
        "gomoku",
        "nim",
        "othello",
    ] {
        assert_lasting(&shipped(name));
    }
}

/// Compares the lasting fingerprints of both forms of a game, for positions and their images under symmetries.
pub(super) fn assert_lasting(rules: &Rules) {
    let reached = |plies| {
        let played = playout(rules, &rules.initial(), plies, 1);
        played.expect("the game can be played").position
    };
    let orbits: Vec<Vec<Position>> = (0..12).map(|plies| rules.orbit(&reached(plies))).collect();
    let positions = orbits.concat();
    let of = |engine: &Engine| engine.visit(Lasting(&positions));
    let machine = of(&Engine::machine(rules));
    assert_eq!(of(&Engine::quickest(rules)), machine, "{}", rules.name());
    let mut rest = &machine[..];
    for orbit in &orbits {
        let (own, others) = rest.split_at(orbit.len());
        assert!(
            own.iter().all(|fingerprint| *fingerprint == own[0]),
            "{}",
            rules.name()
        );
        rest = others;
    }
    let different: HashSet<u128> = machine.iter().copied().collect();
    let canonical = positions.iter().map(|position| rules.canonical(position));
    let up_to_symmetry: HashSet<Position> = canonical.collect();
    assert_eq!(different.len(), up_to_symmetry.len(), "{}", rules.name());
}
