//! What research comes to: whether the evidence answers the question, what is to be said of it, what is nowhere.

use super::machine::Machine;
use crate::agent::passages::judge::{Demand, Judgement};
use crate::agent::passages::named::unheld;
use crate::agent::passages::passage::Passage;
use crate::agent::passages::shown::Chosen;
use crate::agent::question::changes;
use crate::agent::question::packages::{Structure, releases};
use crate::library::fold_words;
use crate::search::AskedWord;
use crate::stdx::counted;

/// Files that hold a name which is none of the program's own that are listed, at most.
const MAX_PATHS: usize = 3;

/// True if a paragraph of a passage speaks of a default, and names the setting.
fn says_default(passage: &Passage, name: &str) -> bool {
    let name = name.trim_start_matches('-').to_lowercase();
    let lines: Vec<String> = passage.text.lines().map(str::to_lowercase).collect();
    // The name may have the word in it.
    let says_default = |line: &String| line.replace(&name, "").contains("default");
    // In a comment a line without words ends a paragraph as well.
    let is_blank = |line: &String| !line.contains(char::is_alphanumeric);
    lines
        .split(is_blank)
        .any(|paragraph| paragraph.iter().any(says_default) && paragraph.iter().any(|line| line.contains(&name)))
}

impl Machine {
    /// What was remarked of what is asked of names.
    pub(in crate::agent) fn remarks(&self) -> Vec<String> {
        let shown = self.shown();
        let is_told = |name: &str| shown.iter().any(|chosen| says_default(&chosen.passage, name));
        let ungiven = self.ungiven.iter().filter(|name| !self.unwritten.contains(name) && !is_told(name));
        let ungiven = ungiven.map(|name| format!("nothing found here says what {name} is by default"));
        let between = changes::between(&self.analysis.text).filter(|_| self.changed.is_empty());
        let elsewhere = self.elsewhere.iter().map(|(name, paths)| {
            let rest = paths.len().saturating_sub(MAX_PATHS);
            let shown = paths[..paths.len() - rest].join(", ");
            let more = if rest == 0 { String::new() } else { format!(" and {} more", counted(rest, "file")) };
            format!("{name} stands only in {shown}{more}: no word of the program itself")
        });
        self.asks.remarks().into_iter().chain(elsewhere).chain(ungiven).chain(between).collect()
    }

    /// True if the settings that the question names are all given what they are by default.
    pub(in crate::agent) fn tells_defaults(&self) -> bool {
        self.ungiven.is_empty() && self.given.iter().any(|setting| setting.as_written().is_some())
    }

    /// True if something sets what the question asks for by what that is about.
    pub(in crate::agent) fn tells_setting(&self) -> bool {
        self.tells_setting
    }

    /// True if what the question asks of a key is told, and it asks nothing else.
    pub(in crate::agent) fn tells_key(&self) -> bool {
        self.tells_key
    }

    /// What is to be said of what is asked of names, where these passages are shown.
    pub(in crate::agent) fn sentences(&self, shown: &[Chosen]) -> Vec<String> {
        let related = || shown.iter().filter_map(|chosen| chosen.passage.related.as_ref());
        let changed = changes::sentences(&self.changed).into_iter();
        let changed = changed.chain(self.structure.iter().flat_map(Structure::sentences));
        let naming = |name: &str| {
            let tests = shown.iter().map(|chosen| &chosen.passage).filter(|passage| passage.tests_by_name(name));
            tests.map(|passage| format!("{}:{}", passage.path, passage.place().0)).collect()
        };
        let of = |at| related().filter(|related| related.asked == at).count();
        // What stands nowhere is said to be nowhere.
        let is_written = |name: &str| !self.unwritten.iter().any(|unwritten| unwritten == name);
        changed.chain(self.asks.sentences(of, naming, is_written)).collect()
    }

    /// What the last round brought. What a query says is known.
    pub(in crate::agent) fn judgement(&self) -> Judgement {
        if self.is_structural() {
            return Judgement { best: 1.0, together: 1.0, missing: 0 };
        }
        self.judgements.last().copied().unwrap_or_default()
    }

    /// What the question is about that is nowhere in the workspace: names, and words written like names. A question
    /// about it is not answered here.
    pub(in crate::agent) fn absent(&self) -> Vec<String> {
        // Of a name that is nowhere the parts are no other words.
        let is_part = |word: &str| self.unwritten.iter().any(|name| fold_words(name).iter().any(|part| part == word));
        let is_subject = |word: &&AskedWord| {
            word.is_nowhere && self.analysis.subjects.contains(&word.written) && !is_part(&word.written)
        };
        let words = self.words.iter().filter(is_subject).map(|word| word.written.clone());
        self.unwritten.iter().cloned().chain(words).collect()
    }

    /// Whether the evidence answers the question.
    pub(in crate::agent) fn is_answered(&self) -> bool {
        let best = self.best();
        if self.is_report() {
            // It asks nothing that could be declined.
            return !best.is_empty();
        }
        if self.is_structural() {
            return true;
        }
        let is_answered = self.has_changes() || self.asks.is_settled() && self.unwritten.is_empty();
        if !self.changed.is_empty() && !is_answered {
            return false;
        }
        if !self.elsewhere.is_empty() {
            return false;
        }
        let passages: Vec<&Passage> = best.iter().map(|chosen| &chosen.passage).collect();
        let is_answered = is_answered || self.tells_defaults() && self.unwritten.is_empty();
        is_answered
            || self.tells_project
            || (self.tells_key || self.tells_setting) && self.absent().is_empty()
            || self.absent().is_empty()
                && self.unheld_in(&passages).is_empty()
                && Demand::is_met_as_parts(&self.analysis, &self.words, &passages)
    }

    /// The names of the question that stand somewhere, and in none of the passages, and the releases of which none tells.
    fn unheld_in(&self, passages: &[&Passage]) -> Vec<String> {
        let is_told = |release: &str| {
            passages.iter().any(|p| [&*p.text, &p.label, &p.path].iter().any(|text| releases::is_told(release, text)))
        };
        let mut names = unheld(&self.analysis, &self.words, passages);
        names.extend(releases::asked(&self.analysis.text).into_iter().filter(|of| !is_told(of)).map(str::to_owned));
        names.retain(|name| !self.unwritten.contains(name));
        names
    }

    /// The same of what is shown, where that is no answer.
    pub(in crate::agent) fn unheld(&self) -> Vec<String> {
        if self.is_report() || self.is_answered() {
            return Vec::new();
        }
        let best = self.best();
        self.unheld_in(&best.iter().map(|chosen| &chosen.passage).collect::<Vec<_>>())
    }
}
