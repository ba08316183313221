//! The standard form: what it looks like, and that nothing but white space changes.

use std::fs;

use proptest::prelude::*;
use regola::syntax::format::{MAX_WIDTH, format};
use regola::syntax::source::Sources;
use regola::syntax::tree::Clause;

use super::laws::any_term;
use super::read;

/// The standard form of a text without mistakes.
fn formatted(text: &str) -> String {
    let mut sources = Sources::new();
    let id = sources.add("test.rules", text);
    format(&sources, id).unwrap_or_else(|faults| panic!("{text}\n{faults:?}"))
}

/// Everything but white space.
fn ink(text: &str) -> String {
    text.chars()
        .filter(|character| !character.is_whitespace() && *character != '\u{feff}')
        .collect()
}

/// Asserts all that must hold of every text without mistakes; gives its standard form.
fn assert_laws(text: &str) -> String {
    let (before, faults) = read(text);
    assert_eq!(faults, [], "{text}");
    let form = formatted(text);
    let (after, faults) = read(&form);
    assert_eq!(faults, [], "{text}\nbecame\n{form}");
    assert_eq!(before, after, "{text}\nbecame\n{form}");
    assert_eq!(ink(text), ink(&form));
    assert_eq!(formatted(&form), form, "\n{text}");
    form
}

#[test]
fn the_standard_form_of_a_file_in_disorder() {
    for topic in [
        "spacing", "bodies", "choices", "comments", "columns", "brackets", "too-long",
    ] {
        let path = format!(
            "{}/tests/syntax/format/{topic}.rules",
            env!("CARGO_MANIFEST_DIR")
        );
        let text = fs::read_to_string(path).expect("the file is part of the tests");
        let form = assert_laws(&text);
        assert_snapshot!(
            format!("format__{topic}"),
            format!("{text}\n----- in standard form -----\n\n{form}")
        );
    }
}

#[test]
fn shipped_games_are_in_standard_form() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/games");
    let mut games = 0;
    for file in fs::read_dir(folder).expect("the games ship").flatten() {
        if file
            .path()
            .extension()
            .is_some_and(|extension| extension == "rules")
        {
            let text = fs::read_to_string(file.path()).expect("a game is text");
            assert!(
                assert_laws(&text) == text,
                "{}: run `regola fmt`",
                file.path().display()
            );
            games += 1;
        }
    }
    assert!(games >= 12, "{games} games");
}

#[test]
fn what_cannot_be_read_is_refused() {
    for (name, text) in crate::broken::files("") {
        let mut sources = Sources::new();
        let id = sources.add(&name, &text);
        let (_, faults) = read(&text);
        match format(&sources, id) {
            Ok(_) => drop(assert_laws(&text)),
            Err(told) => assert_eq!(told.len(), faults.len(), "{name}"),
        }
    }
}

#[test]
fn empty_files_and_odd_line_ends() {
    assert_eq!(formatted(""), "");
    assert_eq!(formatted(" \n\t\n"), "");
    assert_eq!(
        formatted("\u{feff}a.\r\n\r\n\r\nb.  % c\r\n% d\r\n"),
        "a.\n\nb.  % c\n% d\n"
    );
    assert_eq!(
        formatted("/* a\r\nb */\r\nc(\"x\\\r\ny\").\r\n"),
        "/* a\nb */\nc(\"x\\\ny\").\n"
    );
    assert_eq!(formatted("a."), "a.\n");
    assert_eq!(formatted("% only a comment"), "% only a comment\n");
}

#[test]
fn code_goes_on_after_a_comment_of_several_lines() {
    assert_laws("a( 1, 2).  a(  3, 4).  /* x\ny */ a( 5, 6).  a( 7, 8).\na(10, 2).  a( 30, 4).\n");
    assert_eq!(
        assert_laws("a :-\n/* x\n*/ ( b ; c ), d."),
        "a :-\n    /* x\n*/ ( b ; c ), d.\n"
    );
}

#[test]
fn a_line_that_begins_with_a_closing_bracket_moves_no_further_each_time() {
    assert_laws("a(\n1 ).  column( 1..8 % note\n) .   role( x ).\n");
    assert_laws("column(\n1..8 ) . column( 1..8 % note\n) . \t role( x ) . ");
}

#[test]
fn a_tab_in_a_comment_moves_nothing() {
    let text = "a :-  /* b\tc */  % d\n    b.  % e\n'a\\tb'. /* a\tb */   % f\n";
    assert_eq!(assert_laws(text), assert_laws(&assert_laws(text)));
}

