//! Chess: mates that were played or composed, found with proof numbers.

use regola::compile::Compiled;
use regola::game::{Role, RuleGame};
use regola::search::{LineEnd, SolveMethod, SolveOptions, Solver, Unwatched};

use super::chess::position;
use crate::compile::shipped_and_compiled;

/// Mates in two moves.
const IN_TWO: [&str; 2] = [
    // F. Teed against E. Delmar, New York 1896.
    "rnbqkbn1/ppppp3/7r/6pp/3P1p2/3BP1B1/PPP2PPP/RN1QK1NR w - -",
    // P. Morphy, a composition.
    "kbK5/pp6/1P6/8/8/8/8/R7 w - -",
];

/// The first twenty of a collection of mates in three moves from games, by date: most are of the
/// nineteenth century (wtharvey.com/m8n3.txt).
const IN_THREE: [&str; 20] = [
    "r1b1kb1r/pppp1ppp/5q2/4n3/3KP3/2N3PN/PPP4P/R1BQ1B1R b kq -",
    "r3k2r/ppp2Npp/1b5n/4p2b/2B1P2q/BQP2P2/P5PP/RN5K w kq -",
    "r1b3kr/ppp1Bp1p/1b6/n2P4/2p3q1/2Q2N2/P4PPP/RN2R1K1 w - -",
    "r2n1rk1/1ppb2pp/1p1p4/3Ppq1n/2B3P1/2P4P/PP1N1P1K/R2Q1RN1 b - -",
    "3q1r1k/2p4p/1p1pBrp1/p2Pp3/2PnP3/5PP1/PP1Q2K1/5R1R w - -",
    "6k1/ppp2ppp/8/2n2K1P/2P2P1P/2Bpr3/PP4r1/4RR2 b - -",
    "rn3rk1/p5pp/2p5/3Ppb2/2q5/1Q6/PPPB2PP/R3K1NR b - -",
    "N1bk4/pp1p1Qpp/8/2b5/3n3q/8/PPP2RPP/RNB1rBK1 b - -",
    "8/2p3N1/6p1/5PB1/pp2Rn2/7k/P1p2K1P/3r4 w - -",
    "r1b1k1nr/p2p1ppp/n2B4/1p1NPN1P/6P1/3P1Q2/P1P1K3/q5b1 w - -",
    "1q2r3/k4p2/prQ2b1p/R7/1PP1B1p1/6P1/P5K1/8 w - -",
    "r1bqr1k1/ppp2pp1/3p4/4n1NQ/2B1PN2/8/P4PPP/b4RK1 w - -",
    "3r4/pp5Q/B7/k7/3q4/2b5/P4PPP/1R4K1 w - -",
    "rnbk1b1r/ppqpnQ1p/4p1p1/2p1N1B1/4N3/8/PPP2PPP/R3KB1R w - -",
    "3rnr1k/p1q1b1pB/1pb1p2p/2p1P3/2P2N2/PP4P1/1BQ4P/4RRK1 w - -",
    "8/Qp4pk/2p3b1/5p1p/3B3P/1P4P1/P1P1rnBK/3r4 b - -",
    "k7/1p1rr1pp/pR1p1p2/Q1pq4/P7/8/2P3PP/1R4K1 w - -",
    "3r1rk1/p1p4p/8/1PP1p1bq/2P5/3N1Pp1/PB2Q3/1R3RK1 b - -",
    "Q4R2/3kr3/1q3n1p/2p1p1p1/1p1bP1P1/1B1P3P/2PBK3/8 w - -",
    "2rrk3/QR3pp1/2n1b2p/1BB1q3/3P4/8/P4PPP/6K1 w - -",
];

/// Finds a mate, and sees that none is quicker.
fn mate(texts: &[&str], plies: usize, method: SolveMethod) {
    let (rules, compilation) = shipped_and_compiled("chess");
    let game = Compiled::new(&rules, compilation.expect("chess is compiled"));
    let options = SolveOptions {
        method,
        depth: match method {
            SolveMethod::ProofNumber => plies,
            _ => SolveOptions::default().depth,
        },
        ..SolveOptions::default()
    };
    for text in texts {
        let mut solver = Solver::new(&game, options.clone());
        let start = game.position(&position(&rules, text));
        let solution = solver
            .solve(&start, &mut Unwatched)
            .expect("there is a mate");
        assert_eq!(solution.goals[solution.role.0], 100, "{text}");
        assert_eq!(solution.goals[1 - solution.role.0], 0, "{text}");
        assert_eq!(solution.line.len(), plies, "{text}");
        assert_eq!(solution.line_end, LineEnd::Quickest, "{text}");
        assert_eq!(solution.method, SolveMethod::ProofNumber, "{text}");
        let mover = if text.contains(" w ") { 0 } else { 1 };
        assert_eq!(solution.role, Role(mover));
    }
}

#[test]
fn mates_in_two_are_found() {
    mate(&IN_TWO, 3, SolveMethod::ProofNumber);
}

#[test]
fn a_search_finds_mates_although_it_could_go_on_for_ever() {
    mate(&IN_TWO[1..], 3, SolveMethod::Search);
}

#[test]
#[ignore = "takes some minutes"]
fn mates_in_three_are_found() {
    mate(&IN_THREE, 5, SolveMethod::ProofNumber);
}
