//! Links, includes, pictures, cross references, notes.

use super::attributes::{DocumentAttributes, parts, unquoted};
use super::is_block_title;
use crate::document::Kind;
use crate::formats::markup::scan::Scan;
use regex::{Captures, Regex};
use std::sync::LazyLock;

static URL: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?:link:)?(?<url>(?:https?|ftp)://[^\s\[\]<>]+)(?:\[(?<name>[^\]\n]{0,200})\])?").ok()
});

/// `link:path[text]`
static LINK: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"\blink:(?:\+\+)?(?<url>[^\s\[\]:+][^\s\[\]:+]{0,400})(?:\+\+)?\[(?<name>[^\]\n]{0,200})\]").ok()
});

/// `{home}/path[text]`: an address that begins with an attribute.
static NAMED: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"(?<url>\{[\w-]{1,100}\}[^\s\[\]<>]{0,400})\[(?<name>[^\]\n]{0,200})\]").ok());

/// What the addresses begin with that are links without `link:`.
const ADDRESSES: [&str; 4] = ["http://", "https://", "ftp://", "mailto:"];

static IMAGE: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"\bimage::?(?<url>[^\s\[\]:][^\s\[\]]{0,400})\[(?<list>[^\]\n]{0,400})\]").ok());

static CROSS_REFERENCE: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"<<(?<inner>[^<>,\n]{1,200})(?:,(?<said>[^<>]{0,200}))?>>|xref:(?<url>[^\s\[\]]{1,200})\[(?<name>[^\]]{0,200})\]")
        .ok()
});

static FOOTNOTE: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"footnote(?:ref)?:(?<id>[\w-]*)\[(?<text>[^\]\n]{1,2000})\]").ok());

static INCLUDE: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"(?m)^include::(?<url>[^\s\[][^\[\n]{0,400})\[[^\n]*\][ \t\r]*$").ok());

/// Adds what a document refers to.
pub(super) fn add(scan: &mut Scan<'_>) {
    scan.sort_code();
    let attributes = DocumentAttributes::of(scan);
    scan.links(Kind::Link, URL.as_ref());
    pictures(scan, &attributes);
    includes(scan, &attributes);
    let named = matches(&NAMED, scan.text).map(|found| (found, true));
    for (found, is_named) in matches(&LINK, scan.text).map(|found| (found, false)).chain(named) {
        if let (Some(whole), Some(url), Some(name)) = (found.get(0), found.name("url"), found.name("name")) {
            let address = attributes.expanded(url.as_str(), whole.start());
            // Behind a macro's name it is what the macro is about; and not every attribute holds an address.
            let is_own = !scan.text[..whole.start()].ends_with([':', '/', '+'])
                && ADDRESSES.iter().any(|start| address.starts_with(start));
            if is_named && !is_own {
                continue;
            }
            // `^` opens a window, and what follows a comma are attributes.
            let name = name.as_str().split(',').next().unwrap_or_default().trim().trim_end_matches('^');
            scan.outside_code(Kind::Link, whole.range(), if name.is_empty() { url.as_str() } else { name }, &address);
        }
    }
    cross_references(scan, &attributes);
    for found in matches(&FOOTNOTE, scan.text) {
        let (Some(whole), Some(id)) = (found.get(0), found.name("id")) else { continue };
        scan.outside_code(Kind::Footnote, whole.range(), id.as_str(), "");
    }
}

fn matches<'t>(
    pattern: &'static LazyLock<Option<Regex>>,
    text: &'t str,
) -> impl Iterator<Item = Captures<'t>> + use<'t> {
    pattern.iter().flat_map(move |pattern| pattern.captures_iter(text)).filter(move |found| {
        // A backslash takes the meaning from what follows it.
        found.get(0).is_some_and(|whole| !text[..whole.start()].ends_with('\\') && !is_literal(text, whole.start()))
    })
}

/// Bytes before a reference that are looked at for the beginning of literal text.
const MAX_LITERAL: usize = 300;

