//! Versions: which one of what it needs a project asks for, of a language or of a package, and which one it is itself.

use super::catalogs;
use super::known::{Package, called, is_own};
use super::manifests::{MANIFESTS, Manifest, escaped};
use super::version_lines::{TOLD, Told, UP_TO, VENDORED, WRITTEN, is_source};
use crate::docql::quoted;
use crate::library::{FileEntry, Library};
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
    let which = r"(?i)^(?:which|what)(?:'s| is| are)?(?: the)?(?: (?:minimum|minimal|lowest|oldest|least|required|supported|current|exact)){0,2}";
    let all = [
        format!(r"{which} versions? of (?:the )?(?<name>{NAME}){NEEDED}$"),
        format!(r"{which} (?<name>{NAME}) versions? (?:is|are|does|do|must|should|can){NEEDED}$"),
        format!(r"{which} versions? of (?:the )?(?<name>{NAME}) {NEEDED_BY}$"),
        format!(r"{which} (?<name>{NAME}) versions? {NEEDED_BY}$"),
        r"(?i)^(?:minimum|minimal|required|supported)(?: supported| required)? (?<name>[\w@./-]+) versions?$"
            .to_owned(),
        format!(r"{which} (?<name>{NAME}) versions?$"),
        format!(
            r"{which} (?<name>{NAME}) versions? (?:is|are) the (?:minimum|minimal|lowest|oldest)(?: supported| required)?$"
        ),
        // Names of two words that somebody writes without capitals.
        r"(?i)^(?:which|what) versions? of (?<name>[\w@./-]+ [\w@./-]+) (?:is|are) (?:used|required|needed|supported)$"
            .to_owned(),
        r"(?i)^(?:which|what) (?<name>[\w@./-]+ [\w@./-]+) versions? (?:is|are) (?:used|required|needed|supported)$"
            .to_owned(),
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

/// Ways to ask which one of a language, or of a tool, is needed, without the word for its version.
static OF_LANGUAGE: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let text = r"(?i)^(?:which|what) (?<name>[\w.+-]+) (?:do|does|should|must|can|is|are) (?:(?:i|we|you|one|it|this|this project) )?(?:need|needed|require|required|run|use|used|have|install|supported)(?: .*)?$";
    Regex::new(text).ok()
});

/// Words that stand for the project itself.
const ITSELF: &[&str] = &["this", "it", "project", "package", "library", "repository", "program"];

/// What is asked for; empty for the project itself. `None` for other questions.
pub(super) fn asked(text: &str) -> Option<String> {
    let is_own = OWN.as_ref().is_some_and(|own| own.is_match(text));
    if is_own || ["当前版本", "现在的版本", "项目的版本"].iter().any(|own| text.contains(own)) {
        return Some(String::new());
    }
    let language = OF_LANGUAGE.as_ref().and_then(|form| form.captures(text)).and_then(|found| found.name("name"));
    if let Some(language) = language.filter(|name| is_language(name.as_str())) {
        return Some(language.as_str().to_owned());
    }
    let forms = ASKED.iter().chain(CHINESE.iter());
    let name = forms.filter_map(|form| form.captures(text)).find_map(|found| found.name("name"))?;
    let name = name.as_str().trim_end_matches(['.', '-', '/']);
    Some(if ITSELF.iter().any(|word| word.eq_ignore_ascii_case(name)) { String::new() } else { name.to_owned() })
}

/// True for a language, or a tool, of which files tell the version that is needed.
fn is_language(name: &str) -> bool {
    TOLD.iter().any(|told| told.languages.iter().any(|language| language.eq_ignore_ascii_case(name)))
}

/// Whose version is asked for, and where it may be told.
pub(super) struct Wanted<'a> {
    /// What is asked about; empty for the project itself.
    pub name: &'a str,
    /// The directory of the package on top.
    pub top: &'a str,
    /// The name of the workspace.
    pub project: &'a str,
    /// How manifests write the name.
    pub spelled: &'a [String],
}

/// The queries for the lines that tell the version of what is asked for: those on top of the workspace first, and those
/// further down, which answer where there are none.
pub(super) fn queries(wanted: &Wanted<'_>, packages: &[Package], library: &Library) -> Vec<(String, bool)> {
    if wanted.name.is_empty() {
        return of_itself(wanted, packages, library);
    }
    // A language may be called as a package is.
    let of_language = of_language(wanted);
    if !of_language.is_empty() {
        return of_language;
    }
    // Of a package of its own the workspace knows the version itself; what asks for it tells less.
    if let Some(own) = called(packages, wanted.name).into_iter().find(|package| is_own(package, library)) {
        let below = in_directory(own.directory());
        let rows = TOLD.iter().filter(|told| told.languages.is_empty());
        let of_rows = rows.map(|told| (lines(told, &below, "", wanted.name), false));
        let own = of_gem(own.directory(), library).into_iter().chain(of_rows);
        return own.chain(of_package(wanted, library).into_iter().map(|(query, _)| (query, true))).collect();
    }
    of_package(wanted, library)
}

