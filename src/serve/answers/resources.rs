//! Documents as resources: a list, page by page, and the text of one, of a section, of lines.

use super::call::Server;
use super::cursor::Cursor;
use crate::document::FormatFamily;
use crate::serve::tools::table::MOST_TOKENS;
use crate::serve::workspaces::refusal::Refusal;
use crate::stdx::Ticket;
use serde_json::Map;

/// Documents on a page of the list.
const PAGE: usize = 100;

/// What stands before the path in an address.
const SCHEME: &str = "docql:///";

/// How the addresses of documents, their sections and lines are made.
pub(in crate::serve) const TEMPLATE: &str = "docql:///{+id}";

/// A document of the first root.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::serve) struct Document {
    /// Its address.
    pub uri: String,
    /// Its path.
    pub path: String,
    /// Its title; empty while it is not indexed, or has none.
    pub title: String,
    /// Its bytes.
    pub size: u64,
}

impl Server {
    /// A page of the documents of the first root, and where the next one begins.
    pub(in crate::serve) fn documents(
        &self,
        cursor: Option<&str>,
        ticket: &Ticket,
    ) -> Result<(Vec<Document>, Option<String>), Refusal> {
        let opened = self.workspaces().open(None, None, ticket)?;
        opened.look(ticket)?;
        let library = opened.indexer.library();
        let state = opened.fingerprint(&library) as u32;
        let cursor = cursor.map(Cursor::read).transpose()?.unwrap_or(Cursor { offset: 0, asked: 0, state });
        if cursor.state != state {
            return Err(Cursor::stale());
        }
        let is_prose = |file: &_| library.file(*file).format.family == FormatFamily::Prose;
        let mut files = library.file_ids().filter(is_prose).skip(cursor.offset);
        let document = |file| {
            let entry = library.file(file);
            let uri = format!("{SCHEME}{}", encoded(&entry.path));
            Document { uri, path: entry.path.to_string(), title: library.title(file).to_owned(), size: entry.size }
        };
        let page: Vec<Document> = files.by_ref().take(PAGE).map(document).collect();
        let next = files.next().map(|_| Cursor { offset: cursor.offset + PAGE, asked: 0, state }.to_string());
        Ok((page, next))
    }

    /// The text of what an address names, as `read` gives it.
    pub(in crate::serve) fn resource(&self, uri: &str, ticket: &Ticket) -> Result<String, Refusal> {
        let unknown = || Refusal::new("uri", format!("an address is {TEMPLATE}: a path, path:12-40, or an id"));
        let id = uri.strip_prefix(SCHEME).and_then(decoded).ok_or_else(unknown)?;
        let mut given = Map::new();
        given.insert("id".into(), id.into());
        given.insert("max_tokens".into(), MOST_TOKENS.into());
        self.answer("read", &given, ticket, &|_| {})
    }
}

/// A path as it stands in an address.
fn encoded(path: &str) -> String {
    let is_plain = |byte: &u8| byte.is_ascii_alphanumeric() || b"-._~/".contains(byte);
    path.bytes().map(|byte| if is_plain(&byte) { (byte as char).to_string() } else { format!("%{byte:02X}") }).collect()
}

/// The text that an address stands for; `None` if it is none.
pub(in crate::serve) fn decoded(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        let digit = |digit: Option<u8>| digit.and_then(|digit| (digit as char).to_digit(16));
        match byte {
            b'%' => bytes.push((digit(rest.next())? * 16 + digit(rest.next())?) as u8),
            byte => bytes.push(byte),
        }
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_hold_any_path() {
        for path in ["docs/guide.md", "a b/ü#1?.md", "100%/x:y.md"] {
            assert_eq!(decoded(&encoded(path)).as_deref(), Some(path));
        }
        assert_eq!(encoded("a b#.md"), "a%20b%23.md");
        assert_eq!([decoded("%"), decoded("%4"), decoded("%zz"), decoded("%ff")], [None, None, None, None]);
    }
}
