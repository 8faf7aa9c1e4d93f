//! C++: what only a preprocessor reads hides no declaration, headers called `.h` are of the language they are written in, and
//! namespaces, overloads and types decide what a call means.

use crate::relations::{callers, indexed, results};
use docql::docql::{compile, run};
use docql::stdx::Ticket;

type Files<'a> = &'a [(&'a str, &'a str)];

/// The callers of the function `name` around line `line` of `path`; a `~` stands before those that are not sure.
fn of(files: Files<'_>, (path, line, name): (&str, usize, &str)) -> String {
    let place = format!("@.path==\"{path}\" && @.line<={line} && @.end_line>={line}");
    callers(files, &format!("$.code.function(\"{name}\")[?({place})].callers()"))
}

fn names(files: Files<'_>, query: &str) -> String {
    results(files, query).hits.iter().map(|hit| hit.name.clone()).collect::<Vec<_>>().join(" ")
}

#[test]
fn a_macro_alone_on_a_line_hides_no_namespace_class_or_template() {
    let text = "#define BEGIN_NS namespace fmt {\n#define END_NS }\nBEGIN_NS\nnamespace detail {\n\
                int one(int a) { return a; }\nclass In { public: int two() { return one(1); } };\n}  // namespace detail\n\
                int three() { return detail::one(2); }\nEND_NS\nint four() { return fmt::detail::one(3); }\n\
                namespace other { int one(int a) { return a; } }\n";
    let files = &[("a.cc", text)];
    assert_eq!(names(files, "$.code.modules"), "detail other");
    assert_eq!(of(files, ("a.cc", 5, "one")), "four three two");
    assert_eq!(of(files, ("a.cc", 11, "one")), "");
    for head in [
        "BEGIN_EXPORT\n\ntemplate <typename C> class View",
        "BEGIN_EXPORT\nclass View",
        "EXPORT template <class T> struct View",
    ] {
        let text = format!(
            "namespace n {{\n{head} {{\n public:\n  View() noexcept : d_(nullptr) {{}}\n  int data() const {{ return 1; }}\n}};\n}}\n"
        );
        let files = &[("a.cc", text.as_str())];
        assert_eq!(names(files, "$.code.methods"), "data", "{head}");
        assert_eq!(names(files, "$.code.modules"), "n", "{head}");
    }
}

#[test]
fn annotations_are_no_names_of_members() {
    let text = "#define LOCKS(...)\nclass Set { public: void put(int v) { } };\nclass M { public:\n  void lock() LOCKS() { }\n  \
                void unlock() const LOCKS(1) { }\n  void held() LOCKS();\n  int run() MUST_USE;\n  Set* const set_ GUARDED_BY(mu_);\n  \
                Set own_ GUARDED_BY(mu_);\n  void a() { set_->put(1); }\n  void b() { own_.put(1); }\n};\n\
                void M::held() LOCKS() { lock(); }\nint M::run() { return 1; }\nint use(M* m) { m->unlock(); m->held(); return m->run(); }\n\
                class O { void lock(); void unlock(); void held(); int run(); void put(int v); };\n";
    let files = &[("a.cc", text)];
    assert_eq!(names(files, "$.code.fields"), "set_ own_");
    assert_eq!(of(files, ("a.cc", 2, "put")), "a b");
    assert_eq!(of(files, ("a.cc", 4, "lock")), "held");
    assert_eq!(of(files, ("a.cc", 5, "unlock")), "use");
    assert_eq!(of(files, ("a.cc", 14, "run")), "use");
}

