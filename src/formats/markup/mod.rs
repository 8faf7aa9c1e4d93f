//! Text that its writer has marked up: reStructuredText, AsciiDoc, Org, LaTeX, Typst – line scanners for sections, code, lists, terms
//! and links –, and plain text, of which little is known.

mod asciidoc;
mod diagram;
mod latex;
mod org;
pub(in crate::formats) mod plain;
mod rst;
mod scan;
mod tables;
mod tex;
mod typst;

pub(super) use asciidoc::parse as parse_asciidoc;
pub(super) use diagram::parse as parse_diagram;
pub(super) use latex::parse as parse_latex;
pub(super) use org::parse as parse_org;
pub(super) use rst::parse as parse_rst;
pub(super) use typst::parse as parse_typst;
