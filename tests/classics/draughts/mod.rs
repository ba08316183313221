//! The family of draughts: counts as published, and random games beside a program of its own that
//! keeps the board as a list of numbers and tells the games apart by a few parameters.

use std::collections::BTreeSet;

use proptest::prelude::*;
use regola::engine::{Engine, Form};
use regola::game::{Game, Position, Rules, Turn};
use regola::search::Unwatched;
use regola::syntax::load::MemoryReader;

use super::{count, results, shipped, stated};

const PLAY: &str = include_str!("../../games/draughts-play.rules");

/// What becomes of a man that reaches the last row while it takes.
#[derive(Clone, Copy, Debug, PartialEq)]
enum LastRow {
    End,
    Man,
    King,
}

/// What tells one game of the family from another.
#[derive(Clone, Copy, Debug)]
struct Draughts {
    size: i32,
    /// Who begins: 1 for White, -1 for Black.
    begins: i8,
    men_take_back: bool,
    kings_fly: bool,
    most: bool,
    last_row: LastRow,
    draw_limit: usize,
}

const INTERNATIONAL: Draughts = Draughts {
    size: 10,
    begins: 1,
    men_take_back: true,
    kings_fly: true,
    most: true,
    last_row: LastRow::Man,
    draw_limit: 50,
};
const CANADIAN: Draughts = Draughts {
    size: 12,
    ..INTERNATIONAL
};
const BRAZILIAN: Draughts = Draughts {
    size: 8,
    draw_limit: 40,
    ..INTERNATIONAL
};
const RUSSIAN: Draughts = Draughts {
    most: false,
    last_row: LastRow::King,
    draw_limit: 30,
    ..BRAZILIAN
};
const POOL: Draughts = Draughts {
    begins: -1,
    last_row: LastRow::Man,
    draw_limit: 80,
    ..RUSSIAN
};
const ENGLISH: Draughts = Draughts {
    men_take_back: false,
    kings_fly: false,
    last_row: LastRow::End,
    ..POOL
};

/// The games that ship.
const SHIPPED: [(&str, Draughts); 4] = [
    ("international-draughts", INTERNATIONAL),
    ("brazilian-draughts", BRAZILIAN),
    ("russian-draughts", RUSSIAN),
    ("pool-checkers", POOL),
];

impl Draughts {
    /// The facts of a game file.
    fn rules(self) -> Rules {
        let one_of = |is_first, first, second| if is_first { first } else { second };
        let text = format!(
            ":- game(\"Draughts\").\n:- use \"draughts-play.rules\".\n\
             column(1..{0}).  row(1..{0}).\nbegins({1}).\nmen_take({2}).\nkings({3}).\n\
             must_take({4}).\nlast_row({5}).\ndraw_limit({6}).\ncalled(numbers).\n",
            self.size,
            one_of(self.begins > 0, "white", "black"),
            one_of(self.men_take_back, "all", "ahead"),
            one_of(self.kings_fly, "fly", "step"),
            one_of(self.most, "most", "any"),
            format!("{:?}", self.last_row).to_lowercase(),
            self.draw_limit,
        );
        let reader = MemoryReader::new().with("game.rules", text.as_str());
        let reader = reader.with("draughts-play.rules", PLAY);
        Rules::read(&reader, "game.rules").unwrap_or_else(|failure| panic!("{failure}"))
    }

    fn is_inside(self, (x, y): (i32, i32)) -> bool {
        (1..=self.size).contains(&x) && (1..=self.size).contains(&y)
    }

    fn last(self, side: i8) -> i32 {
        if side > 0 { self.size } else { 1 }
    }
}

/// 1 for a man, 2 for a king; less than 0 for those of Black.
type Piece = i8;

type Square = (i32, i32);

#[derive(Clone, Debug)]
struct Board {
    game: Draughts,
    pieces: Vec<Piece>,
    mover: i8,
    idle: usize,
}

/// What a move does, in whatever way.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Move {
    from: Square,
    to: Square,
    arrives: Piece,
    /// What is taken, sorted.
    taken: Vec<Square>,
}

