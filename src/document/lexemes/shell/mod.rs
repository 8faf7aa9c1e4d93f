//! Scripts of commands, whose first words are calls.

mod reader;
mod scopes;
mod words;

pub(super) use reader::ShellReader;

#[cfg(test)]
mod tests {
    use crate::document::lexemes::{LexemeKind, lexemes};
    use crate::document::{Escapes, ExpressionMark, Forms, HeredocRule, Lexis, StringRule};

    const HEREDOCS: HeredocRule = HeredocRule {
        open: "<<",
        indents: b"-",
        blanks: b"\t",
        loose: true,
        whole_lines: true,
        quotes: b"\"'\\",
        plain_quotes: b"\"'\\",
        expression: ExpressionMark::Shell,
        doubtful: false,
    };

    static SHELL: Lexis = Lexis {
        line_comments: &["#"],
        strings: &[StringRule {
            open: "\"",
            close: "\"",
            escapes: Escapes::Backslash,
            multiline: true,
            expression: Some(ExpressionMark::Shell),
            delimited: false,
        }],
        keywords: &["if", "then", "fi", "do", "done", "while", "for", "case", "esac", "function", "time"],
        forms: Forms { commands: true, heredocs: Some(&HEREDOCS), ..Forms::PLAIN },
        ..Lexis::PLAIN
    };

    fn of(text: &str, kind: LexemeKind) -> String {
        let found: Vec<&str> = lexemes(text, &SHELL).filter(|it| it.kind == kind).map(|it| it.span.of(text)).collect();
        found.join(" ")
    }

    #[test]
    fn the_first_word_of_a_command_is_called() {
        for (text, calls) in [
            ("a b; c d\ne&f && g || h | i |& j", "a c e f g h i j"),
            ("(a b; (c)); { d; }; ! e; if f; then g; fi; while h; do i; done; time j", "a c d e f g h i j"),
            ("X=1 Y=$(a) a[1]+=2 b X=3", "a b"),
            ("X=(a b) c; local x=(d); f=$1 g", "c local g"),
            ("a() { b; }; function c { d; }; function e() (f)", "b d f"),
            ("case a in b) c;; (d|e) f; g;& h) ;; esac; i", "c f g i"),
            ("[[ a && ( b || c ) ]] && d; ((a < b)) || e; for ((i=0; i<9; i++)); do f; done", "d e f"),
            ("a \\\n b; c-d.e:f 1; ./g; $h i; \"j\" k; l'm' n", "a c-d.e:f"),
            ("a >b 2>&1 <c &>d; e; < <(f g) h; i >(j)", "a e f i j"),
            ("a # b; c\n#d\ne#f; echo $# ${#x} ${x#y}", "a echo"),
            ("a !(b|c) @(d) *(e); f", "a f"),
        ] {
            assert_eq!(of(text, LexemeKind::Call), calls, "{text}");
        }
    }

    #[test]
    fn what_is_substituted_is_code_wherever_it_stands() {
        for (text, calls, literals) in [
            ("\"a $(b \"$(c d)\" e) f\"", "b c", "\"a $( \"$( )\" ) f\""),
            ("\"`a b` c\" `d`", "a d", "\"` ` c\""),
            ("\"${a:-$(b)} $((c + $(d)))\"", "b d", "\"${ } $(( ))\""),
            ("'a $(b)' $'c\\' d' e", "", "'a $(b)' $'c\\' d'"),
            ("a \"\\$(b)\" \"$c\"", "a", "\"\\$(b)\" \"$ \""),
        ] {
            assert_eq!(
                (of(text, LexemeKind::Call).as_str(), of(text, LexemeKind::Text).as_str()),
                (calls, literals),
                "{text}"
            );
        }
        assert_eq!(of("a \"$b ${c}\" $d", LexemeKind::Word), "b c d", "variables are words without their mark");
    }

    #[test]
    fn strings_of_lines_begin_with_the_next_line_and_end_with_theirs() {
        for (text, calls) in [
            ("a <<X b; c\nd $(e) it's\nX\nf", "a c e f"),
            ("a <<-X\nX y\n\tX\nf", "a f"),
            ("a <<X\n X\nX \nX\nf", "a f"),
            ("a << 'X' <<\"Y Z\" <<\\W\n$(b)\nX\n$(c)\nY Z\n$(d)\nW\ne", "a e"),
            ("a <<<b; c\nd", "a c d"),
            ("x=$((1 << b))\n((x << 2))\nc", "c"),
            ("a \"$(b <<X\nc)\"\nX\n)\"; d", "a b d"),
            ("a <<X\nb\n", "a"),
            ("a <<X\r\nb\r\nX\r\nc", "a c"),
        ] {
            assert_eq!(of(text, LexemeKind::Call), calls, "{text}");
        }
    }
}