/// Whether a place is between `` `+ `` and `` +` ``.
fn is_literal(text: &str, at: usize) -> bool {
    let from = text.ceil_char_boundary(at.saturating_sub(MAX_LITERAL));
    let line = text[from..at].rsplit('\n').next().unwrap_or_default();
    line.rfind("`+").is_some_and(|open| !line[open + 2..].contains("+`"))
}

fn pictures(scan: &mut Scan<'_>, attributes: &DocumentAttributes<'_>) {
    for found in matches(&IMAGE, scan.text) {
        let (Some(whole), Some(url), Some(list)) = (found.get(0), found.name("url"), found.name("list")) else {
            continue;
        };
        let mut address = attributes.expanded(url.as_str(), whole.start());
        let is_own = address.starts_with('/') || address.contains(':') || address.contains('$');
        if let Some(directory) = attributes.value("imagesdir", whole.start()).filter(|_| !is_own) {
            let directory = attributes.expanded(directory, whole.start());
            address =
                if directory.is_empty() { address } else { format!("{}/{address}", directory.trim_end_matches('/')) };
        }
        let (block, said) = (whole.as_str().starts_with("image::"), alternative(list.as_str()));
        let title = if block && said.is_empty() { title_above(&scan.text[..whole.start()]) } else { None };
        let name = title.unwrap_or(if said.is_empty() { &address } else { said });
        scan.outside_code(Kind::Image, whole.range(), name, &address);
    }
}

/// What the list of a picture says instead of it: its first part, or the one that is named so.
fn alternative(list: &str) -> &str {
    let named = parts(list).find_map(|part| part.strip_prefix("alt="));
    let first = parts(list).next().filter(|part| !part.contains('=') || part.starts_with('"'));
    unquoted(named.or(first).unwrap_or_default()).trim()
}

/// Lines above a picture that are looked at for its title.
const MAX_ABOVE: usize = 4;

/// `.The title` above a picture, where only lists of attributes stand between them.
fn title_above(text: &str) -> Option<&str> {
    let lines = text.strip_suffix('\n')?.rsplit('\n').take(MAX_ABOVE).map(str::trim_end);
    lines.take_while(|line| line.starts_with(['.', '['])).find(|line| is_block_title(line)).map(|line| &line[1..])
}

/// Files are taken in wherever they are named, in blocks of code most of all.
fn includes(scan: &mut Scan<'_>, attributes: &DocumentAttributes<'_>) {
    for found in matches(&INCLUDE, scan.text) {
        if let (Some(whole), Some(url)) = (found.get(0), found.name("url"))
            && !scan.is_hidden(whole.start())
        {
            let address = attributes.expanded(url.as_str(), whole.start());
            let range = whole.start()..whole.start() + whole.as_str().trim_end().len();
            scan.draft.named(Kind::Link, range, &address, &address);
        }
    }
}

fn cross_references(scan: &mut Scan<'_>, attributes: &DocumentAttributes<'_>) {
    for found in matches(&CROSS_REFERENCE, scan.text) {
        let Some(whole) = found.get(0) else { continue };
        let Some(to) = found.name("inner").or_else(|| found.name("url")) else { continue };
        let to = attributes.expanded(to.as_str().trim(), whole.start());
        // What is no path and leads to no other page is an anchor of this one.
        let is_inside = !to.contains(['#', '/', '$', ':', '{']) && !is_page(&to);
        let address = match to.strip_suffix('#') {
            Some(page) => page.to_owned(),
            None if is_inside => format!("#{to}"),
            None => to.clone(),
        };
        let said = found.name("said").or_else(|| found.name("name")).map_or("", |name| name.as_str()).trim();
        let name = if said.is_empty() { to.as_str() } else { said };
        scan.outside_code(Kind::Link, whole.range(), name, &address);
    }
}

/// Whether a cross reference is the name of a file: `<<v1.2>>` is none.
fn is_page(to: &str) -> bool {
    let extension = to.rsplit_once('.').map_or("", |(_, extension)| extension);
    matches!(extension, "adoc" | "asciidoc" | "asc" | "ad" | "html" | "pdf" | "txt")
}
