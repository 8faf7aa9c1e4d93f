//! The language that a file is written in, where its name does not say it: a header called `.h` may be of C or C++.

use super::library::Library;
use crate::document::Lexis;
use crate::library::files::entries::FileId;
use std::sync::atomic::{AtomicU8, Ordering};

/// What is known of a file; 0 if nobody has asked.
const AS_CALLED: u8 = 1;
const OTHER: u8 = 2;

impl Library {
    /// The identifier of the language that a file is written in.
    pub fn language(&self, file: FileId) -> &'static str {
        let format = self.file(file).format;
        match format.lexis.and_then(|lexis| lexis.dialect) {
            Some(dialect) if self.is_in_dialect(file) => dialect.id,
            _ => format.id,
        }
    }

    /// The comments, strings and names of that language; `None` for prose.
    pub fn lexis(&self, file: FileId) -> Option<&'static Lexis> {
        let lexis = self.file(file).format.lexis?;
        Some(lexis.dialect.filter(|_| self.is_in_dialect(file)).map_or(lexis, |dialect| dialect.lexis))
    }

    /// True if the text of a file shows another language than its name. Most files are asked about more than once, and
    /// read for that once.
    fn is_in_dialect(&self, file: FileId) -> bool {
        let Some(dialect) = self.file(file).format.lexis.and_then(|lexis| lexis.dialect) else { return false };
        let all = self.dialects.get_or_init(|| self.files.iter().map(|_| AtomicU8::new(0)).collect());
        let Some(known) = all.get(file.0 as usize) else { return false };
        match known.load(Ordering::Relaxed) {
            0 => {
                let is_other = self.peek_text(file).is_ok_and(|text| dialect.is_of(&text));
                known.store(if is_other { OTHER } else { AS_CALLED }, Ordering::Relaxed);
                is_other
            }
            known => known == OTHER,
        }
    }
}
