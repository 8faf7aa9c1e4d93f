//! Mail: messages (RFC 5322, MIME), mailboxes of them, and web pages that were saved as one message.
//!
//! Each message is a section named by its subject, with who wrote it, its text, and its attachments by name. Of a message
//! in two forms the plain one is read. `mail-parser` takes it apart; nothing that a message names is fetched.

use super::frames::Frames;
use super::html::{Html, Mark};
use super::inline::{escaped, link};
use mail_parser::{Address, Encoding, Message, MessageParser, MessagePart, MimeHeaders, PartType};

/// Messages of a mailbox that are read.
const MAX_MESSAGES: usize = 50_000;

/// Bytes of text that are written.
const MAX_TEXT: usize = 32 << 20;

/// Bytes of an attached text that are read.
const MAX_ATTACHED: usize = 256 << 10;

/// Messages that are attached to each other, at most.
const DEEPEST: usize = 4;

/// Messages that may lie in each other; the parser descends into all of them.
const MAX_NESTED: usize = 300;

/// The first bytes of a mailbox.
const MAILBOX: &[u8] = b"From ";

/// Writes all messages; true if something was left out for its size.
pub(super) fn write(bytes: &[u8], out: &mut Html) -> Result<bool, &'static str> {
    let mut room = MAX_TEXT;
    let mut has_some = false;
    for (number, raw) in messages(bytes).enumerate() {
        if number >= MAX_MESSAGES || room == 0 {
            out.lose(format!("what comes behind the first {number} messages"));
            return Ok(false);
        }
        if nested(raw) > MAX_NESTED {
            plain(&String::from_utf8_lossy(raw), out);
            has_some = true;
        } else if let Some(message) = MessageParser::default().parse(raw) {
            has_some |= !message.headers().is_empty();
            let before = out.length();
            let is_page = !bytes.starts_with(MAILBOX) && is_page(&message);
            write_message(&message, (1, is_page), out, &mut room);
            if out.length() == before {
                // What cannot be taken apart is read as it stands.
                plain(&String::from_utf8_lossy(raw), out);
            }
            room = room.saturating_sub(out.length() - before);
        }
    }
    if has_some { Ok(false) } else { Err("no message") }
}

/// How deep messages may lie in each other, at most: each that does is announced.
fn nested(raw: &[u8]) -> usize {
    let is = |at: usize, word: &[u8]| raw.get(at..at + word.len()).is_some_and(|part| part.eq_ignore_ascii_case(word));
    memchr::memchr2_iter(b'm', b'M', raw).filter(|&at| is(at, b"message/")).count()
        + memchr::memchr2_iter(b'd', b'D', raw).filter(|&at| is(at, b"digest")).count()
}

/// The messages of a mailbox (RFC 4155), or the one that it is.
fn messages(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    let is_mailbox = bytes.starts_with(MAILBOX);
    let mut rest = Some(bytes);
    std::iter::from_fn(move || {
        let bytes = rest.take()?;
        if !is_mailbox {
            return Some(bytes);
        }
        let start = memchr::memchr(b'\n', bytes).map_or(bytes.len(), |at| at + 1);
        let body = &bytes[start..];
        let next = memchr::memmem::find_iter(body, b"\nFrom ").map(|at| at + 1).find(|&at| is_separator(body, at));
        rest = next.map(|at| &body[at..]);
        Some(&body[..next.unwrap_or(body.len())])
    })
}

/// True if the line at `at` begins a message: an empty line is before it, and a time of day in it.
fn is_separator(bytes: &[u8], at: usize) -> bool {
    let before = bytes[..at].strip_suffix(b"\n").unwrap_or_default();
    let before = before.strip_suffix(b"\r").unwrap_or(before);
    let line = bytes[at..].split(|byte| *byte == b'\n').next().unwrap_or_default();
    before.ends_with(b"\n")
        && line.windows(3).any(|of| of[0].is_ascii_digit() && of[1] == b':' && of[2].is_ascii_digit())
}

/// Whether a message is a page that was saved: nobody sends it but the program that saved it, and what is read of it says
/// where it came from, or nothing says what it is about.
fn is_page(message: &Message<'_>) -> bool {
    let part = message.text_bodies().next().filter(|part| matches!(part.body, PartType::Html(_)));
    let is_letter = || message.subject().is_some() || message.date().is_some() || message.to().is_some();
    let is_snapshot = || message.header("Snapshot-Content-Location").is_some() || message.from().is_some_and(is_saved);
    let is_sent = message.from().is_some() && !is_snapshot();
    !is_sent && part.is_some_and(|part| part.content_location().is_some() || is_snapshot() || !is_letter())
}

