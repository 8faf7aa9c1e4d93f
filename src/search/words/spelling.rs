//! One name without case and separators, and where its parts start: read once, asked about every word.

use crate::library::is_cjk;
use crate::library::spelled::{CLASS, SEPARATOR, STARTS, UPPER};

/// The letters and digits of a name in lower case, in memory that is kept from name to name.
#[derive(Debug, Default)]
pub(in crate::search) struct Spelling {
    compact: Vec<u8>,
    /// For every byte of `compact` whether a part of the name starts there; made when it is first asked for, since most
    /// names do not hold what is looked for.
    starts: Vec<bool>,
    is_marked: bool,
}

/// The parts of a name that letters are beginnings of, best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::search) enum RunTogether {
    All,
    First,
    Last,
}

impl Spelling {
    /// Takes the next name.
    pub(in crate::search) fn read(&mut self, name: &[u8]) {
        self.is_marked = false;
        if !name.is_ascii() {
            return self.read_any(std::str::from_utf8(name).unwrap_or_default());
        }
        self.compact.resize(name.len(), 0);
        let mut length = 0;
        for &byte in name {
            // Without a branch: what is no letter or digit is written over by what follows.
            let class = CLASS[usize::from(byte)];
            if let Some(slot) = self.compact.get_mut(length) {
                *slot = byte | (u8::from(class == UPPER) << 5);
            }
            length += usize::from(class != SEPARATOR);
        }
        self.compact.truncate(length);
    }

    /// Finds out where the parts of `name`, which was read last, start: after a separator, at a change of case, between
    /// letters and digits, as in the full-text index; every ideograph starts one.
    pub(in crate::search) fn mark(&mut self, name: &[u8]) {
        if self.is_marked {
            return;
        }
        self.is_marked = true;
        self.starts.clear();
        let mut before = SEPARATOR;
        for (at, &byte) in name.iter().enumerate() {
            let class = CLASS[usize::from(byte)];
            if class != SEPARATOR {
                let starts_part = STARTS[before as usize][class as usize]
                    || class == UPPER && name.get(at + 1).is_some_and(u8::is_ascii_lowercase);
                self.starts.push(starts_part);
            }
            before = class;
        }
    }

    fn read_any(&mut self, name: &str) {
        let mut compact = String::with_capacity(name.len());
        self.starts.clear();
        self.is_marked = true;
        let mut before = ' ';
        let mut rest = name.chars();
        while let Some(character) = rest.next() {
            if character.is_alphanumeric() {
                let next_is_lower = || rest.clone().next().is_some_and(char::is_lowercase);
                let starts = is_cjk(character)
                    || !before.is_alphanumeric()
                    || is_cjk(before)
                    || before.is_numeric() != character.is_numeric()
                    || character.is_uppercase() && (!before.is_uppercase() || next_is_lower());
                compact.extend(character.to_lowercase());
                self.starts.push(starts);
                self.starts.resize(compact.len(), false);
            }
            before = character;
        }
        self.compact.clear();
        self.compact.extend_from_slice(compact.as_bytes());
    }

    /// The name without what separates words, in lower case.
    pub(in crate::search) fn compact(&self) -> &str {
        std::str::from_utf8(&self.compact).unwrap_or_default()
    }

    /// The bytes of [`Spelling::compact`].
    pub(in crate::search) fn bytes(&self) -> &[u8] {
        &self.compact
    }

    /// True if a part starts at byte `at` of [`Spelling::compact`]; to be asked after [`Spelling::mark`].
    pub(in crate::search) fn starts_part(&self, at: usize) -> bool {
        self.starts.get(at).copied().unwrap_or(false)
    }

    /// How `letters` are beginnings of two or more parts that follow each other, run together: `jsreader` for
    /// `JsonReader`; to be asked after [`Spelling::mark`].
    pub(in crate::search) fn run_together(&self, letters: &[u8]) -> Option<RunTogether> {
        if letters.is_empty() {
            return None;
        }
        let starts = || (0..self.compact.len()).filter(|&at| self.starts_part(at));
        let runs = starts().filter_map(|start| {
            let end = self.end_of_run(letters, start)?;
            match (start == 0, end == self.compact.len()) {
                (true, true) => Some(RunTogether::All),
                (true, false) => Some(RunTogether::First),
                (false, true) => Some(RunTogether::Last),
                (false, false) => None,
            }
        });
        runs.min()
    }

