//! Rescoring: the best candidates are read, and measured on their own text and their own vectors.

use super::fuse::Fused;
use super::identity;
use super::lead::lead;
use super::score::{Scale, sort};
use crate::document::Span;
use crate::library::{Coverage, FileId, Library, SoughtTerm, Weighted};
use crate::search::model::file_text::{FileText, is_large};
use crate::search::model::target::Target;
use crate::search::retrieve::meaning::Meaning;
use crate::search::words::expand::{self, WordForms, with_synonyms};
use crate::search::words::question::Question;
use rayon::prelude::*;
use regex::{Regex, RegexBuilder};
use std::collections::BTreeMap;

/// Candidates that are rescored; the others stand behind them.
const RESCORED: usize = 400;

/// Text that may stand between the parts of an identifier: `exclude_docs`, `excludeDocs`, `exclude::docs`, `exclude docs`.
const BETWEEN_PARTS: &str = r"[\W_]{0,2}";

/// Terms of a question that may be a list of names; more are a sentence.
const MAX_TERMS_OF_NAMES: usize = 3;

/// Letters of a name that say that it is meant, at least.
const MIN_BEGUN: usize = 3;

/// The weight of a word in the name of a symbol or the title of a section.
const IN_NAME: f32 = 4.0;

/// The weight of a word in the names of what is around, and in the path.
const IN_CONTEXT: f32 = 0.5;

/// The weight of a word in the documentation of a declaration.
const IN_DOC: f32 = 3.0;

/// Large files whose text is taken out of them that are read for their candidates, at most: to read one takes a while.
const LARGE_FILES: usize = 8;

/// Files, or candidates, that one thread rescores in a row.
const IN_A_ROW: usize = 8;

/// Sorts candidates by what is known of them, and the best of them once more by what their text and their vectors say.
/// With a stale ticket some keep what they have.
pub(in crate::search) fn rescore(all: &mut [Fused], question: &Question<'_>, meaning: Option<&Meaning>) -> Scale {
    let scale = Scale::of(question);
    note_begun(all, question);
    identity::note(all, question, &scale);
    sort(all, question.library, &scale);
    let best = all.len().min(RESCORED);
    let fused = &mut all[..best];
    if let Some(meaning) = meaning {
        let unknown = |entry: &&mut Fused| entry.evidence.cosine.is_none();
        let library = question.library;
        fused.par_iter_mut().with_min_len(IN_A_ROW).filter(unknown).for_each(|entry| {
            entry.evidence.cosine = meaning.cosine(library, entry.target);
        });
    }
    let large = large_files(fused, question.library);
    if let Some(coverage) = coverage(question, meaning.is_some()).filter(|coverage| !coverage.is_empty()) {
        let identifiers = identifiers(question);
        by_file(fused).into_par_iter().with_min_len(IN_A_ROW).for_each_init(
            || (coverage.clone(), identifiers.clone()),
            |(coverage, identifiers), (file, entries)| {
                if !question.ticket.is_stale() {
                    let is_read = !is_large(question.library.file(file)) || large.contains(&file);
                    let read = if is_read { FileText::read_large } else { FileText::read };
                    let Some(text) = read(file, question.library) else { return };
                    in_file(&text, entries, (coverage, identifiers));
                }
            },
        );
    }
    let scale = scale.rescored(fused);
    sort(fused, question.library, &scale);
    lead(all, question, &scale);
    scale
}

/// Notes the candidates whose names begin with all that was typed, or with the last word, the others being in them or
/// around them: it may still be typed, and what it becomes must not stand lower for that.
fn note_begun(fused: &mut [Fused], question: &Question<'_>) {
    let terms = &question.request.terms;
    let Some((last, others)) = terms.split_last().filter(|_| question.options.asks_words()) else { return };
    // `strings.Builder` says what is around the name, and is no beginning of one.
    let is_qualified = last.contains(['.', ':', '/', '#']);
    let last = compact(last);
    if is_qualified || last.len() < MIN_BEGUN && others.is_empty() {
        return;
    }
    let may_be_last = terms.len() <= MAX_TERMS_OF_NAMES && last.len() >= MIN_BEGUN;
    let all = compact(&terms.concat());
    let others: Vec<String> = others.iter().map(|other| compact(other)).collect();
    for entry in fused.iter_mut() {
        let file = entry.target.file();
        let outline = question.library.outline(file).filter(|outline| !outline.is_empty());
        let path = &question.library.file(file).path;
        let (name, around) = match (entry.target, &outline) {
            (Target::Node(at), Some(outline)) if at.node < outline.len() => {
                (outline.name(at.node), outline.ancestors(at.node).map(|above| outline.name(above)).collect())
            }
            // What is in it is not known, and it has its name from that.
            (Target::File(file), None) => (question.library.file(file).name(), Vec::new()),
            _ => continue,
        };
        let name = compact(name);
        let is_around = |other: &String| {
            let mut names = around.iter().copied().chain([&**path]);
            name.contains(other) || names.any(|name| compact(name).contains(other))
        };
        let is_last = may_be_last && name.starts_with(&last) && others.iter().all(is_around);
        entry.evidence.is_begun = is_last || !others.is_empty() && name.starts_with(&all);
    }
}

