//! Predicates that Regola does not have: common predicates of Prolog, and those of the Game
//! Description Language (GDL). Each comes with advice on what to use instead.
//!
//! One table, [`ABSENT`], serves both the messages about an undefined name and the manual's table.

/// Some absent predicates that share one piece of advice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Absent {
    /// The name and the number of arguments of each predicate.
    pub predicates: &'static [(&'static str, usize)],
    /// Absent features that have no name that a goal could call; may be empty.
    pub besides: &'static str,
    /// Why these are absent, and what to use instead.
    pub advice: &'static str,
}

/// Returns what to use instead of an absent predicate, if [`ABSENT`] lists it.
#[must_use]
pub fn advice(name: &str, arity: usize) -> Option<&'static str> {
    let absent = ABSENT
        .iter()
        .find(|absent| absent.predicates.contains(&(name, arity)))?;
    Some(absent.advice)
}

/// All absent predicates, in the order of the manual.
pub const ABSENT: &[Absent] = &[
    Absent {
        predicates: &[
            ("write", 1),
            ("write", 2),
            ("writeln", 1),
            ("writeq", 1),
            ("print", 1),
            ("write_canonical", 1),
            ("write_term", 2),
            ("print_message", 2),
            ("nl", 0),
            ("tab", 1),
            ("put_char", 1),
            ("format", 1),
            ("format", 2),
            ("listing", 0),
            ("listing", 1),
            ("read", 1),
            ("read_term", 2),
            ("get_char", 1),
            ("open", 3),
            ("close", 1),
            ("see", 1),
            ("tell", 1),
            ("consult", 1),
        ],
        besides: "streams, files",
        advice: "rules do no input or output, so that a stranger's rule file is harmless; \
                 `format/3` makes text, `show/3` and `notation/2` say how a game is drawn and \
                 written",
    },
    Absent {
        predicates: &[
            ("assert", 1),
            ("asserta", 1),
            ("assertz", 1),
            ("retract", 1),
            ("retractall", 1),
            ("abolish", 1),
            ("dynamic", 1),
            ("nb_setval", 2),
            ("nb_getval", 2),
            ("b_setval", 2),
            ("b_getval", 2),
            ("setarg", 3),
            ("nb_setarg", 3),
            ("flag", 3),
        ],
        besides: "",
        advice: "what changes from one position to the next is a fluent, declared with \
                 `:- fluent`, and moves alone change it: `add/1`, `delete/1`; `after/3` asks about \
                 the position after a move",
    },
    Absent {
        predicates: &[("float", 1), ("rational", 1)],
        besides: "floats, rationals, integers of any size",
        advice: "results must be the same on every computer and in every search: count in \
                 hundredths",
    },
    Absent {
        predicates: &[
            ("random", 1),
            ("random", 2),
            ("random", 3),
            ("random_between", 3),
            ("random_member", 2),
            ("random_permutation", 2),
            ("set_random", 1),
            ("get_time", 1),
            ("statistics", 2),
        ],
        besides: "",
        advice: "an answer depends on the rules and the position, on nothing else; the search \
                 chooses at random, with a seed",
    },
    Absent {
        predicates: &[
            ("module", 2),
            ("use_module", 1),
            ("use_module", 2),
            ("ensure_loaded", 1),
            ("include", 1),
            ("op", 3),
            ("initialization", 1),
            ("discontiguous", 1),
            ("multifile", 1),
            ("set_prolog_flag", 2),
        ],
        besides: "",
        advice: "one game is one name space, and `:- use \"file.rules\".` takes in another file; \
                 lists, text and sorting are there without a library, and the operators are fixed",
    },
    Absent {
        predicates: &[
            ("tnot", 1),
            ("untable", 1),
            ("abolish_all_tables", 0),
            ("undefined", 0),
        ],
        besides: "modes of tables",
        advice: "`:- table name/arity.` keeps all answers to a call for one question; a tabled goal \
                 is denied by `\\+`, as any other",
    },
    Absent {
        predicates: &[("-->", 2), ("phrase", 2), ("phrase", 3)],
        besides: "",
        advice: "`atom_chars/2`, `split_string/4` and `sub_atom/5` take text apart; for states \
                 that are strings there are productions",
    },
    Absent {
        predicates: &[("dif", 2), ("freeze", 2), ("when", 2)],
        besides: "constraints",
        advice: "bind first, then compare with `\\==` or `\\=`",
    },
    Absent {
        predicates: &[
            ("call_cleanup", 2),
            ("setup_call_cleanup", 3),
            ("findnsols", 4),
            ("limit", 2),
            ("order_by", 2),
        ],
        besides: "",
        advice: "`once/1` takes the first answer; `findall/3` and `sort/4` order all; \
                 `aggregate_all/3` takes the best by `max(Value, Witness)` or `min(Value, Witness)`",
    },
    Absent {
        predicates: &[
            ("empty_assoc", 1),
            ("list_to_assoc", 2),
            ("put_assoc", 4),
            ("get_assoc", 3),
        ],
        besides: "`rbtrees`, dicts",
        advice: "use a sorted list of pairs, or facts: a lookup in a fact is by index",
    },
    Absent {
        predicates: &[
            ("aggregate_all", 4),
            ("aggregate", 3),
            ("foldl", 7),
            ("distinct", 1),
        ],
        besides: "",
        advice: "use `aggregate_all(count, member(_, Set), N)` after `setof/3` or \
                 `aggregate_all(set(X), Goal, Set)`",
    },
    Absent {
        predicates: &[("concat_atom", 2), ("concat_atom", 3)],
        besides: "",
        advice: "use `atomic_list_concat/2` or `atomic_list_concat/3`",
    },
    Absent {
        predicates: &[
            ("clause", 2),
            ("current_predicate", 1),
            ("predicate_property", 2),
        ],
        besides: "",
        advice: "rules do not read rules: write as facts what they look up",
    },
    Absent {
        predicates: &[("numbervars", 3), ("copy_term", 3)],
        besides: "`setof/3` with attributed variables, cyclic terms",
        advice: "they are for printers and solvers",
    },
    Absent {
        predicates: &[],
        besides: "columns and fractions in `format/3` (`~t`, `~+`, `~e`, `~f`, `~g`)",
        advice: "use `~d` with a number of digits, `~D`, `~*c` for filling up",
    },
    Absent {
        predicates: &[("halt", 0), ("halt", 1)],
        besides: "",
        advice: "rules never end the program; in `regola repl` `:quit` does",
    },
    Absent {
        predicates: &[
            ("trace", 0),
            ("notrace", 0),
            ("spy", 1),
            ("nospy", 1),
            ("debug", 0),
            ("nodebug", 0),
        ],
        besides: "",
        advice: "in `regola repl` `:trace GOAL` follows a search, and `:why GOAL` shows a proof",
    },
    Absent {
        predicates: &[("true", 1)],
        besides: "",
        advice: "a fluent is asked by its own name: `cell(X, Y, P)`, where GDL has \
                 `true(cell(X, Y, P))`",
    },
    Absent {
        predicates: &[("distinct", 2), ("or", 2)],
        besides: "",
        advice: "terms that differ are `X \\== Y`, and `;` stands between alternatives",
    },
    Absent {
        predicates: &[("base", 1), ("input", 2)],
        besides: "",
        advice: "a fluent is declared with its domains, `:- fluent cell(column, row) -> disc.`, and \
                 `legal/2` alone says which moves there are",
    },
    Absent {
        predicates: &[("sees", 2)],
        besides: "",
        advice: "every role sees the whole position",
    },
];
