//! What tells a text of C++ from one of C, in files that may hold either.

/// True if a line of a header says what only C++ says, outside of what C does not see.
pub(super) fn is_cpp(head: &str) -> bool {
    let (mut in_comment, mut hidden) = (false, 0u32);
    let mut members = Members::default();
    for whole in head.lines() {
        let line = whole.trim();
        if in_comment {
            in_comment = !line.contains("*/");
            continue;
        }
        if let Some(rest) = line.strip_prefix("/*") {
            in_comment = !rest.contains("*/");
            continue;
        }
        if let Some(directive) = line.strip_prefix('#') {
            let directive = directive.trim_start();
            // What only C++ compilers see makes no C++ header, nor does what follows its `#else`.
            if directive.starts_with("if") && (hidden > 0 || directive.contains("__cplusplus")) {
                hidden += 1;
            } else if directive.starts_with("endif") {
                hidden = hidden.saturating_sub(1);
            } else if hidden == 0 && is_header_without_ending(directive) {
                return true;
            }
            continue;
        }
        if hidden == 0 && (is_cpp_line(line) || members.is_function(whole, line)) {
            return true;
        }
    }
    false
}

/// How deep in the braces of a struct the lines stand.
#[derive(Default)]
struct Members {
    /// Brackets that are open in it; 0 outside of any.
    depth: usize,
}

impl Members {
    /// True if `line`, which follows those asked about before, has a function in a struct: C has fields alone there.
    fn is_function(&mut self, whole: &str, line: &str) -> bool {
        // A struct that is never closed ends where the next declaration begins.
        if !whole.starts_with([' ', '\t']) && !line.starts_with(['}', '{']) && !line.is_empty() {
            self.depth = 0;
        }
        let code = line.split("//").next().unwrap_or_default().trim_end();
        let inside = match self.depth {
            0 => match code.split_once('{') {
                Some((head, inside)) if is_struct_head(head) => {
                    self.depth = 1;
                    inside
                }
                _ => return false,
            },
            _ => code,
        };
        let is_direct = self.depth == 1;
        for byte in inside.bytes() {
            match byte {
                b'{' => self.depth += 1,
                b'}' => self.depth = self.depth.saturating_sub(1),
                _ => {}
            }
            if self.depth == 0 {
                break;
            }
        }
        is_direct && inside.split(';').any(has_function)
    }
}

/// `struct Name`, `typedef struct Name`; what it extends may stand behind it, which is C++ anyway.
fn is_struct_head(head: &str) -> bool {
    let head = head.trim();
    let rest = head.strip_prefix("typedef ").unwrap_or(head).strip_prefix("struct ");
    rest.is_some_and(|rest| !rest.contains(['(', '=', ';']))
}

/// `int size() const`, `void put(int v) {`: parameters behind a name, with what only a function has behind them. A bare
/// `int size()` may be a field with an attribute.
fn has_function(member: &str) -> bool {
    let Some((head, rest)) = member.split_once('(') else { return false };
    // Only C says that there are none.
    if rest.trim_start().starts_with("void)") {
        return false;
    }
    let name = head.rsplit(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or_default();
    let Some((_, behind)) = rest.rsplit_once(')').filter(|_| !name.is_empty() && !rest.starts_with('*')) else {
        // The body may have brackets of its own.
        return false;
    };
    let begins_body = rest.split_once(')').is_some_and(|(_, body)| body.trim_start().starts_with('{'));
    let behind = behind.trim();
    begins_body || behind == "{" || behind == "const" || behind.starts_with("const ") || behind == "override"
}

/// `include <string>`: headers of C have an ending.
fn is_header_without_ending(directive: &str) -> bool {
    let name = directive.strip_prefix("include").and_then(|rest| rest.trim_start().strip_prefix('<'));
    name.and_then(|name| name.split_once('>')).is_some_and(|(name, _)| !name.is_empty() && !name.contains(['.', '/']))
}

fn is_cpp_line(line: &str) -> bool {
    let is_name = |text: &str| text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
    let after = |word: &str| {
        let rest = line.strip_prefix(word)?;
        rest.starts_with([' ', '\t', '<', '{']).then(|| rest.trim_start())
    };
    if matches!(line, "public:" | "private:" | "protected:") || after("template").is_some_and(|r| r.starts_with('<')) {
        return true;
    }
    if after("namespace").is_some_and(|rest| rest.starts_with('{') || is_name(rest)) {
        return true;
    }
    if after("using").is_some_and(|rest| rest.starts_with("namespace ") || (is_name(rest) && rest.contains(['=', ':'])))
    {
        return true;
    }
    // `class Name`, a macro perhaps between them, and what follows it; a variable called `class` has an operator behind.
    after("class").filter(|rest| is_name(rest)).is_some_and(|rest| {
        let is_word =
            |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | ' ' | ':' | '<' | '>' | ',' | '{' | '}' | ';');
        rest.chars().all(is_word) && rest.split([':', '{', ';']).next().is_some_and(|name| !name.contains(','))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_header_is_cpp_if_a_line_of_it_can_be_nothing_else() {
        for cpp in [
            "#include <string>\n",
            "// words\nnamespace leveldb {\n",
            "class LEVELDB_EXPORT DB {\n",
            "class Other;\n",
            "class Empty {};\n",
            "class A : public B<C, D> {\n",
            "template <typename T>\nT f();\n",
            "struct A {\n public:\n  int x;\n};\n",
            "struct Block { void put(int v) { } };\n",
            "struct Pipe {\n  int size() const;\n  int x;\n};\n",
            "struct Pipe {\n  int x; // how many\n  void put(int v) {\n    x = v;\n  }\n};\n",
            "#ifdef __cplusplus\nextern \"C\" {\n#endif\nint f(void);\n#ifdef __cplusplus\n}\n#endif\nusing a::b;\n",
        ] {
            assert!(is_cpp(cpp), "{cpp}");
        }
        for c in [
            "",
            "#include <stdio.h>\n#include <linux/class>\nint main(void);\n",
            "/*\nclass of devices:\nnamespace x {\n*/\nint f(void);\n",
            "/* one */ \n",
            "#if defined(__cplusplus)\ntemplate <class T> T f();\n#if X\n#endif\nnamespace a {\n#endif\nint f(void);\n",
            "struct a {\n  int (*run)(int a);\n  int x __aligned(8);\n  struct { int y; } in;\n};\nint size(void) {\n  return 1;\n}\n",
            "struct a {\n  DECLARE_BITMAP(names, 3);\n} b = { f(1) };\nstatic int f(struct a a) { return 1; }\n",
            "struct open { int x;\nstatic int after(int a) { return 3; }\n",
            "struct class *class;\nvoid f(void) {\n\tclass = g();\n\tclass -= 1;\n\tusing(x);\n\tclass_put(x);\n}\n",
        ] {
            assert!(!is_cpp(c), "{c}");
        }
    }
}
