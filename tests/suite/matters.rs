//! What a text is about, told from the words by which it asks: relations that are asked for in Chinese, what a declaration
//! is made of, names of changes with the numbers of reports, subjects that are nowhere.

use crate::folders::ask as ask_of;
use docql::agent::Research;

const FILES: &[(&str, &str)] = &[
    (
        "src/pool.py",
        "class Pool:\n    \"\"\"Keeps connections open.\"\"\"\n\n    def __init__(self, size):\n        self.size = size\n\n    \
         def fill_pool(self):\n        return self.add()\n\n    def add(self):\n        \"\"\"Adds a connection to the pool.\"\"\"\n        \
         return 1\n\n    def set_timeout(self, seconds):\n        \"\"\"The network timeout of a connection.\"\"\"\n        \
         self.timeout = seconds\n\n\nclass WidePool(Pool):\n    pass\n",
    ),
    (
        "src/start.py",
        "from pool import Pool\n\n\ndef start_all(pool):\n    \"\"\"Starts.\"\"\"\n    pool.fill_pool()\n\n\ndef start_again(pool):\n    \
         pool.fill_pool()\n",
    ),
    ("tests/test_pool.py", "from pool import Pool\n\n\ndef test_fill_pool():\n    assert Pool(3).fill_pool() == 1\n"),
    (
        "src/token.py",
        "def create_token(payload):\n    \"\"\"Generates a signed token; integrates with the payment of a message.\"\"\"\n    return \
         sign(payload)\n",
    ),
];

fn ask(question: &str) -> Research {
    ask_of(FILES, question)
}

#[test]
fn a_relation_that_is_asked_for_in_chinese_is_answered_and_not_declined() {
    for (question, said) in [
        ("谁调用 fill_pool", "callers of fill_pool"),
        ("fill_pool 被谁调用了", "callers of fill_pool"),
        ("哪些地方调用了 fill_pool？", "callers of fill_pool"),
        ("谁调用 add", "caller of add"),
        ("哪些测试覆盖 fill_pool", "test of fill_pool"),
        ("哪些类继承了 Pool", "implementation of Pool"),
    ] {
        let found = ask(question);
        assert!(found.is_answered, "{question}: {:?} {:?}", found.said, found.remarks());
        assert!(found.said.iter().any(|one| one.contains(said)), "{question}: {:?}", found.said);
        assert!(found.missing.is_empty() && found.nowhere.is_empty(), "{question}: {:?}", found.remarks());
    }
}

#[test]
fn what_a_declaration_is_made_of_is_counted_and_listed() {
    for (question, said) in [
        ("how many methods does Pool have", "3 methods of Pool"),
        ("list the methods of Pool", "3 methods of Pool"),
        ("Pool 有多少个方法", "3 methods of Pool"),
    ] {
        let found = ask(question);
        assert!(found.is_answered, "{question}: {:?}", found.remarks());
        assert!(found.said.iter().any(|one| one.starts_with(said)), "{question}: {:?}", found.said);
        let names: Vec<&str> = found.citations.iter().map(|citation| &*citation.passage.name).collect();
        assert!(names.contains(&"fill_pool") && names.contains(&"set_timeout"), "{question}: {names:?}");
    }
}

#[test]
fn a_subject_in_chinese_that_is_nowhere_is_named_and_not_thrown_away() {
    for (question, subject) in [("如何集成微信支付", "微信"), ("在哪里生成二维码", "二维码")] {
        let found = ask(question);
        assert!(!found.is_answered, "{question}: {:#?}", found.citations.first());
        assert!(found.nowhere.iter().any(|word| subject.starts_with(word.as_str())), "{question}: {:?}", found.nowhere);
    }
}

#[test]
fn the_name_of_a_change_is_no_question_and_the_number_of_a_report_no_word_of_it() {
    for text in [
        "Skip set_timeout of a connection if the pool is shut\n\nFix GH-2130",
        "fix(pool): network timeout of connections (#3981)",
        "Refine the connection timeout\n\nfix https://example.org/a/b/issues/1678",
    ] {
        let found = ask(text);
        assert!(found.is_answered, "{text}: {:?}", found.remarks());
        assert_eq!(found.citations.first().map(|citation| &*citation.passage.path), Some("src/pool.py"), "{text}");
        let told = found.remarks().join(" ");
        assert!(!["2130", "3981", "1678", "issues"].iter().any(|number| told.contains(number)), "{text}: {told}");
    }
    assert!(
        !ask("where is the rate limit of GH-2130 billing enforced?").is_answered,
        "a question is declined as before"
    );
}

