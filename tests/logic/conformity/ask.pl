% Asks SWI-Prolog what it says to goals.
%
%     swipl tests/logic/conformity/ask.pl < tests/logic/conformity/lists.txt
%
% reads `Goal --> Outcome.` or `Goal.` and writes a line for each: the outcome here, in the notation of
% these files. A written outcome only tells how many answers to ask for; without one it is six.

:- initialization(main, main).
:- set_prolog_flag(stack_limit, 100_000_000).
:- style_check(-singleton).

main :-
    set_stream(user_input, encoding(utf8)),
    set_stream(user_output, encoding(utf8)),
    repeat,
    catch(read_term(user_input, Line, [variable_names(Names)]), error(Formal, _), Line = unreadable(Formal)),
    (   Line == end_of_file
    ->  !
    ;   outcome(Line, Names, Text),
        writeln(Text),
        fail
    ).

outcome(unreadable(Formal), _, Text) :- !, with_output_to(string(Text), tell_error(error(Formal, _))).
outcome((Goal --> Outcome), Names, Text) :- !,
    parts(Outcome, Parts),
    exclude(no_answer, Parts, Answers),
    length(Answers, Count),
    ( memberchk(more, Parts) -> Most = Count ; Most is Count + 1 ),
    include(is_in(Goal), Names, Own),
    answers(Goal, Own, Most, Text).
outcome(Goal, Names, Text) :- answers(Goal, Names, 6, Text).

parts(Part, [Part]) :- var(Part), !.
parts((Part ; Rest), [Part | Parts]) :- !, parts(Rest, Parts).
parts(Part, [Part]).

no_answer(Part) :- ( Part == no ; Part == more ; Part = throws(_) ), !.

is_in(Term, _ = Variable) :- sub_term(Part, Term), Part == Variable, !.

answers(Goal, Names, Most, Text) :-
    exclude(is_silent, Names, Told),
    with_output_to(string(Text), catch(call_with_time_limit(3, ask(Goal, Told, Most)), Ball, tell_error(Ball))).

is_silent(Name = _) :- sub_atom(Name, 0, _, _, '_').

ask(Goal, Names, Most) :-
    Seen = seen(0),
    call_cleanup(Goal, Last = true),
    tell_answer(Names),
    arg(1, Seen, Before),
    Count is Before + 1,
    nb_setarg(1, Seen, Count),
    (   Last == true
    ->  true
    ;   write(' ; '),
        Count >= Most,
        write(more)
    ),
    !.
ask(_, _, _) :- write(no).

% What an answer binds; a variable that stays as it was is not told.
tell_answer(Names) :- \+ acyclic_term(Names), !, write(cyclic).
tell_answer(Names) :-
    unbound(Names, [], Own),
    findall(Name = Value, bound(Names, Own, Name, Value), []), !,
    write(yes).
tell_answer(Names) :-
    unbound(Names, [], Own),
    include(is_bound(Own), Names, Bound),
    term_variables(Bound, Variables),
    others(Variables, Own, 0'A, All),
    tell(Bound, All).

bound(Names, Own, Name, Value) :- member(Name = Value, Names), is_bound(Own, Name = Value).

is_bound(Own, Name = Value) :- \+ ( member(Known = Variable, Own), Known == Name, Variable == Value ).

unbound([], Own, Own).
unbound([Name = Value | Names], Before, Own) :-
    (   var(Value), \+ ( member(_ = Known, Before), Known == Value )
    ->  unbound(Names, [Name = Value | Before], Own)
    ;   unbound(Names, Before, Own)
    ).

others([], Own, _, Own).
others([Variable | Variables], Own, Letter, All) :-
    (   member(_ = Known, Own), Known == Variable
    ->  others(Variables, Own, Letter, All)
    ;   atom_codes(Name, [0'_, Letter]),
        Next is Letter + 1,
        others(Variables, [Name = Variable | Own], Next, All)
    ).

tell([Equation], All) :- !, tell_equation(Equation, All).
tell([Equation | Equations], All) :- tell_equation(Equation, All), write(', '), tell(Equations, All).

tell_equation(Name = Value, All) :-
    format('~w = ', [Name]),
    ( atom(Value), current_op(_, _, Value) -> Around = true ; Around = false ),
    ( Around == true -> write('(') ; true ),
    write_term(Value, [quoted(true), priority(699), variable_names(All), spacing(next_argument)]),
    ( Around == true -> write(')') ; true ).

tell_error(error(Formal, _)) :- !, tell_thrown(Formal).
tell_error(Ball) :- tell_thrown(Ball).

tell_thrown(Ball) :-
    term_variables(Ball, Variables),
    others(Variables, [], 0'A, All),
    write('throws('),
    write_term(Ball, [quoted(true), priority(999), variable_names(All), spacing(next_argument)]),
    write(')').
