//! Programs of random games.
