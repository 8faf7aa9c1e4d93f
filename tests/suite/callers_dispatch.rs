//! Calls through an interface or a type above: they may run what implements or overrides it below, and are rows.

use crate::relations::{callers, results};

/// The callers of a method, those through a type above with that type.
fn of(files: &[(&str, &str)], query: &str) -> String {
    let shown = |hit: docql::docql::Hit| match hit.through.as_str() {
        "" => format!("{}{}", if hit.is_unsure() { "~" } else { "" }, hit.name),
        through => format!("~{}/{through}", hit.name),
    };
    results(files, query).hits.into_iter().map(shown).collect::<Vec<_>>().join(" ")
}

fn of_method(files: &[(&str, &str)], method: &str) -> String {
    of(files, &format!("$.code.method(\"{method}\").callers()"))
}

const GO: &[(&str, &str)] = &[
    ("go.mod", "module m\n"),
    (
        "node/node.go",
        "package node\n\ntype Node interface {\n\tHealthy() bool\n\tStop(n int)\n}\n\ntype Wide interface {\n\tNode\n\tMore()\n}\n\n\
         func Drive(n Node) { n.Healthy() }\n\nfunc Wider(w Wide) { w.Healthy() }\n\nfunc Other(s interface{ Healthy() bool }) { s.Healthy() }\n",
    ),
    (
        "raft/raft.go",
        "package raft\n\ntype Raft struct{}\n\nfunc (r *Raft) Healthy() bool { return r.current() }\n\nfunc (r *Raft) Stop(n int) {}\n\n\
         func (r *Raft) current() bool { return true }\n\nfunc direct() { (&Raft{}).Healthy() }\n\n\
         type Half struct{}\n\nfunc (h Half) Healthy() bool { return true }\n\n\
         type Base struct{}\n\nfunc (b Base) Healthy() bool { return true }\n\ntype Whole struct{ Base }\n\nfunc (w Whole) Stop(n int) {}\n",
    ),
    (
        "app/app.go",
        "package app\n\nimport \"m/node\"\n\ntype holder struct{ node.Node }\n\nfunc (h holder) check() { h.Healthy() }\n\n\
         type App struct{ n node.Node }\n\nfunc (a *App) run() { a.n.Healthy() }\n",
    ),
];

#[test]
fn calls_through_an_interface_of_go_are_callers_of_what_has_its_methods() {
    assert_eq!(of_method(GO, "Raft.Healthy"), "direct ~check/Node ~run/Node ~Drive/Node");
    // What has not all of its methods implements nothing, what another type embeds may do so there.
    assert_eq!(of_method(GO, "Half.Healthy"), "");
    assert_eq!(of_method(GO, "Base.Healthy"), "~check/Node ~run/Node ~Drive/Node");
    // The method of the interface is called through it, and on those who implement it.
    assert_eq!(of_method(GO, "Node.Healthy"), "Drive Wider check run");
    let said = results(GO, "$.code.method(\"Node.Healthy\").callers()").notes;
    let query = "$.code.method(\"Node.Healthy\").implementations().callers()";
    assert!(
        said.iter().any(|note| note.starts_with("Healthy is implemented by ") && note.ends_with(query)),
        "{said:?}"
    );
}

#[test]
fn what_is_known_of_such_a_call_is_said() {
    let found = results(GO, "$.code.method(\"Raft.Healthy\").callers()");
    assert_eq!(found.notes[0], "3 of 4 through a type above: another implementation may be run");
    assert!(!found.notes.iter().any(|note| note.contains("name only")), "{:?}", found.notes);
    assert_eq!(of(GO, "$.code.method(\"Raft.Healthy\").callers()[?(@.evidence==\"dispatch\")].count()"), "3");
    assert_eq!(of(GO, "$.code.method(\"Raft.Healthy\").callers()[?(@.certainty==\"possible\")].count()"), "3");
    assert_eq!(of(GO, "$.code.methods[?(@.callers().count() == 4)].count()"), "2");
}

