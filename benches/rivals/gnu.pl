% Runs a program of the benchmark on GNU Prolog: all its rounds, and how many seconds of CPU time they took.

:- initialization(bench_run).

bench_run :-
    rounds(Rounds),
    answer(Answer),
    statistics(cpu_time, [Before, _]),
    (   bench_rounds(Rounds, Answer)
    ->  statistics(cpu_time, [After, _]), Seconds is (After - Before) / 1000, format("seconds ~6f~n", [Seconds])
    ;   format("wrong~n", [])
    ).

bench_rounds(Rounds, Answer) :- \+ ( between(1, Rounds, _), \+ bench_round(Answer) ).

bench_round(Answer) :- work(Found), !, Found == Answer.

% What the programs use and GNU Prolog lacks.

numlist(Least, Greatest, []) :- Least > Greatest, !.
numlist(Least, Greatest, [Least | Rest]) :- Next is Least + 1, numlist(Next, Greatest, Rest).

aggregate_all(count, Goal, Count) :- findall(x, Goal, Found), length(Found, Count).

exclude(_, [], []).
exclude(Goal, [Item | Items], Kept) :-
    (   call(Goal, Item) -> Kept = Rest ; Kept = [Item | Rest] ),
    exclude(Goal, Items, Rest).
