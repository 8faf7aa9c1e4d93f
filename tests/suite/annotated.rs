//! Annotations, attributes and decorators are a field of what they stand on.

use crate::relations::results;

#[test]
fn what_stands_on_a_declaration_is_a_field_of_it() {
    let files = [
        (
            "A.java",
            "package p;\n@SPI(\"x\")\npublic interface Marked {\n  @Override @Deprecated\n  String run();\n  String plain();\n}\n",
        ),
        ("b.kt", "@SPI\nclass KotlinMarked {\n  @field:Inject lateinit var injected: String\n}\n"),
        ("c.py", "@app.route('/@SPI')\n@cached\ndef decorated():\n    pass\n\n\ndef bare():\n    return a @ b\n"),
        (
            "d.rs",
            "/// Doc.\n#[derive(Debug, Clone)]\n#[non_exhaustive]\npub struct Derived;\n\n#[tokio::test]\nasync fn tested() {}\n",
        ),
        ("e.php", "<?php\n#[Route('/x', name: 'y'), Other]\nclass Routed {}\n"),
        ("f.ts", "@Component({ selector: 'x' })\nexport class Composed {\n  @Input() value = 1;\n}\n"),
        ("g.cs", "[Flags, Obsolete(\"x\")]\npublic enum Flagged { A }\n"),
        ("h.cpp", "[[nodiscard]] int kept() { return 1; }\n"),
    ];
    let names = |query: &str| {
        let hits = results(&files, query).hits;
        hits.iter().map(|hit| hit.name.clone()).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(names("$.code.symbols[?(@.annotations == \"SPI\")]"), "Marked KotlinMarked");
    assert_eq!(names("$.code.symbols[?(@.annotations == \"Deprecated\")]"), "run");
    assert_eq!(names("$.code.symbols[?(@.annotation == \"Inject\")]"), "injected");
    assert_eq!(names("$.code.functions[?(@.decorators ~= \"app\")]"), "decorated");
    assert_eq!(names("$.code.functions[?(@.annotations && @.extension == \"py\")]"), "decorated");
    assert_eq!(names("$.code.symbols[?(@.attributes == \"derive\" && @.attributes == \"non_exhaustive\")]"), "Derived");
    assert_eq!(names("$.code.symbols[?(@.attributes == \"tokio::test\")]"), "tested");
    assert_eq!(names("$.code.symbols[?(@.attributes == \"Other\")]"), "Routed");
    assert_eq!(names("$.code.symbols[?(@.annotations == \"Component\")]"), "Composed");
    assert_eq!(names("$.code.symbols[?(@.annotations == \"Input\")]"), "value");
    assert_eq!(names("$.code.symbols[?(@.attributes == \"Flags\")]"), "Flagged");
    assert_eq!(names("$.code.symbols[?(@.attributes == \"nodiscard\")]"), "kept");
    assert_eq!(names("$.code.functions[?(!@.annotations && @.extension == \"py\")]"), "bare");
}
