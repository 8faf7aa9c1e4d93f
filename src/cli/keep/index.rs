//! `docql index`: build, watch, look at, compare or remove what makes the next start instant.

use super::describe;
use crate::cli::arguments::Index;
use crate::cli::run::bar::Bar;
use crate::cli::run::exit::{FOUND, NOTHING};
use crate::cli::run::open;
use crate::indexer::{Change, Indexer, News, Outlook, Saved, Watch, WorkspaceOptions, default_root};
use crate::library::{FileId, Library};
use crate::semantic::{EmbeddingModel, Embeddings, IS_BUILT};
use crate::stdx::printing;
use crate::stdx::{Ticket, counted, printable};
use std::io::Write;
use std::sync::Arc;
use std::sync::mpsc::Sender;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// The time that one step works before it is looked whether to save.
const STEP: Duration = Duration::from_millis(500);

/// The time between two saves while there is much to do: what a crash can cost.
pub(super) const SAVE_EVERY: Duration = Duration::from_secs(10);

/// Runs the subcommand.
pub fn run(arguments: Index) -> anyhow::Result<u8> {
    let mut options = open::options(&arguments.paths, &arguments.workspace)?;
    if arguments.paths.is_empty() && arguments.workspace.root.is_none() {
        options.base = default_root(&options.base);
    }
    crate::cli::run::settings::tell(&crate::cli::run::settings::source(Some(&options.base)).load());
    if let Some(reason) = options.why_not_kept() {
        anyhow::bail!("this workspace cannot have an index: {reason}");
    }
    if arguments.clear {
        return clear(options);
    }
    if arguments.status {
        return status(options);
    }
    // Before anything takes its time: without a model there is nothing to be done.
    let describer =
        if arguments.describe { Some(describe::describer(&options.base, arguments.dry_run)?) } else { None };
    let indexer = Indexer::unwalked(options)?;
    if let Some(above) = indexer.index_above() {
        let above = above.display().to_string();
        let above = printable(&above);
        anyhow::bail!("this is part of {above}, whose index is used here; docql index {above} brings it up to date");
    }
    let bar = Bar::new(arguments.quiet);
    indexer.refresh(&Ticket::forever(), &|progress| bar.report(progress))?;
    if arguments.verify {
        return verify(&arguments, &indexer, bar);
    }
    if let Some(describer) = describer.as_ref().filter(|_| arguments.dry_run) {
        drop(bar);
        return describe::dry_run(&arguments, &indexer, describer);
    }
    let started = Instant::now();
    let built = build(&indexer, &bar)?;
    drop(bar);
    open::notify(&indexer);
    if built == Built::Elsewhere {
        if !arguments.watch {
            anyhow::bail!("another docql is writing this index; close it, or let it do the work");
        }
        return watch(&indexer, arguments.quiet);
    }
    if !arguments.quiet {
        let counts = indexer.library().counts();
        let place = indexer.status().map(|status| (status.bytes, status.directory)).unwrap_or_default();
        writeln!(
            printing::stdout(),
            "{}, {}, {}; {} in {}; {:.1} s",
            counted(counts.files as usize, "file"),
            counted(counts.symbols as usize, "symbol"),
            counted(counts.sections as usize, "section"),
            bytes(place.0),
            printable(&place.1.display().to_string()),
            started.elapsed().as_secs_f64()
        )?;
    }
    if let Some(describer) = &describer {
        return describe::run(&arguments, &indexer, describer);
    }
    if arguments.watch { watch(&indexer, arguments.quiet) } else { Ok(FOUND) }
}

/// Outcomes of the work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Built {
    /// All is saved.
    Here,
    /// Another process writes the index.
    Elsewhere,
}

/// Indexes everything, saving now and then.
pub(super) fn build(indexer: &Indexer, bar: &Bar) -> anyhow::Result<Built> {
    let ticket = Ticket::forever();
    indexer.complete_list(&ticket)?;
    let mut saved = Instant::now();
    loop {
        match indexer.index_fast(STEP, &ticket, &|progress| bar.report(progress))? {
            Outlook::More => {}
            Outlook::Elsewhere => return Ok(Built::Elsewhere),
            Outlook::Done => return save(indexer),
        }
        if saved.elapsed() >= SAVE_EVERY || indexer.is_saving_due() {
            if save(indexer)? == Built::Elsewhere {
                return Ok(Built::Elsewhere);
            }
            saved = Instant::now();
        }
    }
}

pub(super) fn save(indexer: &Indexer) -> anyhow::Result<Built> {
    match indexer.save().map_err(anyhow::Error::msg)? {
        Saved::Yes => Ok(Built::Here),
        Saved::NotKept => anyhow::bail!("this workspace cannot have an index"),
        Saved::Other => Ok(Built::Elsewhere),
    }
}

