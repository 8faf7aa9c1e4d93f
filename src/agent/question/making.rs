//! Questions how something is made: `how do I write a plugin`. Documents answer them, by their titles and by sentences that
//! say who makes one; what a program calls its own deed does not.

use super::analysis::Analysis;
use crate::library::is_cjk;
use regex::Regex;
use std::sync::LazyLock;

/// Letters of what is made, at least, and words of it, at most.
const MIN_LETTERS: usize = 3;
const MAX_WORDS: usize = 3;

/// Verbs of making.
const VERBS: &str = "write|create|make|build|add|implement|develop|author|define|register|set up|extend";

/// The same as titles and sentences have them.
const SAID: &str = "writ(e|es|ing)|creat(e|es|ing)|mak(e|es|ing)|build(s|ing)?|add(s|ing)?|implement(s|ing)?|develop(s|ing)?|author(s|ing)?|\
                    defin(e|es|ing)|regist(er|ers|ering)|custom|own|first|new|how to";

/// A question how something is made.
static ASKED: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let text = format!(
        r"(?i)^how (?:do|can|could|should|would|to)(?: (?:i|we|you|one))? (?:{VERBS}) (?:an?|my own|your own|my|our own|own|new|custom)(?: (?:own|new|custom|simple))* (?<made>[\w ./-]+?)(?: (?:for|in|with|to|that|which|using|from) .*)?$"
    );
    Regex::new(&text).ok()
});

/// The same in Chinese.
static CHINESE: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let text = r"(?:如何|怎么|怎样)(?:去)?(?:编写|撰写|写|创建|新建|制作|实现|开发|添加|增加|定义|自定义)(?:一个|个)?(?:自己的|新的|自定义的?)? ?(?<made>[^？?。，]+?)(?:呢)?$";
    Regex::new(text).ok()
});

/// Parts of paths in which documents tell of changes, and of what others have written.
const APART: &str = r"(^|\/)(\.github|vendor|node_modules|third_party|tests?|playgrounds?|template-[^\/]+|_posts|changelogs?|releases?)\/|(^|\/)(CHANGELOG|CHANGES|HISTORY|NEWS|History)[^\/]*$";

/// What a question asks the making of, in lower case; `None` for other questions.
pub(in crate::agent) fn asked(analysis: &Analysis) -> Option<String> {
    let text = analysis.text.trim().trim_end_matches(['?', '？', '.', '。', '!', ' ']);
    let form = if text.contains(is_cjk) { &CHINESE } else { &ASKED };
    let found = form.as_ref()?.captures(text).filter(|_| analysis.report.is_none())?;
    let made = found.name("made")?.as_str().trim().to_lowercase();
    let is_short = made.split_whitespace().count() <= MAX_WORDS;
    let is_long = if made.contains(is_cjk) { made.chars().count() > 1 } else { made.len() >= MIN_LETTERS };
    (is_short && is_long && made.chars().all(|c| c.is_alphanumeric() || " -_".contains(c))).then_some(made)
}

/// The queries for what tells how it is made: titles, then sentences.
pub(in crate::agent) fn queries(made: &str) -> Vec<String> {
    let words: Vec<&str> = made.split([' ', '-', '_']).filter(|word| !word.is_empty()).collect();
    let name = format!("{}s?", words.join("[-_ ]?"));
    let outside = format!(r"[?(!(@.path =~ /{APART}/i))]");
    if made.contains(is_cjk) {
        let verbs = "编写|撰写|写|创建|新建|制作|实现|开发|添加|自定义";
        return vec![
            format!("$.content.heading(/({verbs}).{{0,6}}{name}|{name}(指南|教程|开发)/i){outside}"),
            format!(
                "$.content.grep(/({verbs}).{{0,8}}{name}/i)[?(@.path =~ /\\.(md|mdx|rst|adoc|txt|markdown)$/i)]{outside}"
            ),
        ];
    }
    // What is said of an article before it is of any one of them.
    let one = r"(an?|the|your|my|our|own|new|custom|first|simple|another|basic|local)";
    vec![
        format!(
            r"$.content.heading(/(^|[^a-z])({SAID})[ \t]+(({one})[ \t]+)*[\x60]?{name}([^a-z]|$)|^[\x60]?{name}[\x60]?[ \t]+(api|guide|development|authoring|tutorial|plugins?)|^{name}$/i){outside}"
        ),
        format!(
            r"$.content.grep(/(^|[^a-z])({VERBS}|writing|creating|making|building|adding|implementing)[ \t]+(({one})[ \t]+)+([\w\x60]+[ \t]+)?[\x60]?{name}([^a-z]|$)/i)[?(@.path =~ /\.(md|mdx|rst|adoc|txt|markdown)$/i)]{outside}"
        ),
        format!(
            r"$.content.grep(/^[ \t]*(\/\/[\/!]?|#|\*|--|;+)[ \t].*(^|[^a-z])to[ \t]+({VERBS})[ \t]+(({one})[ \t]+)+([\w\x60]+[ \t]+)?[\x60]?{name}([^a-z]|$)/i)[?(!(@.path =~ /\.(md|mdx|rst|adoc|txt|markdown)$/i))]{outside}"
        ),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_made_is_asked_for_and_nothing_else() {
        for (text, made) in [
            ("how do I write a plugin", Some("plugin")),
            ("How can I create my own theme for the site?", Some("theme")),
            ("how to add a custom liquid tag", Some("liquid tag")),
            ("如何编写一个插件", Some("插件")),
            ("怎么自定义主题？", Some("主题")),
            ("how do I build it", None),
            ("how do I write the cache to disk", None),
            ("how does it write a file", None),
        ] {
            assert_eq!(asked(&Analysis::of(text)).as_deref(), made, "{text}");
        }
    }
}
