//! Laws of terms and of clause indexing, over random terms.

use proptest::prelude::*;
use regola::logic::{Facts, Machine, Term};
use regola::syntax::parse::parse_query;
use regola::syntax::source::Sources;

use super::textbook;
use super::{End, Outcome, Session};

/// Terms with variables 0 to 3.
fn term() -> BoxedStrategy<Term> {
    let leaf = prop_oneof![
        3 => (0_u32..4).prop_map(Term::variable),
        3 => prop::sample::select(vec!["a", "b", "[]", "Hello world", "+", "{}", "", "don't", "\\", "é"]).prop_map(Term::atom),
        2 => prop_oneof![-2_i64..3, Just(i64::MIN), Just(i64::MAX), Just(1 << 60), Just(-(1 << 60) - 1)].prop_map(Term::integer),
        1 => prop::sample::select(vec!["", "a", "a \"b\"\n", "nine bytes"]).prop_map(Term::string),
    ];
    leaf.prop_recursive(4, 16, 3, |inner| {
        let functor = prop::sample::select(vec!["f", "g", "+", "-", "{}", ",", "[|]", ":-", "\\+", "Odd name"]);
        prop_oneof![
            3 => (functor, prop::collection::vec(inner.clone(), 1..4)).prop_map(|(name, parts)| Term::compound(name, &parts)),
            1 => prop::collection::vec(inner, 0..4).prop_map(|items| Term::list(&items)),
        ]
    })
    .boxed()
}

/// Asks a goal made of terms, whose variables are the query's.
fn ask(session: &Session, goal: &Term) -> Outcome {
    let mut machine = Machine::new(&session.program, session.limits);
    machine.start(&Facts::empty(session.program.schema()), &[], goal);
    match machine.next_answer() {
        Ok(true) => {
            let roots = machine.roots().expect("answers of tests are small");
            Outcome {
                answers: vec![roots],
                end: End::Stopped,
            }
        }
        Ok(false) => Outcome {
            answers: Vec::new(),
            end: End::Failed,
        },
        Err(error) => Outcome {
            answers: Vec::new(),
            end: super::end_of(&error),
        },
    }
}

fn holds(session: &Session, goal: &Term) -> bool {
    let outcome = ask(session, goal);
    assert!(
        matches!(outcome.end, End::Stopped | End::Failed),
        "{goal}: {outcome:?}"
    );
    !outcome.answers.is_empty()
}

fn goal<const N: usize>(name: &str, arguments: [&Term; N]) -> Term {
    Term::compound(name, arguments)
}

fn both(left: &Term, right: &Term) -> Term {
    goal(",", [left, right])
}

/// The textbook's form of a term.
fn as_tree(term: &Term) -> textbook::Term {
    textbook::from_syntax(&term.to_syntax(&[]), &mut Vec::new())
}

/// Two terms that share their variables, as the textbook has them: whether they unify, if that
/// makes no infinite term.
fn unify_by_the_book(left: &Term, right: &Term) -> Option<bool> {
    let pair = as_tree(&goal("pair", [left, right]));
    match &pair {
        textbook::Term::Compound(_, parts) => textbook::unifiable(&parts[0], &parts[1]),
        _ => unreachable!("a pair is a compound"),
    }
}

