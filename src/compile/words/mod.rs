//! Straight-line programs of operations on 64-bit words, and ways to run them. This part
//! knows nothing of games, rules or circuits.
//!
//! - A [`Program`] computes its outputs from its inputs, operation by operation; a [`Builder`]
//!   makes one and simplifies as it goes.
//! - An [`Evaluator`] runs it as it is: nothing has to be made ready.
//! - An [`Interpreter`] runs it everywhere, on one vector of inputs or on several at once.
//! - `Native` (feature `jit`) runs it as machine code, where the platform is served.
//!
//! ```
//! use regola::compile::words::{Builder, Interpreter, Registers};
//!
//! // The lowest bit of a word, and how many bits are left without it.
//! let mut builder = Builder::new(1);
//! let word = builder.input(0);
//! let zero = builder.constant(0);
//! let negative = builder.subtract(zero, word);
//! let lowest = builder.and(word, negative);
//! let others = builder.and_not(word, lowest);
//! let count = builder.count(others);
//! let program = builder.finish(&[lowest, count]);
//! assert_eq!(program.len(), 5);
//!
//! let interpreter = Interpreter::new(&program)?;
//! let mut outputs = [0; 2];
//! interpreter.run(&[0b10110], &mut outputs, &mut Registers::new());
//! assert_eq!(outputs, [0b00010, 2]);
//! # Ok::<(), regola::compile::words::TooManyRegisters>(())
//! ```

mod allocate;
mod append;
mod builder;
mod certificate;
mod difference;
mod evaluate;
mod facts;
mod guarded;
mod instruction;
mod interpret;
mod lanes;
#[cfg(feature = "jit")]
mod late;
mod lower;
#[cfg(feature = "jit")]
mod native;
mod operation;
#[cfg(feature = "jit")]
mod places;
mod program;
mod schedule;
mod section;
mod select;
mod simplify;
#[cfg(feature = "jit")]
mod translate;
#[cfg(feature = "jit")]
mod uses;
mod variations;

pub use allocate::TooManyRegisters;
pub use builder::Builder;
pub use certificate::{Certificate, Changes};
pub use evaluate::Evaluator;
pub use interpret::{Interpreter, Registers};
#[cfg(feature = "jit")]
pub use native::{Native, NoNativeCode};
pub use operation::{Operation, Value};
pub use program::{Program, Step};
pub use variations::Variations;
