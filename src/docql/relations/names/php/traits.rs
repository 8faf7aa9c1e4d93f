//! PHP: the traits that a class takes in: `use A, \B\C { A::run insteadof C; }`.

use super::types::is_php;
use crate::document::{LexemeKind, lexemes};
use crate::library::{Library, NodeRef};

/// The lists of names behind `use` in the body of a type, as they are written.
pub(in crate::docql::relations) fn taken_in(library: &Library, of: NodeRef) -> Vec<String> {
    let mut out = Vec::new();
    let Some(outline) = library.outline(of.file).filter(|_| is_php(library, of.file)) else { return out };
    let (Some(lexis), Ok(text)) = (library.file(of.file).format.lexis, library.peek_text(of.file)) else { return out };
    let body = outline.body(of.node);
    // What members are made of holds `use` as well: for what closures see.
    let members = outline.children(Some(of.node)).map(|node| outline.span(node));
    let (mut at, mut gaps) = (body.start, Vec::new());
    for span in members {
        gaps.push((at, span.start));
        at = at.max(span.end);
    }
    gaps.push((at, body.end));
    for (start, end) in gaps {
        let Some(gap) = text.get(start as usize..end as usize).filter(|gap| gap.contains("use")) else { continue };
        let words = lexemes(gap, lexis).filter(|lexeme| lexeme.kind != LexemeKind::Text);
        for word in words.filter(|lexeme| lexeme.span.of(gap) == "use") {
            let behind = gap.get(word.span.end as usize..).unwrap_or_default();
            out.extend(behind.find([';', '{']).map(|end| behind[..end].to_owned()));
        }
    }
    out
}
