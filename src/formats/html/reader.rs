//! Placeholder.
use crate::document::Document;
pub(in crate::formats) fn parse(text: String) -> Document {
    crate::formats::plain::parse(text)
}
