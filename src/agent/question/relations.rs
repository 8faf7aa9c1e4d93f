//! What a question asks of a name: who calls it, what tests it, what implements it.

use super::clause::{Clause, clauses};
use super::structure::parts_of;
use crate::docql::quoted;
use crate::library::fold_words;
use std::borrow::Cow;

/// The declarations that are meant by a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::agent) struct Meant {
    /// The query that yields them.
    pub query: String,
    /// What is said of others that are called so; empty where there are none.
    pub aside: String,
}

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
pub(super) const RELATIONS: &[Relation] = &[
    Relation {
        step: "callees()", one: "called by", many: "callees", none: "{} calls nothing that is declared in this workspace",
        words: &["callees of @", "callee of @", "called by @", "does @ call", "do @ call", "@ calls"],
        chinese: &["调用了哪些", "调用了什么", "调用哪些"],
    },
    Relation {
        step: "tests()", one: "test of", many: "tests", none: "no test in this workspace is known to call {}",
        words: &[
            "tests of @", "test of @", "tests for @", "test for @", "tests cover @", "test covers @", "tests covering @",
            "covers @", "covered by tests @", "@ tested", "@ is tested", "tests @", "exercises @", "tests exercise @",
            "tests does @", "tests use @", "tests call @", "test calls @", "@ covered", "@ tests",
        ],
        chinese: &["的测试", "哪些测试", "测试用例", "测试覆盖", "测试了"],
    },
    Relation {
        step: "callers()", one: "caller of", many: "callers", none: "nothing in this workspace calls {}",
        words: &[
            "calls @", "call @", "calling @", "invokes @", "invoke @", "callers of @", "caller of @", "call sites of @",
            "calls to @", "calls of @", "invocations of @", "@ called", "@ is called", "@ callers", "@ invoked",
            "callers does @",
            "paths reach @", "paths lead to @", "path leads to @",
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
            "@ implementations", "subclasses does @", "implementations does @",
        ],
        chinese: &["的实现类", "谁实现", "哪些实现", "类实现", "的子类", "继承", "派生"],
    },
    Relation {
        step: "references()", one: "reference to", many: "references",
        none: "no reference to {} is known in this workspace",
        words: &[
            "uses @", "use @", "using @", "uses of @", "usages of @", "usage of @", "references to @", "references of @",
            "refers to @", "refer to @", "references @", "reference @", "@ used", "@ is used", "@ referenced", "@ usages",
            "used by @", "affected by @", "affected by change of @", "affected by change to @", "affected by changing @",
            "affected by change in @", "affected by removing @", "affected if i change @", "affected if @ changes",
            "affected when @ changes", "affected if @ changed", "affected if @ is changed", "break if @ changed",
            "break if @ is changed", "break if @ is renamed", "break if @ was removed", "breaks if @ changed", "break if i change @", "break if i changed @", "break if i remove @",
            "break if i removed @", "break if i rename @", "break if i renamed @", "break if i delete @",
            "break if i change signature of @", "break if i changed signature of @", "breaks if i change @",
            "breaks if i remove @", "breaks if i rename @", "break if @ changes", "breaks if @ changes", "break if @ is removed",
            "breaks if @ is removed", "impact of changing @", "impact of change to @", "impact of removing @",
        ],
        chinese: &["会影响", "受影响", "影响哪些", "谁用到", "哪里用到", "用到了", "使用了", "引用"],
    },
];

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
    /// Who sees what is asked for, where the question says that.
    pub visibility: Option<&'static str>,
    /// The declarations that are meant by the name, where the workspace tells which.
    pub meant: Option<Meant>,
}

