//! Classes and modules of the language, and what stands above each of them there.

/// Each with what is directly above it, or mixed in.
const ABOVE: &[(&str, &str)] = &[
    ("Integer", "Numeric"),
    ("Float", "Numeric"),
    ("Rational", "Numeric"),
    ("Complex", "Numeric"),
    ("Numeric", "Comparable"),
    ("String", "Comparable"),
    ("Symbol", "Comparable"),
    ("Time", "Comparable"),
    ("Array", "Enumerable"),
    ("Hash", "Enumerable"),
    ("Range", "Enumerable"),
    ("Struct", "Enumerable"),
    ("Set", "Enumerable"),
    ("Enumerator", "Enumerable"),
    ("Dir", "Enumerable"),
    ("IO", "Enumerable"),
    ("File", "IO"),
    ("Class", "Module"),
    ("StandardError", "Exception"),
    ("ScriptError", "Exception"),
    ("SignalException", "Exception"),
    ("SystemExit", "Exception"),
    ("SecurityError", "Exception"),
    ("NoMemoryError", "Exception"),
    ("SystemStackError", "Exception"),
    ("LoadError", "ScriptError"),
    ("NotImplementedError", "ScriptError"),
    ("SyntaxError", "ScriptError"),
    ("Interrupt", "SignalException"),
    ("ArgumentError", "StandardError"),
    ("EncodingError", "StandardError"),
    ("FiberError", "StandardError"),
    ("IOError", "StandardError"),
    ("IndexError", "StandardError"),
    ("LocalJumpError", "StandardError"),
    ("NameError", "StandardError"),
    ("RangeError", "StandardError"),
    ("RegexpError", "StandardError"),
    ("RuntimeError", "StandardError"),
    ("SystemCallError", "StandardError"),
    ("ThreadError", "StandardError"),
    ("TypeError", "StandardError"),
    ("ZeroDivisionError", "StandardError"),
    ("UncaughtThrowError", "ArgumentError"),
    ("EOFError", "IOError"),
    ("KeyError", "IndexError"),
    ("StopIteration", "IndexError"),
    ("ClosedQueueError", "StopIteration"),
    ("NoMethodError", "NameError"),
    ("FloatDomainError", "RangeError"),
    ("FrozenError", "RuntimeError"),
];

/// Those that nothing of the table is above.
const OTHERS: &[&str] = &["Object", "Kernel", "BasicObject", "Module", "Regexp", "Proc", "Method", "NilClass"];

/// What the language has directly above a class of its own.
pub(super) fn above(path: &str) -> Option<&'static str> {
    ABOVE.iter().find(|(of, _)| *of == path).map(|(_, above)| *above)
}

/// True for a class or module of the language.
pub(in crate::docql::relations) fn is_core(path: &str) -> bool {
    OTHERS.contains(&path) || ABOVE.iter().any(|(of, above)| *of == path || *above == path)
}

/// The class of what a text in quotes, or in a literal with a percent sign, is; `None` for what ends an expression inside.
pub(super) fn of_text(text: &str) -> Option<&'static str> {
    let mut signs = text.chars();
    Some(match (signs.next()?, signs.next()) {
        ('"' | '\'' | '`' | '<' | '?', _) => "String",
        ('/', _) => "Regexp",
        ('%', Some('w' | 'W' | 'i' | 'I')) => "Array",
        ('%', Some('r')) => "Regexp",
        ('%', Some('s')) => "Symbol",
        ('%', Some(_)) => "String",
        _ => return None,
    })
}

/// The class of what a number without a point is.
pub(super) fn of_number(text: &str) -> &'static str {
    let is_hex = text.starts_with("0x") || text.starts_with("0X");
    match text.chars().last() {
        Some('i') => "Complex",
        Some('r') => "Rational",
        _ if !is_hex && text.contains(['e', 'E']) => "Float",
        _ => "Integer",
    }
}
