//! Codes of a font → characters and widths.
//!
//! - `cmap`: codes by a table of the file, or by one that is predefined.
//! - `truetype`, `cff`: characters that a font's own program tells.
//! - `japan`: the characters of a collection without such a table.
//! - `encoding`: codes by names of glyphs.
//! - `font`: whichever of them a font has.

pub(in crate::formats::binary::pdf) mod cff;
pub(in crate::formats::binary::pdf) mod cmap;
pub(in crate::formats::binary::pdf) mod encoding;
pub(in crate::formats::binary::pdf) mod font;
pub(in crate::formats::binary::pdf) mod japan;
pub(in crate::formats::binary::pdf) mod truetype;
