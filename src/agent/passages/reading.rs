//! Hits of the engine → passages: the lines of each that say most of what was asked.

use super::lines::seeker::{Seeker, finished};
use super::lines::statements::statement;
use super::lines::text_lines::{MAX_BYTES, TextOf, lines_of, text_of};
use super::lines::token::{Telling, declares_option, is_table_row};
use super::listed::is_list;
use super::passage::{Passage, Related};
use crate::agent::question::{hands_on, is_name};
use crate::docql::{Found, Hit, Ids, Item};
use crate::document::{FormatFamily, Kind, LineIndex};
use crate::library::{FileEntry, FileId, Library, Outline, is_source};
use crate::search::AskedWords;
use std::collections::HashMap;
use std::ops::RangeInclusive;
use std::sync::Arc;

/// Directories of a workspace whose code shows how its program is used, or tries it.
const BESIDE_PROGRAM: &[&str] = &[
    "demo",
    "demos",
    "doc",
    "docs",
    "documentation",
    "example",
    "playground",
    "playgrounds",
    "sample",
    "samples",
    "testing",
    "website",
];

/// True if a file is of the workspace's own program: code, no test, nothing made or written elsewhere, nothing that a manual
/// shows.
pub(in crate::agent) fn is_program(file: &FileEntry) -> bool {
    let is_beside = || file.path.split_once('/').is_some_and(|(first, _)| BESIDE_PROGRAM.contains(&first));
    file.format.family == FormatFamily::Code && is_source(file) && !is_beside()
}

/// Bytes of the lines of a text from which on nobody has written it, on average.
const MINIFIED: usize = 400;

/// True for code that a tool has written without the white space that people need.
pub(in crate::agent) fn is_minified(text: &str, lines: u32) -> bool {
    text.len() > MINIFIED * 10 && text.len() / (lines.max(1) as usize) > MINIFIED
}

/// Lines of a passage, at most.
pub(in crate::agent) const MAX_LINES: u32 = 40;

/// Lines of a function that is shown whole, at most.
const MAX_FUNCTION: u32 = 60;

/// Lines of a passage that are quoted where there is little room.
pub(super) const QUOTED: u32 = 8;

/// Names that a passage mentions, at most.
const MAX_MENTIONS: usize = 8;

/// Bytes of a node that are read for the names in it.
const MAX_READ: usize = 16 << 10;

/// Words from which on lines that declare nothing say something.
const SAYS: usize = 12;

/// Makes passages of what a step found.
pub(in crate::agent) struct Passages<'l> {
    pub(super) library: &'l Library,
    ids: Ids<'l>,
    texts: HashMap<FileId, Arc<TextOf>>,
    /// The line that a place names whose passages are made.
    pub(in crate::agent) named_line: Option<u32>,
}

