//! The built-in predicates, with one sentence about each.

use super::BuiltIn;

const fn builtin(name: &'static str, arguments: &'static str, sentence: &'static str) -> BuiltIn {
    BuiltIn {
        name,
        arguments,
        sentence,
    }
}

/// All built-in predicates that a rule file can call. `maplist` and predicates like it occur once
/// for each arity.
pub(super) const BUILTINS: &[BuiltIn] = &[
    // Control
    builtin(
        ",",
        "First, Second",
        "Both goals hold, the first before the second.",
    ),
    builtin(
        ";",
        "First, Second",
        "One of the goals holds; answers of the first come first.",
    ),
    builtin(
        "->",
        "Condition, Then",
        "If the condition holds, its first answer is kept and the second goal is proved.",
    ),
    builtin(
        "*->",
        "Condition, Then",
        "For every answer of the condition the second goal is proved.",
    ),
    builtin("\\+", "Goal", "The goal does not hold; binds nothing."),
    builtin(
        "!",
        "",
        "Keeps the choices made since the clause was entered.",
    ),
    builtin("true", "", "Holds."),
    builtin("fail", "", "Never holds."),
    builtin("false", "", "Never holds."),
    builtin("repeat", "", "Holds again and again."),
    builtin(
        "not",
        "Goal",
        "The goal does not hold; another way to write `\\+`.",
    ),
    builtin(
        "call",
        "Goal",
        "Proves the goal, with further arguments added at its end if there are any.",
    ),
    builtin(
        "apply",
        "Goal, Arguments",
        "Proves the goal with the list of arguments added at its end.",
    ),
    builtin("once", "Goal", "The goal's first answer only."),
    builtin(
        "ignore",
        "Goal",
        "The goal's first answer if there is one; holds anyway.",
    ),
    builtin(
        "forall",
        "Condition, Goal",
        "The goal holds for every answer of the condition; binds nothing.",
    ),
    builtin(
        "catch",
        "Goal, Catcher, Recovery",
        "Proves the goal; an error that unifies with the catcher leads to the recovery instead.",
    ),
    builtin("throw", "Error", "Raises an error."),
    builtin(
        "between",
        "Low, High, Number",
        "An integer from low to high: tests one or enumerates them all.",
    ),
    builtin(
        ">>",
        "Parameters, Body",
        "A goal written where it is used: `maplist([X, Y]>>(Y is X * X), Xs, Ys)`.",
    ),
    builtin(
        "^",
        "Variable, Goal",
        "In `bagof` and `setof`: the variable may differ between answers.",
    ),
    builtin(
        "rewrite",
        "State, Next",
        "One production of the program makes the next string of the state.",
    ),
    builtin(
        "must_be",
        "Type, Term",
        "Raises an error unless the term has the type.",
    ),
    builtin("is_of_type", "Type, Term", "The term has the type."),
    // Comparison
    builtin("=", "Left, Right", "The terms are unified."),
    builtin("\\=", "Left, Right", "The terms cannot be unified."),
    builtin(
        "==",
        "Left, Right",
        "The terms are identical as they stand.",
    ),
    builtin(
        "\\==",
        "Left, Right",
        "The terms are not identical as they stand.",
    ),
    builtin(
        "@<",
        "Left, Right",
        "The first term comes before the second in the standard order.",
    ),
    builtin(
        "@=<",
        "Left, Right",
        "The first term does not come after the second in the standard order.",
    ),
    builtin(
        "@>",
        "Left, Right",
        "The first term comes after the second in the standard order.",
    ),
    builtin(
        "@>=",
        "Left, Right",
        "The first term does not come before the second in the standard order.",
    ),
    builtin(
        "compare",
        "Order, Left, Right",
        "The order is `<`, `=` or `>`, as the terms are in the standard order.",
    ),
    builtin(
        "=@=",
        "Left, Right",
        "The terms are identical but for the names of their variables.",
    ),
    builtin(
        "\\=@=",
        "Left, Right",
        "The terms differ in more than the names of their variables.",
    ),
    builtin(
        "unify_with_occurs_check",
        "Left, Right",
        "The terms are unified, and none becomes a part of itself.",
    ),
    builtin(
        "subsumes_term",
        "General, Specific",
        "The specific term is a case of the general one; binds nothing.",
    ),
    // Arithmetic
    builtin(
        "is",
        "Number, Expression",
        "The number is the value of the expression.",
    ),
    builtin("=:=", "Left, Right", "The values are equal."),
    builtin("=\\=", "Left, Right", "The values differ."),
    builtin(
        "<",
        "Left, Right",
        "The first value is less than the second.",
    ),
    builtin(
        "=<",
        "Left, Right",
        "The first value is at most the second.",
    ),
    builtin(
        ">",
        "Left, Right",
        "The first value is greater than the second.",
    ),
    builtin(
        ">=",
        "Left, Right",
        "The first value is at least the second.",
    ),
    builtin(
        "succ",
        "Number, Next",
        "The second number is one more than the first, which is not negative.",
    ),
    builtin(
        "plus",
        "First, Second, Sum",
        "The sum of two numbers; finds any one of the three.",
    ),
    // Terms
    builtin("var", "Term", "The term is a variable still."),
    builtin("nonvar", "Term", "The term is no variable."),
    builtin("atom", "Term", "The term is an atom."),
    builtin("string", "Term", "The term is a string."),
    builtin("integer", "Term", "The term is an integer."),
    builtin("number", "Term", "The term is a number."),
    builtin(
        "atomic",
        "Term",
        "The term is an atom, a string or a number.",
    ),
    builtin("compound", "Term", "The term has a functor and arguments."),
    builtin(
        "callable",
        "Term",
        "The term could be called: an atom or a compound.",
    ),
    builtin("ground", "Term", "The term has no variables."),
    builtin("is_list", "Term", "The term is a list with an end."),
    builtin("is_set", "Term", "The term is a list without repetition."),
    builtin(
        "functor",
        "Term, Name, Arity",
        "The name and the number of arguments of a term; or makes a new one.",
    ),
    builtin(
        "arg",
        "Position, Term, Argument",
        "An argument of a term, counted from 1; or enumerates them.",
    ),
    builtin(
        "=..",
        "Term, List",
        "The list is the term's name followed by its arguments.",
    ),
    builtin(
        "copy_term",
        "Term, Copy",
        "A copy of the term with new variables.",
    ),
    builtin(
        "term_variables",
        "Term, Variables",
        "The variables of a term, each once.",
    ),
    // All answers
    builtin(
        "findall",
        "Template, Goal, List",
        "The template for every answer of the goal, in their order; the empty list if there is none.",
    ),
    builtin(
        "findall",
        "Template, Goal, List, Tail",
        "The same, followed by the tail.",
    ),
    builtin(
        "bagof",
        "Template, Goal, List",
        "The templates for each binding of the other variables; fails if there is none.",
    ),
    builtin(
        "setof",
        "Template, Goal, List",
        "The same, sorted and without repetition.",
    ),
    builtin(
        "aggregate_all",
        "Aggregate, Goal, Result",
        "One result from all answers: `count`, `sum(E)`, `max(E)`, `min(E)`, `bag(T)` or `set(T)`.",
    ),
    // Lists
    builtin(
        "append",
        "Front, Back, List",
        "The list is the front followed by the back; splits lists too.",
    ),
    builtin(
        "append",
        "Lists, List",
        "The list is all the lists, one after the other.",
    ),
    builtin(
        "member",
        "Item, List",
        "The item is in the list; enumerates the items.",
    ),
    builtin(
        "memberchk",
        "Item, List",
        "The item is in the list, at its first place.",
    ),
    builtin("length", "List, Length", "The number of a list's items."),
    builtin(
        "nth0",
        "Position, List, Item",
        "The item at a position, counted from 0.",
    ),
    builtin(
        "nth0",
        "Position, List, Item, Rest",
        "The same, with the list that remains without it.",
    ),
    builtin(
        "nth1",
        "Position, List, Item",
        "The item at a position, counted from 1.",
    ),
    builtin(
        "nth1",
        "Position, List, Item, Rest",
        "The same, with the list that remains without it.",
    ),
    builtin("last", "List, Item", "The last item of a list."),
    builtin(
        "nextto",
        "Item, Next, List",
        "The two items stand side by side in the list.",
    ),
    builtin(
        "same_length",
        "First, Second",
        "Both lists have the same length.",
    ),
    builtin(
        "clumped",
        "List, Pairs",
        "Each run of items that are the same as a pair of the item and how many there are.",
    ),
    builtin(
        "reverse",
        "List, Reversed",
        "The list from its end to its start.",
    ),
    builtin(
        "select",
        "Item, List, Rest",
        "The list without one occurrence of the item.",
    ),
    builtin(
        "select",
        "Item, List, Replacement, New",
        "The list with the replacement at one place of the item.",
    ),
    builtin(
        "selectchk",
        "Item, List, Rest",
        "The list without the first occurrence of the item.",
    ),
    builtin(
        "exclude",
        "Goal, List, Rest",
        "The items for which the goal fails.",
    ),
    builtin(
        "include",
        "Goal, List, Kept",
        "The items for which the goal holds.",
    ),
    builtin(
        "partition",
        "Goal, List, Kept, Rest",
        "The items for which the goal holds, and the others.",
    ),
    builtin(
        "partition",
        "Goal, List, Less, Equal, Greater",
        "The items by the order that the goal gives: `<`, `=` or `>`.",
    ),
    builtin(
        "permutation",
        "List, Permutation",
        "The list in another order; enumerates all.",
    ),
    builtin("flatten", "List, Flat", "The list without lists in it."),
    builtin(
        "delete",
        "List, Item, Rest",
        "The list without all that unifies with the item.",
    ),
    builtin(
        "subtract",
        "List, Items, Rest",
        "The list without these items.",
    ),
    builtin(
        "intersection",
        "First, Second, Common",
        "The items that are in both lists.",
    ),
    builtin(
        "union",
        "First, Second, All",
        "The items of both lists, each once if the lists are sets.",
    ),
    builtin(
        "subset",
        "Part, List",
        "Every item of the part is in the list.",
    ),
    builtin(
        "list_to_set",
        "List, Set",
        "The list without repetition, first occurrences kept.",
    ),
    builtin("sum_list", "List, Sum", "The sum of a list of numbers."),
    builtin(
        "sumlist",
        "List, Sum",
        "The sum of a list of numbers; another name of `sum_list`.",
    ),
    builtin(
        "max_list",
        "List, Greatest",
        "The greatest of a list of numbers.",
    ),
    builtin("min_list", "List, Least", "The least of a list of numbers."),
    builtin(
        "max_member",
        "Greatest, List",
        "The item that comes last in the standard order.",
    ),
    builtin(
        "min_member",
        "Least, List",
        "The item that comes first in the standard order.",
    ),
    builtin(
        "numlist",
        "Low, High, List",
        "The list of the integers from low to high.",
    ),
    builtin("maplist", "Goal, List", "The goal holds for every item."),
    builtin(
        "maplist",
        "Goal, First, Second",
        "The goal holds for the items of both lists at the same places.",
    ),
    builtin(
        "maplist",
        "Goal, First, Second, Third",
        "The goal holds for the items of three lists at the same places.",
    ),
    builtin(
        "maplist",
        "Goal, First, Second, Third, Fourth",
        "The same for four lists.",
    ),
    builtin(
        "convlist",
        "Goal, List, Values",
        "What the goal makes of each item that it holds for.",
    ),
    builtin(
        "foldl",
        "Goal, List, Start, End",
        "Passes a value through the goal from item to item.",
    ),
    builtin(
        "foldl",
        "Goal, First, Second, Start, End",
        "The same over two lists.",
    ),
    builtin(
        "foldl",
        "Goal, First, Second, Third, Start, End",
        "The same over three lists.",
    ),
    // Sorting
    builtin(
        "sort",
        "List, Sorted",
        "The list in the standard order, without repetition.",
    ),
    builtin(
        "sort",
        "Key, Order, List, Sorted",
        "Sorted by an argument, or 0 for the whole, in the order `@<`, `@=<`, `@>` or `@>=`.",
    ),
    builtin(
        "msort",
        "List, Sorted",
        "The list in the standard order, with repetition.",
    ),
    builtin(
        "predsort",
        "Goal, List, Sorted",
        "The list in the order that the goal gives; equal ones are dropped.",
    ),
    builtin(
        "keysort",
        "Pairs, Sorted",
        "The pairs `Key-Value` in the order of their keys; equal keys stay in their order.",
    ),
    builtin("pairs_keys", "Pairs, Keys", "The keys of the pairs."),
    builtin("pairs_values", "Pairs, Values", "The values of the pairs."),
    builtin(
        "pairs_keys_values",
        "Pairs, Keys, Values",
        "Pairs from keys and values, or the other way round.",
    ),
    builtin(
        "transpose_pairs",
        "Pairs, Swapped",
        "The pairs with keys and values exchanged, sorted.",
    ),
    builtin(
        "list_to_ord_set",
        "List, Set",
        "The list as an ordered set.",
    ),
    builtin(
        "ord_add_element",
        "Set, Item, New",
        "The ordered set with the item.",
    ),
    builtin(
        "ord_del_element",
        "Set, Item, New",
        "The ordered set without the item.",
    ),
    builtin(
        "ord_insert",
        "Set, Item, New",
        "The ordered set with the item.",
    ),
    builtin(
        "ord_intersection",
        "First, Second, Common",
        "What is in both ordered sets.",
    ),
    builtin(
        "ord_memberchk",
        "Item, Set",
        "The item is in the ordered set.",
    ),
    builtin(
        "ord_subset",
        "Part, Set",
        "All of the first ordered set is in the second.",
    ),
    builtin(
        "ord_subtract",
        "First, Second, Rest",
        "What is in the first ordered set only.",
    ),
    builtin(
        "ord_union",
        "First, Second, All",
        "What is in one of the ordered sets.",
    ),
    builtin(
        "ord_union",
        "Sets, All",
        "What is in one of the ordered sets of a list.",
    ),
    // Text
    builtin(
        "atom_chars",
        "Atom, Characters",
        "The characters of an atom, as a list of atoms.",
    ),
    builtin(
        "atom_codes",
        "Atom, Codes",
        "The character codes of an atom.",
    ),
    builtin(
        "atom_concat",
        "First, Second, Atom",
        "The atom is both texts together; splits an atom too.",
    ),
    builtin("atom_length", "Atom, Length", "The number of characters."),
    builtin(
        "atom_number",
        "Atom, Number",
        "The number that the atom writes.",
    ),
    builtin(
        "atom_string",
        "Atom, String",
        "The same text as an atom and as a string.",
    ),
    builtin(
        "atom_to_term",
        "Atom, Term, Bindings",
        "The term that the text writes, with the names of its variables.",
    ),
    builtin(
        "term_to_atom",
        "Term, Atom",
        "A term and the text that writes it.",
    ),
    builtin(
        "term_string",
        "Term, String",
        "A term and the string that writes it.",
    ),
    builtin(
        "atomic_list_concat",
        "Parts, Atom",
        "The texts of the list together.",
    ),
    builtin(
        "atomic_list_concat",
        "Parts, Separator, Atom",
        "The texts of the list with the separator between them; splits too.",
    ),
    builtin("char_code", "Character, Code", "A character and its code."),
    builtin(
        "char_type",
        "Character, Type",
        "The character is of the type, such as `alpha` or `digit(Weight)`.",
    ),
    builtin(
        "code_type",
        "Code, Type",
        "The character of this code is of the type.",
    ),
    builtin(
        "downcase_atom",
        "Text, Atom",
        "The text in small letters, as an atom.",
    ),
    builtin(
        "upcase_atom",
        "Text, Atom",
        "The text in capitals, as an atom.",
    ),
    builtin(
        "number_chars",
        "Number, Characters",
        "A number and the characters that write it.",
    ),
    builtin(
        "number_codes",
        "Number, Codes",
        "A number and the character codes that write it.",
    ),
    builtin(
        "number_string",
        "Number, String",
        "A number and the string that writes it.",
    ),
    builtin(
        "string_chars",
        "String, Characters",
        "The characters of a string, as a list of atoms.",
    ),
    builtin(
        "string_codes",
        "String, Codes",
        "The character codes of a string.",
    ),
    builtin(
        "string_code",
        "Position, String, Code",
        "The character code at a position, counted from 1.",
    ),
    builtin(
        "string_concat",
        "First, Second, String",
        "The string is both texts together; splits a string too.",
    ),
    builtin(
        "string_length",
        "String, Length",
        "The number of characters.",
    ),
    builtin(
        "string_lower",
        "String, Lower",
        "The string in small letters.",
    ),
    builtin("string_upper", "String, Upper", "The string in capitals."),
    builtin(
        "string_to_atom",
        "String, Atom",
        "The same text as a string and as an atom.",
    ),
    builtin(
        "split_string",
        "String, Separators, Padding, Parts",
        "The parts between separators, without padding at their ends.",
    ),
    builtin(
        "sub_atom",
        "Atom, Before, Length, After, Part",
        "A part of an atom, with what is before and after it counted; enumerates all.",
    ),
    builtin(
        "sub_string",
        "String, Before, Length, After, Part",
        "A part of a string, with what is before and after it counted; enumerates all.",
    ),
    builtin(
        "text_concat",
        "First, Second, Text",
        "The text is both texts together.",
    ),
    builtin("text_to_string", "Text, String", "The text as a string."),
    builtin(
        "format",
        "Sink, Format, Arguments",
        "Text from a format such as `\"~w wins\"`, put into `atom(A)`, `string(S)`, `codes(C)` or `chars(C)`.",
    ),
];
