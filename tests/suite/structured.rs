//! Questions for the structure of a workspace: the query that says it is shown, with how much it found.

use crate::folders::write;
use docql::agent::{Research, ResearchLimits, research};
use docql::indexer::{Indexer, WorkspaceOptions};
use docql::stdx::Ticket;
use std::path::Path;

const FILES: &[(&str, &str)] = &[
    (
        "Cargo.toml",
        "[workspace]\nmembers = [\"crates/*\"]\n\n[workspace.dependencies]\nring-core = { path = \"crates/core\" }\n",
    ),
    (
        "crates/core/Cargo.toml",
        "[package]\nname = \"ring-core\"\ndescription = \"What all rings have.\"\n\n[dependencies]\nserde = \"1\"\nregex = \"1\"\n\n\
         [dev-dependencies]\ntempfile = \"3\"\n",
    ),
    ("crates/core/README.md", "# Core\n\nWhat all rings have in common.\n"),
    ("crates/core/src/lib.rs", "//! The core.\n\npub mod ring;\n"),
    ("crates/core/src/ring.rs", "use regex::Regex;\n\npub struct Ring;\n\npub fn turn(_: &Ring) {}\n"),
    (
        "crates/tool/Cargo.toml",
        "[package]\nname = \"ring-tool\"\n\n[dependencies]\nring-core.workspace = true\n\n[target.'cfg(unix)'.dependencies]\nlibc = \"0.2\"\n",
    ),
    ("crates/tool/src/main.rs", "use ring_core::ring::{Ring, turn};\n\nfn main() {\n    turn(&Ring);\n}\n"),
    (
        "web/package.json",
        "{\n  \"name\": \"@ring/web\",\n  \"dependencies\": {\n    \"react\": \"19\"\n  },\n  \"devDependencies\": {\n    \"vite\": \"7\"\n  }\n}\n",
    ),
    ("web/src/app.ts", "import { useState } from \"react\";\n\nexport function app() {\n  return useState(1);\n}\n"),
    (
        "py/pyproject.toml",
        "[project]\nname = \"ring-py\"\ndependencies = [\n    \"anyio\",\n    \"httpcore==1.*\",\n]\n\n[project.optional-dependencies]\n\
         cli = [\"click==8.*\"]\n",
    ),
    (
        "py/ring/turns.py",
        "import httpcore\nfrom ._wheel import Wheel\n\n\ndef turns():\n    return httpcore.turns(Wheel())\n",
    ),
    ("py/ring/_wheel.py", "class Wheel:\n    pass\n"),
    (
        "go/go.mod",
        "module example.org/ring/go\n\nrequire (\n\tgithub.com/spf13/afero v1.9.0\n\tgolang.org/x/text v0.3.0 // indirect\n)\n",
    ),
    (
        "java/pom.xml",
        "<project>\n  <parent>\n    <artifactId>top</artifactId>\n  </parent>\n  <artifactId>ring-java</artifactId>\n  <dependencies>\n    \
         <dependency>\n      <artifactId>slf4j-api</artifactId>\n    </dependency>\n  </dependencies>\n</project>\n",
    ),
    (
        "kt/build.gradle.kts",
        "dependencies {\n    implementation(\"com.squareup.okio:okio:3.0\")\n    testImplementation(libs.junit)\n}\n",
    ),
];

fn ask_in(folder: &Path, question: &str) -> Research {
    let workspace = Indexer::open(WorkspaceOptions::at(folder)).expect("a workspace");
    research(&workspace, question, ResearchLimits::default(), &Ticket::forever(), &|_| {}).expect("an answer")
}

fn workspace() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    FILES.iter().for_each(|(name, text)| write(folder.path(), name, text));
    folder
}

/// Where an answer looks, and what it says.
fn told(found: &Research) -> (String, Vec<String>) {
    let place = |passage: &docql::agent::Passage| format!("{}:{}", passage.path, passage.line);
    (found.said.join(" | "), found.citations.iter().map(|citation| place(&citation.passage)).collect())
}

