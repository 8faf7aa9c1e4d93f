//! Settings that a question asks for by what they are about, in words of any language: what it wants of them, and the words
//! by which programs call such settings.

use super::keys;
use crate::agent::question::{Analysis, is_name, numbered};
use crate::library::{fold_words, is_cjk};
use crate::search::{dictionary_words, is_stop_word, synonyms};
use regex::Regex;
use std::sync::LazyLock;

/// What is wanted of a setting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::agent) enum Wants {
    /// What it is where nobody has set it.
    Default,
    /// How it is turned on or off.
    Switch,
    /// How it is set at all.
    Configure,
}

/// Words that ask for each.
const DEFAULT: &[&str] = &["default", "defaults", "out of the box", "默认", "缺省"];
const SWITCH: &[&str] =
    &["disable", "enable", "deactivate", "activate", "turn off", "turn on", "switch off", "switch on"];
const CONFIGURE: &[&str] = &["configure", "set up"];
const CHINESE_SWITCH: &[&str] = &["开启", "启用", "打开", "禁用", "关闭", "停用"];
const CHINESE_CONFIGURE: &[&str] = &["配置", "设置"];

/// Beginnings of questions that ask how something is set.
const HOW: &[&str] = &[
    "how do i ",
    "how do we ",
    "how do you ",
    "how can i ",
    "how can we ",
    "how can one ",
    "how to ",
    "how should i ",
    "can i ",
    "can one ",
    "is there a way to ",
    "is it possible to ",
    "where do i ",
    "where can i ",
];
const CHINESE_HOW: &[&str] = &["如何", "怎么", "怎样", "在哪", "哪里"];

/// Words that say what is wanted, and nothing of what.
#[rustfmt::skip]
const SAID: &[&str] = &[
    "default", "defaults", "value", "values", "setting", "settings", "option", "options", "parameter", "parameters",
    "disable", "enable", "disabled", "enabled", "deactivate", "activate", "turn", "turned", "off", "on", "switch",
    "configure", "set", "up", "use", "used", "using", "way", "possible", "project", "box", "long", "many", "much", "big",
    "large", "old", "often", "valid", "feature", "support", "behaviour", "behavior", "completely", "globally", "number",
    "默认", "默认值", "缺省", "开启", "启用", "打开", "禁用", "关闭", "停用", "配置", "设置", "值", "时间", "功能", "多少",
    "多长", "多长时间", "多久", "大小", "方式", "支持", "选项", "参数",
];

/// Words that name what settings are of where others name none.
const OPTIONAL: &[&str] = &["server", "service", "system", "mode", "time", "client", "application", "connection"];

/// Things that a question may name, at most: more are a sentence.
const MAX_THINGS: usize = 4;

/// Endings of words, the longest first: what is left joins the forms of a word.
const ENDINGS: &[&str] = &[
    "ications", "ication", "ations", "ating", "ation", "ates", "ated", "ions", "ings", "ate", "ing", "ion", "ies",
    "ers", "es", "ed", "er", "s", "e", "y",
];

/// Letters that are left of a word, at least.
const MIN_STEM: usize = 3;

/// What joins the forms of a word.
pub(in crate::agent) fn stem(word: &str) -> &str {
    let short = ENDINGS.iter().find_map(|end| word.strip_suffix(end).filter(|stem| stem.len() >= MIN_STEM));
    short.filter(|_| word.is_ascii() && !word.ends_with("ss")).unwrap_or(word)
}

/// A thing that a question names: the words by which programs call it, in small letters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::agent) struct Thing {
    forms: Vec<String>,
    /// True if a setting of it need not say so.
    is_optional: bool,
}

impl Thing {
    fn of(word: &str) -> Thing {
        let word = word.to_lowercase();
        let others = synonyms(&word).iter().filter(|form| form.is_ascii()).map(|form| (*form).to_owned());
        // What stands for an English word is no other name of it, unless it is the word cut short.
        let others = others.filter(|form| !word.is_ascii() || word.starts_with(form.as_str()));
        let is_optional = OPTIONAL.contains(&word.as_str());
        let own = word.is_ascii().then(|| word.clone());
        Thing { forms: own.into_iter().chain(others).collect(), is_optional }
    }

