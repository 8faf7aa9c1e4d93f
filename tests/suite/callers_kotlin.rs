//! Callers in Kotlin: functions that are called with what stands in braces, and variables that may hold what is called.

use crate::relations::{callers, results};

const DECLARED: (&str, &str) = (
    "d.kt",
    "package a\nfun pick(block: () -> Long): Long = block()\nclass Row { fun each(block: () -> Unit) {} }\n\
     fun <T> build(block: T.() -> Unit) {}\nfun ready(n: Int) {}\n",
);

fn of(function: &str, text: &str) -> String {
    callers(&[DECLARED, ("a.kt", text)], &format!("$.code.functions[?(@.name==\"{function}\")].callers()"))
}

#[test]
fn what_stands_in_braces_is_an_argument() {
    let text = "package a\nfun alone() { pick { 3L } }\nfun kept() { val x = pick { 3L } }\n\
                fun value(r: Row) { r.each { } }\nfun inside(r: Row) { r.apply { each { } } }\n\
                fun typed() { build<String> { } }\nfun given() = listOf(1, pick { 2 })\n";
    assert_eq!(of("pick", text), "alone given kept");
    assert_eq!(of("each", text), "inside value");
    assert_eq!(of("build", text), "typed");
}

#[test]
fn types_before_a_body_are_no_calls() {
    let files = &[(
        "a.kt",
        "package a\ninterface Shape\nopen class Base<T>\nclass Round : Shape { }\nclass Flat : Base<Int>(), Shape { }\n\
         object One : Base<Int>() { }\nfun made(): Shape { return Round() }\nfun listed(): Base<Int> { return Base() }\n\
         val held: Shape get() { return Round() }\n",
    )];
    let of = |name: &str| callers(files, &format!("$.code.class(\"{name}\")[?(@.name==\"{name}\")].callers()"));
    assert_eq!(of("Shape"), "");
    assert_eq!(of("Round"), "held made");
}

#[test]
fn a_variable_of_the_name_may_be_what_is_called() {
    let text = "package a\nfun open() { val ready = find(); ready(1) }\nfun number() { val ready = 3; ready(1) }\n\
                fun typed(ready: Int) { ready(1) }\nfun held(ready: (Int) -> Unit) { ready(1) }\nfun plain() { ready(1) }\n";
    assert_eq!(of("ready", text), "number plain typed ~open");
}

#[test]
fn a_name_in_the_type_of_a_function_is_no_parameter() {
    let files = &[(
        "a.kt",
        "package a\nclass Wide { fun list() {} }\nclass Own { fun list() {} }\n\
         fun plan(repo: Own, used: (repo: Wide) -> Unit) { repo.list() }\n",
    )];
    assert_eq!(callers(files, "$.code.method(\"Own.list\").callers()"), "plan");
    assert_eq!(callers(files, "$.code.method(\"Wide.list\").callers()"), "");
}

#[test]
fn an_extension_is_called_on_values_of_the_type_it_extends() {
    let files = &[
        (
            "d.kt",
            "package a\nclass Kind(val s: String) {\n  companion object {\n    fun String.toKind(): Kind = Kind(this)\n  }\n}\n\
             fun String?.size(): Int = 1\nfun <T> List<T>.none(): Int = 1\nopen class Own { fun shut() {} }\nfun Own.mine() {}\nfun Own.shut(): Int = 2\n",
        ),
        (
            "b.kt",
            "package b\nimport a.Kind.Companion.toKind\nimport a.Own\nimport a.mine\nimport a.none\nimport a.size\n\
             fun literal() = \"x\".toKind()\nfun given(s: String) = s.toKind()\nfun unknown() = (x + y).toKind()\n\
             fun number(n: Int) = n.toKind()\nfun sized(s: String) = s.size()\nfun listed(l: List<Int>) = l.none()\n\
             fun own(o: Own) = o.mine()\nfun text(s: String) = s.mine()\nfun member(o: Own) { o.shut() }\n",
        ),
        ("c.kt", "package c\nfun far() = (x + y).toKind()\n"),
    ];
    let of = |name: &str| callers(files, &format!("$.code.functions[?(@.name==\"{name}\")].callers()"));
    assert_eq!(of("toKind"), "given literal ~number ~unknown");
    assert_eq!(of("size"), "sized");
    assert_eq!(of("none"), "listed");
    assert_eq!(of("mine").trim_start_matches('~'), "own");
    assert_eq!(results(files, "$.code.functions[?(@.name==\"toKind\")].references()").hits.len(), 5);
}

