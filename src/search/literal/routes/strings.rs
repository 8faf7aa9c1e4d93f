//! The routes that strings of a program declare: what is called with them, or stands before them, says so.

use crate::formats::singular_of;
use regex::Regex;
use std::sync::LazyLock;

/// A string that may be a route, with what is before it in its line, and what is put before it in its file.
pub(super) struct RouteString<'t> {
    pub text: String,
    pub start: usize,
    pub line: &'t str,
    /// Whether its line declares a route.
    pub declares: bool,
    /// Whether its line asks for a page, or leads to one.
    pub asks: bool,
}

/// Strings without white space, behind a way to ask or without; paths without quotes, as in files of routes and data.
static STRINGS: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r#"(?m)["'`](?:[A-Z]{3,7} )?(?P<quoted>[^"'`\s]*)["'`]|(?:^|[ \t(])(?P<bare>/[^\s"'`,;]*)"#).ok()
});

/// What stands before a string that declares a route.
static DECLARING: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(concat!(
        r"(?i)\b(?:get|post|put|patch|delete|head|options|any|all|match|routes?|resources?|apiresources?|re_path|path|url|",
        r"handle|handlefunc|handlerfunc|handler|mount|group|add_url_rule|add_route|http(?:get|post|put|patch|delete)|",
        r"map(?:get|post|put|patch|delete|group|controllerroute)|websocket)\b|(?i:mapping)\b"
    ))
    .ok()
});

/// What stands before a string that asks for a page, or leads to one.
static ASKING: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(
        r"(?i)\b(?:fetch|axios|\$?http|https|\w*client|requests?|href|src|redirect\w*|visit|link_to|curl|expect|assert\w*|navigate|push|startswith|hasprefix|to)\b",
    )
    .ok()
});

/// What all routes of a file begin with: the mapping of a class, the prefix of a router.
static PREFIX: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(concat!(
        r#"(?:@RequestMapping|@Controller|@Path|\[Route|@RestController)\((?:value *= *|path *= *)?\{?"(?P<class>[^"\n]+)"|"#,
        r#"@Controller\('(?P<single>[^'\n]+)'|\b(?:url_)?prefix *= *["'](?P<named>[^"'\n]+)["']"#
    ))
    .ok()
});

/// What resources of Laravel stand for.
static RESOURCE: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r#"Route::(?P<sort>apiResource|resource)\(\s*['"](?P<name>[^'"\s]+)['"]"#).ok());

/// The prefix that a file has for its routes.
pub(super) fn prefix(text: &str) -> Option<&str> {
    let found = PREFIX.as_ref()?.captures(text)?;
    ["class", "single", "named"].iter().find_map(|name| found.name(name)).map(|prefix| prefix.as_str())
}

/// The strings of a text that may be routes.
pub(super) fn strings(text: &str) -> Vec<RouteString<'_>> {
    let mut out = Vec::new();
    for found in STRINGS.iter().flat_map(|strings| strings.captures_iter(text)) {
        let Some(place) = found.name("quoted").or_else(|| found.name("bare")) else { continue };
        let is_bare = found.name("bare").is_some();
        // In most programs what stands without quotes is a comment or a division.
        let begin = text[..place.start()].rfind('\n').map_or(0, |at| at + 1);
        let before = &text[begin..place.start()];
        let is_way = before.trim_end().rsplit(' ').next().is_some_and(|word| {
            word.len() > 2 && (word.bytes().all(|byte| byte.is_ascii_uppercase()) || word.ends_with(':'))
        });
        if is_bare && !is_way || !is_bare && !place.as_str().contains('/') && !is_route(before) {
            continue;
        }
        let line = text[begin..].lines().next().unwrap_or_default();
        let is = |pattern: &LazyLock<Option<Regex>>| pattern.as_ref().is_some_and(|pattern| pattern.is_match(before));
        // A call that goes on over lines stands in the one before.
        let above = || text[..begin].trim_end().rsplit('\n').next().unwrap_or_default();
        let declares = is_bare || is(&DECLARING) || before.trim().is_empty() && is_route(above());
        let text = place.as_str().to_owned();
        out.push(RouteString { text, start: place.start(), line, declares, asks: is(&ASKING) });
    }
    for found in RESOURCE.iter().flat_map(|resource| resource.captures_iter(text)) {
        let Some(name) = found.name("name") else { continue };
        let one = singular_of(name.as_str().rsplit(['.', '/']).next().unwrap_or_default());
        let all = name.as_str().replace('.', "/:/");
        let pages = if &found["sort"] == "resource" { &["", "/{}", "/create", "/{}/edit"][..] } else { &["", "/{}"] };
        for page in pages {
            let text = format!("{all}{}", page.replace("{}", &format!("{{{one}}}")));
            out.push(RouteString { text, start: name.start(), line: "", declares: true, asks: false });
        }
    }
    out
}

/// Whether a call that declares a route opens right before its string.
fn is_route(before: &str) -> bool {
    let before = before.trim_end_matches(['"', '\'', '`']).trim_end();
    let is_open = before.ends_with(['(', '[', ',', '=']);
    is_open && DECLARING.as_ref().is_some_and(|declaring| declaring.is_match(before))
}
