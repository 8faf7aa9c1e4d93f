//! The first stage: the text of a question → a plan, or words with what they are judged by.

use super::question::{Audience, Question, Reading, Spends, counted};
use crate::docql::{self, Diagnostic, Plan};
use crate::indexer::Indexer;
use crate::library::{Library, Needs};
use crate::search::{self, Asking, Judge, Mode, Options, PatternRequest, Request, RowRequest};
use crate::stdx::{Stale, Ticket};

/// Text in bytes up to which vectors are made for one search from the shell: a few seconds, once.
const QUICK_BYTES: u64 = 16 << 20;

/// Text in bytes up to which all of it is parsed for one search from the shell: as long, once. Names count only where
/// they are known, and an answer should not depend on what was asked before.
const PARSED_BYTES: u64 = 32 << 20;

/// A question that has been read.
pub(super) enum Asked {
    Docql(Box<Plan>),
    Words(Box<Words>),
    Reference(String),
}

/// Words, how they are searched, and who puts the best hits in order.
pub(super) struct Words {
    pub request: Request,
    /// The same as a regular expression, if it may be one.
    pub pattern: Option<PatternRequest>,
    pub options: Options,
    pub judge: Judge,
    /// Repositories that come first where they are chosen.
    pub golden: Vec<String>,
}

impl Asked {
    pub(super) fn read(workspace: &Indexer, question: &Question) -> Result<Asked, Vec<Diagnostic>> {
        match question.reading {
            Reading::Docql => {
                let compile = if question.is_live() { docql::compile_live } else { docql::compile };
                compile(&question.text).map(|plan| Asked::Docql(Box::new(plan)))
            }
            Reading::Words => {
                if let Some(rows) = rows_of(workspace, question) {
                    return docql::compile(&rows.query()).map(|plan| Asked::Docql(Box::new(plan)));
                }
                let pattern = pattern_of(question);
                if let Some(pattern) = pattern.as_ref().filter(|pattern| pattern.is_certain()) {
                    return docql::compile(&pattern.query()).map(|plan| Asked::Docql(Box::new(plan)));
                }
                let judge = judge(workspace, question);
                let (request, golden) = (restricted(question), workspace.golden().to_vec());
                let enough = question.search.enough.min(counted(question.limit.max(question.depth)));
                let options = Options { enough, ..question.search.clone() };
                let words = Words { request, pattern, options, judge, golden };
                Ok(Asked::Words(Box::new(words)))
            }
            Reading::Reference => Ok(Asked::Reference(question.text.clone())),
        }
    }

    /// Hits to present.
    pub(super) fn limit(&self, question: &Question) -> usize {
        match (self, question.reading) {
            (Asked::Docql(_), Reading::Words) => question.lines,
            _ => question.limit,
        }
    }

    /// What has to be indexed.
    pub(super) fn needs(&self, workspace: &Indexer, question: &Question) -> Needs {
        match self {
            Asked::Docql(plan) => plan.first_needs().clone(),
            // The one file is read when it is known which.
            Asked::Reference(_) => Needs::Files,
            Asked::Words(words) => match question.audience {
                Audience::Screen { .. } => search::needs(&words.request),
                Audience::Report { .. } => words.needs_once(workspace),
            },
        }
    }

    /// Finds the vector of the question, where vectors are compared.
    pub(super) fn embed(&mut self, workspace: &Indexer, asking: Asking, ticket: &Ticket) -> Result<(), Stale> {
        let Asked::Words(words) = self else { return Ok(()) };
        let library = workspace.library();
        let embeddings = workspace.embeddings();
        words.options.meant = search::meant(&words.request, &words.options, &library, embeddings, asking, ticket)?;
        let pictures = workspace.picture_embeddings();
        words.options.pictured = search::pictured(&words.request, &words.options, &library, pictures, asking, ticket)?;
        Ok(())
    }

