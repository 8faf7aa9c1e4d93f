//! Pages in pages: what the frames of a saved page show stands where the frame does.

use mail_parser::{Message, MessagePart, MimeHeaders, PartType};

/// Frames within each other.
const DEEPEST: usize = 4;

/// Frames of a page that are read; each part is shown once.
const MAX_FRAMES: usize = 200;

/// Bytes of a tag in which quotes are heeded.
const LONGEST_TAG: usize = 64 << 10;

/// The parts of a saved page that frames may show.
pub(super) struct Frames<'m> {
    /// Pages that no frame has shown yet.
    pages: Vec<&'m MessagePart<'m>>,
    left: usize,
}

impl<'m> Frames<'m> {
    /// Those of a message, apart from the page itself.
    pub(super) fn of(message: &'m Message<'m>, page: &MessagePart<'_>) -> Frames<'m> {
        let is_other = |part: &&MessagePart<'_>| part.raw_body_offset() != page.raw_body_offset();
        let is_page = |part: &&MessagePart<'_>| matches!(part.body, PartType::Html(_));
        Frames { pages: message.parts.iter().filter(is_page).filter(is_other).collect(), left: MAX_FRAMES }
    }

    /// The page with what its frames show in their places.
    pub(super) fn filled(&mut self, html: &str, location: Option<&str>) -> String {
        let mut out = String::with_capacity(html.len());
        self.fill(html, location, DEEPEST, &mut out);
        out
    }

    fn fill(&mut self, html: &str, location: Option<&str>, depth: usize, out: &mut String) {
        let mut rest = html;
        while let Some((at, tag)) = next_frame(rest).filter(|_| depth > 0 && self.left > 0 && !self.pages.is_empty()) {
            let (before, after) = rest.split_at(at + tag.len());
            let shown = source(tag).filter(|_| is_seen(tag)).and_then(|source| self.take(&source, location));
            let Some(part) = shown else {
                out.push_str(before);
                rest = after;
                continue;
            };
            out.push_str(&rest[..at]);
            self.left -= 1;
            if let PartType::Html(inner) = &part.body {
                out.push_str("<div>");
                self.fill(without_head(inner), part.content_location().or(location), depth - 1, out);
                out.push_str("</div>");
            }
            // What stands between the tags of a frame is for browsers that know none.
            rest = find(after, "</iframe")
                .filter(|_| has_name(tag, "<iframe") && !tag.ends_with("/>"))
                .map_or(after, |end| &after[end..]);
        }
        out.push_str(rest);
    }

    /// The part that a frame names: by its id, or where it came from.
    fn take(&mut self, source: &str, location: Option<&str>) -> Option<&'m MessagePart<'m>> {
        let at = match source.strip_prefix("cid:") {
            Some(id) => self.pages.iter().position(|part| part.content_id() == Some(id)),
            None => {
                let address = location.map_or_else(|| source.to_owned(), |base| joined(base, source));
                let is =
                    |part: &&MessagePart<'_>| part.content_location().is_some_and(|of| of == address || of == source);
                self.pages.iter().position(is)
            }
        };
        Some(self.pages.swap_remove(at?))
    }
}

/// Where a word stands, in letters of either case.
fn find(text: &str, word: &str) -> Option<usize> {
    let first = word.as_bytes().first()?;
    let (lower, upper) = (first.to_ascii_lowercase(), first.to_ascii_uppercase());
    memchr::memchr2_iter(lower, upper, text.as_bytes()).find(|&at| has_name(&text[at..], word))
}

fn has_name(text: &str, word: &str) -> bool {
    text.as_bytes().get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word.as_bytes()))
}

/// The next tag of a frame, and where it is.
fn next_frame(html: &str) -> Option<(usize, &str)> {
    let is_frame = |text: &str| {
        let name = ["<iframe", "<frame"].iter().find(|name| has_name(text, name));
        name.is_some_and(|name| {
            text.as_bytes().get(name.len()).is_some_and(|next| matches!(next, b' ' | b'\t' | b'\r' | b'\n' | b'/'))
        })
    };
    let at = memchr::memchr_iter(b'<', html.as_bytes()).find(|&at| is_frame(&html[at..]))?;
    let length = end_of_tag(&html[at..]).or_else(|| Some(memchr::memchr(b'>', &html.as_bytes()[at..])? + 1))?;
    Some((at, &html[at..at + length]))
}

/// Where a tag ends: advertisements write whole pages in an attribute.
fn end_of_tag(tag: &str) -> Option<usize> {
    let mut quote = None;
    for (at, byte) in tag.bytes().take(LONGEST_TAG).enumerate() {
        match quote {
            None if byte == b'>' => return Some(at + 1),
            None if matches!(byte, b'"' | b'\'') => quote = Some(byte),
            Some(open) if open == byte => quote = None,
            _ => {}
        }
    }
    None
}

/// The value of an attribute of a tag.
fn value<'t>(tag: &'t str, name: &str) -> Option<&'t str> {
    let mut from = 0;
    loop {
        let at = from + find(&tag[from..], name)?;
        from = at + name.len();
        let rest = tag[from..].trim_start().strip_prefix('=').map(str::trim_start);
        let begins = tag.as_bytes().get(at.wrapping_sub(1)).is_some_and(|before| before.is_ascii_whitespace());
        let Some(rest) = rest.filter(|_| begins) else { continue };
        let quote = rest.chars().next().filter(|quote| matches!(quote, '"' | '\''));
        return Some(match quote {
            Some(quote) => rest[1..].split(quote).next()?,
            None => rest.split([' ', '\t', '\r', '\n', '>']).next()?,
        });
    }
}

fn source(tag: &str) -> Option<String> {
    Some(value(tag, "src")?.trim().replace("&amp;", "&"))
}

/// Whether anybody sees the frame: those that measure who reads a page have no size.
fn is_seen(tag: &str) -> bool {
    let is_nothing = |name: &str| value(tag, name).is_some_and(|size| matches!(size.trim(), "0" | "1" | "0px" | "1px"));
    let style = value(tag, "style").unwrap_or_default().replace(' ', "").to_ascii_lowercase();
    let is_hidden = ["display:none", "visibility:hidden"].iter().any(|hidden| style.contains(hidden));
    !is_nothing("width") && !is_nothing("height") && !is_hidden
}

/// What a page says of itself ahead of its text is not shown in a frame.
fn without_head(html: &str) -> &str {
    find(html, "</head").or_else(|| find(html, "<body")).map_or(html, |at| &html[at..])
}

/// An address as it stands on the page at `base`.
fn joined(base: &str, address: &str) -> String {
    let scheme = base.find("://").map_or(0, |at| at + 3);
    let host = base[scheme..].find('/').map_or(base.len(), |at| scheme + at);
    if address.contains("://") {
        address.to_owned()
    } else if let Some(rest) = address.strip_prefix("//") {
        base[..scheme].to_owned() + rest
    } else if address.starts_with('/') {
        base[..host].to_owned() + address
    } else {
        let path = &base[..base.find(['?', '#']).unwrap_or(base.len())];
        let folder = path.rfind('/').filter(|at| *at >= host).map_or(path.len(), |at| at + 1);
        format!("{}{}{address}", &path[..folder], if folder > host { "" } else { "/" })
    }
}