/// Whether a sender is a program that saves pages: `<Saved by Blink>`, `"Saved by Windows Internet Explorer"`.
fn is_saved(from: &Address<'_>) -> bool {
    from.iter()
        .any(|of| [of.name(), of.address()].into_iter().flatten().any(|told| told.trim().starts_with("Saved by ")))
}

/// Writes a message at a level, or the page that it is.
fn write_message(message: &Message<'_>, (level, is_page): (usize, bool), out: &mut Html, room: &mut usize) {
    if !is_page {
        let subject = message.subject().map(str::trim).filter(|subject| !subject.is_empty());
        out.heading(level, &escaped(subject.unwrap_or("(no subject)")));
        out.paragraph(&envelope(message));
    }
    for part in message.text_bodies() {
        match &part.body {
            PartType::Html(html) if is_page => {
                out.raw(&Frames::of(message, part).filled(html, part.content_location()));
            }
            PartType::Html(html) => out.raw(&lowered(html)),
            PartType::Text(text) => plain(as_sent(message, part).unwrap_or(text), out),
            _ => {}
        }
    }
    if is_page {
        return;
    }
    let attached: Vec<&MessagePart<'_>> = message.attachments().collect();
    if !attached.is_empty() {
        out.heading(level + 1, "Attachments");
        attached.iter().for_each(|part| out.item(0, &Mark::Bullet, &named(part)));
    }
    for part in attached {
        match &part.body {
            PartType::Message(inner) if level < DEEPEST => write_message(inner, (level + 1, false), out, room),
            PartType::Text(text) if text.len() <= MAX_ATTACHED.min(*room) => {
                out.heading(level + 1, &escaped(part.attachment_name().unwrap_or("text")));
                text.lines().for_each(|line| out.code(&escaped(line)));
            }
            _ => {}
        }
    }
}

/// The text of a part that says that it is ASCII, and is UTF-8: programs that do not look at what they send name the
/// charset that a message without one has.
fn as_sent<'m>(message: &'m Message<'_>, part: &MessagePart<'_>) -> Option<&'m str> {
    let charset = part.content_type().and_then(|of| of.attribute("charset"));
    let is_ascii =
        charset.is_none_or(|name| name.eq_ignore_ascii_case("us-ascii") || name.eq_ignore_ascii_case("ascii"));
    let range = part.raw_body_offset() as usize..part.raw_end_offset() as usize;
    let raw = message.raw_message.get(range).filter(|_| is_ascii && part.encoding == Encoding::None)?;
    std::str::from_utf8(raw).ok().filter(|text| !text.is_ascii())
}

/// From, to, when.
fn envelope(message: &Message<'_>) -> String {
    let mut lines = Vec::new();
    let mut add = |name: &str, address: Option<&Address<'_>>| {
        let all: Vec<String> = address.into_iter().flat_map(people).collect();
        if !all.is_empty() {
            lines.push(format!("{name}: {}", all.join(", ")));
        }
    };
    add("From", message.from());
    add("To", message.to());
    add("Cc", message.cc());
    if let Some(date) = message.date() {
        let (year, month, day, hour, minute) = (date.year, date.month, date.day, date.hour, date.minute);
        lines.push(format!("Date: {year:04}-{month:02}-{day:02} {hour:02}:{minute:02}"));
    }
    lines.join("<br>")
}

/// `Ann &lt;ann@example.org&gt;`, as a link.
fn people(address: &Address<'_>) -> Vec<String> {
    let one = |of: &mail_parser::Addr<'_>| {
        let (name, at) = (of.name().unwrap_or_default().trim(), of.address().unwrap_or_default().trim());
        let shown = match (name, at) {
            ("", at) => at.to_owned(),
            (name, "") => name.to_owned(),
            (name, at) => format!("{name} <{at}>"),
        };
        link(Some(format!("mailto:{at}").as_str()).filter(|_| !at.is_empty()), &escaped(&shown))
    };
    address.iter().map(one).filter(|shown| !shown.is_empty()).collect()
}