/// Keeps the index up to date until the process is interrupted: a save is whole or has not happened. While another
/// process writes the index, that one does it; this one takes its place when it goes.
fn watch(indexer: &Indexer, quiet: bool) -> anyhow::Result<u8> {
    let (sender, news) = std::sync::mpsc::channel();
    let bell = sender.clone();
    let Some(watch) = indexer.watch(move |news| drop(sender.send(news)))? else {
        anyhow::bail!("nothing in this workspace ever changes");
    };
    watch.follow(indexer.places());
    let mut watcher = Watcher { indexer, watch, bell, is_beside: false, is_quiet: quiet };
    if indexer.is_reader() {
        watcher.stand_by()?;
    }
    watcher.say("watching; Ctrl-C ends it")?;
    while let Ok(first) = news.recv() {
        let mut change: Option<Change> = None;
        for news in std::iter::once(first).chain(news.try_iter()) {
            match news {
                News::Changed(more) => {
                    change = Some(match change {
                        Some(change) => change.and(more),
                        None => more,
                    });
                }
                News::Saved => drop(indexer.follow()),
                News::Vacant => watcher.take_over()?,
                News::Polling(reason) => {
                    let _ = writeln!(printing::stderr(), "docql: changes are looked for every few seconds: {reason}");
                }
            }
        }
        if let Some(change) = change {
            watcher.look(change)?;
        }
    }
    Ok(FOUND)
}

struct Watcher<'w> {
    indexer: &'w Indexer,
    watch: Watch,
    /// Wakes the loop.
    bell: Sender<News>,
    /// True if another process writes the index, and is followed.
    is_beside: bool,
    is_quiet: bool,
}

impl Watcher<'_> {
    fn say(&self, sentence: &str) -> anyhow::Result<()> {
        if !self.is_quiet {
            writeln!(printing::stdout(), "{sentence}")?;
        }
        Ok(())
    }

    fn stand_by(&mut self) -> anyhow::Result<()> {
        if std::mem::replace(&mut self.is_beside, true) {
            return Ok(());
        }
        let bell = self.bell.clone();
        self.indexer.inherit(move || drop(bell.send(News::Vacant)));
        if let Some(place) = self.indexer.index_place() {
            self.watch.follow_index(place);
        }
        self.say("another docql writes this index: this one goes on when it is closed")
    }

    fn take_over(&mut self) -> anyhow::Result<()> {
        if self.indexer.succeed() {
            self.is_beside = false;
            self.say("the other docql is closed: this one writes the index now")?;
            self.bring_up_to_date()?;
        }
        Ok(())
    }

    fn bring_up_to_date(&mut self) -> anyhow::Result<()> {
        match build(self.indexer, &Bar::new(true))? {
            Built::Here => Ok(()),
            Built::Elsewhere => self.stand_by(),
        }
    }

    fn look(&mut self, change: Change) -> anyhow::Result<()> {
        let ticket = Ticket::forever();
        let looked = match change {
            Change::Everything => self.indexer.refresh(&ticket, &|_| {}),
            Change::Paths(paths) => self.indexer.refresh_paths(&paths, &ticket, &|_| {}),
        };
        match looked {
            Ok(changes) if changes.is_empty() => {}
            // The other process has seen the same.
            Ok(_) if self.is_beside => {}
            Ok(changes) => {
                self.bring_up_to_date()?;
                if !self.is_beside {
                    self.say(&format!("{} brought up to date", counted(changes.len(), "file")))?;
                }
            }
            Err(problem) => {
                let _ = writeln!(printing::stderr(), "docql: {}", printable(&problem.to_string()));
                self.watch.lost();
            }
        }
        self.watch.follow(self.indexer.places());
        Ok(())
    }
}

fn clear(options: WorkspaceOptions) -> anyhow::Result<u8> {
    let indexer = Indexer::unwalked(options)?;
    let place = indexer.status().map(|status| (status.bytes, status.directory)).unwrap_or_default();
    let removed = indexer.clear().map_err(anyhow::Error::msg)?;
    let mut out = printing::stdout();
    match removed {
        true => writeln!(out, "removed {} in {}", bytes(place.0), printable(&place.1.display().to_string()))?,
        false => writeln!(out, "there was no index")?,
    }
    Ok(FOUND)
}

