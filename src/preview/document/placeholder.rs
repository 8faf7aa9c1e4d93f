//! Placeholders, where nothing can be shown.

use crate::document::Scope;
use crate::preview::canvas::rendering::PictureFact;
use crate::preview::line::spans::{MIN_WIDTH, PreviewLine, PreviewSpan};
use crate::stdx::{clip, display_width, printable};

/// Bytes of a binary file that are shown.
const MAX_HEX_BYTES: usize = 512;

/// Reasons why there is no text.
#[derive(Clone, Copy, Debug)]
pub enum Placeholder<'p> {
    /// The file is not text.
    Binary {
        /// Its size.
        bytes: u64,
        /// Its first bytes.
        head: &'p [u8],
        /// If it is a picture, its width and height in pixels.
        picture: Option<PictureFact>,
    },
    /// The file is larger than what is read.
    TooLarge {
        /// Its size.
        bytes: u64,
        /// The largest size that is read.
        limit: u64,
    },
    /// The file could not be read.
    Unreadable {
        /// The reason in the words of the system.
        reason: &'p str,
    },
    /// The file is not there any more.
    Deleted,
    /// The file has no content.
    Empty,
    /// The file has not been read yet.
    Loading,
}

/// The lines that take the place of a document.
pub fn placeholder(kind: Placeholder, width: u16) -> Vec<PreviewLine> {
    let width = (width as usize).max(MIN_WIDTH);
    let note = |text: &str| line(width, vec![PreviewSpan::decoration(printable(text), Scope::Comment)]);
    match kind {
        Placeholder::Binary { bytes, head, picture } => {
            let pixels = picture
                .map_or_else(String::new, |PictureFact { size: (width, height), .. }| format!(" {width}×{height},"));
            let reason = match picture {
                Some(PictureFact { shown: Err(Some(reason)), .. }) => format!("; not shown: {reason}"),
                _ => String::new(),
            };
            let what = if picture.is_some() { "picture" } else { "binary file" };
            let about = note(&format!("{what}: {},{pixels} {}{reason}", magic(head), size(bytes)));
            let mut lines = vec![about, PreviewLine::default()];
            lines.extend(hex(head, width));
            lines
        }
        Placeholder::TooLarge { bytes, limit } => {
            vec![note(&format!("{} is more than the limit of {}", size(bytes), size(limit)))]
        }
        Placeholder::Unreadable { reason } => {
            divided(&format!("cannot be read: {reason}"), width).iter().map(|part| note(part)).collect()
        }
        Placeholder::Deleted => vec![note("deleted since it was indexed")],
        Placeholder::Empty => vec![note("empty file")],
        Placeholder::Loading => vec![note("reading …")],
    }
}

/// A sentence as lines of `width` cells, divided between its words.
fn divided(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if display_width(line) + 1 + display_width(word) <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// A line cut to `width` cells.
fn line(width: usize, spans: Vec<PreviewSpan>) -> PreviewLine {
    let mut room = width;
    let cut = spans.into_iter().map(|span| {
        let text = clip(&span.text, room);
        room -= display_width(&text).min(room);
        PreviewSpan { text, ..span }
    });
    PreviewLine { spans: cut.filter(|span| !span.text.is_empty()).collect(), ..PreviewLine::default() }
}

/// Offset, bytes and characters, sixteen or eight to a line.
fn hex(head: &[u8], width: usize) -> Vec<PreviewLine> {
    let per_line = if width >= 10 + 16 * 3 + 1 + 16 { 16 } else { 8 };
    let rows = head[..head.len().min(MAX_HEX_BYTES)].chunks(per_line).enumerate();
    rows.map(|(row, bytes)| {
        let digits: String = bytes.iter().map(|byte| format!("{byte:02x} ")).collect();
        let shown = |byte: &u8| if (b' '..=b'~').contains(byte) { *byte as char } else { '·' };
        let characters: String = bytes.iter().map(shown).collect();
        let spans = vec![
            PreviewSpan::decoration(format!("{:08x}  ", row * per_line), Scope::Comment),
            PreviewSpan::decoration(format!("{digits:<0$} ", per_line * 3), Scope::Number),
            PreviewSpan::decoration(characters, Scope::String),
        ];
        line(width, spans)
    })
    .collect()
}

/// The name of a well-known format, by the first bytes of a file.
fn magic(head: &[u8]) -> &'static str {
    const MAGIC: &[(&[u8], &str)] = &[
        (b"\x7fELF", "ELF program"),
        (b"MZ", "Windows program"),
        (b"\xca\xfe\xba\xbe", "Java class or universal program"),
        (b"\xcf\xfa\xed\xfe", "macOS program"),
        (b"\0asm", "WebAssembly"),
        (b"\x89PNG", "PNG image"),
        (b"\xff\xd8\xff", "JPEG image"),
        (b"GIF8", "GIF image"),
        (b"RIFF", "RIFF media"),
        (b"%PDF", "PDF document"),
        (b"PK\x03\x04", "ZIP archive"),
        (b"\x1f\x8b", "gzip archive"),
        (b"\x28\xb5\x2f\xfd", "zstd archive"),
        (b"BZh", "bzip2 archive"),
        (b"\xfd7zXZ", "xz archive"),
        (b"7z\xbc\xaf", "7z archive"),
        (b"SQLite format 3", "SQLite database"),
        (b"OggS", "Ogg media"),
        (b"ID3", "MP3 audio"),
        (b"wOF2", "web font"),
        (b"\0\x01\0\0", "TrueType font"),
    ];
    MAGIC.iter().find(|(start, _)| head.starts_with(start)).map_or("unknown format", |(_, name)| name)
}

/// A size for people.
fn size(bytes: u64) -> String {
    const UNITS: [&str; 5] = ["bytes", "kB", "MB", "GB", "TB"];
    let mut value = bytes as f64;
    let mut unit = 0;
    while value >= 1000.0 && unit + 1 < UNITS.len() {
        value /= 1000.0;
        unit += 1;
    }
    match unit {
        0 => format!("{bytes} bytes"),
        _ => format!("{value:.1} {}", UNITS[unit]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn placeholders_say_what_is_known() {
        let lines =
            placeholder(Placeholder::Binary { bytes: 1_234_567, head: b"\x89PNG\r\n\x1a\n\0\0", picture: None }, 80);
        assert_eq!(lines[0].text(), "binary file: PNG image, 1.2 MB");
        assert_eq!(lines[2].text(), "00000000  89 50 4e 47 0d 0a 1a 0a 00 00                    ·PNG······");
        let note = placeholder(Placeholder::Unreadable { reason: "per\x1b[31mmission" }, 20);
        assert_eq!(note[0].text(), "cannot be read:");
        assert!(note[1].text().starts_with("per") && note[1].text().ends_with("mission"), "{}", note[1].text());
        let note = placeholder(Placeholder::Unreadable { reason: "slides of before 2007; save them as .pptx" }, 24);
        assert_eq!(
            note.iter().map(PreviewLine::text).collect::<Vec<_>>().join("|"),
            "cannot be read: slides|of before 2007; save|them as .pptx"
        );
    }
}
