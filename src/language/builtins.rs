//! The built-in predicates, each in one sentence.

use super::Word;

const fn word(name: &'static str, arguments: &'static str, sentence: &'static str) -> Word {
    Word {
        name,
        arguments,
        sentence,
    }
}

/// All that a rule file can call; `maplist` and its like by each number of arguments that there is.
pub(super) const WORDS: &[Word] = &[
    // Control
    word(
        ",",
        "First, Second",
        "Both goals hold, the first before the second.",
    ),
    word(
        ";",
        "First, Second",
        "One of the goals holds; answers of the first come first.",
    ),
    word(
        "->",
        "Condition, Then",
        "If the condition holds, its first answer is kept and the second goal is proved.",
    ),
    word(
        "*->",
        "Condition, Then",
        "For every answer of the condition the second goal is proved.",
    ),
    word("\\+", "Goal", "The goal does not hold; binds nothing."),
    word(
        "!",
        "",
        "Keeps the choices made since the clause was entered.",
    ),
    word("true", "", "Holds."),
    word("fail", "", "Never holds."),
    word("false", "", "Never holds."),
    word("repeat", "", "Holds again and again."),
    word(
        "not",
        "Goal",
        "The goal does not hold; another way to write `\\+`.",
    ),
    word(
        "call",
        "Goal",
        "Proves the goal, with further arguments added at its end if there are any.",
    ),
    word(
        "apply",
        "Goal, Arguments",
        "Proves the goal with the list of arguments added at its end.",
    ),
    word("once", "Goal", "The goal's first answer only."),
    word(
        "ignore",
        "Goal",
        "The goal's first answer if there is one; holds anyway.",
    ),
    word(
        "forall",
        "Condition, Goal",
        "The goal holds for every answer of the condition; binds nothing.",
    ),
    word(
        "catch",
        "Goal, Catcher, Recovery",
        "Proves the goal; an error that unifies with the catcher leads to the recovery instead.",
    ),
    word("throw", "Error", "Raises an error."),
    word(
        "between",
        "Low, High, Number",
        "An integer from low to high: tests one or enumerates them all.",
    ),
    word(
        ">>",
        "Parameters, Body",
        "A goal written where it is used: `maplist([X, Y]>>(Y is X * X), Xs, Ys)`.",
    ),
    word(
        "^",
        "Variable, Goal",
        "In `bagof` and `setof`: the variable may differ between answers.",
    ),
    word(
        "rewrite",
        "State, Next",
        "One production of the program makes the next string of the state.",
    ),
    word(
        "must_be",
        "Type, Term",
        "Raises an error unless the term has the type.",
    ),
    word("is_of_type", "Type, Term", "The term has the type."),
    // Comparison
    word("=", "Left, Right", "The terms are unified."),
    word("\\=", "Left, Right", "The terms cannot be unified."),
    word(
        "==",
        "Left, Right",
        "The terms are identical as they stand.",
    ),
    word(
        "\\==",
        "Left, Right",
        "The terms are not identical as they stand.",
    ),
    word(
        "@<",
        "Left, Right",
        "The first term comes before the second in the standard order.",
    ),
    word(
        "@=<",
        "Left, Right",
        "The first term does not come after the second in the standard order.",
    ),
    word(
        "@>",
        "Left, Right",
        "The first term comes after the second in the standard order.",
    ),
    word(
        "@>=",
        "Left, Right",
        "The first term does not come before the second in the standard order.",
    ),
    word(
        "compare",
        "Order, Left, Right",
        "The order is `<`, `=` or `>`, as the terms are in the standard order.",
    ),
    word(
        "=@=",
        "Left, Right",
        "The terms are identical but for the names of their variables.",
    ),
    word(
        "\\=@=",
        "Left, Right",
        "The terms differ in more than the names of their variables.",
    ),
    word(
        "unify_with_occurs_check",
        "Left, Right",
        "The terms are unified, and none becomes a part of itself.",
    ),
    word(
        "subsumes_term",
        "General, Specific",
        "The specific term is a case of the general one; binds nothing.",
    ),
    // Arithmetic
    word(
        "is",
        "Number, Expression",
        "The number is the value of the expression.",
    ),
    word("=:=", "Left, Right", "The values are equal."),
    word("=\\=", "Left, Right", "The values differ."),
    word(
        "<",
        "Left, Right",
        "The first value is less than the second.",
    ),
    word(
        "=<",
        "Left, Right",
        "The first value is at most the second.",
    ),
    word(
        ">",
        "Left, Right",
        "The first value is greater than the second.",
    ),
    word(
        ">=",
        "Left, Right",
        "The first value is at least the second.",
    ),
    word(
        "succ",
        "Number, Next",
        "The second number is one more than the first, which is not negative.",
    ),
    word(
        "plus",
        "First, Second, Sum",
        "The sum of two numbers; finds any one of the three.",
    ),
    // Terms
    word("var", "Term", "The term is a variable still."),
    word("nonvar", "Term", "The term is no variable."),
    word("atom", "Term", "The term is an atom."),
    word("string", "Term", "The term is a string."),
    word("integer", "Term", "The term is an integer."),
    word("number", "Term", "The term is a number."),
    word(
        "atomic",
        "Term",
        "The term is an atom, a string or a number.",
    ),
    word("compound", "Term", "The term has a functor and arguments."),
    word(
        "callable",
        "Term",
        "The term could be called: an atom or a compound.",
    ),
    word("ground", "Term", "The term has no variables."),
    word("is_list", "Term", "The term is a list with an end."),
    word("is_set", "Term", "The term is a list without repetition."),
    word(
        "functor",
        "Term, Name, Arity",
        "The name and the number of arguments of a term; or makes a new one.",
    ),
    word(
        "arg",
        "Position, Term, Argument",
        "An argument of a term, counted from 1; or enumerates them.",
    ),
    word(
        "=..",
        "Term, List",
        "The list is the term's name followed by its arguments.",
    ),
    word(
        "copy_term",
        "Term, Copy",
        "A copy of the term with new variables.",
    ),
    word(
        "term_variables",
        "Term, Variables",
        "The variables of a term, each once.",
    ),
    // All answers
    word(
        "findall",
        "Template, Goal, List",
        "The template for every answer of the goal, in their order; the empty list if there is none.",
    ),
    word(
        "findall",
        "Template, Goal, List, Tail",
        "The same, followed by the tail.",
    ),
    word(
        "bagof",
        "Template, Goal, List",
        "The templates for each binding of the other variables; fails if there is none.",
    ),
    word(
        "setof",
        "Template, Goal, List",
        "The same, sorted and without repetition.",
    ),
    word(
        "aggregate_all",
        "Aggregate, Goal, Result",
        "One result from all answers: `count`, `sum(E)`, `max(E)`, `min(E)`, `bag(T)` or `set(T)`.",
    ),
    // Lists
    word(
        "append",
        "Front, Back, List",
        "The list is the front followed by the back; splits lists too.",
    ),
    word(
        "append",
        "Lists, List",
        "The list is all the lists, one after the other.",
    ),
    word(
        "member",
        "Item, List",
        "The item is in the list; enumerates the items.",
    ),
    word(
        "memberchk",
        "Item, List",
        "The item is in the list, at its first place.",
    ),
    word("length", "List, Length", "The number of a list's items."),
    word(
        "nth0",
        "Position, List, Item",
        "The item at a position, counted from 0.",
    ),
    word(
        "nth0",
        "Position, List, Item, Rest",
        "The same, with the list that remains without it.",
    ),
    word(
        "nth1",
        "Position, List, Item",
        "The item at a position, counted from 1.",
    ),
    word(
        "nth1",
        "Position, List, Item, Rest",
        "The same, with the list that remains without it.",
    ),
    word("last", "List, Item", "The last item of a list."),
    word(
        "nextto",
        "Item, Next, List",
        "The two items stand side by side in the list.",
    ),
    word(
        "same_length",
        "First, Second",
        "Both lists have the same length.",
    ),
    word(
        "clumped",
        "List, Pairs",
        "Each run of items that are the same as a pair of the item and how many there are.",
    ),
    word(
        "reverse",
        "List, Reversed",
        "The list from its end to its start.",
    ),
    word(
        "select",
        "Item, List, Rest",
        "The list without one occurrence of the item.",
    ),
    word(
        "select",
        "Item, List, Replacement, New",
        "The list with the replacement at one place of the item.",
    ),
    word(
        "selectchk",
        "Item, List, Rest",
        "The list without the first occurrence of the item.",
    ),
    word(
        "exclude",
        "Goal, List, Rest",
        "The items for which the goal fails.",
    ),
    word(
        "include",
        "Goal, List, Kept",
        "The items for which the goal holds.",
    ),
    word(
        "partition",
        "Goal, List, Kept, Rest",
        "The items for which the goal holds, and the others.",
    ),
    word(
        "partition",
        "Goal, List, Less, Equal, Greater",
        "The items by the order that the goal gives: `<`, `=` or `>`.",
    ),
    word(
        "permutation",
        "List, Permutation",
        "The list in another order; enumerates all.",
    ),
    word("flatten", "List, Flat", "The list without lists in it."),
    word(
        "delete",
        "List, Item, Rest",
        "The list without all that unifies with the item.",
    ),
    word(
        "subtract",
        "List, Items, Rest",
        "The list without these items.",
    ),
    word(
        "intersection",
        "First, Second, Common",
        "The items that are in both lists.",
    ),
    word(
        "union",
        "First, Second, All",
        "The items of both lists, each once if the lists are sets.",
    ),
    word(
        "subset",
        "Part, List",
        "Every item of the part is in the list.",
    ),
    word(
        "list_to_set",
        "List, Set",
        "The list without repetition, first occurrences kept.",
    ),
    word("sum_list", "List, Sum", "The sum of a list of numbers."),
    word(
        "sumlist",
        "List, Sum",
        "The sum of a list of numbers; another name of `sum_list`.",
    ),
    word(
        "max_list",
        "List, Greatest",
        "The greatest of a list of numbers.",
    ),
    word("min_list", "List, Least", "The least of a list of numbers."),
    word(
        "max_member",
        "Greatest, List",
        "The item that comes last in the standard order.",
    ),
    word(
        "min_member",
        "Least, List",
        "The item that comes first in the standard order.",
    ),
    word(
        "numlist",
        "Low, High, List",
        "The list of the integers from low to high.",
    ),
    word("maplist", "Goal, List", "The goal holds for every item."),
    word(
        "maplist",
        "Goal, First, Second",
        "The goal holds for the items of both lists at the same places.",
    ),
    word(
        "maplist",
        "Goal, First, Second, Third",
        "The goal holds for the items of three lists at the same places.",
    ),
    word(
        "maplist",
        "Goal, First, Second, Third, Fourth",
        "The same for four lists.",
    ),
    word(
        "convlist",
        "Goal, List, Values",
        "What the goal makes of each item that it holds for.",
    ),
    word(
        "foldl",
        "Goal, List, Start, End",
        "Passes a value through the goal from item to item.",
    ),
    word(
        "foldl",
        "Goal, First, Second, Start, End",
        "The same over two lists.",
    ),
    word(
        "foldl",
        "Goal, First, Second, Third, Start, End",
        "The same over three lists.",
    ),
    // Sorting
    word(
        "sort",
        "List, Sorted",
        "The list in the standard order, without repetition.",
    ),
    word(
        "sort",
        "Key, Order, List, Sorted",
        "Sorted by an argument, or 0 for the whole, in the order `@<`, `@=<`, `@>` or `@>=`.",
    ),
    word(
        "msort",
        "List, Sorted",
        "The list in the standard order, with repetition.",
    ),
    word(
        "predsort",
        "Goal, List, Sorted",
        "The list in the order that the goal gives; equal ones are dropped.",
    ),
    word(
        "keysort",
        "Pairs, Sorted",
        "The pairs `Key-Value` in the order of their keys; equal keys stay in their order.",
    ),
    word("pairs_keys", "Pairs, Keys", "The keys of the pairs."),
    word("pairs_values", "Pairs, Values", "The values of the pairs."),
    word(
        "pairs_keys_values",
        "Pairs, Keys, Values",
        "Pairs from keys and values, or the other way round.",
    ),
    word(
        "transpose_pairs",
        "Pairs, Swapped",
        "The pairs with keys and values exchanged, sorted.",
    ),
    word(
        "list_to_ord_set",
        "List, Set",
        "The list as an ordered set.",
    ),
    word(
        "ord_add_element",
        "Set, Item, New",
        "The ordered set with the item.",
    ),
    word(
        "ord_del_element",
        "Set, Item, New",
        "The ordered set without the item.",
    ),
    word(
        "ord_insert",
        "Set, Item, New",
        "The ordered set with the item.",
    ),
    word(
        "ord_intersection",
        "First, Second, Common",
        "What is in both ordered sets.",
    ),
    word(
        "ord_memberchk",
        "Item, Set",
        "The item is in the ordered set.",
    ),
    word(
        "ord_subset",
        "Part, Set",
        "All of the first ordered set is in the second.",
    ),
    word(
        "ord_subtract",
        "First, Second, Rest",
        "What is in the first ordered set only.",
    ),
    word(
        "ord_union",
        "First, Second, All",
        "What is in one of the ordered sets.",
    ),
    word(
        "ord_union",
        "Sets, All",
        "What is in one of the ordered sets of a list.",
    ),
    // Text
    word(
        "atom_chars",
        "Atom, Characters",
        "The characters of an atom, as a list of atoms.",
    ),
    word(
        "atom_codes",
        "Atom, Codes",
        "The character codes of an atom.",
    ),
    word(
        "atom_concat",
        "First, Second, Atom",
        "The atom is both texts together; splits an atom too.",
    ),
    word("atom_length", "Atom, Length", "The number of characters."),
    word(
        "atom_number",
        "Atom, Number",
        "The number that the atom writes.",
    ),
    word(
        "atom_string",
        "Atom, String",
        "The same text as an atom and as a string.",
    ),
    word(
        "atom_to_term",
        "Atom, Term, Bindings",
        "The term that the text writes, with the names of its variables.",
    ),
    word(
        "term_to_atom",
        "Term, Atom",
        "A term and the text that writes it.",
    ),
    word(
        "term_string",
        "Term, String",
        "A term and the string that writes it.",
    ),
    word(
        "atomic_list_concat",
        "Parts, Atom",
        "The texts of the list together.",
    ),
    word(
        "atomic_list_concat",
        "Parts, Separator, Atom",
        "The texts of the list with the separator between them; splits too.",
    ),
    word("char_code", "Character, Code", "A character and its code."),
    word(
        "char_type",
        "Character, Type",
        "The character is of the type, such as `alpha` or `digit(Weight)`.",
    ),
    word(
        "code_type",
        "Code, Type",
        "The character of this code is of the type.",
    ),
    word(
        "downcase_atom",
        "Text, Atom",
        "The text in small letters, as an atom.",
    ),
    word(
        "upcase_atom",
        "Text, Atom",
        "The text in capitals, as an atom.",
    ),
    word(
        "number_chars",
        "Number, Characters",
        "A number and the characters that write it.",
    ),
    word(
        "number_codes",
        "Number, Codes",
        "A number and the character codes that write it.",
    ),
    word(
        "number_string",
        "Number, String",
        "A number and the string that writes it.",
    ),
    word(
        "string_chars",
        "String, Characters",
        "The characters of a string, as a list of atoms.",
    ),
    word(
        "string_codes",
        "String, Codes",
        "The character codes of a string.",
    ),
    word(
        "string_code",
        "Position, String, Code",
        "The character code at a position, counted from 1.",
    ),
    word(
        "string_concat",
        "First, Second, String",
        "The string is both texts together; splits a string too.",
    ),
    word(
        "string_length",
        "String, Length",
        "The number of characters.",
    ),
    word(
        "string_lower",
        "String, Lower",
        "The string in small letters.",
    ),
    word("string_upper", "String, Upper", "The string in capitals."),
    word(
        "string_to_atom",
        "String, Atom",
        "The same text as a string and as an atom.",
    ),
    word(
        "split_string",
        "String, Separators, Padding, Parts",
        "The parts between separators, without padding at their ends.",
    ),
    word(
        "sub_atom",
        "Atom, Before, Length, After, Part",
        "A part of an atom, with what is before and after it counted; enumerates all.",
    ),
    word(
        "sub_string",
        "String, Before, Length, After, Part",
        "A part of a string, with what is before and after it counted; enumerates all.",
    ),
    word(
        "text_concat",
        "First, Second, Text",
        "The text is both texts together.",
    ),
    word("text_to_string", "Text, String", "The text as a string."),
    word(
        "format",
        "Sink, Format, Arguments",
        "Text from a format such as `\"~w wins\"`, put into `atom(A)`, `string(S)`, `codes(C)` or `chars(C)`.",
    ),
];
