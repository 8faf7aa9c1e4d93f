//! Calls in Java: annotated fields, what stands outside of functions, references to methods, overloads, and what other
//! libraries declare.

use super::relations::callers;

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
    assert_eq!(of(2), "one three two");
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
