//! The positions that the two sides of a work value differently.

use regola::search::Value;

/// Returns a message for each position of the work `name` for which `own`, the values that Regola
/// finds, differs from `other`, those that the program written by hand finds.
pub fn differences(name: &str, own: &[Value], other: &[Value]) -> Vec<String> {
    let differing = (1..)
        .zip(own.iter().zip(other))
        .filter(|(_, (own, other))| own != other);
    let message = |(number, (own, other)): (usize, (&Value, &Value))| {
        format!("{name}, position {number}: Regola finds {own}, the program by hand {other}")
    };
    differing.map(message).collect()
}
