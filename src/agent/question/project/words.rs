//! Words of questions about the project itself that say nothing else.

use super::tasks::TASKS;

/// Words for the whole of a project: who asks what that is has read nothing of it yet.
pub(super) const WHOLE: &[&str] =
    &["project", "repo", "repository", "codebase", "program", "software", "library", "app", "application", "项目"];

/// Words that say which project is meant: this one.
const ITSELF: &[&str] = &[
    "it",
    "this",
    "that",
    "project",
    "repo",
    "repository",
    "code",
    "codebase",
    "app",
    "application",
    "program",
    "locally",
    "software",
    "library",
    "thing",
    "source",
    "sources",
    "from",
    "myself",
    "here",
];

/// Words of such questions that say nothing else.
const AROUND: &[&str] = &[
    "how",
    "do",
    "does",
    "i",
    "can",
    "to",
    "we",
    "you",
    "one",
    "should",
    "the",
    "a",
    "is",
    "are",
    "what",
    "which",
    "under",
    "of",
    "for",
    "in",
    "on",
    "and",
    "my",
    "get",
    "use",
    "has",
    "have",
    "released",
    "distributed",
    "published",
    "s",
    "it's",
    "there",
    "about",
    "report",
    "issue",
    "issues",
    "policy",
    "suite",
    "dev",
    "development",
    "unit",
    "integration",
    "all",
    "single",
];

/// Words for the part of a project that people look at.
pub(super) const FRONT: &[&str] = &["front", "end", "frontend", "ui", "gui", "assets", "web", "前端", "界面"];

/// True for a word that says nothing else in a question about the project itself: what is asked, of what.
pub(super) fn is_own(word: &str) -> bool {
    let of_task = TASKS.iter().any(|task| task.words.contains(&word)) || LICENCE.contains(&word);
    of_task || ITSELF.contains(&word) || AROUND.contains(&word) || !word.is_ascii() && is_own_chinese(word)
}

/// True for a name that is a word of such questions as well: of a directory `build`, it names nothing.
pub(super) fn is_of_questions(name: &str) -> bool {
    let name = name.to_lowercase();
    is_own(&name) || FRONT.contains(&name.as_str()) || WHOLE.contains(&name.as_str())
}

/// The same in Chinese, where no blanks part words; the longest first of those that begin alike.
const CHINESE_AROUND: &[&str] = &[
    "怎么样",
    "怎么",
    "怎样",
    "如何",
    "什么",
    "哪个",
    "哪里",
    "哪种",
    "应该",
    "可以",
    "需要",
    "这个",
    "这里",
    "该",
    "此",
    "项目",
    "仓库",
    "代码库",
    "源代码",
    "源码",
    "代码",
    "程序",
    "软件",
    "本地",
    "自己",
    "全部",
    "所有",
    "一下",
    "报告",
    "遵循",
    "采用",
    "使用",
    "我们",
    "我",
    "从",
    "在",
    "用",
    "的",
    "是",
    "有",
    "吗",
    "呢",
    "了",
    "要",
    "能",
    "请",
    "本",
    "做",
    "套件",
    "用例",
    "跑",
    "它",
    "来",
    "为",
    "给",
    "及",
    "和",
    "与",
    "？",
    "，",
];

/// Words that ask for the licence.
pub(super) const LICENCE: &[&str] =
    &["licence", "license", "licensed", "licenced", "licensing", "copyright", "许可证", "许可", "协议"];

/// True if a run of Chinese says nothing but what is asked of a project: "如何运行测试", and not "如何跳过一个测试".
pub(super) fn is_own_chinese(run: &str) -> bool {
    let known = || {
        let of_topics = TASKS.iter().flat_map(|task| task.words).chain(LICENCE).chain(WHOLE);
        of_topics.chain(CHINESE_AROUND).filter(|word| !word.is_ascii())
    };
    let mut rest = run;
    while !rest.is_empty() {
        let own = known().filter(|word| rest.starts_with(**word)).max_by_key(|word| word.len());
        let Some(own) = own else { return false };
        rest = &rest[own.len()..];
    }
    true
}

/// True for a word that says nothing in a question about the project itself: "under", "repository".
pub(in crate::agent) fn is_around(word: &str) -> bool {
    let word = word.to_lowercase();
    AROUND.contains(&word.as_str()) || ITSELF.contains(&word.as_str())
}
