//! The language models that the settings name.

use crate::agent::Models;
use crate::cli::run::settings;
use crate::config::{ModelSettings, Settings};
use crate::llm::{LanguageModel, ModelOptions, ModelProblem, ToolUse, provider};
use crate::net::{ApiKey, Retry};
use crate::workers::{ModelSource, split_command};
use std::io::Read;
use std::path::PathBuf;
use std::process::{Command, ExitStatus, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// Where the key of a model may come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyFrom {
    /// It is not looked for.
    Nobody,
    /// The environment, or a command, which may ask its user at the terminal.
    Anybody,
    /// The same, but the command has no terminal.
    Quiet,
}

/// Bytes of what a command prints that are read, at most.
const MAX_KEY_BYTES: u64 = 16 << 10;

/// The models that the settings name; `None` where they name nobody. Nothing is sent by this; a command may be run for
/// the key.
///
/// # Errors
/// What is wrong with the settings.
pub fn models(settings: &Settings, key: KeyFrom) -> Result<Option<Models>, ModelProblem> {
    let given = &settings.models;
    let Some(provider) = provider(&given.provider) else { return Ok(None) };
    let key = if key == KeyFrom::Nobody { None } else { find_key(given, key)? };
    let options = ModelOptions {
        key,
        tools: match given.tools.as_str() {
            "native" => ToolUse::Native,
            "text" => ToolUse::Text,
            _ => ToolUse::Auto,
        },
        answer_tokens: given.answer_tokens,
        timeout: Duration::from_secs(given.timeout),
        ..ModelOptions::of(provider, &given.url, &given.model)
    };
    let judge = match given.judge.trim() {
        "" => None,
        judge => {
            let named = ModelOptions { model: judge.to_owned(), setting: "models.judge", ..options.clone() };
            Some(LanguageModel::new(named)?)
        }
    };
    Ok(Some(Models { writer: LanguageModel::new(options)?, judge }))
}

/// The longest that a search waits for an order.
const ORDER_TIMEOUT: Duration = Duration::from_secs(30);

/// The model that puts hits in order; `None` where the settings name nobody. Nothing is sent by this; a command may be
/// run for the key.
///
/// # Errors
/// What is wrong with the settings.
pub(super) fn orderer(settings: &Settings, key: KeyFrom) -> Result<Option<LanguageModel>, ModelProblem> {
    let Some(Models { writer, judge }) = models(settings, key)? else { return Ok(None) };
    let options = judge.unwrap_or(writer).options().clone();
    // Somebody waits for the hits: docql's own order is there at once.
    let timeout = options.timeout.min(ORDER_TIMEOUT);
    LanguageModel::new(ModelOptions { timeout, retry: Retry::NEVER, ..options }).map(Some)
}

/// Finds the models of the settings as they are when a question is asked, for a program that has the terminal for
/// itself. The key is looked for when the settings have changed.
pub fn source(base: PathBuf) -> ModelSource {
    let known: Mutex<Option<(ModelSettings, Option<Arc<Models>>)>> = Mutex::default();
    ModelSource::new(move || {
        let settings = settings::source(Some(&base)).load().settings;
        let mut known = known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, models)) = known.as_ref().filter(|(of, _)| *of == settings.models) {
            return Ok(models.clone());
        }
        let models = models(&settings, KeyFrom::Quiet)?.map(Arc::new);
        *known = Some((settings.models, models.clone()));
        Ok(models)
    })
}

fn find_key(given: &ModelSettings, from: KeyFrom) -> Result<Option<ApiKey>, ModelProblem> {
    match (given.key_env.trim(), given.key_command.trim()) {
        ("", "") => Ok(None),
        ("", command) => {
            let program = || command.split_whitespace().next().unwrap_or_default().to_owned();
            let none = || CommandError::NoKey { program: program() };
            let key = printed(command, from).and_then(|line| ApiKey::new(&line).ok_or_else(none));
            key.map(Some).map_err(|error| ModelProblem::KeyCommand { cause: error.to_string() })
        }
        (variable, _) => {
            let key = std::env::var(variable).ok().and_then(|key| ApiKey::new(&key));
            key.map(Some).ok_or_else(|| ModelProblem::NoKey { variable: variable.to_owned() })
        }
    }
}

/// Why a command of the settings has not printed a secret. Its text is a clause.
#[derive(Debug, thiserror::Error)]
pub(super) enum CommandError {
    #[error("names no program")]
    NoProgram,
    #[error("{program} does not start ({error})")]
    NotStarted { program: String, error: std::io::Error },
    #[error("{program}: {error}")]
    Broken { program: String, error: std::io::Error },
    #[error("{program} fails ({status})")]
    Failed { program: String, status: ExitStatus },
    #[error("{program} prints no key")]
    NoKey { program: String },
}

/// The first line that a command prints.
pub(super) fn printed(command: &str, from: KeyFrom) -> Result<String, CommandError> {
    let words = split_command(command);
    let Some((program, arguments)) = words.split_first() else { return Err(CommandError::NoProgram) };
    let mut command = Command::new(program);
    command.args(arguments).stdout(Stdio::piped());
    if from == KeyFrom::Quiet {
        command.stdin(Stdio::null()).stderr(Stdio::null());
    }
    let named = || program.clone();
    let broken = |error| CommandError::Broken { program: named(), error };
    let mut child = command.spawn().map_err(|error| CommandError::NotStarted { program: named(), error })?;
    let mut text = Vec::new();
    let read = child.stdout.take().map_or(Ok(0), |out| out.take(MAX_KEY_BYTES).read_to_end(&mut text));
    let status = child.wait().map_err(broken)?;
    read.map_err(broken)?;
    if !status.success() {
        return Err(CommandError::Failed { program: named(), status });
    }
    let text = String::from_utf8_lossy(&text);
    Ok(text.lines().next().unwrap_or_default().to_owned())
}