const DIRECTIONS: [Square; 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];

impl Board {
    fn initial(game: Draughts) -> Self {
        let mut board = Self::empty(game, game.begins);
        for y in 1..=game.size {
            for x in (1..=game.size).filter(|x| (x + y) % 2 == 0) {
                let rows = game.size / 2 - 1;
                let side = i8::from(y <= rows) - i8::from(y > game.size - rows);
                board.put((x, y), side);
            }
        }
        board
    }

    fn empty(game: Draughts, mover: i8) -> Self {
        let pieces = vec![0; (game.size * game.size) as usize];
        Self {
            game,
            pieces,
            mover,
            idle: 0,
        }
    }

    /// A position with men and kings on squares that are numbered from the top left.
    fn numbered(game: Draughts, mover: i8, pieces: &[(Piece, &[i32])]) -> Self {
        let mut board = Self::empty(game, mover);
        for (piece, numbers) in pieces {
            for number in *numbers {
                let (row, column) = (
                    (number - 1) / (game.size / 2),
                    (number - 1) % (game.size / 2),
                );
                board.put((2 * column + 1 + (row + 1) % 2, game.size - row), *piece);
            }
        }
        board
    }

    fn index(&self, (x, y): Square) -> usize {
        ((y - 1) * self.game.size + x - 1) as usize
    }

    fn at(&self, square: Square) -> Piece {
        self.pieces[self.index(square)]
    }

    fn put(&mut self, square: Square, piece: Piece) {
        let index = self.index(square);
        self.pieces[index] = piece;
    }

    fn squares(&self) -> impl Iterator<Item = Square> + use<> {
        let size = self.game.size;
        (1..=size).flat_map(move |y| (1..=size).map(move |x| (x, y)))
    }

    /// The squares from one on in a direction as long as they are free, and the one after them.
    fn ray(&self, piece: Piece, (x, y): Square, (dx, dy): Square) -> (Vec<Square>, Option<Square>) {
        let far = if piece.abs() == 2 && self.game.kings_fly {
            self.game.size
        } else {
            1
        };
        let mut free = Vec::new();
        for steps in 1..=far + 1 {
            let next = (x + steps * dx, y + steps * dy);
            if !self.game.is_inside(next) {
                return (free, None);
            }
            if steps > far || self.at(next) != 0 {
                let is_met = self.at(next) != 0;
                return (free, is_met.then_some(next));
            }
            free.push(next);
        }
        (free, None)
    }

    /// All ways to take on with a piece that has left the board for the time.
    fn captures(
        &self,
        from: Square,
        piece: Piece,
        square: Square,
        taken: &[Square],
        ways: &mut Vec<Move>,
    ) {
        let side = piece.signum();
        for direction in DIRECTIONS {
            if piece.abs() == 1 && !self.game.men_take_back && direction.1 != i32::from(side) {
                continue;
            }
            // A man meets what stands beside it, and so does a king that does not fly.
            let beside = (square.0 + direction.0, square.1 + direction.1);
            let victim = match self.game.is_inside(beside) && self.at(beside) != 0 {
                true => beside,
                false => match self.ray(piece, square, direction) {
                    (_, Some(met)) if piece.abs() == 2 && self.game.kings_fly => met,
                    _ => continue,
                },
            };
            if self.at(victim).signum() != -side || taken.contains(&victim) {
                continue;
            }
            let taken: Vec<Square> = taken.iter().copied().chain([victim]).collect();
            let (landings, _) = self.ray(piece, victim, direction);
            let (mut longer, mut ends) = (Vec::new(), Vec::new());
            for to in landings {
                let is_last = piece.abs() == 1 && to.1 == self.game.last(side);
                match self.game.last_row {
                    LastRow::End if is_last => {}
                    LastRow::King if is_last => {
                        self.captures(from, 2 * side, to, &taken, &mut longer)
                    }
                    _ => self.captures(from, piece, to, &taken, &mut longer),
                }
                let arrives = if is_last { 2 * side } else { piece };
                let mut taken = taken.clone();
                taken.sort_unstable();
                ends.push(Move {
                    from,
                    to,
                    arrives,
                    taken,
                });
            }
            ways.append(if longer.is_empty() {
                &mut ends
            } else {
                &mut longer
            });
        }
    }

