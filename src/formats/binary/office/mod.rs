//! Documents of offices, books and mail: packages of XML parts, messages → HTML → what the reader of HTML makes of it.
//!
//! The text of such a document is written here; its lines are those of that text. Nothing outside of the package is
//! ever read, entities are not expanded, and what unpacks to more than its share is cut.
//!
//! - `anchors`: places of a text that links lead to: bookmarks, each the section in which it stands.
//! - `cells`: cells of tables: what they show, what they hold, how far they reach.
//! - `comments`: comments on cells and slides: where they stand, who wrote them, what they say.
//! - `days`: days and times as sheets count and write them.
//! - `drawing`: charts and diagrams that a document draws from parts of their own: what they say, a chart as the table
//!   behind it.
//! - `epub`: books: the chapters in the order of the spine, each the HTML that it is.
//! - `html`: HTML in the making: blocks, lists by level, tables; every block on a line of its own.
//! - `inline`: HTML within a line: escaped text, links, pictures, cells.
//! - `frames`: what frames of such a page show.
//! - `mail`: mail: messages (RFC 5322, MIME), mailboxes of them, and web pages that were saved as one message.
//! - `margins`: headers and footers: what stands in the margins of pages, once for all of them, behind the text.
//! - `number_format`: numbers as sheets show them: the codes of their formats, and what these make of a number.
//! - `numbering`: numbers of lists and headings as word documents count them.
//! - `odf`: OpenDocument: texts, slides and sheets.
//! - `package`: a package: parts by name, unpacked within bounds, and the relations between them.
//! - `pptx`: slides: each a section named by its title, with its texts, lists, tables and notes.
//! - `sheet`: a sheet: its cells → tables, those that the file declares or the one that is there.
//! - `word`: word documents.
//! - `xlsx`: sheets: each a section with its tables; a sheet costs what it holds, whatever it claims.
//! - `xml`: XML as tokens: tags by their local names, and text.

#[cfg(feature = "office")]
mod anchors;
#[cfg(feature = "office")]
mod cells;
#[cfg(feature = "office")]
mod comments;
#[cfg(feature = "office")]
mod days;
#[cfg(feature = "office")]
mod drawing;
#[cfg(feature = "office")]
mod epub;
#[cfg(feature = "office")]
mod frames;
#[cfg(feature = "office")]
mod html;
#[cfg(feature = "office")]
mod inline;
#[cfg(feature = "office")]
mod mail;
#[cfg(feature = "office")]
mod margins;
#[cfg(feature = "office")]
mod number_format;
#[cfg(feature = "office")]
mod numbering;
#[cfg(feature = "office")]
mod odf;
#[cfg(feature = "office")]
mod package;
#[cfg(feature = "office")]
mod pptx;
#[cfg(feature = "office")]
mod sheet;
#[cfg(feature = "office")]
mod word;
#[cfg(feature = "office")]
mod xlsx;
#[cfg(feature = "office")]
mod xml;

use crate::document::Document;
#[cfg(feature = "office")]
use crate::document::Problem;
use crate::formats::markup::plain::without_text;

/// The writer of one kind of file; true if something was left out for its size.
#[cfg(feature = "office")]
type Write = fn(&[u8], &mut html::Html) -> Result<bool, &'static str>;

/// Writes what is in a package.
#[cfg(feature = "office")]
fn packed(
    bytes: &[u8],
    out: &mut html::Html,
    write: fn(&mut package::Package<'_>, &mut html::Html) -> Result<(), &'static str>,
) -> Result<bool, &'static str> {
    let mut package = package::Package::open(bytes)?;
    write(&mut package, out)?;
    if package.has_entities {
        out.lose("entities that it declares itself, which are not expanded".to_owned());
    }
    Ok(package.is_cut)
}

#[cfg(feature = "office")]
fn read(bytes: &[u8], write: Write) -> Document {
    let mut out = html::Html::of(bytes.len());
    let written = write(bytes, &mut out);
    match written {
        Ok(is_cut) => {
            out.is_cut |= is_cut;
            let mut told = std::mem::take(&mut out.remarks);
            told.extend(out.told_as_lost());
            let mut document = out.finish();
            if document.text.trim().is_empty() && told.is_empty() {
                told.push("no text".to_owned());
            }
            document.problems.extend(told.into_iter().map(|message| Problem { line: 0, message }));
            document
        }
        Err(reason) => without_text(reason),
    }
}

macro_rules! readers {
    ($($(#[$doc:meta])* $name:ident => $write:expr;)*) => {$(
        $(#[$doc])*
        #[cfg(feature = "office")]
        pub(in crate::formats) fn $name(bytes: &[u8]) -> Document {
            read(bytes, $write)
        }

        $(#[$doc])*
        #[cfg(not(feature = "office"))]
        pub(in crate::formats) fn $name(_: &[u8]) -> Document {
            without_text("docql was built without `office`; cargo build --features office builds it with")
        }
    )*};
}

readers! {
    /// Reads a text document (ISO/IEC 29500).
    parse_docx => |bytes, out| packed(bytes, out, word::document::write);
    /// Reads slides (ISO/IEC 29500).
    parse_pptx => |bytes, out| packed(bytes, out, pptx::write);
    /// Reads sheets (ISO/IEC 29500).
    parse_xlsx => |bytes, out| packed(bytes, out, xlsx::write);
    /// Reads an OpenDocument text, presentation or spreadsheet (ISO/IEC 26300).
    parse_odf => |bytes, out| packed(bytes, out, odf::document::write);
    /// Reads a book (EPUB 2 and 3).
    parse_epub => |bytes, out| packed(bytes, out, epub::write);
    /// Reads mail: a message, a mailbox, a page that was saved as a message.
    parse_mail => mail::write;
}
