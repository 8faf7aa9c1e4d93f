//! What a label names that stands in the text: a theorem, a figure, a formula of LaTeX; the element before it in Typst.

use crate::document::Kind;
use crate::library::{FileId, Library, Outline};

/// Formats in which labels are written beside what they name.
const LABELLED: [&str; 2] = ["tex", "typst"];

/// Bytes between a label and the beginning of its figure.
const MAX_FIGURE: usize = 8_000;

/// The node that the label `wanted` of a file names; `None` if it sets no such label.
pub(in crate::docql::nodes) fn labelled(
    library: &Library,
    file: FileId,
    outline: &Outline<'_>,
    wanted: &str,
) -> Option<u32> {
    let format = library.file(file).format.id;
    if wanted.is_empty() || !LABELLED.contains(&format) {
        return None;
    }
    let text = library.text(file).ok()?;
    let label = if format == "tex" { format!("\\label{{{wanted}}}") } else { format!("<{wanted}>") };
    let at = text.find(&label)?;
    // Inside of a figure it names what that shows.
    let shown = |range: std::ops::Range<usize>| {
        (0..outline.len()).find(|&node| {
            matches!(outline.kind(node), Kind::Image | Kind::Table | Kind::CodeBlock | Kind::Quote)
                && range.contains(&(outline.span(node).start as usize))
        })
    };
    let figure = if format == "tex" { figure_of_latex(&text, at) } else { element_of_typst(&text, at) };
    let is_set_off =
        |kind: Kind| matches!(kind, Kind::Quote | Kind::CodeBlock | Kind::Table | Kind::List | Kind::Footnote);
    figure
        .and_then(shown)
        .or_else(|| outline.enclosing(at as u32, is_set_off))
        .or_else(|| outline.enclosing(at as u32, |kind| kind == Kind::Paragraph).filter(|_| format == "typst"))
        .or_else(|| outline.enclosing(at as u32, |kind| kind == Kind::Heading))
}

/// The figure or table that is open at a place.
fn figure_of_latex(text: &str, at: usize) -> Option<std::ops::Range<usize>> {
    let from = text.ceil_char_boundary(at.saturating_sub(MAX_FIGURE));
    let begin = from + text[from..at].rfind("\\begin{")?;
    let name = &text[begin + "\\begin{".len()..];
    let name = &name[..name.find('}')?];
    let is_figure = ["figure", "table", "wrapfigure", "longtable", "listing", "sidewaysfigure", "sidewaystable"]
        .contains(&name.trim_end_matches('*'));
    let end = || text[at..].find(&format!("\\end{{{name}}}"));
    // A table or a list within it may have ended before the label.
    if is_figure {
        return Some(begin..at + end()?);
    }
    let outer = ["figure", "table"].iter().filter_map(|name| {
        let begin = from + text[from..at].rfind(&format!("\\begin{{{name}"))?;
        let is_open = !text[begin..at].contains(&format!("\\end{{{name}"));
        is_open.then_some(begin..at)
    });
    outer.max_by_key(|range| range.start)
}

/// The call or block that ends where a label follows.
fn element_of_typst(text: &str, at: usize) -> Option<std::ops::Range<usize>> {
    let before = text[..at].trim_end();
    let from = text.ceil_char_boundary(at.saturating_sub(MAX_FIGURE));
    if let Some(inside) = before.strip_suffix("```") {
        let open = inside.rfind("```").filter(|open| *open >= from)?;
        return Some(open..before.len());
    }
    let ends_call = before.ends_with([')', ']']);
    let mut depth = 0_usize;
    let start =
        before.bytes().enumerate().rev().take_while(|(at, _)| ends_call && *at >= from).find_map(|(at, byte)| {
            match byte {
                b')' | b']' => depth += 1,
                b'(' | b'[' => {
                    depth = depth.saturating_sub(1);
                    // What stands in front of the first bracket is the name of the call, or its other arguments.
                    if depth == 0 && !text[..at].ends_with([')', ']']) {
                        return Some(at);
                    }
                }
                _ => {}
            }
            None
        })?;
    let name = text[..start].rfind(|c: char| !(c.is_alphanumeric() || matches!(c, '.' | '-' | '_')))?;
    Some(name..before.len())
}
