//! `docql eval`: how well a search finds what cases say is right.

mod ask;
mod table;

use crate::cli::arguments::{Eval, EvalFormat, FileSelection, Mode, Split, Workspace};
use crate::cli::run::bar::Bar;
use crate::cli::run::exit::{FAILED, FOUND};
use crate::cli::run::open;
use crate::engine;
use crate::indexer::Indexer;
use crate::library::{HitPlace, HitWords, Library, Needs, TextQuery};
use crate::search::eval::{Case, CaseFile, Corpus, Right, ranks};
use crate::search::{self, Ranked, RankedHit, Target};
use crate::stdx::printing;
use crate::stdx::{Ticket, printable};
use anyhow::Context;
use serde_json::Value;
use std::collections::{BTreeMap, HashSet};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The hits of one mode for words.
fn ranked(mode: Mode, alpha: Option<f32>, words: &str, indexer: &Indexer, limit: usize) -> Ranked {
    let library = &indexer.library();
    let ticket = Ticket::forever();
    let run = |mode| {
        let mut options = search::Options::of(mode);
        if matches!(mode, search::Mode::Smart | search::Mode::Hybrid) {
            options.alpha = alpha.unwrap_or(options.alpha);
        }
        // Nobody overtakes this ticket.
        engine::rank(indexer, &search::read(words), &options, limit, &ticket).unwrap_or_default()
    };
    match mode {
        Mode::Smart => run(search::Mode::Smart),
        Mode::Hybrid => run(search::Mode::Hybrid),
        Mode::Keyword => run(search::Mode::Keyword),
        Mode::Semantic => run(search::Mode::Semantic),
        Mode::Bm25 => bm25(words, library, limit, &ticket),
    }
}

/// What all modes need.
const NEEDS: Needs = Needs::Vectors;

/// Plain BM25, what everything else has to beat: any of the words, entries by their score alone, each as the
/// sections and declarations in it that hold most of the words.
fn bm25(words: &str, library: &Library, limit: usize, ticket: &Ticket) -> Ranked {
    let terms = words.split_whitespace().map(str::to_owned).collect();
    let query = TextQuery { terms, any: true, ..TextQuery::default() };
    let found = library.search_text(&query, &|_| true, limit, ticket);
    let needles = HitWords::of(&query);
    let mut seen = HashSet::new();
    let mut ranked = Ranked { total: found.total, complete: true, ..Ranked::default() };
    for (hit, places) in library.places_of(found.hits, &needles, |_, _| true, ticket) {
        for (place, _) in places {
            let target = match place {
                HitPlace::Node(node) => Target::Node(crate::library::NodeRef { file: hit.file, node }),
                HitPlace::File => Target::File(hit.file),
                HitPlace::Text => Target::Text { file: hit.file, span: hit.span, line: hit.line },
            };
            if seen.insert(target) {
                ranked.hits.push(RankedHit::at(target, hit.score));
            }
        }
    }
    ranked.hits.truncate(limit);
    ranked
}

/// What came of one case in one mode.
struct Answered<'c> {
    mode: Mode,
    source: &'c Source,
    case: &'c Case,
    /// The rank of each right answer, from 1; none for one that is not among the hits.
    ranks: Vec<Option<usize>>,
    /// What stood first.
    first: Option<String>,
    /// Where each right answer is, for programs that measure other tools with the same cases.
    rights: Vec<Value>,
    time: Duration,
}

/// One file of cases.
struct Source {
    path: PathBuf,
    file: CaseFile,
}

