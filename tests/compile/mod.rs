//! From rules to programs of word operations.

mod code;
mod words;
