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
    assert_snapshot!(
        "cli__session_questions",
        transcript(&["repl", OTHELLO], typed)
    );
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
                 :play d3\n\
                 :undo 2\n\
                 :undo all\n\
                 :moves all\n\
                 control(P).\n";
    assert_snapshot!(
        "cli__session_mistakes",
        transcript(&["repl", OTHELLO, "--max-steps", "20000"], typed)
    );
}

#[test]
fn moves_and_positions() {
    let typed = ":play c3\n\
                 control(P).\n\
                 :moves\n\
                 :undo\n\
                 control(P).\n\
                 :undo\n\
                 :redo 2\n\
                 :undo 2\n\
                 :redo\n\
                 :facts\n\
                 :quit\n\
                 control(nobody_is_asked).\n";
    assert_snapshot!(
        "cli__session_moves",
        transcript(&["repl", OTHELLO, "--moves", "d3"], typed)
    );
}

#[test]
fn searches_and_the_rest() {
    let typed = ":help\n:best 2\n:perft 2\n:play f5\n:reload\ncontrol(P).\n:q\n";
    assert_snapshot!(
        "cli__session_searches",
        transcript(&["repl", OTHELLO], typed)
    );
}

#[test]
fn a_whole_session_is_saved_and_runs_again() {
    let folder = tempfile::tempdir().expect("there is room for a folder");
    let place = folder.path().to_string_lossy().into_owned();
    for name in ["othello.rules", "othello-play.rules"] {
        std::fs::copy(
            super::project_file(&format!("games/{name}")),
            folder.path().join(name),
        )
        .expect("there is room");
    }
    let path = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let typed = format!(
        "moves\nf5\n:doc turns/5\n:doc cell\n:play f5 d6\n:history\n:goto 1\ncell(5, 5, P).\n:goto 2\n\
         :position control(white). cell(1, 1, white). cell(2, 1, black).\n:moves\n:save {}\n",
        path("corner.session")
    );
    let told = transcript(&["repl", &path("othello.rules")], &typed).replace(&place, "DIR");
    let again = transcript(&["repl", &path("corner.session")], ":history\n").replace(&place, "DIR");
    assert_snapshot!("cli__session_whole", format!("{told}{again}"));
}

#[test]
fn a_file_that_is_no_whole_game_can_be_asked() {
    let folder = tempfile::tempdir().expect("there is room for a folder");
    let path = folder
        .path()
        .join("draft.rules")
        .to_string_lossy()
        .into_owned();
    std::fs::write(
        &path,
        "square(1..3).\ndouble(X, Y) :- square(X), Y is 2 * X.\n",
    )
    .expect("there is room");
    let told = [
        transcript(&["repl", &path], "double(X, Y).\n:play 1\n"),
        transcript(&["query", &path, "double(3, Y)"], ""),
        transcript(&["query", &path, "double(3, Y)", "--moves", "1"], ""),
    ];
    let place = folder.path().to_string_lossy().into_owned();
    assert_snapshot!("cli__session_draft", told.concat().replace(&place, "DIR"));
}

#[test]
fn a_question_without_end_is_cut_off() {
    let output = super::run(&["repl", OTHELLO], "between(1, inf, X).\ntrue.\n");
    let text = String::from_utf8(output.stdout).expect("the program prints UTF-8");
    assert!(text.ends_with("X = 999 ;\nX = 1000 .\ntrue.\n"));
}
