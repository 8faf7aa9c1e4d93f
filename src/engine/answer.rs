//! The pipeline: read, prepare, find, complete, present.

use super::find::{Findings, Matches};
use super::left_out::{left_out, put_first, unread};
use super::limits::shortened;
use super::outcome::{Answer, Event, Unanswered, defect};
use super::question::{Audience, Question};
use super::read::{Asked, pattern_of, rows_of};
use crate::docql::{Item, Outcome, Results};
use crate::indexer::Indexer;
use crate::library::{Library, NOT_SHARED, NeededName, Needs};
use crate::search::{Asking, PatternRequest, Wish};
use crate::stdx::{Stale, Ticket, panics};
use std::cell::Cell;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// How often an answer that grows is brought up to date.
const REFRESH: Duration = Duration::from_millis(300);

/// When the first rows of a long answer are shown, if it is still being found.
const FIRST_ROWS: Duration = Duration::from_millis(30);

/// Files parsed for nothing but a better hint, at most.
const FEW_FILES: usize = 2_000;

/// Times that an answer is found again because it depends on more than was indexed; then everything is.
const MAX_ROUNDS: usize = 4;

/// Times that what a question needs is indexed once more because files have changed since.
const MAX_CHANGES: usize = 3;

/// Files that are not read, named at most.
const MAX_NAMED: usize = 3;

/// Answers `question` about `workspace`. `on_event` is called from several threads.
///
/// # Errors
/// [`Unanswered`] says why there is no answer.
pub fn answer(
    workspace: &Indexer,
    question: &Question,
    ticket: &Ticket,
    on_event: &(dyn Fn(Event) + Sync),
) -> Result<Answer, Unanswered> {
    // Whoever asks waits for an answer, whatever goes wrong on the way to it.
    let answered = panics::told(|| answered(workspace, question, ticket, on_event));
    answered.unwrap_or_else(|panic| Err(Unanswered::Defect(vec![defect(&panic.0)])))
}

fn answered(
    workspace: &Indexer,
    question: &Question,
    ticket: &Ticket,
    on_event: &(dyn Fn(Event) + Sync),
) -> Result<Answer, Unanswered> {
    let shortened = shortened(question).map_err(Unanswered::Invalid)?;
    let (question, cut) = shortened.as_ref().map_or((question, None), |(question, note)| (question, Some(note)));
    let mut asked = Asked::read(workspace, question).map_err(Unanswered::Invalid)?;
    let run = Run { workspace, question, ticket, on_event };
    let before = workspace.library();
    if !before.is_walked() {
        if before.indexed() > 0 {
            run.show_indexed(&asked, &before);
        }
        return Err(Unanswered::Unlisted);
    }
    let needs = asked.needs(workspace, question);
    run.prepare(&mut asked, &needs, &before)?;
    let mut found = run.find(&asked, &needs)?;
    if workspace.mend() {
        workspace.ensure(&needs, ticket, &|_| {})?;
        found = run.find(&asked, &needs)?;
    }
    let (findings, library) = run.complete(found)?;
    if !findings.outcome.errors.is_empty() {
        return Err(Unanswered::Invalid(findings.outcome.errors));
    }
    let mut results = run.present(&asked, &findings, &library)?;
    let mut first = Vec::new();
    if let Asked::Words(_) = asked {
        results.notes.extend(left_out(&question.text, &library));
        first = unread(&question.text, &library);
    }
    results.notes.splice(0..0, cut.cloned());
    results.notes.extend(notes_on_reading(&asked, workspace, question));
    results.notes.extend(findings.outcome.notes.iter().cloned());
    results.columns.clone_from(&findings.outcome.columns);
    // Who names a file that is not read hears why nothing was found.
    if library.files().is_empty() {
        let named = library.skipped().iter().take(MAX_NAMED);
        results.notes.extend(named.map(|skipped| format!("{}: {}", skipped.path, skipped.reason)));
    }
    let unreached = library.unreached().filter(|skipped| skipped.reason != NOT_SHARED);
    results.notes.extend(unreached.map(|skipped| format!("{}: {}", skipped.path, skipped.reason)));
    let mut findings = findings;
    if results.is_provisional && !question.is_live() {
        // What was found is shown; who puts it in order is asked meanwhile.
        run.grow(results);
        (findings, results) = run.rerank(&mut asked, &library)?;
    }
    results.partial = results.partial.filter(|_| !question.is_on_screen());
    if findings.ranking.as_ref().is_some_and(|ranking| !ranking.ranked.complete) {
        // Names of files that are not parsed yet did not count.
        results.partial = Some((library.indexed() as u32, library.files().len() as u32));
        results.at_least |= !question.is_on_screen();
    }
    let limit = asked.limit(question);
    let mut items = findings.outcome.items.first(limit);
    put_first(first, &mut results, &mut items, limit, &library);
    Ok(Answer {
        items,
        before: findings.before,
        ranked: findings.ranking.map(|ranking| ranking.ranked),
        has_indexed: library.revision() != before.revision(),
        results,
        library,
    })
}

