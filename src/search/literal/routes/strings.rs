//! The routes that strings of a program declare: what is called with them, or stands before them, says so.

use crate::formats::{Groups, constant_routes, laravel_resources};
use regex::Regex;
use std::borrow::Cow;
use std::sync::LazyLock;

/// Bytes of a line that are read in front of a string, and bytes of it at all: lines that tools write have thousands of
/// strings, each of which would be held against all that stands before it.
const MAX_BEFORE: usize = 240;
const MAX_LINE: usize = 600;

/// Bytes of a route, at most.
const MAX_ROUTE: usize = 300;

/// A string that may be a route, with what is before it in its line, and what is put before it in its file.
pub(super) struct RouteString<'t> {
    pub text: String,
    pub start: usize,
    /// Its line, as far as somebody would write it.
    pub line: &'t str,
    /// What stands before it in its line; `None` where the call is known that it stands in.
    before: Option<&'t str>,
    /// The line above.
    above: &'t str,
    is_bare: bool,
    /// True for the first of a row of a table, with what answers behind it: `(r"/items", ItemHandler)`.
    is_row: bool,
}

impl<'t> RouteString<'t> {
    /// Whether its line declares a route.
    pub fn declares(&self) -> bool {
        self.before.is_none_or(|before| {
            let bare = before.trim_matches(BEFORE_STRING);
            let is_first = bare.is_empty() || has(&NAMED, bare);
            self.is_bare || self.is_row || has(&DECLARING, before) || is_first && is_route(self.above)
        })
    }

    /// What may say how it is asked for: its line, with the one above where that only names an argument.
    pub fn asked(&self) -> Cow<'t, str> {
        let is_named = self.before.is_some_and(|before| has(&NAMED, before.trim_matches(BEFORE_STRING)));
        if is_named { Cow::Owned(format!("{} {}", self.above, self.line)) } else { Cow::Borrowed(self.line) }
    }

    /// What stands before it in its line.
    pub fn before(&self) -> Option<&str> {
        self.before
    }

    /// Whether its line asks for a page, or leads to one.
    pub fn asks(&self) -> bool {
        // What Go calls the ways to ask says nothing of who asks.
        self.before.is_some_and(|before| has(&ASKING, &before.replace("http.Method", "")))
    }
}

fn has(pattern: &LazyLock<Option<Regex>>, text: &str) -> bool {
    pattern.as_ref().is_some_and(|pattern| pattern.is_match(text))
}

/// The end of a text, the beginning of another one, each of so many bytes at most.
fn end_of(text: &str, bytes: usize) -> &str {
    &text[text.ceil_char_boundary(text.len().saturating_sub(bytes))..]
}

fn begin_of(text: &str, bytes: usize) -> &str {
    &text[..text.floor_char_boundary(bytes)]
}

/// Strings without white space, behind a way to ask or without; paths without quotes, as in files of routes and data.
static STRINGS: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r#"(?m)["'`](?:[A-Z]{3,7} )?(?P<quoted>[^"'`\s]*)["'`]|(?:^|[ \t(])(?P<bare>/[^\s"'`,;]*)"#).ok()
});

/// What stands before a string that declares a route.
static DECLARING: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(concat!(
        r"(?i)\b(?:get|post|put|patch|delete|head|options|any|all|match|routes?|pattern|resources?|apiresources?|re_path|path|url|",
        r"handle|handlefunc|handlerfunc|handler|mount|group|add_url_rule|(?:add|register|mount)\w*(?:route|handler|endpoint)\w*|http(?:get|post|put|patch|delete)|",
        r"map(?:get|post|put|patch|delete|group|controllerroute)|websocket)\b|(?i:mapping)\b"
    ))
    .ok()
});

/// What may stand before a string that begins its line.
const BEFORE_STRING: [char; 6] = [' ', '\t', '"', '\'', '`', 'r'];

/// The name of an argument that is a route, before its string.
static NAMED: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"^(?:value|path|url|route|pattern)\s*[=:]\s*\{?$").ok());

/// A row of a table of routes, from the string on: what answers is a type, or a function of a module.
static ROW: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r#"^["'], *(?:[\w.]+\.)?[A-Z]\w*(?:[,)]|\.as_view)"#).ok());

/// What stands before a string that asks for a page, or leads to one.
static ASKING: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(
        r"(?i)\b(?:fetch|axios|\$?http|https|\w*client|requests?|href|src|redirect\w*|visit|link_to|curl|expect|assert\w*|navigate|push|startswith|hasprefix|trimprefix|cutprefix|removeprefix|to)\b",
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

/// The prefix that a file has for its routes.
pub(super) fn prefix(text: &str) -> Option<&str> {
    let found = PREFIX.as_ref()?.captures(text)?;
    ["class", "single", "named"].iter().find_map(|name| found.name(name)).map(|prefix| prefix.as_str())
}

/// The strings of a text that may be routes.
pub(super) fn strings<'t>(text: &'t str, groups: &Groups) -> Vec<RouteString<'t>> {
    let mut out = Vec::new();
    // Where the line of a string begins: looked for from the one before.
    let (mut begin, mut known) = (0, 0);
    for found in STRINGS.iter().flat_map(|strings| strings.captures_iter(text)) {
        let Some(place) = found.name("quoted").or_else(|| found.name("bare")) else { continue };
        if let Some(at) = text[known..place.start()].rfind('\n') {
            begin = known + at + 1;
        }
        known = place.start();
        if place.len() > MAX_ROUTE {
            continue;
        }
        let is_bare = found.name("bare").is_some();
        // In most programs what stands without quotes is a comment or a division.
        let before = end_of(&text[begin..place.start()], MAX_BEFORE);
        let is_way = before.trim_end().rsplit(' ').next().is_some_and(|word| {
            word.len() > 2 && (word.bytes().all(|byte| byte.is_ascii_uppercase()) || word.ends_with(':'))
        });
        if is_bare && !is_way || !is_bare && !place.as_str().contains('/') && !is_route(before) {
            continue;
        }
        let from = place.start() - before.len();
        let line = begin_of(begin_of(&text[from..], MAX_LINE).lines().next().unwrap_or_default(), MAX_LINE);
        // A call that goes on over lines stands in the one before.
        let above = end_of(&text[..begin], MAX_BEFORE).trim_end().rsplit('\n').next().unwrap_or_default();
        let is_opened = matches!(before.trim_start().trim_end_matches(['"', '\'']), "(" | "(r");
        let is_row = is_opened && has(&ROW, begin_of(&text[place.end()..], MAX_BEFORE));
        let text = place.as_str().to_owned();
        out.push(RouteString { text, start: place.start(), line, before: Some(before), above, is_bare, is_row });
    }
    for route in constant_routes(text) {
        let (text, start) = (route.path, route.path_at.start);
        out.push(RouteString { text, start, line: "", before: None, above: "", is_bare: false, is_row: false });
    }
    for route in laravel_resources(text, groups) {
        // How it is asked for is all that its line would say.
        let (text, line) = (route.path, route.method);
        out.push(RouteString { text, start: route.name, line, before: None, above: "", is_bare: false, is_row: false });
    }
    out
}

/// Whether a call that declares a route opens right before its string.
fn is_route(before: &str) -> bool {
    let before = before.trim_end_matches(['"', '\'', '`']).trim_end();
    let is_open = before.ends_with(['(', '[', ',', '=']);
    is_open && DECLARING.as_ref().is_some_and(|declaring| declaring.is_match(before))
}
