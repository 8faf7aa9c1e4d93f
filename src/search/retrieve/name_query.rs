//! Names against the words of a search: each name that matches gets its class.

use crate::library::Letters;
use crate::search::model::match_class::MatchClass;
use crate::search::words::expand::WordForms;
use crate::search::words::spelling::{RunTogether, Spelling};
use crate::search::words::term_forms::{Around, Form, LEAST_INSIDE, Look, Qualified, Word, at_start, initials};

/// More words than this are not looked for in names.
pub(super) const MAX_WORDS: usize = 32;

/// The words of a search, prepared for many names.
#[derive(Debug)]
pub(in crate::search) struct NameQuery {
    pub(super) words: Vec<Word>,
    /// All of them, and what a name holds that has the words as its initials.
    pub(super) any: Vec<Letters>,
    /// The letters of a name in which a part starts with the first word, for each of its forms.
    starts: Vec<Letters>,
    joined: String,
    joined_forms: String,
    /// The one name that is looked for, letter for letter.
    verbatim: Option<String>,
    /// Everything that was typed, words that say nothing too, run together: `createorderfromcheckout`.
    spelled: Option<String>,
    /// The same as `Type.name`: what is around it, in lower case, and the name itself.
    qualified: Option<Qualified>,
    /// The letters of a name that has the words as its initials, where they can be.
    initials: Option<Letters>,
    /// The one letter that is all there is: names begin with it, it is in too many parts to say anything.
    letter: Option<u8>,
    /// The letters of names that are found otherwise than by their words: by their initials, or as the qualified name.
    pub(super) otherwise: Vec<Letters>,
    /// The number of words that must match somewhere.
    pub(super) required: usize,
}

/// The numbers of letters that can be the initials of a name's parts.
const INITIALS: std::ops::RangeInclusive<usize> = 2..=8;

/// Places of a word in a name.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Held {
    Not,
    Inside,
    AtStart,
}

impl NameQuery {
    /// All of `words` must match, or at least `required` of them.
    pub(in crate::search) fn new(mut words: Vec<WordForms>, required: usize) -> NameQuery {
        let required = required.min(words.len()).max(1);
        words.truncate(MAX_WORDS);
        let joined: String = words.iter().map(|word| word.written.as_str()).collect();
        let joined_forms = words.iter().filter_map(|word| word.forms.first().map(String::as_str)).collect();
        let starts = words.iter().take(1).flat_map(|word| &word.forms).map(|form| at_start(form)).collect();
        let words: Vec<Word> = words.into_iter().map(|word| Word::of(word.written, &word.forms)).collect();
        let initials = INITIALS.contains(&joined.len()).then(|| initials(&joined));
        let any = words.iter().flat_map(|word| word.in_name.iter().copied()).chain(initials).collect();
        let otherwise = initials.into_iter().collect();
        let letter = match joined.as_bytes() {
            [letter] if letter.is_ascii_lowercase() => Some(*letter),
            _ => None,
        };
        NameQuery {
            required,
            words,
            any,
            starts,
            joined,
            joined_forms,
            verbatim: None,
            spelled: None,
            qualified: None,
            letter,
            initials,
            otherwise,
        }
    }

    /// The words, and how many of them must match.
    pub(super) fn sought(&self) -> (&[Word], usize) {
        (&self.words, self.required.min(self.words.len()))
    }

    /// The same, and one name as it is written.
    pub(super) fn with_verbatim(self, name: Option<String>) -> NameQuery {
        let qualified = name.as_deref().and_then(Qualified::of);
        let otherwise = self.initials.into_iter().chain(qualified.as_ref().map(|written| written.in_name)).collect();
        NameQuery { verbatim: name, qualified, otherwise, ..self }
    }

    /// True if a name was written with what is around it.
    pub(super) fn is_qualified(&self) -> bool {
        self.qualified.is_some()
    }

    /// The same, and the name that several terms spell out: `create order from checkout`.
    pub(super) fn with_spelled(self, terms: &[String]) -> NameQuery {
        let letters = || terms.iter().flat_map(|term| term.chars()).filter(|letter| letter.is_alphanumeric());
        let spelled = (terms.len() > 1).then(|| letters().flat_map(char::to_lowercase).collect());
        NameQuery { spelled, ..self }
    }

    /// What names are compared with, each as it was typed and folded.
    pub(in crate::search) fn words(&self) -> &[Word] {
        &self.words
    }

    /// The number of words that must match somewhere.
    pub(super) fn required(&self) -> usize {
        self.required
    }

    /// The letters of names that are found otherwise than by their words: by their initials, or as the qualified name.
    pub(super) fn otherwise(&self) -> &[Letters] {
        &self.otherwise
    }

    /// The letters of a name in which a part starts with the first word, in any of its forms.
    pub(in crate::search) fn starts(&self) -> &[Letters] {
        &self.starts
    }

    /// The letters of a name that has the words as its initials, where they can be.
    pub(in crate::search) fn initials(&self) -> &[Letters] {
        self.initials.as_slice()
    }

