//! Pictures: their kind and size, and the words that came with them – EXIF, and the text of PNG. Pixels are not decoded.

use crate::document::{Document, Kind};
use crate::formats::draft::nodes::Draft;
use exif::{Exif, In, Tag, Value};
use flate2::read::ZlibDecoder;
use imagesize::ImageType;
use std::io::{Cursor, Read};

/// The bytes of a file that are read: EXIF takes 64 KB at most, colour profiles and thumbnails stand around it.
pub const HEAD_BYTES: usize = 256 << 10;

/// The largest picture of which a service is asked for the vector, in bytes of its file.
pub const MAX_SENT_BYTES: usize = 8 << 20;

/// The same in pixels: a small file may unpack to more than a service has memory for.
const MAX_SENT_PIXELS: usize = 64_000_000;

/// Kinds of pictures that are sent, and how they are called on the way (RFC 6838).
const SENT: &[(ImageType, &str)] = &[
    (ImageType::Png, "image/png"),
    (ImageType::Jpeg, "image/jpeg"),
    (ImageType::Gif, "image/gif"),
    (ImageType::Webp, "image/webp"),
];

/// Reasons why a picture is not sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum UnsentPicture {
    /// It is of another kind, whatever its name says.
    #[error("it is no PNG, JPEG, GIF or WebP")]
    Kind,
    /// Its file is too large.
    #[error("it is larger than {}", crate::stdx::size(MAX_SENT_BYTES as u64))]
    Bytes,
    /// It has too many pixels, or does not say how many.
    #[error("it has more than {} million pixels, or does not say how many", MAX_SENT_PIXELS / 1_000_000)]
    Pixels,
}

/// The type of a picture that may be sent to a service, by its bytes: `image/png`.
///
/// # Errors
/// [`UnsentPicture`] says why it may not.
pub fn sent_type(bytes: &[u8]) -> Result<&'static str, UnsentPicture> {
    let kind = imagesize::image_type(bytes).map_err(|_| UnsentPicture::Kind)?;
    let row = SENT.iter().find(|(sent, _)| *sent == kind).ok_or(UnsentPicture::Kind)?;
    if bytes.len() > MAX_SENT_BYTES {
        return Err(UnsentPicture::Bytes);
    }
    let size = imagesize::blob_size(bytes).map_err(|_| UnsentPicture::Pixels)?;
    let pixels = size.width.saturating_mul(size.height);
    if (1..=MAX_SENT_PIXELS).contains(&pixels) { Ok(row.1) } else { Err(UnsentPicture::Pixels) }
}

/// Bytes of what one key says that are kept.
const MAX_VALUE_BYTES: usize = 16 << 10;

/// Texts of a picture that are kept.
const MAX_TEXTS: usize = 64;

const PNG_SIGNATURE: &[u8] = b"\x89PNG\r\n\x1a\n";

/// Keys of EXIF that say what a picture is about, and how they are called here.
const KEYS: &[(Tag, &str)] = &[
    (Tag::ImageDescription, "Description"),
    (Tag::UserComment, "Comment"),
    (Tag::Artist, "Author"),
    (Tag::Copyright, "Copyright"),
    (Tag::DateTimeOriginal, "Taken"),
    (Tag::Make, "Camera"),
    (Tag::Model, "Model"),
];

/// Reads the first bytes of a picture.
pub(in crate::formats) fn read(head: &[u8]) -> Document {
    parse_picture("", head)
}

/// Reads the first bytes of a picture in a file of this name: a line with its name and of facts, then a line for each text
/// that came with it, all of them one image, which is called by its title or by its file.
pub fn parse_picture(name: &str, head: &[u8]) -> Document {
    let mut texts = Vec::new();
    png_texts(head, &mut texts);
    let exif = exif::Reader::new().continue_on_error(true).read_from_container(&mut Cursor::new(head));
    if let Ok(exif) = exif.or_else(|error| error.distill_partial_result(|_| {})) {
        exif_texts(&exif, &mut texts);
    }
    let between = if name.is_empty() { "" } else { ": " };
    let mut text = format!("{name}{between}{}", facts(head)) + if texts.is_empty() { "" } else { "\n" };
    for (key, value) in &texts {
        text += &format!("\n{key}: {value}");
    }
    let title = texts.iter().find(|(key, _)| key == "Title").map_or(name, |(_, title)| title);
    let mut draft = Draft::new();
    draft.named(Kind::Image, 0..text.len(), title, "");
    text.push('\n');
    draft.finish(text)
}

/// `PNG, 640 × 480 pixels`.
fn facts(head: &[u8]) -> String {
    let kind = match imagesize::image_type(head) {
        Ok(ImageType::Bmp) => "BMP",
        Ok(ImageType::Gif) => "GIF",
        Ok(ImageType::Heif(_)) => "HEIF",
        Ok(ImageType::Ico) => "icon",
        Ok(ImageType::Jpeg) => "JPEG",
        Ok(ImageType::Jxl) => "JPEG XL",
        Ok(ImageType::Png) => "PNG",
        Ok(ImageType::Tiff) => "TIFF",
        Ok(ImageType::Webp) => "WebP",
        _ => return "a picture of a kind that is not known".to_owned(),
    };
    match imagesize::blob_size(head) {
        Ok(size) => format!("{kind}, {} × {} pixels", size.width, size.height),
        Err(_) => format!("{kind} of unknown size"),
    }
}

