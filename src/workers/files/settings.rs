//! The user's settings: which files they come from, reading them, and hearing when they change.

use crate::config::{Config, ConfigProblem, DEFAULT_CONFIG, Layer, SettingSource, UserTheme};
use notify::event::EventKindMask;
use notify::{Config as WatchConfig, RecommendedWatcher, RecursiveMode, Watcher};
use std::collections::BTreeSet;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::time::Duration;

/// The largest file of settings or theme that is read, in bytes.
const MAX_BYTES: u64 = 1 << 20;

/// Most themes of a user's own.
const MAX_THEMES: usize = 500;

/// The quiet time after a change before a file is read: editors write it in several steps.
const QUIET: Duration = Duration::from_millis(60);

/// Sources of settings, the weakest first.
#[derive(Clone, Debug, Default)]
pub struct SettingsSource {
    /// The user's own file; its directory also holds `themes/`.
    pub file: Option<PathBuf>,
    /// The file of the workspace.
    pub workspace: Option<PathBuf>,
    /// The variables of the environment.
    pub environment: Vec<(String, String)>,
    /// Settings by flags: the flag, the key, the value.
    pub flags: Vec<(&'static str, &'static str, String)>,
    /// True if problems name files by their whole path.
    pub whole_paths: bool,
}

/// Why a file of settings is not there to be read or edited. Its text is a clause about the file, or a sentence where
/// nobody else names it.
#[derive(Debug, thiserror::Error)]
pub enum SettingsFileError {
    /// Neither the user nor the system says where settings are.
    #[error("there is no place for settings: set DOCQL_CONFIG to a file")]
    NoPlace,
    /// It cannot be written.
    #[error("cannot write {}: {error}", file.display())]
    NotWritten {
        /// The file.
        file: PathBuf,
        /// What the system says.
        error: std::io::Error,
    },
    /// It cannot be read.
    #[error("cannot be read: {0}")]
    Unreadable(std::io::Error),
    /// A pipe, a device, a directory.
    #[error("is no regular file")]
    NotRegular,
    /// Nobody writes so many settings.
    #[error("is larger than 1 MB")]
    TooLarge,
    /// A file of a workspace that is elsewhere.
    #[error("a link that leads out of the workspace: it is not read")]
    LeadsOut,
}

/// True if a file is a link to a place that is not below its directory: a workspace that came from elsewhere must not
/// have any file of the user's quoted in messages.
fn leads_out(file: &Path) -> bool {
    let (Ok(real), Some(Ok(directory))) = (file.canonicalize(), file.parent().map(Path::canonicalize)) else {
        return false;
    };
    !real.starts_with(directory)
}

impl SettingsSource {
    /// Reads everything. What cannot be read is among the problems.
    pub fn load(&self) -> Config {
        let mut problems = Vec::new();
        let mut layers = Vec::new();
        for (source, file) in [(SettingSource::User, &self.file), (SettingSource::Workspace, &self.workspace)] {
            let Some(file) = file else { continue };
            let name = self.shown(file);
            if source == SettingSource::Workspace && leads_out(file) {
                problems.push(ConfigProblem::error(name, "", SettingsFileError::LeadsOut.to_string()));
                continue;
            }
            match read(file) {
                Ok(Some(text)) => layers.push(Layer::file(source, &name, &text)),
                Ok(None) => {}
                Err(reason) => problems.push(ConfigProblem::error(name, "", reason.to_string())),
            }
        }
        layers.push(Layer::environment(self.environment.iter().cloned()));
        layers.push(Layer::flags(&self.flags));
        let mut config = Config::read(&layers, self.themes());
        config.problems.splice(0..0, problems);
        config
    }

    /// The user's own file, written with every default as a comment if it is not there yet.
    ///
    /// # Errors
    /// If there is no place for it, or it cannot be written.
    pub fn prepare_file(&self) -> Result<PathBuf, SettingsFileError> {
        let Some(file) = &self.file else { return Err(SettingsFileError::NoPlace) };
        let failed = |error| SettingsFileError::NotWritten { file: file.clone(), error };
        if let Some(directory) = file.parent() {
            std::fs::create_dir_all(directory).map_err(failed)?;
        }
        match std::fs::OpenOptions::new().write(true).create_new(true).open(file) {
            Ok(mut new) => new.write_all(commented(DEFAULT_CONFIG).as_bytes()).map_err(failed)?,
            Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(failed(error)),
        }
        Ok(file.clone())
    }

    fn shown(&self, file: &Path) -> String {
        let name = file.file_name().filter(|_| !self.whole_paths);
        name.map_or_else(|| file.display().to_string(), |name| name.to_string_lossy().into_owned())
    }

    fn directory(&self) -> Option<&Path> {
        self.file.as_deref().and_then(Path::parent)
    }