    /// True if one of these words is it.
    pub(in crate::agent) fn is_in(&self, words: &[String]) -> bool {
        let has_number = |form: &str| form.bytes().any(|byte| byte.is_ascii_digit());
        let whole = || words.concat();
        let in_two = |form: &str| words.windows(2).any(|pair| pair.concat() == form);
        self.forms.iter().any(|form| {
            words.iter().any(|word| word == form || stem(word) == stem(form))
                || in_two(form)
                || has_number(form)
                    && whole()
                        .match_indices(form.as_str())
                        .any(|(at, _)| !whole()[at + form.len()..].starts_with(|c: char| c.is_ascii_digit()))
        })
    }

    /// The pattern of the beginnings of words that may be it.
    fn pattern(&self) -> String {
        let forms = self.forms.iter().map(|form| match form.find(|c: char| c.is_ascii_digit()) {
            Some(at) => format!("{}[-_. \\/]?{}", &form[..at], &form[at..]),
            None => stem(form).to_owned(),
        });
        forms.collect::<Vec<_>>().join("|")
    }
}

/// A setting that a question asks for by what it is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::agent) struct Sought {
    pub wants: Wants,
    pub things: Vec<Thing>,
    /// The words that the project is called by.
    own: Vec<String>,
    /// True if it is asked whether it is on, or how it is turned on or off.
    pub is_switched: bool,
}

/// What a query for lines looks at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::agent) enum Looks {
    /// Keys of files of settings.
    Keys,
    /// Options that a program declares.
    Options,
    /// What stands beside keys and options.
    Beside,
    /// Members of what is called by the other things.
    Members,
    /// Files of settings that are called so.
    Files,
}

/// Files that hold settings, by their paths.
const OF_SETTINGS: &str = r"\.(properties|ya?ml|toml|ini|conf|cfg|env|env\.example)$|(^|\/)(config|conf|settings|etc)\/[^\/]+\.(php|nu|lua|js|ts|rb|exs|py)$|(^|\/)([\w.-]*[_.-])?(config|settings|options)\.(php|nu|lua|js|ts|rb|exs|py|rs|go)$";

/// True if a program keeps its settings in the file of this path.
pub(in crate::agent) fn is_of_settings(path: &str) -> bool {
    static PATTERN: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(&format!("(?i){OF_SETTINGS}")).ok());
    PATTERN.as_ref().is_some_and(|pattern| pattern.is_match(path))
}

impl Sought {
    /// The setting that a question asks for; `text` is the question, where the project has no name.
    pub(in crate::agent) fn of(analysis: &Analysis, text: &str, own: &[String]) -> Option<Sought> {
        let is_written = |name: &String| is_name(name) && whole(name).is_none() || name.starts_with('-');
        let wants = wants(text)?;
        // What is written as a key is looked for as it is written.
        let is_key = wants == Wants::Default && keys::has_joined(text);
        if is_key || analysis.report.is_some() || analysis.names.iter().any(is_written) {
            return None;
        }
        let mut things = things(text)?;
        if things.iter().any(|thing| !thing.is_optional) {
            // "connection timeout" is of a connection, "mail server" is of mail.
            things.retain(|thing| !thing.is_optional || wants == Wants::Default);
        }
        things.iter_mut().for_each(|thing| thing.is_optional &= wants != Wants::Default);
        ((1..=MAX_THINGS).contains(&things.len())).then(|| {
            let own = own.iter().flat_map(|name| fold_words(name)).collect();
            Sought { wants, things, is_switched: is_switched(text), own }
        })
    }

