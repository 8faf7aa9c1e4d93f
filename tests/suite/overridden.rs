//! What implements or overrides a member, and what it implements or overrides itself, over types that have none of their own.

use crate::relations::results;

/// What a query finds, as `Type.name`.
fn found(files: &[(&str, &str)], query: &str) -> String {
    let shown = |hit: docql::docql::Hit| format!("{}.{}", hit.context, hit.name);
    results(files, query).hits.into_iter().map(shown).collect::<Vec<_>>().join(" ")
}

#[test]
fn a_class_without_the_method_hides_none_of_those_below_it() {
    let languages: &[(&str, &str)] = &[
        (
            "a.cpp",
            "class A { public: virtual int mm(); };\nclass B : public A {};\nclass C : public B { public: int mm() override; };\n",
        ),
        (
            "a.cs",
            "class A { public virtual int mm() => 1; }\nclass B : A { }\nclass C : B { public override int mm() => 2; }\n",
        ),
        ("a.kt", "open class A { open fun mm() = 1 }\nopen class B : A()\nclass C : B() { override fun mm() = 2 }\n"),
        (
            "a.py",
            "class A:\n    def mm(self):\n        pass\n\nclass B(A):\n    pass\n\nclass C(B):\n    def mm(self):\n        pass\n",
        ),
        ("a.ts", "class A { mm() {} }\nclass B extends A {}\nclass C extends B { mm() {} }\n"),
        ("A.java", "class A { void mm() {} }\nclass B extends A {}\nclass C extends B { void mm() {} }\n"),
        ("a.rb", "class A\n  def mm\n  end\nend\nclass B < A\nend\nclass C < B\n  def mm\n  end\nend\n"),
        (
            "a.php",
            "<?php\nclass A { function mm() {} }\nclass B extends A {}\nclass C extends B { function mm() {} }\n",
        ),
    ];
    for file in languages {
        let files = &[*file];
        let query = |method: &str, step: &str| format!("$.code[?(@.name==\"mm\" && @.parent==\"{method}\")].{step}");
        assert_eq!(found(files, &query("A", "implementations()")), "C.mm", "{}", file.0);
        assert_eq!(found(files, &query("C", "supertypes()")), "A.mm", "{}", file.0);
    }
}

#[test]
fn properties_implement_and_override_each_other() {
    let languages: &[(&str, &str)] = &[
        (
            "a.cs",
            "interface A { int Size { get; } }\nabstract class B : A { public abstract int Size { get; } }\nclass C : B { public override int Size => 2; }\n",
        ),
        (
            "a.kt",
            "abstract class A { abstract val Size: Int }\nabstract class B(override val Size: Int) : A()\nclass C : B(1) { override val Size: Int get() = 2 }\n",
        ),
        ("a.ts", "interface A { Size: number }\nclass B implements A { Size = 1 }\nclass C extends B { Size = 2 }\n"),
    ];
    for file in languages {
        let files = &[*file];
        let query = |of: &str, step: &str| format!("$.code[?(@.name==\"Size\" && @.parent==\"{of}\")].{step}");
        assert_eq!(found(files, &query("A", "implementations()")), "B.Size", "{}", file.0);
        assert_eq!(found(files, &query("A", "implementations(2)")), "B.Size C.Size", "{}", file.0);
        assert_eq!(found(files, &query("C", "supertypes()")), "B.Size", "{}", file.0);
    }
    let python = &[(
        "a.py",
        "class A:\n    @property\n    def size(self):\n        return 1\n\nclass B(A):\n    pass\n\nclass C(B):\n    size = 2\n",
    )];
    assert_eq!(found(python, "$.code[?(@.name==\"size\" && @.parent==\"A\")].implementations()"), "C.size");
}

#[test]
fn what_takes_other_parameters_or_hides_a_method_implements_none() {
    let csharp = &[(
        "a.cs",
        "interface I { void Run(); void Run(string s); void Run<T>(T t, int n); }\n\
         class A : I {\n  public void Run() {}\n  public void Run(String s) {}\n  public void Run(int n) {}\n  public void Run<T>(T t, int n) {}\n}\n\
         class B { public void Go() {} public virtual void Come() {} }\nclass C : B { public new void Go() {} public override void Come() {} }\n",
    )];
    let at = |files: &[(&str, &str)], query: &str| {
        let lines = results(files, query).hits.into_iter().map(|hit| hit.line.to_string());
        lines.collect::<Vec<_>>().join(" ")
    };
    let method = |params: usize, text: &str| {
        format!(
            "$.code.interface(\"I\").methods[?(@.params.count()=={params} && @.signature =~ /{text}/)].implementations()"
        )
    };
    assert_eq!(at(csharp, &method(0, "Run")), "3");
    assert_eq!(at(csharp, &method(1, "string")), "4");
    assert_eq!(at(csharp, &method(2, "int")), "6");
    assert_eq!(found(csharp, "$.code.method(\"B.Go\").implementations()"), "");
    assert_eq!(found(csharp, "$.code.method(\"B.Come\").implementations()"), "C.Come");
    let cpp = &[(
        "a.h",
        "class Slice {};\nclass Key {};\nclass Base { public: virtual int Compare(const Slice& a) const = 0; void Plain(); };\n\
         class Own : public Base { public:\n  int Compare(const Slice& b) const override;\n  int Compare(const Key& b) const;\n  void Plain();\n};\n",
    )];
    assert_eq!(at(cpp, "$.code.method(\"Base.Compare\").implementations()"), "5");
    assert_eq!(found(cpp, "$.code.method(\"Base.Plain\").implementations()"), "");
    let copies = &[
        ("a.hpp", "namespace n { class exception : public std::exception {}; class error : public exception {}; }\n"),
        ("b.hpp", "namespace n { class exception : public std::exception {}; }\n"),
    ];
    assert_eq!(at(copies, "$.code.class(\"exception\")[?(@.path==\"b.hpp\")].implementations()"), "1");
}

#[test]
fn objects_without_a_name_override_over_types_that_do_not() {
    let kotlin = &[(
        "a.kt",
        "interface A { val size: Int; fun run() }\nabstract class B : A\n\
         fun made(): A = object : B() {\n    override val size: Int get() = 1\n    override fun run() {}\n}\n",
    )];
    let lines = |query: &str| {
        let lines = results(kotlin, query).hits.into_iter().map(|hit| hit.line.to_string());
        lines.collect::<Vec<_>>().join(" ")
    };
    assert_eq!(lines("$.code.interface(\"A\").method(\"run\").implementations()"), "5");
    assert_eq!(lines("$.code.property(\"A.size\").implementations()"), "4");
}

#[test]
fn references_through_a_type_above_are_marked_as_its_callers_are() {
    let files = &[(
        "a.go",
        "package a\n\ntype Store interface{ Put(n int) }\n\ntype Disk struct{}\n\nfunc (d *Disk) Put(n int) {}\n\n\
         func through(s Store) { s.Put(1) }\n\nfunc sure(d *Disk) { d.Put(1) }\n",
    )];
    let marked = |query: &str| {
        let shown = |hit: docql::docql::Hit| format!("{}{}", hit.role, hit.line);
        results(files, query).hits.into_iter().map(shown).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(marked("$.code.method(\"Disk.Put\").callers()"), "call11 ~dyn9");
    assert_eq!(marked("$.code.method(\"Disk.Put\").references()"), "ref11 ~dyn9");
    assert_eq!(results(files, "$.code.method(\"Disk.Put\").references()").hits[1].through, "Store");
}
