//! Settings and deployment.

mod config;
mod deploy;

pub use config::{Config, Stage};
pub use deploy::{deploy, rollback};
