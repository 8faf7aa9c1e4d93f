//! The Model Context Protocol, over standard input and output: the stateless revision of 2026-07-28, and the ones before
//! it that begin with `initialize`. The SDK negotiates; what it would die of or leave unanswered is answered here.

mod lines;
pub(super) mod service;

use super::answers::call::Server;
use lines::{Lines, Outlet};
use rmcp::ServiceExt;
use service::Service;
use std::io::{BufRead, Write};
use std::sync::Arc;

/// Calls that are worked on at a time; further ones wait.
const MAX_CALLS: usize = 8;

/// Serves one client until its input ends and what it asked is answered, or nobody reads the answers any more.
///
/// # Errors
/// If no thread can be started.
pub fn serve(
    server: Server,
    input: impl BufRead + Send + 'static,
    output: impl Write + Send + 'static,
    is_read: impl Fn() -> bool + Send + Sync + 'static,
) -> std::io::Result<()> {
    let runtime =
        tokio::runtime::Builder::new_current_thread().max_blocking_threads(MAX_CALLS).enable_time().build()?;
    let outlet = Arc::new(Outlet::open(output, is_read)?);
    let lines = Lines::read(input, Arc::clone(&outlet))?;
    runtime.block_on(async {
        // Where the input ended before a session began, what came was answered.
        if let Ok(running) = Service::new(server).serve(lines).await {
            drop(running.waiting().await);
        }
    });
    // A call that nobody waits for any more must not hold the process.
    runtime.shutdown_background();
    outlet.finish();
    Ok(())
}
