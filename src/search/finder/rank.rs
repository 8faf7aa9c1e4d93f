//! All paths that match, best first.

use super::path_match::{PathClass, Typed, begins_a_word};
use crate::library::{FileId, Library, ReadError};
use crate::stdx::{Stale, Ticket};
use nucleo_matcher::pattern::{Atom, AtomKind, CaseMatching, Normalization};
use nucleo_matcher::{Config, Matcher, Utf32Str};
use rayon::prelude::*;
use std::borrow::Cow;
use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;

/// Files between two looks at the ticket.
const STRIDE: usize = 1024;

/// What is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// Files of the workspace.
    Files,
    /// These, and files that are there and that nothing reads, as their bytes are no text.
    AllFiles,
    /// Directories.
    Directories,
}

impl Wanted {
    /// What one of them is called.
    pub fn noun(self) -> &'static str {
        match self {
            Wanted::Files | Wanted::AllFiles => "file",
            Wanted::Directories => "directory",
        }
    }
}

/// A file or a directory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PathTarget {
    /// A file.
    File(FileId),
    /// A directory, without a trailing `/`.
    Directory(Arc<str>),
    /// A file that nothing reads, by its number among what was left out.
    Unread(usize),
}

/// A path that matches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundPath {
    /// What has the path.
    pub target: PathTarget,
    /// True if only letters in order match, or beginnings of words here and there: there may be many such paths, and
    /// few that are meant.
    pub is_loose: bool,
}

/// The paths that match, best first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FoundPaths {
    /// As many as were asked for.
    pub best: Vec<FoundPath>,
    /// The number of all.
    pub total: usize,
}

/// A key by which better matches are smaller: the way, the score of letters, whether a capital differs, the length.
type Order<'l> = (PathClass, Reverse<u16>, bool, usize, &'l str);

/// What was typed, ready to be compared with many paths.
struct Plan<'t> {
    /// The text as a whole.
    whole: Part<'t>,
    /// Its words, of which each must match, where it has several.
    words: Vec<Part<'t>>,
}

/// The part of a path that a word must be found in, by the signs that fzf knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sign {
    /// No sign: letters may lie between its letters.
    None,
    /// `'word`: as it is written, anywhere.
    Exact,
    /// `^word`: at the start of the path.
    Start,
    /// `word$`: at the end of the path.
    End,
    /// `^word$`: all of the path.
    Whole,
}

/// A word as it was typed: what must not be found in a path, and what where.
fn signed(word: &str) -> (bool, Sign, &str) {
    let (not, word) = match word.strip_prefix('!') {
        Some(rest) if !rest.is_empty() => (true, rest),
        _ => (false, word),
    };
    let start = word.strip_prefix('^').filter(|rest| !rest.is_empty());
    let end = start.unwrap_or(word).strip_suffix('$').filter(|rest| !rest.is_empty());
    let exact = word.strip_prefix('\'').filter(|rest| !rest.is_empty());
    match (start, end, exact) {
        (Some(_), Some(text), _) => (not, Sign::Whole, text),
        (Some(text), None, _) => (not, Sign::Start, text),
        (None, Some(text), _) => (not, Sign::End, text.strip_prefix('\'').unwrap_or(text)),
        (None, None, Some(text)) => (not, Sign::Exact, text),
        // What is to be left out is left out where it is written so.
        (None, None, None) => (not, if not { Sign::Exact } else { Sign::None }, word),
    }
}

/// The words of a text, with signs of fzf, as conditions of a query on paths; `None` for one word without signs.
pub fn path_conditions(typed: &str) -> Option<Vec<String>> {
    let words: Vec<(bool, Sign, &str)> = typed.split_whitespace().map(signed).collect();
    if words.len() < 2 && words.iter().all(|(not, sign, _)| !not && *sign == Sign::None) {
        return None;
    }
    let escaped = |text: &str| regex::escape(text).replace('/', "\\/");
    let pattern = |(not, sign, text): (bool, Sign, &str)| {
        let pattern = match sign {
            Sign::None => {
                let mut letter = [0; 4];
                let letters: Vec<String> = text.chars().map(|c| escaped(c.encode_utf8(&mut letter))).collect();
                letters.join(".*")
            }
            Sign::Exact => escaped(text),
            Sign::Start => format!("^{}", escaped(text)),
            Sign::End => format!("{}$", escaped(text)),
            Sign::Whole => format!("^{}$", escaped(text)),
        };
        let condition = format!("@.path =~ /{pattern}/i");
        if not { format!("!({condition})") } else { condition }
    };
    Some(words.into_iter().map(pattern).collect())
}

