//! Callers in TypeScript and JavaScript: what modules, scopes, objects and written types tell of a call.

use crate::relations::{callers, results};

/// The callers of the function or method of this name that is declared in the file.
fn of(files: &[(&str, &str)], path: &str, name: &str) -> String {
    callers(files, &format!("$.code.functions[?(@.name==\"{name}\" && @.path==\"{path}\")].callers()"))
}

/// The same, of the one in a line.
fn at(files: &[(&str, &str)], path: &str, line: u32, name: &str) -> String {
    let place = format!("@.name==\"{name}\" && @.path==\"{path}\" && @.line=={line}");
    callers(files, &format!("$.code.functions[?({place})].callers()"))
}

#[test]
fn a_package_from_elsewhere_is_no_file_with_a_part_of_its_name() {
    let files = &[
        ("packages/react/package.json", "{\"name\": \"@acme/react\"}"),
        (
            "src/utils/crypto.ts",
            "export function createHash(a: string) { return a }\nexport function uuid() { return 1 }\n",
        ),
        ("packages/react/src/index.ts", "export function useState(a: string) { return a }\n"),
        ("src/format/dates.ts", "export function dated() {}\n"),
        (
            "src/x/c.tsx",
            "import { createHash } from 'crypto'\nimport { useState } from 'react'\nimport { uuid } from 'some-lib/crypto'\n\
             import { dated } from 'format/dates'\nexport function viaNode(x: string) { return createHash(x) }\n\
             export function viaReact(x: string) { return useState(x) }\nexport function viaSome() { return uuid() }\n\
             export function viaSetting() { return dated() }\n",
        ),
        (
            "src/x/d.ts",
            "import { createHash } from '../utils/crypto'\nimport { useState } from '@acme/react'\n\
             export function viaPath() { return createHash('') }\nexport function viaPackage() { return useState('') }\n",
        ),
    ];
    assert_eq!(of(files, "src/utils/crypto.ts", "createHash"), "viaPath");
    assert_eq!(of(files, "src/utils/crypto.ts", "uuid"), "");
    assert_eq!(of(files, "packages/react/src/index.ts", "useState"), "viaPackage");
    // Some setting may name the directory.
    assert_eq!(of(files, "src/format/dates.ts", "dated"), "viaSetting");
}

/// Functions each of which binds `delay` in its own way, and calls it.
const BOUND: &str = "import { delay } from './h'\n\
     export function inMethod() { go({ async effect({ payload }: any, { signal, delay }: any) {\n  signal.on('x', () => { payload.r() }, { once: true })\n  await delay(1)\n} }) }\n\
     export function inList([delay]: any) { return delay(1) }\nexport function taken(x: any) { const [, delay] = x; return delay(1) }\n\
     export function later(x: any) { let delay; delay = x; return delay(1) }\nexport function rest(x: any) { const { ...delay } = x; return delay(1) }\n\
     export function second(x: any) { const a = 1, delay = x; return delay(1) }\nexport function caught(x: any) { try { x() } catch (delay) { delay(1) } }\n\
     export function inner(x: any) { const { q: [delay] } = x; return delay(1) }\nexport function looped(x: any[]) { for (const [k, delay] of x) delay(1) }\n\
     export function given(x: any[]) { return x.map(([k, delay]) => delay(1)) }\nexport function hoisted() { return delay(1)\n  function delay(n: number) { return n }\n}\n\
     export function meant(x: any) { return x.map(([k, { other: delay2 }]) => delay(1)) }\n";

#[test]
fn whatever_binds_a_name_hides_what_is_imported() {
    let files = &[("h.ts", "export function delay(n: number) { return n }\n"), ("u.ts", BOUND)];
    assert_eq!(of(files, "h.ts", "delay"), "meant");
    let plain = BOUND.replace(": any[]", "").replace(": any", "").replace(": number", "");
    let files = &[("h.js", "export function delay(n) { return n }\n"), ("u.js", &plain)];
    assert_eq!(of(files, "h.js", "delay"), "meant");
}

