//! Floor 4: search.
