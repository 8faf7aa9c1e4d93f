//! Problems of a configuration: the place, the fault, and whether the rest can be taken.

/// Something in a configuration that was not taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConfigProblem {
    /// The place where it was written: `config.toml:7`, `DOCQL_THEME`, `--theme`.
    pub place: String,
    /// The key, dotted; empty where no key is meant.
    pub key: String,
    /// The fault, as a clause.
    pub message: String,
    /// True if a value is wrong; else something unknown was written that does no harm.
    pub is_error: bool,
}

impl ConfigProblem {
    /// A wrong value.
    pub fn error(place: impl Into<String>, key: impl Into<String>, message: impl Into<String>) -> ConfigProblem {
        ConfigProblem { place: place.into(), key: key.into(), message: message.into(), is_error: true }
    }

    /// Something that is not known.
    pub fn warning(place: impl Into<String>, key: impl Into<String>, message: impl Into<String>) -> ConfigProblem {
        ConfigProblem { is_error: false, ..ConfigProblem::error(place, key, message) }
    }
}

/// What is wrong with the value of a setting. Its text is a clause.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum ValueError {
    #[error("must be {expected}, not {found}")]
    Shape { expected: &'static str, found: String },
    #[error("must be between {least} and {most}, not {number}")]
    Range { least: i64, most: i64, number: i64 },
    #[error("there is no theme of this name{near}")]
    Theme { near: NearWord },
    #[error("`{word}` is none of {}{near}", words.join(", "))]
    Choice { word: String, words: &'static [&'static str], near: NearWord },
}

/// The hint at a known word that may be meant; empty where none is near.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct NearWord(pub String);

impl std::fmt::Display for NearWord {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::fmt::Display for ConfigProblem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.place)?;
        if !self.key.is_empty() {
            write!(f, " {}", self.key)?;
        }
        write!(f, ": {}", self.message)
    }
}
