//! The words of a question that an answer has to hold.

use crate::agent::question::deeds::deeds;
use crate::agent::question::done::is_sort;
use crate::agent::question::features;
use crate::agent::question::marked::marked;
use crate::agent::question::parts::only_compares;
use crate::agent::question::project::{self, itself};
use crate::agent::question::quoted as in_quotes;
use crate::agent::question::relations::{AskedOf, asked_of, last_part};
use crate::agent::question::sides::is_side;
use crate::agent::question::told::is_beside;
use crate::library::{Library, NamePart, is_cjk};
use crate::search::{self, AskedWords};

/// What "how" asks for the measure of: of an answer only the measure is expected, not the word.
const MEASURED: &[&str] = &[
    "big",
    "close",
    "deep",
    "early",
    "far",
    "fast",
    "frequently",
    "high",
    "large",
    "late",
    "long",
    "many",
    "much",
    "often",
    "old",
    "quickly",
    "slow",
    "small",
    "soon",
    "wide",
];

/// The same in Chinese: how long, how many.
const CHINESE_MEASURED: &[&str] = &["多长时间", "多长", "多久", "多少", "多大"];

/// Verbs by which a question asks for a mechanism. An answer shows what is done, and need not say so.
const VERBS_OF_ASKING: &[&str] = &[
    "achieve",
    "accomplish",
    "arrange",
    "calculate",
    "choose",
    "compute",
    "cope",
    "deal",
    "decide",
    "deduce",
    "derive",
    "determine",
    "distinguish",
    "ensure",
    "figure",
    "guarantee",
    "handle",
    "implement",
    "infer",
    "know",
    "manage",
    "occur",
    "offer",
    "perform",
    "pick",
    "provide",
    "realize",
    "recognize",
    "tell",
    "treat",
    "work",
];

/// Words by which a question leaves open which ones it means.
const VAGUE: &[&str] = &[
    "certain",
    "particular",
    "specific",
    "some",
    "various",
    "several",
    "own",
    "any",
    "actually",
    "exactly",
    "anywhere",
    "somewhere",
    "apart",
    "still",
    "currently",
];

/// Words by which a question asks for what has a relation to a name.
const ASKS_WHO: &[&str] = &["what", "which", "who", "whose", "where"];

/// Words by which a question asks what a message means that it quotes, and where it comes from.
const OF_MESSAGES: &[&str] = &[
    "cause", "caused", "causes", "come", "comes", "error", "errors", "fix", "get", "getting", "happen", "happens",
    "log", "mean", "meaning", "means", "message", "messages", "say", "saying", "says", "see", "seeing", "warning",
];

/// What somebody asks of anything: how it works.
const WORKS: &[&str] = &["work", "works", "working", "工作", "原理"];

/// True for the verb of a question that only asks how something works: "how does the scheduler work".
fn is_of_working(text: &str, term: &str) -> bool {
    let text = text.to_lowercase();
    let text = text.trim_end_matches(|c: char| !c.is_alphanumeric());
    let asks_how = text.starts_with("how ");
    let in_chinese =
        ["如何工作", "怎么工作", "怎样工作", "工作原理", "原理是什么"].iter().any(|how| text.contains(how));
    let works = WORKS.contains(&term.to_lowercase().trim_end_matches(|c: char| !c.is_alphanumeric()));
    let term = term.to_lowercase();
    works && (asks_how && text.ends_with(term.trim_end_matches(|c: char| !c.is_alphanumeric())) || in_chinese)
}

fn is_verb_of_asking(word: &str) -> bool {
    let word = word.to_lowercase();
    VERBS_OF_ASKING.iter().any(|verb| {
        let rest = word.strip_prefix(verb.trim_end_matches('e'));
        rest.is_some_and(|rest| matches!(rest, "" | "e" | "s" | "es" | "d" | "ed" | "ing") && word.len() >= verb.len())
    })
}

/// `text` without the words that "how" makes part of the question word, and without the ending of what belongs to
/// something.
fn without_measures(text: &str) -> String {
    let text = CHINESE_MEASURED.iter().fold(text.replace("'s ", " "), |text, measured| text.replace(measured, " "));
    let mut kept: Vec<&str> = Vec::new();
    for word in text.split_whitespace() {
        let is_measured = kept.last().is_some_and(|before| before.eq_ignore_ascii_case("how"))
            && MEASURED.iter().any(|measured| measured.eq_ignore_ascii_case(word));
        if !is_measured {
            kept.push(word);
        }
    }
    kept.join(" ")
}

