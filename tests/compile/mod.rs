//! Games compiled: the same moves, effects and results as by the machine.

mod residual;
mod words;
