//! Hits as lines: for people, for pipes, for editors.

use super::outline::structure;
use super::output_format::WrittenAnswer;
use super::source::FileTexts;
use crate::docql::{Hit, Item, Shape};
use crate::document::{FormatFamily, Kind, LineIndex, Span};
use crate::library::FileId;
use crate::stdx::{display_width, printable};
use std::borrow::Cow;
use std::io::{self, Write};
use std::ops::Range;
use std::path::PathBuf;

const PATH: &str = "\x1b[35m";
const NUMBER: &str = "\x1b[32m";
const MATCH: &str = "\x1b[1;31m";
const DIM: &str = "\x1b[2m";
const BOLD: &str = "\x1b[1m";
const END: &str = "\x1b[0m";

fn painted(text: &str, style: &str, colour: bool) -> String {
    if colour && !text.is_empty() { format!("{style}{text}{END}") } else { text.to_owned() }
}

/// `text` with the marked byte ranges in the match colour, safe for a terminal.
fn marked(text: &str, marks: &[Range<usize>], colour: bool) -> String {
    let mut out = String::new();
    let mut at = 0;
    for mark in marks
        .iter()
        .filter(|mark| mark.end <= text.len() && text.is_char_boundary(mark.start) && text.is_char_boundary(mark.end))
    {
        out.push_str(&printable(&text[at..mark.start.max(at)]));
        out.push_str(&painted(&printable(&text[mark.start.max(at)..mark.end]), MATCH, colour));
        at = mark.end;
    }
    out.push_str(&printable(&text[at..]));
    out
}

/// Grouped under files on a terminal; else one line per hit.
///
/// # Errors
/// If `out` cannot be written to.
pub fn text(answer: &WrittenAnswer<'_>, out: &mut dyn Write) -> io::Result<()> {
    let results = answer.results;
    match results.shape {
        Shape::Count => return count(answer, out),
        Shape::Structure => return structure(answer, out),
        _ => {}
    }
    let mut at = 0;
    let mut source = FileTexts::new(answer.library);
    for (number, group) in results.groups.iter().enumerate() {
        if group.hits.is_empty() {
            break;
        }
        if answer.grouped && !matches!(results.shape, Shape::Files | Shape::Repositories) {
            if number > 0 {
                writeln!(out)?;
            }
            let path = painted(&printable(&group.path), PATH, answer.colour);
            let shown = if group.hits.len() < group.total {
                format!("{} of {}", group.hits.len(), group.total)
            } else {
                group.total.to_string()
            };
            writeln!(out, "{path}  {}", painted(&shown, DIM, answer.colour))?;
        }
        for hit in &results.hits[group.hits.clone()] {
            match answer.grouped && !matches!(results.shape, Shape::Files | Shape::Repositories) {
                true => grouped_line(answer, hit, out)?,
                false => flat_line(answer, hit, out)?,
            }
            body(answer, at, &mut source, out)?;
            at += 1;
        }
    }
    Ok(())
}

fn grouped_line(answer: &WrittenAnswer<'_>, hit: &Hit, out: &mut dyn Write) -> io::Result<()> {
    let number = painted(&format!("{:>6}", hit.shown_line()), NUMBER, answer.colour);
    let name = marked(&hit.name, &hit.name_marks, answer.colour);
    let name =
        if hit.kind == Kind::Match { name } else { painted(&name, BOLD, answer.colour && hit.name_marks.is_empty()) };
    let kind = if hit.kind == Kind::Match { String::new() } else { format!("{}{} ", doubt(hit), label(hit)) };
    let indent = "  ".repeat((hit.depth.saturating_sub(1)) as usize);
    let beside = hit.beside();
    let context = if beside.is_empty() {
        String::new()
    } else {
        painted(&format!("  {}", printable(&beside)), DIM, answer.colour)
    };
    writeln!(out, "{number}  {indent}{kind}{name}{context}{}", page(answer, hit))?;
    if !hit.snippet.is_empty() && hit.snippet != hit.name && !answer.full {
        let pad = display_width(&indent) + 8 + 2;
        let more = if hit.more > 0 { format!("  (+{} more)", hit.more) } else { String::new() };
        writeln!(out, "{}{}{more}", " ".repeat(pad), marked(&hit.snippet, &hit.snippet_marks, answer.colour))?;
    }
    Ok(())
}

