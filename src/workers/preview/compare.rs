//! Two places of the workspace side by side, line against line.

use crate::app::PreviewTarget;
use crate::document::{Document, Family, LineIndex, Scope};
use crate::languages::highlight::HighlightBudget;
use crate::library::{FileId, Library, ReadError, differences};
use crate::preview::{PreviewLine, PreviewSpan, RenderOptions, clip_line, source_lines};
use crate::stdx::Ticket;
use std::ops::Range;
use std::sync::Arc;

/// Longer texts are compared up to here.
const MAX_LINES: u32 = 20_000;
/// Between the two texts stands a mark and a space on either side of it.
const BETWEEN: usize = 3;

/// The lines of a place of the workspace.
struct Side {
    lines: Vec<PreviewLine>,
    texts: Vec<String>,
    /// True if it is rendered.
    is_prose: bool,
}

impl Side {
    fn texts(&self) -> Vec<&str> {
        self.texts.iter().map(String::as_str).collect()
    }
}

/// The manner in which the two are shown.
pub(super) struct Manner {
    /// Cells for both together.
    pub(super) width: u16,
    /// True if prose is shown as it reads.
    pub(super) rendered: bool,
    /// True if long lines of source are broken.
    pub(super) wrap: bool,
}

/// Why two places are not compared.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum CompareError {
    #[error("{0} is not in the workspace")]
    Unlisted(Arc<str>),
    #[error("{0} is too large to be compared")]
    TooLarge(Arc<str>),
    #[error(transparent)]
    Unreadable(#[from] ReadError),
}

fn side(library: &Library, target: &PreviewTarget, manner: &Manner, ticket: &Ticket) -> Result<Side, CompareError> {
    let id = library.find(&target.path).ok_or_else(|| CompareError::Unlisted(Arc::clone(&target.path)))?;
    if library.file(id).text_only {
        return Err(CompareError::TooLarge(Arc::clone(&target.path)));
    }
    if manner.rendered && library.file(id).format.shown_as.is_rendered() {
        return rendered(library, id, target, (half(manner.width), ticket));
    }
    let text = library.text(id)?;
    let document = Document { lines: LineIndex::new(&text), text: text.to_string(), ..Document::default() };
    let first = target.line.max(1);
    let last = if target.line == 0 { document.lines.count() } else { with_doc(library, id, target) };
    let last = last.min(document.lines.count());
    let lines = source_lines(&document, first, (last + 1).saturating_sub(first).min(MAX_LINES));
    let texts = lines.iter().map(PreviewLine::text).collect();
    Ok(Side { lines, texts, is_prose: false })
}

/// The last line of a target. A field has its documentation on the lines below it in languages where a string
/// literal is one; without it there would be little to compare.
fn with_doc(library: &Library, id: FileId, target: &PreviewTarget) -> u32 {
    let last = target.end_line.max(target.line);
    let Some(outline) = library.outline(id) else { return last };
    let is_it = |at: &u32| outline.line(*at) == target.line && outline.kind(*at).family() == Family::Member;
    if library.file(id).format.id != "python" || !(0..outline.len()).any(|at| is_it(&at)) {
        return last;
    }
    let Ok(text) = library.text(id) else { return last };
    let lines = LineIndex::new(&text);
    let below = |line: u32| if line <= lines.count() { lines.text(&text, line).trim() } else { "" };
    let Some(quote) = ["\"\"\"", "'''"].into_iter().find(|quote| below(last + 1).starts_with(quote)) else {
        return last;
    };
    let opens_only = below(last + 1).matches(quote).count() < 2;
    match opens_only {
        false => last + 1,
        true => (last + 2..=lines.count()).find(|line| below(*line).contains(quote)).unwrap_or(last),
    }
}

/// The part of a rendered document that stands for the lines of a target.
fn rendered(
    library: &Library,
    id: FileId,
    target: &PreviewTarget,
    (width, ticket): (usize, &Ticket),
) -> Result<Side, CompareError> {
    let document = library.document(id)?;
    let budget = HighlightBudget::until_stale(ticket.clone());
    let width = u16::try_from(width).unwrap_or(u16::MAX);
    let all =
        crate::preview::render(&document, library.file(id).format.shown_as, RenderOptions::at_width(width), &budget);
    let wanted = if target.line == 0 { 0..=u32::MAX } else { target.line..=target.end_line.max(target.line) };
    let lines: Vec<PreviewLine> =
        all.lines.into_iter().filter(|line| wanted.contains(&line.source_line)).take(MAX_LINES as usize).collect();
    let texts = lines.iter().map(|line| line.text().trim_end().to_owned()).collect();
    Ok(Side { lines, texts, is_prose: true })
}

/// What differs, and what is equal between it, in order; true for what is equal.
fn runs(
    differences: Vec<(Range<usize>, Range<usize>)>,
    ends: (usize, usize),
) -> Vec<(Range<usize>, Range<usize>, bool)> {
    let mut runs = Vec::new();
    let mut at = (0, 0);
    for (old, new) in differences.into_iter().chain([(ends.0..ends.0, ends.1..ends.1)]) {
        runs.push((at.0..old.start, at.1..new.start, true));
        at = (old.end, new.end);
        runs.push((old, new, false));
    }
    runs.retain(|(old, new, _)| !old.is_empty() || !new.is_empty());
    runs
}

