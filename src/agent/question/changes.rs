//! Questions about what has changed: in the working tree, or between two revisions that are looked at.

use crate::stdx::{counted, grouped};

/// What is asked of changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::agent) enum Change {
    /// The files that differ.
    Files,
    /// The functions that differ.
    Functions,
    /// The fields, constants and variables that differ.
    Values,
    /// What calls those.
    Callers,
}

impl Change {
    /// What a passage is that shows it.
    pub(in crate::agent) fn says(self) -> &'static str {
        match self {
            Change::Files | Change::Functions | Change::Values => "changed",
            Change::Callers => "calls what has changed",
        }
    }

    /// The query that yields it.
    pub(in crate::agent) fn query(self) -> &'static str {
        match self {
            Change::Files => "$.files[?(@.changed)]",
            Change::Functions => "$.code.functions[?(@.changed)]",
            Change::Values => {
                r#"$.code.*[?(@.changed)][?(@.kind in ["field", "property", "constant", "variable", "variant"])]"#
            }
            Change::Callers => "$.code.functions[?(@.changed)].callers()",
        }
    }
}

/// Words that say that something has changed; one of them is in such a question.
const CHANGED: &[&str] = &["changed", "changes", "change", "modified", "edited", "differs", "diff", "review"];

/// Words that say who calls what has changed.
const CALLING: &[&str] = &["call", "calls", "callers", "caller", "calling", "called"];

/// Words of such questions that say nothing else: what else one names is what it is about.
const AROUND: &str = "\
    a about all am and are at been between branch branches by class classes code commit commits current did do \
    does file files for from function functions give has have head here how i in is it its last list local locally \
    main master me method methods my new of on or our pr pull range request revision revisions s show since so \
    summarise summarize summary tell that the them then there these they this those to topic tree uncommitted \
    unstaged was we were what which who with working workspace you";

/// The same in Chinese.
const CHINESE: &[&str] = &[
    "改了什么",
    "改了哪些",
    "有什么改动",
    "有哪些改动",
    "哪些改动",
    "修改了什么",
    "修改了哪些",
    "变更了什么",
    "变更了哪些",
];

/// Files that are named, at most.
const MAX_FILES: usize = 12;

/// How much of something has changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::agent) struct Changed {
    pub what: Change,
    pub hits: usize,
    /// The paths of the files, where those were asked for.
    pub paths: Vec<String>,
    /// What is gone, and what still has the names of that.
    pub gone: Vec<String>,
}

impl Changed {
    fn sentence(&self) -> String {
        let what = match self.what {
            Change::Files => format!("{} changed", counted(self.hits, "file")),
            Change::Functions => format!("{} changed", counted(self.hits, "function")),
            Change::Values if self.hits == 1 => "1 field, constant or variable changed".to_owned(),
            Change::Values => format!("{} fields, constants and variables changed", grouped(self.hits)),
            Change::Callers => format!("{} of those", counted(self.hits, "caller")),
        };
        match (self.what, self.hits <= MAX_FILES) {
            (Change::Files, true) => format!("{what}: {}", self.paths.join(", ")),
            _ => format!("{what}; all: {}", self.what.query()),
        }
    }
}

/// What is to be said of changes.
pub(in crate::agent) fn sentences(found: &[Changed]) -> Vec<String> {
    if !found.is_empty() && found.iter().all(|changed| changed.hits == 0) {
        return vec![
            "nothing here differs from a commit; what commits have changed is asked with --at HEAD~3..HEAD".to_owned(),
        ];
    }
    let is_said = |changed: &&Changed| changed.hits > 0;
    let gone = found.iter().find(|changed| !changed.gone.is_empty()).map_or(&[][..], |changed| &changed.gone);
    found.iter().filter(is_said).map(Changed::sentence).chain(gone.iter().cloned()).collect()
}

/// What a question asks of changes; nothing if it is about something else.
pub(in crate::agent) fn asked(text: &str) -> Vec<Change> {
    let lower = text.to_lowercase();
    let words: Vec<&str> = lower.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let has = |known: &[&str]| words.iter().any(|word| known.contains(word));
    let is_known = |word: &&str| {
        CHANGED.contains(word) || CALLING.contains(word) || AROUND.split_whitespace().any(|known| known == *word)
    };
    let is_chinese = CHINESE.iter().any(|asking| lower.contains(asking)) && words.is_empty();
    // A request to change something is no question about changes.
    let asks = ["what", "which", "who", "show", "list", "summarize", "summarise", "review"]
        .iter()
        .any(|word| words.contains(word))
        || ["my changes", "changed functions", "changed files"].iter().any(|asking| lower.contains(asking));
    let is_asked = has(CHANGED) && asks && words.iter().all(is_known);
    if !is_chinese && !is_asked {
        return Vec::new();
    }
    let mut asked = vec![Change::Files, Change::Functions, Change::Values];
    if has(CALLING) || lower.contains("调用") {
        asked.push(Change::Callers);
    }
    asked
}

