//! What a question asks for: names, quotations, parts, relations.

use super::deeds::deeds;
use super::parts::{self, parts};
use super::references::matter_of;
use super::relations::TESTS_OF;
use super::report::Report;
use super::sides;
use crate::library::{fold_words, is_cjk};
use std::borrow::Cow;

/// A question, taken apart.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Analysis {
    /// The question as it was asked, with `::` in names that have namespaces of PHP.
    pub text: String,
    /// Identifiers and options in it, and names with a number: `AuthService`, `max_retries`, `--dry-run`, `HTTP/3`.
    pub names: Vec<String>,
    /// Words written like names, in lower case, with their parts: with capitals inside a sentence, of Latin letters in
    /// a Chinese one, options.
    pub subjects: Vec<String>,
    /// Words that say what is done, in lower case.
    pub deeds: Vec<String>,
    /// What stands in quotes.
    pub quoted: Vec<String>,
    /// What it asks one after the other, if that is more than one thing.
    pub parts: Vec<String>,
    /// What it asks of the names: a step of DocQL.
    pub relation: Option<&'static str>,
    /// Set if it is no question: somebody reports that something goes wrong.
    pub(in crate::agent) report: Option<Report>,
}

/// Words that ask for a relation → the step that yields it.
const RELATIONS: &[(&[&str], &str)] = &[
    (&["who calls", "what calls", "callers of", "called by", "called from", "谁调用", "被谁", "调用者"], "callers()"),
    (&["what does", "callees of", "calls what", "调用了"], "callees()"),
    (&["tests of", "tests for", "tested", "which test", "测试用例"], "tests()"),
    (
        &["where is", "used by", "uses of", "who uses", "what uses", "references to", "用到", "使用了", "引用"],
        "references()",
    ),
];

/// Words that ask what something is, or does.
const WHAT_IS: &[&str] = &["what does ", "what do ", "what is ", "what are ", "meaning of ", " mean"];

/// Bytes of a token that is looked up.
const MIN_TOKEN: usize = 3;
const MAX_TOKEN: usize = 80;

/// Tokens that are looked up, at most.
const MAX_TOKENS: usize = 2;

/// Names that are looked up, at most.
const MAX_NAMES: usize = 6;

impl Analysis {
    /// Paths of files that a report names.
    pub(in crate::agent) fn paths(&self) -> impl Iterator<Item = &str> {
        self.report.iter().flat_map(|report| report.paths.iter().map(String::as_str))
    }

    /// Options in it, and what stands in quotes and is written like a token of a program: `--bind`, `toggle-all`.
    pub(in crate::agent) fn tokens(&self) -> impl Iterator<Item = &str> {
        let is_token = |text: &&String| {
            let is_long = (MIN_TOKEN..=MAX_TOKEN).contains(&text.len());
            is_long && text.contains('-') && !text.contains(char::is_whitespace) && text.is_ascii()
        };
        let options = self.names.iter().filter(|name| name.starts_with("--"));
        let others = self.quoted.iter().filter(|quote| !self.names.contains(quote));
        options.chain(others).filter(is_token).take(MAX_TOKENS).map(String::as_str)
    }

    /// Names of which it asks what they are, or do.
    pub(in crate::agent) fn described(&self) -> impl Iterator<Item = &str> {
        let lower = self.text.to_lowercase();
        let is_asked = self.report.is_none() && WHAT_IS.iter().any(|words| lower.contains(words));
        let names = self.names.iter().filter(|name| is_name(name) && is_identifier(name));
        names.filter(move |_| is_asked).take(MAX_TOKENS).map(String::as_str)
    }

    /// Its parts as questions of their own.
    pub(in crate::agent) fn parts_alone(&self) -> Vec<String> {
        let mut alone = parts::alone(&self.parts);
        alone.retain(|part| !sides::only_names_sides(&self.text, part));
        alone
    }

    /// True if it compares things that are not written as programs name them.
    pub(in crate::agent) fn compares_in_words(&self) -> bool {
        self.names.is_empty() && self.report.is_none() && !self.parts.is_empty() && parts::is_comparison(&self.text)
    }

