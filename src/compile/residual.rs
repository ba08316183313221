//! What is left of a game's rules when everything that does not depend on the position is done: a
//! circuit, and what its literals mean. Knows nothing of words.

use std::ops::Range;

use super::circuit::{Circuit, Label, Literal, Sum};

/// What a cell has is deleted, whatever it is.
pub const ANY_CONTENT: u16 = 0;

/// How many questions a move may hang on: each doubles its conditions.
pub const MOST_QUESTIONS: usize = 3;

/// A change of the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effect {
    /// The dense cell.
    pub cell: u32,
    /// Its content in the fact that is added or deleted; a move of its own may delete [`ANY_CONTENT`].
    pub content: u16,
    /// What must hold in the position before the move.
    pub condition: Literal,
}

impl Effect {
    /// Whether it is about the fact of its cell with that content.
    #[must_use]
    pub fn is_about(&self, content: u16) -> bool {
        self.content == content || self.content == ANY_CONTENT
    }
}

/// A move that may be legal in some position.
#[derive(Clone, Debug)]
pub struct PossibleMove {
    /// Who plays it, from 0.
    pub role: usize,
    /// What it is called: its form is that of the term, with the role among the arguments.
    pub label: Label,
    /// Facts that it deletes, before it adds any; a fact that is not there stays so.
    pub deletes: Vec<Effect>,
    /// Facts that it adds; a cell's old content is replaced.
    pub adds: Vec<Effect>,
    /// Cells to which it adds a number that is calculated; `adds` says nothing of these. A move with shared
    /// effects has none.
    pub numbers: Vec<AddedNumber>,
    /// Effects that it has together with other moves, by number among [`Residual::shared`], and
    /// when it has them.
    pub shared: Vec<(usize, Literal)>,
    /// Where one of these holds, the rules give an effect that is no fact, or one that is not
    /// listed: the machine has to tell. The programs of a mode need not know those faults that hold only
    /// where none of them plays the move; see [`Mode::leaves_out_faults`](super::code::Mode::leaves_out_faults).
    pub faults: Vec<Literal>,
}

/// All that a move adds to a cell whose contents are numbers.
#[derive(Clone, Debug)]
pub struct AddedNumber {
    /// The dense cell.
    pub cell: u32,
    /// The number that content 1 stands for. Each further content is the next number.
    pub least: i64,
    /// The greatest content.
    pub contents: u16,
    /// The numbers, each with what must hold in the position before the move.
    pub values: Vec<(Literal, Sum)>,
}

impl AddedNumber {
    /// The number of the content `content`.
    #[must_use]
    pub fn number(&self, content: u16) -> i64 {
        self.least + i64::from(content) - 1
    }

    /// The facts that it may add, as cells and contents.
    pub fn facts(&self) -> impl Iterator<Item = (u32, u16)> + use<> {
        let cell = self.cell;
        (1..=self.contents).map(move |content| (cell, content))
    }

    /// All literals in it.
    pub fn literals(&self) -> impl Iterator<Item = Literal> {
        self.values.iter().flat_map(|(condition, value)| {
            let terms = value.terms.iter().map(|(literal, _)| *literal);
            terms.chain([*condition])
        })
    }

    /// The same as one effect for each value and content.
    pub fn effects(&self, circuit: &mut Circuit) -> Vec<Effect> {
        let mut effects = Vec::new();
        for (condition, value) in &self.values {
            for content in 1..=self.contents {
                let wanted = Sum::constant(self.number(content));
                let is_it = circuit.zero(value.plus(&wanted, -1));
                let condition = circuit.all([*condition, is_it]);
                if condition != Literal::FALSE {
                    effects.push(Effect {
                        cell: self.cell,
                        content,
                        condition,
                    });
                }
            }
        }
        effects
    }

    /// Whether it takes less to calculate the number than to look at each content: where several values depend
    /// on the position, or one on more than the contents of one cell.
    #[must_use]
    pub fn is_worth_calculating(&self) -> bool {
        let calculated = self.values.iter().map(|(_, value)| value.terms.len());
        let calculated: Vec<usize> = calculated.filter(|terms| *terms > 0).collect();
        let is_sum = |terms: &usize| *terms > usize::from(self.contents);
        calculated.len() > 1 || calculated.iter().any(is_sum)
    }

    /// Where a value is no content.
    pub fn faults(&self, circuit: &mut Circuit) -> Vec<Literal> {
        let most = Sum::constant(self.number(self.contents));
        let least = Sum::constant(self.least);
        let mut faults = Vec::new();
        for (condition, value) in &self.values {
            let is_enough = circuit.at_least_zero(value.plus(&least, -1));
            let is_not_too_much = circuit.at_least_zero(most.plus(value, -1));
            faults.push(circuit.all([*condition, !is_enough]));
            faults.push(circuit.all([*condition, !is_not_too_much]));
        }
        faults.retain(|fault| *fault != Literal::FALSE);
        faults
    }
}

/// Effects that do not depend on the move.
#[derive(Clone, Debug, Default)]
pub struct Shared {
    /// Facts that are deleted, as by a [`PossibleMove`].
    pub deletes: Vec<Effect>,
    /// Facts that are added.
    pub adds: Vec<Effect>,
}

/// What the moves that are chosen together change. They are facts of [`Residual::chosen`].
#[derive(Clone, Debug)]
pub struct Together {
    /// Whether facts that `next` does not name are gone; else they stay.
    pub is_whole: bool,
    /// Whether moves that are chosen alone have no effects of their own: these are theirs too.
    pub is_for_all: bool,
    /// Facts of the next position, and when they hold there.
    pub next: Vec<Effect>,
    /// Where one of these holds, the machine has to tell.
    pub faults: Vec<Literal>,
}