#[test]
fn what_is_bound_elsewhere_hides_nothing() {
    let files = &[
        ("s.ts", "export const third = (c: any) => c\n"),
        (
            "u.ts",
            "import { third } from './s'\nexport const a = (c: number, cb: (third: string) => void) => {\n  return third(c)\n}\n\
             export function b() {\n  const f: (third: string) => void = () => {}\n  return third(f)\n}\n\
             export function c(o: { third(a: string): void; b: { (third: number): void } }) { return third(o) }\n\
             export function d() {\n  type T = (third: number) => void\n  return third(1)\n}\n\
             export function e() {\n  const f = function (third: any) { return 1 }\n  const q = (third: any) => 1\n  return third(f)\n}\n\
             export function f() {\n  function in1(third: any) { return third }\n  return third(1)\n}\n\
             export function g(x: any) { go(() => {\n    const { third } = x\n    x()\n  })\n  return third(1)\n}\n\
             export function h(o: any) {\n  try { o() } catch (third) { }\n  for (const third of [1]) {}\n  return third(o)\n}\n\
             export function i() {\n  const o = { third: 1, third2(third: any) {\n    return third\n  } }\n  return third(o)\n}\n\
             function go(f: any) {}\n",
        ),
        (
            "t.ts",
            "import { third } from './s'\ndescribe('s', () => {\n  it('one', async () => { const { third } = await zoo(); third(1) })\n  \
             it('two', () => {\n    third(1)\n  })\n})\n",
        ),
    ];
    assert_eq!(of(files, "s.ts", "third"), "a b c d e f g h i two");
}

#[test]
fn what_is_declared_inside_hides_what_is_declared_around_it() {
    let files = &[
        (
            "a.test.ts",
            "import { it, describe } from 'vitest'\ndescribe('x', () => {\n  const check = (r: number) => { return r }\n  function List() { return 1 }\n  \
             it('outer', () => {\n    check(1); List()\n  })\n  it('inner', async () => {\n    const check = (\n      r: number,\n    ) => {\n      return r + 1\n    }\n    \
             function List() { return 2 }\n    check(2)\n    List()\n  })\n})\n",
        ),
        (
            "b.ts",
            "export function outer() {\n  const check = (r: number) => { return r }\n  function inner() {\n    const check = (r: number) => { return r + 1 }\n    \
             return check(2)\n  }\n  if (inner()) {\n    const check = (r: number) => r\n    inner(check(3))\n  }\n  return check(1)\n}\n",
        ),
        (
            "c.ts",
            "export const k2 = (c: number): any => {\n  return k2(c) }\nexport const k3 = function (c: number) {\n  k3(c)\n}\n\
             export function k9() {\n  const k10 = (n: number) => {\n    k10(n)\n  }\n}\n\
             export function over(): void {\n  function loaded(a: string): void\n  function loaded(a: number): void\n  function loaded(a: any) {}\n  loaded(1)\n}\n",
        ),
    ];
    assert_eq!(
        (at(files, "a.test.ts", 3, "check"), at(files, "a.test.ts", 9, "check")),
        ("outer".into(), "inner".into())
    );
    assert_eq!(
        (at(files, "a.test.ts", 4, "List"), at(files, "a.test.ts", 14, "List")),
        ("outer".into(), "inner".into())
    );
    assert_eq!((at(files, "b.ts", 2, "check"), at(files, "b.ts", 4, "check")), ("outer".into(), "inner".into()));
    assert_eq!(at(files, "b.ts", 8, "check"), "outer");
    assert_eq!((of(files, "c.ts", "k2"), of(files, "c.ts", "k3")), ("k2".into(), "k3".into()));
    assert_eq!((of(files, "c.ts", "k10"), at(files, "c.ts", 14, "loaded")), ("k10".into(), "over".into()));
}

#[test]
fn a_variable_is_no_type_of_its_name() {
    let files = &[
        ("hooks.ts", "export class Router {}\n"),
        (
            "r.ts",
            "export async function computed(d: string) {\n  const { Router } = await import(d + '/dist/r.js')\n  return new Router()\n}\n",
        ),
        ("s.ts", "import { Router } from './hooks'\nexport function made() { return new Router() }\n"),
    ];
    assert_eq!(callers(files, "$.code.class(\"Router\").callers()"), "made");
}

