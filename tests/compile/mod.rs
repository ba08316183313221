//! From rules to programs of word operations.

mod words;
