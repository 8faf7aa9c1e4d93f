//! Callers in Go: what the type of a receiver is told by, and what the language rules out.

use crate::relations::{callers, results};

const MODULE: (&str, &str) = ("go.mod", "module m\n");

/// A package with a type that can be closed, and ways to one.
const B: (&str, &str) = (
    "b/b.go",
    "package b\n\ntype Thing struct{}\n\nfunc (t *Thing) Close() error { return nil }\n\n\
     func Make() (*Thing, error) { return nil, nil }\n\n\
     type Dial func(k int) (*Thing, error)\n\ntype Named = Thing\n",
);

/// Who closes the thing, where the package `a` has these lines, and a type of its own that can be closed.
fn closers(lines: &str) -> String {
    let text = format!(
        "package a\n\nimport \"m/b\"\n\ntype Own struct{{}}\n\nfunc (o *Own) Close() error {{ return nil }}\n\n{lines}\n"
    );
    let files = [MODULE, B, ("a/a.go", text.as_str())];
    callers(&files, "$.code.method(\"Thing.Close\").callers()")
}

#[test]
fn values_that_functions_yield_have_their_types() {
    let lines = "func Parameter(dial func() (*b.Thing, error)) { c, _ := dial(); c.Close() }\n\
                 func Named(dial b.Dial) { c, _ := dial(1); c.Close() }\n\
                 type held struct{ open func(k int) (*b.Thing, error) }\n\
                 func Field(h *held) { c, _ := h.open(1); c.Close() }\n\
                 func Local() {\n\tf := func(s string) *b.Thing { return nil }\n\tt := f(\"\")\n\tt.Close()\n}\n\
                 func Other(dial func() (*Own, error)) { c, _ := dial(); c.Close() }\n";
    assert_eq!(closers(lines), "Field Local Named Parameter");
}

#[test]
fn what_a_loop_yields_has_the_type_of_elements_and_keys() {
    let lines = "type row struct{ in b.Thing }\n\ntype set struct{ m map[*row]struct{} }\n\n\
                 var global = []*struct {\n\tin b.Thing\n\tn  int\n}{}\n\nvar alone struct {\n\tt b.Thing\n}\n\n\
                 func Literal() {\n\tfor _, x := range []row{} {\n\t\tx.in.Close()\n\t}\n}\n\
                 func Unnamed() {\n\tfor _, x := range []struct{ in b.Thing }{} {\n\t\tx.in.Close()\n\t}\n}\n\
                 func Global() {\n\tfor _, x := range global {\n\t\tx.in.Close()\n\t}\n}\n\
                 func Alone() { alone.t.Close() }\n\
                 func Key(s *set) {\n\tfor x := range s.m {\n\t\tx.in.Close()\n\t}\n}\n\
                 func Channel(c chan *b.Thing) {\n\tfor x := range c {\n\t\tx.Close()\n\t}\n}\n\
                 func Not(l []*Own) {\n\tfor _, x := range l {\n\t\tx.Close()\n\t}\n}\n";
    assert_eq!(closers(lines), "Alone Channel Global Key Literal Unnamed");
}

#[test]
fn names_are_bound_in_heads_groups_and_switches() {
    let lines = "func Else() {\n\tif x, err := b.Make(); err != nil {\n\t} else {\n\t\tx.Close()\n\t}\n}\n\
                 func Group() {\n\tvar (\n\t\tx b.Thing\n\t\tn int\n\t)\n\tx.Close()\n\t_ = n\n}\n\
                 func Empty(x b.Thing, done chan<- struct{}) { x.Close() }\n\
                 func Map(x b.Thing, m map[string]struct{}) { x.Close() }\n\
                 func Default(z *b.Thing) {\n\tswitch y := any(z).(type) {\n\tcase *Own:\n\t\ty.Close()\n\t}\n}\n\
                 func Rest(z *b.Thing) {\n\tswitch y := z.(type) {\n\tdefault:\n\t\ty.Close()\n\t}\n}\n\
                 func Alias(x b.Named) { x.Close() }\n";
    assert_eq!(closers(lines), "Alias Else Empty Group Map Rest");
}

