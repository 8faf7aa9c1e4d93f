//! SVG: the picture that the file is, called by its title.

use crate::document::{Document, Kind};
use crate::formats::draft::nodes::Draft;
use quick_xml::Reader;
use quick_xml::events::Event;

/// Bytes in which the title is looked for.
const MAX_HEAD_BYTES: usize = 64 << 10;

/// Reads an SVG file.
pub(in crate::formats) fn parse_svg(text: String) -> Document {
    let mut draft = Draft::new();
    let title = title(&text[..text.floor_char_boundary(MAX_HEAD_BYTES)]);
    draft.named(Kind::Image, 0..text.trim_end().len(), &title, "");
    draft.finish(text)
}

/// The first title that stands in it; empty if there is none.
fn title(text: &str) -> String {
    let mut reader = Reader::from_str(text);
    let (mut title, mut is_in) = (String::new(), false);
    loop {
        match reader.read_event() {
            Ok(Event::Start(tag)) if tag.local_name().as_ref() == "title" => is_in = true,
            Ok(Event::Text(written)) if is_in => title.push_str(&written),
            Ok(Event::GeneralRef(entity)) if is_in => {
                let written = format!("&{};", &*entity);
                title.push_str(&quick_xml::escape::unescape(&written).unwrap_or_default());
            }
            Ok(Event::End(_)) if is_in => return title,
            Ok(Event::Eof) | Err(_) => return title,
            Ok(_) => {}
        }
    }
}
