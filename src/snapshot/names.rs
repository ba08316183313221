//! Names of snapshots: which names every system allows, and which names are the same file on some
//! systems.

use unicode_normalization::UnicodeNormalization;

/// The most bytes of a file's name that common file systems allow.
const MAX_BYTES: usize = 255;

/// The longest ending that is added to the name of a snapshot.
const LONGEST_ENDING: &str = ".snap.new";

/// Characters that Windows does not allow in a file's name, besides control characters. A backslash
/// separates folders there.
const REFUSED: &str = "<>:\"/\\|?*";

/// Names of devices on Windows, whatever ending follows.
#[rustfmt::skip]
const DEVICES: &[&str] = &[
    "con", "prn", "aux", "nul", "conin$", "conout$",
    "com0", "com1", "com2", "com3", "com4", "com5", "com6", "com7", "com8", "com9", "com¹", "com²", "com³",
    "lpt0", "lpt1", "lpt2", "lpt3", "lpt4", "lpt5", "lpt6", "lpt7", "lpt8", "lpt9", "lpt¹", "lpt²", "lpt³",
];

/// Returns why the snapshots of a session file with the name `stem`, without ending, could not
/// exist on every system; none if they can.
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

/// Whether the name of a snapshot is too long for a file.
pub(super) fn is_too_long(name: &str) -> bool {
    name.len() + LONGEST_ENDING.len() > MAX_BYTES
}

/// Returns a form of a name that is equal for two names if they are the same file on some system.
/// Such systems ignore case, or treat a letter with an accent as equal to the letter and the accent
/// as two characters.
#[must_use]
pub fn folded(name: &str) -> String {
    name.nfd()
        .flat_map(char::to_uppercase)
        .flat_map(char::to_lowercase)
        .nfd()
        .collect()
}
