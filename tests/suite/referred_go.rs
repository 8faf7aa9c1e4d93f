//! Go: a name means a type where no variable hides it, a key the field of what is made, and of the files of several builds
//! that is sure which one without tags takes.

use super::relations::{callers, results};

const MODULE: (&str, &str) = ("go.mod", "module m\n\ngo 1.22\n");

/// The rows of what `query` finds, as `file:line`, with a `~` before those that are not sure.
fn rows(files: &[(&str, &str)], query: &str) -> String {
    let place = |hit: &docql::docql::Hit| {
        format!("{}{}:{}", if hit.is_by_name() { "~" } else { "" }, hit.path.trim_end_matches(".go"), hit.line)
    };
    let mut all: Vec<String> = results(files, query).hits.iter().map(place).collect();
    all.sort_unstable();
    all.join(" ")
}

fn places(files: &[(&str, &str)], step: &str) -> String {
    rows(files, &format!("$.code.{step}.references()"))
}

#[test]
fn variables_and_fields_are_no_types_of_their_name() {
    let files = &[
        MODULE,
        (
            "a/a.go",
            "package a\n\ntype queue struct{ n int }\n\n\
             type shards struct {\n\tqueues []*queue\n\tqueue  *other\n}\n\ntype other struct{ queue }\n\n\
             func (queue) Unnamed() {}\n\n\
             func newQueue(queue *queue) *queue {\n\tqueue.n = 1\n\treturn queue\n}\n\n\
             func run(s *shards) {\n\tfor _, queue := range s.queues {\n\t\t_ = queue\n\t}\n\
             \tqueue := queue{n: 1}\n\t_ = shards{queue: nil}\n\t_ = queue\n\tvar f func(queue, error)\n\t_ = f\n}\n\n\
             func later() any {\n\tif queue := 1; queue > 0 {\n\t\treturn nil\n\t}\n\treturn queue{}\n}\n\n\
             func made() any { return map[queue]any{queue{}: []queue{{n: 2}}} }\n",
        ),
        (
            "b/b.go",
            "package b\n\nvar queue = 1\n\nfunc Run(queue int) int { return queue + size }\n\nvar size = queue\n\n\
             type holder struct{ queue *holder }\n",
        ),
        ("c/c.go", "package c\n\nfunc F() {\n\tqueue := 1\n\t_ = queue\n\t_ = Local{}\n}\n"),
        ("c/d.go", "package c\n\nfunc G() any {\n\ttype Local struct{}\n\treturn Local{}\n}\n"),
    ];
    // `func(queue, error)` stands behind a variable that hides the type: nobody can write that and mean it.
    let expected = "a/a:10 a/a:12 a/a:14 a/a:23 a/a:34 a/a:37 a/a:6";
    assert_eq!(places(files, "struct(\"queue\")"), expected);
    assert_eq!(places(files, "struct(\"Local\")"), "c/d:5");
}

#[test]
fn a_key_is_a_field_of_what_is_made() {
    let files = &[
        MODULE,
        ("a/a.go", "package a\n\ntype Config struct {\n\tURL string\n}\n\nvar Default = Config{URL: \"\"}\n"),
        ("b/b.go", "package b\n\ntype Config struct {\n\tURL string\n}\n\nvar Default = Config{URL: \"\"}\n"),
        (
            "c/c.go",
            "package c\n\nimport (\n\t\"m/a\"\n\tother \"m/b\"\n\t\"x.org/z\"\n)\n\n\
             var one = a.Config{URL: \"\"}\nvar two = &other.Config{URL: \"\"}\nvar three = z.Config{URL: \"\"}\n\
             var four = []a.Config{\n\t{URL: \"\"},\n}\nvar five = map[string]*other.Config{\"a\": {URL: \"\"}}\n\
             var six = []struct{ URL string }{\n\t{URL: \"\"},\n}\nvar seven = struct{ URL string }{URL: \"\"}\n\
             var eight = map[a.Config]other.Config{\n\t{URL: \"k\"}: other.Default,\n}\n",
        ),
    ];
    assert_eq!(places(files, "struct(\"Config\")[?(@.path==\"a/a.go\")].field(\"URL\")"), "a/a:7 c/c:13 c/c:21 c/c:9");
    assert_eq!(places(files, "struct(\"Config\")[?(@.path==\"b/b.go\")].field(\"URL\")"), "b/b:7 c/c:10 c/c:15");
}