#[test]
fn attributes_of_type_parameters_hide_no_extension_of_csharp() {
    let files = &[(
        "a.cs",
        "static class E {\n  public static IParts Plain<T>(this IParts p) { return p; }\n\
         public static IParts Held<[Keeps(X.Y, Z)] T>(this IParts p) { return p; }\n\
         public static IParts If<\n#if NET5\n  [Keeps(X.Y)]\n#endif\n  T>(this IParts p) { return p; }\n\
         public static T Told<[Keeps(X.Y)] T>(this IParts p, T t) { return t; }\n}\n\
         class U {\n  void Use(IParts p) { p.Plain<int>(); p.Held<int>(); p.If<int>(); p.Told(1); }\n}\n",
    )];
    for name in ["Plain", "Held", "If", "Told"] {
        assert_eq!(callers(files, &format!("$.code.method(\"{name}\").callers()")), "Use", "{name}");
    }
}

#[test]
fn java_calls_a_function_of_a_file_by_the_class_of_that_file() {
    let files = &[
        ("r/Retro.java", "package r;\npublic class Retro { public <T> T create(Class<T> of) { return null; } }\n"),
        (
            "r/Extras.kt",
            "@file:JvmName(\"Extra\")\n\npackage r\n\nfun <T> Retro.create(): T = TODO()\n\n\
             suspend fun Retro.wait(): Int = 1\n\n@JvmName(\"waitNull\")\nsuspend fun Retro?.wait(): Int = 2\n",
        ),
        ("r/tools.kt", "package r\n\nfun shut(n: Int) {}\n\nfun wide(n: Int) {}\n"),
        (
            "r/A.java",
            "package r;\nimport static r.ToolsKt.wide;\nclass A {\n  void member(Retro r) { r.create(String.class); }\n\
               void facade(Retro r) { Extra.create(r); }\n  void waits(Retro r, Object c) { Extra.wait(r, c); }\n\
               void nulls(Retro r, Object c) { Extra.waitNull(r, c); }\n  void shuts() { ToolsKt.shut(1); }\n\
               void other() { Other.shut(1); }\n  void bare() { wide(2); }\n}\n",
        ),
        (
            "q/B.java",
            "package q;\nclass B {\n  void far() { ToolsKt.shut(1); }\n  void whole() { r.ToolsKt.shut(1); }\n}\n",
        ),
        ("r/c.kt", "package r\n\nfun kotlin(r: Retro) { r.create<String>() }\n\nfun own() { waitNull() }\n"),
    ];
    let of = |at: &str, name: &str| {
        callers(files, &format!("$.code.functions[?(@.name==\"{name}\" && @.path ~= \"{at}\")].callers()"))
    };
    assert_eq!(of("r/Extras.kt", "create"), "facade kotlin");
    assert_eq!(of("r/Retro.java", "create"), "member");
    assert_eq!(of("r/Extras.kt", "wait"), "nulls waits");
    assert_eq!(of("r/tools.kt", "shut"), "shuts whole");
    assert_eq!(of("r/tools.kt", "wide"), "bare");
}

#[test]
fn arguments_choose_among_functions_of_java() {
    let files = &[
        (
            "Maker.java",
            "package a;\nimport java.net.URL;\npublic class Maker {\n  public Maker at(URL of) { return this; }\n\
               public Maker at(String of) { return this; }\n  public Maker at(Own of) { return this; }\n}\n",
        ),
        ("Own.java", "package a;\npublic class Own {}\n"),
        (
            "b.kt",
            "package a\n\nfun text(m: Maker) = m.at(\"x\")\nfun own(m: Maker) = m.at(Own())\n\
             fun open(m: Maker) = m.at(found(1))\nfun given(m: Maker, o: Own) { m.at(o) }\n",
        ),
    ];
    let of = |type_: &str| {
        callers(files, &format!("$.code.methods[?(@.name==\"at\" && @.signature ~= \"{type_} of\")].callers()"))
    };
    assert_eq!(of("String"), "text ~open");
    assert_eq!(of("Own"), "given own ~open");
    assert_eq!(of("URL"), "~open");
}

