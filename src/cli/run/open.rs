//! Opening a workspace from arguments.

use super::models::KeyFrom;
use super::settings::variable;
use super::{databases, models, settings};
use crate::app::Sought;
use crate::cli::arguments::{Explorer, Workspace};
use crate::config::{EmbeddingsChoice, Settings};
use crate::indexer::{Indexer, SharedDatabases, WorkspaceOptions, default_root, index_directory};
use crate::llm::ModelProblem;
use crate::net::ApiKey;
use crate::semantic::{
    Embeddings, EndpointOptions, EndpointProblem, IS_BUILT, OrdererOptions, RequestShape, Reranker, RerankerOptions,
};
use crate::stdx::{printable, printing};
use crate::workers::{StateStore, state_directory};
use anyhow::Context;
use std::io::{IsTerminal, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// The size up to which files are parsed: the usual one, unless all that is asked for are files and one is larger.
fn limit_of(paths: &[PathBuf], base: &Path, in_revision: bool, usual: u64) -> u64 {
    if in_revision {
        return usual;
    }
    let sizes = paths.iter().map(|path| {
        let found = std::fs::metadata(base.join(path)).ok();
        found.filter(std::fs::Metadata::is_file).map(|file| file.len())
    });
    let largest = sizes.collect::<Option<Vec<u64>>>().and_then(|sizes| sizes.into_iter().max());
    if largest.is_some_and(|largest| largest > usual) { usual.max(NAMED_LIMIT) } else { usual }
}

/// What helps where a filter of words was given as a path: `docql query foo lang:go`.
fn among_words(missing: &Path) -> String {
    let text = missing.to_string_lossy();
    match crate::search::read(&text).terms.is_empty() {
        true => format!("\n  a filter stands among the words, in their quotes: 'words {text}'"),
        false => String::new(),
    }
}

/// Most bytes that are read from standard input.
const STDIN_LIMIT: u64 = 64 << 20;

/// A file that is named may be so large and is read whole all the same.
const NAMED_LIMIT: u64 = 64 << 20;

/// What the arguments say about what to read.
pub fn options(paths: &[PathBuf], workspace: &Workspace) -> anyhow::Result<WorkspaceOptions> {
    let current =
        std::env::current_dir().context("the current directory is gone; change to another, or give --root DIR")?;
    let base = match &workspace.root {
        Some(root) => root.canonicalize().with_context(|| format!("--root {}", root.display()))?,
        None => current,
    };
    let mut options = WorkspaceOptions::at(base.clone());
    options.at.clone_from(&workspace.at);
    options.hidden = workspace.selected.hidden;
    options.ignore_files = !workspace.selected.no_ignore;
    options.globs = workspace.selected.glob.clone();
    let settings = settings::source(Some(&base)).load().settings;
    options.threads = workspace.selected.threads.unwrap_or(settings.threads);
    options.usual_max_file_bytes = settings.max_file;
    options.max_file_bytes =
        workspace.max_filesize.unwrap_or_else(|| limit_of(paths, &base, options.at.is_some(), settings.max_file));
    options.shared = shared(&settings).context("databases.agents")?;
    options.packages = settings.packages;
    options.golden.clone_from(&settings.golden);
    options.watch = settings.watch;
    options.embeddings = Arc::new(embeddings(&settings));
    let is_there = IS_BUILT || options.embeddings.endpoint().is_some();
    options.vectors = is_there && settings.embeddings != EmbeddingsChoice::Off;
    options.pictures = picture_embeddings(&settings).map(Arc::new);
    options.reranker = reranker(&settings);
    if !workspace.selected.no_ignore {
        options.ignore.clone_from(&settings.ignore);
    }
    if !workspace.selected.no_index {
        let given = variable("DOCQL_INDEX_DIR").map(|given| base.join(given));
        options.index = index_directory(given, variable);
    }
    let (stdin, paths): (Vec<&PathBuf>, Vec<&PathBuf>) = paths.iter().partition(|path| path.as_os_str() == "-");
    if !stdin.is_empty() {
        anyhow::ensure!(
            options.at.is_none(),
            "--at: standard input has no revisions; name a directory of a repository"
        );
        options.stdin = Some(read_stdin()?);
    }
    for path in paths.iter().filter(|path| options.at.is_none() && base.join(path).is_file()) {
        std::fs::File::open(base.join(path)).with_context(|| path.display().to_string())?;
    }
    // A revision may have what is gone on disk.
    let is_missing = |path: &&&PathBuf| options.at.is_none() && !base.join(path).exists();
    if let Some(missing) = paths.iter().find(is_missing) {
        anyhow::bail!("{}: no such file or directory{}", missing.display(), among_words(missing));
    }
    options.roots = paths.into_iter().cloned().collect();
    let is_given = !options.roots.is_empty() || options.stdin.is_some() || workspace.files_from.is_some();
    if !is_given && options.at.is_none() && default_root(&base) == base {
        options.roots = settings.roots.iter().map(PathBuf::from).collect();
        if let Some(missing) = options.roots.iter().find(|root| !base.join(root).exists()) {
            anyhow::bail!("index.roots: {}: no such file or directory in {}", missing.display(), base.display());
        }
    }
    if let Some(list) = &workspace.files_from {
        options.files_from = Some(listed_files(list)?);
    }
    databases::add(&mut options, &workspace.selected.db, &settings)?;
    options.is_schema_only = workspace.selected.is_schema_only;
    if options.is_schema_only {
        // There is nothing to be kept of it.
        options.index = None;
    }
    Ok(options)
}

fn read_stdin() -> anyhow::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    std::io::stdin().take(STDIN_LIMIT).read_to_end(&mut bytes).context("standard input")?;
    Ok(bytes)
}