#[test]
fn words_of_a_preprocessor_take_nothing_along() {
    let files = &[(
        "a.cc",
        "#define X() \nclass Set { public: void put(int v) { } };\nABSL_FLAG(int, size, 4, \"number (of)\");\n\
         static void go() {}\nstruct P { friend bool same(const P& a, const P& b) { return true; } friend void other(P); };\n\
         P* absl_nonnull made(P* absl_nullable p) { go(); return same(*p, *p) ? p : nullptr; }\n\
         class B {\n  int s_, t_;\n public:\n  X_CONSTEXPR B(int a) noexcept\n      : s_(a), t_(a) {\n    if (a) s_ = 0;\n  }\n  int one() { return 1; }\n};\n",
    )];
    assert_eq!(names(files, "$.code.functions"), "X put go same made B one");
    assert_eq!(names(files, "$.code.class(\"B\").methods"), "one");
    assert_eq!(of(files, ("a.cc", 4, "go")), "made");
    assert_eq!(of(files, ("a.cc", 5, "same")), "made");
}

#[test]
fn a_header_of_structs_with_functions_is_of_cpp() {
    let files = &[
        ("a.h", "#pragma once\nstruct Block { void put(int v) { } };\n"),
        ("b.h", "#pragma once\nstruct Pipe {\n  int size() const;\n  void put(int v = 1) { }\n};\n"),
        (
            "u.cc",
            "#include \"a.h\"\n#include \"b.h\"\nvoid use(Block& b) { b.put(1); }\nvoid use2(Pipe& b) { b.put(); }\n",
        ),
    ];
    assert_eq!(of(files, ("a.h", 2, "put")), "use");
    assert_eq!(of(files, ("b.h", 4, "put")), "use2");
}

#[test]
fn the_number_of_arguments_counts_in_a_header_called_h() {
    let files = &[
        (
            "a.h",
            "#pragma once\n#include <string>\ninline void sub(std::string* o, int a) { }\n\
             inline void sub(std::string* o, int a, int b) { }\n\
             class T { public: int* it(int a, int b = 1, int* c = nullptr); };\nint f(int a, int b = 2);\n",
        ),
        (
            "u.cc",
            "#include \"a.h\"\nint* T::it(int a, int b, int* c) { return c; }\nint f(int a, int b) { return b; }\n\
             void use(std::string* o) { sub(o, 1); }\nvoid use2(std::string* o) { sub(o, 1, 2); }\n\
             void use3(T* t) { t->it(1); }\nvoid use4() { f(1); }\n",
        ),
    ];
    assert_eq!(of(files, ("a.h", 3, "sub")), "use");
    assert_eq!(of(files, ("a.h", 4, "sub")), "use2");
    assert_eq!(of(files, ("u.cc", 2, "it")), "use3");
    assert_eq!(of(files, ("u.cc", 3, "f")), "use4");
}

const NAMESPACES: Files<'_> = &[
    (
        "lib.h",
        "#pragma once\nnamespace lib { inline int print(const char* s) { return 1; }\n\
         class Box { public: int print(int x) { return x; } int minof() { return 1; } };\n\
         inline int minof(int a, int b) { return a; }\n}\n",
    ),
    (
        "other.cc",
        "int print(const char*);\nint use() { return print(\"a\"); }\nint use2() { return std::minof(1, 2); }\n\
         namespace other { int minof(int, int); int use3() { return minof(1, 2); } int use4() { return other::minof(1, 2); } }\n\
         int use5() { return ::print(\"x\"); }\n",
    ),
    (
        "user.cc",
        "#include \"lib.h\"\nint use6() { return lib::print(\"a\"); }\nint use7() { return lib::minof(1, 2); }\n\
         namespace lib { int use8() { return minof(1, 2); } }\nnamespace l = lib;\nint use9() { return l::minof(1, 2); }\n\
         void use10() { using namespace lib; minof(1, 2); }\nvoid use11() { using lib::minof; minof(1, 2); }\n",
    ),
];

#[test]
fn a_name_behind_a_namespace_means_what_that_has() {
    assert_eq!(of(NAMESPACES, ("lib.h", 2, "print")), "use6");
    assert_eq!(of(NAMESPACES, ("lib.h", 4, "minof")), "use10 use11 use7 use8 use9");
    // Neither is a method.
    assert_eq!(callers(NAMESPACES, "$.code.method(\"print\").callers()"), "");
    assert_eq!(callers(NAMESPACES, "$.code.method(\"minof\").callers()"), "");
}

