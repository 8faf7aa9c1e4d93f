//! Measuring a search: cases with their right answers, read from TOML, and what a ranking scores on them.
//!
//! A case says what is asked and which places are right. A place is `path` (anything in this file),
//! `path#name` (a declaration or section of exactly this name; `#name` in any file) or `path:line` (the
//! outermost declaration or section that begins on the line, else the innermost around it; the line of a
//! doc comment stands for what it is about). A hit is right if it is that node, lies inside of it where it
//! is a function, or is text of which it is the innermost node. What encloses the right node is not right:
//! a reader sent to a chapter still has to look for the paragraph.

use super::model::answer::RankedHit;
use super::model::target::Target;
use crate::document::Kind;
use crate::library::{FileId, Library, NodeRef, Outline};
use serde::Deserialize;
use std::collections::HashSet;
use toml::Spanned;

/// How many hits count for the mean reciprocal rank and the discounted gain.
pub const DEPTH: usize = 10;

/// The depths at which recall is measured.
pub const RECALLS: [usize; 3] = [1, 5, DEPTH];

/// The split of cases that a ranking is tuned on: what a case belongs to that names none.
pub const TUNE: &str = "tune";

/// The split of cases that nobody looks at while tuning.
pub const HELD: &str = "held";

/// A file of cases.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CaseFile {
    /// What the cases are about, in the order of the file.
    pub corpora: Vec<Corpus>,
    /// The cases, in the order of the file.
    pub cases: Vec<Case>,
}

/// A directory that is searched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Corpus {
    /// How the cases name it.
    pub name: String,
    /// Where it is, as written: `$NAME` at the front is an environment variable.
    pub path: Option<String>,
    /// Where it is declared, 1-based.
    pub line: usize,
}

/// One question with its right answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// What is typed.
    pub query: String,
    /// What sort of question it is; scores are told per class.
    pub class: String,
    /// The name of the corpus.
    pub corpus: String,
    /// [`TUNE`] or [`HELD`].
    pub split: String,
    /// The right places, as written.
    pub places: Vec<String>,
    /// Whether all of them are wanted; otherwise any one is a full answer.
    pub all: bool,
    /// Where it stands in the file, 1-based.
    pub line: usize,
}