#[test]
fn an_object_is_of_the_types_in_its_head_and_of_none_that_they_are_given() {
    let files = &[
        ("Call.java", "package a;\npublic interface Call<T> { interface Maker {} }\n"),
        ("Back.java", "package a;\npublic interface Back<T> {}\n"),
        (
            "b.kt",
            "package a\n\nval one = object : Back<Call<String>> {\n}\nval two = object : Call.Maker {\n}\n\
             val three = object : Back<String?> {\n}\nval four = object : Call<Int> {\n}\n",
        ),
    ];
    let of = |name: &str| {
        let found = results(files, &format!("$.code.interface(\"{name}\").implementations()")).hits;
        found.iter().map(|hit| hit.line.to_string()).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(of("Call"), "9");
    assert_eq!(of("Back"), "3 7");
    assert_eq!(of("Maker"), "5");
}

#[test]
fn properties_of_the_own_type_tell_what_is_called_on() {
    let files = &[
        ("d.kt", "package a\n\nclass Wide { fun queue() {} }\n\nclass Slim { fun queue() {} }\n"),
        (
            "b.kt",
            "package a\n\nimport q.Server\n\nclass T {\n    val server = Server()\n    val wide = Wide()\n    \
             lateinit var slim: Slim\n    fun none() { server.queue() }\n    fun made() { wide.queue() }\n    \
             fun typed() { slim.queue() }\n    fun open() { other.queue() }\n}\n",
        ),
    ];
    assert_eq!(callers(files, "$.code.method(\"Wide.queue\").callers()"), "made ~open");
    assert_eq!(callers(files, "$.code.method(\"Slim.queue\").callers()"), "typed ~open");
}

/// Two types with a method of the same name, the one below the other, and one that has nothing to do with them.
const TESTED: (&str, &str) = (
    "d.kt",
    "package a\nsealed class Content { class Bytes : Content() { fun bytes(): Int = 1 }\n class Text : Content() { fun text() = 2 }\n}\n\
     class Other { fun bytes(): Int = 3 }\nfun stop(): Nothing = throw Error()\n",
);

#[test]
fn a_test_of_a_type_tells_what_is_called_on() {
    for (body, expected) in [
        ("if (b is Content.Bytes) b.bytes()", "run"),
        ("if (b is Content.Bytes) { use(1); b.bytes() }", "run"),
        ("if (b is Content.Bytes && b.bytes() > 2) use(1)", "run"),
        ("if (b !is Content.Bytes) return\n  b.bytes()", "run"),
        ("if (b !is Content.Bytes) { throw Error() }\n  b.bytes()", "run"),
        ("if (b !is Content.Bytes) use(1) else b.bytes()", "run"),
        ("val x = if (b is Content.Bytes) b.bytes() else 2", "run"),
        ("when (b) {\n    is Content.Bytes -> use(b.bytes())\n    else -> use(2)\n  }", "run"),
        (
            "when (b) {\n    is Content.Text -> { b.text() }\n    is Content.Bytes -> {\n      b.bytes()\n    }\n  }",
            "run",
        ),
        ("when (val c = b) { is Content.Bytes -> c.bytes() }", "run"),
        ("when {\n    b is Content.Bytes -> b.bytes()\n    else -> 2\n  }", "run"),
        ("require(b is Content.Bytes)\n  b.bytes()", "run"),
        ("b as Content.Bytes\n  b.bytes()", "run"),
        ("(b as Content.Bytes).bytes()", "run"),
        ("(b as? Content.Bytes)?.bytes()", "run"),
        // Either of two.
        ("when (b) { is Content.Bytes, is Content.Text -> b.bytes() }", "~run"),
        // Behind the test nothing holds.
        ("if (b is Content.Bytes) use(1)\n  b.bytes()", ""),
        ("if (b is Content.Bytes) use(1) else b.bytes()", ""),
    ] {
        let text = format!("package a\nfun use(n: Int) {{}}\nfun run(b: Content) {{\n  {body}\n}}\n");
        let files = &[TESTED, ("a.kt", text.as_str())];
        assert_eq!(callers(files, "$.code.method(\"Bytes.bytes\").callers()"), expected, "{body}");
        assert_eq!(
            callers(files, "$.code.method(\"Other.bytes\").callers()").trim_start_matches('~'),
            expected.strip_prefix('~').unwrap_or_default(),
            "{body}"
        );
    }
}

#[test]
fn what_a_property_is_read_by_is_none_of_its_type() {
    for member in [
        "val own: Other get() = make()",
        "val own: Other\n    get() = make()",
        "val own: Other by lazy { make() }",
        "private val own: Other by lazy(1) { make() }",
    ] {
        let text = format!("package a\nclass Holder {{\n  {member}\n  fun run() {{ own.bytes() }}\n}}\n");
        let files = &[TESTED, ("a.kt", text.as_str())];
        assert_eq!(callers(files, "$.code.method(\"Other.bytes\").callers()"), "run", "{member}");
    }
    let text = "package a\nfun loop(all: List<Any>) { for (one: Other in all) one.bytes() }\n";
    assert_eq!(callers(&[TESTED, ("a.kt", text)], "$.code.method(\"Other.bytes\").callers()"), "loop");
}

#[test]
fn what_extends_a_type_of_a_library_yields_what_it_says() {
    let extends =
        "package a\nimport lib.Source\nfun Source.open(): Other = Other()\nval Source.held: Other get() = Other()\n";
    let text = "package b\nimport a.open\nimport a.held\nimport lib.Source\nimport lib.Sink\n\
                fun sure(s: Source) { s.open().bytes() }\nfun held(s: Source) { s.held.bytes() }\n\
                fun perhaps(s: Sink) { s.open().bytes() }\n";
    let files = &[TESTED, ("e.kt", extends), ("a.kt", text)];
    assert_eq!(callers(files, "$.code.method(\"Other.bytes\").callers()"), "held sure ~perhaps");
}

#[test]
fn a_label_is_no_call() {
    let text = "package a\nclass Row { operator fun plus(o: Row): Row = run { this@plus(o) }\n fun all() { each { return@all } } }\n\
                fun add(a: Row, b: Row) { a.plus(b) }\n";
    assert_eq!(callers(&[("a.kt", text)], "$.code.method(\"Row.plus\").callers()"), "add");
    let notes = results(&[("a.kt", text)], "$.code.method(\"Row.plus\").callers()").notes.join("\n");
    assert!(notes.contains("operators call plus without naming it: these are not followed"), "{notes}");
}

#[test]
fn what_a_file_imports_by_its_name_is_called_though_nothing_tells_the_value() {
    let files = &[
        (
            "d.kt",
            "package a.b\nimport lib.Call\nfun Call.answer(text: String) {}\nfun Call.answer(code: Int, text: String) {}\n",
        ),
        (
            "u.kt",
            "package c\nimport a.b.answer\nfun one() { get { call.answer(\"x\") } }\nfun two() { get { call.answer(1, \"x\") } }\n",
        ),
        // Every name of the package is known here.
        ("w.kt", "package c\nimport a.b.*\nfun all() { get { call.answer(\"x\") } }\n"),
    ];
    assert_eq!(callers(files, "$.code.functions[?(@.name==\"answer\")].callers()"), "one two ~all");
    let named = results(files, "$.code.functions[?(@.name==\"answer\")].references()").hits;
    let import = named.iter().find(|hit| &*hit.path == "u.kt" && hit.line == 2);
    assert!(import.is_some_and(|hit| !hit.role.starts_with('~')), "{named:?}");
}

#[test]
fn an_object_without_a_name_is_an_argument() {
    let text = "package a\nopen class Task\nfun help(a: Any, b: Any) {}\n\
                fun last() { help(1, object : Task() {}) }\nfun first() { help(object : Task() {}, 2) }\n\
                fun lines() {\n  help(\n    1,\n    object : Task() {\n      fun run() {}\n    },\n  )\n}\n\
                fun named() { help(b = object : Task() {}, a = 1) }\nfun other() { help(c = 1, b = 2) }\n";
    assert_eq!(of("help", text), "first last lines named");
}

const SCOPED: (&str, &str) = (
    "d.kt",
    "package a\nopen class Base {\n  fun hook() {}\n  var limit = 1\n  companion object {\n    fun make(): Base = Base()\n    fun plain() = Base()\n  }\n}\n\
     class Other {\n  fun hook() {}\n}\n\
     class Builder {\n  fun one(x: Int) = apply { }\n  fun two(x: Int) =\n    apply {\n      x\n    }\n  fun three() = this\n  fun build() = Base()\n}\n",
);

fn scoped(text: &str) -> String {
    callers(&[SCOPED, ("a.kt", text)], "$.code.method(\"Base.hook\").callers()")
}

#[test]
fn what_is_yielded_is_told_where_no_type_is_written() {
    let text = "package a\nclass Box {\n  val cache =\n    Base()\n  val late by lazy { Base() }\n  val read get() = Base()\n\
                  fun held() { cache.hook() }\n  fun lazily() { late.hook() }\n  fun got() { read.hook() }\n}\n\
                fun built(b: Builder) { b.one(1).two(2).three().build().hook() }\n\
                fun made() { Base.make().hook() }\nfun plain() { Base.plain().hook() }\n\
                fun behind() { val b =\n  Base.make()\n  b.hook()\n}\nfun left(b: Base?) { val c = b ?: return\n c.hook()\n}\n\
                fun also() { Base().also { }.hook() }\n";
    assert_eq!(scoped(text), "also behind built got held lazily left made plain");
}

#[test]
fn blocks_make_another_value_the_own_one_or_a_parameter() {
    let text = "package a\nfun let(b: Base?) { b?.let { it.hook() } }\nfun named(b: Base?) { b?.also { q -> q.hook() } }\n\
                fun with(b: Base) { with(b) { hook() } }\nfun apply(b: Base) { b.apply { hook() } }\n\
                fun own(b: Base) { b.apply { this.hook() } }\nfun other(o: Other) { o.apply { hook() } }\n\
                fun dsl(block: Base.() -> Unit) {}\nfun built() { dsl { hook() } }\n\
                class In { fun hook() {}\n  fun inside(b: Base) { b.run { hook() } }\n  fun outside(b: Base) { b.let { hook() } }\n}\n";
    assert_eq!(scoped(text), "apply built inside let named own with");
}

#[test]
fn loops_go_through_elements_and_entries() {
    let text = "package a\nfun each(m: List<Base>) { for (b in m) b.hook() }\nfun kept(m: List<Base>) { m.filter { true }.forEach { it.hook() } }\n\
                fun entries(m: Map<String, Base>) { for ((k, v) in m) v.hook() }\nfun keys(m: Map<Base, String>) { for ((k, v) in m) v.hook() }\n\
                fun values(m: Map<String, Base>) { m.values.forEach { it.hook() } }\n";
    assert_eq!(scoped(text), "each entries kept values");
}

#[test]
fn an_import_of_a_companion_tells_which_function_is_called() {
    let files = &[
        (
            "d.kt",
            "package a\nclass Row {\n  companion object {\n    fun parse(s: String) = Row()\n    fun String.row() = Row()\n  }\n  fun own() {}\n}\n\
                  class Set {\n  companion object {\n    fun parse(s: String) = Set()\n  }\n}\n",
        ),
        ("b.kt", "package b\nimport a.Row.Companion.parse\nfun read() = parse(\"x\")\n"),
        ("c.kt", "package c\nimport a.Set.Companion.parse\nfun take() = parse(\"x\")\n"),
    ];
    assert_eq!(callers(files, "$.code.method(\"Row.parse\").callers()"), "read");
    assert_eq!(callers(files, "$.code.class(\"Row\").method(\"parse\").callers()"), "read");
    assert_eq!(results(files, "$.code.class(\"Row\").methods").hits.len(), 3);
    assert_eq!(results(files, "$.code.method(\"Row.row\")").hits.len(), 1);
}

#[test]
fn what_an_object_without_a_name_overrides_is_run_through_that() {
    let files = &[(
        "d.kt",
        "package a\nabstract class Task {\n  abstract fun run()\n}\nclass Cache {\n  private val clean = object : Task() {\n    override fun run() { }\n  }\n}\n\
         fun made() = object : Task() {\n  override fun run() { step() }\n  fun step() {}\n}\n\
         fun loop(t: Task) { t.run() }\nclass Else { fun run() {} }\nfun other(e: Else) { e.run() }\n",
    )];
    assert_eq!(callers(files, "$.code.functions[?(@.line==7)].callers()"), "~loop");
    assert_eq!(callers(files, "$.code.functions[?(@.line==11)].callers()"), "~loop");
    assert_eq!(callers(files, "$.code.functions[?(@.name==\"step\")].callers()"), "run");
    assert_eq!(callers(files, "$.code.method(\"Task.run\").callers()"), "loop");
}

#[test]
fn a_type_that_extends_another_makes_it() {
    let files = &[(
        "a.kt",
        "package a\nopen class Task(val n: Int)\nclass Direct : Task(1)\nclass Body : Task(2) {\n  fun run() {}\n}\n\
         object Single : Task(9)\nenum class Kinds(val t: Task) { FIRST(Task(4)); }\nfun typed(t: Task) {}\ninterface Same\nclass Other : Same\n",
    )];
    assert_eq!(callers(files, "$.code.class(\"Task\")[?(@.name==\"Task\")].callers()"), "Body Direct FIRST Single");
    assert_eq!(callers(files, "$.code.class(\"Same\").callers()"), "");
}