fn label(hit: &Hit) -> &str {
    if hit.kind == Kind::Heading { hit.role } else { hit.kind.id() }
}

/// The page of a hit, in a document that has pages.
fn page(answer: &WrittenAnswer<'_>, hit: &Hit) -> String {
    hit.page.map_or(String::new(), |page| painted(&format!("  p. {page}"), DIM, answer.colour))
}

/// Marks what is not certain: only a shared name speaks for it, or it may run another implementation.
fn doubt(hit: &Hit) -> &'static str {
    if hit.is_unsure() { "~" } else { "" }
}

fn flat_line(answer: &WrittenAnswer<'_>, hit: &Hit, out: &mut dyn Write) -> io::Result<()> {
    let path = printable(&hit.path);
    match hit.kind {
        Kind::File if !hit.shows_site() => writeln!(out, "{}", painted(&path, PATH, answer.colour)),
        Kind::Repository => writeln!(
            out,
            "{}\t{}",
            printable(&hit.name),
            printable(if hit.context.is_empty() { "." } else { &hit.context })
        ),
        Kind::Match => {
            let name = marked(&hit.name, &hit.name_marks, answer.colour);
            writeln!(out, "{path}:{}: {name}{}", hit.shown_line(), page(answer, hit))
        }
        Kind::Value | Kind::DataObject | Kind::DataArray if hit.snippet.is_empty() => {
            writeln!(out, "{path}:{}: {}", hit.shown_line(), printable(&hit.name))
        }
        Kind::Value | Kind::DataObject | Kind::DataArray => {
            writeln!(out, "{path}:{}: {} = {}", hit.shown_line(), printable(&hit.name), printable(&hit.snippet))
        }
        Kind::Row => writeln!(out, "{path}:{}: {}", hit.shown_line(), printable(&hit.snippet)),
        _ => {
            let name = marked(&hit.name, &hit.name_marks, answer.colour);
            writeln!(out, "{path}:{}: {}{} {name}{}", hit.shown_line(), doubt(hit), label(hit), page(answer, hit))
        }
    }
}

/// The lines around a hit, or all of it, where asked for.
fn body(answer: &WrittenAnswer<'_>, index: usize, source: &mut FileTexts<'_>, out: &mut dyn Write) -> io::Result<()> {
    let (Some(hit), Some(found)) = (answer.results.hits.get(index), answer.items.get(index)) else { return Ok(()) };
    let Some(file) = found.item.file() else { return Ok(()) };
    let is_file = matches!(found.item, Item::File(_));
    // A list of files is a list; the one file that was asked for is shown.
    let is_shown = if is_file { answer.full && answer.results.total == 1 } else { answer.full || answer.context > 0 };
    if !is_shown || (hit.line == 0 && !is_file) {
        return Ok(());
    }
    let Some((text, lines)) = source.of(file) else { return Ok(()) };
    let (first, last) = match () {
        () if is_file => (1, text.lines().count() as u32),
        () if answer.full => (hit.line, hit.end_line),
        () => (hit.line.saturating_sub(answer.context).max(1), hit.line + answer.context),
    };
    for line in first..=last.min(lines.count()) {
        let mark = if line == hit.line || is_file { ':' } else { '-' };
        let number = painted(&format!("{line:>6}"), NUMBER, answer.colour);
        writeln!(out, "{number}{mark} {}", printable(lines.text(text, line)))?;
    }
    Ok(())
}

/// A path as other programs need it; on a terminal as is safe there.
fn for_tools<'p>(path: &'p str, answer: &WrittenAnswer<'_>) -> Cow<'p, str> {
    if answer.grouped { printable(path) } else { Cow::Borrowed(path) }
}