    /// The queries for lines that may be of it, and what they look at.
    pub(in crate::agent) fn queries(&self) -> Vec<(Looks, String)> {
        let all: Vec<String> = self.things.iter().map(Thing::pattern).collect();
        let any = all.join("|");
        let files = format!("$.files[?(@.path =~ /{OF_SETTINGS}/i)]");
        let key = format!(r#"^[ \t#;\/\x22'$-]*[\w.$-]*({any})[\w.-]*[\x22']?[ \t]*([:=]|[ \t][^ \t]+$)"#);
        let value = if self.wants == Wants::Configure { format!("|[:=].*({any})") } else { String::new() };
        let declared = format!(
            r#"(^[ \t]*|(option|flag|setting|argument|config|param|var|string|bool|int|duration)\w*\([^\x22']*)[\x22'](--)?[\w.-]*({any})[\w.-]*[\x22']"#
        );
        let mut queries = vec![
            (Looks::Keys, format!("{files}.grep(/{key}{value}/i)")),
            (Looks::Options, format!("$.content.grep(/{declared}/i)")),
        ];
        if let [first, second, ..] = &all[..] {
            let both = format!("({first}).*({second})|({second}).*({first})");
            queries.push((Looks::Beside, format!("$.content.grep(/{both}/i)")));
        }
        if self.wants == Wants::Default && self.things.len() > 1 {
            let forms: Vec<&str> = self.things.iter().flat_map(|thing| &thing.forms).map(String::as_str).collect();
            queries.push((Looks::Members, format!("$.toc[?(@.name =~ /^_?({})$/i)]", forms.join("|"))));
        }
        if self.wants == Wants::Configure && self.things.len() == 1 {
            let path = format!(r"(^|\/)(config|conf|settings|etc)\/[\w.-]*({any})[\w.-]*$");
            queries.push((Looks::Files, format!("$.files[?(@.path =~ /{path}/i)]")));
        }
        queries
    }

    /// Whether these words name all of it.
    pub(in crate::agent) fn is_in(&self, words: &[String]) -> bool {
        self.things.iter().all(|thing| thing.is_in(words))
    }

    /// How many of the things these words name.
    pub(in crate::agent) fn named(&self, words: &[String]) -> usize {
        self.things.iter().filter(|thing| thing.is_in(words)).count()
    }

    /// Words that are none of it.
    pub(in crate::agent) fn others(&self, words: &[String]) -> usize {
        let is_one = |word: &&String| {
            let one = std::slice::from_ref(*word);
            !PLAIN.contains(&word.as_str())
                && !self.own.contains(word)
                && !self.things.iter().any(|thing| thing.is_in(one))
        };
        words.iter().filter(is_one).count()
    }
}

/// Words in keys of settings that say nothing of what they are of.
const PLAIN: &[&str] = &[
    "server",
    "main",
    "core",
    "default",
    "app",
    "application",
    "spring",
    "global",
    "enabled",
    "enable",
    "config",
    "settings",
    "env",
    "use",
    "is",
    "plugin",
    "seconds",
];

/// What a text wants of a setting.
fn wants(text: &str) -> Option<Wants> {
    let lower = text.to_lowercase();
    let says = |words: &[&str]| words.iter().any(|word| lower.contains(word));
    if says(DEFAULT) {
        return Some(Wants::Default);
    }
    let is_how = HOW.iter().any(|how| lower.starts_with(how));
    let is_chinese_how = CHINESE_HOW.iter().any(|how| lower.contains(how));
    if is_how && says(SWITCH) || is_chinese_how && says(CHINESE_SWITCH) {
        return Some(Wants::Switch);
    }
    (is_how && says(CONFIGURE) || is_chinese_how && says(CHINESE_CONFIGURE)).then_some(Wants::Configure)
}

fn is_switched(text: &str) -> bool {
    let lower = text.to_lowercase();
    SWITCH.iter().chain(CHINESE_SWITCH).any(|word| lower.contains(word))
}

/// The things that a text names; `None` if one of its words means nothing that programs are written with.
fn things(text: &str) -> Option<Vec<Thing>> {
    let mut things: Vec<Thing> = Vec::new();
    let apart =
        |c: char| c.is_whitespace() || matches!(c, ',' | '?' | '？' | '，' | '。' | '、' | '`' | '"' | '(' | ')');
    let mut add = |thing: Thing| {
        if !things.contains(&thing) {
            things.push(thing);
        }
    };
    for word in text.split(apart).flat_map(runs) {
        if word.starts_with(is_cjk) {
            for piece in dictionary_words(word) {
                if SAID.contains(&piece) || is_stop_word(piece) || CHINESE_HOW.contains(&piece) {
                    continue;
                }
                let thing = Thing::of(piece);
                match thing.forms.is_empty() {
                    true if piece.chars().count() > 1 => return None,
                    true => {}
                    false => add(thing),
                }
            }
            continue;
        }
        if let Some((letters, number)) = numbered(word) {
            add(Thing { forms: vec![format!("{}{number}", letters.to_lowercase())], is_optional: false });
            continue;
        }
        if let Some(whole) = whole(word) {
            add(Thing { forms: vec![whole], is_optional: false });
            continue;
        }
        for part in fold_words(word) {
            let is_said = SAID.contains(&part.as_str()) || is_stop_word(&part);
            if !is_said && part.len() > 1 {
                add(Thing::of(&part));
            }
        }
    }
    Some(things)
}

/// A word in small letters that is one whatever its capitals and its numbers: `MySQL`, `http2`.
fn whole(word: &str) -> Option<String> {
    let bare = word.trim_matches(|c: char| !c.is_ascii_alphanumeric());
    let letters = bare.bytes().filter(u8::is_ascii_alphabetic).count();
    let is_plain = bare.len() > 2 && letters > 1 && bare.bytes().all(|byte| byte.is_ascii_alphanumeric());
    let capitals = bare.bytes().filter(u8::is_ascii_uppercase).count();
    let is_product = bare.starts_with(|c: char| c.is_ascii_uppercase()) && capitals > 1 && letters == bare.len();
    let has_number = letters < bare.len() && bare.ends_with(|c: char| c.is_ascii_digit());
    (is_plain && (is_product || has_number)).then(|| bare.to_lowercase())
}

/// The runs of a word that are written without spaces, and those between them.
fn runs(word: &str) -> Vec<&str> {
    let mut runs = Vec::new();
    let mut start = 0;
    let mut before: Option<bool> = None;
    for (at, c) in word.char_indices() {
        let is_one = is_cjk(c);
        if before.is_some_and(|before| before != is_one) {
            runs.push(&word[start..at]);
            start = at;
        }
        before = Some(is_one);
    }
    runs.push(&word[start..]);
    runs.retain(|run| !run.is_empty());
    runs
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sought(text: &str) -> Option<(Wants, Vec<String>)> {
        let sought = Sought::of(&Analysis::of(text), text, &[])?;
        Some((sought.wants, sought.things.iter().map(|thing| thing.forms[0].clone()).collect()))
    }

    #[test]
    fn settings_are_sought_in_words() {
        for (text, wants, things) in [
            ("how do I disable HTTP/2", Wants::Switch, vec!["http2"]),
            ("how do I turn off ANSI colors?", Wants::Switch, vec!["ansi", "colors"]),
            ("how do I configure the mail server", Wants::Configure, vec!["mail"]),
            ("what is the default port", Wants::Default, vec!["port"]),
            ("默认端口是多少", Wants::Default, vec!["port"]),
            ("如何开启鉴权", Wants::Switch, vec!["authentication"]),
            ("what is the default value of http2", Wants::Default, vec!["http2"]),
            ("如何配置 MySQL", Wants::Configure, vec!["mysql"]),
            ("鉴权默认开启吗", Wants::Default, vec!["authentication"]),
        ] {
            assert_eq!(sought(text), Some((wants, things.into_iter().map(str::to_owned).collect())), "{text}");
        }
        for text in ["where is the port read", "how does the cache enable writes", "what is `max_size` by default"] {
            assert_eq!(sought(text), None, "{text}");
        }
    }

    #[test]
    fn forms_of_a_word_are_joined() {
        for (a, b) in [("verification", "verify"), ("colors", "coloring"), ("expiration", "expired"), ("auth", "auth")]
        {
            assert_eq!(stem(a), stem(b));
        }
        assert_ne!(stem("port"), stem("portal"));
    }
}
