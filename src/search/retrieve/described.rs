//! The channel of descriptions: pieces of which a language model has said what was asked for.

use super::channel_query::ChannelQuery;
use super::meaning::{accepts, target_of};
use crate::library::{Description, FileId, Stems, each_folded_word, is_cjk};
use crate::search::model::evidence::{ChannelEntry, Evidence};
use crate::search::model::lists::List;
use crate::search::words::term_forms::Word;
use crate::stdx::contains_ignoring_case;
use rayon::prelude::*;

/// Files whose descriptions one thread looks through in a row.
const IN_A_ROW: usize = 64;

/// A word of the question, as descriptions are looked through for it.
struct SoughtWord {
    /// What stands in a description that may hold it.
    prefixes: Vec<String>,
    /// What holds it.
    stems: Vec<String>,
}

impl SoughtWord {
    fn of(word: &Word, stems: &mut Stems) -> SoughtWord {
        let mut sought = SoughtWord { prefixes: Vec::new(), stems: Vec::new() };
        for form in std::iter::once(&word.written).chain(word.forms.iter().map(|form| &form.text)) {
            let stem = stems.stem(form).to_owned();
            let shared = form.bytes().zip(stem.bytes()).take_while(|(a, b)| a == b).count();
            sought.prefixes.push(form[..form.floor_char_boundary(shared)].to_owned());
            sought.stems.push(stem);
        }
        sought
    }

    fn may_be_in(&self, text: &str) -> bool {
        self.prefixes.iter().any(|prefix| contains_ignoring_case(text, prefix))
    }

    fn is(&self, stem: &str) -> bool {
        self.stems.iter().any(|sought| sought == stem || sought.starts_with(is_cjk) && sought.contains(stem))
    }
}

/// A description that holds enough of the words: which, by their bits, and the piece.
type Found<'l> = (u32, FileId, Description<'l>);

/// The pieces whose descriptions hold the words: those first that hold the most and the rarest.
pub(super) fn list(query: &ChannelQuery<'_>) -> List {
    let (words, required) = query.names.sought();
    if words.is_empty() || !query.library.has_descriptions() {
        return List::default();
    }
    let mut stems = Stems::new();
    let words: Vec<SoughtWord> = words.iter().map(|word| SoughtWord::of(word, &mut stems)).collect();
    let files: Vec<FileId> = query.files().collect();
    let found: Vec<Found<'_>> = files
        .par_iter()
        .with_min_len(IN_A_ROW)
        .map_init(Stems::new, |stems, &file| in_file(query, file, (&words, required), stems))
        .flatten_iter()
        .collect();
    let weights: Vec<f32> = (0..words.len())
        .map(|word| {
            let holding = found.iter().filter(|(held, ..)| held >> word & 1 == 1).count();
            (1.0 + found.len() as f32 / (1.0 + holding as f32)).ln()
        })
        .collect();
    let weight =
        |held: u32| -> f32 { (0..words.len()).filter(|word| held >> word & 1 == 1).map(|word| weights[word]).sum() };
    let mut scored: Vec<(f32, Found<'_>)> = found.into_iter().map(|found| (weight(found.0), found)).collect();
    // Of two that hold the same the one comes first that says less else.
    scored.sort_by(|(a, (_, _, one)), (b, (_, _, other))| b.total_cmp(a).then(one.text.len().cmp(&other.text.len())));
    let best_score = scored.first().map_or(1.0, |(score, _)| score.max(f32::MIN_POSITIVE));
    let (total, mut best) = (scored.len(), Vec::<ChannelEntry>::new());
    for (score, (_, file, piece)) in scored.into_iter().take(query.depth) {
        let target = target_of(query.library, file, piece.node, piece.span);
        if best.iter().all(|known| known.target != target) {
            best.push(ChannelEntry { target, evidence: Evidence { text: score / best_score, ..Evidence::default() } });
        }
    }
    List {
        is_cut: total > query.depth,
        total: if total > query.depth { total } else { best.len() },
        best,
        ..List::default()
    }
}

/// The pieces of one file.
fn in_file<'l>(
    query: &ChannelQuery<'l>,
    file: FileId,
    (words, required): (&[SoughtWord], usize),
    stems: &mut Stems,
) -> Vec<Found<'l>> {
    let Some(row) = query.library.descriptions(file).filter(|_| !query.ticket.is_stale()) else { return Vec::new() };
    let mut found = Vec::new();
    for piece in row.pieces() {
        let may = words.iter().filter(|word| word.may_be_in(piece.text)).count();
        if may < required {
            continue;
        }
        let mut held = 0_u32;
        each_folded_word(piece.text, |word| {
            let stem = stems.stem(word);
            let bits = words.iter().enumerate().filter(|(_, sought)| sought.is(stem)).map(|(at, _)| 1 << at);
            held |= bits.fold(0, |all, bit: u32| all | bit);
        });
        if held.count_ones() as usize >= required && accepts(query, file, piece.node) {
            found.push((held, file, piece));
        }
    }
    found
}
