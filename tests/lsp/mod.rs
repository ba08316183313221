//! The program `regola lsp`, driven with real protocol messages over its standard input and output.

mod answers;
mod editor;
mod edits;
mod pieces;
mod robustness;

use editor::Editor;