#[test]
fn who_depends_on_a_package_is_read_off_manifests() {
    let folder = workspace();
    for (question, said, place) in [
        ("which crates depend on ring-core", "1 package depends on ring-core: ring-tool", "crates/tool/Cargo.toml:5"),
        ("哪些 crate 依赖 ring_core", "1 package depends on ring-core: ring-tool", "crates/tool/Cargo.toml:5"),
        ("which packages use libc?", "1 package depends on libc: ring-tool", "crates/tool/Cargo.toml:8"),
        ("what depends on react", "1 package depends on react: @ring/web", "web/package.json:4"),
        ("which packages depend on `vite`", "1 package depends on vite: @ring/web", "web/package.json:7"),
        ("which packages depend on httpcore", "1 package depends on httpcore: ring-py", "py/pyproject.toml:5"),
        ("which packages depend on click", "1 package depends on click: ring-py", "py/pyproject.toml:9"),
        ("which packages depend on afero", "1 package depends on afero: example.org/ring/go", "go/go.mod:4"),
        ("which packages depend on slf4j-api", "1 package depends on slf4j-api: ring-java", "java/pom.xml:8"),
        ("which packages depend on okio", "1 package depends on okio: kt", "kt/build.gradle.kts:2"),
        ("which modules depend on _wheel", "1 file imports _wheel: py/ring/turns.py", "py/ring/turns.py:2"),
    ] {
        let found = ask_in(folder.path(), question);
        let (told, places) = told(&found);
        assert!(found.is_answered && told.starts_with(said), "{question}: {told}");
        assert!(told.contains("; all: $."), "the query is shown: {told}");
        assert_eq!(places.first().map(String::as_str), Some(place), "{question}: {places:?}");
        assert!(found.missing.is_empty() && found.nowhere.is_empty(), "{question}: {:?}", found.remarks());
    }
}

#[test]
fn that_nothing_depends_on_a_package_is_an_answer_and_a_package_that_is_nowhere_is_none() {
    let folder = workspace();
    let found = ask_in(folder.path(), "which crates depend on ring-tool");
    assert!(found.is_answered, "{:?}", found.remarks());
    assert_eq!(found.said, ["no package of this workspace depends on ring-tool"]);
    let found = ask_in(folder.path(), "which crates depend on tokio-postgres");
    assert!(!found.is_answered && found.said.is_empty(), "{:?}", found.said);
}

#[test]
fn what_a_package_or_a_file_depends_on_is_listed_in_few_passages() {
    let folder = workspace();
    for (question, said, places) in [
        (
            "what does ring-core depend on?",
            "ring-core depends on 2: serde, regex; 1 more to build or to test: tempfile; all: ",
            vec!["crates/core/Cargo.toml:6"],
        ),
        (
            "ring-core 依赖哪些包？",
            "ring-core depends on 2: serde, regex; 1 more to build or to test: tempfile",
            vec!["crates/core/Cargo.toml:6"],
        ),
        (
            "what are the dependencies of ring-py",
            "ring-py depends on 2: anyio, httpcore; 1 more to develop, or as an option: click",
            vec!["py/pyproject.toml:4"],
        ),
        (
            "what does example.org/ring/go depend on",
            "example.org/ring/go depends on 1: github.com/spf13/afero; 1 more through others: golang.org/x/text",
            vec!["go/go.mod:4"],
        ),
        ("what does turns.py depend on", "turns.py depends on 2: httpcore, Wheel", vec!["py/ring/turns.py:1"]),
    ] {
        let found = ask_in(folder.path(), question);
        let (told, own) = told(&found);
        assert!(found.is_answered && told.starts_with(said), "{question}: {told}");
        assert_eq!(own.first().map(String::as_str), places.first().copied(), "{question}: {own:?}");
        assert!(own.len() <= 2, "{question}: {own:?}");
    }
}

#[test]
fn all_that_a_module_depends_on_is_counted_and_a_version_is_no_part_of_its_name() {
    let folder = tempfile::tempdir().expect("a folder");
    let needed: String = (0..260).map(|at| format!("\texample.org/of/part{at} v1.0.0\n")).collect();
    write(
        folder.path(),
        "go.mod",
        &format!("module example.org/ring/turner/v3\n\ngo 1.26.0\n\nrequire (\n{needed})\n"),
    );
    write(folder.path(), "cmd/turner/turner.go", "package main\n\nimport \"fmt\"\n\nfunc main() { fmt.Println() }\n");
    let found = ask_in(folder.path(), "what are the dependencies of turner");
    let (told, _) = told(&found);
    assert!(told.starts_with("example.org/ring/turner/v3 depends on 260: "), "{told}");
}

