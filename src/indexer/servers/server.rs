//! One database on a server: its connection, what is known of its tables, its schema and pieces as files and documents.

use super::known::{KeyPart, Known, KnownTable};
use super::looking::{can_wait, look};
use super::texts::{self, Texts};
use crate::databases::{ArticleColumns, Database, DatabaseProblem, RowQuery, ServerOptions, TableSchema};
use crate::document::{Document, FormatInfo, LineIndex};
use crate::formats;
use crate::indexer::files::options::WorkspaceOptions;
use crate::indexer::files::walked_files::WalkedFile;
use crate::library::{FileEntry, NOT_SHARED, Origin, ReadError, Root, Stamp};
use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use xxhash_rust::xxh3::xxh3_64;

/// The name of the file that is the database.
const SCHEMA: &str = "schema";

/// For so long, at most, a server that could not be reached is not tried again.
const REST: Duration = Duration::from_secs(10);

/// So many times as long as it took to see that a server is away it is left alone: one that refuses at once is asked by
/// the next question, one that is silent keeps nobody waiting.
const REST_PER_TRY: u32 = 20;

/// Bytes of documents that are kept: each is asked for twice, for its text and for its structure, and again for hits.
const MAX_DOCUMENT_BYTES: usize = 32 << 20;

/// A database on a server.
pub(super) struct Server {
    pub(super) options: ServerOptions,
    /// Its name as that of an origin.
    pub(super) name: Arc<str>,
    /// Where what is known of it is kept.
    index: Option<PathBuf>,
    /// Whether agents ask who may not read it.
    pub(super) is_withheld: bool,
    /// Whether nothing but its schema is wanted.
    is_schema_only: bool,
    connection: Mutex<Connection>,
    /// One look at a time.
    looking: Mutex<()>,
    known: Mutex<Option<Arc<Known>>>,
    layouts: Mutex<HashMap<String, Option<ArticleColumns>>>,
    documents: Mutex<Vec<(Arc<str>, Stamp, Document)>>,
    texts: Texts,
    /// Set while there are tables whose rows have not been looked at yet.
    pub(super) has_put_off: AtomicBool,
    /// Set when something came that whoever watches has not been told of.
    pub(super) is_untold: AtomicBool,
    /// Set while it cannot be read.
    pub(super) is_away: AtomicBool,
}

/// What a look has found.
#[derive(Default)]
struct Looked {
    tables: Vec<KnownTable>,
    has_put_off: bool,
    /// Set if the schema is not what it was believed to be.
    is_outdated: bool,
}

/// How much is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Looking {
    /// All but the keys of large tables that are not known yet.
    Quick,
    /// All.
    Whole,
}

