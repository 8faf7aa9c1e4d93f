//! TypeScript: what types that are written, given and narrowed tell of a call, and what is said where nothing tells.

use super::relations::{callers, indexed, results};
use docql::docql::{compile, run};
use docql::stdx::Ticket;

/// The lines that `query` finds, with a `~` before those that are not sure, in their order in the file.
fn lines(files: &[(&str, &str)], query: &str) -> Vec<String> {
    let mut hits = results(files, query).hits;
    hits.sort_by_key(|hit| (hit.path.clone(), hit.line));
    hits.iter().map(|hit| format!("{}{}", if hit.is_by_name() { "~" } else { "" }, hit.name.trim())).collect()
}

/// The callers of a method, by the name of its type and its own.
fn of(files: &[(&str, &str)], method: &str) -> String {
    callers(files, &format!("$.code.method(\"{method}\").callers()"))
}

#[test]
fn what_a_callback_is_given_is_an_element_of_the_list() {
    let files = &[
        ("sub.ts", "export class Sub<E> { run(e: E): void {} find(): void {} }\nexport class Other { run() {} }\n"),
        (
            "u.ts",
            "import { Sub } from './sub'\nfunction plain(subs: Sub<any>[]) { subs.forEach((s) => s.run(1)) }\n\
             function union(subs: (Sub<number> | undefined)[]) { subs.map((s) => s!.run(1)) }\n\
             function filtered(subs: Sub<Date>[]) { subs.filter((s) => true).map((s) => s.run(new Date())) }\n\
             class Held { subs: Sub<Map<string, any>>[] = []\n  field() { this.subs.forEach((s) => { s.run(new Map()) }) } }\n\
             async function later(subs: Sub<any>[]) { await Promise.all(subs.map(async (s) => { s.run(1); s.find() })) }\n\
             async function set(given: any) { let subs: Sub<any>[]\n  subs = await given()\n  await Promise.all(subs.map(async (s) => s.find())) }\n",
        ),
    ];
    assert_eq!(of(files, "Sub.run"), "field filtered later plain union");
    assert_eq!(of(files, "Other.run"), "");
    assert_eq!(of(files, "Sub.find"), "later set");
}

#[test]
fn a_type_has_what_is_static_above_it() {
    let files = &[
        (
            "base.ts",
            "export class Base {\n  static upsert(x: number) { return x }\n  static make() { return this.upsert(1) }\n  \
             static save() {}\n  save() { return this }\n}\nexport class Else { static upsert() {} }\n",
        ),
        ("post.ts", "import { Base } from './base'\nexport class Post extends Base {}\n"),
        (
            "u.ts",
            "import { Post } from './post'\nimport { Base } from './base'\nfunction on() { Post.upsert(1) }\n\
             function direct() { Base.upsert(1) }\nfunction self() { Post.save() }\nfunction value() { new Post().save() }\n",
        ),
    ];
    assert_eq!(of(files, "Base.upsert"), "direct make on");
    assert_eq!(of(files, "Else.upsert"), "");
    let save = |line: u32| callers(files, &format!("$.code.method(\"Base.save\")[?(@.line=={line})].callers()"));
    assert_eq!((save(4), save(5)), ("self".into(), "value".into()));
}

#[test]
fn what_yields_this_yields_the_type_that_it_is_called_on() {
    let files = &[
        (
            "q.ts",
            "export class Base {\n  run(): number { return 0 }\n  with(): this { return this }\n  said() { return this }\n  \
             both(cb: (own: this) => void): Promise<this> { return null as any }\n}\n\
             export class Soft extends Base {\n  run(): number { return 1 }\n  where(): this { return this }\n}\n",
        ),
        (
            "u.ts",
            "import { Soft, Base } from './q'\nfunction make(): Soft { return new Soft() }\nfunction one() { return make().with().run() }\n\
             function two() { const q = make().where().with(); q.where(); return q.run() }\nfunction three() { make().said().run() }\n\
             function four() { make().both((own) => own.run()) }\nasync function five() { (await make().both(() => {})).run() }\n\
             function base(b: Base) { b.with().run() }\n",
        ),
    ];
    assert_eq!(of(files, "Soft.run"), "five four one three two ~base", "a Base may be a Soft");
    assert_eq!(of(files, "Base.run"), "base");
    assert_eq!(of(files, "Soft.where"), "two");
}

