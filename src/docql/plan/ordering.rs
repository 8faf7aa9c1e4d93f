//! Orders and heads of lists as other languages write them, and what they are here: `sort(@.lines, "desc")`, `max("lines")`,
//! `first(3)`.

/// Steps that sort, in lower case, without `_`.
const SORTS: [&str; 5] = ["sort", "sortby", "sorted", "orderby", "order"];

/// Steps for the one with the most of something, and with the least.
const MOST: [&str; 3] = ["max", "maxby", "largest"];
const LEAST: [&str; 3] = ["min", "minby", "smallest"];

/// Steps for the first so many, and for the last.
const HEADS: [&str; 4] = ["first", "top", "head", "take"];
const TAILS: [&str; 2] = ["last", "tail"];

/// `text` with the first such step as it is written here; `None` if there is none, or it is right already.
pub(super) fn as_written_here(text: &str) -> Option<String> {
    let mut from = 0;
    while let Some(dot) = text[from..].find('.').map(|at| from + at) {
        from = dot + 1;
        let rest = &text[from..];
        let name_end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(rest.len());
        let Some(inside) = rest[name_end..].strip_prefix('(') else { continue };
        let Some(close) = closing(inside) else { continue };
        let name = rest[..name_end].to_lowercase().replace('_', "");
        if let Some(meant) = meant(&name, &arguments(&inside[..close])) {
            let written = &text[dot..from + name_end + close + 2];
            let query = format!("{}{meant}{}", &text[..dot], &text[dot + written.len()..]);
            return (meant != written).then_some(query);
        }
    }
    None
}

/// What a step is here.
fn meant(name: &str, given: &[&str]) -> Option<String> {
    let is_among = |names: &[&str]| names.contains(&name);
    let number = given.first().filter(|first| !first.is_empty() && first.bytes().all(|byte| byte.is_ascii_digit()));
    match (number, given) {
        (Some(number), [_]) if is_among(&HEADS) => Some(format!(".limit({number})")),
        (Some(number), [_]) if is_among(&TAILS) => Some(format!("[-{number}:]")),
        (Some(number), [_, by]) if name == "top" => {
            field(by).map(|(field, _)| format!(".sort(\"-{field}\").limit({number})"))
        }
        (None, [by, order @ ..]) if order.len() < 2 => {
            let (field, is_descending) = field(by)?;
            let is_descending = is_descending || order.first().is_some_and(|order| descends(order));
            let sort = |descending: bool| format!(".sort(\"{}{field}\")", if descending { "-" } else { "" });
            match () {
                () if is_among(&SORTS) => Some(sort(is_descending)),
                () if is_among(&MOST) => Some(format!("{}.first()", sort(true))),
                () if is_among(&LEAST) => Some(format!("{}.first()", sort(false))),
                () => None,
            }
        }
        _ => None,
    }
}

/// The field of an argument, and whether it is said to fall: `-@.lines`, `"lines desc"`.
fn field(argument: &str) -> Option<(&str, bool)> {
    let text = argument.trim_start_matches('-').trim_matches(['"', '\'', ' ']);
    let (first, order) = text.split_once([' ', ':']).unwrap_or((text, ""));
    let is_negative = argument.starts_with('-') || first.starts_with('-');
    let name = first.trim_start_matches(['-', '@', '.']);
    let is_name = !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_');
    is_name.then(|| (name, is_negative || descends(order)))
}

/// Whether an order falls: `"desc"`, `reverse=true`, `descending: true`, `-1`.
fn descends(order: &str) -> bool {
    let plain = order.to_lowercase().replace(['"', '\'', ' '], "");
    let is_so = !plain.ends_with("false");
    plain == "-1" || plain == "down" || is_so && (plain.starts_with("desc") || plain.starts_with("reverse"))
}

/// The arguments between parentheses.
fn arguments(inside: &str) -> Vec<&str> {
    inside.split(',').map(str::trim).collect()
}

/// Where the parenthesis closes that is open at the start; quotes hide others.
fn closing(text: &str) -> Option<usize> {
    let (mut depth, mut quote) = (0_usize, None);
    for (at, c) in text.char_indices() {
        match (quote, c) {
            (Some(open), _) if c == open => quote = None,
            (Some(_), _) => {}
            (None, '"' | '\'') => quote = Some(c),
            (None, '(') => depth += 1,
            (None, ')') if depth == 0 => return Some(at),
            (None, ')') => depth -= 1,
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_other_languages_sort_by_and_take_is_written_as_here() {
        for (theirs, ours) in [
            ("$.toc.sort(@.lines, \"desc\")", Some("$.toc.sort(\"-lines\")")),
            ("$.toc.sort(\"lines\", \"desc\").name", Some("$.toc.sort(\"-lines\").name")),
            ("$.toc.order_by(lines, asc)", Some("$.toc.sort(\"lines\")")),
            ("$.toc.sort_by(-@.lines)", Some("$.toc.sort(\"-lines\")")),
            ("$.toc.sorted(\"lines\", reverse=True)", Some("$.toc.sort(\"-lines\")")),
            ("$.toc.sorted(\"lines\", reverse=False)", Some("$.toc.sort(\"lines\")")),
            ("$.toc.orderBy(\"lines desc\")", Some("$.toc.sort(\"-lines\")")),
            ("$.toc.max(\"lines\")", Some("$.toc.sort(\"-lines\").first()")),
            ("$.toc.min_by(@.lines).name", Some("$.toc.sort(\"lines\").first().name")),
            ("$.toc.first(3)", Some("$.toc.limit(3)")),
            ("$.toc.last(3)", Some("$.toc[-3:]")),
            ("$.toc.top(3, \"lines\")", Some("$.toc.sort(\"-lines\").limit(3)")),
            ("$.toc.sort(\"-lines\")", None),
            ("$.toc.heading(\"sort(a, b)\")", None),
            ("$.toc.sort(\"a\", \"b\", \"c\")", None),
            ("$.toc.sort(", None),
            ("$.toc.grep(\"x\").first()", None),
        ] {
            assert_eq!(as_written_here(theirs).as_deref(), ours, "{theirs}");
        }
    }
}
