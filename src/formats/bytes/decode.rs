//! Bytes → text: byte order marks, UTF-8, and a guess for everything older.

use encoding_rs::Encoding;

/// The content of a file.
#[derive(Debug, PartialEq)]
pub enum Decoded {
    /// Text, without a byte order mark.
    Text {
        /// The text.
        text: String,
        /// The name of the encoding it was in.
        encoding: &'static str,
        /// True if bytes were lost: they did not fit the encoding.
        lossy: bool,
    },
    /// Not text.
    Binary,
}

/// Reads `bytes` as text if they are text.
pub fn decode(bytes: Vec<u8>) -> Decoded {
    if let Some(decoded) = by_mark(&bytes) {
        return decoded;
    }
    if memchr::memchr(0, &bytes).is_some() {
        return match wide_without_mark(&bytes) {
            Some(encoding) => by(encoding, &bytes),
            None => Decoded::Binary,
        };
    }
    match String::from_utf8(bytes) {
        Ok(text) => Decoded::Text { text, encoding: "UTF-8", lossy: false },
        Err(error) => by_guess(error.as_bytes()),
    }
}

/// The text of bytes that are what most files are, UTF-8 without a mark: as [`decode`] reads it, and in place.
pub fn plain_text(bytes: &[u8]) -> Option<&str> {
    if bytes.starts_with(b"\xef\xbb\xbf") || memchr::memchr(0, bytes).is_some() {
        return None;
    }
    std::str::from_utf8(bytes).ok()
}

/// Byte order marks; the one of UTF-32 starts like the one of UTF-16 and is looked for first.
fn by_mark(bytes: &[u8]) -> Option<Decoded> {
    let text = |text: String, encoding| Some(Decoded::Text { text, encoding, lossy: false });
    if let Some(rest) = bytes.strip_prefix(&[0xff, 0xfe, 0, 0]) {
        return utf32(rest, u32::from_le_bytes).map(|(text, lossy)| Decoded::Text {
            text,
            encoding: "UTF-32LE",
            lossy,
        });
    }
    if let Some(rest) = bytes.strip_prefix(&[0, 0, 0xfe, 0xff]) {
        return utf32(rest, u32::from_be_bytes).map(|(text, lossy)| Decoded::Text {
            text,
            encoding: "UTF-32BE",
            lossy,
        });
    }
    let (encoding, mark) = Encoding::for_bom(bytes)?;
    let rest = &bytes[mark..];
    if encoding == encoding_rs::UTF_8 {
        return match std::str::from_utf8(rest) {
            _ if memchr::memchr(0, rest).is_some() => Some(Decoded::Binary),
            Ok(valid) => text(valid.to_owned(), "UTF-8"),
            Err(_) => Some(by(encoding, rest)),
        };
    }
    Some(by(encoding, rest))
}

fn utf32(bytes: &[u8], read: fn([u8; 4]) -> u32) -> Option<(String, bool)> {
    let mut lossy = !bytes.len().is_multiple_of(4);
    let text = bytes
        .chunks_exact(4)
        .map(|unit| {
            let unit = read([unit[0], unit[1], unit[2], unit[3]]);
            char::from_u32(unit).unwrap_or_else(|| {
                lossy = true;
                char::REPLACEMENT_CHARACTER
            })
        })
        .collect();
    Some((text, lossy))
}

/// UTF-16 of mostly Latin text has a zero in every other byte.
fn wide_without_mark(bytes: &[u8]) -> Option<&'static Encoding> {
    let head = &bytes[..bytes.len().min(2_000) & !1];
    let zeros = |first: usize| head.iter().skip(first).step_by(2).filter(|byte| **byte == 0).count();
    let (even, odd, half) = (zeros(0), zeros(1), head.len() / 2);
    if odd * 10 > half * 7 && even * 20 < half {
        Some(encoding_rs::UTF_16LE)
    } else if even * 10 > half * 7 && odd * 20 < half {
        Some(encoding_rs::UTF_16BE)
    } else {
        None
    }
}

fn by(encoding: &'static Encoding, bytes: &[u8]) -> Decoded {
    let (text, lossy) = encoding.decode_without_bom_handling(bytes);
    if mostly_controls(&text) {
        return Decoded::Binary;
    }
    Decoded::Text { text: text.into_owned(), encoding: encoding.name(), lossy }
}

