//! A running game: whose turn it is, the chosen moves, and undo.

use regola::contest::{GameClocks, GameSearch, Player};
use regola::game::{Game, Move, Position, Role, Rules, Turn};
use std::time::Instant;

use regola::record::{GameRecord, RecordPly};
use regola::search::{TimeControl, TranspositionTable};
use regola::session::Forms;

use super::report::{Chosen, GameEnd, GameReporter, How};
use crate::interrupt::CtrlC;
use crate::lines::LineSource;
use crate::opening::OpenedGame;
use crate::results;
use crate::strength::Strength;
use crate::trouble::{Explain, Trouble};
use crate::watching::{Watching, clock};

/// The roles that are to move, each with its legal moves.
type Movers = Vec<(Role, Vec<Move>)>;

/// A ply that was played, and the position before it.
struct TablePly {
    before: Position,
    /// The moves in the notation of the rules.
    moves: RecordPly,
    /// Whether a person played one of the moves.
    typed: bool,
}

/// The choice of a player in its turn.
pub enum PlayerChoice {
    Play(Chosen),
    Undo,
    Resign,
    Leave,
}

/// A running game with its players.
pub struct GameTable<'a> {
    pub(super) rules: &'a Rules,
    pub(super) position: Position,
    pub(super) report: &'a mut dyn GameReporter,
    pub(super) lines: &'a mut dyn LineSource,
    interrupt: &'a CtrlC,
    /// The forms of the game that search.
    forms: Forms,
    players: Vec<Player>,
    /// For each player what its searches remember from move to move.
    tables: Vec<TranspositionTable>,
    /// The strength of hints.
    usual: Strength,
    random: fastrand::Rng,
    plies: Vec<TablePly>,
    /// The game before these plies, from options such as `--moves`.
    earlier: &'a OpenedGame,
    /// The clocks of the players, if their time is limited.
    clocks: Option<GameClocks>,
}

impl<'a> GameTable<'a> {
    pub fn new(
        opened: &'a OpenedGame,
        forms: Forms,
        players: Vec<Player>,
        usual: Strength,
        random: fastrand::Rng,
        report: &'a mut dyn GameReporter,
        lines: &'a mut dyn LineSource,
    ) -> Self {
        GameTable {
            rules: &opened.rules,
            position: opened.position().clone(),
            interrupt: &opened.interrupt,
            forms,
            earlier: opened,
            plies: Vec::new(),
            tables: players.iter().map(Player::new_table).collect(),
            players,
            usual,
            random,
            report,
            lines,
            clocks: None,
        }
    }

    /// Limits the time of each player for the game.
    pub fn start_clocks(&mut self, time: TimeControl) {
        self.clocks = Some(GameClocks::new(time, self.rules.role_count()));
    }

    /// Plays until the game ends for any reason.
    pub fn play_to_the_end(&mut self) -> Result<GameEnd, Trouble> {
        self.report.begun(self.rules, &self.players, self.seed())?;
        loop {
            let movers = match self.rules.turn(&self.position).explain(self.rules)? {
                Turn::Over => return self.over(),
                Turn::Single(role, moves) => vec![(role, moves)],
                Turn::Joint(movers) => movers,
            };
            if let Some(end) = self.ply(&movers)? {
                return Ok(end);
            }
        }
    }

    /// Returns the seed, if the choices of a player depend on it.
    fn seed(&self) -> Option<u64> {
        let begins_jointly = matches!(self.rules.turn(&self.position), Ok(Turn::Joint(_)));
        let depends = self.players.iter().any(|player| match player {
            Player::Person => false,
            // For simultaneous moves there is no search; the choice is random.
            Player::Computer(strength) => strength.depends_on_seed() || begins_jointly,
            Player::Random => true,
        });
        depends.then_some(self.usual.seed)
    }

    /// Reports the end of the game.
    pub fn tell_end(&mut self, end: &GameEnd) -> Result<(), Trouble> {
        let own = self.plies.iter().map(|ply| ply.moves.join("+"));
        let plies: Vec<String> = self.earlier.typed.iter().cloned().chain(own).collect();
        self.report.ended(self.rules, &self.position, &plies, end)
    }

    /// Returns the record of the game so far, without its end. `path` is that of the rule file.
    pub fn record(&self, path: &str) -> GameRecord {
        let players = self.players.iter().map(Player::to_string);
        let first = &self.earlier.positions[0];
        let mut record = GameRecord::begin(self.rules, path, first, players);
        if let Some(seed) = self.seed() {
            record.add_tag("Seed", seed);
        }
        if let Some(clocks) = &self.clocks {
            record.add_tag("TimeControl", clocks.control());
        }
        let own = self.plies.iter().map(|ply| &ply.moves);
        record.plies = self.earlier.plies.iter().chain(own).cloned().collect();
        record
    }

    fn over(&mut self) -> Result<GameEnd, Trouble> {
        self.report.position(self.rules, &self.position, &[])?;
        Ok(GameEnd::Over(
            results::goals(self.rules, &self.position).explain(self.rules)?,
        ))
    }

