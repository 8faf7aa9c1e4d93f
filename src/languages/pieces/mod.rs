//! The outermost declarations of a program in braces, found by its brackets alone: where they begin and end, and which
//! branches of conditions do not belong to them.

mod begun;
mod bytes;
mod conditions;
mod reader;

use reader::{Reader, Step};
use std::ops::Range;

/// An outermost declaration.
#[derive(Debug, PartialEq)]
pub(super) struct Piece {
    /// With the comments above it.
    pub start: usize,
    /// The first word.
    pub head: usize,
    pub end: usize,
    /// What must not be read for its brackets to close: branches, and the lines of their conditions.
    pub losing: Vec<Range<usize>>,
    /// What need not be read: all branches but the first of each condition, the lines of the conditions, definitions.
    pub optional: Vec<Range<usize>>,
    /// Lines that define macros.
    pub definitions: Vec<Range<usize>>,
    /// Nothing closes a brace of it.
    pub is_unclosed: bool,
}

impl Piece {
    /// All but the lines that define macros.
    pub(super) fn but_definitions(&self) -> Vec<Range<usize>> {
        let mut at = self.start;
        let mut rest = Vec::with_capacity(self.definitions.len() + 1);
        for line in &self.definitions {
            rest.push(at..line.start);
            at = line.end;
        }
        rest.push(at..self.end.max(at));
        rest
    }
}

/// Finds the outermost declarations of `text`. Each is handed to `found`.
pub(super) fn pieces(text: &str, mut found: impl FnMut(Piece)) {
    let mut reader = Reader::new(text);
    let mut begun: Option<Reader> = None;
    loop {
        let was_open = reader.is_open();
        match reader.step() {
            Step::More if !was_open && reader.is_open() => begun = Some(reader.clone()),
            Step::More => {}
            Step::Found(piece) => found(piece),
            // Braces that nothing closes: what begins at the start of a line ends there.
            Step::End if reader.is_unclosed() => match begun.take() {
                Some(earlier) => reader = earlier.with_resync(),
                None => break,
            },
            Step::End => break,
        }
        if was_open && !reader.is_open() {
            begun = None;
        }
    }
    if let Some(piece) = reader.finish() {
        found(piece);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<String> {
        let mut list = Vec::new();
        pieces(text, |piece| {
            let mut seen = text[piece.head..piece.end].to_owned();
            for gap in piece.losing.iter().rev() {
                seen.replace_range(gap.start - piece.head..gap.end - piece.head, "");
            }
            list.push(seen.split_whitespace().collect::<Vec<_>>().join(" "));
        });
        list
    }

    #[test]
    fn declarations_end_where_their_brackets_close() {
        for (text, expected) in [
            ("int a; int f(void) { g(); }\nint b;", vec!["int a;", "int f(void) { g(); }", "int b;"]),
            ("struct a { int b; } c;\nint d[] = { 1 };", vec!["struct a { int b; } c;", "int d[] = { 1 };"]),
            ("/* one; */ char c = '{'; char *s = \"};\";", vec!["char c = '{';", "char *s = \"};\";"]),
            ("extern \"C\" { int a; }\nint b;", vec!["int a;", "int b;"]),
            (
                "X_BEGIN\n\ntypedef int a;\nX(1)\nstatic int b;",
                vec!["X_BEGIN", "typedef int a;", "X(1)", "static int b;"],
            ),
            ("X_API(int)\nf(void) { }", vec!["X_API(int) f(void) { }"]),
            ("X_END\n#define A \\\n 1\nint b;", vec!["X_END", "#define A \\ 1", "int b;"]),
            ("struct a f(void) X_ATTR {\n}\nint b;", vec!["struct a f(void) X_ATTR { }", "int b;"]),
            ("struct X(8) a {\n int b; } c;", vec!["struct X(8) a { int b; } c;"]),
        ] {
            assert_eq!(found(text), expected, "{text}");
        }
    }

    #[test]
    fn of_branches_that_open_what_they_do_not_close_the_first_is_read() {
        for (text, expected) in [
            ("#if A\nint f(int a) {\n#else\nint f(void) {\n#endif\n}\nint b;", vec!["int f(int a) { }", "int b;"]),
            ("int f(int\n#ifdef A\na\n#elif B\nb\n#endif\n) { }", vec!["int f(int a ) { }"]),
            ("void f() {\n#if A\nif (a) {\n#else\nif (b) {\n#endif\n}\n}", vec!["void f() { if (a) { } }"]),
            ("#if 0\nint f( {\n#else\nint a;\n#endif\nint b;", vec!["int a;", "int b;"]),
            ("#if A\nint a;\n#else\nint b;\n#endif", vec!["int a;", "int b;"]),
        ] {
            assert_eq!(found(text), expected, "{text}");
        }
    }

    #[test]
    fn a_brace_at_the_start_of_a_line_ends_what_nothing_closes() {
        assert_eq!(found("int f() {\n if (a) {\n}\nint g() {\n}\n"), ["int f() { if (a) { }", "int g() { }"]);
        assert_eq!(found("struct a {\n int b;\nint g() { }\nint c;\n"), ["struct a { int b;", "int g() { }", "int c;"]);
    }

    #[test]
    fn deep_and_long_conditions_cost_no_more_than_others() {
        let deep = "#if A\nint a;\n".repeat(50_000);
        assert_eq!(found(&deep).len(), 50_000);
        let long = format!("#if A\nint f(\n{}#endif\nint b);\n", "#elif B\nint c;\n".repeat(50_000));
        assert_eq!(found(&long), ["int f( int b);"]);
    }
}
