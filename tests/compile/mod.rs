//! Games compiled: the same moves, effects and results as by the machine.

mod beyond;
mod boards;
mod code;
mod constructs;
mod deferred;
mod equality;
mod interrupted;
mod refused;
mod residual;
mod words;
mod work;
