//! Text that its writer has marked up: reStructuredText, AsciiDoc and Org – line scanners for sections, code, lists, terms
//! and links –, and plain text, of which little is known.

mod asciidoc;
mod org;
pub(in crate::formats) mod plain;
mod rst;
mod scan;

pub(super) use asciidoc::parse as parse_asciidoc;
pub(super) use org::parse as parse_org;
pub(super) use rst::parse as parse_rst;
