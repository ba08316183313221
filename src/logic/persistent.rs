//! The persistent collections: the one place that knows which crate they come from.
//!
//! The crate `im` is archived upstream and has open advisories. So only its vector and its hash map
//! are used, without focus, sorting or order, and with one fixed hasher. A hash map's `Hash`
//! follows its order of iteration, so no code may hash a map by walking it: [`Facts`] keeps a key
//! of its own. The replacement is `imbl`; only this file would change.
//!
//! [`Facts`]: super::facts::Facts

use rustc_hash::FxBuildHasher;

/// A vector whose clones share the parts that are equal.
#[allow(clippy::disallowed_types, reason = "this is the place")]
pub type PersistentVector<T> = im::Vector<T>;

/// A map whose clones share the parts that are equal; it has no order.
#[allow(clippy::disallowed_types, reason = "this is the place")]
pub type PersistentMap<K, V> = im::HashMap<K, V, FxBuildHasher>;

/// How many items of a vector are copied together when one of them changes.
pub const BLOCK: usize = 64;