    fn themes(&self) -> Vec<UserTheme> {
        let Some(directory) = self.directory() else { return Vec::new() };
        let entries = std::fs::read_dir(directory.join("themes")).into_iter().flatten().flatten();
        let mut files: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
        files.retain(|file| file.extension().is_some_and(|extension| extension == "toml"));
        files.sort();
        files.truncate(MAX_THEMES);
        let theme = |file: &PathBuf| {
            let name = file.file_stem()?.to_string_lossy().into_owned();
            Some(UserTheme { name, text: read(file).ok()?? })
        };
        files.iter().filter_map(theme).collect()
    }

    /// Tells of the settings whenever they are other than those told last, at first `known`, until nobody listens
    /// any more. Starts a thread; where the system cannot watch, nothing is told.
    ///
    /// # Errors
    /// If the thread cannot be started.
    pub fn watch(self, known: Config, tell: impl Fn(Config) -> bool + Send + 'static) -> std::io::Result<()> {
        std::thread::Builder::new().name("settings".to_owned()).spawn(move || watch(&self, known, &tell))?;
        Ok(())
    }

    /// The directories in which something may appear: those of the files and of the themes, where a file
    /// really is behind a symbolic link, and where one does not exist yet, the nearest above it that does.
    fn places(&self) -> BTreeSet<PathBuf> {
        let themes = self.directory().map(|directory| directory.join("themes"));
        let real = [&self.file, &self.workspace].into_iter().flatten().filter_map(|file| file.canonicalize().ok());
        let parents = [&self.file, &self.workspace].into_iter().flatten().cloned().chain(real);
        let wanted = parents.filter_map(|file| file.parent().map(Path::to_owned)).chain(themes);
        let nearest = |directory: PathBuf| directory.ancestors().find(|place| place.is_dir()).map(Path::to_owned);
        wanted.filter_map(nearest).filter(|place| place.parent().is_some()).collect()
    }
}

/// The defaults as a file that sets nothing: later defaults then still reach whoever has it.
fn commented(defaults: &str) -> String {
    let line = |line: &str| match line.starts_with(['#', '[']) || line.is_empty() {
        true => format!("{line}\n"),
        false => format!("# {line}\n"),
    };
    defaults.lines().map(line).collect()
}

/// The text of a file; `None` if there is none.
fn read(file: &Path) -> Result<Option<String>, SettingsFileError> {
    // A pipe or a device would keep the reader waiting for ever.
    match std::fs::metadata(file) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(SettingsFileError::Unreadable(error)),
        Ok(metadata) if !metadata.is_file() => return Err(SettingsFileError::NotRegular),
        Ok(metadata) if metadata.len() > MAX_BYTES => return Err(SettingsFileError::TooLarge),
        Ok(_) => {}
    }
    let mut text = String::new();
    let read = std::fs::File::open(file).and_then(|file| file.take(MAX_BYTES).read_to_string(&mut text));
    match read {
        Ok(_) => Ok(Some(text)),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(SettingsFileError::Unreadable(error)),
    }
}

fn watch(source: &SettingsSource, mut last: Config, tell: &dyn Fn(Config) -> bool) {
    let (events, inbox) = channel();
    let Some(mut watcher) = watcher(events) else { return };
    let mut watched = BTreeSet::new();
    loop {
        let mut places = source.places();
        loop {
            follow(&mut watcher, &mut watched, &places);
            // A directory that was made just before the one above it was watched was not heard of.
            match source.places() {
                now if now == places => break,
                now => places = now,
            }
        }
        // What was written before it was watched is not missed.
        let now = source.load();
        if now != last {
            last = now.clone();
            if !tell(now) {
                return;
            }
        }
        if inbox.recv().is_err() {
            return;
        }
        while inbox.recv_timeout(QUIET) != Err(RecvTimeoutError::Timeout) {}
    }
}

fn watcher(events: Sender<()>) -> Option<RecommendedWatcher> {
    let heard = move |_: notify::Result<notify::Event>| {
        // Nobody listens when the program ends.
        let _ = events.send(());
    };
    // Reading the files must not be heard, or it would never end.
    RecommendedWatcher::new(heard, WatchConfig::default().with_event_kinds(EventKindMask::CORE)).ok()
}

/// Watches exactly `wanted`, as far as the system lets it.
fn follow(watcher: &mut RecommendedWatcher, watched: &mut BTreeSet<PathBuf>, wanted: &BTreeSet<PathBuf>) {
    for gone in watched.difference(wanted) {
        // It may not be there any more.
        let _ = watcher.unwatch(gone);
    }
    let known: BTreeSet<PathBuf> = watched.intersection(wanted).cloned().collect();
    let added: Vec<&PathBuf> = wanted.difference(&known).collect();
    let added: BTreeSet<PathBuf> =
        added.into_iter().filter(|place| watcher.watch(place, RecursiveMode::NonRecursive).is_ok()).cloned().collect();
    *watched = known.union(&added).cloned().collect();
}
