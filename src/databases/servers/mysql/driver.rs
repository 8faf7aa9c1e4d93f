//! Connections to MySQL and MariaDB: TLS unless what is sent stays on this machine.

use super::catalog;
use super::dialect::MysqlDialect;
use super::problems::refused;
use super::session::MysqlSession;
use crate::databases::model::DatabaseProblem;
use crate::databases::servers::asking::{CONNECT, Catalog, Driver, MAX_BYTES_AT_ONCE, Session};
use crate::databases::servers::dialect::Dialect;
use crate::databases::servers::options::{ServerOptions, ServerPlace};
use mysql::prelude::Queryable;
use mysql::{Conn, Opts, OptsBuilder, SslOpts};
use std::time::Duration;

/// How long a server may be silent: longer than any answer may take.
const SILENCE: Duration = Duration::from_secs(310);

/// A backslash is read as docql reads it, and texts that are put together are as long by default as those of MariaDB.
const READING: &str = "SET SESSION sql_mode = REPLACE(@@SESSION.sql_mode, 'NO_BACKSLASH_ESCAPES', ''), \
                       SESSION group_concat_max_len = GREATEST(@@SESSION.group_concat_max_len, 1048576)";

/// MySQL or MariaDB.
#[derive(Debug)]
pub(in crate::databases::servers) struct Mysql {
    options: ServerOptions,
    opts: Opts,
}

impl Mysql {
    /// The server that `options` name. Nothing is sent by this.
    pub(in crate::databases::servers) fn new(options: &ServerOptions) -> Result<Mysql, DatabaseProblem> {
        let is_open = options.place.is_local() && options.ca.is_none();
        let tls = (!is_open).then(|| match &options.ca {
            Some(ca) => SslOpts::default().with_root_cert_path(Some(ca.clone())),
            None => SslOpts::default(),
        });
        let builder = OptsBuilder::new()
            .user(Some(&options.user))
            .pass(options.password.as_ref().map(|password| password.reveal().to_owned()))
            .db_name(Some(&options.database))
            .prefer_socket(false)
            .max_allowed_packet(Some(MAX_BYTES_AT_ONCE))
            .tcp_connect_timeout(Some(CONNECT))
            .read_timeout(Some(SILENCE))
            .write_timeout(Some(SILENCE))
            .ssl_opts(tls);
        let builder = match &options.place {
            ServerPlace::Host(host, port) => builder.ip_or_hostname(Some(host)).tcp_port(*port),
            ServerPlace::Socket(path, _) => builder.socket(Some(path.to_string_lossy())),
        };
        Ok(Mysql { options: options.clone(), opts: builder.into() })
    }
}

impl Driver for Mysql {
    fn dialect(&self) -> &dyn Dialect {
        &MysqlDialect
    }

    fn open(&self) -> Result<Box<dyn Session>, DatabaseProblem> {
        let mut connection = Conn::new(self.opts.clone()).map_err(refused)?;
        let version: Option<String> = connection.query_first("SELECT VERSION()").map_err(refused)?;
        let is_mariadb = version.is_some_and(|version| version.contains("MariaDB"));
        connection.query_drop("SET time_zone = '+00:00'").map_err(refused)?;
        connection.query_drop("SET SESSION TRANSACTION READ ONLY").map_err(refused)?;
        connection.query_drop(READING).map_err(refused)?;
        Ok(Box::new(MysqlSession::new(connection, self.opts.clone(), is_mariadb)))
    }

    fn catalog(&self, session: &mut dyn Session) -> Result<Catalog, DatabaseProblem> {
        catalog::read(session, &self.options)
    }
}
