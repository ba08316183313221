//! Families: nodes of a circuit that say the same of different cells.
