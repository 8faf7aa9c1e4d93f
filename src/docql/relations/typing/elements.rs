//! What values of a written type hold: elements of lists, items of arrays, keys of maps, what generators yield.

use super::written::{arguments, bare, generic, last_name, listed, without_wildcard};
use crate::document::{Lambda, TypePlace, TypeRules};

const GENERATORS: &[&str] = &["Generator", "Iterator", "Iterable", "AsyncGenerator", "AsyncIterator", "AsyncIterable"];
const ENTERED: &[&str] =
    &["AbstractAsyncContextManager", "AbstractContextManager", "AsyncContextManager", "ContextManager"];

/// The type of the elements of a list, map or channel; `None` if the type is none of these.
pub(super) fn element<'t>(text: &'t str, rules: &TypeRules) -> Option<&'t str> {
    if let Some(item) = item(text, rules) {
        return Some(item);
    }
    if let Some(item) = listed(text, rules) {
        return Some(item);
    }
    let text = bare(text, rules);
    if let Some(rest) = text.strip_prefix("...").or_else(|| text.strip_prefix("chan ")) {
        return Some(rest.trim());
    }
    if let Some(rest) = text.strip_prefix("<-chan ").or_else(|| text.strip_prefix("chan<- ")) {
        return Some(rest.trim());
    }
    if text.starts_with('[') || text.starts_with("map[") {
        let mut depth = 0;
        for (at, byte) in text.bytes().enumerate() {
            match byte {
                b'[' => depth += 1,
                b']' => {
                    depth -= 1;
                    if depth == 0 {
                        let rest = text[at + 1..].trim();
                        // `[T]` and `[T; n]`
                        let inside = text[1..at].split(';').next().unwrap_or_default().trim();
                        return Some(if rest.is_empty() { inside } else { rest });
                    }
                }
                _ => {}
            }
        }
        return None;
    }
    if let Some(rest) = text.strip_suffix("[]") {
        return Some(rest.trim());
    }
    let (name, inside) = generic(text);
    let all = arguments(inside);
    // C++: behind what a list holds stands how it is kept, or how long it is: `std::array<T, 8>`.
    let is_list = rules.points && rules.place == TypePlace::Before && !last_name(name).contains("map");
    let of = if is_list { all.first() } else { all.last() };
    (!inside.is_empty()).then(|| without_wildcard(of.copied().unwrap_or(inside)))
}

/// The type of the items of an array as Java, C# and Kotlin write it: `Node[]`, `Node...`, `Array<Node>`, also where the
/// brackets say how many there are: `new Node[4]`.
pub(super) fn item<'t>(text: &'t str, rules: &TypeRules) -> Option<&'t str> {
    let text = text.trim();
    if rules.lambda == Lambda::Braces {
        let inside = text.trim_end_matches('?').strip_prefix("Array<")?.strip_suffix('>')?.trim();
        return Some(inside.strip_prefix("out ").unwrap_or(inside).trim());
    }
    if rules.place != TypePlace::Before || rules.points {
        return None;
    }
    if let Some(rest) = text.strip_suffix("...") {
        return Some(rest.trim_end());
    }
    let inside = text.trim_end_matches('?').strip_suffix(']')?;
    let mut depth = 0usize;
    let open = inside.bytes().rposition(|byte| {
        let is_open = byte == b'[' && depth == 0;
        depth = if byte == b']' { depth + 1 } else { depth - usize::from(byte == b'[' && depth > 0) };
        is_open
    })?;
    Some(inside[..open].trim_end()).filter(|item| !item.is_empty())
}

/// Go: what a loop over a value of a type yields first, where that has members: the key of a map, what comes out of a
/// channel.
pub(super) fn key<'t>(text: &'t str, rules: &TypeRules) -> Option<&'t str> {
    let text = bare(text, rules);
    if text.starts_with("chan ") || text.starts_with("<-chan ") {
        return element(text, rules);
    }
    let inside = text.strip_prefix("map[")?;
    let mut depth = 0;
    let end = inside.bytes().position(|byte| {
        depth += i32::from(byte == b'[') - i32::from(byte == b']');
        depth < 0
    })?;
    Some(inside[..end].trim())
}

/// Python: what a function with this result yields.
pub(super) fn yielded(text: &str) -> Option<&str> {
    first_argument_of(text, GENERATORS)
}

/// Python: what a `with` statement makes of a value of this type.
pub(super) fn entered(text: &str) -> Option<&str> {
    first_argument_of(text, ENTERED)
}

fn first_argument_of<'t>(text: &'t str, names: &[&str]) -> Option<&'t str> {
    let (name, inside) = generic(text.trim().trim_matches(['"', '\'']));
    let first = arguments(inside).first().copied().map(str::trim);
    first.filter(|first| names.contains(&last_name(name)) && !first.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    const RULES: TypeRules = TypeRules { holders: &["Arc", "Optional"], ..TypeRules::NONE };

    #[test]
    fn lists_and_maps_hold_elements() {
        for (text, inside) in [
            ("[]*Node", Some("*Node")),
            ("map[string][]T", Some("[]T")),
            ("[4]T", Some("T")),
            ("&[Node]", Some("Node")),
            ("Vec<Node>", Some("Node")),
            ("dict[str, Node]", Some("Node")),
            ("Node[]", Some("Node")),
            ("Node", None),
        ] {
            assert_eq!(element(text, &RULES), inside, "{text}");
        }
    }
}
