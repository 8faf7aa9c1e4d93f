//! "Where is X done": the declaration that does it, before its callers, its tests, its manual and its settings.

use crate::folders::ask as ask_of;
use docql::agent::Research;

const FILES: &[(&str, &str)] = &[
    (
        "docs/retries.md",
        "# Retries\n\nRetries are handled with a delay. Each retry that is handled is logged, and retries that were handled \
         too often are given up.\n",
    ),
    ("settings.toml", "# How retries are handled\nretries_handled = 3\n"),
    (
        "src/client.py",
        "from retry import handle_retry\n\n\ndef fetch(url):\n    \"\"\"Fetches; retries are handled.\"\"\"\n    while True:\n        \
         # retries are handled here\n        if not handle_retry(url):\n            break\n",
    ),
    (
        "src/retry.py",
        "def before():\n    return 1\n\n\ndef handle_retry(url):\n    for attempt in range(3):\n        if open(url):\n            \
         return False\n    return True\n\n\ndef after():\n    return 2\n\n\nclass HeaderPolicy:\n    def validate(self, value):\n        \
         return value.strip()\n\n    def apply(self, value):\n        return value\n",
    ),
    (
        "src/index.py",
        "def write_index(path, rows):\n    path.write_text(rows)\n\n\ndef read_index(path):\n    return path\n",
    ),
    (
        "src/build.py",
        "from index import write_index\n\n\ndef build(path):\n    # the index is written at the end\n    write_index(path, [])\n",
    ),
    (
        "tests/test_retry.py",
        "from retry import handle_retry\n\n\ndef test_retries_are_handled():\n    \"\"\"Retries are handled.\"\"\"\n    \
         assert handle_retry(\"x\")\n",
    ),
];

fn ask(question: &str) -> Research {
    ask_of(FILES, question)
}

#[test]
fn what_does_it_stands_before_what_calls_and_describes_it_however_the_question_is_inflected() {
    for (question, name) in [
        ("where are retries handled", "handle_retry"),
        ("where does the client handle a retry?", "handle_retry"),
        ("which function handles retries", "handle_retry"),
        ("where is the index written", "write_index"),
        ("where are headers validated", "validate"),
    ] {
        let found = ask(question);
        let names: Vec<&str> = found.citations.iter().map(|citation| &*citation.passage.name).collect();
        assert!(found.is_answered, "{question}: {:?}", found.remarks());
        assert_eq!(names.first(), Some(&name), "{question}: {names:?}");
    }
    let found = ask("how are retries handled");
    assert_eq!(&*found.citations[0].passage.path, "docs/retries.md", "who asks how is told how");
}

/// What stands beside it is not shown as one with it: the place is what was asked for.
#[test]
fn the_place_is_shown_by_itself() {
    let found = ask("where are retries handled");
    let passage = &found.citations[0].passage;
    assert!(!passage.text.contains("def before") && !passage.text.contains("def after"), "{}", passage.text);
}

const MEMBERS: &[(&str, &str)] = &[
    (
        "src/decode.py",
        "MAX_LINES = 40\n\n\nclass LineDecoder:\n    def decode(self, text):\n        return text.splitlines()[:MAX_LINES]\n",
    ),
    ("src/read.py", "from decode import LineDecoder\n\n\ndef read_all(text):\n    return LineDecoder().decode(text)\n"),
    (
        "tests/test_a.py",
        "from read import read_all\n\n\ndef test_all_is_read():\n    assert read_all(\"a\") == [\"a\"]\n",
    ),
    (
        "tests/test_decode.py",
        "from decode import LineDecoder\n\n\ndef test_line_decoder_of_nothing():\n    empty = \"\"\n    decoder = LineDecoder()\n    \
         assert decoder.decode(empty) == []\n",
    ),
    (
        "docs/limits.md",
        "# Limits\n\nMAX_LINES is a limit. MAX_LINES is for MAX_LINES lines, and a RuntimeError says that the lines are \
         too many; a RuntimeError is a RuntimeError.\n",
    ),
    (
        "src/limits.py",
        "def check(lines):\n    if len(lines) > 40:\n        raise RuntimeError(\"the lines are too many here\")\n",
    ),
];

fn ask_of_members(question: &str) -> Research {
    ask_of(MEMBERS, question)
}

#[test]
fn the_nearest_test_comes_first_and_is_shown_from_its_head() {
    let found = ask_of_members("which tests cover LineDecoder");
    let first = &found.citations[0].passage;
    assert_eq!((&*first.path, first.line), ("tests/test_decode.py", 4), "{:?}", found.said);
    assert!(first.text.contains("def test_line_decoder_of_nothing"), "{}", first.text);
}

#[test]
fn what_gives_a_constant_its_value_comes_before_what_is_said_of_it() {
    for question in ["what sets `MAX_LINES`", "where is MAX_LINES defined?", "MAX_LINES 在哪里定义"] {
        let found = ask_of_members(question);
        let first = &found.citations[0].passage;
        assert_eq!((&*first.path, first.line), ("src/decode.py", 1), "{question}");
    }
}

/// Any program throws what a language brings along: its name says nothing of where this one does.
#[test]
fn the_name_of_a_foreign_error_does_not_hide_its_message() {
    let found = ask_of_members("RuntimeError: the lines are too many here");
    assert_eq!(&*found.citations[0].passage.path, "src/limits.py");
}

/// A function without a body does nothing, and one that hands a value on does little.
#[test]
fn interfaces_and_accessors_do_not_stand_before_what_does_it() {
    let files = [
        (
            "src/LeakBean.java",
            "public interface LeakBean {\n   /** Where a leak is logged. */\n   void logLeak(long leak);\n}\n",
        ),
        (
            "src/LeakConfig.java",
            "public class LeakConfig {\n   private long leakLog;\n\n   /** The leak that is logged. */\n   public long getLeakLog() {\n      \
             return leakLog;\n   }\n}\n",
        ),
        (
            "src/LeakTask.java",
            "public class LeakTask {\n   public void logLeakOf(Task task) {\n      var since = task.since();\n      if (since > 3) {\n         \
             logger.warn(\"a leak of {}\", task.name());\n         task.leaks(since);\n      }\n   }\n}\n",
        ),
    ];
    let found = ask_of(&files, "where is a leak logged");
    assert_eq!(&*found.citations[0].passage.path, "src/LeakTask.java");
}
