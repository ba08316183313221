//! A simple look at the form of XML.

/// Asserts that every element is closed where it should be, that attributes are quoted, and that a
/// bare `&` stands nowhere.
pub fn assert_well_formed(xml: &str) {
    let mut open: Vec<&str> = Vec::new();
    for part in xml.split('<').skip(1) {
        let (tag, text) = part
            .split_once('>')
            .unwrap_or_else(|| panic!("`<{part}` does not end"));
        assert!(!text.contains('>'), "a bare `>` in `{text}`");
        assert_eq!(tag.matches('"').count() % 2, 0, "quotes in `<{tag}>`");
        let entities = part
            .split('&')
            .skip(1)
            .map(|rest| rest.split(';').next().unwrap_or(""));
        for entity in entities {
            assert!(
                ["amp", "lt", "gt", "quot", "#39"].contains(&entity),
                "a bare `&` before `{entity}`"
            );
        }
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name), "`</{name}>` closes something else");
        } else if !tag.ends_with('/') {
            open.push(tag.split_whitespace().next().unwrap_or(""));
        }
    }
    assert!(open.is_empty(), "never closed: {open:?}");
}
