//! Callers in Kotlin: functions that are called with what stands in braces, and variables that may hold what is called.

use crate::relations::callers;

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
    assert_eq!(of("each", text), "value ~inside");
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
