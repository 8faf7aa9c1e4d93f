//! Routers that a program gives a name, and what stands before all routes that are declared through that name:
//! `api = app.MapGroup("/api")`, `r.Route("/users", func(r chi.Router) {`, `app.use('/items', router)`.

use regex::Regex;
use std::ops::Range;
use std::sync::LazyLock;

/// Routers within routers, at most.
const MAX_DEPTH: usize = 6;

/// A name, what it stands for, and where.
struct Binding {
    name: String,
    /// The router that it is made of.
    of: Option<String>,
    prefix: String,
    /// Where its name is written, and where it means that router.
    start: usize,
    range: Range<usize>,
}

/// The routers of a text.
pub(super) struct Bound(Vec<Binding>);

/// Ways to make a router of another one, or with a prefix of its own.
static MADE: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(concat!(
        r#"(?P<name>\w+)[ \t]*:?=[ \t]*(?:await )?(?P<of>\w+)(?:\s*\.\w+\([^()\n]*\))*?\s*\.(?:Map)?[Gg]roup\(\s*["'`](?P<group>[^"'`\n]*)["'`]|"#,
        r#"(?P<sub>\w+)[ \t]*:?=[ \t]*(?P<sub_of>\w+)(?:\s*\.\w+\([^()\n]*\))*?\s*\.PathPrefix\(\s*["'`](?P<before>[^"'`\n]*)["'`]|"#,
        r#"(?P<outer>\w+)\.(?:Route|Group|group|route|register)\(\s*["'`](?P<within>[^"'`\n]*)["'`],\s*(?:func\s*\(|async\s*\(|\(|function\s*\()(?P<inner>\w+)[^{\n]*\{|"#,
        r#"(?P<router>\w+)[ \t]*=[ \t]*\w*(?:Router|Blueprint)\([^()]*?prefix[ \t]*=[ \t]*["'](?P<own>[^"'\n]*)["']|"#,
        r#"(?P<app>\w+)\.use\(\s*["'`](?P<used_at>/[^"'`\n]*)["'`],(?:[^()\n]*,)?\s*(?P<used>\w+)(?:\.routes\(\))?\s*\)"#,
    ))
    .ok()
});

/// The name through which a route is declared, at the end of what stands before its string.
static THROUGH: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r#"(?P<name>\w+)(?:\??\.\w+(?:<[^<>]*>)?\([^()]*\))*\s*\.\s*\w+(?:<[^<>]*>)?\(\s*["'`]?$"#).ok()
});

impl Bound {
    pub(super) fn of(text: &str) -> Bound {
        let may_have = ["roup(", "PathPrefix(", "Route(", "oute(", "egister(", "prefix", ".use("];
        if !may_have.iter().any(|sign| text.contains(sign)) {
            return Bound(Vec::new());
        }
        let all = MADE.iter().flat_map(|made| made.captures_iter(text)).filter_map(|found| binding(text, &found));
        Bound(all.collect())
    }

    /// What stands before a route that is declared behind `before`, which ends at a place.
    pub(super) fn prefix(&self, before: &str, place: usize) -> Option<String> {
        if self.0.is_empty() {
            return None;
        }
        let name = THROUGH.as_ref()?.captures(before)?.name("name")?.as_str();
        let prefix = self.named(name, place, MAX_DEPTH);
        (!prefix.is_empty()).then_some(prefix)
    }

    fn named(&self, name: &str, place: usize, left: usize) -> String {
        let is_it = |binding: &&Binding| binding.name == name && binding.range.contains(&place);
        let Some(binding) = self.0.iter().rev().find(is_it).filter(|_| left > 0) else { return String::new() };
        let own = binding.prefix.trim_matches('/');
        let around = binding.of.as_ref().map_or_else(String::new, |of| self.named(of, binding.start, left - 1));
        if own.is_empty() { around } else { format!("{around}/{own}") }
    }
}

fn binding(text: &str, found: &regex::Captures<'_>) -> Option<Binding> {
    let whole = found.get(0)?;
    let part = |name: &str| found.name(name).map(|part| part.as_str().to_owned());
    let to_end = whole.end()..text.len();
    let of = |name: &str, of: &str, prefix: &str, range: Range<usize>| {
        Some(Binding { name: part(name)?, of: part(of), prefix: part(prefix)?, start: whole.start(), range })
    };
    of("name", "of", "group", to_end.clone())
        .or_else(|| of("sub", "sub_of", "before", to_end.clone()))
        .or_else(|| of("inner", "outer", "within", whole.end()..block_end(text, whole.end())))
        .or_else(|| of("router", "", "own", to_end))
        // A router is used behind its routes, as a rule.
        .or_else(|| of("used", "app", "used_at", 0..text.len()))
}

/// Where the block ends that was opened before a place.
fn block_end(text: &str, from: usize) -> usize {
    let mut depth = 1_usize;
    for (at, byte) in text.bytes().enumerate().skip(from) {
        match byte {
            b'{' => depth += 1,
            b'}' if depth == 1 => return at,
            b'}' => depth -= 1,
            _ => {}
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn prefix(text: &str) -> Option<String> {
        let place = text.find("|").expect("a place");
        let bare = text.replace('|', "");
        let line = bare[..place].rfind('\n').map_or(0, |at| at + 1);
        Bound::of(&bare).prefix(&bare[line..place], place)
    }

    #[test]
    fn routes_have_the_prefixes_of_the_routers_they_are_declared_through() {
        for (text, expected) in [
            (
                "var api = app.NewVersionedApi(\"Shop\").MapGroup(\"api/shop\").HasVersion(1, 0);\napi.MapGet(\"|/items\"",
                Some("/api/shop"),
            ),
            ("v1 := r.Group(\"/v1\")\nusers := v1.Group(\"/users\")\nusers.GET(\"|/:id\"", Some("/v1/users")),
            (
                "r.Route(\"/users\", func(r chi.Router) {\n  r.Route(\"/x\", func(r chi.Router) {\n    r.Get(\"|/{id}\"",
                Some("/users/x"),
            ),
            ("r.Route(\"/users\", func(r chi.Router) {\n})\nr.Get(\"|/health\"", None),
            (
                "s := r.PathPrefix(\"/products\").Subrouter()\ns.Methods(http.MethodGet).Path(\"|/{key}\"",
                Some("/products"),
            ),
            ("a = APIRouter(prefix=\"/a\")\nb = APIRouter(tags=[1], prefix=\"/b\")\n@a.get(\"|/x\"", Some("/a")),
            ("router.get('|/:id', x)\napp.use('/items', auth, router)", Some("/items")),
            ("app.get('|/:id', x)", None),
        ] {
            assert_eq!(prefix(text).as_deref(), expected, "{text}");
        }
    }
}
