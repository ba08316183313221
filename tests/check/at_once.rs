//! All kinds of faults of one file are told together, and none that another one explains.

use regola::syntax::diagnostic::Severity;
use regola::syntax::render::Style;

use super::report;

#[test]
fn faults_of_every_phase_are_told_together() {
    let text = "\
:- game(\"Everything\").
role(x).  role(o).
other(x, o).  other(o, x.
:- fluent control -> rolle.
:- fluents cell.
init(control(x)).
legal(P, go(N)) :- control(P), colum(N).
add(control(Q)) :- does(P, _), other(P, Q).
add(moved) :- does(_, _).
goal(Player, 50) :- role(Plyer).
goal(z, 200) :- cell(4, x).
column(1..3).
:- fluent cell(column) -> role.
init(cell(4, x)).
";
    let report = report(text);
    assert!(report.rules.is_none());
    assert_snapshot!(
        "check__at_once",
        format!("{text}--- is told\n{}", report.render(Style::Plain))
    );
}

#[test]
fn what_could_not_be_read_explains_what_is_missing() {
    // The clause with the mistake would have defined `other`, `wins` is used in one, and a fluent
    // is read in one.
    let text = "\
role(x).  role(o).
other(x, o).  other(o, x.
:- fluent control -> role.
:- fluent marked.
init(control(x)).
legal(P, go) :- control(P).
add(control(Q)) :- does(P, _), other(P, Q).
add(marked) :- does(_, _).
wins(P) :- role(P).
terminal :- marked
goal(P, 50) :- wins(P).
";
    let codes: Vec<&str> = report(text)
        .diagnostics
        .iter()
        .map(|one| one.code)
        .collect();
    assert_eq!(codes, ["unclosed-bracket", "missing-full-stop"]);
}

#[test]
fn constants_are_judged_only_by_domains_and_roles_that_were_read() {
    let text = |column: &str, role: &str| {
        format!(
            "{role}\n{column}\n:- fluent cell(column).\ninit(cell(4)).\ngoal(z, 50).\nlegal(z, wait) :- unknown.\n"
        )
    };
    let given = |text: &str| -> Vec<&str> {
        let codes = report(text).diagnostics.into_iter().map(|one| one.code);
        codes
            .filter(|code| ["outside-domain", "unknown-role"].contains(code))
            .collect()
    };
    assert_eq!(
        given(&text("column(1..3).", "role(x).")),
        ["outside-domain", "unknown-role", "unknown-role"]
    );
    assert_eq!(
        given(&text("column(1..3", "role(x).")),
        ["unknown-role", "unknown-role"]
    );
    assert_eq!(
        given(&text("column(N) :- between(1, 3, N).", "role(x).")),
        ["unknown-role", "unknown-role"]
    );
    assert_eq!(
        given(&text("column(1..3).", "role(P) :- unknown(P).")),
        ["outside-domain"]
    );
}

#[test]
fn a_missing_file_may_hold_any_name() {
    let text = "\
:- use \"nowhere.rules\".
:- fluent control -> player.
add(control(Q)) :- does(P, _), enemy(P, Q).
unused(X) :- unknown(X).
";
    let codes: Vec<&str> = report(text)
        .diagnostics
        .iter()
        .map(|one| one.code)
        .collect();
    assert_eq!(codes, ["unreadable-file"]);
}

#[test]
fn a_warning_leaves_the_game_to_be_played() {
    let text = "role(x).\n:- fluent done.\nlegal(x, finish) :- \\+ done.\nadd(done) :- does(_, finish).\ngoal(x, 100).\n";
    let report = report(text);
    assert!(report.rules.is_some());
    assert_eq!(
        (
            report.count(Severity::Error),
            report.count(Severity::Warning)
        ),
        (0, 1)
    );
    let warned = report.rules.expect("it is loaded").warnings();
    assert_eq!(
        warned, report.diagnostics,
        "the loaded game has the same warnings"
    );
}

#[test]
fn names_need_not_be_ascii() {
    let text = "role(x).\nè(1..3).\n:- fluent casa(è) -> è.\ninit(casa(1)).\nlegal(x, vai(K)) :- è(K), \\+ casa(K, _).
add(casa(K, 1)) :- does(x, vai(K)).\nterminal :- casa(3, _).\ngoal(x, 100).\n";
    let found = report(text).diagnostics;
    let told: Vec<_> = found
        .iter()
        .map(|one| (one.code, one.help.as_deref()))
        .collect();
    assert_eq!(told, [("value-missing", Some("write it as `casa(È, È)`"))]);
}