#[test]
fn what_a_test_does_with_a_matter_is_no_word_of_it() {
    let found = ask("which tests cover the fill of the pool");
    assert!(found.is_answered, "{:?}", found.remarks());
    assert_eq!(found.citations.first().map(|citation| &*citation.passage.path), Some("tests/test_pool.py"));
}

/// The parts of the name of a product are words that any program has.
#[test]
fn a_product_whose_name_has_two_capitals_in_front_is_a_name() {
    let found = ask("how do I sign a token of the message payment with OAuth");
    assert!(!found.is_answered && found.nowhere.iter().any(|name| name == "OAuth"), "{:?}", found.nowhere);
    assert!(ask("how do I sign a token of the message payment").is_answered);
}

/// Who asks where something is done is shown the place, and then what a manual says of it.
#[test]
fn where_something_is_done_is_in_the_program() {
    let leaks = "# Leak warnings\n\nThe leak warning of a connection is logged after some seconds. A warning that is logged twice \
                 is one leak.\n";
    let task = "class LeakTask:\n    def run(self):\n        if self.seconds > 3:\n            self.logger.warning(\"leak of a \
                connection\", self.name)\n";
    let files = [("docs/leaks.md", leaks), ("src/leak.py", task)];
    let first = |question: &str| ask_of(&files, question).citations[0].passage.path.to_string();
    assert_eq!(first("where is the leak warning of a connection logged"), "src/leak.py");
    assert_eq!(first("when is the leak warning of a connection logged"), "docs/leaks.md");
}

/// What a framework calls, tested through it.
const FRAMEWORK: &[(&str, &str)] = &[
    (
        "src/main/java/app/OwnerController.java",
        "package app;\n\nclass OwnerController {\n    @GetMapping(\"/owners\")\n    String processFindForm(int page) {\n        \
         return \"owners\";\n    }\n}\n",
    ),
    (
        "src/test/java/app/OwnerControllerTests.java",
        "package app;\n\nclass OwnerControllerTests {\n    @Test\n    void initFindForm() {\n        \
         mvc.perform(get(\"/owners/find\"));\n    }\n\n    @Test\n    void processFindFormSuccess() {\n        \
         mvc.perform(get(\"/owners?page=1\"));\n    }\n\n    @Test\n    void processFindFormByLastName() {\n        \
         mvc.perform(get(\"/owners?name=a\"));\n    }\n}\n",
    ),
    (
        "app/security.py",
        "class PasswordBearer:\n    \"\"\"Reads a token.\"\"\"\n\n    def __call__(self):\n        return 1\n",
    ),
    (
        "tests/test_password_bearer.py",
        "from app.security import PasswordBearer\n\nscheme = PasswordBearer()\n\n\ndef test_no_token():\n    assert scheme\n",
    ),
    ("docs/bearer.md", "# PasswordBearer\n\nWhich tests cover `PasswordBearer`: none that is written here.\n"),
];

#[test]
fn tests_that_name_what_a_framework_calls_come_first() {
    let found = ask_of(FRAMEWORK, "which tests cover processFindForm");
    assert!(
        found.said[0].starts_with("no test in this workspace is known to call processFindForm"),
        "{:?}",
        found.said
    );
    assert!(found.said[0].contains("OwnerControllerTests.java:"), "{:?}", found.said);
    let first: Vec<&str> = found.citations.iter().take(2).map(|citation| &*citation.passage.path).collect();
    assert_eq!(first[0], "src/test/java/app/OwnerControllerTests.java", "{first:?}");
    let shown: String = found.citations.iter().take(2).map(|citation| &*citation.passage.text).collect();
    assert!(shown.contains("processFindFormSuccess") && shown.contains("processFindFormByLastName"), "{shown}");
    let found = ask_of(FRAMEWORK, "which tests cover PasswordBearer");
    let first = &found.citations[0].passage;
    assert_eq!(&*first.path, "tests/test_password_bearer.py", "{:?}", found.said);
    assert!(first.text.contains("scheme = PasswordBearer()"), "{first:#?}");
}
