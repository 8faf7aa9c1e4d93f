//! What a question asks of a name: who calls it, what tests it, what implements it.
//!
//! A clause is read with its names as signs, so that "called by `a`" and "is `a` called" are told apart.

use super::analysis::{is_identifier, is_name};
use super::structure::parts_of;
use crate::docql::quoted;
use crate::library::is_cjk;
use crate::search::is_stop_word;
use std::borrow::Cow;

/// A relation that a question may ask of a name.
#[derive(Debug, PartialEq, Eq)]
pub(in crate::agent) struct Relation {
    /// The step of DocQL that yields it.
    pub step: &'static str,
    /// What one that has it is to the name.
    pub one: &'static str,
    /// Several of them.
    pub many: &'static str,
    /// What is said where there is none; the name stands for `{}`.
    pub none: &'static str,
    /// Words that ask for it; the name stands for `@`.
    pub(super) words: &'static [&'static str],
    /// The same in Chinese, where the name may stand anywhere.
    pub(super) chinese: &'static [&'static str],
}

/// Relations, those first whose words hold the words of others.
#[rustfmt::skip]
const RELATIONS: &[Relation] = &[
    Relation {
        step: "callees()", one: "called by", many: "callees", none: "{} calls nothing that is declared in this workspace",
        words: &["callees of @", "callee of @", "called by @", "does @ call", "do @ call", "@ calls"],
        chinese: &["调用了哪些", "调用了什么", "调用哪些"],
    },
    Relation {
        step: "tests()", one: "test of", many: "tests", none: "no test in this workspace reaches {}",
        words: &[
            "tests of @", "test of @", "tests for @", "test for @", "tests cover @", "test covers @", "tests covering @",
            "covers @", "covered by tests @", "@ tested", "@ is tested", "tests @", "exercises @", "tests exercise @",
            "tests use @", "tests call @", "test calls @", "@ covered", "@ tests",
        ],
        chinese: &["的测试", "哪些测试", "测试用例", "测试覆盖", "测试了"],
    },
    Relation {
        step: "callers()", one: "caller of", many: "callers", none: "nothing in this workspace calls {}",
        words: &[
            "calls @", "call @", "calling @", "invokes @", "invoke @", "callers of @", "caller of @", "call sites of @",
            "calls to @", "calls of @", "invocations of @", "@ called", "@ is called", "@ callers", "@ invoked",
        ],
        chinese: &[
            "谁调用", "谁在调用", "被谁", "调用者", "哪里调用", "哪些地方调用", "哪些函数调用", "哪些方法调用", "被调用", "调用方",
        ],
    },
    Relation {
        step: "implementations()", one: "implementation of", many: "implementations",
        none: "nothing in this workspace implements {}",
        words: &[
            "implements @", "implement @", "implementing @", "implementations of @", "implementation of @",
            "implementers of @", "implementors of @", "implemented by @", "subclasses of @", "subclass of @",
            "subclasses @", "subclass @", "extends @", "extend @", "inherits from @", "inherit from @", "derives from @",
            "derive from @", "derived from @", "overrides @", "override @", "overrides of @", "@ subclasses",
            "@ implementations",
        ],
        chinese: &["的实现类", "谁实现", "哪些实现", "类实现", "的子类", "继承", "派生"],
    },
    Relation {
        step: "references()", one: "reference to", many: "references",
        none: "nothing in the code of this workspace names {} but its declaration",
        words: &[
            "uses @", "use @", "using @", "uses of @", "usages of @", "usage of @", "references to @", "references of @",
            "refers to @", "refer to @", "references @", "reference @", "@ used", "@ is used", "@ referenced", "@ usages",
            "used by @",
        ],
        chinese: &["谁用到", "哪里用到", "用到了", "使用了", "引用"],
    },
];

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

/// What ends a clause.
const ENDS: &[&str] = &["，", "；", "？", "。"];

/// Relations that are followed, at most.
const MAX_ASKED: usize = 4;

