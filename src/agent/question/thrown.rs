//! Messages that begin with the name of what was thrown: `java.lang.IllegalStateException: pool is sealed`.

/// Ends of names of what is thrown.
const ENDS: &[&str] = &["Exception", "Error", "Failure", "Warning", "Panic", "Fault"];

/// What may stand before such a name.
const BEFORE: &[&str] = &["caused by:", "uncaught", "unhandled", "exception in thread", "error:", "panic:"];

/// Words of a message, at least: of fewer the name says more.
const MIN_WORDS: usize = 3;

/// The name of what was thrown, without its package, and the message behind it.
pub(in crate::agent) fn message(text: &str) -> Option<(&str, &str)> {
    let mut rest = text.trim_start();
    for before in BEFORE {
        if rest.get(..before.len()).is_some_and(|start| start.eq_ignore_ascii_case(before)) {
            rest = rest[before.len()..].trim_start();
        }
    }
    let (name, message) = rest.split_once(':')?;
    let last = name.rsplit(['.', '\\', ':']).next().unwrap_or(name);
    let is_name = !name.contains(char::is_whitespace) && last.starts_with(|c: char| c.is_ascii_uppercase());
    let is_thrown = is_name && ENDS.iter().any(|end| last.ends_with(end));
    let message = message.trim();
    (is_thrown && message.split_whitespace().count() >= MIN_WORDS).then_some((last, message))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_of_what_was_thrown_is_told_from_its_message() {
        for (text, expected) in [
            (
                "java.lang.IllegalStateException: the pool is sealed",
                Some(("IllegalStateException", "the pool is sealed")),
            ),
            ("Caused by: KeyError: no such header here", Some(("KeyError", "no such header here"))),
            ("where is IllegalStateException thrown", None),
            ("KeyError: name", None),
            ("note: the pool is sealed", None),
            ("", None),
        ] {
            assert_eq!(message(text), expected, "{text}");
        }
    }
}
