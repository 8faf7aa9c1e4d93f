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
#[derive(Default)]
pub struct Groups(Vec<(Range<usize>, String)>);

impl Groups {
    /// Reads a text.
    pub fn of(text: &str) -> Groups {
        Groups(if text.contains("prefix") { groups(text) } else { Vec::new() })
    }

    /// What stands before a route at a place: nothing, or parts that each begin with a slash.
    pub fn before(&self, place: usize) -> &str {
        let around = self.0.iter().rev().find(|(range, _)| range.contains(&place));
        around.map_or("", |(_, prefix)| prefix.as_str())
    }
}

/// The prefix that calls before a route give it, with a slash before it.
pub(super) fn given_prefix(calls: &str) -> String {
    let own = PREFIX.as_ref().and_then(|prefix| prefix.captures_iter(calls).last());
    let own = own.map(|found| found["prefix"].trim_matches('/').to_owned()).filter(|own| !own.is_empty());
    own.map_or_else(String::new, |own| format!("/{own}"))
}

fn groups(text: &str) -> Vec<(Range<usize>, String)> {
    let mut out: Vec<(Range<usize>, String)> = Vec::new();
    let Some(opens) = OPENS.as_ref() else { return out };
    for found in opens.find_iter(text) {
        // The statement that the call ends; braces in strings have no space behind them.
        let is_end = |at: &usize| text[at + 1..].starts_with(char::is_whitespace);
        let ends = text[..found.start()].rmatch_indices([';', '{', '}']).map(|(at, _)| at);
        let start = ends.filter(is_end).map(|at| at + 1).next().unwrap_or(0);
        let own = given_prefix(&text[start..found.end()]);
        let around =
            out.iter().rev().find(|(range, _)| range.contains(&found.start())).map_or("", |(_, all)| all.as_str());
        let all = format!("{around}{own}");
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_within_groups_are_put_together() {
        let text = "Route::prefix('vaults')->group(function () {\n  Route::get('', a);\n  Route::middleware(['x'])->prefix('{vault}')->group(function () {\n    Route::get('edit', b);\n  });\n});\nRoute::group(['prefix' => 'admin'], function () {\n  Route::get('c', c);\n});\nRoute::get('d', d);\n";
        let groups = Groups::of(text);
        let of = |word: &str| groups.before(text.find(word).unwrap_or_default());
        assert_eq!(of("get('',"), "/vaults");
        assert_eq!(of("edit"), "/vaults/{vault}");
        assert_eq!(of("'c'"), "/admin");
        assert_eq!(of("'d'"), "");
    }
}
