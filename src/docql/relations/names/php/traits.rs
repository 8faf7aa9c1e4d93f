//! PHP: the traits that a class takes in, and which of their methods it has not: `use A, \B\C { A::run insteadof C; }`.

use super::types::is_php;
use crate::document::{LexemeKind, lexemes};
use crate::library::{Library, NodeRef};

/// The lists of names behind `use` in the body of a type, as they are written.
pub(in crate::docql::relations) fn taken_in(library: &Library, of: NodeRef) -> Vec<String> {
    let mut out = Vec::new();
    for_each_use(library, of, |behind| out.extend(behind.find([';', '{']).map(|end| behind[..end].to_owned())));
    out
}

/// The traits by their last names with the method that the type `of` has from another one instead: `A::run insteadof B`.
pub(in crate::docql::relations) fn put_aside(library: &Library, of: NodeRef) -> Vec<(String, String)> {
    let mut out = Vec::new();
    if !is_php(library, of.file) || !library.peek_text(of.file).is_ok_and(|text| text.contains("insteadof")) {
        return out;
    }
    for_each_use(library, of, |behind| {
        let rules = behind.split_once('{').filter(|(names, _)| !names.contains(';'));
        let rules = rules.and_then(|(_, rest)| Some(rest.split_once('}')?.0)).unwrap_or_default();
        for rule in rules.split(';') {
            let Some((chosen, traits)) = rule.split_once("insteadof") else { continue };
            let method = chosen.rsplit("::").next().unwrap_or_default().trim();
            let last = |name: &str| name.rsplit('\\').next().unwrap_or_default().trim().to_owned();
            out.extend(traits.split(',').map(|of| (last(of), method.to_owned())));
        }
    });
    out
}

/// Calls `each` with what stands behind each `use` between the members of a type, up to the next one.
fn for_each_use(library: &Library, of: NodeRef, mut each: impl FnMut(&str)) {
    let Some(outline) = library.outline(of.file).filter(|_| is_php(library, of.file)) else { return };
    let (Some(lexis), Ok(text)) = (library.file(of.file).format.lexis, library.peek_text(of.file)) else { return };
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
            each(gap.get(word.span.end as usize..).unwrap_or_default());
        }
    }
}
