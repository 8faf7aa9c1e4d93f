//! How a path matches what was typed of it.

use std::borrow::Cow;

/// The ways, best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum PathClass {
    /// The whole path.
    Whole,
    /// The end of the path, from the start of a part on: `http/server.go`.
    End,
    /// The name without its ending: `server`.
    Stem,
    /// The last parts by their beginnings, a `/` between them: `net/ser`.
    LastParts,
    /// Somewhere in the path, from the start of a part on.
    Parts,
    /// Parts in their order by beginnings of words in them, the last in the name: `trans/def` in
    /// `_transports/default.py`.
    PartWords,
    /// Somewhere in the name.
    InName,
    /// The last parts by their beginnings, run together: `nethttser`.
    Initials,
    /// The last words of the name by their beginnings, run together: `wincopy` in `window-copy.c`.
    NameInitials,
    /// Somewhere in the path.
    Inside,
    /// Its letters in this order.
    Letters,
}

impl PathClass {
    /// Whether so much lies between what was typed that many paths may match, and few are meant.
    pub(super) fn is_loose(self) -> bool {
        matches!(self, PathClass::PartWords | PathClass::Letters)
    }
}

/// What was typed, in lower case, and how it is compared with one path after the other.
pub(super) struct Typed {
    lower: String,
    /// With a `/` in front: what starts a part.
    at_part: String,
    parts: Vec<String>,
}

impl Typed {
    pub(super) fn new(text: &str) -> Typed {
        let lower = text.to_lowercase();
        let parts = lower.split('/').filter(|part| !part.is_empty()).map(str::to_owned).collect();
        Typed { at_part: format!("/{}", lower.trim_start_matches('/')), lower, parts }
    }

    /// What was typed, in lower case.
    pub(super) fn text(&self) -> &str {
        &self.lower
    }

    /// The best way, other than by letters in order, in which `path` – in lower case – matches.
    pub(super) fn class(&self, path: &str) -> Option<PathClass> {
        if path == self.lower {
            return Some(PathClass::Whole);
        }
        let name = path.rsplit_once('/').map_or(path, |(_, name)| name);
        if path.ends_with(&self.at_part) || self.at_part[1..] == *path {
            return Some(PathClass::End);
        }
        let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
        let (directories, last) = self.lower.rsplit_once('/').unwrap_or(("", &self.lower));
        let ends_with_stem = || {
            let directory = &path[..path.len() - name.len()];
            directories.is_empty() || directory.trim_end_matches('/').ends_with(directories)
        };
        if stem == last && ends_with_stem() {
            return Some(PathClass::Stem);
        }
        if self.is_last_parts(path) {
            return Some(PathClass::LastParts);
        }
        let found = memchr::memmem::find(path.as_bytes(), &self.at_part.as_bytes()[1..]);
        if found.is_some_and(|found| found == 0 || path.as_bytes()[found - 1] == b'/') {
            return Some(PathClass::Parts);
        }
        if found.is_none() && self.is_words_of_parts(path) {
            return Some(PathClass::PartWords);
        }
        if self.parts.len() == 1 && name.contains(&self.lower) {
            return Some(PathClass::InName);
        }
        if self.parts.len() == 1 && is_initials(&self.lower, path) {
            return Some(PathClass::Initials);
        }
        if self.parts.len() == 1 && is_initials_of_name(&self.lower, stem) {
            return Some(PathClass::NameInitials);
        }
        found.map(|_| PathClass::Inside)
    }

    /// Whether the parts are beginnings of the last parts of `path`, one each.
    fn is_last_parts(&self, path: &str) -> bool {
        let mut rest = path.rsplit('/');
        !self.parts.is_empty()
            && self.parts.iter().rev().all(|typed| rest.next().is_some_and(|part| part.starts_with(typed.as_str())))
    }

    /// Whether the parts, of which there are several, begin words in parts of `path`: the last in the name, the others
    /// in parts above it, in their order.
    fn is_words_of_parts(&self, path: &str) -> bool {
        let [above @ .., last] = self.parts.as_slice() else { return false };
        let mut rest = path.rsplit('/');
        !above.is_empty()
            && rest.next().is_some_and(|name| begins_a_word(name, last))
            && above.iter().rev().all(|typed| rest.any(|part| begins_a_word(part, typed)))
    }
}

/// Whether a word of a part of a path begins with `typed`.
pub(super) fn begins_a_word(part: &str, typed: &str) -> bool {
    let is_start = |at: usize| !part[..at].ends_with(char::is_alphanumeric);
    part.match_indices(typed).any(|(at, _)| is_start(at))
}

