//! What `:save` writes, and what it does not write over.

use regola::game::Rules;
use regola::logic::Limits;
use regola::session::{AllAnswers, Opened, Session};
use regola::snapshot::SessionFile;

use super::{PILE, Talk, pile};

#[test]
fn what_was_entered_is_saved_and_runs_again() {
    let files = pile();
    let mut talk = Talk::new(&files);
    talk.enter(
        ":load games/pile.rules\n% A remark.\n:play 2\nleft(L).\n:help\n%% Later\n:play 2\n:save games/tests/two",
    );
    let saved = files.text("games/tests/two.session");
    assert_eq!(
        saved,
        ":load ../pile.rules\n% A remark.\n:play 2\nleft(L).\n%% Later\n:play 2\n"
    );

    // What runs again can be saved again.
    files.put("two.session", &saved.replace("../pile", "games/pile"));
    let mut again = Talk::new(&files);
    again.enter(":run two.session\n:save three");
    assert_eq!(
        files.text("three.session").replace("\n\n", "\n"),
        files.text("two.session").replace("% A remark.\n", "")
    );
    assert_snapshot!("session__run", again.told());
}

#[test]
fn a_goal_without_its_full_stop_is_saved_as_it_was_entered() {
    let files = pile();
    let mut talk = Talk::new(&files);
    talk.enter(":load games/pile.rules\nleft(L)\n1\nleft(M).\n:save slips");
    assert_eq!(
        files.text("slips.session"),
        ":load games/pile.rules\nleft(L)\n\n1\n\nleft(M).\n"
    );
    let mut again = Talk::new(&files);
    again.enter(":run slips.session");
    assert!(
        again.told().ends_with("?- left(M).\nM = 5.\n"),
        "{}",
        again.told()
    );
}

#[test]
fn saving_loses_no_file_of_somebody_else() {
    let files = pile();
    files.put("mine.session", "% kept");
    let told = Talk::new(&files)
        .enter(":load games/pile.rules\n:save mine\n:save other\n:play 1\n:save other.session")
        .told();
    assert_eq!(files.text("mine.session"), "% kept");
    assert!(
        told.contains("there is a file `mine.session` already"),
        "{told}"
    );
    assert!(files.text("other.session").ends_with(":play 1\n"));
}

#[test]
fn whoever_types_it_may_write_over_a_file() {
    let files = pile();
    files.put("mine.session", "% kept");
    let mut talk = Talk::new(&files);
    talk.enter(":load games/pile.rules\n:save mine");
    assert!(
        talk.told().contains("or write over it by `:save! mine`"),
        "{}",
        talk.told()
    );
    talk.enter(":save! mine\n:play 1\n:save mine");
    assert_eq!(
        files.text("mine.session"),
        ":load games/pile.rules\n:play 1\n"
    );

    // A file that was saved and has been changed since is somebody's again.
    talk.meanwhile("changed", "mine.session", "% mine")
        .enter(":play 2\n:save mine");
    assert_eq!(files.text("mine.session"), "% mine");

    // Somebody else's session file may not.
    files.put(
        "theirs.session",
        ":load games/pile.rules\n:save! mine\n:save mine\n",
    );
    let mut other = Talk::new(&files);
    other.enter(":run theirs.session");
    assert!(
        other
            .told()
            .contains("a session file does not write over another"),
        "{}",
        other.told()
    );
    assert_eq!(files.text("mine.session"), "% mine");

    other.enter(":moves!");
    assert!(
        other
            .told()
            .ends_with("error: `:moves` is typed without `!`\n"),
        "{}",
        other.told()
    );
}

#[test]
fn a_session_file_that_was_run_is_not_written_over_unasked() {
    let files = pile();
    files.put(
        "mine.session",
        ":load games/pile.rules\n% Why this matters.\n:play 1\n",
    );
    let mut talk = Talk::new(&files);
    talk.enter(":run mine.session\n:play 2\n:save mine");
    assert!(
        talk.told()
            .contains("there is a file `mine.session` already"),
        "{}",
        talk.told()
    );
    assert!(files.text("mine.session").contains("% Why this matters."));
}

#[test]
fn a_session_that_was_set_up_is_saved_with_its_set_up() {
    let files = pile();
    let mut talk = Talk::new(&files);
    talk.enter(":load games/pile.rules\n:position left(9). control(bob).\n:play 2\n:save nine");
    assert!(
        files
            .text("nine.session")
            .contains(":position left(9). control(bob).\n"),
        "{}",
        files.text("nine.session")
    );
    let mut again = Talk::new(&files);
    again.enter(":run nine.session\nleft(L), control(P).");
    assert!(
        again.told().ends_with("L = 7, P = ann.\n"),
        "{}",
        again.told()
    );
}

#[test]
fn a_session_is_saved_after_its_rules_have_changed() {
    let files = pile();
    let rules = Rules::read(&files, "games/pile.rules").expect("the game is whole");
    let mut session = Session::new(
        Box::new(files.clone()),
        Opened::new("games/pile.rules", rules),
    );
    let more = PILE
        .replace(":- fluent left", ":- fluent a(count).\n:- fluent left")
        .replace("init(left", "init(a(1)).  init(left");
    files.put("games/pile.rules", &more);
    let mut told = Vec::new();
    for entry in [":play 2", ":save games/pile"] {
        session
            .enter(entry, &mut told, &mut AllAnswers)
            .expect("it is written");
    }
    assert_eq!(
        files.text("games/pile.session"),
        ":load pile.rules\n:play 2\n"
    );
}

#[test]
fn a_saved_session_is_a_test() {
    let folder = tempfile::tempdir().expect("there is room for a folder");
    let path = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let files = pile();
    Talk::new(&files).enter(":load games/pile.rules\n:play 2\nlegal(P, M).\n:save games/pile");
    std::fs::write(path("pile.rules"), PILE).expect("there is room");
    std::fs::write(path("pile.session"), files.text("games/pile.session")).expect("there is room");
    let file = SessionFile::read(&path("pile.session")).expect("it is there");
    let told = file
        .transcripts(Limits::default(), &Default::default())
        .expect("nobody stops it");
    assert_eq!(told.len(), 1);
    assert!(
        told[0]
            .text
            .ends_with("?- legal(P, M).\nP = bob, M = take(1) ;\nP = bob, M = take(2).\n"),
        "{}",
        told[0].text
    );
}
