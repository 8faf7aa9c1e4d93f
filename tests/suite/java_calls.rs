//! Calls in Java: annotated fields, what stands outside of functions, references to methods, overloads, and what other
//! libraries declare.

use super::relations::{callers, results};

#[test]
fn annotations_and_type_parameters_are_no_part_of_a_type() {
    let files = &[(
        "B.java",
        "package p;\npublic class B {\n    @Autowired private Sampler a;\n    @Named(\"x, y\")\n    private Sampler b;\n    \
         private final @NonNull Sampler c = new Sampler(1, 2), d;\n    java.util.@Nullable Sampler e;\n    \
         void fa() { a.sample(); }\n    void fb() { b.sample(); }\n    void fc() { c.sample(); }\n    \
         void fd() { this.d.sample(); }\n    void fe(@Nullable Sampler s) { s.sample(); }\n    \
         @NonNull Sampler get() { return a; }\n    public static <T extends Comparable<T>> Sampler of(T t) { return null; }\n    \
         void ff() { get().sample(); }\n    void fg() { of(\"x\").sample(); }\n}\n\
         class Sampler { void sample() {} }\nclass Other { void sample() {} }\n",
    )];
    assert_eq!(callers(files, "$.code.class(\"Sampler\").method(\"sample\").callers()"), "fa fb fc fd fe ff fg");
    assert_eq!(callers(files, "$.code.class(\"Other\").method(\"sample\").callers()"), "");
}

#[test]
fn what_sets_fields_and_blocks_of_a_class_call_too() {
    let files = &[(
        "E.java",
        "package p;\nclass E {\n    static final Object A;\n    static { A = inBlock(); }\n    final Object b = inField();\n    \
         final Runnable r = () -> inLambda();\n    static Object inBlock() { return null; }\n    \
         static Object inField() { return null; }\n    static void inLambda() { }\n    void record(int x) { }\n    \
         void go() { record(1); }\n    Runnable t = this::later;\n    void later() { }\n    static void other() { }\n    \
         void uses(Runnable run) { uses(E::other); }\n}\n\
         class Other { Object inField() { return null; } void record(int x) { } void later() { } }\n",
    )];
    let of = |name: &str| callers(files, &format!("$.code.class(\"E\").method(\"{name}\").callers()"));
    assert_eq!(of("inBlock"), "E");
    assert_eq!(of("inField"), "b");
    assert_eq!(of("inLambda"), "r");
    assert_eq!(of("record"), "go", "what is a keyword in some places only is a name in others");
    assert_eq!(of("later"), "t", "a reference to a method is called later");
    assert_eq!(of("other"), "uses");
}

#[test]
fn overloads_are_told_apart_by_the_number_of_their_arguments() {
    let files = &[(
        "R.java",
        "package p;\nclass R {\n    void gauge(String a, int b) { }\n    void gauge(String a) { }\n    \
         void gauge(String a, Object... more) { }\n    void one() { gauge(\"a, b\"); }\n    \
         void two() { gauge(f(1, 2), 3); }\n    void three() { gauge(\"a\", 2, 3); }\n    String f(int a, int b) { return \"\"; }\n}\n",
    )];
    let of = |at: usize| callers(files, &format!("$.code.methods[?(@.name==\"gauge\")][{at}].callers()"));
    assert_eq!(of(0), "two");
    assert_eq!(of(1), "one");
    assert_eq!(of(2), "three", "a list of any length stands behind what is written for so many");
}

#[test]
fn values_of_other_libraries_have_their_own_methods() {
    let files = &[
        (
            "src/main/java/p/A.java",
            "package p;\nimport java.util.stream.Stream;\nimport software.sdk.Request;\n\nclass A {\n    \
             void streams(Stream<String> s) { s.filter(x -> true).findMost(); }\n    \
             void builds() { Request.builder().sized(1).make(); }\n    \
             void threads() { Thread.currentThread().halt(); }\n    \
             void held(java.util.List<Finder> l) { l.get(0).findMost(); }\n}\n",
        ),
        ("src/main/java/p/Finder.java", "package p;\nclass Finder { void findMost() { } void make() { } }\n"),
        (
            "src/test/java/p/Dead.java",
            "package p;\nclass Dead { void halt() { } void t(java.util.function.Supplier<Dead> s) { s.get().halt(); } }\n",
        ),
    ];
    assert_eq!(
        callers(files, "$.code.class(\"Finder\").method(\"findMost\").callers()").trim_start_matches('~'),
        "held"
    );
    assert_eq!(callers(files, "$.code.class(\"Finder\").method(\"make\").callers()"), "");
    assert_eq!(callers(files, "$.code.class(\"Dead\").method(\"halt\").callers()").trim_start_matches('~'), "t");
}

