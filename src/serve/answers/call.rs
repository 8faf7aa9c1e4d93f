//! A call of a tool → its answer.

use super::{explore, head, query, read, status};
use crate::indexer::Progress;
use crate::serve::tools::arguments::Arguments;
use crate::serve::tools::table::{MAX_TOKENS, MIN_TOKENS, TOOLS, Tool, ToolKind};
use crate::serve::workspaces::opened::Workspaces;
use crate::serve::workspaces::refusal::Refusal;
use crate::stdx::Ticket;
use serde_json::{Map, Value};
use std::sync::Arc;

/// The answer to a call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    /// What the model reads.
    pub text: String,
    /// Whether it says what is wrong with the call.
    pub is_error: bool,
}

/// The tools of a server, without the protocol by which they are called.
#[derive(Clone, Debug)]
pub struct Server {
    workspaces: Arc<Workspaces>,
}

/// A call on its way.
pub(super) struct Call<'c> {
    pub workspaces: &'c Workspaces,
    pub arguments: &'c Arguments<'c>,
    pub ticket: &'c Ticket,
    pub on_progress: &'c (dyn Fn(Progress) + Sync),
}

impl Server {
    /// The tools for these workspaces; the first one is opened behind the first requests.
    pub fn new(workspaces: Workspaces) -> Server {
        let workspaces = Arc::new(workspaces);
        workspaces.begin();
        Server { workspaces }
    }

    /// Calls a tool. `on_progress` hears how far indexing is, from several threads.
    pub fn call(
        &self,
        name: &str,
        given: &Map<String, Value>,
        ticket: &Ticket,
        on_progress: &(dyn Fn(Progress) + Sync),
    ) -> Reply {
        let budget = given.get("max_tokens").and_then(Value::as_u64).unwrap_or(MAX_TOKENS);
        match self.answer(name, given, ticket, on_progress) {
            Ok(text) => Reply { text, is_error: false },
            // A budget below the least is answered within that: it has to be said.
            Err(refusal) => {
                Reply { text: head::refusal_text(&refusal, budget.max(MIN_TOKENS) as usize), is_error: true }
            }
        }
    }

    pub(in crate::serve) fn workspaces(&self) -> &Workspaces {
        &self.workspaces
    }

    /// The answer as text.
    pub(super) fn answer(
        &self,
        name: &str,
        given: &Map<String, Value>,
        ticket: &Ticket,
        on_progress: &(dyn Fn(Progress) + Sync),
    ) -> Result<String, Refusal> {
        let Some(tool) = Tool::find(name) else {
            let names = TOOLS.iter().map(|tool| tool.name.to_owned());
            return Err(Refusal::new("tool", format!("there is no tool \"{name}\"")).or(names));
        };
        let arguments = &Arguments::check(tool.name, tool.arguments, given)?;
        let call = Call { workspaces: &self.workspaces, arguments, ticket, on_progress };
        match tool.kind {
            ToolKind::Query => query::answer(&call),
            ToolKind::Read => read::answer(&call),
            ToolKind::Explore => explore::answer(&call),
            ToolKind::Status => status::answer(&call),
        }
    }
}