#[test]
fn of_several_builds_the_one_without_tags_is_sure() {
    let variant = |tag: &str| {
        format!(
            "//go:build {tag}\n\npackage labels\n\ntype Labels struct{{ n int }}\n\n\
             func (l Labels) Get() int {{ return l.n }}\n\nfunc New() Labels {{ return Labels{{}} }}\n\n\
             func own(l Labels) int {{ return l.Get() }}\n"
        )
    };
    let (tagged, plain) = (variant("dedupe"), variant("!dedupe && !slow"));
    let files = &[
        MODULE,
        ("labels/a_dedupe.go", tagged.as_str()),
        ("labels/b_plain.go", plain.as_str()),
        ("labels/common.go", "package labels\n\nfunc (l Labels) Text() int { return l.Get() }\n"),
        (
            "use/use.go",
            "package use\n\nimport \"m/labels\"\n\nfunc Run(l labels.Labels) int {\n\tlabels.New()\n\tl.Text()\n\treturn l.Get()\n}\n",
        ),
    ];
    let of =
        |file: &str, step: &str| callers(files, &format!("$.code.{step}[?(@.path==\"labels/{file}.go\")].callers()"));
    assert_eq!(of("b_plain", "method(\"Labels.Get\")"), "Run Text own");
    assert_eq!(of("a_dedupe", "method(\"Labels.Get\")"), "own ~Run ~Text");
    assert_eq!(of("b_plain", "function(\"New\")"), "Run");
    assert_eq!(of("a_dedupe", "function(\"New\")"), "~Run");
    assert_eq!(of("common", "method(\"Labels.Text\")"), "Run");
}

#[test]
fn what_an_interface_embeds_from_elsewhere_is_asked_for_too() {
    let files = &[
        MODULE,
        (
            "a/a.go",
            "package a\n\nimport (\n\t\"io\"\n\t\"log/slog\"\n\n\t\"x.org/z\"\n)\n\n\
             type Logger interface {\n\tslog.Handler\n\tio.Closer\n}\n\n\
             type Open interface {\n\tz.Thing\n\tio.Closer\n}\n\n\
             type File struct{}\n\nfunc (File) Close() error { return nil }\n\n\
             type JSON struct{}\n\nfunc (JSON) Close() error { return nil }\nfunc (JSON) Enabled(a, b int) bool { return true }\n\
             func (JSON) Handle(a, b int) error { return nil }\nfunc (JSON) WithAttrs(a []int) any { return nil }\n\
             func (JSON) WithGroup(a string) any { return nil }\n",
        ),
    ];
    assert_eq!(rows(files, "$.code.interface(\"Logger\").implementations()"), "a/a:24");
    assert_eq!(rows(files, "$.code.interface(\"Open\").implementations()"), "~a/a:20 ~a/a:24");
    let notes = results(files, "$.code.interface(\"Open\").implementations()").notes;
    assert!(notes.iter().any(|note| note.starts_with("Open embeds x.org/z.Thing, not declared here")), "{notes:?}");
}

#[test]
fn the_line_of_a_caller_is_that_of_the_surest_call() {
    let files = &[
        MODULE,
        (
            "a/a.go",
            "package a\n\ntype Rule interface{ Name() string }\n\ntype Own struct{}\n\nfunc (Own) Name() string { return \"\" }\n\n\
             func run(r Rule, o Own) {\n\tr.Name()\n\to.Name()\n}\n",
        ),
    ];
    let query = "$.code.method(\"Own.Name\").callers()";
    assert_eq!(rows(files, query), "a/a:11");
    assert_eq!(callers(files, query), "run");
}