/// A relation that is asked of a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::agent) struct AskedOf {
    /// The relation.
    pub relation: &'static Relation,
    /// The name as it is written.
    pub name: String,
    /// Words of the question that ask for it, in lower case.
    pub words: Vec<String>,
    /// True if the name is written as a word is: only a declaration makes a name of it.
    pub is_word: bool,
}

impl AskedOf {
    /// Where the name is declared, and what has the relation to it. A name with dots is asked for as it is written
    /// unless it `is_loose`.
    pub(in crate::agent) fn queries(&self, is_loose: bool) -> (String, String) {
        let declared = match self.is_qualified() && !is_loose {
            false => all_named(&self.name),
            true => {
                let kind = if self.relation.step == "implementations()" { "class" } else { "function" };
                format!("$.code.{kind}({})", quoted(&self.name))
            }
        };
        let related = format!("{declared}.{}", self.relation.step);
        (declared, related)
    }

    /// True if the name says what it is declared in.
    pub(in crate::agent) fn is_qualified(&self) -> bool {
        self.name.contains("::") || self.name.contains('.')
    }
}

/// Beginnings of questions for the tests of something that has no name.
const FOR_TESTS: &[&str] = &[
    "which tests cover ",
    "what tests cover ",
    "which test covers ",
    "which tests exercise ",
    "which tests check ",
    "which tests verify ",
    "which tests are there for ",
    "where are the tests for ",
    "where are the tests of ",
    "where are tests for ",
    "are there tests for ",
    "is there a test for ",
];

/// A question for the tests of something without a name, in words that tests are found by; any other text as it is. What a
/// test does with it is no word of it.
pub(in crate::agent) fn for_tests(text: &str) -> Cow<'_, str> {
    let lower = text.to_ascii_lowercase();
    let begun = FOR_TESTS.iter().find(|beginning| lower.starts_with(**beginning));
    match begun.filter(|_| asked_of(text).is_empty()) {
        Some(beginning) => Cow::Owned(format!("tests of {}", &text[beginning.len()..])),
        None => Cow::Borrowed(text),
    }
}

/// All declarations of a name.
pub(in crate::agent) fn all_named(name: &str) -> String {
    format!("$.toc[?(@.name == {})]", quoted(last_part(name)))
}

/// The name without what it is declared in.
pub(in crate::agent) fn last_part(name: &str) -> &str {
    let name = name.rsplit("::").next().unwrap_or(name);
    name.rsplit('.').next().unwrap_or(name)
}

/// What a question asks of names.
pub(in crate::agent) fn asked_of(text: &str) -> Vec<AskedOf> {
    if let Some(parts) = parts_of(text) {
        return vec![parts];
    }
    let mut found: Vec<AskedOf> = Vec::new();
    let mut before: Vec<String> = Vec::new();
    let mut last: Option<AskedOf> = None;
    for clause in clauses(text) {
        let clause = Clause::of(&clause, &before);
        let mut own = clause.asked();
        // "who calls a and b"
        if let (true, Some(last)) = (own.is_empty() && clause.is_bare(), &last) {
            own.extend(clause.names.iter().map(|name| AskedOf {
                name: name.clone(),
                words: Vec::new(),
                ..last.clone()
            }));
        }
        last = own.last().cloned();
        for asked in own {
            if !found.iter().any(|known| (known.relation, &known.name) == (asked.relation, &asked.name)) {
                found.push(asked);
            }
        }
        if !clause.names.is_empty() {
            before = clause.names;
        }
    }
    found.truncate(MAX_ASKED);
    found
}