#[test]
fn what_is_loaded_later_is_a_module_too() {
    let files = &[
        (
            "m.ts",
            "export function f1() {}\nexport function f2() {}\nexport function f3() {}\nexport function f4() {}\nexport class Made {}\n",
        ),
        (
            "u.ts",
            "const load = () => import('./m')\nasync function loadBlock() {\n  return import('./m')\n}\n\
             export async function a() { const { f1 } = await load(); f1() }\nexport async function b() { const { f2 } = await import('./m'); f2() }\n\
             export async function c() { const m = await import('./m'); m.f3() }\n\
             export function d() { import('./m').then(({ f4 }) => f4()); import('./m').then((m) => m.f3()) }\n\
             export async function e() { const { f1 } = await loadBlock(); f1(); (await import('./m')).f3() }\n\
             export async function other() { const { f1, f2 } = await import('away'); f1(); f2() }\n",
        ),
    ];
    assert_eq!(of(files, "m.ts", "f1"), "a e");
    assert_eq!((of(files, "m.ts", "f2"), of(files, "m.ts", "f3")), ("b".into(), "c d e".into()));
    assert_eq!(of(files, "m.ts", "f4"), "d");
}

#[test]
fn what_an_object_holds_is_called_on_it() {
    let files = &[
        ("jwt.ts", "export const sign = (p: string) => p\nexport const verify = (p: string) => p\n"),
        ("index.ts", "import { sign, verify } from './jwt'\nexport const Jwt = { sign, verify, other: 1 } as const\n"),
        (
            "dep.ts",
            "export const Children = { toArray, count: (x: any) => 1 }\nexport function toArray(x: any) { return x }\n\
             export default { toArray }\nexport const api = { call1() { return 1 }, nested: { call2() { return 1 } } }\n",
        ),
        (
            "u.ts",
            "import { Jwt } from './index'\nimport D, { Children, api } from './dep'\nexport function a() { return Jwt.sign('') }\n\
             export function b(x: any) { return x.sign('') }\nexport const f = () => Children.toArray(1)\nexport const g = () => D.toArray(1)\n\
             export function m() { return api.nested.call2() }\n",
        ),
    ];
    assert_eq!(of(files, "jwt.ts", "sign"), "a");
    assert_eq!(of(files, "dep.ts", "toArray"), "f g");
    assert_eq!(of(files, "dep.ts", "call2"), "m");
}

#[test]
fn what_a_function_returns_is_known_without_its_type() {
    let files = &[
        (
            "i18n.ts",
            "export const t = (k: string) => k\nexport const useI18n = () => ({ t, lang: 'x' })\nexport function useTwo() {\n  \
             const inner = () => { return 1 }\n  if (!inner()) return null\n  return { t }\n}\nexport const make = () => ({ inner() { return 1 } })\n\
             export class Page { open() {} }\nexport function newPage() { return new Page() }\nexport function either(x: any) { if (x) return new Page()\n  return x }\n\
             export const maker = () => { const t2 = (n: number) => n\n  return t2 }\n",
        ),
        (
            "u.tsx",
            "import { useI18n, useTwo, make, newPage, either, maker } from './i18n'\nexport function A() { const { t } = useI18n(); return <p>{t('a')}</p> }\n\
             export function B() { const i = useI18n(); return i.t('a') }\nexport function C() { const { t } = useTwo(); return t('a') }\n\
             export function D(x: any) { const { t } = x; return t('a') }\nexport function E() { return make().inner() }\n\
             export function F() { const { inner } = make(); return inner() }\nexport function G() { newPage().open() }\n\
             export function H(x: any) { either(x).open() }\nexport function I() { const made = maker(); return made(1) }\n",
        ),
    ];
    assert_eq!(of(files, "i18n.ts", "t"), "A B C");
    assert_eq!(callers(files, "$.code.functions[?(@.name==\"inner\" && @.line==8)].callers()"), "E F");
    let open = of(files, "i18n.ts", "open");
    assert!(open.starts_with("G") && !open.contains(" H"), "{open}");
}

#[test]
fn a_class_that_makes_itself_calls_itself() {
    let files = &[(
        "a.ts",
        "export class Node {\n  clone() { return new Node() }\n  static make() { return Node.other() }\n  static other() { return 1 }\n}\n",
    )];
    assert_eq!(callers(files, "$.code.class(\"Node\").callers()"), "clone");
}

