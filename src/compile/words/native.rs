//! Programs as native code. This is the one place of the crate that is `unsafe`, but for a hint to the
//! processor in the search: it calls machine code that was made at run time, and frees it.
#![allow(unsafe_code)]

use std::fmt;
use std::mem::{self, ManuallyDrop};
use std::sync::{Arc, OnceLock};

use cranelift_codegen::isa::OwnedTargetIsa;
use cranelift_codegen::settings::{self, Configurable};
use cranelift_jit::{JITBuilder, JITModule};
use cranelift_module::{Module, ModuleError, default_libcall_names};
use thiserror::Error;

use super::program::Program;
use super::translate::{signature, translate};

/// Settings of the code generator.
const SETTINGS: [(&str, &str); 7] = [
    ("opt_level", "none"),
    ("regalloc_algorithm", "backtracking"),
    ("enable_verifier", "false"),
    ("is_pic", "false"),
    ("unwind_info", "false"),
    // A frame larger than a page must not reach past the end of the stack.
    ("enable_probestack", "true"),
    ("probestack_strategy", "inline"),
];

/// A program as native code. Copies share it.
#[derive(Clone, Debug)]
pub struct Native {
    inputs: usize,
    outputs: usize,
    /// Points into the memory.
    function: Function,
    _memory: Arc<Memory>,
}

/// Reads as many words as there are inputs from the first pointer, then writes as many as there are
/// outputs to the second, and touches no other memory but its own frame on the stack.
type Function = unsafe extern "C" fn(*const u64, *mut u64);

/// There is no native code: the platform is not served, or the program is too large. An interpreter
/// runs it all the same.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("no native code: {0}")]
pub struct NoNativeCode(String);

impl Native {
    /// Whether there is native code on this machine.
    pub fn is_served() -> bool {
        target().is_ok()
    }

    /// Makes native code of a program.
    ///
    /// # Errors
    /// If the platform is not served, or the program is too large.
    pub fn new(program: &Program) -> Result<Self, NoNativeCode> {
        let mut memory = Memory::new()?;
        let module = &mut *memory.0;
        let mut context = module.make_context();
        context.func.signature = signature(module.target_config());
        translate(program, &mut context.func);
        let function = module.declare_anonymous_function(&context.func.signature)?;
        module.define_function(function, &mut context)?;
        module.finalize_definitions()?;
        let code = module.get_finalized_function(function);
        // SAFETY: the code was made from a function of this signature, which keeps to what the
        // type says (`translate`), for the machine that runs this, and with the calling
        // convention of C there.
        let function = unsafe { mem::transmute::<*const u8, Function>(code) };
        let Program {
            inputs, outputs, ..
        } = program;
        Ok(Self {
            inputs: *inputs,
            outputs: outputs.len(),
            function,
            _memory: Arc::new(memory),
        })
    }

    /// Runs the program on the first words of a frame, and writes the outputs to the words from
    /// `at` on, over inputs where they lie there.
    ///
    /// # Panics
    /// If the frame has no place for inputs or outputs.
    #[inline]
    pub fn run_within(&self, frame: &mut [u64], at: usize) {
        assert!(
            self.inputs <= frame.len() && self.outputs <= frame[at..].len(),
            "inputs and outputs"
        );
        let first = frame.as_mut_ptr();
        // SAFETY: the code is in place as long as the memory is; all inputs and outputs are words
        // of the frame, and the first output is at most at its end; the code has read all inputs
        // before it writes the first output.
        unsafe { (self.function)(first, first.add(at)) }
    }

    /// Runs the program.
    ///
    /// # Panics
    /// If there are not as many inputs or outputs as the program has.
    pub fn run(&self, inputs: &[u64], outputs: &mut [u64]) {
        assert_eq!(
            (inputs.len(), outputs.len()),
            (self.inputs, self.outputs),
            "inputs and outputs"
        );
        // SAFETY: the code is in place as long as the memory is, the slices are as long as the code
        // takes them to be, and nobody else writes to them meanwhile.
        unsafe { (self.function)(inputs.as_ptr(), outputs.as_mut_ptr()) }
    }
}

/// Memory with machine code.
struct Memory(ManuallyDrop<JITModule>);

// SAFETY: once code can be run, the module is only looked at, by its owner who makes the code, and
// freed by the last owner; nobody calls it in between.
unsafe impl Sync for Memory {}

impl Memory {
    /// Without code, for the machine that runs this.
    fn new() -> Result<Self, NoNativeCode> {
        let machine = target().clone()?;
        let module = JITModule::new(JITBuilder::with_isa(machine, default_libcall_names()));
        Ok(Self(ManuallyDrop::new(module)))
    }
}

/// The machine that runs this, as the code generator sees it.
fn target() -> &'static Result<OwnedTargetIsa, NoNativeCode> {
    static TARGET: OnceLock<Result<OwnedTargetIsa, NoNativeCode>> = OnceLock::new();
    TARGET.get_or_init(|| {
        let mut flags = settings::builder();
        for (name, value) in SETTINGS {
            let set = flags.set(name, value);
            set.map_err(|why| NoNativeCode(why.to_string()))?;
        }
        let machine = cranelift_native::builder().map_err(|why| NoNativeCode(why.to_owned()))?;
        let machine = machine.finish(settings::Flags::new(flags));
        machine.map_err(|why| NoNativeCode(why.to_string()))
    })
}

impl Drop for Memory {
    fn drop(&mut self) {
        // SAFETY: the module is taken this once. Each `Native` with code in it owns this memory as
        // well, so none is left, and so none runs.
        unsafe { ManuallyDrop::take(&mut self.0).free_memory() }
    }
}

impl fmt::Debug for Memory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Memory")
    }
}

impl From<ModuleError> for NoNativeCode {
    fn from(error: ModuleError) -> Self {
        Self(error.to_string())
    }
}