/// The query for the lines of a row in files whose paths begin so.
fn lines(told: &Told, before: &str, outside: &str, project: &str) -> String {
    let file = told.file.replace("{project}", &escaped(project));
    let files = format!("$.files[?(@.path =~ /^{before}({file})$/)]{outside}");
    // A header that tells of the versions of others tells of the project's own by its name.
    let own = format!("{}_VERSION", escaped(&project.replace(['-', '.', ' '], "_").to_uppercase()));
    match told.line.starts_with('.') {
        true => format!("{files}{}", told.line),
        false => format!("{files}.grep(/{}/)", told.line.replace("{}", &own)),
    }
}

fn in_directory(directory: &str) -> String {
    if directory.is_empty() { String::new() } else { format!("{}\\/", escaped(directory)) }
}

/// The lines that tell the version of the project: where it has several packages, that of the one that is called as it is.
fn of_itself(wanted: &Wanted<'_>, packages: &[Package], library: &Library) -> Vec<(String, bool)> {
    let outside = format!("[?(!(@.path =~ /{VENDORED}/))]");
    let rows = || TOLD.iter().filter(|told| told.languages.is_empty());
    let of = |told: &Told, before: &str| lines(told, before, &outside, wanted.project);
    let all = called(packages, wanted.project);
    let is_on_top = all.iter().any(|package| package.directory() == wanted.top);
    let is_named = |package: &&Package| package.row.needs_name() && !is_on_top && is_own(package, library);
    let named = all.into_iter().find(is_named);
    let namesake = named.map(|package| in_directory(package.directory()));
    let on_top = in_directory(wanted.top);
    let of_namesake = namesake.iter().flat_map(|before| rows().map(move |told| (of(told, before), false)));
    let above = rows().map(|told| (of(told, &on_top), namesake.is_some()));
    // Further down a manifest is that of another package, and of the project itself only a source tells.
    let below = format!("{on_top}([^\\/]+\\/){{1,3}}");
    let below = rows().filter(|told| is_source(told.file)).map(|told| (of(told, &below), true));
    of_gem(wanted.top, library).into_iter().chain(of_namesake).chain(above).chain(below).collect()
}

/// The line that tells the version of the gem in a directory, in the file that its specification takes it from:
/// `require_relative "lib/x/version"`.
fn of_gem(directory: &str, library: &Library) -> Option<(String, bool)> {
    let is_gem = |file: &&FileEntry| file.directory() == directory && file.name().ends_with(".gemspec");
    let gem = library.file_ids().map(|id| library.file(id)).find(is_gem)?;
    let text = library.text(library.find(&gem.path)?).ok()?;
    let required = text.lines().filter_map(|line| {
        let rest = line.trim().strip_prefix("require_relative").or_else(|| line.trim().strip_prefix("require "))?;
        let path = rest.trim().trim_matches(['"', '\'', '(', ')']).trim_start_matches("./");
        path.ends_with("version").then_some(path)
    });
    let paths = required.flat_map(|path| ["", "lib/"].map(|inside| within(directory, &format!("{inside}{path}.rb"))));
    let found = paths.into_iter().find(|path| library.find(path).is_some())?;
    Some((format!(r"$.files[?(@.path == {})].grep(/^[ \t]*VERSION[ \t]*=/)", quoted(&found)), false))
}

/// A path that is written from a directory, from the root.
fn within(directory: &str, path: &str) -> String {
    let mut parts: Vec<&str> = directory.split('/').filter(|part| !part.is_empty()).collect();
    for part in path.split('/') {
        match part {
            ".." => drop(parts.pop()),
            "." | "" => {}
            _ => parts.push(part),
        }
    }
    parts.join("/")
}

