//! How well a name matches: exact > prefix > word part > qualified > initials > substring > in context.

use super::expand::WordForms;
use crate::library::{Letters, any_part};
use crate::stdx::starts_with_ignoring_case;
use memchr::memmem::Finder;

/// How a name matched, best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Tier {
    Exact,
    Prefix,
    /// Every word starts a part of the name.
    Part,
    /// The name is exactly some of the words, and the others are in the types or headings around it.
    Qualified,
    Initials,
    Substring,
    /// Some words are in the name, the others around it or in the path.
    Context,
    /// A slip of the keys, or a loose match.
    Fuzzy,
}

/// The words of a search, prepared for many names.
#[derive(Debug)]
pub(super) struct NameQuery {
    words: Vec<WordForms>,
    /// One searcher per form of each word.
    finders: Vec<Vec<Finder<'static>>>,
    /// The letters of each form of each word.
    letters: Vec<Letters>,
    joined: String,
    joined_forms: String,
    /// The letters of the words as written, where they can be initials.
    initials: Option<Letters>,
    /// How many of the words must match somewhere.
    required: usize,
}

/// So many letters can be the initials of a name's parts.
const INITIALS: std::ops::RangeInclusive<usize> = 2..=8;

/// Memory that one thread reuses from name to name.
#[derive(Debug, Default)]
pub(super) struct Scratch {
    compact: String,
}

impl NameQuery {
    /// All of `words` must match, or at least `required` of them.
    pub(super) fn new(words: Vec<WordForms>, required: usize) -> NameQuery {
        let joined: String = words.iter().map(|word| word.written.as_str()).collect();
        let joined_forms = words.iter().filter_map(|word| word.forms.first().map(String::as_str)).collect();
        let finder = |form: &String| Finder::new(form.as_bytes()).into_owned();
        let finders = words.iter().map(|word| word.forms.iter().map(finder).collect()).collect();
        let letters = words.iter().flat_map(|word| &word.forms).map(|form| Letters::of(form)).collect();
        let initials = INITIALS.contains(&joined.len()).then(|| Letters::of(&joined));
        let required = required.min(words.len()).max(1);
        NameQuery { required, words, finders, letters, joined, joined_forms, initials }
    }

    /// Whether a name with these letters can match. Cheap: it is asked of every name there is.
    pub(super) fn can_match(&self, name: Letters) -> bool {
        self.letters.iter().chain(&self.initials).any(|&letters| name.hold(letters))
    }

    pub(super) fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// How `name` matches. `lower` is the name in lower case, `around` says whether a word is in what
    /// surrounds it: the qualified name, then the path.
    pub(super) fn matches(
        &self,
        name: &str,
        lower: &str,
        scratch: &mut Scratch,
        around: impl Fn(&str) -> Option<Around>,
    ) -> Option<Tier> {
        let compact = compact(lower, &mut scratch.compact);
        let holds = |number: &usize| self.finders[*number].iter().any(|form| form.find(compact.as_bytes()).is_some());
        let numbers = 0..self.words.len();
        let in_name = numbers.clone().filter(holds).count();
        if in_name == self.words.len() {
            return Some(self.whole(name, compact));
        }
        if in_name == 0 {
            return self.is_initials(name).then_some(Tier::Initials);
        }
        let mut in_path = false;
        let mut matched = in_name;
        for number in numbers.clone().filter(|number| !holds(number)) {
            match self.words[number].forms.iter().find_map(|form| around(form)) {
                Some(Around::Scope) => matched += 1,
                Some(Around::Path) => (in_path, matched) = (true, matched + 1),
                None => {}
            }
        }
        if matched < self.required {
            return None;
        }
        let of_name: usize = numbers.filter(holds).map(|number| self.words[number].written.len()).sum();
        let is_qualified = matched == self.words.len() && of_name >= compact.len() && !in_path;
        Some(if is_qualified { Tier::Qualified } else { Tier::Context })
    }

