//! Outlines of programs: what is found in `tests/languages/<id>/`, and that nothing breaks the reader.
//!
//! Beside each program stands what is expected of it; `UPDATE=1 cargo test` writes it anew, to be read before
//! it is kept.

use docql::document::{Document, LineIndex, Node, NodeFlags, Span};
use docql::languages::{LANGUAGES, Language, MAX_BYTES, Unparsed, by_id, outline, parse, parse_tree};
use proptest::prelude::*;
use std::collections::HashSet;
use std::fmt::Write;
use std::path::{Path, PathBuf};

fn folder(language: &Language) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/languages").join(language.info.id)
}

/// The programs of a language, in order.
fn programs(language: &Language) -> Vec<PathBuf> {
    let mut paths: Vec<PathBuf> = std::fs::read_dir(folder(language))
        .unwrap_or_else(|error| panic!("{}: {error}", language.info.id))
        .map(|entry| entry.expect("entry").path())
        .filter(|path| path.extension().is_some_and(|extension| extension != "expected"))
        // Samples of colours stand in the same folder and are somebody else's.
        .filter(|path| path.file_stem().is_some_and(|stem| stem != "highlight"))
        .collect();
    paths.sort();
    paths
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn describe(document: &Document, node: &Node) -> String {
    let mut line = format!("{} {} ", node.kind.id(), node.name);
    if !node.detail.is_empty() {
        write!(line, "‹{}› ", node.detail).expect("write");
    }
    write!(line, "{}-{} level {}", node.line, node.end_line, node.level).expect("write");
    if let Some(visibility) = node.visibility.id() {
        write!(line, " {visibility}").expect("write");
    }
    let marks = [(NodeFlags::TEST, "test"), (NodeFlags::LAMBDA, "lambda"), (NodeFlags::DECLARATION, "declaration")];
    for (flag, mark) in marks {
        if node.flags.has(flag) {
            write!(line, " {mark}").expect("write");
        }
    }
    write!(line, " | {}", one_line(document.slice(Span::new(node.span.start, node.body.start)))).expect("write");
    if let Some(first) = document.slice(node.doc).lines().next() {
        write!(line, " | {}", one_line(first)).expect("write");
    }
    line
}

fn describe_all(document: &Document) -> String {
    let mut out = String::new();
    for node in &document.nodes {
        let mut parent = node.parent;
        while let Some(index) = parent {
            out.push_str("  ");
            parent = document.nodes[index as usize].parent;
        }
        writeln!(out, "{}", describe(document, node)).expect("write");
    }
    for problem in &document.problems {
        writeln!(out, "! line {}: {}", problem.line, problem.message).expect("write");
    }
    out
}

/// The invariants of the model, for any input.
fn check(document: &Document) -> Result<(), TestCaseError> {
    let text = &document.text;
    let whole = Span::new(0, text.len() as u32);
    for (index, node) in document.nodes.iter().enumerate() {
        for span in [node.span, node.name_span, node.body, node.doc] {
            prop_assert!(whole.covers(span), "{node:?}");
            prop_assert!(text.is_char_boundary(span.start as usize) && text.is_char_boundary(span.end as usize));
        }
        prop_assert!(node.span.covers(node.name_span) && node.span.covers(node.body), "{node:?}");
        prop_assert!(!node.name.is_empty() && node.level > 0 && node.line > 0, "{node:?}");
        prop_assert!(node.line <= node.end_line && node.end_line <= document.lines.count(), "{node:?}");
        prop_assert!(node.end as usize > index);
        if let Some(parent) = node.parent {
            prop_assert!(document.nodes[parent as usize].span.covers(node.span));
        }
        if let Some(next) = document.nodes.get(index + 1) {
            let apart = next.span.start >= node.span.end || node.span.covers(next.span);
            prop_assert!(apart, "{node:?} crosses {next:?}");
        }
    }
    Ok(())
}

#[test]
fn every_language_is_complete() {
    let (mut ids, mut extensions, mut filenames, mut interpreters) =
        (HashSet::new(), HashSet::new(), HashSet::new(), HashSet::new());
    for language in LANGUAGES {
        let id = language.info.id;
        assert_eq!(language.outline_problem(), None, "{id}");
        assert!(by_id(id).is_some_and(|found| found.info.id == id));
        assert!(language.info.lexis.is_some(), "{id}");
        assert!(!language.extensions.is_empty(), "{id}");
        assert!(ids.insert(id), "{id} twice");
        let lists = [
            (&mut extensions, language.extensions),
            (&mut filenames, language.filenames),
            (&mut interpreters, language.interpreters),
        ];
        for (seen, names) in lists {
            for name in names {
                assert!(seen.insert(name), "{name} twice");
            }
        }
    }
    assert!(by_id("klingon").is_none());
}

#[test]
fn strings_of_every_lexis_are_listed_longest_first() {
    for language in LANGUAGES {
        let strings = language.info.lexis.expect("lexis").strings;
        for (number, rule) in strings.iter().enumerate() {
            let hidden = strings[..number].iter().any(|earlier| rule.open.starts_with(earlier.open));
            assert!(!hidden, "{}: {} is never reached", language.info.id, rule.open);
        }
    }
}

#[test]
fn programs_have_the_expected_outline() {
    let mut wrong = String::new();
    for language in LANGUAGES {
        let programs = programs(language);
        assert!(programs.len() >= 2, "{} has no program that works and one that is broken", language.info.id);
        for path in programs {
            let document = parse(language, std::fs::read_to_string(&path).expect("program"));
            let found = describe_all(&document);
            let expected_path = path.with_extension(format!(
                "{}.expected",
                path.extension().and_then(|extension| extension.to_str()).unwrap_or_default()
            ));
            if std::env::var_os("UPDATE").is_some() {
                std::fs::write(&expected_path, &found).expect("write expectation");
            }
            let expected = std::fs::read_to_string(&expected_path).unwrap_or_default();
            if found != expected {
                writeln!(wrong, "{}\n{found}", path.display()).expect("write");
            }
            check(&document).unwrap_or_else(|problem| panic!("{}: {problem}", path.display()));
        }
    }
    assert!(wrong.is_empty(), "not as expected (UPDATE=1 writes the expectations anew):\n{wrong}");
}

#[test]
fn broken_programs_say_where() {
    for language in LANGUAGES {
        for path in programs(language) {
            let name = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
            let document = parse(language, std::fs::read_to_string(&path).expect("program"));
            if name == "broken" {
                assert_eq!(document.problems.len(), 1, "{}", path.display());
                assert!(document.problems[0].line > 0);
            }
        }
    }
}

#[test]
fn no_input_is_too_deep() {
    for language in LANGUAGES {
        for piece in ["(", "{", "[", "a(b, {", "if (x) {", "class A { ", "<div>", "fn a() {", "def a\n"] {
            let document = parse(language, piece.repeat(1_500));
            check(&document).unwrap_or_else(|problem| panic!("{}: {problem}", language.info.id));
        }
    }
}

#[test]
fn macros_in_macros_are_read_to_a_limit() {
    let rust = by_id("rust").expect("rust");
    let depth = 400;
    let document = parse(rust, "m! { fn a() {} ".repeat(depth) + &"}".repeat(depth));
    check(&document).unwrap_or_else(|problem| panic!("{problem}"));
    assert!((3..20).contains(&document.nodes.len()), "{} levels", document.nodes.len());
    let many = "m! { fn a() {} }\n".repeat(depth * 100);
    assert_eq!(parse(rust, many).nodes.len(), depth * 100, "side by side there is no limit");
}

#[test]
fn parsing_gives_up_when_told_and_when_too_long() {
    let rust = by_id("rust").expect("rust");
    let long = "fn a() {}\n".repeat(20_000);
    assert!(parse_tree(rust, &long, &|| true).is_err_and(|why| why == Unparsed::Cancelled));
    let short = "fn a() {}".to_owned();
    let tree = parse_tree(rust, &short, &|| false).expect("a stopped parser starts anew");
    let lines = LineIndex::new(&short);
    let mut document = Document { text: short, lines, ..Document::default() };
    outline(rust, &tree, &mut document);
    assert_eq!(document.nodes.len(), 1);
    let too_long = parse(rust, " ".repeat(MAX_BYTES + 1));
    assert_eq!((too_long.nodes.len(), too_long.problems.len()), (0, 1));
}

#[test]
fn an_annotation_at_the_end_of_a_text_is_read_to_its_end() {
    let kotlin = by_id("kotlin").expect("kotlin");
    for end in ["@", "@Test", "@Test(x", "@Test(x ", "@A @B", "@Test\n", "/* c */ @Test(1, 2)"] {
        for start in ["", "val a = 1\n", "class A {\n    val b = c()\n\n    ", "class A {\n    fun f() {}\n"] {
            let document = parse(kotlin, format!("{start}{end}"));
            check(&document).unwrap_or_else(|problem| panic!("{start}{end}: {problem}"));
            assert_eq!(document.nodes.is_empty(), start.is_empty(), "{start}{end}");
        }
    }
    let one_line = parse(kotlin, "@Test fun a() {}".to_owned());
    assert_eq!((&*one_line.nodes[0].name, one_line.nodes[0].span), ("a", Span::new(0, 16)));
    // A text that is too hard to parse ends before its end.
    let hard = format!("val a = {}\n@Test(x\n{}", "(".repeat(3_000), "a<b<(".repeat(20_000));
    check(&parse(kotlin, hard)).unwrap_or_else(|problem| panic!("{problem}"));
}

#[test]
fn members_of_a_kotlin_class_in_one_line_are_members() {
    let text = "class A { val a = 1 }\ninterface B { fun b() { c() } }\nclass C : B { override fun b() = d() }\n\
                object D { fun d() = 1 }\nfun e() { f { it } }\n";
    let document = parse(by_id("kotlin").expect("kotlin"), text.to_owned());
    assert_eq!(document.problems.len(), 0);
    assert_eq!(outlined(&document), [" A", "  a", " B", "  b", " C", "  b", " D", "  d", " e"]);
    let text = "enum class A { B, C; class D { fun d() {} } }\nclass E { class F { val f = 1 } }\nfun g() {}\n";
    let document = parse(by_id("kotlin").expect("kotlin"), text.to_owned());
    assert_eq!(outlined(&document), [" A", "  B", "  C", "  D", "   d", " E", "  F", "   f", " g"]);
}

/// The names of what a program declares, indented by their levels.
pub fn outlined(document: &Document) -> Vec<String> {
    check(document).unwrap_or_else(|problem| panic!("{problem}"));
    let line = |node: &Node| format!("{}{}", " ".repeat(usize::from(node.level)), node.name);
    document.nodes.iter().map(line).collect()
}

#[test]
fn what_the_grammar_of_kotlin_takes_for_something_else_is_declared() {
    let text = r##"class A<T>
@Inject
internal constructor(val a: T) : B {
  fun b() { val c = suspend { 1 } }
}
class C(
  val d: D,
) : E, F by d {
  override fun f() {
    val g = $$"${h}"
    get("/") { call() }
    open = 1
  }
}
context(i: I)
private fun j() {
  set = 2
  set("a", 3)
  in1.close()
}
val k: Int
  @Synchronized set(value) { }
fun l(m: Any) = when (m) {
  is N if m.o -> """"p""""
  else -> q
}
"##;
    let document = parse(by_id("kotlin").expect("kotlin"), text.to_owned());
    assert_eq!(document.problems.len(), 0);
    assert_eq!(outlined(&document), [" A", "  a", "  b", "   c", " C", "  d", "  f", " j", " k", " l"]);
}

#[test]
fn annotations_that_hide_a_declaration_of_kotlin_belong_to_it() {
    let text = "/** A doc. */\n@Target(FIELD) // why\n@Retention(RUNTIME)\nannotation class A\n\n\
                @Tag(\"b\")\n@Flaky\nopen class B {\n  @Test\n  @Slow\n  internal fun C.d() {}\n}\n\n\
                @Retention(RUNTIME) @Target(FIELD) public annotation class E\n";
    let document = parse(by_id("kotlin").expect("kotlin"), text.to_owned());
    assert_eq!(document.problems.len(), 0);
    assert_eq!(outlined(&document), [" A", " B", "   d", " E"]);
    let starts = document.nodes.iter().map(|node| document.slice(node.span).lines().next().unwrap_or_default());
    assert_eq!(
        starts.collect::<Vec<_>>(),
        [
            "@Target(FIELD) // why",
            "@Tag(\"b\")",
            "@Test",
            "@Retention(RUNTIME) @Target(FIELD) public annotation class E"
        ]
    );
    assert_eq!(document.slice(document.nodes[0].doc), "/** A doc. */");
}

#[test]
fn a_problem_is_told_at_its_line_though_lines_are_joined_for_the_parser() {
    let text = "class A\ninternal constructor(val a: Int) {\n}\n\nclass B {\n  fun b() {\n    val = = 1\n  }\n}\n";
    let document = parse(by_id("kotlin").expect("kotlin"), text.to_owned());
    assert_eq!(outlined(&document)[..3], [" A", "  a", " B"]);
    assert_eq!(document.problems[0].line, 7);
}

#[test]
fn conditions_in_the_middle_of_a_statement_of_csharp_declare_nothing() {
    let text = "class A\n#if X\n    : B\n#endif\n#if Y\n    , C\n#else\n    , D\n#endif\n{\n    void E()\n    {\n        if (f)\n        {\n        }\n\
                #if X\n        else if (g)\n        {\n        }\n#endif\n        else\n        {\n        }\n    }\n}\n";
    let document = parse(by_id("csharp").expect("csharp"), text.to_owned());
    assert_eq!(outlined(&document), [" A", "  E"]);
    assert_eq!(&*document.nodes[0].detail, "B, C");
}

#[test]
fn a_body_behind_its_declaration_ends_where_the_declaration_ends() {
    let c = by_id("c").expect("c");
    let text = "SYSCALL_DEFINE1(read, int, fd)\n{\nint f(void);\n";
    let document = parse(c, text.to_owned());
    check(&document).unwrap_or_else(|problem| panic!("{problem}"));
    assert_eq!(document.nodes[0].body.end, document.nodes[0].span.end);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, ..ProptestConfig::default() })]

    #[test]
    fn cut_and_mixed_programs_keep_the_invariants(
        number in 0..LANGUAGES.len(),
        cuts in prop::collection::vec((0.0..1.0f64, 0.0..1.0f64), 1..4),
        noise in "\\PC{0,6}",
    ) {
        let language = &LANGUAGES[number];
        for path in programs(language) {
            let whole = std::fs::read_to_string(&path).expect("program");
            let at = |share: f64| {
                let mut at = (share * whole.len() as f64) as usize;
                while !whole.is_char_boundary(at) {
                    at -= 1;
                }
                at
            };
            let mut text = String::new();
            for (from, to) in &cuts {
                let (from, to) = (at(*from), at(*to));
                text.push_str(&whole[from.min(to)..from.max(to)]);
                text.push_str(&noise);
            }
            check(&parse(language, text))?;
        }
    }
}

