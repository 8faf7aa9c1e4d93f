//! What a name is bound to, where a function binds it.

/// What a name is bound to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Binding {
    /// The tokens of its type.
    Typed(usize, usize),
    /// The expression at a token; the number is that of the value among several.
    Value(usize, usize),
    /// What is in the list that the expression at a token yields.
    Element(usize),
    /// Go: what a loop over the value of the expression at a token yields first: a key, or what comes out of a channel.
    Key(usize),
    /// Python: what a `with` statement makes of the expression at a token.
    Entered(usize),
    /// Python: one of the parts that the expression at a token is taken apart into, by its number.
    Part(usize, usize),
    /// Python: the same of what is in the list that the expression at a token yields: `for a, b in pairs`.
    ElementPart(usize, usize),
    /// JavaScript: a part of what is taken apart, by its number among those of the scopes.
    Taken(usize),
    /// A parameter of the function without a name that begins at a token, by its number.
    Parameter(usize, usize),
    /// A parameter or pattern without a type.
    Opaque,
    /// Rust: what a pattern around the name takes out of a value.
    Matched,
    /// A value of a type of the language.
    Builtin,
}
