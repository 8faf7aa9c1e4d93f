//! Orders that a language model has given, kept beside the index: nobody pays for the same question twice.
//!
//! What is kept are numbers: a hash of who was asked, the question and the passages, and the order. Whoever writes at the
//! same time as another process may lose the other's order: it is asked for anew.

use super::reranker::Relevance;
use crate::stdx::{not_private, private_directory, write_whole};
use serde::{Deserialize, Serialize};
use std::fs::File;
use std::io::Read;
use std::path::Path;

/// The file.
const FILE: &str = "orders.json";

/// Grows when entries change in a way that earlier versions would misread.
const VERSION: u32 = 1;

/// Orders that are kept.
const MAX_ORDERS: usize = 200;

/// Bytes of the file that are read, at most.
const LARGEST: u64 = 1 << 20;

#[derive(Default, Deserialize, Serialize)]
struct Envelope {
    version: u32,
    orders: Vec<(u64, Relevance)>,
}

/// The order that is kept in `directory` for `id`, of so many passages.
pub(super) fn recall(directory: &Path, id: u64, passages: usize) -> Option<Relevance> {
    let found = read(directory).into_iter().rev().find(|(of, _)| *of == id)?.1;
    (found.len() == passages).then_some(found)
}

/// Keeps an order. Where it cannot be written it is asked for again.
pub(super) fn keep(directory: &Path, id: u64, order: &Relevance) {
    if private_directory(directory).is_err() {
        return;
    }
    let mut orders = read(directory);
    orders.retain(|(other, _)| *other != id);
    orders.push((id, order.clone()));
    let over = orders.len().saturating_sub(MAX_ORDERS);
    orders.drain(..over);
    if let Ok(bytes) = serde_json::to_vec(&Envelope { version: VERSION, orders }) {
        let _ = write_whole(directory, FILE, &bytes);
    }
}

/// All that is kept; nothing where it cannot be read, is not the user's own, or leads elsewhere.
fn read(directory: &Path) -> Vec<(u64, Relevance)> {
    let file = directory.join(FILE);
    let mut bytes = Vec::new();
    if not_private(directory).is_some()
        || not_private(&file).is_some()
        || File::open(&file).and_then(|file| file.take(LARGEST).read_to_end(&mut bytes)).is_err()
    {
        return Vec::new();
    }
    let read: Envelope = serde_json::from_slice(&bytes).unwrap_or_default();
    if read.version == VERSION { read.orders } else { Vec::new() }
}