/// Letters and digits alone, in lower case.
fn compact(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// The measure of texts by the words of the question; `None` where one word is all there is.
fn coverage(question: &Question<'_>, has_meaning: bool) -> Option<Coverage> {
    let mut words = question.words_and_phrases();
    if !question.options.asks_words() || (words.len() < 2 && !has_meaning) {
        return None;
    }
    let is_part = |word: &WordForms| !word.is_translated && word.written.chars().nth(1).is_some();
    words.extend(with_synonyms(&question.words).unwrap_or_default().into_iter().filter(is_part));
    let sought = |word: &WordForms| {
        let others = word.forms.iter().skip(1).cloned().collect();
        match word.is_translated {
            true => SoughtTerm { words: others, ..SoughtTerm::default() },
            false => SoughtTerm { words: vec![word.written.clone()], akin: others, ..SoughtTerm::default() },
        }
    };
    let joint = |pair: &String| SoughtTerm { words: vec![pair.clone()], is_joint: true, ..SoughtTerm::default() };
    let joints = question.words.iter().filter_map(|word| word.joint.as_ref()).map(joint);
    // A translation of two words of five is not the question: what cannot be found counts as asked, once for each word.
    let lost = question.lost.iter().map(|word| SoughtTerm {
        words: vec![word.written.clone()],
        is_whole: true,
        ..SoughtTerm::default()
    });
    Some(question.library.coverage(&words.iter().map(sought).chain(joints).chain(lost).collect::<Vec<SoughtTerm>>()))
}

/// Finds the identifiers that were written, however their parts are joined; none for words, for names of one part, and
/// in sentences, which speak of names that the text they describe need not have.
fn identifiers(question: &Question<'_>) -> Vec<Regex> {
    let terms = &question.request.terms;
    if !question.options.asks_words() || terms.len() > MAX_TERMS_OF_NAMES {
        return Vec::new();
    }
    let is_alone = terms.len() == 1;
    let identifier = |term: &String| {
        let is_joined = term.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
        let parts: Vec<String> = expand::pieces(term).iter().map(|part| regex::escape(part)).collect();
        let is_name = parts.len() > 1 && if is_alone { term.is_ascii() } else { is_joined };
        is_name.then(|| RegexBuilder::new(&parts.join(BETWEEN_PARTS)).case_insensitive(true).build().ok()).flatten()
    };
    terms.iter().filter_map(identifier).collect()
}

/// The candidates of each file: every file is read once.
pub(super) fn by_file(fused: &mut [Fused]) -> Vec<(FileId, Vec<&mut Fused>)> {
    let mut files: BTreeMap<FileId, Vec<&mut Fused>> = BTreeMap::new();
    for entry in fused {
        files.entry(entry.target.file()).or_default().push(entry);
    }
    files.into_iter().collect()
}

/// The large files that the best candidates are in.
fn large_files(fused: &[Fused], library: &Library) -> Vec<FileId> {
    let mut files: Vec<FileId> = Vec::new();
    for file in fused.iter().map(|entry| entry.target.file()).filter(|file| is_large(library.file(*file))) {
        if !files.contains(&file) && files.len() < LARGE_FILES {
            files.push(file);
        }
    }
    files
}

/// Measures the candidates in one file.
fn in_file(text: &FileText<'_>, entries: Vec<&mut Fused>, (coverage, identifiers): (&mut Coverage, &[Regex])) {
    for entry in entries {
        let target = entry.target;
        let (covered, passage) = covered(target, text, coverage);
        (entry.evidence.coverage, entry.evidence.passage) = (Some(covered), passage);
        if coverage.len() > 1 {
            let passage = passage.map_or(0.0, |passage| coverage.together(text.at(passage)));
            entry.evidence.proximity = coverage.together(text.prose(target)).max(passage);
        }
        let is_in =
            |identifier: &&Regex| [text.whole(target), text.prose(target)].iter().any(|text| identifier.is_match(text));
        let missing = identifiers.iter().filter(|identifier| !is_in(identifier)).count();
        entry.evidence.scattered = missing as f32 / identifiers.len().max(1) as f32;
    }
}

/// The share of the question that a target covers, and the passage of a long section that covers most.
fn covered(target: Target, text: &FileText<'_>, coverage: &mut Coverage) -> (f32, Option<Span>) {
    let path = Weighted { text: &text.file.path, weight: IN_CONTEXT, is_body: false };
    let as_body = |text| Weighted { text, weight: 1.0, is_body: true };
    match (text.node(target), target) {
        (Some((outline, node)), _) => {
            let mut parts = vec![path, Weighted { text: outline.name(node), weight: IN_NAME, is_body: false }];
            parts.extend(outline.ancestors(node).map(|above| Weighted {
                text: outline.name(above),
                weight: IN_CONTEXT,
                is_body: false,
            }));
            if outline.is_section(node) && text.described(target).next().is_none() {
                let section = text.section(outline, node);
                let (covered, passage) = coverage.of_section(&parts, text.at(section));
                let at = |offset: usize| section.start + offset as u32;
                let passage = Span::new(at(passage.start), at(passage.end));
                return (covered, (passage.len() < section.len()).then_some(passage));
            }
            let doc = outline.doc(node);
            let doc = if doc.is_empty() { "" } else { text.passage(doc) };
            parts.push(Weighted { text: doc, weight: IN_DOC, is_body: true });
            parts.extend(text.own(outline, node).into_iter().map(as_body));
            parts.extend(text.described(target).map(as_body));
            (coverage.of(&parts), None)
        }
        (None, Target::Text { .. }) => {
            let said = text.described(target).map(as_body);
            (coverage.of(&[path, as_body(text.whole(target))].into_iter().chain(said).collect::<Vec<_>>()), None)
        }
        // A file is found by its name and what it says of itself; its text would cover everything.
        _ => {
            let named = [path.text, text.title()].map(|text| Weighted { text, weight: IN_NAME, is_body: false });
            (coverage.of(&[named[0], named[1], as_body(text.file_doc())]), None)
        }
    }
}