#[test]
fn versions_are_read_off_what_declares_them() {
    let folder = workspace();
    write(folder.path(), "CHANGELOG.md", "# Changes\n\n## 2.0\n\nhttpcore 0.9 is required, Python 3.6 and Go 1.13.\n");
    write(
        folder.path(),
        "py/pyproject.toml",
        "[project]\nname = \"ring-py\"\nversion = \"4.1\"\nrequires-python = \">=3.10\"\ndependencies = [\n    \"httpcore==1.*\",\n]\n",
    );
    write(
        folder.path(),
        "go/go.mod",
        "module example.org/ring/go\n\ngo 1.26.0\n\nrequire github.com/spf13/afero v1.9.0\n",
    );
    for (question, said, place) in [
        (
            "which version of httpcore is required",
            "version of httpcore: py/pyproject.toml says \"httpcore==1.*\"",
            "py/pyproject.toml:6",
        ),
        (
            "which Python versions are supported?",
            "version of Python: py/pyproject.toml says requires-python = \">=3.10\"",
            "py/pyproject.toml:4",
        ),
        ("which version of Go does it need", "version of Go: go/go.mod says go 1.26.0", "go/go.mod:3"),
        (
            "需要哪个版本的 afero",
            "version of afero: go/go.mod says require github.com/spf13/afero v1.9.0",
            "go/go.mod:5",
        ),
    ] {
        let found = ask_in(folder.path(), question);
        let (told, places) = told(&found);
        assert!(found.is_answered && told.contains(said), "{question}: {told}");
        assert_eq!(places.first().map(String::as_str), Some(place), "{question}: {places:?}");
    }
}

/// A folder with the files of one project.
fn project(name: &str, files: &[(&str, &str)]) -> (tempfile::TempDir, std::path::PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let root = folder.path().join(name);
    files.iter().for_each(|(path, text)| write(&root, path, text));
    (folder, root)
}

#[test]
fn the_version_of_a_project_is_its_own() {
    let pom = "<project>\n  <parent>\n    <groupId>org.ring.boot</groupId>\n    \
               <artifactId>ring-boot-starter-parent</artifactId>\n    <version>4.0.3</version>\n  </parent>\n\n  \
               <artifactId>pet-ring</artifactId>\n  <version>1.2.0</version>\n</project>\n";
    let python = "[project]\nname = \"ringlet\"\ndynamic = [\"version\"]\n\n[tool.pdm]\nversion = { source = \"file\", path = \
                  \"ringlet/__init__.py\" }\n";
    let header = "#define RING_VERSION \"9.1.0\"\n#define RING_VERSION_NUM 0x090100\n#define OTHER_VERSION \"7.2.4\"\n";
    let cmake = "cmake_minimum_required(VERSION 3.9)\nproject(ring VERSION 1.23.0 LANGUAGES C CXX)\n";
    for (files, question, said) in [
        (&[("pom.xml", pom)][..], "what is the current version", "pom.xml says \"1.2.0\""),
        (&[("pom.xml", pom)], "which version of Ring Boot", "pom.xml says \"4.0.3\""),
        (
            &[("pyproject.toml", python), ("ringlet/__init__.py", "\"\"\"Rings.\"\"\"\n\n__version__ = \"0.111.0\"\n")],
            "what is the current version",
            "ringlet/__init__.py says __version__ = \"0.111.0\"",
        ),
        (
            &[
                ("go.mod", "module example.org/ring\n\ngo 1.26\n"),
                ("server/const.go", "package server\n\nconst (\n\tVERSION = \"2.15.0\"\n)\n"),
            ],
            "what is the current version",
            "server/const.go says VERSION = \"2.15.0\"",
        ),
        (&[("src/version.h", header)], "current version", "src/version.h says #define RING_VERSION \"9.1.0\""),
        (&[("CMakeLists.txt", cmake)], "which version is this", "CMakeLists.txt says project(ring VERSION 1.23.0"),
    ] {
        let (_folder, root) = project("ring", files);
        let found = ask_in(&root, question);
        let (told, _) = told(&found);
        assert!(found.is_answered && told.contains(said), "{question} {files:?}: {told}");
        let rest = told.split("; all: ").next().unwrap_or_default();
        assert_eq!(rest.matches(" says ").count(), 1, "{question}: {told}");
    }
}

