//! Which arguments of the engine's predicates must have a value.

/// Predicates, each with a sign for each argument: `+` if an unbound variable is an error, `?` if
/// it may be unbound.
pub const PREDICATES: &[(&str, &str)] = &[
    ("append", "+?"),
    ("atom_length", "+?"),
    ("atomic_list_concat", "+?"),
    ("atomic_list_concat", "?+?"),
    ("between", "++?"),
    ("downcase_atom", "+?"),
    ("keysort", "+?"),
    ("list_to_ord_set", "+?"),
    ("list_to_set", "+?"),
    ("max_list", "+?"),
    ("min_list", "+?"),
    ("msort", "+?"),
    ("must_be", "+?"),
    ("numlist", "++?"),
    ("predsort", "?+?"),
    ("rewrite", "+?"),
    ("sort", "+?"),
    ("sort", "+++?"),
    ("split_string", "+++?"),
    ("string_length", "+?"),
    ("string_lower", "+?"),
    ("string_upper", "+?"),
    ("sub_atom", "+????"),
    ("sub_string", "+????"),
    ("sum_list", "+?"),
    ("sumlist", "+?"),
    ("text_to_string", "+?"),
    ("throw", "+"),
    ("upcase_atom", "+?"),
];

/// Returns whether the argument at `place` of the predicate `name/arity` must have a value.
pub(super) fn is_required(name: &str, arity: usize, place: usize) -> bool {
    PREDICATES
        .iter()
        .filter(|(known, signs)| *known == name && signs.len() == arity)
        .any(|(_, signs)| signs.as_bytes()[place] == b'+')
}