#[test]
fn what_a_type_or_a_function_is_given_is_known_behind_it() {
    let files = &[
        (
            "repo.ts",
            "export type Target<T> = { new (): T }\nexport class Page<T> { rows: T[] = [] }\n\
             export class Repo<Entity> {\n  one(): Promise<Entity | null> { return null as any }\n  all(): Promise<Entity[]> { return null as any }\n  pair(): Promise<[Entity[], number]> { return null as any }\n  \
             page(): Page<Entity> { return null as any }\n}\nexport class Posts<X> extends Repo<X> {}\n\
             export class Manager {\n  get<Entity>(target: Target<Entity>): Repo<Entity> { return null as any }\n  \
             find<Entity>(target: Target<Entity>, id: number): Promise<Entity> { return null as any }\n}\n\
             export function same<T>(x: T): T { return x }\nexport function Many<T>(of: string | (() => Target<T>), back: string | ((own: T) => any)) { return null as any }\nexport function bound<T extends Manager>(x: T) { x.get(Object) }\n",
        ),
        ("a.ts", "export class Post { publish() {} }\nexport class Entity { publish() {} }\n"),
        ("b.ts", "export class Post { publish() {} }\n"),
        (
            "u.ts",
            "import { Repo, Manager, Posts, same, Many } from './repo'\nimport { Post } from './a'\n\
             async function typed(r: Repo<Post>) { const p = await r.one(); p!.publish() }\n\
             async function listed(r: Repo<Post>) { for (const p of await r.all()) p.publish() }\n\
             function below(r: Posts<Post>) { r.page().rows.forEach((p) => p.publish()) }\n\
             async function asked(m: Manager) { (await m.find(Post, 1)).publish() }\n\
             async function got(m: Manager) { const r = m.get(Post); (await r.one())!.publish() }\n\
             async function pair(r: Repo<Post>) { const [all, count] = await r.pair(); all[0].publish() }\n\
             class Back { @Many(() => Post, (own) => own.publish())\n  posts: Post[] }\n\
             function passed(p: Post) { same(p).publish() }\nfunction said(p: any) { same<Post>(p).publish() }\n",
        ),
    ];
    let publish = |path: &str, owner: &str| {
        callers(files, &format!("$.code.method(\"{owner}.publish\")[?(@.path==\"{path}\")].callers()"))
    };
    assert_eq!(publish("a.ts", "Post"), "asked below got listed pair passed posts said typed");
    assert_eq!(publish("b.ts", "Post"), "");
    assert_eq!(publish("a.ts", "Entity"), "");
    assert_eq!(of(files, "Manager.get"), "bound got");
}

