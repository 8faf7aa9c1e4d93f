//! The workspace that queries, completion and the command line are tested on: `tests/corpus` as the
//! repository `harbor`, with `tests/docql/workspace` inside of it as a second repository, `more`.

use docql::indexer::{Indexer, WorkspaceOptions};
use docql::library::{Library, Needs};
use docql::stdx::Ticket;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tempfile::TempDir;

/// The folder of the tests.
pub fn tests() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests")
}

/// Copies a folder with all that is in it.
pub fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder");
    for entry in fs::read_dir(from).expect("a folder").flatten() {
        let target = to.join(entry.file_name());
        match entry.path().is_dir() {
            true => copy(&entry.path(), &target),
            false => drop(fs::copy(entry.path(), target).expect("a copy")),
        }
    }
}

/// A workspace of its own, so that neither the checkout around it nor its ignore files matter.
pub struct Workspace {
    _folder: TempDir,
    /// Where it is.
    pub root: PathBuf,
}

impl Workspace {
    /// The corpus and the files for queries.
    pub fn new() -> Workspace {
        let folder = tempfile::tempdir().expect("a folder");
        let root = folder.path().join("harbor");
        copy(&tests().join("corpus"), &root);
        copy(&tests().join("docql/workspace"), &root.join("more"));
        for repository in [&root, &root.join("more")] {
            fs::create_dir(repository.join(".git")).expect("a repository");
        }
        Workspace { _folder: folder, root }
    }

    /// The same with a database, which the others do without: most of them know every file there is.
    #[cfg(feature = "sqlite")]
    pub fn with_database() -> Workspace {
        let workspace = Workspace::new();
        let made = rusqlite::Connection::open(workspace.root.join("shop.db")).and_then(|connection| {
            connection.execute_batch(
                "CREATE TABLE orders (id INTEGER PRIMARY KEY, region TEXT, amount REAL);
                 INSERT INTO orders (region, amount) VALUES ('north', 120), ('south', 80), ('north', 300);
                 CREATE TABLE bills (id INTEGER PRIMARY KEY, paid REAL, of INTEGER REFERENCES orders (id));
                 INSERT INTO bills VALUES (1, 120, 1);",
            )
        });
        made.expect("a database");
        workspace
    }

    /// Nothing indexed yet.
    pub fn indexer(&self, threads: usize) -> Indexer {
        Indexer::open(WorkspaceOptions { threads, ..WorkspaceOptions::at(&self.root) }).expect("an indexer")
    }

    /// Indexed as far as `needs` says.
    pub fn library(&self, needs: &Needs, threads: usize) -> Arc<Library> {
        let indexer = self.indexer(threads);
        indexer.ensure(needs, &Ticket::forever(), &|_| {}).expect("a fresh ticket");
        indexer.library()
    }
}

/// Compares with a file of expectations; `UPDATE=1` writes it anew, and a human reads the difference.
#[track_caller]
pub fn expect(path: &Path, answer: &str) {
    if std::env::var_os("UPDATE").is_some() {
        fs::write(path, answer).expect("written");
        return;
    }
    let expected = fs::read_to_string(path).unwrap_or_default();
    for (number, (have, want)) in answer.lines().zip(expected.lines()).enumerate() {
        assert_eq!(have, want, "{}:{}", path.display(), number + 1);
    }
    assert_eq!(answer.len(), expected.len(), "{}", path.display());
}