/// A text that is looked for in a path.
struct Part<'t> {
    text: &'t str,
    /// The text in lower case, and where it must be found; and whether it must not.
    sign: (bool, Sign, String),
    typed: Typed,
    /// For letters in order; none if they are not enough.
    letters: Option<Atom>,
}

impl<'t> Part<'t> {
    fn new(text: &'t str, loose: bool) -> Part<'t> {
        let atom = || Atom::new(text, CaseMatching::Ignore, Normalization::Smart, AtomKind::Fuzzy, false);
        Part { text, sign: (false, Sign::None, String::new()), typed: Typed::new(text), letters: loose.then(atom) }
    }

    /// A word that may have a sign.
    fn word(word: &'t str, loose: bool) -> Part<'t> {
        let (not, sign, text) = signed(word);
        Part { sign: (not, sign, text.to_lowercase()), ..Part::new(text, loose && sign == Sign::None) }
    }

    /// How a path matches, which is given in lower case too.
    fn class(
        &self,
        (path, lower): (&str, &str),
        matcher: &mut Matcher,
        letters: &mut Vec<char>,
    ) -> Option<(PathClass, u16)> {
        let (not, sign, text) = &self.sign;
        let is_there = match sign {
            Sign::None => true,
            Sign::Exact => lower.contains(text.as_str()),
            Sign::Start => lower.starts_with(text.as_str()),
            Sign::End => lower.ends_with(text.as_str()),
            Sign::Whole => lower == text,
        };
        if is_there == *not {
            return None;
        }
        if *sign != Sign::None {
            // How well what is asked for fits says nothing about what is left out.
            let class = if *not { PathClass::Whole } else { self.typed.class(lower).unwrap_or(PathClass::Inside) };
            return Some((class, 0));
        }
        let by_letters = || {
            let score = self.letters.as_ref()?.score(Utf32Str::new(path, letters), matcher)?;
            Some((PathClass::Letters, score))
        };
        self.typed.class(lower).map(|class| (class, 0)).or_else(by_letters)
    }
}

impl Part<'_> {
    /// How well its letters match, whatever else does.
    fn letters_in(&self, path: &str, matcher: &mut Matcher, letters: &mut Vec<char>) -> u16 {
        let score = self.letters.as_ref().and_then(|atom| atom.score(Utf32Str::new(path, letters), matcher));
        score.unwrap_or_default()
    }
}

impl<'t> Plan<'t> {
    fn new(text: &'t str, loose: bool) -> Plan<'t> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let has_signs = words.iter().any(|word| signed(word) != (false, Sign::None, *word));
        let words = if words.len() > 1 || has_signs { words } else { Vec::new() };
        Plan {
            whole: Part::new(text, loose && words.is_empty()),
            words: words.into_iter().map(|word| Part::word(word, loose)).collect(),
        }
    }

