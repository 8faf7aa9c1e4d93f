//! All integration tests, one binary.

mod languages;