fn listed_files(list: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let bytes = if list.as_os_str() == "-" {
        read_stdin()?
    } else {
        std::fs::read(list).with_context(|| list.display().to_string())?
    };
    let text = String::from_utf8_lossy(&bytes);
    Ok(text
        .split(['\n', '\0'])
        .map(|line| line.trim_end_matches('\r'))
        .filter(|line| !line.is_empty())
        .map(PathBuf::from)
        .collect())
}

/// The databases that agents may read.
fn shared(settings: &Settings) -> anyhow::Result<SharedDatabases> {
    let lines: Vec<String> = settings.shared_databases.iter().map(|line| from_home(line)).collect();
    Ok(SharedDatabases::named(&lines)?)
}

/// A path that may begin in the home of its user.
pub(super) fn from_home(path: &str) -> String {
    let home = variable("HOME").or_else(|| variable("USERPROFILE"));
    match (path.strip_prefix("~/"), &home) {
        (Some(rest), Some(home)) => format!("{}/{rest}", home.display()),
        _ => path.to_owned(),
    }
}

/// What makes vectors. Nothing is sent anywhere by this.
pub fn embeddings(settings: &Settings) -> Embeddings {
    if settings.embeddings != EmbeddingsChoice::Endpoint {
        return Embeddings::built_in();
    }
    let options = EndpointOptions::at(&settings.endpoint_url, &settings.endpoint_model);
    with_key(options, &settings.endpoint_key_env, Embeddings::at)
}

/// Who makes vectors of pictures, if the settings name somebody. Nothing is sent anywhere by this.
pub fn picture_embeddings(settings: &Settings) -> Option<Embeddings> {
    if settings.image_endpoint_url.trim().is_empty() {
        return None;
    }
    let shape = if settings.image_endpoint_is_jina { RequestShape::Jina } else { RequestShape::OpenAi };
    let options = EndpointOptions::of_pictures(&settings.image_endpoint_url, &settings.image_endpoint_model, shape);
    Some(with_key(options, &settings.image_endpoint_key_env, Embeddings::of_pictures))
}