/// What is wrong with a file of cases.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{line}: {message}")]
pub struct CaseProblem {
    /// 1-based.
    pub line: usize,
    /// What is wrong, and what to do.
    pub message: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawFile {
    #[serde(default)]
    corpus: toml::map::Map<String, toml::Value>,
    #[serde(default)]
    case: Vec<Spanned<RawCase>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawCase {
    query: String,
    class: String,
    corpus: Option<String>,
    split: Option<String>,
    expected: Option<OneOrMore>,
    all: Option<Vec<String>>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum OneOrMore {
    One(String),
    More(Vec<String>),
}

impl CaseFile {
    /// Reads the text of a file of cases. All that is wrong is told at once, except for what is no TOML.
    pub fn read(text: &str) -> Result<CaseFile, Vec<CaseProblem>> {
        let line_of = |offset: usize| text[..offset.min(text.len())].matches('\n').count() + 1;
        let raw: RawFile = toml::from_str(text).map_err(|error| {
            let line = line_of(error.span().map_or(0, |span| span.start));
            vec![CaseProblem { line, message: error.message().to_owned() }]
        })?;
        let mut problems = Vec::new();
        let mut corpora = Vec::new();
        for (name, table) in raw.corpus {
            // The line is for people: a corpus is declared once.
            let line = text.lines().position(|line| line.contains(&format!("[corpus.{name}]"))).map_or(1, |at| at + 1);
            let path = table.get("path").and_then(toml::Value::as_str).map(str::to_owned);
            match table.as_table() {
                Some(table) if table.is_empty() || (table.len() == 1 && path.is_some()) => {}
                _ => problems.push(CaseProblem {
                    line,
                    message: format!("corpus {name}: write [corpus.{name}] with path = \"DIR\", or with nothing below"),
                }),
            }
            corpora.push(Corpus { name, path, line });
        }
        let mut cases = Vec::new();
        for raw in raw.case {
            let line = line_of(raw.span().start);
            match case(raw.into_inner(), line, &corpora) {
                Ok(case) => cases.push(case),
                Err(message) => problems.push(CaseProblem { line, message }),
            }
        }
        if cases.is_empty() && problems.is_empty() {
            let message = "there is no case; write [[case]] with query, class, corpus and expected".to_owned();
            problems.push(CaseProblem { line: 1, message });
        }
        if problems.is_empty() { Ok(CaseFile { corpora, cases }) } else { Err(problems) }
    }
}

fn case(raw: RawCase, line: usize, corpora: &[Corpus]) -> Result<Case, String> {
    if raw.query.trim().is_empty() {
        return Err("the query is empty".to_owned());
    }
    let corpus = match (&raw.corpus, corpora) {
        (Some(name), _) if corpora.iter().any(|corpus| corpus.name == *name) => name.clone(),
        (Some(name), _) => return Err(format!("there is no corpus \"{name}\"; declare it with [corpus.{name}]")),
        (None, [only]) => only.name.clone(),
        (None, []) => return Err("no corpus is declared; write [corpus.NAME] with path = \"DIR\"".to_owned()),
        (None, _) => return Err("say which corpus the case is about: corpus = \"NAME\"".to_owned()),
    };
    let (places, all) = match (raw.expected, raw.all) {
        (Some(OneOrMore::One(place)), None) => (vec![place], false),
        (Some(OneOrMore::More(places)), None) => (places, false),
        (None, Some(places)) => (places, true),
        _ => return Err("write either expected (any one is right) or all (every one is wanted)".to_owned()),
    };
    if places.is_empty() || places.iter().any(String::is_empty) {
        return Err("a right place is missing: \"path\", \"path#name\" or \"path:line\"".to_owned());
    }
    let split = raw.split.unwrap_or_else(|| TUNE.to_owned());
    if split != TUNE && split != HELD {
        return Err(format!("there is no split \"{split}\"; write \"{TUNE}\" or \"{HELD}\""));
    }
    Ok(Case { query: raw.query, class: raw.class, corpus, split, places, all, line })
}

/// A right answer, found in a library.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Right {
    /// Anything in one of these files.
    Files(HashSet<FileId>),
    /// One of these nodes.
    Nodes(HashSet<NodeRef>),
    /// Text outside of all nodes.
    Text {
        /// The file.
        file: FileId,
        /// 1-based.
        line: u32,
    },
}

impl Right {
    /// Finds a place as cases write it. All files must be indexed. The error says what is missing.
    pub fn find(place: &str, library: &Library) -> Result<Right, String> {
        let file = |path: &str| library.find(path).ok_or_else(|| format!("there is no file \"{path}\" in the corpus"));
        if let Ok(file) = file(place) {
            return Ok(Right::Files(HashSet::from([file])));
        }
        if let Some((path, name)) = place.split_once('#') {
            let files = if path.is_empty() { library.file_ids().collect() } else { vec![file(path)?] };
            let nodes: HashSet<NodeRef> = files.into_iter().flat_map(|file| named(library, file, name)).collect();
            if nodes.is_empty() {
                return Err(match path {
                    "" => format!("nothing in the corpus is named \"{name}\""),
                    path => format!("nothing in {path} is named \"{name}\"; docql toc {path} lists what there is"),
                });
            }
            return Ok(Right::Nodes(nodes));
        }
        let Some((path, line)) = place.rsplit_once(':').and_then(|(path, line)| Some((path, line.parse().ok()?)))
        else {
            return Err(file(place).err().unwrap_or_default());
        };
        at_line(library, file(path)?, line)
    }

    /// The same with any place in the files of the answer.
    pub fn by_file(self) -> Right {
        match self {
            Right::Files(files) => Right::Files(files),
            Right::Nodes(nodes) => Right::Files(nodes.into_iter().map(|node| node.file).collect()),
            Right::Text { file, .. } => Right::Files(HashSet::from([file])),
        }
    }

    /// Whether a hit is this answer.
    pub fn is(&self, target: &Target, library: &Library) -> bool {
        match self {
            Right::Files(files) => files.contains(&file_of(target)),
            Right::Nodes(nodes) => match *target {
                Target::Node(hit) => nodes.contains(&hit) || is_in_function(library, hit, nodes),
                Target::Text { file, span, .. } => library
                    .outline(file)
                    .and_then(|outline| outline.enclosing(span.start, is_place))
                    .is_some_and(|node| nodes.contains(&NodeRef { file, node })),
                Target::File(_) => false,
            },
            Right::Text { file, line } => match *target {
                Target::Text { file: hit, span, line: first } => {
                    hit == *file && (first..=first + line_breaks(library, hit, span)).contains(line)
                }
                Target::Node(_) | Target::File(_) => false,
            },
        }
    }
}

fn line_breaks(library: &Library, file: FileId, span: crate::document::Span) -> u32 {
    let text = library.node_text(file).unwrap_or_default();
    span.of(&text).trim_end().matches('\n').count() as u32
}

/// The file of a hit.
pub fn file_of(target: &Target) -> FileId {
    match *target {
        Target::Node(node) => node.file,
        Target::File(file) | Target::Text { file, .. } => file,
    }
}

/// What a case may name: what has a name and a place in the outline.
fn is_place(kind: Kind) -> bool {
    kind.in_outline() || matches!(kind, Kind::Term | Kind::Api | Kind::Page)
}

fn named<'l>(library: &'l Library, file: FileId, name: &str) -> impl Iterator<Item = NodeRef> + use<'l> {
    let name = name.to_owned();
    library.outline(file).into_iter().flat_map(move |outline| {
        let name = name.clone();
        (0..outline.len())
            .filter(move |&node| is_place(outline.kind(node)) && outline.name(node) == name)
            .map(move |node| NodeRef { file, node })
    })
}