/// Runs the subcommand.
pub fn run(arguments: Eval) -> anyhow::Result<u8> {
    if arguments.ask {
        return ask::run(&arguments);
    }
    let mut sources = Vec::new();
    for path in &arguments.cases {
        let text = std::fs::read_to_string(path).with_context(|| path.display().to_string())?;
        match CaseFile::read(&text) {
            Ok(file) => sources.push(Source { path: path.clone(), file }),
            Err(problems) => {
                let lines: Vec<String> =
                    problems.iter().map(|problem| format!("{}:{problem}", path.display())).collect();
                anyhow::bail!("{}", lines.join("\n"));
            }
        }
    }
    let asked = by_directory(&arguments, &sources)?;
    if asked.is_empty() {
        anyhow::bail!("no case is left; --class and --split say which ones are asked");
    }
    let mut evaluation = Evaluation { arguments: &arguments, answers: Vec::new(), problems: Vec::new() };
    for (directory, cases) in asked {
        evaluation.corpus(&directory, &cases)?;
    }
    evaluation.in_file_order(&sources);
    let mut out = printing::stdout();
    match arguments.format {
        EvalFormat::Text => table::text(&arguments, &evaluation.answers, &mut out)?,
        EvalFormat::Json => table::json(&arguments, &evaluation.answers, &mut out)?,
    }
    out.flush()?;
    let mut err = printing::stderr();
    for problem in &evaluation.problems {
        writeln!(err, "docql: {}", printable(problem))?;
    }
    if evaluation.problems.is_empty() {
        return Ok(FOUND);
    }
    let count = evaluation.problems.len();
    writeln!(err, "docql: {count} cases can never be met and do not count: correct or remove them")?;
    Ok(FAILED)
}

/// The cases that are asked for, by the directory that they are about.
fn by_directory<'c>(
    arguments: &Eval,
    sources: &'c [Source],
) -> anyhow::Result<BTreeMap<PathBuf, Vec<(&'c Source, &'c Case)>>> {
    let given = given_corpora(&arguments.corpus)?;
    let known: HashSet<&str> =
        sources.iter().flat_map(|source| &source.file.corpora).map(|corpus| corpus.name.as_str()).collect();
    if let Some(name) = given.keys().find(|name| !known.contains(name.as_str())) {
        anyhow::bail!("--corpus {name}: the cases name no such corpus");
    }
    let mut asked: BTreeMap<PathBuf, Vec<_>> = BTreeMap::new();
    for source in sources {
        let mut directories: BTreeMap<&str, PathBuf> = BTreeMap::new();
        for case in source.file.cases.iter().filter(|case| is_asked(arguments, case)) {
            let Some(corpus) = source.file.corpora.iter().find(|corpus| corpus.name == case.corpus) else { continue };
            if !directories.contains_key(corpus.name.as_str()) {
                directories.insert(&corpus.name, directory(source, corpus, &given)?);
            }
            asked.entry(directories[corpus.name.as_str()].clone()).or_default().push((source, case));
        }
    }
    Ok(asked)
}

fn is_asked(arguments: &Eval, case: &Case) -> bool {
    (arguments.class.is_empty() || arguments.class.contains(&case.class))
        && arguments.split.is_none_or(|split| split.name() == case.split)
}

/// `--corpus NAME=DIR`, by name.
fn given_corpora(given: &[String]) -> anyhow::Result<BTreeMap<String, PathBuf>> {
    let pair = |given: &String| {
        let (name, path) = given.split_once('=').with_context(|| format!("--corpus {given}: write NAME=DIR"))?;
        Ok((name.to_owned(), PathBuf::from(path)))
    };
    given.iter().map(pair).collect()
}

/// Where `--corpus` says that a corpus is.
fn directory_given(name: &str, given: &BTreeMap<String, PathBuf>) -> anyhow::Result<PathBuf> {
    let path = given.get(name).with_context(|| format!("say where {name} is with --corpus {name}=DIR"))?;
    path.canonicalize().with_context(|| path.display().to_string())
}

/// Where a corpus is: as given, as an environment variable says, else beside its file of cases.
fn directory(source: &Source, corpus: &Corpus, given: &BTreeMap<String, PathBuf>) -> anyhow::Result<PathBuf> {
    let name = &corpus.name;
    let place = || format!("{}:{}: corpus {name}", source.path.display(), corpus.line);
    let path = match (given.get(name), &corpus.path) {
        (Some(path), _) => path.clone(),
        (None, None) => anyhow::bail!("{} has no path: say where it is with --corpus {name}=DIR", place()),
        (None, Some(written)) => {
            let path = match written.strip_prefix('$') {
                None => PathBuf::from(written),
                Some(rest) => {
                    let (variable, below) = rest.split_once('/').unwrap_or((rest, ""));
                    let value = crate::cli::run::settings::variable(variable).with_context(|| {
                        format!("{}: set {variable}, or say where it is with --corpus {name}=DIR", place())
                    })?;
                    Path::new(&value).join(below)
                }
            };
            source.path.parent().unwrap_or(Path::new("")).join(path)
        }
    };
    if !path.is_dir() {
        anyhow::bail!("{}: {} is no directory; --corpus {name}=DIR says where it is", place(), path.display());
    }
    path.canonicalize().with_context(|| path.display().to_string())
}

