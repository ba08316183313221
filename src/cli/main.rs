//! The program `regola`.

fn main() {}
