//! What can go wrong with a database, in sentences for people: what, and what can be done.

/// Why a database gives no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DatabaseProblem {
    /// Its bytes are not those of a database.
    #[error("not a SQLite database")]
    NotADatabase,
    /// Parts of it do not fit together.
    #[error("damaged: {0}; `sqlite3 FILE .recover` may save what is left")]
    Damaged(String),
    /// It cannot be read.
    #[error("cannot be opened: {0}")]
    Unreadable(String),
    /// Another program keeps it to itself.
    #[error("locked by the program that writes it; ask again when that is done")]
    Locked,
    /// Changes beside it are too large to be merged in a copy.
    #[error(
        "has changes beside it ({0} MB with the database) that no program has merged; `sqlite3 FILE \"PRAGMA wal_checkpoint\"` merges them"
    )]
    Unmerged(u64),
    /// The statement does more than read.
    #[error("{0}; docql only reads: SELECT over the tables of the database, with functions that reach nothing else")]
    Refused(String),
    /// The statement is none, or names what is not there.
    #[error("{0}")]
    Wrong(String),
    /// There is no such table.
    #[error("there is no table of that name any more")]
    NoTable,
    /// The answer took too long.
    #[error("stopped after {0} seconds; a condition on a column with an index, or LIMIT, asks for less")]
    TooSlow(u64),
    /// The answer takes too much memory.
    #[error("a value or the answer is too large; ask for fewer columns or rows")]
    TooLarge,
    /// Nobody waits for the answer any more.
    #[error("stopped")]
    Stopped,
    /// What reads such databases is not built in.
    #[error("docql was built without `{0}`; cargo build --features {0} builds it with")]
    NotBuilt(&'static str),
    /// The address in the settings is none.
    #[error("its url is not one: {0}; such as postgres://reader@host/shop or mysql://reader@host/shop")]
    Address(String),
    /// The server cannot be reached.
    #[error("cannot be reached: {0}; is the server up, and url in the settings right?")]
    Unreachable(String),
    /// The server does not let this user in.
    #[error("lets nobody in: {0}; see user in url, password_env and password_command in the settings")]
    Denied(String),
    /// The role can do more than read.
    #[error("its role {0}; docql asks with a role that only reads: {1}")]
    Role(String, String),
}
