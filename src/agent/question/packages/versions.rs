//! Versions: which one of what it needs a project asks for, of a language or of a package, and which one it is itself.

use super::known::Package;
use super::manifests::{MANIFESTS, Manifest, escaped};
use crate::docql::quoted;
use crate::library::Library;
use regex::Regex;
use std::sync::LazyLock;

/// The words behind what is asked about, up to the end: who needs it, and that it is needed.
const NEEDED: &str = r"(?: (?:is|are|does|do|will|must|should|can))?(?: (?:it|this|we|they|you|i|one|the project|this project|[\w./-]+))??(?: (?:currently|here|now|at least))?(?: (?:be|have))?(?: (?:require|use|need|support|depend|pin|instal|work|run|buil[dt]|compile|want|target)(?:s|d|ed|led)?(?: (?:on|with|for|here|against|by .*))?)?";

/// The same where what needs it has several words: "does the web client need".
const NEEDED_BY: &str = r"(?:does|do|must|should|can) (?:the |this |our )?[\w./-]+(?: [\w./-]+){0,2} (?:require|use|need|support|depend on|run on|build with|run with|compile with|want|target)";

/// What is asked about: a word, or several with capitals: `Spring Boot`.
const NAME: &str = r"[\w@./-]+(?:(?-i: [A-Z][\w.-]*)){0,2}";

/// Ways to ask for the version of something.
static ASKED: LazyLock<Vec<Regex>> = LazyLock::new(|| {
    let which = r"(?i)^(?:which|what)(?:'s| is| are)?(?: the)?(?: (?:minimum|minimal|lowest|oldest|least|required|supported|current|exact))?";
    let all = [
        format!(r"{which} versions? of (?:the )?(?<name>{NAME}){NEEDED}$"),
        format!(r"{which} (?<name>{NAME}) versions? (?:is|are|does|do|must|should|can){NEEDED}$"),
        format!(r"{which} versions? of (?:the )?(?<name>{NAME}) {NEEDED_BY}$"),
        format!(r"{which} (?<name>{NAME}) versions? {NEEDED_BY}$"),
        r"(?i)^(?:minimum|minimal|required|supported) (?<name>[\w@./-]+) versions?$".to_owned(),
    ];
    all.iter().filter_map(|text| Regex::new(text).ok()).collect()
});

/// Ways to ask for the version of the project itself.
static OWN: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let text = r"(?i)^(?:(?:which|what)(?:'s| is)?(?: the)?(?: current| latest)? version(?: is (?:this|it)(?: project| package)?| of (?:this|the) (?:project|package|repository|library|program|code))?|(?:the )?current version)$";
    Regex::new(text).ok()
});

/// Ways to ask in Chinese.
static CHINESE: LazyLock<Vec<Regex>> = LazyLock::new(|| {
    let all = [
        r"(?:哪个|什么|哪些|多少)版本的 ?(?<name>[A-Za-z][\w@./-]*)",
        r"(?:哪个|什么|哪些) ?(?<name>[A-Za-z][\w@./-]*) ?的?版本",
        r"^(?:.*?(?:需要|要求|支持|依赖|使用|最低)的? ?)(?<name>[A-Za-z][\w@./-]*) ?的?(?:最低|最小)?版本(?:是多少|是什么|是哪个|要求)?$",
        r"(?:需要|要求|支持|使用) ?(?<name>[A-Za-z][\w@./-]*) ?的?(?:哪个|什么|哪些)版本",
    ];
    all.iter().filter_map(|text| Regex::new(text).ok()).collect()
});

/// Words that stand for the project itself.
const ITSELF: &[&str] = &["this", "it", "project", "package", "library", "repository", "program"];

/// What is asked for; empty for the project itself. `None` for other questions.
pub(super) fn asked(text: &str) -> Option<String> {
    let is_own = OWN.as_ref().is_some_and(|own| own.is_match(text));
    if is_own || ["当前版本", "现在的版本", "项目的版本"].iter().any(|own| text.contains(own)) {
        return Some(String::new());
    }
    let forms = ASKED.iter().chain(CHINESE.iter());
    let name = forms.filter_map(|form| form.captures(text)).find_map(|found| found.name("name"))?;
    let name = name.as_str().trim_end_matches(['.', '-', '/']);
    Some(if ITSELF.iter().any(|word| word.eq_ignore_ascii_case(name)) { String::new() } else { name.to_owned() })
}

/// Directories of what others have written.
const VENDORED: &str = r"(^|\/)(vendor|node_modules|third_party|3rdparty|deps)\/";