    /// The legal captures, each as often as there are ways to make it.
    fn ways(&self) -> Vec<Move> {
        let mut ways = Vec::new();
        for square in self
            .squares()
            .filter(|square| self.at(*square).signum() == self.mover)
        {
            let mut without = self.clone();
            without.put(square, 0);
            without.captures(square, self.at(square), square, &[], &mut ways);
        }
        let most = ways.iter().map(|way| way.taken.len()).max();
        ways.retain(|way| !self.game.most || Some(way.taken.len()) == most);
        ways
    }

    fn walks(&self) -> Vec<Move> {
        let mut walks = Vec::new();
        for from in self
            .squares()
            .filter(|square| self.at(*square).signum() == self.mover)
        {
            let piece = self.at(from);
            for direction in DIRECTIONS {
                if piece.abs() == 1 && direction.1 != i32::from(self.mover) {
                    continue;
                }
                for to in self.ray(piece, from, direction).0 {
                    let is_crowned = piece.abs() == 1 && to.1 == self.game.last(self.mover);
                    let arrives = if is_crowned { 2 * piece } else { piece };
                    walks.push(Move {
                        from,
                        to,
                        arrives,
                        taken: Vec::new(),
                    });
                }
            }
        }
        walks
    }

    /// The legal moves: captures that come to the same are one.
    fn moves(&self) -> BTreeSet<Move> {
        let ways = self.ways();
        let moves = if ways.is_empty() { self.walks() } else { ways };
        moves.into_iter().collect()
    }

    fn after(&self, played: &Move) -> Self {
        let mut next = self.clone();
        let is_idle = played.taken.is_empty() && self.at(played.from).abs() == 2;
        next.idle = if is_idle { self.idle + 1 } else { 0 };
        next.put(played.from, 0);
        for square in &played.taken {
            next.put(*square, 0);
        }
        next.put(played.to, played.arrives);
        next.mover = -self.mover;
        next
    }

    /// The lines of this length, as other programs count them.
    fn count(&self, depth: usize) -> usize {
        self.lines(depth, 0)
    }

    /// The lines of this length, and those that end before, each counted this number of times.
    fn lines(&self, depth: usize, ended: usize) -> usize {
        match (self.moves(), depth) {
            (_, 0) => 1,
            (moves, _) if moves.is_empty() => ended,
            (moves, 1) => moves.len(),
            (moves, _) => moves
                .iter()
                .map(|played| self.after(played).lines(depth - 1, ended))
                .sum(),
        }
    }

    /// The same where each way to capture is a move of its own.
    fn count_of_ways(&self, depth: usize) -> usize {
        let ways = self.ways();
        let moves = if ways.is_empty() { self.walks() } else { ways };
        match depth {
            1 => moves.len(),
            _ => moves
                .iter()
                .map(|played| self.after(played).count_of_ways(depth - 1))
                .sum(),
        }
    }

    /// The results of White and Black.
    fn results(&self) -> Option<Vec<u8>> {
        match self.moves().is_empty() {
            true if self.mover > 0 => Some(vec![0, 100]),
            true => Some(vec![100, 0]),
            false => (self.idle == self.game.draw_limit).then(|| vec![50, 50]),
        }
    }

    /// The facts of the position, as the rules have them.
    fn facts(&self) -> BTreeSet<String> {
        let stands = |square: Square| {
            (self.at(square) != 0)
                .then(|| format!("on({}, {})", written(square), named(self.at(square))))
        };
        let mut facts: BTreeSet<String> = self.squares().filter_map(stands).collect();
        facts.insert(format!("control({})", side(self.mover)));
        if self.idle > 0 {
            facts.insert(format!("idle({})", self.idle));
        }
        facts
    }