/// The clauses of a question.
fn clauses(text: &str) -> Vec<String> {
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
struct Clause {
    /// Its words in lower case; names are `@`.
    signs: Vec<String>,
    /// The name of each sign that is one.
    named: Vec<Option<(String, bool)>>,
    /// The names in it, and those that it points at.
    names: Vec<String>,
    /// Words that say nothing.
    fillers: Vec<String>,
    is_question_of_another_kind: bool,
    text: String,
}

impl Clause {
    fn of(text: &str, before: &[String]) -> Clause {
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
        let is_question_of_another_kind = lower.first().is_some_and(|first| ELSEWISE.contains(&first.as_str()));
        Clause { signs, named, names, fillers, is_question_of_another_kind, text: text.to_owned() }
    }

    /// True if it is nothing but names.
    fn is_bare(&self) -> bool {
        !self.names.is_empty() && self.signs.iter().all(|sign| sign == "@")
    }

    /// The relations that are asked in it.
    fn asked(&self) -> Vec<AskedOf> {
        let line = self.signs.join(" ");
        if self.is_question_of_another_kind || PURPOSES.iter().any(|purpose| line.contains(purpose)) {
            return Vec::new();
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

    /// A relation that Chinese words ask for, of the name in the clause: of a plain word too, where nothing else is said.
    fn asked_in_chinese(&self, relation: &'static Relation) -> Option<AskedOf> {
        let written = self.names.first().cloned().or_else(|| latin(&self.text));
        let said: String = self.text.chars().filter(|c| is_cjk(*c)).collect();
        let asks = CHINESE_ASKING.iter().fold(said.clone(), |rest, word| rest.replace(word, "")).is_empty();
        let is_word = written.is_none();
        let name = written.or_else(|| only_word(&self.text).filter(|_| asks))?;
        // What asks may be read in pieces of any length, and by what it is translated to.
        let words = if asks { vec![said] } else { Vec::new() };
        Some(AskedOf { relation, name, words, is_word })
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
fn bare(word: &str) -> &str {
    let word =
        word.trim_matches(|c: char| matches!(c, '`' | '\'' | '"' | '(' | ')' | ':' | '.' | '!' | '?' | ',' | ';'));
    word.strip_suffix("'s").unwrap_or(word)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Vec<(String, &'static str)> {
        asked_of(text).into_iter().map(|asked| (asked.name, asked.relation.step)).collect()
    }

    #[test]
    fn what_is_asked_of_which_name_is_read() {
        for (text, expected) in [
            ("who calls add_source", vec![("add_source", "callers()")]),
            ("what does brand_new do and who calls it?", vec![("brand_new", "callers()")]),
            ("which tests cover `get_app_dir`", vec![("get_app_dir", "tests()")]),
            ("callers of CliRunner.invoke", vec![("CliRunner.invoke", "callers()")]),
            ("what implements the class ParamType", vec![("ParamType", "implementations()")]),
            ("which functions are called by new_func", vec![("new_func", "callees()")]),
            ("what does new_func call", vec![("new_func", "callees()")]),
            ("is new_func called anywhere?", vec![("new_func", "callers()")]),
            ("who calls new_func and old_func", vec![("new_func", "callers()"), ("old_func", "callers()")]),
            ("who calls echo", vec![("echo", "callers()")]),
            ("what implements the trait Matcher", vec![("Matcher", "implementations()")]),
            ("what implements the Binding interface", vec![("Binding", "implementations()")]),
            ("who calls the function echo?", vec![("echo", "callers()")]),
            ("where is Tooltip used?", vec![("Tooltip", "references()")]),
            ("where is the class Tooltip called", vec![("Tooltip", "callers()")]),
            (
                "where is MAX_SIZE used, and who calls it?",
                vec![("MAX_SIZE", "references()"), ("MAX_SIZE", "callers()")],
            ),
            ("谁调用 new_func", vec![("new_func", "callers()")]),
            ("谁调用 echo", vec![("echo", "callers()")]),
            ("echo 被谁调用", vec![("echo", "callers()")]),
            ("哪些类继承了 ParamType", vec![("ParamType", "implementations()")]),
            ("谁调用警察 echo", vec![]),
        ] {
            let expected: Vec<(String, &str)> =
                expected.into_iter().map(|(name, step)| (name.to_owned(), step)).collect();
            assert_eq!(read(text), expected, "{text}");
        }
    }

    #[test]
    fn what_asks_for_something_else_asks_no_relation() {
        for text in [
            "who calls the police",
            "what does MaxCacheAge stand for",
            "how do I call get_app_dir",
            "what is SINGLE_ARTIST used for",
            "who removes stale locks",
            "how is `start` implemented",
            "what does --dry-run call",
            "",
        ] {
            assert_eq!(read(text), vec![], "{text}");
        }
    }
}
