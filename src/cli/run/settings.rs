//! The settings of this user and this workspace, for every subcommand.

use crate::config::{Config, WORKSPACE_FILE, config_file};
use crate::indexer::default_root;
use crate::stdx::printable;
use crate::stdx::printing;
use crate::workers::SettingsSource;
use std::io::Write;
use std::path::{Path, PathBuf};

/// A variable of the environment, if it is set and not empty.
pub fn variable(name: &str) -> Option<PathBuf> {
    std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from)
}

/// The sources of the settings that count at `base`, the directory docql is started for.
pub fn source(base: Option<&Path>) -> SettingsSource {
    let here = std::env::current_dir().unwrap_or_default();
    SettingsSource {
        file: config_file(variable).map(|file| here.join(file)),
        workspace: base.map(|base| default_root(base).join(WORKSPACE_FILE)),
        environment: std::env::vars_os()
            .filter_map(|(name, value)| Some((name.into_string().ok()?, value.into_string().ok()?)))
            .collect(),
        ..SettingsSource::default()
    }
}

/// The settings that count whatever the workspace is.
pub fn of_user() -> Config {
    source(None).load()
}

/// Tells what is wrong with the settings, on standard error.
pub fn tell(config: &Config) {
    for problem in &config.problems {
        let _ = writeln!(printing::stderr(), "docql: {}", printable(&problem.to_string()));
    }
}
