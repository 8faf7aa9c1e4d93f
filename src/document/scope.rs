//! Scopes: the meaning of a piece of text for a reader. Themes give scopes colours; nothing else knows colours.

/// The scope of a highlighted range; its number is its row in [`SCOPES`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
#[allow(missing_docs, reason = "the names say it; SCOPES gives the spelling in queries and themes")]
pub enum Scope {
    Text,
    Comment,
    Keyword,
    Operator,
    Punctuation,
    String,
    Escape,
    Number,
    Constant,
    Type,
    Function,
    Macro,
    Variable,
    Parameter,
    Property,
    Module,
    Attribute,
    Label,
    Tag,
    Heading,
    Strong,
    Emphasis,
    Strike,
    Code,
    Link,
    Quote,
    ListMark,
    Rule,
    Added,
    Removed,
    Error,
}

/// The spelling of each scope in highlight queries (as a capture name) and in themes (under `[syntax]`).
pub const SCOPES: &[(Scope, &str)] = &[
    (Scope::Text, "text"),
    (Scope::Comment, "comment"),
    (Scope::Keyword, "keyword"),
    (Scope::Operator, "operator"),
    (Scope::Punctuation, "punctuation"),
    (Scope::String, "string"),
    (Scope::Escape, "escape"),
    (Scope::Number, "number"),
    (Scope::Constant, "constant"),
    (Scope::Type, "type"),
    (Scope::Function, "function"),
    (Scope::Macro, "macro"),
    (Scope::Variable, "variable"),
    (Scope::Parameter, "parameter"),
    (Scope::Property, "property"),
    (Scope::Module, "module"),
    (Scope::Attribute, "attribute"),
    (Scope::Label, "label"),
    (Scope::Tag, "tag"),
    (Scope::Heading, "heading"),
    (Scope::Strong, "strong"),
    (Scope::Emphasis, "emphasis"),
    (Scope::Strike, "strike"),
    (Scope::Code, "code"),
    (Scope::Link, "link"),
    (Scope::Quote, "quote"),
    (Scope::ListMark, "list_mark"),
    (Scope::Rule, "rule"),
    (Scope::Added, "added"),
    (Scope::Removed, "removed"),
    (Scope::Error, "error"),
];

impl Scope {
    /// Finds a scope by its spelling. A dotted name falls back to its prefix (`function.method` is `function`).
    pub fn parse(name: &str) -> Option<Scope> {
        let mut name = name;
        loop {
            if let Some((scope, _)) = SCOPES.iter().find(|(_, known)| *known == name) {
                return Some(*scope);
            }
            name = name.rsplit_once('.')?.0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scopes_stand_at_their_number_and_fall_back() {
        for (number, (scope, name)) in SCOPES.iter().enumerate() {
            assert_eq!(*scope as usize, number);
            assert_eq!(Scope::parse(name), Some(*scope));
        }
        assert_eq!(Scope::parse("function.method.call"), Some(Scope::Function));
        assert_eq!(Scope::parse("nonsense"), None);
    }
}
