//! The final score: name match, kind, text, fused rank and the file's role, on one scale, weights in tables.

use super::fuse::Fused;
use super::roles::Roles;
use crate::document::{FormatFamily, Kind, NodeFlags};
use crate::library::{Library, is_cjk};
use crate::search::literal::typed::is_sign;
use crate::search::model::answer::Parts;
use crate::search::model::evidence::Evidence;
use crate::search::model::kind_prior::{OTHER, kind_prior};
use crate::search::model::match_class::MatchClass;
use crate::search::model::target::Target;
use crate::search::request::options::Mode;
use crate::search::words::expand::{is_question, is_stop_word, pieces};
use crate::search::words::question::Question;
use std::cmp::Reverse;
use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};

/// Weights of the parts. Each part is between 0 and 1, but for a name that leaves no doubt.
const NAME: f32 = 1.2;
const RANK: f32 = 0.15;
const KIND: f32 = 0.25;
const TEXT: f32 = 2.5;
const PROXIMITY: f32 = 0.3;
const SUMMARY: f32 = 1.0;
const LATE_INTERACTION: f32 = 1.2;

/// What the words of a list count, as a multiple of those of a sentence, and what summaries and vectors count, as a
/// share: a list of words is no text to which one can be alike, and every one of them is meant to be there.
const WORDS_OF_LIST: f32 = 2.0;
const SUMMARY_OF_LIST: f32 = 0.3;
const MEANING_OF_LIST: f32 = 0.5;

/// What the words count where names hold all of several, as a multiple: as much as where words are all there is. Names are
/// told apart by their words.
const WORDS_OF_NAMES: f32 = 2.0;

/// What it counts that the words of a list stand together, as a multiple, also where a name is just them: such words are
/// mostly parts of one term, and a text that has one of them often is about something else.
const TOGETHER_IN_LIST: f32 = 3.0;

/// Characters of text without spaces in an item of a list, at most: more are a sentence.
const LONGEST_ITEM: usize = 4;

/// The worth of a text that holds what was typed word after word, and of a name that is those words: more than all
/// other parts together.
const LITERAL: f32 = 10.0;

/// A name that the words spell out, as a share of that: more than a text that holds them, and than a name that differs by
/// a sign.
const SPELLED: f32 = 1.05;

/// A document whose title is all that was typed, as a share of that: who types a title wants the page, and not those that
/// link to it, however much more they say.
const TITLED: f32 = 1.5;

/// The first of the places that hold what was typed, as a share of that: more than whatever else ranks, and than names
/// that only hold the words.
const LEADS: f32 = 2.0;

/// What a name is worth that begins with the identifier that was typed, or with the last of the words, the others around
/// it: more than any text that has its parts, so that what is being typed stays where it is.
const BEGUN: f32 = 1.0;

/// The same where one word was typed that may be any word.
const BEGUN_WITH_WORD: f32 = 0.5;

/// The share of that which a term keeps: who types a name means what is declared by it before what describes it.
const DESCRIBED: f32 = 0.5;

/// Letters of what is still being typed, as far as names are compared by how much of them it is: of two names that begin
/// with it the shorter one comes first, however much of them is typed.
const TYPED_LETTERS: usize = 8;

/// The worth of a name that is an identifier among the words, beside those of all other parts.
const MENTIONED: f32 = 1.5;

/// The worth of a name that begins with the last of the words, the others around it.
const BEGUN_AMONG_OTHERS: f32 = 0.6;

/// The share of its worth that a name keeps whatever else is in it.
const LOOSEST: f32 = 0.8;

/// The share of its worth that a name keeps by how much of it the words are.
fn tightness(target: Target, library: &Library, letters: usize) -> f32 {
    let Target::Node(at) = target else { return 1.0 };
    let Some(outline) = library.outline(at.file).filter(|outline| at.node < outline.len()) else { return 1.0 };
    let all = outline.name(at.node).chars().filter(|character| character.is_alphanumeric()).count();
    let share = (letters as f32 / all.max(1) as f32).min(1.0);
    LOOSEST + (1.0 - LOOSEST) * share
}

/// Whether a title is what was typed, but for the number in front of it: `9.10. Kernel`.
fn is_numbered_title(target: Target, library: &Library, scale: &Scale) -> bool {
    let Target::Node(at) = target else { return false };
    let Some(outline) = library.outline(at.file).filter(|outline| at.node < outline.len()) else { return false };
    let name = outline.name(at.node);
    let title = name.trim_start_matches(|c: char| c.is_ascii_digit() || " \u{a0}.)-".contains(c));
    title.len() < name.len() && outline.kind(at.node) == Kind::Heading && of_letters(title.chars()) == scale.typed
}

