//! Which form of a game has answered: a program tells it, and which is ready first is a matter of
//! time.

/// A printed text in which this form has answered, whichever it was.
pub fn answered_by(form: &str, text: &str) -> String {
    let mut text = text.to_owned();
    for name in ["machine, then compiled", "machine", "compiled", "both"] {
        let told = [
            (
                format!("\"engine\":\"{name}\""),
                format!("\"engine\":\"{form}\""),
            ),
            (format!("\nengine {name}\n"), format!("\nengine {form}\n")),
            (format!(" T s {name}\n"), format!(" T s {form}\n")),
            (format!(" T s, {name}"), format!(" T s, {form}")),
        ];
        for (answered, instead) in told {
            text = text.replace(&answered, &instead);
        }
    }
    text
}
