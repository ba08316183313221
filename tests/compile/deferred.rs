//! Moves that are legal or not by what holds after them: the compiled form tries them as the
//! machine does.

use std::sync::Arc;

use regola::compile::code::{Questions, Row};
use regola::compile::{Both, Compilation, Compiled, Effort};
use regola::game::{Game, Rules, Step, step};

use super::shipped_and_compiled;
use super::told::{counts, told_of};
use super::words::evaluate_counting;

/// Two sides put stones in a row of four, or take up one of their own.
const STONES: &str = "
    :- game(\"Stones\").
    role(left).  role(right).
    opponent(left, right).  opponent(right, left).
    spot(1..4).
    :- fluent control -> role.
    :- fluent on(spot) -> role.
    init(control(left)).
    can(P, put(S)) :- role(P), spot(S), \\+ on(S, _).
    can(P, lift(S)) :- on(S, P).
    pair(P) :- on(A, P), on(B, P), B is A + 1.
    touching(P) :- opponent(P, Q), on(A, P), on(B, Q), B is A + 1.
    stuck(P) :- control(P), \\+ legal(P, _).
    delete(on(S, P)) :- does(P, lift(S)).
    add(on(S, P)) :- does(P, put(S)).
    add(control(Q)) :- does(P, _), opponent(P, Q).
";

fn stones(clauses: &str) -> Rules {
    Rules::from_text(&format!("{STONES}{clauses}")).unwrap_or_else(|failure| panic!("{failure}"))
}

/// What becomes of each part, and how many lines of play there are as both forms count them.
fn told(clauses: &str) -> String {
    told_of(&stones(clauses), 5)
}

const ENDS: &str = "
    terminal :- stuck(_).
    goal(P, 0) :- stuck(P).
    goal(P, 100) :- opponent(P, Q), stuck(Q).
    goal(_, 50) :- \\+ stuck(_).
";

#[test]
fn what_must_not_hold_after_a_move() {
    let clauses = format!("legal(P, M) :- control(P), can(P, M), \\+ after(P, M, pair(P)). {ENDS}");
    assert_snapshot!("deferred__what_must_not_hold_after_a_move", told(&clauses));
}

#[test]
fn what_must_hold_after_a_move() {
    let clauses = format!("legal(P, M) :- control(P), can(P, M), after(P, M, on(_, P)). {ENDS}");
    assert_snapshot!("deferred__what_must_hold_after_a_move", told(&clauses));
}

#[test]
fn two_goals_after_one_move() {
    let clauses = "
        legal(P, M) :- control(P), can(P, M), ( after(P, M, touching(P)) ; on(2, _), \\+ after(P, M, pair(P)) ).
        terminal :- on(1, P), on(2, P), on(3, P).
        goal(P, 100) :- stuck(P).
        goal(P, 20) :- \\+ stuck(P).
    ";
    assert_snapshot!("deferred__two_goals_after_one_move", told(clauses));
}

#[test]
fn a_goal_about_the_move_itself() {
    let clauses = format!(
        "legal(P, put(S)) :- control(P), can(P, put(S)), \\+ after(P, put(S), covered(S)).
         legal(P, lift(S)) :- control(P), on(S, P), on(T, P), T > S.
         covered(S) :- on(S, P), A is S - 1, B is S + 1, on(A, P), on(B, P). {ENDS}"
    );
    assert_snapshot!("deferred__a_goal_about_the_move_itself", told(&clauses));
}

#[test]
fn what_holds_after_another_move() {
    let clauses = format!(
        "legal(P, M) :- control(P), can(P, M), opponent(P, Q), can(Q, N), \\+ after(Q, N, pair(Q)). {ENDS}"
    );
    assert_snapshot!("deferred__what_holds_after_another_move", told(&clauses));
}

#[test]
fn what_holds_after_a_move_after_a_move() {
    let clauses = format!(
        "legal(P, M) :- control(P), can(P, M), opponent(P, Q), \\+ after(P, M, after(Q, put(1), pair(Q))). {ENDS}"
    );
    assert_snapshot!(
        "deferred__what_holds_after_a_move_after_a_move",
        told(&clauses)
    );
}

#[test]
fn what_holds_after_a_move_decides_that_the_game_is_over() {
    let clauses = "
        legal(P, M) :- control(P), can(P, M).
        terminal :- control(P), \\+ ( can(P, M), after(P, M, pair(P)) ).
        goal(_, 50).
    ";
    assert_snapshot!(
        "deferred__what_holds_after_a_move_decides_that_the_game_is_over",
        told(clauses)
    );
}

#[test]
fn legal_moves_that_hang_on_it_are_counted() {
    let clauses = "
        legal(P, M) :- control(P), can(P, M), \\+ after(P, M, pair(P)).
        terminal :- stuck(_).
        goal(P, N) :- aggregate_all(count, legal(P, _), N).
    ";
    assert_snapshot!(
        "deferred__legal_moves_that_hang_on_it_are_counted",
        told(clauses)
    );
}

#[test]
fn effects_that_fail_in_some_positions() {
    let clauses = format!(
        "legal(P, M) :- control(P), can(P, M), \\+ after(P, M, pair(P)).
         add(on(T, P)) :- does(P, put(S)), on(1, P), T is S + 1. {ENDS}"
    );
    assert_snapshot!(
        "deferred__effects_that_fail_in_some_positions",
        told(&clauses)
    );
}

#[test]
fn effects_that_are_not_compiled() {
    let clauses = format!(
        "legal(P, M) :- control(P), can(P, M), \\+ after(P, M, pair(P)).
         add(on(S, P)) :- does(P, lift(_)), opponent(P, _), spot(S), once(( on(S, _), ! )). {ENDS}"
    );
    assert_snapshot!("deferred__effects_that_are_not_compiled", told(&clauses));
}

#[test]
fn judgements_that_ask_who_can_move() {
    let clauses = format!(
        "legal(P, M) :- control(P), can(P, M), \\+ after(P, M, pair(P)).
         heuristic(free, P, V) :- ( stuck(P) -> V = 0 ; V = 1 ).
         heuristic(stones, P, N) :- role(P), aggregate_all(count, on(_, P), N).
         quiet :- \\+ stuck(left). {ENDS}"
    );
    assert_snapshot!("deferred__judgements_that_ask_who_can_move", told(&clauses));
    let rules = stones(&clauses);
    let compilation =
        Compilation::new(&rules, Effort::Quick).unwrap_or_else(|reason| panic!("{reason}"));
    let asking = &compilation.code().asking;
    assert_eq!(
        (asking.goals, asking.quiet, &asking.heuristics[..]),
        (true, true, &[true, false][..])
    );
}

/// Only one of the sides has moves that hang on what holds after them.
#[test]
fn sides_that_move_by_different_rules() {
    let clauses = "
        legal(left, M) :- control(left), can(left, M), \\+ after(left, M, pair(left)).
        legal(right, M) :- control(right), can(right, M).
        terminal :- on(1, P), on(2, P), on(3, P).
        goal(P, 100) :- stuck(P).
        goal(P, 20) :- \\+ stuck(P).
    ";
    assert_snapshot!(
        "deferred__sides_that_move_by_different_rules",
        told(clauses)
    );
}

/// The rules list the move that fails before the legal one, its stone lies behind that of the
/// other.
#[test]
fn a_move_that_fails_before_a_legal_one() {
    let clauses = format!(
        "legal(P, put(4)) :- control(P), can(P, put(4)), \\+ after(P, put(4), pair(P)).
         legal(P, put(1)) :- control(P), can(P, put(1)), \\+ after(P, put(1), pair(P)).
         add(on(T, P)) :- does(P, put(S)), S > 3, T is S + 1. {ENDS}"
    );
    assert_snapshot!(
        "deferred__a_move_that_fails_before_a_legal_one",
        told(&clauses)
    );
}

/// Both put stones at once, each on its own side, until one of them cannot go on.
const APART: &str = "
    :- game(\"Apart\").
    role(left).  role(right).
    spot(1..6).
    own(left, 1..3).  own(right, 4..6).
    :- fluent on(spot).
    can(P, put(S)) :- own(P, S), \\+ on(S).
    can(left, lift(S)) :- own(left, S), on(S).
    pair(P) :- own(P, A), on(A), B is A + 1, own(P, B), on(B).
    legal(P, M) :- can(P, M), \\+ after(P, M, pair(P)).
    delete(on(S)) :- does(_, lift(S)).
    add(on(S)) :- does(_, put(S)).
    free(P) :- legal(P, _).
    terminal :- role(P), \\+ free(P).
    goal(P, 100) :- free(P).
    goal(P, 0) :- role(P), \\+ free(P).
    heuristic(free, P, V) :- role(P), ( free(P) -> V = 1 ; V = 0 ).
";

#[test]
fn moves_of_two_sides_at_once() {
    let rules = Rules::from_text(APART).unwrap_or_else(|failure| panic!("{failure}"));
    assert_snapshot!("deferred__moves_of_two_sides_at_once", told_of(&rules, 5));
}

/// A clock of a hundred steps goes on with each move that takes nothing up: its effects are found
/// once for all moves.
#[test]
fn effects_that_moves_share() {
    let rules = stones(
        "plies(1..100).
         :- fluent idle -> plies.
         legal(P, M) :- control(P), can(P, M), \\+ after(P, M, pair(P)).
         delete(idle(N)) :- idle(N).
         add(idle(N)) :- does(_, M), M \\= lift(_), \\+ lone(M), ( idle(L) -> N is min(L + 1, 100) ; N = 1 ).
         lone(put(S)) :- \\+ on(_, _), S > 2.
         terminal :- idle(4).
         goal(_, 50).",
    );
    let compilation =
        Compilation::new(&rules, Effort::Quick).unwrap_or_else(|reason| panic!("{reason}"));
    let longest = compilation
        .code()
        .modes
        .iter()
        .flat_map(|mode| &mode.applies)
        .map(|program| program.len())
        .max();
    assert!(
        longest < Some(150),
        "a step of the clock is a shift: {longest:?}"
    );
    let conflicts = compilation
        .code()
        .modes
        .iter()
        .flat_map(|mode| &mode.applies)
        .map(|program| {
            let last = program
                .outputs()
                .last()
                .expect("the last output tells of conflicts");
            !program.is_zero(*last)
        });
    assert_eq!(
        conflicts.filter(|may_be| *may_be).count(),
        0,
        "a clock that stops at its end has one value"
    );
    assert_eq!(counts(&rules, 5), "4, 12, 24, 50, 120");
    let compiled = Compiled::new(&rules, compilation.into());
    assert_eq!(compiled.compilation().moves(), 16);
}

/// In a random game the moves that have to be tried, and of the others that the answers after them are
/// those before: by the programs that play and ask.
fn tried_in(rules: &Rules, compilation: &Arc<Compilation>, plies: usize) -> String {
    let compiled = Compiled::new(rules, Arc::clone(compilation));
    let code = compilation.code();
    let mut random = fastrand::Rng::with_seed(1);
    let mut position = compiled.initial();
    let (mut moves, mut tried) = (0, 0);
    for _ in 0..plies {
        let words = compiled.words(&position);
        let mode = code.mode(words);
        let certificate = mode.certificate.as_ref().expect("the mode has one");
        let turn = evaluate_counting(&mode.turn, words).0;
        let certified = evaluate_counting(&certificate.program, words).0;
        for (family, changes) in mode.families.iter().zip(&certificate.changes) {
            let deferred = family.deferred.as_ref().expect("all moves are tried");
            for word in 0..family.legal.len() {
                let touching = |lane: u32| {
                    let touches = |row: &Row| row.touching(&certified) >> lane & 1 == 1;
                    let rows = changes.as_ref().map(|changes| &changes[word]);
                    rows.is_none_or(|rows| rows.iter().any(touches))
                };
                let open = deferred.cases.iter().filter(|case| !case.is_empty());
                let open = open.fold(0, |all, case| all | turn[case.start + word]);
                for lane in (0..64).filter(|lane| open >> lane & 1 == 1) {
                    moves += 1;
                    if touching(lane) {
                        tried += 1;
                        continue;
                    }
                    let mut chosen = vec![0; family.legal.len()];
                    chosen[word] = 1 << lane;
                    let inputs = [words, &turn[mode.kept.clone()], &chosen].concat();
                    let played = evaluate_counting(&mode.applies[family.apply], &inputs).0;
                    let after = &played[..words.len()];
                    for question in &deferred.questions[64 * word + lane as usize] {
                        let asked = code.questions.answers[*question];
                        let program = &code.questions.programs[asked.program as usize];
                        let answer = evaluate_counting(program, after).0[0];
                        let before = certificate.questions.iter().position(|it| it == question);
                        let before = certified[before.expect("it is asked")];
                        assert_eq!(answer, before, "lane {lane}");
                    }
                }
            }
        }
        match step(&compiled, &mut position, &mut |moves| random.usize(..moves)) {
            Ok(Step::Played) => {}
            _ => break,
        }
    }
    format!("{tried} of {moves} moves are tried")
}

#[test]
fn few_moves_of_chess_are_tried() {
    let (rules, compilation) = shipped_and_compiled("chess");
    let compilation = compilation.expect("the game is compiled");
    assert_snapshot!(
        "deferred__few_moves_of_chess_are_tried",
        tried_in(&rules, &compilation, 200)
    );
}

/// Two questions about a move, in a row so long that it pays to answer them before it.
#[test]
fn two_questions_are_answered_before_the_move() {
    let clauses = "
        legal(P, M) :- control(P), can(P, M), ( \\+ after(P, M, pair(P)) ; on(2, _), \\+ after(P, M, open) ).
        open :- \\+ on(1, _), \\+ on(19, _), \\+ on(20, _).
        terminal :- on(1, P), on(20, P), on(10, P).
        goal(P, 100) :- stuck(P).
        goal(P, 20) :- \\+ stuck(P).
    ";
    let text = format!("{STONES}{clauses}").replace("spot(1..4)", "spot(1..20)");
    let rules = Rules::from_text(&text).unwrap_or_else(|failure| panic!("{failure}"));
    let compilation = Compilation::new(&rules, Effort::Quick);
    let compilation = compilation.unwrap_or_else(|reason| panic!("{reason}"));
    for mode in &compilation.code().modes[1..] {
        let certificate = mode.certificate.as_ref().expect("the mode has one");
        assert_eq!(certificate.questions.len(), 2);
        assert!(certificate.least_moves < 20, "{}", certificate.least_moves);
    }
    assert_snapshot!(
        "deferred__two_questions_before_the_move",
        format!(
            "{}\n{}",
            told_of(&rules, 3),
            tried_in(&rules, &compilation.into(), 100)
        )
    );
}

/// The forms of a game in three random games each: programs as they are, native code and the interpreter of words,
/// beside the machine.
fn forms_agree(rules: &Rules, compilation: Compilation, plies: usize) {
    let evaluated = Compilation::new(rules, Effort::Quick).expect("it is compiled");
    let interpreted = compilation.interpreted().expect("its programs are small");
    compilation.make_ready(rules);
    for compilation in [evaluated, compilation, interpreted] {
        let both = Both::new(Compiled::new(rules, compilation.into()));
        for seed in 0..3 {
            let mut random = fastrand::Rng::with_seed(seed);
            let mut position = both.initial();
            for _ in 0..plies {
                match step(&both, &mut position, &mut |moves| random.usize(..moves)) {
                    Ok(Step::Played) => {}
                    Ok(_) => break,
                    Err(error) => {
                        assert!(!error.to_string().contains("the compiled"), "{error}");
                        break;
                    }
                }
            }
        }
    }
}

/// Many spots, and what is asked after a move is about the spot where it ends.
fn many_spots(clauses: &str) -> (Rules, Compilation) {
    let text = format!("{STONES}{clauses}").replace("spot(1..4)", "spot(1..80)");
    let rules = Rules::from_text(&text).unwrap_or_else(|failure| panic!("{failure}"));
    let compilation = Compilation::new(&rules, Effort::Thorough);
    let compilation = compilation.unwrap_or_else(|reason| panic!("{reason}"));
    (rules, compilation)
}

const SPOTS: &str = "
    covered(S) :- on(S, P), A is S - 1, B is S + 1, on(A, P), on(B, P).
    owned(P, S) :- on(S, P), A is S - 2, \\+ on(A, P).
";

/// Where a question can be answered without a look at the position, it has a program of its own.
#[test]
fn questions_about_many_cells_are_one_program() {
    let asked = [
        "\\+ after(P, M, covered(S))",
        "after(P, M, owned(P, S))",
        "( after(P, M, owned(P, S)) ; on(2, _), \\+ after(P, M, covered(S)) )",
        "( \\+ after(P, M, covered(S)) ; after(P, M, on(7, P)) )",
    ];
    let told = asked.map(|condition| {
        let clauses = format!(
            "legal(P, M) :- control(P), spot(S), M = put(S), can(P, M), {condition}.
             terminal :- stuck(_).  goal(_, 50). {SPOTS}"
        );
        let (rules, compilation) = many_spots(&clauses);
        let Questions {
            programs, answers, ..
        } = &compilation.code().questions;
        let told = format!(
            "{condition}\n    {} questions, {} programs",
            answers.len(),
            programs.len()
        );
        forms_agree(&rules, compilation, 60);
        told
    });
    assert_snapshot!(
        "deferred__questions_about_many_cells_are_one_program",
        told.join("\n")
    );
}

/// Each side has six spots of its own. Together they ask about twelve, but a mode asks about so few that most of its
/// moves need no trial, for which each question has a program of its own.
#[test]
fn questions_of_modes_with_few_have_programs_of_their_own() {
    let clauses = format!(
        "mine(left, 1..6).  mine(right, 7..12).
         legal(P, put(S)) :- control(P), mine(P, S), \\+ on(S, _), \\+ after(P, put(S), covered(S)).
         terminal :- stuck(_).  goal(_, 50). {SPOTS}"
    );
    let text = format!("{STONES}{clauses}").replace("spot(1..4)", "spot(1..12)");
    let rules = Rules::from_text(&text).unwrap_or_else(|failure| panic!("{failure}"));
    let compilation = Compilation::new(&rules, Effort::Quick);
    let compilation = compilation.unwrap_or_else(|reason| panic!("{reason}"));
    let code = compilation.code();
    let Questions {
        programs, answers, ..
    } = &code.questions;
    assert!(answers.len() > 8, "{}", answers.len());
    assert_eq!(programs.len(), answers.len());
    assert!(
        code.modes[1..]
            .iter()
            .all(|mode| mode.certificate.is_some())
    );
    forms_agree(&rules, compilation, 60);
}

/// Some moves fail of those that are tried at once.
#[test]
fn moves_that_fail_among_many_that_are_tried() {
    let clauses = format!(
        "legal(P, M) :- control(P), spot(S), M = put(S), can(P, M), \\+ after(P, M, covered(S)).
         add(on(T, P)) :- does(P, put(S)), on(1, P), T is S + 70.
         terminal :- stuck(_).  goal(_, 50). {SPOTS}"
    );
    let (rules, compilation) = many_spots(&clauses);
    let Questions {
        programs, answers, ..
    } = &compilation.code().questions;
    assert!(programs.len() <= 2 && answers.len() >= 78);
    forms_agree(&rules, compilation, 60);
}

#[test]
fn chains_of_go_are_asked_for_by_one_program_for_each_player() {
    let (_, compilation) = shipped_and_compiled("go");
    let compilation = compilation.expect("the game is compiled");
    let questions = &compilation.code().questions;
    assert_eq!(
        (questions.programs.len(), questions.answers.len()),
        (2, 162)
    );
}
