//! Content functions: headings, chapters, sections, blocks, comments, chunks, full text.

use crate::docql::catalog::Content;
use crate::docql::nodes::context::Context;
use crate::docql::nodes::lists::extent::{Extent, extent_of};
use crate::docql::nodes::lists::item::{Excerpt, Found, Item};
use crate::docql::nodes::lists::list::List;
use crate::docql::nodes::outline::node as node_item;
use crate::docql::plan::name_pattern::TextPattern;
use crate::docql::plan::steps::Argument;
use crate::document::{Kind, LexemeKind, LineIndex, Span, lexemes};
use crate::library::{Library, Outline};
use crate::stdx::{Stale, contains_ignoring_case};

/// Applies a content function inside an item.
pub(in crate::docql) fn apply(
    content: Content,
    argument: &Argument,
    found: &Found,
    context: Context<'_>,
) -> Result<List, Stale> {
    let library = context.library;
    let Some(scope) = extent_of(library, found) else { return Ok(Vec::new()) };
    let all = TextPattern::All;
    let text = if let Argument::Text(text) = argument { text } else { &all };
    Ok(match content {
        Content::Heading(level) => headings(&scope, level, text),
        Content::Chapter => match argument {
            Argument::Words(number) => chapter(&scope, number),
            _ => Vec::new(),
        },
        Content::Section => match text {
            TextPattern::Contains(path) => section(&scope, path),
            _ => headings(&scope, 0, text),
        },
        Content::Block(Kind::Comment) => comments(library, &scope, text),
        Content::Block(kind) => blocks(library, &scope, kind, text),
        Content::Chunks => super::chunks::chunks(library, &scope),
        // These apply to whole lists.
        Content::Grep | Content::Search => Vec::new(),
    })
}

fn headings(scope: &Extent<'_>, level: u8, text: &TextPattern) -> List {
    let Some(outline) = scope.outline else { return Vec::new() };
    let mut out: Vec<u32> = scope
        .nodes
        .clone()
        .filter(|&at| {
            outline.kind(at) == Kind::Heading
                && (level == 0 || outline.level(at) == level)
                && text.matches(outline.name(at))
        })
        .collect();
    if let TextPattern::Contains(wanted) = text {
        let wanted = crate::docql::plan::name_pattern::lower(wanted);
        out.sort_by_key(|&at| outline.lower_name(at) != wanted);
    }
    out.into_iter().map(|at| node_item(scope.file, at)).collect()
}

/// The section with an anchor, with a number in its title (`1.2 Install`, `第三章`), or at a position in the heading
/// tree.
fn chapter(scope: &Extent<'_>, wanted: &str) -> List {
    let Some(outline) = scope.outline else { return Vec::new() };
    let wanted = wanted.trim().trim_start_matches('#').trim_end_matches('.');
    let headings: Vec<u32> = scope.nodes.clone().filter(|&at| outline.kind(at) == Kind::Heading).collect();
    let written = |at: &&u32| {
        let title = outline.name(**at);
        title.strip_prefix(wanted).is_some_and(|rest| {
            rest.is_empty() || rest.starts_with(|c: char| !c.is_alphanumeric() && c != '.') || rest.starts_with(". ")
        })
    };
    let anchored = |at: &&u32| outline.detail(**at) == wanted;
    let found = headings.iter().find(anchored).or_else(|| headings.iter().find(written)).copied();
    let found = found.or_else(|| {
        let numbers: Option<Vec<usize>> =
            wanted.split('.').map(|part| part.parse().ok().filter(|number| *number > 0)).collect();
        by_place(&outline, scope, &numbers?)
    });
    found.map(|at| node_item(scope.file, at)).into_iter().collect()
}

/// The section at a position: `1.2` is the second section in the first. A single level-1 title above all others does
/// not count.
fn by_place(outline: &Outline<'_>, scope: &Extent<'_>, numbers: &[usize]) -> Option<u32> {
    let inside = |parent: Option<u32>| -> Vec<u32> {
        outline.children(parent).filter(|&at| outline.kind(at) == Kind::Heading).collect()
    };
    let mut level = inside(scope.node);
    if let [only] = level.as_slice()
        && outline.level(*only) == 1
        && !inside(Some(*only)).is_empty()
    {
        level = inside(Some(*only));
    }
    let mut at = None;
    for number in numbers {
        at = Some(*level.get(number - 1)?);
        level = inside(at);
    }
    at
}

