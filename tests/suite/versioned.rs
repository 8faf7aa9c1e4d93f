//! Questions for versions: what builds take from catalogues, and which version the project itself has.

use crate::folders::write;
use docql::agent::{ResearchLimits, research};
use docql::indexer::{Indexer, WorkspaceOptions};
use docql::stdx::Ticket;

/// What is said to a question about a project with these files, without the queries.
fn told(name: &str, files: &[(&str, &str)], question: &str) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    let root = folder.path().join(name);
    files.iter().for_each(|(path, text)| write(&root, path, text));
    let workspace = Indexer::open(WorkspaceOptions::at(&root)).expect("a workspace");
    let found = research(&workspace, question, ResearchLimits::default(), &Ticket::forever(), &|_| {});
    let said = found.expect("an answer").said.join(" | ");
    said.split("; all: ").next().unwrap_or_default().to_owned()
}

/// A catalogue of versions, and scripts that take from it.
const WITH_CATALOG: &[(&str, &str)] = &[
    (
        "gradle/libs.versions.toml",
        "[versions]\nkotlin = \"2.2.21\"\nmockito5 = \"5.18.0\"\nsquare-okio = \"3.18.0\"\nzip-okio = \"0.4\"\n\n[libraries]\n\
         moshi-kotlin = { module = \"org.square.moshi:moshi-kotlin\", version = \"1.15\" }\n\
         mockito = { module = \"org.mockito:mockito-core\", version.ref = \"mockito5\" }\n\
         okio = { module = \"org.square.okio:okio\", version.ref = \"square-okio\" }\n\n\
         [plugins]\nkotlin-jvm = { id = \"org.jetbrains.kotlin.jvm\", version.ref = \"kotlin\" }\n",
    ),
    ("gradle/wrapper/gradle-wrapper.properties", "distributionUrl=https\\://example.org/gradle-9.6.1-bin.zip\n"),
    ("build.gradle.kts", "plugins {\n  alias(libs.plugins.kotlin.jvm)\n}\n"),
    ("app/build.gradle.kts", "dependencies {\n  api(libs.okio)\n  implementation(libs.moshi.kotlin)\n}\n"),
    (
        "old/build.gradle",
        "dependencies {\n  testImplementation 'org.mockito:mockito-core:4.11.0'\n  \
         api 'org.jetbrains.kotlin:kotlin-bom'\n}\n",
    ),
];

#[test]
fn a_version_that_scripts_take_from_a_catalogue_is_read_there() {
    for (question, said) in [
        ("which kotlin version does it use", "version of kotlin: gradle/libs.versions.toml says kotlin = \"2.2.21\""),
        ("which version of okio", "version of okio: gradle/libs.versions.toml says square-okio = \"3.18.0\""),
        (
            "which version of mockito does it use",
            "version of mockito: gradle/libs.versions.toml says mockito5 = \"5.18.0\", old/build.gradle says \
             testImplementation 'org.mockito:mockito-core:4.11.0'",
        ),
        (
            "which Gradle version does it use",
            "version of Gradle: gradle/wrapper/gradle-wrapper.properties says \
             distributionUrl=https\\://example.org/gradle-9.6.1-bin.zip",
        ),
    ] {
        assert_eq!(told("ring", WITH_CATALOG, question), said, "{question}");
    }
}

#[test]
fn what_names_a_package_without_a_version_tells_none() {
    let gradle = "dependencies {\n  api 'org.ring:bells'\n  api(libs.bells)\n}\n";
    let pom = "<project>\n  <artifactId>ring</artifactId>\n  <dependencies>\n    <dependency>\n      \
               <artifactId>dong</artifactId>\n      <version>4.13.2</version>\n    </dependency>\n    <dependency>\n      \
               <artifactId>ding</artifactId>\n      <version>${ding.version}</version>\n    </dependency>\n  \
               </dependencies>\n</project>\n";
    let files = [("build.gradle", gradle), ("java/pom.xml", pom), ("gradle.properties", "dingVersion=7.1\n")];
    assert_eq!(told("ring", &files, "which version of bells is used"), "");
    assert_eq!(told("ring", &files, "which version of dong is used"), "version of dong: java/pom.xml says \"4.13.2\"");
    let said = told("ring", &files, "which version of ding is used");
    assert_eq!(said, "version of ding: gradle.properties says dingVersion=7.1");
}

