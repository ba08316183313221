//! Rules evaluated with the position unknown.
//!
//! What does not depend on the position is done: static goals are answered by the machine, clauses
//! are unfolded, and what is left is a [`Residual`](super::residual::Residual): a circuit over the
//! facts of a position. Knows nothing of words.
//!
//! ```text
//! constants  constants and functors by number
//! store      terms, bindings, unification
//! goal       clauses as they are evaluated
//! limits     what may be spent
//! spend      what is spent
//! chains     calls that grow terms
//! thread     where rules are evaluated
//! program    the clauses of a game, sorted
//! condition  what must hold for an answer
//! beyond     where the machine has to answer
//! relations  fluents
//! parts      those whose value is made of several places
//! content    goals that name what is at such a place
//! finding    finite domains of fluents that are declared without
//! draft      what is known of these so far
//! possible   whether legal moves can have an effect
//! keys       their keys that are compound terms
//! plan       where these lie on a board
//! sets       whether neither clauses nor goals have an order
//! solver     goals
//! unify      terms that are equal in some positions
//! question   goals of which only one answer is wanted
//! table      calls, each answered once
//! circle     calls that need themselves
//! deferred   what holds after a move
//! joins      goals that compare many values of the position, taken apart
//! divide     goals that alone name a variable, as clauses of their own
//! effects    what moves change
//! failure    where that contradicts itself
//! together   what moves change that are chosen together
//! implied    what has to hold where a condition does
//! on_cell    what effects come to on one cell
//! by_node    something for some nodes of a circuit
//! chosen     what gates come to where one move is chosen
//! alone      the same of moves that are chosen alone, as differences
//! single     what moves change that are known from the start
//! ask        what the machine answers
//! known      answers with numbers that depend on the position
//! closure    predicates handed on as arguments
//! arithmetic, aggregate
//! lists      lists of answers
//! subsequence
//!            lists of which the position says what is in them
//! walk       predicates that call themselves along a list that grows
//! apart      effects that all moves have
//! unfold     clauses of effects that say what they look at of the move
//! aspect     effects that some moves have in common
//! deleted    facts that are deleted whether they are there or not
//! legal      the moves, and when they are legal
//! game       what a game asks
//! effort     how much is spent on it
//! evaluated  what has become of it
//! step       which facts come of a step, for proofs
//! names      what the labels of the circuit stand for
//! ```

mod aggregate;
mod alone;
mod apart;
mod arithmetic;
mod ask;
mod aspect;
mod beyond;
mod by_node;
mod chains;
mod chosen;
mod circle;
mod closure;
mod condition;
mod constants;
mod content;
mod deferred;
mod deleted;
mod divide;
mod draft;
mod effects;
mod effort;
mod evaluated;
mod failure;
mod finding;
mod game;
mod goal;
mod implied;
mod joins;
mod keys;
mod known;
mod legal;
mod limits;
mod lists;
mod names;
mod on_cell;
mod parts;
mod plan;
mod possible;
mod program;
mod question;
mod reader;
mod reason;
mod relations;
mod sets;
mod single;
mod solver;
mod spend;
mod step;
mod store;
mod subsequence;
mod table;
mod thread;
mod together;
mod unfold;
mod unify;
mod walk;

pub use effort::{Effort, Nesting, residual, residual_as_needed, residual_without_chains};
pub use evaluated::{Evaluated, Part, Predicate};
pub use names::LabelNames;
pub use reason::Reason;
pub(super) use single::{SingleMoves, single_moves};
pub use step::{Case, Choice, Step, StepFact, step};
pub(super) use walk::walk_of;