/// A number for the letters and digits of a text, whatever their case.
fn of_letters(text: impl Iterator<Item = char>) -> u64 {
    let mut hasher = DefaultHasher::new();
    text.filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).for_each(|c| c.hash(&mut hasher));
    hasher.finish()
}

/// The coverage of the best text that was not rescored.
const UNRESCORED: f32 = 0.18;

/// The share of its prior that a function keeps which is declared and not defined.
const BODILESS: f32 = 0.6;

/// The share of its worth that the name of a module keeps that only says so: what is in it stands in a file of that name.
const STANDS_ELSEWHERE: f32 = 0.3;

/// The share of its worth that a name keeps which only a wider search found.
const WIDER_NAME: f32 = 0.5;

/// The share of its score that a text keeps that holds the parts of an identifier, but not the identifier.
const SCATTERED: f32 = 0.5;

/// The bonus of prose where a question is asked.
const PROSE_FOR_QUESTIONS: f32 = 0.1;

/// The weights of the parts for one question.
#[derive(Clone, Copy, Debug)]
pub(in crate::search) struct Scale {
    /// The share of meaning against words.
    alpha: f32,
    mode: Mode,
    is_question: bool,
    /// Whether words were listed, and no sentence written.
    is_list: bool,
    /// Whether many words were typed, set apart by spaces.
    is_sentence: bool,
    /// What a name is worth that begins with what was typed.
    begun: f32,
    /// Whether words were typed beside the last.
    has_others: bool,
    /// Whether all that was typed stands in quotes: a name is that to the letter, or it is not.
    is_quoted: bool,
    /// Whether one of the words is a name of several parts, as no text has it.
    has_identifier: bool,
    /// Letters and digits of the words that names are compared with.
    letters: usize,
    /// What was typed, as a number.
    typed: u64,
    roles: Roles,
    /// The most that a text holds of what was typed, word after word.
    literal: f32,
    /// The worst class of a name that is what was typed; none where words were dropped that no name has.
    same_name: Option<MatchClass>,
    /// Whether the words are those of a name: then it does not matter where else they stand together.
    names_something: bool,
    /// The weight of words, from 0 to 1: little where no text covers much of the question, since then the few words
    /// that it shares with some texts are not what it is about.
    strength: f32,
}

impl Scale {
    /// The weights as long as nothing is known of the candidates.
    pub(in crate::search) fn of(question: &Question<'_>) -> Scale {
        Scale {
            alpha: question.options.alpha,
            mode: question.options.mode,
            is_question: is_question(&question.request.terms),
            is_list: is_list(&question.request.terms),
            is_sentence: question.words.len() >= SENTENCE
                && !question.request.terms.iter().any(|term| term.chars().any(is_cjk)),
            begun: if question.words.len() > 1 { BEGUN } else { BEGUN_WITH_WORD },
            has_others: question.request.terms.len() > 1,
            is_quoted: question.request.terms.is_empty() && question.request.phrases.len() == 1,
            has_identifier: question.request.terms.iter().any(|term| is_identifier(term)),
            letters: question.words.iter().map(|word| word.written.chars().count()).sum(),
            typed: of_letters(question.request.terms.iter().flat_map(|term| term.chars())),
            roles: Roles::of(&question.request.terms),
            literal: 0.0,
            same_name: has_all_words(question).then_some(match question.request.terms.len() {
                // A name has the words of a text with signs, but not what was typed: `--paging`, `&server.`.
                _ if has_signs(&question.request.terms) => MatchClass::Verbatim,
                ..=2 => MatchClass::Prefix,
                _ => MatchClass::Exact,
            }),
            names_something: false,
            strength: 1.0,
        }
    }

    /// The weights once the best candidates have been rescored.
    pub(super) fn rescored(self, candidates: &[Fused]) -> Scale {
        let best = candidates.iter().filter_map(|entry| entry.evidence.coverage).reduce(f32::max);
        let uncovered = if self.is_sentence { UNCOVERED_SENTENCE } else { UNCOVERED };
        Scale {
            strength: best.map_or(1.0, |best| ((best - uncovered) / RAMP).clamp(0.0, 1.0)),
            literal: candidates.iter().map(|entry| entry.evidence.literal).fold(0.0, f32::max),
            names_something: candidates.iter().any(|entry| entry.evidence.is_named() || entry.evidence.has_identifier),
            ..self
        }
    }