/// How a question about what has changed between two revisions is asked, where it names them; `None` for any other.
pub(in crate::agent) fn between(text: &str) -> Option<String> {
    let lower = text.to_lowercase();
    let is_of_changes = lower.split(|c: char| !c.is_alphanumeric()).any(|word| CHANGED.contains(&word));
    let signs = |c: char| !c.is_alphanumeric();
    let words: Vec<&str> = text.split_whitespace().map(|word| word.trim_matches(signs)).collect();
    let pair = words.windows(4).find_map(|four| match four {
        [lead, from, and, to] if is_revision(from) && is_revision(to) => {
            let is_pair = matches!((lead.to_lowercase().as_str(), *and), ("between", "and") | ("from", "to"));
            is_pair.then(|| format!("{from}..{to}"))
        }
        _ => None,
    });
    pair.filter(|_| is_of_changes)
        .map(|range| format!("what changed between revisions is asked with --at {range} (for agents: at)"))
}

/// Words in front of the number of a branch or a tag.
const NUMBERED: &[&str] = &["branch", "rel", "release", "releases", "stable", "tag", "tags", "v", "ver", "version"];

/// Letters of a commit that is named by them, at least.
const MIN_COMMIT: usize = 7;

/// True for what is written like a version, a branch of one or a commit: `v2`, `7.0.1`, `release-1.2`, `7c52a72e`. Names with
/// a number are others, too: `utf-8`, `python-3`; and a number with a point is a number.
fn is_revision(word: &str) -> bool {
    let is_name = word.chars().all(|c| c.is_ascii_alphanumeric() || "._-/+".contains(c));
    let lower = word.to_ascii_lowercase();
    let has = |is: fn(&u8) -> bool| lower.as_bytes().iter().any(is);
    let is_commit = word.len() >= MIN_COMMIT
        && lower.bytes().all(|byte| byte.is_ascii_hexdigit())
        && has(u8::is_ascii_digit)
        && has(u8::is_ascii_alphabetic);
    let number = lower.find(|c: char| c.is_ascii_digit()).map_or("", |at| &lower[at..]);
    let lead = lower[..lower.len() - number.len()].trim_end_matches(['-', '/', '_', '.']);
    let is_led = lead.split(['-', '/', '_']).next_back().is_some_and(|word| NUMBERED.contains(&word));
    is_name && !number.is_empty() && (is_commit || is_led || lead.is_empty() && number.split('.').count() > 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_about_what_has_changed_are_told_from_others() {
        for question in [
            "what changed on this branch?",
            "Which functions changed?",
            "show my changes",
            "review this branch",
            "这个分支改了什么？",
        ] {
            assert_eq!(asked(question), [Change::Files, Change::Functions, Change::Values], "{question}");
        }
        assert_eq!(asked("which functions changed and who calls them?").last(), Some(&Change::Callers));
        for question in [
            "what changed in version 2.0?",
            "how do I change the port?",
            "what is done when a file has changed?",
            "change it",
            "",
        ] {
            assert_eq!(asked(question), [], "{question}");
        }
        let told = between("What changed between v7.0.0 and v7.1.0 in the API?");
        assert!(told.is_some_and(|told| told.contains("--at v7.0.0..v7.1.0")));
        for (question, range) in [
            ("what changed from 1.4.2 to v1.5?", "1.4.2..v1.5"),
            ("What changed between v7.0.0 and v7.1.0.", "v7.0.0..v7.1.0"),
            ("which functions changed between release-1.2 and `stable/1.3`", "release-1.2..stable/1.3"),
            ("what changed between 7c52a72e and 7bee011b", "7c52a72e..7bee011b"),
        ] {
            assert!(between(question).is_some_and(|told| told.contains(&format!("--at {range} "))), "{question}");
        }
        for question in [
            "what has changed between 1 and 2 files",
            "What changed between utf-8 and utf-16 decoding?",
            "has the timeout changed from 1.5 to 2.5 seconds",
            "what changed between 2024-01-01 and 2024-02-01",
            "what changed between python-3 and python-4",
        ] {
            assert_eq!(between(question), None, "{question}");
        }
        assert_eq!(between("how do v1.0 and v2.0 differ between hosts"), None);
    }
}