const BUILDERS: &[(&str, &str)] = &[
    (
        "p/Counter.java",
        "package p;\npublic interface Counter {\n    static Builder builder(String name) { return new Builder(name); }\n    \
         static Counter in(Registry r) { return null; }\n    void add(int n);\n    class Builder {\n        private Tags tags;\n        \
         Builder(String name) { }\n        public Builder tags(String... tags) { return this; }\n        \
         public Builder tags(Iterable<Tag> tags) { return this; }\n        \
         public Counter register(Registry r) { return null; }\n    }\n}\n",
    ),
    (
        "p/Gauge.java",
        "package p;\npublic interface Gauge<T> {\n    static <T> Builder<T> builder(String name, Runnable run) { return new Builder<>(name); }\n    \
         void add(int n);\n    class Builder<T> {\n        Builder(String name) { }\n        \
         public Builder<T> tags(String... tags) { return this; }\n        \
         public Gauge<T> register(Registry r) { return null; }\n    }\n}\n",
    ),
];

#[test]
fn a_chain_goes_on_over_lines_and_in_functions_without_a_name() {
    let mut files = BUILDERS.to_vec();
    files.push((
        "q/Use.java",
        "package q;\nimport p.*;\nclass Use {\n    void lines(Registry r) {\n        Counter.builder(\"x\")\n            \
         .tags(\"a\", \"b\") // why\n            .register(r);\n    }\n    void function(Registry r) {\n        \
         Gauge.builder(\"x\", () -> { int a = 1; })\n            .register(r);\n    }\n    void inner(Registry r) {\n        \
         all.forEach(i -> Gauge.builder(\"x\", i).register(r));\n    }\n    void generic(Registry r) {\n        \
         new Gauge.Builder<List<String>>(\"x\").register(r);\n    }\n    void cast(Object o) { ((Counter) o).add(1); }\n    \
         void keyword(Registry r) { Counter.in(r).add(1); }\n}\n",
    ));
    let of = |name: &str| callers(&files, &format!("$.code.method(\"{name}\").callers()"));
    assert_eq!(of("Counter.Builder.register"), "lines");
    assert_eq!(of("Gauge.Builder.register"), "function generic inner");
    assert_eq!(of("Counter.add"), "cast keyword");
    assert_eq!(of("Gauge.add"), "");
}

#[test]
fn parameters_of_functions_without_a_name_are_elements_or_what_is_written() {
    let files = &[(
        "L.java",
        "package p;\nimport java.util.*;\ninterface Visitor { void visit(Item item, int depth); default void end() { } }\n\
         class Item { void use() { } Item first() { return this; } }\nclass Other { void use() { } void visit(int n) { } }\n\
         class L {\n    List<Item> all;\n    Map<String, Item> named;\n    Optional<? extends Item> maybe() { return null; }\n    \
         void walk(Visitor visitor) { }\n    void each(java.util.function.BiConsumer<String, ? super Item> f) { }\n    \
         <T> void any(java.util.function.Consumer<T> f) { }\n    void a() { all.forEach(x -> x.use()); }\n    \
         void b() { all.stream().filter(x -> true)\n        .sorted()\n        .forEach((x) -> { x.use(); }); }\n    \
         void c() { named.forEach((k, v) -> v.use()); }\n    void d() { maybe().ifPresent(x -> x.use()); }\n    \
         void e() { walk((item, depth) -> item.use()); }\n    void f() { each((k, v) -> v.first().use()); }\n    \
         void g() { named.get(\"a\").use(); all.stream().findFirst().get().use(); }\n    \
         void h() {\n        for (Item x : all) {\n        }\n        all.forEach(x -> { });\n        x.use();\n    }\n    \
         void i() { named.forEach((k, v) -> k.use()); each((k, v) -> k.use()); }\n}\n",
    )];
    assert_eq!(callers(files, "$.code.class(\"Item\").method(\"use\").callers()"), "a b c d e f g ~h");
    assert_eq!(callers(files, "$.code.class(\"Other\").method(\"use\").callers()"), "~h");
}

