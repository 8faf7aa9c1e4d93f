//! Hits as Markdown: a heading per file, an item per hit, code fenced.

use super::output_format::WrittenAnswer;
use super::source::FileTexts;
use super::text::text;
use crate::docql::{ColumnValues, Hit, Shape};
use crate::document::Kind;
use crate::stdx::printable;
use std::io::{self, Write};

/// The answer as a Markdown document.
///
/// # Errors
/// If `out` cannot be written to.
pub fn markdown(answer: &WrittenAnswer<'_>, out: &mut dyn Write) -> io::Result<()> {
    if matches!(answer.results.shape, Shape::Count | Shape::Structure) {
        writeln!(out, "```text")?;
        text(answer, out)?;
        return writeln!(out, "```");
    }
    writeln!(out, "# `{}`\n", answer.results.query.replace('`', "'"))?;
    if let Some(rows) = table_rows(answer) {
        return table(&rows, out);
    }
    let mut at = 0;
    let mut source = FileTexts::new(answer.library);
    for group in answer.results.groups.iter().filter(|group| !group.hits.is_empty()) {
        writeln!(out, "## {}\n", escaped(&group.path))?;
        for hit in &answer.results.hits[group.hits.clone()] {
            item(answer, hit, at, &mut source, out)?;
            at += 1;
        }
        writeln!(out)?;
    }
    Ok(())
}

/// The columns and values of all hits, if they are rows of one table.
fn table_rows(answer: &WrittenAnswer<'_>) -> Option<Vec<ColumnValues>> {
    let rows: Vec<ColumnValues> = answer.items.iter().map(|found| found.item.columns()).collect::<Option<_>>()?;
    let first = rows.first()?;
    let is_alike = |row: &ColumnValues| row.iter().map(|(name, _)| name).eq(first.iter().map(|(name, _)| name));
    rows.iter().all(is_alike).then_some(rows)
}

/// Rows as a table: a line each, whatever their values hold.
fn table(rows: &[ColumnValues], out: &mut dyn Write) -> io::Result<()> {
    let Some(first) = rows.first() else { return Ok(()) };
    let cell = |text: &str| escaped(&printable(text));
    let names: Vec<String> = first.iter().map(|(name, _)| cell(name)).collect();
    writeln!(out, "| {} |", names.join(" | "))?;
    writeln!(out, "|{}", " --- |".repeat(names.len()))?;
    for row in rows {
        let values: Vec<String> = row.iter().map(|(_, value)| cell(value)).collect();
        writeln!(out, "| {} |", values.join(" | "))?;
    }
    Ok(())
}

fn item(
    answer: &WrittenAnswer<'_>,
    hit: &Hit,
    index: usize,
    source: &mut FileTexts<'_>,
    out: &mut dyn Write,
) -> io::Result<()> {
    match hit.kind {
        Kind::File if !hit.shows_site() => writeln!(out, "- [{}]({})", escaped(&hit.name), address(&hit.path))?,
        _ => writeln!(
            out,
            "- [{}:{}]({}#L{}) {} **{}**",
            escaped(&hit.path),
            hit.line,
            address(&hit.path),
            hit.line,
            hit.kind.id(),
            escaped(&hit.name)
        )?,
    }
    // A file is shown whole where it is all that was asked for.
    let is_file = hit.kind == Kind::File && !hit.shows_site();
    if !answer.full || is_file && answer.results.total > 1 {
        return Ok(());
    }
    let file = answer.items.get(index).and_then(|found| found.item.file());
    let Some((text, lines)) = file.and_then(|file| source.of(file)) else { return Ok(()) };
    let last = if is_file { text.lines().count() as u32 } else { hit.end_line };
    let body: Vec<&str> = (hit.line.max(1)..=last).map(|line| lines.text(text, line)).collect();
    // The fence must be longer than any run of backquotes inside.
    let longest = body.iter().flat_map(|line| line.split(|c| c != '`')).map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest.max(2) + 1);
    let language = file.map_or("", |file| answer.library.file(file).format.id);
    writeln!(out, "\n  {fence}{language}")?;
    for line in body {
        writeln!(out, "  {}", printable(line))?;
    }
    writeln!(out, "  {fence}\n")
}

/// A path as the target of a link: what would end it is encoded.
fn address(path: &str) -> String {
    let mut out = String::with_capacity(path.len());
    for character in path.chars() {
        match character {
            ' ' | '(' | ')' | '<' | '>' | '%' => out.push_str(&format!("%{:02X}", character as u32)),
            control if control.is_control() => out.push('\u{fffd}'),
            other => out.push(other),
        }
    }
    out
}

fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        if matches!(character, '*' | '_' | '`' | '[' | ']' | '<' | '\\' | '#' | '|') {
            out.push('\\');
        }
        out.push(if character.is_control() { ' ' } else { character });
    }
    out
}