#[test]
fn conditions_tell_the_type_of_a_value() {
    let files = &[
        (
            "m.ts",
            "export class Manager { insert() {} }\nexport class Mongo extends Manager { insert() {} }\n\
             export class Checker { static isMongo(x: unknown): x is Mongo { return true } }\n\
             export function isMongo(x: any): x is Mongo { return true }\n",
        ),
        (
            "u.ts",
            "import { Manager, Mongo, Checker, isMongo } from './m'\ninterface Runner { manager: Manager }\n\
             function guarded(r: Runner) { if (Checker.isMongo(r.manager)) { r.manager.insert() } }\n\
             function otherwise(r: Runner) { if (Checker.isMongo(r.manager)) { return } else { r.manager.insert() } }\n\
             function away(m: Manager) { if (!(m instanceof Mongo)) return\n  m.insert() }\n\
             function joined(m: Manager, a: boolean) { return a && m instanceof Mongo && m.insert() }\n\
             function either(m: Manager) { return isMongo(m) ? m.insert() : undefined }\n\
             function neither(m: Manager) { return isMongo(m) ? undefined : m.insert() }\n\
             function any(x: any) { if (isMongo(x)) x.insert() }\nfunction again(m: Manager, o: Manager) { if (isMongo(m)) { m = o; m.insert() } }\n\
             function or(m: Manager, a: boolean) { if (isMongo(m) || a) m.insert() }\n",
        ),
    ];
    // What is a Manager may be a Mongo, where no condition tells.
    let told = of(files, "Mongo.insert");
    let sure: Vec<&str> = told.split(' ').filter(|row| !row.starts_with('~')).collect();
    assert_eq!(sure, ["any", "away", "either", "guarded", "joined"]);
    assert!(told.contains("~again") && told.contains("~or"), "{told}");
    assert_eq!(of(files, "Manager.insert"), "again neither or otherwise");
}

#[test]
fn a_variable_may_be_called_like_a_type() {
    let files = &[
        (
            "repo.ts",
            "export class Repo { build() {} }\nexport class Users { build() {} }\nexport class Other { build() {} }\n",
        ),
        (
            "u.ts",
            "import { Repo, Other as other } from './repo'\nfunction typed(r: Repo) { const Users = r; Users.build() }\n\
             function unknown(x: any) { const Users = x.get(); Users.build() }\n\
             function parameter(other: Repo) { return other }\nfunction meant() { return other }\n",
        ),
    ];
    assert_eq!(of(files, "Repo.build"), "typed ~unknown");
    assert_eq!(of(files, "Users.build"), "~unknown");
    let found = lines(files, "$.code.class(\"Other\").references()");
    assert_eq!(found, ["import { Repo, Other as other } from './repo'", "function meant() { return other }"]);
}

#[test]
fn a_library_that_is_not_here_makes_nothing_sure() {
    let files = &[
        ("stamp.ts", "export class Stamp { greaterThan(x: number) {} }\n"),
        (
            "u.ts",
            "import { expect } from 'chai'\nimport { pick } from './pick'\nfunction chai() { expect(1).to.be.greaterThan(0) }\n\
             function own(x: any) { x.stamp.greaterThan(1) }\n",
        ),
    ];
    assert_eq!(of(files, "Stamp.greaterThan"), "own ~chai");
}

#[test]
fn what_is_no_reference_and_what_is_one() {
    let files = &[
        (
            "s.ts",
            "export function shorten(s: string) { return s }\nexport type Opt = { readonly null?: string; undefined?: number }\n",
        ),
        (
            "u.ts",
            "import { shorten } from './s'\nconst a: { shorten?: boolean; other: string } = {} as any\nconst b: {\n  other: string\n  shorten: boolean\n} = {} as any\n\
             const c = shorten('a')\nconst d = (a: any) => (a ?\n  shorten : null)\nfunction e(x: any) { return x === null || x === undefined }\n",
        ),
        ("d.ts", "export class Driver { obtain(): void {} }\nexport class Other { obtain(): void {} }\n"),
        (
            "t.ts",
            "import { Driver } from './d'\nfunction stub(d: { driver: Driver }) {\n  d.driver.obtain = () => {}\n}\n",
        ),
    ];
    let found = lines(files, "$.code.function(\"shorten\").references()");
    assert_eq!(found, ["import { shorten } from './s'", "const c = shorten('a')", "shorten : null)"]);
    assert_eq!(lines(files, "$.code.field(\"null\").references()"), [""; 0]);
    assert_eq!(lines(files, "$.code.method(\"Driver.obtain\").references()"), ["d.driver.obtain = () => {}"]);
    assert_eq!(lines(files, "$.code.method(\"Other.obtain\").references()"), [""; 0]);
}