    /// The position in the rules of a game.
    fn position(&self, rules: &Rules) -> Position {
        let facts: Vec<String> = self.facts().into_iter().map(|fact| fact + ".").collect();
        stated(rules, &facts.join(" "))
    }
}

fn side(side: i8) -> &'static str {
    if side > 0 { "white" } else { "black" }
}

fn named(piece: Piece) -> String {
    let kind = if piece.abs() == 2 { "king" } else { "man" };
    format!("{kind}({})", side(piece))
}

fn written((x, y): Square) -> String {
    format!("{x}-{y}")
}

impl Move {
    /// The move as the rules have it.
    fn term(&self) -> String {
        let taken: Vec<String> = self.taken.iter().copied().map(written).collect();
        let (from, to) = (written(self.from), written(self.to));
        format!(
            "move({from}, {to}, {}, [{}])",
            named(self.arrives),
            taken.join(", ")
        )
    }
}

fn facts(rules: &Rules, position: &Position) -> BTreeSet<String> {
    position
        .facts(rules.schema())
        .iter()
        .map(ToString::to_string)
        .collect()
}

/// Plays a random game in the rules and in the program.
fn plays_alike(
    rules: &Rules,
    mut board: Board,
    plies: usize,
    seed: u64,
) -> Result<(), TestCaseError> {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut position = board.position(rules);
    for _ in 0..plies {
        prop_assert_eq!(facts(rules, &position), board.facts());
        prop_assert_eq!(results(rules, &position), board.results());
        if board.results().is_some() {
            break;
        }
        let Turn::Single(_, moves) = rules.turn(&position).expect("the rules can be followed")
        else {
            panic!("somebody is to move");
        };
        let mut listed: Vec<String> = moves.iter().map(|played| played.term.to_string()).collect();
        let legal: Vec<Move> = board.moves().into_iter().collect();
        let played = &legal[random.usize(..legal.len())];
        let number = listed.iter().position(|term| *term == played.term());
        listed.sort_unstable();
        let mut terms: Vec<String> = legal.iter().map(Move::term).collect();
        terms.sort_unstable();
        prop_assert_eq!(listed, terms);
        let number = number.expect("both list it");
        position = rules
            .play(&position, &moves[number..=number])
            .expect("it is legal");
        board = board.after(played);
    }
    Ok(())
}

/// Games with any parameters.
fn any_game() -> impl Strategy<Value = Draughts> {
    let last_row = prop_oneof![Just(LastRow::End), Just(LastRow::Man), Just(LastRow::King)];
    let size = prop_oneof![Just(6), Just(8), Just(10)];
    (size, any::<[bool; 4]>(), last_row, 1..20_usize).prop_map(
        |(size, facts, last_row, draw_limit)| {
            let [is_white_first, men_take_back, kings_fly, most] = facts;
            let begins = if is_white_first { 1 } else { -1 };
            Draughts {
                size,
                begins,
                men_take_back,
                kings_fly,
                most,
                last_row,
                draw_limit,
            }
        },
    )
}