#[test]
fn the_version_of_a_project_is_found_where_it_is_kept() {
    let monorepo = [
        ("package.json", "{\n  \"name\": \"@ring/monorepo\",\n  \"private\": true\n}\n"),
        ("packages/bell/package.json", "{\n  \"name\": \"bell\",\n  \"version\": \"1.0.0\"\n}\n"),
        ("packages/ring/package.json", "{\n  \"name\": \"ring\",\n  \"version\": \"8.2.2\"\n}\n"),
    ];
    let conventions = [
        ("build.gradle.kts", "plugins {\n}\n"),
        ("build-logic/src/main/kotlin/ring.base.gradle.kts", "group = \"org.ring\"\nversion = \"5.5.0-SNAPSHOT\"\n"),
    ];
    let set =
        "cmake_minimum_required(VERSION 3.16)\n\nproject(ring-all)\nset(RING_VERSION 1.18.0)\nset(BELL_VERSION 3)\n";
    let constant = "<?php\nclass App\n{\n    public const VERSION = '4.12.0';\n}\n";
    let props =
        "<Project>\n  <PropertyGroup>\n    <VersionPrefix>4.3.2</VersionPrefix>\n  </PropertyGroup>\n</Project>\n";
    for (files, said) in [
        (&monorepo[..], "packages/ring/package.json says \"version\": \"8.2.2\""),
        (&conventions, "build-logic/src/main/kotlin/ring.base.gradle.kts says version = \"5.5.0-SNAPSHOT\""),
        (&[("CMakeLists.txt", set)], "CMakeLists.txt says set(RING_VERSION 1.18.0)"),
        (
            &[("composer.json", "{\n  \"name\": \"x/ring\"\n}\n"), ("Ring/App.php", constant)],
            "Ring/App.php says public const VERSION = '4.12.0';",
        ),
        (&[("Directory.Version.props", props)], "Directory.Version.props says <VersionPrefix>4.3.2</VersionPrefix>"),
    ] {
        for question in ["which version is this project?", "what is the current version", "这个项目的版本是多少"]
        {
            assert_eq!(
                told("ring", files, question).trim_end_matches(','),
                format!("version of ring: {said}"),
                "{question}"
            );
        }
    }
}

#[test]
fn a_script_on_top_is_the_project_whatever_lies_below_it() {
    let files = [
        ("setup.py", "setup(\n    name=NAME,\n    version=meta['version'],\n    python_requires=\">=3.10\",\n)\n"),
        ("acme/__init__.py", "__version__ = '5.6.2'\n"),
        ("requirements/default.txt", "kombu>=5.6.0\nvine>=5.1.0\n"),
        ("examples/django/requirements.txt", "django>=2.2\n"),
        ("examples/next/setup.py", "setup(classifiers=[\"Programming Language :: Python :: 3.6\"])\n"),
        ("docs/changes.rst", "5.4.0\n=====\n\n- The version of kombu that is required is 5.3.0.\n"),
    ];
    let told = |question: &str| told("acme", &files, question);
    assert_eq!(
        told("which Python versions are supported"),
        "version of Python: setup.py says python_requires=\">=3.10\","
    );
    assert_eq!(
        told("which version of kombu is required"),
        "version of kombu: requirements/default.txt says kombu>=5.6.0"
    );
    let own = "version of acme: acme/__init__.py says __version__ = '5.6.2'";
    assert_eq!(told("what is the current version"), own);
}