    /// Reads words as the workspace says them, where they look like options, filters or a regular expression; true if
    /// that is otherwise than before.
    pub(super) fn settle(&mut self, library: &Library, ticket: &Ticket) -> bool {
        let Asked::Words(words) = self else { return false };
        let settled = search::settled(&words.request, library, &words.options, ticket);
        let pattern = words.pattern.take().filter(|_| settled.is_none());
        let plan = pattern.and_then(|it| search::as_pattern(&it, &words.request, library, &words.options, ticket));
        if let Some(plan) = plan {
            *self = Asked::Docql(Box::new(plan));
            return true;
        }
        let is_new = settled.is_some();
        words.request = settled.unwrap_or_else(|| std::mem::take(&mut words.request));
        is_new
    }

    /// Whether an endpoint has still to be asked for the question's vector.
    pub(super) fn lacks_vector(&self) -> bool {
        matches!(self, Asked::Words(words) if words.options.is_waiting())
    }
}

impl Words {
    /// What one search from the shell is worth: vectors where they are asked for, or are quickly made; all names where
    /// they are quickly read.
    fn needs_once(&self, workspace: &Indexer) -> Needs {
        if self.options.picture.is_some() {
            return Needs::Pictures;
        }
        let library = workspace.library();
        // An endpoint is slow and may cost money: `docql index` and the explorer have it make vectors.
        let is_quick = workspace.embeddings().is_some_and(|embeddings| embeddings.endpoint().is_none());
        let bytes: u64 = library.files().iter().filter(|file| !file.text_only).map(|file| file.size).sum();
        match self.options.mode {
            Mode::Semantic | Mode::Hybrid => Needs::Vectors,
            Mode::Smart if is_quick && bytes <= QUICK_BYTES && !self.request.is_empty() => Needs::Vectors,
            Mode::Smart | Mode::Keyword => match search::needs(&self.request) {
                Needs::Text(_) if unread_bytes(&library) <= PARSED_BYTES => Needs::FullText,
                needs => needs,
            },
        }
    }
}

/// The size of the texts whose structure is not known.
fn unread_bytes(library: &Library) -> u64 {
    let unread = library.file_ids().filter(|file| !library.is_indexed(*file)).map(|file| library.file(file));
    unread.filter(|entry| !entry.text_only).map(|entry| entry.size).sum()
}

/// Who puts the best hits in order. A screen shows what there is before anybody is asked.
fn judge(workspace: &Indexer, question: &Question) -> Judge {
    // Who asks with a picture is not served by one who reads.
    let reranker = workspace.reranker().filter(|_| question.search.picture.is_none()).cloned();
    let costs = reranker.as_ref().is_some_and(|reranker| reranker.model().is_some());
    let waits = question.is_on_screen() || costs && question.spends == Spends::Nothing;
    let asking = if waits { Asking::Remembered } else { Asking::Now };
    let place = if costs { workspace.index_place() } else { None };
    Judge { is_dry: question.spends == Spends::Shown, place, ..Judge::of(reranker, asking) }
}

/// Words for the rows of a table, where there is a database: one that has no such table says which it has.
pub(super) fn rows_of(workspace: &Indexer, question: &Question) -> Option<RowRequest> {
    let rows =
        Some(&question.text).filter(|_| question.reading == Reading::Words).and_then(|text| RowRequest::read(text))?;
    let library = workspace.library();
    library.file_ids().any(|file| library.file(file).is_database()).then_some(rows)
}

/// What was typed as a regular expression, if it may be one, and nothing but words is asked for.
pub(super) fn pattern_of(question: &Question) -> Option<PatternRequest> {
    let is_plain = question.reading == Reading::Words && question.search.picture.is_none();
    if is_plain { PatternRequest::read(&question.text) } else { None }
}

/// The words, with kind and format beside them as facets: they restrict before hits are ranked and cut.
fn restricted(question: &Question) -> Request {
    let mut request = search::read(&question.text);
    let (mut as_text, mut as_name) = (request.as_text.take(), request.as_name.take());
    let others = as_text.as_deref_mut().into_iter().chain(as_name.as_deref_mut());
    for Request { facets, .. } in std::iter::once(&mut request).chain(others) {
        if let Some(kind) = question.kind
            && facets.kind.is_empty()
        {
            facets.kind.push(kind);
        }
        if let Some(format) = question.format
            && facets.lang.is_empty()
        {
            facets.lang.push(format.to_owned());
        }
    }
    Request { as_text, as_name, ..request }
}