/// Endings of the names of sources that tell it of the project itself.
const SOURCES: &[&str] = &[r"\.py", r"\.rb", r"\.php", r"\.go", r"\.h"];

/// A file that tells which version a project has or needs, and the lines that do.
struct Told {
    /// The languages that it is told of; none for the project itself.
    languages: &'static [&'static str],
    /// The name of the file, as a regular expression.
    file: &'static str,
    /// The line, as a regular expression; what begins with a dot is a value of data.
    line: &'static str,
}

#[rustfmt::skip]
const TOLD: &[Told] = &[
    Told { languages: &[], file: r"VERSION|version\.txt|VERSION\.txt", line: r"\d" },
    Told { languages: &[], file: r"Cargo\.toml|pyproject\.toml", line: r"^version[ \t]*=[ \t]*['\x22]" },
    Told { languages: &[], file: r"package\.json|composer\.json", line: r"^[ \t]{1,4}\x22version\x22" },
    Told { languages: &[], file: r"pubspec\.yaml", line: r"^version:" },
    Told { languages: &[], file: r"setup\.cfg|setup\.py", line: r"^[ \t]*version[ \t]*=" },
    Told { languages: &[], file: r"gradle\.properties", line: r"^[ \t]*(VERSION_NAME|version)[ \t]*=" },
    Told { languages: &[], file: r"build\.gradle(\.kts)?", line: r"^[ \t]*version[ \t]*=?[ \t]*['\x22]" },
    Told { languages: &[], file: r"pom\.xml", line: ".data.project.version" },
    Told { languages: &[], file: r"pom\.xml", line: r"^[ \t]*<revision>" },
    Told { languages: &[], file: r"(_?_?version_?_?|__init__|__about__)\.py", line: r"^(__version__|VERSION|version|version_info|__version_info__)[ \t]*(:.*)?=" },
    Told { languages: &[], file: r"version\.rb", line: r"^[ \t]*(VERSION|MAJOR|MINOR|TINY|PATCH|BRANCH)[ \t]*=" },
    Told { languages: &[], file: r"((?i:{project})|Version|Application)\.php", line: r"^[ \t]*((final|public)[ \t]+)*const[ \t]+(string[ \t]+)?VERSION[ \t]*=" },
    Told { languages: &[], file: r"CMakeLists\.txt", line: r"^[ \t]*(project[ \t]*\([^)]*)?VERSION[ \t]+\d" },
    Told { languages: &[], file: r"(version|const|constants|main)\.go", line: r"^[ \t]*((const|var)[ \t]+)?(VERSION|Version|version)[ \t]*(string[ \t]*)?=[ \t]*['\x22]" },
    Told { languages: &[], file: r"(version|(?i:{project}))\.h", line: r"^[ \t]*#[ \t]*define[ \t]+(VERSION|{})(_STRING)?[ \t]+['\x22]" },
    Told { languages: &["python", "python3", "cpython"], file: r"pyproject\.toml|setup\.cfg|setup\.py", line: r"requires-python|python_requires|^python[ \t]*=" },
    Told { languages: &["python", "python3", "cpython"], file: r"pyproject\.toml|setup\.cfg|setup\.py", line: r"Programming Language :: Python :: \d" },
    Told { languages: &["python", "python3", "cpython"], file: r"\.python-version", line: r"\d" },
    Told { languages: &["python", "python3", "cpython"], file: r"tox\.ini", line: r"^[ \t]*(env_?list|basepython)[ \t]*=|^[ \t]+py(thon)?3" },
    Told { languages: &["go", "golang"], file: r"go\.mod", line: r"^(go|toolchain)[ \t]+\S" },
    Told { languages: &["rust", "rustc"], file: r"Cargo\.toml", line: r"^rust-version[ \t]*=" },
    Told { languages: &["rust", "rustc"], file: r"rust-toolchain(\.toml)?", line: r"\d|channel" },
    Told { languages: &["node", "nodejs", "node.js"], file: r"package\.json", line: r"^[ \t]+\x22node\x22[ \t]*:" },
    Told { languages: &["node", "nodejs", "node.js"], file: r"\.nvmrc|\.node-version", line: r"\d" },
    Told { languages: &["php"], file: r"composer\.json", line: r"^[ \t]+\x22php\x22[ \t]*:" },
    Told { languages: &["ruby"], file: r"Gemfile|.*\.gemspec", line: r"^[ \t]*ruby[ (]|required_ruby_version" },
    Told { languages: &["ruby"], file: r"\.ruby-version", line: r"\d" },
    Told { languages: &["java", "jdk", "jvm"], file: r"pom\.xml", line: r"<(maven\.compiler\.(source|target|release)|java\.version|release|jdk\.version)>" },
    Told { languages: &["java", "jdk", "jvm"], file: r"build\.gradle(\.kts)?", line: r"sourceCompatibility|targetCompatibility|jvmTarget|jvmToolchain|JavaLanguageVersion|JavaVersion" },
    Told { languages: &["python", "python3", "cpython"], file: r"\.tool-versions", line: r"^python[ \t]" },
    Told { languages: &["python", "python3", "cpython"], file: DOCKER, line: r"^FROM[ \t]+(\S*\/)?python:" },
    Told { languages: &["python", "python3", "cpython"], file: WORKFLOWS, line: r"python-version:" },
    Told { languages: &["node", "nodejs", "node.js"], file: r"\.tool-versions|mise\.toml", line: r"^node(js)?[ \t=]" },
    Told { languages: &["node", "nodejs", "node.js"], file: DOCKER, line: r"^FROM[ \t]+(\S*\/)?node:" },
    Told { languages: &["node", "nodejs", "node.js"], file: WORKFLOWS, line: r"node-version:" },
    Told { languages: &["php"], file: r"\.tool-versions", line: r"^php[ \t]" },
    Told { languages: &["php"], file: DOCKER, line: r"^FROM[ \t]+(\S*\/)?php:" },
    Told { languages: &["php"], file: WORKFLOWS, line: r"php-version:" },
    Told { languages: &["ruby"], file: r"\.tool-versions", line: r"^ruby[ \t]" },
    Told { languages: &["ruby"], file: DOCKER, line: r"^FROM[ \t]+(\S*\/)?ruby:" },
    Told { languages: &["ruby"], file: WORKFLOWS, line: r"ruby-version:" },
    Told { languages: &["go", "golang"], file: DOCKER, line: r"^FROM[ \t]+(\S*\/)?golang:" },
    Told { languages: &["rust", "rustc"], file: DOCKER, line: r"^FROM[ \t]+(\S*\/)?rust:" },
    Told { languages: &["java", "jdk", "jvm"], file: r"\.java-version|\.tool-versions", line: r"^java[ \t]|^\d" },
    Told { languages: &["java", "jdk", "jvm"], file: r"pom\.xml", line: r"<[\w.]*java[\w.]*version>|<(source|target)>" },
    Told { languages: &["java", "jdk", "jvm"], file: DOCKER, line: r"^FROM[ \t]+(\S*\/)?(openjdk|eclipse-temurin|amazoncorretto|\w*jdk\w*):" },
    Told { languages: &["java", "jdk", "jvm"], file: WORKFLOWS, line: r"java-version:" },
    Told { languages: &["dart"], file: r"pubspec\.yaml", line: r"^[ \t]+sdk:" },
];

