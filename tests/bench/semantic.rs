//! Vectors: how many pieces a second get one, and how long comparing all of them takes, beside a plain pass over the
//! same bytes. `DOCQL_BENCH=DIR` takes the pieces from there; otherwise from docql's own sources.

use divan::Bencher;
use divan::counter::{BytesCount, ItemsCount};
use docql::semantic::{EmbeddingModel, Quantised};
use ignore::WalkBuilder;
use std::path::PathBuf;
use std::sync::LazyLock;

fn main() {
    println!("{} pieces of about {} bytes", pieces().len(), PIECE);
    divan::main();
}

/// Bytes of a piece: a function of ten lines.
const PIECE: usize = 400;

/// So many vectors are compared.
const VECTORS: usize = 300_000;

fn pieces() -> &'static [String] {
    static PIECES: LazyLock<Vec<String>> = LazyLock::new(|| {
        let root = std::env::var_os("DOCQL_BENCH")
            .map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("src"), PathBuf::from);
        let files = WalkBuilder::new(root).build().filter_map(Result::ok);
        let texts = files.filter_map(|entry| std::fs::read_to_string(entry.path()).ok());
        let mut pieces = Vec::new();
        for text in texts {
            let mut piece = String::new();
            for line in text.split_inclusive('\n') {
                piece.push_str(line);
                if piece.len() >= PIECE {
                    pieces.push(std::mem::take(&mut piece));
                }
            }
            if pieces.len() >= 20_000 {
                break;
            }
        }
        pieces
    });
    &PIECES
}

fn kept() -> &'static [Vec<u8>] {
    static KEPT: LazyLock<Vec<Vec<u8>>> = LazyLock::new(|| {
        let mut embedder = EmbeddingModel::built_in().embedder();
        pieces()
            .iter()
            .filter_map(|piece| embedder.embed(piece))
            .map(|vector| Quantised::of(&vector).to_bytes())
            .collect()
    });
    &KEPT
}

/// One thread.
#[divan::bench(max_time = 3)]
fn vectors_of_pieces(bencher: Bencher<'_, '_>) {
    let mut embedder = EmbeddingModel::built_in().embedder();
    bencher.counter(ItemsCount::new(pieces().len())).bench_local(|| {
        pieces()
            .iter()
            .filter_map(|piece| embedder.embed(piece))
            .map(|vector| Quantised::of(&vector).to_bytes().len())
            .sum::<usize>()
    });
}

fn arena() -> Vec<u8> {
    kept().iter().cycle().take(VECTORS).flatten().copied().collect()
}

/// One thread.
#[divan::bench(max_time = 3)]
fn compare_300_000(bencher: Bencher<'_, '_>) {
    let (arena, size) = (arena(), kept()[0].len());
    let question =
        Quantised::of(&EmbeddingModel::built_in().embedder().embed("where is the token checked").expect("tokens"));
    bencher
        .counter(BytesCount::new(arena.len()))
        .bench_local(|| arena.chunks_exact(size).map(|kept| question.similarity(kept)).fold(0f32, f32::max));
}

/// The limit: the same bytes, summed up.
#[divan::bench(max_time = 3)]
fn read_the_same_bytes(bencher: Bencher<'_, '_>) {
    let arena = arena();
    bencher
        .counter(BytesCount::new(arena.len()))
        .bench_local(|| arena.iter().map(|&byte| u64::from(byte)).sum::<u64>());
}