#[test]
fn an_embedded_type_is_that_of_its_package() {
    let files = &[
        MODULE,
        (
            "io/io.go",
            "package io\n\ntype Writer interface {\n\tWrite(p []byte) int\n}\n\ntype Conn struct{}\n\nfunc (Conn) Close() {}\n",
        ),
        (
            "a/a.go",
            "package a\n\nimport \"m/io\"\n\ntype Conn struct{}\n\nfunc (c *Conn) Close() {}\n\n\
             type Writer struct{}\n\nfunc (w *Writer) Write(p []byte) int { return 0 }\n\n\
             type broken struct{ *io.Conn }\n\ntype hash interface {\n\tio.Writer\n\tSum() int\n}\n\n\
             func Outer() {\n\tx := &broken{}\n\tx.Close()\n}\n\nfunc Through(h hash) { h.Write(nil) }\n",
        ),
    ];
    let of = |path: &str, name: &str| {
        callers(files, &format!("$.code.methods[?(@.name==\"{name}\" && @.path==\"{path}\")].callers()"))
    };
    assert_eq!((of("io/io.go", "Close"), of("a/a.go", "Close")), ("Outer".to_owned(), String::new()));
    assert_eq!((of("io/io.go", "Write"), of("a/a.go", "Write")), ("Through".to_owned(), String::new()));
}

#[test]
fn tests_beside_a_package_are_one_of_their_own() {
    let files = &[
        MODULE,
        (
            "h/h.go",
            "package h\n\nfunc newFile(a int) int { return a }\n\nfunc split() {}\n\nfunc Use() { newFile(1) }\n",
        ),
        ("h/in_test.go", "package h\n\nfunc TestIn() { newFile(2) }\n"),
        (
            "h/out_test.go",
            "package h_test\n\nfunc newFile(s string) int { return 1 }\n\nfunc TestOut() { newFile(\"a\"); split() }\n",
        ),
    ];
    let of = |path: &str| callers(files, &format!("$.code.function(\"newFile\")[?(@.path==\"{path}\")].callers()"));
    assert_eq!(of("h/h.go"), "TestIn Use");
    assert_eq!(of("h/out_test.go"), "TestOut");
    assert_eq!(callers(files, "$.code.function(\"split\").callers()"), "", "it is not known there");
}

#[test]
fn a_program_beside_a_package_leads_nowhere_and_arguments_rule_out() {
    let far = ("far/far.go", "package far\n\ntype Far struct{}\n\nfunc (f *Far) Error() string { return \"\" }\n");
    let testing = "package a\n\nfunc Log(t any, x any) { report(t).Error(\"no\"); report(x).Error() }\n";
    let with = |more: &[(&str, &str)]| {
        let files = [&[MODULE, far, ("a/a.go", testing)], more].concat();
        callers(&files, "$.code.method(\"Far.Error\").callers()")
    };
    assert_eq!(with(&[]), "", "nothing leads there");
    assert_eq!(with(&[("a/gen.go", "package main\n\nimport \"m/far\"\n\nfunc main() { _ = far.Far{} }\n")]), "");
    let lone = "package a\n\nimport \"m/far\"\n\nvar _ = far.Far{}\n\nfunc Fail(t any) { report(t).Error(\"no\") }\n";
    assert_eq!(with(&[("a/b.go", lone)]), "~Log", "an error takes no argument");
}

#[test]
fn packages_are_looked_for_among_vendored_ones_of_the_library_too() {
    let files = &[
        ("go.mod", "module std\n"),
        (
            "vendor/x.org/v/v.go",
            "package v\n\ntype T struct{}\n\nfunc (t *T) Close() {}\n\nfunc New() *T { return nil }\n",
        ),
        ("net/net.go", "package net\n\nimport \"x.org/v\"\n\nfunc Use() { v.New().Close() }\n"),
    ];
    assert_eq!(callers(files, "$.code.method(\"T.Close\").callers()"), "Use");
}

#[test]
fn a_chain_goes_on_in_the_next_line() {
    let lines = "func New() *b.Thing { return nil }\n\nfunc (o *Own) Next() *b.Thing { return nil }\n\n\
                 func Two() {\n\tNew().\n\t\tClose()\n}\n\n\
                 func Three(o *Own) {\n\to.\n\t\tNext().\n\t\tClose()\n}\n\n\
                 func Comment(o *Own) {\n\t// This closes it.\n\tClose()\n}\n\nfunc Close() {}\n";
    assert_eq!(closers(lines), "Three Two");
}

#[test]
fn what_embeds_an_interface_that_embeds_another_implements_both() {
    let io = "package io\n\ntype Reader interface {\n\tRead(p []byte) int\n}\n\ntype Writer interface {\n\tWrite(p []byte) int\n}\n\n\
              type ReadWriter interface {\n\tReader\n\tWriter\n}\n";
    let own = "package a\n\nimport \"m/io\"\n\ntype closer struct {\n\tio.ReadWriter\n}\n\ntype just struct {\n\tio.Writer\n}\n";
    let files = &[MODULE, ("io/io.go", io), ("a/a.go", own)];
    let found = crate::relations::results(files, "$.code.interface(\"Reader\").implementations()");
    let names: Vec<&str> = found.hits.iter().map(|hit| hit.name.as_str()).collect();
    assert_eq!(names, ["closer", "ReadWriter"]);
}

