//! Operators read as in standard Prolog.

use regola::syntax::operators::{Fixity, OPERATORS, Operator};

use super::{canonical, codes, term};

fn reads(text: &str) -> String {
    canonical(&term(text))
}

#[test]
fn every_operator_of_the_table_is_read() {
    for operator in OPERATORS {
        let Operator { name, .. } = operator;
        if operator.is_prefix() {
            assert_eq!(reads(&format!("{name} a")), format!("{name}(a)"));
        } else {
            assert_eq!(reads(&format!("a {name} b")), format!("{name}(a,b)"));
        }
    }
}

#[test]
fn every_operator_chains_as_its_fixity_says() {
    for Operator { name, fixity, .. } in OPERATORS {
        match fixity {
            Fixity::Xfy => assert_eq!(
                reads(&format!("a {name} b {name} c")),
                format!("{name}(a,{name}(b,c))")
            ),
            Fixity::Yfx => assert_eq!(
                reads(&format!("a {name} b {name} c")),
                format!("{name}({name}(a,b),c)")
            ),
            Fixity::Fy => assert_eq!(
                reads(&format!("{name} {name} a")),
                format!("{name}({name}(a))")
            ),
            Fixity::Xfx => assert_eq!(codes(&format!("a {name} b {name} c.")).len(), 1, "{name}"),
            Fixity::Fx => assert_eq!(
                codes(&format!("{name} {name} a.")),
                ["chained-operators"],
                "{name}"
            ),
        }
    }
}

#[test]
fn an_operator_alone_is_an_atom() {
    for Operator { name, .. } in OPERATORS
        .iter()
        .filter(|operator| !matches!(operator.name, "," | "|"))
    {
        assert_eq!(reads(&format!("f({name})")), format!("f({name})"));
        assert_eq!(reads(&format!("[{name}]")), format!("[{name}]"));
        assert_eq!(reads(&format!("({name})")), *name);
        assert_eq!(
            reads(&format!("f({name}, {name})")),
            format!("f({name},{name})")
        );
        assert_eq!(reads(&format!("X = ({name})")), format!("=(X,{name})"));
    }
}

#[test]
fn table_of_behaviour() {
    let table = [
        ("a :- b, c ; d -> e", ":-(a,;(,(b,c),->(d,e)))"),
        ("1 + 2 * 3 - 4", "-(+(1,*(2,3)),4)"),
        ("2 ** 3", "**(2,3)"),
        ("2 ^ 3 ^ 4", "^(2,^(3,4))"),
        ("X is Y mod 2", "is(X,mod(Y,2))"),
        ("column(1..8)", "column(..(1,8))"),
        ("1+2..3*4", "..(+(1,2),*(3,4))"),
        ("X = 1..8", "=(X,..(1,8))"),
        ("\\+ a, b", ",(\\+(a),b)"),
        ("\\+ (a, b)", "\\+(,(a,b))"),
        ("\\+(a, b)", "\\+(a,b)"),
        ("\\+ X = Y", "\\+(=(X,Y))"),
        ("a = \\+", "=(a,\\+)"),
        ("- = x", "=(-,x)"),
        ("f(a, -)", "f(a,-)"),
        ("[-|T]", "[-|T]"),
        ("maplist(=, X)", "maplist(=,X)"),
        ("= = =", "=(=,=)"),
        ("-1", "-1"),
        ("- 1", "-(1)"),
        ("-(1)", "-(1)"),
        ("- (1)", "-(1)"),
        ("-(-(1))", "-(-(1))"),
        ("- -1", "-(-1)"),
        ("a - 1", "-(a,1)"),
        ("a -1", "-(a,1)"),
        ("a-1", "-(a,1)"),
        ("a - -1", "-(a,-1)"),
        ("-a", "-(a)"),
        ("-2^2", "^(-2,2)"),
        ("- 2^2", "-(^(2,2))"),
        ("-X + Y", "+(-(X),Y)"),
        ("f(:-, a)", "f(:-,a)"),
        (
            ":- fluent cell(column, row) -> disc",
            ":-(fluent(->(cell(column,row),disc)))",
        ),
        (":- use \"lines.rules\"", ":-(use(\"lines.rules\"))"),
        (":- dynamic a/1, b/2", ":-(dynamic(,(/(a,1),/(b,2))))"),
        ("fluent(a)", "fluent(a)"),
        ("use - fluent", "use(-(fluent))"),
        ("\"x-A\" -> \"oxA\"", "->(\"x-A\",\"oxA\")"),
        ("a --> b, {c}", "-->(a,,(b,{}(c)))"),
        ("(a | b)", "|(a,b)"),
        ("D-E:F", ":(-(D,E),F)"),
        ("{a, b}", "{}(,(a,b))"),
        ("2*(A + B)", "*(2,+(A,B))"),
        ("a-(1)", "-(a,1)"),
        ("a:-(b, c)", ":-(a,,(b,c))"),
        ("X=(a :- b ; c)", "=(X,:-(a,;(b,c)))"),
        ("X=(a | b)", "=(X,|(a,b))"),
        ("f(-(1), +(2, 3))", "f(-(1),+(2,3))"),
        ("- {a}", "-({}(a))"),
        ("- [a]", "-([a])"),
    ];
    for (text, expected) in table {
        assert_eq!(reads(text), expected, "{text}");
    }
}

#[test]
fn arguments_bind_tighter_than_the_comma() {
    assert_eq!(codes("f(a :- b)."), ["needs-brackets"]);
    assert_eq!(codes("[a ; b]."), ["needs-brackets"]);
    assert_eq!(reads("f((a :- b))"), "f(:-(a,b))");
    assert_eq!(reads("f((a, b))"), "f(,(a,b))");
}
