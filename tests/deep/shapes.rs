//! Rules that nest a goal or a term in itself at run time.

/// `deep(N, Shape, Inner, Whole)`: the inner goal or term in so many levels of that shape.
pub const RULES: &str = r"
deep(0, _, G, G) :- !.
deep(N, Shape, G0, G) :- level_of(Shape, G0, G1), M is N - 1, deep(M, Shape, G1, G).
level_of(call, G, call(G)).
level_of(call_call, G, call(call, G)).
level_of(call_more, G, call(call(call), G)).
level_of(call_bracketed, G, call((call(G)))).
level_of(and, G, (true, G)).
level_of(and_left, G, (G, true)).
level_of(or, G, (fail ; G)).
level_of(or_left, G, (G ; fail)).
level_of(then, G, (true -> G ; fail)).
level_of(condition, G, (G -> true ; fail)).
level_of(soft_then, G, (true *-> G ; fail)).
level_of(not, G, \+ \+ G).
level_of(findall, G, findall(x, G, _)).
level_of(count, G, aggregate_all(count, G, _)).
level_of(bagof, G, bagof(x, G, _)).
level_of(catch, G, catch(G, _, fail)).
level_of(once, G, once(G)).
level_of(ignore, G, ignore(G)).
level_of(forall, G, forall(G, true)).
level_of(forall_then, G, forall(true, G)).
level_of(lambda, G, call([_] >> G, a)).
level_of(maplist, G, maplist([_] >> G, [a])).
level_of(compound, G, f(G)).
level_of(pair, G, G - 1).
level_of(list, G, [G]).
level_of(tail, G, [a | G]).
level_of(minus, G, - G).
level_of(sum, G, 1 + G).
level_of(curly, G, {G}).
";

/// Shapes that hold if what is in them holds.
pub const GOALS: [&str; 22] = [
    "call",
    "call_call",
    "call_more",
    "call_bracketed",
    "and",
    "and_left",
    "or",
    "or_left",
    "then",
    "condition",
    "soft_then",
    "not",
    "findall",
    "count",
    "bagof",
    "catch",
    "once",
    "ignore",
    "forall",
    "forall_then",
    "lambda",
    "maplist",
];

/// Shapes of terms that are no goals.
pub const TERMS: [&str; 7] = ["compound", "pair", "list", "tail", "minus", "sum", "curly"];
