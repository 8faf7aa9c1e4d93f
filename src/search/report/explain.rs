//! Explanations: why a hit is where it is, and what a search has tried.

use super::notes::WITHOUT_PICTURES;
use crate::library::is_cjk;
use crate::search::model::answer::{Ranked, RankedHit};
use crate::search::model::channels::CHANNELS;
use crate::search::request::read::Request;
use crate::search::words::expand::{self, WordForms};

/// The smallest part that is shown.
const MIN_SHOWN: f32 = 0.005;

/// The parts of a hit's score, and the channels that found it, a line each.
pub fn reasons(hit: &RankedHit) -> Vec<String> {
    let parts = &hit.parts;
    let parts_shown = [
        (parts.literal, "as it was typed"),
        (parts.name, "name"),
        (parts.words, "words"),
        (parts.proximity, "words together"),
        (parts.meaning, "meaning"),
        (parts.summary, "meaning in short"),
        (parts.late_interaction, "word by word"),
        (parts.kind, "kind"),
        (parts.rank, "ranks"),
        (parts.prose, "prose for a question"),
    ];
    let sum: Vec<String> = parts_shown
        .iter()
        .filter(|(part, _)| *part >= MIN_SHOWN)
        .map(|(part, what)| format!("{part:.2} {what}"))
        .collect();
    let shares = [
        (parts.role, "its file's role keeps"),
        (parts.diversity, "hits like it above leave"),
        (parts.whole, "holding only parts of the name leaves"),
    ];
    let shares: Vec<String> = shares
        .iter()
        .filter(|(share, _)| *share != 1.0)
        .map(|(share, what)| format!(", of which {what} {share:.2}"))
        .collect();
    let shares = shares.concat();
    let label = |name: &str| CHANNELS.iter().find(|channel| channel.name == name).map_or("", |channel| channel.label);
    let channels: Vec<String> =
        hit.channels.iter().map(|(name, rank)| format!("{name} #{rank} ({})", label(name))).collect();
    let reranked = hit.reranked.map(|(score, place)| format!("reranked from place {place} by {score:.3}"));
    let lines = [
        format!("{:.2} = {}{shares}", hit.score, if sum.is_empty() { "0".to_owned() } else { sum.join(" + ") }),
        format!("found by {}", channels.join(", ")),
    ];
    lines.into_iter().chain(reranked).collect()
}

/// How words are widened before they are searched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expansion {
    /// Each word as written, with its other forms.
    pub words: Vec<(String, Vec<String>)>,
    /// Whether they read like a question, so that prose counts a little more.
    pub is_question: bool,
}

impl Expansion {
    /// The expansion of a request.
    pub fn of(request: &Request) -> Expansion {
        let words = expand::translated(&request.terms, &|word| word.starts_with(is_cjk)).0;
        let widened = expand::with_synonyms(&words).unwrap_or_else(|| words.clone());
        let others = |word: &WordForms| word.forms.iter().filter(|form| **form != word.written).cloned().collect();
        Expansion {
            words: widened.iter().map(|word| (word.written.clone(), others(word))).collect(),
            is_question: expand::is_question(&request.terms),
        }
    }
}

/// The words of a request as they are read, with the other forms of each.
pub fn expansion(request: &Request) -> Vec<String> {
    let expansion = Expansion::of(request);
    let line = |(word, forms): &(String, Vec<String>)| match forms.as_slice() {
        [] => word.clone(),
        forms => format!("{word}: {}", forms.join(", ")),
    };
    let mut lines: Vec<String> = expansion.words.iter().map(line).collect();
    lines.extend(request.phrases.iter().map(|phrase| format!("phrase: {phrase}")));
    lines.extend(request.fuzzy.iter().map(|word| format!("spelled nearly so: {word}")));
    lines.extend(request.excluded.iter().map(|word| format!("without: {word}")));
    let as_text = request.as_text.as_ref().map(|text| text.typed.join(" "));
    lines.extend(as_text.map(|text| format!("or as it stands, where a place says so: {text}")));
    let as_name = request.as_name.as_ref().map(|name| name.typed.join(" "));
    lines.extend(as_name.map(|name| format!("or as a name, where something is declared so: {name}")));
    if expansion.is_question {
        lines.push("read as a question: prose counts a little more".to_owned());
    }
    lines
}

/// The levels that were tried, the number of hits of each channel, and of files with vectors.
pub fn summary(ranked: &Ranked) -> Vec<String> {
    let mut lines = Vec::new();
    let levels: Vec<String> = ranked.levels.iter().map(|level| format!("{} {}", level.level, level.hits)).collect();
    if !levels.is_empty() {
        lines.push(format!("tried: {}", levels.join(" → ")));
    }
    let found: Vec<String> =
        ranked.found.iter().filter(|(_, count)| *count > 0).map(|(name, count)| format!("{name} {count}")).collect();
    if !found.is_empty() {
        lines.push(format!("found: {}", found.join(" · ")));
    }
    lines.extend(ranked.without_meaning.as_ref().map(|reason| format!("words alone were searched: {reason}")));
    lines.extend(ranked.without_pictures.as_ref().map(|reason| format!("{WITHOUT_PICTURES}: {reason}")));
    lines.extend(ranked.not_reranked.as_ref().map(|reason| format!("the order is docql's own: {reason}")));
    if let Some((with, all)) = ranked.vectors.filter(|(with, all)| with < all) {
        lines.push(format!("vectors: {with} of {all} files have theirs; docql index makes them"));
    }
    if let Some((with, all)) = ranked.pictures.filter(|(with, all)| with < all) {
        lines.push(format!("pictures: {with} of {all} have vectors; docql index makes them of those that can be sent"));
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::library::FileId;
    use crate::search::model::answer::{LevelCount, Parts};
    use crate::search::model::target::Target;

    #[test]
    fn reasons_name_the_parts_that_count() {
        let mut hit = RankedHit::at(Target::File(FileId(0)), 0.0);
        hit.parts = Parts { name: 1.08, words: 0.2, role: 0.9, diversity: 1.0, whole: 1.0, ..Parts::default() };
        hit.score = hit.parts.sum();
        hit.channels = vec![("path", 2)];
        assert_eq!(
            reasons(&hit),
            ["1.15 = 1.08 name + 0.20 words, of which its file's role keeps 0.90", "found by path #2 (paths of files)"]
        );
        let ranked = Ranked {
            levels: vec![LevelCount { level: "as written", hits: 1 }, LevelCount { level: "synonyms", hits: 9 }],
            found: vec![("class", 0), ("text", 9)],
            vectors: Some((1, 3)),
            ..Ranked::default()
        };
        assert_eq!(
            summary(&ranked),
            [
                "tried: as written 1 → synonyms 9",
                "found: text 9",
                "vectors: 1 of 3 files have theirs; docql index makes them"
            ]
        );
    }
}
