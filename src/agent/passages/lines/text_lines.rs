//! The text that a file is read as, by its lines.

use crate::document::LineIndex;
use crate::library::{FileId, Library};
use std::ops::RangeInclusive;
use std::sync::Arc;

/// Bytes of a passage, at most: lines of data have no end.
pub(in crate::agent::passages) const MAX_BYTES: usize = 4_000;

/// The text that a file is read as, by its lines.
pub(in crate::agent) struct TextOf {
    pub text: Arc<str>,
    pub index: LineIndex,
    /// The file's line of each line, where the text is not the file's.
    source: Option<Vec<u32>>,
}

impl TextOf {
    /// The line of the text for a line of the file.
    pub(in crate::agent::passages) fn line_of(&self, line: u32) -> u32 {
        let Some(source) = &self.source else { return line };
        match source.iter().position(|own| *own == line) {
            Some(at) => at as u32 + 1,
            None => (source.partition_point(|own| *own < line) as u32).max(1),
        }
    }

    /// The lines of the file for lines of the text, where these are others.
    pub(in crate::agent) fn source_lines(&self, lines: RangeInclusive<u32>) -> Option<Arc<[u32]>> {
        let source = self.source.as_ref()?;
        let first = (*lines.start() as usize).saturating_sub(1);
        source.get(first..(*lines.end() as usize).min(source.len())).map(Arc::from)
    }
}

/// The text of a file that its lines are counted in.
pub(in crate::agent) fn text_of(library: &Library, file: FileId) -> Option<TextOf> {
    let is_derived = library.file(file).format.derived_text;
    let text = if is_derived { library.node_text(file) } else { library.text(file) }.ok()?;
    let source = if is_derived { library.document(file).ok()?.source_lines.clone() } else { None };
    Some(TextOf { index: LineIndex::new(&text), text, source })
}

/// Lines of a file, as far as it has them.
pub(in crate::agent) fn lines(text: &str, index: &LineIndex, lines: RangeInclusive<u32>) -> String {
    let shown = lines_of(text, index, &lines);
    shown[..shown.floor_char_boundary(MAX_BYTES * 3)].trim_end().to_owned()
}

/// The lines of a text, without what is blank at their end.
pub(in crate::agent::passages) fn lines_of<'t>(
    text: &'t str,
    index: &LineIndex,
    lines: &RangeInclusive<u32>,
) -> &'t str {
    let (start, end) = (index.span(*lines.start()).start as usize, index.span(*lines.end()).end as usize);
    text.get(start..end.min(text.len())).unwrap_or_default().trim_end()
}