#[test]
fn a_function_of_a_namespace_may_be_written_outside_of_it() {
    let files = &[
        (
            "t.h",
            "#pragma once\nnamespace test { int dup(int x); }\nint dup2(int a, int b);\nstruct File { int dup2(int a, int b); };\n",
        ),
        (
            "t.cc",
            "#include \"t.h\"\nint test::dup(int x) { return ::dup(x); }\nint use(int x) { return test::dup(x); }\n\
             int File::dup2(int a, int b) { return ::dup2(a, b); }\n",
        ),
    ];
    assert_eq!(of(files, ("t.cc", 2, "dup")), "use");
    assert_eq!(of(files, ("t.cc", 4, "dup2")), "");
}

#[test]
fn a_member_of_the_own_type_hides_a_function() {
    let files = &[
        ("crc.h", "#pragma once\nnamespace crc { inline int value(const char* a, int b) { return b; } }\n"),
        (
            "t.cc",
            "#include \"crc.h\"\nclass Fix { public: int value(int a, int* b) { return a; } int go() { int x; return value(1, &x); } };\n\
             int two() { return crc::value(\"a\", 1); }\n\
             class Sub : public Fix { int on() { int x; return value(1, &x); } };\n",
        ),
    ];
    assert_eq!(of(files, ("crc.h", 2, "value")), "two");
    assert_eq!(of(files, ("t.cc", 2, "value")), "go on");
}

#[test]
fn a_namespace_before_a_type_is_no_variable() {
    let files = &[(
        "a.cc",
        "namespace absl { int from(int t) { return t; } struct TZ { int v() const { return 1; } }; TZ utc(); }\n\
         int a() { const absl::TZ tz = absl::utc(); return absl::from(0) + tz.v(); }\n\
         int c(const absl::TZ& tz) { return absl::from(0) + tz.v(); }\n",
    )];
    assert_eq!(of(files, ("a.cc", 1, "from")), "a c");
    assert_eq!(of(files, ("a.cc", 1, "v")), "a c");
}

#[test]
fn the_name_of_a_test_is_called_by_nobody() {
    let files = &[
        ("f.h", "#pragma once\nnamespace n { inline int mask(int a) { return a; } }\n"),
        ("t.cc", "#include \"f.h\"\nTEST(A, mask) { n::mask(1); }\nint use() { return n::mask(2); }\n"),
    ];
    assert_eq!(of(files, ("f.h", 2, "mask")), "mask use");
    assert_eq!(of(files, ("t.cc", 2, "mask")), "");
}

#[test]
fn a_declaration_is_no_call() {
    let files = &[(
        "a.cc",
        "#include <string>\nstruct Slice { Slice(int); };\nint text(int a) { return a; }\nint one(int a) { return a; }\n\
         template <typename T> int many(T t) { return 1; }\nextern template int many<int>(int);\n\
         struct Of { friend int one(int); };\nvoid use(int n) { Slice text(n); const std::string one(n); }\n\
         int use2(int n) { return text(n); }\nvoid use3(int n) { one(n); }\nint use4(int n) { return n * many<int>(n); }\n",
    )];
    assert_eq!(of(files, ("a.cc", 3, "text")), "use2");
    assert_eq!(of(files, ("a.cc", 4, "one")), "use3");
    assert_eq!(of(files, ("a.cc", 5, "many")), "use4");
}