#[test]
fn overloads_are_told_apart_by_the_types_of_their_arguments() {
    let files = &[(
        "O.java",
        "package p;\nclass Tag { }\nclass Long2 extends Tag { }\nclass O {\n    void put(String s) { }\n    void put(long n) { }\n    \
         void put(Runnable r) { }\n    void put(Tag t) { }\n    void put(Duration d) { }\n    void text() { put(\"a\" + 1); }\n    \
         void number() { put(-12L); }\n    void function() { put(() -> text()); }\n    void reference() { put(this::text); }\n    \
         void sub(Long2 t) { put(t); }\n    void made() { put(Duration.ofMillis(1)); }\n    \
         void cast(Object o) { put((Duration) o); }\n    void unknown() { put(x); }\n}\n",
    )];
    let of = |at: usize| callers(files, &format!("$.code.methods[?(@.name==\"put\")][{at}].callers()"));
    assert_eq!(of(0), "text ~unknown");
    assert_eq!(of(1), "number ~unknown");
    assert_eq!(of(2), "function reference ~unknown");
    assert_eq!(of(3), "sub ~unknown");
    assert_eq!(of(4), "cast made ~unknown");
}

#[test]
fn a_bare_name_is_of_a_type_around_or_imported() {
    let files = &[
        (
            "p/Mock.java",
            "package p;\npublic class Mock extends Match { public static On when(int x) { return null; } }\nclass On { void then() { } }\n",
        ),
        ("p/Match.java", "package p;\npublic class Match { public static int eq(int x) { return x; } }\n"),
        ("p/Lenient.java", "package p;\npublic interface Lenient { On when(int x); int eq(int x); }\n"),
        (
            "q/Test.java",
            "package q;\nimport static p.Mock.*;\nclass Named {\n    int when;\n    void a() { when(eq(1)).then(); }\n}\n",
        ),
        ("q/One.java", "package q;\nimport static p.Mock.when;\nclass One { void b() { when(1); eq(2); } }\n"),
        ("q/Far.java", "package q;\nimport static org.other.Far.when;\nclass Far { void c() { when(1); } }\n"),
    ];
    let of = |name: &str| callers(files, &format!("$.code.method(\"{name}\").callers()"));
    assert_eq!(of("Mock.when"), "a b");
    assert_eq!(of("Match.eq"), "a");
    assert_eq!(of("Lenient.when"), "");
    assert_eq!(of("Lenient.eq"), "");
    assert_eq!(of("On.then"), "a");
}

#[test]
fn a_body_in_a_function_is_called_through_what_it_overrides() {
    let files = &[(
        "A.java",
        "package p;\nabstract class Alloc {\n  static final Alloc INSTANCE = create();\n  abstract int take(int c);\n  \
         private static Alloc create() {\n    return new Alloc() {\n      int take(int c) { return own(); }\n      \
         int own() { return 1; }\n    };\n  }\n}\nclass Other { int take(int c) { return 2; } int own() { return 2; } }\n\
         class User {\n  int held() { return Alloc.INSTANCE.take(1); }\n  int given(Alloc x) { return x.take(1); }\n  \
         int other(Other o) { return o.take(1) + o.own(); }\n  int made() { return own(); }\n  int own() { return 3; }\n}\n",
    )];
    let at = |line: u32| callers(files, &format!("$.code.methods[?(@.line=={line})].callers()"));
    assert_eq!(at(7), "~given ~held", "which body is run nobody says");
    assert_eq!(at(8), "take");
    assert_eq!(at(4), "given held");
}

