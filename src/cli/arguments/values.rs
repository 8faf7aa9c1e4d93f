//! Values that several subcommands take.

use crate::report::FORMATS;
use clap::ValueEnum;
use clap::builder::PossibleValue;

pub use crate::report::OutputFormat;

/// Why a number on the command line is not taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NumberError {
    #[error("not a number")]
    None,
    #[error("a size is a number with K, M or G")]
    Size,
    #[error("from 0 (words only) to 1 (meaning only)")]
    Share,
    #[error("at least 10, which the scores look at")]
    Depth,
}

impl ValueEnum for OutputFormat {
    fn value_variants<'a>() -> &'a [OutputFormat] {
        const ALL: [OutputFormat; FORMATS.len()] = {
            let mut all = [OutputFormat::Text; FORMATS.len()];
            let mut at = 0;
            while at < all.len() {
                all[at] = FORMATS[at].0;
                at += 1;
            }
            all
        };
        &ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        let (_, name, _) = FORMATS.iter().find(|(format, ..)| format == self)?;
        Some(PossibleValue::new(*name))
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Order {
    Rank,
    Path,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Plain {
    Text,
    Json,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum When {
    Auto,
    Always,
    Never,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Shell {
    Bash,
    Zsh,
    Fish,
    Powershell,
    Nushell,
}

/// Shells whose command line can be changed by a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum WidgetShell {
    Bash,
    Zsh,
    Fish,
}