#[test]
fn long_texts_take_no_long_time() {
    assert_laws(&format!("a([{}1]).", "1,".repeat(20_000)));
    assert_laws(&format!("a({}1{}).", "f(".repeat(200), ")".repeat(200)));
    assert_laws(&format!(
        "a :- {}b.",
        "(c;".repeat(100) + "d" + &")".repeat(100) + ","
    ));
    assert_laws(&"foo(  a,b ).  % comment\n".repeat(3000));
}

/// Clauses with a space wherever white space may stand.
const CLAUSES: &[&str] = &[
    "role( x ) .",
    ":- fluent cell( column , row ) -> role .",
    ":- game( \"Name\" ) .",
    ":- fluent left -> _ .",
    "\"x-AB\" -> \"oxAB\" .",
    "column( 1..8 ) .",
    "direction( 0 , -1 ) .",
    "weight( [ - 1 , -1 , 0'a , 0x1F , 1_000 ] ) .",
    "square( 10 , a , 'it''s' , `codes` ) .",
    "board( [ [ - , - ] , [ - , - | T ] ] ) .",
    "legal( P , put( X , Y ) ) :- control( P ) , \\+ cell( X , Y , _ ) .",
    "next( X ) :- ( a( X ) -> b( Y ) , c ; d *-> e ; \\+ ( f , g ) ) , h .",
    "deep( X ) :- ( ( a ; b ) , ( c -> d ) ; ( e ) ) .",
    "top :- a , b -> c ; d .",
    "sum( X ) :- X is 1 + 2 * ( 3 - 4 ) // -5 - ( - 5 ) mod ( -5 ) , X =\\= - 3 , Y = A - B , Z = a-b .",
    "odd :- X = + , Y = ( :- ) , Z = ( a :- b , c ) , U = \\ V , W = { a , b } , T = [] , S = {} .",
    "count( N ) :- aggregate_all( sum( A * A ) , ( on( S , man( P ) ) , advance( P , S , A ) ) , N ) .",
    "a_rather_long_predicate_name( Abcdefghijklmnop , Qrstuvwxyz ) :- another_long_predicate_name( Abcdefghijklmnop ) , \
     aggregate_all( count , ( member( Qrstuvwxyz , Abcdefghijklmnop ) , once( yet_another_predicate( Qrstuvwxyz ) ) ) , Number ) , \
     ( Number > 100 -> first_way_to_go_on( Number ) , second_step( Number ) ; Number < 50 + 3 * Abcdefghijklmnop -> other_way ; last ) .",
    "long_list( [ aaaaaaaaaaaaaaaaaaaa , bbbbbbbbbbbbbbbbbbbb , f( cccccccccccccccccccc , dddddddddddddddddddd , g( 1 , 2 ) ) , \
     eeeeeeeeeeeeeeeeeeee , ffffffffffffffffffff | Tailtailtailtailtailtail ] , hhhhhhhhhhhhhhhh ) .",
];

/// White space and comments.
fn white_space() -> impl Strategy<Value = &'static str> {
    prop_oneof![
        8 => Just(" "),
        2 => prop::sample::select(&["  ", "     ", "\t", " \t "][..]),
        3 => prop::sample::select(&["\n", "\n    ", "\n\n", "\n \n\n\t", "\r\n"][..]),
        1 => prop::sample::select(&[" % note\n", "\n  % a line  of its own \n", " /* in between */ ", " /* a\ttab */ ", "\n/* two\n   lines */\n"][..]),
    ]
}

