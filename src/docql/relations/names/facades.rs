//! Kotlin: what Java calls functions by that stand in files of Kotlin: `FileKt.run()`, or as annotations say.

use crate::document::Kind;
use crate::library::{FileId, Library, NodeRef};

/// The annotation that says what Java has something under.
const NAMED: &str = "JvmName(";

/// The name that the last annotation in a text gives: `@JvmName("run")`.
fn given(text: &str) -> Option<String> {
    let (_, behind) = text.rsplit_once(NAMED)?;
    let behind = behind.trim_start();
    let behind =
        behind.strip_prefix("name").map_or(behind, |rest| rest.trim_start().trim_start_matches('=').trim_start());
    let (name, _) = behind.strip_prefix('"')?.split_once('"')?;
    Some(name.to_owned())
}

/// The name that a function of Kotlin has in Java, if an annotation gives it another one.
pub(in crate::docql::relations) fn name_in_java(library: &Library, function: NodeRef) -> Option<String> {
    let outline = library.outline(function.file)?;
    if library.file(function.file).format.id != "kotlin" || !outline.kind(function.node).is_function() {
        return None;
    }
    let text = library.peek_text(function.file).ok()?;
    let head = outline.span(function.node).start as usize..outline.name_span(function.node).start as usize;
    given(text.get(head)?)
}

/// The class that Java has for the file of a function of Kotlin that stands in no type; `None` for others.
pub(in crate::docql::relations) fn facade(library: &Library, function: NodeRef) -> Option<String> {
    let outline = library.outline(function.file)?;
    let is_outermost = outline.ancestors(function.node).all(|at| outline.kind(at) == Kind::Module);
    if library.file(function.file).format.id != "kotlin" || !is_outermost {
        return None;
    }
    of_file(library, function.file)
}

fn of_file(library: &Library, file: FileId) -> Option<String> {
    let text = library.peek_text(file).ok()?;
    let head = text.find("\npackage ").map_or(&text[..], |end| &text[..end]);
    let named = head.lines().find(|line| line.trim_start().starts_with("@file")).and_then(|_| given(head));
    let path = &library.file(file).path;
    let stem = path.rsplit('/').next()?.split('.').next()?;
    let mut letters = stem.chars();
    let capital = letters.next()?.to_uppercase();
    Some(named.unwrap_or_else(|| format!("{}{}Kt", capital, letters.as_str())))
}
