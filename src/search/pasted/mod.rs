//! What is pasted from a terminal or a log: the words of it that say something of the workspace. (The
//! places that a trace names are found in `finder/traces`.)
//!
//! - `called`: what a frame calls: with its class in full and the types of its parameters, where it names them.
//! - `drawn`: errors that programs draw with the lines they are about: what they say.
//! - `fields`: lines of logs that are objects or pairs.
//! - `frames`: frames of stack traces: the function that a frame names.
//! - `log_lines`: what a line of a log says, without its envelope.
//! - `session`: what a terminal shows of a command: what the program has said.
//! - `tests_run`: what runners of tests say of a test.

mod called;
mod drawn;
mod fields;
mod frames;
mod log_lines;
mod session;
mod tests_run;

pub use called::{Called, ClassName};
pub(super) use tests_run::Test;

/// The words that a pasted text stands for, where it is no question but a line that a program has written: the message
/// of a line of a log, the function of a frame, the name of a test. `None` for any other text.
pub(super) fn words(text: &str) -> Option<String> {
    let text = text.trim();
    tests_run::name(text)
        .or_else(|| drawn::message(text))
        .or_else(|| frames::function(text).filter(|_| !is_bare_call(text)))
        .or_else(|| session::message(text))
        .or_else(|| log_lines::message(text))
}

/// The function that a frame names, with what it belongs to; `None` for any other line.
pub(super) fn called(line: &str) -> Option<Called> {
    frames::called(line.trim())
}

/// True for a call without arguments, `c.mu.Unlock()`, which a line of a program is as well as a frame.
pub(super) fn is_bare_call(text: &str) -> bool {
    text.trim().strip_suffix("()").is_some_and(|name| {
        name.contains('.') && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.'))
    })
}

/// The test that a line says has failed; `None` for any other line.
pub(super) fn failed_test(line: &str) -> Option<Test> {
    tests_run::test(line.trim()).filter(|_| !tests_run::is_well(line))
}
