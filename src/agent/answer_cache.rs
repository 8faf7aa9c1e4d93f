//! Answers of models that are kept: asked again, a question has the same answer until a file of its evidence changes.
//!
//! What is kept is a small file beside the index: questions, sentences, places and steps; no text of a file but what a
//! sentence says of it. Whoever writes at the same time as another process may lose the other's answer: it is asked anew.

use super::alike::Profile;
use super::claims::{Claim, Verdict};
use super::course::inquiry::Inquiry;
use super::found::{Citation, Research, StepTaken};
use super::passages::lines::text_lines::{lines, text_of};
use super::passages::passage::{Passage, Step};
use super::writing::{ModelUse, Models, Purpose, Turn};
use crate::docql::page_at;
use crate::document::Kind;
use crate::library::Library;
use crate::llm::Usage;
use crate::llm::secrets::redact;
use crate::stdx::{not_private, private_directory, write_whole};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs::File;
use std::io::Read;
use std::path::PathBuf;
use std::sync::Arc;
use xxhash_rust::xxh3::xxh3_64;

/// The file.
const FILE: &str = "answers.json";

/// Grows when entries change in a way that earlier versions would misread.
const VERSION: u32 = 1;

/// Seconds for which an answer is kept.
const EXPIRY: u64 = 7 * 24 * 3600;

/// Answers that are kept.
const MAX_ANSWERS: usize = 100;

/// Bytes of an answer that is kept, at most, and of the file that is read.
const MAX_BYTES: usize = 64 << 10;
const LARGEST: u64 = 8 << 20;

/// The answers that are kept for a workspace.
#[derive(Clone, Debug)]
pub struct AnswerCache {
    directory: PathBuf,
    now: u64,
}

/// A question, and of whom and where it is asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AskedOf {
    /// The question.
    pub question: String,
    /// The files that it is about, and the limits of its answer.
    pub scope: String,
    /// The models that are asked, and where they are.
    pub models: String,
}

/// What is remembered of a question.
#[derive(Clone, Debug)]
pub enum Recalled {
    /// Its answer.
    Same(Box<Research>),
    /// A question like it that was answered.
    Similar(String),
    /// Nothing.
    Nothing,
}

#[derive(Deserialize, Serialize)]
struct Envelope {
    version: u32,
    answers: Vec<Entry>,
}

/// An answer. Its places are read anew when it is shown.
#[derive(Clone, Deserialize, Serialize)]
struct Entry {
    key: u64,
    /// The same without the question.
    place: u64,
    question: String,
    time: u64,
    /// The files of the evidence, each with the hash of its text.
    files: BTreeMap<String, u64>,
    claims: Vec<(String, Vec<usize>, String)>,
    citations: Vec<KeptPlace>,
    steps: Vec<(String, String, String, usize, usize)>,
    model: String,
    address: String,
    turns: Vec<(String, String, u64, u64, bool)>,
    notes: Vec<String>,
    missing: Vec<String>,
    nowhere: Vec<String>,
    held: (f32, f32),
}

#[derive(Clone, Deserialize, Serialize)]
struct KeptPlace {
    path: String,
    lines: (u32, u32),
    quote: (u32, u32),
    #[serde(default)]
    focus: u32,
    kind: String,
    name: String,
    id: String,
    query: String,
    step: usize,
}

impl AskedOf {
    /// A question as it is read, asked of these models about `scope`. What it goes on from is a part of what it asks.
    pub fn of(inquiry: &Inquiry<'_>, scope: &str, models: &Models) -> AskedOf {
        let before = inquiry.before.map_or(String::new(), |before| format!(" after {}", before.question));
        AskedOf { question: inquiry.read().into_owned(), scope: format!("{scope}{before}"), models: models.told() }
    }

    fn place(&self) -> u64 {
        xxh3_64(format!("{}\0{}", self.scope, self.models).as_bytes())
    }

    fn key(&self) -> u64 {
        let lower = self.question.to_lowercase();
        let words: Vec<&str> = lower.trim_end_matches(['?', '？', '.', '!', ' ']).split_whitespace().collect();
        xxh3_64(format!("{}\0{:x}", words.join(" "), self.place()).as_bytes())
    }
}

impl AnswerCache {
    /// The answers kept in `directory`; `now` is in seconds since 1970. Nothing is made before one is kept.
    pub fn of(directory: PathBuf, now: u64) -> AnswerCache {
        AnswerCache { directory, now }
    }

