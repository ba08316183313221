//! Tables of the manual that are made of tables of the code.

use std::fs;
use std::path::Path;

/// Holds the table of this name in a page against what the code says: it stands between the
/// comments `<!-- table NAME -->` and `<!-- end -->`. With `INSTA_UPDATE=always` the page gets it.
pub fn keep_table(page: &str, name: &str, table: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(page);
    let text = fs::read_to_string(&path).expect("the page is part of the sources");
    let opening = format!("<!-- table {name} -->\n\n");
    let (before, rest) = text
        .split_once(&opening)
        .unwrap_or_else(|| panic!("{page} has no table `{name}`"));
    let (found, after) = rest
        .split_once("\n<!-- end -->")
        .unwrap_or_else(|| panic!("the table `{name}` of {page} has no end"));
    if found != table && std::env::var("INSTA_UPDATE").as_deref() == Ok("always") {
        let updated = format!("{before}{opening}{table}\n<!-- end -->{after}");
        return fs::write(&path, updated).expect("the page can be written");
    }
    assert_eq!(
        found, table,
        "the table `{name}` of {page} is not the code's: INSTA_UPDATE=always writes it anew"
    );
}
