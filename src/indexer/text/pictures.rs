//! Vectors of files that are pictures, where the user has configured an endpoint for them: each content is sent once.

use super::embedding_queue::{EmbeddingQueue, Errand, QueuePass, Sent};
use super::paid_pool::PaidPool;
use super::vectors::{MAX_FILES, STEP, VectorPass};
use crate::formats;
use crate::indexer::build::locks::{Held, Ranked, VECTORS};
use crate::library::{FileId, Library, PictureRow, RowKind, RowTable, RowTableBuilder, write_picture};
use crate::llm::secrets::is_key_file;
use crate::semantic::{Embedded, Embeddings, Endpoint, EndpointProblem, PictureBytes, Quantised};
use crate::stdx::{Stale, Ticket};
use std::collections::{HashMap, HashSet, VecDeque};
use std::fmt::Write as _;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use xxhash_rust::xxh3::xxh3_64;

/// Bytes of the pictures of one request, about.
const MAX_REQUEST_BYTES: usize = 8 << 20;

/// Pictures in a row that an endpoint may refuse to take: there are directories of damaged ones. Beyond that the fault is
/// its own.
const MAX_REFUSED: usize = 64;

/// The owner of vectors of pictures under way.
pub(in crate::indexer) struct PictureIndexer {
    /// `None` if nobody is to be asked for them.
    embeddings: Option<Arc<Embeddings>>,
    queue: Ranked<EmbeddingQueue, VECTORS>,
    known: Arc<KnownPictures>,
}

impl PictureIndexer {
    /// Has vectors made by the endpoint of `embeddings`; none without.
    pub(in crate::indexer) fn new(embeddings: Option<Arc<Embeddings>>) -> PictureIndexer {
        PictureIndexer { embeddings, queue: Ranked::default(), known: Arc::default() }
    }

    /// Who makes vectors of pictures and of the words that are to find them; `None` if nobody does.
    pub(in crate::indexer) fn embeddings(&self) -> Option<&Arc<Embeddings>> {
        self.embeddings.as_ref()
    }

    /// Has vectors made for about the budget, and publishes them; true if nothing is left to do. `place` keeps them beside
    /// the index.
    pub(in crate::indexer) fn step(
        &self,
        place: Option<PathBuf>,
        pass: &VectorPass<'_>,
        held: &mut Held<'_, 0>,
    ) -> Result<bool, Stale> {
        let Some(embeddings) = &self.embeddings else { return Ok(true) };
        let Some(endpoint) = embeddings.endpoint() else { return Ok(true) };
        let (library, model) = (pass.published.library(), endpoint.id());
        let lacks = |id: &FileId| library.is_indexed(*id) && library.picture(*id).is_none_or(|row| row.model != model);
        let mut files: Vec<FileId> = library.pictures().filter(lacks).collect();
        if files.is_empty() {
            self.known.tidy(&library);
            return Ok(true);
        }
        self.known.keep_in(place, library.pictures_with_vectors(model) > 0);
        if let Some(problem) = self.known.leave_out(&library, &mut files) {
            embeddings.give_up(problem);
            return Ok(true);
        }
        let sent = SentPictures { embeddings, endpoint, known: &self.known };
        let VectorPass { published, budget, ticket, progress, .. } = *pass;
        let total = library.pictures().count() as u32;
        let pass = QueuePass { published, sent: &sent, embeddings, endpoint, total, budget, ticket, progress };
        let (mut queue, mut held) = self.queue.lock(held);
        queue.step(&pass, &library, &files, &mut held)?;
        Ok(false)
    }

    /// Has all vectors made that are missing, as far as structure is known.
    pub(in crate::indexer) fn all(
        &self,
        place: Option<PathBuf>,
        pass: &VectorPass<'_>,
        held: &mut Held<'_, 0>,
    ) -> Result<(), Stale> {
        let pass = VectorPass { budget: STEP, ..*pass };
        while !self.step(place.clone(), &pass, held)? {}
        Ok(())
    }
}

/// The key of a content for one model.
fn key(model: u64, content: u64) -> u64 {
    xxh3_64(&[model.to_le_bytes(), content.to_le_bytes()].concat())
}

/// Vectors as they are kept, by their keys; empty where a picture has none.
#[derive(Debug, Default)]
struct KnownPictures(Mutex<Known>);

