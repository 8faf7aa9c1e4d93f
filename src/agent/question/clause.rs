//! A clause of a question with its names as signs, so that "called by `a`" and "is `a` called" are told apart.

use super::analysis::{is_identifier, is_name};
use super::relations::{AskedOf, RELATIONS, Relation};
use crate::library::is_cjk;
use crate::search::is_stop_word;

/// Words behind which a name may stand that is not written like one: "who calls echo".
const BEFORE_NAMES: &[&[&str]] = &[
    &["who", "calls"],
    &["what", "calls"],
    &["callers", "of"],
    &["callees", "of"],
    &["subclasses", "of"],
    &["implementations", "of"],
    &["implementers", "of"],
    &["what", "implements"],
    &["who", "implements"],
    &["what", "extends"],
    &["classes", "implement"],
    &["types", "implement"],
    &["classes", "extend"],
    &["usages", "of"],
    &["references", "to"],
];

/// Words of Chinese questions that ask for a relation, beside those of the relation itself: what of them stays when the
/// name is taken off is no word to look for.
const CHINESE_ASKING: &[&str] = &[
    "谁", "被", "哪里", "哪些", "什么", "地方", "函数", "方法", "类", "接口", "代码", "调用", "测试", "用例", "覆盖",
    "实现", "继承", "派生", "子类", "使用", "用到", "引用", "了", "的", "在", "过", "所有", "有", "是", "到", "中",
    "会", "都", "请问", "里",
];

/// What stands behind a name that is not written like one in "where is echo used".
const BEHIND_NAMES: &[&str] = &["used", "called", "referenced"];

/// Beginnings of questions that ask for a way, a reason or a time, and not for places.
const ELSEWISE: &[&str] = &["how", "why", "when", "should", "can", "could", "if", "must", "may"];

/// Words between a relation and its name that say nothing.
const FILLERS: &[&str] = &[
    "the",
    "a",
    "an",
    "all",
    "any",
    "function",
    "functions",
    "method",
    "class",
    "trait",
    "interface",
    "type",
    "struct",
    "classes",
    "methods",
    "types",
    "constant",
    "code",
    "places",
    "our",
    "this",
    "that",
    "really",
    "actually",
    "directly",
    "currently",
    "ever",
];

/// Those of them behind which a name stands.
const KINDS: &[&str] = &["function", "method", "class", "trait", "interface", "type", "struct", "constant"];

/// Words that stand for a name of the clause before.
const POINTERS: &[&str] = &["it", "them"];

/// Behind these a use is a purpose: "what is it used for".
const PURPOSES: &[&str] = &["used for", "used to", "used as", "used with"];

/// Clauses that ask what depends on a name of the clause before, without it.
const OF_NAME_BEFORE: &[&[&str]] = &[
    &["what", "would", "break"],
    &["what", "will", "break"],
    &["what", "could", "break"],
    &["what", "can", "break"],
    &["what", "breaks"],
    &["what", "else", "would", "break"],
    &["what", "would", "be", "affected"],
    &["what", "is", "affected"],
    &["would", "anything", "break"],
];

/// What ends a clause.
const ENDS: &[&str] = &["，", "；", "？", "。"];

/// The clauses of a question.
pub(super) fn clauses(text: &str) -> Vec<String> {
    let mut clauses = vec![String::new()];
    for word in text.split_whitespace() {
        let is_and = matches!(word.to_lowercase().as_str(), "and" | "but" | "or" | "&");
        let mut rest = word;
        while let Some((at, end)) = ENDS.iter().filter_map(|end| Some((rest.find(end)?, *end))).min() {
            if let Some(clause) = clauses.last_mut() {
                clause.push_str(&rest[..at]);
            }
            clauses.push(String::new());
            rest = &rest[at + end.len()..];
        }
        match clauses.last_mut() {
            Some(clause) if !is_and => {
                clause.push_str(rest);
                clause.push(' ');
            }
            _ => clauses.push(String::new()),
        }
        if is_and || word.ends_with([',', ';', '?']) {
            clauses.push(String::new());
        }
    }
    clauses.retain(|clause| !clause.trim().is_empty());
    clauses
}

