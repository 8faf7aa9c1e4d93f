//! Hits of the engine → passages: the lines of each that say most of what was asked.

use super::passage::{Passage, Related};
use crate::agent::question::is_name;
use crate::docql::{Found, Hit, Ids, Item};
use crate::document::{FormatFamily, LineIndex};
use crate::library::{FileEntry, FileId, Library, is_source};
use crate::search::AskedWords;
use std::collections::HashMap;
use std::ops::RangeInclusive;
use std::sync::Arc;

/// True if a file is of the workspace's own program: code, no test, nothing made or written elsewhere.
pub(in crate::agent) fn is_program(file: &FileEntry) -> bool {
    file.format.family == FormatFamily::Code && is_source(file)
}

/// Lines of a passage, at most.
pub(in crate::agent) const MAX_LINES: u32 = 40;

/// Lines of a passage that are quoted where there is little room.
const QUOTED: u32 = 8;

/// Lines of a long node that are looked at.
const MAX_LOOKED_AT: u32 = 3_000;

/// Bytes of a passage, at most: lines of data have no end.
const MAX_BYTES: usize = 4_000;

/// Names that a passage mentions, at most.
const MAX_MENTIONS: usize = 8;

/// Bytes of a node that are read for the names in it.
const MAX_READ: usize = 16 << 10;

/// Makes passages of what a step found.
pub(in crate::agent) struct Passages<'l> {
    library: &'l Library,
    ids: Ids<'l>,
    lines: HashMap<FileId, Arc<(Arc<str>, LineIndex)>>,
}

impl<'l> Passages<'l> {
    pub(in crate::agent) fn new(library: &'l Library) -> Passages<'l> {
        Passages { library, ids: Ids::new(library), lines: HashMap::new() }
    }

    /// The passage of a hit; `None` for what has no text.
    pub(in crate::agent) fn of(&mut self, found: &Found, hit: &Hit, words: &mut AskedWords) -> Option<Passage> {
        let file = found.item.file()?;
        let text = self.text(file)?;
        let (text, index) = &*text;
        let around = self.around(found, hit, file, index)?;
        let whole = lines_of(text, index, &around);
        let whole = &whole[..whole.floor_char_boundary(MAX_READ)];
        let focus = focus(found, hit);
        let mut seeker = Seeker { text, index, words };
        let lines = seeker.window(around, focus, MAX_LINES);
        let quote = seeker.window(lines.clone(), focus, QUOTED);
        let shown = lines_of(text, index, &lines);
        let shown = shown[..shown.floor_char_boundary(MAX_BYTES)].trim_end();
        let name = match &found.item {
            Item::Excerpt(_) => hit.context.clone(),
            _ => hit.name.clone(),
        };
        let held = words.held(shown) | words.held(&format!("{name} {} {}", hit.context, hit.path));
        Some(Passage {
            path: Arc::clone(&hit.path),
            line: *lines.start(),
            end_line: *lines.end(),
            kind: hit.kind,
            label: name.clone(),
            related: None,
            id: self.ids.of(&found.item).unwrap_or_default(),
            query: hit.query.clone(),
            mentions: mentions(whole, &name, words),
            text: shown.to_owned(),
            quote,
            held,
            name,
            is_source: found.item.file().is_some_and(|file| is_program(self.library.file(file))),
            is_stale: false,
        })
    }

    /// The passage of a place that has a relation to a name: few lines around the call, or the head of a declaration.
    pub(in crate::agent) fn related(&mut self, found: &Found, hit: &Hit, words: &mut AskedWords) -> Option<Passage> {
        let mut passage = self.of(found, hit, words)?;
        let (text, index) = &*self.text(found.item.file()?)?;
        let around = self.around(found, hit, found.item.file()?, index)?;
        let line = hit.line.clamp(*around.start(), *around.end());
        let first = line.saturating_sub(if found.site.is_some() { QUOTED / 2 } else { 0 }).max(*around.start());
        let lines = first..=(first + QUOTED - 1).min(*around.end());
        passage.text = lines_of(text, index, &lines).to_owned();
        passage.text.truncate(passage.text.floor_char_boundary(MAX_BYTES));
        (passage.line, passage.end_line, passage.quote) = (first, *lines.end(), lines);
        passage.related = Some(Related { asked: 0, says: String::new(), line });
        Some(passage)
    }

    fn text(&mut self, file: FileId) -> Option<Arc<(Arc<str>, LineIndex)>> {
        if let Some(known) = self.lines.get(&file) {
            return Some(Arc::clone(known));
        }
        let both = Arc::new(text_of(self.library, file)?);
        self.lines.insert(file, Arc::clone(&both));
        Some(both)
    }

    /// The lines that a hit stands for, its documentation with them.
    fn around(&self, found: &Found, hit: &Hit, file: FileId, index: &LineIndex) -> Option<RangeInclusive<u32>> {
        let last = index.count().max(1);
        let lines = match &found.item {
            Item::Node(node) => {
                let outline = self.library.outline(file)?;
                let doc = outline.doc(node.node);
                let first = if doc.is_empty() { outline.line(node.node) } else { index.line(doc.start) };
                first.min(outline.line(node.node))..=outline.end_line(node.node)
            }
            Item::Excerpt(excerpt) if excerpt.line == excerpt.end_line => {
                excerpt.line.saturating_sub(MAX_LINES / 4)..=excerpt.line.saturating_add(MAX_LINES / 2)
            }
            Item::Excerpt(excerpt) => excerpt.line..=excerpt.end_line,
            Item::File(_) => 1..=last,
            _ => hit.line..=hit.end_line.max(hit.line),
        };
        let first = (*lines.start()).clamp(1, last);
        Some(first..=(*lines.end()).clamp(first, last))
    }
}

/// The text of a file that its lines are counted in.
pub(in crate::agent) fn text_of(library: &Library, file: FileId) -> Option<(Arc<str>, LineIndex)> {
    let is_derived = library.file(file).format.derived_text;
    let text = if is_derived { library.node_text(file) } else { library.text(file) }.ok()?;
    let index = LineIndex::new(&text);
    Some((text, index))
}

/// Lines of a file, as far as it has them.
pub(in crate::agent) fn lines(library: &Library, file: FileId, lines: RangeInclusive<u32>) -> Option<String> {
    let (text, index) = text_of(library, file)?;
    let shown = lines_of(&text, &index, &lines);
    Some(shown[..shown.floor_char_boundary(MAX_BYTES * 3)].trim_end().to_owned())
}

/// The line that a passage must not miss: a call, a match.
fn focus(found: &Found, hit: &Hit) -> Option<u32> {
    if found.site.is_some() {
        return Some(hit.line);
    }
    hit.matched.as_ref().map(|matched| matched.line)
}

/// A file's text, and the words that are looked for in it.
struct Seeker<'t> {
    text: &'t str,
    index: &'t LineIndex,
    words: &'t mut AskedWords,
}