impl<'l> Passages<'l> {
    pub(in crate::agent) fn new(library: &'l Library) -> Passages<'l> {
        Passages { library, ids: Ids::new(library), texts: HashMap::new(), named_line: None }
    }

    /// True if what was found is of the workspace's own program.
    pub(in crate::agent) fn is_program(&self, found: &Found) -> bool {
        found.item.file().is_some_and(|file| is_program(self.library.file(file)))
    }

    /// True if what was found stands in code without the white space that people need.
    pub(in crate::agent) fn is_minified(&mut self, found: &Found) -> bool {
        let Some(file) = found.item.file() else { return false };
        let format = self.library.file(file).format.id;
        ["javascript", "css"].contains(&format)
            && self.text(file).is_some_and(|read| is_minified(&read.text, read.index.count()))
    }

    /// The passage of a hit; `None` for what has no text.
    pub(in crate::agent) fn of(&mut self, found: &Found, hit: &Hit, words: &mut AskedWords) -> Option<Passage> {
        let file = found.item.file()?;
        let read = self.text(file)?;
        let (text, index) = (&*read.text, &read.index);
        let around = self.around(found, hit, file, &read)?;
        let whole = lines_of(text, index, &around);
        let whole = &whole[..whole.floor_char_boundary(MAX_READ)];
        let named = self.named_line.filter(|line| around.contains(line));
        // Of what is long the lines around the one that is named are meant, whatever the others hold.
        let near = named.map(|line| line.saturating_sub(MAX_LINES / 3)..=line + MAX_LINES / 2);
        let around =
            near.map_or(around.clone(), |near| (*near.start()).max(*around.start())..=(*near.end()).min(*around.end()));
        let focus = named.or(focus(found, hit)).map(|line| read.line_of(line));
        let mut seeker = Seeker { text, index, words };
        let lines = seeker.window(around, focus, MAX_LINES);
        let quote = seeker.window(lines.clone(), focus, QUOTED);
        // Only what belongs to a program says by its signs where it ends.
        let is_code = self.library.file(file).format.family == FormatFamily::Code;
        let quote = if is_code { finished(quote, &lines, (text, index)) } else { quote };
        let focus = focus.filter(|line| quote.contains(line));
        let focus = focus.unwrap_or_else(|| Seeker { text, index, words }.telling(quote.clone()));
        let shown = lines_of(text, index, &lines);
        let shown = shown[..shown.floor_char_boundary(MAX_BYTES)].trim_end();
        let name = match &found.item {
            Item::Excerpt(_) => hit.context.clone(),
            _ => hit.name.clone(),
        };
        let head = words.held(&format!("{name} {} {}", hit.context, hit.path));
        let held = words.held(shown) | head;
        let close = words.held(lines_of(text, index, &quote)) | head;
        Some(Passage {
            path: Arc::clone(&hit.path),
            line: *lines.start(),
            end_line: *lines.end(),
            source_lines: None,
            page: None,
            kind: hit.kind,
            label: name.clone(),
            whole: None,
            related: None,
            id: self.ids.of(&found.item).unwrap_or_default(),
            query: hit.query.clone(),
            mentions: mentions(whole, &name, words),
            text: shown.to_owned(),
            quote,
            focus,
            held,
            titled: head,
            named: if self.has_no_body(found, text) { 0 } else { words.held(&format!("{name} {}", hit.context)) },
            close,
            name,
            is_stub: is_program(self.library.file(file)) && self.is_stub(file, &lines, (text, index)),
            is_list: matches!(hit.kind, Kind::Chunk | Kind::File) && !self.is_program(found) && is_list(shown),
            is_test: self.is_test(found),
            is_source: found.item.file().is_some_and(|file| is_program(self.library.file(file))),
            is_stale: false,
        })
    }

    /// The passage of a place that has a relation to a name: few lines around the call, or the head of a declaration.
    pub(in crate::agent) fn related(&mut self, found: &Found, hit: &Hit, words: &mut AskedWords) -> Option<Passage> {
        let mut passage = self.of(found, hit, words)?;
        let read = self.text(found.item.file()?)?;
        let (text, index) = (&*read.text, &read.index);
        let around = self.around(found, hit, found.item.file()?, &read)?;
        let line = read.line_of(hit.line).clamp(*around.start(), *around.end());
        let first = line.saturating_sub(if found.site.is_some() { QUOTED / 2 } else { 0 }).max(*around.start());
        let lines = first..=(first + QUOTED - 1).min(*around.end());
        passage.show(lines_of(text, index, &lines), lines.clone());
        (passage.quote, passage.focus) = (lines, line);
        passage.related = Some(Related { asked: 0, says: String::new(), line, is_unsure: found.by_name() });
        Some(passage)
    }

    /// What the line of a hit does for a token, or for the name of an option that `is_bare`; `None` in examples, tests and lists of changes.
    pub(in crate::agent) fn telling_of(
        &mut self,
        (token, is_bare): (&str, bool),
        found: &Found,
        hit: &Hit,
    ) -> Option<Telling> {
        let file = found.item.file()?;
        let entry = self.library.file(file);
        let read = self.text(file).filter(|_| is_source(entry))?;
        let (text, index) = (&*read.text, &read.index);
        let line = read.line_of(focus(found, hit).unwrap_or(hit.line));
        let before = if line > 1 { index.text(text, line - 1) } else { "" };
        if before.trim_end().ends_with('\\') {
            return None;
        }
        let is_example = |outline: Outline<'_>| {
            let is_one = |node: u32| {
                let is_test = || outline.kind(node).is_symbol() && outline.lower_name(node).starts_with("test");
                matches!(outline.kind(node), Kind::CodeBlock | Kind::Diagram | Kind::Test) || is_test()
            };
            outline.innermost(index.start(line), is_one).is_some()
        };
        if self.library.outline(file).is_some_and(is_example) {
            return None;
        }
        if is_bare {
            let is_option = entry.format.family == FormatFamily::Code
                && declares_option(index.text(text, line), token, &hit.context);
            return is_option.then_some(Telling::Reads);
        }
        let is_program = entry.format.family == FormatFamily::Code;
        let line = index.text(text, line);
        Telling::of(line, token, is_program)
            .filter(|_| is_program || begins_paragraph(before, line) || is_table_row(line, token))
    }

