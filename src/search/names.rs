//! How well a name matches: exact > prefix > word part > qualified > initials > substring > in context.

use super::expand::WordForms;
use super::spelling::Spelling;
use crate::library::Letters;
use memchr::memmem::Finder;

/// How a name matched, best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Tier {
    /// As written, and all around it too: `strings.Builder`.
    Addressed,
    /// As written, letter for letter.
    Verbatim,
    Exact,
    Prefix,
    /// Every word starts a part of the name.
    Part,
    /// A slip of the keys in a name as a whole.
    Slip,
    /// The name is exactly some of the words, and the others are in the types or headings around it.
    Qualified,
    Initials,
    Substring,
    /// Some words are in the name, the others around it or in the path.
    Context,
    /// The letters in this order, with others between them.
    Fuzzy,
}

/// Shorter words are in too many names for it to say anything, unless a part of the name starts with them.
const LEAST_INSIDE: usize = 3;

/// More words than this are not looked for in names.
const MOST_WORDS: usize = 32;

/// The words of a search, prepared for many names.
#[derive(Debug)]
pub(super) struct NameQuery {
    words: Vec<WordForms>,
    /// One searcher per form of each word.
    finders: Vec<Vec<Finder<'static>>>,
    /// What a name holds that holds a form of the word, for each form of each word.
    letters: Vec<Vec<Letters>>,
    /// All of them, and what a name holds that has the words as its initials.
    any: Vec<Letters>,
    /// What a name holds in which a part starts with the first word, for each of its forms.
    starts: Vec<Letters>,
    joined: String,
    joined_forms: String,
    /// The one name that is looked for, letter for letter.
    verbatim: Option<String>,
    /// The same as `Type.name`: what is around it, in lower case, and the name itself.
    qualified: Option<(Vec<String>, String)>,
    /// What a name holds that has the words as its initials, where they can be.
    initials: Option<Letters>,
    /// The one letter that is all there is: names begin with it, it is in too many parts to say anything.
    letter: Option<u8>,
    /// How many of the words must match somewhere.
    required: usize,
}

/// So many letters can be the initials of a name's parts.
const INITIALS: std::ops::RangeInclusive<usize> = 2..=8;

/// Where in a name a word is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Held {
    Not,
    Inside,
    AtStart,
}

impl NameQuery {
    /// All of `words` must match, or at least `required` of them.
    pub(super) fn new(mut words: Vec<WordForms>, required: usize) -> NameQuery {
        let required = required.min(words.len()).max(1);
        words.truncate(MOST_WORDS);
        let joined: String = words.iter().map(|word| word.written.as_str()).collect();
        let joined_forms = words.iter().filter_map(|word| word.forms.first().map(String::as_str)).collect();
        let finder = |form: &String| Finder::new(form.as_bytes()).into_owned();
        let finders = words.iter().map(|word| word.forms.iter().map(finder).collect()).collect();
        let of_word = |word: &WordForms| -> Vec<Letters> { word.forms.iter().map(|form| anywhere(form)).collect() };
        let letters: Vec<Vec<Letters>> = words.iter().map(of_word).collect();
        let starts = words.iter().take(1).flat_map(|word| &word.forms).map(|form| at_start(form)).collect();
        let initials = INITIALS.contains(&joined.len()).then(|| initials(&joined));
        let any = letters.iter().flatten().chain(&initials).copied().collect();
        let letter = match joined.as_bytes() {
            [letter] if letter.is_ascii_lowercase() => Some(*letter),
            _ => None,
        };
        NameQuery {
            required,
            words,
            finders,
            letters,
            any,
            starts,
            joined,
            joined_forms,
            verbatim: None,
            qualified: None,
            letter,
            initials,
        }
    }

    /// The same, and one name as it is written.
    pub(super) fn with_verbatim(self, name: Option<String>) -> NameQuery {
        let qualified = name.as_deref().and_then(segments);
        NameQuery { verbatim: name, qualified, ..self }
    }

    /// Whether a name with these letters can match. Cheap: it is asked of every name there is.
    #[inline]
    pub(super) fn can_match(&self, name: Letters) -> bool {
        self.any.iter().any(|&letters| name.hold(letters))
    }

