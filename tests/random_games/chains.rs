//! Games whose moves are chains of jumps: a piece takes stones on its way, and the rules say how it may go on,
//! which chains come first, and what is done with them all.

use super::draft::Draft;

/// What a jump asks for beside a stone and a free square.
const FIRST_TESTS: [&str; 7] = [
    "true",
    "T \\== Start",
    "( Taken == [] -> true ; C == red )",
    "length(Taken, N), N < 3",
    "\\+ ( C == blue, Taken \\== [] )",
    "Start = X-_, T = Z-_, abs(X - Z) =< 2",
    "\\+ memberchk(Start, Taken)",
];

/// What is asked of the rest of a chain.
const REST_TESTS: [&str; 8] = [
    "true",
    "true",
    "length(Path, M), M =< 2",
    "\\+ memberchk(S, Path)",
    "last(Colours, red)",
    "Colours \\== [red]",
    "Path = [N | _], N \\== S",
    "\\+ ( takes(Start, T, [V | Taken], Other, _), Other \\== Path )",
];

/// How a chain goes on behind a jump: `rest` stands for the call and its test, `end` for no more jumps.
const GOES_ON: [&str; 6] = [
    "( rest *-> true ; end )",
    "( rest *-> true ; end )",
    "( end ; rest )",
    "( rest ; \\+ ( rest ), end )",
    "( rest -> true ; end )",
    "( aggregate_all(count, ( rest ), Ways), Ways > 1 -> rest ; end )",
];

/// What chains are ranked by.
const KEYS: [&str; 7] = [
    "length(Path, K)",
    "length(Path, L), K is 9 - L",
    "aggregate_all(count, member(red, Colours), K)",
    "msort(Colours, K)",
    "last(Path, K)",
    "K = Colours",
    "atomic_list_concat([k | Colours], K)",
];

/// How all chains are collected in `All`.
const COLLECTED: [&str; 3] = [
    "findall(K-Path, way_of(S, Path, K), All)",
    "setof(K-Path, way_of(S, Path, K), All)",
    "bagof(K-Path, way_of(S, Path, K), All)",
];

/// Which of them may be played.
const CHOSEN: [&str; 15] = [
    "member(_-P, All)",
    "member(K-P, All), least(K, All)",
    "min_member(K-_, All), member(K-P, All)",
    "max_member(_-P, All)",
    "keysort(All, [K-_ | _]), member(K-P, All)",
    "last(All, K-_), member(K-P, All)",
    "member(K-P, All), \\+ ( member(M-_, All), M @> K )",
    "length(All, N), N > 1, member(_-P, All)",
    "reverse(All, Back), member(_-P, Back)",
    "All = [_ | Others], member(_-P, Others)",
    "msort(All, Up), last(Up, _-P)",
    "( All = [_] -> All = [_-P] ; member(_-P, All), length(P, 1) )",
    "sort(All, Up), member(K-P, Up), K @> a",
    "keysort(All, Up), reverse(Up, [_-P | _])",
    "memberchk(K-P, All), P \\== [1-1]",
];

impl Draft<'_, '_> {
    /// Writes a whole game.
    pub fn write_chains(&mut self) {
        self.uses("chains");
        let (columns, rows) = self.choices.pick(&[(3, 3), (5, 2), (4, 4), (5, 3), (5, 5)]);
        let ways = self.choices.pick(&[
            "way(2, 0). way(-2, 0). way(0, 2). way(0, -2)",
            "way(2, 2). way(-2, 2). way(2, -2). way(-2, -2)",
            "way(2, 0). way(0, 2). way(-2, -2)",
        ]);
        for clause in [
            "role(you)",
            &format!("column(1..{columns})"),
            &format!("row(1..{rows})"),
            "square(X-Y) :- column(X), row(Y)",
            "colour(red)",
            "colour(blue)",
            ":- fluent on(square) -> colour",
            ":- fluent at -> square",
            "init(at(1-1))",
            ways,
            "jump(X-Y, V, A-B) :- way(D, E), A is X + D, B is Y + E, square(A-B), \
             C is (X + A) // 2, R is (Y + B) // 2, V = C-R",
            "free(Start, T) :- \\+ ( T \\== Start, on(T, _) )",
            "over(S, Start, V, T, C) :- jump(S, V, T), on(V, C), free(Start, T)",
            "delete(on(V, C)) :- does(you, take(S, Path)), nextto(A, B, [S | Path]), jump(A, V, B), on(V, C)",
            "add(at(T)) :- does(you, take(_, Path)), last(Path, T)",
            "terminal :- \\+ legal(you, _)",
            "goal(you, 100) :- \\+ on(_, _)",
            "goal(you, 0) :- on(_, _)",
        ] {
            self.write(clause.to_owned());
        }
        for x in 1..=columns {
            for y in 1..=rows {
                if x + y > 2 && self.choices.happens(1, 2) {
                    let colour = self.choices.pick(&["red", "blue"]);
                    self.write(format!("init(on({x}-{y}, {colour}))"));
                }
            }
        }
        self.write_chain();
        self.write_choice_among_chains();
    }

    /// The predicate that walks.
    fn write_chain(&mut self) {
        let call = "takes(Start, T, [V | Taken], Path, Colours)";
        let rest = match self.choices.pick(&REST_TESTS) {
            "true" => call.to_owned(),
            test => format!("{call}, {test}"),
        };
        let end = "Path = [], Colours = []";
        let goes_on = self.choices.pick(&GOES_ON);
        let goes_on = goes_on.replace("rest", &rest).replace("end", end);
        let first = self.choices.pick(&FIRST_TESTS);
        let head = "takes(Start, S, Taken, [T | Path], [C | Colours])";
        let jump = "over(S, Start, V, T, C), \\+ memberchk(V, Taken)";
        self.write(format!("{head} :- {jump}, {first}, {goes_on}"));
        if self.choices.happens(1, 4) {
            self.uses("a chain of two clauses");
            self.write(format!("{head} :- {jump}, C == red, {end}"));
        }
    }

    /// The moves.
    fn write_choice_among_chains(&mut self) {
        if self.choices.happens(1, 4) {
            self.write("legal(you, take(S, P)) :- at(S), takes(S, S, [], P, _)".to_owned());
            return;
        }
        self.uses("chains that are collected");
        let (key, collected) = (self.choices.pick(&KEYS), self.choices.pick(&COLLECTED));
        let chosen = self.choices.pick(&CHOSEN);
        self.write(format!(
            "way_of(S, Path, K) :- takes(S, S, [], Path, Colours), {key}"
        ));
        self.write(format!(
            "legal(you, take(S, P)) :- at(S), {collected}, {chosen}"
        ));
        self.write("least(K, All) :- min_member(K-_, All)".to_owned());
    }
}