/// Files by which images of containers are built, and checks are run: they need some version of a language.
const DOCKER: &str = r"(Docker|Container)file[\w.-]*|[\w-]+\.[Dd]ockerfile";
const WORKFLOWS: &str = r"\.github\/workflows\/[^\/]+\.ya?ml";

/// Files in which people write which version of a language is needed, and what may stand between the two.
const WRITTEN: &str = r"(?i)(readme|contributing|building|install)[^\/]*";
const UP_TO: &str = r"(\.js|[ \t]*\(?jdk)?[^A-Za-z0-9\n]{1,6}(versions?[ \t]+)?v?\d";

/// True for sources of a program; what builds it is a manifest.
fn is_source(file: &str) -> bool {
    SOURCES.iter().any(|ending| file.ends_with(ending)) && !file.contains("setup")
}

/// The queries for the lines that tell the version of what is asked for: those on top of the workspace first, and those
/// further down, which answer where there are none. `spelled` is how manifests write the name, `top` is the directory of the package on top, `project` the name of the
/// workspace.
pub(super) fn queries(name: &str, top: &str, project: &str, spelled: &[String]) -> Vec<(String, bool)> {
    let is_told = |told: &&Told| match name.is_empty() {
        true => told.languages.is_empty(),
        false => told.languages.iter().any(|language| language.eq_ignore_ascii_case(name)),
    };
    let told: Vec<&Told> = TOLD.iter().filter(is_told).collect();
    let on_top = if top.is_empty() { String::new() } else { format!("{}\\/", escaped(top)) };
    // A header that tells of the versions of others tells of the project's own by its name.
    let own = format!("{}_VERSION", escaped(&project.replace(['-', '.', ' '], "_").to_uppercase()));
    let of = |told: &&Told, before: &str| {
        let file = told.file.replace("{project}", &escaped(project));
        let outside = if name.is_empty() { format!("[?(!(@.path =~ /{VENDORED}/))]") } else { String::new() };
        let files = format!("$.files[?(@.path =~ /^{before}({file})$/)]{outside}");
        match told.line.starts_with('.') {
            true => format!("{files}{}", told.line),
            false => format!("{files}.grep(/{}/)", told.line.replace("{}", &own)),
        }
    };
    if !told.is_empty() {
        let above = told.iter().map(|told| (of(told, &on_top), false));
        // Further down a manifest is that of another package, and of the project itself only a source tells.
        let tells = |told: &&&Told| !name.is_empty() || is_source(told.file);
        let below = if name.is_empty() { format!("{on_top}([^\\/]+\\/){{1,3}}") } else { ".*\\/".to_owned() };
        let written = (!name.is_empty()).then(|| {
            let files = format!("$.files[?(@.path =~ /{WRITTEN}$/)][?(!(@.path =~ /{VENDORED}/))]");
            (format!("{files}.grep(/(^|[^A-Za-z]){}{UP_TO}/i)", escaped(name.trim_end_matches(".js"))), true)
        });
        let below = told.iter().filter(tells).map(|told| (of(told, &below), true));
        return above.chain(below).chain(written).collect();
    }
    let (name, words) = (&*name.replace(' ', "-"), name);
    let path = |row: &Manifest| if top.is_empty() { row.file.to_owned() } else { format!("{top}/{}", row.file) };
    let own = [name.to_owned()];
    let names = if spelled.is_empty() { &own[..] } else { spelled };
    let above = names.iter().flat_map(|name| {
        MANIFESTS.iter().flat_map(move |row| row.needing(name, &format!("@.path == {}", quoted(&path(row)))))
    });
    let below = names.iter().flat_map(|name| MANIFESTS.iter().flat_map(|row| row.dependents(name)));
    // What builds with it names it beside a version: a plugin of Gradle, a property of Maven.
    let spelled = words.split([' ', '-']).map(escaped).collect::<Vec<_>>().join("[\\w.-]*");
    let built = [
        format!(
            r"$.files[?(@.name =~ /^build\.gradle(\.kts)?$/)].grep(/['\x22][\w.-]*{spelled}['\x22][ \t)]+version/i)"
        ),
        format!(r"$.files[?(@.name =~ /^pom\.xml$/)].grep(/<{spelled}[\w-]*\.version>/i)"),
    ];
    above.chain(built).map(|query| (query, false)).chain(below.map(|query| (query, true))).collect()
}

