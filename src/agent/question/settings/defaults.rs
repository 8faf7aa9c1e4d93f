//! Questions about what a setting is where nobody has set it, and the lines that set it.

use crate::agent::question::{Analysis, is_name};
use crate::library::fold_words;
use crate::search::AskedWord;

/// Words that ask for it.
const ASKING: &[&str] =
    &["default", "defaults", "out of the box", "set nothing", "configure nothing", "not set", "默认", "缺省"];

/// Words of the question by which settings are looked for, those that weigh most.
const MAX_WORDS: usize = 2;

/// The beginning of a line that sets something: a comment's sign, or what a program declares it with.
const BEGINS: &str =
    r"^[ \t]*([#;*]+|\/\/+|--)?[ \t]*((pub|export|static|const|let|var|final|int|public|private|val)[ \t]+)*";

/// Words of a question that name one setting, at most: more are a sentence.
const MAX_NAME: usize = 4;

/// Settings that are looked for by their names, at most.
const MAX_SETTINGS: usize = 3;

/// Words that say what kind of thing is asked of, where others name it: "the default value of depth". Alone they name none.
const KINDS: &[&str] =
    &["value", "values", "setting", "settings", "option", "options", "parameter", "parameters", "flag", "flags"];

/// Words that end the name of a value, and say no more than that it is one.
const OF_VALUES: &[&str] = &["id", "name", "value"];

/// Words that begin a part which is a question of its own, and no further item of a list.
const BEGINS_QUESTION: &[&str] = &[
    "are", "can", "could", "did", "do", "does", "how", "is", "must", "should", "what", "when", "where", "which", "who",
    "whose", "why", "will", "would",
];

/// True if a question asks for a default.
pub(in crate::agent) fn asks(analysis: &Analysis) -> bool {
    // A name asks nothing: "where is `DefaultTimeout` read".
    let beside = analysis.names.iter().fold(analysis.text.clone(), |text, name| text.replace(name.as_str(), " "));
    analysis.report.is_none() && says_default(&beside)
}

fn says_default(text: &str) -> bool {
    let lower = text.to_lowercase();
    ASKING.iter().any(|asking| lower.contains(asking))
}

/// True for a part of a question that asks something, and no default.
fn asks_something_else(part: &str) -> bool {
    let first = part.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default().to_lowercase();
    BEGINS_QUESTION.contains(&&*first) && !says_default(part)
}

/// True for a word that may be a part of the name of a setting.
fn is_of_name(word: &AskedWord, analysis: &Analysis) -> bool {
    !word.is_nowhere
        && !is_asking(&word.written)
        && !analysis.deeds.contains(&word.written)
        && word.written.len() > 2
        && word.written.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

/// The name of a setting that a question asks the default of, in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::agent) struct NamedSetting {
    /// As the question says it.
    name: String,
    words: Vec<String>,
    /// True if the question writes it as programs do: then nothing of a longer name is meant.
    is_written: bool,
}

impl NamedSetting {
    /// A name as programs write it, or words.
    pub(in crate::agent) fn written(name: &str) -> NamedSetting {
        NamedSetting { name: name.to_owned(), words: fold_words(name), is_written: is_name(name) }
    }

    /// The settings that a question asks the default of; none if it asks for none, or names none.
    pub(in crate::agent) fn all(analysis: &Analysis, words: &[AskedWord]) -> Vec<NamedSetting> {
        if !asks(analysis) {
            return Vec::new();
        }
        let names = analysis.names.iter().filter(|name| is_name(name));
        let mut named: Vec<NamedSetting> = names.map(|name| NamedSetting::written(name)).collect();
        if named.is_empty() {
            let whole = [analysis.text.clone()];
            let parts = if analysis.parts.is_empty() { &whole[..] } else { &analysis.parts[..] };
            let parts = parts.iter().filter(|part| !asks_something_else(part));
            named.extend(parts.map(|part| {
                let own = fold_words(part);
                let of_part = words.iter().filter(|word| own.contains(&word.written) && is_of_name(word, analysis));
                let mut words: Vec<String> = of_part.map(|word| word.written.clone()).collect();
                if words.iter().any(|word| !KINDS.contains(&word.as_str())) {
                    words.retain(|word| !KINDS.contains(&word.as_str()));
                }
                match joined_by_hyphens(part, &words) {
                    Some(name) => NamedSetting { name: name.to_owned(), words, is_written: true },
                    None => NamedSetting { name: words.join(" "), words, is_written: false },
                }
            }));
            let is_kind = |word: &String| KINDS.contains(&word.as_str());
            named.retain(|setting| (1..=MAX_NAME).contains(&setting.words.len()) && !setting.words.iter().all(is_kind));
        }
        named.truncate(MAX_SETTINGS);
        named
    }

