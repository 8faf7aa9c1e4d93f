//! reStructuredText, AsciiDoc and Org: line scanners for sections, code, lists, terms and links.

mod asciidoc;
mod org;
mod rst;
mod scan;

pub(super) use asciidoc::parse as parse_asciidoc;
pub(super) use org::parse as parse_org;
pub(super) use rst::parse as parse_rst;
