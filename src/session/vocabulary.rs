//! The words that make a program a game, each in one sentence.

/// Name, number of arguments, and what it means.
const WORDS: &[(&str, usize, &str)] = &[
    ("role", 1, "role(P): P is a player, in order"),
    ("init", 1, "init(F): the fact F holds at the start"),
    ("legal", 2, "legal(P, M): player P may play M"),
    ("does", 2, "does(P, M): P plays M; known in `add`, `delete` and `next`"),
    ("add", 1, "add(F): the move makes the fact F true"),
    ("delete", 1, "delete(F): the move makes the fact F untrue"),
    ("next", 1, "next(F): F holds after the move, and nothing else does"),
    ("terminal", 0, "terminal: the game is over"),
    ("goal", 2, "goal(P, N): the result for P, from 0 to 100"),
    ("heuristic", 3, "heuristic(Name, P, V): what the position seems worth to P"),
    ("quiet", 0, "quiet: the position may be judged by a heuristic"),
    ("level", 2, "level(Name, Options): a strength on offer"),
    ("impossible", 1, "impossible(Text): why a position given from outside cannot be"),
    ("symmetry", 3, "symmetry(Name, A, B): the symmetry turns the fact A into B"),
    ("grid", 2, "grid(Columns, Rows): the size of the board that is drawn"),
    ("grid", 3, "grid(Columns, Rows, Order): the same, with row 1 drawn first or last"),
    ("show", 3, "show(X, Y, Glyph): what is drawn on column X, row Y"),
    ("notation", 2, "notation(M, Text): how the move M is written and typed"),
    ("path", 2, "path(M, Squares): the squares of the move M in order"),
    ("owns", 2, "owns(P, Square): a piece of P stands on the square"),
    ("square_name", 3, "square_name(X, Y, Name): what the square on column X, row Y is called"),
    ("after", 3, "after(P, M, Goal): the goal holds in the position to which P's move M leads"),
];

/// What a word of the vocabulary means.
pub(super) fn meaning(name: &str, arity: usize) -> Option<&'static str> {
    WORDS.iter().find(|(word, has, _)| *word == name && *has == arity).map(|(_, _, meaning)| *meaning)
}

/// The words of that name, with their numbers of arguments.
pub(super) fn arities(name: &str) -> impl Iterator<Item = usize> {
    WORDS.iter().filter(move |(word, _, _)| *word == name).map(|(_, arity, _)| *arity)
}
