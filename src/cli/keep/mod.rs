//! Subcommands that look after docql: index, config, doctor.

pub(super) mod config;
pub(super) mod doctor;
pub(super) mod index;
