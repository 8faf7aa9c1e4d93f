//! Questions for everything of one sort: how many interfaces there are, which tests a directory has, a list of all endpoints.

use super::known::{called, directories, files, packages};
use crate::docql::quoted;
use crate::document::is_same_language;
use crate::library::Library;

/// A sort of thing that a question may ask all of.
struct Sort {
    /// Words for it, in lower case.
    words: &'static [&'static str],
    /// The list that has them all.
    list: &'static str,
    /// What each of the list has to be; empty for all.
    filter: &'static str,
    /// One of them, and several.
    called: (&'static str, &'static str),
}

const fn sort(
    words: &'static [&'static str],
    list: &'static str,
    filter: &'static str,
    called: (&'static str, &'static str),
) -> Sort {
    Sort { words, list, filter, called }
}

#[rustfmt::skip]
const SORTS: &[Sort] = &[
    sort(&["files", "file", "文件"], "$.files", "", ("file", "files")),
    sort(&["classes", "class", "类"], "$.code.classes", "@.kind == \"class\"", ("class", "classes")),
    sort(&["structs", "struct", "structures", "结构体"], "$.code.structs", "", ("struct", "structs")),
    sort(&["interfaces", "interface", "接口"], "$.code.interfaces", "", ("interface", "interfaces")),
    sort(&["traits", "trait"], "$.code.traits", "", ("trait", "traits")),
    sort(&["enums", "enum", "enumerations", "枚举"], "$.code.enums", "", ("enum", "enums")),
    sort(&["unions", "union"], "$.code.unions", "", ("union", "unions")),
    sort(&["records", "record"], "$.code.records", "", ("record", "records")),
    sort(&["functions", "function", "函数"], "$.code.functions", "@.kind == \"function\"", ("function", "functions")),
    sort(&["methods", "method", "方法"], "$.code.methods", "", ("method", "methods")),
    sort(&["constants", "constant", "常量"], "$.code.constants", "", ("constant", "constants")),
    sort(&["macros", "macro", "宏"], "$.code.macros", "", ("macro", "macros")),
    sort(&["tests", "test", "测试", "测试用例"], "$.code.tests", "", ("test", "tests")),
    sort(
        &["endpoints", "endpoint", "routes", "route", "apis", "端点", "路由"],
        "$.entities", "@.type == \"API\"", ("endpoint", "endpoints"),
    ),
    sort(&["headings", "heading", "标题"], "$.content.headings", "", ("heading", "headings")),
];

/// Words that ask for all of a sort: one of them has to be said.
const ASKING: &[&str] =
    &["many", "number", "count", "list", "enumerate", "there", "exist", "declared", "defined", "name"];

/// Words that a question of this sort says beside. Any other makes another question of it.
const SAID: &[&str] = &[
    "a",
    "all",
    "altogether",
    "any",
    "api",
    "app",
    "application",
    "are",
    "code",
    "codebase",
    "contain",
    "contains",
    "count",
    "declare",
    "declared",
    "declares",
    "define",
    "defined",
    "defines",
    "different",
    "do",
    "does",
    "enumerate",
    "every",
    "exist",
    "exists",
    "expose",
    "exposes",
    "find",
    "give",
    "has",
    "have",
    "here",
    "how",
    "http",
    "is",
    "it",
    "list",
    "many",
    "me",
    "name",
    "number",
    "of",
    "overall",
    "please",
    "program",
    "project",
    "repo",
    "repository",
    "rest",
    "server",
    "service",
    "show",
    "source",
    "that",
    "the",
    "their",
    "there",
    "these",
    "this",
    "total",
    "us",
    "we",
    "what",
    "which",
    "workspace",
    "you",
];

/// Words that stand before a part of the workspace, and those for what it is.
const WITHIN: &[&str] = &["in", "inside", "under", "within", "below"];
const PARTS: &[&str] =
    &["the", "directory", "folder", "dir", "package", "crate", "module", "file", "project", "repository", "library"];

/// Ways to ask in Chinese, and words beside.
const CHINESE_ASKING: &[&str] = &["多少个", "多少", "几个", "哪些", "列出所有", "列出", "所有"];
const CHINESE_SAID: &[&str] = &[
    "这个",
    "项目",
    "仓库",
    "代码库",
    "代码",
    "一共",
    "总共",
    "全部",
    "里面",
    "里",
    "中",
    "有",
    "的",
    "了",
    "请",
    "都",
    "在",
    "定义",
];

/// All of a sort, as a question asks for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct AllOf {
    /// The query that finds them.
    pub query: String,
    /// One of them, and several.
    pub called: (String, String),
    /// Where they are; empty for everywhere.
    pub within: String,
    /// True if they are asked for by what their names end with: that there is none says nothing then.
    pub is_by_name: bool,
}

