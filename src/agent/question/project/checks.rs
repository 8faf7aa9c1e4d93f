//! What machines check a project with, and what brings its tools along: no settings of the program, and no guide to it.

use regex::Regex;
use std::sync::LazyLock;

/// Words that ask for them.
const ASKING: &[&str] = &[
    "ci",
    "cd",
    "workflow",
    "workflows",
    "github",
    "gitlab",
    "action",
    "actions",
    "pipeline",
    "pipelines",
    "travis",
    "jenkins",
    "appveyor",
    "wrapper",
    "dependabot",
    "renovate",
    "bot",
    "release",
    "releases",
    "playground",
    "template",
    "templates",
];
const ASKING_IN_CHINESE: &[&str] = &["持续集成", "流水线", "工作流", "发布", "模板"];

/// Files of such tools, and places where a program is only tried out.
static ASIDE: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(concat!(
        r"(?:^|/)(?:\.github/(?:workflows|actions)/|\.circleci/|\.gitlab-ci|\.travis\.ya?ml$|\.?appveyor\.ya?ml$|azure-pipelines|\.cirrus\.ya?ml$",
        r"|gradle-wrapper\.properties$|maven-wrapper\.properties$|renovate\.json|dependabot\.ya?ml$|playgrounds?/|template-[^/]+/)"
    ))
    .ok()
});

/// True for a file of such tools.
pub(in crate::agent) fn is_aside(path: &str) -> bool {
    ASIDE.as_ref().is_some_and(|aside| aside.is_match(path))
}

/// True if a text asks for them.
pub(in crate::agent) fn is_asked_for(text: &str) -> bool {
    let lower = text.to_lowercase();
    let mut words = lower.split(|c: char| !c.is_ascii_alphanumeric());
    words.any(|word| ASKING.contains(&word)) || ASKING_IN_CHINESE.iter().any(|word| text.contains(word))
}

#[cfg(test)]
mod tests {
    use super::{is_aside, is_asked_for};

    #[test]
    fn files_of_machines_that_check_lie_aside() {
        assert!(is_aside(".github/workflows/build.yml") && is_aside("gradle/wrapper/gradle-wrapper.properties"));
        assert!(is_aside("packages/create/template-react/README.md") && !is_aside("src/workflows/run.rs"));
        assert!(is_asked_for("which Java does the CI use") && !is_asked_for("what is the timeout"));
    }
}
