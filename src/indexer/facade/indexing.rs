//! Structure, full text and vectors: what a query needs, or a short step in the background.

use super::indexer::Indexer;
use crate::indexer::build::locks::{Held, TEXT};
use crate::indexer::build::order;
use crate::indexer::build::structure::{LONGEST_STEP, StructurePass};
use crate::indexer::files::progress::{Progress, Report};
use crate::indexer::store::owner::Broken;
use crate::indexer::text::indexer::{TextPass, TextState, TextStep};
use crate::indexer::text::vectors::VectorPass;
use crate::library::{FullText, Library, NeededName, Needs};
use crate::stdx::{Stale, Ticket};
use rayon::ThreadPool;
use std::sync::Arc;
use std::time::Duration;

/// Most files of a background step.
const STEP_FILES: usize = 2048;

/// The outlook after a step in the background.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outlook {
    /// Files are left whose structure or text is not indexed.
    More,
    /// Much is left, and another process is at it: what it saves is to be had by [`Indexer::follow`].
    Elsewhere,
    /// Everything is indexed.
    Done,
}

impl Indexer {
    /// Notes that this file has come into view: it is indexed before others.
    pub fn prioritise(&self, path: &str) {
        self.in_view.push(path);
    }

    /// Brings the library as far as `needs` says. What was indexed stays, even if the ticket goes stale.
    ///
    /// # Errors
    ///
    /// If the ticket goes stale.
    pub fn ensure(&self, needs: &Needs, ticket: &Ticket, progress: &(dyn Fn(Progress) + Sync)) -> Result<(), Stale> {
        if *needs != Needs::Databases {
            self.complete_list(ticket)?;
        }
        if *needs == Needs::Files {
            return Ok(());
        }
        let _pass = self.foreground.enter(ticket)?;
        let structure = |names: Option<&[NeededName]>| {
            self.structure_pass(&self.front, ticket, progress).of_names(names, &mut Held::nothing())
        };
        match needs {
            Needs::Files => Ok(()),
            Needs::Databases => {
                let library = self.library();
                let tabled = library.tabled_files().into_iter();
                let paths: Vec<Arc<str>> = tabled.map(|file| Arc::clone(&library.file(file).path)).collect();
                self.structure_pass(&self.front, ticket, progress).of_paths(&paths, &mut Held::nothing())
            }
            Needs::Named(names) => structure(Some(names)),
            Needs::Structure => structure(None),
            Needs::Text(names) => {
                if !names.is_empty() {
                    structure(Some(names))?;
                }
                self.fulltext(ticket, progress)
            }
            Needs::FullText => {
                self.fulltext(ticket, progress)?;
                structure(None)
            }
            Needs::Vectors => {
                self.fulltext(ticket, progress)?;
                structure(None)?;
                let pass = self.vector_pass(&self.front, Duration::ZERO, ticket, progress);
                self.vectors.all(&pass, &mut Held::nothing())?;
                while !self.descriptions.step(self.index_place(), &pass, &mut Held::nothing())? {}
                Ok(())
            }
            Needs::Pictures => {
                structure(None)?;
                let pass = self.vector_pass(&self.front, Duration::ZERO, ticket, progress);
                self.pictures.all(self.index_place(), &pass, &mut Held::nothing())
            }
        }
    }

    /// Lists what was put off when files were listed first, as the rows of large tables.
    ///
    /// # Errors
    ///
    /// If the ticket goes stale.
    pub fn complete_list(&self, ticket: &Ticket) -> Result<(), Stale> {
        if self.loader.sources().complete() {
            self.refresh_list(ticket).map_err(|_| Stale)?;
        }
        Ok(())
    }

    /// Parses these files, so that lines found in them know what they lie in.
    ///
    /// # Errors
    ///
    /// If the ticket goes stale.
    pub fn ensure_files(&self, paths: &[Arc<str>], ticket: &Ticket) -> Result<(), Stale> {
        let _pass = self.foreground.enter(ticket)?;
        self.structure_pass(&self.front, ticket, &|_| {}).of_paths(paths, &mut Held::nothing())
    }

    /// Indexes for a short while (about `budget`), and publishes. Waits while a query is being prepared. What
    /// is in view gets its structure first, then every text can be searched, then everything has a structure.
    ///
    /// # Errors
    ///
    /// If the ticket goes stale.
    pub fn index_some(
        &self,
        budget: Duration,
        ticket: &Ticket,
        progress: &(dyn Fn(Progress) + Sync),
    ) -> Result<Outlook, Stale> {
        self.index_on(&self.back, budget, ticket, progress)
    }