#[test]
fn a_version_is_that_of_the_project_and_not_of_what_its_tests_and_parts_hold() {
    let cargo = |version: &str| format!("[package]\nname = \"acme\"\nversion = \"{version}\"\n");
    let (own, old) = (cargo("0.26.1"), cargo("0.15.4"));
    let files = [("Cargo.toml", &*own), ("tests/syntax/Cargo.toml", &*old)];
    assert_eq!(told("acme", &files, "what is the current version"), "version of acme: Cargo.toml says \"0.26.1\"");
    let files = [
        ("package.json", "{\n  \"private\": true,\n  \"version\": \"3.5.41\"\n}\n"),
        ("packages/vue/package.json", "{\n  \"name\": \"vue\",\n  \"version\": \"3.5.40\"\n}\n"),
        (
            "private/try/package.json",
            "{\n  \"name\": \"try\",\n  \"dependencies\": {\n    \"vue\": \"workspace:*\"\n  }\n}\n",
        ),
    ];
    assert_eq!(
        told("core", &files, "what version of vue is this"),
        "version of vue: packages/vue/package.json says \"version\": \"3.5.40\""
    );
}

#[test]
fn specifications_of_gems_say_what_is_needed_and_where_the_version_stands() {
    let files = [
        (
            "shop.gemspec",
            "require_relative \"core/lib/shop/core/version\"\nGem::Specification.new do |s|\n  s.name = \"shop\"\n  s.version = Shop.version\nend\n",
        ),
        ("Gemfile", "gemspec\ngem \"pry\"\n"),
        (
            "core/shop_core.gemspec",
            "require_relative \"../core/lib/shop/core/version\"\nGem::Specification.new do |s|\n  s.name = \"shop_core\"\n  s.add_dependency \"ransack\", \"~> 4.0\"\n  s.add_runtime_dependency 'money', '< 7'\n  s.add_development_dependency \"rspec\"\nend\n",
        ),
        ("core/lib/shop_core.rb", "require \"shop/core/version\"\n"),
        ("core/lib/shop/core/version.rb", "module Shop\n  VERSION = \"4.8.0\"\nend\n"),
        ("admin/lib/shop_admin/version.rb", "module ShopAdmin\n  VERSION = \"0.4.0\"\nend\n"),
    ];
    let told = |question: &str| told("shop", &files, question);
    let version = |of: &str| format!("version of {of}: core/lib/shop/core/version.rb says VERSION = \"4.8.0\"");
    assert_eq!(told("what is the current version"), version("shop"));
    assert_eq!(told("which version of shop_core is this"), version("shop_core"));
    let needed = told("what does shop_core depend on");
    assert!(needed.starts_with("shop_core depends on 2: ransack, money"), "{needed}");
    let required = "version of ransack: core/shop_core.gemspec says s.add_dependency \"ransack\", \"~> 4.0\"";
    assert_eq!(told("which version of ransack is required"), required);
}

#[test]
fn what_members_of_a_workspace_take_from_it_is_read_there() {
    let files = [
        (
            "Cargo.toml",
            "[package]\nname = \"shop\"\nrust-version = \"1.80\"\n\n[workspace]\nmembers = [\"a\"]\n\n[workspace.dependencies]\n\
             line = \"0.49.0\"\n\n[dependencies]\nline = { workspace = true, features = [\"x\"] }\n",
        ),
        ("a/Cargo.toml", "[package]\nname = \"a\"\n\n[dependencies]\nline.workspace = true\n"),
        ("rust-toolchain.toml", "# The channel is 1 behind.\n[toolchain]\nchannel = \"1.81\"\n"),
        ("version", "v3.1\n"),
    ];
    assert!(told("shop", &files, "which version of line is used").contains("Cargo.toml says \"0.49.0\""));
    let of_rust = told("shop", &files, "which Rust version is the minimum");
    assert!(of_rust.contains("1.80") && of_rust.contains("1.81") && !of_rust.contains("behind"), "{of_rust}");
}