/// How words were read that became a query.
fn notes_on_reading(asked: &Asked, workspace: &Indexer, question: &Question) -> Vec<String> {
    match (asked, rows_of(workspace, question)) {
        (_, Some(rows)) => rows.notes(),
        (Asked::Docql(_), None) => pattern_of(question).as_ref().map(PatternRequest::notes).unwrap_or_default(),
        _ => Vec::new(),
    }
}

/// One question on its way.
struct Run<'a> {
    workspace: &'a Indexer,
    question: &'a Question,
    ticket: &'a Ticket,
    on_event: &'a (dyn Fn(Event) + Sync),
}

impl Run<'_> {
    fn grow(&self, results: Results) {
        (self.on_event)(Event::Growing(Box::new(results)));
    }

    /// What `library` yields, as rows that are not the last word.
    fn rows(&self, asked: &Asked, library: &Library) -> Option<Results> {
        let found = asked.find(library, self.question, self.ticket, &|_, _, _| {}).ok()?;
        let findings = asked.order(found, (self.workspace, library), self.question, self.ticket).ok()?;
        asked.present(&findings, library, self.question, self.ticket, None).ok()
    }

    /// Shows what is indexed so far.
    fn show_indexed(&self, asked: &Asked, library: &Library) {
        if let Some(mut results) = self.rows(asked, library) {
            results.partial.get_or_insert((library.indexed() as u32, library.files().len() as u32));
            self.grow(results);
        }
    }

    /// The second stage: indexes what the question needs, and finds its vector. A screen sees the answer grow.
    fn prepare(&self, asked: &mut Asked, needs: &Needs, before: &Library) -> Result<(), Stale> {
        if !self.question.is_on_screen() {
            self.workspace.ensure(needs, self.ticket, &|progress| (self.on_event)(Event::Indexed(progress)))?;
            asked.settle(&self.workspace.library(), self.ticket);
            return asked.embed(self.workspace, Asking::Now, self.ticket);
        }
        asked.embed(self.workspace, Asking::Remembered, self.ticket)?;
        if !is_enough(before, needs) {
            self.show_indexed(asked, before);
            self.index_growing(asked, needs)?;
        }
        if asked.settle(&self.workspace.library(), self.ticket) {
            asked.embed(self.workspace, Asking::Remembered, self.ticket)?;
        }
        if !self.question.is_live() && asked.lacks_vector() {
            // Words answer at once; the endpoint is asked meanwhile.
            if let Some(results) = self.rows(asked, &self.workspace.library()) {
                self.grow(results);
            }
            let embedded = asked.embed(self.workspace, Asking::Now, self.ticket);
            self.pass_notices();
            embedded?;
        }
        Ok(())
    }

    /// Indexes what is needed; the answer is brought up to date now and then.
    fn index_growing(&self, asked: &Asked, needs: &Needs) -> Result<(), Stale> {
        let last = Mutex::new(Instant::now());
        self.workspace.ensure(needs, self.ticket, &|progress| {
            // One thread brings the answer up to date; the others go on indexing.
            let Ok(mut last) = last.try_lock() else { return };
            if last.elapsed() < REFRESH {
                return;
            }
            (self.on_event)(Event::Indexed(progress));
            if let Some(mut results) = self.rows(asked, &self.workspace.library()) {
                results.partial = Some((progress.done, progress.total));
                self.grow(results);
            }
            *last = Instant::now();
        })
    }

    /// The third stage: finds, once more if files that matter had no structure yet, and puts it in order.
    fn find(&self, asked: &Asked, needs: &Needs) -> Result<(Findings, Arc<Library>), Stale> {
        let (mut library, mut found) = self.find_whole(asked, needs)?;
        if let Some(wish) = found.wish(&library) {
            match wish {
                Wish::Files(paths) => self.workspace.ensure_files(&paths, self.ticket)?,
                Wish::Structure => self.workspace.ensure(&Needs::Structure, self.ticket, &|_| {})?,
            }
            library = self.prepared(needs)?;
            found = self.find_growing(asked, &library)?;
        }
        Ok((asked.order(found, (self.workspace, &library), self.question, self.ticket)?, library))
    }

    /// The current snapshot. What files that have changed since the second stage say is indexed anew: their words leave
    /// the index as soon as the change is seen.
    fn prepared(&self, needs: &Needs) -> Result<Arc<Library>, Stale> {
        for _ in 0..MAX_CHANGES {
            let library = self.workspace.library();
            if is_held(&library, needs) {
                return Ok(library);
            }
            self.workspace.ensure(needs, self.ticket, &|_| {})?;
        }
        Ok(self.workspace.library())
    }

    /// Finds, once more as long as the answer depends on what was not indexed: what is looked at shows on the way.
    fn find_whole(&self, asked: &Asked, needs: &Needs) -> Result<(Arc<Library>, Matches), Stale> {
        let mut library = self.prepared(needs)?;
        let mut found = self.find_growing(asked, &library)?;
        for round in 1..=MAX_ROUNDS {
            let Some(lacks) = found.lacks() else { break };
            if lacks.everything || round == MAX_ROUNDS {
                self.workspace.ensure(&Needs::Structure, self.ticket, &|_| {})?;
            } else {
                let paths: Vec<Arc<str>> = lacks.files.iter().map(|id| Arc::clone(&library.file(*id).path)).collect();
                let whole = |name: &String| NeededName { text: name.clone(), is_whole: true, declared: None };
                self.workspace.ensure_files(&paths, self.ticket)?;
                let names = lacks.names.iter().filter(|name| !name.is_empty()).map(whole).collect();
                self.workspace.ensure(&Needs::Named(names), self.ticket, &|_| {})?;
            }
            let now = self.prepared(needs)?;
            if now.revision() == library.revision() {
                break;
            }
            library = now;
            found = self.find_growing(asked, &library)?;
        }
        Ok((library, found))
    }

    /// Finds; a screen sees the first rows of what takes long.
    fn find_growing(&self, asked: &Asked, library: &Library) -> Result<Matches, Stale> {
        let (last, pause) = (Cell::new(Instant::now()), Cell::new(FIRST_ROWS));
        let grow = |outcome: &Outcome, done: usize, all: usize| {
            if !self.question.is_on_screen() || outcome.items.is_empty() || last.get().elapsed() < pause.get() {
                return;
            }
            let findings = Findings::of(outcome.clone());
            if let Ok(mut results) = asked.present(&findings, library, self.question, self.ticket, None) {
                results.partial = Some((done as u32, all as u32));
                self.grow(results);
            }
            last.set(Instant::now());
            pause.set(REFRESH);
        };
        asked.find(library, self.question, self.ticket, &grow)
    }

    /// The fourth stage: indexes what a report is shown with, though it was found without: what lines lie in,
    /// titles of files where they are asked for, and where nothing was found the names that may be meant.
    fn complete(&self, (findings, library): (Findings, Arc<Library>)) -> Result<(Findings, Arc<Library>), Stale> {
        let Audience::Report { context, hints } = self.question.audience else { return Ok((findings, library)) };
        let Findings { outcome, ranking: None, .. } = &findings else { return Ok((findings, library)) };
        if outcome.items.is_empty() && outcome.count.is_none() {
            if hints && library.files().len() - library.indexed() <= FEW_FILES {
                self.workspace.ensure(&Needs::Structure, self.ticket, &|_| {})?;
            }
        } else if context || self.question.titles {
            let is_told = |item: &Item| match item {
                Item::Excerpt(_) => context,
                Item::File(_) => self.question.titles,
                _ => false,
            };
            let shown = outcome.items.iter().take(self.question.limit).filter(|found| is_told(&found.item));
            let mut paths: Vec<Arc<str>> =
                shown.filter_map(|found| found.item.file()).map(|file| Arc::clone(&library.file(file).path)).collect();
            paths.dedup();
            self.workspace.ensure_files(&paths, self.ticket)?;
        }
        Ok((findings, self.workspace.library()))
    }

    fn present(&self, asked: &Asked, findings: &Findings, library: &Library) -> Result<Results, Stale> {
        asked.present(findings, library, self.question, self.ticket, Some(&|results| self.grow(results)))
    }

    /// Asks who puts the best hits in order, and presents them anew.
    fn rerank(&self, asked: &mut Asked, library: &Library) -> Result<(Findings, Results), Stale> {
        asked.ask_reranker();
        let found = asked.find(library, self.question, self.ticket, &|_, _, _| {})?;
        let findings = asked.order(found, (self.workspace, library), self.question, self.ticket)?;
        let results = self.present(asked, &findings, library)?;
        self.pass_notices();
        Ok((findings, results))
    }

    fn pass_notices(&self) {
        self.workspace.take_notices().into_iter().for_each(|notice| (self.on_event)(Event::Notice(notice)));
    }
}

