//! The docql binary.

fn main() {}