fn at_line(library: &Library, file: FileId, line: u32) -> Result<Right, String> {
    let path = &library.file(file).path;
    let text = library.text(file).map_err(|reason| format!("{path}: {reason}"))?;
    let lines = text.lines().count() as u32;
    if line == 0 || line > lines {
        return Err(format!("{path} has {lines} lines, and no line {line}"));
    }
    let node = library.outline(file).and_then(|outline| node_at(library, file, outline, line));
    Ok(match node {
        Some(node) => Right::Nodes(HashSet::from([NodeRef { file, node }])),
        None => Right::Text { file, line },
    })
}

fn node_at(library: &Library, file: FileId, outline: Outline<'_>, line: u32) -> Option<u32> {
    let places = || (0..outline.len()).filter(|&node| is_place(outline.kind(node)));
    if let Some(begins) = places().find(|&node| outline.line(node) == line) {
        return Some(begins);
    }
    let text = library.node_text(file).unwrap_or_default();
    let start: usize = text.split_inclusive('\n').take(line as usize - 1).map(str::len).sum();
    let start = start + (text[start..].len() - text[start..].trim_start().len());
    let after = outline.starting_after(start as u32);
    if after < outline.len() && outline.doc(after).contains(start as u32) {
        return Some(after);
    }
    places().rfind(|&node| (outline.line(node)..=outline.end_line(node)).contains(&line))
}

fn is_in_function(library: &Library, hit: NodeRef, nodes: &HashSet<NodeRef>) -> bool {
    library.outline(hit.file).is_some_and(|outline| {
        outline
            .ancestors(hit.node)
            .filter(|&above| outline.kind(above).is_function() || outline.kind(above) == Kind::Test)
            .any(|above| nodes.contains(&NodeRef { file: hit.file, node: above }))
    })
}

/// The ranks, from 1, at which the right answers stand; an answer that is not among the hits has none. A hit
/// answers for one right place at most. With `by_file` each file counts once, where its first hit stands.
pub fn ranks(rights: &[Right], hits: &[RankedHit], library: &Library, by_file: bool) -> Vec<Option<usize>> {
    let mut ranks = vec![None; rights.len()];
    let mut files = HashSet::new();
    let counted = hits.iter().filter(|hit| !by_file || files.insert(file_of(&hit.target)));
    for (at, hit) in counted.enumerate() {
        let open = (0..rights.len()).find(|&number| ranks[number].is_none() && rights[number].is(&hit.target, library));
        if let Some(number) = open {
            ranks[number] = Some(at + 1);
        }
    }
    ranks
}

/// What one case scores, or the mean of several, each between 0 and 1.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Scores {
    /// The share of the right answers among the first 1, 5 and 10 hits ([`RECALLS`]).
    pub recall: [f64; 3],
    /// One by the rank of the first right answer, 0 if it is not among the first 10.
    pub reciprocal: f64,
    /// Normalised discounted cumulative gain of the first 10: a right answer at rank r gains 1 / log2(r + 1).
    pub gain: f64,
}

impl Scores {
    /// Scores one case by the ranks of its right answers. Where any one is a full answer the best placed counts.
    pub fn of(ranks: &[Option<usize>], all: bool) -> Scores {
        let best = ranks.iter().flatten().min().copied();
        let found: Vec<usize> =
            if all { ranks.iter().flatten().copied().collect() } else { best.into_iter().collect() };
        let wanted = if all { ranks.len() } else { 1 };
        let gain = |rank: usize| 1.0 / (rank as f64 + 1.0).log2();
        let ideal: f64 = (1..=wanted.min(DEPTH)).map(gain).sum();
        let within = |depth: usize| found.iter().filter(|&&rank| rank <= depth).count() as f64 / wanted as f64;
        Scores {
            recall: RECALLS.map(within),
            reciprocal: best.filter(|&rank| rank <= DEPTH).map_or(0.0, |rank| 1.0 / rank as f64),
            gain: found.iter().filter(|&&rank| rank <= DEPTH).fold(0.0, |sum, &rank| sum + gain(rank)) / ideal,
        }
    }

    /// The mean; all 0 of none.
    pub fn mean(scores: &[Scores]) -> Scores {
        let mean = |part: &dyn Fn(&Scores) -> f64| {
            if scores.is_empty() { 0.0 } else { scores.iter().map(part).sum::<f64>() / scores.len() as f64 }
        };
        Scores {
            recall: std::array::from_fn(|at| mean(&|scores| scores.recall[at])),
            reciprocal: mean(&|scores| scores.reciprocal),
            gain: mean(&|scores| scores.gain),
        }
    }
}
