//! Arithmetic on 64-bit integers; a result that does not fit is an error, never another number.

use super::cell::{Cell, Tag};
use super::instruction::Operation;
use super::raise::{self, Raised};
use super::store::Store;
use super::symbol::Symbol;

/// Returns the operation of a functor, if arithmetic defines one.
pub(super) fn operation(name: &str, arity: usize) -> Option<Operation> {
    use Operation as O;
    Some(match (name, arity) {
        ("+", 2) => O::Add,
        ("-", 2) => O::Subtract,
        ("*", 2) => O::Multiply,
        ("/", 2) => O::Divide,
        ("//", 2) => O::TruncatingDivide,
        ("div", 2) => O::FloorDivide,
        ("mod", 2) => O::Modulo,
        ("rem", 2) => O::Remainder,
        ("min", 2) => O::Minimum,
        ("max", 2) => O::Maximum,
        ("**" | "^", 2) => O::Power,
        ("<<", 2) => O::ShiftLeft,
        (">>", 2) => O::ShiftRight,
        ("/\\", 2) => O::And,
        ("\\/", 2) => O::Or,
        ("xor", 2) => O::Xor,
        ("gcd", 2) => O::GreatestCommonDivisor,
        ("-", 1) => O::Negate,
        ("+" | "integer" | "truncate" | "round" | "floor" | "ceiling", 1) => O::Plus, // there are no fractions
        ("abs", 1) => O::Absolute,
        ("sign", 1) => O::Sign,
        ("\\", 1) => O::Complement,
        ("msb", 1) => O::MostSignificantBit,
        ("popcount", 1) => O::PopulationCount,
        ("getbit", 2) => O::Bit,
        ("tzcnt" | "lsb", 1) => O::TrailingZeros,
        ("succ", 1) => O::Successor,
        _ => return None,
    })
}

