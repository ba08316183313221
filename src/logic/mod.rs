//! Floor 1: terms, programs, the machine that proves goals.
//!
//! Knows nothing of games.
