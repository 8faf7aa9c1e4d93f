//! The text of XML as it reads: what stands between its tags, an element a line.

use quick_xml::Reader;
use quick_xml::events::Event;

/// Elements that stand inside of a sentence, whatever their namespace is.
const INLINE: &[&str] =
    &["a", "abbr", "b", "code", "em", "font", "i", "q", "s", "small", "span", "strong", "sub", "sup", "u"];

/// The text of the elements of `xml`; `None` if it is not well-formed, or says nothing.
pub(in crate::formats) fn xml_text(xml: &str) -> Option<String> {
    let mut reader = Reader::from_str(xml);
    let mut lines = Lines::default();
    loop {
        match reader.read_event().ok()? {
            Event::Start(tag) | Event::Empty(tag) => lines.tag(tag.local_name().as_ref()),
            Event::End(tag) => lines.tag(tag.local_name().as_ref()),
            Event::Text(text) => lines.say(&text),
            Event::CData(text) => lines.say(&text),
            Event::GeneralRef(entity) => {
                let written = format!("&{};", &*entity);
                let character = quick_xml::escape::unescape(&written).map(std::borrow::Cow::into_owned);
                lines.say(&character.unwrap_or(written));
            }
            Event::Eof => break,
            _ => {}
        }
    }
    Some(lines.0.trim_end().to_owned()).filter(|text| !text.is_empty())
}

/// Lines with one space between words.
#[derive(Default)]
struct Lines(String);

impl Lines {
    fn say(&mut self, text: &str) {
        for (at, word) in text.split_whitespace().enumerate() {
            let is_apart = at > 0 || text.starts_with(char::is_whitespace);
            if is_apart && !self.0.is_empty() && !self.0.ends_with(['\n', ' ']) {
                self.0.push(' ');
            }
            self.0.push_str(word);
        }
        if text.ends_with(char::is_whitespace) && !self.0.is_empty() && !self.0.ends_with(['\n', ' ']) {
            self.0.push(' ');
        }
    }

    /// Begins a line where an element begins or ends that is no part of a sentence.
    fn tag(&mut self, name: &str) {
        if INLINE.contains(&name) {
            return;
        }
        let end = self.0.trim_end_matches(' ').len();
        self.0.truncate(end);
        if !self.0.is_empty() && !self.0.ends_with('\n') {
            self.0.push('\n');
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_are_lines_and_what_is_inside_of_a_sentence_is_not() {
        let xml = r#"<?xml version="1.0"?><p1:Product xmlns:p1="x" ID="19"><p1:Summary><h:p>A <h:b>light</h:b> &amp;
            stiff   frame.</h:p></p1:Summary><p1:Maker>Works</p1:Maker><p1:Year>2002</p1:Year><!-- no --></p1:Product>"#;
        assert_eq!(xml_text(xml).as_deref(), Some("A light & stiff frame.\nWorks\n2002"));
        assert_eq!(xml_text("<a><b/></a>"), None);
        assert_eq!(xml_text("<a>never closed <b"), None);
    }
}