/// An endpoint with the key in the variable of this name; one that is empty is not asked.
fn with_key(options: EndpointOptions, variable: &str, open: fn(EndpointOptions) -> Embeddings) -> Embeddings {
    let (variable, settings) = (variable.trim(), options.settings);
    if variable.is_empty() {
        return open(options);
    }
    let key = std::env::var(variable).ok().and_then(|key| ApiKey::new(&key));
    let is_missing = key.is_none();
    let embeddings = open(EndpointOptions { key, ..options });
    if is_missing && embeddings.endpoint().is_some() {
        embeddings.give_up(EndpointProblem::NoKey { settings, variable: variable.to_owned() });
    }
    embeddings
}

/// Who puts hits in order, if the settings name somebody. Nothing is sent anywhere by this.
pub fn reranker(settings: &Settings) -> Option<Arc<Reranker>> {
    if settings.rerank_by_model {
        return model_as_reranker(settings);
    }
    if settings.rerank_url.trim().is_empty() {
        return None;
    }
    let options = RerankerOptions::at(&settings.rerank_url, &settings.rerank_model);
    let name = settings.rerank_key_env.trim();
    let key = std::env::var(name).ok().and_then(|key| ApiKey::new(&key));
    let is_missing = !name.is_empty() && key.is_none();
    match Reranker::new(RerankerOptions { key, top: settings.rerank_top, ..options }) {
        Ok(reranker) => {
            if is_missing {
                let variable = name.to_owned();
                reranker.give_up(EndpointProblem::NoKey { settings: "search.rerank", variable });
            }
            Some(Arc::new(reranker))
        }
        Err(problem) => {
            let _ = writeln!(printing::stderr(), "docql: {}", printable(&problem.to_string()));
            None
        }
    }
}

/// The language model as the one who puts hits in order. The key is looked for when it is first asked.
fn model_as_reranker(settings: &Settings) -> Option<Arc<Reranker>> {
    let problem = match models::orderer(settings, KeyFrom::Nobody) {
        Ok(Some(shown)) => {
            let (settings, top) = (settings.clone(), settings.rerank_top);
            let find =
                move || models::orderer(&settings, KeyFrom::Quiet).and_then(|model| model.ok_or(ModelProblem::NoUrl));
            let pause = Duration::from_secs(1);
            return Some(Arc::new(Reranker::by_model(OrdererOptions { shown, find: Box::new(find), top, pause })));
        }
        Ok(None) => "models.provider is \"none\": name the model that is to put hits in order".to_owned(),
        Err(problem) => problem.to_string(),
    };
    let _ = writeln!(printing::stderr(), "docql: search.rerank.by is \"model\": {}", printable(&problem));
    None
}

/// A workspace that is walked and not yet indexed. What is wrong with the settings is told.
pub fn open(paths: &[PathBuf], workspace: &Workspace) -> anyhow::Result<Indexer> {
    opened(options(paths, workspace)?)
}

/// The same with options that are known.
pub fn opened(options: WorkspaceOptions) -> anyhow::Result<Indexer> {
    settings::tell(&settings::source(Some(&options.base)).load());
    Ok(Indexer::open(options)?)
}

/// So many bytes of new structure are worth saving after a single question.
const WORTH_SAVING: usize = 2 << 20;

/// So many bytes are worth it where nothing is left to be indexed: the next question finds everything.
const WORTH_SAVING_WHOLE: usize = 64 << 10;

/// Saves what answering a question has brought to light, if that took long. Failing at it is no failure of
/// the question, which has been answered.
pub fn keep(indexer: &Indexer) {
    let library = indexer.library();
    let is_whole = library.is_complete() && library.is_text_complete();
    keep_if(indexer, indexer.unsaved_bytes() >= if is_whole { WORTH_SAVING_WHOLE } else { WORTH_SAVING });
}

/// The same after something that was paid for, which is kept whatever its size.
pub fn keep_paid(indexer: &Indexer) {
    keep_if(indexer, indexer.has_unsaved());
}

fn keep_if(indexer: &Indexer, is_worth_it: bool) {
    if is_worth_it && let Err(problem) = indexer.save() {
        let _ = writeln!(printing::stderr(), "docql: {}", printable(&problem.to_string()));
    }
    indexer.settle();
    notify(indexer);
    // The process ends: the system takes back at once what freeing would give back file by file.
    std::mem::forget(indexer.library());
}