#[test]
fn nested_types_of_one_name_are_told_apart_by_the_type_before_them() {
    let files = &[
        ("a/One.java", "package a;\npublic interface One { abstract class Maker { static void bound() {} } }\n"),
        ("a/Two.java", "package a;\npublic interface Two { abstract class Maker { static void bound() {} } }\n"),
        ("b/First.java", "package b;\nimport a.One;\nclass First extends One.Maker { void first() { bound(); } }\n"),
        ("b/Second.java", "package b;\nimport a.Two;\nclass Second extends Two.Maker { void second() { bound(); } }\n"),
    ];
    let of =
        |path: &str| callers(files, &format!("$.code.methods[?(@.name==\"bound\" && @.path ~= \"{path}\")].callers()"));
    assert_eq!(of("a/One.java"), "first");
    assert_eq!(of("a/Two.java"), "second");
}

#[test]
fn who_reads_a_component_of_a_record_calls_it() {
    let text = "package a;\nrecord Point(int x, int y) {\n  int sum() { return x() + y; }\n}\nrecord Other(int x) {}\n\
                class Use {\n  int a(Point p) { return p.x(); }\n  int b(Other o) { return o.x(); }\n}\n";
    assert_eq!(super::relations::callers(&[("A.java", text)], "$.code.field(\"Point.x\").callers()"), "a sum");
}

#[test]
fn what_others_keep_private_is_no_overload_outside() {
    let files = &[
        (
            "p/Max.java",
            "package p;\npublic class Max {\n  public void record(double d) { record((long) d); }\n  private void record(long l) {}\n}\n",
        ),
        (
            "p/Use.java",
            "package p;\nclass Use {\n  void whole(Max m) { m.record(100); }\n  void half(Max m) { m.record(1.5); }\n}\n",
        ),
    ];
    let at = |line: u32| callers(files, &format!("$.code.methods[?(@.name==\"record\" && @.line=={line})].callers()"));
    assert_eq!(at(3), "half whole");
    assert_eq!(at(4), "record");
}

#[test]
fn overloads_of_a_class_do_not_hide_those_of_what_it_implements() {
    let files = &[
        (
            "p/Timer.java",
            "package p;\npublic interface Timer {\n  default void record(Duration d) {}\n  void record(Runnable r);\n}\n",
        ),
        (
            "p/Base.java",
            "package p;\npublic abstract class Base implements Timer {\n  public void record(Runnable r) {}\n  public void record(String s) {}\n}\n",
        ),
        ("p/Step.java", "package p;\npublic class Step extends Base {}\n"),
        (
            "p/Use.java",
            "package p;\nimport java.time.Duration;\nclass Use {\n  void told(Step s, Duration d) { s.record(d); }\n  void run(Step s, Runnable r) { s.record(r); }\n}\n",
        ),
    ];
    let of = |path: &str, line: u32| {
        callers(
            files,
            &format!("$.code.methods[?(@.name==\"record\" && @.line=={line} && @.path ~= \"{path}\")].callers()"),
        )
    };
    assert_eq!(of("Timer", 3), "told");
    assert_eq!(of("Base", 3), "run");
    assert_eq!(of("Base", 4), "");
}

#[test]
fn super_in_a_body_without_a_name_runs_nothing_below() {
    let files = &[(
        "A.java",
        "class Base { void run() {} }\nclass Low extends Base { void run() {} }\n\
         class Use {\n  Base made() {\n    return new Base() {\n      void run() { super.run(); }\n    };\n  }\n}\n",
    )];
    assert_eq!(callers(files, "$.code.method(\"Low.run\").callers()"), "");
    assert_eq!(callers(files, "$.code.method(\"Base.run\").callers()"), "run");
}

/// Builders that extend each other: Java, and the same in C# and Kotlin.
const BASE: &str = "package a;\npublic abstract class Base<T, B extends Base<T, B>> {\n    public B setInput(int x) { return null; }\n    \
                    public abstract T get();\n}\n";
const PROXY: &str = "package a;\npublic class Proxy {\n    \
                     protected abstract static class AbstractBuilder<T, B extends Base<T, B>> extends Base<T, B> { }\n}\n";
const INHERITING: &str = "package a;\npublic class Bom extends Proxy {\n    \
                          public static class Builder extends AbstractBuilder<Bom, Builder> {\n        \
                          public Bom get() { return new Bom(); }\n    }\n    \
                          public static Builder builder() { return new Builder(); }\n    public void close() {}\n}\n";