#[test]
fn an_answer_says_how_many_calls_it_leaves_out() {
    let files = &[
        ("m.ts", "export class Manager { find(): number[] { return [] } }\n"),
        ("u.ts", "import { Manager } from './m'\nexport function known(m: Manager) { m.find() }\n"),
        (
            "v.ts",
            "export function unknown(x: any) { x.find(); x.y.find() }\nexport function list(x: string[]) { x.find((y) => y) }\n",
        ),
    ];
    let (_folder, indexer) = indexed(files);
    for step in ["callers", "references"] {
        let plan = compile(&format!("$.code.method(\"Manager.find\").{step}()")).expect("a query");
        let found = run(&plan, &indexer.library(), &Ticket::forever()).expect("a fresh ticket");
        assert_eq!(found.items.len(), 1, "{step}");
        let said = |note: &String| note.starts_with("2 places with .find left out");
        assert!(found.notes.iter().any(said), "{step}: {:?}", found.notes);
    }
}

#[test]
fn the_path_of_an_import_decides_whatever_name_it_gives() {
    let files = &[
        ("a.ts", "export class Foo {}\n"),
        ("b.ts", "export class Foo {}\n"),
        (
            "u.ts",
            "import { Foo as Q } from './a'\nimport { Foo } from './b'\nfunction f(x: any) { return x.y.Foo }\nfoo(Q, Foo)\n",
        ),
    ];
    let of = |path: &str| lines(files, &format!("$.code.class(\"Foo\")[?(@.path==\"{path}\")].references()"));
    assert_eq!(of("a.ts"), ["import { Foo as Q } from './a'", "~function f(x: any) { return x.y.Foo }", "foo(Q, Foo)"]);
    assert_eq!(of("b.ts"), ["import { Foo } from './b'", "~function f(x: any) { return x.y.Foo }", "foo(Q, Foo)"]);
}

#[test]
fn where_nothing_tells_the_type_the_method_of_the_interface_may_be_called() {
    let files = &[
        (
            "q.ts",
            "export interface Runner { start(): void }\nexport class A implements Runner { start() {} }\nexport class B implements Runner { start() {} }\n",
        ),
        ("u.ts", "import { Runner } from './q'\nexport function go(x: any) { x.runner.start() }\n"),
    ];
    let found = results(files, "$.code.function(\"go\").callees()");
    let mut paths: Vec<u32> = found.hits.iter().map(|hit| hit.line).collect();
    paths.sort_unstable();
    assert_eq!(paths, [1, 2, 3]);
}

#[test]
fn values_that_are_one_of_two_are_of_the_type_of_both() {
    let files = &[
        (
            "q.ts",
            "export class Runner { start() {} }\nexport class Other { start() {} }\nexport class Source {\n  runner?: Runner\n  make(): Runner { return new Runner() }\n  \
             get other(): Other { return new Other() }\n  obtain() { return this.runner ?? this.make() }\n  \
             each(over: string | ((own: Runner) => void)) {}\n  on(name: string): void\n  on(cb: (own: Runner) => void): void\n  on(x: any) {}\n}\n",
        ),
        (
            "u.ts",
            "import { Source, Runner } from './q'\nfunction joined(s: Source) { s.obtain().start() }\n\
             function either(s: Source, a: boolean) { const r = a ? s.make() : undefined; r!.start() }\n\
             function grouped(s: Source, a: boolean) { (a ? s.make() : s.obtain()).start() }\n\
             function unlike(s: Source, a: boolean) { const r = a ? s.make() : s.other; r.start() }\n\
             function getter(s: Source) { s.other.start() }\nfunction union(s: Source) { s.each((own) => own.start()) }\n\
             function overload(s: Source) { s.on((own) => own.start()) }\n\
             function expressed(all: Runner[]) { all.map(async function (own) { own.start() }) }\n\
             async function used(s: Source) { await using r = s.make(); r.start() }\n",
        ),
    ];
    assert_eq!(of(files, "Runner.start"), "either expressed grouped joined overload union used ~unlike");
    assert_eq!(of(files, "Other.start"), "getter ~unlike");
}

