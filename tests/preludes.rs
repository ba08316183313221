//! The preludes as texts: what their authors could get wrong without an error.

use std::collections::HashSet;

use regola::syntax::parse::parse_file;
use regola::syntax::source::Sources;
use regola::syntax::tree::{SourceTerm, TermKind};

fn head(clause: &SourceTerm) -> (String, usize) {
    match &clause.kind {
        TermKind::Compound {
            functor, arguments, ..
        } if &**functor == ":-" => head(&arguments[0]),
        TermKind::Compound {
            functor, arguments, ..
        } => (functor.to_string(), arguments.len()),
        other => (format!("{other:?}"), 0),
    }
}

/// Two predicates of the same name and arity in one prelude would silently become one.
#[test]
fn the_clauses_of_a_predicate_stand_together() {
    let logic = concat!(
        include_str!("../src/logic/prelude/control.rules"),
        include_str!("../src/logic/prelude/arithmetic.rules"),
        include_str!("../src/logic/prelude/solutions.rules"),
        include_str!("../src/logic/prelude/text.rules"),
        include_str!("../src/logic/prelude/lists.rules"),
    );
    for text in [logic, include_str!("../src/game/vocabulary.rules")] {
        let mut sources = Sources::new();
        let id = sources.add("prelude", text);
        let (file, problems) = parse_file(&sources, id);
        assert_eq!(problems, []);
        let mut seen = HashSet::new();
        let mut last = None;
        for clause in &file.clauses {
            let predicate = head(&clause.term);
            if last.as_ref() != Some(&predicate) {
                assert!(
                    seen.insert(predicate.clone()),
                    "clauses of {predicate:?} stand apart"
                );
            }
            last = Some(predicate);
        }
    }
}
