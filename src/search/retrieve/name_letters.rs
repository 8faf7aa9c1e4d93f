//! Names that can match, told by their letters and what is around them: what cannot is not read.

use super::name_query::NameQuery;
use crate::library::Letters;
use crate::search::words::term_forms::{Form, Word};

impl NameQuery {
    /// True if a name with these letters can match. Cheap: it is asked of every name there is.
    #[inline]
    pub(super) fn can_match(&self, name: Letters) -> bool {
        self.any.iter().any(|&letters| name.hold(letters))
    }

    /// True if enough words can be found for a name: in it, by its letters, which `holds` knows; in the path of its
    /// file, which has the words whose bits are set; or in its scope, which `can_hold` knows. Cheap beside reading the
    /// name and all around it.
    #[inline]
    pub(super) fn can_find_enough(
        &self,
        holds: impl Fn(Letters) -> bool,
        in_path: impl FnOnce() -> u32,
        can_hold: impl Fn(&Form) -> bool,
    ) -> bool {
        if self.words.len() == 1 || self.otherwise.iter().any(|&wanted| holds(wanted)) {
            return true;
        }
        let is_enough = |missing: u32| self.words.len() - missing.count_ones() as usize >= self.required;
        let is_missing = |word: &Word| !word.in_name.iter().any(|&wanted| holds(wanted));
        let mut missing = self.bits(is_missing);
        if missing == 0 || is_enough(missing) {
            return true;
        }
        missing &= !in_path();
        is_enough(missing) || {
            let numbers = (0..self.words.len()).filter(|number| missing >> number & 1 == 1);
            let in_scope = numbers.filter(|&number| self.words[number].forms.iter().any(&can_hold));
            is_enough(in_scope.fold(missing, |missing, number| missing & !(1 << number)))
        }
    }

    /// The words that are in a path, which is in lower case: a bit for each.
    pub(super) fn in_path(&self, path: &str) -> u32 {
        self.bits(|word| word.forms.iter().any(|form| form.is_in(path)))
    }

    /// A bit for each word for which `holds` does.
    fn bits(&self, holds: impl Fn(&Word) -> bool) -> u32 {
        self.words.iter().enumerate().fold(0, |bits, (number, word)| bits | u32::from(holds(word)) << number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::words::expand::forms;
    use crate::search::words::spelling::Spelling;
    use crate::search::words::term_forms::Around;

    #[test]
    fn only_names_that_cannot_match_with_all_around_them_are_passed_over() {
        let mut passed_over = 0;
        for (query, required) in [("auth validate", 2), ("token auth validate", 2), ("a service", 2), ("v t", 2)] {
            let words = forms(&query.split_whitespace().map(str::to_owned).collect::<Vec<_>>());
            let names = NameQuery::new(words, required);
            for name in ["validate", "AuthService", "validate_token", "VT", "server", "größe"] {
                for (scope, path) in [("", ""), ("authservice", ""), ("", "src/auth/a.rs"), ("token", "auth.c")] {
                    let around = |form: &Form, _| match (form.is_in(path), form.is_in(scope)) {
                        (true, _) => Some(Around::Path),
                        (false, in_scope) => in_scope.then_some(Around::Scope),
                    };
                    let letters = Letters::of_name(name);
                    let is_looked_at = names.can_match(letters)
                        && names.can_find_enough(
                            |wanted| letters.hold(wanted),
                            || names.in_path(path),
                            |form| form.is_in(scope),
                        );
                    let tier = names.matches(name.as_bytes(), &mut Spelling::default(), around);
                    assert!(is_looked_at || tier.is_none(), "{query} in {name} in {scope} in {path}: {tier:?}");
                    passed_over += usize::from(names.can_match(letters) && !is_looked_at);
                }
            }
        }
        assert!(passed_over > 10, "{passed_over}");
    }
}
