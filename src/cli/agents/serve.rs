//! `docql serve`: answers over HTTP, on this machine, to whoever has the token.

use crate::cli::arguments::Serve;
use crate::serve::IS_HTTP_BUILT;

/// Runs the subcommand.
pub fn run(arguments: Serve) -> anyhow::Result<u8> {
    anyhow::ensure!(IS_HTTP_BUILT, "docql was built without `serve`; cargo build --features serve builds it with");
    serve(arguments)?;
    Ok(0)
}

#[cfg(not(feature = "serve"))]
fn serve(_: Serve) -> anyhow::Result<()> {
    Ok(())
}

#[cfg(feature = "serve")]
fn serve(arguments: Serve) -> anyhow::Result<()> {
    use super::workspaces;
    use crate::serve::Server;
    use crate::serve::http::{Gate, Listener, ServerLimits};
    use crate::stdx::printing;
    use anyhow::Context;
    use std::io::Write;
    use std::net::{IpAddr, Ipv4Addr, SocketAddr};
    use std::time::Duration;

    let (token, source) = token(arguments.token_file.as_deref())?;
    let roots = workspaces::roots(&arguments.roots)?;
    let address = SocketAddr::new(arguments.expose.unwrap_or(IpAddr::V4(Ipv4Addr::LOCALHOST)), arguments.port);
    let listener = Listener::bind(address).with_context(|| format!("{address} cannot be listened at"))?;
    let workspaces = workspaces::of(&roots, arguments.selected)?;
    let is_exposed = !address.ip().is_loopback();
    let mut out = printing::stdout();
    writeln!(out, "docql listens at http://{}", listener.address()?)?;
    match source {
        None => writeln!(out, "token {}", token.reveal())?,
        Some(source) => writeln!(out, "token from {source}")?,
    }
    out.flush()?;
    if is_exposed {
        let _ = writeln!(
            printing::stderr(),
            "docql: other machines can reach this: whoever has the token reads these directories, and whoever sees \
             the network reads both, for nothing is encrypted"
        );
    }
    let limits = ServerLimits { answer: Duration::from_secs(arguments.timeout), ..ServerLimits::default() };
    let gate = Gate { token, names: arguments.allow_host, is_exposed };
    listener.serve(Server::new(workspaces), gate, limits)?;
    Ok(())
}

/// The token, and where it comes from unless it was made for this run.
#[cfg(feature = "serve")]
fn token(file: Option<&std::path::Path>) -> anyhow::Result<(crate::serve::http::Token, Option<String>)> {
    use crate::serve::http::Token;
    use anyhow::Context;

    if let Some(file) = file {
        let text = std::fs::read_to_string(file).with_context(|| format!("--token-file {}", file.display()))?;
        let token = Token::given(&text).with_context(|| format!("--token-file {}", file.display()))?;
        tell_if_readable(file);
        return Ok((token, Some(file.display().to_string())));
    }
    match std::env::var(VARIABLE).ok().filter(|given| !given.is_empty()) {
        Some(given) => Ok((Token::given(&given).context(VARIABLE)?, Some(VARIABLE.to_owned()))),
        None => Ok((Token::random()?, None)),
    }
}

/// The variable that holds the token where no file does.
#[cfg(feature = "serve")]
const VARIABLE: &str = "DOCQL_TOKEN";

/// Says so if others on this machine can read the file of the token.
#[cfg(all(feature = "serve", unix))]
fn tell_if_readable(file: &std::path::Path) {
    use crate::stdx::printing;
    use std::io::Write;
    use std::os::unix::fs::PermissionsExt;

    if std::fs::metadata(file).is_ok_and(|found| found.permissions().mode() & 0o077 != 0) {
        let _ = writeln!(printing::stderr(), "docql: others can read {0}; chmod 600 {0}", file.display());
    }
}

#[cfg(all(feature = "serve", not(unix)))]
fn tell_if_readable(_: &std::path::Path) {}
