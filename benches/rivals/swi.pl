% Runs a program of the benchmark on SWI-Prolog: all its rounds, and how many seconds of CPU time they took.

bench_run :-
    rounds(Rounds),
    answer(Answer),
    bench_time(Before),
    (   bench_rounds(Rounds, Answer)
    ->  bench_time(After), Seconds is After - Before, format("seconds ~6f~n", [Seconds])
    ;   format("wrong~n")
    ).

bench_rounds(Rounds, Answer) :- \+ ( between(1, Rounds, _), \+ bench_round(Answer) ).

bench_round(Answer) :- work(Found), !, Found == Answer.

% What the program took, and what the system took for it.
bench_time(Seconds) :- statistics(cputime, User), statistics(system_time, [System, _]), Seconds is User + System / 1000.