/// A clause with its names as signs.
pub(super) struct Clause {
    /// Its words in lower case; names are `@`.
    signs: Vec<String>,
    /// The name of each sign that is one.
    named: Vec<Option<(String, bool)>>,
    /// The names in it, and those that it points at.
    pub(super) names: Vec<String>,
    /// Words that say nothing.
    fillers: Vec<String>,
    is_question_of_another_kind: bool,
    text: String,
    /// The last name of the clause before.
    before: Option<String>,
}

impl Clause {
    pub(super) fn of(text: &str, before: &[String]) -> Clause {
        let words: Vec<&str> = text.split_whitespace().collect();
        let lower: Vec<String> = words.iter().map(|word| bare(word).to_lowercase()).collect();
        let (mut signs, mut named, mut fillers) = (Vec::new(), Vec::new(), Vec::new());
        let mut names: Vec<String> = Vec::new();
        for (at, word) in words.iter().enumerate() {
            let (name, is_pointer) = (bare(word), POINTERS.contains(&lower[at].as_str()));
            let is_code = word.starts_with('`') && is_identifier(name);
            let is_word = !is_code && !is_name(name);
            if name.starts_with("--") || is_word && !is_name_by_place(&lower, at) && !is_pointer {
                match FILLERS.contains(&lower[at].as_str()) {
                    true => fillers.push(lower[at].clone()),
                    false => {
                        signs.push(lower[at].clone());
                        named.push(None);
                    }
                }
                continue;
            }
            let meant = if is_pointer { before.last().cloned() } else { Some(name.to_owned()) };
            signs.push("@".to_owned());
            if let Some(name) = meant.as_ref().filter(|name| !names.contains(*name)) {
                names.push(name.clone());
            }
            named.push(meant.map(|name| (name, is_word && !is_pointer)));
        }
        let is_number =
            lower.first().is_some_and(|word| word == "how") && lower.get(1).is_some_and(|word| word == "many");
        let is_question_of_another_kind =
            !is_number && lower.first().is_some_and(|first| ELSEWISE.contains(&first.as_str()));
        Clause {
            signs,
            named,
            names,
            fillers,
            is_question_of_another_kind,
            text: text.to_owned(),
            before: before.last().cloned(),
        }
    }

    /// True if it is nothing but names.
    pub(super) fn is_bare(&self) -> bool {
        !self.names.is_empty() && self.signs.iter().all(|sign| sign == "@")
    }

    /// The relations that are asked in it.
    pub(super) fn asked(&self) -> Vec<AskedOf> {
        let line = self.signs.join(" ");
        if self.is_question_of_another_kind || PURPOSES.iter().any(|purpose| line.contains(purpose)) {
            return Vec::new();
        }
        if let Some(asked) = self.asked_of_name_before() {
            return vec![asked];
        }
        for relation in RELATIONS {
            for words in relation.words {
                let parts: Vec<&str> = words.split(' ').collect();
                let place = self.signs.windows(parts.len()).position(|signs| signs.iter().eq(parts.iter()));
                let sign = parts.iter().position(|part| *part == "@").unwrap_or_default();
                if let Some(at) = place
                    && let Some(Some((name, is_word))) = self.named.get(at + sign)
                {
                    let asked = |name: &String, is_word| AskedOf {
                        relation,
                        name: name.clone(),
                        words: self.asking(relation),
                        is_word,
                        visibility: None,
                        meant: None,
                    };
                    return vec![asked(name, *is_word)];
                }
            }
            if relation.chinese.iter().any(|words| self.text.contains(words)) {
                return self.asked_in_chinese(relation).into_iter().collect();
            }
        }
        Vec::new()
    }