#[test]
fn what_is_reached_over_such_a_call_is_no_more_certain() {
    let found = of(GO, "$.code.method(\"Raft.current\").callers(2)");
    assert_eq!(found, "Healthy direct ~check/Node ~run/Node ~Drive/Node");
    let tested = &[
        ("go.mod", "module m\n"),
        (
            "a.go",
            "package a\n\ntype Node interface{ Healthy() bool }\n\ntype raft struct{}\n\nfunc (r *raft) Healthy() bool { return true }\n\n\
             func drive(n Node) { n.Healthy() }\n\nfunc further(n Node) { drive(n) }\n",
        ),
        ("a_test.go", "package a\n\nimport \"testing\"\n\nfunc TestDrive(t *testing.T) { drive(&raft{}) }\n"),
    ];
    assert_eq!(of(tested, "$.code.method(\"raft.Healthy\").tests()"), "~TestDrive");
    assert_eq!(of(tested, "$.code.method(\"raft.Healthy\").callers(2)"), "~drive/Node ~further ~TestDrive");
    assert_eq!(of(tested, "$.code.methods[?(!@.callers())].count()"), "0");
}

#[test]
fn what_overrides_a_method_is_called_through_the_class_above() {
    let python = &[(
        "a.py",
        "class Base:\n    def hook(self):\n        pass\n    def run(self):\n        self.hook()\n\n\
         class Sub(Base):\n    def hook(self):\n        pass\n\n\
         class Leaf(Sub):\n    pass\n\n\
         class Other(Base):\n    def go(self):\n        self.hook()\n\n\
         def drive(b: Base):\n    b.hook()\n\ndef exact(s: Sub):\n    s.hook()\n\ndef static(b):\n    Base.hook(b)\n\ndef made():\n    b = Base()\n    b.hook()\n",
    )];
    assert_eq!(of_method(python, "Sub.hook"), "exact ~run/Base ~drive/Base");
    assert_eq!(of_method(python, "Base.hook"), "run go drive static made");
    let java = &[
        ("I.java", "interface I { void go(int n); void go(String s); }\n"),
        (
            "A.java",
            "abstract class Base implements I {\n    void hook() {}\n    private void own() {}\n    static void made() {}\n    \
             void drive() { hook(); own(); made(); }\n}\n\
             class A extends Base {\n    @Override public void go(int n) {}\n    @Override public void go(String s) {}\n    \
             @Override void hook() {}\n    private void own() {}\n    static void made() {}\n}\n\
             class Apart extends Base { public void go(int n) {} public void go(String s) {} void mine() { hook(); } }\n",
        ),
        (
            "U.java",
            "class U { void use(I i) { i.go(1); } void text(I i) { i.go(\"x\"); } void sure(A a) { a.go(2); } }\n",
        ),
    ];
    let at = |line: u32| of(java, &format!("$.code.methods[?(@.path==\"A.java\" && @.line=={line})].callers()"));
    assert_eq!(at(8), "sure ~use/I");
    assert_eq!(at(9), "~text/I");
    assert_eq!([at(10), at(11), at(12)], ["~drive/Base", "", ""]);
    let typescript = &[(
        "a.ts",
        "export interface Store { close(): void }\nexport abstract class Base { abstract load(): void; all() { this.load(); } }\n\
         export class Disk extends Base implements Store { close() {} load() {} static load2() {} }\n\
         export function shut(s: Store) { s.close(); }\nexport function own(d: Disk) { d.close(); }\n",
    )];
    assert_eq!(of_method(typescript, "Disk.close"), "own ~shut/Store");
    assert_eq!(of_method(typescript, "Disk.load"), "~all/Base");
    let kotlin = &[(
        "a.kt",
        "interface Store { fun close() }\nopen class Disk : Store {\n    override fun close() {}\n}\n\
         fun shut(s: Store) { s.close() }\nfun own(d: Disk) { d.close() }\n",
    )];
    assert_eq!(of_method(kotlin, "Disk.close"), "own ~shut/Store");
}