const BOUNDED: &str = "package a;\npublic class Bounded extends Proxy {\n    \
                       abstract static class AbstractBuilder<T extends AbstractBuilder<T>> extends Proxy.AbstractBuilder<Bounded, T> {\n        \
                       public T setMax(int x) { return null; }\n    }\n    \
                       public static class Builder extends AbstractBuilder<Builder> {\n        \
                       public Bounded get() { return new Bounded(); }\n    }\n    \
                       public static Builder builder() { return new Builder(); }\n    public void close() {}\n}\n";

#[test]
fn builders_yield_what_the_types_below_say_that_they_are() {
    let user = "package a;\nclass Use {\n    void one() { Bom.builder().setInput(1).get(); }\n    \
                void two() { Bounded.builder().setMax(1).setInput(1).get(); }\n    \
                void three() { Bom.builder().setInput(1).get().close(); }\n    \
                void four() { var b = Bounded.builder().setInput(1); b.get().close(); }\n}\n";
    let files = [
        ("Base.java", BASE),
        ("Proxy.java", PROXY),
        ("Bom.java", INHERITING),
        ("Bounded.java", BOUNDED),
        ("Use.java", user),
    ];
    let of = |query: &str| callers(&files, &format!("$.code.{query}.callers()"));
    assert_eq!(of("method(\"Bom.Builder.get\")"), "one three");
    assert_eq!(of("method(\"Bounded.Builder.get\")"), "four two");
    assert_eq!(of("method(\"Bom.close\")"), "three");
    assert_eq!(of("method(\"Bounded.close\")"), "four");
}

#[test]
fn a_nested_type_of_a_type_above_is_meant_by_its_name_alone() {
    let files = [("Base.java", BASE), ("Proxy.java", PROXY), ("Bom.java", INHERITING), ("Bounded.java", BOUNDED)];
    let above = |name: &str| {
        let found = results(&files, &format!("$.code.class(\"{name}\").supertypes()"));
        found.hits.iter().map(|hit| format!("{}:{}", hit.path, hit.line)).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(above("Bom.Builder"), "Proxy.java:3");
    assert_eq!(above("Bounded.Builder"), "Bounded.java:3");
    assert_eq!(above("Bounded.AbstractBuilder"), "Proxy.java:3");
}

#[test]
fn builders_of_kotlin_and_csharp_do_so_too() {
    let kotlin = "package a\nabstract class Base<T, B : Base<T, B>> {\n    fun put(x: Int): B = TODO()\n    abstract fun get(): T\n}\n\
                  class One { fun close() {} }\nclass Two { fun close() {} }\n\
                  class OneBuilder : Base<One, OneBuilder>() { override fun get(): One = One() }\n\
                  class TwoBuilder(x: Int) : Base<Two, TwoBuilder>() { override fun get(): Two = Two() }\n\
                  fun one() { OneBuilder().put(1).get().close() }\nfun two() { TwoBuilder(1).put(1).get().close() }\n";
    let csharp = "namespace A;\nabstract class Base<T, B> where B : Base<T, B> {\n    public B Put(int x) => (B)this;\n    \
                  public abstract T get();\n}\nclass One { public void close() {} }\nclass Two { public void close() {} }\n\
                  class OneBuilder : Base<One, OneBuilder> { public override One get() => new One(); }\n\
                  class TwoBuilder : Base<Two, TwoBuilder> { public override Two get() => new Two(); }\n\
                  class Use {\n    void one() { new OneBuilder().Put(1).get().close(); }\n    \
                  void two() { new TwoBuilder().Put(1).get().close(); }\n}\n";
    for (path, text) in [("A.kt", kotlin), ("A.cs", csharp)] {
        let of = |query: &str| callers(&[(path, text)], &format!("$.code.{query}.callers()"));
        assert_eq!(of("class(\"OneBuilder\").method(\"get\")"), "one", "{path}");
        assert_eq!(of("class(\"TwoBuilder\").method(\"get\")"), "two", "{path}");
        assert_eq!(of("class(\"One\").method(\"close\")"), "one", "{path}");
    }
}
