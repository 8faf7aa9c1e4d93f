//! The trigram query of a pattern: a combination of trigrams that every text with a match holds.
//!
//! After Russ Cox, "Regular Expression Matching with a Trigram Index" (2012): for every part of a pattern, the strings
//! it can be, or the strings it begins and ends with and the conditions besides; sets that grow too large are turned
//! into conditions and forgotten. Where nothing can be said, everything may match.

use super::condition::{Condition, all_of};
use super::filter::fold;
use regex_syntax::hir::{Class, ClassUnicode, Hir, HirKind, Repetition};
use std::collections::BTreeSet;

/// Sets of more strings are not kept.
const MAX_STRINGS: usize = 24;

/// Classes of more characters say nothing.
const MAX_CHARACTERS: usize = 16;

/// Strings of exact sets are turned into trigrams from this length on.
const LONG: usize = 4;

/// A query that every text with a match passes, as far as trigrams tell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TrigramQuery(Condition);

impl TrigramQuery {
    /// The query that every text passes which `pattern` matches somewhere.
    pub fn of_pattern(pattern: &Hir) -> TrigramQuery {
        TrigramQuery(Part::of(pattern).opened().besides)
    }

    /// The query that every text passes whose lower case ([`char::to_lowercase`]) holds `word`, which is in lower case.
    pub fn of_lower_case(word: &str) -> TrigramQuery {
        // Outside of ASCII the text may have another case; its letters are known to the fold.
        let runs = word.split(|c: char| !c.is_ascii());
        TrigramQuery(runs.map(|run| all_of(run.as_bytes())).fold(Condition::Any, Condition::and))
    }

    /// The query that every text passes which holds one of `literals` in any case of the letters of ASCII.
    pub fn of_literals<'t>(literals: impl IntoIterator<Item = &'t str>) -> TrigramQuery {
        let of_one = |literal: &str| all_of(&fold(literal));
        TrigramQuery(literals.into_iter().map(of_one).fold(Condition::One(Vec::new()), Condition::or))
    }

    /// True if the text whose filter is `row` can match. False is certain.
    pub fn may_match(&self, row: &[u8]) -> bool {
        self.0.holds(row)
    }
}

/// Folded strings.
type Strings = BTreeSet<Vec<u8>>;

/// One of `strings` is there.
fn one_of(strings: &Strings) -> Condition {
    strings.iter().map(|string| all_of(string)).fold(Condition::One(Vec::new()), Condition::or)
}

fn nothing() -> Strings {
    Strings::from([Vec::new()])
}

fn shortest(strings: &Strings) -> usize {
    strings.iter().map(Vec::len).min().unwrap_or(0)
}

/// Each of `first` followed by each of `second`; `None` if that is too many.
fn cross(first: &Strings, second: &Strings) -> Option<Strings> {
    if first.len() * second.len() > MAX_STRINGS {
        return None;
    }
    Some(first.iter().flat_map(|a| second.iter().map(move |b| [a.as_slice(), b].concat())).collect())
}

/// Strings of a part of a pattern.
#[derive(Clone)]
struct Part {
    /// Everything it can be; `None` if that is not known.
    exact: Option<Strings>,
    /// The strings that a match begins with, and ends with: one of each. Of use without `exact`.
    first: Strings,
    last: Strings,
    /// The condition besides.
    besides: Condition,
}

impl Part {
    fn exactly(strings: Strings) -> Part {
        Part { exact: Some(strings), first: nothing(), last: nothing(), besides: Condition::Any }.settled()
    }

    fn unknown() -> Part {
        Part { exact: None, first: nothing(), last: nothing(), besides: Condition::Any }
    }

    fn of(pattern: &Hir) -> Part {
        match pattern.kind() {
            HirKind::Empty | HirKind::Look(_) => Part::exactly(nothing()),
            HirKind::Literal(literal) => match std::str::from_utf8(&literal.0) {
                Ok(text) => Part::exactly(Strings::from([fold(text)])),
                Err(_) => Part::unknown(),
            },
            HirKind::Class(Class::Unicode(class)) => Part::of_class(class),
            HirKind::Class(Class::Bytes(class)) => match class.to_unicode_class() {
                Some(class) => Part::of_class(&class),
                None => Part::unknown(),
            },
            HirKind::Repetition(repetition) => Part::of_repetition(repetition),
            HirKind::Capture(capture) => Part::of(&capture.sub),
            HirKind::Concat(parts) => {
                parts.iter().map(Part::of).fold(Part::exactly(nothing()), |before, part| before.then(&part))
            }
            HirKind::Alternation(parts) => {
                parts.iter().map(Part::of).reduce(Part::or).unwrap_or_else(|| Part::exactly(Strings::new()))
            }
        }
    }

