//! The arguments that must have a value, by the lint: the machine cannot do without them either.

use regola::logic::lint::required_arguments::PREDICATES;

use super::Session;

/// Values for the other arguments: each predicate takes one of them.
const VALUES: [&str; 4] = ["1", "\"ab\"", "[a]", "'@<'"];

/// All ways to give these arguments: a variable for each `?` and at `unbound`, a value for each `+`.
fn arguments(signs: &str, unbound: usize) -> Vec<String> {
    let mut ways = vec![Vec::new()];
    for (place, sign) in signs.chars().enumerate() {
        let variable = format!("V{place}");
        let choices = match sign == '+' && place != unbound {
            true => VALUES.to_vec(),
            false => vec![variable.as_str()],
        };
        let longer = |way: &Vec<String>| {
            let with = |choice: &&str| [way.clone(), vec![(*choice).to_owned()]].concat();
            choices.iter().map(with).collect::<Vec<_>>()
        };
        ways = ways.iter().flat_map(longer).collect();
    }
    ways.iter().map(|way| way.join(", ")).collect()
}

#[test]
fn a_predicate_without_a_required_argument_throws() {
    // Without a production `rewrite` does not look at its arguments.
    let mut session = Session::new("\"a-\" -> \"-a\".");
    for (name, signs) in PREDICATES {
        for (place, _) in signs.match_indices('+') {
            let mut throws = |arguments: String| {
                let goal = format!("{name}({arguments}), fail");
                let caught = format!("catch(({goal}), error(instantiation_error, _), true)");
                !session.ask(&caught, 1).answers.is_empty()
            };
            assert!(
                arguments(signs, place).into_iter().any(&mut throws),
                "{name}/{}: argument {} may be unbound",
                signs.len(),
                place + 1
            );
        }
    }
}