#[test]
fn types_of_arguments_tell_overloads_apart() {
    let files = &[(
        "a.cc",
        "struct Key { int v; }; struct Slice { int v; };\nstruct Cmp {\n  int cmp(const Slice& a, const Slice& b) const { return 1; }\n  \
         int cmp(const Key& a, const Key& b) const { return 1; }\n};\nint use(Cmp& c, Key a, Key b) { return c.cmp(a, b); }\n\
         int use2(Cmp* c, Slice a, Slice b) { return c->cmp(a, b); }\nvoid put(int x) {}\nvoid put(const char* x) {}\n\
         void use3() { put(1); }\nvoid use4() { put(\"a\"); }\n",
    )];
    assert_eq!(of(files, ("a.cc", 3, "cmp")), "use2");
    assert_eq!(of(files, ("a.cc", 4, "cmp")), "use");
    assert_eq!(of(files, ("a.cc", 8, "put")), "use3");
    assert_eq!(of(files, ("a.cc", 9, "put")), "use4");
}

#[test]
fn includes_tell_types_of_one_name_apart() {
    let header = "#pragma once\nnamespace n { class M { public: void lock() { } }; }\n";
    let files =
        &[("one.h", header), ("two.h", header), ("use.cc", "#include \"two.h\"\nvoid use(n::M* m) { m->lock(); }\n")];
    assert_eq!(of(files, ("one.h", 2, "lock")), "");
    assert_eq!(of(files, ("two.h", 2, "lock")), "use");
    // What a file declares that nobody includes is called in no other.
    let text = "namespace { class Gen { public: int gen(); }; int Gen::gen() { return 1; } }\n\
                class Bench { Gen g_; public: int run() { return g_.gen(); } };\nint main() { Bench b; return b.run(); }\n";
    let files = &[("a.cc", text), ("b.cc", text)];
    let query = "$.code.function(\"gen\")[?(@.path==\"a.cc\")].callers()[?(@.path==\"b.cc\")]";
    assert_eq!(callers(files, query), "");
    assert_eq!(of(files, ("a.cc", 2, "run")), "main");
}

#[test]
fn a_method_belongs_to_the_type_of_its_namespace() {
    let files = &[
        ("w.h", "#pragma once\nnamespace n { namespace log { class Writer { public: int add(int a); }; } }\n"),
        ("w.cc", "#include \"w.h\"\nnamespace n { namespace log { int Writer::add(int a) { return a; } } }\n"),
        (
            "db.h",
            "#pragma once\n#include \"w.h\"\nnamespace n { class Db { struct Writer; log::Writer* log_; int go(); }; }\n",
        ),
        (
            "db.cc",
            "#include \"db.h\"\nnamespace n { struct Db::Writer { int x; };\nint Db::go() { return log_->add(1); }\n\
             int mk() { log::Writer w; return w.add(1); } }\n",
        ),
    ];
    assert_eq!(of(files, ("w.cc", 2, "add")), "go mk");
}

#[test]
fn what_is_not_written_out_may_be_any_type() {
    let head = "struct Set { void put(int v) { } };\nstruct Other { void put(int v); };\nSet* mk();\nSet& rf();\n";
    let body = "void a() { auto* s = mk(); s->put(1); }\nvoid b() { auto& s = rf(); s.put(1); }\n\
                void c() { if (const auto* s = mk()) s->put(1); }\nvoid d(Set const& s) { s.put(1); }\n\
                void e(void* p) { static_cast<Set*>(p)->put(1); }\nvoid f(Set* const s) { s->put(1); }\n";
    let text = format!("{head}{body}");
    assert_eq!(of(&[("a.cc", &text)], ("a.cc", 1, "put")), "a b c d e f");
}

#[test]
fn what_containers_have_is_called_on_types_that_a_file_names() {
    let files = &[
        ("s.h", "#pragma once\n#include <string>\nstruct Pod { int size() const { return 1; } };\n"),
        ("u.cc", "#include \"s.h\"\nint use() { return foreign().size(); }\nstruct Odd { int size(); };\n"),
        ("v.cc", "#include \"s.h\"\nint named() { return made<Pod>().size(); }\n"),
    ];
    assert_eq!(of(files, ("s.h", 3, "size")), "~named");
}