/// The fact that a move of a role is chosen, by its number, where these are the cells of choices.
/// There are fewer moves than contents of a cell.
pub(super) fn choice(chosen: &Range<u32>, number: usize, role: usize) -> (u32, u16) {
    let cell = chosen.start + role as u32;
    (cell.min(chosen.end - 1), number as u16 + 1)
}

/// What a move's being legal hangs on beside the position: what holds in the position after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deferred {
    /// What is asked there, by number among [`Residual::questions`]; [`MOST_QUESTIONS`] at most.
    pub questions: Vec<usize>,
    /// When the move is legal, for each combination of answers: that to `questions[i]` is bit `i`
    /// of the place here.
    pub cases: Vec<Literal>,
}

/// A game as a circuit.
#[derive(Debug)]
pub struct Residual {
    /// What depends on the position.
    pub circuit: Circuit,
    /// How many roles there are.
    pub roles: usize,
    /// All moves, each once.
    pub moves: Vec<PossibleMove>,
    /// Effects that moves share.
    pub shared: Vec<Shared>,
    /// For each role, or for all, a cell that no position has, whose content is the number of the
    /// chosen move, from 1. There is one cell where only one role ever chooses, and none where no
    /// effects were found with the chosen moves unknown.
    pub chosen: Range<u32>,
    /// What moves change that are chosen together.
    pub together: Option<Together>,
    /// Which moves are legal when, in the order in which the rules list them. A move may come more
    /// than once, then with conditions of which at most one holds.
    pub legal: Vec<(usize, Literal)>,
    /// For each of these what else it hangs on; its condition there says that it is legal in one of
    /// the cases. Empty where none hangs on anything else.
    pub deferred: Vec<Option<Deferred>>,
    /// What is asked of positions after moves.
    pub questions: Vec<Literal>,
    /// For each role a cell that no position has, whose content is 1 where the role has a legal
    /// move: facts for all but moves and effects. None where no move hangs on anything else:
    /// `legal` itself says who can move then.
    pub movable: Option<std::ops::Range<u32>>,
    /// Whether `terminal` holds.
    pub terminal: Literal,
    /// In positions where this holds, `legal` and `terminal` say nothing: the machine has to tell.
    pub beyond: Literal,
    /// For each role its results: the first whose condition holds counts.
    pub goals: Vec<Vec<(Literal, Sum)>>,
    /// For each heuristic and each role its values: the first whose condition holds counts.
    pub heuristics: Vec<Vec<Vec<(Literal, Sum)>>>,
    /// Whether the position may be judged.
    pub quiet: Literal,
    /// In positions where this holds, `quiet` says nothing.
    pub unjudged: Literal,
}

impl PossibleMove {
    /// A move of a role that changes nothing.
    #[must_use]
    pub fn new(role: usize, label: Label) -> Self {
        Self {
            role,
            label,
            deletes: Vec::new(),
            adds: Vec::new(),
            numbers: Vec::new(),
            shared: Vec::new(),
            faults: Vec::new(),
        }
    }

    /// Forgets what it changes.
    pub fn forget_effects(&mut self) {
        self.deletes = Vec::new();
        self.adds = Vec::new();
        self.numbers = Vec::new();
        self.shared = Vec::new();
        self.faults = Vec::new();
    }
}

impl Residual {
    /// Forgets what moves change, which is nothing that the rest hangs on.
    pub fn forget_effects(&mut self) {
        self.moves.iter_mut().for_each(PossibleMove::forget_effects);
        self.shared.clear();
        self.together = None;
    }

    /// When a move is legal, by its place in the list of legal moves, for these answers to what it asks of
    /// the position after it: that to its question `i` is bit `i`.
    #[must_use]
    pub fn legal_if(&self, entry: usize, answers: usize) -> Literal {
        match self.deferred.get(entry).and_then(Option::as_ref) {
            Some(deferred) => deferred.cases[answers % deferred.cases.len()],
            None => self.legal[entry].1,
        }
    }

    /// What a move adds and what it deletes, and when: its own effects first, then those that it shares.
    pub fn effects<'r>(
        &'r self,
        played: &'r PossibleMove,
    ) -> impl Iterator<Item = (&'r [Effect], &'r [Effect], Literal)> {
        let own = (&played.adds[..], &played.deletes[..], Literal::TRUE);
        let shared = played.shared.iter().map(|(number, guard)| {
            let Shared { deletes, adds } = &self.shared[*number];
            (&adds[..], &deletes[..], *guard)
        });
        std::iter::once(own).chain(shared)
    }

    /// The fact that a move is chosen, by its number, as a cell and its content.
    #[must_use]
    pub fn choice(&self, number: usize) -> Option<(u32, u16)> {
        self.together.as_ref()?;
        Some(choice(&self.chosen, number, self.moves[number].role))
    }

    /// Whether a cell says which move a role has chosen.
    #[must_use]
    pub fn is_choice(&self, cell: u32) -> bool {
        self.chosen.contains(&cell)
    }

    /// Whether no move has effects of its own.
    #[must_use]
    pub fn is_played_together(&self) -> bool {
        self.together
            .as_ref()
            .is_some_and(|together| together.is_for_all)
    }

    /// A game for so many roles in which nothing is ever legal, over or worth something.
    #[must_use]
    pub fn new(circuit: Circuit, roles: usize) -> Self {
        let never = Literal::FALSE;
        Self {
            circuit,
            roles,
            moves: Vec::new(),
            shared: Vec::new(),
            chosen: 0..0,
            together: None,
            legal: Vec::new(),
            deferred: Vec::new(),
            questions: Vec::new(),
            movable: None,
            terminal: never,
            beyond: never,
            goals: Vec::new(),
            heuristics: Vec::new(),
            quiet: never,
            unjudged: never,
        }
    }
}