#[test]
fn the_number_of_arguments_tells_in_typescript() {
    let files = &[
        (
            "c.ts",
            "export class Req {\n  text(): string { return '' }\n  two(a: number, b?: (x: string) => void, c = 1) {}\n  all(a: number, ...more: number[]) {}\n  \
             get handler() { return (a: number) => a }\n}\ntype Merge = (a: number, b?: number) => void\n\
             export const merged: Merge = (a, b) => {}\nexport const merging = () => merged(1)\nexport class Ctx {\n  text(body: string) {}\n}\n",
        ),
        (
            "u.ts",
            "import { Req, Ctx } from './c'\nexport const none = (x) => x.text()\nexport const one = (x) => x.text('a')\n\
             export const spread = (x, y) => x.text(...y)\nexport const few = (x) => x.two()\n\
             export const fits = (x) => { x.two(1); x.two(1, () => {}, 2); x.all(1, 2, 3, 4) }\nexport const many = (x) => x.two(1, 2, 3, 4)\n\
             export const got = (x) => x.handler(1)\n",
        ),
        ("j.js", "export const free = (x) => x.text('a', 'b')\n"),
    ];
    assert_eq!(at(files, "c.ts", 2, "text"), "~free ~none ~spread");
    assert_eq!(at(files, "c.ts", 11, "text"), "~free ~one ~spread");
    assert_eq!(of(files, "c.ts", "merged"), "merging");
    assert_eq!((of(files, "c.ts", "two"), of(files, "c.ts", "all")), ("~fits".into(), "~fits".into()));
    assert_eq!(of(files, "c.ts", "handler"), "~got");
}

#[test]
fn what_has_a_name_from_elsewhere_is_of_no_type_here() {
    let files = &[
        (
            "ls.ts",
            "export class Storage {\n  static get(key: string) { return key }\n  read(key: string) { return Storage.get(key) }\n}\n\
             Object.defineProperty(globalThis, 'x', { configurable: true, get(key: string) { return key } })\n\
             export class Cache {\n  get(key: string) { return key }\n}\n",
        ),
        (
            "types.ts",
            "export type Brand<T> = { _brand: T }\nexport type Elements = Map<string, number> & Brand<'x'>\nexport type Plain = Map<string, number>\n\
             export type Again = { a: Again } | Again[]\nexport type Held = Partial<Cached>\nimport { Cache as Cached } from './ls'\n",
        ),
        (
            "u.ts",
            "import type { Elements, Plain, Again, Held } from './types'\nimport { Cache, Storage } from './ls'\nexport function a1(m: Elements) { return m.get('a') }\n\
             export function a2(m: Plain) { return m.get('a') }\nexport function a3(m: Again) { return m.get('a') }\n\
             export function a4() { return new Map<string, number>().get('a') }\nexport function a5(m: Elements | null) { return m?.get('a') }\n\
             export function held(m: Held) { return m.get('a') }\nexport function open(m) { return m.get('a') }\nexport function named() { return Storage.get('a') }\n",
        ),
    ];
    assert_eq!(at(files, "ls.ts", 2, "get"), "named read");
    assert_eq!(at(files, "ls.ts", 5, "get"), "");
    let cached = at(files, "ls.ts", 7, "get");
    assert!(cached.starts_with("held ") && cached.contains("~open"), "{cached}");
    assert!(["a1", "a2", "a4", "a5"].iter().all(|name| !cached.contains(name)), "{cached}");
}

#[test]
fn written_types_lead_to_what_is_taken_out_of_them() {
    let files = &[
        ("types.ts", "export class Ctx { go(n: string) { return n } }\nexport type Handler = (c: Ctx) => number\n"),
        (
            "s.ts",
            "import { Ctx, Handler } from './types'\nexport function given(n: number, cb: (s: Ctx) => void) {}\nexport function handled(h: Handler) {}\n\
             export interface Has { make: (n: string) => Ctx | undefined }\n",
        ),
        (
            "u.ts",
            "import { Ctx, Handler } from './types'\nimport { given, handled, Has } from './s'\ntype Props = { m: Ctx; n?: Ctx }\n\
             export const F = ({ m }: Props) => m.go('q')\nexport const G = (props: Props) => { const { m } = props; return m.go('q') }\n\
             export const J = ({ m }: { m: Ctx }) => m.go('q')\nexport const O = (x: any) => (x as Ctx).go('q')\n\
             export const Q = (x: Ctx[]) => x.find((y) => y)!.go('q')\nexport const S = (x: any) => { const y = x as Ctx; return y.go('a') }\n\
             export function cb() { given(1, (s) => s.go('a')) }\nexport function named() { handled((c) => 1 + c.go('a')) }\n\
             export const h: Handler = (c) => c.go('a')\nexport function K({ go }: { go: Ctx['go'] }) { go('a') }\nexport const made = (x: Has) => x.make('a')?.go('b')\n\
             export const [w]: [Ctx] = null as any\nexport const T = (x: [Ctx, number]) => { const [y] = x; return y.go('a') }\n",
        ),
    ];
    assert_eq!(of(files, "types.ts", "go"), "F G J K O Q S T cb h made named");
}

