//! Where the variables of values are set from outside, through methods that classes are given for it: `x.name = 1`.

use super::types::Types;
use crate::library::{FileId, NodeRef, TrigramQuery};

impl Types<'_> {
    /// True if the body of a class or module at one place gives it a method that sets `@name`.
    pub(super) fn is_written(&self, place: NodeRef, name: &str) -> bool {
        self.bodies(place.file).writers.get(name).is_some_and(|all| all.contains(&place.node))
    }

    /// True if some file sets what has a name in some value. Whose it is, is not told.
    pub(super) fn is_set_from_outside(&self, name: &str) -> bool {
        self.set_from_outside.get(name.to_owned(), |name| {
            let trigrams = TrigramQuery::of_literals([name.as_str()]);
            let may_hold = |file: &FileId| {
                self.library.language(*file) == "ruby"
                    && self.library.trigrams(*file).is_none_or(|row| trigrams.may_match(row))
            };
            let is_setting = |file| self.library.peek_text(file).is_ok_and(|text| sets(&text, name));
            self.library.file_ids().filter(may_hold).any(is_setting)
        })
    }
}

/// True if a text has `.name =`, `.name ||=`, `.name, … =`, `:name=` or `"name="`.
fn sets(text: &str, name: &str) -> bool {
    text.match_indices(name).any(|(start, _)| {
        let (before, behind) = (text[..start].chars().next_back(), &text[start + name.len()..]);
        match before {
            Some('.') => {
                let rest = behind.trim_start_matches([' ', '\t']);
                let sign = rest.trim_start_matches(['+', '-', '*', '/', '|', '&', '<', '>', '%', '^']);
                let compares = rest.len() - sign.len() == 1 && rest.starts_with(['<', '>']);
                let is_set = sign.starts_with('=') && !sign[1..].starts_with(['=', '~', '>']) && !compares;
                let line = || rest.lines().next().unwrap_or_default();
                is_set || rest.starts_with(',') && !line().contains(')') && line().contains(" = ")
            }
            Some(':' | '"' | '\'') => behind.starts_with('=') && !behind[1..].starts_with(['=', '>', '~']),
            _ => false,
        }
    })
}

#[cfg(test)]
mod tests {
    use super::sets;

    #[test]
    fn what_sets_is_told_from_what_compares() {
        for text in
            ["x.name = 1", "x&.name ||= 1", "x.name += 1", "x.name, y = 1, 2", "send(:name=, 1)", "send('name=', 1)"]
        {
            assert!(sets(text, "name"), "{text}");
        }
        for text in
            ["x.name == 1", "x.name => y", "x.name =~ y", "x.name <= 1", "@name = 1", "x.names = 1", "f(x.name, y) = 1"]
        {
            assert!(!sets(text, "name"), "{text}");
        }
    }
}