/// An attachment by its name, its kind and its size.
fn named(part: &MessagePart<'_>) -> String {
    let kind = part.content_type().map(|of| format!("{}/{}", of.ctype(), of.subtype().unwrap_or_default()));
    let name = part.attachment_name().unwrap_or(if part.is_message() { "message" } else { "unnamed" });
    let size = crate::stdx::size(part.contents().len() as u64);
    escaped(&format!("{name} ({}{size})", kind.map_or_else(String::new, |kind| format!("{kind}, "))))
}

/// HTML whose headings stand one level lower: below that of its message.
fn lowered(html: &str) -> String {
    let mut out = String::with_capacity(html.len());
    let mut rest = html;
    while let Some(at) = rest.find('<') {
        let (before, tag) = rest.split_at(at);
        out.push_str(before);
        let name = tag.trim_start_matches(['<', '/']);
        let bytes = name.as_bytes();
        let taken = tag.len() - name.len();
        match bytes {
            [b'h' | b'H', level @ b'1'..=b'5', b' ' | b'>' | b'\n' | b'\t', ..] => {
                out.push_str(&tag[..taken]);
                out.push('h');
                out.push(char::from(level + 1));
                rest = &name[2..];
            }
            _ => {
                out.push_str(&tag[..taken]);
                rest = name;
            }
        }
    }
    out + rest
}

/// Plain text: paragraphs, quotations, lists, and what stands in columns as it stands.
fn plain(text: &str, out: &mut Html) {
    let mut paragraph: Vec<&str> = Vec::new();
    for line in text.lines().chain([""]) {
        // A mailbox marks lines that begin like its own.
        let line = line.strip_prefix('>').filter(|rest| rest.starts_with("From ")).unwrap_or(line);
        if line.trim().is_empty() {
            block(&std::mem::take(&mut paragraph), out);
        } else {
            paragraph.push(line);
        }
    }
}

/// The item that a line begins: whether it is numbered, and its text.
fn item(line: &str) -> Option<(bool, &str)> {
    let line = line.trim_start();
    let bullet = ["- ", "* ", "• "].iter().find_map(|mark| line.strip_prefix(mark));
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    let number = || line[digits..].strip_prefix([')', '.'])?.strip_prefix(' ').filter(|_| matches!(digits, 1..=3));
    bullet.map(|text| (false, text)).or_else(|| number().map(|text| (true, text)))
}

fn block(lines: &[&str], out: &mut Html) {
    let is_quote = |line: &str| line.starts_with('>');
    let is_code = |line: &str| {
        let of_patch = ["diff --git ", "@@ ", "+++ ", "--- ", "index "].iter().any(|start| line.starts_with(start));
        of_patch || line.starts_with("    ") || line.starts_with('\t') || line.trim_start().contains("   ")
    };
    let code = lines.iter().filter(|line| is_code(line)).count();
    if code * 2 > lines.len() || lines.first().is_some_and(|line| line.starts_with("diff --git ")) {
        lines.iter().for_each(|line| out.code(&escaped(line)));
        out.close();
        return;
    }
    let mut rest = lines;
    while let Some(first) = rest.first() {
        let length = match item(first) {
            _ if is_quote(first) => rest.iter().take_while(|line| is_quote(line)).count(),
            // What follows an item and is none belongs to it.
            Some(_) => 1 + rest[1..].iter().take_while(|line| item(line).is_none() && !is_quote(line)).count(),
            None => rest.iter().take_while(|line| item(line).is_none() && !is_quote(line)).count(),
        };
        let (taken, after) = rest.split_at(length.max(1));
        rest = after;
        let joined = |strip: &dyn Fn(&str) -> String| {
            escaped(&taken.iter().map(|line| strip(line)).collect::<Vec<_>>().join(" "))
        };
        match item(first) {
            _ if is_quote(first) => {
                out.quote(&joined(&|line| line.trim_start_matches(['>', ' ']).trim_end().to_owned()));
            }
            Some((is_numbered, _)) => {
                let text = joined(&|line| item(line).map_or(line, |(_, text)| text).trim().to_owned());
                out.item(0, if is_numbered { &Mark::Next } else { &Mark::Bullet }, &text);
            }
            None => out.paragraph(&joined(&|line| line.trim().to_owned())),
        }
    }
}
