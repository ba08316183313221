//! The comment right above a clause is its documentation.

use super::read;

fn comment(text: &str) -> String {
    read(text)
        .0
        .clauses
        .last()
        .map(|clause| clause.comment.to_string())
        .unwrap_or_default()
}

#[test]
fn line_comments_right_above() {
    assert_eq!(comment("% P may move.\nlegal(P)."), "P may move.");
    assert_eq!(
        comment("% One.\n%   Two.\n%\n% Three.\na."),
        "One.\n  Two.\n\nThree."
    );
    assert_eq!(comment("%% Much.\r\na."), "Much.");
}

#[test]
fn a_block_comment_right_above() {
    assert_eq!(comment("/* P may move. */\nlegal(P)."), "P may move.");
    assert_eq!(
        comment("/** One.\n *  Two.\n *\n * Three.\n */\na."),
        "One.\n Two.\n\nThree."
    );
}

#[test]
fn only_what_stands_right_above_and_alone() {
    assert_eq!(comment("% Of the file.\n\na."), "");
    assert_eq!(comment("% Of the file.\n\n% Of a.\na."), "Of a.");
    assert_eq!(comment("b. % of b\na."), "");
    assert_eq!(comment("/* before */ a."), "");
    assert_eq!(comment("a :- % inside\n  b."), "");
    assert_eq!(comment("% before\n/* block */\na."), "block");
}