#[test]
fn what_tools_need_is_told_apart_and_what_two_manifests_need_once() {
    let python = "[project]\nname = \"ringlet\"\ndependencies = [\n    \"starlight>=1\",\n    \"typing-more>=4\",\n]\n";
    let (_folder, root) =
        project("ringlet", &[("pyproject.toml", python), ("requirements.txt", "playwright\npre-commit >=2\n")]);
    for question in ["what does ringlet depend on", "what does this project depend on"] {
        let (told, _) = told(&ask_in(&root, question));
        assert!(told.starts_with("ringlet depends on 2: starlight, typing-more"), "{question}: {told}");
        assert!(told.contains("2 more to develop, or as an option: playwright, pre-commit"), "{question}: {told}");
    }
    let pom = "<project>\n  <artifactId>ring</artifactId>\n  <dependencies>\n    <dependency>\n      \
               <groupId>org.x</groupId>\n      <artifactId>lib</artifactId>\n    </dependency>\n  </dependencies>\n</project>\n";
    let gradle = "dependencies {\n  implementation 'org.x:lib:1.0'\n}\n";
    let (_folder, root) = project("ring", &[("pom.xml", pom), ("build.gradle", gradle)]);
    let (told, _) = told(&ask_in(&root, "what does this project depend on"));
    assert!(told.contains("depends on 1: "), "{told}");
}

#[test]
fn importers_contents_and_the_whole_are_told_by_queries() {
    let folder = workspace();
    for (question, said, place) in [
        ("which files import httpcore", "1 file imports httpcore: py/ring/turns.py", "py/ring/turns.py:1"),
        ("哪些文件导入了 httpcore", "1 file imports httpcore: py/ring/turns.py", "py/ring/turns.py:1"),
        ("what is inside the crate ring-core?", "4 files in ring-core:", "crates/core/README.md:1"),
        ("what is in crates/tool", "2 files in crates/tool:", "crates/tool/src/main.rs:1"),
        ("what is inside ring.rs", "2 declarations in ring.rs: Ring, turn", "crates/core/src/ring.rs:3"),
        ("which crates are there", "7 packages in ", "web/package.json:1"),
        ("how is this repository organised", " has 7 parts: ", "web/package.json:1"),
    ] {
        let found = ask_in(folder.path(), question);
        let (told, places) = told(&found);
        assert!(found.is_answered && told.contains(said), "{question}: {told}");
        assert!(places.contains(&place.to_owned()), "{question}: {places:?}");
    }
}

#[test]
fn how_many_of_a_sort_there_are_is_counted_by_a_query() {
    let folder = workspace();
    write(
        folder.path(),
        "java/src/Api.java",
        "@RestController\nclass TurnHandler {\n    @GetMapping(\"/turns\")\n    String turns() { return \"\"; }\n}\n\n\
         class StopHandler {}\nclass PauseHandler {}\n\ninterface Turning {}\n",
    );
    write(folder.path(), "java/test/ApiTest.java", "class ApiTest {\n    @Test\n    void turns() {}\n}\n");
    for (question, said) in [
        ("how many interfaces are there?", "1 interface in "),
        ("list all interfaces", ": Turning; all: $.code.interfaces"),
        ("how many Java classes does the project have", "4 Java classes in "),
        ("How many functions are defined in crates/core?", "1 function in crates/core: turn; all: "),
        ("how many functions are there in ring-tool", "1 function in crates/tool: main; all: "),
        ("how many structs are there in the core package", "1 struct in crates/core: Ring; all: "),
        ("how many Python files are there", "2 Python files in "),
        ("how many endpoints does the API expose", ": GET /turns; all: "),
        ("how many tests are there", "1 test in "),
        ("how many handlers are there?", "3 types called …Handler in "),
        ("how many packages are there", "2 packages in "),
        ("which traits are defined here", "no trait in "),
        ("有多少个接口", "1 interface in "),
        ("列出所有测试", "1 test in "),
    ] {
        let found = ask_in(folder.path(), question);
        let (told, _) = told(&found);
        assert!(found.is_answered && told.contains(said), "{question}: {told}");
    }
    for question in [
        "how many times is a turn tried again",
        "how many wheels are there",
        "how many functions may a ring have",
        "list all functions that turn a ring",
        "which classes are there for in a ring",
    ] {
        let found = ask_in(folder.path(), question);
        assert!(found.said.is_empty(), "{question}: {:?}", found.said);
    }
}

