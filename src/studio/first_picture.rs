//! The picture of a game's first position, for a gallery: within limits, whatever the rules are.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::course::Course;
use super::limits;
use super::protocol::PictureForm;
use super::stop::fault_text;
use crate::game::{Failure, Rules};
use crate::logic::Allowance;
use crate::session::Trouble;
use crate::snapshot::folder_of;
use crate::syntax::load::Reader;

/// Draws the first position of a game as SVG. The flag `interrupt` stops that.
///
/// # Errors
/// Why there is no picture, in one line: the first error of the rules.
pub fn first_picture(
    reader: &dyn Reader,
    path: &str,
    interrupt: Arc<AtomicBool>,
) -> Result<String, String> {
    let allowance = Allowance {
        limits: limits::FIRST_PICTURE,
        interrupt,
    };
    let drawn = Rules::read_within(reader, path, allowance)
        .map_err(Trouble::from)
        .and_then(|rules| Course::new(path, rules).picture(PictureForm::Position));
    match drawn {
        Ok(picture) if picture.svg.len() > limits::FIRST_PICTURE_TEXT => {
            Err("the picture is too large to be shown".to_owned())
        }
        Ok(picture) => Ok(picture.svg),
        Err(Trouble::Rules(failure)) => Err(first_fault(&failure, path)),
        Err(trouble) => Err(fault_text(&trouble, || {
            "it takes too long to draw it".to_owned()
        })),
    }
}

/// The first fault in one line, with its place.
fn first_fault(
    Failure {
        diagnostics,
        sources,
    }: &Failure,
    main: &str,
) -> String {
    let Some(first) = diagnostics.first() else {
        return "it cannot be read".to_owned();
    };
    let Some(label) = &first.primary else {
        return first.headline();
    };
    let (line, _) = sources.line_column(label.span);
    let file = &sources.get(label.span.source).name;
    let used = file.strip_prefix(folder_of(main)).unwrap_or(file);
    match &**file == main {
        true => format!("line {line}: {}", first.headline()),
        false => format!("{used}, line {line}: {}", first.headline()),
    }
}
