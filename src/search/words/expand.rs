//! From words as written to what is looked for: spellings, number, synonyms; each level only if needed.

use super::segment_cjk::{cut, is_particle};
use super::sorts::is_sort;
use super::synonyms;
use crate::library::{is_cjk, words};
use crate::search::request::read::Request;

/// One word, in all the forms that count as it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::search) struct WordForms {
    /// As written, in lower case.
    pub written: String,
    /// The texts that a name may contain: the word without its plural ending, then synonyms.
    pub forms: Vec<String>,
    /// True if the word itself is nowhere, and its synonyms stand for it.
    pub is_translated: bool,
    /// The pair of characters at which it meets the next word, which stands next to it in text without spaces, or would.
    pub joint: Option<String>,
}

impl WordForms {
    fn of(written: &str) -> WordForms {
        WordForms {
            written: written.to_owned(),
            forms: vec![singular(written).to_owned()],
            is_translated: false,
            joint: None,
        }
    }

    /// The texts that stand for the word, but for other forms of the word as written.
    pub(in crate::search) fn in_text(&self) -> impl Iterator<Item = &String> {
        let written = (!self.is_translated).then_some(&self.written);
        written.into_iter().chain(self.forms.iter().skip(1))
    }
}

/// Words that carry no meaning of their own in a question.
const STOP_WORDS: &[&str] = &[
    "a", "about", "am", "an", "and", "another", "anyway", "are", "as", "at", "be", "because", "been", "being", "but",
    "by", "can", "could", "decide", "decided", "decides", "did", "do", "does", "doing", "for", "from", "had", "happen",
    "happens", "has", "have", "he", "her", "him", "his", "how", "i", "if", "in", "into", "is", "it", "its", "me",
    "mine", "my", "of", "on", "or", "our", "she", "should", "so", "somebody", "someone", "such", "than", "that", "the",
    "their", "them", "then", "there", "these", "they", "this", "those", "to", "us", "used", "using", "want", "was",
    "we", "were", "what", "when", "where", "whether", "which", "who", "why", "will", "with", "would", "you", "your",
];

/// Letters of the last of two words that may begin a name, at least, though it says nothing as a word.
const MIN_BEGUN: usize = 3;

/// Words that start a question.
const QUESTION_WORDS: &[&str] = &[
    "how",
    "what",
    "when",
    "where",
    "which",
    "who",
    "why",
    "什么",
    "什麼",
    "哪",
    "如何",
    "怎",
    "为什么",
    "為什麼",
    "为何",
    "為何",
    "吗",
    "嗎",
    "是否",
    "能否",
];

/// The words of `terms`: identifiers in parts, CJK runs whole but for particles, stop words left out unless there is
/// nothing else.
pub(in crate::search) fn forms(terms: &[String]) -> Vec<WordForms> {
    translated(terms, &|_| false).0
}

/// The same; what words written without spaces mean that are nowhere stands for them. With what is left of such runs that
/// is nowhere and means nothing known.
pub(in crate::search) fn translated(
    terms: &[String],
    is_nowhere: &dyn Fn(&str) -> bool,
) -> (Vec<WordForms>, Vec<WordForms>) {
    let mut lost = Vec::new();
    let all: Vec<Vec<String>> = terms.iter().map(|term| pieces(term)).collect();
    // `is` says nothing in a question, and all in `is_valid`; `from_` begins a name, and `Request from` may do so, too.
    let is_begun = |number: usize| number == 1 && terms.len() == 2 && terms[number].len() >= MIN_BEGUN;
    let says_nothing = |number: usize, pieces: &[String]| {
        let is_stop = matches!(pieces, [word] if is_stop_word(word)) && !terms[number].contains('_');
        is_stop && !is_begun(number) || is_sort(terms, number)
    };
    let kept = all.iter().enumerate().filter(|(number, pieces)| !says_nothing(*number, pieces));
    let mut words: Vec<WordForms> = Vec::new();
    for word in kept.flat_map(|(_, pieces)| pieces) {
        let more = words_of(word, is_nowhere);
        // Who sets words apart by spaces that are written without any may well mean what they are together.
        if let (Some(last), Some(first)) = (words.last_mut(), more.first()) {
            last.joint = joint(&last.written, &first.written);
        }
        words.extend(more);
    }
    if words.iter().any(|word| word.is_translated) {
        // What is left of a run beside words that are known finds nothing if it is nowhere.
        let finds =
            |word: &WordForms| word.is_translated || !word.written.starts_with(is_cjk) || !is_nowhere(&word.written);
        (words, lost) = words.into_iter().partition(finds);
    }
    if words.is_empty() {
        words = all.iter().flatten().map(|word| WordForms::of(word)).collect();
    }
    let mut forms: Vec<WordForms> = Vec::new();
    for form in words {
        if !forms.iter().any(|known| known.written == form.written && known.forms == form.forms) {
            forms.push(form);
        }
    }
    (forms, lost)
}