    /// The number of letters of all words together: names with more cannot be just that.
    pub(in crate::search) fn length(&self) -> u32 {
        let spelled = self.spelled.as_ref().map_or(0, String::len);
        self.joined.len().max(self.joined_forms.len()).max(spelled) as u32
    }

    pub(in crate::search) fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// The class of a name; `None` if it does not match. `spelling` is memory for it, `around` says whether a word is
    /// in what surrounds it: the qualified name, then the path – or in the path at once, where it is all the same.
    pub(in crate::search) fn matches(
        &self,
        name: &[u8],
        spelling: &mut Spelling,
        around: impl Fn(&Form, Look) -> Option<Around>,
    ) -> Option<MatchClass> {
        if let Some(letter) = self.letter {
            let first = name.iter().find(|byte| byte.is_ascii_alphanumeric() || !byte.is_ascii())?;
            if first.to_ascii_lowercase() != letter {
                return None;
            }
        }
        if let Some(tier) = self.as_qualified(name, &around) {
            return Some(tier);
        }
        spelling.read(name);
        let (mut in_name, mut inside, mut missing) = (0, 0, 0u32);
        for number in 0..self.words.len() {
            match self.held(number, name, spelling) {
                Held::AtStart => in_name += 1,
                Held::Inside => (in_name, inside) = (in_name + 1, inside + 1),
                Held::Not => missing |= 1 << number,
            }
        }
        if missing == 0 {
            let mut tier = self.whole(name, spelling.compact(), inside == 0);
            // Who shortens each part of a name says all of it.
            if tier == MatchClass::Part && self.is_in_short(name, spelling) {
                tier = MatchClass::Initials;
            }
            // Who writes `big.Int` has not forgotten that it is called `BigInt`.
            return Some(if self.qualified.is_some() { tier.max(MatchClass::Part) } else { tier });
        }
        if in_name == 0 {
            return self.is_initials(name, spelling).then_some(MatchClass::Initials);
        }
        let is_missing = |number: &usize| missing >> number & 1 == 1;
        let words = (0..self.words.len()).filter(|number| !is_missing(number));
        let of_name: usize = words.map(|number| self.words[number].written.len()).sum();
        let is_all_of_it = of_name >= spelling.bytes().len();
        let look = if is_all_of_it { Look::ScopeFirst } else { Look::Anywhere };
        let mut in_path = false;
        let mut matched = in_name;
        for number in (0..self.words.len()).filter(is_missing) {
            match self.words[number].forms.iter().find_map(|form| around(form, look)) {
                Some(Around::Named | Around::Scope) => matched += 1,
                Some(Around::Path) => (in_path, matched) = (true, matched + 1),
                None => {}
            }
        }
        if matched < self.required {
            return None;
        }
        // `strings.Builder` is no `String` of a `Builder`, and `update_settings` no `update` of `Settings`.
        let is_name = self.verbatim.is_some();
        let is_qualified =
            matched == self.words.len() && is_all_of_it && !in_path && !is_name && self.qualified.is_none();
        Some(if is_qualified { MatchClass::Qualified } else { MatchClass::Context })
    }

    /// The class of a name as the last segment of the qualified name that was written: `Type.name`, `package.Type`.
    fn as_qualified(&self, name: &[u8], around: impl Fn(&Form, Look) -> Option<Around>) -> Option<MatchClass> {
        let Qualified { lead, last, .. } =
            self.qualified.as_ref().filter(|written| name.eq_ignore_ascii_case(written.last.as_bytes()))?;
        let (mut farthest, mut nearest) = (Around::Named, Around::Named);
        for segment in lead {
            nearest = around(segment, Look::ScopeFirst)?;
            farthest = farthest.max(nearest);
        }
        // Of `http.Server.Serve` the directory is not what is next to the method.
        let is_there = nearest == Around::Named && farthest < Around::Path;
        Some(match (is_there, name == last.as_bytes()) {
            (true, true) => MatchClass::Addressed,
            (true, false) | (_, true) => MatchClass::Exact,
            (false, false) => MatchClass::Qualified,
        })
    }

    /// The place of word `number` in the name, in any of its forms.
    fn held(&self, number: usize, name: &[u8], spelling: &mut Spelling) -> Held {
        let mut held = Held::Not;
        for form in &self.words[number].forms {
            let is_short = form.text.len() < LEAST_INSIDE;
            let mut from = 0;
            while let Some(found) = spelling.bytes().get(from..).and_then(|rest| form.finder.find(rest)) {
                let at = from + found;
                from = at + 1;
                spelling.mark(name);
                if spelling.starts_part(at) {
                    return Held::AtStart;
                }
                if !is_short {
                    held = Held::Inside;
                }
            }
        }
        held
    }

