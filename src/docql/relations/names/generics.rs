//! C#: how many types a type takes, which tells it from others of its name: `Task` and `Task<T>` are two types.

use crate::library::{FileId, Library, NodeRef};

/// What stands between the brackets of given types, besides letters, digits and the brackets.
const IN_LIST: &str = "_@.:,?[]() \t\r\n";

/// How many types a type takes; `None` for what is none of C#.
pub(in crate::docql::relations) fn taken(library: &Library, type_: NodeRef) -> Option<usize> {
    let outline = library.outline(type_.file).filter(|_| is_csharp(library, type_.file))?;
    if !outline.kind(type_.node).is_class() {
        return None;
    }
    let text = library.peek_text(type_.file).ok()?;
    Some(listed(text.get(outline.name_span(type_.node).end as usize..)?.trim_start()))
}

/// How many types are given to the name at a place; `None` where that is not in C#, or another name stands there.
pub(in crate::docql::relations) fn given_at(library: &Library, file: FileId, offset: u32, name: &str) -> Option<usize> {
    if !is_csharp(library, file) {
        return None;
    }
    let text = library.peek_text(file).ok()?;
    let behind = text.get(offset as usize..)?.strip_prefix(name)?;
    (!behind.starts_with(is_of_name)).then(|| listed(behind.trim_start_matches([' ', '\t'])))
}

/// How many types are given to a name in front of a dot, in the text before what is behind it: `Task<int>.`.
pub(in crate::docql::relations) fn given_before(before: &str, name: &str) -> Option<usize> {
    let before = before.trim_end().strip_suffix('.')?.trim_end();
    match before.ends_with('>') {
        true => {
            let line = before.rfind(['\n', ';', '{', '}']).map_or(0, |at| at + 1);
            given_in(&before[line..], name)
        }
        false => before.ends_with(name).then_some(0),
    }
}

/// How many types are given to a name in a text, outside of the lists of others: to the last one there.
pub(in crate::docql::relations) fn given_in(text: &str, name: &str) -> Option<usize> {
    let at = last_in(text, name)?;
    Some(listed(text[at + name.len()..].trim_start()))
}

/// The last place of a name in a text that is in no list of given types.
fn last_in(text: &str, name: &str) -> Option<usize> {
    let (mut depth, mut found) = (0usize, None);
    for (at, letter) in text.char_indices() {
        match letter {
            '<' => depth += 1,
            '>' => depth = depth.saturating_sub(1),
            _ if depth == 0 && !name.is_empty() && text[at..].starts_with(name) => {
                let is_whole = !text[..at].ends_with(is_of_name) && !text[at + name.len()..].starts_with(is_of_name);
                found = if is_whole { Some(at) } else { found };
            }
            _ => {}
        }
    }
    found
}

/// False for a type that takes another number of types than are given, where that is known.
pub(in crate::docql::relations) fn may_mean(library: &Library, given: Option<usize>, type_: NodeRef) -> bool {
    given.is_none_or(|given| taken(library, type_).is_none_or(|taken| taken == given))
}

/// Those of several types of a name that take as many types as are given to it behind the colon in the head of `from`.
pub(in crate::docql::relations) fn meant_in_head(
    library: &Library,
    all: Vec<NodeRef>,
    (name, from): (&str, NodeRef),
) -> Vec<NodeRef> {
    let given = || {
        let outline = library.outline(from.file).filter(|_| is_csharp(library, from.file))?;
        let text = library.peek_text(from.file).ok()?;
        let (span, body) = (outline.span(from.node), outline.body(from.node));
        let end = if body.is_empty() { span.end } else { body.start };
        let head = text.get(outline.name_span(from.node).end as usize..end as usize)?;
        let (_, above) = head.split_once(':')?;
        let above = above.split(" where ").next()?;
        let (mut all, mut rest) = (Vec::new(), above);
        while let Some(at) = last_in(rest, name) {
            all.push(listed(rest[at + name.len()..].trim_start()));
            rest = &rest[..at];
        }
        Some(all)
    };
    let Some(given) = given().filter(|given| !given.is_empty()) else { return all };
    all.into_iter().filter(|one| taken(library, *one).is_none_or(|taken| given.contains(&taken))).collect()
}

fn is_csharp(library: &Library, file: FileId) -> bool {
    library.file(file).format.id == "csharp"
}

fn is_of_name(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_'
}

/// The number of types in the list that a text begins with: none where it begins with something else.
fn listed(text: &str) -> usize {
    let (mut depth, mut count) = (0usize, 1);
    if !text.starts_with('<') {
        return 0;
    }
    for letter in text.chars() {
        match letter {
            '<' | '(' | '[' => depth += 1,
            '>' if depth == 1 => return count,
            '>' | ')' | ']' => depth = depth.saturating_sub(1),
            ',' if depth == 1 => count += 1,
            _ if letter.is_alphanumeric() || IN_LIST.contains(letter) => {}
            // A comparison.
            _ => return 0,
        }
    }
    0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_are_counted_outside_of_other_lists() {
        for (text, expected) in
            [("<T>", 1), ("<int, (A, B)>(x)", 2), ("<A<B, C>, D[,]> x", 2), ("< b && c > d", 0), ("(x)", 0), ("<,>", 2)]
        {
            assert_eq!(listed(text), expected, "{text}");
        }
        assert_eq!(given_in("A<Foo>.Foo<B, C>?", "Foo"), Some(2));
        assert_eq!(given_in("List<Foo<int>>", "Foo"), None);
        assert_eq!(given_before("  var x = Foo<int>.", "Foo"), Some(1));
        assert_eq!(given_before("x = Foo.", "Foo"), Some(0));
    }
}
