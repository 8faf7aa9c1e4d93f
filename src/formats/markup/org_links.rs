//! Links of Org: files with places in them, headlines, targets, addresses; and pictures, which are links that say nothing
//! else.

use super::scan::Scan;
use crate::document::Kind;
use regex::Regex;
use std::sync::LazyLock;

pub(super) static LINK: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"\[\[(?<url>[^\[\]\n]+)\](?:\[(?<name>[^\[\]\n]+)\])?\]").ok());

/// Endings of pictures, which Org shows in their place.
const PICTURES: [&str; 10] = ["png", "jpg", "jpeg", "gif", "svg", "webp", "bmp", "tif", "tiff", "avif"];

/// Lines above a picture that may say what it shows.
const MAX_KEYWORDS: usize = 10;

/// Adds all links and pictures outside of code.
pub(super) fn links(scan: &mut Scan<'_>) {
    scan.sort_code();
    let Some(pattern) = LINK.as_ref() else { return };
    let text = scan.text;
    for found in pattern.captures_iter(text) {
        let (Some(whole), Some(written)) = (found.get(0), found.name("url")) else { continue };
        let address = address(written.as_str().trim());
        let name = found.name("name").map(|name| name.as_str().trim()).filter(|name| !name.is_empty());
        match name {
            None if is_picture(&address) => {
                let caption = caption(text, whole.start());
                scan.outside_code(Kind::Image, whole.range(), caption.unwrap_or_default(), &address);
            }
            // Without a description the address is shown.
            None => scan.outside_code(Kind::Link, written.range(), written.as_str(), &address),
            Some(name) => scan.outside_code(Kind::Link, whole.range(), name, &address),
        }
    }
}

/// Where a link leads, as a path or the place behind a `#`; addresses of the web, and of programs, as they are.
fn address(written: &str) -> String {
    let path = written.strip_prefix("file:").filter(|path| !path.starts_with("//"));
    // A path from the home of whoever reads it leads out of every workspace.
    if path.unwrap_or(written).starts_with('~') {
        return format!("file:{}", path.unwrap_or(written));
    }
    let is_path = ["./", "../", "/"].iter().any(|start| written.starts_with(start));
    if let Some(path) = path.or_else(|| is_path.then_some(written)) {
        let (file, place) = path.split_once("::").unwrap_or((path, ""));
        // A number is that of a line, what stands between slashes a pattern.
        let is_place = !place.is_empty() && !place.starts_with('/') && !place.bytes().all(|c| c.is_ascii_digit());
        return if is_place { format!("{file}{}", inside(place)) } else { file.to_owned() };
    }
    let scheme = written.split(':').next().unwrap_or_default();
    let is_scheme = scheme.len() < written.len()
        && scheme.len() > 1
        && scheme.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.'));
    let is_file =
        !written.contains(' ') && written.rsplit_once('.').is_some_and(|(_, end)| (1..=5).contains(&end.len()));
    if is_scheme || is_file && !written.starts_with(['*', '#']) { written.to_owned() } else { inside(written) }
}

/// A place in a file: a headline, an anchor of its own, a target.
fn inside(place: &str) -> String {
    format!("#{}", place.trim_start_matches(['*', '#']).trim())
}

fn is_picture(address: &str) -> bool {
    let end = address.rsplit_once('.').map(|(_, end)| end.to_ascii_lowercase());
    end.is_some_and(|end| PICTURES.contains(&&*end))
}

/// What the keywords above a picture say that it shows.
fn caption(text: &str, at: usize) -> Option<&str> {
    let above = text[..at].trim_end_matches([' ', '\t']).strip_suffix('\n')?;
    let keywords = above.rsplit('\n').map(str::trim).take_while(|line| line.starts_with("#+")).take(MAX_KEYWORDS);
    let mut captions = keywords.filter_map(|line| {
        let (keyword, told) = line.split_once(':')?;
        // A short one may stand in brackets before it.
        let is_caption = keyword.split('[').next()?.eq_ignore_ascii_case("#+CAPTION");
        is_caption.then(|| told.trim())
    });
    captions.find(|told| !told.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_leads_to_a_file_or_a_place() {
        for (written, expected) in [
            ("*Plain Lists", "#Plain Lists"),
            ("#install", "#install"),
            ("Plain Lists", "#Plain Lists"),
            ("file:x.org::*The end", "x.org#The end"),
            ("file:x.org::#own", "x.org#own"),
            ("./x.org::12", "./x.org"),
            ("file:src/a.c::main", "src/a.c#main"),
            ("https://a.org/b.png", "https://a.org/b.png"),
            ("id:1234-5", "id:1234-5"),
            ("notes.org", "notes.org"),
            ("~/notes.org", "file:~/notes.org"),
        ] {
            assert_eq!(address(written), expected, "{written}");
        }
    }
}