    /// What is remembered of a question, as far as all of its evidence is as it was.
    pub fn recall(&self, asked: &AskedOf, library: &Arc<Library>) -> Recalled {
        let (key, place) = (asked.key(), asked.place());
        let entries = self.read();
        let is_good = |entry: &&Entry| self.is_fresh(entry) && entry.is_current(library);
        if let Some(entry) = entries.iter().find(|entry| entry.key == key).filter(is_good) {
            return entry
                .research(&asked.question, library)
                .map_or(Recalled::Nothing, |found| Recalled::Same(Box::new(found)));
        }
        let profile = Profile::of(&asked.question);
        let near = entries.iter().filter(|entry| entry.place == place && entry.key != key);
        let similar = near.filter_map(|entry| Some((profile.likeness(&Profile::of(&entry.question))?, entry)));
        let best = similar.filter(|(_, entry)| is_good(entry)).max_by(|a, b| a.0.total_cmp(&b.0));
        best.map_or(Recalled::Nothing, |(_, entry)| Recalled::Similar(entry.question.clone()))
    }

    /// Keeps an answer of a model, if it has one that answers and is as its files are now. Whether it was kept.
    ///
    /// # Errors
    /// If the directory is not the user's own, or cannot be written.
    pub fn keep(&self, asked: &AskedOf, research: &Research) -> std::io::Result<bool> {
        let is_secret = redact(&asked.question).count > 0;
        let Some(entry) = Entry::of(asked, research, self.now).filter(|_| !is_secret && research.is_answered) else {
            return Ok(false);
        };
        if serde_json::to_vec(&entry).is_ok_and(|bytes| bytes.len() > MAX_BYTES) {
            return Ok(false);
        }
        private_directory(&self.directory)?;
        let mut answers = self.read();
        answers.retain(|other| other.key != entry.key && self.is_fresh(other));
        answers.push(entry);
        let over = answers.len().saturating_sub(MAX_ANSWERS);
        answers.drain(..over);
        let bytes = serde_json::to_vec(&Envelope { version: VERSION, answers })?;
        write_whole(&self.directory, FILE, &bytes)?;
        Ok(true)
    }

    /// All that is kept; nothing where it cannot be read, is not the user's own, or leads elsewhere.
    fn read(&self) -> Vec<Entry> {
        let file = self.directory.join(FILE);
        let mut bytes = Vec::new();
        if not_private(&self.directory).is_some()
            || not_private(&file).is_some()
            || File::open(&file).and_then(|file| file.take(LARGEST).read_to_end(&mut bytes)).is_err()
        {
            return Vec::new();
        }
        let read: Result<Envelope, _> = serde_json::from_slice(&bytes);
        read.ok().filter(|read| read.version == VERSION).map_or_else(Vec::new, |read| read.answers)
    }

    fn is_fresh(&self, entry: &Entry) -> bool {
        // A clock that went back is no proof of age.
        self.now.saturating_sub(entry.time) < EXPIRY
    }
}

/// The hash of a file's text.
fn fingerprint(library: &Library, path: &str) -> Option<u64> {
    Some(xxh3_64(library.text(library.find(path)?).ok()?.as_bytes()))
}

impl Entry {
    fn of(asked: &AskedOf, research: &Research, time: u64) -> Option<Entry> {
        // Rows change without the file of their schema saying so.
        let is_kept = !research.claims.is_empty() && research.counted.is_none();
        let model = research.model.as_ref().filter(|_| is_kept)?;
        let mut files = BTreeMap::new();
        for Citation { passage, .. } in &research.citations {
            if passage.is_stale || !research.library.is_current(research.library.find(&passage.path)?) {
                return None;
            }
            files.insert(passage.path.to_string(), fingerprint(&research.library, &passage.path)?);
        }
        let place = |Citation { passage, step }: &Citation| KeptPlace {
            path: passage.path.to_string(),
            lines: (passage.line, passage.end_line),
            quote: (*passage.quote.start(), *passage.quote.end()),
            focus: passage.focus,
            kind: passage.kind.id().to_owned(),
            name: passage.label.clone(),
            id: passage.id.clone(),
            query: passage.query.clone(),
            step: *step,
        };
        let claim = |claim: &Claim| (claim.text.clone(), claim.cites.clone(), written(&claim.verdict));
        let step = |taken: &StepTaken| {
            let language = taken.step.language().to_owned();
            (language, taken.step.text().to_owned(), taken.reason.clone(), taken.hits, taken.new)
        };
        let turn = |Turn { purpose, model, usage }: &Turn| {
            (purpose.name().to_owned(), model.clone(), usage.prompt, usage.answer, usage.is_estimate)
        };
        Some(Entry {
            key: asked.key(),
            place: asked.place(),
            question: asked.question.clone(),
            time,
            files,
            claims: research.claims.iter().map(claim).collect(),
            citations: research.citations.iter().map(place).collect(),
            steps: research.steps.iter().map(step).collect(),
            model: model.name.clone(),
            address: model.address.clone(),
            turns: model.turns.iter().map(turn).collect(),
            notes: model.notes.clone(),
            missing: research.missing.clone(),
            nowhere: research.nowhere.clone(),
            held: (research.judgement.best, research.judgement.together),
        })
    }