    /// What depends on the name of the clause before, if that is all that is asked.
    fn asked_of_name_before(&self) -> Option<AskedOf> {
        let is_asked = OF_NAME_BEFORE.iter().any(|words| self.signs.iter().eq(words.iter()));
        let relation = RELATIONS.iter().find(|relation| relation.step == "references()")?;
        let name = self.before.clone().filter(|_| is_asked)?;
        Some(AskedOf { relation, name, words: self.signs.clone(), is_word: false, visibility: None, meant: None })
    }

    /// A relation that Chinese words ask for, of the name in the clause: of a plain word too, where nothing else is said.
    fn asked_in_chinese(&self, relation: &'static Relation) -> Option<AskedOf> {
        let written = self.names.first().cloned().or_else(|| latin(&self.text));
        let said: String = self.text.chars().filter(|c| is_cjk(*c)).collect();
        let asks = CHINESE_ASKING.iter().fold(said.clone(), |rest, word| rest.replace(word, "")).is_empty();
        let is_word = written.is_none();
        let name = written.or_else(|| only_word(&self.text).filter(|_| asks))?;
        // What asks may be read in pieces of any length, and by what it is translated to.
        let words = if asks { vec![said] } else { Vec::new() };
        Some(AskedOf { relation, name, words, is_word, visibility: None, meant: None })
    }

    /// The words of the clause by which a relation is asked for.
    fn asking(&self, relation: &Relation) -> Vec<String> {
        let asks = |sign: &&String| relation.words.iter().any(|words| words.split(' ').any(|word| word == *sign));
        let signs = self.signs.iter().filter(|sign| *sign != "@").filter(asks);
        signs.chain(&self.fillers).cloned().collect()
    }
}

/// A name in Chinese text, where no space divides it from what stands beside it.
fn latin(text: &str) -> Option<String> {
    let mut words = text.split(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | ':')));
    words.find(|word| is_name(word)).map(str::to_owned)
}

/// The word of Latin letters in Chinese text, if there is just one.
fn only_word(text: &str) -> Option<String> {
    let mut words = text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).filter(|word| !word.is_empty());
    let word = words.next().filter(|word| is_identifier(word))?;
    words.next().is_none().then(|| word.to_owned())
}

/// True for the word behind words that a name alone follows, at the end of a clause. What kind of thing it names may stand
/// between: "what implements the trait Matcher".
fn is_name_by_place(lower: &[String], at: usize) -> bool {
    let word = lower[at].as_str();
    let fillers = lower[..at].iter().rev().take_while(|word| FILLERS.contains(&word.as_str())).count();
    let is_kind = |word: &String| KINDS.contains(&word.as_str());
    // "what implements the Binding interface"
    let (is_last, has_kind) = match &lower[at + 1..] {
        [] => (true, at > 0 && is_kind(&lower[at - 1])),
        [behind] => (is_kind(behind), is_kind(behind)),
        _ => (false, false),
    };
    let is_between = lower[..at - fillers].ends_with(&["where", "is"].map(str::to_owned))
        && matches!(&lower[at + 1..], [behind] if BEHIND_NAMES.contains(&behind.as_str()));
    let end = if has_kind { at - fillers } else { at };
    let is_behind = BEFORE_NAMES.iter().any(|words| {
        end >= words.len() && lower[end - words.len()..end].iter().zip(*words).all(|(own, word)| own == word)
    });
    (is_last && is_behind || is_between) && is_identifier(word) && !is_stop_word(word) && !FILLERS.contains(&word)
}

/// A word without what it is written in.
pub(super) fn bare(word: &str) -> &str {
    let word =
        word.trim_matches(|c: char| matches!(c, '`' | '\'' | '"' | '(' | ')' | ':' | '.' | '!' | '?' | ',' | ';'));
    word.strip_suffix("'s").unwrap_or(word)
}