#[test]
fn other_names_for_what_is_imported_are_followed() {
    let files = &[
        (
            "kit.ts",
            "export function nanoid() { return 'a' }\nexport function second() {}\nexport function third() {}\n",
        ),
        (
            "u.ts",
            "import Kit = require('./kit')\nimport nanoid = Kit.nanoid\nimport * as all from './kit'\nconst { second } = Kit\nconst { third: mine, third } = all\n\
             export function a() { return nanoid() }\nexport function b() { second() }\nexport function c() { third() }\n\
             export function other(x) { const { second } = x; second() }\n",
        ),
        (
            "b.js",
            "function run() {}\nfunction stop() {}\nfunction pause() {}\nmodule.exports = { run, stop: stop }\nexports.pause = pause\n",
        ),
        (
            "c.js",
            "const { run } = require('./b')\nconst b = require('./b')\nconst { stop } = b\nfunction one() { run() }\nfunction two() { b.run(); stop() }\n\
             function late() { const { run } = require('./b'); run() }\nfunction away() { const { run } = require('away'); run() }\n\
             function given({ run }) { run() }\nfunction three() { b.pause() }\n",
        ),
    ];
    assert_eq!(of(files, "kit.ts", "nanoid"), "a");
    assert_eq!((of(files, "kit.ts", "second"), of(files, "kit.ts", "third")), ("b".into(), "c".into()));
    assert_eq!(of(files, "b.js", "run"), "late one two");
    assert_eq!((of(files, "b.js", "stop"), of(files, "b.js", "pause")), ("two".into(), "three".into()));
}

#[test]
fn what_leads_to_itself_ends() {
    let arrows = format!("import {{ run }} from './r'\nexport const deep = {}run()\n", "x => ".repeat(3_000));
    let consts =
        format!("import {{ run }} from './r'\nexport function many() {{ {} run(); }}\n", "const a = ".repeat(3_000));
    let returns = (0..40).fold(String::new(), |text, at| {
        let next = at + 1;
        text + &format!("export function f{at}(x) {{ {} }}\n", format!("if (x) return f{next}(x);").repeat(8))
    });
    let round = "import { run } from './r'\ntype A = A | B\ntype B = A & B\nconst { C } = D as C\nconst { D } = C as D\nconst o = { o, run: p.run }\n\
                 const p = { p, run: o.run }\nexport function go(a: A, b: B) { a.run(); b.run(); C.run(); D.run(); o.run(); p.run(); f0(1).run(); new C() }\n";
    let plain = "import { run } from './r'\nexport function plain() { run() }\n";
    let files: &[(&str, &str)] = &[
        ("r.ts", "export function run() {}\n"),
        ("d.ts", plain),
        ("a.ts", &arrows),
        ("b.ts", &consts),
        ("c.ts", &format!("{round}{returns}")),
    ];
    let started = std::time::Instant::now();
    let found = of(files, "r.ts", "run");
    assert!(found.contains("plain") && started.elapsed().as_secs() < 60, "{found}, {:?}", started.elapsed());
}

#[test]
fn a_function_that_is_called_by_a_method_of_functions_is_called() {
    let files = &[
        ("helper.js", "module.exports = function handle (a) { return a }\n"),
        (
            "a.js",
            "const handle = require('./helper')\nclass Base { render () {} }\nclass Other { render () {} }\n\
             class Old { slice () {} hasOwnProperty () {} }\nclass Caller { call () {} go () { this.call() } }\n\
             function one () { handle.call(this, 1) }\nfunction two () { handle?.apply(null, [1]) }\n\
             function three (handle) { handle.call(null) }\nfunction four () { return Array.prototype.slice.call(arguments) }\n\
             function five (x) { return Object.prototype.hasOwnProperty.call(x, 'a') || [].slice.call(x) }\n\
             function six () { return Base.prototype.render.call(this) }\nfunction seven () { return handle.caller }\n",
        ),
    ];
    assert_eq!(callers(files, "$.code.function(\"handle\").callers()"), "one two");
    assert_eq!(callers(files, "$.code.method(\"Base.render\").callers()"), "six");
    assert_eq!(callers(files, "$.code.method(\"Other.render\").callers()"), "");
    assert_eq!(callers(files, "$.code.method(\"Old.slice\").callers()"), "");
    assert_eq!(callers(files, "$.code.method(\"Old.hasOwnProperty\").callers()"), "");
}

