//! Text that its writer has marked up: reStructuredText, AsciiDoc, Org, LaTeX, Typst – line scanners for sections, code, lists, terms
//! and links –, and plain text, of which little is known.
//!
//! - `asciidoc`: AsciiDoc: sections, delimited blocks, tables, lists, terms, links, by the rules of Asciidoctor.
//! - `columns`: simple tables of reStructuredText: columns between rules of `=`, cells over several columns above rules
//!   of `-`.
//! - `diagram`: diagrams written as text – Mermaid, PlantUML, DOT, D2 – in files of their own: one diagram, called by
//!   its title.
//! - `grid`: grids of reStructuredText: cells between drawn borders, over several rows and columns too.
//! - `latex`: laTeX: sections, paragraphs, lists, code, tables, figures, labels, references and files that are taken
//!   in.
//! - `latex_statements`: what LaTeX sets off from the text: theorems, proofs, abstracts; notes.
//! - `latex_table`: tables of LaTeX: rows, and cells that span others.
//! - `org`: headlines by `*`, `#+BEGIN_SRC` blocks, lists, descriptions and `[[links]]`.
//! - `org_links`: links of Org: files with places in them, headlines, targets, addresses, pictures.
//! - `plain`: plain text: paragraphs, and headings where they are beyond doubt; or text alone.
//! - `rst`: reStructuredText: sections by underlines, directives, literal blocks, definition lists.
//! - `scan`: the common part of the line scanners: lines with their places, and the blocks made of them.
//! - `tables`: tables as they are drawn in text: bars of Org, and those that directives make of lists and CSV.
//! - `tex`: the syntax of TeX: comments, arguments, and the text that commands leave on paper.
//! - `typst`: typst: headings by `=`, raw blocks, lists, terms, figures, labels, references and files that are taken
//!   in.
//! - `typst_calls`: calls of Typst by which a text is set off: headings, quotations, figures, notes.
//! - `typst_table`: tables of Typst: cells that flow into rows.

mod asciidoc;
mod columns;
mod diagram;
mod grid;
mod latex;
mod latex_statements;
mod latex_table;
mod org;
mod org_links;
pub(in crate::formats) mod plain;
mod rst;
mod scan;
mod tables;
mod tex;
mod typst;
mod typst_calls;
mod typst_table;

pub(super) use asciidoc::parse as parse_asciidoc;
pub(super) use diagram::parse as parse_diagram;
pub(super) use latex::parse as parse_latex;
pub(super) use org::parse as parse_org;
pub(super) use rst::parse as parse_rst;
pub(super) use typst::parse as parse_typst;