    /// What is searched for: of names that are compared the names, and not that they are.
    pub(in crate::agent) fn matter(&self) -> Cow<'_, str> {
        let is_named = |part: &String| self.quoted.iter().any(|quote| part.contains(quote.as_str()));
        let are_named = self.parts.len() > 1 && self.parts.iter().all(is_named) && parts::is_comparison(&self.text);
        if are_named { Cow::Owned(self.parts.join(" ")) } else { Cow::Borrowed(&self.text) }
    }

    /// True if it asks for tests of something that has no name.
    pub(in crate::agent) fn asks_for_tests(&self) -> bool {
        self.text.starts_with(TESTS_OF)
    }

    /// Takes a question apart. Everything can be read.
    pub fn of(text: &str) -> Analysis {
        let report = Report::of(text);
        let text = matter_of(text);
        let text = &*if report.is_some() { text } else { Cow::Owned(with_namespaces(&text)) };
        let mut names = Vec::new();
        for word in text.split(|c: char| c.is_whitespace() || matches!(c, ',' | ';' | '?' | '，' | '？' | '、' | '"'))
        {
            let is_code = word.strip_prefix('`').is_some_and(|word| word.contains('`'));
            let word = word.trim_matches(|c: char| matches!(c, '`' | '\'' | '(' | ')' | ':' | '.' | '!' | '。'));
            if (is_name(word)
                || is_key_of_settings(word)
                || numbered(word).is_some()
                || is_product(word)
                || is_code && is_identifier(word) && !word.contains('.'))
                && names.len() < MAX_NAMES
                && !names.iter().any(|known| known == word)
            {
                names.push(word.to_owned());
            }
        }
        // What is in quotes in a report, and what stands between its commas, is no question of its own.
        let (quoted, parts) = if report.is_some() { (Vec::new(), Vec::new()) } else { (quoted(text), parts(text)) };
        Analysis {
            text: text.trim().to_owned(),
            subjects: subjects(text),
            deeds: deeds(text),
            quoted,
            parts,
            report,
            relation: relation(text).filter(|_| !names.is_empty()),
            names,
        }
    }
}

/// A text in which names of PHP with their namespaces are written as those of other languages are: `\A\B::run` as
/// `A::B::run`.
fn with_namespaces(text: &str) -> String {
    let is_part = |part: &str| {
        part.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
            && part.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
    };
    let in_colons = |word: &str| {
        let is_around = |c: char| !c.is_alphanumeric() && !matches!(c, '_' | '\\');
        let name = word.trim_matches(is_around);
        let names: Vec<&str> = name.trim_start_matches('\\').split('\\').collect();
        // Paths of Windows and escapes in strings, `Stopped\nServer`, have no capitals in each part.
        let is_of_types = names.iter().all(|part| part.starts_with(|c: char| c.is_ascii_uppercase()));
        let parts: Vec<&str> = names.into_iter().flat_map(|part| part.split("::")).collect();
        let is_name = name.contains('\\') && parts.len() > 1 && parts.iter().all(|part| is_part(part));
        // Ruby and Java write the methods of a type so.
        if let Some((owner, method)) = word.trim_matches(is_around).split_once('#')
            && owner.split("::").all(|part| is_part(part) && part.starts_with(|c: char| c.is_ascii_uppercase()))
            && is_part(method)
        {
            return Some(word.replacen('#', "::", 1));
        }
        (is_name && is_of_types).then(|| word.replacen(name, &parts.join("::"), 1))
    };
    let words = text.split_inclusive(char::is_whitespace);
    words.map(|word| in_colons(word).unwrap_or_else(|| word.to_owned())).collect()
}

/// The relation that a text asks for: a step of DocQL.
pub(in crate::agent) fn relation(text: &str) -> Option<&'static str> {
    let lower = text.to_lowercase();
    RELATIONS.iter().find(|(words, _)| words.iter().any(|word| lower.contains(word))).map(|(_, step)| *step)
}

/// True for what can be the name of a declaration, with those it stands in: `start`, `Lock::is_stale`.
pub(in crate::agent) fn is_identifier(word: &str) -> bool {
    let begins = word.starts_with(|c: char| c.is_alphabetic() || c == '_');
    begins
        && (2..=80).contains(&word.len())
        && word.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | ':' | '.'))
}

/// True for what is written as names in programs are: with capitals inside, `_`, `::`, `--` in front, a call.
pub(in crate::agent) fn is_name(word: &str) -> bool {
    let letters = word.trim_start_matches('-');
    let Some(first) = letters.chars().next() else { return false };
    if letters.len() < 3 || letters.len() > 80 || !letters.is_ascii() || !(first.is_ascii_alphabetic() || first == '_')
    {
        return false;
    }
    let is_of_option = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_');
    let is_option = word.starts_with("--") && letters.bytes().all(is_of_option);
    let is_word = letters.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b':' | b'.' | b'/'));
    let bytes = letters.as_bytes();
    let has_hump = bytes.windows(2).any(|pair| pair[0].is_ascii_lowercase() && pair[1].is_ascii_uppercase());
    let is_joined = letters.contains('_') || letters.contains("::");
    is_option || is_word && (has_hump || is_joined)
}

/// True for what products are called whose names begin with two capitals, or end with one: `OAuth`. Its parts are no words.
pub(in crate::agent) fn is_product(word: &str) -> bool {
    let capitals = word.bytes().filter(u8::is_ascii_uppercase).count();
    let is_written = word.len() > MIN_TOKEN && word.bytes().all(|byte| byte.is_ascii_alphabetic()) && !is_name(word);
    let begins = word.bytes().take(2).all(|byte| byte.is_ascii_uppercase());
    is_written && begins && capitals < word.len() && !word.ends_with("s") && fold_words(word).len() > 1
}

/// True for what is written as keys of settings are that lie in others: `editor.auto-save`, `core.auth.timeout`.
pub(in crate::agent) fn is_key_of_settings(word: &str) -> bool {
    let is_part = |part: &str| {
        part.starts_with(|c: char| c.is_ascii_lowercase())
            && !part.ends_with('-')
            && part.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
    };
    let dots = word.bytes().filter(|byte| *byte == b'.').count();
    (word.contains('-') && dots > 0 || dots > 1) && word.len() <= 80 && word.split('.').all(is_part)
}