#[test]
fn a_type_that_is_written_as_an_object_has_members() {
    let files = &[
        (
            "o.ts",
            "export type Opt = { readonly null?: string; plain: number; run(): void }\nexport type Other = { plain: string }\n\
             export type Made = Opt & { more: number }\nexport interface Plain { plain: number }\n",
        ),
        (
            "u.ts",
            "import { Opt, Made, Plain } from './o'\nfunction a(o: Opt) { return o.null }\nfunction b(o: Opt) { return o.plain }\n\
             function c(o: Opt) { o.run() }\nfunction d(m: Made) { return m.more + m.plain }\nfunction e(p: Plain) { return p.plain }\n",
        ),
    ];
    let of = |field: &str| lines(files, &format!("$.code.field(\"{field}\").references()"));
    assert_eq!(of("Opt.null"), ["function a(o: Opt) { return o.null }"]);
    assert_eq!(
        of("Opt.plain"),
        ["function b(o: Opt) { return o.plain }", "function d(m: Made) { return m.more + m.plain }"]
    );
    assert_eq!(of("Other.plain"), [""; 0]);
    assert_eq!(of("Made.more"), ["function d(m: Made) { return m.more + m.plain }"]);
    assert_eq!(callers(files, "$.code.method(\"Opt.run\").callers()"), "c");
}

