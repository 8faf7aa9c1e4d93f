//! Lines of code that hold the name of a symbol of which no reference is known: that nothing refers to it would be more
//! than is known.

use crate::docql::nodes::context::Context;
use crate::docql::nodes::lists::item::Item;
use crate::docql::nodes::lists::items::Items;
use crate::docql::relations::names::lookup::{is_declaration, same_language_family};
use crate::docql::relations::words::names_of;
use crate::docql::syntax::format::quoted;
use crate::document::LineIndex;
use crate::library::{FileId, NodeRef, TrigramQuery};
use crate::stdx::{Stale, grouped, holds_word};
use rayon::prelude::*;

/// Symbols of one name that are looked for, at most: declarations and definitions.
const MAX_SYMBOLS: usize = 8;

/// A name that lines of code hold, though no reference to what has it is known.
pub(in crate::docql) struct Untied {
    /// What is said in place of that there are none.
    pub hint: String,
    /// What is said of the lines.
    pub note: String,
    /// The query that finds them.
    pub query: String,
}

/// What is said of `items`, symbols of one name without known references, where lines of code hold the name all the same.
pub(in crate::docql) fn remark(items: &Items, context: Context<'_>) -> Result<Option<Untied>, Stale> {
    let library = context.library;
    let node = |item: &Item| if let Item::Node(node) = item { Some(*node) } else { None };
    let all: Vec<NodeRef> = items.iter().take(MAX_SYMBOLS + 1).filter_map(|found| node(&found.item)).collect();
    let named = |of: NodeRef| library.outline(of.file).map_or("", |outline| outline.name(of.node));
    let Some(&first) = all.first().filter(|_| all.len() <= MAX_SYMBOLS && all.len() == items.len()) else {
        return Ok(None);
    };
    let name = named(first);
    if name.is_empty() || all.iter().any(|of| named(*of) != name) {
        return Ok(None);
    }
    let lines = lines_with(name, first, context)?;
    let query = format!("$.content.grep({}, \"case\", \"word\")", quoted(name));
    let told = match lines {
        0 => return Ok(None),
        1 => "a line of code holds".to_owned(),
        _ => format!("{} lines of code hold", grouped(lines)),
    };
    let hint = format!("no reference of {name} is known");
    Ok(Some(Untied { hint, note: format!("{told} the name {name}: {query}"), query }))
}

/// How many lines of code in the language of `target` hold a name, other than those that declare something by it.
fn lines_with(name: &str, target: NodeRef, context: Context<'_>) -> Result<usize, Stale> {
    let library = context.library;
    let (trigrams, may_mention) = (TrigramQuery::of_literals([name]), library.may_mention(name));
    let may_hold = |file: &FileId| {
        same_language_family(library, *file, target.file)
            && may_mention(*file)
            && library.trigrams(*file).is_none_or(|row| trigrams.may_match(row))
    };
    let in_file = |file: FileId| {
        context.check()?;
        let (Some(lexis), Ok(text)) = (library.file(file).format.lexis, library.peek_text(file)) else { return Ok(0) };
        if !holds_word(&text, name) {
            return Ok(0);
        }
        let lines = LineIndex::new(&text);
        let named = names_of(&text, lexis, library.file(file).format.id).filter(|lexeme| lexeme.span.of(&text) == name);
        let used = named.filter(|lexeme| !is_declaration(library, file, lexeme.span.start));
        let mut all: Vec<u32> = used.map(|lexeme| lines.line(lexeme.span.start)).collect();
        all.dedup();
        Ok(all.len())
    };
    let files: Vec<FileId> = library.file_ids().filter(may_hold).collect();
    files.into_par_iter().map(in_file).sum()
}
