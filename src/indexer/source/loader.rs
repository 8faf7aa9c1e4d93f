//! Files from disk for the read side: bytes → text → document or data.

use crate::document::{DataTree, Document, FormatFamily};
use crate::formats::{self, Decoded};
use crate::indexer::files::options::MAX_TEXT_BYTES;
use crate::indexer::files::read::{self, BINARY};
use crate::library::{FileEntry, Loader};
use std::sync::Arc;

/// Reads what [`crate::indexer::walk::walker`] found.
#[derive(Debug)]
pub(in crate::indexer) struct SourceLoader {
    limit: u64,
    stdin: Option<Arc<[u8]>>,
}

impl SourceLoader {
    pub(in crate::indexer) fn new(limit: u64, stdin: Option<Arc<[u8]>>) -> SourceLoader {
        SourceLoader { limit, stdin }
    }

    /// The bytes of `file`. The error is a clause for people.
    pub(in crate::indexer) fn bytes(&self, file: &FileEntry) -> Result<Vec<u8>, String> {
        if !file.absolute.as_os_str().is_empty() {
            let limit = if file.text_only { MAX_TEXT_BYTES } else { self.limit };
            return read::read(&file.absolute, limit);
        }
        match &self.stdin {
            Some(bytes) => Ok(bytes.to_vec()),
            None => Err("no longer there".to_owned()),
        }
    }

    /// Parses bytes that were read from `file`.
    pub(in crate::indexer) fn parse(&self, file: &FileEntry, bytes: Vec<u8>) -> Result<Document, String> {
        let text = decode(bytes)?;
        let format = formats::by_id(file.format.id).unwrap_or_else(|| formats::detect(&file.absolute, &[]));
        Ok(formats::parse(format, text))
    }
}

/// The text of `bytes`; the error is a clause.
pub(in crate::indexer) fn decode(bytes: Vec<u8>) -> Result<String, String> {
    match formats::decode(bytes) {
        Decoded::Text { text, .. } => Ok(text),
        Decoded::Binary => Err(BINARY.to_owned()),
    }
}

impl Loader for SourceLoader {
    fn text(&self, file: &FileEntry) -> Result<Arc<str>, String> {
        Ok(decode(self.bytes(file)?)?.into())
    }

    fn window(&self, file: &FileEntry, start: u64, length: usize) -> Result<Vec<u8>, String> {
        if !file.absolute.as_os_str().is_empty() {
            return read::window(&file.absolute, start, length);
        }
        let bytes = self.stdin.as_deref().unwrap_or_default();
        let start = bytes.len().min(start as usize);
        Ok(bytes[start..bytes.len().min(start.saturating_add(length))].to_vec())
    }

    fn scan(&self, file: &FileEntry, scratch: &mut Vec<u8>, work: &mut dyn FnMut(&str)) -> Result<(), String> {
        if file.absolute.as_os_str().is_empty() {
            work(&self.text(file)?);
            return Ok(());
        }
        let limit = if file.text_only { MAX_TEXT_BYTES } else { self.limit };
        let length = read::read_into(&file.absolute, limit, file.size, scratch)?;
        let bytes = &scratch[..length];
        match formats::plain_text(bytes) {
            Some(text) => work(text),
            None => work(&decode(bytes.to_vec())?),
        }
        Ok(())
    }

    fn document(&self, file: &FileEntry) -> Result<Arc<Document>, String> {
        if file.text_only {
            return Err(file.too_large());
        }
        let bytes = self.bytes(file)?;
        self.parse(file, bytes).map(Arc::new)
    }

    fn data(&self, file: &FileEntry) -> Option<Arc<DataTree>> {
        if file.format.family != FormatFamily::Data || file.text_only {
            return None;
        }
        let text = self.text(file).ok()?;
        formats::parse_data(file.format.id, &text).ok().map(Arc::new)
    }
}
