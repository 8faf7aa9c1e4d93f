//! C#: types in several parts, values that may be nothing, and constructors that are called by other names than their own.

use crate::relations::{callers, results};

/// The lines that name a method, as `file:line`, those that may mean another marked.
fn lines(files: &[(&str, &str)], query: &str) -> String {
    let shown = |hit: docql::docql::Hit| {
        let mark = if hit.is_unsure() { "~" } else { "" };
        format!("{mark}{}:{}", hit.path.trim_end_matches(".cs"), hit.line)
    };
    results(files, query).hits.into_iter().map(shown).collect::<Vec<_>>().join(" ")
}

fn of_method(files: &[(&str, &str)], method: &str) -> String {
    callers(files, &format!("$.code.method(\"{method}\").callers()"))
}

/// The same type in two files, the one with what is above it in the first or the second of them.
fn parts(with_base: &'static str, without: &'static str) -> Vec<(&'static str, &'static str)> {
    vec![
        (
            with_base,
            "namespace N { public partial class Obj : Box { public static Obj Make() { return new Obj(); } } }\n",
        ),
        (
            without,
            "namespace N { public partial class Obj { public void Later() {} public void Again() { Put(3); Later(); } } }\n",
        ),
        (
            "Box.cs",
            "namespace N { public abstract partial class Tok { public void Select(string p) { Pick(p); } } \n\
             public abstract class Box : Tok { public void Put(int i) {} } }\n",
        ),
        ("Box2.cs", "namespace N { public abstract partial class Tok { public void Pick(string p) {} } }\n"),
        (
            "C.cs",
            "namespace N.Tests {\n  public class T {\n\
             \x20   public void ViaLocal() { Obj o = Obj.Make(); o.Select(\"a\"); o.Put(1); o.Later(); o.Pick(\"b\"); }\n\
             \x20   public void ViaParam(Obj o) { o.Select(\"a\"); o.Put(1); o.Later(); o.Pick(\"b\"); }\n  }\n}\n",
        ),
    ]
}

#[test]
fn a_type_of_csharp_has_what_all_of_its_parts_have() {
    for files in [parts("A.cs", "B.cs"), parts("B.cs", "A.cs")] {
        assert_eq!(of_method(&files, "Obj.Later"), "Again ViaLocal ViaParam");
        assert_eq!(of_method(&files, "Box.Put"), "Again ViaLocal ViaParam");
        assert_eq!(of_method(&files, "Tok.Select"), "ViaLocal ViaParam");
        assert_eq!(of_method(&files, "Tok.Pick"), "Select ViaLocal ViaParam");
        assert_eq!(lines(&files, "$.code.method(\"Obj.Later\").references()").matches('~').count(), 0);
        let notes = results(&files, "$.code.method(\"Obj.Later\").callers()").notes;
        assert!(!notes.iter().any(|note| note.contains("something else")), "{notes:?}");
        assert_eq!(callers(&files, "$.code.method(\"T.ViaParam\").callees()"), "Later Pick Put Select");
    }
}

#[test]
fn types_of_one_name_are_parts_of_one_only_if_they_say_so_and_stand_in_one_namespace() {
    let files = &[
        ("A.cs", "namespace A { public partial class Obj { public void Here() {} } }\n"),
        ("B.cs", "namespace B { public partial class Obj { public void There() {} } }\n"),
        ("G.cs", "namespace A { public partial class Obj<T> { public void Held() {} } }\n"),
        ("C.cs", "namespace A { class T { void Run(Obj o) { o.Here(); o.There(); o.Held(); } } }\n"),
    ];
    assert_eq!(of_method(files, "Obj.Here"), "Run");
    assert_eq!(of_method(files, "Obj.There"), "");
    assert!(!of_method(files, "Obj.Held").starts_with("Run"));
}

