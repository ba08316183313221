//! Which register each value lives in, by linear scan (M. Poletto and V. Sarkar, "Linear Scan
//! Register Allocation", 1999). A program runs forward only, so a value lives exactly from its
//! computation to its last use, and a register is free again after that. There are so many
//! registers that none is ever spilled.

use thiserror::Error;

use super::operation::Value;

/// How many registers there are: as many as 16 bits can number.
pub(super) const REGISTERS: usize = 1 << 16;

/// The number of a register.
pub(super) type Register = u16;

/// A program keeps more values at once than there are registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the program keeps more than {REGISTERS} values at once")]
pub struct TooManyRegisters;

/// Registers as they are handed out and given back.
pub(super) struct Allocation {
    /// By value.
    registers: Vec<Option<Register>>,
    /// Given back, the latest last: its memory is the nearest.
    free: Vec<Register>,
    used: usize,
}

impl Allocation {
    /// For so many values, none of which has a register yet.
    pub fn new(values: usize) -> Self {
        Self {
            registers: vec![None; values],
            free: Vec::new(),
            used: 0,
        }
    }

    /// A register for a value.
    pub fn place(&mut self, value: Value) -> Result<Register, TooManyRegisters> {
        let register = match self.free.pop() {
            Some(register) => register,
            None => {
                self.used += 1;
                Register::try_from(self.used - 1).map_err(|_| TooManyRegisters)?
            }
        };
        self.registers[value.number()] = Some(register);
        Ok(register)
    }

    /// The register of a value, which has one.
    pub fn register(&self, value: Value) -> Register {
        self.registers[value.number()].expect("a value is computed before its uses")
    }

    /// The value is no longer needed; saying so twice does no harm.
    pub fn release(&mut self, value: Value) {
        self.free.extend(self.registers[value.number()].take());
    }
}
