//! When a question is stopped before its answer, and the words for that.

use super::limits;
use crate::session::Trouble;

/// Tells a search whether it has to stop.
pub type IsStopped<'a> = &'a dyn Fn() -> bool;

/// The text for a question that took too long.
pub fn too_long() -> String {
    format!(
        "stopped, because it took longer than {} seconds",
        limits::TIME.as_secs()
    )
}

/// The text of an error for the user; `stopped` has it for a question that was stopped.
pub fn fault_text(trouble: &Trouble, stopped: impl FnOnce() -> String) -> String {
    match trouble {
        Trouble::Stopped(_) => stopped(),
        Trouble::Use(text) => text.clone(),
        trouble => trouble.to_string(),
    }
}
