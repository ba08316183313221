//! The operators of the language: a fixed table, because there is no `op/3`.
//!
//! Priorities are Prolog's: a lower number binds tighter; an argument may have at most
//! [`ARGUMENT`].

/// The highest priority that a term may have.
pub const CLAUSE: u16 = 1200;

/// The highest priority of an argument or list item; beyond it, brackets are needed.
pub const ARGUMENT: u16 = 999;

/// On which sides an operator has operands, and whether an operand may have the operator's own
/// priority (`y`) or must have a lower one (`x`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fixity {
    /// Between operands, does not chain: `a = b`.
    Xfx,
    /// Between operands, chains to the right: `a, b, c` is `a, (b, c)`.
    Xfy,
    /// Between operands, chains to the left: `a - b - c` is `(a - b) - c`.
    Yfx,
    /// Before its operand, chains: `\+ \+ a`.
    Fy,
    /// Before its operand, does not chain.
    Fx,
}

/// One operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Operator {
    /// The text of the operator.
    pub name: &'static str,
    /// From 1, which binds tightest, to 1200.
    pub priority: u16,
    /// The positions and priorities of its operands.
    pub fixity: Fixity,
}

impl Operator {
    /// The highest priority of its left operand; 0 if it has none.
    #[must_use]
    pub fn left_max(&self) -> u16 {
        match self.fixity {
            Fixity::Xfx | Fixity::Xfy => self.priority - 1,
            Fixity::Yfx => self.priority,
            Fixity::Fy | Fixity::Fx => 0,
        }
    }

    /// The highest priority of its right operand.
    #[must_use]
    pub fn right_max(&self) -> u16 {
        match self.fixity {
            Fixity::Xfx | Fixity::Yfx | Fixity::Fx => self.priority - 1,
            Fixity::Xfy | Fixity::Fy => self.priority,
        }
    }

    /// Whether it stands before its operand.
    #[must_use]
    pub fn is_prefix(&self) -> bool {
        matches!(self.fixity, Fixity::Fy | Fixity::Fx)
    }
}

/// All operators.
pub const OPERATORS: &[Operator] = &[
    op(1200, Fixity::Xfx, ":-"),
    op(1200, Fixity::Xfx, "-->"),
    op(1200, Fixity::Fx, ":-"),
    op(1200, Fixity::Fx, "?-"),
    op(1150, Fixity::Fx, "fluent"),
    op(1150, Fixity::Fx, "use"),
    op(1150, Fixity::Fx, "table"),
    op(1150, Fixity::Fx, "dynamic"),
    op(1150, Fixity::Fx, "discontiguous"),
    op(1105, Fixity::Xfy, "|"),
    op(1100, Fixity::Xfy, ";"),
    op(1050, Fixity::Xfy, "->"),
    op(1050, Fixity::Xfy, "*->"),
    op(1000, Fixity::Xfy, ","),
    op(900, Fixity::Fy, "\\+"),
    op(700, Fixity::Xfx, "="),
    op(700, Fixity::Xfx, "\\="),
    op(700, Fixity::Xfx, "=="),
    op(700, Fixity::Xfx, "\\=="),
    op(700, Fixity::Xfx, "@<"),
    op(700, Fixity::Xfx, "@>"),
    op(700, Fixity::Xfx, "@=<"),
    op(700, Fixity::Xfx, "=@="),
    op(700, Fixity::Xfx, "\\=@="),
    op(700, Fixity::Xfx, "@>="),
    op(700, Fixity::Xfx, "=.."),
    op(700, Fixity::Xfx, "is"),
    op(700, Fixity::Xfx, "=:="),
    op(700, Fixity::Xfx, "=\\="),
    op(700, Fixity::Xfx, "<"),
    op(700, Fixity::Xfx, ">"),
    op(700, Fixity::Xfx, "=<"),
    op(700, Fixity::Xfx, ">="),
    op(600, Fixity::Xfy, ":"),
    op(550, Fixity::Xfx, ".."),
    op(500, Fixity::Yfx, "+"),
    op(500, Fixity::Yfx, "-"),
    op(500, Fixity::Yfx, "/\\"),
    op(500, Fixity::Yfx, "\\/"),
    op(500, Fixity::Yfx, "xor"),
    op(400, Fixity::Yfx, "*"),
    op(400, Fixity::Yfx, "/"),
    op(400, Fixity::Yfx, "//"),
    op(400, Fixity::Yfx, "mod"),
    op(400, Fixity::Yfx, "rem"),
    op(400, Fixity::Yfx, "div"),
    op(400, Fixity::Yfx, "<<"),
    op(400, Fixity::Yfx, ">>"),
    op(200, Fixity::Xfx, "**"),
    op(200, Fixity::Xfy, "^"),
    op(200, Fixity::Fy, "-"),
    op(200, Fixity::Fy, "+"),
    op(200, Fixity::Fy, "\\"),
];

const fn op(priority: u16, fixity: Fixity, name: &'static str) -> Operator {
    Operator {
        name,
        priority,
        fixity,
    }
}

/// The operator with this name that stands between two operands.
#[must_use]
pub fn infix(name: &str) -> Option<&'static Operator> {
    OPERATORS
        .iter()
        .find(|operator| operator.name == name && !operator.is_prefix())
}

/// The operator with this name that stands before one operand.
#[must_use]
pub fn prefix(name: &str) -> Option<&'static Operator> {
    OPERATORS
        .iter()
        .find(|operator| operator.name == name && operator.is_prefix())
}

/// Whether an atom with this name is an operator, so that it needs brackets as an operand.
#[must_use]
pub fn is_operator(name: &str) -> bool {
    OPERATORS.iter().any(|operator| operator.name == name)
}
