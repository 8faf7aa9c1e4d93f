//! Calls in Java that the compiler tells apart: by the types of arguments, by the body that a method stands in, by packages.

use super::relations::callers;

/// The callers of each function of a name in its file, in the order of their lines.
fn each(files: &[(&str, &str)], name: &str, count: usize) -> Vec<String> {
    (0..count).map(|at| callers(files, &format!("$.code.functions[?(@.name==\"{name}\")][{at}].callers()"))).collect()
}

#[test]
fn letters_are_no_texts() {
    let files = &[(
        "A.java",
        "package p;\nclass A {\n    void put(char c) { }\n    void put(String s) { }\n    void any(char... all) { }\n    \
         void any(String... all) { }\n    void one() { put('x'); }\n    void two() { put(\"x\"); }\n    \
         void three() { put('\\''); any('a', '\"'); }\n    void four() { any(\"a\"); }\n    \
         static void digit(char c) { }\n    void five() { digit('0'); }\n}\n",
    )];
    assert_eq!(each(files, "put", 2), ["one three", "two"]);
    assert_eq!(each(files, "any", 2), ["three", "four"]);
    assert_eq!(each(files, "digit", 1), ["five"], "what takes a letter alone is sure");
}

#[test]
fn arrays_are_told_from_what_they_hold() {
    let files = &[(
        "A.java",
        "package p;\nclass Node { int[] ids() { return null; } void go() { } }\nclass A {\n    void put(int[] a) { }\n    \
         void put(long[] a) { }\n    void put(String[] a) { }\n    void put(int a) { }\n    void put(Object a) { }\n    \
         void a(int[] x) { put(x); }\n    void b() { put(new long[] {1, 2}); }\n    void c() { put(new String[3]); }\n    \
         void d() { int y[] = {1}; put(y); }\n    void e(Node n) { put(n.ids()); }\n    void f(int[] x) { put(x[0]); }\n    \
         void g(int[] x) { put(x.length); }\n    void h(Node[] x) { put(x); x[0].go(); }\n    void i() { put((int[]) null); }\n    \
         void j(String... all) { put(all); }\n    void k(Node[] x) { x.go(); }\n}\n",
    )];
    assert_eq!(each(files, "put", 5), ["a d e i", "b", "c j", "f g", "h"]);
    assert_eq!(callers(files, "$.code.method(\"Node.go\").callers()"), "h", "an array has no members of what it holds");
}

#[test]
fn class_literals_are_of_class_which_is_a_type() {
    let files = &[(
        "A.java",
        "package p;\nimport java.lang.reflect.Type;\nclass Token<T> { }\nabstract class A {\n    void read(String s, Class<?> c) { }\n    \
         void read(String s, Type t) { }\n    void read(String s, Token<?> t) { }\n    \
         void one() { read(\"x\", A.class); }\n    void two(Type t) { read(\"x\", t); }\n    \
         void three(Token<A> t) { read(\"x\", t); }\n    void four(Object o) { read(\"x\", o.getClass()); }\n    \
         void five() { read(\"x\", new Token<\n        A>() { }); }\n}\n",
    )];
    assert_eq!(each(files, "read", 3), ["four one", "two", "five three"]);
}

#[test]
fn numbers_are_of_their_kinds_and_become_wider_before_they_become_objects() {
    let files = &[(
        "A.java",
        "package p;\nclass A {\n    void put(int a) { }\n    void put(long a) { }\n    void put(double a) { }\n    \
         void put(boolean a) { }\n    void put(Number a) { }\n    void put(Character a) { }\n    void put(Object... a) { }\n    \
         void a() { put(1); put(-0x1F); }\n    void b() { put(3L); }\n    void c() { put(1.5); put(2f); put(1e3); }\n    \
         void d(int x) { put(x == 1 && x < 3); put(!true); }\n    void e(Integer x) { put(x); }\n    void f(short s) { put(s); }\n    \
         void g(int x, long y) { put(x + y * 2); }\n    void h() { put(\"a\" + 1); }\n    void i(boolean b) { put(b ? 1 : 2); }\n    \
         void wide(long a) { }\n    void wide(Integer a) { }\n    void j() { wide(1); }\n    void narrow(short a) { }\n    \
         void narrow(Object a) { }\n    void k() { narrow(1); }\n}\n",
    )];
    assert_eq!(each(files, "put", 7), ["a f i", "b g", "c", "d", "e", "", "h"]);
    assert_eq!(each(files, "wide", 2), ["j", ""]);
    assert_eq!(each(files, "narrow", 2), ["", "k"]);
    let opened = &[(
        "B.java",
        "package p;\nclass B<T> {\n    void at(int i) { }\n    void at(Object o) { }\n    void fit(double d) { }\n    void fit(T t) { }\n    \
         void a(Integer n) { at(n); }\n    void b(B<Double> x, Double d) { x.fit(d); }\n    void c(B<Double> x) { x.fit(1.5); }\n}\n",
    )];
    assert_eq!(each(opened, "at", 2), ["", "a"], "an object is opened only where nothing takes it");
    assert_eq!(each(opened, "fit", 2), ["c", "b"]);
}

