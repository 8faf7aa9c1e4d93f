//! Passages → quoted text that no passage can end, without keys, within a budget.

use crate::agent::passages::passage::Passage;
use crate::llm;
use crate::llm::secrets::{is_key_file, redact};
use crate::stdx::{printable, tokens};
use std::collections::BTreeSet;

/// What was left out of what is sent.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::agent) struct LeftOut {
    /// Files that look like keys.
    pub files: BTreeSet<String>,
    /// Values that look like keys, by the file they are in.
    pub keys: BTreeSet<(String, usize)>,
    /// Passages that did not fit.
    pub too_much: usize,
}

/// A fence around passages.
#[derive(Clone, Debug)]
pub(super) struct Fence(llm::Fence);

impl Fence {
    /// A fence whose word nobody who has written a passage could know.
    pub fn around<'p>(passages: impl Iterator<Item = &'p Passage> + Clone) -> Fence {
        Fence(llm::Fence::around(passages.map(|passage| passage.text.as_str())))
    }

    /// The numbered passages, best first, within `budget` tokens. What looks like keys is left out and noted.
    pub fn quote<'p>(
        &self,
        passages: impl Iterator<Item = (usize, &'p Passage)>,
        budget: usize,
        left_out: &mut LeftOut,
    ) -> String {
        let (mut text, mut left) = (String::new(), budget);
        for (number, passage) in passages {
            if is_key_file(&passage.path) {
                left_out.files.insert(passage.path.to_string());
                continue;
            }
            let whole = passage.line..=passage.end_line;
            let fitting = [whole, passage.quote.clone()].into_iter().find_map(|lines| {
                let (quoted, keys) = self.one(number, passage, &lines);
                let cost = tokens::upper_bound(&quoted);
                (cost <= left).then_some((quoted, keys, cost))
            });
            let Some((quoted, keys, cost)) = fitting else {
                left_out.too_much += 1;
                continue;
            };
            if keys > 0 {
                left_out.keys.insert((passage.path.to_string(), keys));
            }
            left -= cost;
            text.push_str(&quoted);
        }
        text
    }

    /// Lines that hold names from files, such as queries that were asked.
    pub fn lines(&self, what: &str, lines: &[String]) -> String {
        let lines: Vec<String> = lines.iter().map(|line| printable(line).into_owned()).collect();
        self.0.quoted(&[("name", what)], &redact(&lines.join("\n")).text)
    }

    /// A passage, or some of its lines.
    fn one(&self, number: usize, passage: &Passage, lines: &std::ops::RangeInclusive<u32>) -> (String, usize) {
        // Keys are looked for in all of it: lines may cut one.
        let redacted = redact(&passage.text);
        let numbered = (passage.line..).zip(redacted.text.lines()).filter(|(line, _)| lines.contains(line));
        let body: Vec<String> = numbered.map(|(_, line)| printable(line).into_owned()).collect();
        let last = (*lines.start() + (body.len() as u32).saturating_sub(1)).max(*lines.start());
        let (number, lines) = (number.to_string(), format!("{}-{last}", lines.start()));
        let name = redact(&passage.name).text;
        let said = [("number", number.as_str()), ("path", &passage.path), ("lines", &lines), ("name", &name)];
        (self.0.quoted(&said, &body.join("\n")) + "\n", redacted.count)
    }
}

impl LeftOut {
    /// What was left out, for people.
    pub fn notes(&self) -> Vec<String> {
        let mut notes = Vec::new();
        if !self.files.is_empty() {
            let files: Vec<&str> = self.files.iter().map(String::as_str).collect();
            notes.push(format!("not sent, it looks like keys: {}", files.join(", ")));
        }
        if !self.keys.is_empty() {
            let files: Vec<&str> = self.keys.iter().map(|(path, _)| path.as_str()).collect();
            let count: usize = self.keys.iter().map(|(_, count)| count).sum();
            notes.push(format!("sent as [redacted]: {} in {}", crate::stdx::counted(count, "key"), files.join(", ")));
        }
        notes
    }
}