/// Adds what a key says, on one line and without what a screen cannot show.
fn add(texts: &mut Vec<(String, String)>, key: &str, value: &str) {
    let clipped = &value[..value.floor_char_boundary(MAX_VALUE_BYTES)];
    let plain = |text: &str| {
        let shown: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        shown.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let (key, value) = (plain(key), plain(clipped));
    let is_new = !texts.iter().any(|(_, known)| *known == value);
    if texts.len() < MAX_TEXTS && is_new && value.chars().any(char::is_alphanumeric) {
        texts.push((key, value));
    }
}

/// The texts of a PNG (ISO/IEC 15948, 11.3.3): `tEXt`, `zTXt`, `iTXt`. Those that hold data of programs are left out.
fn png_texts(head: &[u8], texts: &mut Vec<(String, String)>) {
    let Some(mut rest) = head.strip_prefix(PNG_SIGNATURE) else { return };
    while let Some((chunk, after)) = chunk(rest) {
        rest = after;
        let (kind, data) = chunk;
        if !matches!(kind, b"tEXt" | b"zTXt" | b"iTXt") {
            continue;
        }
        let Some((key, value)) = cut(data) else { continue };
        let key = latin1(key);
        let value = match kind {
            b"tEXt" => Some(latin1(value)),
            b"zTXt" => value.split_first().map(|(_, packed)| latin1(&inflated(packed))),
            _ => international(value),
        };
        let is_data = key.len() > 79 || key.contains(':') || key.starts_with("Raw profile") || key == "mxfile";
        if let Some(value) = value.filter(|_| !is_data) {
            add(texts, &key, &value);
        }
    }
}

/// A chunk: its kind and its data.
type Chunk<'b> = (&'b [u8; 4], &'b [u8]);

/// The first chunk, and what follows it.
fn chunk(bytes: &[u8]) -> Option<(Chunk<'_>, &[u8])> {
    let (length, rest) = bytes.split_first_chunk::<4>()?;
    let (kind, rest) = rest.split_first_chunk::<4>()?;
    let (data, rest) = rest.split_at_checked(u32::from_be_bytes(*length) as usize)?;
    Some(((kind, data), rest.get(4..)?))
}

/// What stands before and behind the first zero.
fn cut(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let at = memchr::memchr(0, bytes)?;
    Some((&bytes[..at], &bytes[at + 1..]))
}

/// The value of an `iTXt`: whether it is packed, by which method, language, translated key, text.
fn international(value: &[u8]) -> Option<String> {
    let (is_packed, rest) = value.split_first()?;
    let (_, rest) = cut(rest.get(1..)?)?;
    let (_, text) = cut(rest)?;
    let text = if *is_packed == 1 { inflated(text) } else { text.to_vec() };
    Some(String::from_utf8_lossy(&text).into_owned())
}

fn inflated(packed: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::new();
    // What is cut or damaged says what it says up to there.
    let _ = ZlibDecoder::new(packed).take(MAX_VALUE_BYTES as u64).read_to_end(&mut bytes);
    bytes
}

fn latin1(bytes: &[u8]) -> String {
    bytes.iter().map(|&byte| char::from(byte)).collect()
}

fn exif_texts(exif: &Exif, texts: &mut Vec<(String, String)>) {
    for (tag, name) in KEYS {
        let Some(field) = exif.get_field(*tag, In::PRIMARY) else { continue };
        let value = match &field.value {
            Value::Ascii(parts) => parts.iter().map(|part| String::from_utf8_lossy(part)).collect::<Vec<_>>().join(" "),
            // The first eight bytes name the encoding.
            Value::Undefined(bytes, _) => String::from_utf8_lossy(bytes.get(8..).unwrap_or_default()).into_owned(),
            _ => continue,
        };
        add(texts, name, &value);
    }
    let position = (Tag::GPSLatitude, Tag::GPSLatitudeRef, Tag::GPSLongitude, Tag::GPSLongitudeRef);
    let degrees = |value: Tag, side: Tag| {
        let Value::Rational(parts) = &exif.get_field(value, In::PRIMARY)?.value else { return None };
        let [degrees, minutes, seconds] = parts.first_chunk::<3>()?;
        let sum = degrees.to_f64() + minutes.to_f64() / 60.0 + seconds.to_f64() / 3600.0;
        let side = exif.get_field(side, In::PRIMARY)?.display_value().to_string();
        let sign = if matches!(side.as_str(), "S" | "W") { -1.0 } else { 1.0 };
        (sum.is_finite() && sum <= 180.0).then_some(sum * sign)
    };
    let (north, east) = (degrees(position.0, position.1), degrees(position.2, position.3));
    if let (Some(north), Some(east)) = (north, east) {
        add(texts, "Place", &format!("{north:.5}, {east:.5}"));
    }
}