#[test]
fn null_is_of_the_nearest_type_and_no_number() {
    let files = &[(
        "A.java",
        "package p;\nclass A {\n    void put(Object o) { }\n    void put(String s) { }\n    void put(int i) { }\n    \
         void one() { put(null); }\n    void two(boolean b) { put(b ? \"x\" : null); }\n}\n",
    )];
    assert_eq!(each(files, "put", 3), ["", "one two", ""]);
}

#[test]
fn the_overload_that_is_called_says_what_it_yields() {
    let files = &[(
        "B.java",
        "package p;\nclass Set { void after() { } Out out() { return null; } Set out(Out o) { return this; }\n    \
         boolean pretty() { return true; }\n    Set pretty(boolean b) { return this; }\n    \
         boolean is(String s) { return true; }\n    Set is(int n) { return this; } }\nclass Out { void go() { } }\n\
         class B extends Set {\n    void a() { pretty(true).after(); }\n    void b(Set s) { s.pretty(true).after(); }\n    \
         void c(Set s) { s.out().go(); }\n    void d(Set s, Out o) { s.out(o).out().go(); }\n    void e(Set s) { s.is(1).after(); }\n    \
         void f(Set s) { s.is(\"x\").after(); }\n    void take(String s) { }\n    void take(Set s) { }\n    \
         void g(Set s) { take(s.pretty(true)); }\n}\n",
    )];
    assert_eq!(callers(files, "$.code.method(\"Set.after\").callers()"), "a b e");
    assert_eq!(callers(files, "$.code.method(\"Out.go\").callers()"), "c d");
    assert_eq!(each(files, "take", 2), ["", "g"]);
}

#[test]
fn what_a_type_inherits_is_called_where_its_own_does_not_take_the_arguments() {
    let files = &[(
        "A.java",
        "package p;\nclass Tag { }\nclass R { void add(String s) { } }\nclass D extends R { void add(Tag t) { } }\n\
         class Two extends D { void add(Tag t) { } }\nclass A {\n    void a(D d) { d.add(\"x\"); }\n    \
         void b(D d, Tag t) { d.add(t); }\n    void c(Two d) { d.add(\"x\"); }\n    void e(Two d, Tag t) { d.add(t); }\n}\n",
    )];
    assert_eq!(each(files, "add", 3), ["a c", "b", "e ~b"]);
}

#[test]
fn the_outer_type_has_nothing_of_the_inner_ones() {
    let files = &[(
        "H.java",
        "package p;\nclass H {\n    static boolean two(int c) { return true; }\n    static class R { boolean two(int c) { return true; } }\n    \
         static class In { static void clear() { } }\n    static void clear() { }\n}\nclass Low extends H {\n    \
         void a() { H.two(1); }\n    void b() { clear(); }\n    void c() { H.In.clear(); }\n    void d(H.R r) { r.two(1); }\n}\n",
    )];
    assert_eq!(each(files, "two", 2), ["a", "d"]);
    assert_eq!(callers(files, "$.code.functions[?(@.name==\"clear\" && @.line==5)].callers()"), "c");
    assert_eq!(callers(files, "$.code.functions[?(@.name==\"clear\" && @.line==6)].callers()"), "b");
}

#[test]
fn the_body_of_a_constant_is_seen_in_there() {
    let files = &[(
        "S.java",
        "package p;\nenum S {\n    ONE { void go() { other(); all(); } private void other() { } },\n    \
         TWO { void go() { other(); } private void other() { } };\n    abstract void go();\n    void all() { }\n    \
         void every() { go(); }\n}\nclass Uses { void use(S s) { s.go(); } }\n",
    )];
    let at = |line: usize, name: &str| {
        callers(files, &format!("$.code.functions[?(@.name==\"{name}\" && @.line=={line})].callers()"))
    };
    assert_eq!((at(3, "other"), at(4, "other")), ("go".to_owned(), "go".to_owned()));
    assert_eq!(at(3, "go"), "~every ~use", "another constant may be meant");
    assert_eq!(at(5, "go"), "every use");
    assert_eq!(at(6, "all"), "go");
}

