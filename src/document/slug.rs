//! Anchors as on GitHub, keeping the letters of all scripts.

use std::collections::HashMap;

/// Lower-cases a title, keeps letters and digits of any script, `_` and `-`, replaces spaces with `-`, and drops
/// the rest.
pub fn slug(title: &str) -> String {
    let mut out = String::with_capacity(title.len());
    for character in title.trim().chars() {
        if character.is_alphanumeric() || character == '_' || character == '-' || is_mark(character) {
            out.extend(character.to_lowercase());
        } else if character == ' ' {
            out.push('-');
        }
    }
    out
}

fn is_mark(character: char) -> bool {
    // Combining marks carry vowels in many scripts; without them, different words would have the same slug. Those that
    // choose how a sign is drawn are marks, too: the anchor of `⚠️ Warning` begins with one.
    let code = character as u32;
    matches!(code, 0x300..=0x36f | 0x900..=0xdff | 0x20d0..=0x20f0 | 0xfe00..=0xfe0f | 0xe0100..=0xe01ef)
        && !character.is_whitespace()
}

/// Generates slugs that are unique in one document: the second `usage` becomes `usage-1`.
#[derive(Debug, Default)]
pub struct Slugger {
    seen: HashMap<String, u32>,
}

impl Slugger {
    /// The unique anchor for `title`; a title without letters gets `section`.
    pub fn anchor(&mut self, title: &str) -> String {
        let base = slug(title);
        let base = if base.is_empty() { "section".to_owned() } else { base };
        let mut candidate = base.clone();
        let mut number = self.seen.get(&base).copied().unwrap_or(0);
        while self.seen.contains_key(&candidate) {
            number += 1;
            candidate = format!("{base}-{number}");
        }
        self.seen.insert(base, number);
        self.seen.entry(candidate.clone()).or_insert(0);
        candidate
    }

    /// Marks an explicit anchor (`{#id}`, `id="…"`) as taken.
    pub fn reserve(&mut self, anchor: &str) {
        self.seen.entry(anchor.to_owned()).or_insert(0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slugs_keep_every_script_and_are_unique() {
        let mut slugger = Slugger::default();
        let anchors: Vec<_> =
            ["System Architecture", "架构 设计", "API: `GET /x`", "Usage", "Usage", "Usage-1", "!!", "⚠️ Risk"]
                .map(|t| slugger.anchor(t))
                .into();
        assert_eq!(
            anchors,
            [
                "system-architecture",
                "架构-设计",
                "api-get-x",
                "usage",
                "usage-1",
                "usage-1-1",
                "section",
                "\u{fe0f}-risk"
            ]
        );
    }
}