#[derive(Debug, Default)]
struct Known {
    pool: Option<PaidPool>,
    vectors: HashMap<u64, Arc<[u8]>>,
    /// Contents that are with the endpoint.
    in_flight: HashSet<u64>,
    /// True if the endpoint has ever taken a picture: those that it refuses to take are at fault then, not it.
    has_taken: bool,
    /// Pictures that were refused since one was taken.
    refused: usize,
    /// Files that were refused before any was taken, and the last refusal. They are tried again once one is.
    put_off: HashSet<Arc<str>>,
    refusal: Option<EndpointProblem>,
    /// True if something was added to the pool.
    has_grown: bool,
}

impl KnownPictures {
    fn lock(&self) -> MutexGuard<'_, Known> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Keeps vectors beside the index in `place`, and begins with those that are there. `has_taken` if some are in the index.
    fn keep_in(&self, place: Option<PathBuf>, has_taken: bool) {
        let (pool, mut known) = (place.map(PaidPool::of_pictures), self.lock());
        known.has_taken |= has_taken;
        if known.pool == pool {
            return;
        }
        let read = pool.iter().flat_map(PaidPool::read);
        known.vectors.extend(read.filter_map(|(key, digits)| Some((key, from_hex(&digits)?))));
        known.pool = pool;
    }

    /// Adds vectors by their keys.
    fn add<'k>(&self, new: impl Iterator<Item = (&'k u64, Embedded)>) {
        let bytes = |vector: Embedded| -> Arc<[u8]> {
            vector.map_or_else(Vec::new, |vector| Quantised::of(&vector).to_bytes()).into()
        };
        let new: Vec<(u64, Arc<[u8]>)> = new.map(|(key, vector)| (*key, bytes(vector))).collect();
        let mut known = self.lock();
        (known.has_taken, known.refused) = (true, 0);
        known.put_off.clear();
        if let Some(pool) = &known.pool {
            let lines: Vec<(u64, String)> = new.iter().map(|(key, vector)| (*key, hex(vector))).collect();
            // What cannot be kept is in the index all the same.
            let _ = pool.add(lines.iter().map(|(key, line)| (*key, line.as_str())));
            known.has_grown = true;
        }
        known.vectors.extend(new);
    }

    /// Leaves out of `files` what is put off. If nothing else is left, the endpoint takes no pictures: why.
    fn leave_out(&self, library: &Library, files: &mut Vec<FileId>) -> Option<EndpointProblem> {
        let known = self.lock();
        files.retain(|file| !known.put_off.contains(&library.file(*file).path));
        known.refusal.clone().filter(|_| files.is_empty())
    }

    /// Drops what has long been of no use from the pool, once something has been added.
    fn tidy(&self, library: &Library) {
        let mut known = self.lock();
        if !std::mem::take(&mut known.has_grown) {
            return;
        }
        let rows = library.pictures().filter_map(|id| library.picture(id));
        let used = rows.map(|row| key(row.model, row.content)).collect();
        // What stays too long is no harm.
        let _ = known.pool.as_ref().map(|pool| pool.tidy(&used));
    }
}

fn hex(bytes: &[u8]) -> String {
    let mut digits = String::with_capacity(bytes.len() * 2);
    for byte in bytes {
        let _ = write!(digits, "{byte:02x}");
    }
    digits
}

fn from_hex(digits: &str) -> Option<Arc<[u8]>> {
    let pairs = digits.as_bytes().chunks(2);
    pairs.map(|pair| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok()).collect()
}

/// Pictures on their way to an endpoint.
struct SentPictures<'s> {
    embeddings: &'s Arc<Embeddings>,
    endpoint: &'s Endpoint,
    known: &'s Arc<KnownPictures>,
}

impl Sent for SentPictures<'_> {
    fn kind(&self) -> RowKind {
        RowKind::Pictures
    }

    fn take(&self, library: &Arc<Library>, files: &mut VecDeque<FileId>) -> Option<(Vec<FileId>, Errand)> {
        let (model, batch) = (self.endpoint.id(), self.endpoint.options().batch.max(1));
        let mut request = Pictures::new(model, Arc::clone(self.known));
        let mut taken = Vec::new();
        while request.keys.len() < batch
            && taken.len() < MAX_FILES
            && request.size() < MAX_REQUEST_BYTES
            && let Some(file) = files.pop_front()
        {
            let picture = picture(library, file);
            let content = picture.as_ref().map(PictureBytes::hash);
            // What another request holds is known with the next step.
            if picture.is_none_or(|picture| request.holds(picture)) {
                taken.push(file);
                request.files.push((Arc::clone(&library.file(file).path), content));
            }
        }
        if taken.is_empty() {
            return None;
        }
        let embeddings = Arc::clone(self.embeddings);
        Some((taken, Box::new(move |ticket| Ok(request.sent(&embeddings, ticket)?.map(|()| request.rows())))))
    }
}