#[test]
fn a_type_without_a_name_has_what_stands_in_its_body_and_what_it_is_below() {
    let files = &[(
        "A.java",
        "package p;\nclass Plain { void plain() { } void one() { } void next() { } }\ninterface Fun { Object apply(Object o); }\nclass A {\n    \
         void one() { }\n    Plain held = new Plain() { void next() { plain(); one(); } };\n    \
         Object a() { return new Fun() { public Object apply(Object o) { return o; } }.apply(null); }\n    \
         Plain b() { return new Plain() { void next() { one(); helper(); super.next(); }\n        void helper() { } }; }\n    \
         void c(Fun f) { f.apply(1); }\n    Plain d() { return new Plain() { void one() { } void next() { this.one(); } }; }\n}\n",
    )];
    let of = |name: &str| callers(files, &format!("$.code.method(\"{name}\").callers()"));
    assert_eq!(of("Plain.plain"), "next");
    assert_eq!(callers(files, "$.code.functions[?(@.name==\"one\" && @.line==2)].callers()"), "next next");
    assert_eq!(callers(files, "$.code.functions[?(@.name==\"one\" && @.line==5)].callers()"), "");
    assert_eq!(callers(files, "$.code.functions[?(@.name==\"one\" && @.line==11)].callers()"), "next");
    assert_eq!(callers(files, "$.code.functions[?(@.name==\"helper\")].callers()"), "next");
    assert_eq!(callers(files, "$.code.functions[?(@.name==\"next\" && @.line==2)].callers()"), "next");
    assert_eq!(callers(files, "$.code.functions[?(@.name==\"apply\" && @.line==7)].callers()"), "a ~c");
    assert_eq!(callers(files, "$.code.functions[?(@.name==\"apply\" && @.line==3)].callers()"), "c");
}

#[test]
fn constructors_are_called_by_other_words_too() {
    let files = &[
        (
            "A.java",
            "package p;\nclass A {\n    A() { this(1); }\n    A(int n) { }\n    A(String s) { }\n    \
             static java.util.function.Supplier<A> make() { return A::new; }\n}\nclass B extends A {\n    B() { super(\"x\"); }\n}\n",
        ),
        ("E.java", "package p;\nenum E {\n    X(1), Y, Z { };\n    E(int n) { }\n    E() { }\n}\n"),
    ];
    let at = |path: &str, line: usize| {
        callers(files, &format!("$.code.constructors[?(@.path==\"{path}\" && @.line=={line})].callers()"))
    };
    assert_eq!(at("A.java", 3), "~make");
    assert_eq!(at("A.java", 4), "A ~make");
    assert_eq!(at("A.java", 5), "B ~make");
    assert_eq!(at("E.java", 4), "X");
    assert_eq!(at("E.java", 5), "Y Z");
}

#[test]
fn a_call_may_be_written_with_types() {
    let files = &[(
        "A.java",
        "package p;\nclass A<T> {\n    static <U> A<U> make() { return null; }\n    <U> A<U> more(U u) { return null; }\n    void use() { }\n    \
         void a() { A.<String>make().use(); }\n    void b(A<T> x) { x.<java.util.List<String>>more(null).use(); }\n}\nclass O { void more(int x) { } void use() { } }\n",
    )];
    let of = |name: &str| callers(files, &format!("$.code.method(\"{name}\").callers()"));
    assert_eq!(of("A.make"), "a");
    assert_eq!(of("A.more"), "b");
    assert_eq!(of("A.use"), "a b");
    assert_eq!(of("O.use"), "");
}

#[test]
fn fields_may_be_written_like_types_and_outer_values_are_named() {
    let files = &[(
        "A.java",
        "package p;\nclass Pool { void release() { } void clear() { } }\nclass Sub extends Pool { }\nclass A {\n    static final Pool BufferPool = new Pool();\n    \
         void a() { BufferPool.release(); }\n    void b() { A.BufferPool.release(); }\n    void clear() { }\n    \
         class In { void clear() { A.this.clear(); } }\n}\nenum State { InBody; void proc() { } static void x() { InBody.proc(); } }\n",
    )];
    let of = |name: &str| callers(files, &format!("$.code.method(\"{name}\").callers()"));
    assert_eq!(of("Pool.release"), "a b");
    assert_eq!(callers(files, "$.code.functions[?(@.name==\"clear\" && @.line==8)].callers()"), "clear");
    assert_eq!(callers(files, "$.code.functions[?(@.name==\"clear\" && @.line==9)].callers()"), "");
    assert_eq!(of("State.proc"), "x");
}