#[derive(Default)]
enum Connection {
    #[default]
    None,
    Open(Database, Instant),
    /// Why, until when that is believed.
    Failed(DatabaseProblem, Instant),
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Server {
    /// One that the settings name.
    pub(super) fn new(server: &ServerOptions, options: &WorkspaceOptions) -> Server {
        let texts = (options.index.as_deref())
            .filter(|_| !options.is_schema_only && !options.withholds(server))
            .map(|index| Known::texts(index, &server.identity()));
        Server {
            name: server.name.as_str().into(),
            index: options.index.clone().filter(|_| !options.is_schema_only),
            is_withheld: options.withholds(server),
            is_schema_only: options.is_schema_only,
            options: server.clone(),
            connection: Mutex::default(),
            looking: Mutex::default(),
            known: Mutex::default(),
            layouts: Mutex::default(),
            documents: Mutex::default(),
            texts: Texts::at(texts),
            has_put_off: AtomicBool::default(),
            is_untold: AtomicBool::default(),
            is_away: AtomicBool::default(),
        }
    }

    /// The connection; one that failed lately is not tried again.
    pub(super) fn database(&self, trust: Duration) -> Result<Database, DatabaseProblem> {
        if self.is_withheld {
            return Err(DatabaseProblem::Refused(NOT_SHARED.to_owned()));
        }
        if let Some(problem) = &self.options.problem {
            return Err(problem.clone());
        }
        let mut connection = locked(&self.connection);
        match &*connection {
            Connection::Open(database, since) if since.elapsed() < trust => return Ok(database.clone()),
            Connection::Failed(problem, until) if Instant::now() < *until => return Err(problem.clone()),
            _ => {}
        }
        let begun = Instant::now();
        let opened = Database::connect(&self.options);
        *connection = match &opened {
            Ok(database) => Connection::Open(database.clone(), Instant::now()),
            Err(problem) => {
                let rest = match problem {
                    DatabaseProblem::Unreachable(_) => (begun.elapsed() * REST_PER_TRY).min(REST),
                    // Whoever is not let in and asks again and again may be locked out.
                    _ => REST,
                };
                Connection::Failed(problem.clone(), Instant::now() + rest)
            }
        };
        locked(&self.layouts).clear();
        opened
    }

    pub(super) fn known(&self) -> Option<Arc<Known>> {
        let mut known = locked(&self.known);
        if known.is_none() {
            let index = self.index.as_ref()?;
            *known = Known::read(index, &self.options.identity()).map(Arc::new);
        }
        known.clone()
    }

    /// Looks at all tables; true if something is different.
    pub(super) fn look(&self, trust: Duration, looking: Looking) -> Result<bool, DatabaseProblem> {
        let _looking = locked(&self.looking);
        let before = self.known();
        let mut looked = self.looked(&self.database(trust)?, before.as_deref(), looking)?;
        if looked.is_outdated {
            // A table has been altered since its columns were asked for.
            looked = self.looked(&self.database(Duration::ZERO)?, before.as_deref(), looking)?;
        }
        let Looked { tables, has_put_off, .. } = looked;
        let now = Arc::new(Known::new(&self.options.identity(), tables));
        let content = |known: &Known| -> Vec<_> {
            known.tables.iter().map(|table| (table.name.clone(), table.sql.clone(), table.pieces.clone())).collect()
        };
        let has_changed = before.as_ref().is_none_or(|before| content(before) != content(&now));
        self.has_put_off.store(has_put_off, Ordering::Release);
        if let Some(index) = self.index.as_ref().filter(|_| !has_put_off && before.as_ref() != Some(&now)) {
            now.write(index);
        }
        if has_changed && !has_put_off {
            let keys = now.tables.iter().flat_map(|table| table.pieces.iter().map(|piece| texts::key(table, piece)));
            self.texts.keep_only(&keys.collect());
        }
        *locked(&self.known) = Some(now);
        Ok(has_changed)
    }

    /// All tables as they are now.
    fn looked(&self, database: &Database, before: Option<&Known>, looking: Looking) -> Result<Looked, DatabaseProblem> {
        let mut all = Looked::default();
        for table in database.tables() {
            let known = before.and_then(|known| known.tables.iter().find(|known| known.name == table.name));
            let schema = || KnownTable { name: table.name.clone(), sql: table.sql.clone(), ..KnownTable::default() };
            let is_put_off = !self.is_schema_only && looking == Looking::Quick && can_wait(table, known);
            all.has_put_off |= is_put_off;
            let looked = match self.is_schema_only || is_put_off {
                true => Ok(schema()),
                false => look(database, table, known),
            };
            match looked {
                Ok(table) => all.tables.push(table),
                Err(problem @ (DatabaseProblem::Unreachable(_) | DatabaseProblem::Denied(_))) => {
                    *locked(&self.connection) = Connection::None;
                    return Err(problem);
                }
                // A table that has changed meanwhile, or takes too long, stays as it was known.
                Err(problem) => {
                    all.is_outdated |= matches!(problem, DatabaseProblem::Wrong(_) | DatabaseProblem::NoTable);
                    all.tables.push(known.cloned().unwrap_or_else(schema));
                }
            }
        }
        Ok(all)
    }

    pub(super) fn root(&self) -> Root {
        let prefix = format!("{}/", self.options.directory());
        Root { origin: Origin::Server(Arc::clone(&self.name)), prefix, name: self.options.name.clone() }
    }

    fn file(
        &self,
        inside: &str,
        (root, format): (u32, &'static FormatInfo),
        (stamp, size): (Stamp, u64),
    ) -> WalkedFile {
        let entry = FileEntry {
            path: format!("{}/{inside}", self.options.directory()).into(),
            origin: Origin::Server(Arc::clone(&self.name)),
            root,
            repository: None,
            size,
            modified: 0,
            format,
            text_only: false,
        };
        WalkedFile { entry, real: None, stamp }
    }

    /// The files of what is known.
    pub(super) fn files(&self, known: &Known, root: u32) -> Vec<WalkedFile> {
        let (Some(database), Some(rows)) = (formats::by_id("database"), formats::by_id("rows")) else {
            return Vec::new();
        };
        let statements: String = known.tables.iter().map(|table| table.sql.as_str()).collect();
        let version = i128::from(xxh3_64(statements.as_bytes()) >> 1);
        let stamp = Stamp::of_version(statements.len() as u64, version);
        let mut files = vec![self.file(SCHEMA, (root, database.info), (stamp, stamp.size))];
        for table in &known.tables {
            let directory = table.directory();
            files.extend(table.pieces.iter().map(|piece| {
                let stamp = table.stamp(piece);
                let size = piece.rows.saturating_mul(table.row_bytes);
                self.file(&format!("{directory}/{}", piece.name), (root, rows.info), (stamp, size))
            }));
        }
        files
    }

    /// The document of a file.
    pub(super) fn document(&self, file: &FileEntry) -> Result<Document, ReadError> {
        let known = self.known().ok_or(ReadError::Gone)?;
        let inside = file.path.strip_prefix(&format!("{}/", self.options.directory())).ok_or(ReadError::Gone)?;
        if inside == SCHEMA {
            let statements = known.tables.iter().map(|table| (table.name.as_str(), table.sql.as_str()));
            return Ok(formats::schema_document(statements));
        }
        let (table, at) = piece(&known, inside).ok_or(ReadError::Gone)?;
        let stamp = table.stamp(&table.pieces[at]);
        let key = texts::key(table, &table.pieces[at]);
        let held = |documents: &Vec<(Arc<str>, Stamp, Document)>| {
            let is = |(path, known, _): &&(Arc<str>, Stamp, Document)| *path == file.path && *known == stamp;
            documents.iter().find(is).map(|(.., document)| document.clone())
        };
        if let Some(document) = held(&locked(&self.documents)) {
            return Ok(document);
        }
        let first =
            |at: usize| -> Option<Vec<_>> { Some(table.pieces.get(at)?.first.iter().map(KeyPart::cell).collect()) };
        // What comes before the first key that is known belongs to it too.
        let between = (if at == 0 { None } else { first(at) }, first(at + 1));
        let document = match self.rows(&table.name, between) {
            Ok(document) => document,
            // What was read of it before is there, if without its structure.
            Err(problem) => match self.texts.get(key) {
                Some(text) => return Ok(Document { lines: LineIndex::new(&text), text, ..Document::default() }),
                None => return Err(ReadError::System(problem.to_string())),
            },
        };
        self.texts.put(key, &document.text);
        let mut documents = locked(&self.documents);
        documents.push((Arc::clone(&file.path), stamp, document.clone()));
        let mut bytes: usize = documents.iter().map(|(.., document)| document.text.len()).sum();
        while bytes > MAX_DOCUMENT_BYTES {
            bytes -= documents.remove(0).2.text.len();
        }
        Ok(document)
    }

    /// The text of a file.
    pub(super) fn text(&self, file: &FileEntry) -> Result<String, ReadError> {
        let known = self.known().ok_or(ReadError::Gone)?;
        let inside = file.path.strip_prefix(&format!("{}/", self.options.directory())).ok_or(ReadError::Gone)?;
        let kept = piece(&known, inside).and_then(|(table, at)| self.texts.get(texts::key(table, &table.pieces[at])));
        kept.map_or_else(|| Ok(self.document(file)?.text), Ok)
    }

    /// The rows between two keys as a document.
    fn rows(&self, name: &str, between: Between) -> Result<Document, DatabaseProblem> {
        let database = self.database(Duration::MAX)?;
        let table = database.table(name).ok_or(DatabaseProblem::NoTable)?;
        let Some(layout) = self.layout(&database, table)? else { return Ok(Document::default()) };
        let mut writer = formats::RowsWriter::new(table);
        let query = RowQuery { between, ..RowQuery::default() };
        database.rows(table, &query, &|| true, &mut |number, cells| {
            if let Some(article) = layout.article(table, number, &cells) {
                writer.add(&article);
            }
            ControlFlow::Continue(())
        })?;
        Ok(writer.finish())
    }

    /// Forgets what is known of it.
    pub(super) fn clear(&self) {
        *locked(&self.known) = None;
        if let Some(index) = &self.index {
            Known::remove(index, &self.options.identity());
            self.texts.keep_only(&HashSet::new());
        }
    }

    fn layout(&self, database: &Database, table: &TableSchema) -> Result<Option<ArticleColumns>, DatabaseProblem> {
        if let Some(known) = locked(&self.layouts).get(&table.name) {
            return Ok(known.clone());
        }
        let layout = database.layout(table)?;
        locked(&self.layouts).insert(table.name.clone(), layout.clone());
        Ok(layout)
    }
}

/// The table and the place of the piece that is the file `inside` of the directory of a database.
fn piece<'k>(known: &'k Known, inside: &str) -> Option<(&'k KnownTable, usize)> {
    let (directory, name) = inside.split_once('/')?;
    let table = known.tables.iter().find(|table| table.directory() == directory)?;
    Some((table, table.pieces.iter().position(|piece| piece.name == name)?))
}

type Between = (Option<Vec<crate::document::Cell>>, Option<Vec<crate::document::Cell>>);
