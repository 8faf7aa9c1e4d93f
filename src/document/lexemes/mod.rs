//! A fast lexical reading of program text: identifiers, comments, strings — without a grammar.
//!
//! Good enough to know that a name is used outside comments and strings, at memory speed, and robust
//! against macros and broken syntax, where a parse tree has holes.
//!
//! - `bare_calls`: calls without brackets, in languages where a name alone may be one: `halt 400`, `user.name`,
//!   `valid?`.
//! - `calls`: names, and which of them are called.
//! - `conditions`: conditions of a preprocessor that say themselves whether they hold: `#if 0`.
//! - `expressions`: expressions in strings whose end is known before: those in which the quotes of the string do not
//!   stand.
//! - `heredocs`: strings of whole lines: how one opens, and whether its closing line is there.
//! - `lexeme`: the parts that a text is read as.
//! - `literals`: where comments and strings end.
//! - `markup`: elements among the values of a program: `<p>text {code}</p>`.
//! - `pages`: pages whose program stands between elements, as in Vue: the parts of a text that are code.
//! - `percent`: literals that a percent sign opens: `%w[a b]`, `%q(a (b))`, `%r{a}i`, `%(a)`.
//! - `reader`: the machine that reads a text as lexemes: what a byte means depends on the strings and elements around
//!   it.
//! - `shell`: scripts of commands, whose first words are calls.
//! - `templates`: literals that may hold code: which signs end one, and which open code in it.
//! - `values`: where values end and begin: whether `/` divides or opens a regular expression, and `<` compares or opens
//!   an element.

mod bare_calls;
mod calls;
mod conditions;
mod expressions;
mod heredocs;
mod lexeme;
mod literals;
mod markup;
mod pages;
mod percent;
mod reader;
mod shell;
mod templates;
mod values;

pub use bare_calls::is_variable;
pub use lexeme::{Lexeme, LexemeKind};
pub(super) use literals::{comment_end, string_end};
pub use pages::{CodePart, beside_scripts, code_among_elements};

use super::{Forms, Lexis, Span};

/// Lexes `text` by the rules of `lexis`, in linear time. Cannot fail.
pub fn lexemes<'t>(text: &'t str, lexis: &'t Lexis) -> impl Iterator<Item = Lexeme> + 't {
    // One of the three, so that all are one type.
    let (mut program, mut script, mut page) = (None, None, None);
    match lexis.forms {
        Forms { page: Some(rules), .. } => page = Some(pages::lexemes(text, lexis, rules)),
        Forms { commands: true, .. } => script = Some(shell::ShellReader::new(text, lexis)),
        _ => program = Some(reader::Reader::new(text, lexis)),
    }
    program.into_iter().flatten().chain(script.into_iter().flatten()).chain(page.into_iter().flatten())
}

