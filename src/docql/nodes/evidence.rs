//! How a relation is known: what is written at the site, or the name alone.

/// How it is known that a site refers to a declaration, weakest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Evidence {
    /// The name is the same and nothing contradicts.
    Name,
    /// Nothing that is indexed has the name but what is asked for.
    Unique,
    /// Imports, paths and what is in scope lead to it.
    Import,
    /// The signature of a function gives the type of what it is called on.
    Signature,
    /// It is called on the own type, or on one above it.
    OwnType,
    /// What stands before the name is of its type.
    Receiver,
}

impl Evidence {
    /// All, strongest first.
    pub const ALL: [Evidence; 6] = [
        Evidence::Receiver,
        Evidence::OwnType,
        Evidence::Signature,
        Evidence::Import,
        Evidence::Unique,
        Evidence::Name,
    ];

    /// The word in queries and records.
    pub fn id(self) -> &'static str {
        match self {
            Evidence::Name => "name",
            Evidence::Unique => "unique",
            Evidence::Import => "import",
            Evidence::Signature => "signature",
            Evidence::OwnType => "own type",
            Evidence::Receiver => "receiver",
        }
    }

    /// The certainty that it gives.
    pub fn certainty(self) -> &'static str {
        if self == Evidence::Name { CERTAINTIES[1] } else { CERTAINTIES[0] }
    }
}

/// The words for certainty, surest first.
pub const CERTAINTIES: [&str; 2] = ["sure", "name"];
