//! Draughts of any size and with any of the customs that tell the games of the family apart, on a list of
//! numbers. Knows nothing of rule files but how they write facts and moves.

use std::collections::BTreeSet;

/// What becomes of a man that reaches the last row while it takes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum LastRow {
    End,
    Man,
    King,
}

/// What tells one game of the family from another.
#[derive(Clone, Copy, Debug)]
pub struct Draughts {
    pub size: i32,
    /// Who begins: 1 for White, -1 for Black.
    pub begins: i8,
    pub men_take_back: bool,
    pub kings_fly: bool,
    pub most: bool,
    pub last_row: LastRow,
    pub draw_limit: usize,
}

pub const INTERNATIONAL: Draughts = Draughts {
    size: 10,
    begins: 1,
    men_take_back: true,
    kings_fly: true,
    most: true,
    last_row: LastRow::Man,
    draw_limit: 50,
};
pub const CANADIAN: Draughts = Draughts {
    size: 12,
    ..INTERNATIONAL
};
pub const BRAZILIAN: Draughts = Draughts {
    size: 8,
    draw_limit: 40,
    ..INTERNATIONAL
};
pub const RUSSIAN: Draughts = Draughts {
    most: false,
    last_row: LastRow::King,
    draw_limit: 30,
    ..BRAZILIAN
};
pub const POOL: Draughts = Draughts {
    begins: -1,
    last_row: LastRow::Man,
    draw_limit: 80,
    ..RUSSIAN
};
pub const ENGLISH: Draughts = Draughts {
    men_take_back: false,
    kings_fly: false,
    last_row: LastRow::End,
    ..POOL
};

impl Draughts {
    fn is_inside(self, (x, y): (i32, i32)) -> bool {
        (1..=self.size).contains(&x) && (1..=self.size).contains(&y)
    }

    fn last(self, side: i8) -> i32 {
        if side > 0 { self.size } else { 1 }
    }
}

/// 1 for a man, 2 for a king; less than 0 for those of Black.
pub type Piece = i8;

pub type Square = (i32, i32);

#[derive(Clone, Debug)]
pub struct Board {
    game: Draughts,
    pieces: Vec<Piece>,
    mover: i8,
    idle: usize,
}

/// What a move does, in whatever way.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Move {
    from: Square,
    to: Square,
    arrives: Piece,
    /// What is taken, sorted.
    taken: Vec<Square>,
}

const DIRECTIONS: [Square; 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];

impl Board {
    pub fn initial(game: Draughts) -> Self {
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

    pub fn empty(game: Draughts, mover: i8) -> Self {
        let pieces = vec![0; (game.size * game.size) as usize];
        Self {
            game,
            pieces,
            mover,
            idle: 0,
        }
    }

    /// A position with men and kings on squares that are numbered from the top left.
    pub fn numbered(game: Draughts, mover: i8, pieces: &[(Piece, &[i32])]) -> Self {
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

    pub fn put(&mut self, square: Square, piece: Piece) {
        let index = self.index(square);
        self.pieces[index] = piece;
    }

    pub fn squares(&self) -> impl Iterator<Item = Square> + use<> {
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
    pub fn moves(&self) -> BTreeSet<Move> {
        let ways = self.ways();
        let moves = if ways.is_empty() { self.walks() } else { ways };
        moves.into_iter().collect()
    }

    pub fn after(&self, played: &Move) -> Self {
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
    pub fn count(&self, depth: usize) -> usize {
        self.lines(depth, 0)
    }

    /// The lines of this length, and those that end before, each counted this number of times.
    pub fn lines(&self, depth: usize, ended: usize) -> usize {
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
    pub fn count_of_ways(&self, depth: usize) -> usize {
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
    pub fn results(&self) -> Option<Vec<u8>> {
        match self.moves().is_empty() {
            true if self.mover > 0 => Some(vec![0, 100]),
            true => Some(vec![100, 0]),
            false => (self.idle == self.game.draw_limit).then(|| vec![50, 50]),
        }
    }

    /// The facts of the position, as the rules have them.
    pub fn facts(&self) -> BTreeSet<String> {
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
    pub fn term(&self) -> String {
        let taken: Vec<String> = self.taken.iter().copied().map(written).collect();
        let (from, to) = (written(self.from), written(self.to));
        format!(
            "move({from}, {to}, {}, [{}])",
            named(self.arrives),
            taken.join(", ")
        )
    }
}
