//! The counted limits of a search.

/// The length of the longest line that a search follows, in plies. The searches recurse; this
/// limits the native stack that they need, whatever depth a caller asks for.
pub const MAX_PLIES: usize = 500;
