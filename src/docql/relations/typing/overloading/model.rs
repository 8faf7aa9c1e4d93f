//! What is known of arguments, and how well one fits.

use crate::library::NodeRef;

/// What is known of an argument.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::docql::relations) enum Argument {
    /// A function without a name, or one that is named and not called.
    Function,
    /// A value of a declared type.
    Of(NodeRef),
    /// A value of a type that is not declared here, by the name that Java has for it.
    Named(String),
    /// A number that is written out, which some languages take for one of a narrower kind, too.
    Literal(&'static str),
    /// A list of fixed length.
    Array(Box<Argument>),
    Null,
    /// What a function of a type that is not declared here yields: most are of that type.
    Made(String),
    Unknown,
}

impl Argument {
    pub(super) fn named(name: &str) -> Argument {
        Argument::Named(name.to_owned())
    }
}

/// How an argument fits a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::docql::relations) enum Worth {
    /// A number is taken out of an object, which is done only where nothing takes the object.
    Unboxed,
    /// Nothing speaks against it.
    Possible,
    /// The parameter takes anything.
    Anything,
    /// A number is put into an object.
    Boxed,
    /// The parameter is of a type above that of the argument.
    Above,
    /// They are of one type.
    Same,
}

/// How many arguments a call has.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::docql::relations) struct Given {
    pub least: usize,
    pub most: usize,
    /// True if it is written with types: `find<User>(id)`.
    pub has_types: bool,
    /// Kotlin, C#: the parameters that it names: `find(id = 1)`, `Find(id: 1)`.
    pub names: Vec<String>,
}