    fn is_current(&self, library: &Library) -> bool {
        self.files.iter().all(|(path, known)| fingerprint(library, path) == Some(*known))
    }

    fn research(&self, question: &str, library: &Arc<Library>) -> Option<Research> {
        let citations = self.citations.iter().map(|kept| kept.citation(library)).collect::<Option<Vec<_>>>()?;
        let claim = |(text, cites, verdict): &(String, Vec<usize>, String)| {
            Some(Claim { text: text.clone(), cites: cites.clone(), verdict: read_verdict(verdict)? })
        };
        let step = |(language, text, reason, hits, new): &(String, String, String, usize, usize)| {
            let step = Step::of(language, text)?;
            Some(StepTaken { step, reason: reason.clone(), hits: *hits, new: *new })
        };
        let turn = |(purpose, model, prompt, answer, is_estimate): &(String, String, u64, u64, bool)| {
            let usage = Usage { requests: 1, prompt: *prompt, answer: *answer, is_estimate: *is_estimate };
            Some(Turn { purpose: Purpose::of(purpose)?, model: model.clone(), usage })
        };
        let model = ModelUse {
            name: self.model.clone(),
            address: self.address.clone(),
            turns: self.turns.iter().map(turn).collect::<Option<_>>()?,
            outgoing: Vec::new(),
            notes: self.notes.clone(),
        };
        Some(Research {
            question: question.to_owned(),
            typed: None,
            is_answered: true,
            doubt: None,
            rows_asked: None,
            judgement: super::Judgement { best: self.held.0, together: self.held.1, missing: 0 },
            citations,
            nowhere: self.nowhere.clone(),
            missing: self.missing.clone(),
            steps: self.steps.iter().map(step).collect::<Option<_>>()?,
            library: Arc::clone(library),
            counted: None,
            repositories: Vec::new(),
            services: Vec::new(),
            model: Some(model),
            claims: self.claims.iter().map(claim).collect::<Option<_>>()?,
            notes: Vec::new(),
            said: Vec::new(),
            asked_before: None,
            answered_at: Some(self.time),
        })
    }
}

impl KeptPlace {
    fn citation(&self, library: &Library) -> Option<Citation> {
        let read = text_of(library, library.find(&self.path)?)?;
        let text = lines(&read.text, &read.index, self.lines.0..=self.lines.1);
        let kind = (0..=u8::MAX).map_while(Kind::from_u8).find(|kind| kind.id() == self.kind)?;
        let passage = Passage {
            path: Arc::from(self.path.as_str()),
            line: self.lines.0,
            end_line: self.lines.1,
            source_lines: read.source_lines(self.lines.0..=self.lines.1),
            page: page_at(library, library.find(&self.path)?, self.quote.0),
            kind,
            name: self.name.clone(),
            label: self.name.clone(),
            whole: None,
            related: None,
            id: self.id.clone(),
            query: self.query.clone(),
            text,
            quote: self.quote.0..=self.quote.1,
            focus: self.focus,
            held: 0,
            titled: 0,
            named: 0,
            is_test: false,
            close: 0,
            mentions: Vec::new(),
            is_source: false,
            is_list: false,
            is_stub: false,
            is_stale: false,
        };
        Some(Citation { passage, step: self.step })
    }
}

/// A verdict as it is kept; what is not there stands behind a space.
fn written(verdict: &Verdict) -> String {
    match verdict {
        Verdict::Holds => "holds".to_owned(),
        Verdict::Inferred => "inferred".to_owned(),
        Verdict::NotFound => "not_found".to_owned(),
        Verdict::NotInSource(reason) => format!("not_in_source {reason}"),
    }
}

fn read_verdict(text: &str) -> Option<Verdict> {
    match text.split_once(' ').unwrap_or((text, "")) {
        ("holds", _) => Some(Verdict::Holds),
        ("inferred", _) => Some(Verdict::Inferred),
        ("not_found", _) => Some(Verdict::NotFound),
        ("not_in_source", reason) => Some(Verdict::NotInSource(reason.to_owned())),
        _ => None,
    }
}
