//! Questions as people ask them: with what is polite around them, a message in quotes, a name that ends with a sign, a key
//! that nothing has.

use crate::folders;
use docql::agent::Research;

const FILES: &[(&str, &str)] = &[
    (
        "README.md",
        "# Gate\n\nA proxy.\n\n## Request timeouts\n\nA request times out when the upstream has sent nothing for the given \
         number of seconds.\n",
    ),
    (
        "src/proxy.py",
        "class Proxy:\n    def __init__(self):\n        self.open_conns = 0\n\n    def read(self, upstream):\n        self.open_conns += 1\n        \
         if upstream.is_late():\n            raise IOError(\"upstream timed out\")\n\n\ndef serve(proxy):\n    proxy.read(None)\n    print(thing.shut_conns)\n\n\nclass Gone:\n    def shut_conns(self):\n        pass\n",
    ),
    (
        "lib/rights.rb",
        "class Rights\n  def allowed?(what)\n    true\n  end\n\n  def visible\n    []\n  end\n\n  def visible?(who)\n    \
         allowed?(who)\n  end\n\n  def save!\n    allowed?(:save)\n    visible?(1)\n  end\n\n  def all\n    visible\n    save!\n  end\nend\n",
    ),
    ("gate.yaml", "gate:\n  core:\n    depth: 3\n"),
    ("gate.properties", "gate.pool.size=4\n"),
    ("gate.ini", "process-timeout = 300\n"),
    (
        "docs/guide.md",
        "# Guide\n\n## Settings\n\n| name | what |\n|---|---|\n| size | how many |\n| depth | how deep |\n",
    ),
];

fn ask(question: &str) -> Research {
    folders::ask(FILES, question)
}

#[test]
fn a_request_is_answered_as_the_question_in_it() {
    for request in [
        "explain how request timeouts work",
        "Please explain how request timeouts work.",
        "walk me through how request timeouts work",
        "can you tell me how request timeouts work, please?",
        "give me an overview of request timeouts",
    ] {
        let found = ask(request);
        assert!(found.is_answered, "{request}: {}", found.heading());
        assert_eq!(&*found.citations[0].passage.path, "README.md", "{request}");
    }
}

#[test]
fn a_message_in_quotes_is_found_whatever_is_asked_of_it() {
    for question in [
        "what does \"upstream timed out\" mean",
        "what is the cause of the error \"upstream timed out\"?",
        "why do I get \"upstream timed out\"",
    ] {
        let found = ask(question);
        assert!(found.is_answered, "{question}: {}", found.heading());
        assert!(found.citations.iter().take(2).any(|citation| citation.passage.text.contains("upstream timed out")));
    }
}

#[test]
fn names_of_ruby_keep_the_sign_that_ends_them() {
    for (question, said) in [
        ("who calls allowed?", "2 callers of allowed?"),
        ("callers of visible?", "1 caller of visible?"),
        ("who calls `visible?` here", "1 caller of visible?"),
        ("who calls visible?", "1 caller of visible"),
        ("who calls save!", "1 caller of save!"),
    ] {
        let found = ask(question);
        assert!(found.is_answered && found.said.iter().any(|line| line == said), "{question}: {:?}", found.said);
    }
}

#[test]
fn what_depends_on_the_name_of_the_clause_before_is_asked_too() {
    let found = ask("who calls read, what would break");
    assert!(found.is_answered, "{}", found.heading());
    let found = ask("who calls Proxy.read, what would break");
    assert!(found.is_answered && found.said.len() == 2, "{:?}", found.said);
}

#[test]
fn of_a_name_without_known_references_it_is_said_how_many_lines_hold_it() {
    let found = ask("what would break if I rename shut_conns");
    let said = &found.said[0];
    assert!(said.starts_with("no reference to shut_conns is known in this workspace; "), "{said}");
    assert!(said.contains("a line of code holds the name shut_conns: $.content.grep("), "{said}");
}

#[test]
fn a_key_that_nothing_has_is_declined_and_one_that_lies_in_others_is_not() {
    assert!(!ask("what is the default of gate.core.wait").is_answered);
    assert!(ask("what is the default of gate.core.wait").nowhere.contains(&"gate.core.wait".to_owned()));
    assert!(!ask("what is the default of pool-wait").is_answered);
    for key in ["gate.core.depth", "gate.pool.size", "pool-size", "process-timeout"] {
        let found = ask(&format!("what is the default of {key}"));
        assert!(!found.nowhere.iter().any(|word| word == key), "{key}: {:?}", found.nowhere);
    }
}

#[test]
fn the_rows_of_a_guide_do_not_count_what_a_program_has() {
    let found = ask("how many settings are there");
    assert!(found.counted.is_none() && found.said.is_empty(), "{:?}", found.said);
}
