//! The lines of files that tell which version a project has, or which one of a language it needs; a row each.

/// Directories of what others have written.
pub(super) const VENDORED: &str = r"(^|\/)(vendor|node_modules|third_party|3rdparty|deps)\/";

/// Endings of the names of sources that tell it of the project itself.
const SOURCES: &[&str] = &[r"\.py", r"\.rb", r"\.php", r"\.go", r"\.h"];

/// A file that tells which version a project has or needs, and the lines that do.
pub(super) struct Told {
    /// The languages, and the tools, that it is told of; none for the project itself.
    pub languages: &'static [&'static str],
    /// The name of the file, as a regular expression.
    pub file: &'static str,
    /// The line, as a regular expression; what begins with a dot is a value of data.
    pub line: &'static str,
}

#[rustfmt::skip]
pub(super) const TOLD: &[Told] = &[
    Told { languages: &[], file: r"((?i:{project})\/)?(VERSION|version|\.version|version\.txt|VERSION\.txt)", line: r"\d" },
    Told { languages: &[], file: r"Cargo\.toml", line: r".data[?(@.version =~ /^\d/)].version" },
    Told { languages: &[], file: r"Cargo\.toml", line: r".data.workspace[?(@.version =~ /^\d/)].version" },
    Told { languages: &[], file: r"pyproject\.toml", line: r"^version[ \t]*=[ \t]*['\x22]" },
    Told { languages: &[], file: r"package\.json|composer\.json", line: r"^[ \t]{1,4}\x22version\x22" },
    Told { languages: &[], file: r"pubspec\.yaml", line: r"^version:" },
    Told { languages: &[], file: r"setup\.cfg|setup\.py", line: r"^[ \t]*version[ \t]*=[ \t]*['\x22]?v?\d" },
    Told { languages: &[], file: r"gradle\.properties", line: r"^[ \t]*(VERSION_NAME|version)[ \t]*=" },
    Told { languages: &[], file: r"build\.gradle(\.kts)?", line: r"^[ \t]*version[ \t]*=?[ \t]*['\x22]" },
    Told { languages: &[], file: r"pom\.xml", line: ".data.project.version" },
    Told { languages: &[], file: r"pom\.xml", line: r"^[ \t]*<revision>" },
    Told { languages: &[], file: r"(_?_?version_?_?|__init__|__about__)\.py", line: r"^(__version__|VERSION|version|version_info|__version_info__)[ \t]*(:.*)?=" },
    Told { languages: &[], file: r"version\.rb", line: r"^[ \t]*(VERSION|MAJOR|MINOR|TINY|PATCH|BRANCH)[ \t]*=" },
    Told { languages: &[], file: r"((?i:{project})|Version|Application|App|Kernel)\.php", line: r"^[ \t]*((final|public)[ \t]+)*const[ \t]+(string[ \t]+)?VERSION[ \t]*=" },
    Told { languages: &[], file: r"CMakeLists\.txt", line: r"^[ \t]*(project[ \t]*\([^)]*)?VERSION[ \t]+\d|^[ \t]*(?i:set)[ \t]*\([ \t]*({}|PROJECT_VERSION|VERSION)[ \t]+['\x22]?\d" },
    Told { languages: &[], file: r"meson\.build", line: r"^[ \t]*(project[ \t]*\(.*)?version[ \t]*:[ \t]*['\x22]\d" },
    Told { languages: &[], file: r"build\.sbt|version\.sbt", line: r"^[ \t]*(ThisBuild[ \t]*\/[ \t]*)?version([ \t]+in[ \t]+ThisBuild)?[ \t]*:=" },
    Told { languages: &[], file: r"mix\.exs|build\.zig\.zon|deno\.json|jsr\.json|lerna\.json", line: r"^[ \t]*(@version[ \t]+['\x22]\d|\.version[ \t]*=|version:[ \t]*['\x22]\d|\x22version\x22)" },
    Told { languages: &[], file: r"[^\/]+\.gemspec", line: r"\.version[ \t]*=[ \t]*['\x22]\d" },
    Told { languages: &[], file: r"(build-logic|buildSrc|build-conventions|build-plugins?)\/(.*\/)?[^\/]+\.gradle(\.kts)?", line: r"^[ \t]*(project\.)?version[ \t]*=[ \t]*['\x22]\d" },
    Told { languages: &[], file: r"Directory\.[\w.]*props|(src\/)?((?i:{project})\/)?(?i:{project})\.(cs|fs|vb)proj", line: r"<Version(Prefix)?>[ \t]*\d" },
    Told { languages: &[], file: r"(version|version_current|const|constants|main)\.go", line: r"^[ \t]*(Major|Minor|Patch\w*)[ \t]*:[ \t]*\d|^[ \t]*((const|var)[ \t]+)?(VERSION|Version|version)[ \t]*(string[ \t]*)?=[ \t]*['\x22]" },
    Told { languages: &[], file: r"(version|(?i:{project}))\.h", line: r"^[ \t]*#[ \t]*define[ \t]+(VERSION|{})(_STRING)?[ \t]+['\x22]" },
    Told { languages: &["python", "python3", "cpython"], file: r"pyproject\.toml|setup\.cfg|setup\.py", line: r"requires-python|python_requires|^python[ \t]*=" },
    Told { languages: &["python", "python3", "cpython"], file: r"pyproject\.toml|setup\.cfg|setup\.py", line: r"Programming Language :: Python :: \d" },
    Told { languages: &["python", "python3", "cpython"], file: r"\.python-version", line: r"\d" },
    Told { languages: &["python", "python3", "cpython"], file: r"tox\.ini", line: r"^[ \t]*(env_?list|basepython)[ \t]*=|^[ \t]+py(thon)?3" },
    Told { languages: &["go", "golang"], file: r"go\.mod", line: r"^(go|toolchain)[ \t]+\S" },
    Told { languages: &["rust", "rustc"], file: r"Cargo\.toml", line: r"^rust-version[ \t]*=" },
    Told { languages: &["rust", "rustc"], file: r"rust-toolchain(\.toml)?", line: r"^[ \t]*channel[ \t]*=|^(stable|beta|nightly|\d)" },
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
    Told { languages: &["gradle"], file: r"gradle\/wrapper\/gradle-wrapper\.properties", line: r"^[ \t]*distributionUrl[ \t]*=" },
    Told { languages: &["maven", "mvn"], file: r"\.mvn\/wrapper\/maven-wrapper\.properties", line: r"^[ \t]*distributionUrl[ \t]*=" },
    Told { languages: &["cmake"], file: r"CMakeLists\.txt", line: r"(?i)^[ \t]*cmake_minimum_required[ \t]*\(" },
    Told { languages: &["bazel"], file: r"\.bazelversion", line: r"\d" },
    Told { languages: &["meson"], file: r"meson\.build", line: r"meson_version[ \t]*:" },
    Told { languages: &[".net", "dotnet", "net"], file: r"global\.json", line: r"^[ \t]*\x22version\x22" },
    Told { languages: &[".net", "dotnet", "net"], file: r"Directory\.[\w.]*props|(src\/)?([^\/]+\/)?[^\/]+\.(cs|fs|vb)proj", line: r"<TargetFrameworks?[ >]" },
    Told { languages: &["dart"], file: r"pubspec\.yaml", line: r"^[ \t]+sdk:" },
];

/// Files by which images of containers are built, and checks are run: they need some version of a language.
const DOCKER: &str = r"(Docker|Container)file[\w.-]*|[\w-]+\.[Dd]ockerfile";
const WORKFLOWS: &str = r"\.github\/workflows\/[^\/]+\.ya?ml";

/// Files in which people write which version of a language is needed, and what may stand between the two.
pub(super) const WRITTEN: &str = r"(?i)(readme|contributing|building|install)[^\/]*";
pub(super) const UP_TO: &str = r"(\.js|[ \t]*\(?jdk)?[^A-Za-z0-9\n]{1,6}(versions?[ \t]+)?v?\d";

/// True for sources of a program; what builds it is a manifest.
pub(super) fn is_source(file: &str) -> bool {
    SOURCES.iter().any(|ending| file.ends_with(ending)) && !file.contains("setup")
}
