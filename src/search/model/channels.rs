//! Channels: the sources of candidates, a row each.

use crate::document::Kind;

/// A channel: a row of the table.
#[derive(Debug)]
pub struct Channel {
    /// The name in explanations.
    pub name: &'static str,
    /// Its candidates, for people.
    pub label: &'static str,
    /// The weight of its ranks in the fusion.
    pub weight: f32,
    /// The source of its candidates.
    pub(in crate::search) source: CandidateSource,
}

/// Sources of candidates.
#[derive(Debug)]
pub(in crate::search) enum CandidateSource {
    /// Names of nodes of some kinds.
    Names(fn(Kind) -> bool),
    /// Paths of files.
    Paths,
    /// Text as it was typed.
    Literal,
    /// The full-text index.
    Text,
    /// The vectors.
    Meaning,
    /// What a language model has said of them.
    Descriptions,
    /// The vectors of files that are pictures.
    Pictures,
}

/// The name of the channel of texts.
pub(in crate::search) const TEXT: &str = "text";

/// The name of the channel of pictures.
pub(in crate::search) const PICTURE: &str = "picture";

/// All channels.
pub const CHANNELS: &[Channel] = &[
    Channel { name: "class", label: "names of types", weight: 1.0, source: CandidateSource::Names(Kind::is_class) },
    Channel {
        name: "function",
        label: "names of functions",
        weight: 1.0,
        source: CandidateSource::Names(Kind::is_function),
    },
    Channel {
        name: "symbol",
        label: "names of other symbols",
        weight: 0.8,
        source: CandidateSource::Names(is_other_symbol),
    },
    Channel { name: "heading", label: "titles of sections", weight: 1.0, source: CandidateSource::Names(is_title) },
    Channel { name: "entity", label: "terms and endpoints", weight: 0.8, source: CandidateSource::Names(is_entity) },
    Channel { name: "path", label: "paths of files", weight: 0.7, source: CandidateSource::Paths },
    Channel { name: "literal", label: "text as it was typed", weight: 1.0, source: CandidateSource::Literal },
    Channel { name: TEXT, label: "text, by BM25", weight: 1.0, source: CandidateSource::Text },
    Channel { name: "semantic", label: "meaning, by vectors", weight: 1.0, source: CandidateSource::Meaning },
    Channel {
        name: "description",
        label: "descriptions by a language model",
        weight: 0.8,
        source: CandidateSource::Descriptions,
    },
    Channel { name: PICTURE, label: "what pictures show, by vectors", weight: 1.0, source: CandidateSource::Pictures },
];

fn is_other_symbol(kind: Kind) -> bool {
    kind.is_symbol() && !kind.is_class() && !kind.is_function()
}

fn is_title(kind: Kind) -> bool {
    matches!(kind, Kind::Heading | Kind::Page)
}

/// True if a kind is a term or an endpoint, which no outline lists.
pub(in crate::search) fn is_entity(kind: Kind) -> bool {
    matches!(kind, Kind::Term | Kind::Api)
}
