//! The counted limits of a search.

/// The longest line that a search follows, in plies. The searches recurse; this bounds the native
/// stack that they need, whatever depth a caller asks for.
pub const MAX_PLIES: usize = 500;
