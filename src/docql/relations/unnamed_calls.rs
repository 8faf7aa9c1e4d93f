//! What is called without its name, so that its callers are not all that call it: operators, and constructors of C++.

use crate::docql::nodes::context::Context;
use crate::docql::relations::names::lookup::language_family;
use crate::document::Kind;
use crate::library::{Library, NodeRef};

/// What calls a function without naming it, in words; `None` for what is called by its name alone.
fn unnamed(library: &Library, target: NodeRef) -> Option<&'static str> {
    let outline = library.outline(target.file).filter(|outline| outline.kind(target.node).is_function())?;
    let (name, language) = (outline.name(target.node), library.language(target.file));
    let is_letter = |c: char| c.is_alphanumeric() || c == '_';
    let is_operator = match language {
        "cpp" => name.strip_prefix("operator").is_some_and(|rest| !rest.starts_with(is_letter)),
        "csharp" => !name.is_empty() && !name.starts_with(is_letter) && !name.starts_with(['~', '@', '"']),
        "kotlin" => is_marked(library, target),
        _ => false,
    };
    if is_operator {
        return Some("operators");
    }
    let is_made = language_family(language) == "c" && outline.kind(target.node) == Kind::Constructor;
    is_made.then_some("values without arguments, members, bases and containers")
}

/// Kotlin: true for `operator fun`, `infix fun`.
fn is_marked(library: &Library, target: NodeRef) -> bool {
    let head = || {
        let outline = library.outline(target.file)?;
        let text = library.peek_text(target.file).ok()?;
        let (start, end) = (outline.span(target.node).start, outline.name_span(target.node).start);
        Some(text.get(start as usize..end as usize)?.split_whitespace().any(|it| matches!(it, "operator" | "infix")))
    };
    head().unwrap_or_default()
}

/// A remark on the calls that are not followed, since they do not name what they call.
pub(super) fn remark(library: &Library, target: NodeRef) -> Option<String> {
    let name = library.outline(target.file).map(|outline| outline.name(target.node))?;
    Some(format!("{} call {name} without naming it: these are not followed", unnamed(library, target)?))
}

/// Where nobody calls the only one of `targets` by its name, and others call it without: what is said of that.
pub(in crate::docql) fn named_nowhere(targets: &[NodeRef], context: Context<'_>) -> Option<String> {
    let (library, [target, others @ ..]) = (context.library, targets) else { return None };
    let name = |of: &NodeRef| library.outline(of.file).map(|outline| outline.name(of.node));
    let is_one = others.iter().all(|other| name(other) == name(target));
    unnamed(library, *target).filter(|_| is_one)?;
    Some(format!("no call names {}", name(target)?))
}