/// What a text asks all of; `None` for other questions.
pub(super) fn all_of(text: &str, library: &Library) -> Option<AllOf> {
    let text = text.trim().trim_end_matches(['?', '？', '.', '。', '!', ' ']);
    if !text.is_ascii() {
        return chinese(text);
    }
    let bare = |word: &str| word.trim_matches(['`', '"', '\'', ',', ':', ';', '(', ')']).to_owned();
    let written: Vec<String> = text.split_whitespace().map(bare).filter(|word| !word.is_empty()).collect();
    let lower: Vec<String> = written.iter().map(|word| word.to_ascii_lowercase()).collect();
    let end = lower.iter().position(|word| WITHIN.contains(&word.as_str())).unwrap_or(lower.len());
    let (asking, within) = (&lower[..end], written.get(end + 1..).unwrap_or_default());
    if !asking.iter().any(|word| ASKING.contains(&word.as_str())) {
        return None;
    }
    let (place, filter) = place(within, library)?;
    let mut filters: Vec<String> = filter.into_iter().collect();
    let mut others = asking.iter().filter(|word| !SAID.contains(&word.as_str()));
    let (mut called, mut sort) = (Vec::new(), None);
    for word in others.by_ref() {
        match (SORTS.iter().find(|row| row.words.contains(&word.as_str())), language(word, library)) {
            (Some(row), _) if sort.is_none() => sort = Some(row),
            (None, Some(language)) if called.is_empty() => {
                filters.push(format!("@.language == {}", quoted(&language)));
                called.push(word.as_str());
            }
            (None, None) if sort.is_none() && called.is_empty() && asking.len() > 1 => {
                let rest = asking.iter().filter(|other| !SAID.contains(&other.as_str())).count();
                return (rest == 1).then(|| by_name(word, filters, place)).flatten();
            }
            _ => return None,
        }
    }
    let sort = sort?;
    filters.extend((!sort.filter.is_empty()).then(|| sort.filter.to_owned()));
    // A language is written as the question writes it.
    let called = called.first().map_or(String::new(), |language| {
        let at = lower.iter().position(|word| word == language).unwrap_or_default();
        format!("{} ", written[at])
    });
    let called = (format!("{called}{}", sort.called.0), format!("{called}{}", sort.called.1));
    Some(AllOf { query: query(sort.list, &filters), called, within: place, is_by_name: false })
}

/// What is called by the sort of thing that it is: "handlers" are types whose names end with "Handler".
fn by_name(word: &str, mut filters: Vec<String>, within: String) -> Option<AllOf> {
    let one = match word.strip_suffix("ies") {
        Some(stem) => format!("{stem}y"),
        None => match word.strip_suffix("sses").or_else(|| word.strip_suffix("xes")) {
            Some(_) => word[..word.len() - 2].to_owned(),
            None => word.strip_suffix('s').filter(|one| !one.ends_with('s'))?.to_owned(),
        },
    };
    let is_word = one.len() > 2 && one.bytes().all(|byte| byte.is_ascii_lowercase());
    let ending = format!("{}{}", one[..1].to_ascii_uppercase(), &one[1..]);
    filters.push(format!("@.name =~ /.{ending}$/"));
    let called = (format!("type called …{ending}"), format!("types called …{ending}"));
    is_word.then(|| AllOf { query: query("$.code.classes", &filters), called, within, is_by_name: true })
}

/// The part of the workspace that words name, and what holds of what lies in it; `None` if there is none.
fn place(words: &[String], library: &Library) -> Option<(String, Option<String>)> {
    let is_part = |word: &&String| {
        let word = word.to_ascii_lowercase();
        PARTS.contains(&word.as_str()) || SAID.contains(&word.as_str())
    };
    let mut named = words.iter().filter(|word| !is_part(word));
    let Some(name) = named.next() else { return Some((String::new(), None)) };
    if named.next().is_some() {
        return None;
    }
    let below = |directory: &str| {
        (directory.to_owned(), Some(format!("@.path startsWith {}", quoted(&format!("{directory}/")))))
    };
    if let Some(language) = language(&name.to_ascii_lowercase(), library) {
        return Some((name.clone(), Some(format!("@.language == {}", quoted(&language)))));
    }
    let packages = packages(library);
    let package = called(&packages, name).into_iter().next();
    match package.map(|package| package.directory()) {
        Some("") => return Some((name.clone(), None)),
        Some(directory) => return Some(below(directory)),
        None => {}
    }
    if let Some(directory) = directories(library, name.trim_matches('/')).first() {
        return Some(below(directory));
    }
    let path = files(library, name).into_iter().next()?;
    Some((path.to_string(), Some(format!("@.path == {}", quoted(&path)))))
}

/// The language that a word names, as it is called here, if the workspace has files of it.
fn language(word: &str, library: &Library) -> Option<String> {
    let mut files = library.file_ids().map(|id| library.file(id));
    let file = files.find(|file| is_same_language(file.format.id, word))?;
    Some(file.format.id.to_owned())
}

fn query(list: &str, filters: &[String]) -> String {
    let filters: String = filters.iter().map(|filter| format!("[?({filter})]")).collect();
    format!("{list}{filters}")
}

fn chinese(text: &str) -> Option<AllOf> {
    let rows = || SORTS.iter().flat_map(|row| row.words.iter().map(move |word| (row, *word)));
    let (row, word) =
        rows().filter(|(_, word)| !word.is_ascii() && text.contains(word)).max_by_key(|(_, word)| word.len())?;
    let asking = CHINESE_ASKING.iter().find(|asking| text.contains(**asking))?;
    let rest = text.replacen(word, "", 1).replacen(asking, "", 1);
    let rest = CHINESE_SAID.iter().chain(CHINESE_ASKING).fold(rest, |rest, word| rest.replace(word, ""));
    let filters: Vec<String> = (!row.filter.is_empty()).then(|| row.filter.to_owned()).into_iter().collect();
    let called = (row.called.0.to_owned(), row.called.1.to_owned());
    let is_all = rest.chars().all(|c| !c.is_alphanumeric());
    is_all.then(|| AllOf { query: query(row.list, &filters), called, within: String::new(), is_by_name: false })
}