    /// Whether a candidate is of own code, and no test.
    pub(super) fn is_own(&self, entry: &Fused, library: &Library) -> bool {
        self.roles.share(library.file(entry.target.file()), entry.target, library) >= 1.0
    }

    /// Whether a name is the words that were typed, letter for letter.
    fn is_spelled(&self, evidence: &Evidence) -> bool {
        let is_told = self.has_others || self.is_quoted;
        is_told && evidence.class == Some(MatchClass::Verbatim) && !evidence.is_wider
    }

    /// Whether a name is what was typed, and no text: one that is the words, or a member where a name of several parts is
    /// among them.
    pub(super) fn is_meant(&self, evidence: &Evidence) -> bool {
        let is_member = || evidence.class.is_some_and(|class| class <= MatchClass::Qualified) && !evidence.is_wider;
        self.is_spelled(evidence) || self.has_others && self.has_identifier && is_member()
    }

    /// What words count, as a multiple of those of a sentence. Beside no vectors, nothing makes them less.
    fn of_words(&self) -> f32 {
        match () {
            () if self.names_something && self.has_others && self.alpha > 0.0 => WORDS_OF_NAMES,
            () if self.is_list && !self.names_something => WORDS_OF_LIST,
            () => 1.0,
        }
    }

    /// Whether the question describes something: then several places may be meant.
    pub(in crate::search) fn is_description(&self) -> bool {
        !self.names_something && self.mode != Mode::Semantic
    }
}

/// Whether several words of text without spaces stand one by one, as nobody writes a sentence.
fn is_list(terms: &[String]) -> bool {
    let is_item =
        |term: &String| term.chars().all(is_cjk) && term.chars().nth(LONGEST_ITEM).is_none() && !is_stop_word(term);
    terms.len() > 1 && terms.iter().all(is_item)
}

/// Whether a word is a name of several parts: `ServeHTTP`, `serve_http`.
fn is_identifier(term: &str) -> bool {
    term.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_') && pieces(term).len() > 1
}

/// Whether one of the terms has signs that no name has, or is an option of a program.
fn has_signs(terms: &[String]) -> bool {
    terms.iter().any(|term| term.starts_with("--") || term.chars().any(is_sign))
}

/// Whether no word was dropped that says nothing; a name of several parts is several words.
fn has_all_words(question: &Question<'_>) -> bool {
    let terms = &question.request.terms;
    let parts: HashSet<String> = terms.iter().flat_map(|term| pieces(term)).collect();
    question.words.len() == terms.len()
        || terms.iter().all(|term| term.is_ascii()) && question.words.len() == parts.len()
}

/// Where the best text covers no more than this of the question, words count nothing: what texts share with the question
/// are then words that most texts have.
const UNCOVERED: f32 = 0.1;

/// The same for a sentence: among so many words some text has one or two by chance. Text without spaces is cut into pairs
/// of characters, of which even the right text has few.
const UNCOVERED_SENTENCE: f32 = 0.2;

/// Words of a sentence whose words are set apart, at least.
const SENTENCE: usize = 4;

/// Where the best text covers so much more, words count fully.
const RAMP: f32 = 0.2;

/// Sorts candidates, the best first; equal ones in path order.
pub(in crate::search) fn sort(fused: &mut [Fused], library: &Library, scale: &Scale) {
    fused.sort_by_cached_key(|fused| {
        let score = parts(fused, library, scale).sum();
        // Scores are never negative: as bits they have the order of their numbers.
        (Reverse(score.max(0.0).to_bits()), fused.target)
    });
}

