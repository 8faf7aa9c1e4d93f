//! Documents of offices and books: packages of XML parts → HTML → what the reader of HTML makes of it.
//!
//! The text of such a document is written here; its lines are those of that text. Nothing outside of the package is
//! ever read, entities are not expanded, and what unpacks to more than its share is cut.

#[cfg(feature = "office")]
mod docx;
#[cfg(feature = "office")]
mod epub;
#[cfg(feature = "office")]
mod html;
#[cfg(feature = "office")]
mod odf;
#[cfg(feature = "office")]
mod package;
#[cfg(feature = "office")]
mod pptx;
#[cfg(feature = "office")]
mod xlsx;
#[cfg(feature = "office")]
mod xml;

use crate::document::Document;
#[cfg(feature = "office")]
use crate::document::Problem;
use crate::formats::markup::plain::without_text;

/// The writer of one kind of package.
#[cfg(feature = "office")]
type Write = fn(&mut package::Package<'_>, &mut html::Html) -> Result<(), &'static str>;

#[cfg(feature = "office")]
fn read(bytes: &[u8], write: Write) -> Document {
    let mut out = html::Html::default();
    let written = package::Package::open(bytes).and_then(|mut package| {
        write(&mut package, &mut out)?;
        Ok(package.is_cut)
    });
    match written {
        Ok(is_cut) => {
            let mut document = out.finish();
            if is_cut {
                document.problems.push(Problem { line: 0, message: "unpacks to more than is read; cut".to_owned() });
            }
            document
        }
        Err(reason) => without_text(reason),
    }
}

macro_rules! readers {
    ($($(#[$doc:meta])* $name:ident => $write:path;)*) => {$(
        $(#[$doc])*
        #[cfg(feature = "office")]
        pub(super) fn $name(bytes: &[u8]) -> Document {
            read(bytes, $write)
        }

        $(#[$doc])*
        #[cfg(not(feature = "office"))]
        pub(super) fn $name(_: &[u8]) -> Document {
            without_text("docql was built without `office`; cargo build --features office builds it with")
        }
    )*};
}

readers! {
    /// Reads a text document (ISO/IEC 29500).
    parse_docx => docx::write;
    /// Reads slides (ISO/IEC 29500).
    parse_pptx => pptx::write;
    /// Reads sheets (ISO/IEC 29500).
    parse_xlsx => xlsx::write;
    /// Reads an OpenDocument text, presentation or spreadsheet (ISO/IEC 26300).
    parse_odf => odf::write;
    /// Reads a book (EPUB 2 and 3).
    parse_epub => epub::write;
}