/// Why an operation has no result.
pub(super) enum NoResult {
    Overflow,
    Undefined(&'static str),
    /// A kind of number that Regola does not have.
    Type(&'static str, i64),
    /// A number outside the operation's domain.
    Domain(&'static str, i64),
}

/// Returns the result of one of the most frequent operations; `None` for any other operation, or if
/// the result does not fit.
#[inline]
pub(super) fn sum(operation: Operation, left: i64, right: i64) -> Option<i64> {
    match operation {
        Operation::Add => left.checked_add(right),
        Operation::Subtract => left.checked_sub(right),
        _ => None,
    }
}

/// Applies an operation; an operation with a single operand ignores `right`.
#[inline]
pub(super) fn apply(operation: Operation, left: i64, right: i64) -> Result<i64, NoResult> {
    use Operation as O;
    let checked = match operation {
        O::Add => left.checked_add(right),
        O::Subtract => left.checked_sub(right),
        O::Multiply => left.checked_mul(right),
        O::Minimum => Some(left.min(right)),
        O::Maximum => Some(left.max(right)),
        O::And => Some(left & right),
        O::Or => Some(left | right),
        O::Xor => Some(left ^ right),
        O::Complement => Some(!left),
        O::Negate => left.checked_neg(),
        O::Plus => Some(left),
        O::Absolute => left.checked_abs(),
        O::Sign => Some(left.signum()),
        O::Successor => left.checked_add(1),
        O::PopulationCount => Some(i64::from(left.count_ones())),
        O::Bit => {
            u32::try_from(right).map_or(Some(0), |bit| Some(left.checked_shr(bit).unwrap_or(0) & 1))
        }
        _ => return apply_partial(operation, left, right),
    };
    checked.ok_or(NoResult::Overflow)
}

/// The operations that are not defined everywhere.
fn apply_partial(operation: Operation, left: i64, right: i64) -> Result<i64, NoResult> {
    use Operation as O;
    match operation {
        O::ShiftLeft => shift(left, right),
        O::ShiftRight => shift(left, right.checked_neg().ok_or(NoResult::Overflow)?),
        O::Power => power(left, right),
        O::GreatestCommonDivisor => i64::try_from(gcd(left.unsigned_abs(), right.unsigned_abs()))
            .map_err(|_| NoResult::Overflow),
        O::MostSignificantBit | O::TrailingZeros if left <= 0 => {
            Err(NoResult::Domain("not_less_than_one", left))
        }
        O::MostSignificantBit => Ok(i64::from(left.ilog2())),
        O::TrailingZeros => Ok(i64::from(left.trailing_zeros())),
        _ if right == 0 => Err(NoResult::Undefined("zero_divisor")),
        O::Divide if left.checked_rem(right).unwrap_or(0) != 0 => {
            Err(NoResult::Undefined("inexact_division"))
        }
        O::Divide | O::TruncatingDivide => left.checked_div(right).ok_or(NoResult::Overflow),
        O::FloorDivide => {
            let quotient = left.checked_div(right).ok_or(NoResult::Overflow)?;
            let rounded_up = left.wrapping_rem(right) != 0 && (left < 0) != (right < 0);
            Ok(quotient - i64::from(rounded_up))
        }
        O::Modulo => {
            let remainder = left.wrapping_rem(right);
            Ok(if remainder != 0 && (remainder < 0) != (right < 0) {
                remainder + right
            } else {
                remainder
            })
        }
        _ => Ok(left.wrapping_rem(right)),
    }
}

/// Shifts to the left by a positive number of bits, to the right by a negative one.
fn shift(value: i64, bits: i64) -> Result<i64, NoResult> {
    if bits <= 0 {
        return Ok(value >> bits.unsigned_abs().min(63));
    }
    let shifted = if bits < 64 { value << bits } else { 0 };
    let restored = if bits < 64 { shifted >> bits } else { 0 };
    if restored == value {
        Ok(shifted)
    } else {
        Err(NoResult::Overflow)
    }
}

fn power(base: i64, exponent: i64) -> Result<i64, NoResult> {
    match (base, exponent) {
        (1, _) => Ok(1),
        (-1, _) => Ok(if exponent % 2 == 0 { 1 } else { -1 }),
        (0, ..0) => Err(NoResult::Undefined("zero_divisor")),
        (_, ..0) => Err(NoResult::Type("float", base)),
        (0, _) => Ok(i64::from(exponent == 0)),
        _ => u32::try_from(exponent)
            .ok()
            .and_then(|exponent| base.checked_pow(exponent))
            .ok_or(NoResult::Overflow),
    }
}

/// The greatest common divisor, by Euclid's algorithm.
pub(crate) fn gcd(left: u64, right: u64) -> u64 {
    let (mut a, mut b) = (left, right);
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// The steps that are left while an expression is evaluated.
enum EvaluationTask {
    Value(Cell),
    Apply(Operation, usize),
}

/// Evaluates a term as an expression.
pub(super) fn evaluate(store: &mut Store, expression: Cell) -> Result<i64, Raised> {
    let expression = store.deref(expression);
    if let Some(value) = store.integer_value(expression) {
        return Ok(value);
    }
    let mut tasks = vec![EvaluationTask::Value(expression)];
    let mut values = Vec::new();
    while let Some(task) = tasks.pop() {
        store.visit(tasks.len())?;
        match task {
            EvaluationTask::Value(cell) => evaluate_part(store, cell, &mut tasks, &mut values)?,
            EvaluationTask::Apply(operation, arity) => {
                let right = values.pop().unwrap_or(0);
                let left = if arity == 2 {
                    values.pop().unwrap_or(0)
                } else {
                    right
                };
                values.push(
                    apply(operation, left, right).map_err(|reason| no_result(store, reason))?,
                );
            }
        }
    }
    Ok(values.pop().expect("an expression leaves one value"))
}

fn evaluate_part(
    store: &mut Store,
    cell: Cell,
    tasks: &mut Vec<EvaluationTask>,
    values: &mut Vec<i64>,
) -> Result<(), Raised> {
    let cell = store.deref(cell);
    if let Some(value) = store.integer_value(cell) {
        values.push(value);
        return Ok(());
    }
    match cell.tag() {
        Tag::Reference => Err(raise::instantiation(store)),
        Tag::String => Err(raise::type_error(store, "evaluable", cell)),
        Tag::List if store.argument(cell, 1) == Cell::atom(Symbol::NIL) => {
            tasks.push(EvaluationTask::Value(store.argument(cell, 0)));
            Ok(())
        }
        _ => {
            let (symbol, arity) = store.functor(cell).unwrap_or((Symbol::EMPTY, 0));
            let name = store.symbols.name(symbol).clone();
            if let Some(constant) = constant(&name).filter(|_| arity == 0) {
                values.push(constant);
                return Ok(());
            }
            let Some(operation) = operation(&name, arity) else {
                let indicator = store.indicator(symbol, arity);
                return Err(raise::type_error(store, "evaluable", indicator));
            };
            tasks.push(EvaluationTask::Apply(operation, arity));
            let arguments = store
                .arguments(cell)
                .rev()
                .map(|address| EvaluationTask::Value(store.heap[address]));
            tasks.extend(arguments);
            Ok(())
        }
    }
}

fn constant(name: &str) -> Option<i64> {
    match name {
        "max_integer" => Some(i64::MAX),
        "min_integer" => Some(i64::MIN),
        _ => None,
    }
}

/// The error for an operation without result.
#[cold]
pub(super) fn no_result(store: &mut Store, reason: NoResult) -> Raised {
    match reason {
        NoResult::Overflow => raise::evaluation(store, "int_overflow"),
        NoResult::Undefined(what) => raise::evaluation(store, what),
        NoResult::Type(kind, culprit) => {
            let culprit = store.integer(culprit);
            raise::type_error(store, kind, culprit)
        }
        NoResult::Domain(domain, culprit) => {
            let culprit = store.integer(culprit);
            raise::domain_error(store, domain, culprit)
        }
    }
}