fn disorder() -> impl Strategy<Value = String> {
    let clause = (
        prop::sample::select(CLAUSES),
        prop::collection::vec(white_space(), 80),
    )
        .prop_map(|(clause, spaces)| {
            let mut text = String::new();
            for (word, space) in clause.split(' ').zip(spaces.into_iter().cycle()) {
                text.push_str(word);
                text.push_str(space);
            }
            text
        });
    prop::collection::vec(clause, 1..6).prop_map(|clauses| clauses.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn only_white_space_changes_and_once_is_enough(text in disorder()) {
        assert_laws(&text);
        assert_laws(&text.replace("/* in between */", "/* in\n  between */"));
    }

    #[test]
    fn every_term_survives(term in any_term()) {
        let clause = Clause { term, comment: "".into() };
        assert_laws(&clause.to_string());
    }

    #[test]
    fn lines_are_short_where_they_can_be_broken(text in disorder()) {
        for line in formatted(&text).lines() {
            let code = line.split(" %").next().unwrap_or("").split(" /*").next().unwrap_or("").trim_end();
            prop_assert!(code.len() <= MAX_WIDTH || !code.contains(", "), "{}", line);
        }
    }
}

#[test]
fn an_operator_after_an_operator_takes_no_bracket_for_its_arguments() {
    assert_eq!(
        assert_laws(":-  ** (\ta, b mod c).\n"),
        ":- ** (a, b mod c).\n"
    );
    assert_laws("a(- ^ (b), 2 ** (c)).\n");
}

#[test]
fn white_space_that_takes_no_column_parts_tokens_too() {
    assert_eq!(assert_laws("a -\r- b.\n"), "a - -b.\n");
    assert_eq!(assert_laws("0-\u{feff}/(2).\n"), "0 - /(2).\n");
    assert_eq!(
        assert_laws("a-\u{b}1, ahead(black, 1).\u{feff}\n"),
        "a - 1, ahead(black, 1).\n"
    );
}

#[test]
fn an_operator_beside_a_comment_has_spaces() {
    assert_eq!(assert_laws("a/**/-1.\n"), "a /**/ - 1.\n");
    assert_laws("{a-% b\nc}.\n");
}

#[test]
fn a_line_of_a_comment_has_one_line_end() {
    assert_eq!(
        assert_laws("/* a\r\r\nb */\r\r\n% c\r\r\nd.\r\r\n"),
        "/* a\nb */\n% c\nd.\n"
    );
}

#[test]
fn a_symbol_keeps_its_last_dot() {
    assert_eq!(assert_laws(".;0.\n"), ".; 0.\n");
    assert_eq!(
        assert_laws("a(-,.).\nb([-.|0'. ]).\n"),
        "a(-, .).\nb([-.| 0'.]).\n"
    );
    assert_eq!(
        assert_laws("a :- (b;\n-.;.. ; c).\n"),
        "a :-\n    (   b\n    ;   -.; .. ; c\n    ).\n"
    );
    assert_laws(&format!("a([-.|{}]).", "b".repeat(200)));
    assert_laws(&format!("a :- ({}b).", "-.;".repeat(100)));
}

#[test]
fn the_code_of_a_symbol_character_is_no_symbol() {
    assert_eq!(
        assert_laws("a(0':-B, 0'-.. 0'+).\n"),
        "a(0':-B, 0'-..0'+).\n"
    );
}

#[test]
fn a_comment_before_code_goes_on_no_comment_above() {
    let text = "a.\n %\n /* b */ c -      % d\n    e.\n";
    assert_eq!(assert_laws(text), "a.\n%\n/* b */ c -      % d\n    e.\n");
}

#[test]
fn lines_that_quoted_texts_part_share_no_columns() {
    assert_laws("b( 2),'\\\n';\n(1,2).\n");
    for spaces in 0..10 {
        assert_laws(&format!(
            "a :- ( b,    '\\\n';{} c,  d\n;e).\n",
            " ".repeat(spaces)
        ));
    }
}

/// Parts of texts that few people write: white space without columns, line ends in tokens, symbols
/// with dots.
const ODD: &[&str] = &[
    "a",
    "b(1, 2)",
    "X",
    "1",
    "0':",
    "é",
    "e\u{301}",
    "\u{200d}",
    "'q\\\nr'",
    "\"s\\\r\n\"",
    ".",
    ".\n",
    ".\u{feff}",
    ":-",
    "-",
    ",",
    ";",
    "->",
    "|",
    " = ",
    "(",
    "f(",
    ")",
    "[",
    "]",
    "{",
    "}",
    "/*",
    "*/",
    "/**/",
    "/* x\n  y */",
    "% x",
    "% y\n",
    " ",
    "    ",
    "\t",
    "\n",
    "\r\n",
    "\r\r\n",
    "\r",
    "\u{b}",
    "\u{c}",
    "\u{85}",
    "\u{2028}",
    "\u{3000}",
    "\u{feff}",
    "\0",
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 8000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn odd_texts_without_mistakes_have_a_standard_form(parts in prop::collection::vec(prop::sample::select(ODD), 1..10)) {
        let text = parts.concat() + ".\n";
        if read(&text).1.is_empty() {
            assert_laws(&text);
        }
    }
}
