//! Files of cases, read from TOML.

use serde::Deserialize;
use toml::Spanned;

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

/// What is wrong with a file of cases, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{line}: {fault}")]
pub struct CaseError {
    /// 1-based.
    pub line: usize,
    /// What is wrong.
    pub fault: CaseFault,
}

/// What is wrong with a case, and what to do.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CaseFault {
    /// It is no TOML, or no file of cases, in the words of its reader.
    #[error("{0}")]
    Toml(String),
    /// A corpus of another shape.
    #[error("corpus {0}: write [corpus.{0}] with path = \"DIR\", or with nothing below")]
    Corpus(String),
    /// The file has no case.
    #[error("there is no case; write [[case]] with query, class, corpus and expected")]
    NoCase,
    /// Nothing is asked.
    #[error("the query is empty")]
    NoQuery,
    /// A corpus that is not declared.
    #[error("there is no corpus \"{0}\"; declare it with [corpus.{0}]")]
    UnknownCorpus(String),
    /// No corpus is declared.
    #[error("no corpus is declared; write [corpus.NAME] with path = \"DIR\"")]
    NoCorpus,
    /// Several are, and none is named.
    #[error("say which corpus the case is about: corpus = \"NAME\"")]
    WhichCorpus,
    /// Both ways to name right places, or neither.
    #[error("write either expected (any one is right) or all (every one is wanted)")]
    ExpectedOrAll,
    /// No right place, or an empty one.
    #[error("a right place is missing: \"path\", \"path#name\" or \"path:line\"")]
    NoPlace,
    /// A split that there is not.
    #[error("there is no split \"{0}\"; write \"{TUNE}\" or \"{HELD}\"")]
    UnknownSplit(String),
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
    ///
    /// # Errors
    /// All that is wrong.
    pub fn read(text: &str) -> Result<CaseFile, Vec<CaseError>> {
        let line_of = |offset: usize| text[..offset.min(text.len())].matches('\n').count() + 1;
        let raw: RawFile = toml::from_str(text).map_err(|error| {
            let line = line_of(error.span().map_or(0, |span| span.start));
            vec![CaseError { line, fault: CaseFault::Toml(error.message().to_owned()) }]
        })?;
        let mut problems = Vec::new();
        let mut corpora = Vec::new();
        for (name, table) in raw.corpus {
            // The line is for people: a corpus is declared once.
            let line = text.lines().position(|line| line.contains(&format!("[corpus.{name}]"))).map_or(1, |at| at + 1);
            let path = table.get("path").and_then(toml::Value::as_str).map(str::to_owned);
            match table.as_table() {
                Some(table) if table.is_empty() || (table.len() == 1 && path.is_some()) => {}
                _ => problems.push(CaseError { line, fault: CaseFault::Corpus(name.clone()) }),
            }
            corpora.push(Corpus { name, path, line });
        }
        let mut cases = Vec::new();
        for raw in raw.case {
            let line = line_of(raw.span().start);
            match case(raw.into_inner(), line, &corpora) {
                Ok(case) => cases.push(case),
                Err(fault) => problems.push(CaseError { line, fault }),
            }
        }
        if cases.is_empty() && problems.is_empty() {
            problems.push(CaseError { line: 1, fault: CaseFault::NoCase });
        }
        if problems.is_empty() { Ok(CaseFile { corpora, cases }) } else { Err(problems) }
    }
}

fn case(raw: RawCase, line: usize, corpora: &[Corpus]) -> Result<Case, CaseFault> {
    if raw.query.trim().is_empty() {
        return Err(CaseFault::NoQuery);
    }
    let corpus = match (&raw.corpus, corpora) {
        (Some(name), _) if corpora.iter().any(|corpus| corpus.name == *name) => name.clone(),
        (Some(name), _) => return Err(CaseFault::UnknownCorpus(name.clone())),
        (None, [only]) => only.name.clone(),
        (None, []) => return Err(CaseFault::NoCorpus),
        (None, _) => return Err(CaseFault::WhichCorpus),
    };
    let (places, all) = match (raw.expected, raw.all) {
        (Some(OneOrMore::One(place)), None) => (vec![place], false),
        (Some(OneOrMore::More(places)), None) => (places, false),
        (None, Some(places)) => (places, true),
        _ => return Err(CaseFault::ExpectedOrAll),
    };
    if places.is_empty() || places.iter().any(String::is_empty) {
        return Err(CaseFault::NoPlace);
    }
    let split = raw.split.unwrap_or_else(|| TUNE.to_owned());
    if split != TUNE && split != HELD {
        return Err(CaseFault::UnknownSplit(split));
    }
    Ok(Case { query: raw.query, class: raw.class, corpus, split, places, all, line })
}
