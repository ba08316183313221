% Othello's game tree on a stock Prolog: the clauses of games/othello-play.rules, with the position as dynamic facts.

:- dynamic((cell/3, control/1, does/2)).

role(black).  role(white).
opponent(black, white).  opponent(white, black).
column(1). column(2). column(3). column(4). column(5). column(6). column(7). column(8).
row(1). row(2). row(3). row(4). row(5). row(6). row(7). row(8).

start([control(black), cell(4, 5, black), cell(5, 4, black), cell(4, 4, white), cell(5, 5, white)]).

direction( 0,  1).  direction( 1,  1).  direction( 1,  0).  direction( 1, -1).
direction( 0, -1).  direction(-1, -1).  direction(-1,  0).  direction(-1,  1).

step(X, Y, D-E, A, B) :- direction(D, E), A is X + D, B is Y + E, column(A), row(B).

closed(P, X, Y, _) :- cell(X, Y, P).
closed(P, X, Y, D) :- opponent(P, Q), cell(X, Y, Q), step(X, Y, D, A, B), closed(P, A, B, D).

traps(P, X, Y, D) :- opponent(P, Q), step(X, Y, D, A, B), cell(A, B, Q), closed(P, A, B, D).

run(P, X, Y, D, A, B) :-
    opponent(P, Q), step(X, Y, D, C, R), cell(C, R, Q),
    ( A = C, B = R ; run(P, C, R, D, A, B) ).

turns(P, X, Y, A, B) :- traps(P, X, Y, D), run(P, X, Y, D, A, B).

can_place(P, X, Y) :- column(X), row(Y), \+ cell(X, Y, _), once(traps(P, X, Y, _)).

legal(P, place(X, Y)) :- control(P), can_place(P, X, Y).
legal(P, pass)        :- control(P), \+ can_place(P, _, _), opponent(P, Q), once(can_place(Q, _, _)).

add(cell(X, Y, P)) :- does(P, place(X, Y)).
add(cell(A, B, P)) :- does(P, place(X, Y)), turns(P, X, Y, A, B).
add(control(Q))    :- does(P, _), opponent(P, Q).

% A position is a list of facts; to ask questions of it, it becomes the dynamic facts.
enter(Facts) :- retractall(cell(_, _, _)), retractall(control(_)), forall(member(F, Facts), assertz(F)).

successor(Player, Move, Facts, Next) :-
    enter(Facts),
    retractall(does(_, _)), assertz(does(Player, Move)),
    findall(F, add(F), Added0), sort(Added0, Added),
    findall(Key, (member(F, Added), key(F, Key)), Keys),
    exclude(replaced(Keys), Facts, Kept),
    append(Kept, Added, Next).

replaced(Keys, Fact) :- key(Fact, Key), memberchk(Key, Keys).
key(cell(X, Y, _), X/Y).
key(control(_), control).

perft(_, 0, 1) :- !.
perft(Facts, Depth, Leaves) :-
    enter(Facts),
    findall(P-M, legal(P, M), Moves),
    (   Moves == []
    ->  Leaves = 1
    ;   Rest is Depth - 1,
        findall(N, (member(P-M, Moves), successor(P, M, Facts, Next), perft(Next, Rest, N)), Counts),
        sum_list(Counts, Leaves)
    ).

work(Leaves) :- start(Facts), perft(Facts, 6, Leaves).

rounds(1).
answer(8200).