/// Sections by a path of titles from the outside in, `Install/Linux`; each part is a substring of a title.
fn section(scope: &Extent<'_>, path: &str) -> List {
    let Some(outline) = scope.outline else { return Vec::new() };
    let parts: Vec<&str> = path.split(['/', '>']).map(str::trim).filter(|part| !part.is_empty()).collect();
    let Some((last, above)) = parts.split_last() else { return Vec::new() };
    let fits = |at: u32| {
        let mut wanted = above.iter().rev().peekable();
        for ancestor in outline.ancestors(at).filter(|&up| outline.kind(up) == Kind::Heading) {
            if wanted.next_if(|part| contains_ignoring_case(outline.name(ancestor), part)).is_none()
                && wanted.peek().is_none()
            {
                break;
            }
        }
        wanted.peek().is_none()
    };
    let whole = crate::docql::plan::name_pattern::lower(last);
    let mut out: Vec<u32> = scope
        .nodes
        .clone()
        .filter(|&at| outline.kind(at) == Kind::Heading && contains_ignoring_case(outline.name(at), last) && fits(at))
        .collect();
    out.sort_by_key(|&at| outline.lower_name(at) != whole);
    out.into_iter().map(|at| node_item(scope.file, at)).collect()
}

fn blocks(library: &Library, scope: &Extent<'_>, kind: Kind, text: &TextPattern) -> List {
    let Some(outline) = scope.outline else { return Vec::new() };
    let mut candidates = scope.nodes.clone().filter(|&at| outline.kind(at) == kind).peekable();
    if candidates.peek().is_none() {
        return Vec::new();
    }
    if matches!(text, TextPattern::All) {
        return candidates.map(|at| node_item(scope.file, at)).collect();
    }
    let Ok(source) = library.node_text(scope.file) else { return Vec::new() };
    candidates
        .filter(|&at| text.matches(outline.name(at)) || text.matches(outline.span(at).of(&source)))
        .map(|at| node_item(scope.file, at))
        .collect()
}

fn comments(library: &Library, scope: &Extent<'_>, text: &TextPattern) -> List {
    let (Some(lexis), Ok(source)) = (library.file(scope.file).format.lexis, library.peek_text(scope.file)) else {
        return Vec::new();
    };
    let whole = match (scope.outline, scope.node) {
        (Some(outline), Some(node)) => {
            Span::new(outline.doc(node).start.min(outline.span(node).start), outline.span(node).end)
        }
        _ => Span::new(0, source.len() as u32),
    };
    let lines = LineIndex::new(&source);
    let mut out: Vec<Excerpt> = Vec::new();
    for lexeme in
        lexemes(&source, lexis).filter(|lexeme| lexeme.kind == LexemeKind::Comment && whole.covers(lexeme.span))
    {
        let line = lines.line(lexeme.span.start);
        match out.last_mut() {
            // Line comments on consecutive lines read as one comment; one behind code goes on where it began.
            Some(last)
                if last.end_line + 1 == line
                    && is_gap(&source, last.span.end, lexeme.span.start)
                    && (is_first(&source, last.span.start)
                        || lines.column(last.span.start) == lines.column(lexeme.span.start)) =>
            {
                last.span.end = lexeme.span.end;
                last.end_line = lines.line(lexeme.span.end.saturating_sub(1));
            }
            _ => out.push(Excerpt {
                file: scope.file,
                span: lexeme.span,
                kind: Kind::Comment,
                line,
                end_line: lines.line(lexeme.span.end.saturating_sub(1)),
                mark: Span::new(lexeme.span.start, lexeme.span.start),
            }),
        }
    }
    let marked = |excerpt: Excerpt| {
        let found = text.find(excerpt.span.of(&source))?;
        let start = excerpt.span.start;
        let mark = Span::new(start + found.start as u32, start + found.end as u32);
        Some(Found::plain(Item::Excerpt(Excerpt { mark, ..excerpt })))
    };
    out.into_iter().filter_map(marked).collect()
}

/// Whether nothing but blanks stands before `at` in its line.
fn is_first(source: &str, at: u32) -> bool {
    let before = &source[..at as usize];
    before[before.rfind('\n').map_or(0, |end| end + 1)..].trim().is_empty()
}

fn is_gap(source: &str, from: u32, to: u32) -> bool {
    Span::new(from, to).of(source).trim().is_empty()
}

/// Ranked full-text search inside the items of `list`.
pub(in crate::docql::eval) fn search(words: &str, list: &List, context: Context<'_>) -> Result<List, Stale> {
    context.check()?;
    super::fulltext::search(words, list, context)
}
