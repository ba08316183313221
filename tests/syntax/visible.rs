//! Texts for people: which characters show as their codes.

use regola::syntax::visible::visible;

#[test]
fn a_text_without_hidden_characters_stays_as_it_is() {
    for text in ["plain, größer, 駒, ♟\u{fe0e}", "two\nlines\tand a tab"] {
        assert_eq!(visible(text), text);
    }
}

#[test]
fn what_a_terminal_obeys_and_what_nobody_sees_shows_as_its_code() {
    for (text, shown) in [
        ("\u{1b}[2J", "\\x1b\\[2J"),
        ("a\rb\u{7f}\u{9b}", "a\\xd\\b\\x7f\\\\x9b\\"),
        (
            "a\u{202e}b\u{200b}c\u{200d}d\u{2066}e\u{feff}",
            "a\\x202e\\b\\x200b\\c\\x200d\\d\\x2066\\e\\xfeff\\",
        ),
        ("\u{3164}\u{e0041}", "\\x3164\\\\xe0041\\"),
    ] {
        assert_eq!(visible(text), shown);
    }
}
