//! The language models that the settings name.

use crate::agent::Models;
use crate::config::{ModelSettings, Settings};
use crate::llm::{Model, ModelOptions, ModelProblem, ToolUse, provider};
use crate::net::ApiKey;
use crate::workers::split_command;
use std::io::Read;
use std::process::{Command, Stdio};
use std::time::Duration;

/// Bytes of what a command prints that are read, at most.
const MAX_KEY_BYTES: u64 = 16 << 10;

/// The models that the settings name; `None` where they name nobody. Nothing is sent by this; with `is_asked` the key is
/// looked for, and a command may be run for it.
///
/// # Errors
/// What is wrong with the settings.
pub fn models(settings: &Settings, is_asked: bool) -> Result<Option<Models>, ModelProblem> {
    let given = &settings.models;
    let Some(provider) = provider(&given.provider) else { return Ok(None) };
    let key = if is_asked { key(given)? } else { None };
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
            Some(Model::new(named)?)
        }
    };
    Ok(Some(Models { writer: Model::new(options)?, judge }))
}

fn key(given: &ModelSettings) -> Result<Option<ApiKey>, ModelProblem> {
    match (given.key_env.trim(), given.key_command.trim()) {
        ("", "") => Ok(None),
        ("", command) => printed(command).map(Some).map_err(|cause| ModelProblem::KeyCommand { cause }),
        (variable, _) => {
            let key = std::env::var(variable).ok().and_then(|key| ApiKey::new(&key));
            key.map(Some).ok_or_else(|| ModelProblem::NoKey { variable: variable.to_owned() })
        }
    }
}

/// The first line that a command prints. It may ask its user: it keeps the terminal's input and errors.
fn printed(command: &str) -> Result<ApiKey, String> {
    let words = split_command(command);
    let Some((program, arguments)) = words.split_first() else { return Err("names no program".to_owned()) };
    let mut child = Command::new(program)
        .args(arguments)
        .stdout(Stdio::piped())
        .spawn()
        .map_err(|error| format!("{program} does not start ({error})"))?;
    let mut text = Vec::new();
    let read = child.stdout.take().map_or(Ok(0), |out| out.take(MAX_KEY_BYTES).read_to_end(&mut text));
    let status = child.wait().map_err(|error| format!("{program}: {error}"))?;
    read.map_err(|error| format!("{program}: {error}"))?;
    if !status.success() {
        return Err(format!("{program} fails ({status})"));
    }
    let text = String::from_utf8_lossy(&text);
    ApiKey::new(text.lines().next().unwrap_or_default()).ok_or_else(|| format!("{program} prints no key"))
}
