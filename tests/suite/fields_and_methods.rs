//! Fields and methods that share a name: brackets tell which of the two is meant.

use crate::relations::results;

/// The lines of the references, with a `~` before those that are not sure.
fn lines(files: &[(&str, &str)], query: &str) -> String {
    let hits = results(files, &format!("{query}.references()")).hits;
    let line = |hit: &docql::docql::Hit| format!("{}{}", if hit.role.starts_with('~') { "~" } else { "" }, hit.line);
    hits.iter().map(line).collect::<Vec<_>>().join(" ")
}

#[test]
fn a_name_without_brackets_is_a_field_in_java() {
    let files = &[(
        "A.java",
        "package p;\nabstract class Base { Base ready() { return this; } }\nclass Sub extends Base {\n  \
         private final boolean ready;\n  Sub(boolean ready) { this.ready = ready; }\n  \
         boolean bare() { return ready && true; }\n  boolean dotted(Sub s) { return s.ready; }\n  \
         Base calls() { return ready(); }\n  Base callsOn(Sub s) { return s.ready(); }\n  \
         Runnable own() { return this::ready; }\n  Object of(java.util.List<Sub> l) { return l.stream().map(Base::ready); }\n}\n",
    )];
    assert_eq!(lines(files, "$.code.method(\"Base.ready\")"), "8 9 10 11");
    assert_eq!(lines(files, "$.code.field(\"Sub.ready\")"), "5 6 7");
}

#[test]
fn a_name_without_brackets_is_a_property_in_kotlin_unless_it_stands_between_two_values() {
    let files = &[(
        "A.kt",
        "package p\nclass Only(val size: Int) {\n    val ready: Boolean = true\n    fun ready(): Boolean { return ready }\n    \
         fun bare(): Boolean = ready\n    fun calls(): Boolean = ready()\n    infix fun join(o: Only): Only = o\n    \
         fun joined(a: Only, b: Only) = a join b\n    fun join2(join: Only) = listOf(join)\n    val handler: (Int) -> Unit = {}\n    \
         fun handles() { handler(1) }\n}\nfun dotted(o: Only) = o.ready\nfun called(o: Only) = o.ready()\nfun handed(o: Only) = o::ready\n",
    )];
    assert_eq!(lines(files, "$.code.method(\"ready\")"), "6 14 15");
    assert_eq!(lines(files, "$.code.property(\"ready\")"), "4 5 13");
    assert_eq!(lines(files, "$.code.method(\"join\")"), "8");
    assert_eq!(lines(files, "$.code.symbols[?(@.name==\"handler\")]"), "11", "what a property holds is called");
}

#[test]
fn a_method_of_csharp_is_handed_on_where_nothing_is_done_with_its_name() {
    let files = &[(
        "A.cs",
        "using System;\nclass Base { public bool Ready() { return true; } public int Parse(string s) { return 1; } }\n\
         class User {\n  public event Action Done;\n  void OnDone() {}\n  void Hook() { Done += OnDone; }\n  \
         void Own() { Done += this.OnDone; }\n  void Convert(Base b, string[] all) { Array.ConvertAll(all, b.Parse); }\n  \
         Func<int> callback;\n  void Calls() { callback(); }\n  bool Odd(dynamic b) { return b.Ready && true; }\n}\n\
         class Pair {\n  public Func<int> Made;\n  public int Take() { return 1; }\n  int Both() { return Made(); }\n}\n",
    )];
    assert_eq!(lines(files, "$.code.method(\"OnDone\")"), "6 7");
    assert_eq!(lines(files, "$.code.method(\"Parse\")"), "8");
    assert_eq!(lines(files, "$.code.field(\"callback\")"), "10");
    assert_eq!(lines(files, "$.code.field(\"Made\")"), "16");
    assert_eq!(lines(files, "$.code.method(\"Base.Ready\")"), "", "of a method nothing is asked but what it yields");
}

#[test]
fn an_annotation_sets_what_its_methods_yield() {
    let files = &[(
        "A.java",
        "package p;\n@interface Adapter { Class<?> value(); boolean safe() default true; }\nclass Used {\n  \
         @Adapter(value = Used.class, safe = false) int one;\n  boolean safe;\n  boolean safe() { return safe; }\n  \
         void set(boolean x) { take(safe = x); }\n  void take(boolean x) { }\n}\n",
    )];
    assert_eq!(lines(files, "$.code.method(\"Adapter.safe\")"), "4");
    assert_eq!(lines(files, "$.code.method(\"Used.safe\")"), "");
    assert_eq!(lines(files, "$.code.field(\"Used.safe\")"), "6 7");
}

#[test]
fn what_a_constructor_promotes_is_named_where_it_is_used() {
    let script = "export class Svc {\n  constructor(\n    private readonly repo: string,\n    public label: string,\n  ) {}\n  \
                  go() {\n    return this.repo;\n  }\n}\nexport function used(h: Svc) {\n  return h.label;\n}\n";
    let php = "<?php\nclass P {\n    public function __construct(private readonly int $promo, public string $pub) {}\n    \
               public function b() { return $this->promo; }\n}\nclass Q { public function c(P $p) { return $p->pub; } }\n";
    let of = |path: &str, text: &str, field: &str| {
        let query = format!("$.code.field(\"{field}\").references()");
        let mut lines: Vec<u32> = results(&[(path, text)], &query).hits.iter().map(|hit| hit.line).collect();
        lines.sort_unstable();
        lines
    };
    assert_eq!((of("a.ts", script, "repo"), of("a.ts", script, "label")), (vec![7], vec![11]));
    assert_eq!((of("a.php", php, "promo"), of("a.php", php, "pub")), (vec![4], vec![6]));
}

#[test]
fn a_component_of_a_record_is_read_by_calling_its_name() {
    let text = "record Order(String id, int qty) {\n  int twice() { return qty * 2; }\n}\nrecord Own(int qty) {\n  \
                public int qty() { return qty; }\n}\nclass Use {\n  int a(Order o) { return o.qty(); }\n  \
                java.util.function.Function<Order, String> f() { return Order::id; }\n  \
                String b(java.util.List<Order> os) { return os.get(0).id(); }\n  int c(Own o) { return o.qty(); }\n}\n";
    let of = |field: &str| {
        let query = format!("$.code.field(\"{field}\").references()");
        let mut lines: Vec<u32> = results(&[("Rec.java", text)], &query).hits.iter().map(|hit| hit.line).collect();
        lines.sort_unstable();
        lines
    };
    assert_eq!(of("Order.qty"), [2, 8]);
    assert_eq!(of("Order.id"), [9, 10]);
    assert_eq!(of("Own.qty"), [5], "a method of the name is called in its place");
}
