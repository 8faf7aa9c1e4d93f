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
        of_topic || ITSELF.contains(word) || AROUND.contains(word) || !word.is_ascii()
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
        ] {
            assert!(!queries(question, &[]).is_empty(), "{question}");
        }
        for question in [
            "how do I build a query",
            "what is a licence key checked with",
            "what runs first",
            "what does it do",
            "builder",
        ] {
            assert!(queries(question, &[]).is_empty(), "{question}");
        }
    }
}