    /// The query for the lines that name it.
    pub(in crate::agent) fn query(&self) -> String {
        format!("$.content.grep(/{}/i)", self.spelled())
    }

    /// The query for what declares it, or a default of it.
    pub(in crate::agent) fn declared_query(&self) -> String {
        let names = std::iter::once(self.spelled()).chain(self.last().map(|last| last.spelled()));
        let names = names.collect::<Vec<_>>().join("|");
        format!(
            "$.toc[?(@.name =~ /^[-_ \"'`]*(k?default[-_. ]?)?({names})([-_. ]?(default|id|name|value))?[-_ \"'`]*$/i)]"
        )
    }

    /// The name as the question says it, if that is as programs write it.
    pub(in crate::agent) fn as_written(&self) -> Option<&str> {
        self.is_written.then_some(&self.name)
    }

    /// The pattern of the ways in which it may be written.
    fn spelled(&self) -> String {
        let spelled = |words: &[&str]| {
            words.iter().map(|word| format!("{}s?", singular(word))).collect::<Vec<_>>().join("[-_. ]?")
        };
        let words: Vec<&str> = self.words.iter().map(String::as_str).collect();
        match words[..] {
            [first, second] if !self.is_written => format!("{}|{}", spelled(&words), spelled(&[second, first])),
            _ => spelled(&words),
        }
    }

    /// The places of a line that name it.
    pub(in crate::agent) fn places(&self, line: &str) -> Vec<(usize, usize)> {
        let lower = line.to_ascii_lowercase();
        let mut places = Vec::new();
        let orders: &[bool] = if self.words.len() == 2 && !self.is_written { &[false, true] } else { &[false] };
        for is_turned in orders {
            let mut words: Vec<&str> = self.words.iter().map(|word| singular(word)).collect();
            if *is_turned {
                words.reverse();
            }
            let starts = words.first().map(|first| lower.match_indices(first).map(|(at, _)| at));
            places.extend(starts.into_iter().flatten().filter_map(|at| Some((at, end_of(&lower, at, &words)?))));
        }
        places
    }

    /// True if an identifier of these words is the name.
    pub(in crate::agent) fn is_called(&self, words: &[String]) -> bool {
        let same = |own: &String, word: &String| singular(own) == singular(word);
        words.len() == self.words.len()
            && (words.iter().zip(&self.words).all(|(own, word)| same(own, word))
                || !self.is_written && words.iter().rev().zip(&self.words).all(|(own, word)| same(own, word)))
    }

    /// True if an identifier of these words is the name to the letter.
    pub(in crate::agent) fn is_exactly(&self, words: &[String]) -> bool {
        words == self.words || !self.is_written && words.iter().rev().eq(&self.words)
    }

    /// True if an identifier of these words is the last part of the name, which has dots: `interval` of `purge.interval`.
    pub(in crate::agent) fn ends_in(&self, words: &[String]) -> bool {
        self.last().is_some_and(|last| last.is_called(words))
    }

    fn last(&self) -> Option<NamedSetting> {
        let (_, last) = self.name.rsplit_once('.').filter(|_| self.is_written)?;
        Some(NamedSetting { name: last.to_owned(), words: fold_words(last), is_written: true })
    }

    /// The words of a declaration's name without what only says that it is a default: of `DEFAULT_REGION_ID` those of the
    /// region. What the question writes as a name is called so and not otherwise.
    pub(in crate::agent) fn without_default(&self, mut own: Vec<String>) -> Vec<String> {
        let is_default = own.iter().any(|word| is_asking(word));
        own.retain(|word| !is_asking(word));
        let is_end = |word: &String| OF_VALUES.contains(&word.as_str()) && !self.words.contains(word);
        if is_default && !self.is_written && own.len() > self.words.len() && own.last().is_some_and(is_end) {
            own.pop();
        }
        own
    }