#[test]
fn the_parameter_of_an_arrow_without_brackets_is_read() {
    let text = "export const ops = {\n  remove: child => {\n    drop(child)\n  },\n  later: async it => it,\n}\nfunction drop(c) {}\n\
                const f = y => y\nclass A { m = z => z }\nexport function go(x) { ops.remove(x) }\n";
    let files = &[("a.ts", text)];
    let params = results(files, "$.code.functions[*].params[*]");
    let names: Vec<&str> = params.hits.iter().map(|hit| hit.name.as_str()).collect();
    assert_eq!(names, [r#"["child"]"#, r#"["it"]"#, r#"["c"]"#, r#"["y"]"#, r#"["z"]"#, r#"["x"]"#]);
    assert_eq!(callers(files, "$.code.method(\"remove\").callers()"), "go");
}

#[test]
fn the_tests_of_a_class_are_those_of_what_it_declares() {
    let files = &[
        (
            "reader.ts",
            "export class Reader {\n  parse(text: string) { return text }\n}\nexport class Idle {\n  rest() {}\n}\n",
        ),
        (
            "reader.test.ts",
            "import { Reader } from './reader'\nfunction read(reader: Reader) { return reader.parse('a') }\ntest('reads', () => { read(make()) })\n",
        ),
    ];
    assert_eq!(results(files, "$.code.class(\"Reader\").tests()").total, 1);
    assert_eq!(results(files, "$.code.class(\"Idle\").tests()").total, 0);
    let untested = results(files, "$.code.classes[?(!@.tests())]");
    let names: Vec<&str> = untested.hits.iter().map(|hit| hit.name.as_str()).collect();
    assert_eq!(names, ["Idle"]);
}

#[test]
fn types_that_are_names_of_each_other_are_each_followed_once() {
    let paths: Vec<String> = (0..60).map(|number| format!("b{number}.ts")).collect();
    let mut files: Vec<(&str, &str)> = paths.iter().map(|path| (path.as_str(), "export type B = B;\n")).collect();
    files.push(("a.ts", "import { B } from \"./b0\";\nexport class C implements B {}\n"));
    let found = results(&files, "$.code.alias(\"B\")[?(@.path==\"b0.ts\")].implementations()");
    assert!(found.hits.iter().any(|hit| hit.name == "C"), "{:?}", found.hits.len());
}

#[test]
fn what_a_template_names_is_said_where_callers_are_asked_for() {
    let files = &[
        (
            "app/list.component.ts",
            "@Component({ selector: 'list', templateUrl: './list.component.html' })\nexport class ListComponent {\n  \
             remove(row) {}\n  removeAll() {}\n  idle() {}\n}\n",
        ),
        (
            "app/list.component.html",
            "<p>\n<a (click)=\"remove(row)\">x</a>\n<b (click)=\"removeAll()\"></b>\n{{ remove(1) }}\n",
        ),
    ];
    let of = |method: &str| results(files, &format!("$.code.method(\"ListComponent.{method}\").callers()"));
    let said = "templates are not read as code: one names remove in 2 lines, the first at app/list.component.html:2";
    let found = of("remove");
    assert!(found.notes.iter().any(|note| note.starts_with(said)), "{:?}", found.notes);
    let query = found.suggestions.first().expect("the query for these lines");
    assert_eq!(results(files, query).total, 2, "{query}");
    assert!(of("idle").notes.iter().all(|note| !note.contains("template")), "{:?}", of("idle").notes);
}

#[test]
fn what_is_said_to_be_anything_is_called_past_the_checker() {
    let files = &[
        (
            "src/panel.ts",
            "export class Panel {\n  refresh(force: boolean, deep: number) {}\n  private hidden(n: number) {}\n  shown() {}\n}\n\
             export class Other {\n  refresh(force: boolean, deep: number) {}\n  private hidden(n: number) {}\n}\n\
             export class Wide extends Panel {\n  refresh(force: boolean, deep: number) {}\n}\n",
        ),
        (
            "src/panel.spec.ts",
            "import { Panel, Other } from './panel';\nlet panel: Panel, other: Other, some;\n\
             function fewer() { (panel as any).refresh(); }\nfunction angled() { (<any>panel).hidden(1, 2); }\n\
             function twice() { (panel as unknown as any).hidden(1); }\nfunction otherwise() { (other as any).refresh(); }\n\
             function unknown() { (some as any).hidden(); }\nfunction told() { panel.refresh(true); }\n",
        ),
        ("src/far.ts", "export function far(x) { (x as any).hidden(1); (x as any).refresh(); }\n"),
    ];
    let of = |member: &str| callers(files, &format!("$.code.method(\"Panel.{member}\").callers()"));
    assert_eq!(of("refresh"), "fewer ~told");
    assert_eq!(of("hidden"), "angled twice ~unknown");
    assert_eq!(of("shown"), "");
    assert_eq!(callers(files, "$.code.method(\"Wide.refresh\").callers()"), "~fewer", "a panel may be a wide one");
}

#[test]
fn keys_of_patterns_and_names_in_brackets_refer_to_members() {
    let text = "const api = {\n  load(x) { return x; },\n  save: (x) => x,\n};\n\
                function one() { return api['save']; }\n\
                function two() { const { save: keep } = api; keep(1); }\n\
                function three(o) { return { save: o }; }\n\
                function four() { return ['save', names['x']]; }\n";
    let hits = super::relations::results(&[("a.js", text)], "$.code.function(\"save\").references()").hits;
    let lines: Vec<u32> = hits.iter().map(|hit| hit.line).collect();
    assert_eq!(lines, [5, 6]);
}

#[test]
fn a_constructor_is_called_by_super_and_by_what_inherits_it_under_any_name() {
    let files = &[
        (
            "a.ts",
            "export class Base { constructor(n: number) {} }\nexport class Mid extends Base {}\n\
             export class Leaf extends Mid { constructor() { super(3) } }\n\
             export class Free { constructor() {} }\nexport class Sub extends Free { constructor() { super() } }\n\
             function below() { return new Mid(1) }\nfunction plain() { return new Base(1) }\nfunction leaf() { return new Leaf() }\n",
        ),
        (
            "b.ts",
            "import { Base as B, Mid as M } from './a'\nexport function renamed() { return new B(1) }\n\
             export function both() { return new M(1) }\n",
        ),
    ];
    let of =
        |line: u32| callers(files, &format!("$.code.constructors[?(@.path==\"a.ts\" && @.line=={line})].callers()"));
    assert_eq!(of(1), "below both constructor plain renamed");
    assert_eq!(of(3), "leaf");
    assert_eq!(of(4), "constructor");
}

#[test]
fn what_a_function_is_called_on_is_no_parameter_of_its_type() {
    let files = &[
        (
            "d.ts",
            "export class Graph {\n  ensure(url: string) {}\n}\nexport interface Server {\n  graph: Graph\n}\n\
             export interface Context {\n  server?: Server\n}\nexport interface Own {\n  name: string\n}\n\
             export type Hook = (this: Own, html: string, context: Context) => Promise<void> | void\n\
             export function use(hook: (this: Own, html: string, context: Context) => void) {}\n",
        ),
        (
            "a.ts",
            "import { use } from './d'\nimport type { Hook } from './d'\n\
             const taken: Hook = async (html, { server }) => { server!.graph.ensure(html) }\n\
             const whole: Hook = async (html, context) => { context.server?.graph.ensure(html) }\n\
             function given() { use((html, { server }) => { server!.graph.ensure(html) }) }\n",
        ),
    ];
    assert_eq!(callers(files, "$.code.method(\"Graph.ensure\").callers()"), "given taken whole");
}

#[test]
fn what_is_added_to_the_types_of_a_module_is_found_on_its_values() {
    let files = &[
        (
            "plugin.ts",
            "export class Scene {\n  settle() {}\n}\nexport interface Extension {\n  scene: Scene\n}\n\
             declare module 'packer' {\n  export interface Small extends Extension {}\n}\n",
        ),
        (
            "a.ts",
            "import type { Context, Plain } from 'packer'\nimport type { Other } from 'another'\n\
             function added(context: Context) { context.scene.settle() }\n\
             function taken(context: Context) {\n  const { scene } = context\n  scene.settle()\n}\n\
             function elsewhere(other: Other) { other.scene.settle() }\n",
        ),
    ];
    let found = callers(files, "$.code.method(\"Scene.settle\").callers()");
    assert!(found.contains("~added") && found.contains("taken") && !found.contains("elsewhere"), "{found}");
}