    /// The matches among `paths`, the first of which has the number `first`.
    fn in_chunk<'l>(&self, first: usize, paths: &[&'l str], matcher: &mut Matcher) -> Vec<(Order<'l>, usize)> {
        let mut letters = Vec::new();
        let order = |(at, path): (usize, &&'l str)| Some((self.order(path, matcher, &mut letters)?, first + at));
        paths.iter().enumerate().filter_map(order).collect()
    }

    fn order<'l>(&self, path: &'l str, matcher: &mut Matcher, letters: &mut Vec<char>) -> Option<Order<'l>> {
        let is_lower = path.bytes().all(|byte| byte.is_ascii() && !byte.is_ascii_uppercase());
        let lower = if is_lower { Cow::Borrowed(path) } else { Cow::Owned(path.to_lowercase()) };
        let both = (path, &*lower);
        let whole = self.whole.class(both, matcher, letters);
        let whole = whole.map(|(class, score)| {
            let differs = !path.contains(self.whole.text);
            (class, Reverse(score), differs, path.len(), path)
        });
        // Run together, words may be less than they are one by one.
        match whole {
            Some((class, ..)) if class < PathClass::Initials || self.words.is_empty() => whole,
            whole => self.order_of_words(both, matcher, letters).into_iter().chain(whole).min(),
        }
    }

    /// Whether each of several words begins a word of a part of a path, given in lower case, and one of them the name:
    /// `core error` in `compiler-core/src/error.rs`. A name that only holds them is not meant before it.
    fn are_words_of_parts(&self, lower: &str) -> bool {
        let name = lower.rsplit('/').next().unwrap_or(lower);
        let is_plain = |word: &&Part<'_>| word.sign.1 == Sign::None && !word.sign.0;
        let words: Vec<&str> = self.words.iter().filter(is_plain).map(|word| word.typed.text()).collect();
        words.len() > 1
            && words.iter().any(|word| name.starts_with(word))
            && words.iter().all(|word| lower.split('/').any(|part| begins_a_word(part, word)))
    }

    fn order_of_words<'l>(
        &self,
        both: (&'l str, &str),
        matcher: &mut Matcher,
        letters: &mut Vec<char>,
    ) -> Option<Order<'l>> {
        let path = both.0;
        // Of several words the one that matches worst says how well they match.
        let mut worst: Option<(PathClass, u16)> = None;
        for word in &self.words {
            let (class, score) = word.class(both, matcher, letters)?;
            let (of, sum) = worst.unwrap_or((class, 0));
            worst = Some((of.max(class), sum.saturating_add(score)));
        }
        let (class, score) = worst?;
        let class = if self.are_words_of_parts(both.1) { class.min(PathClass::LastParts) } else { class };
        // Where one matches by its letters only, letters tell how well the others do.
        let score = match class {
            PathClass::Letters => {
                self.words.iter().fold(0, |sum: u16, word| sum.saturating_add(word.letters_in(path, matcher, letters)))
            }
            _ => score,
        };
        let differs = |word: &Part<'_>| !word.sign.0 && !path.contains(word.text);
        Some((class, Reverse(score), self.words.iter().any(differs), path.len(), path))
    }
}

/// The bytes of `path` that what was typed stands for, in order: each word as it stands there, else its letters.
pub fn marks(typed: &str, path: &str) -> Vec<Range<usize>> {
    let mut marks: Vec<Range<usize>> = Vec::new();
    let mut matcher = Matcher::new(Config::DEFAULT.match_paths());
    let lower = path.to_ascii_lowercase();
    let words =
        if lower.contains(&typed.to_ascii_lowercase()) { vec![typed] } else { typed.split_whitespace().collect() };
    let sought = |word| Some(signed(word)).filter(|(not, ..)| !not).map(|(_, _, text)| text);
    for word in words.into_iter().filter_map(sought).filter(|word| !word.is_empty()) {
        // Of a word that occurs more than once the last one is nearest to the name.
        if let Some(at) = lower.rfind(&word.to_ascii_lowercase()) {
            marks.push(at..at + word.len());
            continue;
        }
        let atom = Atom::new(word, CaseMatching::Ignore, Normalization::Smart, AtomKind::Fuzzy, false);
        let (mut letters, mut at) = (Vec::new(), Vec::new());
        if atom.indices(Utf32Str::new(path, &mut letters), &mut matcher, &mut at).is_some() {
            let place = |number: u32| path.char_indices().nth(number as usize);
            marks.extend(at.into_iter().filter_map(place).map(|(start, letter)| start..start + letter.len_utf8()));
        }
    }
    marks.sort_by_key(|mark| mark.start);
    marks.dedup_by(|later, earlier| {
        let joins = later.start <= earlier.end;
        if joins {
            earlier.end = earlier.end.max(later.end);
        }
        joins
    });
    marks
}