/// Writes the notices of the indexer to standard error.
pub fn notify(indexer: &Indexer) {
    for notice in indexer.take_notices() {
        let _ = writeln!(printing::stderr(), "docql: {}", printable(&notice));
    }
}

/// The place of what outlives the explorer of a workspace.
pub fn state(options: &WorkspaceOptions) -> Option<StateStore> {
    let variable = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let given = variable("DOCQL_STATE_DIR").map(|given| options.base.join(given));
    let directory = state_directory(given, variable)?;
    // What is open says which workspace it is: one directory, or all that were named.
    let mut root = options.base.canonicalize().unwrap_or_else(|_| options.base.clone()).into_os_string();
    for other in &options.roots {
        root.push(" ");
        root.push(other);
    }
    if let Some(revision) = &options.at {
        root.push(" @");
        root.push(revision);
    }
    Some(StateStore::new(&directory, Path::new(&root)))
}

/// What a range of revisions opens on.
const CHANGED: &str = "$.files[?(@.changed)]";

/// The explorer. Without paths it opens the repository around the current directory.
pub fn explorer(mut arguments: Explorer) -> anyhow::Result<u8> {
    let is_bare = arguments.paths.is_empty() && arguments.workspace.files_from.is_none();
    if is_bare && arguments.workspace.root.is_none() {
        let current = std::env::current_dir().context("the current directory is gone; change to another")?;
        arguments.workspace.root = Some(default_root(&current));
    }
    let mut options = options(&arguments.paths, &arguments.workspace)?;
    // One directory is the whole world of an explorer: paths are shown as they are in it.
    if let [only] = arguments.paths.as_slice()
        && let Ok(directory) = options.base.join(only).canonicalize()
        && directory.is_dir()
    {
        options.base = directory;
        options.roots.clear();
    }
    // A range is opened for what lies between its ends, as `git diff` shows it.
    let is_range = options.at.as_deref().is_some_and(crate::indexer::is_range);
    let opens_on_changes = is_range && arguments.query.is_none() && !arguments.resume;
    let query = arguments.query.or_else(|| opens_on_changes.then(|| CHANGED.to_owned()));
    let mut settings = settings::source(Some(&options.base));
    settings.flags.extend(arguments.theme.map(|theme| ("--theme", "theme", theme)));
    let models = Some(models::source(options.base.clone()));
    if arguments.plain || cannot_place_the_cursor() {
        return plain(crate::plain::Options {
            workspace: options,
            models,
            query,
            config: settings.load(),
            interactive: std::io::stdin().is_terminal(),
        });
    }
    let (state, resume) = (state(&options), arguments.resume);
    let lines = arguments.inline;
    let ending = crate::tui::run(crate::tui::Options {
        workspace: options,
        query,
        sought: Sought::Contents,
        changes: opens_on_changes,
        settings,
        state,
        models,
        resume,
        pick: false,
        pick_query: false,
        lines,
        tutorial: None,
    })?;
    if let (Some(file), crate::tui::Ending::Left { directory: Some(directory), .. }) = (&arguments.cwd_file, &ending) {
        std::fs::write(file, directory.as_os_str().as_encoded_bytes())
            .with_context(|| format!("--cwd-file {}", file.display()))?;
    }
    if matches!(ending, crate::tui::Ending::Left { is_kept: true, .. }) && std::io::stderr().is_terminal() {
        let _ = writeln!(printing::stderr(), "docql --resume goes on where you were");
    }
    Ok(0)
}

/// Whether standard output is a terminal that can only write one line below the other.
pub fn cannot_place_the_cursor() -> bool {
    std::io::stdout().is_terminal() && std::env::var_os("TERM").is_some_and(|term| term == "dumb")
}

fn plain(options: crate::plain::Options) -> anyhow::Result<u8> {
    let mut out = printing::stdout();
    crate::plain::run(options, &mut std::io::stdin().lock(), &mut out)?;
    Ok(0)
}