/// What is quoted without the escapes of a string of a program, which are no words: `Stopped\n`. In front of a small letter
/// the backslash may be that of a path.
fn without_escapes(phrase: &str) -> String {
    let mut out = String::with_capacity(phrase.len());
    let mut rest = phrase.chars();
    while let Some(c) = rest.next() {
        let mut behind = rest.clone();
        let is_escape = c == '\\' && matches!(behind.next(), Some('n' | 'r' | 't'));
        if is_escape && !behind.clone().next().is_some_and(char::is_lowercase) {
            rest = behind;
            out.push(' ');
        } else {
            out.push(c);
        }
    }
    out
}

/// True if what a relation is asked of is a name: it is written like one, or something is declared by it.
fn is_name_of(asked: &AskedOf, library: &Library) -> bool {
    let mut is_declared = !asked.is_word;
    if asked.is_word {
        library.nodes_named(&last_part(&asked.name).to_lowercase(), NamePart::Whole, |_| {
            is_declared = true;
            false
        });
    }
    is_declared
}

/// The words of a question, those in quotes too. Where others are left, those are no words to look for by which a
/// question asks, those that ask for a relation of a name, and the name of the workspace, which it is all about.
pub(in crate::agent) fn asked_words(text: &str, library: &Library) -> AskedWords {
    let request = search::read(&without_measures(text));
    let phrases: Vec<String> = request.phrases.iter().map(|phrase| without_escapes(phrase)).collect();
    let quoted = phrases.iter().flat_map(|phrase| phrase.split_whitespace()).map(str::to_owned);
    let terms: Vec<String> = request.terms.iter().cloned().chain(quoted).collect();
    let own_names = itself::names(library);
    let is_workspace = |term: &str| {
        let mut names = library.roots().iter().map(|root| &root.name).chain(&own_names);
        names.any(|name| name.eq_ignore_ascii_case(term))
    };
    // Where it is what somebody does, it asks; elsewhere it may be what is asked about.
    let deeds = deeds(text);
    let of_feature = features::verb(text, library);
    let is_asking = |term: &str| {
        let is_of_feature = || of_feature.as_deref().is_some_and(|verb| term.eq_ignore_ascii_case(verb));
        is_verb_of_asking(term) && (library.is_nowhere(term) || deeds.contains(&term.to_lowercase())) || is_of_feature()
    };
    let with_mark = |asked: AskedOf| match marked(&asked.name, text, library) {
        Some(name) => AskedOf { name, ..asked },
        None => asked,
    };
    let asked = asked_of(text).into_iter().map(with_mark);
    let asked: Vec<AskedOf> = asked.filter(|asked| is_name_of(asked, library)).collect();
    // Text without spaces is cut into words in more than one way: a piece of what asks asks too.
    let asks = |word: &String, term: &str| word == term || term.starts_with(is_cjk) && word.contains(term);
    let is_relation = |term: &str| {
        let term = term.to_lowercase();
        let term = term.trim_matches(|c: char| c.is_ascii_punctuation());
        !asked.is_empty() && (is_beside(term) || ASKS_WHO.contains(&term) || search::is_stop_word(term))
            || asked.iter().any(|asked| asked.words.iter().any(|word| asks(word, term)))
    };
    let is_vague = |term: &str| VAGUE.iter().any(|vague| vague.eq_ignore_ascii_case(term));
    let lower = text.to_lowercase();
    let is_of_limit = |term: &str| {
        let term = term.trim_end_matches(|c: char| !c.is_alphanumeric());
        (term.eq_ignore_ascii_case("most") && lower.contains("at most"))
            || (term.eq_ignore_ascii_case("least") && lower.contains("at least"))
    };
    // Of a message in quotes the words are looked for, and not those by which somebody asks of it.
    let messages = in_quotes(text);
    let quotes_message = messages.iter().any(|message| message.split_whitespace().count() > 1);
    let own: Vec<&str> = messages.iter().flat_map(|message| message.split_whitespace()).collect();
    let is_of_message = |term: &str| {
        let bare = term.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
        quotes_message && OF_MESSAGES.contains(&&*bare) && !own.contains(&term)
    };
    let is_of_project = project::is_asked(&itself::without_names(text, &own_names));
    let is_said = |term: &str| {
        is_of_project && project::is_around(term)
            || is_of_limit(term)
            || is_of_message(term)
            || is_vague(term)
            || is_of_working(text, term)
            || is_sort(text, term)
            || only_compares(text, term)
            || is_side(text, term)
    };
    let is_matter = |term: &&String| !is_said(term) && !is_asking(term) && !is_workspace(term) && !is_relation(term);
    let of_matter: Vec<String> = terms.iter().filter(is_matter).cloned().collect();
    AskedWords::of(if of_matter.is_empty() { &terms } else { &of_matter }, library)
}
