//! Headers and footers of OpenDocument: they stand in the styles of pages.

use crate::formats::binary::office::margins::{Margins, is_said};
use crate::formats::binary::office::xml::{Token, each};

/// Fields that differ from page to page, or from day to day.
const COUNTED: &[&str] = &["page-number", "page-count", "page-continuation", "sheet-name", "date", "time", "file-name"];

/// The headers and footers that the styles of a document hold.
pub(in crate::formats::binary::office) fn margins(xml: &[u8]) -> Margins {
    let mut margins = Margins::default();
    // How deep what is read is nested in a header or footer, and in what is left out of it.
    let (mut depth, mut skipped) = (0_usize, 0_usize);
    let (mut text, mut is_counted) = (String::new(), false);
    each(xml, &mut |token| match token {
        Token::Open(tag) if depth == 0 => {
            let is_margin = tag.name.starts_with("header") || tag.name.starts_with("footer");
            let is_one = matches!(tag.name.get(6..), Some("" | "-left" | "-first"));
            if is_margin && is_one && tag.get("display").is_none_or(|shown| shown != "false") {
                depth = 1;
            }
        }
        Token::Open(tag) => {
            depth += 1;
            is_counted |= COUNTED.contains(&tag.name);
            skipped += usize::from(skipped > 0 || COUNTED.contains(&tag.name));
            if matches!(tag.name, "tab" | "line-break" | "s") {
                text.push(' ');
            }
        }
        Token::Close(_) if depth == 0 => {}
        Token::Close(name) => {
            depth -= 1;
            skipped = skipped.saturating_sub(1);
            if matches!(name, "p" | "h") || depth == 0 {
                let told = std::mem::take(&mut text);
                if !std::mem::take(&mut is_counted) || is_said(&told) {
                    margins.add_text(&told);
                }
            }
        }
        Token::Text(part) if depth > 0 && skipped == 0 => text.push_str(part),
        Token::Text(_) => {}
    });
    margins
}