impl AskedOf {
    /// Where the name is declared, and what has the relation to it. A name with dots is asked for as it is written
    /// unless it `is_loose`.
    pub(in crate::agent) fn queries(&self, is_loose: bool) -> (String, String) {
        let declared = match (&self.meant, self.is_qualified() && !is_loose) {
            (Some(meant), _) if !is_loose => meant.query.clone(),
            (_, false) => all_named(&self.name),
            (_, true) => {
                let kind = if self.relation.step == "implementations()" { "class" } else { "function" };
                format!("$.code.{kind}({})", quoted(&self.name))
            }
        };
        let seen = self.visibility.map_or(String::new(), |seen| format!("[?(@.visibility == {})]", quoted(seen)));
        let related = format!("{declared}.{}{seen}", self.relation.step);
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

/// What a question for tests is read as.
pub(in crate::agent) const TESTS_OF: &str = "tests of ";

/// A question for the tests of something without a name, in words that tests are found by; any other text as it is. What a
/// test does with it is no word of it.
pub(in crate::agent) fn for_tests(text: &str) -> Cow<'_, str> {
    let lower = text.to_ascii_lowercase();
    let begun = FOR_TESTS.iter().find(|beginning| lower.starts_with(**beginning));
    match begun.filter(|_| asked_of(text).is_empty()) {
        Some(beginning) => Cow::Owned(format!("{TESTS_OF}{}", without_sort(&text[beginning.len()..]))),
        None => Cow::Borrowed(text),
    }
}

/// Words behind a name in quotes that say which sort of thing is called so.
const SORTS: &[&str] =
    &[" command", " option", " flag", " module", " feature", " function", " method", " class", " setting"];

/// What is named in quotes, without them and without what says which sort of thing that is; any other text as it is.
fn without_sort(text: &str) -> Cow<'_, str> {
    let bare = text.trim_end_matches(|c: char| c.is_whitespace() || matches!(c, '?' | '.'));
    let bare = bare.strip_prefix("the ").unwrap_or(bare);
    let bare = SORTS.iter().find_map(|sort| bare.strip_suffix(sort)).unwrap_or(bare);
    let inner = bare.strip_prefix('`').and_then(|inner| inner.strip_suffix('`'));
    inner.filter(|inner| !inner.contains('`')).map_or(Cow::Borrowed(text), Cow::Borrowed)
}

/// The queries for tests that name what no test may be known to call: in their own names, and in their lines. What a
/// framework calls, or a class that is only made, has no caller that could be seen.
pub(in crate::agent) fn naming_queries(name: &str) -> [String; 2] {
    let last = last_part(name);
    let words: Vec<String> = fold_words(last).iter().map(|word| regex::escape(word)).collect();
    [
        format!("$.toc[?(@.name =~ /{}/i)][?(@.path =~ /test|spec/i)]", words.join("_?")),
        format!("$.files[?(@.path =~ /test|spec/i)].grep({}, \"word\")", quoted(last)),
    ]
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
            ("what would break if I change the signature of new_func", vec![("new_func", "references()")]),
            ("what would break if new_func changed", vec![("new_func", "references()")]),
            ("what would break if I removed old_func?", vec![("old_func", "references()")]),
            ("what is affected by a change of PopulateLabels", vec![("PopulateLabels", "references()")]),
            ("which code paths reach _load_all", vec![("_load_all", "callers()")]),
            ("谁调用 new_func", vec![("new_func", "callers()")]),
            ("谁调用 echo", vec![("echo", "callers()")]),
            ("echo 被谁调用", vec![("echo", "callers()")]),
            ("哪些类继承了 ParamType", vec![("ParamType", "implementations()")]),
            ("how many classes implement MeterBinder", vec![("MeterBinder", "implementations()")]),
            ("how many subclasses does ParamType have", vec![("ParamType", "implementations()")]),
            ("how many callers of Tags.of are there", vec![]),
            ("谁调用警察 echo", vec![]),
            ("who calls new_func, what would break", vec![("new_func", "callers()"), ("new_func", "references()")]),
        ] {
            let expected: Vec<(String, &str)> =
                expected.into_iter().map(|(name, step)| (name.to_owned(), step)).collect();
            assert_eq!(read(text), expected, "{text}");
        }
    }

    #[test]
    fn tests_of_what_is_quoted_are_looked_for_by_its_name() {
        for (text, read) in [
            ("which tests cover the `par-each` command?", "tests of par-each"),
            ("which tests cover reading of pages", "tests of reading of pages"),
        ] {
            assert_eq!(for_tests(text), read);
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