#[test]
fn a_type_of_another_package_has_to_be_imported() {
    let files = &[
        (
            "q/Map.java",
            "package q;\npublic class Map { public void put(int x) { } public static Map of() { return null; } }\n",
        ),
        ("q/Thread.java", "package q;\npublic class Thread { public void start() { } }\n"),
        ("q/Near.java", "package q;\nclass Near { void d(Map m) { m.put(1); } }\n"),
        (
            "p/A.java",
            "package p;\nimport java.util.*;\nclass A {\n    void a(Map m) { m.put(1); }\n    void b() { new Thread().start(); }\n    \
             void c(java.util.Map m) { m.put(1); }\n}\n",
        ),
        ("p/B.java", "package p;\nimport q.*;\nclass B { void e(Map m) { m.put(1); } }\n"),
        ("p/C.java", "package p;\nimport q.Map;\nclass C { void f(Map m) { m.put(1); } }\n"),
    ];
    assert_eq!(callers(files, "$.code.method(\"Map.put\").callers()"), "d e f");
    assert_eq!(callers(files, "$.code.method(\"Thread.start\").callers()"), "");
    assert_eq!(callers(files, "$.code.class(\"Thread\").callers()"), "");
}

#[test]
fn what_a_type_calls_its_parameter_is_any_type() {
    let files = &[(
        "A.java",
        "package p;\nclass Node { void go() { } }\nclass Hold<Item> {\n    Item get() { return null; }\n    void put(Item item) { }\n}\n\
         class A {\n    void a(Hold<Node> h) { h.put(3); }\n    void b(Hold<Node> h) { h.get().go(); }\n}\n",
    )];
    assert_eq!(callers(files, "$.code.method(\"Hold.put\").callers()"), "a");
    assert_eq!(callers(files, "$.code.method(\"Node.go\").callers()").trim_start_matches('~'), "b");
}

#[test]
fn what_extends_a_container_holds_what_it_says() {
    let files = &[(
        "A.java",
        "package p;\nimport java.util.*;\nclass Elem { void text() { } }\nclass Other { void text() { } }\n\
         class Nodes<T> extends ArrayList<T> { }\nclass Elems extends Nodes<Elem> { Elems own() { return this; } }\nclass A {\n    \
         void a(Elems els) { els.get(0).text(); }\n    void b(Elems els) { els.own().stream().findFirst().get().text(); }\n    \
         void c(Elems els) { els.forEach(x -> x.text()); }\n    void d(Nodes<Elem> n) { n.get(1).text(); }\n}\n",
    )];
    assert_eq!(callers(files, "$.code.method(\"Elem.text\").callers()"), "a b c d");
    assert_eq!(callers(files, "$.code.method(\"Other.text\").callers()"), "");
}

#[test]
fn functions_without_a_name_are_of_the_type_that_is_wanted() {
    let files = &[(
        "A.java",
        "package p;\ninterface Reads<T> { T read(Elem json, int n); }\nclass Elem { int num() { return 0; } }\nclass Other { int num() { return 0; } }\n\
         class A {\n    Object a() { return (Reads<A>) (json, n) -> json.num(); }\n    Reads<A> b() { return (json, n) -> json.num(); }\n    \
         void c() { Reads<A> r = (json, n) -> json.num(); }\n    Reads<A> held = (json, n) -> json.num();\n    \
         java.util.function.Function<Elem, Integer> f = e -> e.num();\n}\n",
    )];
    assert_eq!(callers(files, "$.code.method(\"Elem.num\").callers()"), "a b f held r");
    assert_eq!(callers(files, "$.code.method(\"Other.num\").callers()"), "");
}

#[test]
fn what_takes_a_record_apart_does_not_make_one() {
    let files = &[(
        "A.java",
        "package p;\nrecord R(int q) { R(int q) { this.q = q; } }\nclass A {\n    boolean a(Object o) { return o instanceof R(int q) && q > 1; }\n    \
         R b() { return new R(1); }\n}\n",
    )];
    assert_eq!(callers(files, "$.code.class(\"R\").callers()"), "b");
    assert_eq!(callers(files, "$.code.constructor(\"R\").callers()"), "b");
}

#[test]
fn letters_and_arrays_are_told_apart_in_kotlin_and_in_csharp_too() {
    let kotlin = &[(
        "A.kt",
        "package p\nfun put(c: Char) { }\nfun put(s: String) { }\nfun put(n: Long) { }\nfun put(a: Array<String>) { }\n\
         fun a() { put('x') }\nfun b() { put(\"x\") }\nfun c() { put(3) }\nfun d(x: Array<String>) { put(x) }\n",
    )];
    assert_eq!(each(kotlin, "put", 4), ["a", "b", "c", "d"]);
    let csharp = &[(
        "A.cs",
        "class A {\n    void Put(char c) { }\n    void Put(string s) { }\n    void Put(int[] a) { }\n    void Put(byte[] a) { }\n    \
         void X() { Put('x'); }\n    void Y() { Put(\"x\"); }\n    void Z(int[] x) { Put(x); Put(new int[] { 1 }); }\n    \
         void W(params byte[] x) { Put(x); }\n}\n",
    )];
    assert_eq!(each(csharp, "Put", 4), ["X", "Y", "Z", "W"]);
}