#[test]
fn a_variable_that_is_set_to_a_function_is_that_function() {
    let files = &[
        MODULE,
        ("errs/errs.go", "package errs\n\nimport \"github.com/pkg/errors\"\n\nvar New = errors.New\n"),
        ("cache/cache.go", "package cache\n\nfunc New(name string) int { return 1 }\n"),
        ("again/again.go", "package again\n\nimport \"m/cache\"\n\nvar New = cache.New\n\nvar Open func() = nil\n"),
        ("open/open.go", "package open\n\nfunc Open() {}\n"),
        (
            "a/a.go",
            "package a\n\nimport (\n\t\"m/again\"\n\t\"m/cache\"\n\t\"m/errs\"\n\t\"m/open\"\n)\n\n\
             func Failing() { errs.New(\"x\") }\n\nfunc Making() { cache.New(\"x\") }\n\n\
             func Through() { again.New(\"x\") }\n\nfunc Open() { open.Open() }\n",
        ),
    ];
    let of = |path: &str, name: &str| {
        callers(files, &format!("$.code.functions[?(@.name==\"{name}\" && @.path==\"{path}\")].callers()"))
    };
    assert_eq!(of("cache/cache.go", "New"), "Making Through");
    assert_eq!(of("open/open.go", "Open"), "Open");
}

#[test]
fn what_comes_from_elsewhere_holds_nothing_of_ours() {
    let files = &[
        MODULE,
        (
            "a/a.go",
            "package a\n\nimport (\n\t\"net/http\"\n\t\"os\"\n\t\"sync\"\n\t\"sync/atomic\"\n)\n\ntype Context struct{}\n\n\
             func (c *Context) Set(k, v string) {}\n\nfunc (c *Context) Close() error { return nil }\n\n\
             func Header() {\n\treq, _ := http.NewRequest(\"GET\", \"/\", nil)\n\treq.Header.Set(\"a\", \"b\")\n}\n\n\
             func Second() {\n\tr, w, err := os.Pipe()\n\tw.Close()\n\t_, _ = r, err\n}\n\n\
             func Loaded(p *atomic.Pointer[Context]) { p.Load().Set(\"a\", \"b\") }\n\n\
             func Chained(r *http.Request) { r.Header.Entry().Set(\"a\", \"b\") }\n\n\
             var once = sync.OnceValue(func() *Context { return nil })\n\nfunc Once() { once().Set(\"a\", \"b\") }\n\n\
             func Own(c *Context) { c.Set(\"a\", \"b\") }\n",
        ),
    ];
    assert_eq!(callers(files, "$.code.method(\"Context.Set\").callers()"), "Own ~Loaded ~Once");
    assert_eq!(callers(files, "$.code.method(\"Context.Close\").callers()"), "");
}

#[test]
fn a_name_in_the_type_of_a_function_is_no_parameter() {
    let lines = "func Before(t *b.Thing, used func(t *Own) error) { t.Close() }\n\
                 func Yields(t *b.Thing) func(t *Own) error {\n\tt.Close()\n\treturn nil\n}\n\
                 func Variable(t *b.Thing) {\n\tvar g func(t *Own) error\n\t_ = g\n\tt.Close()\n}\n\
                 func Several(t *b.Thing) (func(t, u *Own) error, error) {\n\tt.Close()\n\treturn nil, nil\n}\n\
                 func Written(t *b.Thing) {\n\tf := func(t *Own) error { return t.Close() }\n\t_ = f\n}\n";
    assert_eq!(closers(lines), "Before Several Variable Yields");
}

#[test]
fn a_generic_function_is_called_with_types_in_brackets() {
    let files = &[
        MODULE,
        (
            "g/g.go",
            "package g\n\ntype Set[T any] struct{}\n\nfunc (s *Set[T]) Sub() *Set[T] { return s }\n\n\
             func New[A any, B any](n int) *Set[A] { return nil }\n\nfunc One[A any](n int) {}\n",
        ),
        (
            "a/a.go",
            "package a\n\nimport \"m/g\"\n\nfunc two() { g.New[int, map[string]int](1) }\n\nfunc one() { g.One[int](1) }\n\n\
             func chained() { g.New[int, string](1).Sub() }\n\n\
             func held() {\n\ttable := []func(int){}\n\ttable[0](1)\n}\n\n\
             type apart struct{ One []func(int) }\n\nfunc (a *apart) field() { a.One[0](1) }\n",
        ),
    ];
    let of = |name: &str| callers(files, &format!("$.code.function(\"{name}\").callers()"));
    assert_eq!(of("New"), "chained two");
    assert_eq!(of("One"), "one");
    assert_eq!(of("Sub"), "chained");
}

