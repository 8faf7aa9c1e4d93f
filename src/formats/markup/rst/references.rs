//! Links: named and anonymous ones, roles of Sphinx, tables of contents, bare addresses.

use crate::document::Kind;
use crate::formats::markup::scan::Scan;
use regex::Regex;
use std::collections::HashMap;
use std::sync::LazyLock;

static LINK: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"`(?<name>(?:[^`<>\\]|\\.)*)<(?<url>[^`<>\s]+)>`_").ok());
static BARE: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"(?:^|[^<\w])(?<url>(?:https?|ftp)://[^\s<>`|]+)").ok());

/// `.. _name: address`, and `.. _name:` before what it names.
static TARGET: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"(?m)^[ \t]*\.\. _`?(?<name>[^`:\n]{1,200})`?:[ \t]*(?<url>\S*)[ \t\r]*$").ok());

/// `` :doc:`path` ``, `` :ref:`title <label>` ``
static ROLE: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?:^|[^`\\\w:])(?<whole>:(?:std:)?(?<role>doc|ref|numref):`(?<inner>[^`!][^`]{0,400})`)").ok()
});

/// Adds what a document refers to.
pub(super) fn add(scan: &mut Scan<'_>) {
    scan.sort_code();
    named_links(scan);
    roles(scan);
    scan.links(Kind::Link, BARE.as_ref());
}

/// `text <address>`_ with its address, `text <name_>`_ with that of the target of the name.
fn named_links(scan: &mut Scan<'_>) {
    let plain = |name: &str| joined(name).to_lowercase();
    let targets: HashMap<String, &str> = TARGET
        .iter()
        .flat_map(|pattern| pattern.captures_iter(scan.text))
        .filter_map(|found| Some((plain(&found["name"]), found.name("url")?.as_str())))
        .collect();
    for found in LINK.iter().flat_map(|pattern| pattern.captures_iter(scan.text)) {
        let (Some(whole), Some(url)) = (found.get(0), found.name("url")) else { continue };
        let url = url.as_str().trim_end_matches(['.', ',', ';', ':', ')']);
        let address = match url.strip_suffix('_').filter(|name| !name.ends_with('\\')) {
            Some(name) => match targets.get(&plain(name)) {
                Some(url) if !url.is_empty() => (*url).to_owned(),
                _ => format!("#{name}"),
            },
            None if is_mail(url) => format!("mailto:{url}"),
            None => url.to_owned(),
        };
        let name = found["name"].trim();
        scan.outside_code(Kind::Link, whole.range(), if name.is_empty() { url } else { name }, &address);
    }
}

/// Whether an address is that of a mailbox: `name@example.org`.
fn is_mail(url: &str) -> bool {
    let is_host =
        |host: &str| host.contains('.') && host.bytes().all(|c| c.is_ascii_alphanumeric() || b".-".contains(&c));
    url.split_once('@').is_some_and(|(name, host)| !name.is_empty() && !name.contains(['/', ':']) && is_host(host))
}

/// References to documents have their paths as addresses, those to labels `:ref:` and the label: only the whole
/// workspace tells which file that is in.
fn roles(scan: &mut Scan<'_>) {
    for found in ROLE.iter().flat_map(|pattern| pattern.captures_iter(scan.text)) {
        let (Some(whole), Some(role), Some(inner)) = (found.name("whole"), found.name("role"), found.name("inner"))
        else {
            continue;
        };
        let inner = joined(inner.as_str());
        let (title, target) = titled(&inner);
        let address = if role.as_str() == "doc" { target.to_owned() } else { format!(":ref:{target}") };
        scan.outside_code(Kind::Link, whole.range(), title, &address);
    }
}

/// The entries of a `toctree`, each on a line; `is_glob` if they may be patterns.
pub(super) fn contents(scan: &mut Scan<'_>, (body, end): (usize, usize), is_glob: bool) {
    scan.block(Kind::List, body, end);
    for number in body..end {
        let line = scan.line(number).trim();
        let (title, target) = titled(line);
        let is_pattern = is_glob && target.contains(['*', '?', '[']);
        if !target.is_empty() && target != "self" && !target.starts_with("..") && !is_pattern {
            let range = scan.range(number, number + 1);
            scan.draft.named(Kind::Link, range.end - line.len()..range.end, title, target);
        }
    }
}

/// The title and the target of `title <target>`; a target alone is both.
fn titled(text: &str) -> (&str, &str) {
    match text.strip_suffix('>').and_then(|rest| rest.rsplit_once('<')) {
        Some((title, target)) if !title.trim().is_empty() => (title.trim(), target.trim()),
        _ => (text, text),
    }
}

/// A text on one line.
fn joined(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
