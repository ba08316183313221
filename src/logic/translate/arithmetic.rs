//! Arithmetic and tests in place.

use super::Translator;
use crate::logic::arithmetic::operation;
use crate::logic::construct::{Construct, conjuncts};
use crate::logic::instruction::{Address, Comparison, FAIL, Instruction, Operand, TypeTest};
use crate::syntax::tree::{SourceTerm, TermKind};

/// Whether a goal of this name is a test: it binds nothing.
pub(super) fn is_test(name: &str, arity: usize) -> bool {
    match arity {
        1 => TypeTest::of(name).is_some(),
        2 => Comparison::of_numbers(name)
            .or(Comparison::of_terms(name))
            .is_some(),
        _ => false,
    }
}

impl Translator<'_> {
    /// Whether a goal is a test, which binds nothing, so that it needs no choice point as a
    /// condition.
    pub(super) fn is_test(&self, goal: &SourceTerm) -> bool {
        conjuncts(goal)
            .into_iter()
            .all(|goal| match Construct::of_goal(goal) {
                Some(Construct::Not(inner)) => self.is_test(inner),
                Some(construct) => matches!(construct, Construct::True),
                None => goal
                    .parts()
                    .is_some_and(|(name, arguments)| is_test(name, arguments.len())),
            })
    }

    /// Code for a goal that [`is_test`](Self::is_test). Its jumps for the case that the test fails
    /// are added to `otherwise`; they fail unless they are given another target.
    pub(super) fn test(&mut self, goal: &SourceTerm, otherwise: &mut Vec<Address>) {
        for goal in conjuncts(goal) {
            self.draft.mark_place(goal.span);
            let Some((name, arguments)) = goal.parts() else {
                continue;
            };
            match arguments {
                [left, right] => self.comparison(name, left, right),
                [inner] if matches!(Construct::of(name, arguments), Some(Construct::Not(_))) => {
                    let mut to_success = Vec::new();
                    self.initialize_shared(&[inner]);
                    self.branch(|this| this.test(inner, &mut to_success));
                    otherwise.push(self.emit_jump());
                    self.land(to_success);
                    continue;
                }
                [term] => {
                    let slot = self.slot_of(term);
                    let test = TypeTest::of(name).expect("a test with one argument is a type test");
                    self.emit(Instruction::Test {
                        test,
                        slot,
                        otherwise: FAIL,
                    });
                }
                _ => continue,
            }
            otherwise.push(self.newest());
        }
    }

    fn comparison(&mut self, name: &str, left: &SourceTerm, right: &SourceTerm) {
        let instruction = if let Some(comparison) = Comparison::of_numbers(name) {
            let (left, right) = (self.expression(left), self.expression(right));
            Instruction::CompareNumbers {
                comparison,
                left,
                right,
                otherwise: FAIL,
            }
        } else {
            let comparison =
                Comparison::of_terms(name).expect("a test with two arguments compares");
            let (left, right) = (self.slot_of(left), self.slot_of(right));
            Instruction::CompareTerms {
                comparison,
                left,
                right,
                otherwise: FAIL,
            }
        };
        self.emit(instruction);
    }

    pub(super) fn is(&mut self, result: &SourceTerm, expression: &SourceTerm) {
        let value = self.operation(expression);
        if let Some(to) = self.unseen_slot(result) {
            return match value {
                ExpressionValue::Operand(from) => self.emit(Instruction::Evaluate { to, from }),
                ExpressionValue::By(operation, left, right) => {
                    self.emit(Instruction::Compute {
                        operation,
                        to,
                        left,
                        right,
                    });
                }
            };
        }
        let from = self.operand_of(value);
        let to = self.new_slot();
        self.emit(Instruction::Evaluate { to, from });
        self.match_term(to, result);
    }

    /// Code that evaluates an expression. Returns the operand with its value.
    pub(super) fn expression(&mut self, expression: &SourceTerm) -> Operand {
        let value = self.operation(expression);
        self.operand_of(value)
    }

    fn operand_of(&mut self, value: ExpressionValue) -> Operand {
        match value {
            ExpressionValue::Operand(operand) => operand,
            ExpressionValue::By(operation, left, right) => {
                let to = self.new_slot();
                self.emit(Instruction::Compute {
                    operation,
                    to,
                    left,
                    right,
                });
                Operand::Slot(to)
            }
        }
    }

    /// Code for an expression, except its outermost operation.
    fn operation(&mut self, expression: &SourceTerm) -> ExpressionValue {
        if let TermKind::Integer(value) = expression.kind
            && let Ok(small) = i16::try_from(value)
        {
            return ExpressionValue::Operand(Operand::Integer(small));
        }
        match expression.parts() {
            Some((name, [left, right])) => {
                if let Some(operation) = operation(name, 2) {
                    let (left, right) = (self.expression(left), self.expression(right));
                    return ExpressionValue::By(operation, left, right);
                }
            }
            Some((name, [only])) => {
                if let Some(operation) = operation(name, 1) {
                    let only = self.expression(only);
                    return ExpressionValue::By(operation, only, only);
                }
            }
            _ => {}
        }
        // A variable, or a term that evaluation will refuse by its name.
        ExpressionValue::Operand(Operand::Slot(self.slot_of(expression)))
    }
}

/// The value of an expression: an operand, or an operation still to be computed.
enum ExpressionValue {
    Operand(Operand),
    By(crate::logic::instruction::Operation, Operand, Operand),
}
