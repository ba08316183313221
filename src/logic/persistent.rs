//! The persistent collections: the one place that knows which crate they come from.
//!
//! `im` is given; it is archived upstream and has open advisories. So only its vector and its hash
//! map are used, without focus, sorting or order, and with one fixed hasher. A hash map's `Hash`
//! follows its order of iteration, so nothing here may be hashed by walking it: [`Facts`] keeps a
//! key of its own. The exit is `imbl`, which differs in this file alone.
//!
//! [`Facts`]: super::facts::Facts

use rustc_hash::FxBuildHasher;

/// A vector whose clones share all but what differs.
#[allow(clippy::disallowed_types, reason = "this is the place")]
pub type PersistentVector<T> = im::Vector<T>;

/// A map whose clones share all but what differs; it has no order.
#[allow(clippy::disallowed_types, reason = "this is the place")]
pub type PersistentMap<K, V> = im::HashMap<K, V, FxBuildHasher>;

/// How many items of a vector are copied together when one of them changes.
pub const BLOCK: usize = 64;
