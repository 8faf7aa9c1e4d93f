//! PHP: methods that are named by a text behind what has them: `[$this, 'run']`, `array('Foo', 'run')`, `'Foo::run'`.

use super::call_fit::{BY_NAME, Fit};
use crate::docql::nodes::evidence::Evidence;
use crate::docql::relations::calls::call_site::CallSite;
use crate::docql::relations::calls::callable::Callable;
use crate::docql::relations::names::php::types::is_php;
use crate::docql::relations::typing::known::Receiver;
use crate::document::Span;
use crate::library::NodeRef;
use std::ops::Range;

/// Bytes of what stands before a name in a list of two, at most.
const MAX_FIRST: usize = 400;

/// The name in the text at `span`, if it is the second of a list of two whose first may have a method, or stands behind a
/// class in it.
pub(in crate::docql::relations) fn name_in_pair(text: &str, span: Span) -> Option<Span> {
    let inside = Span::new(span.start + 1, span.end.saturating_sub(1).max(span.start + 1));
    if let Some((class, name)) = inside.of(text).split_once("::") {
        let is_class = !class.is_empty() && class.chars().all(is_part_of_class);
        let is_name = !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_');
        let start = inside.end - name.len() as u32;
        return (is_class && is_name).then_some(Span::new(start, inside.end));
    }
    let (written, name) = (span.of(text), inside.of(text));
    let is_quoted = written.len() == name.len() + 2 && written.starts_with(['"', '\'']);
    let is_name = name.starts_with(|c: char| c.is_alphabetic() || c == '_')
        && name.chars().all(|c| c.is_alphanumeric() || c == '_');
    let behind = text.get(span.end as usize..)?.trim_start().trim_start_matches(',').trim_start();
    if !is_quoted || !is_name || !behind.starts_with([']', ')']) {
        return None;
    }
    first_of_pair(text.get(..inside.start as usize)?).map(|_| inside)
}

fn is_part_of_class(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '\\')
}

/// The class before a method in one text, if `before` ends with it: `'Foo::`.
fn class_in_text(before: &str) -> Option<&str> {
    let head = before.strip_suffix("::")?;
    let class = &head[head.trim_end_matches(is_part_of_class).len()..];
    let is_quoted = head[..head.len() - class.len()].ends_with(['"', '\'']);
    (is_quoted && !class.is_empty()).then_some(class)
}

/// Where the first of a list of two stands, if `before` ends with the quote of the second.
fn first_of_pair(before: &str) -> Option<Range<usize>> {
    let head = before.strip_suffix(['"', '\''])?.trim_end().strip_suffix(',')?;
    let least = head.floor_char_boundary(head.len().saturating_sub(MAX_FIRST));
    let mut depth = 0usize;
    let mut all = head.get(least..)?.char_indices().rev();
    let open = all.find_map(|(at, c)| match c {
        ')' | ']' | '}' => {
            depth += 1;
            None
        }
        '(' | '[' if depth == 0 => Some(Some(least + at)),
        ',' | ';' | '{' if depth == 0 => Some(None),
        '(' | '[' | '{' => {
            depth -= 1;
            None
        }
        _ => None,
    })??;
    let around = head.get(..open)?.trim_end();
    let is_list = match head.as_bytes().get(open) {
        Some(b'[') => !around.ends_with(|c: char| c.is_alphanumeric() || matches!(c, '_' | ')' | ']')),
        _ => around.ends_with("array"),
    };
    let first = head.get(open + 1..)?;
    let start = open + 1 + (first.len() - first.trim_start().len());
    let first = first.trim();
    let may_have_methods = first.starts_with(['$', '"', '\'']) || first.ends_with("::class");
    (is_list && may_have_methods).then_some(start..start + first.len())
}

impl CallSite<'_, '_> {
    /// The fit of a name in a text behind what is said to have it; `None` for a name that stands elsewhere.
    pub(super) fn fit_in_pair(&self, callable: &Callable<'_>) -> Option<Fit> {
        if !self.before.ends_with(['"', '\'', ':']) || !is_php(self.imports.library, self.imports.file) {
            return None;
        }
        if let Some(class) = class_in_text(self.before) {
            let is_method = callable.kind.is_function() && !callable.owners.is_empty();
            return Some(match class {
                _ if !is_method => None,
                "self" | "static" => self.fit_own_in_php(callable),
                class => self.fit_of_class_in_text(callable, class),
            });
        }
        let place = first_of_pair(self.before)?;
        let first = self.before.get(place.clone())?;
        if !callable.kind.is_function() || callable.owners.is_empty() {
            return Some(None);
        }
        let class = first.strip_suffix("::class").or_else(|| {
            let text = first.trim_matches(['"', '\'']);
            (text.len() + 2 == first.len()).then_some(text)
        });
        Some(match class {
            Some("self" | "static") => self.fit_own_in_php(callable),
            None if first == "$this" => self.fit_own_in_php(callable),
            Some(class) if first.starts_with(['"', '\'']) => self.fit_of_class_in_text(callable, class),
            Some(class) => {
                let mut names: Vec<&str> = class.trim_start_matches('\\').split('\\').collect();
                if class.starts_with('\\') {
                    names.insert(0, "");
                }
                let of = self.types.table.modules.php.meant(self.imports, self.offset, &names);
                of.and_then(|of| self.fit_of_pair(callable, of))
            }
            None => match self.types.receiver_at(place.start as u32, place.end as u32) {
                Receiver::Of(of, evidence) => self.fit_of_pair(callable, of).map(|_| evidence),
                Receiver::Foreign => None,
                _ => BY_NAME.filter(|_| !self.types.is_common(self.name)),
            },
        })
    }

    /// The fit of a method to what the class of a text has by its name; texts hold whole names.
    fn fit_of_class_in_text(&self, callable: &Callable<'_>, class: &str) -> Fit {
        let parts = class.split('\\').filter(|part| !part.is_empty());
        let names: Vec<&str> = std::iter::once("").chain(parts).collect();
        let of = self.types.table.modules.php.meant(self.imports, self.offset, &names);
        of.and_then(|of| self.fit_of_pair(callable, of))
    }

    /// The fit of a method to what a value of the type `of` has by its name.
    fn fit_of_pair(&self, callable: &Callable<'_>, of: NodeRef) -> Fit {
        let members = self.members_of(of).into_iter().map(|(_, members)| members).find(|members| !members.is_empty());
        members.is_some_and(|members| members.contains(&callable.node)).then_some(Evidence::Receiver)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_in_a_list_of_two_is_told_from_other_texts() {
        let found = |text: &str| {
            let start = text.rfind("'run'").unwrap_or_default() as u32;
            name_in_pair(text, Span::new(start, start + 5)).is_some()
        };
        for text in [
            "[$this, 'run']",
            "array( $this , 'run' )",
            "f([Foo::class, 'run'])",
            "['Foo', 'run',]",
            "[$a->b(1, 2), 'run']",
        ] {
            assert!(found(text), "{text}");
        }
        for text in ["f($this, 'run')", "$a['run']", "[1, 'run']", "[$a, $b, 'run']", "[$a, 'run', 1]", "$x[$a, 'run']"]
        {
            assert!(!found(text), "{text}");
        }
    }
}
