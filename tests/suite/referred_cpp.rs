//! C and C++: what is named stays found where its place looks like a declaration, or its type is written in another way.

use super::relations::results;

/// The lines of `a.cc` that refer to what `step` finds, with a `~` before those that are not sure.
fn lines(text: &str, step: &str) -> String {
    let hits = results(&[("a.cc", text)], &format!("$.code.{step}.references()")).hits;
    let mut all: Vec<(u32, bool)> = hits.iter().map(|hit| (hit.line, hit.is_by_name())).collect();
    all.sort_unstable();
    let shown = all.iter().map(|(line, by_name)| format!("{}{line}", if *by_name { "~" } else { "" }));
    shown.collect::<Vec<_>>().join(" ")
}

#[test]
fn the_second_operand_is_no_declaration() {
    let text = "const int kMask = 4;\nbool gFlag;\nint f(int m, bool b) {\n  if (b && gFlag) { return 1; }\n  if (m & kMask) { return 2; }\n  \
                while (b && gFlag) { m++; }\n  for (int i = 0; i < m && gFlag; i++) { m--; }\n  int y = (int)m & kMask;\n  \
                bool z = m < y && y > kMask;\n  use(m & kMask, m * kMask);\n  return (m & kMask) + (m * kMask);\n}\n\
                struct S {\n  bool el_; bool de_;\n  S(int m) : el_(m & kMask), de_(el_ && gFlag) {}\n  ~S() { if (el_ && de_) { el_ = false; } }\n  \
                bool both = (el_ && de_);\n  bool operator==(const S& de_) const;\n};\n#define MANY kMask\n#if kMask\n#endif\n";
    assert_eq!(lines(text, "constant(\"kMask\")"), "5 8 9 10 11 15 20 21");
    assert_eq!(lines(text, "variable(\"gFlag\")"), "4 6 7 15");
    assert_eq!(lines(text, "field(\"de_\")"), "15 16 17");
}

#[test]
fn what_is_declared_with_signs_still_is() {
    let text = "struct T { void go(); int n; };\nint kMask;\nvoid a(T&& kMask) { kMask.go(); }\nvoid b() { auto f = [](T& kMask) { kMask.go(); }; }\n\
                void c() {\n  T* kMask = get();\n  if (T* kMask = get()) { kMask->go(); }\n  try { } catch (const T& kMask) { kMask.go(); }\n  \
                for (const T& kMask : all) { kMask.go(); }\n  std::vector<T*> kMask;\n}\nvoid d(int (*run)(T* t), T* const kMask) { kMask->go(); }\n\
                struct U { static bool is(const T& kMask) { return kMask.n; } bool has(T* kMask) const; };\nvoid e() { struct L { int m(T& kMask) { return kMask.n; } }; }\n";
    assert_eq!(lines(text, "variable(\"kMask\")"), "");
    assert_eq!(lines(text, "method(\"go\")"), "3 4 7 8 9 12");
    assert_eq!(lines(text, "field(\"n\")"), "13 14");
}

#[test]
fn enumerations_without_a_scope_list_for_what_is_around_them() {
    let text = "namespace ns {\nclass Stats { public: enum Kind { OPEN, SHUT }; enum class Mode { OPEN }; };\nclass More : public Stats {};\n\
                enum Level { HIGH };\nint a() { return Stats::OPEN + Stats::Kind::OPEN + ns::Stats::OPEN; }\nint b() { return int(Stats::Mode::OPEN); }\n\
                int c() { return More::SHUT; }\nint d() { return Other::SHUT; }\n}\nint e() { return ns::HIGH; }\nint f() { return std::HIGH; }\n";
    assert_eq!(lines(text, "variant(\"Kind.OPEN\")"), "5");
    assert_eq!(lines(text, "variant(\"Mode.OPEN\")"), "6");
    assert_eq!(lines(text, "variant(\"SHUT\")"), "7 ~8");
    assert_eq!(lines(text, "variant(\"HIGH\")"), "10");
}

#[test]
fn fields_of_types_in_functions_and_arguments_of_macros_are_found() {
    let text = "int a() {\n  struct Case { int first; };\n  Case c;\n  return c.first;\n}\nint b() {\n  enum Mode { kOne };\n  return kOne + Mode::kOne;\n}\n\
                struct Count { int bytes_read; };\n#define ADD(member, n) count.member += n\nvoid c() { ADD(bytes_read, 1); }\nvoid d() { use(bytes_read); }\n";
    assert_eq!(lines(text, "field(\"first\")"), "4");
    assert_eq!(lines(text, "variant(\"kOne\")"), "8");
    assert_eq!(lines(text, "field(\"bytes_read\")"), "12");
}

#[test]
fn casts_and_templates_tell_types() {
    let text = "class Db { public: virtual ~Db(); };\nclass Impl : public Db { public: void drop(); int left; };\nclass Rest { public: void drop(); int left; };\n\
                void a(Db* db) {\n  auto impl = static_cast_with_check<Impl>(db);\n  impl->drop();\n  impl->left = 1;\n}\n\
                template <class T> class Shard { public: static int hash(int x) { return x; } };\nint b() { return Shard<int>::hash(3); }\n";
    assert_eq!(lines(text, "method(\"Impl.drop\")"), "6");
    assert_eq!(lines(text, "method(\"Rest.drop\")"), "");
    assert_eq!(lines(text, "field(\"Impl.left\")"), "7");
    assert_eq!(lines(text, "function(\"hash\")"), "10");
}

