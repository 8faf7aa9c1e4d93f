//! Asking a model: within limits, streamed, and with tools in the way that it knows.

use super::assembly::Assembly;
use super::events::JsonEvents;
use super::message::{Prompt, Reply, Stop};
use super::plain;
use super::problem::ModelProblem;
use super::provider::Provider;
use crate::net::{ApiKey, Client, Failure, RequestError, RequestLimits, Retry, Stream};
use crate::stdx::{Stale, Ticket, clip, printable, tokens};
use serde_json::Value;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// The largest answer, in bytes.
const MAX_BYTES: u64 = 8 << 20;

/// Columns of a reported fault that are shown.
const REASON_WIDTH: usize = 160;

/// How a model is told of tools.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ToolUse {
    /// As its protocol has it; as text from the first time on that it refuses them.
    Auto,
    /// As its protocol has it.
    Native,
    /// As lines of text.
    Text,
}

/// Whom to ask, and within which limits.
#[derive(Clone, Debug)]
pub struct ModelOptions {
    /// Who answers.
    pub provider: &'static Provider,
    /// The address; empty for the provider's own.
    pub url: String,
    /// The model, by its name there.
    pub model: String,
    /// The setting that names it; errors name that.
    pub setting: &'static str,
    /// The key, if it asks for one.
    pub key: Option<ApiKey>,
    /// How it is told of tools.
    pub tools: ToolUse,
    /// Tokens of an answer, at most.
    pub answer_tokens: u32,
    /// Time for a connection.
    pub connect_timeout: Duration,
    /// Time for a whole answer, all attempts together.
    pub timeout: Duration,
    /// Further attempts after a failure.
    pub retry: Retry,
}

impl ModelOptions {
    /// A model with the usual limits.
    pub fn of(provider: &'static Provider, url: impl Into<String>, model: impl Into<String>) -> ModelOptions {
        ModelOptions {
            provider,
            url: url.into(),
            model: model.into(),
            setting: "models.model",
            key: None,
            tools: ToolUse::Auto,
            answer_tokens: 4096,
            connect_timeout: Duration::from_secs(5),
            timeout: Duration::from_secs(120),
            retry: Retry::USUAL,
        }
    }
}

/// A model. Nothing is sent before [`LanguageModel::ask`].
#[derive(Debug)]
pub struct LanguageModel {
    options: ModelOptions,
    client: Client,
    /// It has refused tools, or is never given any.
    is_plain: AtomicBool,
}

impl LanguageModel {
    /// The model that `options` describe. Nothing is sent by this.
    ///
    /// # Errors
    /// If the URL leads nowhere, or no model is named.
    pub fn new(mut options: ModelOptions) -> Result<LanguageModel, ModelProblem> {
        let setting = options.setting;
        options.model = options.model.trim().to_owned();
        if options.model.is_empty() {
            return Err(ModelProblem::NoModel { setting });
        }
        // The name may stand in a path.
        let is_named = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.' | '/' | ':');
        if !options.model.chars().all(is_named) || options.model.contains("..") {
            return Err(ModelProblem::WrongModel { setting, name: clip(&printable(&options.model), REASON_WIDTH) });
        }
        let url = if options.url.trim().is_empty() { options.provider.url } else { options.url.as_str() };
        if url.is_empty() {
            return Err(ModelProblem::NoUrl);
        }
        let service = options.provider.service(&options.model);
        let client = Client::new(service, url, options.key.clone(), options.connect_timeout)?;
        let is_plain = AtomicBool::new(options.tools == ToolUse::Text);
        Ok(LanguageModel { options, client, is_plain })
    }

    /// The name that the provider knows it by.
    pub fn name(&self) -> &str {
        &self.options.model
    }

    /// Whom to ask, and within which limits.
    pub fn options(&self) -> &ModelOptions {
        &self.options
    }

    /// The address of requests, as it is shown: its query is left out, for that may hold a secret.
    pub fn address(&self) -> &str {
        self.client.address()
    }