    fn of_class(class: &ClassUnicode) -> Part {
        let characters = class.iter().flat_map(|range| range.start()..=range.end());
        let all: Vec<char> = characters.take(2 * MAX_CHARACTERS + 1).collect();
        let strings: Strings = all.iter().map(|&character| fold(character.encode_utf8(&mut [0; 4]))).collect();
        match all.len() > 2 * MAX_CHARACTERS || strings.len() > MAX_CHARACTERS {
            true => Part::unknown(),
            false => Part::exactly(strings),
        }
    }

    fn of_repetition(repetition: &Repetition) -> Part {
        let part = Part::of(&repetition.sub);
        match (repetition.min, repetition.max) {
            (0, Some(1)) => part.or(Part::exactly(nothing())),
            (0, _) => Part::unknown(),
            // Three in a row show every trigram that any number of them shows.
            (min, max) => {
                let least = (1..min.min(3)).fold(part.clone(), |before, _| before.then(&part));
                if max == Some(min) && min <= 3 { least } else { least.then(&Part::unknown()).ending_as(&part) }
            }
        }
    }

    /// With an end that is known otherwise.
    fn ending_as(mut self, part: &Part) -> Part {
        self.last = part.exact.clone().unwrap_or_else(|| part.last.clone());
        self.settled()
    }

    /// This part and then `next`.
    fn then(&self, next: &Part) -> Part {
        let besides = self.besides.clone().and(next.besides.clone());
        if let (Some(one), Some(two)) = (&self.exact, &next.exact)
            && let Some(exact) = cross(one, two)
        {
            return Part { exact: Some(exact), first: nothing(), last: nothing(), besides }.settled();
        }
        let (one, two) = (self.clone().opened(), next.clone().opened());
        let besides = one.besides.clone().and(two.besides.clone()).and(match cross(&one.last, &two.first) {
            Some(seam) if shortest(&seam) >= 3 => one_of(&seam),
            _ => Condition::Any,
        });
        let first = match &self.exact {
            Some(exact) => cross(exact, &two.first).unwrap_or(one.first),
            // What can be empty has the empty string among its beginnings.
            None => one.first,
        };
        let last = match &next.exact {
            Some(exact) => cross(&one.last, exact).unwrap_or(two.last),
            None => two.last,
        };
        Part { exact: None, first, last, besides }.settled()
    }

    /// This part or `other`.
    fn or(self, other: Part) -> Part {
        if let (Some(one), Some(two)) = (&self.exact, &other.exact)
            && one.len() + two.len() <= MAX_STRINGS
        {
            let exact = one.union(two).cloned().collect();
            let besides = self.besides.or(other.besides);
            return Part { exact: Some(exact), first: nothing(), last: nothing(), besides }.settled();
        }
        let (one, two) = (self.opened(), other.opened());
        Part {
            exact: None,
            first: one.first.union(&two.first).cloned().collect(),
            last: one.last.union(&two.last).cloned().collect(),
            besides: one.besides.or(two.besides),
        }
        .settled()
    }

    /// Without exact strings: as conditions, beginnings and ends.
    fn opened(mut self) -> Part {
        if let Some(exact) = self.exact.take() {
            if shortest(&exact) >= 3 || exact.is_empty() {
                self.besides = self.besides.and(one_of(&exact));
            }
            self.first = exact.clone();
            self.last = exact;
            self.trim();
        }
        self
    }

    /// With sets of a bounded size.
    fn settled(mut self) -> Part {
        if self.exact.as_ref().is_some_and(|exact| exact.len() > MAX_STRINGS || shortest(exact) >= LONG) {
            self = self.opened();
        }
        if self.exact.is_none() {
            for ends in [&self.first, &self.last] {
                if shortest(ends) >= 3 {
                    self.besides = self.besides.and(one_of(ends));
                }
            }
            self.trim();
        }
        self
    }

