//! Questions for how many parts a type has, and for what is asked of one by its whole name: numbers that hold.

use crate::folders::write;
use docql::agent::{Research, ResearchLimits, research};
use docql::indexer::{Indexer, WorkspaceOptions};
use docql::stdx::Ticket;

fn ask(files: &[(&str, &str)], question: &str) -> Research {
    let folder = tempfile::tempdir().expect("a folder");
    let root = folder.path().join("ring");
    files.iter().for_each(|(path, text)| write(&root, path, text));
    let workspace = Indexer::open(WorkspaceOptions::at(&root)).expect("a workspace");
    research(&workspace, question, ResearchLimits::default(), &Ticket::forever(), &|_| {}).expect("an answer")
}

fn told(files: &[(&str, &str)], question: &str) -> String {
    ask(files, question).said.join(" | ")
}

const JAVA: &[(&str, &str)] = &[
    (
        "ring/src/Ringer.java",
        "package ring;\n\npublic class Ringer {\n    public void ring() {}\n    public void stop() {}\n    \
         private void hold() {}\n    protected void tune() {}\n}\n",
    ),
    ("mock/src/Ringer.java", "package mock;\n\npublic class Ringer {\n    public void pretend() {}\n}\n"),
    ("ring/test/Ringer.java", "package test;\n\npublic class Ringer {\n    public void fake() {}\n}\n"),
];

#[test]
fn who_asks_for_public_methods_is_told_how_many_of_those_there_are() {
    let one = &JAVA[..1];
    for (question, said) in [
        ("how many public methods does Ringer have", "2 public methods of Ringer"),
        ("how many private methods does Ringer have?", "1 private method of Ringer"),
        ("list the protected methods of Ringer", "1 protected method of Ringer"),
        ("how many methods does Ringer have", "4 methods of Ringer"),
        ("Ringer 有多少个公有方法", "2 public methods of Ringer"),
    ] {
        assert_eq!(told(one, question), said, "{question}");
    }
}

#[test]
fn of_types_that_are_called_alike_one_is_meant_and_the_others_are_named() {
    let said = told(JAVA, "how many methods does Ringer have");
    assert!(said.starts_with("4 methods of Ringer; that of ring/src/Ringer.java"), "{said}");
    assert!(said.contains("mock/src/Ringer.java") && said.contains("ring/test/Ringer.java"), "{said}");
    let said = told(&JAVA[1..], "how many methods does Ringer have");
    assert!(said.starts_with("1 method of Ringer; that of mock/src/Ringer.java"), "{said}");
}

#[test]
fn a_type_is_asked_about_by_its_whole_name() {
    let php = [
        (
            "Ring/App.php",
            "<?php\nnamespace Ring;\n\nclass App\n{\n    public function run() {}\n    public function add() {}\n}\n",
        ),
        ("Ring/Route.php", "<?php\nnamespace Ring;\n\nclass Route\n{\n    public function run() {}\n}\n"),
    ];
    for (question, said) in [
        ("how many methods does Ring\\App have", "2 methods of Ring::App"),
        ("how many methods does App have", "2 methods of App"),
        ("how many methods does the App class have", "2 methods of App"),
    ] {
        assert_eq!(told(&php, question), said, "{question}");
    }
    let ruby = [(
        "lib/ring/site.rb",
        "module Ring\n  class Site\n    def process\n      read\n    end\n\n    def read\n    end\n  end\nend\n",
    )];
    assert_eq!(told(&ruby, "how many methods does Ring::Site have"), "2 methods of Ring::Site");
    let said = told(&ruby, "who calls Site#read?");
    assert!(said.starts_with("1 caller of Site::read"), "{said}");
}

#[test]
fn what_implements_a_type_is_counted_and_said_to_be_direct() {
    let java = [(
        "a/Bell.java",
        "interface Bell {}\n\nclass Small implements Bell {}\n\nclass Large implements Bell {}\n\nclass Huge extends Large {}\n",
    )];
    for question in ["how many classes implement Bell", "what implements Bell"] {
        let said = told(&java, question);
        assert!(said.starts_with("2 direct implementations of Bell"), "{question}: {said}");
    }
}

#[test]
fn tables_that_tests_read_tell_nothing_of_the_program() {
    let files = [
        (
            "src/lib.rs",
            "pub fn one() {}\n\n#[test]\nfn works() {}\n\n#[test]\nfn fails() {}\n\n#[test]\nfn ends() {}\n",
        ),
        ("parts/test-files/test.csv", "number,title\n1,a\n2,b\n"),
    ];
    let found = ask(&files, "how many tests are there");
    assert!(found.counted.is_none(), "{:?}", found.counted);
    assert!(found.said.join(" ").starts_with("3 tests in ring"), "{:?}", found.said);
}

#[test]
fn modules_of_a_build_are_counted_without_what_builds_them() {
    let files = [
        ("settings.gradle.kts", "includeBuild(\"build-logic\")\ninclude(\":core\")\ninclude(\":web\")\n"),
        ("build.gradle.kts", "plugins {\n}\n"),
        ("build-logic/build.gradle.kts", "plugins {\n}\n"),
        ("core/build.gradle.kts", "plugins {\n}\n"),
        ("web/build.gradle.kts", "plugins {\n}\n"),
    ];
    let said = told(&files, "how many modules are there");
    assert!(said.starts_with("2 packages in ring"), "{said}");
}

#[test]
fn callers_that_only_a_name_tells_come_last_and_are_called_maybe() {
    let php = [
        ("src/a_other.php", "<?php\nfunction first($thing)\n{\n    return $thing->run();\n}\n"),
        ("src/App.php", "<?php\nclass App\n{\n    public function run() {}\n}\n"),
        ("src/Queue.php", "<?php\nclass Queue\n{\n    public function run() {}\n}\n"),
        ("tests/z_use.php", "<?php\nfunction second()\n{\n    $app = new App();\n    $app->run();\n}\n"),
    ];
    let found = ask(&php, "who calls App::run");
    let callers: Vec<(&str, String)> = found
        .citations
        .iter()
        .filter_map(|cited| Some((&*cited.passage.path, cited.passage.related.as_ref()?.says.clone())))
        .collect();
    let expected = [
        ("tests/z_use.php", "caller of App::run".to_owned()),
        ("src/a_other.php", "maybe caller of App::run".to_owned()),
    ];
    assert_eq!(callers, expected, "{:?}", found.said);
}