    /// The same with all threads, for a process that does nothing else.
    ///
    /// # Errors
    ///
    /// If the ticket goes stale.
    pub fn index_fast(
        &self,
        budget: Duration,
        ticket: &Ticket,
        progress: &(dyn Fn(Progress) + Sync),
    ) -> Result<Outlook, Stale> {
        self.index_on(&self.front, budget, ticket, progress)
    }

    fn index_on(
        &self,
        pool: &ThreadPool,
        budget: Duration,
        ticket: &Ticket,
        progress: Report,
    ) -> Result<Outlook, Stale> {
        self.foreground.wait(ticket)?;
        let library = self.library();
        let in_view = self.in_view.paths();
        let mut files = order::in_view(&library, &in_view, STEP_FILES);
        if files.is_empty() && self.leaves_it(&library) {
            return Ok(Outlook::Elsewhere);
        }
        if files.is_empty() && !self.text_step(pool, budget, ticket, progress)? {
            return Ok(Outlook::More);
        }
        if files.is_empty() {
            files = order::pending(&library, &in_view, STEP_FILES);
        }
        if files.is_empty() {
            let pass = self.vector_pass(pool, budget, ticket, progress);
            let is_done = self.vectors.step(&pass, &mut Held::nothing())?
                && self.pictures.step(self.index_place(), &pass, &mut Held::nothing())?
                && self.descriptions.step(self.index_place(), &pass, &mut Held::nothing())?;
            if is_done {
                self.settle();
            }
            return Ok(if is_done { Outlook::Done } else { Outlook::More });
        }
        self.structure_pass(pool, ticket, progress).of_some(&library, &files, budget, &mut Held::nothing());
        ticket.check().map(|()| Outlook::More)
    }

    /// True if the work is left to another process that writes the index.
    fn leaves_it(&self, library: &Library) -> bool {
        let mut held = Held::nothing();
        let (mut kept, mut held) = self.store.lock(&mut held);
        self.follower.leaves_it(library, &self.options, &mut kept, &mut held)
    }

    fn structure_pass<'s>(
        &'s self,
        pool: &'s ThreadPool,
        ticket: &'s Ticket,
        progress: Report<'s>,
    ) -> StructurePass<'s> {
        StructurePass { published: &self.published, loader: &self.loader, pool, ticket, progress }
    }

    fn vector_pass<'v>(
        &'v self,
        pool: &'v ThreadPool,
        budget: Duration,
        ticket: &'v Ticket,
        progress: Report<'v>,
    ) -> VectorPass<'v> {
        VectorPass { published: &self.published, pool, budget, ticket, progress }
    }

    fn fulltext(&self, ticket: &Ticket, progress: Report) -> Result<(), Stale> {
        while !self.text_step(&self.front, LONGEST_STEP, ticket, progress)? {}
        Ok(())
    }

    /// Adds text for about `budget`. True if nothing is left to do: a text index that can be written nowhere leaves
    /// the search by names.
    fn text_step(&self, pool: &ThreadPool, budget: Duration, ticket: &Ticket, progress: Report) -> Result<bool, Stale> {
        let mut held = Held::nothing();
        let (mut text, mut held) = self.text.lock(&mut held);
        if self.library().is_text_complete() {
            return Ok(true);
        }
        let pass = TextPass {
            published: &self.published,
            loader: &self.loader,
            pool,
            threads: self.options.thread_count(),
            budget,
            ticket,
            progress,
        };
        let is_done = self.text_step_on(&mut text, &pass, &mut held);
        ticket.check().map(|()| is_done)
    }

    fn text_step_on(&self, text: &mut TextState, pass: &TextPass<'_>, held: &mut Held<'_, TEXT>) -> bool {
        let place = {
            let (mut kept, mut held) = self.store.lock(held);
            kept.text_place(text, &self.subject(), &mut held)
        };
        match text.step(&place, pass, held) {
            TextStep::More => false,
            TextStep::Done => true,
            TextStep::Failed(reason) => {
                let (mut kept, mut held) = self.store.lock(held);
                kept.text_failed(text, (&place, &reason), &self.subject(), &mut held)
            }
        }
    }

    /// Puts a saved index aside whose files have been changed since they were mapped, or words in which a search has
    /// come upon damage, so that they are indexed anew. True if there was one: then what was asked is to be asked again,
    /// after [`Indexer::ensure`].
    pub fn mend(&self) -> bool {
        let broken = self.store.broken_since();
        if broken == Broken::Structure {
            return self.with_text_and_store(|text, kept, subject, held| kept.put_aside(text, subject, held));
        }
        let is_damaged = || broken == Broken::Words || self.library().fulltext().is_some_and(FullText::is_damaged);
        if !is_damaged() {
            return false;
        }
        self.with_text_and_store(|text, kept, subject, held| {
            if is_damaged() {
                kept.put_words_aside(text, subject, held);
            }
        });
        true
    }
}
