//! A name with the word before it that declares it, as programs write it: `class Window`, `pub fn theme`, `def foo(self`.

use crate::document::Kind;
use crate::search::request::read::Request;

/// Words that may stand before a word that declares.
#[rustfmt::skip]
const MODIFIERS: &[&str] = &[
    "abstract", "async", "const", "export", "final", "inline", "internal", "open", "override", "partial", "private", "protected",
    "pub", "public", "sealed", "static", "typedef", "unsafe", "virtual",
];

/// Terms before the name, at most.
const MAX_BEFORE: usize = 4;

/// What goes on behind a name: words, and signs.
const BEHIND: [&str; 4] = ["extends", "for", "implements", "where"];
const OPENING: [char; 7] = ['(', '<', ':', '{', ';', '[', '='];

/// What a word declares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::search) enum Declares {
    /// A type of one kind, or another that is declared so as well.
    Type(Kind),
    Function,
    Macro,
    Module,
    Value,
}

const WORDS: &[(&[&str], Declares)] = &[
    (&["class"], Declares::Type(Kind::Class)),
    (&["struct"], Declares::Type(Kind::Struct)),
    (&["interface"], Declares::Type(Kind::Interface)),
    (&["trait"], Declares::Type(Kind::Trait)),
    (&["enum"], Declares::Type(Kind::Enum)),
    (&["union"], Declares::Type(Kind::Union)),
    (&["record"], Declares::Type(Kind::Record)),
    (&["object"], Declares::Type(Kind::Object)),
    (&["protocol"], Declares::Type(Kind::Protocol)),
    (&["type", "typealias"], Declares::Type(Kind::Alias)),
    (&["fn", "fun", "func", "function", "def", "defp", "method"], Declares::Function),
    (&["macro", "macro_rules!", "#define"], Declares::Macro),
    (&["module", "mod", "namespace", "package"], Declares::Module),
    (&["const", "constant", "var", "val"], Declares::Value),
];

impl Declares {
    /// True if it may declare what is of a kind.
    pub(in crate::search) fn may_be(self, kind: Kind) -> bool {
        match self {
            Declares::Type(_) => kind.is_class() || kind == Kind::Alias,
            Declares::Function => kind.is_function() || kind == Kind::Test,
            Declares::Macro => kind == Kind::Macro,
            Declares::Module => kind == Kind::Module,
            Declares::Value => matches!(kind, Kind::Constant | Kind::Variable | Kind::Field | Kind::Property),
        }
    }

    /// True if it says just this kind.
    pub(in crate::search) fn is(self, kind: Kind) -> bool {
        match self {
            Declares::Type(own) => own == kind,
            other => other.may_be(kind),
        }
    }
}

impl Request {
    /// The name that was typed with the word that declares it, and nothing else but what stands before that word, or
    /// behind the name: parameters, what is extended. A type with its parameters in `<…>` needs no such word.
    pub(in crate::search) fn declared_as(&self) -> Option<(Declares, &str)> {
        if !self.phrases.is_empty() || !self.fuzzy.is_empty() || self.pasted.is_some() {
            return None;
        }
        if let [only] = &self.terms[..] {
            let name = identifier(only);
            let is_generic = only[name.len()..].starts_with('<') && only.ends_with('>');
            return (is_generic && !name.is_empty()).then_some((Declares::Type(Kind::Class), name));
        }
        let word_at = |at: usize| self.terms.get(at).and_then(|term| declared_by(term));
        // `const` declares, and stands before what does.
        let goes_on = |at: &usize| word_at(at + 1).is_some() || is_modifier(self.terms.get(at + 1));
        let before = (0..MAX_BEFORE).take_while(|at| is_modifier(self.terms.get(*at)) && goes_on(at)).count();
        let (declares, whole) = (word_at(before)?, self.terms.get(before + 1)?.as_str());
        let name = identifier(whole);
        let goes_on = whole.len() > name.len();
        let behind = self.terms.get(before + 2);
        let is_all = goes_on || behind.is_none_or(|term| BEHIND.contains(&term.as_str()) || term.starts_with(OPENING));
        let is_name = !name.is_empty() && (!goes_on || whole[name.len()..].starts_with(OPENING));
        (is_all && is_name).then_some((declares, name))
    }
}

fn declared_by(term: &str) -> Option<Declares> {
    WORDS.iter().find(|(words, _)| words.contains(&term)).map(|(_, declares)| *declares)
}

fn is_modifier(term: Option<&String>) -> bool {
    term.is_some_and(|term| MODIFIERS.contains(&term.as_str()))
}

/// The identifier that a text begins with.
fn identifier(text: &str) -> &str {
    let end = text.find(|c: char| !c.is_alphanumeric() && c != '_' && c != '$').unwrap_or(text.len());
    let begins = text.starts_with(|c: char| c.is_alphabetic() || c == '_' || c == '$');
    if begins { &text[..end] } else { "" }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::request::read::read;

    #[test]
    fn what_is_declared_is_read_as_programs_write_it() {
        for (typed, expected) in [
            ("class Window", Some((Declares::Type(Kind::Class), "Window"))),
            ("public partial class Window", Some((Declares::Type(Kind::Class), "Window"))),
            ("struct client", Some((Declares::Type(Kind::Struct), "client"))),
            ("def Query(", Some((Declares::Function, "Query"))),
            ("pub const fn theme", Some((Declares::Function, "theme"))),
            ("class StyledProperty<T>", Some((Declares::Type(Kind::Class), "StyledProperty"))),
            ("StyledProperty<T>", Some((Declares::Type(Kind::Class), "StyledProperty"))),
            ("const MAX_SIZE", Some((Declares::Value, "MAX_SIZE"))),
            ("class Window : Base, IThing", Some((Declares::Type(Kind::Class), "Window"))),
            ("class that holds it", None),
            ("function call graph", None),
            ("type inference rules", None),
            ("\"class Window\"", None),
            ("Window", None),
            ("<T>", None),
        ] {
            assert_eq!(read(typed).declared_as(), expected, "{typed}");
        }
    }
}