impl Seeker<'_> {
    /// The `most` lines of `around` that hold most of the words of the question, near `focus`; all if they are no more.
    fn window(&mut self, around: RangeInclusive<u32>, focus: Option<u32>, most: u32) -> RangeInclusive<u32> {
        let (first, last) = (*around.start(), *around.end());
        if last - first < most {
            return around;
        }
        let focus = focus.filter(|line| around.contains(line));
        let first = focus.map_or(first, |line| first.max(line.saturating_sub(MAX_LOOKED_AT / 2)));
        let last = last.min(first + MAX_LOOKED_AT);
        let held: Vec<u64> = (first..=last).map(|line| self.words.held(self.index.text(self.text, line))).collect();
        let mut best = (f32::MIN, 0);
        for start in 0..held.len().saturating_sub(most as usize - 1).max(1) {
            let rows = held.iter().skip(start).take(most as usize);
            let together = rows.clone().fold(0, |all, line| all | line);
            let lines = rows.filter(|line| **line != 0).count() as f32;
            // The head says what it is; a match is what was found.
            let at = first + start as u32;
            let head = if start == 0 { 1.0 } else { 0.0 };
            let near = focus.filter(|line| (at..at + most).contains(line)).map_or(0.0, |_| 2.0);
            let worth = self.words.weight(together) + lines * 0.1 + head + near;
            if worth > best.0 {
                best = (worth, start as u32);
            }
        }
        let start = first + best.1;
        start..=(start + most - 1).min(last)
    }
}

fn lines_of<'t>(text: &'t str, index: &LineIndex, lines: &RangeInclusive<u32>) -> &'t str {
    let (start, end) = (index.span(*lines.start()).start as usize, index.span(*lines.end()).end as usize);
    text.get(start..end.min(text.len())).unwrap_or_default().trim_end()
}

/// The names of programs that a text mentions, its own title among them: those with words of the question first, then
/// those it mentions most.
fn mentions(text: &str, own: &str, words: &mut AskedWords) -> Vec<String> {
    let mut found: Vec<(&str, u32)> = Vec::new();
    let is_apart = |c: char| !(c.is_alphanumeric() || matches!(c, '_' | ':' | '-'));
    for word in std::iter::once(own).chain(text.split(is_apart)) {
        let word = word.trim_matches(':').trim_end_matches('-');
        if is_name(word) {
            match found.iter_mut().find(|(known, _)| *known == word) {
                Some((_, count)) => *count += 1,
                None => found.push((word, 1)),
            }
        }
    }
    let mut found: Vec<(f32, u32, &str)> = found
        .into_iter()
        .map(|(word, count)| {
            let held = words.held(word);
            (words.weight(held), count, word)
        })
        .collect();
    found.sort_by(|a, b| b.0.total_cmp(&a.0).then(b.1.cmp(&a.1)));
    found.into_iter().take(MAX_MENTIONS).map(|(_, _, word)| word.to_owned()).collect()
}