/// A word as it is, or the words of a run without spaces. Those that are nowhere are what they mean.
fn words_of(word: &str, is_nowhere: &dyn Fn(&str) -> bool) -> Vec<WordForms> {
    if !word.starts_with(is_cjk) {
        return vec![WordForms::of(word)];
    }
    let mut words: Vec<WordForms> = Vec::new();
    let mut end = None;
    // A word that is nowhere hides none of the table, which may mean something that is.
    for piece in cut(word, &|word| !is_nowhere(word)) {
        let start = piece.as_ptr() as usize - word.as_ptr() as usize;
        let meanings = if is_nowhere(piece) { synonyms::of(piece) } else { &[] };
        // English words, and the same word in other characters.
        let used = meanings.iter().filter(|meaning| !is_nowhere(meaning));
        let mut forms = WordForms::of(piece);
        forms.forms.extend(used.map(|meaning| (*meaning).to_owned()));
        forms.is_translated = forms.forms.len() > 1;
        if let Some(last) = words.last_mut().filter(|_| end == Some(start)) {
            last.joint = joint(&last.written, piece);
        }
        words.push(forms);
        end = Some(start + piece.len());
    }
    words
}

/// The pair of characters at which two words meet where they are written without a space; `None` for words that never are.
fn joint(before: &str, behind: &str) -> Option<String> {
    let meeting = before.chars().last().zip(behind.chars().next());
    meeting
        .filter(|(last, first)| is_cjk(*last) && is_cjk(*first))
        .map(|(last, first)| String::from_iter([last, first]))
}

/// The texts that show why a hit is one: words as written but for those that say nothing, if there are others, and the
/// words of text without spaces.
pub fn shown(request: &Request) -> Vec<String> {
    let says_something = |at: usize| !is_stop_word(&request.terms[at].to_lowercase()) && !is_sort(&request.terms, at);
    let all = 0..request.terms.len();
    let all_say_nothing = !all.clone().any(says_something);
    let terms = all.filter(|at| all_say_nothing || says_something(*at)).map(|at| &request.terms[at]);
    let mut shown: Vec<String> = terms.chain(&request.phrases).cloned().collect();
    let runs = request.terms.iter().flat_map(|term| pieces(term)).filter(|piece| piece.starts_with(is_cjk));
    for run in runs {
        shown.extend(cut(&run, &|_| true).into_iter().filter(|word| *word != run).map(str::to_owned));
    }
    shown
}

/// True for a word that carries no meaning of its own in a question.
pub fn is_stop_word(word: &str) -> bool {
    STOP_WORDS.binary_search(&word).is_ok() || is_particle(word)
}

/// True if this reads like a question or a description, whose answer is prose.
pub(in crate::search) fn is_question(terms: &[String]) -> bool {
    asks(terms) || terms.len() >= 4
}

/// True if this asks: it begins with a word that does, or ends with the sign.
pub(in crate::search) fn asks(terms: &[String]) -> bool {
    let asks = terms.first().is_some_and(|first| QUESTION_WORDS.contains(&first.to_lowercase().as_str()));
    let asks_in_chinese = terms.iter().any(|term| QUESTION_WORDS.iter().any(|w| !w.is_ascii() && term.contains(w)));
    asks || asks_in_chinese || terms.last().is_some_and(|last| last.ends_with(['?', '？']))
}

/// The words of one term: `AuthService` → `auth service`, `用户认证api` → `用户认证 api`.
pub(in crate::search) fn pieces(term: &str) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    let mut run_end = None;
    for word in words(term) {
        if !word.cjk {
            let is_whole = word.parts.is_empty() || is_one_with_digits(&term[word.range], &word.parts);
            out.extend(if is_whole { vec![word.whole] } else { word.parts });
            run_end = None;
            continue;
        }
        // Pairs overlap by one character: what is new in this one is what lies behind the run's end.
        match (run_end, out.last_mut()) {
            (Some(end), Some(run)) if word.range.start < end => {
                run.push_str(term.get(end..word.range.end).unwrap_or(""))
            }
            _ => out.push(word.whole),
        }
        run_end = Some(word.range.end);
    }
    out
}