/// The query for the version of the parent of a package of Maven, if that is called so: `spring-boot-starter-parent`.
pub(super) fn of_parent(name: &str, packages: &[Package], library: &Library) -> Option<String> {
    let plain = |text: &str| text.to_ascii_lowercase().replace([' ', '_', '.'], "-");
    let pom = packages.iter().find(|package| package.row.file == "pom.xml")?;
    let text = library.text(library.find(&pom.manifest)?).ok()?;
    let (_, parent) = text.split_once("<parent>")?;
    let (parent, _) = parent.split_once("</parent>")?;
    let is_meant = !name.is_empty() && plain(parent).contains(&plain(name));
    is_meant.then(|| format!("$.files[?(@.path == {})].data.project.parent.version", quoted(&pom.manifest)))
}

#[cfg(test)]
mod tests {
    use super::asked;

    #[test]
    fn versions_are_asked_for_in_many_ways() {
        for (text, name) in [
            ("which version of pluggy is required", Some("pluggy")),
            ("which version of go does it need", Some("go")),
            ("what version of quic-go is used", Some("quic-go")),
            ("which version of client_golang does it depend on", Some("client_golang")),
            ("what is the minimum version of rust", Some("rust")),
            ("which python versions are supported", Some("python")),
            ("what node version does this project require", Some("node")),
            ("what is the current version", Some("")),
            ("which version is this", Some("")),
            ("current version", Some("")),
            ("需要哪个版本的 go", Some("go")),
            ("项目要求的 python 版本", Some("python")),
            ("支持哪些 Python 版本", Some("Python")),
            ("which version of the api returns pages", None),
            ("which version of Spring Boot", Some("Spring Boot")),
            ("which Spring Boot version is used", Some("Spring Boot")),
            ("which Node version does the web UI need", Some("Node")),
            ("which version introduced the flag", None),
            ("what happens to old versions of a file", None),
        ] {
            assert_eq!(asked(text).as_deref(), name, "{text}");
        }
    }
}