#[test]
fn a_variable_that_is_made_from_something_constructs_its_type() {
    let files = &[(
        "a.cc",
        "struct T {\n  explicit T(int a) { }\n};\nvoid a() { T x(1); }\nvoid b() { T* x = new T(1); }\nvoid c() { T x{1}; }\n\
         void d() { T(1); }\nT made(int a);\nT* other() { return nullptr; }\nstruct H { T kept(int a); };\n",
    )];
    assert_eq!(callers(files, "$.code.struct(\"T\").callers()"), "a b c d");
}

#[test]
fn a_member_of_a_type_in_a_template_is_written_outside_of_both() {
    let files = &[
        ("it.h", "#pragma once\nnamespace n { class Iterator { public: virtual bool ok() const; }; }\n"),
        (
            "skip.h",
            "#pragma once\nnamespace n {\ntemplate <typename K> class Skip { public: class Iterator { public: bool ok() const; }; };\n\
             template <typename K>\ninline bool Skip<K>::Iterator::ok() const { return true; }\n}\n",
        ),
        ("u.cc", "#include \"it.h\"\n#include \"skip.h\"\nbool use(n::Iterator* i) { return i->ok(); }\n"),
    ];
    assert_eq!(of(files, ("skip.h", 5, "ok")), "");
}

#[test]
fn a_type_written_outside_of_another_sees_what_that_has() {
    let files = &[(
        "re.cc",
        "class Pre { class Info; };\nclass Pre::Info { public: static Info* cat(Info* a, Info* b); class Walker; };\n\
         class Pre::Info::Walker { public: Info* visit(Info* a); };\n\
         Pre::Info* Pre::Info::cat(Info* a, Info* b) { return a; }\n\
         Pre::Info* Pre::Info::Walker::visit(Info* a) { return cat(a, a); }\nstruct O { O* cat(O* a, O* b); };\n",
    )];
    assert_eq!(of(files, ("re.cc", 4, "cat")), "~visit");
}

#[test]
fn an_array_among_parameters_is_a_pointer() {
    let files = &[
        (
            "re.h",
            "#pragma once\nclass Arg {};\nclass RE { public: bool run(const Arg* const args[], int n) const; };\n",
        ),
        (
            "re.cc",
            "#include \"re.h\"\nbool RE::run(const Arg* const* args, int n) const { return n; }\n\
             bool use(const RE& re, const Arg* const args[], int n) { return re.run(args, n); }\n",
        ),
    ];
    assert_eq!(of(files, ("re.cc", 2, "run")), "use");
}

#[test]
fn calls_on_values_of_types_from_elsewhere_are_counted() {
    let files = &[
        ("store.h", "#pragma once\nnamespace own {\nclass Store {\n public:\n  int Get(int k);\n};\n}\n"),
        ("store.cc", "#include \"store.h\"\nint own::Store::Get(int k) { return k; }\n"),
        (
            "use.cc",
            "#include \"store.h\"\n#include <ext/db.h>\n#include <vector>\n\
             int own_one(own::Store* s) { return s->Get(1); }\n\
             int of_library(ext::DB* db) { return db->Get(2); }\n\
             struct Holder {\n  ext::DB* db_;\n  int held() { return db_->Get(3); }\n};\n\
             int of_standard(std::vector<int>& all) { return all.Get(4); }\n",
        ),
    ];
    let query = "$.code.function(\"Get\")[?(@.path==\"store.cc\")].callers()";
    assert_eq!(callers(files, query), "own_one");
    let said = "2 places with Get left out: called on a value of a type that is declared nowhere here: $.content.grep(\"Get\")";
    let (_folder, indexer) = indexed(files);
    let plan = compile(query).expect("a query");
    let notes = run(&plan, &indexer.library(), &Ticket::forever()).expect("a fresh ticket").notes;
    assert!(notes.iter().any(|note| note == said), "{notes:?}");
}