#[test]
fn only_virtual_methods_of_cpp_and_csharp_are_dispatched() {
    let cpp = &[(
        "a.cpp",
        "struct Base { virtual void run(); void plain(); };\nstruct Sub : public Base { void run() override; void plain(); };\n\
         void Sub::run() {}\nvoid Sub::plain() {}\nvoid drive(Base* b) { b->run(); }\nvoid flat(Base* b) { b->plain(); }\n\
         void exact(Sub* s) { s->run(); }\nvoid by_value(Base b) { b.run(); }\nvoid by_reference(Base& b) { b.run(); }\n",
    )];
    let at = |line: u32| of(cpp, &format!("$.code.functions[?(@.line=={line})].callers()"));
    assert_eq!(at(3), "exact ~drive/Base ~by_reference/Base");
    assert_eq!(at(4), "");
    let csharp = &[(
        "A.cs",
        "interface IStore { void Close(); }\nclass Disk : IStore { public void Close() {} public virtual void Load() {} public void Flat() {} }\n\
         class Ssd : Disk { public override void Load() {}\n    public new void Flat() {} }\n\
         class U { void Shut(IStore s) { s.Close(); } void Loads(Disk d) { d.Load(); d.Flat(); } }\n",
    )];
    assert_eq!(of_method(csharp, "Disk.Close"), "~Shut/IStore");
    assert_eq!(of_method(csharp, "Ssd.Load"), "~Loads/Disk");
    assert_eq!(of_method(csharp, "Ssd.Flat"), "");
}

#[test]
fn a_trait_is_called_through_bounds_and_objects() {
    let rust = &[(
        "src/lib.rs",
        "use std::fmt::Display;\npub trait Store { fn close(&self); fn all(&self) { self.close(); } }\npub trait Deep: Store {}\n\
         pub struct Disk;\nimpl Store for Disk { fn close(&self) {} }\nimpl Store for u8 { fn close(&self) {} }\n\
         pub struct Shop;\nimpl Shop { pub fn close(&self) {} }\n\
         fn bound<T: Store>(s: T) { s.close(); }\nfn object(s: &dyn Store) { s.close(); }\nfn deep(s: &dyn Deep) { s.close(); }\n\
         fn own(d: &Disk) { d.close(); }\n",
    )];
    assert_eq!(of_method(rust, "Disk.close"), "own ~all/Store ~bound/Store ~object/Store");
    assert_eq!(of(rust, "$.code.methods[?(@.line==6)].callers()"), "~all/Store ~bound/Store ~object/Store");
    assert_eq!(of_method(rust, "Shop.close"), "");
}

#[test]
fn what_is_declared_elsewhere_is_no_row_and_is_said() {
    let go = &[(
        "a.go",
        "package a\n\nimport \"io\"\n\ntype W struct{}\n\nfunc (w *W) Write(p []byte) (int, error) { return 0, nil }\n\n\
         func use(w io.Writer) { w.Write(nil) }\n",
    )];
    let found = results(go, "$.code.method(\"W.Write\").callers()");
    let said = "W implements io.Writer, not declared here: calls of Write through that are not followed";
    assert!(found.hits.is_empty() && found.notes.iter().any(|note| note == said), "{:?}", found.notes);
    let java = &[("A.java", "class A implements Runnable { @Override public void run() {} }\n")];
    let found = results(java, "$.code.method(\"A.run\").callers()").notes;
    let said = "A implements Runnable, not declared here: calls of run through that are not followed";
    assert!(found.iter().any(|note| note == said), "{found:?}");
    assert_eq!(callers(GO, "$.code.method(\"Raft.Stop\").callers()"), "");
}

#[test]
fn what_an_interface_has_from_a_library_is_called_through_it() {
    let go = &[
        ("go.mod", "module m\n"),
        (
            "a.go",
            "package m\n\nimport \"io\"\n\ntype Source interface {\n\tio.Reader\n\tio.Closer\n}\n\ntype File struct{}\n\n\
             func (f *File) Read(p []byte) (int, error) { return 0, nil }\n\nfunc (f *File) Close() error { return nil }\n\n\
             type Other struct{}\n\nfunc (o *Other) Close() error { return nil }\n\nfunc use(s Source) { defer s.Close() }\n",
        ),
    ];
    assert_eq!(callers(go, "$.code.method(\"File.Close\").callers()"), "~use");
    assert_eq!(callers(go, "$.code.method(\"Other.Close\").callers()"), "");
    let php = &[(
        "a.php",
        "<?php\nuse Psr\\Handler;\ninterface Dispatcher extends Handler { public function add($m); }\n\
         class Own implements Dispatcher { public function add($m) {} public function handle($r) {} }\n\
         class Far { public function handle($r) {} }\n\
         class App {\n  protected Dispatcher $inner;\n  public function run($r) { return $this->inner->handle($r); }\n}\n",
    )];
    assert_eq!(callers(php, "$.code.method(\"Own.handle\").callers()"), "~run");
    assert_eq!(callers(php, "$.code.method(\"Far.handle\").callers()"), "");
}