#[test]
fn values_of_csharp_that_may_be_nothing_have_their_type() {
    let files = &[(
        "A.cs",
        "class A { public void Run() {} }\nclass Other { public void Run() {} }\nclass B {\n\
         \x20 void Nullable(A? a) { a?.Run(); }\n\
         \x20 void Local() { A? a = null; a = Make(); a.Run(); }\n\
         \x20 void Cast(object x) { var a = x as A; a.Run(); }\n\
         \x20 void InPlace(object x) { (x as A)?.Run(); }\n\
         \x20 void Given<T>(T value) where T : A { value.Run(); }\n\
         \x20 void Filled(out A a) { Fill(out A b); b.Run(); a = b; }\n\
         \x20 void Open<T>(T value) where T : class { value.Run(); }\n}\n",
    )];
    let found = of_method(files, "A.Run");
    for name in ["Nullable", "Local", "Cast", "InPlace", "Given", "Filled"] {
        assert!(found.split(' ').any(|one| one == name), "{name} in {found}");
    }
    let other = of_method(files, "Other.Run");
    for name in ["Nullable", "Cast", "InPlace", "Given", "Filled"] {
        assert!(!other.contains(name), "{name} in {other}");
    }
}

#[test]
fn constructors_of_csharp_are_called_by_those_below_and_by_each_other() {
    let files = &[
        (
            "A.cs",
            "namespace N {\npublic class Fault {\n  public Fault(string m) { }\n  public Fault() : this(\"x\") { }\n\
             \x20 public Fault(string m, int n) { }\n}\n}\n",
        ),
        (
            "B.cs",
            "namespace N {\npublic partial class Late : Fault { }\npublic class Own : System.Exception {\n\
             \x20 public Own(string m) : base(m) { }\n}\n}\n",
        ),
        (
            "C.cs",
            "namespace N {\npublic partial class Late {\n  public Late(string m)\n    : base(m, 1)\n  { }\n}\n}\n",
        ),
    ];
    let query = |line: u32| format!("$.code.constructors[?(@.name==\"Fault\" && @.line=={line})].callers()");
    let at = |line: u32| lines(files, &query(line));
    assert_eq!((at(3), at(5)), ("A:4".to_owned(), "C:4".to_owned()));
}

#[test]
fn new_without_a_type_makes_what_is_expected() {
    let text = "using System.Collections.Generic;\nnamespace App {\nclass Box { public Box(int n) {} public Box(Box b, int n) {} }\n\
                class Far { public Far(int n) {} }\nclass Pair { public Box Left; public Pair(Box a, Far b) {} }\n\
                class Use {\n  Box _own = new(1);\n  static Box Empty { get; } = new(2);\n  Box Arrow() => new(3);\n\
                  Box Prop => new(4);\n  Box Back() { return new(5); }\n  void Local() { Box b = new(6); Far f = new(6); }\n\
                  void Set(Pair p) { p.Left = new(7); }\n  void Field() { _own = new(_own, 8); }\n\
                  Pair Given() { return new Pair(new(9), new(9)); }\n  Far Other() => new(10);\n\
                  Box Either(bool a) { return a ? _own : new(11); }\n  Box[] All() { return new Box[] { new(12), new(13) }; }\n\
                  Dictionary<string, int> None() { return new(); }\n  Box Chosen(int n) => n switch { 1 => new(14), _ => _own };\n\
                  void Named() { Take(far: new(15), box: new(15)); }\n  void Take(Box box, Far far) {}\n  \
                  Box Thrown() { throw new(16); }\n  Pair Box(Pair p) { return new(new(17), new(17)); }\n}\n}\n";
    let files = &[("a.cs", text)];
    let of = |line: u32, pick: &str| {
        crate::relations::callers(files, &format!("$.code.constructors[?(@.line=={line})]{pick}.callers()"))
    };
    assert_eq!(of(4, ""), "Box Given Local Named Other");
    assert_eq!(of(3, "[0]"), "All Arrow Back Box Chosen Either Empty Given Local Named Prop Set _own");
    assert_eq!(of(3, "[1]"), "Field");
}

#[test]
fn a_value_that_is_read_is_no_method_that_is_handed_on() {
    let text = "using System.Reflection.Emit;\nnamespace N {\nclass Json { public void Format(int a) {} public void Emit(int a) {} }\n\
                class Token { public string Format { get; } }\n\
                class Use {\n  void One(dynamic pt) { Take(pt.Format); }\n  void Three(Json j) { Take(j.Format); }\n}\n}\n";
    let files = &[("A.cs", text)];
    assert_eq!(lines(files, "$.code.method(\"Json.Format\").references()"), "A:7");
    assert_eq!(lines(files, "$.code.method(\"Json.Emit\").references()"), "");
}
