% Runs a program of the benchmark on SWI-Prolog: all its rounds, and how many seconds of CPU time they took.

bench_run :-
    rounds(Rounds),
    answer(Answer),
    statistics(cputime, Before),
    (   bench_rounds(Rounds, Answer)
    ->  statistics(cputime, After), Seconds is After - Before, format("seconds ~6f~n", [Seconds])
    ;   format("wrong~n")
    ).

bench_rounds(Rounds, Answer) :- \+ ( between(1, Rounds, _), \+ bench_round(Answer) ).

bench_round(Answer) :- work(Found), !, Found == Answer.
