//! A call of an endpoint → its answer.

use super::endpoints::{Endpoint, EndpointKind};
use super::problem::Problem;
use super::{ask, expand, find, openapi, read, status};
use crate::agent::StepTaken;
use crate::indexer::Progress;
use crate::serve::answers::call::Server;
use crate::serve::tools::arguments::Arguments;
use crate::serve::workspaces::freshness::Freshness;
use crate::serve::workspaces::opened::{Opened, Workspaces};
use crate::stdx::Ticket;
use serde_json::{Map, Value, json};
use std::sync::Arc;

/// What happens on the way to an answer.
#[derive(Clone, Debug)]
pub enum CallEvent {
    /// How far indexing is.
    Indexed(Progress),
    /// Research has taken a step.
    Step(StepTaken),
    /// Files of the answer have changed meanwhile: the steps are taken anew.
    Again,
}

/// Hears of events, from several threads.
pub type OnEvent<'e> = &'e (dyn Fn(CallEvent) + Sync);

/// A call on its way.
pub(super) struct Call<'c> {
    pub workspaces: &'c Workspaces,
    pub arguments: &'c Arguments<'c>,
    pub ticket: &'c Ticket,
    pub on_event: OnEvent<'c>,
}

impl Server {
    /// Answers a call of an endpoint with a document.
    ///
    /// # Errors
    /// [`Problem`] says why there is no answer.
    pub fn document(
        &self,
        endpoint: &Endpoint,
        given: &Map<String, Value>,
        ticket: &Ticket,
        on_event: OnEvent<'_>,
    ) -> Result<Value, Problem> {
        let arguments = &Arguments::check(endpoint.path, endpoint.arguments, given)?;
        let call = Call { workspaces: self.workspaces(), arguments, ticket, on_event };
        match endpoint.kind {
            EndpointKind::Query => find::query(&call),
            EndpointKind::Search => find::search(&call),
            EndpointKind::Expand => expand::answer(&call),
            EndpointKind::Read => Ok(read::answer(&call)?),
            EndpointKind::Status => Ok(status::answer(&call)?),
            EndpointKind::Ask => ask::answer(&call),
            EndpointKind::Description => Ok(openapi::description()),
            EndpointKind::Mcp => Err(Problem::new(501, "built_without", "docql was built without `serve`", [])),
        }
    }
}

impl Call<'_> {
    /// The workspace that is meant.
    pub(super) fn open(&self) -> Result<Arc<Opened>, Problem> {
        Ok(self.workspaces.open(self.arguments.text("root"), self.arguments.text("at"), self.ticket)?)
    }

    pub(super) fn text(&self, name: &str) -> &str {
        self.arguments.text(name).unwrap_or_default().trim()
    }
}

/// Adds to an answer where it comes from.
pub(super) fn with_freshness(mut document: Value, freshness: &Freshness) -> Value {
    document["freshness"] = json!({
        "revision": freshness.revision,
        "head": freshness.head,
        "index": freshness.index,
        "files": freshness.files,
        "indexed": freshness.indexed,
        "changing": freshness.changing.iter().map(|path| path.as_ref()).collect::<Vec<&str>>(),
    });
    document
}
