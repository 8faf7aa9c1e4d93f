//! What is done with a project, and which files say how: guides by their sections, manifests by their scripts, what tools
//! do by what a manifest declares; a row each.

/// Something that is done with a project.
pub(super) struct Task {
    /// Words that ask for it, in lower case.
    pub words: &'static [&'static str],
    /// The beginnings of the titles of sections that answer.
    pub titles: &'static str,
    /// What those titles say of something else: who runs the tests starts nothing.
    pub besides: &'static str,
    /// What scripts are called that do it; empty where none does.
    pub scripts: &'static str,
    /// Manifests, and the lines of them that have a tool do it where nothing else says how.
    pub tools: &'static [(&'static str, &'static str)],
    /// Commands that do it, as guides write them; empty where there are none.
    pub commands: &'static str,
    /// Titles of sections that are about nothing else; empty where the others say it.
    pub whole: &'static str,
}

#[rustfmt::skip]
pub(super) const TASKS: &[Task] = &[
    Task {
        words: &["build", "compile", "构建", "编译"], titles: "build|compil|from source|构建|编译", besides: "",
        scripts: "build|compile|dist|bundle", tools: BUILT, commands: BUILDS, whole: "",
    },
    Task { words: &["install", "安装"], titles: "install|安装", besides: "", scripts: "install|setup", tools: &[], commands: "", whole: "" },
    Task { words: &["test", "tests", "测试"], titles: "test|测试", besides: "", scripts: "tests?|check|spec", tools: TESTED, commands: TESTS, whole: ABOUT_TESTS },
    Task {
        words: &["lint", "linter", "linters", "代码检查"], titles: "lint|code style|style|代码检查", besides: "",
        scripts: "lint|clippy|check|style", tools: &[], commands: "", whole: "",
    },
    Task {
        words: &["format", "formatter", "格式化"], titles: "format|code style|style|格式化", besides: "",
        scripts: "format|fmt|prettier|style", tools: &[], commands: "", whole: "",
    },
    Task {
        words: &["run", "start", "launch", "serve", "运行", "启动"],
        titles: "run|start|quick|usage|getting started|运行|启动|快速", besides: "test|测试", scripts: "start|dev|serve|run|watch", tools: &[], commands: "", whole: "",
    },
    Task { words: &["contribute", "贡献"], titles: "contribut|pull request|贡献", besides: "", scripts: "", tools: &[], commands: "", whole: "" },
    Task { words: &["conduct", "行为准则"], titles: "conduct|行为准则", besides: "", scripts: "", tools: &[], commands: "", whole: "" },
    Task {
        words: &["security", "vulnerability", "vulnerabilities", "漏洞"],
        titles: "security|vulnerabilit|report|漏洞", besides: "", scripts: "", tools: &[], commands: "", whole: "",
    },
];

/// Commands by which tools build, and those by which they test.
const BUILDS: &str = r"gradlew?(\.bat)?[ \t].*(build|assemble)|mvnw?[ \t].*(install|package|verify|compile)|cargo[ \t]+build|cmake[ \t]+(--build|-[SBGD]|\.)|meson[ \t]+(setup|compile)|(npm|pnpm|yarn|bun)[ \t]+(run[ \t]+)?build|go[ \t]+(build|install)|dotnet[ \t]+build|bazel[ \t]+build|swift[ \t]+build|mix[ \t]+compile|zig[ \t]+build";
const TESTS: &str = r"gradlew?(\.bat)?[ \t].*(check|test)|mvnw?[ \t].*(test|verify)|cargo[ \t]+(nextest|test)|ctest|(npm|pnpm|yarn|bun|composer)[ \t]+(run[ \t]+)?test|(make|rake|just|mix|bazel|swift|dotnet|go|deno|meson)[ \t]+(run[ \t]+)?(check|test|spec)|pytest|tox|phpunit|rspec|script\/(test|cibuild)";

/// Titles of sections on how tests are run.
const ABOUT_TESTS: &str = "^((how to )?(run|running|execute|executing) )?((the|all|our|unit|integration) )*tests?(ing)?( suite)?$|^(运行)?测试$";

#[rustfmt::skip]
const BUILT: &[(&str, &str)] = &[
    (r"pom\.xml", r"<packaging>|<build>"),
    (r"build\.gradle(\.kts)?", r"^[ \t]*(plugins|android)[ \t]*\{"),
    (r"Cargo\.toml", r"^\[(package|workspace)\]"),
    (r"CMakeLists\.txt", r"^[ \t]*project[ \t]*\("),
    (r"meson\.build", r"^[ \t]*project[ \t]*\("),
    (r"go\.mod", r"^module[ \t]"),
    (r"pyproject\.toml", r"^\[build-system\]"),
    (r"[^\/]*\.sln|Directory\.Build\.props", r"^Project|<Project"),
    (r"Package\.swift", r"Package\("),
];

#[rustfmt::skip]
const TESTED: &[(&str, &str)] = &[
    (r"pom\.xml", r"<artifactId>maven-(surefire|failsafe)-plugin|<scope>test"),
    (r"build\.gradle(\.kts)?", r"useJUnit|^[ \t]*test(ing)?[ \t]*\{|testImplementation"),
    (r"Cargo\.toml", r"^\[(package|workspace)\]"),
    (r"CMakeLists\.txt", r"enable_testing|add_test|include[ \t]*\([ \t]*CTest"),
    (r"go\.mod", r"^module[ \t]"),
    (r"phpunit\.xml(\.dist)?", r"<testsuites?>"),
    (r"pytest\.ini|setup\.cfg", r"^\[(tool:)?pytest\]"),
    (r"Package\.swift", r"testTarget\("),
];

/// Files that have scripts, and how a line of them begins that one stands in: `{}` stands for what it is called.
#[rustfmt::skip]
pub(super) const SCRIPTS: &[(&str, &str)] = &[
    (r"package\.json|composer\.json|deno\.jsonc?", r"^[ \t]*\x22({})(:[^\x22]*)?\x22[ \t]*:[ \t]*[\x22\[]"),
    (r"(GNU)?[Mm]akefile", r"^({})([-_][\w-]+)?[ \t]*:([^=]|$)"),
    (r"\.?[Jj]ustfile", r"^@?({})([-_][\w-]+)?([ \t][^:]*)?:([^=]|$)"),
    (r"[Tt]askfile\.ya?ml", r"^[ \t]+({})(:[\w-]+)?:"),
    (r"noxfile\.py|tasks\.py", r"^(async )?def ({})"),
    (r"Rakefile", r"^[ \t]*((multi)?task[ (]+[:'\x22]?({})|.*(Test|RakeTask)(Task)?\.new)"),
    (r"\.cargo\/config(\.toml)?", r"^[\w-]*({})[\w-]*[ \t]*=[ \t]*[\x22\[]"),
];

/// The same of files in which everything is for tests.
pub(super) const SCRIPTS_OF_TESTS: &[(&str, &str)] =
    &[(r"tox\.ini", r"^\[testenv|^env_?list"), (r"pyproject\.toml", r"^\[tool\.(tox|pytest|nox|hatch\.envs)")];