/// A board with kings and men here and there, on which captures are long.
fn sparse(game: Draughts, seed: u64) -> Board {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut board = Board::empty(game, game.begins);
    let most = (game.size / 2 * (game.size / 2 - 1)) as usize;
    let (mut white, mut black) = (0, 0);
    for square in board.squares().filter(|(x, y)| (x + y) % 2 == 0) {
        let piece = match random.u8(..12) {
            0 => 2,
            1 | 2 if square.1 < game.size => 1,
            3 | 4 if square.1 > 1 => -1,
            5 => -2,
            _ => continue,
        };
        let number = if piece > 0 { &mut white } else { &mut black };
        if *number < most {
            *number += 1;
            board.put(square, piece);
        }
    }
    board
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn games_that_ship_are_played_as_by_another_program(seed: u64) {
        for (name, game) in SHIPPED {
            let rules = shipped(name);
            plays_alike(&rules, Board::initial(game), 60, seed)?;
            plays_alike(&rules, sparse(game, seed), 30, seed)?;
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn so_are_games_with_other_facts(game in any_game(), seed: u64) {
        let rules = game.rules();
        plays_alike(&rules, Board::initial(game), 40, seed)?;
        plays_alike(&rules, sparse(game, seed), 20, seed)?;
    }
}

/// The counts of the games that ship are in `tests/perft`. Those of the others are by A. Bik for
/// English draughts, where no capture of the first plies can be made in two ways, and by
/// R. Halbersma for Canadian draughts.
#[test]
fn other_facts_make_other_games() {
    for (game, counts) in [
        (ENGLISH, &[7, 49, 302, 1469, 7361][..]),
        (CANADIAN, &[11, 121, 1222][..]),
    ] {
        let rules = game.rules();
        for (depth, leaves) in (1..).zip(counts) {
            let counted = count(&rules, &rules.initial(), depth);
            assert_eq!(counted, *leaves, "{game:?}, depth {depth}");
        }
    }
}

/// Two positions of the forum of the world draughts federation: one with very many ways to capture,
/// and the one that bears the name of Woldouby.
fn of_the_forum() -> [(Board, &'static [u64]); 2] {
    let men = [6, 9, 10, 11, 20, 21, 22, 23, 30, 33, 37, 41, 42, 43, 44, 46];
    let many = Board::numbered(INTERNATIONAL, -1, &[(1, &men), (2, &[31]), (-2, &[17, 24])]);
    let white = [25, 27, 28, 30, 32, 33, 34, 35, 37, 38];
    let black = [12, 13, 14, 16, 18, 19, 21, 23, 24, 26];
    let woldouby = Board::numbered(INTERNATIONAL, 1, &[(1, &white), (-1, &black)]);
    [
        (many, &[14, 55, 1168, 5432, 87195]),
        (woldouby, &[6, 12, 30, 73, 215, 590, 1944]),
    ]
}

/// That ways to take the same pieces and to come to the same square are one move is what the
/// published counts mean: the first position has 436 ways to capture.
#[test]
fn ways_to_the_same_are_one_move() {
    let rules = shipped("international-draughts");
    for (board, counts) in of_the_forum() {
        let position = board.position(&rules);
        for (depth, leaves) in (1..).zip(counts).filter(|(_, leaves)| **leaves < 2_000) {
            assert_eq!(count(&rules, &position, depth), *leaves, "depth {depth}");
        }
    }
    assert_eq!(of_the_forum()[0].0.count_of_ways(1), 436);
}

/// The program counts as published too: to eight plies of Russian draughts, where for the first
/// time two ways to capture come to the same.
#[test]
#[ignore = "takes a minute"]
fn the_program_and_the_compiled_form_count_as_published() {
    for (board, counts) in of_the_forum() {
        let rules = shipped("international-draughts");
        for (depth, leaves) in (1..).zip(counts) {
            assert_eq!(board.count(depth) as u64, *leaves);
            // Regola counts the lines too that end before: here 64 of five plies.
            let counted = count(&rules, &board.position(&rules), depth);
            assert_eq!(counted, board.lines(depth, 1) as u64);
        }
    }
    for (name, game, ways, leaves) in [
        ("russian-draughts", RUSSIAN, 929_905, 929_899),
        ("pool-checkers", POOL, 929_902, 929_896),
        ("brazilian-draughts", BRAZILIAN, 907_836, 907_830),
    ] {
        let board = Board::initial(game);
        assert_eq!(
            (board.count_of_ways(8), board.count(8)),
            (ways, leaves),
            "{name}"
        );
        let rules = shipped(name);
        let engine = Engine::in_form(&rules, Form::Compiled).expect("it compiles");
        let counted = engine.perft(&rules.initial(), 8, &mut Unwatched);
        assert_eq!(counted, Ok(leaves as u64), "{name}");
    }
    assert_eq!(Board::initial(INTERNATIONAL).count(7), 1_049_442);
    assert_eq!(Board::initial(ENGLISH).count(8), 845_931);
    assert_eq!(Board::initial(CANADIAN).count(6), 584_100);
}