    /// Cuts beginnings and ends to what can still be part of a trigram across a seam.
    fn trim(&mut self) {
        for longest in (0..=2).rev() {
            self.first = self.first.iter().map(|string| string[..string.len().min(longest)].to_vec()).collect();
            if self.first.len() <= MAX_STRINGS {
                break;
            }
        }
        for longest in (0..=2).rev() {
            let cut = |string: &Vec<u8>| string[string.len().saturating_sub(longest)..].to_vec();
            self.last = self.last.iter().map(cut).collect();
            if self.last.len() <= MAX_STRINGS {
                break;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::TrigramTableBuilder;
    use super::*;
    use proptest::prelude::*;

    fn parse(pattern: &str) -> Hir {
        regex_syntax::ParserBuilder::new().multi_line(true).crlf(true).build().parse(pattern).expect("a pattern")
    }

    /// True if the filter of `text` lets `pattern` pass.
    fn passes(pattern: &str, text: &str) -> bool {
        let mut filters = TrigramTableBuilder::default();
        filters.push(text);
        TrigramQuery::of_pattern(&parse(pattern)).may_match(filters.finish().row(0).expect("one row"))
    }

    #[test]
    fn patterns_rule_out_texts_that_lack_what_every_match_has() {
        let text = "static int KELVIN(void) { return read_page(0x10); } größe";
        for pattern in [
            "static",
            "(?i)STATIC INT",
            "(?i)kelvin",
            "^static.*return",
            r"(read|write)_(page|inode)",
            r"retur[mno]",
            r"return\s+read",
            "(?i)größe",
            "nothing|void",
            "x{0}static",
            "(stat)+ic",
            r"0x\d+",
        ] {
            assert!(passes(pattern, text), "{pattern}");
        }
        for pattern in [
            "dynamic",
            "(?i)dynamic",
            "^static.*goto",
            r"(read|write)_(folio|inode)",
            r"retur[xyz]ing to",
            "(?i)k\u{212a}elvin",
            "nothing|nowhere",
            "(abc){2,}",
            "(?i)grüßten",
            "[a&&b]",
            "架构",
        ] {
            assert!(!passes(pattern, text), "{pattern}");
        }
    }

    #[test]
    fn where_nothing_is_sure_every_file_passes() {
        for pattern in ["", "a", "ab", "a.b", r"\w+", "[a-z]{3}", "(abc)?", "(abc)*", "abc|", "^$", r"\d\d\d\d"] {
            assert_eq!(TrigramQuery::of_pattern(&parse(pattern)).0, Condition::Any, "{pattern}");
        }
    }

    #[test]
    fn long_patterns_stay_small() {
        let long = "abcdefghij klm".repeat(400);
        assert!(passes(&format!("(?i){long}"), &long) && !passes(&format!("(?i){long}"), "abc"));
        let many: Vec<String> = (0..3_000).map(|n| format!("word{n:05}")).collect();
        assert_eq!(TrigramQuery::of_pattern(&parse(&many.join("|"))).0, Condition::Any);
    }

    /// Patterns over a small alphabet, with everything that their syntax has.
    fn pattern() -> impl Strategy<Value = String> {
        let atom = prop_oneof![
            4 => "[abkKsSi\u{212a}\u{17f}ö]{1,5}",
            1 => Just("[ab]".to_owned()),
            1 => Just("[^a]".to_owned()),
            1 => Just(".".to_owned()),
            1 => Just(r"\b".to_owned()),
            1 => Just("^".to_owned()),
            1 => Just("$".to_owned()),
            1 => Just(r"\s".to_owned()),
        ];
        atom.prop_recursive(4, 24, 3, |inner| {
            prop_oneof![
                3 => prop::collection::vec(inner.clone(), 1..4).prop_map(|parts| parts.concat()),
                2 => prop::collection::vec(inner.clone(), 2..4).prop_map(|parts| format!("(?:{})", parts.join("|"))),
                1 => inner.clone().prop_map(|part| format!("(?i:{part})")),
                2 => (inner, prop::sample::select(vec!["?", "*", "+", "{2}", "{1,3}", "{3,}", "{0}", "+?"]))
                    .prop_map(|(part, times)| format!("(?:{part}){times}")),
            ]
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2_000))]
        /// A text with a match passes.
        #[test]
        fn no_match_is_ruled_out(pattern in pattern(), text in "[abkKsSi\u{212a}\u{17f}\u{130}öÖ \r\n]{0,60}") {
            let regex = regex::RegexBuilder::new(&pattern).multi_line(true).crlf(true).build().expect("a pattern");
            if regex.is_match(&text) {
                prop_assert!(passes(&pattern, &text));
            }
        }

        /// A text that was made from a pattern's literals passes its query.
        #[test]
        fn no_literal_is_ruled_out(before in ".{0,20}", literal in ".{1,20}", after in ".{0,20}") {
            let text = format!("{before}{literal}{after}");
            let pattern = regex::escape(&literal);
            prop_assert!(passes(&pattern, &text));
            let ignoring_case = ["(?i)", &pattern].concat();
            prop_assert!(passes(&ignoring_case, &text.to_ascii_uppercase()));
        }
    }
}