#[test]
fn a_macro_in_place_of_an_access_label_or_a_condition_in_the_middle_ends_no_class() {
    let text = r##"// A macro in place of `private:`, and words that only a preprocessor reads.
class Writer {
 private:
  int width_;

  X_PRIVATE_UNLESS_TESTED:
  /*!
  @brief writes a text
  */
  void text(const char* s)
  {
    for (int i = 0; i < 3; ++i)
    {
      put(s[i]);
    }
  }

  X_PUBLIC: // others
  int at(int i)
  {
    X_TRY
    {
      return all_->operator[](i);
    }
    X_CATCH (const Missing& e)
    {
      return 0;
    }
  }

  X_NO_UNIQUE_ADDRESS Compare compare_ = Compare();
  static X_INLINE constexpr int last{};

  X_DEPRECATED_FOR(3.11.0, Writer or n::Writer<int>) // NOLINT
  friend int operator+(const Writer& a, const Writer& b) { return 1; }
};

// Conditions in the middle of something.
class Limiter {
 public:
  Limiter(int most)
      :
#if !defined(NDEBUG)
        most_(most),
#endif
        left_(most) {
    check(most >= 0);
  }

  bool take()
#ifdef QUIET
  noexcept
#endif
  {
#if defined(ONE) \
    && defined(TWO)
    if (left_ > 1) {
#else
    if (left_ > 0) {
#endif
      return true;
    }
    return false;
  }

 private:
  int left_;
};

class Behind {
  void run();
};

int Behind::count() { return 1; }
"##;
    let document = parse(by_id("cpp").expect("cpp"), text.to_owned());
    assert_eq!(document.problems.len(), 0);
    let members = ["  width_", "  text", "  at", "  compare_", "  last", "  operator+"];
    let limiter = [" Limiter", "  Limiter", "  take", "  left_", " Behind", "  run", "  count"];
    assert_eq!(outlined(&document), [&[" Writer"][..], &members[..], &limiter[..]].concat());
    let end = |name: &str| document.nodes.iter().find(|node| &*node.name == name).map(|node| node.end_line);
    let line = |text: &str| document.text.lines().position(|line| line == text).map(|at| at as u32);
    assert_eq!(end("Writer"), line("// Conditions in the middle of something.").map(|at| at - 1));
    assert_eq!(end("Limiter"), line("class Behind {").map(|at| at - 1));
}