/// What conditions of a preprocessor take away for everybody, as `#if 0` does, in order.
pub fn unread<'t>(text: &'t str, lexis: &'t Lexis) -> impl Iterator<Item = Span> + 't {
    let is_told = lexis.forms.conditions && conditions::are_told(text);
    let all = is_told.then(|| lexemes(text, lexis)).into_iter().flatten();
    all.filter(|lexeme| lexeme.kind == LexemeKind::Unread).map(|lexeme| lexeme.span)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::{Escapes, ExpressionMark, StringRule};

    static C_LIKE: Lexis = Lexis {
        line_comments: &["//"],
        block_comments: &[("/*", "*/")],
        nested_comments: true,
        strings: &[StringRule {
            open: "\"",
            close: "\"",
            escapes: Escapes::Backslash,
            multiline: false,
            expression: Some(ExpressionMark::Dollar),
            delimited: false,
        }],
        keywords: &["if"],
        forms: Forms { macros: true, ..Forms::PLAIN },
        ..Lexis::PLAIN
    };

    #[test]
    fn calls_words_comments_and_strings_are_told_apart() {
        let text = "run(x); // run(\n\"run(\\\"\" y::<A<B>>(1) z! [] /* a /* b */ c */ 名前 (2) a<b";
        let read: Vec<_> = lexemes(text, &C_LIKE).map(|l| (l.kind, l.span.of(text))).collect();
        use LexemeKind::*;
        assert_eq!(
            read,
            [
                (Call, "run"),
                (Word, "x"),
                (Comment, "// run("),
                (Text, "\"run(\\\"\""),
                (Call, "y"),
                (Word, "A"),
                (Word, "B"),
                (Call, "z"),
                (Comment, "/* a /* b */ c */"),
                (Call, "名前"),
                (Word, "a"),
                (Word, "b"),
            ]
        );
    }

    #[test]
    fn expressions_in_strings_are_code() {
        let text = "\"a ${run(b, {c}) + d} e $f\" g \"${h\" i";
        let read: Vec<_> = lexemes(text, &C_LIKE).map(|l| (l.kind, l.span.of(text))).collect();
        use LexemeKind::*;
        assert_eq!(
            read,
            [
                (Text, "\"a ${"),
                (Call, "run"),
                (Word, "b"),
                (Word, "c"),
                (Word, "d"),
                (Text, "} e $f\""),
                (Word, "g"),
                (Text, "\"${"),
                (Word, "h"),
                (Text, "\" i"),
            ]
        );
    }

    /// What is called in `text`, and its literals.
    fn read(text: &str, forms: Forms) -> (Vec<&str>, Vec<&str>) {
        let lexis: &'static Lexis = Box::leak(Box::new(Lexis {
            strings: &[
                StringRule {
                    open: "`",
                    close: "`",
                    escapes: Escapes::Backslash,
                    multiline: true,
                    expression: Some(ExpressionMark::Dollar),
                    delimited: false,
                },
                StringRule {
                    open: "r\"",
                    close: "\"",
                    escapes: Escapes::None,
                    multiline: true,
                    expression: None,
                    delimited: false,
                },
                StringRule {
                    open: "\"",
                    close: "\"",
                    escapes: Escapes::Backslash,
                    multiline: false,
                    expression: None,
                    delimited: false,
                },
                StringRule {
                    open: "'",
                    close: "'",
                    escapes: Escapes::Backslash,
                    multiline: false,
                    expression: None,
                    delimited: false,
                },
            ],
            forms,
            ..C_LIKE
        }));
        let of = |kind| lexemes(text, lexis).filter(move |it| it.kind == kind).map(|it| it.span.of(text)).collect();
        (of(LexemeKind::Call), of(LexemeKind::Text))
    }

    const SCRIPT: Forms = Forms { before_values: &["return", "typeof"], private_names: true, ..Forms::PLAIN };

    #[test]
    fn a_raw_string_has_no_escapes() {
        assert_eq!(read("a(r\"\\\"); b(\"\\\"\"); bar\"x\" c(r)", Forms::PLAIN).0, ["a", "b", "c"]);
    }

    #[test]
    fn regular_expressions_are_told_from_divisions() {
        for (text, calls, literals) in [
            (r#"a(/["']/); b()"#, "a b", r#"/["']/"#),
            ("a(/`/g); b()", "a b", "/`/g"),
            (r"x = /^https?:\/\//; b()", "b", r"/^https?:\/\//"),
            ("x = /[/\\]']/i; b()", "b", "/[/\\]']/i"),
            ("return /'/; b()", "b", "/'/"),
            ("typeof /'/; b()", "b", "/'/"),
            ("if (x) /'/.test(y); b()", "if test b", "/'/"),
            ("f(x) / a('/'); b()", "f a b", "'/'"),
            ("x[0] / a(1) / b()", "a b", ""),
            ("x / a(1) / b()", "a b", ""),
            ("x.return / a(1) / b()", "a b", ""),
            ("4 / a(1) / b()", "a b", ""),
            ("i++ / a(1) / b()", "a b", ""),
            ("x! / a(1) / b()", "a b", ""),
            ("`x` / a(1) / b()", "a b", "`x`"),
            ("a => /c(d)/ ; b()", "b", "/c(d)/"),
            ("x = (/ a(1)\n b()", "a b", ""),
        ] {
            let (found, texts) = read(text, SCRIPT);
            assert_eq!((found.join(" ").as_str(), texts.join(" ").as_str()), (calls, literals), "{text}");
        }
        assert_eq!(read("(/a(1)/)", Forms::PLAIN).0, ["a"]);
    }

    #[test]
    fn templates_nest() {
        for text in ["`${'f`b'}`; a()", "`${`x${a()}`}`; b()", "`a${{x: a()}}b`; b()", "`${a(/* ` */)}`; b()"] {
            let last = read(text, SCRIPT).0.pop();
            assert_eq!(last, Some(if text.contains("b()") { "b" } else { "a" }), "{text}");
        }
        assert_eq!(read("`${`x${a()} c()`} d()`; b()", SCRIPT).0, ["a", "b"]);
    }

    #[test]
    fn a_closing_mark_is_held_as_the_rule_says() {
        let rule = |open, close, escapes, mark| StringRule {
            open,
            close,
            escapes,
            multiline: true,
            expression: mark,
            delimited: false,
        };
        let strings: &'static [StringRule] = Box::leak(Box::new([
            rule("$$\"\"\"", "\"\"\"", Escapes::None, Some(ExpressionMark::TwiceInterpolated)),
            rule("$@\"", "\"", Escapes::Doubled, Some(ExpressionMark::Interpolated)),
            rule("\"\"\"", "\"\"\"", Escapes::None, None),
            rule("@\"", "\"", Escapes::Doubled, None),
            rule("\"", "\"", Escapes::Backslash, Some(ExpressionMark::BraceDollar)),
        ]));
        let lexis: &'static Lexis = Box::leak(Box::new(Lexis { strings, ..C_LIKE }));
        let of = |text: &'static str, kind| -> Vec<&str> {
            lexemes(text, lexis).filter(|it| it.kind == kind).map(|it| it.span.of(text)).collect()
        };
        for (text, calls) in [
            ("@\"a \"\"b()\"\" \\\"; c()", "c"),
            ("$@\"\"\"{a():x()} {{b()}} {c(\"d()\")}\"; e()", "a c e"),
            ("$$\"\"\"{a()} {{b(\"\")}}\"\"\"\"; c()", "b c"),
            ("\"\"\"\"a()\"\"\"\"; b()", "b"),
            ("\"{$a->b()} {c()} {$d[\"e()\"]} $f()\"; g()", "b g"),
        ] {
            assert_eq!(of(text, LexemeKind::Call).join(" "), calls, "{text}");
        }
        assert_eq!(of("$@\"{a::b,3:c} d\" e", LexemeKind::Text), ["$@\"{", ":c} d\""]);
    }

    #[test]
    fn the_text_of_elements_is_no_code() {
        let markup = Forms { markup: true, ..SCRIPT };
        for (text, calls) in [
            ("x = <p>Don't do {a(\"a\")}</p>; b()", "a b"),
            ("return <p>see http://foo {a()}</p>; b()", "a b"),
            ("(<a.b c=\"\\\" d={a()} e='`'/>); b()", "b a b"),
            ("x = <A b={C}><D.E<F> g/><h-I/><a:B/><$ />{J}</A>; <K,>(y) => y", "A E $"),
            ("x = <T extends unknown>(y: T) => a(y); b(<T />)", "a b T"),
            ("x = <><li>c() {l.map((x) => <i>it's {a(x)}</i>)} `</li></>; b()", "map a b"),
            ("x = <T,>(y: T) => a(y); b()", "a b"),
            ("x: <T extends C<'a'>>(y: T) => T; a(<p>'</p>); b()", "a b"),
            ("if (a < b) c(); d('<p>'); e < f; g()", "if c d g"),
            ("x = <p a={<b>'</b>}>{/* ' */}{`<`}</p>; b()", "b"),
        ] {
            assert_eq!(read(text, markup).0.join(" "), calls, "{text}");
        }
    }

    #[test]
    fn type_arguments_may_hold_types_of_objects() {
        let text = "a<{ b: string; c: D<E> }>(1) f<[G, () => H]>(2) i<\n J | K\n>(3) l < m && n >(4) (o < p) >(5)";
        assert_eq!(read(text, SCRIPT).0, ["a", "f", "i"]);
    }

    #[test]
    fn private_names_have_their_mark_and_only_macros_are_called_with_other_brackets() {
        assert_eq!(read("this.#a(1); a(2); b![c] d!(e)", SCRIPT).0, ["#a", "a", "d"]);
        assert_eq!(read("b![c]", Forms { macros: true, ..Forms::PLAIN }).0, ["b"]);
    }

    #[test]
    fn decorators_are_calls_of_their_last_name() {
        static DECORATED: Lexis = Lexis { line_comments: &["#"], decorators: true, ..C_LIKE };
        let text = "@a\ndef f():\n  @b.c  # d\n  @e(f)\n  @g[h]\n  x = (i\n @ j)";
        let calls: Vec<_> = lexemes(text, &DECORATED).filter(|l| l.kind == LexemeKind::Call).collect();
        let calls: Vec<_> = calls.iter().map(|l| l.span.of(text)).collect();
        assert_eq!(calls, ["a", "f", "c", "e"]);
    }

    #[test]
    fn unclosed_things_end_with_the_text() {
        for text in ["/* a", "\"a\\", "\"a", "\"${a", "\"${\"", "\"${a}", "/*/", "\\"] {
            assert!(lexemes(text, &C_LIKE).all(|l| l.span.end as usize <= text.len()), "{text}");
        }
        let markup = Forms { markup: true, ..SCRIPT };
        for text in ["/[", "/\\", "<", "<a", "<a b='", "<a>", "<a></a", "<a>{", "`${`", "#", "r\"", "</a>", "<é>é</é>"]
        {
            let (calls, literals) = read(text, markup);
            assert!(calls.iter().chain(&literals).all(|part| part.len() <= text.len()), "{text}");
        }
    }
}
