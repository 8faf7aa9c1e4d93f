//! The queries whose results answer a question about the project itself.

use super::tasks::{SCRIPTS, SCRIPTS_OF_TESTS, TASKS, Task};
use super::words::{FRONT, LICENCE, WHOLE, is_own};

/// Files whose sections say how a project is worked with.
const GUIDES: &str = "readme|contributing|building|build|install|installing|installation|hacking|development|developing|\
                      testing|security|code[-_ ]of[-_ ]conduct|getting[-_ ]?started|quick[-_ ]?start";

/// The names of files that say what a project is licensed under.
const LICENCES: &str = "licen[cs]e|copying|unlicense";

/// Manifests that may say so, and a line that does.
const LICENSED: (&str, &str) = (
    r"Cargo\.toml|package\.json|composer\.json|pyproject\.toml|setup\.(cfg|py)|pom\.xml|[^\/]*\.gemspec|pubspec\.yaml",
    r"^[ \t]*(\w+\.)?[\x22']?licen[cs]es?[\x22']?[ \t]*[:=]|<licenses?>|^[ \t]+[\x22']License ::",
);

/// Words that ask how machines check what is changed, what else such a question says, and files that tell it.
const CHECKS: &[&str] = &["ci", "github actions", "workflows", "持续集成"];
const IS_SET: &[&str] =
    &["where", "configured", "defined", "set", "up", "config", "configuration", "github", "actions"];
const CHECKED_BY: &str = r"\.github\/workflows\/[^\/]+\.ya?ml|\.gitlab-ci\.ya?ml|\.travis\.ya?ml|\.circleci\/config\.ya?ml|\.?appveyor\.ya?ml|azure-pipelines\.ya?ml|Jenkinsfile|\.cirrus\.ya?ml|\.drone\.ya?ml|bitbucket-pipelines\.ya?ml|\.builds\/[^\/]+\.ya?ml";

/// Words that ask who has written a project, and manifests with lines that say so.
const AUTHORS: &[&str] = &["wrote", "author", "authors", "maintainer", "maintainers", "maintains", "作者", "维护者"];
const AUTHORED: (&str, &str) = (
    r"Cargo\.toml|package\.json|composer\.json|pyproject\.toml|setup\.(cfg|py)|[^\/]*\.gemspec|pubspec\.yaml",
    r"^[ \t]*(\w+\.)?[\x22']?(authors?|maintainers?)[\x22']?[ \t]*[:=]",
);

/// Words that stand before "server" where that of people who work on the project is meant.
const OF_DEVELOPERS: &[&str] = &["dev server", "development server", "local server"];

/// A query for what answers, and whether it answers only where those before it have found nothing.
pub(in crate::agent) type Answering = (String, bool);

/// What is asked of a project.
enum Topic {
    Licence,
    Task(&'static Task),
    /// How what people look at is built, run, tested.
    Front(&'static Task),
    /// What it is.
    Whole,
    /// How machines check what is to become a part of it.
    Checks,
    /// Who has written it.
    Authors,
}

/// What a text asks of a project; `None` for other questions.
fn topic(text: &str) -> Option<Topic> {
    let text = text.to_lowercase();
    let words = words_of(&text);
    let asks = |known: &[&str]| {
        known.iter().any(|known| match known.is_ascii() {
            true => words.contains(known),
            false => text.contains(known),
        })
    };
    let is_licence = asks(LICENCE);
    let is_how = asks(&["how"]) || !text.is_ascii();
    // A format is also what something is written in.
    let may_ask = |task: &&Task| is_how || !task.words.contains(&"format");
    let task = TASKS.iter().filter(may_ask).find(|task| asks(task.words));
    let is_front = task.is_some_and(|task| !task.scripts.is_empty()) && is_how && asks(FRONT);
    // Chinese has no blanks between words.
    let without_front = FRONT.iter().filter(|word| is_front && !word.is_ascii());
    let text = without_front.fold(text.clone(), |text, word| text.replace(word, ""));
    let words = words_of(&text);
    let is_of_developers = OF_DEVELOPERS.iter().any(|server| text.contains(server));
    // What else it names is what it is about: "how do I build a query".
    let is_of_topic = |word: &str| {
        asks(CHECKS) && (CHECKS.contains(&word) || IS_SET.contains(&word))
            || asks(AUTHORS) && (AUTHORS.contains(&word) || word == "who")
    };
    let is_said = |word: &&str| {
        is_own(word) || is_of_topic(word) || is_front && FRONT.contains(word) || is_of_developers && *word == "server"
    };
    if !words.iter().all(is_said) {
        return None;
    }
    match task {
        _ if asks(CHECKS) => Some(Topic::Checks),
        _ if asks(AUTHORS) => Some(Topic::Authors),
        _ if is_licence => Some(Topic::Licence),
        Some(task) if is_front => Some(Topic::Front(task)),
        Some(task) => Some(Topic::Task(task)),
        None if asks(&["what"]) && asks(WHOLE) => Some(Topic::Whole),
        None => None,
    }
}

fn words_of(text: &str) -> Vec<&str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '\'').filter(|word| !word.is_empty()).collect()
}

