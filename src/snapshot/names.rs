//! Names of kept files: which of them every system allows, and which of them are one file on some
//! systems.

use unicode_normalization::UnicodeNormalization;

/// The most bytes of a file's name that common file systems allow.
const MAX_BYTES: usize = 255;

/// The longest ending that follows the name of an outcome.
const LONGEST_ENDING: &str = ".snap.new";

/// What Windows does not allow in a file's name, beside control characters. A backslash parts
/// folders there.
const REFUSED: &str = "<>:\"/\\|?*";

/// Names of devices on Windows, whatever ending follows.
#[rustfmt::skip]
const DEVICES: &[&str] = &[
    "con", "prn", "aux", "nul", "conin$", "conout$",
    "com0", "com1", "com2", "com3", "com4", "com5", "com6", "com7", "com8", "com9", "com¹", "com²", "com³",
    "lpt0", "lpt1", "lpt2", "lpt3", "lpt4", "lpt5", "lpt6", "lpt7", "lpt8", "lpt9", "lpt¹", "lpt²", "lpt³",
];

/// Why outcomes cannot be called after a session file of this name, without ending; none if they
/// can.
pub(super) fn refusal(stem: &str) -> Option<String> {
    if let Some(letter) = stem
        .chars()
        .find(|letter| letter.is_control() || REFUSED.contains(*letter))
    {
        return Some(format!(
            "not every system allows {letter:?} in the name of a file; rename the session file"
        ));
    }
    let device = stem
        .split('.')
        .next()
        .unwrap_or_default()
        .trim_end()
        .to_lowercase();
    let is_device = DEVICES.contains(&device.as_str());
    is_device.then(|| format!("Windows has a device called `{device}`; rename the session file"))
}

/// Whether a file can be called after an outcome of this name.
pub(super) fn is_too_long(name: &str) -> bool {
    name.len() + LONGEST_ENDING.len() > MAX_BYTES
}

/// What two names share if they are one file on some system: one that does not tell capital letters
/// from others, or letters with their accents from those that were put together.
#[must_use]
pub fn folded(name: &str) -> String {
    name.nfd()
        .flat_map(char::to_uppercase)
        .flat_map(char::to_lowercase)
        .nfd()
        .collect()
}