#[test]
fn a_variable_of_a_package_that_is_imported_whole_is_what_it_is_set_to() {
    let files = &[
        MODULE,
        B,
        ("re/re.go", "package re\n\nimport \"m/b\"\n\nvar Make = b.Make\n"),
        (
            "a/a.go",
            "package a\n\nimport . \"m/re\"\n\ntype Own struct{}\n\nfunc (o *Own) Close() error { return nil }\n\n\
             func Whole() {\n\tx, _ := Make()\n\tx.Close()\n}\n",
        ),
    ];
    assert_eq!(callers(files, "$.code.method(\"Thing.Close\").callers()"), "Whole");
    assert_eq!(callers(files, "$.code.method(\"Own.Close\").callers()"), "");
}

#[test]
fn an_embedded_type_of_a_library_has_its_own_methods() {
    let files = &[
        MODULE,
        (
            "a/a.go",
            "package a\n\nimport \"net/http\"\n\ntype WrappedHeader struct{ http.Header }\n\n\
             func (h WrappedHeader) Del(k string) { h.Header.Del(k) }\n\n\
             type Tagged struct {\n\t*Base `json:\"base\"`\n\tWrappedHeader // why\n}\n\ntype Base struct{}\n\nfunc (b *Base) Stop() {}\n\n\
             func Own(h WrappedHeader) { h.Del(\"a\") }\n\nfunc Held(t *Tagged) {\n\tt.Base.Stop()\n\tt.WrappedHeader.Header.Del(\"a\")\n}\n",
        ),
    ];
    assert_eq!(callers(files, "$.code.method(\"WrappedHeader.Del\").callers()"), "Own");
    assert_eq!(callers(files, "$.code.method(\"Base.Stop\").callers()"), "Held");
}

#[test]
fn a_type_implements_what_takes_and_yields_the_same_types() {
    let files = &[
        MODULE,
        (
            "set/set.go",
            "package set\n\ntype Set interface{ At() int }\n\ntype Chunks interface{ At() string }\n\ntype Named = Set\n\n\
             type Querier interface {\n\tSelect(n int) Set\n\tClose() error\n}\n\n\
             type ChunkQuerier interface {\n\tSelect(n int) (c Chunks)\n\tClose() error\n}\n\n\
             type List[T any] interface{ First() T }\n\ntype Walker interface{ Walk(f func(s Set) error) }\n\n\
             func Use(q Querier) { q.Select(1) }\n\nfunc UseChunks(q ChunkQuerier) { q.Select(1) }\n",
        ),
        (
            "a/a.go",
            "package a\n\nimport \"m/set\"\n\ntype Set interface{ Other() }\n\n\
             type Plain struct{}\n\nfunc (Plain) Select(n int) set.Set { return nil }\n\nfunc (Plain) Close() error { return nil }\n\n\
             type Alias struct{}\n\nfunc (Alias) Select(n int) (s set.Named) { return nil }\n\nfunc (Alias) Close() error { return nil }\n\n\
             type Own struct{}\n\nfunc (Own) Select(n int) Set { return nil }\n\nfunc (Own) Close() error { return nil }\n\n\
             type Chunked struct{ Plain }\n\nfunc (Chunked) Select(n int) set.Chunks { return nil }\n\n\
             type Wrapped struct{ set.Querier }\n\n\
             type Hiding struct{ set.Querier }\n\nfunc (Hiding) Select(n int) error { return nil }\n\n\
             type Ints struct{}\n\nfunc (Ints) First() int { return 1 }\n\n\
             type Steps struct{}\n\nfunc (Steps) Walk(f func(set.Set) error) {}\n\n\
             type Fewer struct{}\n\nfunc (Fewer) Walk(f func(set.Set)) {}\n",
        ),
    ];
    let of = |name: &str| {
        let query = format!("$.code.interface(\"{name}\").implementations()");
        let mut names: Vec<String> = results(files, &query).hits.iter().map(|hit| hit.name.clone()).collect();
        names.sort();
        names.join(" ")
    };
    assert_eq!((of("Querier"), of("ChunkQuerier")), ("Alias Plain Wrapped".to_owned(), "Chunked".to_owned()));
    assert_eq!((of("List"), of("Walker")), ("Ints".to_owned(), "Steps".to_owned()));
    let callers_of = |name: &str| callers(files, &format!("$.code.method(\"{name}.Select\").callers()"));
    assert_eq!((callers_of("Plain"), callers_of("Chunked")), ("~Use".to_owned(), "~UseChunks".to_owned()));
    assert_eq!(callers_of("Own"), "");
}
