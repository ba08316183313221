//! The thread in which rules are evaluated: goals that wait for each other take more stack than
//! others have.

use super::limits::STACK;
use super::reason::Reason;
use crate::compile::interrupt::Interrupt;
use crate::game::Rules;

/// What an evaluation of rules comes to.
///
/// # Errors
/// A system without threads, a failure of the compiler, or the interrupt flag of the rules.
pub(super) fn evaluated<T: Send>(
    rules: &Rules,
    evaluate: impl FnOnce() -> T + Send,
) -> Result<T, Reason> {
    let evaluated = match cfg!(target_family = "wasm") {
        // There are no threads, and the stack of the only one is as large as the module's makers chose.
        true => evaluate(),
        false => in_thread(evaluate)?,
    };
    // What was found by then is less than there is.
    Interrupt::of(rules)
        .look()
        .map_err(|_| Reason::interrupted())?;
    Ok(evaluated)
}

/// Evaluates in a thread with a stack of its own.
fn in_thread<T: Send>(evaluate: impl FnOnce() -> T + Send) -> Result<T, Reason> {
    std::thread::scope(|scope| {
        let builder = std::thread::Builder::new().stack_size(STACK);
        let handle = builder
            .spawn_scoped(scope, evaluate)
            .map_err(|error| Reason::new(format!("no thread to compile in: {error}"), None))?;
        handle
            .join()
            .map_err(|_| Reason::new("the compiler failed", None))
    })
}
