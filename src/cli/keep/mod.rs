//! Subcommands that look after docql: index, config, doctor.

pub(super) mod config;
mod describe;
pub(super) mod doctor;
pub(super) mod index;
