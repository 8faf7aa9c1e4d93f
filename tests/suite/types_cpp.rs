//! C++: types whose names stand behind macros and attributes are types, whatever else their heads say.

use crate::relations::{callers, results};

#[test]
fn a_macro_and_attributes_before_a_name_hide_no_type() {
    for head in [
        "class API [[nodiscard]] Name",
        "class [[nodiscard]] API Name",
        "class API [[nodiscard(\"a [b] c\")]] Name",
        "struct API [[nodiscard]] Name : n::Base, Other<int>",
        "class API __attribute__((packed)) Name",
        "class __attribute__((packed)) API Name final : public Base",
        "class EXPORT(1) [[nodiscard]] Name final",
        "class alignas(8) API Name",
        "class API alignas(8) Name",
        "class API\n[[nodiscard]] Name\n",
        "template <typename T> class API [[nodiscard]] Name<T*>",
    ] {
        let text = format!(
            "#define API __attribute__((x))\n#define EXPORT(x)\n{head} {{ public: void run() {{ }} void go() {{ run(); }} }};\n\
             struct Far {{ void run(); }};\n"
        );
        let files = &[("a.h", "#pragma once\nclass Base {};\n"), ("a.cc", text.as_str())];
        let names = |query: &str| results(files, query).hits.iter().map(|hit| hit.name.clone()).collect::<Vec<_>>();
        assert_eq!(names("$.code.types[?(@.path==\"a.cc\")]"), ["Name", "Far"], "{head}");
        assert_eq!(names("$.code.method(\"Name.run\")").len(), 1, "{head}");
        assert_eq!(callers(files, "$.code.method(\"Name.run\").callers()"), "go", "{head}");
    }
}

#[test]
fn final_is_no_name_and_what_is_declared_beforehand_no_variable() {
    let text = "#pragma once\nclass API [[nodiscard]] Later;\nclass FOO final { public: void one(); };\n\
                class BAR final : public FOO { public: void two(); };\n\
                enum class API [[deprecated]] Colour : int { Red };\n";
    let files = &[("a.hpp", text)];
    let names = |query: &str| results(files, query).hits.iter().map(|hit| hit.name.clone()).collect::<Vec<_>>();
    assert_eq!(names("$.code.types"), ["FOO", "BAR", "Colour"]);
    assert_eq!(names("$.code.methods"), ["one", "two"]);
    assert!(names("$.code.variables").is_empty());
}
