//! Conditions of a preprocessor around and in declarations: of branches that exclude each other only the first is read
//! where they open brackets that they do not close.

use super::begun::Level;
use std::ops::Range;

/// Lines that only a preprocessor reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Directive {
    If,
    /// `#if 0`.
    Never,
    Else,
    End,
    Other,
}

/// A condition that has begun.
#[derive(Clone, Debug)]
struct Condition {
    level: Level,
    /// What can be left out: its line, later branches.
    optional: Vec<Range<usize>>,
    /// Branches that have not been read.
    unread: Vec<Range<usize>>,
    /// All branches so far close what they open.
    is_even: bool,
}

/// Conditions in each other that are told apart.
const MAX_DEPTH: usize = 200;

/// The conditions around the place that is read, and those in the declaration that has begun.
#[derive(Clone, Debug, Default)]
pub(super) struct Conditions {
    open: Vec<Condition>,
    /// The number of conditions in those.
    beyond: u32,
    losing: Vec<Range<usize>>,
    optional: Vec<Range<usize>>,
}

/// The directive in a line that begins with `#`.
pub(super) fn directive(line: &[u8]) -> Directive {
    let rest = line[1..].trim_ascii_start();
    let length = rest.iter().take_while(|byte| byte.is_ascii_alphabetic()).count();
    match &rest[..length] {
        b"if" if rest[length..].trim_ascii() == b"0" => Directive::Never,
        b"if" | b"ifdef" | b"ifndef" => Directive::If,
        b"else" | b"elif" | b"elifdef" | b"elifndef" => Directive::Else,
        b"endif" => Directive::End,
        _ => Directive::Other,
    }
}

impl Conditions {
    /// Reads a directive in `line`, where brackets are at `level`. What is passed over begins with the line.
    pub(super) fn read(&mut self, kind: Directive, line: Range<usize>, level: Level, bytes: &[u8]) -> Range<usize> {
        match kind {
            Directive::If | Directive::Never if self.open.len() >= MAX_DEPTH => {
                self.beyond += 1;
                line
            }
            Directive::If | Directive::Never => self.begin(kind, line, level, bytes),
            _ if self.beyond > 0 => {
                self.beyond -= u32::from(kind == Directive::End);
                line
            }
            Directive::Else => self.go_on(line, level, bytes),
            Directive::End => {
                self.end(&line, level);
                line
            }
            Directive::Other => line,
        }
    }

    fn begin(&mut self, kind: Directive, line: Range<usize>, level: Level, bytes: &[u8]) -> Range<usize> {
        let end = if kind == Directive::Never { branch_end(bytes, line.end) } else { line.end };
        let place = line.start..end;
        // Only what is in a declaration is ever left out of it.
        let in_declaration = level.is_open();
        let unread = (in_declaration && end > line.end).then_some(line.end..end);
        self.open.push(Condition {
            level,
            optional: in_declaration.then_some(line).into_iter().collect(),
            unread: unread.into_iter().collect(),
            is_even: true,
        });
        place
    }

    /// Another branch: it is read if the first one closes what it opens.
    fn go_on(&mut self, line: Range<usize>, level: Level, bytes: &[u8]) -> Range<usize> {
        let Some(condition) = self.open.last_mut() else { return line };
        let is_read = level == condition.level && !level.is_within();
        condition.is_even &= is_read;
        if !level.is_open() && is_read {
            return line;
        }
        let branch = line.start..branch_end(bytes, line.end);
        condition.optional.push(branch.clone());
        if is_read {
            return line;
        }
        condition.unread.push(branch.clone());
        branch
    }

    fn end(&mut self, line: &Range<usize>, level: Level) {
        let Some(mut condition) = self.open.pop() else { return };
        if level.is_open() {
            condition.optional.push(line.clone());
        }
        if level != condition.level || level.is_within() || !condition.is_even {
            self.losing.extend(condition.optional.iter().cloned());
        }
        self.losing.append(&mut condition.unread);
        self.optional.append(&mut condition.optional);
    }

    /// What must be left out of the declaration at `place`, which ends here, and what can be, `definitions` included.
    pub(super) fn within(
        &mut self,
        place: Range<usize>,
        definitions: &[Range<usize>],
    ) -> (Vec<Range<usize>>, Vec<Range<usize>>) {
        let (mut losing, mut optional) = (std::mem::take(&mut self.losing), std::mem::take(&mut self.optional));
        for condition in &self.open {
            losing.extend(condition.optional.iter().chain(&condition.unread).cloned());
        }
        optional.extend(losing.iter().chain(definitions).cloned());
        (united(losing, &place), united(optional, &place))
    }
}

/// The ranges that begin in `place`, in order and apart from each other.
fn united(mut ranges: Vec<Range<usize>>, place: &Range<usize>) -> Vec<Range<usize>> {
    ranges.retain(|range| place.contains(&range.start));
    ranges.sort_unstable_by_key(|range| range.start);
    ranges.dedup_by(|later, earlier| {
        let joins = later.start <= earlier.end;
        earlier.end = if joins { earlier.end.max(later.end) } else { earlier.end };
        joins
    });
    for range in &mut ranges {
        range.end = range.end.min(place.end);
    }
    ranges
}

/// The start of the line that ends the branch which begins at `at`.
fn branch_end(bytes: &[u8], at: usize) -> usize {
    let (mut at, mut depth) = (at, 0u32);
    while at < bytes.len() {
        let end = memchr::memchr(b'\n', &bytes[at..]).map_or(bytes.len(), |end| at + end + 1);
        let line = bytes[at..end].trim_ascii();
        if line.first() == Some(&b'#') {
            match directive(line) {
                Directive::If | Directive::Never => depth += 1,
                Directive::Else if depth == 0 => return at,
                Directive::End if depth == 0 => return at,
                Directive::End => depth -= 1,
                Directive::Else | Directive::Other => {}
            }
        }
        at = end;
    }
    bytes.len()
}
