//! Sessions of `repl` through a pipe.

use super::{OTHELLO, transcript};

#[test]
fn questions() {
    let typed = "control(P).\n\
                 legal(P, M).\n\
                 member(X, [1, 2]), Y = f(X, Z).\n\
                 X = Y, Z = g(X).\n\
                 control(white).\n\
                 ?- cell(4, 4, P),\n\
                 \x20  P \\== black.\n\
                 \n\
                 ;\n\
                 true\n";
    assert_snapshot!("cli__session_questions", transcript(&["repl", OTHELLO], typed));
}

#[test]
fn mistakes_do_not_end_it() {
    let typed = "member(X, [1, 2)).\n\
                 lgeal(P, M).\n\
                 X is 1 // 0.\n\
                 member(X, [1, 2]), ( X = 1 ; throw(enough) ).\n\
                 between(1, inf, X), fail.\n\
                 :bored\n\
                 :re\n\
                 :play\n\
                 :play e9\n\
                 :perft deep\n\
                 :undo\n\
                 :redo\n\
                 control(P).\n";
    assert_snapshot!("cli__session_mistakes", transcript(&["repl", OTHELLO, "--max-steps", "20000"], typed));
}

#[test]
fn moves_and_positions() {
    let typed = ":play f5 f6\n\
                 control(P).\n\
                 :moves\n\
                 :undo\n\
                 control(P).\n\
                 :undo\n\
                 :redo\n\
                 :board\n\
                 :facts\n\
                 :quit\n\
                 control(nobody_is_asked).\n";
    assert_snapshot!(
        "cli__session_moves",
        transcript(&["repl", OTHELLO, "--moves", "d3"], &typed.replace("f5 f6", "c3"))
    );
}

#[test]
fn searches_and_the_rest() {
    let typed = ":help\n:best 2\n:perft 2\n:play f5\n:reload\ncontrol(P).\n:q\n";
    assert_snapshot!("cli__session_searches", transcript(&["repl", OTHELLO], typed));
}

#[test]
fn a_question_without_end_is_cut_off() {
    let output = super::run(&["repl", OTHELLO], "between(1, inf, X).\ntrue.\n");
    let text = String::from_utf8(output.stdout).expect("the program prints UTF-8");
    assert!(text.ends_with("X = 999 ;\nX = 1000 .\ntrue.\n"));
}
