//! Arithmetic on 64-bit integers.

use super::error::{Failure, evaluation_error, indicator, instantiation, type_error};
use super::term::{Bindings, Term, atom, walk};

use Term::{Compound, Integer, Variable};

pub fn evaluate(expression: &Term, bindings: &Bindings) -> Result<i64, Failure> {
    let value = walk(expression, bindings);
    if bindings.exhausted() {
        return Err(Failure::GivenUp);
    }
    match &value {
        Integer(value) => Ok(*value),
        Variable(_) => Err(instantiation()),
        Compound(name, parts) => match (&**name, &**parts) {
            ("[|]", [item, tail]) if walk(tail, bindings) == atom("[]") => evaluate(item, bindings),
            (name, [operand]) if apply_one(name, 0).is_some() => {
                let operand = evaluate(operand, bindings)?;
                apply_one(name, operand)
                    .expect("it is an operation")
                    .ok_or_else(overflow)
            }
            (name, [left, right]) if is_operation(name) => {
                let (left, right) = evaluate_both(left, right, bindings)?;
                apply_two(name, left, right)
            }
            (name, parts) => Err(type_error("evaluable", indicator(name, parts.len()))),
        },
        text => Err(type_error("evaluable", text.clone())),
    }
}

/// The values of two operands. Which of two different errors is told of is left open.
pub fn evaluate_both(
    left: &Term,
    right: &Term,
    bindings: &Bindings,
) -> Result<(i64, i64), Failure> {
    match (evaluate(left, bindings), evaluate(right, bindings)) {
        (Ok(left), Ok(right)) => Ok((left, right)),
        (Err(one), Err(other)) if one != other => Err(Failure::GivenUp),
        (Err(error), _) | (_, Err(error)) => Err(error),
    }
}

fn overflow() -> Failure {
    evaluation_error("int_overflow")
}

/// The result of an operation with one operand, none inside if it does not fit.
fn apply_one(name: &str, operand: i64) -> Option<Option<i64>> {
    Some(match name {
        "+" => Some(operand),
        "-" => operand.checked_neg(),
        "abs" => operand.checked_abs(),
        "sign" => Some(operand.signum()),
        "\\" => Some(!operand),
        _ => return None,
    })
}

fn is_operation(name: &str) -> bool {
    matches!(
        name,
        "+" | "-" | "*" | "//" | "div" | "mod" | "rem" | "min" | "max" | "/\\" | "\\/" | "xor"
    )
}

fn apply_two(name: &str, left: i64, right: i64) -> Result<i64, Failure> {
    if matches!(name, "//" | "div" | "mod" | "rem") && right == 0 {
        return Err(evaluation_error("zero_divisor"));
    }
    // Wide enough for every result, so that each line is the definition.
    let (a, b) = (i128::from(left), i128::from(right));
    let result = match name {
        "+" => a + b,
        "-" => a - b,
        "*" => a * b,
        "//" => a / b,
        "div" => floor(a, b),
        "mod" => a - b * floor(a, b),
        "rem" => a % b,
        "min" => a.min(b),
        "max" => a.max(b),
        "/\\" => a & b,
        "\\/" => a | b,
        _ => a ^ b,
    };
    i64::try_from(result).map_err(|_| overflow())
}

fn floor(a: i128, b: i128) -> i128 {
    let quotient = a / b;
    if a % b != 0 && (a < 0) != (b < 0) {
        quotient - 1
    } else {
        quotient
    }
}
