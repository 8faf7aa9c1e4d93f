//! What a user's settings say of a database on a server.

use crate::databases::model::DatabaseProblem;
use std::path::PathBuf;

/// The protocols that are spoken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ServerKind {
    /// PostgreSQL.
    Postgres,
    /// MySQL and MariaDB.
    Mysql,
}

impl ServerKind {
    /// Its word in paths.
    pub fn id(self) -> &'static str {
        match self {
            ServerKind::Postgres => "postgres",
            ServerKind::Mysql => "mysql",
        }
    }
}

/// A password, which is never shown.
#[derive(Clone, PartialEq, Eq)]
pub struct Password(String);

impl Password {
    /// The password as it is.
    pub fn new(password: String) -> Password {
        Password(password)
    }

    /// What the driver is given.
    #[cfg(any(feature = "mysql", feature = "postgres"))]
    pub(super) fn reveal(&self) -> &str {
        &self.0
    }
}

impl std::fmt::Debug for Password {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Password(…)")
    }
}

/// Where a server listens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ServerPlace {
    /// At a host and a port.
    Host(String, u16),
    /// At a socket of this machine: its file for MySQL, its directory for PostgreSQL.
    Socket(PathBuf, u16),
}

impl ServerPlace {
    /// True if what is sent does not leave this machine.
    pub fn is_local(&self) -> bool {
        match self {
            ServerPlace::Socket(..) => true,
            ServerPlace::Host(host, _) => {
                host == "localhost" || host.parse::<std::net::IpAddr>().is_ok_and(|address| address.is_loopback())
            }
        }
    }
}

/// A database on a server.
#[derive(Clone, Debug, PartialEq)]
pub struct ServerOptions {
    /// Its name here.
    pub name: String,
    /// The kind of the server.
    pub kind: ServerKind,
    /// Where the server listens.
    pub place: ServerPlace,
    /// The role.
    pub user: String,
    /// Its name on the server.
    pub database: String,
    /// The password of the role.
    pub password: Option<Password>,
    /// The tables that may be read; all that the role may read where none is named.
    pub tables: Vec<String>,
    /// A file with the certificates that vouch for the server, instead of those of the system.
    pub ca: Option<PathBuf>,
    /// True if agents may read it.
    pub agents: bool,
    /// What keeps it from being asked: found out when the settings were read.
    pub problem: Option<DatabaseProblem>,
}

impl ServerOptions {
    /// The database at `url`: `postgres://reader@host:5432/shop`, `mysql:///shop?socket=/run/mysqld/mysqld.sock`.
    ///
    /// # Errors
    /// If it is no address of a database, or holds a password.
    pub fn at(name: &str, url: &str) -> Result<ServerOptions, DatabaseProblem> {
        let wrong = |why: &str| DatabaseProblem::Address(why.to_owned());
        let (scheme, rest) = url.trim().split_once("://").ok_or_else(|| wrong("there is no ://"))?;
        let (kind, usual_port) = match scheme.to_ascii_lowercase().as_str() {
            "postgres" | "postgresql" => (ServerKind::Postgres, 5432),
            "mysql" | "mariadb" => (ServerKind::Mysql, 3306),
            other => return Err(wrong(&format!("`{other}` is neither postgres nor mysql"))),
        };
        let (rest, query) = rest.split_once('?').unwrap_or((rest, ""));
        let (authority, database) = rest.split_once('/').unwrap_or((rest, ""));
        let (user, host) = authority.rsplit_once('@').unwrap_or(("", authority));
        if user.contains(':') {
            return Err(wrong("a password stands in it; password_env or password_command names where it is"));
        }
        let mut socket = None;
        for pair in query.split('&').filter(|pair| !pair.is_empty()) {
            match pair.split_once('=') {
                Some(("socket" | "host", path)) if decoded(path).is_some_and(|path| path.starts_with('/')) => {
                    socket = decoded(path).map(PathBuf::from);
                }
                _ => return Err(wrong(&format!("`{pair}` is not known; socket=/a/path is"))),
            }
        }
        let (host, port) = match host.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
            Some((host, rest)) => (host, rest.strip_prefix(':')),
            None => host.split_once(':').map_or((host, None), |(host, port)| (host, Some(port))),
        };
        let port = port.map_or(Ok(usual_port), str::parse).map_err(|_| wrong("its port is no number"))?;
        let place = match (socket, host) {
            (Some(path), _) => ServerPlace::Socket(path, port),
            (None, "") => return Err(wrong("it names no host")),
            (None, host) => ServerPlace::Host(host.to_owned(), port),
        };
        let part = |text: &str| decoded(text).ok_or_else(|| wrong("a % in it begins nothing"));
        let (user, database) = (part(user)?, part(database)?);
        if database.is_empty() || user.is_empty() {
            return Err(wrong(if user.is_empty() { "it names no user" } else { "it names no database" }));
        }
        Ok(ServerOptions { kind, place, user, database, ..ServerOptions::nowhere(name) })
    }

    /// A database whose address is none.
    pub fn nowhere(name: &str) -> ServerOptions {
        ServerOptions {
            name: name.to_owned(),
            kind: ServerKind::Postgres,
            place: ServerPlace::Host(String::new(), 0),
            user: String::new(),
            database: String::new(),
            password: None,
            tables: Vec::new(),
            ca: None,
            agents: false,
            problem: None,
        }
    }

    /// What names the database and all that is read of it: whatever has another one is another database.
    pub fn identity(&self) -> String {
        let place = match &self.place {
            ServerPlace::Host(host, port) => format!("{host}:{port}"),
            ServerPlace::Socket(path, port) => format!("{}:{port}", path.display()),
        };
        format!("{}://{}@{place}/{} {}", self.kind.id(), self.user, self.database, self.tables.join(","))
    }

    /// The directory that it is in a workspace.
    pub fn directory(&self) -> String {
        format!("{}.{}", self.name, self.kind.id())
    }
}

/// `text` with its escapes resolved; `None` if one is none, or leads to what is no text.
fn decoded(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        if byte != b'%' {
            bytes.push(byte);
            continue;
        }
        let mut digit = || (rest.next()? as char).to_digit(16);
        bytes.push((digit()? << 4 | digit()?) as u8);
    }
    String::from_utf8(bytes).ok().filter(|text| !text.contains('\0'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_read_and_passwords_refused() {
        let read = |url: &str| ServerOptions::at("shop", url);
        let shop = read("postgres://reader@db.example:6543/sh%6fp").expect("an address");
        assert_eq!((shop.place, shop.database.as_str()), (ServerPlace::Host("db.example".to_owned(), 6543), "shop"));
        let local = read("mysql://me@/shop?socket=/run/my.sock").expect("an address");
        assert_eq!(local.place, ServerPlace::Socket("/run/my.sock".into(), 3306));
        assert!(local.place.is_local());
        assert!(read("mariadb://me@[::1]/shop").expect("an address").place.is_local());
        assert!(!read("mysql://me@127.0.0.1.example/shop").expect("an address").place.is_local());
        for wrong in [
            "shop",
            "http://a@b/c",
            "postgres://me:secret@host/shop",
            "postgres://me@host:x/shop",
            "postgres://me@host/",
            "postgres://host/shop",
            "postgres://me@host/shop?sslmode=disable",
            "postgres://me@/shop",
            "postgres://me@host/a%00b",
        ] {
            let problem = read(wrong).expect_err(wrong).to_string();
            assert!(!problem.contains("secret"), "{problem}");
        }
    }
}