    /// True if a part of a longer name may be meant as well.
    pub(in crate::agent) fn may_be_longer(&self) -> bool {
        !self.is_written
    }
}

/// A word without the sign of the plural: what ends in two of these letters has none.
fn singular(word: &str) -> &str {
    word.strip_suffix('s').filter(|one| !one.ends_with('s')).unwrap_or(word)
}

/// The token of a question that is made of all these words, and of no others: `line-number`.
fn joined_by_hyphens<'p>(part: &'p str, words: &[String]) -> Option<&'p str> {
    let is_part = |c: char| c.is_alphanumeric() || c == '-';
    let mut tokens = part.split(|c| !is_part(c)).filter(|token| token.contains('-'));
    tokens.find(|token| words.len() > 1 && fold_words(token) == words)
}

/// The end of words that stand at `at`, with one sign between two of them, at most.
fn end_of(lower: &str, at: usize, words: &[&str]) -> Option<usize> {
    let mut end = at;
    for (number, word) in words.iter().enumerate() {
        let rest = &lower[end..];
        let joint = usize::from(number > 0 && rest.starts_with(['-', '_', '.', ' ']));
        end += joint + word.len();
        rest[joint..].strip_prefix(word)?;
        end += usize::from(lower[end..].starts_with('s'));
    }
    Some(end)
}

/// The queries for lines that set what a question asks the default of: where a document says so, constants of programs,
/// settings; none if it asks for none. What a name says needs no line that is like it.
pub(in crate::agent) fn queries(analysis: &Analysis, words: &[AskedWord]) -> Vec<String> {
    if !asks(analysis) {
        return Vec::new();
    }
    let stated = r"^[ \t>|*_-]*defaults?( value)?[*_`]*[ \t]*:";
    if analysis.names.iter().any(|name| is_name(name)) {
        return vec![format!("$.content.grep(/{stated}/i)")];
    }
    let mut words: Vec<&AskedWord> = words.iter().filter(|word| is_of_name(word, analysis)).collect();
    words.sort_by(|a, b| b.weight.total_cmp(&a.weight));
    words.truncate(MAX_WORDS);
    let names: Vec<&str> = words.iter().map(|word| word.written.trim_end_matches('s')).collect();
    if names.is_empty() {
        return Vec::new();
    }
    let any = names.join("|");
    let key = format!(r#"["'`]?[\w.>-]*({any})[\w.-]*["'`]?"#);
    // A value behind a space is one word, behind a sign it may have a type before it.
    let value = r"([ \t]*(:|=>|=)[ \t]*\S+([ \t]+\S+){0,3}|[ \t]+\S+)[ \t]*$";
    [stated.to_owned(), format!(r"default\w*({any})\w*[ \t]*[:=]"), format!("{BEGINS}{key}{value}")]
        .map(|line| format!("$.content.grep(/{line}/i)"))
        .into()
}

/// True for a word that asks for a default.
pub(in crate::agent) fn is_asking(word: &str) -> bool {
    ASKING.contains(&word)
}

/// What a line does for a setting, what tells most first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::agent) enum Setting {
    /// It is where a program says what is taken if nothing is set: an option, a look-up with a second value, a parameter.
    Declared,
    /// It gives a value as it is, and says that it is a default, or stands in a file of settings.
    Default,
    /// It names what holds the value, and says so too.
    Named,
    /// It gives a value.
    Value,
}

impl Setting {
    /// What a line does. `is_of_settings` says that its file holds nothing else.
    pub(in crate::agent) fn of(line: &str, is_of_settings: bool) -> Option<Setting> {
        let is_default = is_of_settings || line.to_lowercase().contains("default");
        let value = line.trim_end_matches([' ', '\t', ',', ';', ')', '}']);
        let value = value.rsplit([' ', '\t', '=', ':']).next().unwrap_or_default();
        let is_literal = value.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '"' | '\'' | '`'))
            || ["true", "false", "yes", "no", "on", "off"].contains(&value);
        match (is_default, is_literal || is_of_settings) {
            (true, true) => Some(Setting::Default),
            (true, false) => Some(Setting::Named),
            (false, true) => Some(Setting::Value),
            (false, false) => None,
        }
    }
}
