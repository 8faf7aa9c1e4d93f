//! Bytes → text: decoding, unpacking.

pub(super) mod decode;
pub(super) mod unpack;