/// The paths that match `typed`, best first, at most `limit`. With `loose`, letters in order are enough.
///
/// # Errors
/// [`Stale`] if the ticket is.
pub fn find_paths(
    typed: &str,
    wanted: Wanted,
    loose: bool,
    library: &Library,
    limit: usize,
    ticket: &Ticket,
) -> Result<FoundPaths, Stale> {
    let directories = if wanted == Wanted::Directories { directories(library) } else { Vec::new() };
    let files = library.files().len();
    let unread: Vec<usize> = if wanted == Wanted::AllFiles { unread(library).collect() } else { Vec::new() };
    let paths: Vec<&str> = match wanted {
        Wanted::Files | Wanted::AllFiles => {
            let beside = unread.iter().map(|&at| library.skipped()[at].path.as_str());
            library.files().iter().map(|file| &*file.path).chain(beside).collect()
        }
        Wanted::Directories => directories.clone(),
    };
    let plan = Plan::new(typed, loose);
    let chunks: Vec<Vec<(Order<'_>, usize)>> = paths
        .par_chunks(STRIDE)
        .enumerate()
        .map_init(
            || Matcher::new(Config::DEFAULT.match_paths()),
            |matcher, (chunk, paths)| ticket.check().map(|()| plan.in_chunk(chunk * STRIDE, paths, matcher)),
        )
        .collect::<Result<_, Stale>>()?;
    let mut found: Vec<(Order<'_>, usize)> = chunks.into_iter().flatten().collect();
    let total = found.len();
    if total > limit {
        found.select_nth_unstable(limit);
        found.truncate(limit);
    }
    found.sort_unstable();
    let target = |at: usize| match wanted {
        Wanted::Files | Wanted::AllFiles if at < files => PathTarget::File(FileId(at as u32)),
        Wanted::Files | Wanted::AllFiles => PathTarget::Unread(unread[at - files]),
        Wanted::Directories => PathTarget::Directory(directories[at].into()),
    };
    let path = |((class, ..), at): (Order<'_>, usize)| FoundPath { target: target(at), is_loose: class.is_loose() };
    Ok(FoundPaths { best: found.into_iter().map(path).collect(), total })
}

/// The numbers of the files that are no text, among what was left out.
fn unread(library: &Library) -> impl Iterator<Item = usize> + '_ {
    let binary = ReadError::Binary.to_string();
    let is_unread = move |at: &usize| library.skipped()[*at].reason == binary;
    (0..library.skipped().len()).filter(is_unread)
}

/// All directories that hold files, however deep, in order.
pub fn directories(library: &Library) -> Vec<&str> {
    let mut all = BTreeSet::new();
    for file in library.files() {
        let mut directory = file.directory();
        // What is above a known directory is known.
        while !directory.is_empty() && all.insert(directory) {
            directory = directory.rsplit_once('/').map_or("", |(above, _)| above);
        }
    }
    all.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_typed_is_marked_where_it_stands_nearest_to_the_name() {
        let marked = |typed: &str, path: &str| -> Vec<String> {
            marks(typed, path).into_iter().map(|mark| path[mark].to_owned()).collect()
        };
        assert_eq!(marked("server", "server/http/Server.go"), ["Server"]);
        assert_eq!(marked("http ser", "net/http/server.go"), ["http", "ser"]);
        assert_eq!(marked("nethttser", "net/http/server.go").concat(), "nethttser");
        assert_eq!(marked("é", "net/é.go"), ["é"]);
        assert_eq!(marked("", "a"), [""; 0]);
        assert_eq!(marked("^net .go$ !test", "net/http/server.go"), ["net", ".go"]);
    }

    #[test]
    fn signs_say_where_a_word_is_to_be_found() {
        assert_eq!(signed(".sh$"), (false, Sign::End, ".sh"));
        assert_eq!(signed("!regress"), (true, Sign::Exact, "regress"));
        assert_eq!(signed("!^a"), (true, Sign::Start, "a"));
        assert_eq!(signed("^a$"), (false, Sign::Whole, "a"));
        assert_eq!(signed("'exact"), (false, Sign::Exact, "exact"));
        for plain in ["!", "^", "$", "'", "a!", "a^b", "a$b", "a'b"] {
            assert_eq!(signed(plain), (false, Sign::None, plain));
        }
    }
}