#[test]
fn a_macro_between_if_and_its_condition_breaks_no_class() {
    let text = "class Store {\n  template <typename T> void push(const T& arg) {\n    if MY_CONSTEXPR (need<T>::value) {\n      \
                emplace(arg);\n    } else {\n      emplace(arg.get());\n    }\n  }\n  void emplace(int a) {}\n  void clear() {}\n};\n\
                void use(Store& s) { s.clear(); }\n";
    let files = &[("a.cc", text)];
    assert_eq!(names(files, "$.code.methods"), "push emplace clear");
    assert_eq!(names(files, "$.code.functions[?(@.kind==\"function\")]"), "use");
    assert_eq!(callers(files, "$.code.method(\"Store.emplace\").callers()"), "push");
}

#[test]
fn a_macro_that_opens_and_one_that_closes_leave_the_namespaces_around() {
    let text = "#define BEGIN_NS namespace fmt {\n#define END_NS }\n#define BEGIN_EXPORT export {\n#define END_EXPORT }\n\
                BEGIN_NS\nBEGIN_EXPORT\nint first() { return 1; }\nEND_EXPORT\nnamespace detail { int print(int a, int b) { return a; } }\n\
                int print(int a) { return detail::print(a, 1); }\nEND_NS\nint outer() { return fmt::print(1); }\n\
                int inner() { return fmt::detail::print(1, 2); }\n";
    let files = &[("a.cc", text)];
    assert_eq!(of(files, ("a.cc", 10, "print")), "outer");
    assert_eq!(of(files, ("a.cc", 9, "print")), "inner print");
    assert_eq!(names(files, "$.code.function(\"outer\").callees()"), "print");
}

#[test]
fn what_a_macro_puts_before_a_name_counts() {
    let text = "#define CALL(call) ::call\n#define PASS(call) CALL(call)\n#define PLAIN(call) call\nlong size();\n\
                namespace fmt {\nlong size() { return CALL(size()); }\nlong passed() { return PASS(size()); }\n\
                long plain() { return PLAIN(size()); }\n}\n";
    let files = &[("a.cc", text)];
    assert_eq!(of(files, ("a.cc", 6, "size")), "plain");
}

#[test]
fn a_condition_on_a_name_uses_no_value() {
    let text = "#define CHECK(a) (a)\n#ifdef CHECK\nint one(int a) { return a; }\n#endif\n#if defined(CHECK)\n#endif\n";
    let found = results(&[("a.h", text)], "$.code.macro(\"CHECK\").callers()");
    let notes = format!("{:?}", found.notes);
    assert!(!notes.contains("as a value"), "{notes}");
}

#[test]
fn before_a_path_stands_no_variable_and_a_namespace_settles_what_is_made() {
    let out = "namespace fmt {\nvoid print(int f, const char* s) {}\nclass pipe { public: pipe() {} };\n}\n";
    let other =
        "namespace fmt { void print(double* f, long s) {} }\nnamespace test { int pipe(int* p) { return 0; } }\n";
    let text = "#include \"out.h\"\n#include \"other.h\"\nvoid written(int f, const char* fmt) { fmt::print(f, fmt); }\n\
                void made() { auto pipe = fmt::pipe(); }\nvoid called(int* p) { test::pipe(p); }\n";
    let files = &[("out.h", out), ("other.h", other), ("a.cc", text)];
    assert_eq!(of(files, ("out.h", 2, "print")).trim_start_matches('~'), "written");
    assert_eq!(callers(files, "$.code.constructor(\"pipe\").callers()"), "made");
    assert_eq!(of(files, ("other.h", 2, "pipe")), "called");
}

#[test]
fn a_file_with_an_overload_of_a_function_calls_the_others_all_the_same() {
    let files = &[
        ("base.h", "namespace fmt {\nint copy(int a, int b, int c) { return a; }\n}\n"),
        (
            "format.h",
            "#include \"base.h\"\nnamespace fmt {\nint copy(int a, long b) { return copy(a, a, a); }\n\
             int fill(int a) { return copy(a, a, a); }\n}\n",
        ),
    ];
    assert_eq!(of(files, ("base.h", 2, "copy")).replace('~', ""), "copy fill");
}