fn by_guess(bytes: &[u8]) -> Decoded {
    let (valid, invalid) = utf8_tally(bytes);
    if invalid * 20 <= valid {
        // A UTF-8 file with a few broken or cut characters; any other encoding would garble all of it.
        return by(encoding_rs::UTF_8, bytes);
    }
    let mut detector = chardetng::EncodingDetector::new(chardetng::Iso2022JpDetection::Allow);
    // Enough to tell, and it keeps the cost of a large file down.
    detector.feed(&bytes[..bytes.len().min(1 << 18)], true);
    by(detector.guess(None, chardetng::Utf8Detection::Deny), bytes)
}

/// The numbers of multi-byte characters that are valid, and of places that are not.
fn utf8_tally(bytes: &[u8]) -> (usize, usize) {
    let mut tally = (0, 0);
    for chunk in bytes.utf8_chunks() {
        // Continuation bytes are not counted: one per character is.
        tally.0 += chunk.valid().bytes().filter(|byte| *byte >= 0xc0).count();
        tally.1 += usize::from(!chunk.invalid().is_empty());
    }
    tally
}

fn mostly_controls(text: &str) -> bool {
    let head: Vec<char> = text.chars().take(4_000).collect();
    let odd =
        |c: &&char| (c.is_control() && !matches!(c, '\t' | '\n' | '\r' | '\u{c}' | '\u{1b}')) || **c == '\u{fffd}';
    head.iter().filter(odd).count() * 10 > head.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(bytes: &[u8]) -> (String, &'static str, bool) {
        match decode(bytes.to_vec()) {
            Decoded::Text { text, encoding, lossy } => (text, encoding, lossy),
            Decoded::Binary => ("".into(), "binary", false),
        }
    }

    #[test]
    fn marks_are_read_and_removed() {
        assert_eq!(read(b"\xef\xbb\xbfa\n"), ("a\n".into(), "UTF-8", false));
        assert_eq!(read(b"\xff\xfea\0\xb6g"), ("a架".into(), "UTF-16LE", false));
        assert_eq!(read(b"\xfe\xff\0ag\xb6"), ("a架".into(), "UTF-16BE", false));
        assert_eq!(read(b"\xff\xfe\0\0a\0\0\0"), ("a".into(), "UTF-32LE", false));
        assert_eq!(read(b"\0\0\xfe\xff\0\0\0a"), ("a".into(), "UTF-32BE", false));
        assert_eq!(read(b""), ("".into(), "UTF-8", false));
    }

    #[test]
    fn what_is_read_in_place_is_what_is_decoded() {
        let samples: [&[u8]; 8] = [
            b"",
            b"a\n",
            "größe".as_bytes(),
            b"\xef\xbb\xbfa",
            b"\xff\xfea\0",
            b"a\0b\0",
            b"gr\xf6\xdfe",
            b"\0\0\xfe\xff",
        ];
        for bytes in samples {
            if let Some(text) = plain_text(bytes) {
                assert_eq!(read(bytes), (text.to_owned(), "UTF-8", false));
            }
        }
        assert_eq!(samples.iter().filter(|bytes| plain_text(bytes).is_some()).count(), 3);
    }

    #[test]
    fn older_encodings_are_guessed() {
        for (encoding, text) in [
            (encoding_rs::GBK, "系统架构设计说明书，本章介绍数据库的安装与配置方法。"),
            (encoding_rs::SHIFT_JIS, "これは日本語の文章です。設計について説明します。"),
            (encoding_rs::WINDOWS_1252, "Grüße aus München, déjà vu, naïve café"),
            (encoding_rs::EUC_KR, "이것은 한국어 문서입니다. 설치 방법을 설명합니다."),
        ] {
            let (bytes, _, _) = encoding.encode(text);
            assert_eq!(read(&bytes).0, text, "{}", encoding.name());
        }
    }

    #[test]
    fn binary_is_told_apart_and_a_cut_character_is_forgiven() {
        assert_eq!(decode(vec![0x7f, b'E', b'L', b'F', 0, 0, 1]), Decoded::Binary);
        assert_eq!(decode((1..=255).cycle().take(5_000).collect()), Decoded::Binary);
        let cut = &"架构设计说明书架构设计说明书架构设计说明书".as_bytes()[..61];
        assert!(matches!(decode(cut.to_vec()), Decoded::Text { encoding: "UTF-8", lossy: true, .. }));
        assert_eq!(read("a\0b\0c\0d\0e\0".as_bytes()), ("abcde".into(), "UTF-16LE", false));
    }
}