/// Whether `letters` are beginnings of two or more of the last parts of `path`, run together.
fn is_initials(letters: &str, path: &str) -> bool {
    // Few type what stands between the words of a part.
    let typed: String = letters.chars().filter(|c| c.is_alphanumeric() || *c == '.').collect();
    let is_plain = |part: &str| part.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'.' || byte >= 0x80);
    let letters_of = |part: &'_ str| part.chars().filter(|c| c.is_alphanumeric() || *c == '.').collect::<String>();
    let parts: Vec<Cow<'_, str>> = path
        .rsplit('/')
        .map(|part| if is_plain(part) { Cow::Borrowed(part) } else { Cow::Owned(letters_of(part)) })
        .collect();
    takes(&typed, &parts, 0)
}

/// Whether `letters` are beginnings of two or more of the last words of a name, run together.
fn is_initials_of_name(letters: &str, stem: &str) -> bool {
    let words: Vec<Cow<'_, str>> =
        stem.rsplit(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).map(Cow::Borrowed).collect();
    words.len() > 1 && takes(letters, &words, 0)
}

/// Whether beginnings of two or more of the parts, the last one first, are `letters`: each takes an end of what is left,
/// as long as that is a beginning of it.
fn takes(letters: &str, parts: &[Cow<'_, str>], taken: usize) -> bool {
    if letters.is_empty() {
        return taken >= 2;
    }
    let Some((part, before)) = parts.split_first() else { return false };
    let mut splits = letters.char_indices().rev().map(|(at, _)| letters.split_at(at));
    splits.any(|(rest, end)| part.starts_with(end) && takes(rest, before, taken + 1))
}

/// The name of a file or a directory: the last part of its path.
pub(super) fn last_part(path: &str) -> &str {
    path.rsplit_once('/').map_or(path, |(_, name)| name)
}

/// How many parts two paths have in common at their ends.
pub(super) fn common_parts(a: &str, b: &str) -> usize {
    a.rsplit('/').zip(b.rsplit('/')).take_while(|(a, b)| a == b).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_match_whole_at_their_end_by_parts_and_by_initials() {
        use PathClass::*;
        for (typed, path, class) in [
            ("net/http/server.go", "net/http/server.go", Some(Whole)),
            ("http/server.go", "net/http/server.go", Some(End)),
            ("Server.go", "net/http/server.go", Some(End)),
            ("/server.go", "server.go", Some(End)),
            ("server", "net/http/server.go", Some(Stem)),
            ("http/server", "net/http/server.go", Some(Stem)),
            ("http/ser", "net/http/server.go", Some(LastParts)),
            ("ht/ser", "net/http/server.go", Some(LastParts)),
            ("nethttser", "net/http/server.go", Some(Initials)),
            ("httpser", "net/http/server.go", Some(Initials)),
            ("clutes07rep", "tests/cluster/tests/07-replica-migration.tcl", Some(Initials)),
            ("srcaek", "src/ae_kqueue.c", Some(Initials)),
            ("nu-srcuti", "crates/nu-utils/src/utils.rs", Some(Initials)),
            ("wincopy", "window-copy.c", Some(NameInitials)),
            ("laycust", "src/layout_custom.c", Some(NameInitials)),
            ("winmode", "window-copy-mode.c", None),
            ("window", "window-copy.c", Some(LastParts)),
            ("trans/def", "httpx/_transports/default.py", Some(PartWords)),
            ("src/ser", "src/net/http/server.go", Some(PartWords)),
            ("src/test", "src/net/http_test.go", Some(PartWords)),
            ("net/src/ser", "src/net/server.go", None),
            ("rans/def", "httpx/_transports/default.py", None),
            ("transports/def", "httpx/_transports/default.py", Some(Inside)),
            ("http/", "net/http/server.go", Some(Parts)),
            ("tp/ser", "net/http/server.go", Some(Inside)),
            ("erver", "net/http/server.go", Some(InName)),
            ("ttp", "net/http/server.go", Some(Inside)),
            ("ptest", "net/http/httptest", Some(InName)),
            ("ptest", "p/testdata", Some(Initials)),
            ("srvgo", "net/http/server.go", None),
            ("", "net/http/server.go", Some(Parts)),
        ] {
            assert_eq!(Typed::new(typed).class(path), class, "{typed} in {path}");
        }
    }
}
