//! Which arguments of the engine's predicates must have a value.

/// Returns a sign for each argument, `+` if an unbound variable is an error; empty for a predicate
/// without such arguments.
pub(super) fn inputs(name: &str, arity: usize) -> &'static str {
    match (name, arity) {
        ("between", 3) | ("atomic_list_concat", 3) | ("must_be", 2) => "++?",
        ("atom_length" | "string_length" | "upcase_atom" | "downcase_atom", 2) => "+?",
        ("string_upper" | "string_lower" | "text_to_string" | "term_variables", 2) => "+?",
        (
            "sort" | "msort" | "keysort" | "predsort" | "sum_list" | "sumlist" | "max_list"
            | "min_list",
            2,
        ) => "+?",
        ("list_to_set" | "atomic_list_concat" | "rewrite" | "numlist", 2) => "+?",
        ("sub_atom" | "sub_string", 5) => "+????",
        ("split_string", 4) => "+++?",
        ("sort", 4) => "+++?",
        ("numlist", 3) => "++?",
        ("throw", 1) => "+",
        _ => "",
    }
}