/// The letters and the number of a name that has one: of `HTTP/3`, `UTF-8`, `IPv6`.
pub(in crate::agent) fn numbered(word: &str) -> Option<(&str, &str)> {
    let (letters, rest) = word.split_at(word.find(|c: char| !c.is_ascii_alphabetic())?);
    let number = rest.trim_start_matches(['/', '-', '#']);
    let is_number = number.split('.').all(|part| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit()));
    (letters.starts_with(|c: char| c.is_ascii_uppercase()) && rest.len() - number.len() <= 1 && is_number)
        .then_some((letters, number))
}

/// Words that are written like names.
fn subjects(text: &str) -> Vec<String> {
    let is_chinese = text.chars().any(is_cjk);
    let mut found = Vec::new();
    let mut begins = true;
    for word in text.split_whitespace().flat_map(|word| word.split(is_cjk)) {
        let bare = word.trim_matches(|c: char| !c.is_alphanumeric() && c != '-');
        let has_capital = bare.chars().any(char::is_uppercase);
        let is_shouted = bare.chars().filter(|c| c.is_uppercase()).count() > 1;
        let is_latin = is_chinese && bare.len() > 1 && bare.is_ascii();
        if is_shouted || (has_capital && !begins && bare.len() > 1) || is_latin || bare.starts_with("--") {
            found.push(bare.to_lowercase());
            found.extend(fold_words(bare));
        }
        begins = word.ends_with(['.', '?', '!', ':']) || (begins && bare.is_empty());
    }
    found
}

/// What stands in quotes in a text.
pub(in crate::agent) fn quoted(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (open, close) in [('"', '"'), ('`', '`'), ('“', '”'), ('「', '」')] {
        let mut rest = text;
        while let Some((_, after)) = rest.split_once(open)
            && let Some((inside, behind)) = after.split_once(close)
        {
            if inside.trim().len() > 1 {
                found.push(inside.trim().to_owned());
            }
            rest = behind;
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_with_namespaces_are_names() {
        for (text, name) in [
            ("what implements Illuminate\\Contracts\\Queue\\Job?", "Illuminate::Contracts::Queue::Job"),
            ("who calls `\\App\\Str::slug`", "App::Str::slug"),
            ("who calls Site#process?", "Site::process"),
        ] {
            assert_eq!(Analysis::of(text).names, [name], "{text}");
        }
        for text in
            ["what is in C:\\Users\\me", "why does a\\tb fail", "what does \\d+ match", "who says Stopped\\nServer"]
        {
            assert_eq!(with_namespaces(text), text);
        }
    }

    #[test]
    fn what_is_quoted_with_escapes_is_taken_as_it_was_typed() {
        let asked = "where is \"Stopped\\nServer\" printed?";
        let of = Analysis::of(asked);
        assert_eq!((of.text.as_str(), &of.quoted[..]), (asked, &["Stopped\\nServer".to_owned()][..]));
    }

    #[test]
    fn names_quotations_and_relations_are_seen() {
        let of = Analysis::of("Who calls `Server.close_all` and AuthService with --dry-run and \"no such host\"?");
        assert_eq!(of.names, ["Server.close_all", "AuthService", "--dry-run"]);
        assert_eq!(of.quoted, ["no such host", "Server.close_all"]);
        assert_eq!(of.relation, Some("callers()"));
        assert_eq!(Analysis::of("who calls the police").relation, None, "nothing is named");
        let of = Analysis::of("who calls `start`?");
        assert_eq!((of.names, of.relation), (vec!["start".to_owned()], Some("callers()")), "code is a name");
        let subjects = |text: &str| Analysis::of(text).subjects;
        assert_eq!(
            subjects("How do I cast to a Chromecast? Is there a DLNA one"),
            ["chromecast", "chromecast", "dlna", "dlna"]
        );
        assert_eq!(subjects("怎么对接公司的 LDAP 目录"), ["ldap", "ldap"]);
        assert_eq!(Analysis::of("What does editor.auto-close do, e.g. half-open?").names, ["editor.auto-close"]);
        assert_eq!(Analysis::of("").names, Vec::<String>::new());
        assert_eq!(Analysis::of("log in with OAuth, URLs and ACLs by HTTP").names, ["OAuth"]);
        assert_eq!(Analysis::of("serve HTTP/3 to IPv6, 3 times in A").names, ["HTTP/3", "IPv6"]);
    }

    #[test]
    fn questions_are_split_where_they_ask_several_things() {
        assert_eq!(Analysis::of("difference between soft limit and hard limit").parts, ["soft limit", "hard limit"]);
        let of = Analysis::of("How long is a lock kept, and where is that checked?");
        assert_eq!(of.parts, ["How long is a lock kept", "where is that checked"]);
        assert_eq!(Analysis::of("how are locks removed").parts, Vec::<String>::new());
        assert_eq!(Analysis::of("分区和副本的区别？").parts, ["分区", "副本的区别"]);
    }
}
