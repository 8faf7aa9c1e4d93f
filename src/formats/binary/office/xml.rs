//! XML as tokens: tags by their local names, and text. Entities other than XML's own five and numbers are left out.

use crate::formats::bytes::decode;
use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};

/// A start tag.
pub(super) struct Tag<'x> {
    /// Its name without a prefix.
    pub(super) name: &'x str,
    start: &'x BytesStart<'x>,
}

impl Tag<'_> {
    /// The value of the attribute with this local name.
    pub(super) fn get(&self, name: &str) -> Option<String> {
        let mut attributes = self.start.attributes();
        let attributes = attributes.with_checks(false).flatten();
        let mut found = attributes.filter(|attribute| attribute.key.local_name().as_ref() == name);
        let value = found.next()?.value;
        Some(quick_xml::escape::unescape(&value).map_or_else(|_| value.to_string(), |text| text.into_owned()))
    }

    /// The id of a relation: an `id` with a prefix, beside which one without may stand.
    pub(super) fn relation(&self) -> Option<String> {
        let mut attributes = self.start.attributes();
        let mut attributes = attributes.with_checks(false).flatten();
        let found = attributes.find(|attribute| attribute.key.as_ref().ends_with(":id"))?;
        Some(found.value.into_owned())
    }

    /// The same as a number.
    pub(super) fn number(&self, name: &str) -> Option<usize> {
        self.get(name)?.parse().ok()
    }
}

/// One token.
pub(super) enum Token<'x> {
    Open(&'x Tag<'x>),
    Close(&'x str),
    Text(&'x str),
}

/// Calls `on` with every token of `xml`, to its end or to where it is no XML any more.
pub(super) fn each(xml: &[u8], on: &mut dyn FnMut(Token<'_>)) {
    // Parts may be in UTF-16.
    let decoded = match xml.starts_with(&[0xff, 0xfe]) || xml.starts_with(&[0xfe, 0xff]) {
        true => match decode::decode(xml.to_vec()) {
            decode::Decoded::Text { text, .. } => text.into_bytes(),
            decode::Decoded::Binary => return,
        },
        false => Vec::new(),
    };
    let mut reader = Reader::from_reader(if decoded.is_empty() { xml } else { &decoded });
    let config = reader.config_mut();
    (config.check_end_names, config.allow_unmatched_ends) = (false, true);
    loop {
        match reader.read_event() {
            Ok(Event::Start(start)) => open(&start, on),
            Ok(Event::Empty(start)) => {
                open(&start, on);
                on(Token::Close(start.local_name().as_ref()));
            }
            Ok(Event::End(end)) => on(Token::Close(end.local_name().as_ref())),
            Ok(Event::Text(text)) => on(Token::Text(&text)),
            Ok(Event::CData(text)) => on(Token::Text(&text)),
            Ok(Event::GeneralRef(entity)) => {
                let written = format!("&{};", &*entity);
                if let Ok(text) = quick_xml::escape::unescape(&written) {
                    on(Token::Text(&text));
                }
            }
            Ok(Event::Eof) | Err(_) => return,
            Ok(_) => {}
        }
    }
}

fn open(start: &BytesStart<'_>, on: &mut dyn FnMut(Token<'_>)) {
    let name = start.local_name();
    on(Token::Open(&Tag { name: name.as_ref(), start }));
}
