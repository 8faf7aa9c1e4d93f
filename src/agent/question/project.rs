//! Questions about the project itself, which files of their own answer: its licence, how it is built, run, tested.

/// Something that is asked of a project.
struct Topic {
    /// Words that ask for it, in lower case.
    words: &'static [&'static str],
    /// The beginnings of the titles of sections that answer.
    titles: &'static str,
}

/// Files whose sections say how a project is worked with.
const GUIDES: &str = "readme|contributing|building|build|install|installing|installation|hacking|development|developing|\
                      testing|security|code[-_ ]of[-_ ]conduct|getting[-_ ]?started|quick[-_ ]?start";

const TOPICS: &[Topic] = &[
    Topic { words: &["build", "compile", "构建", "编译"], titles: "build|compil|from source|构建|编译" },
    Topic { words: &["install", "安装"], titles: "install|安装" },
    Topic { words: &["test", "tests", "测试"], titles: "test|测试" },
    Topic {
        words: &["run", "start", "launch", "运行", "启动"],
        titles: "run|start|quick|usage|getting started|运行|启动|快速",
    },
    Topic { words: &["contribute", "贡献"], titles: "contribut|pull request|贡献" },
    Topic { words: &["conduct", "行为准则"], titles: "conduct|行为准则" },
    Topic {
        words: &["security", "vulnerability", "vulnerabilities", "漏洞"],
        titles: "security|vulnerabilit|report|漏洞",
    },
];

/// Words for the whole of a project: who asks what that is has read nothing of it yet.
const WHOLE: &[&str] =
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
];

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

const LICENCE: &[&str] =
    &["licence", "license", "licensed", "licenced", "licensing", "copyright", "许可证", "许可", "协议"];

/// The queries whose results answer a question about the project itself; none for other questions. A project is at home
/// in the root of the workspace, or in one of `homes`: directories with a `/` behind them.
pub(in crate::agent) fn queries(text: &str, homes: &[String]) -> Vec<String> {
    let text = text.to_lowercase();
    let words: Vec<&str> =
        text.split(|c: char| !c.is_alphanumeric() && c != '\'').filter(|word| !word.is_empty()).collect();
    let asks = |known: &[&str]| {
        known.iter().any(|known| match known.is_ascii() {
            true => words.contains(known),
            false => text.contains(known),
        })
    };
    let topic = TOPICS.iter().find(|topic| asks(topic.words));
    let is_licence = asks(LICENCE);
    // What else it names is what it is about: "how do I build a query".
    let is_own = |word: &&str| {
        let of_topic = TOPICS.iter().any(|topic| topic.words.contains(word)) || LICENCE.contains(word);
        of_topic || ITSELF.contains(word) || AROUND.contains(word) || !word.is_ascii() && is_own_chinese(word)
    };
    if !words.iter().all(is_own) {
        return Vec::new();
    }
    let named = |names: &str| format!("@.path =~ {}", path_of(names, homes));
    match topic {
        _ if is_licence => {
            let files = named("licen[cs]e|copying|unlicense");
            vec![
                // Its name stands in the first lines.
                format!("$.content.grep(/licen[cs]e/i)[?(@.line < 8 && {files})]"),
                format!("$.files[?({files})]"),
                format!("$.content.heading(\"licen\")[?({})]", named("readme")),
            ]
        }
        Some(Topic { titles, .. }) => vec![format!("$.content.heading(/{titles}/i)[?({})]", named(GUIDES))],
        None if asks(&["what"]) && asks(WHOLE) => vec![format!("$.content.h1()[?({})]", named("readme"))],
        None => Vec::new(),
    }
}

/// True if a run of Chinese says nothing but what is asked of a project: "如何运行测试", and not "如何跳过一个测试".
fn is_own_chinese(run: &str) -> bool {
    let known = || {
        let of_topics = TOPICS.iter().flat_map(|topic| topic.words).chain(LICENCE).chain(WHOLE);
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

/// The pattern of paths of files with these names in the home of a project, or in a directory of it.
fn path_of(names: &str, homes: &[String]) -> String {
    let homes: Vec<String> = homes.iter().map(|home| regex::escape(home).replace('/', "\\/")).collect();
    let home = if homes.is_empty() { String::new() } else { format!("({})?", homes.join("|")) };
    format!("/^{home}([^\\/]+\\/)?({names})[^\\/]*$/i")
}

/// True for a word that says nothing in a question about the project itself: "under", "repository".
pub(in crate::agent) fn is_around(word: &str) -> bool {
    let word = word.to_lowercase();
    AROUND.contains(&word.as_str()) || ITSELF.contains(&word.as_str())
}

/// True if a question is about the project itself.
pub(in crate::agent) fn is_asked(text: &str) -> bool {
    !queries(text, &[]).is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_about_the_project_itself_are_told_from_others() {
        for question in [
            "what licence is this under",
            "How do I build it?",
            "how to install",
            "how is this project licensed?",
            "how can I run this locally",
            "how do I run the tests",
            "is there a code of conduct",
            "how do I report a vulnerability",
            "what is this project about",
            "这个项目用什么许可证？",
            "如何运行测试",
            "怎么编译这个项目？",
            "如何安装",
        ] {
            assert!(!queries(question, &[]).is_empty(), "{question}");
        }
        for question in [
            "how do I build a query",
            "what is a licence key checked with",
            "what runs first",
            "what does it do",
            "builder",
            "如何跳过一个测试",
            "怎么只运行上次失败的测试",
            "如何编译正则表达式",
        ] {
            assert!(queries(question, &[]).is_empty(), "{question}");
        }
    }
}