    /// All words are in the name.
    fn whole(&self, name: &str, compact: &str) -> Tier {
        if compact == self.joined || compact == self.joined_forms {
            return Tier::Exact;
        }
        if compact.starts_with(&self.joined) || compact.starts_with(&self.joined_forms) {
            return Tier::Prefix;
        }
        let starts_part = |form: &String| any_part(name, |part| starts_with(part, form));
        if self.words.iter().all(|word| word.forms.iter().any(starts_part)) { Tier::Part } else { Tier::Substring }
    }

    /// `as` for `AuthService`, `rtb` for `run_the_bus`.
    fn is_initials(&self, name: &str) -> bool {
        let mut wanted = self.joined.chars();
        if !INITIALS.contains(&self.joined.len()) {
            return false;
        }
        let mut next = wanted.next();
        let mut previous = '_';
        for character in name.chars() {
            let starts = (character.is_uppercase() && !previous.is_uppercase())
                || (character.is_alphanumeric() && !previous.is_alphanumeric());
            previous = character;
            if !starts {
                continue;
            }
            match next {
                Some(letter) if character.to_lowercase().eq([letter]) => next = wanted.next(),
                _ => return false,
            }
        }
        next.is_none()
    }
}

/// Whether `part` starts with `form`, which is in lower case.
fn starts_with(part: &str, form: &str) -> bool {
    match part.as_bytes().get(..form.len()) {
        Some(start) if form.is_ascii() => start.eq_ignore_ascii_case(form.as_bytes()),
        Some(_) => starts_with_ignoring_case(part, form),
        None => false,
    }
}

/// Where a word that is not in the name was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Around {
    /// In the names of what encloses the node.
    Scope,
    /// In the path of its file.
    Path,
}

/// `text` without what separates words, in `memory` if anything had to go.
pub(super) fn compact<'m>(text: &'m str, memory: &'m mut String) -> &'m str {
    let is_separator = |c: char| !c.is_alphanumeric();
    if text.is_ascii() && text.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
        return text;
    }
    memory.clear();
    memory.extend(text.chars().filter(|&c| !is_separator(c)));
    memory
}

#[cfg(test)]
mod tests {
    use super::super::expand::forms;
    use super::*;

    fn tier(query: &str, name: &str, scope: &str) -> Option<Tier> {
        let terms: Vec<String> = query.split_whitespace().map(str::to_owned).collect();
        let words = forms(&terms);
        let query = NameQuery::new(words.clone(), words.len());
        query.matches(name, &name.to_lowercase(), &mut Scratch::default(), |word| {
            scope.contains(word).then_some(Around::Scope)
        })
    }

    #[test]
    fn names_match_in_all_spellings() {
        use Tier::*;
        for (query, name, expected) in [
            ("auth service", "AuthService", Some(Exact)),
            ("AuthService", "auth_service", Some(Exact)),
            ("authservice", "auth_service", Some(Exact)),
            ("auth_service", "Auth Service", Some(Exact)),
            ("tokens", "Token", Some(Exact)),
            ("auth", "AuthService", Some(Prefix)),
            ("service auth", "AuthServiceImpl", Some(Part)),
            ("serv", "AuthService", Some(Part)),
            ("as", "AuthService", Some(Initials)),
            ("rtb", "run_the_bus", Some(Initials)),
            ("hserv", "AuthService", Some(Substring)),
            ("认证", "用户认证流程", Some(Part)),
            ("用户", "用户认证流程", Some(Prefix)),
            ("auth missing", "AuthService", None),
            ("xyz", "AuthService", None),
        ] {
            assert_eq!(tier(query, name, ""), expected, "{query} in {name}");
        }
        assert_eq!(tier("AuthService.validate", "validate", "authservice"), Some(Qualified));
        assert_eq!(tier("auth validate", "validate_token", "authservice"), Some(Context));
    }
}