    /// The end of the part that the last of `letters` begin, the first being at the start of the part at `start`. Of
    /// several ends the farthest. Which letters are taken is carried from part to part: a name of many like parts costs
    /// no more than its length times theirs.
    fn end_of_run(&self, letters: &[u8], start: usize) -> Option<usize> {
        let (mut taken, mut farthest) = (vec![false; letters.len()], None);
        taken[0] = true;
        let mut at = start;
        while at < self.compact.len() && taken.contains(&true) {
            let end = (at + 1..self.compact.len()).find(|&at| self.starts_part(at)).unwrap_or(self.compact.len());
            let part = self.compact.get(at..end)?;
            let mut next = vec![false; letters.len()];
            for from in (0..letters.len()).filter(|&from| taken[from]) {
                let rest = &letters[from..];
                let shared = part.iter().zip(rest).take_while(|(a, b)| a == b).count();
                match shared == rest.len() {
                    true if at > start => farthest = Some(end),
                    true => {}
                    false => next[from + 1..=from + shared].fill(true),
                }
            }
            (taken, at) = (next, end);
        }
        farthest
    }

    /// How `words`, or the halves of the only one, are short for parts that follow each other, one for each: `user`, `mgr`
    /// for `UserManager`. At least one is shorter than its part. To be asked after [`Spelling::mark`].
    pub(in crate::search) fn in_short(&self, words: &[&str]) -> Option<RunTogether> {
        match words {
            [word] if word.is_ascii() => {
                let halves = (LEAST_HALF..(word.len() + 1).saturating_sub(LEAST_HALF)).map(|at| word.split_at(at));
                halves.filter_map(|(first, second)| self.parts_in_short(&[first, second])).min()
            }
            _ => self.parts_in_short(words),
        }
    }

    fn parts_in_short(&self, words: &[&str]) -> Option<RunTogether> {
        let mut parts: Vec<&[u8]> = Vec::new();
        let mut starts = (0..self.compact.len()).filter(|&at| self.starts_part(at)).peekable();
        while let Some(start) = starts.next() {
            parts.push(&self.compact[start..starts.peek().copied().unwrap_or(self.compact.len())]);
        }
        let is_meant = |parts: &[&[u8]]| {
            parts.iter().zip(words).all(|(part, word)| is_short_for(word.as_bytes(), part))
                && parts.iter().zip(words).any(|(part, word)| word.len() < part.len())
        };
        let last = parts.len().checked_sub(words.len())?;
        let runs = parts.windows(words.len().max(1)).enumerate().filter(|(_, parts)| is_meant(parts));
        let sorts = runs.map(|(at, _)| match (at == 0, at == last) {
            (true, true) => RunTogether::All,
            (true, false) => RunTogether::First,
            _ => RunTogether::Last,
        });
        sorts.min()
    }

    /// The first letters of all parts; to be asked after [`Spelling::mark`].
    pub(in crate::search) fn initials(&self) -> impl Iterator<Item = char> + '_ {
        self.compact().char_indices().filter(|(at, _)| self.starts_part(*at)).map(|(_, character)| character)
    }
}

/// Whether `word` is `part`, its beginning, or what is left of it without vowels: `mgr` for `manager`, `cfg` for
/// `configuration`.
fn is_short_for(word: &[u8], part: &[u8]) -> bool {
    if part.starts_with(word) {
        return word.len() >= LEAST_BEGINNING || word.len() == part.len();
    }
    let ([first, rest @ ..], Some((begins, mut left))) = (word, part.split_first()) else { return false };
    let is_contracted = !rest.is_empty() && rest.iter().all(|byte| !b"aeiou".contains(byte));
    first == begins
        && is_contracted
        && rest.iter().all(|wanted| match left.iter().position(|byte| byte == wanted) {
            Some(at) => {
                left = &left[at + 1..];
                true
            }
            None => false,
        })
}

