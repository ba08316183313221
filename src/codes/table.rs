//! All codes in the order of the alphabet.

use super::Code;

macro_rules! codes {
    ($($severity:ident $name:literal),* $(,)?) => {
        /// All codes in the order of the alphabet.
        pub const ALL: &[Code] = &[$(Code {
            name: $name,
            severity: stringify!($severity),
            page: include_str!(concat!("pages/", $name, ".md")),
        }),*];
    };
}

codes![
];
