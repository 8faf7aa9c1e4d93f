//! Programming languages (temporary).
pub mod highlight;