/// The queries whose results answer a question about the project itself; none for other questions. A project is at home
/// in the root of the workspace, or in one of `homes`: directories with a `/` behind them.
pub(in crate::agent) fn queries(text: &str, homes: &[String]) -> Vec<Answering> {
    let places = Places::of(homes);
    match topic(text) {
        None => Vec::new(),
        Some(Topic::Whole) => vec![(format!("$.content.h1()[?({})]", places.near("readme", "i")), false)],
        Some(Topic::Licence) => {
            let files = places.near(LICENCES, "i");
            let (manifests, line) = LICENSED;
            let all = [
                // Its name stands in the first lines.
                format!("$.content.grep(/licen[cs]e/i)[?(@.line < 8 && {files})]"),
                format!("$.files[?({files})]"),
                format!("$.files[?({})].grep(/{line}/)", places.exact(Places::ON_TOP, manifests)),
                format!("$.content.heading(\"licen\")[?({})]", places.near("readme", "i")),
            ];
            all.map(|query| (query, false)).into()
        }
        Some(Topic::Checks) => {
            let files = format!("$.files[?({})]", places.exact(Places::ON_TOP, CHECKED_BY));
            let named = format!(
                "$.content.heading(/(^|[^A-Za-z])CI([^A-Za-z]|$)|continuous integration|持续集成/)[?({})]",
                places.near(GUIDES, "i")
            );
            vec![(files, false), (named, false)]
        }
        Some(Topic::Authors) => {
            let (manifests, line) = AUTHORED;
            let files = places.near("authors|contributors|maintainers|credits", "i");
            let all = [
                format!("$.files[?({files})]"),
                format!("$.files[?({})].grep(/{line}/i)", places.exact(Places::ON_TOP, manifests)),
                format!(
                    "$.content.heading(/authors?|maintainers?|credits|contributors/i)[?({})]",
                    places.near("readme|contributing", "i")
                ),
            ];
            all.map(|query| (query, false)).into()
        }
        Some(Topic::Task(task)) => of_task(task, &places),
        Some(Topic::Front(task)) => {
            let scripts = |place| (places.scripts(place, &SCRIPTS[..1], task.scripts), false);
            vec![
                scripts(Places::ON_TOP),
                scripts(Places::DEEPER),
                (format!("$.content.heading(/{}/i)[?({})]", task.titles, places.near(GUIDES, "i")), false),
            ]
        }
    }
}

