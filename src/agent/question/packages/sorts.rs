//! Questions for everything of one sort: how many interfaces there are, which tests a directory has, a list of all endpoints.

use super::known::{called, directories, files, packages};
use super::own_packages::of_packages;
use crate::docql::quoted;
use crate::document::is_same_language;
use crate::library::{Library, NamePart, lies_among_tests};

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

/// A way to find all of a sort.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Way {
    /// The query that finds them.
    pub query: String,
    /// One of them, and several.
    pub called: (String, String),
    /// How many there have to be, so that it says something.
    pub least: usize,
}

/// All of a sort, as a question asks for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct AllOf {
    /// The ways to find them: where one finds them, the next is not tried.
    pub ways: Vec<Way>,
    /// Where they are; empty for everywhere.
    pub within: String,
}

impl AllOf {
    /// True if that there is none says something.
    pub(super) fn is_known(&self) -> bool {
        self.ways.iter().all(|way| way.least == 0)
    }
}

/// Words for the packages of a workspace.
const PACKAGES: &[&str] = &["packages", "package", "crates", "crate", "modules", "module", "subprojects", "subproject"];

/// How many of what is called alike there have to be, so that they are a sort.
const LEAST: usize = 3;

/// Steps of inheritance that are followed below a type.
const MAX_BELOW: u32 = 20;

/// Parts of paths in which what is called like a sort is none of it.
const APART: &str = r"(^|\/)(tests?|specs?|__tests__|testing|migrations?|migrate|examples?)\/";

/// Documents: what they show of a program is an example.
const DOCUMENTS: &str = r"\.(md|markdown|rst|adoc|txt|html?)$";