/// The picture in a file, if it may be sent.
fn picture(library: &Library, file: FileId) -> Option<PictureBytes> {
    if is_key_file(&library.file(file).path) {
        return None;
    }
    let bytes = library.window(file, 0, formats::MAX_SENT_BYTES + 1).ok()?;
    let media_type = formats::sent_type(&bytes).ok()?;
    Some(PictureBytes::new(bytes, media_type))
}

/// The pictures of one request. No other request holds one of them as long as this one lasts.
struct Pictures {
    model: u64,
    known: Arc<KnownPictures>,
    /// The files, each with the hash of its content; none for one that is never sent.
    files: Vec<(Arc<str>, Option<u64>)>,
    keys: Vec<u64>,
    pictures: Vec<PictureBytes>,
}

impl Drop for Pictures {
    fn drop(&mut self) {
        let mut known = self.known.lock();
        known.in_flight.retain(|key| !self.keys.contains(key));
    }
}

impl Pictures {
    fn new(model: u64, known: Arc<KnownPictures>) -> Pictures {
        Pictures { model, known, files: Vec::new(), keys: Vec::new(), pictures: Vec::new() }
    }

    /// Takes a picture into the request, unless its vector is known or it is in there; false if another request holds it.
    fn holds(&mut self, picture: PictureBytes) -> bool {
        let key = key(self.model, picture.hash());
        let mut known = self.known.lock();
        if known.vectors.contains_key(&key) || self.keys.contains(&key) {
            return true;
        }
        let is_free = known.in_flight.insert(key);
        if is_free {
            self.keys.push(key);
            self.pictures.push(picture);
        }
        is_free
    }

    fn size(&self) -> usize {
        self.pictures.iter().map(PictureBytes::size).sum()
    }

    /// Sends the pictures, and one by one if the endpoint refuses them together.
    fn sent(&self, embeddings: &Embeddings, ticket: &Ticket) -> Result<Result<(), EndpointProblem>, Stale> {
        let all: Vec<&PictureBytes> = self.pictures.iter().collect();
        let problem = match embeddings.embed(&all, ticket)? {
            Ok(vectors) => {
                self.known.add(self.keys.iter().zip(vectors));
                return Ok(Ok(()));
            }
            Err(problem) if problem.is_about_input() => problem,
            Err(problem) => return Ok(Err(problem)),
        };
        let mut refused = HashSet::new();
        for (key, picture) in self.keys.iter().zip(&all) {
            // One alone need not be sent once more.
            match if all.len() > 1 { embeddings.embed(&[*picture], ticket)? } else { Err(problem.clone()) } {
                Ok(vectors) => self.known.add(std::iter::once(key).zip(vectors)),
                Err(problem) if problem.is_about_input() => {
                    refused.insert(*key);
                }
                Err(problem) => return Ok(Err(problem)),
            }
        }
        Ok(self.refused(refused, problem, embeddings))
    }

    /// Notes the pictures that the endpoint refuses to take, with the reason.
    fn refused(
        &self,
        keys: HashSet<u64>,
        problem: EndpointProblem,
        embeddings: &Embeddings,
    ) -> Result<(), EndpointProblem> {
        let mut known = self.known.lock();
        known.refused += keys.len();
        if known.refused > MAX_REFUSED {
            embeddings.give_up(problem.clone());
            return Err(problem);
        }
        if known.has_taken {
            // Not in the pool: another day they may be taken.
            known.vectors.extend(keys.into_iter().map(|key| (key, Arc::default())));
            return Ok(());
        }
        let is_refused =
            |content: &Option<u64>| content.is_some_and(|content| keys.contains(&key(self.model, content)));
        let refused = self.files.iter().filter(|(_, content)| is_refused(content));
        known.put_off.extend(refused.map(|(path, _)| Arc::clone(path)));
        known.refusal = Some(problem.clone());
        Err(problem)
    }

    /// A row for each file.
    fn rows(&self) -> RowTable {
        let (known, mut rows, model) = (self.known.lock(), RowTableBuilder::default(), self.model);
        for (_, content) in &self.files {
            let vector = content.and_then(|content| known.vectors.get(&key(model, content)));
            let vector = vector.map(|vector| &**vector).filter(|vector| !vector.is_empty());
            rows.push(|out| write_picture(out, &PictureRow { model, content: content.unwrap_or(0), vector }));
        }
        rows.finish()
    }
}