fn config(cases: u32) -> ProptestConfig {
    ProptestConfig {
        cases,
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

proptest! {
    #![proptest_config(config(200))]

    #[test]
    fn unification_is_that_of_the_textbook(left in term(), right in term()) {
        let session = Session::new("");
        let Some(expected) = unify_by_the_book(&left, &right) else { return Ok(()) };
        let (forth, back) = (goal("=", [&left, &right]), goal("=", [&right, &left]));
        prop_assert_eq!(holds(&session, &forth), expected);
        prop_assert_eq!(holds(&session, &back), expected);
        prop_assert_eq!(holds(&session, &goal("\\=", [&left, &right])), !expected);
        prop_assert_eq!(holds(&session, &goal("unify_with_occurs_check", [&left, &right])), expected);
        if expected {
            prop_assert!(holds(&session, &both(&forth, &goal("==", [&left, &right]))));
        } else {
            let unbound = goal("==", [&left, &left]);
            prop_assert!(holds(&session, &both(&goal("\\+", [&forth]), &unbound)));
        }
    }

    #[test]
    fn a_failed_unification_leaves_nothing_bound(left in term(), right in term()) {
        let session = Session::new("");
        if unify_by_the_book(&left, &right) != Some(false) {
            return Ok(());
        }
        let whole = goal("pair", [&left, &right]);
        let result = Term::variable(9);
        let keep = goal("copy_term", [&whole, &result]);
        let tried = goal(";", [&goal("=", [&left, &right]), &Term::atom("true")]);
        let compared = both(&keep, &both(&tried, &goal("subsumes_term", [&whole, &result])));
        prop_assert!(holds(&session, &compared));
    }

    #[test]
    fn a_copy_is_a_variant(original in term()) {
        let session = Session::new("");
        let copy = Term::variable(9);
        let there_and_back = both(
            &goal("subsumes_term", [&original, &copy]),
            &goal("subsumes_term", [&copy, &original]),
        );
        prop_assert!(holds(&session, &both(&goal("copy_term", [&original, &copy]), &there_and_back)));
        if original.is_ground() {
            prop_assert!(holds(&session, &both(&goal("copy_term", [&original, &copy]), &goal("==", [&original, &copy]))));
        }
    }

    #[test]
    fn the_standard_order_is_total(a in term(), b in term(), c in term()) {
        let session = Session::new("");
        let less = |x: &Term, y: &Term| goal("@<", [x, y]);
        // All three in one query, so that their variables are the same and have one age each.
        let check = |condition: Term| holds(&session, &both(&goal("ground", [&Term::atom("x")]), &condition));
        let frame = goal("t", [&a, &b, &c]);
        let fixed = |condition: &Term| both(&goal("=", [&Term::variable(9), &frame]), condition);
        let (ab, ba) = (check(fixed(&less(&a, &b))), check(fixed(&less(&b, &a))));
        let equal = check(fixed(&goal("==", [&a, &b])));
        prop_assert_eq!(u8::from(ab) + u8::from(ba) + u8::from(equal), 1);
        if ab && check(fixed(&less(&b, &c))) {
            prop_assert!(check(fixed(&less(&a, &c))));
        }
    }

    #[test]
    fn sorting_gives_a_sorted_permutation(items in prop::collection::vec(term(), 0..7)) {
        let session = Session::new("
            sorted([]).
            sorted([_]).
            sorted([X, Y | Zs]) :- X @=< Y, sorted([Y | Zs]).
            same([], []).
            same([X | Xs], Ys) :- take(Ys, X, Zs), same(Xs, Zs).
            take([Y | Ys], X, Ys) :- X == Y, !.
            take([Y | Ys], X, [Y | Zs]) :- take(Ys, X, Zs).
        ");
        let (list, result) = (Term::list(&items), Term::variable(9));
        let is_sorted = both(&goal("msort", [&list, &result]), &goal("sorted", [&result]));
        prop_assert!(holds(&session, &both(&is_sorted, &goal("same", [&list, &result]))));
    }

    #[test]
    fn terms_are_taken_apart_and_put_together(original in term()) {
        let session = Session::new("");
        if matches!(original.view(), regola::logic::View::Variable(_)) {
            return Ok(());
        }
        let (list, again, name, arity) = (Term::variable(6), Term::variable(7), Term::variable(8), Term::variable(9));
        let univ = both(&goal("=..", [&original, &list]), &goal("=..", [&again, &list]));
        prop_assert!(holds(&session, &both(&univ, &goal("==", [&original, &again]))));
        let functor = both(&goal("functor", [&original, &name, &arity]), &goal("functor", [&again, &name, &arity]));
        prop_assert!(holds(&session, &both(&functor, &goal("subsumes_term", [&again, &original]))));
    }

    #[test]
    fn terms_go_into_a_machine_and_come_out_the_same(original in term()) {
        let session = Session::new("");
        let numbered = renumbered(&original);
        let outcome = ask(&session, &goal("=", [&Term::variable(9), &original]));
        let found = outcome.answers[0].last().expect("the query has a variable").clone();
        prop_assert_eq!(renumbered(&found), numbered);
    }

    #[test]
    fn terms_are_printed_and_read_the_same(original in term()) {
        prop_assert_eq!(renumbered(&original), parse(&original.to_string()));
    }

    #[test]
    fn terms_are_written_and_read_the_same_by_rules(original in term()) {
        let session = Session::new("");
        if original.is_ground() {
            let (text, again) = (Term::variable(0), Term::variable(1));
            let round = both(&goal("term_to_atom", [&original, &text]), &goal("term_to_atom", [&again, &text]));
            prop_assert!(holds(&session, &both(&round, &goal("==", [&original, &again]))));
        }
    }

    #[test]
    fn an_index_changes_no_answer(
        facts in prop::collection::vec((term(), term()), 1..8),
        calls in prop::collection::vec((term(), term()), 1..6),
    ) {
        let head = |(x, y): &(Term, Term)| goal("fact", [x, y]);
        // Each fact carries its number; the variables of facts and calls have different names.
        let named = |term: &Term| term.to_string().replace('_', "F_");
        let rules: String = facts
            .iter()
            .enumerate()
            .map(|(number, (x, y))| format!("fact(({}), ({}), {number}).\n", named(x), named(y)))
            .collect();
        let mut session = Session::new(&rules);
        for call in &calls {
            let unified: Option<Vec<bool>> = facts.iter().map(|fact| unify_apart(&head(fact), &head(call))).collect();
            let Some(unified) = unified else { continue };
            let expected: Vec<Term> = (0_i64..).zip(unified).filter(|(_, unifies)| *unifies).map(|(number, _)| Term::integer(number)).collect();
            let (x, y) = (call.0.to_string(), call.1.to_string());
            let query = format!("fact(({x}), ({y}), Number)").replace("_", "C_");
            let outcome = session.ask(&query, 100);
            let found: Vec<Term> = outcome.answers.iter().map(|values| values.last().expect("the number").clone()).collect();
            prop_assert_eq!(found, expected, "{} in\n{}", query, rules);
        }
    }
}

/// Whether two terms unify that share no variable.
fn unify_apart(left: &Term, right: &Term) -> Option<bool> {
    let mut names = Vec::new();
    let left = textbook::from_syntax(&left.to_syntax(&[]), &mut names);
    let others: Vec<_> = (0..10)
        .map(|number| Some(format!("Other{number}").into()))
        .collect();
    let right = textbook::from_syntax(&right.to_syntax(&others), &mut names);
    textbook::unifiable(&left, &right)
}

fn parse(text: &str) -> Term {
    let mut sources = Sources::new();
    let id = sources.add("term", text);
    let term = parse_query(&sources, id).unwrap_or_else(|problems| panic!("{text}: {problems:?}"));
    Term::from_syntax(&term).0
}

/// The term with its variables numbered in the order of their occurrences.
fn renumbered(term: &Term) -> Term {
    Term::from_syntax(&term.to_syntax(&[])).0
}
