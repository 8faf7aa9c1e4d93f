//! Two places of the workspace side by side, line against line.

use crate::app::PreviewTarget;
use crate::document::{Document, LineIndex, Scope};
use crate::library::Library;
use crate::preview::{PreviewLine, PreviewSpan, clip_line, source_lines};
use crate::stdx::Ticket;
use similar::{Algorithm, DiffOp, capture_diff_slices_deadline};
use std::time::{Duration, Instant};

/// Longer texts are compared up to here.
const MAX_LINES: u32 = 20_000;
/// After so long the rest counts as changed.
const PATIENCE: Duration = Duration::from_millis(500);
/// Between the two texts stands a mark and a space on either side of it.
const BETWEEN: usize = 3;

/// The lines of a place of the workspace.
struct Side {
    lines: Vec<PreviewLine>,
    texts: Vec<String>,
}

fn side(library: &Library, target: &PreviewTarget) -> Result<Side, String> {
    let id = library.find(&target.path).ok_or_else(|| format!("{} is not in the workspace", target.path))?;
    if library.file(id).text_only {
        return Err(format!("{} is too large to be compared", target.path));
    }
    let text = library.text(id)?;
    let document = Document { lines: LineIndex::new(&text), text: text.to_string(), ..Document::default() };
    let first = target.line.max(1);
    let last = if target.line == 0 { document.lines.count() } else { target.end_line.max(target.line) };
    let last = last.min(document.lines.count());
    let lines = source_lines(&document, first, (last + 1).saturating_sub(first).min(MAX_LINES));
    let texts = lines.iter().map(PreviewLine::text).collect();
    Ok(Side { lines, texts })
}

/// `old` on the left, `new` on the right, each line as wide as half of `width`.
pub(super) fn compare(
    library: &Library,
    old: &PreviewTarget,
    new: &PreviewTarget,
    width: u16,
    ticket: &Ticket,
) -> Result<Vec<PreviewLine>, String> {
    let (left, right) = (side(library, old)?, side(library, new)?);
    let until = Instant::now() + PATIENCE;
    let steps = capture_diff_slices_deadline(Algorithm::Patience, &left.texts, &right.texts, Some(until));
    let half = (width as usize).saturating_sub(BETWEEN) / 2;
    let numbers = |side: &Side| side.lines.last().map_or(1, |line| line.source_line).to_string().len().max(3);
    let gutter = numbers(&left).max(numbers(&right));
    let mut rows = Vec::new();
    let mut changes = (0, 0);
    for step in steps {
        if ticket.is_stale() {
            break;
        }
        let (from, to) = (step.old_range(), step.new_range());
        let equal = matches!(step, DiffOp::Equal { .. });
        if !equal {
            changes = (changes.0 + from.len(), changes.1 + to.len());
        }
        for at in 0..from.len().max(to.len()) {
            let old = left.lines.get(from.start + at).filter(|_| at < from.len());
            let new = right.lines.get(to.start + at).filter(|_| at < to.len());
            rows.push(row((old, new), equal, half, gutter));
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