/// The queries for what says how a task is done: what is on top of the project first, and what people have written for
/// people before what tools read.
fn of_task(task: &Task, places: &Places) -> Vec<Answering> {
    let titles = task.titles;
    let besides = |field: &str| match task.besides {
        "" => String::new(),
        besides => format!("!({field} =~ /{besides}/i)"),
    };
    let headings = |files: String| {
        let all: Vec<String> = [files, besides("@.name")].into_iter().filter(|part| !part.is_empty()).collect();
        format!("$.content.heading(/{titles}/i)[?({})]", all.join(" && "))
    };
    let lines = match besides("@.text") {
        none if none.is_empty() => none,
        besides => format!("[?({besides})]"),
    };
    // Plain text has no headings.
    let plain = places.whole(Places::ON_TOP, GUIDES, r"(\.txt)?");
    let on_top = || places.begins(Places::ON_TOP, GUIDES);
    let mut all = Vec::new();
    if !task.whole.is_empty() {
        all.push(format!("$.content.heading(/{}/i)[?({})]", task.whole, on_top()));
    }
    all.push(headings(on_top()));
    if !task.commands.is_empty() {
        // A section may say how without a title that does: more than one with a word of it in its title.
        let at = all.len() - usize::from(!task.whole.is_empty());
        all.insert(at, format!(r"$.files[?({})].grep(/(^|[ \t`$>]|\.\/)({})/)", on_top(), task.commands));
    }
    all.push(format!("$.files[?({plain})].grep(/{titles}/i){lines}"));
    // Guides may stand in the documentation, and are written for people there, too.
    all.push(headings(places.begins(Places::DOCUMENTED, GUIDES)));
    let mut all: Vec<Answering> = all.into_iter().map(|query| (query, false)).collect();
    let is_of_tests = task.words.contains(&"tests");
    if !task.scripts.is_empty() {
        all.push((places.scripts(Places::ON_TOP, SCRIPTS, task.scripts), false));
    }
    if is_of_tests {
        all.push((places.scripts(Places::ON_TOP, SCRIPTS_OF_TESTS, ""), false));
    }
    all.push((headings(places.begins(Places::BELOW, GUIDES)), false));
    if !task.scripts.is_empty() {
        all.push((places.scripts(Places::DEEPER, &SCRIPTS[..1], task.scripts), true));
    }
    if !task.tools.is_empty() {
        all.push((places.scripts(Places::ON_TOP, task.tools, ""), true));
    }
    all
}

/// The directories that projects are at home in, as the beginning of a regular expression for paths.
struct Places {
    home: String,
}

impl Places {
    /// In the home itself, in its documentation, in a directory of it or in that, in directories further down.
    const ON_TOP: &str = "";
    const DOCUMENTED: &str = r"docs?\/([^\/]+\/)?";
    const BELOW: &str = r"([^\/]+|docs?\/.*)\/";
    const DEEPER: &str = r"([^\/]+\/){1,2}";

    fn of(homes: &[String]) -> Places {
        let homes: Vec<String> = homes.iter().map(|home| regex::escape(home).replace('/', "\\/")).collect();
        Places { home: if homes.is_empty() { String::new() } else { format!("({})?", homes.join("|")) } }
    }

    /// Files whose names begin so, in the home or in a directory of it.
    fn near(&self, names: &str, flags: &str) -> String {
        format!("@.path =~ /^{}([^\\/]+\\/)?({names})[^\\/]*$/{flags}", self.home)
    }

    /// Files whose names begin so.
    fn begins(&self, place: &str, names: &str) -> String {
        format!("@.path =~ /^{}{place}({names})[^\\/]*$/i", self.home)
    }

    /// Files with such a name and such an ending.
    fn whole(&self, place: &str, names: &str, ending: &str) -> String {
        format!("@.path =~ /^{}{place}({names}){ending}$/i", self.home)
    }

    /// Files of such a name, as it is written.
    fn exact(&self, place: &str, names: &str) -> String {
        format!("@.path =~ /^{}{place}({names})$/", self.home)
    }

    /// The query for the scripts of these names, in files of these sorts.
    fn scripts(&self, place: &str, sorts: &[(&str, &str)], names: &str) -> String {
        let files: Vec<&str> = sorts.iter().map(|(file, _)| *file).collect();
        let lines: Vec<String> = sorts.iter().map(|(_, line)| line.replace("{}", names)).collect();
        format!("$.files[?({})].grep(/{}/)", self.exact(place, &files.join("|")), lines.join("|"))
    }
}

/// True if a question is about the project itself.
pub(in crate::agent) fn is_asked(text: &str) -> bool {
    topic(text).is_some()
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
            "how do I run a single test",
            "how do I start the dev server",
            "how do I build the front end",
            "how do I lint the code",
            "如何构建前端",
            "where is the CI configured",
            "who wrote this project",
        ] {
            assert!(is_asked(question), "{question}");
        }
        for question in [
            "how do I build a query",
            "what is a licence key checked with",
            "what runs first",
            "what does it do",
            "who wrote the parser",
            "where is the cache configured",
            "builder",
            "how do I start the server",
            "what is the format of a report",
            "how do I run a command",
            "what is the front end built with",
            "如何跳过一个测试",
            "怎么只运行上次失败的测试",
            "如何编译正则表达式",
        ] {
            assert!(!is_asked(question), "{question}");
        }
    }
}
