//! What a vector is made of: a text, or a picture.

use std::fmt;

/// A picture as it is sent: the bytes of its file.
#[derive(Clone, PartialEq, Eq)]
pub struct PictureBytes {
    bytes: Vec<u8>,
    media_type: &'static str,
}

impl PictureBytes {
    /// The picture in `bytes`, which are of this type: `image/png`.
    pub fn new(bytes: Vec<u8>, media_type: &'static str) -> PictureBytes {
        PictureBytes { bytes, media_type }
    }

    /// The hash of its bytes: a copy by another name has the same.
    pub fn hash(&self) -> u64 {
        xxhash_rust::xxh3::xxh3_64(&self.bytes)
    }

    /// Its bytes.
    pub fn size(&self) -> usize {
        self.bytes.len()
    }

    /// Its bytes as text (RFC 4648).
    pub(super) fn base64(&self) -> String {
        base64(&self.bytes)
    }

    /// Its bytes as an address (RFC 2397).
    pub(super) fn data_url(&self) -> String {
        format!("data:{};base64,{}", self.media_type, self.base64())
    }
}

impl fmt::Debug for PictureBytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Picture({}, {} bytes)", self.media_type, self.bytes.len())
    }
}

/// What a vector is made of.
#[derive(Clone, Copy, Debug)]
pub enum Input<'i> {
    /// A text.
    Text(&'i str),
    /// A picture.
    Picture(&'i PictureBytes),
}

impl<'i> From<&'i str> for Input<'i> {
    fn from(text: &'i str) -> Input<'i> {
        Input::Text(text)
    }
}

impl<'i> From<&'i String> for Input<'i> {
    fn from(text: &'i String) -> Input<'i> {
        Input::Text(text)
    }
}

impl<'i> From<&'i PictureBytes> for Input<'i> {
    fn from(picture: &'i PictureBytes) -> Input<'i> {
        Input::Picture(picture)
    }
}

impl Input<'_> {
    /// What several like it are called.
    pub(super) fn noun(&self) -> &'static str {
        match self {
            Input::Text(_) => "texts",
            Input::Picture(_) => "pictures",
        }
    }
}

fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for three in bytes.chunks(3) {
        let bits = three.iter().fold(0u32, |bits, byte| bits << 8 | u32::from(*byte)) << (8 * (3 - three.len()));
        for place in 0..4 {
            let digit = DIGITS[(bits >> (18 - 6 * place) & 63) as usize];
            text.push(if place <= three.len() { char::from(digit) } else { '=' });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_written_as_rfc_4648_has_it() {
        let cases =
            [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE=")];
        for (bytes, text) in cases {
            assert_eq!(base64(bytes.as_bytes()), text);
        }
        assert_eq!(base64(&[0xfb, 0xff, 0xfe]), "+//+");
        let picture = PictureBytes::new(b"foo".to_vec(), "image/png");
        assert_eq!(picture.data_url(), "data:image/png;base64,Zm9v");
    }
}