    /// The passage that begins with the line of a hit.
    pub(in crate::agent) fn beginning_at(
        &mut self,
        found: &Found,
        hit: &Hit,
        words: &mut AskedWords,
    ) -> Option<Passage> {
        let mut passage = self.of(found, hit, words)?;
        let file = found.item.file()?;
        let read = self.text(file)?;
        let (text, index) = (&*read.text, &read.index);
        let around = self.around(found, hit, file, &read)?;
        let line = read.line_of(focus(found, hit).unwrap_or(hit.line)).clamp(*around.start(), *around.end());
        // An option may have a short function to itself that gives its name; what it does stands beside that.
        let wider = self.holder(file, index.start(line), index).filter(|_| around.clone().count() < QUOTED as usize);
        let around = wider.filter(|wider| wider.contains(&line)).unwrap_or(around);
        let lines = line..=(line + MAX_LINES / 2 - 1).min(*around.end());
        passage.show(lines_of(text, index, &lines), lines);
        (passage.quote, passage.focus) = (line..=(line + QUOTED - 1).min(passage.end_line), line);
        Some(passage)
    }

    pub(super) fn text(&mut self, file: FileId) -> Option<Arc<TextOf>> {
        if let Some(known) = self.texts.get(&file) {
            return Some(Arc::clone(known));
        }
        let read = Arc::new(text_of(self.library, file)?);
        self.texts.insert(file, Arc::clone(&read));
        Some(read)
    }

    /// The lines of the text that a hit stands for, its documentation with them.
    fn around(&self, found: &Found, hit: &Hit, file: FileId, read: &TextOf) -> Option<RangeInclusive<u32>> {
        let index = &read.index;
        let last = index.count().max(1);
        let lines = match &found.item {
            Item::Node(node) => {
                let outline = self.library.outline(file)?;
                let (span, doc) = (outline.span(node.node), outline.doc(node.node));
                let start = if doc.is_empty() { span.start } else { doc.start.min(span.start) };
                index.line(start)..=index.line(span.end.max(start + 1) - 1)
            }
            Item::Excerpt(excerpt) if excerpt.kind == Kind::Chunk => {
                index.line(excerpt.span.start)..=index.line(excerpt.span.end.max(1) - 1)
            }
            Item::Excerpt(excerpt) if excerpt.line == excerpt.end_line => {
                let line = read.line_of(excerpt.line);
                let holder = self.holder(file, index.start(line), index).unwrap_or(1..=last);
                let first = line.saturating_sub(MAX_LINES / 4).max(*holder.start());
                first..=line.saturating_add(MAX_LINES / 2).min(*holder.end())
            }
            Item::Excerpt(excerpt) => read.line_of(excerpt.line)..=read.line_of(excerpt.end_line),
            Item::File(_) => 1..=last,
            _ => read.line_of(hit.line)..=read.line_of(hit.end_line.max(hit.line)),
        };
        let first = (*lines.start()).clamp(1, last);
        Some(first..=(*lines.end()).clamp(first, last))
    }