/// The score of one candidate, in parts.
pub(in crate::search) fn parts(fused: &Fused, library: &Library, scale: &Scale) -> Parts {
    let (file, kind) = match fused.target {
        Target::Node(node) => (node.file, library.outline(node.file).map(|outline| outline.kind(node.node))),
        Target::File(file) => (file, Some(Kind::File)),
        Target::Text { file, .. } | Target::Line { file, .. } => (file, None),
    };
    let entry = library.file(file);
    let mut prior = f32::from(kind.map_or(OTHER, kind_prior)) / 100.0;
    let mut elsewhere = 1.0;
    if let (Target::Node(at), Some(kind)) = (fused.target, kind)
        && let Some(outline) = library.outline(at.file)
    {
        if kind.is_function() && outline.body(at.node).is_empty() {
            prior *= BODILESS;
        }
        if kind == Kind::Module && outline.flags(at.node).has(NodeFlags::DECLARATION) {
            elsewhere = STANDS_ELSEWHERE;
        }
    }
    let evidence = &fused.evidence;
    // Initials are always a small part of what they stand for.
    let name = evidence.class.map_or(0.0, |class| match class {
        MatchClass::Initials | MatchClass::Verbatim => class.worth(),
        _ if is_numbered_title(fused.target, library, scale) => MatchClass::Exact.worth(),
        MatchClass::Context if evidence.is_begun && !evidence.is_wider => {
            BEGUN_AMONG_OTHERS * tightness(fused.target, library, TYPED_LETTERS)
        }
        MatchClass::Prefix if evidence.is_begun => class.worth() * tightness(fused.target, library, TYPED_LETTERS),
        _ => class.worth() * tightness(fused.target, library, scale.letters),
    });
    // A picture that has the words by chance is less than what is written; one that shows them is not.
    let role = if fused.is_shown() { 1.0 } else { scale.roles.share(entry, fused.target, library) };
    // Tests of it come behind, as ever.
    let is_found = evidence.is_named() || scale.has_others && evidence.class.is_some() && !evidence.is_wider;
    let is_begun = evidence.is_begun && is_found && role >= 1.0;
    let meaning = evidence.cosine.unwrap_or(0.0).max(0.0);
    if scale.mode == Mode::Semantic {
        return Parts { meaning, role: 1.0, diversity: 1.0, whole: 1.0, ..Parts::default() };
    }
    // A name that is the words is what was typed, too, if something holds it as text.
    let is_same_name =
        scale.same_name.is_some_and(|worst| evidence.class.is_some_and(|class| class <= worst)) && !evidence.is_wider;
    let is_spelled = scale.is_spelled(evidence);
    let literal = match is_same_name {
        _ if evidence.leads => LEADS,
        _ if is_spelled && scale.has_others && matches!(fused.target, Target::File(_)) => TITLED,
        _ if is_spelled => SPELLED,
        true => evidence.literal.max(scale.literal),
        false => evidence.literal,
    };
    // What a text without a name says in short is what it says: where words say nothing, its path says less.
    let summary = match fused.target {
        Target::Text { .. } if evidence.summary > 0.0 => {
            scale.strength * evidence.summary + (1.0 - scale.strength) * meaning
        }
        _ => evidence.summary,
    };
    let words = evidence.coverage.unwrap_or(UNRESCORED * evidence.text);
    let strength = if evidence.has_sure_name() { 1.0 } else { scale.strength };
    let is_list = scale.is_list && !scale.names_something;
    let is_answer = scale.is_question && entry.format.family == FormatFamily::Prose;
    Parts {
        literal: LITERAL * literal,
        identity: evidence.identity.worth(),
        name: NAME * name * elsewhere * strength * if evidence.is_wider { WIDER_NAME } else { 1.0 }
            + match kind {
                _ if !is_begun => 0.0,
                Some(Kind::Term) => DESCRIBED * scale.begun,
                _ => scale.begun,
            }
            + MENTIONED * evidence.mentioned,
        kind: KIND * prior,
        rank: RANK * fused.rank_score * strength,
        words: TEXT * (1.0 - scale.alpha) * words * strength * scale.of_words(),
        summary: SUMMARY * summary * if is_list { SUMMARY_OF_LIST } else { 1.0 },
        late_interaction: LATE_INTERACTION * evidence.late_interaction * strength,
        proximity: match () {
            () if scale.is_list => PROXIMITY * TOGETHER_IN_LIST * evidence.proximity * strength,
            () if scale.names_something => 0.0,
            () => PROXIMITY * evidence.proximity * strength,
        },
        meaning: TEXT * scale.alpha * meaning * if is_list { MEANING_OF_LIST } else { 1.0 },
        prose: if is_answer { PROSE_FOR_QUESTIONS } else { 0.0 },
        role: if evidence.leads { 1.0 } else { role },
        diversity: evidence.diversity.filter(|_| !evidence.leads).unwrap_or(1.0),
        whole: if evidence.leads || evidence.has_sure_name() || is_begun {
            1.0
        } else {
            1.0 - (1.0 - SCATTERED) * evidence.scattered
        },
    }
}