/// What a text asks all of; `None` for other questions.
pub(super) fn all_of(text: &str, library: &Library) -> Option<AllOf> {
    let text = text.trim().trim_end_matches(['?', '？', '.', '。', '!', ' ']);
    if !text.is_ascii() {
        return chinese(text, library);
    }
    let bare = |word: &str| word.trim_matches(['`', '"', '\'', ',', ':', ';', '(', ')']).to_owned();
    let written: Vec<String> = text.split_whitespace().map(bare).filter(|word| !word.is_empty()).collect();
    let lower: Vec<String> = written.iter().map(|word| word.to_ascii_lowercase()).collect();
    let is_sort = |word: &String| SORTS.iter().any(|row| row.words.contains(&word.as_str()));
    // "the number of files" is of files, "all endpoints of the core module" are in that.
    let is_of = |at: usize| lower[at] == "of" && lower[..at].iter().any(is_sort);
    let end = (0..lower.len()).find(|at| WITHIN.contains(&lower[*at].as_str()) || is_of(*at)).unwrap_or(lower.len());
    let (asking, within) = (&lower[..end], written.get(end + 1..).unwrap_or_default());
    // A type may be called as the program is said: "how many methods does App have".
    let is_named = |word: &String| word.starts_with(|c: char| c.is_ascii_uppercase()) && is_type(word, library);
    if written.iter().skip(1).take(end.saturating_sub(1)).any(is_named) {
        return None;
    }
    if !asking.iter().any(|word| ASKING.contains(&word.as_str())) {
        return None;
    }
    let (place, filter) = place(within, library)?;
    let mut filters: Vec<String> = filter.into_iter().collect();
    let mut others = asking.iter().filter(|word| !SAID.contains(&word.as_str()));
    let (mut called, mut sort) = (Vec::new(), None);
    for word in others.by_ref() {
        if PACKAGES.contains(&word.as_str()) && called.is_empty() && place.is_empty() {
            return of_packages(library);
        }
        match (SORTS.iter().find(|row| row.words.contains(&word.as_str())), language(word, library)) {
            (Some(row), _) if sort.is_none() => sort = Some(row),
            (None, Some(language)) if called.is_empty() => {
                filters.push(format!("@.language == {}", quoted(&language)));
                called.push(word.as_str());
            }
            (None, None) if sort.is_none() && called.is_empty() && asking.len() > 1 => {
                let rest = asking.iter().filter(|other| !SAID.contains(&other.as_str())).count();
                return (rest == 1).then(|| by_name(&singular(word)?, &filters, place, library)).flatten();
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
    let all = Way { query: query(sort.list, &filters), called, least: 0 };
    Some(AllOf { ways: with_own(sort, all, &filters), within: place })
}

/// The ways to find all of a sort, those first that are of the program: documents and tests only show endpoints.
fn with_own(sort: &Sort, all: Way, filters: &[String]) -> Vec<Way> {
    if sort.list != "$.entities" {
        return vec![all];
    }
    let apart = [DOCUMENTS, APART].map(|pattern| format!("!(@.path =~ /{pattern}/i)"));
    let filters: Vec<String> = filters.iter().cloned().chain(apart).collect();
    let own = |name: &str| format!("{name} outside of tests and documents");
    let called = (own(&all.called.0), own(&all.called.1));
    vec![Way { query: query(sort.list, &filters), called, least: 1 }, all]
}

/// One of what a word means in the plural.
fn singular(word: &str) -> Option<String> {
    Some(match word.strip_suffix("ies") {
        Some(stem) => format!("{stem}y"),
        None => match word.strip_suffix("sses").or_else(|| word.strip_suffix("xes")) {
            Some(_) => word[..word.len() - 2].to_owned(),
            None => word.strip_suffix('s').filter(|one| !one.ends_with('s'))?.to_owned(),
        },
    })
}

/// What is called by the sort of thing that it is: "handlers" are what is below a type `Handler`, types whose names end
/// with that, the files of a directory `handlers`.
fn by_name(one: &str, filters: &[String], within: String, library: &Library) -> Option<AllOf> {
    if one.len() < 3 || !one.bytes().all(|byte| byte.is_ascii_lowercase()) {
        return None;
    }
    let name = format!("{}{}", one[..1].to_ascii_uppercase(), &one[1..]);
    let way = |list: &str, more: Vec<String>, what: String, least| {
        let filters: Vec<String> = filters.iter().cloned().chain(more).collect();
        Way { query: query(list, &filters), called: (format!("type {what}"), format!("types {what}")), least }
    };
    let mut ways = Vec::new();
    if is_type(&name, library) {
        let below = format!("$.code.class({}).implementations({MAX_BELOW})", quoted(&name));
        ways.push(way(&below, Vec::new(), format!("below {name}"), LEAST));
    }
    let own = (within.is_empty()).then(|| format!("!(@.path =~ /{APART}/i)"));
    let ending = std::iter::once(format!("@.name =~ /.{name}$/")).chain(own).collect();
    ways.push(way("$.code.classes", ending, format!("called …{name}"), LEAST));
    // Examples are what there is where there is nothing else.
    let is_shown = |home: &String| home.split('/').any(|part| matches!(part, "example" | "examples" | "docs" | "doc"));
    // Where directories are called as namespaces are, they begin with a capital.
    let plurals = [format!("{one}s"), format!("{name}s")];
    let homes = plurals.iter().flat_map(|plural| directories(library, plural)).filter(|home| !lies_among_tests(home));
    if let Some(home) = homes.min_by_key(is_shown).filter(|_| filters.is_empty()) {
        let query = format!("$.files[?(@.path startsWith {})]", quoted(&format!("{home}/")));
        let called = (format!("file in {home}"), format!("files in {home}"));
        ways.push(Way { query, called, least: LEAST });
    }
    Some(AllOf { ways, within })
}

/// True if a type of the workspace is called so.
fn is_type(name: &str, library: &Library) -> bool {
    let mut is_one = false;
    library.nodes_named(&name.to_lowercase(), NamePart::Whole, |node| {
        let outline = library.outline(node.file);
        is_one = outline.is_some_and(|outline| outline.kind(node.node).is_class() && outline.name(node.node) == name);
        !is_one
    });
    is_one
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

fn chinese(text: &str, library: &Library) -> Option<AllOf> {
    let asking = CHINESE_ASKING.iter().find(|asking| text.contains(**asking))?;
    let without =
        |text: String| CHINESE_SAID.iter().chain(CHINESE_ASKING).fold(text, |rest, word| rest.replace(word, ""));
    let rows = || SORTS.iter().flat_map(|row| row.words.iter().map(move |word| (row, *word)));
    let said = rows().filter(|(_, word)| !word.is_ascii() && text.contains(word)).max_by_key(|(_, word)| word.len());
    let Some((row, word)) = said else {
        let rest = without(text.replace('个', ""));
        let one = rest.trim().to_lowercase();
        let one = singular(&one).unwrap_or(one);
        return by_name(&one, &[], String::new(), library);
    };
    let rest = without(text.replacen(word, "", 1).replacen(asking, "", 1));
    let filters: Vec<String> = (!row.filter.is_empty()).then(|| row.filter.to_owned()).into_iter().collect();
    let called = (row.called.0.to_owned(), row.called.1.to_owned());
    let is_all = rest.chars().all(|c| !c.is_alphanumeric());
    let all = Way { query: query(row.list, &filters), called, least: 0 };
    is_all.then(|| AllOf { ways: with_own(row, all, &filters), within: String::new() })
}
