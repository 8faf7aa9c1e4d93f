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
                      getting[-_ ]?started|quick[-_ ]?start";

const TOPICS: &[Topic] = &[
    Topic { words: &["build", "compile", "构建", "编译"], titles: "build|compil|from source|构建|编译" },
    Topic { words: &["install", "安装"], titles: "install|安装" },
    Topic {
        words: &["run", "start", "launch", "运行", "启动"],
        titles: "run|start|quick|usage|getting started|运行|启动|快速",
    },
    Topic { words: &["contribute", "贡献"], titles: "contribut|pull request|贡献" },
];

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
];

const LICENCE: &[&str] =
    &["licence", "license", "licensed", "licenced", "licensing", "copyright", "许可证", "许可", "协议"];

/// The queries whose results answer a question about the project itself; none for other questions.
pub(in crate::agent) fn queries(text: &str) -> Vec<String> {
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
        let of_topic = topic.is_some_and(|topic| topic.words.contains(word)) || LICENCE.contains(word);
        of_topic || ITSELF.contains(word) || AROUND.contains(word) || !word.is_ascii()
    };
    if !words.iter().all(is_own) {
        return Vec::new();
    }
    match topic {
        _ if is_licence => vec![
            // Its name stands in the first lines.
            "$.content.grep(/licen[cs]e/i)[?(@.line < 8 && @.path =~ /^([^\\/]+\\/)?(licen[cs]e|copying|unlicense)[^\\/]*$/i)]".to_owned(),
            "$.files[?(@.path =~ /^([^\\/]+\\/)?(licen[cs]e|copying|unlicense)[^\\/]*$/i)]".to_owned(),
            "$.content.heading(\"licen\")[?(@.path =~ /^([^\\/]+\\/)?readme[^\\/]*$/i)]".to_owned(),
        ],
        Some(Topic { titles, .. }) => {
            let path = format!("/^([^\\/]+\\/)?({GUIDES})[^\\/]*$/i");
            vec![format!("$.content.heading(/{titles}/i)[?(@.path =~ {path})]")]
        }
        None => Vec::new(),
    }
}

/// True for a word that says nothing in a question about the project itself: "under", "repository".
pub(in crate::agent) fn is_around(word: &str) -> bool {
    let word = word.to_lowercase();
    AROUND.contains(&word.as_str()) || ITSELF.contains(&word.as_str())
}

/// True if a question is about the project itself.
pub(in crate::agent) fn is_asked(text: &str) -> bool {
    !queries(text).is_empty()
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
            "这个项目用什么许可证？",
        ] {
            assert!(!queries(question).is_empty(), "{question}");
        }
        for question in ["how do I build a query", "what is a licence key checked with", "what runs first", "builder"] {
            assert!(queries(question).is_empty(), "{question}");
        }
    }
}