    /// True if it is on this machine.
    pub fn is_local(&self) -> bool {
        self.client.is_local()
    }

    /// What would be sent for `prompt`.
    pub fn body(&self, prompt: &Prompt) -> Value {
        let LanguageModel { options, .. } = self;
        let body = |prompt| options.provider.body(prompt, &options.model, options.answer_tokens);
        if self.is_plain.load(Ordering::Relaxed) { body(&plain::without_tools(prompt)) } else { body(prompt) }
    }

    /// Asks it. `on_text` is given the text of the answer as it comes, what it thinks aloud left out.
    ///
    /// # Errors
    /// [`Stale`] as soon as `ticket` is; [`ModelProblem`] if there is no answer, or none that says anything.
    pub fn ask(
        &self,
        prompt: &Prompt,
        ticket: &Ticket,
        on_text: &mut dyn FnMut(&str),
    ) -> Result<Result<Reply, ModelProblem>, Stale> {
        let mut opened = self.open(prompt, ticket)?;
        if self.options.tools == ToolUse::Auto
            && !prompt.tools.is_empty()
            && opened.as_ref().is_err_and(refuses_tools)
            && !self.is_plain.swap(true, Ordering::Relaxed)
        {
            opened = self.open(prompt, ticket)?;
        }
        let mut stream = match opened {
            Ok(stream) => stream,
            Err(error) => return Ok(Err(error.into())),
        };
        let mut assembly = Assembly::default();
        loop {
            match stream.next(ticket)? {
                Ok(Some(value)) => {
                    self.options.provider.take(&value, &mut assembly);
                    let text = assembly.take_text();
                    if !text.is_empty() {
                        on_text(&text);
                    }
                    if assembly.fault.is_some() {
                        break;
                    }
                }
                Ok(None) => break,
                Err(error) if assembly.is_empty() => return Ok(Err(error.into())),
                Err(error) => {
                    assembly.break_off(error.to_string());
                    break;
                }
            }
        }
        Ok(self.reply(assembly, prompt))
    }

    fn open(&self, prompt: &Prompt, ticket: &Ticket) -> Result<Result<Stream<JsonEvents>, RequestError>, Stale> {
        let limits = RequestLimits {
            max_bytes: MAX_BYTES,
            retry: self.options.retry,
            ..RequestLimits::within(self.options.timeout)
        };
        self.client.stream(&self.body(prompt), &limits, ticket)
    }

    fn reply(&self, mut assembly: Assembly, prompt: &Prompt) -> Result<Reply, ModelProblem> {
        let address = || self.address().to_owned();
        if let Some(fault) = assembly.fault.take() {
            let reason = clip(&printable(&fault), REASON_WIDTH);
            if assembly.is_empty() {
                return Err(ModelProblem::Reported { address: address(), reason });
            }
            assembly.break_off(reason);
        }
        if assembly.is_empty() {
            return Err(match assembly.is_cut() {
                true => ModelProblem::TooShort { address: address(), tokens: self.options.answer_tokens },
                false => ModelProblem::Empty { address: address() },
            });
        }
        let mut reply = assembly.finish(prompt.tokens(), tokens::upper_bound);
        if let Stop::Refused(reason) | Stop::BrokenOff(reason) = &mut reply.stop {
            *reason = clip(&printable(reason), REASON_WIDTH);
        }
        if self.is_plain.load(Ordering::Relaxed) && !prompt.tools.is_empty() {
            plain::read_calls(&mut reply);
        }
        Ok(reply)
    }
}

/// True if a service says that it, or the model, has no tools.
fn refuses_tools(error: &RequestError) -> bool {
    match &error.failure {
        Failure::Refused { status: 400 | 404 | 422 | 500 | 501, reason, .. } => {
            let reason = reason.to_lowercase();
            ["tool", "function"].iter().any(|word| reason.contains(word))
        }
        _ => false,
    }
}
