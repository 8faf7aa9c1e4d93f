//! What the SDK asks of a server: who it is, its tools, and calls of them.

use crate::indexer::Progress;
use crate::serve::answers::call::{Reply, Server};
use crate::serve::answers::resources::TEMPLATE;
use crate::serve::tools::forms::instructions;
use crate::serve::tools::table::{TOOLS, Tool as AnswerRow};
use crate::serve::workspaces::refusal::Refusal;
use crate::stdx::{Ticket, Tickets};
use rmcp::ServerHandler;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, CustomRequest, CustomResult, ErrorCode,
    ErrorData, Implementation, ListResourceTemplatesResult, ListResourcesResult, ListToolsResult,
    PaginatedRequestParams, ProgressNotificationParam, ReadResourceRequestParams, ReadResourceResponse,
    ReadResourceResult, Resource, ResourceContents, ResourceTemplate, ServerCapabilities, ServerConfig, Tool,
    ToolAnnotations,
};
use rmcp::service::{RequestContext, RoleServer};
use tokio::sync::mpsc::unbounded_channel;

/// Methods that are known, so that a request for one that cannot be read has wrong parameters.
const METHODS: [&str; 5] = ["initialize", "resources/list", "resources/read", "tools/call", "tools/list"];

/// The tools as a service of the SDK.
pub(in crate::serve) struct Service {
    server: Server,
}

impl Service {
    pub(in crate::serve) fn new(server: Server) -> Service {
        Service { server }
    }

    /// Calls a tool on a thread of its own; a client that cancels makes its ticket stale.
    async fn run(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<Reply, ErrorData> {
        let tickets = Tickets::default();
        let ticket = tickets.issue();
        let (sender, mut progress) = unbounded_channel::<Progress>();
        let token = context.meta.get_progress_token();
        let (server, is_followed) = (self.server.clone(), token.is_some());
        let mut work = tokio::task::spawn_blocking(move || {
            let on_progress = |step: Progress| {
                if is_followed {
                    // The call has been answered if nobody listens.
                    let _ = sender.send(step);
                }
            };
            server.call(&request.name, &request.arguments.unwrap_or_default(), &ticket, &on_progress)
        });
        // Threads tell of their steps in any order; what a client hears only grows.
        let mut told = 0;
        loop {
            tokio::select! {
                done = &mut work => {
                    return done.map_err(|_| ErrorData::internal_error("the tool broke down; nothing is lost by calling again", None));
                }
                () = context.ct.cancelled() => {
                    tickets.cancel();
                    return Err(ErrorData::internal_error("cancelled", None));
                }
                Some(step) = progress.recv() => {
                    let Some(token) = token.clone().filter(|_| step.done > told) else { continue };
                    told = step.done;
                    let step = ProgressNotificationParam::new(token, f64::from(step.done)).with_total(f64::from(step.total));
                    // A client that does not hear of it has its answer anyway.
                    let _ = context.peer.notify_progress(step).await;
                }
            }
        }
    }
}

/// Runs what waits for files on a thread of its own, until the client cancels it.
async fn aside<T: Send + 'static>(
    context: &RequestContext<RoleServer>,
    work: impl FnOnce(&Ticket) -> Result<T, Refusal> + Send + 'static,
) -> Result<T, ErrorData> {
    let tickets = Tickets::default();
    let ticket = tickets.issue();
    tokio::select! {
        done = tokio::task::spawn_blocking(move || work(&ticket)) => match done {
            Ok(done) => done.map_err(|refusal| ErrorData::resource_not_found(refusal.message, None)),
            Err(_) => Err(ErrorData::internal_error("the server broke down; nothing is lost by asking again", None)),
        },
        () = context.ct.cancelled() => {
            tickets.cancel();
            Err(ErrorData::internal_error("cancelled", None))
        }
    }
}

fn tool(row: &AnswerRow) -> Tool {
    let annotations = ToolAnnotations::from_raw(None, Some(true), None, Some(true), Some(false));
    Tool::new(row.name, row.description(), row.schema()).with_title(row.title).with_annotations(annotations)
}

impl ServerHandler for Service {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().enable_resources().build())
            .with_server_info(Implementation::new("docql", env!("CARGO_PKG_VERSION")))
            .with_instructions(instructions())
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        Ok(ListToolsResult::with_all_items(TOOLS.iter().map(tool).collect()))
    }

    async fn list_resources(
        &self,
        request: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        let server = self.server.clone();
        let cursor = request.and_then(|request| request.cursor);
        let list = aside(&context, move |ticket| server.documents(cursor.as_deref(), ticket)).await;
        let (documents, next) = list.map_err(|error| ErrorData::invalid_params(error.message, None))?;
        let resources = documents.into_iter().map(|document| {
            let title = if document.title.is_empty() { document.path.clone() } else { document.title };
            Resource::new(document.uri, document.path).with_title(title).with_size(document.size)
        });
        let mut result = ListResourcesResult::with_all_items(resources.collect());
        result.next_cursor = next;
        Ok(result)
    }

    async fn list_resource_templates(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        let template = ResourceTemplate::new(TEMPLATE, "text").with_title("A file, path:lines, or the id of a hit");
        Ok(ListResourceTemplatesResult::with_all_items(vec![template]))
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        let (server, uri) = (self.server.clone(), request.uri.clone());
        let text = aside(&context, move |ticket| server.resource(&uri, ticket)).await?;
        Ok(ReadResourceResult::new(vec![ResourceContents::text(text, request.uri)]).into())
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        AnswerRow::find(name).map(tool)
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        if AnswerRow::find(&request.name).is_none() {
            let names: Vec<&str> = TOOLS.iter().map(|tool| tool.name).collect();
            let shown: String = request.name.chars().take(60).collect();
            let message = format!("there is no tool \"{shown}\"; there are {}", names.join(", "));
            return Err(ErrorData::invalid_params(message, None));
        }
        let reply = self.run(request, context).await?;
        let mut result = CallToolResult::default();
        result.content = vec![ContentBlock::text(reply.text)];
        result.is_error = reply.is_error.then_some(true);
        Ok(result.into())
    }

    async fn on_custom_request(
        &self,
        request: CustomRequest,
        _: RequestContext<RoleServer>,
    ) -> Result<CustomResult, ErrorData> {
        let method: String = request.method.chars().take(60).collect();
        if METHODS.contains(&request.method.as_str()) {
            return Err(ErrorData::invalid_params(
                format!("{method}: parameters are missing or of a wrong type"),
                None,
            ));
        }
        Err(ErrorData::new(ErrorCode::METHOD_NOT_FOUND, format!("there is no method {method}"), None))
    }
}
