//! What a terminal shows of a command: a prompt with what was entered, and below it what the program has said.

use super::{drawn, log_lines};
use regex::Regex;
use std::sync::LazyLock;

/// Lines of a session that are read: who pastes more pastes a log.
const MAX_LINES: usize = 60;

/// A prompt with a command behind it: `$ git push`, `bob@web1:~/work$ git push`, `(venv) C:\work> pip install`, `# make`.
static PROMPT: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let name = r"[\w.-]+@[\w.-]+";
    Regex::new(&format!(
        r"^\s*(?:\([\w .-]+\)\s*)?(?:\[?{name}[: ][^$#%>]{{0,80}}\]?\s?[$#%>]|[$%❯➜»]|PS [A-Z]:[^>]{{0,80}}>|[A-Z]:\\[^>]{{0,80}}>|#)\s+[\w./~-]"
    ))
    .ok()
});

/// What a line begins with that says what went wrong, in small letters.
const WRONG: &[&str] = &["error", "fatal", "panic", "abort", "failed", "failure", "exception", "e:", "critical"];

/// What the program has said; `None` where no command stands in the first line.
pub(super) fn message(text: &str) -> Option<String> {
    let (first, rest) = text.split_once('\n')?;
    let prompt = PROMPT.as_ref()?;
    if !prompt.is_match(first) {
        return None;
    }
    let lines = rest.lines().map(str::trim).filter(|line| !line.is_empty()).take(MAX_LINES);
    let lines: Vec<&str> = lines.take_while(|line| !prompt.is_match(line) && !is_bare_prompt(line)).collect();
    let has_word = |line: &&&str| line.contains(char::is_alphabetic);
    // A heading of a document with one line below it is no command: both are of one text.
    let is_heading = first.trim_start().starts_with('#') && lines.iter().any(|line| line.starts_with('#'));
    if is_heading {
        return None;
    }
    let drawn = drawn::message(rest);
    let wrong = lines.iter().find(|line| is_wrong(line)).or_else(|| lines.iter().rfind(has_word))?;
    Some(drawn.or_else(|| log_lines::message(wrong)).unwrap_or_else(|| (*wrong).to_owned()))
}

/// True for a prompt that waits.
fn is_bare_prompt(line: &str) -> bool {
    matches!(line, "$" | "#" | "%" | "❯" | "➜")
        || line.len() < 120 && line.contains('@') && line.ends_with(['$', '#', '%'])
}

/// True for a line that says by its first words that something went wrong, whoever says so before them: `git: error: …`.
fn is_wrong(line: &str) -> bool {
    let line = line.to_lowercase();
    line.split(": ").take(2).any(|part| WRONG.iter().any(|wrong| part.trim_start_matches('[').starts_with(wrong)))
}

#[cfg(test)]
mod tests {
    use super::message;

    #[test]
    fn what_a_program_says_below_a_command_is_the_message() {
        for (text, said) in [
            ("$ shop serve\ncannot find the shop", "cannot find the shop"),
            ("# shop serve --port 80\ncannot bind to port 80", "cannot bind to port 80"),
            (
                "bob@web1:~/work$ shop serve\nstarting\nerror: cannot find the shop\nbob@web1:~/work$",
                "error: cannot find the shop",
            ),
            ("[root@web1 work]# shop serve\ncannot find the shop", "cannot find the shop"),
            ("(venv) $ shop serve\nTraceback\nValueError: no shop here\n$ ", "ValueError: no shop here"),
            ("❯ shop serve\n2024-05-01 12:00:00 ERROR cannot find the shop\n❯", "cannot find the shop"),
            ("PS C:\\work> shop serve\ncannot find the shop", "cannot find the shop"),
            ("$ shop serve\n\ncannot find the shop\n\n$ ls\nerror: of another", "cannot find the shop"),
        ] {
            assert_eq!(message(text).as_deref(), Some(said), "{text}");
        }
    }

    #[test]
    fn what_is_no_session_is_left_as_it_is() {
        for text in [
            "$ shop serve",
            "# Title\n\n## Section\ntext",
            "$.toc\n$.files",
            "#include <x>\nint main()",
            "a $ b\nc",
            "#!/bin/sh\nls",
        ] {
            assert_eq!(message(text), None, "{text}");
        }
    }
}
