//! Typing and completing queries, key by key: `tests/docql/typing.txt`, each line the keys and the text, with the
//! caret, that they make.

use crate::screens::Session;
use crate::workspace::tests;
use std::fs;

#[test]
fn keys_make_the_text_that_was_meant() {
    let text = fs::read_to_string(tests().join("docql/typing.txt")).expect("the cases");
    let mut wrong = Vec::new();
    let mut session = Session::new(120, 36);
    for line in text.lines().filter(|line| !line.starts_with('#') && line.contains(" ⇒ ")) {
        let mut parts = line.split(" ⇒ ");
        let (keys, made, ghost) = (parts.next().unwrap_or(""), parts.next().unwrap_or(""), parts.next());
        session.press("<esc><esc>/<end><c-u>").press(keys);
        let prompt = &session.model.prompt;
        let found = format!("{}▏{}", prompt.line.before(), prompt.line.after());
        if found != made {
            wrong.push(format!("{line}\n  makes {found}"));
        }
        if ghost.is_some_and(|ghost| prompt.ghost() != ghost) {
            wrong.push(format!("{line}\n  ghost {:?}", prompt.ghost()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