    /// All words are in the name.
    fn whole(&self, name: &[u8], compact: &str, start_parts: bool) -> MatchClass {
        if self.verbatim.as_deref().is_some_and(|verbatim| verbatim.as_bytes() == name) {
            return MatchClass::Verbatim;
        }
        let spelled = self.spelled.as_deref().filter(|spelled| compact.starts_with(spelled));
        if spelled == Some(compact) {
            // Of a public name and a private one that differs by no more than its `_`, the public one was typed.
            let is_all = name.first().is_some_and(|byte| byte.is_ascii_alphanumeric() || !byte.is_ascii());
            return if is_all { MatchClass::Verbatim } else { MatchClass::Exact };
        }
        if compact == self.joined || compact == self.joined_forms {
            return MatchClass::Exact;
        }
        if spelled.is_some() || compact.starts_with(&self.joined) || compact.starts_with(&self.joined_forms) {
            return MatchClass::Prefix;
        }
        if start_parts { MatchClass::Part } else { MatchClass::Substring }
    }

    /// Whether each of the words is short for a part of the name, and no part is left.
    fn is_in_short(&self, name: &[u8], spelling: &mut Spelling) -> bool {
        let words: Vec<&str> = self.words.iter().map(|word| word.written.as_str()).collect();
        spelling.mark(name);
        words.len() > 1 && spelling.in_short(&words) == Some(RunTogether::All)
    }

    /// `as` for `AuthService`, `rtb` for `run_the_bus`.
    fn is_initials(&self, name: &[u8], spelling: &mut Spelling) -> bool {
        if !INITIALS.contains(&self.joined.len()) || spelling.bytes().first() != self.joined.as_bytes().first() {
            return false;
        }
        spelling.mark(name);
        spelling.initials().eq(self.joined.chars())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::words::expand::forms;

    fn tier(query: &str, name: &str, scope: &str) -> Option<MatchClass> {
        let terms: Vec<String> = query.split_whitespace().map(str::to_owned).collect();
        let words = forms(&terms);
        let query = NameQuery::new(words.clone(), words.len());
        let in_scope = |form: &Form, _| form.is_in(scope).then_some(Around::Scope);
        query.matches(name.as_bytes(), &mut Spelling::default(), in_scope)
    }

    #[test]
    fn names_match_in_all_spellings() {
        use MatchClass::*;
        for (query, name, expected) in [
            ("auth service", "AuthService", Some(Exact)),
            ("AuthService", "auth_service", Some(Exact)),
            ("authservice", "auth_service", Some(Exact)),
            ("auth_service", "Auth Service", Some(Exact)),
            ("tokens", "Token", Some(Exact)),
            ("auth", "AuthService", Some(Prefix)),
            ("service auth", "AuthServiceImpl", Some(Part)),
            ("serv", "AuthService", Some(Part)),
            ("a", "AuthService", Some(Prefix)),
            ("a", "_auth", Some(Prefix)),
            ("s", "AuthService", None),
            ("as", "AuthService", Some(Initials)),
            ("rtb", "run_the_bus", Some(Initials)),
            ("hs", "HTTPServer", Some(Initials)),
            ("hserv", "AuthService", Some(Substring)),
            ("se", "AuthService", Some(Part)),
            ("r", "reader", Some(Prefix)),
            ("r", "AuthService", None),
            ("认证", "用户认证流程", Some(Part)),
            ("用户", "用户认证流程", Some(Prefix)),
            ("auth missing", "AuthService", None),
            ("xyz", "AuthService", None),
        ] {
            assert_eq!(tier(query, name, ""), expected, "{query} in {name}");
        }
        // What is passed over unread could not have matched, and not so well.
        for (query, name) in [
            ("auth service", "AuthService"),
            ("a", "_auth"),
            ("as", "AuthService"),
            ("hs", "HTTPServer"),
            ("serv", "AuthService"),
            ("hserv", "AuthService"),
            ("tokens", "Token"),
            ("64", "x86_64"),
            ("service auth", "AuthServiceImpl"),
            ("认证", "用户认证流程"),
            ("auth missing", "AuthService"),
        ] {
            let words = forms(&query.split_whitespace().map(str::to_owned).collect::<Vec<_>>());
            let letters = Letters::of_name(name);
            let names = NameQuery::new(words, 1);
            let matched = names.matches(name.as_bytes(), &mut Spelling::default(), |_, _| Some(Around::Scope));
            let hold_any = |wanted: &[Letters]| wanted.iter().any(|&wanted| letters.hold(wanted));
            let all = names.words().iter().all(|word| hold_any(&word.in_name));
            let best = match letters.least_length() {
                length if length <= names.length() => MatchClass::Addressed,
                _ if all && hold_any(names.starts()) => MatchClass::Prefix,
                _ if hold_any(names.initials()) => MatchClass::Initials,
                _ if all => MatchClass::Substring,
                _ => MatchClass::Context,
            };
            assert!(names.can_match(letters) && matched >= Some(best), "{query} in {name}");
        }
        assert_eq!(tier("AuthService.validate", "validate", "authservice"), Some(Qualified));
        assert_eq!(tier("auth validate", "validate_token", "authservice"), Some(Context));
    }
}
