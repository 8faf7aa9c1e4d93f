//! What the SDK asks of a server: who it is, its tools, and calls of them.

use crate::indexer::Progress;
use crate::serve::answers::call::{Reply, Server};
use crate::serve::tools::forms::instructions;
use crate::serve::tools::table::{TOOLS, Tool as Row};
use crate::stdx::Tickets;
use rmcp::ServerHandler;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, CustomRequest, CustomResult, ErrorCode,
    ErrorData, Implementation, ListToolsResult, PaginatedRequestParams, ProgressNotificationParam, ServerCapabilities,
    ServerConfig, Tool, ToolAnnotations,
};
use rmcp::service::{RequestContext, RoleServer};
use tokio::sync::mpsc::unbounded_channel;

/// Methods that are known, so that a request for one that cannot be read has wrong parameters.
const METHODS: [&str; 3] = ["initialize", "tools/call", "tools/list"];

/// The tools as a service of the SDK.
pub(super) struct Service {
    server: Server,
}

impl Service {
    pub(super) fn new(server: Server) -> Service {
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
                    let Some(token) = token.clone() else { continue };
                    let step = ProgressNotificationParam::new(token, f64::from(step.done)).with_total(f64::from(step.total));
                    // A client that does not hear of it has its answer anyway.
                    let _ = context.peer.notify_progress(step).await;
                }
            }
        }
    }
}

fn tool(row: &Row) -> Tool {
    let annotations = ToolAnnotations::from_raw(None, Some(true), None, Some(true), Some(false));
    Tool::new(row.name, row.description(), row.schema()).with_title(row.title).with_annotations(annotations)
}

impl ServerHandler for Service {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
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

    fn get_tool(&self, name: &str) -> Option<Tool> {
        Row::find(name).map(tool)
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        if Row::find(&request.name).is_none() {
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
