//! Connections to PostgreSQL: TLS unless what is sent stays on this machine.

use super::catalog;
use super::dialect::PostgresDialect;
use super::problems::said;
use super::session::PostgresSession;
use super::stream::{Metered, Stream};
use crate::databases::model::DatabaseProblem;
use crate::databases::servers::asking::{CONNECT, Catalog, Driver, Session};
use crate::databases::servers::dialect::Dialect;
use crate::databases::servers::options::{ServerOptions, ServerPlace};
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject;
use rustls::{ClientConfig, RootCertStore};
use rustls_platform_verifier::BuilderVerifierExt;
use std::io;
use std::sync::Arc;
use tokio::runtime::Runtime;
use tokio_postgres::config::SslMode;
use tokio_postgres::tls::MakeTlsConnect;
use tokio_postgres::{Client, Config, NoTls};
use tokio_postgres_rustls::MakeRustlsConnect;

/// What is set in every session: texts of one form wherever the server is, and an end to whatever takes long. What docql
/// asks is over before it would have been compiled.
const SETTINGS: &str = "SET default_transaction_read_only = on; SET statement_timeout = '35s'; SET lock_timeout = '5s'; \
    SET idle_in_transaction_session_timeout = '60s'; SET TimeZone = 'UTC'; SET DateStyle = 'ISO, YMD'; \
    SET IntervalStyle = 'iso_8601'; SET bytea_output = 'hex'; SET client_min_messages = error; \
    SET standard_conforming_strings = on; \
    SELECT set_config('jit', 'off', false) FROM pg_settings WHERE name = 'jit'";

/// PostgreSQL.
#[derive(Debug)]
pub(in crate::databases::servers) struct Postgres {
    options: ServerOptions,
    /// `None` where what is sent stays on this machine.
    tls: Option<Arc<ClientConfig>>,
}

impl Postgres {
    /// The server that `options` name. Nothing is sent by this.
    pub(in crate::databases::servers) fn new(options: &ServerOptions) -> Result<Postgres, DatabaseProblem> {
        let is_open = options.place.is_local() && options.ca.is_none();
        let tls = if is_open { None } else { Some(Arc::new(tls(options)?)) };
        Ok(Postgres { options: options.clone(), tls })
    }

    fn config(&self) -> Config {
        let mut config = Config::new();
        config.user(&self.options.user).dbname(&self.options.database).application_name("docql");
        config.ssl_mode(if self.tls.is_some() { SslMode::Require } else { SslMode::Disable });
        if let Some(password) = &self.options.password {
            config.password(password.reveal());
        }
        config
    }
}

/// Verified by the certificates of a file, else by those that the system trusts.
fn tls(options: &ServerOptions) -> Result<ClientConfig, DatabaseProblem> {
    let wrong = |why: String| DatabaseProblem::Unreachable(format!("TLS: {why}"));
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let builder = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .map_err(|problem| wrong(problem.to_string()))?;
    let Some(ca) = &options.ca else {
        let builder = builder.with_platform_verifier().map_err(|problem| wrong(problem.to_string()))?;
        return Ok(builder.with_no_client_auth());
    };
    let unreadable = |why: String| wrong(format!("{}: {why}", ca.display()));
    let mut roots = RootCertStore::empty();
    for certificate in CertificateDer::pem_file_iter(ca).map_err(|problem| unreadable(problem.to_string()))? {
        let certificate = certificate.map_err(|problem| unreadable(problem.to_string()))?;
        roots.add(certificate).map_err(|problem| unreadable(problem.to_string()))?;
    }
    if roots.is_empty() {
        return Err(unreadable("holds no certificate".to_owned()));
    }
    Ok(builder.with_root_certificates(roots).with_no_client_auth())
}

/// A stream to the server.
pub(super) async fn stream(place: &ServerPlace) -> io::Result<Box<dyn Stream>> {
    match place {
        ServerPlace::Host(host, port) => {
            let stream = tokio::net::TcpStream::connect((host.as_str(), *port)).await?;
            stream.set_nodelay(true)?;
            Ok(Box::new(stream))
        }
        #[cfg(unix)]
        ServerPlace::Socket(directory, port) => {
            Ok(Box::new(tokio::net::UnixStream::connect(directory.join(format!(".s.PGSQL.{port}"))).await?))
        }
        #[cfg(not(unix))]
        ServerPlace::Socket(..) => Err(io::ErrorKind::Unsupported.into()),
    }
}

/// How TLS names the server.
pub(super) fn server_name(place: &ServerPlace) -> &str {
    match place {
        ServerPlace::Host(host, _) => host,
        ServerPlace::Socket(..) => "localhost",
    }
}

/// TLS over a stream to the server.
type Connector = <MakeRustlsConnect as MakeTlsConnect<Metered>>::TlsConnect;

/// How a session is made, and how what it asks is stopped.
#[derive(Clone)]
pub(super) struct Way {
    pub place: ServerPlace,
    pub tls: Option<Arc<ClientConfig>>,
}

impl Way {
    /// TLS to the server.
    pub(super) fn connector(&self, config: &Arc<ClientConfig>) -> Result<Connector, DatabaseProblem> {
        let mut maker = MakeRustlsConnect::new(ClientConfig::clone(config));
        let made = MakeTlsConnect::<Metered>::make_tls_connect(&mut maker, server_name(&self.place));
        made.map_err(|_| DatabaseProblem::Unreachable("TLS: the host is no name".to_owned()))
    }
}

impl Driver for Postgres {
    fn dialect(&self) -> &dyn Dialect {
        &PostgresDialect
    }

    fn open(&self) -> Result<Box<dyn Session>, DatabaseProblem> {
        let broken = |problem: io::Error| DatabaseProblem::Unreachable(problem.to_string());
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(broken)?;
        let meter = Arc::default();
        let way = Way { place: self.options.place.clone(), tls: self.tls.clone() };
        let config = self.config();
        let connecting = async {
            let stream = Metered::new(stream(&way.place).await.map_err(broken)?, Arc::clone(&meter));
            let client = match &way.tls {
                None => {
                    let (client, connection) = config.connect_raw(stream, NoTls).await.map_err(said)?;
                    tokio::spawn(connection);
                    client
                }
                Some(tls) => {
                    let connector = way.connector(tls)?;
                    let (client, connection) = config.connect_raw(stream, connector).await.map_err(said)?;
                    tokio::spawn(connection);
                    client
                }
            };
            client.batch_execute(SETTINGS).await.map_err(said)?;
            Ok::<Client, DatabaseProblem>(client)
        };
        let connected = runtime.block_on(async { tokio::time::timeout(CONNECT, connecting).await });
        match connected {
            Ok(Ok(client)) => Ok(Box::new(PostgresSession::new(runtime, client, meter, way))),
            Ok(Err(problem)) => {
                close(runtime);
                Err(problem)
            }
            Err(_) => {
                close(runtime);
                let seconds = CONNECT.as_secs();
                Err(DatabaseProblem::Unreachable(format!("no answer within {seconds} seconds")))
            }
        }
    }

    fn catalog(&self, session: &mut dyn Session) -> Result<Catalog, DatabaseProblem> {
        catalog::read(session, &self.options)
    }
}

/// Ends a runtime wherever that happens to be.
pub(super) fn close(runtime: Runtime) {
    runtime.shutdown_background();
}