    /// The best that a name with these letters can match as.
    pub(super) fn best_tier(&self, name: Letters) -> Tier {
        let length = name.least_length() as usize;
        if length <= self.joined.len().max(self.joined_forms.len()) {
            return if self.qualified.is_some() { Tier::Addressed } else { Tier::Verbatim };
        }
        let hold_any = |forms: &[Letters]| forms.iter().any(|&letters| name.hold(letters));
        let hold_all = self.letters.iter().all(|forms| hold_any(forms));
        if hold_all && hold_any(&self.starts) {
            return Tier::Prefix;
        }
        // It has more letters than all the words, so these cannot be all of it.
        match self.initials.is_some_and(|initials| name.hold(initials)) {
            true => Tier::Initials,
            false if hold_all => Tier::Substring,
            false => Tier::Context,
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// How `name` matches. `spelling` is memory for it, `around` says whether a word is in what surrounds it:
    /// the qualified name, then the path – or in the path at once, where it is all the same.
    pub(super) fn matches(
        &self,
        name: &str,
        spelling: &mut Spelling,
        around: impl Fn(&str, Look) -> Option<Around>,
    ) -> Option<Tier> {
        if let Some(letter) = self.letter {
            let first = name.bytes().find(|byte| byte.is_ascii_alphanumeric() || !byte.is_ascii())?;
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
            let tier = self.whole(name, spelling.compact(), inside == 0);
            // Who writes `big.Int` has not forgotten that it is called `BigInt`.
            return Some(if self.qualified.is_some() { tier.max(Tier::Part) } else { tier });
        }
        if in_name == 0 {
            return self.is_initials(name, spelling).then_some(Tier::Initials);
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
        // `strings.Builder` is no `String` of a `Builder`.
        let is_qualified = matched == self.words.len() && is_all_of_it && !in_path && self.qualified.is_none();
        Some(if is_qualified { Tier::Qualified } else { Tier::Context })
    }

    /// How well this is the name that was written with what is around it: `Type.name`, `package.Type`.
    fn as_qualified(&self, name: &str, around: impl Fn(&str, Look) -> Option<Around>) -> Option<Tier> {
        let (lead, last) = self.qualified.as_ref().filter(|(_, last)| name.eq_ignore_ascii_case(last))?;
        let (mut farthest, mut nearest) = (Around::Named, Around::Named);
        for segment in lead {
            nearest = around(segment, Look::ScopeFirst)?;
            farthest = farthest.max(nearest);
        }
        // Of `http.Server.Serve` the directory is not what is next to the method.
        let is_there = nearest == Around::Named && farthest < Around::Path;
        Some(match (is_there, name == last) {
            (true, true) => Tier::Addressed,
            (true, false) | (_, true) => Tier::Exact,
            (false, false) => Tier::Qualified,
        })
    }

    /// Where in the name word `number` is, in any of its forms.
    fn held(&self, number: usize, name: &str, spelling: &mut Spelling) -> Held {
        let mut held = Held::Not;
        for (finder, form) in self.finders[number].iter().zip(&self.words[number].forms) {
            let is_short = form.len() < LEAST_INSIDE;
            let mut from = 0;
            while let Some(found) = spelling.bytes().get(from..).and_then(|rest| finder.find(rest)) {
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
    fn whole(&self, name: &str, compact: &str, start_parts: bool) -> Tier {
        if self.verbatim.as_deref() == Some(name) {
            return Tier::Verbatim;
        }
        if compact == self.joined || compact == self.joined_forms {
            return Tier::Exact;
        }
        if compact.starts_with(&self.joined) || compact.starts_with(&self.joined_forms) {
            return Tier::Prefix;
        }
        if start_parts { Tier::Part } else { Tier::Substring }
    }

    /// `as` for `AuthService`, `rtb` for `run_the_bus`.
    fn is_initials(&self, name: &str, spelling: &mut Spelling) -> bool {
        if !INITIALS.contains(&self.joined.len()) || spelling.bytes().first() != self.joined.as_bytes().first() {
            return false;
        }
        spelling.mark(name);
        spelling.initials().eq(self.joined.chars())
    }
}

/// The segments of `a::b`, `a.b`, `a#b`, `a->b`: what is around, in lower case, and the last; `None` for one segment.
fn segments(term: &str) -> Option<(Vec<String>, String)> {
    let unified = term.replace("->", ".").replace("::", ".");
    let mut parts = unified.split(['.', '#', '\\']).filter(|part| !part.is_empty());
    let last = parts.next_back()?.to_owned();
    let lead: Vec<String> = parts.map(str::to_lowercase).collect();
    (!lead.is_empty()).then_some((lead, last))
}

/// What a name holds that holds `form` where it counts.
fn anywhere(form: &str) -> Letters {
    if form.len() < LEAST_INSIDE { at_start(form) } else { Letters::of_run(form) }
}

/// What a name holds of which a part starts with `form`.
fn at_start(form: &str) -> Letters {
    Letters::of_run(form).and(form.bytes().next().map(Letters::initial).unwrap_or_default())
}

/// What a name holds whose parts start with these letters.
fn initials(letters: &str) -> Letters {
    letters.bytes().map(Letters::initial).fold(Letters::of(letters), Letters::and)
}

/// How to look for a word around a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Look {
    /// Whether it is in the scope matters, so there first.
    ScopeFirst,
    /// Wherever it is found soonest.
    Anywhere,
}

/// Where a word that is not in the name was found, the nearest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Around {
    /// It is the name of what encloses the node, or of its directory.
    Named,
    /// In the names of what encloses the node.
    Scope,
    /// In the path of its file.
    Path,
}

#[cfg(test)]
mod tests {
    use super::super::expand::forms;
    use super::*;

    fn tier(query: &str, name: &str, scope: &str) -> Option<Tier> {
        let terms: Vec<String> = query.split_whitespace().map(str::to_owned).collect();
        let words = forms(&terms);
        let query = NameQuery::new(words.clone(), words.len());
        query.matches(name, &mut Spelling::default(), |word, _| scope.contains(word).then_some(Around::Scope))
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
            let matched = names.matches(name, &mut Spelling::default(), |_, _| Some(Around::Scope));
            assert!(names.can_match(letters) && matched >= Some(names.best_tier(letters)), "{query} in {name}");
        }
        assert_eq!(tier("AuthService.validate", "validate", "authservice"), Some(Qualified));
        assert_eq!(tier("auth validate", "validate_token", "authservice"), Some(Context));
    }
}
