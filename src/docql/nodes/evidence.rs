//! How a relation is known: what is written at the site, or the name alone.

use crate::library::NodeRef;

/// How it is known that a site refers to a declaration, weakest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Evidence {
    /// The name is the same and nothing contradicts.
    Name,
    /// It is called through a type above, which may run it: `None` where that is so on the way to it.
    Dispatch(Option<NodeRef>),
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
    /// All of them, strongest first.
    pub const ALL: [Evidence; 7] = [
        Evidence::Receiver,
        Evidence::OwnType,
        Evidence::Signature,
        Evidence::Import,
        Evidence::Unique,
        Evidence::Dispatch(None),
        Evidence::Name,
    ];

    /// The word in queries and records.
    pub fn id(self) -> &'static str {
        match self {
            Evidence::Name => "name",
            Evidence::Dispatch(_) => "dispatch",
            Evidence::Unique => "unique",
            Evidence::Import => "import",
            Evidence::Signature => "signature",
            Evidence::OwnType => "own type",
            Evidence::Receiver => "receiver",
        }
    }

    /// The certainty that it gives.
    pub fn certainty(self) -> &'static str {
        CERTAINTIES[usize::from(self.doubt())]
    }

    /// How much it leaves open: 0 nothing, 1 which implementation is run, 2 what is meant at all.
    pub fn doubt(self) -> u8 {
        match self {
            Evidence::Name => 2,
            Evidence::Dispatch(_) => 1,
            _ => 0,
        }
    }

    /// What is known of something that is reached over what is known so: never more than that.
    pub fn behind(self, before: Evidence) -> Evidence {
        match before.doubt().max(self.doubt()) {
            0 => self,
            1 if before.doubt() == 0 => self,
            1 => Evidence::Dispatch(None),
            _ => Evidence::Name,
        }
    }
}

/// The words for certainty, surest first.
pub const CERTAINTIES: [&str; 3] = ["sure", "possible", "name"];