    /// Plays one ply: each role that is to move chooses, then all moves are played.
    fn ply(&mut self, movers: &Movers) -> Result<Option<GameEnd>, Trouble> {
        let of_people = movers
            .iter()
            .filter(|(role, _)| matches!(self.players[role.0], Player::Person));
        let marked: Vec<Move> = of_people.flat_map(|(_, moves)| moves).cloned().collect();
        self.report.position(self.rules, &self.position, &marked)?;
        let mut chosen = Vec::new();
        for (role, moves) in movers {
            let since = Instant::now();
            match self.choose(*role, moves, movers.len() > 1)? {
                PlayerChoice::Play(choice) => chosen.push(choice),
                PlayerChoice::Undo => {
                    self.take_back()?;
                    return Ok(None);
                }
                PlayerChoice::Resign => return Ok(Some(GameEnd::Resigned(*role))),
                PlayerChoice::Leave => return Ok(Some(GameEnd::Left)),
            }
            let clocks = self.clocks.as_mut();
            if clocks.is_some_and(|clocks| clocks.press(*role, since.elapsed()).is_err()) {
                return Ok(Some(GameEnd::OutOfTime(*role)));
            }
        }
        self.play(chosen)?;
        if let Some(clocks) = &self.clocks {
            self.report.clocks(self.rules, clocks)?;
        }
        Ok(None)
    }

    fn choose(&mut self, role: Role, moves: &[Move], joint: bool) -> Result<PlayerChoice, Trouble> {
        let (played, how) = match self.players[role.0].clone() {
            Player::Person => return self.ask(role, moves),
            _ if moves.len() == 1 => (moves[0].clone(), How::Only),
            Player::Computer(strength) if !joint || !strength.strategy.has_depth() => {
                self.search_on_clock(role, &strength, moves)?
            }
            Player::Computer(_) | Player::Random => self.at_random(moves),
        };
        let text = self
            .rules
            .notation(&self.position, &played)
            .explain(self.rules)?;
        Ok(PlayerChoice::Play(Chosen { played, text, how }))
    }

    fn at_random(&mut self, moves: &[Move]) -> (Move, How) {
        let played = self.random.choice(moves);
        let played = played.expect("who is to move has a move").clone();
        (played, How::Random)
    }

    /// Returns the move that a search plays, within the time that the player has. Without time for a
    /// search it is any move.
    fn search_on_clock(
        &mut self,
        role: Role,
        strength: &Strength,
        moves: &[Move],
    ) -> Result<(Move, How), Trouble> {
        let Some(clocks) = &self.clocks else {
            return self.search(role, strength);
        };
        match self.search(role, &clocks.allot(role, strength)) {
            Err(Trouble::Stopped(_)) if !self.interrupt.is_requested() => Ok(self.at_random(moves)),
            searched => searched,
        }
    }

    /// Returns the move that a search plays. The search has a depth of at least one ply.
    fn search(&mut self, role: Role, strength: &Strength) -> Result<(Move, How), Trouble> {
        let mut watching = Watching::new(self.interrupt, "moves");
        let search = GameSearch {
            rules: self.rules,
            forms: &self.forms,
            clock: &clock(),
        };
        let table = &mut self.tables[role.0];
        let (played, best, answered) =
            search.choose(strength, &self.position, role, table, &mut watching)?;
        if best.by_table {
            return Ok((played, How::Known { value: best.value }));
        }
        Ok((
            played,
            How::Searched {
                value: best.value,
                playouts: best.playouts,
                nodes: best.nodes,
                time: watching.elapsed(),
                answered,
            },
        ))
    }

    /// Reports the move that a search of the default strength would play here.
    pub(super) fn hint(&mut self) -> Result<(), Trouble> {
        let Turn::Single(role, _) = self.rules.turn(&self.position).explain(self.rules)? else {
            return Ok(self
                .report
                .note("no hint: a search cannot tell where several roles move at once")?);
        };
        let strength = self.usual.clone();
        let (played, how) = self.search(role, &strength)?;
        let text = self
            .rules
            .notation(&self.position, &played)
            .explain(self.rules)?;
        match how {
            How::Searched {
                value, playouts, ..
            } => self.report.hint(&text, value, playouts)?,
            How::Known { value } => self.report.hint(&text, value, 0)?,
            How::Typed | How::Only | How::Random => (),
        }
        Ok(())
    }

    fn play(&mut self, chosen: Vec<Chosen>) -> Result<(), Trouble> {
        let number = self.next_number();
        for choice in &chosen {
            self.report
                .played(number, &self.rules.role_name(choice.played.role), choice)?;
        }
        let moves: Vec<Move> = chosen.iter().map(|choice| choice.played.clone()).collect();
        let next = self
            .rules
            .play(&self.position, &moves)
            .explain(self.rules)?;
        let written = chosen.iter().map(|choice| choice.text.clone()).collect();
        let typed = chosen.iter().any(|choice| matches!(choice.how, How::Typed));
        let before = std::mem::replace(&mut self.position, next);
        self.plies.push(TablePly {
            before,
            moves: written,
            typed,
        });
        Ok(())
    }

    /// Returns the number of the next ply.
    fn next_number(&self) -> usize {
        self.earlier.typed.len() + self.plies.len() + 1
    }

    /// Whether a person has played a ply that can be taken back.
    pub(super) fn can_take_back(&self) -> bool {
        self.plies.iter().any(|ply| ply.typed)
    }

    /// Goes back to the position before the last ply that a person played.
    fn take_back(&mut self) -> Result<(), Trouble> {
        while let Some(ply) = self.plies.pop() {
            self.position = ply.before;
            if ply.typed {
                break;
            }
        }
        Ok(self.report.taken_back(self.next_number())?)
    }
}
