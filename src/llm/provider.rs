//! Who can be asked, a row each.

use super::assembly::Assembly;
use super::message::{Prompt, RequestOptions};
use super::{anthropic, gemini, openai};
use crate::net::{Auth, Service};
use serde_json::Value;
use std::borrow::Cow;

/// The table of the settings.
pub(super) const SETTINGS: &str = "models";

/// A way to talk to models.
#[derive(Debug)]
struct Protocol {
    version: &'static str,
    /// The path behind the version, for a model.
    path: fn(&str) -> Cow<'static, str>,
    auth: Auth,
    headers: &'static [(&'static str, &'static str)],
    body: fn(&Prompt, &RequestOptions<'_>) -> Value,
    take: fn(&Value, &mut Assembly),
}

static OPENAI: Protocol = Protocol {
    version: "v1",
    path: |_| Cow::Borrowed("chat/completions"),
    auth: Auth::Bearer,
    headers: &[],
    body: openai::body,
    take: openai::take,
};

static ANTHROPIC: Protocol = Protocol {
    version: "v1",
    path: |_| Cow::Borrowed("messages"),
    auth: Auth::Header("x-api-key"),
    headers: &[("anthropic-version", "2023-06-01")],
    body: anthropic::body,
    take: anthropic::take,
};

static GEMINI: Protocol = Protocol {
    version: "v1beta",
    path: |model| {
        let model = model.strip_prefix("models/").unwrap_or(model);
        Cow::Owned(format!("models/{model}:streamGenerateContent?alt=sse"))
    },
    auth: Auth::Header("x-goog-api-key"),
    headers: &[],
    body: gemini::body,
    take: gemini::take,
};

/// Somebody who answers prompts.
#[derive(Debug)]
pub struct Provider {
    /// Its name in the settings.
    pub id: &'static str,
    /// Its address where none is given; empty if there is no usual one.
    pub url: &'static str,
    /// The field that limits an answer: OpenAI has renamed it, others have not.
    limit_field: &'static str,
    protocol: &'static Protocol,
}

/// Everybody who can be asked.
pub static PROVIDERS: &[Provider] = &[
    row("openai", "https://api.openai.com/v1", "max_completion_tokens", &OPENAI),
    row("anthropic", "https://api.anthropic.com/v1", "max_tokens", &ANTHROPIC),
    row("gemini", "https://generativelanguage.googleapis.com/v1beta", "maxOutputTokens", &GEMINI),
    row("ollama", "http://localhost:11434/v1", "max_tokens", &OPENAI),
    row("llama.cpp", "http://localhost:8080/v1", "max_tokens", &OPENAI),
    row("vllm", "http://localhost:8000/v1", "max_tokens", &OPENAI),
    row("openai-compatible", "", "max_tokens", &OPENAI),
];

const fn row(id: &'static str, url: &'static str, limit_field: &'static str, protocol: &'static Protocol) -> Provider {
    Provider { id, url, limit_field, protocol }
}

/// The provider of this name.
pub fn provider(id: &str) -> Option<&'static Provider> {
    PROVIDERS.iter().find(|provider| provider.id == id)
}

impl Provider {
    /// The service that answers for `model`.
    pub(super) fn service(&self, model: &str) -> Service {
        let Protocol { version, path, auth, headers, .. } = self.protocol;
        Service { settings: SETTINGS, version, path: path(model), auth: *auth, headers }
    }

    /// The body of a request.
    pub(super) fn body(&self, prompt: &Prompt, model: &str, answer_tokens: u32) -> Value {
        (self.protocol.body)(prompt, &RequestOptions { model, answer_tokens, limit_field: self.limit_field })
    }

    /// Takes a value of an answer. What services report instead of one they all report in the same way.
    pub(super) fn take(&self, value: &Value, assembly: &mut Assembly) {
        let error = &value["error"];
        if !error.is_null() {
            let reason = error["message"].as_str().or(error.as_str());
            assembly.fault = Some(reason.unwrap_or_default().to_owned());
            return;
        }
        (self.protocol.take)(value, assembly);
    }
}
