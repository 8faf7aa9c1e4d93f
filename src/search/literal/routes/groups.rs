//! Groups of routes in braces that say what stands before those in them: `Route::prefix('vaults')->group(function () { … })`.

use regex::Regex;
use std::ops::Range;
use std::sync::LazyLock;

/// What opens a group.
static OPENS: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"\bgroup\([^;{}]*?(?:function\s*\([^)]*\)[^{;]*|\bfn\s*\([^)]*\)\s*=>\s*)\{").ok());

/// The prefix that a group is given, in its call or before it.
static PREFIX: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r#"\bprefix(?:\(|['"]\s*=>)\s*['"](?P<prefix>[^'"]*)['"]"#).ok());

/// The groups of a text, the outer ones first, each with what stands before its routes.
pub(super) fn groups(text: &str) -> Vec<(Range<usize>, String)> {
    let (Some(opens), Some(prefix)) = (OPENS.as_ref(), PREFIX.as_ref()) else { return Vec::new() };
    if !text.contains("prefix") {
        return Vec::new();
    }
    let mut out: Vec<(Range<usize>, String)> = Vec::new();
    for found in opens.find_iter(text) {
        // The statement that the call ends; braces in strings have no space behind them.
        let is_end = |at: &usize| text[at + 1..].starts_with(char::is_whitespace);
        let ends = text[..found.start()].rmatch_indices([';', '{', '}']).map(|(at, _)| at);
        let start = ends.filter(is_end).map(|at| at + 1).next().unwrap_or(0);
        let own = prefix.captures_iter(&text[start..found.end()]).last();
        let own = own.and_then(|found| found.name("prefix")).map_or("", |own| own.as_str().trim_matches('/'));
        let around =
            out.iter().rev().find(|(range, _)| range.contains(&found.start())).map_or("", |(_, all)| all.as_str());
        let all = if own.is_empty() { around.to_owned() } else { format!("{around}/{own}") };
        out.push((found.end()..end(text, found.end()), all));
    }
    out
}

/// Where a block ends that was opened before a place.
fn end(text: &str, from: usize) -> usize {
    let mut depth = 1_usize;
    for (at, byte) in text.bytes().enumerate().skip(from) {
        match byte {
            b'{' => depth += 1,
            b'}' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return at;
        }
    }
    text.len()
}

/// What stands before a route at a place.
pub(super) fn before(groups: &[(Range<usize>, String)], place: usize) -> Option<&str> {
    let around = groups.iter().rev().find(|(range, _)| range.contains(&place));
    around.map(|(_, prefix)| prefix.as_str()).filter(|prefix| !prefix.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_within_groups_are_put_together() {
        let text = "Route::prefix('vaults')->group(function () {\n  Route::get('', a);\n  Route::middleware(['x'])->prefix('{vault}')->group(function () {\n    Route::get('edit', b);\n  });\n});\nRoute::group(['prefix' => 'admin'], function () {\n  Route::get('c', c);\n});\nRoute::get('d', d);\n";
        let groups = groups(text);
        let of = |word: &str| before(&groups, text.find(word).unwrap_or_default());
        assert_eq!(of("get('',"), Some("/vaults"));
        assert_eq!(of("edit"), Some("/vaults/{vault}"));
        assert_eq!(of("'c'"), Some("/admin"));
        assert_eq!(of("'d'"), None);
    }
}