/// Letters of each half of a word that is short for two parts, at least.
const LEAST_HALF: usize = 3;

/// Letters that stand for a word which begins with them, at least.
const LEAST_BEGINNING: usize = 2;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_short_for_parts_that_follow_each_other() {
        use RunTogether::*;
        for (words, name, parts) in [
            (&["user", "mgr"][..], "UserManager", Some(All)),
            (&["user", "mgr"], "IUserManager", Some(Last)),
            (&["user", "mgr"], "user_manager_impl", Some(First)),
            (&["cfg", "service"], "ConfigurationService", Some(All)),
            (&["msg", "list", "frag"], "MessageListFragment", Some(All)),
            (&["usermgr"], "UserManager", Some(All)),
            (&["user"], "UserManager", None),
            (&["user", "mgr"], "UserDataManager", None),
            (&["user", "mgr"], "UserMgr", None),
            (&["user", "mgr"], "Manager", None),
            (&["user", "name"], "UserNotManaged", None),
            (&["user", "m"], "UserManager", None),
        ] {
            let mut spelling = Spelling::default();
            spelling.read(name.as_bytes());
            spelling.mark(name.as_bytes());
            assert_eq!(spelling.in_short(words), parts, "{words:?} in {name}");
        }
    }

    #[test]
    fn beginnings_of_parts_are_found_in_the_names_they_are_of() {
        use RunTogether::*;
        for (letters, name, parts) in [
            ("jsreader", "JsonReader", Some(All)),
            ("jsonrea", "json_reader", Some(All)),
            ("jsre", "JsonReaderTest", Some(First)),
            ("redepart", "RequiredDependentPart", Some(All)),
            ("jsreader", "FastJsonReader", Some(Last)),
            ("jsreader", "FastJsonReaderTest", None),
            ("json", "JsonReader", None),
            ("jsoreadern", "JsonReader", None),
            ("reader", "JsonReader", None),
            ("", "JsonReader", None),
        ] {
            let mut spelling = Spelling::default();
            spelling.read(name.as_bytes());
            spelling.mark(name.as_bytes());
            assert_eq!(spelling.run_together(letters.as_bytes()), parts, "{letters} in {name}");
        }
        // Letters may be spread over many like parts in more ways than can be tried.
        let mut spelling = Spelling::default();
        let name = "aaaa_".repeat(60);
        spelling.read(name.as_bytes());
        spelling.mark(name.as_bytes());
        assert_eq!(spelling.run_together(format!("{}b", "a".repeat(60)).as_bytes()), None);
    }

    #[test]
    fn names_in_any_spelling_have_the_same_parts() {
        let initials = |name: &str| {
            let mut spelling = Spelling::default();
            spelling.read(name.as_bytes());
            spelling.mark(name.as_bytes());
            (spelling.compact().to_owned(), spelling.initials().collect::<String>())
        };
        for (name, compact, firsts) in [
            ("HTTPServer2", "httpserver2", "hs2"),
            ("auth_service", "authservice", "as"),
            ("__init__", "init", "i"),
            ("Read the Docs!", "readthedocs", "rtd"),
            ("x86_64", "x8664", "x86"),
            ("größeÄndern", "größeändern", "gä"),
            ("用户认证api", "用户认证api", "用户认证a"),
        ] {
            assert_eq!(initials(name), (compact.to_owned(), firsts.to_owned()), "{name}");
        }
        for name in ["HTTPServer2Go", "x86_64", "__A1__b", "ABC", "aB", "snake_case_", "1st place", "A-b.c"] {
            let mut ascii = Spelling::default();
            ascii.read(name.as_bytes());
            ascii.mark(name.as_bytes());
            let mut any = Spelling::default();
            any.read_any(name);
            assert_eq!((ascii.compact, ascii.starts), (any.compact, any.starts), "{name}");
        }
    }
}