#[test]
fn types_written_outside_of_others_are_told_apart() {
    let text = "class Builder { bool ok() const; struct Rep; Rep* rep_; };\nclass Raw { bool ok() const; struct Rep; Rep* rep_; };\n\
                struct Builder::Rep { bool fine() { return true; } };\nstruct Raw::Rep { bool raw() { return true; } };\n\
                bool Builder::ok() const { return rep_->fine(); }\nbool Raw::ok() const { return rep_->raw(); }\n";
    assert_eq!(lines(text, "method(\"fine\")"), "5");
    assert_eq!(lines(text, "method(\"raw\")"), "6");
}

#[test]
fn heads_in_two_conditions_and_attributes_swallow_nothing() {
    let text = "namespace ns {\n#if defined(A)\nTEST_P(Foo, DISABLED_Cache) {\n#else\nTEST_P(Foo, Cache) {\n#endif\n  int x = 1;\n  {\n\
                #if !defined(B)\n    if (x) {\n      x = 2;\n    }\n#endif\n    use(x);\n  }\n}\nenum class Result { kOkay };\n\
                int attributed(int v) {\n  bool r __attribute__((unused)) = get(&v);\n  return v;\n}\nint other() { return int(Result::kOkay); }\n}\nint last() { return 0; }\n";
    let found = results(&[("a.cc", text)], "$.code.functions[?(@.kind==\"function\")]").hits;
    let found: Vec<String> = found.iter().map(|hit| format!("{}:{}-{}", hit.name, hit.line, hit.end_line)).collect();
    assert_eq!(found.join(" "), "DISABLED_Cache:3-16 attributed:18-21 other:22-22 last:24-24");
    assert_eq!(lines(text, "variant(\"kOkay\")"), "22");
}

#[test]
fn what_a_function_calls_whose_head_a_macro_writes_may_be_a_member() {
    let text = "class Db { int last(); int get(int key); };\nint Db::last() { return 1; }\nDEFINE_BOTH(int, Db::get)\n(int key) {\n  \
                int n = last();\n  return n;\n}\nDEFINE_ONE(int, get)\n(int key) {\n  return last();\n}\n";
    assert_eq!(lines(text, "method(\"last\")"), "~5");
}

#[test]
fn a_method_is_of_the_type_in_its_namespace() {
    let files = &[
        ("log/reader.h", "namespace db {\nnamespace log {\nclass Reader { bool more(int* n); void all(); };\n}\n}\n"),
        (
            "log/reader.cc",
            "#include \"reader.h\"\nnamespace db::log {\nbool Reader::more(int* n) { return true; }\nvoid Reader::all() { int n; more(&n); }\n}\n",
        ),
        ("log/bench.cc", "struct Reader { void all(); };\nint main() { Reader r; r.all(); }\n"),
    ];
    let hits = results(files, "$.code.method(\"more\").references()").hits;
    let found: Vec<String> = hits.iter().map(|hit| format!("{}:{}", hit.path, hit.line)).collect();
    assert_eq!(found, ["log/reader.cc:4"]);
}

#[test]
fn other_names_of_types_and_parameters_of_templates_lead_to_members() {
    let text = "class Bits { public: static const int kMask = 3; static int load(); };\nusing Count = Bits;\nclass More : public Bits {};\nclass Else {};\n\
                int a() { return Count::kMask; }\nint b() { return More::load(); }\nint c() { return Else::load(); }\n\
                class Hasher { public: int row(int h) const { return h; } static int seed(); };\n\
                template <typename Storage, typename BandingHasher>\nint d(const BandingHasher& bh) {\n  return bh.row(1) + BandingHasher::seed();\n}\n\
                template <bool b> class Sub {};\ntemplate <> class Sub<true> { public: void disable() {} };\nclass Node { Sub<true> left; void unset() { left.disable(); } };\n";
    assert_eq!(
        lines(text, "constant(\"kMask\")").replace('~', "") + &lines(text, "field(\"kMask\")").replace('~', ""),
        "5"
    );
    assert_eq!(lines(text, "method(\"load\")"), "6");
    assert_eq!(lines(text, "method(\"row\")").replace('~', ""), "11");
    assert_eq!(lines(text, "method(\"seed\")").replace('~', ""), "11");
    assert_eq!(lines(text, "method(\"disable\")").replace('~', ""), "15");
}

#[test]
fn what_stands_in_arguments_of_macros_and_in_arrays_is_known() {
    let text = "class Build { public: Build& with(int a); Build& then(int b); };\nMAKE_SUITE(One, Two, ::testing::ValuesIn(Build().with(1).then(2)));\n\
                void a() {\n  struct Case { bool flush; };\n  const std::array<Case, 2> all{{{true}, {false}}};\n  for (const auto& one : all) {\n    use(one.flush);\n  }\n}\n";
    assert_eq!(lines(text, "method(\"with\")").replace('~', ""), "2");
    assert_eq!(lines(text, "method(\"then\")").replace('~', ""), "2");
    assert_eq!(lines(text, "field(\"flush\")"), "7");
}