/// The lines that tell which version of a language, or of what builds with it, is needed; none for what is neither.
fn of_language(wanted: &Wanted<'_>) -> Vec<(String, bool)> {
    let name = wanted.name;
    let is_told = |told: &&Told| told.languages.iter().any(|language| language.eq_ignore_ascii_case(name));
    let told: Vec<&Told> = TOLD.iter().filter(is_told).collect();
    let on_top = in_directory(wanted.top);
    let above = told.iter().map(|told| (lines(told, &on_top, "", wanted.project), false));
    let below = told.iter().map(|told| (lines(told, ".*\\/", "", wanted.project), true));
    let written = (!told.is_empty()).then(|| {
        let files = format!("$.files[?(@.path =~ /{WRITTEN}$/)][?(!(@.path =~ /{VENDORED}/))]");
        (format!("{files}.grep(/(^|[^A-Za-z]){}{UP_TO}/i)", escaped(name.trim_end_matches(".js"))), true)
    });
    above.chain(below).chain(written).collect()
}

/// The lines that tell which version of a package is needed.
fn of_package(wanted: &Wanted<'_>, library: &Library) -> Vec<(String, bool)> {
    let (name, words, top) = (&*wanted.name.replace(' ', "-"), wanted.name, wanted.top);
    let own = [name.to_owned()];
    let names = if wanted.spelled.is_empty() { &own[..] } else { wanted.spelled };
    let of_catalogs = catalogs::lines_for(words, library).into_iter();
    let above = names
        .iter()
        .flat_map(|name| MANIFESTS.iter().flat_map(move |row| row.telling(name, &row.condition(Some(top)))));
    let below = names.iter().flat_map(|name| {
        // What one module of a build has of its own stands beside what all of them have.
        let of = |row: &'static Manifest| (row, row.telling(name, &row.condition(None)));
        MANIFESTS.iter().map(of).flat_map(|(row, all)| all.into_iter().map(|query| (query, !row.is_of_gradle())))
    });
    // What builds with it names it beside a version: a plugin of Gradle, a property of Maven, a variable.
    let spelled = words.split([' ', '-']).map(escaped).collect::<Vec<_>>().join("[\\w.-]*");
    let built = [
        format!(
            r"$.files[?(@.name =~ /^build\.gradle(\.kts)?$/)].grep(/['\x22][\w.-]*{spelled}['\x22][ \t)]+version/i)"
        ),
        format!(
            r"$.files[?(@.name =~ /^(gradle\.properties|build\.gradle(\.kts)?)$/)].grep(/(^|[ \t.]){spelled}\d*[._-]?version[ \t]*=[ \t]*['\x22]?\d/i)"
        ),
        format!(r"$.files[?(@.name =~ /^pom\.xml$/)].grep(/<{spelled}[\w-]*\.version>/i)"),
        format!(
            r"$.files[?(@.name =~ /(\.(cs|fs|vb)proj|\.props)$/)].grep(/<Package(Reference|Version)[^>]*[ \t](Include|Update)=['\x22]{spelled}['\x22][^>]*[ \t]Version=/i)"
        ),
    ];
    let in_lists = needed_in_lists(names);
    let sure = of_catalogs.chain(above).chain(built).chain(in_lists).map(|query| (query, false));
    let mut all: Vec<(String, bool)> = Vec::new();
    for (query, is_fallback) in sure.chain(below) {
        if !all.iter().any(|(known, _)| *known == query) {
            all.push((query, is_fallback));
        }
    }
    all
}

/// The queries for lines of lists that Python programs keep beside their manifests, or that its scripts for packaging hold.
fn needed_in_lists(names: &[String]) -> Vec<String> {
    let pattern = |name: &String| escaped(name).replace(['-', '_'], "[-_.]");
    let of = |name: &String| {
        let name = pattern(name);
        [
            format!(
                r"$.files[?(@.path =~ /(^|\/)(requirements?\/[^\/]+|[\w.-]*requirements?[\w.-]*)\.(txt|in)$/)].grep(/^[ \t]*{name}[ \t]*(\[.*\])?[ \t]*[=<>~!]/i)"
            ),
            format!(
                r"$.files[?(@.name =~ /^setup\.(py|cfg)$/)].grep(/(^[ \t]*|['\x22]){name}[ \t]*(\[.*\])?[ \t]*[=<>~!]+[ \t]*\d/i)"
            ),
        ]
    };
    names.iter().flat_map(of).collect()
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
            ("which Rust version is the minimum", Some("Rust")),
            ("what is the minimum supported Rust version", Some("Rust")),
            ("which guava version", Some("guava")),
            ("which version of spring boot is used", Some("spring boot")),
            ("which spring boot version is used", Some("spring boot")),
            ("which version introduced the flag", None),
            ("which JDK do I need to build it", Some("JDK")),
            ("which Node should I use", Some("Node")),
            ("which file do I need to change", None),
            ("what happens to old versions of a file", None),
        ] {
            assert_eq!(asked(text).as_deref(), name, "{text}");
        }
    }
}
