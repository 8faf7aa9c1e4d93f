//! Callers and tests of the selection, as far as they were counted.

use crate::app::state::model::Model;
use crate::app::state::subject::Subject;
use crate::stdx::grouped;

/// From so many tests on they are not counted.
const MANY_TESTS: usize = 100;

/// True if something can be called or used.
pub(in crate::app) fn can_be_used(subject: &Subject) -> bool {
    (subject.kind.is_function() || subject.kind.is_class()) && !subject.query.is_empty()
}

/// The uses of what is selected: `called by 3 · reached by 1 test`; `None` where they are not known.
pub fn uses_summary(model: &Model, subject: &Subject) -> Option<String> {
    let (_, uses) = model.uses.as_ref().filter(|(key, _)| *key == subject.key)?;
    let verb = if subject.kind.is_class() { "used" } else { "called" };
    let lines = match uses.named {
        0 => String::new(),
        1 => "named in 1 line".to_owned(),
        named => format!("named in {} lines", grouped(named)),
    };
    let parts = [(uses.callers, ""), (uses.dispatched, " through types above"), (uses.by_name, " by name only")];
    let counted: Vec<String> =
        parts.iter().filter(|(count, _)| *count > 0).map(|(count, how)| format!("{}{how}", grouped(*count))).collect();
    let callers = if counted.is_empty() { "0".to_owned() } else { counted.join(", +") };
    let tests = match uses.tests {
        // Nothing is known of tests in languages whose programs have no outline.
        None => String::new(),
        // A test that reaches half of everything says nothing about any of it.
        Some(MANY_TESTS..) => format!(" · reached by {}+ tests", grouped(MANY_TESTS)),
        Some(1) => " · reached by 1 test".to_owned(),
        Some(tests) => format!(" · reached by {tests} tests"),
    };
    // A type may be named everywhere, and nothing of it called.
    let callers = match (lines.is_empty(), subject.kind.is_class()) {
        (true, _) => format!("{verb} by {callers}"),
        (false, true) => lines,
        (false, false) => format!("{verb} by {callers}, {lines}"),
    };
    Some(format!("{callers}{tests}"))
}