/// A question that only sounds like one for structure goes the way of all others.
#[test]
fn what_is_no_part_of_the_workspace_is_searched_for_in_words() {
    let folder = workspace();
    write(folder.path(), "docs/turns.md", "# Turning\n\nThe turning depends on the weight of the ring.\n");
    let found = ask_in(folder.path(), "what does turning depend on");
    assert!(found.is_answered && found.said.is_empty(), "{:?}", found.said);
    assert_eq!(found.citations[0].passage.path.as_ref(), "docs/turns.md");
}

#[test]
fn a_package_is_meant_in_any_letters_and_without_its_group() {
    let composer = "{\n  \"name\": \"ring/app\",\n  \"require\": {\n    \"php\": \"^8.3\",\n    \"bells/framework\": \"^12.0\",\n    \
                    \"bells/tinker\": \"^2.0\",\n    \"ringer/ringer\": \"^3.1\"\n  },\n  \"extra\": {\n    \"bells\": {\n      \
                    \"discover\": []\n    }\n  }\n}\n";
    // A private package has no name.
    let package = "{\n  \"private\": true,\n  \"devDependencies\": {\n    \"@dong/vue3\": \"^2.0\",\n    \"vue\": \"^3.5\"\n  }\n}\n";
    let files = [
        ("composer.json", composer),
        ("package.json", package),
        ("docker/Dockerfile", "FROM node:22 AS web\nRUN true\n"),
        ("web/README.md", "# Web\n\nHave Ruby 3.4 or above.\n"),
        ("yarn.lock", "\"vue-dong@npm:^3.4\":\n  version: 3.4.1\n"),
    ];
    let (_folder, root) = project("ring", &files);
    for (question, said) in [
        ("which version of Vue is used", "package.json says \"^3.5\""),
        ("which version of Bells is used", "composer.json says \"^12.0\""),
        ("which version of Ringer is used", "composer.json says \"^3.1\""),
        ("which version of dong is used", "package.json says \"^2.0\""),
        ("which version of Node is used", "docker/Dockerfile says FROM node:22"),
        ("which PHP version is required", "composer.json says \"php\": \"^8.3\""),
        ("which Ruby version does the web client need", "web/README.md says Have Ruby 3.4"),
    ] {
        let found = ask_in(&root, question);
        let (told, _) = told(&found);
        assert!(found.is_answered && told.contains(said), "{question}: {told}");
        assert_eq!(told.split("; all: ").next().unwrap_or_default().matches(" says ").count(), 1, "{told}");
    }
}

#[test]
fn a_directory_counts_whatever_its_capitals_and_endpoints_are_of_a_part() {
    let files = [
        ("app/Models/Ring.php", "<?php\nclass Ring {}\n"),
        ("app/Models/Bell.php", "<?php\nclass Bell {}\n"),
        ("app/Models/Rope.php", "<?php\nclass Rope {}\n"),
        (
            "routes/api.php",
            "<?php\nRoute::get('/user', [C::class, 'user']);\nRoute::apiResource('/ropes', C::class);\n",
        ),
        ("shop/web.php", "<?php\nRoute::get('/shop', [C::class, 'shop']);\n"),
    ];
    let (_folder, root) = project("ring", &files);
    for (question, said) in [
        ("how many models are there", "3 files in app/Models"),
        ("list all endpoints", "7 endpoints"),
        ("list all endpoints of the routes directory", "6 endpoints"),
    ] {
        let found = ask_in(&root, question);
        let (told, _) = told(&found);
        assert!(found.is_answered && told.contains(said), "{question}: {told}");
    }
}
