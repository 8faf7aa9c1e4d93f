//! Bytes → text: decoding, unpacking, the signs of fonts that have their own.

pub(super) mod decode;
#[cfg(any(feature = "office", feature = "pdf"))]
pub(super) mod signs;
pub(super) mod unpack;