#[test]
fn what_no_build_takes_together_is_not_called_from_there() {
    let setup = |head: &str| format!("{head}package m\n\nfunc setup() {{}}\n");
    let tagged = setup("//go:build integration && !linux\n\n");
    let plain = setup("//go:build !integration\n\n");
    let helper = "package m\n\nfunc helper() {}\n";
    let files = &[
        MODULE,
        ("a_int.go", tagged.as_str()),
        ("b_unit.go", plain.as_str()),
        ("c_int.go", "//go:build !linux && integration\n\npackage m\n\nfunc RunInt() { setup() }\n"),
        ("d.go", "package m\n\nfunc RunAny() {\n\tsetup()\n\thelper()\n}\n"),
        ("h_linux.go", helper),
        ("h_windows.go", helper),
        ("bar_windows.go", "package m\n\nfunc OnlyWin() { helper() }\n"),
        ("unix.go", "//go:build unix\n\npackage m\n\nfunc OnUnix() { helper() }\n"),
    ];
    let of = |file: &str, name: &str| {
        callers(files, &format!("$.code.function(\"{name}\")[?(@.path==\"{file}.go\")].callers()"))
    };
    assert_eq!(of("a_int", "setup"), "RunInt ~RunAny");
    assert_eq!(of("b_unit", "setup"), "RunAny");
    assert_eq!(of("h_linux", "helper"), "OnUnix RunAny");
    assert_eq!(of("h_windows", "helper"), "OnlyWin RunAny");
}

#[test]
fn a_parameter_for_types_is_no_type_of_its_name_and_a_label_no_field() {
    let files = &[
        MODULE,
        (
            "a/a.go",
            "package a\n\ntype T struct{ loop int }\n\nfunc F[T any](x T) T {\n\tvar y T\n\treturn y\n}\n\n\
             func G() T {\nloop:\n\tfor {\n\t\tbreak loop\n\t}\n\treturn T{loop: 1}\n}\n\n\
             type Box[K comparable, T any] struct{ v T }\n\nfunc (b *Box[K, T]) Get() T { return b.v }\n\n\
             type Row [T]int\n",
        ),
    ];
    assert_eq!(places(files, "struct(\"T\")"), "a/a:10 a/a:15 a/a:22");
    assert_eq!(places(files, "field(\"T.loop\")"), "a/a:15");
}

#[test]
fn interfaces_that_embed_each_other_are_each_asked_once() {
    let names: Vec<String> = (0..12).map(|number| format!("I{number}")).collect();
    let all = names.join("\n\t");
    let types = names.iter().map(|name| format!("type {name} interface {{\n\t{all}\n\tm{name}()\n\tz.Thing\n}}\n\n"));
    let text = format!("package a\n\nimport \"x.org/z\"\n\n{}type S struct{{}}\n", types.collect::<String>());
    let files = &[MODULE, ("a/a.go", text.as_str())];
    let found = results(files, "$.code.interfaces.implementations()");
    let told = found.notes.iter().filter(|note| note.contains("not declared here")).count();
    assert!(told <= 3, "{:?}", found.notes);
}

#[test]
fn every_value_of_a_case_is_a_reference() {
    let files = &[
        MODULE,
        (
            "a/a.go",
            "package a\n\nconst (\n\tone = iota\n\ttwo\n\tthree\n)\n\ntype kind struct{}\n\n\
             func f(k int, v any) int {\n\tswitch k {\n\tcase one, two:\n\t\treturn 1\n\tcase g(one, 1),\n\t\ttwo,\n\
             \t\t// the last\n\t\tthree:\n\t\tgoto again\n\t}\n\tswitch v.(type) {\n\tcase int, kind:\n\t}\n\
             again:\n\treturn map[int]int{one: 1, two: 2}[two]\n}\n\nfunc g(a, b int) int { return three }\n",
        ),
    ];
    assert_eq!(places(files, "constant(\"one\")"), "a/a:13 a/a:15 a/a:25");
    assert_eq!(places(files, "constant(\"two\")"), "a/a:13 a/a:16 a/a:25");
    assert_eq!(places(files, "constant(\"three\")"), "a/a:18 a/a:28");
    assert_eq!(places(files, "struct(\"kind\")"), "a/a:22");
}