/// Whether the library holds what a question needs.
fn is_enough(library: &Library, needs: &Needs) -> bool {
    match needs {
        Needs::Files => true,
        Needs::Databases => library.has_databases(),
        Needs::Named(_) | Needs::Structure | Needs::Pictures => library.is_complete(),
        Needs::Text(_) | Needs::FullText | Needs::Vectors => library.is_complete() && library.is_text_complete(),
    }
}

/// True if `library` still holds what [`Indexer::ensure`] has indexed for `needs`. Which files the names of some need is
/// known only when they are looked for.
fn is_held(library: &Library, needs: &Needs) -> bool {
    match needs {
        Needs::Files | Needs::Databases | Needs::Named(_) => true,
        Needs::Structure | Needs::Pictures => library.is_complete(),
        Needs::Text(_) => library.is_text_complete(),
        Needs::FullText | Needs::Vectors => library.is_complete() && library.is_text_complete(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Reading;
    use crate::indexer::WorkspaceOptions;

    #[test]
    fn files_that_change_while_a_question_is_answered_are_indexed_anew() {
        let folder = tempfile::tempdir().expect("a folder");
        let write = |text: &str| std::fs::write(folder.path().join("a.md"), text).expect("a file");
        write("# Locks\n\nA lock becomes stale.\n");
        let options = WorkspaceOptions { threads: 1, ..WorkspaceOptions::at(folder.path()) };
        let workspace = Indexer::open(options).expect("a workspace");
        let ticket = Ticket::forever();
        for reading in [Reading::Words, Reading::Docql] {
            write("# Locks\n\nA lock becomes stale.\n");
            let text = if reading == Reading::Docql { "$..search(\"lock stale\")" } else { "lock stale" };
            let question = Question::on_screen(text, reading, true, 10);
            let mut asked = Asked::read(&workspace, &question).expect("a query");
            let run = Run { workspace: &workspace, question: &question, ticket: &ticket, on_event: &|_| {} };
            let needs = asked.needs(&workspace, &question);
            run.prepare(&mut asked, &needs, &workspace.library()).expect("time");
            // The watcher sees the edit, and the background has not come to it yet.
            write("# Locks\n\nA lock that nobody refreshes becomes stale.\n");
            workspace.refresh_list(&ticket).expect("the list");
            let (findings, _) = run.find(&asked, &needs).expect("an answer");
            assert_eq!(findings.outcome.items.len(), 1, "{reading:?}");
        }
    }
}