/// True for a word with digits that says nothing in parts: a number with its unit (`1GB`), one in base 16, the name of a
/// commit, a name with a single digit or letter (`utf8`, `i32`), which is indexed as a part of nothing.
fn is_one_with_digits(word: &str, parts: &[String]) -> bool {
    let is_hex = |text: &str| text.len() > 1 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
    if word.strip_prefix("0x").or_else(|| word.strip_prefix("0X")).is_some_and(is_hex) {
        return true;
    }
    let has = |is: fn(&u8) -> bool| word.bytes().any(|byte| is(&byte));
    let is_of_one_case = !(has(u8::is_ascii_lowercase) && has(u8::is_ascii_uppercase)) && word.is_ascii();
    let is_mixed = has(u8::is_ascii_digit) && has(u8::is_ascii_alphabetic) && !word.contains('_');
    let is_short = parts.iter().any(|part| part.len() == 1);
    is_of_one_case && is_mixed && (is_short || parts.len() > 2 || word.starts_with(|c: char| c.is_ascii_digit()))
}

/// The word without an English plural ending. A prefix of the word, so that a name that holds the plural
/// holds it too.
pub(in crate::search) fn singular(word: &str) -> &str {
    let is_plural = word.len() > 3
        && word.is_ascii()
        && word.ends_with('s')
        && !["ss", "us", "is", "as", "os"].iter().any(|ending| word.ends_with(ending));
    match word {
        _ if !is_plural => word,
        _ if word.ends_with("ies") => &word[..word.len() - 3],
        _ if ["sses", "shes", "ches", "xes"].iter().any(|ending| word.ends_with(ending)) => &word[..word.len() - 2],
        _ => &word[..word.len() - 1],
    }
}

/// The same words with their synonyms as further forms, runs without spaces as words; `None` if there are none.
pub(in crate::search) fn with_synonyms(forms: &[WordForms]) -> Option<Vec<WordForms>> {
    let mut expanded = Vec::new();
    let mut found = false;
    for word in forms {
        if word.is_translated {
            expanded.push(word.clone());
            continue;
        }
        let pieces = if word.written.starts_with(is_cjk) { cut(&word.written, &|_| true) } else { Vec::new() };
        for piece in if pieces.is_empty() { vec![word.written.as_str()] } else { pieces } {
            let mut forms = WordForms::of(piece);
            forms.joint = word.joint.clone().filter(|_| piece == word.written);
            let synonyms = synonyms::of(piece);
            found |= !synonyms.is_empty();
            forms.forms.extend(synonyms.iter().map(|synonym| (*synonym).to_owned()));
            expanded.push(forms);
        }
    }
    found.then_some(expanded)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(words: &str) -> Vec<String> {
        let terms: Vec<String> = words.split_whitespace().map(str::to_owned).collect();
        forms(&terms).into_iter().map(|word| word.written).collect()
    }

    #[test]
    fn words_with_digits_are_cut_only_where_their_parts_say_something() {
        for (text, words) in [
            ("1GB", &["1gb"][..]),
            ("095b691", &["095b691"]),
            ("0xED0CDAED", &["0xed0cdaed"]),
            ("utf8", &["utf8"]),
            ("sha256", &["sha", "256"]),
            ("Http2Server", &["http", "2", "server"]),
            ("base_64", &["base", "64"]),
        ] {
            assert_eq!(written(text), words, "{text}");
        }
    }

    #[test]
    fn spellings_of_one_name_are_the_same_words() {
        for spelling in ["auth service", "AuthService", "auth_service", "auth-service", "auth::Service"] {
            assert_eq!(written(spelling), ["auth", "service"], "{spelling}");
        }
        assert_eq!(written("用户认证api流程"), ["用户", "认证", "api", "流程"]);
        assert_eq!(written("how to install the tool"), ["install", "tool"]);
        assert_eq!(written("how to"), ["how", "to"]);
        assert_eq!(written("what is is_valid"), ["is", "valid"]);
    }

    #[test]
    fn plurals_lose_their_ending_and_other_words_do_not() {
        assert_eq!(
            ["tokens", "queries", "classes", "boxes", "class", "status", "bus"].map(singular),
            ["token", "quer", "class", "box", "class", "status", "bus"]
        );
    }

    #[test]
    fn stop_words_are_sorted_and_synonyms_go_both_ways() {
        assert!(STOP_WORDS.is_sorted());
        let expanded = with_synonyms(&forms(&["认证".to_owned()])).expect("synonyms");
        assert!(expanded[0].forms.contains(&"authentication".to_owned()));
        assert!(with_synonyms(&forms(&["zebra".to_owned()])).is_none());
    }
}