fn status(options: WorkspaceOptions) -> anyhow::Result<u8> {
    let indexer = Indexer::unwalked(options)?;
    indexer.restore();
    open::notify(&indexer);
    if let Some(above) = indexer.index_above() {
        writeln!(printing::stdout(), "part of {}, whose index is used", printable(&above.display().to_string()))?;
        return Ok(FOUND);
    }
    let Some(status) = indexer.status() else { anyhow::bail!("this workspace cannot have an index") };
    let mut out = printing::stdout();
    let place = status.directory.display().to_string();
    let Some(written) = status.written else {
        writeln!(out, "no index yet; it would be in {}", printable(&place))?;
        return Ok(NOTHING);
    };
    let saved = indexer.library();
    let counts = saved.counts();
    indexer.refresh_list(&Ticket::forever())?;
    let now = indexer.library().counts();
    let age = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |now| now.as_secs()).saturating_sub(written);
    writeln!(out, "place      {}", printable(&place))?;
    writeln!(out, "size       {}", bytes(status.bytes))?;
    writeln!(
        out,
        "saved      {} ago{}",
        duration(age),
        if status.is_locked { "; another docql is open on it" } else { "" }
    )?;
    writeln!(out, "files      {} of {} indexed", counts.indexed, counts.files)?;
    let nodes = [(counts.symbols, "symbol"), (counts.sections, "section")];
    let [symbols, sections] = nodes.map(|(count, noun)| counted(count as usize, noun));
    writeln!(out, "nodes      {symbols}, {sections}")?;
    writeln!(out, "vectors    {}", printable(&vectors(&saved, indexer.embeddings().map(Arc::as_ref))))?;
    if let Some(embeddings) = indexer.picture_embeddings() {
        writeln!(out, "pictures   {}", printable(&pictures(&saved, embeddings)))?;
    }
    if saved.has_descriptions() {
        let count: usize = saved.file_ids().filter_map(|file| saved.descriptions(file)).map(|row| row.len()).sum();
        writeln!(out, "described  {count} pieces by a language model")?;
    }
    let pending = now.files - now.indexed;
    match pending {
        0 => writeln!(out, "state      up to date")?,
        _ => {
            let files = counted(pending as usize, "file");
            writeln!(out, "state      {files} to read; docql index brings it up to date")?;
        }
    }
    Ok(FOUND)
}

/// The number of files with vectors, by model.
fn vectors(library: &Library, embeddings: Option<&Embeddings>) -> String {
    let Some(embeddings) = embeddings else {
        let reason = if IS_BUILT { "off (search.embeddings)" } else { "none: docql was built without `model`" };
        return reason.to_owned();
    };
    let of = |model: u64| {
        let has = |file: &FileId| library.vectors(*file).is_some_and(|row| row.model() == model);
        library.file_ids().filter(has).count()
    };
    let built_in = format!("{} files by the built-in model", of(EmbeddingModel::built_in().id()));
    match embeddings.configured() {
        Some(endpoint) => {
            let (count, model) = (of(endpoint.id()), &endpoint.options().model);
            format!("{count} files by {model} at {}, {built_in}", endpoint.address())
        }
        None => built_in,
    }
}

/// The number of pictures with vectors, and who makes them.
fn pictures(library: &Library, embeddings: &Embeddings) -> String {
    let Some(endpoint) = embeddings.configured() else {
        return embeddings.take_notice().map_or_else(String::new, |notice| notice.to_string());
    };
    let (with, all) = (library.pictures_with_vectors(endpoint.id()), library.pictures().count());
    format!("{with} of {all} have vectors by {} at {}", endpoint.options().model, endpoint.address())
}

fn verify(arguments: &Index, indexer: &Indexer, bar: Bar) -> anyhow::Result<u8> {
    let faults = indexer.verify(&Ticket::forever(), &|progress| bar.report(progress));
    drop(bar);
    open::notify(indexer);
    let mut out = printing::stdout();
    for fault in &faults {
        writeln!(out, "{}: {}", printable(&fault.path), printable(&fault.problem))?;
    }
    let counts = indexer.library().counts();
    let (checked, has_nothing) = (counts.indexed, counts.indexed == 0 && counts.files > 0);
    if !arguments.quiet {
        match faults.len() {
            0 if has_nothing => writeln!(out, "nothing is saved that could be compared; docql index saves it")?,
            0 => writeln!(out, "{} compared, nothing differs", counted(checked as usize, "file"))?,
            count => writeln!(
                out,
                "{}; docql index mends damaged files, docql index --clear removes the index",
                counted(count, "fault")
            )?,
        }
    }
    out.flush()?;
    Ok(if faults.is_empty() && !has_nothing { FOUND } else { NOTHING })
}

/// `3 s`, `5 min`, `2 h`, `4 days`
fn duration(seconds: u64) -> String {
    match seconds {
        0..90 => format!("{seconds} s"),
        90..5_400 => format!("{} min", seconds / 60),
        5_400..172_800 => format!("{} h", seconds / 3_600),
        _ => format!("{} days", seconds / 86_400),
    }
}

/// `512 kB`, `41 MB`
fn bytes(bytes: u64) -> String {
    match bytes {
        0..1_000_000 => format!("{} kB", bytes.div_ceil(1000)),
        _ => format!("{} MB", bytes / 1_000_000),
    }
}