    /// True if lines of a program declare nothing, and say little beside what they bring in and hand on.
    fn is_stub(&self, file: FileId, lines: &RangeInclusive<u32>, (text, index): (&str, &LineIndex)) -> bool {
        let Some(outline) = self.library.outline(file) else { return false };
        let (start, end) = (index.start(*lines.start()), index.start(lines.end() + 1));
        let first = outline.starting_after(start.saturating_sub(1));
        let begins = (first..outline.len()).take_while(|node| outline.span(*node).start < end);
        let declares = |node: u32| outline.kind(node).is_symbol();
        if begins.into_iter().any(declares) || outline.innermost(start, declares).is_some() {
            return false;
        }
        let said = lines.clone().map(|line| index.text(text, line)).filter(|line| !hands_on(line));
        let words = said.flat_map(|line| line.split(|c: char| !c.is_alphanumeric())).filter(|word| word.len() > 1);
        words.take(SAYS).count() < SAYS
    }

    /// The lines of the function, the type or the section that holds a byte: what stands beside them
    /// is called otherwise. Few lines alone say too little.
    pub(super) fn holder(&self, file: FileId, offset: u32, index: &LineIndex) -> Option<RangeInclusive<u32>> {
        let outline = self.library.outline(file)?;
        let lines = |node: u32| {
            let span = outline.span(node);
            index.line(span.start)..=index.line(span.end.max(1) - 1)
        };
        let holds = |node: u32| {
            let kind = outline.kind(node);
            let is_one = kind.is_function() || kind.is_class() || matches!(kind, Kind::Impl | Kind::Test);
            (is_one || outline.is_section(node)) && lines(node).count() > QUOTED as usize / 2
        };
        outline.innermost(offset, holds).map(lines)
    }
}

impl Passage {
    /// Shows other lines of the file.
    pub(super) fn show(&mut self, text: &str, lines: RangeInclusive<u32>) {
        text[..text.floor_char_boundary(MAX_BYTES)].clone_into(&mut self.text);
        (self.line, self.end_line) = lines.into_inner();
    }

    /// The lines of a file.
    pub(in crate::agent) fn lines(&self) -> (Arc<str>, RangeInclusive<u32>) {
        (Arc::clone(&self.path), self.line..=self.end_line)
    }

    /// Takes in the rest of a short function, or of a statement, that it would end in, unless one of `others` shows lines
    /// of that. Returns whether its lines are others now.
    pub(in crate::agent) fn complete<'o>(
        &mut self,
        (text, index): (&str, &LineIndex),
        mut others: impl Iterator<Item = &'o (Arc<str>, RangeInclusive<u32>)>,
    ) -> bool {
        let Some(whole) = self.whole.as_ref().filter(|_| self.related.is_none()) else { return false };
        let (mut first, mut last) = (self.line, self.end_line);
        if self.kind.is_function() && whole.last - whole.first < MAX_FUNCTION {
            (first, last) = (first.min(whole.first), last.max(whole.last));
        } else if self.is_source {
            let rest = statement((last..=whole.last).map(|line| index.text(text, line)));
            last += rest.len().saturating_sub(1) as u32;
        }
        let is_shown = |(path, lines): &(Arc<str>, RangeInclusive<u32>)| {
            *path == self.path && *lines.start() <= last && first <= *lines.end()
        };
        if (first, last) == (self.line, self.end_line) || others.any(is_shown) {
            return false;
        }
        (self.line, self.end_line) = (first, last);
        true
    }
}

/// True if a line of a document begins a paragraph, a row or a point of a list: others are the middle of a sentence.
fn begins_paragraph(before: &str, line: &str) -> bool {
    let (before, line) = (before.trim_start(), line.trim_start());
    let is_point = ["- ", "* ", "+ "].iter().any(|sign| line.starts_with(sign));
    is_point || before.is_empty() || before.starts_with('#') || line.starts_with(['#', '|', '>'])
}

/// The line that a passage must not miss: a call, a match.
pub(super) fn focus(found: &Found, hit: &Hit) -> Option<u32> {
    if found.site.is_some() {
        return Some(hit.line);
    }
    hit.matched.as_ref().map(|matched| matched.line)
}

/// The names of programs that a text mentions, its own title among them: those with words of the question first, then
/// those it mentions most.
fn mentions(text: &str, own: &str, words: &mut AskedWords) -> Vec<String> {
    let mut found: Vec<(&str, u32)> = Vec::new();
    let is_apart = |c: char| !(c.is_alphanumeric() || matches!(c, '_' | ':' | '-'));
    // Markdown writes it so that it begins no emphasis.
    let text = text.replace("\\_", "_");
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
