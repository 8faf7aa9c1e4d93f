//! Broken programs: what stands before and behind a broken line keeps its outline.

use crate::languages::outlined;
use docql::languages::{by_id, parse};

/// A class with three functions in each language: a line in the middle of the second is `broken`.
fn with_broken_line(id: &str, broken: &str) -> String {
    let lines = match id {
        "ruby" => {
            "class A\n  def a\n    x(1)\n  end\n\n  # Doc.\n  def b\n    @@\n  end\n\n  # Doc.\n  def c\n    x(2)\n  end\nend\n"
        }
        "php" => {
            "<?php\nclass A {\n    function a() {\n        x(1);\n    }\n\n    /** Doc. */\n    function b() {\n        @@\n    }\n\n    /** Doc. */\n    function c() {\n        x(2);\n    }\n}\n"
        }
        "csharp" => {
            "class A\n{\n    void a()\n    {\n        x(1);\n    }\n\n    /// Doc.\n    void b()\n    {\n        @@\n    }\n\n    /// Doc.\n    public void c()\n    {\n        x(2);\n    }\n}\n"
        }
        _ => {
            "class A {\n  fun a() {\n    x(1)\n  }\n\n  /** Doc. */\n  fun b() {\n    @@\n  }\n\n  /** Doc. */\n  fun c() {\n    x(2)\n  }\n}\n"
        }
    };
    lines.replace("@@", broken)
}

#[test]
fn a_broken_function_spoils_neither_its_class_nor_its_neighbours() {
    let broken = [
        ("kotlin", "if (d) {"),
        ("kotlin", "}"),
        ("kotlin", "d.e("),
        ("kotlin", "x.map { listOf("),
        ("csharp", "if (d) {"),
        ("csharp", "}"),
        ("csharp", "d.e("),
        ("csharp", "d.Select(x => {"),
        ("php", "if ($d) {"),
        ("php", "}"),
        ("php", "$d->e("),
        ("php", "foreach ($d as $e) { f(["),
        ("ruby", "if d"),
        ("ruby", "d.each do |e|"),
        ("ruby", "d.e("),
    ];
    for (id, line) in broken {
        let document = parse(by_id(id).expect("language"), with_broken_line(id, line));
        assert_eq!(outlined(&document), [" A", "  a", "  b", "  c"], "{id}: {line}");
        assert_eq!(document.problems.len(), 1, "{id}: {line}");
        let last = &document.nodes[3];
        assert!(document.slice(last.doc).contains("Doc."), "{id}: {line}");
        assert!(document.slice(last.span).contains("x(2)"), "{id}: {line}");
        assert_eq!(
            document.nodes[0].end_line,
            document.lines.line(document.text.trim_end().len() as u32),
            "{id}: {line}"
        );
    }
}

#[test]
fn a_line_that_is_no_code_costs_nothing_but_itself() {
    for id in ["kotlin", "csharp", "php"] {
        let text = with_broken_line(id, "x(3);").replacen("\n\n", "\n    @@ !! ??\n", 1);
        let document = parse(by_id(id).expect("language"), text);
        assert_eq!(outlined(&document), [" A", "  a", "  b", "  c"], "{id}");
    }
}

#[test]
fn a_declaration_that_is_being_typed_costs_nothing_but_itself() {
    for (id, half) in [("kotlin", "  fun half("), ("php", "    function half("), ("csharp", "    void Half(")] {
        let text = with_broken_line(id, "x(3);").replacen("\n\n", &format!("\n{half}\n\n"), 1);
        let document = parse(by_id(id).expect("language"), text);
        let names = outlined(&document);
        for whole in [" A", "  a", "  b", "  c"] {
            assert!(names.contains(&whole.to_owned()), "{id}: {whole} is not in {names:?}");
        }
    }
}

#[test]
fn a_program_that_ends_in_the_middle_keeps_its_classes() {
    for id in ["kotlin", "csharp", "php", "ruby"] {
        let text = with_broken_line(id, "d.e(1, [");
        let cut = text.find("d.e").expect("line");
        let document = parse(by_id(id).expect("language"), text[..cut + 8].to_owned());
        assert_eq!(outlined(&document), [" A", "  a", "  b"], "{id}");
    }
}

#[test]
fn what_a_merge_has_left_in_a_program_is_read_around() {
    for id in ["kotlin", "csharp", "php", "ruby"] {
        let small = with_broken_line(
            id,
            "\n<<<<<<< HEAD\n    x(3);\n||||||| base\n    x(\n=======\n    x(4);\n>>>>>>> other\n",
        );
        let line = small.lines().position(|line| line.starts_with("<<<")).expect("mark") as u32 + 1;
        let document = parse(by_id(id).expect("language"), small);
        assert_eq!(outlined(&document), [" A", "  a", "  b", "  c"], "{id}");
        assert_eq!(document.problems[0].line, line, "{id}");
    }
    let kotlin = by_id("kotlin").expect("kotlin");
    let both = "class A {\n<<<<<<< HEAD\n  fun a() {}\n=======\n  fun b() {}\n>>>>>>> other\n  fun c() {}\n}\n";
    assert_eq!(outlined(&parse(kotlin, both.to_owned())), [" A", "  a", "  b", "  c"]);
    let halves = "class A {\n<<<<<<< HEAD\n  fun a() {\n=======\n  fun b() {\n>>>>>>> other\n  }\n  fun c() {}\n}\n";
    assert_eq!(outlined(&parse(kotlin, halves.to_owned())), [" A", "  a", "  c"]);
}

#[test]
fn of_conditions_in_the_middle_of_a_declaration_one_branch_is_read() {
    let two_heads = "class A\n{\n    class B : C\n    {\n#if X\n        async Task D(byte[] a, int b)\n#else\n        async ValueTask D(Memory<byte> a)\n#endif\n        {\n                     #if X\n            var e = a.F(b);\n#endif\n            g = e.H();\n            await i();\n        }\n        void J() { }\n    }\n    void K() { }\n}\n";
    let arms = "class A\n{\n    string B(int c) => c switch\n    {\n#if !X\n        1 when d =>\n#elif Y\n        2 =>\n#else\n        3 =>\n#endif\n        \"f\",\n        _ => G()\n    };\n    void H() { }\n}\n";
    let chain = "class A\n{\n    void B()\n    {\n        c.D()\n#if X\n            .E(() => {\n#else\n            .F(() => {\n#endif\n                G();\n            });\n    }\n    void H() { }\n}\n";
    let whole = "class A\n{\n#if X\n    void B() { }\n#else\n    void C() { }\n#endif\n    void D(\n#if false\n    ] E\n#else\n    int e\n#endif\n    ) { }\n    enum F\n    {\n        G,\n#if X\n        H,\n#endif\n        I,\n    }\n}\n";
    for (text, expected) in [
        (two_heads, &[" A", "  B", "   D", "   J", "  K"][..]),
        (arms, &[" A", "  B", "  H"]),
        (chain, &[" A", "  B", "  H"]),
        (whole, &[" A", "  B", "  C", "  D", "  F", "   G", "   H", "   I"]),
    ] {
        let document = parse(by_id("csharp").expect("csharp"), text.to_owned());
        assert_eq!(outlined(&document), expected, "{text}");
        assert!(document.problems.is_empty(), "{text}: {:?}", document.problems);
        let first = &document.nodes[0];
        assert_eq!((first.line, first.end_line as usize), (1, text.lines().count()), "{text}");
    }
}
