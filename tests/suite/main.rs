//! All integration tests, one binary.

mod highlight;
mod preview;
mod themes;
