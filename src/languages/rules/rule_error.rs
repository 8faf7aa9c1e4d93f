//! What is wrong with an outline table.

/// A word or pattern of an outline table that means nothing, and where it stands.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum RuleError {
    /// It is no TOML, or has keys that no table has.
    #[error("{0}")]
    Toml(#[from] toml::de::Error),
    /// A pattern that does not compile.
    #[error("{0}")]
    Pattern(#[from] regex::Error),
    /// A name that the grammar does not have.
    #[error("no {what} is called `{name}`")]
    NoName {
        /// What it would name: a kind of node, a field.
        what: &'static str,
        /// The name.
        name: String,
    },
    /// A word that is none of those expected there.
    #[error("`{word}` is no {expected}")]
    NoWord {
        /// The word.
        word: String,
        /// What is expected: a kind, a scope, a visibility.
        expected: &'static str,
    },
    /// A pattern without the group that it needs.
    #[error("unseen: {0} has no group (?<unseen>…)")]
    NoUnseenGroup(String),
    /// A rewrite that is not within a line, or of no group.
    #[error("`{find}` has no group, or `{put}` is no part of a line")]
    Rewrite {
        /// The pattern.
        find: String,
        /// What is put in place of its group.
        put: String,
    },
    /// A row of visibilities of another shape.
    #[error("{0:?} is no word with a visibility")]
    NoVisibilityRow(Vec<String>),
    /// It stands in a path.
    #[error("path `{path}`: {problem}")]
    InPath {
        /// The path as it is written.
        path: String,
        /// What is wrong.
        problem: Box<RuleError>,
    },
    /// It stands in a rule.
    #[error("rule for {nodes:?}: {problem}")]
    InRule {
        /// The nodes that the rule is for.
        nodes: Vec<String>,
        /// What is wrong.
        problem: Box<RuleError>,
    },
}

impl RuleError {
    pub(super) fn word(word: &str, expected: &'static str) -> RuleError {
        RuleError::NoWord { word: word.to_owned(), expected }
    }
}