/// The cells of each side.
fn half(width: u16) -> usize {
    (width as usize).saturating_sub(BETWEEN) / 2
}

/// `old` on the left, `new` on the right, each line as wide as half of the width.
pub(super) fn compare(
    library: &Library,
    old: &PreviewTarget,
    new: &PreviewTarget,
    manner: &Manner,
    ticket: &Ticket,
) -> Result<Vec<PreviewLine>, CompareError> {
    let (left, right) = (side(library, old, manner, ticket)?, side(library, new, manner, ticket)?);
    let differences = differences(&left.texts(), &right.texts());
    let half = half(manner.width);
    let numbers = |side: &Side| side.lines.last().map_or(1, |line| line.source_line).to_string().len().max(3);
    // Rendered lines have no numbers: they are not lines of the file.
    let gutter = if left.is_prose && right.is_prose { 0 } else { numbers(&left).max(numbers(&right)) };
    let mut rows = Vec::new();
    let mut changes = (0, 0);
    for (from, to, equal) in runs(differences, (left.lines.len(), right.lines.len())) {
        if ticket.is_stale() {
            break;
        }
        if !equal {
            changes = (changes.0 + from.len(), changes.1 + to.len());
        }
        for at in 0..from.len().max(to.len()) {
            let old = left.lines.get(from.start + at).filter(|_| at < from.len());
            let new = right.lines.get(to.start + at).filter(|_| at < to.len());
            rows.extend(
                broken((old, new), half, gutter, manner.wrap)
                    .into_iter()
                    .map(|(old, new)| row((old.as_ref(), new.as_ref()), equal, half, gutter)),
            );
        }
    }
    let said = match changes {
        (0, 0) => "no differences".to_owned(),
        (gone, come) => format!("{gone} lines only on the left, {come} only on the right"),
    };
    let heading = |target: &PreviewTarget| match target.line {
        0 => target.path.to_string(),
        line => format!("{}:{line}", target.path),
    };
    let text = |text: String, scope| PreviewLine {
        spans: vec![PreviewSpan::decoration(crate::stdx::printable(&text), scope)],
        ..PreviewLine::default()
    };
    let titles = (text(heading(old), Scope::Heading), text(heading(new), Scope::Heading));
    let mut lines = vec![text(said, Scope::Comment), row((Some(&titles.0), Some(&titles.1)), true, half, 0)];
    lines.extend(rows);
    Ok(lines)
}

/// The rows that a pair of lines takes: of each as many as the longer needs, if long lines are broken.
fn broken(
    (old, new): (Option<&PreviewLine>, Option<&PreviewLine>),
    half: usize,
    gutter: usize,
    wrap: bool,
) -> Vec<(Option<PreviewLine>, Option<PreviewLine>)> {
    if !wrap {
        return vec![(old.cloned(), new.cloned())];
    }
    let room = half.saturating_sub(if gutter > 0 { gutter + 1 } else { 0 });
    let room = u16::try_from(room).unwrap_or(u16::MAX);
    let rows = |line: Option<&PreviewLine>| {
        line.map_or_else(Vec::new, |line| crate::preview::wrap_lines(vec![line.clone()], room))
    };
    let (old, new) = (rows(old), rows(new));
    let blank = |rows: &[PreviewLine], at: usize| match rows.get(at) {
        Some(line) => Some(line.clone()),
        None => rows.first().map(|line| PreviewLine { source_line: line.source_line, ..PreviewLine::default() }),
    };
    (0..old.len().max(new.len())).map(|at| (blank(&old, at), blank(&new, at))).collect()
}

/// A line of the left and one of the right, and between them how they differ.
fn row(
    (old, new): (Option<&PreviewLine>, Option<&PreviewLine>),
    equal: bool,
    half: usize,
    gutter: usize,
) -> PreviewLine {
    let mark = match (old, new) {
        _ if equal => " │ ",
        (Some(_), Some(_)) => " ≠ ",
        (Some(_), None) => " - ",
        _ => " + ",
    };
    let mut spans = cell(old, (!equal).then_some(Scope::Removed), half, gutter);
    spans.push(PreviewSpan::decoration(mark, if equal { Scope::Rule } else { Scope::Strong }));
    spans.extend(cell(new, (!equal).then_some(Scope::Added), half, gutter));
    let source_line = new.or(old).map_or(0, |line| line.source_line);
    PreviewLine { number: None, source_line, spans, links: Vec::new() }
}

/// A line with its number, exactly `half` cells wide.
fn cell(line: Option<&PreviewLine>, scope: Option<Scope>, half: usize, gutter: usize) -> Vec<PreviewSpan> {
    let mut whole = PreviewLine::default();
    if let Some(line) = line {
        if gutter > 0 {
            let number = line.number.map_or_else(String::new, |number| number.to_string());
            whole.spans.push(PreviewSpan::decoration(format!("{number:>gutter$} "), Scope::Comment));
        }
        let told =
            |span: &PreviewSpan| PreviewSpan { scope: scope.unwrap_or(span.scope), source: None, ..span.clone() };
        whole.spans.extend(line.spans.iter().map(told));
    }
    let mut whole = clip_line(whole, half);
    let free = half.saturating_sub(whole.width());
    whole.spans.push(PreviewSpan::decoration(" ".repeat(free), Scope::Text));
    whole.spans
}