/// `file:line:column:text`, the text being the real line. Of what is no text, and no picture, a read-only copy of what
/// is shown is named.
///
/// # Errors
/// If `out` cannot be written to.
pub fn vimgrep(answer: &WrittenAnswer<'_>, out: &mut dyn Write) -> io::Result<()> {
    let mut source = FileTexts::new(answer.library);
    let mut copy: Option<(FileId, Option<PathBuf>)> = None;
    for (hit, found) in answer.results.hits.iter().zip(answer.items) {
        let line = hit.shown_line().max(1);
        let (column, text) = match found.item.file().and_then(|file| source.of(file)) {
            Some((text, lines)) => (column(answer, found, hit, text, lines), lines.text(text, line)),
            None => (1, hit.name.as_str()),
        };
        let text = around(text, column as usize - 1);
        let file = found.item.file();
        if let Some(file) = file.filter(|file| copy.as_ref().is_none_or(|(known, _)| known != file)) {
            // Of a picture there is nothing to read: it is the file that is wanted.
            let is_picture = answer.library.file(file).format.family == FormatFamily::Picture;
            let text = if is_picture { None } else { answer.library.shown_text(file).and_then(Result::ok) };
            copy = Some((file, text));
        }
        let place = copy.as_ref().filter(|(known, _)| Some(*known) == file).and_then(|(_, place)| place.as_ref());
        let path = place.map_or_else(|| for_tools(&hit.path, answer), |place| place.display().to_string().into());
        writeln!(out, "{path}:{line}:{column}:{}", printable(&text))?;
        // A message may be made at several places of one function: an editor walks through all of them.
        let is_typed = hit.matched.as_ref().is_some_and(|matched| matched.is_typed);
        let source = file.filter(|_| is_typed).and_then(|file| source.of(file));
        for other in source.is_some().then_some(&hit.others).into_iter().flatten() {
            let text = source.map_or("", |(text, lines)| lines.text(text, other.line));
            let text = around(text, other.column.saturating_sub(1) as usize);
            writeln!(out, "{path}:{}:{}:{}", other.line, other.column, printable(&text))?;
        }
    }
    Ok(())
}

/// Bytes of a line that editors' lists show of it, and before the place that was found.
const LINE_BYTES: usize = 1_000;
const BEFORE_BYTES: usize = 200;

/// A line as it is, or the part of a very long one around the byte `at`: minified scripts are one line.
fn around(line: &str, at: usize) -> Cow<'_, str> {
    if line.len() <= LINE_BYTES {
        return Cow::Borrowed(line);
    }
    let start = line.floor_char_boundary(at.saturating_sub(BEFORE_BYTES).min(line.len() - LINE_BYTES));
    let end = line.floor_char_boundary(start + LINE_BYTES);
    let sign = |is_cut: bool| if is_cut { "…" } else { "" };
    Cow::Owned(format!("{}{}{}", sign(start > 0), &line[start..end], sign(end < line.len())))
}

/// The column of what was found, in bytes from 1 as editors count them.
fn column(answer: &WrittenAnswer<'_>, found: &crate::docql::Found, hit: &Hit, source: &str, lines: &LineIndex) -> u32 {
    let derived = found.item.file().is_some_and(|file| answer.library.file(file).format.derived_text);
    if let Some(matched) = &hit.matched {
        return matched.column;
    }
    let at = match (&found.item, found.site) {
        (_, Some(site)) => Some(site.start),
        (Item::Excerpt(excerpt), _) => Some(excerpt.mark.start),
        (Item::Node(node), _) if !derived => {
            answer.library.outline(node.file).map(|outline| outline.name_span(node.node).start)
        }
        _ => None,
    };
    match at {
        Some(at) if lines.line(at) == hit.line.max(1) => lines.column(at),
        _ => {
            let text = lines.text(source, hit.line.max(1));
            let span = Span::new(0, (text.len() - text.trim_start().len()) as u32);
            span.end + 1
        }
    }
}

/// Paths, each once, in the order of hits.
///
/// # Errors
/// If `out` cannot be written to.
pub fn paths(answer: &WrittenAnswer<'_>, out: &mut dyn Write) -> io::Result<()> {
    let mut seen = std::collections::HashSet::new();
    for hit in &answer.results.hits {
        let path = match hit.kind {
            Kind::Directory => hit.key.0.as_str(),
            Kind::Repository => hit.context.as_str(),
            _ => hit.path.as_ref(),
        };
        if seen.insert(path) {
            write!(out, "{}{}", for_tools(path, answer), answer.path_end)?;
        }
    }
    Ok(())
}

/// The number of hits.
///
/// # Errors
/// If `out` cannot be written to.
pub fn count(answer: &WrittenAnswer<'_>, out: &mut dyn Write) -> io::Result<()> {
    match answer.results.shape {
        Shape::Count => writeln!(out, "{}", answer.results.hits.first().map_or("0", |hit| &hit.name)),
        _ => writeln!(out, "{}", answer.results.total),
    }
}