struct Evaluation<'c> {
    arguments: &'c Eval,
    answers: Vec<Answered<'c>>,
    problems: Vec<String>,
}

impl<'c> Evaluation<'c> {
    /// Corpora are asked one after the other; people read the files of cases.
    fn in_file_order(&mut self, sources: &[Source]) {
        let number = |source: &Source| sources.iter().position(|other| std::ptr::eq(other, source));
        self.answers.sort_by_key(|answer| (number(answer.source), answer.case.line));
    }

    /// Asks all cases about one directory, in all modes.
    fn corpus(&mut self, directory: &Path, cases: &[(&'c Source, &'c Case)]) -> anyhow::Result<()> {
        let indexer = indexed(self.arguments, directory, &NEEDS)?;
        let library = indexer.library();
        let modes = self.arguments.modes();
        let mut warm = HashSet::new();
        for &(source, case) in cases {
            let Some(rights) = self.rights(source, case, &library) else { continue };
            for &mode in &modes {
                // What is made on first use is no query's own time.
                if warm.insert(mode) {
                    self.ask(mode, &case.query, &indexer);
                }
                let started = Instant::now();
                let ranked = self.ask(mode, &case.query, &indexer);
                let time = started.elapsed();
                let first = ranked.hits.first().map(|hit| table::place(&hit.target, &library));
                let ranks = ranks(&rights, &ranked.hits, &library, self.arguments.by_file);
                let rights = rights.iter().map(|right| table::places(right, &library)).collect();
                self.answers.push(Answered { mode, source, case, ranks, first, rights, time });
            }
        }
        open::keep(&indexer);
        Ok(())
    }

    fn ask(&self, mode: Mode, words: &str, indexer: &Indexer) -> Ranked {
        ranked(mode, self.arguments.alpha, words, indexer, self.arguments.limit)
    }

    /// The right answers of a case; none if one of them is not there, which is told.
    fn rights(&mut self, source: &Source, case: &Case, library: &Library) -> Option<Vec<Right>> {
        let mut rights = Vec::new();
        for place in &case.places {
            match Right::find(place, library) {
                Ok(right) => rights.push(if self.arguments.by_file { right.by_file() } else { right }),
                Err(reason) => {
                    let (path, line, query) = (source.path.display(), case.line, &case.query);
                    self.problems.push(format!("{path}:{line}: \"{query}\": {reason}"));
                    return None;
                }
            }
        }
        Some(rights)
    }
}

impl Eval {
    /// The modes, each once.
    fn modes(&self) -> Vec<Mode> {
        let mut seen = HashSet::new();
        self.mode.iter().copied().filter(|mode| seen.insert(*mode)).collect()
    }
}

impl Split {
    fn name(self) -> &'static str {
        match self {
            Split::Tune => search::eval::TUNE,
            Split::Held => search::eval::HELD,
        }
    }
}

/// The files of a corpus, indexed as far as its cases need it.
fn indexed(arguments: &Eval, directory: &Path, needs: &Needs) -> anyhow::Result<Indexer> {
    let selected =
        FileSelection { no_index: arguments.no_index, threads: arguments.threads, ..FileSelection::default() };
    let workspace = Workspace { root: Some(directory.to_owned()), selected, ..Workspace::default() };
    let indexer = open::open(&[], &workspace)?;
    let bar = Bar::new(false);
    let gave_up = |_| anyhow::anyhow!("{}: indexing was interrupted", directory.display());
    indexer.ensure(needs, &Ticket::forever(), &|progress| bar.report(progress)).map_err(gave_up)?;
    if indexer.library().files().is_empty() {
        anyhow::bail!("{}: there is no file to search; docql skipped says what was left out", directory.display());
    }
    Ok(indexer)
}
