//! References of constructors are what makes values with them, and what nothing can name has none.

use crate::relations::results;

/// The places of the references that a query finds, as `path:line`; a `~` stands before those that are not sure.
fn references(files: &[(&str, &str)], query: &str) -> String {
    let place =
        |hit: &docql::docql::Hit| format!("{}{}:{}", if hit.is_unsure() { "~" } else { "" }, hit.path, hit.line);
    let mut places: Vec<String> = results(files, &format!("{query}.references()")).hits.iter().map(place).collect();
    places.sort();
    places.join(" ")
}

#[test]
fn a_constructor_is_referred_to_by_what_makes_values_with_it() {
    let python = "class Far:\n    def __init__(self): pass\n\nclass Near:\n    def __init__(self, n): pass\n\nclass Sub(Far):\n    \
                  def __init__(self):\n        super().__init__()\n\ndef make():\n    return Near(1)\n\ndef taken():\n    \
                  return spec(Near.__init__), Far.__init__\n";
    let files = &[("a.py", python)];
    assert_eq!(references(files, "$.code.constructor(\"Near.__init__\")"), "a.py:12 a.py:15");
    assert_eq!(references(files, "$.code.constructor(\"Far.__init__\")"), "a.py:15 a.py:9");
    let php = "<?php\nclass Far { public function __construct() {} }\nclass Near { public function __construct($n) {} }\n\
               class Sub extends Far {\n  public function __construct() {\n    parent::__construct();\n  }\n}\n\
               function make() { return new Near(1); }\n";
    let files = &[("a.php", php)];
    assert_eq!(references(files, "$.code.constructor(\"Near.__construct\")"), "a.php:9");
    assert_eq!(references(files, "$.code.constructor(\"Far.__construct\")"), "a.php:6");
    let kotlin = "class Route(val a: Int) {\n  constructor(s: String) : this(1)\n}\nclass Other {\n  constructor(n: Int)\n}\n\
                  fun make() = Other(1)\n";
    let files = &[("a.kt", kotlin)];
    assert_eq!(references(files, "$.code.constructor(\"Other.constructor\")"), "a.kt:7");
    let ruby = "class Near\n  def initialize(n)\n  end\nend\nclass Far\n  def initialize\n  end\nend\ndef make\n  Near.new(1)\nend\n";
    let files = &[("a.rb", ruby)];
    assert_eq!(references(files, "$.code.constructor(\"Near.initialize\")"), "a.rb:10");
    let cpp = "struct Info { explicit Info(int n); ~Info(); };\nInfo::Info(int n) {}\nvoid take(const Info& a, Info* b);\n\
               void make() { Info a(1); take(Info(2), new Info(3)); }\n";
    let files = &[("a.cc", cpp)];
    assert_eq!(references(files, "$.code.constructor(\"Info\")"), "a.cc:4");
}

#[test]
fn what_nothing_can_name_has_no_references() {
    let cpp = "bool IsDirectory(int a);\nTEST(FilePathTest, IsDirectory) { IsDirectory(1); }\nvoid use() { if (IsDirectory(2)) return; }\n";
    let files = &[("a.cc", cpp)];
    assert_eq!(references(files, "$.code.functions[?(@.line==2)]"), "");
    assert_eq!(references(files, "$.code.functions[?(@.line==1)]"), "a.cc:2 a.cc:3");
    let script = "Object.defineProperty(exports, 'own', { value() { return 1 } })\nconst a = b.value\nfunction c(x) { return x.value + 1 }\n";
    let files = &[("a.js", script)];
    assert_eq!(references(files, "$.code.functions[?(@.name==\"value\")]"), "");
    let go = "package a\n\nfunc _() {\n\t_ = f()\n}\n\nfunc f() int { return 1 }\n\nfunc g() {\n\t_ = f()\n\tfor _, x := range xs {\n\t\t_ = x\n\t}\n}\n";
    let files = &[("a.go", go)];
    assert_eq!(references(files, "$.code.functions[?(@.name==\"_\")]"), "");
    assert_eq!(references(files, "$.code.functions[?(@.name==\"f\")]"), "a.go:10 a.go:4");
}