#[test]
fn what_implements_a_type_extends_it_and_does_not_only_name_it() {
    let files = &[
        (
            "types.ts",
            "export interface Doc { id: string }\nexport interface Sub<T> { on(t: T): void }\nexport type Base = { a: number }\n\
             export type Both = Base & { b: number } & Sub<Doc>\nexport type Either = Doc | Base\nexport class Real {}\n\
             export type Known = Real\n",
        ),
        (
            "use.ts",
            "import { Base, Doc, Known, Sub } from './types'\nexport class Heard implements Sub<Doc> {\n  on() {}\n  \
             load(): Promise<Doc> {\n    return fetched()\n  }\n}\nexport function read(): Array<Doc> {\n  return []\n}\n\
             export class Under extends Known {}\nconst made = <Doc>{ id: 'a' }\nexport interface Wide extends Base, Sub<Base> {}\n",
        ),
    ];
    let of = |name: &str| {
        let query = format!("$.code.symbols[?(@.name==\"{name}\" && @.path==\"types.ts\")].implementations()");
        let shown = |hit: &docql::docql::Hit| format!("{}:{}", hit.path, hit.line);
        results(files, &query).hits.iter().map(shown).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(of("Doc"), "use.ts:12", "arguments of types are none, nor what a function yields");
    assert_eq!(of("Sub"), "types.ts:4 use.ts:2 use.ts:13");
    assert_eq!(of("Base"), "types.ts:4 use.ts:13", "one of several is not all of them");
    assert_eq!(of("Known"), "use.ts:11");
    assert_eq!(of("Real"), "use.ts:11", "by another name");
    assert_eq!(callers(files, "$.code.class(\"Under\").supertypes(2)"), "Known Real");
}

#[test]
fn what_is_taken_apart_under_another_name_is_called_by_that() {
    let files = &[
        ("host.ts", "export interface Host { put(n: number): void; take(): void; run: () => void }\n"),
        ("else.ts", "export interface Else { put(n: number): void }\n"),
        (
            "u.ts",
            "import { Host } from './host'\nexport function one(o: Host) {\n  const { put: hostPut, take } = o\n  return () => { hostPut(1); take() }\n}\n\
             export function two({ put: p3 }: Host) { p3(1) }\nexport function three(o: any) { const { put: hostPut } = o; hostPut(1) }\n\
             export function four() { const o = { put: five }; five() }\nexport function five() {}\nexport function six(hostPut: any) { hostPut(1) }\n\
             export function seven(o: Host) {\n  const {\n    // first\n    take: taken,\n    put: putDown = () => {},\n  } = o\n  taken()\n}\n",
        ),
    ];
    assert_eq!((of(files, "Host.put"), of(files, "Host.take")), ("one two".into(), "one seven".into()));
    assert_eq!(
        (of(files, "Else.put"), callers(files, "$.code.function(\"five\").callers()")),
        (String::new(), "four".into())
    );
    assert_eq!(callers(files, "$.code.function(\"two\").callees()"), "put");
}

#[test]
fn types_that_are_made_of_others_tell_what_is_called() {
    let lib = "export class Scene { render(): void {} }\nexport class Else { render(): void {} }\n\
               export class App { public scene: Scene = new Scene(); }\n\
               export type AppProps = { scene: App[\"scene\"]; plain: Scene };\nexport interface IProps { scene: App['scene'] }\n\
               export function useApp(): AppProps { return null as any }\n\
               export type Cb = (props: { app: ReturnType<typeof useApp> }) => void;\nexport type Or<T> = T | null;\n";
    let uses = "import { AppProps, IProps, Cb, Or, useApp, Scene } from './lib'\n\
                export const b1 = (app: AppProps) => { app.scene.render() }\nexport function b2(app: IProps) { app.scene.render() }\n\
                export const b3: Cb = ({ app }) => { app.scene.render() }\n\
                export function b4() { const app = useApp(); app.scene.render() }\n\
                export function b5(s: Pick<AppProps, 'plain'>) { s.plain.render() }\n\
                export function b6(s: Omit<AppProps, 'scene'>) { s.plain.render() }\n\
                export function b7(s: InstanceType<typeof Scene>) { s.render() }\n\
                export function b8(s: ReturnType<typeof useApp>) { s.plain.render() }\n\
                export function b9(s: Required<AppProps>['plain']) { s.render() }\n\
                export function c1(s: Record<string, Scene>) { s.a.render(); s['b'].render() }\n\
                export function c2(s: Or<Scene>) { s!.render() }\nexport function c3(s: AppProps['plain']) { s.render() }\n";
    let files = &[("lib.ts", lib), ("use.ts", uses)];
    assert_eq!(of(files, "Scene.render"), "b1 b2 b3 b4 b5 b6 b7 b8 b9 c1 c2 c3");
    assert_eq!(of(files, "Else.render"), "");
    // What is not understood may be anything.
    let unknown = "import { AppProps } from './lib'\n\
                   export function d1<K extends keyof AppProps>(s: AppProps[K]) { s.render() }\n\
                   export function d2<T>(s: T extends string ? AppProps : never) { s.render() }\n\
                   export function d3(s: { [K in keyof AppProps]: 1 }) { s.render() }\n\
                   export function d4(s: Parameters<typeof d1>[0]) { s.render() }\n";
    let files = &[("lib.ts", lib), ("use.ts", unknown)];
    assert_eq!(of(files, "Scene.render"), "~d1 ~d2 ~d3 ~d4");
}

#[test]
fn what_a_function_binds_that_is_given_to_another_is_its_own() {
    let text = "export const shown = memo(() => {\n  const inner = 1;\n  const run = () => inner;\n  return run();\n});\n\
                (function () {\n  const hidden = 2;\n})();\nexport const plain = 3;\nlisten(async (e) => {\n  let seen = e;\n});\n";
    let found = results(&[("a.ts", text)], "$.code.variables").hits;
    let mut names: Vec<String> = found.iter().map(|hit| hit.name.to_string()).collect();
    names.sort();
    assert_eq!(names.join(" "), "plain shown");
}
