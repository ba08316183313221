//! The program `regola lsp`, driven with real protocol messages over its standard input and output.

mod answers;
mod editor;
mod robustness;

use editor::Editor;
