//! Callers in JavaScript as it was written before classes and modules: functions that hang on objects and prototypes, and
//! what `module.exports` hands on; and calls that have a form of their own.

use crate::relations::{callers, callers_below};

/// The callers of the function or method of this name.
fn of(files: &[(&str, &str)], name: &str) -> String {
    callers(files, &format!("$.code.functions[?(@.name==\"{name}\")].callers()"))
}

/// What the function or method of this name calls.
fn called(files: &[(&str, &str)], name: &str) -> String {
    callers(files, &format!("$.code.functions[?(@.name==\"{name}\")].callees()"))
}

#[test]
fn what_hangs_on_an_object_is_called_on_its_this() {
    let files = &[
        (
            "app.js",
            "var app = exports = module.exports = {}\napp.init = function init() {\n  this.configure()\n  [1].map(() => this.configure())\n}\n\
             app.configure = function configure() { this.missing() }\napp.bound = function () { go(function () { this.configure() }.bind(this)) }\n\
             app.each = function () { go(function () { this.configure() }, this) }\napp[name] = function dynamic() { this.configure() }\n\
             app.loose = function () { go(function inner() { this.configure() }) }\nvar other = {}\nother.run = function () { this.configure() }\n\
             function free() { this.configure() }\nclass Own { own() { this.configure() } }\n\
             function outer() { var app = {}; app.hidden = function () { this.configure() } }\n",
        ),
        ("b.js", "var app = {}\napp.far = function () { this.configure() }\n"),
    ];
    assert_eq!(of(files, "configure"), "app.js bound each init ~inner");
    assert_eq!(called(files, "init"), "configure");
    assert_eq!(called(files, "run"), "");
}

#[test]
fn what_this_is_called_by_is_that() {
    let files = &[
        (
            "app.js",
            "var app = module.exports = {}\napp.init = function () {\n  var self = this\n  go(function () { self.setup() })\n}\n\
             app.late = function () { const that = this, more = 1; go(function () { that.setup() }) }\n\
             app.lost = function () { var self = this; self = other(); go(function () { self.setup() }) }\n\
             app.given = function (self) { self.setup() }\napp.part = function () { var self = this.more; self.setup() }\n\
             app.jquery = function () { var $this = $(this); $this.setup() }\napp.setup = function () {}\n\
             var other = {}\nother.run = function () { var self = this; go(function () { self.setup() }) }\n\
             function Held() {\n  var me = this\n  me.open = function () { me.shut() }\n  me.shut = function () {}\n}\n\
             const held = { first() { const me = this; go(function () { me.second() }) }, second() {} }\n",
        ),
        ("own.ts", "class Own { a() { const self = this; go(function () { self.b() }) } b() {} }\n"),
    ];
    assert_eq!(of(files, "setup"), "init late ~given ~jquery ~lost ~part");
    assert_eq!((of(files, "shut"), of(files, "second"), of(files, "b")), ("open".into(), "first".into(), "a".into()));
    assert_eq!(called(files, "late"), "setup");
}

#[test]
fn what_an_object_has_from_another_is_called_on_its_this() {
    for inherits in [
        "util.inherits(Sub, Base)",
        "Object.setPrototypeOf(Sub.prototype, Base.prototype)",
        "Sub.prototype = Object.create(Base.prototype, {})",
        "Sub.prototype.__proto__ = Base.prototype",
        "Sub.prototype = new Base()",
        "Object.assign(Sub.prototype, Base.prototype)",
    ] {
        let sub = format!(
            "var Base = require('./base')\nfunction Sub() {{ this.start() }}\n{inherits}\n\
             Sub.prototype.again = function () {{ this.start(); this.both() }}\nSub.prototype.both = function () {{}}\n\
             function Third() {{ this.start(); this.both() }}\nutil.inherits(Third, Sub)\nfunction Other() {{ this.start() }}\n"
        );
        let files = &[
            (
                "base.js",
                "module.exports = Base\nfunction Base() {}\nBase.prototype.start = function () {}\n\
                 Base.prototype.both = function () {}\nBase.prototype.own = function () { this.both() }\n",
            ),
            ("sub.js", sub.as_str()),
        ];
        let both = |file: &str| {
            callers(files, &format!("$.code.functions[?(@.name==\"both\" && @.path==\"{file}\")].callers()"))
        };
        assert_eq!(of(files, "start"), "Sub Third again", "{inherits}");
        assert_eq!((both("base.js"), both("sub.js")), ("own".into(), "Third again ~own".into()), "{inherits}");
        assert_eq!(called(files, "Sub"), "start", "{inherits}");
    }
}

#[test]
fn what_an_object_has_from_a_class_or_a_module_is_called_on_its_this() {
    let files = &[
        ("root.js", "class Root { boot() {} }\nmodule.exports = Root\n"),
        (
            "leaf.js",
            "const Root = require('./root')\nfunction Leaf() { this.boot() }\nObject.setPrototypeOf(Leaf.prototype, Root.prototype)\n",
        ),
        (
            "proto.js",
            "var app = exports = module.exports = {}\napp.listen = function () { this.bind() }\nexports.bind = function () {}\n",
        ),
        (
            "make.js",
            "var proto = require('./proto')\nfunction make() { var app = {}; Object.setPrototypeOf(app, proto); app.run = function () { this.listen() } }\n",
        ),
    ];
    assert_eq!(
        (of(files, "boot"), of(files, "listen"), of(files, "bind")),
        ("Leaf".into(), "run".into(), "listen".into())
    );
}

#[test]
fn what_hangs_by_its_name_is_called_on_its_this() {
    let files = &[(
        "res.js",
        "var res = module.exports = {}\nres.json = json\nfunction json() {}\nres.send = function () { this.json() }\n\
         res.contentType =\nres.type = function contentType() { this.json() }\nres.a = res.b = res.c = function () {}\n\
         res.use = function () { this.contentType(); this.type(); this.a(); this.b(); this.c() }\n",
    )];
    assert_eq!(of(files, "json"), "send type");
    for name in ["contentType", "type", "a", "b", "c"] {
        assert_eq!(of(files, name), "use", "{name}");
    }
    let lines = callers(files, "$.code.functions[?(@.line<=6 && @.line>=5)]");
    assert_eq!(lines, "contentType type");
}

#[test]
fn what_a_function_makes_has_what_hangs_on_its_prototype() {
    let files = &[
        (
            "foo.js",
            "function Foo() {}\nFoo.prototype.walk = function () {}\nFoo.prototype.stop = function () {}\nFoo.make = function () { return new Foo() }\n\
             function one() { var f = new Foo(); f.walk() }\nfunction two() { new Foo().walk(); Foo.make().stop() }\nfunction Kite() {}\n\
             Kite.prototype = { walk() {}, fly: function () {} }\nfunction three() { new Kite().walk(); const k = new Kite(); k.fly(); k.stop() }\n\
             function four() { Foo.make() }\nfunction five(Foo) { Foo.make() }\nmodule.exports = Foo\n",
        ),
        (
            "bar.js",
            "const Foo = require('./foo')\nconst foo = new Foo()\nfunction six() { foo.walk() }\n\
             class Bar extends Foo { seven() { this.walk(); super.stop() } }\nfunction eight() { new Bar().walk() }\n",
        ),
    ];
    let at = |name: &str, line: u32| {
        callers(files, &format!("$.code.functions[?(@.name==\"{name}\" && @.line=={line})].callers()"))
    };
    assert_eq!((at("walk", 2), at("walk", 8)), ("eight one seven six two".into(), "three".into()));
    assert_eq!((of(files, "fly"), of(files, "stop")), ("three".into(), "seven ~three ~two".into()));
    assert_eq!(of(files, "make"), "four two ~five");
    assert_eq!(called(files, "six"), "walk");
}

#[test]
fn a_member_in_quotes_is_called_as_one_behind_a_dot() {
    let text = "class Q { hit() {} own() { this['hit'](); const list = ['hit'](1) } }\nfunction hit() {}\nfunction run() {}\n\
                function one() { const q = new Q(); q['hit']() }\nfunction two() { const q = new Q(); q?.[\"hit\"]?.() }\n\
                function three() { const q = new Q(); q['hit'] = 1; q[hit]() }\nfunction four(q) { q['run']() }\n\
                function five() { const self = { go() {} }; self['go']() }\n";
    for file in ["a.js", "a.ts"] {
        let files = &[(file, text)];
        let method = callers(files, "$.code.method(\"Q.hit\").callers()");
        assert_eq!((method.as_str(), of(files, "run").as_str()), ("one own two", ""), "{file}");
        assert_eq!((called(files, "one"), called(files, "own")), ("Q hit".into(), "hit".into()), "{file}");
    }
    let files = &[(
        "a.ts",
        "function f<T>() {}\nclass Q { hit<T>() {} }\nfunction one() { f?.<string>(); new Q().hit?.<number>() }\n",
    )];
    assert_eq!((of(files, "f"), of(files, "hit")), ("one".into(), "one".into()));
}

#[test]
fn what_an_object_has_may_be_what_types_apart_say() {
    let files = &[
        (
            "api.js",
            "function make() {\n  const api = { ports: function () { return [] }, limit: 1 }\n  return api\n}\nmodule.exports = make\n",
        ),
        ("types/api.d.ts", "export interface Api { ports(): number[]; other(): void }\n"),
        ("test.js", "const make = require('./api')\nfunction one() { const api = make(); api.ports(); api.other() }\n"),
    ];
    assert_eq!((of(files, "ports"), of(files, "other")), ("one".into(), String::new()));
}

#[test]
fn what_a_function_sets_on_a_value_is_called_on_values() {
    let files = &[(
        "test.js",
        "it('one', function () {\n  app.request.query = function () { return 1 }\n  app.use(function use(req) { req.query() })\n\
         function plain() {}\n  app.use(function other(req) { req.plain() })\n})\nfunction far(req) { req.query() }\n",
    )];
    assert_eq!((of(files, "query"), of(files, "plain")), ("~use".into(), String::new()));
}

#[test]
fn what_describes_a_property_has_the_this_of_its_object() {
    let files = &[(
        "app.js",
        "app.init = function () {\n  Object.defineProperty(this, 'router', { get: function () { return this.enabled() } })\n}\n\
         app.other = function () { go({ get: function () { return this.enabled() } }) }\napp.enabled = function () {}\n",
    )];
    assert_eq!(of(files, "enabled"), "init");
}

#[test]
fn what_hangs_on_a_prototype_is_called_by_the_function_that_makes_its_values() {
    let files = &[
        (
            "view.js",
            "function View(name) { this.path = this.lookup(name) }\nView.prototype.lookup = function lookup(name) { return this.find(name) }\n\
             View.prototype.find = function (name) {}\nvar Queue = function () { this.push(1); this.lookup() }\n\
             Queue.prototype = { push(one) { this.grow() }, grow: function () {}, both: function () { this.push() } }\n\
             function Stack() { this.add(1) }\nObject.assign(Stack.prototype, { add(one) { this.more() }, more: function () {} })\n\
             function Held() {\n  this.open = function () { this.close() }\n  this.close = function () {}\n}\n\
             Held.prototype.again = function () { this.close() }\nfunction Short() { this.cut() }\nvar proto = Short.prototype\nproto.cut = function () {}\n",
        ),
        (
            "two.js",
            "(function () { function Q() { this.q1() }\n Q.prototype.q1 = function () {} })()\n(function () { function Q() { this.q1() }\n Q.prototype.q2 = function () {} })()\n",
        ),
        ("far.js", "Far.prototype.start = function () {}\n"),
        ("near.js", "function Far() { this.start() }\nFar.prototype.stop = function () { this.start() }\n"),
    ];
    assert_eq!((of(files, "lookup"), of(files, "find")), ("View".into(), "lookup".into()));
    assert_eq!((of(files, "push"), of(files, "grow")), ("Queue both".into(), "push".into()));
    assert_eq!((of(files, "add"), of(files, "more")), ("Stack".into(), "add".into()));
    assert_eq!((of(files, "close"), of(files, "cut")), ("again open".into(), "Short".into()));
    assert_eq!(of(files, "q1"), "Q");
    assert_eq!(of(files, "start"), "stop ~Far");
    assert_eq!(called(files, "View"), "lookup");
}

#[test]
fn what_may_not_be_there_and_what_stands_in_brackets_is_called() {
    let text = "function plain() {}\nfunction bracketed() {}\nfunction passed() {}\n\
                class Q { hit() {}\n  own() { this.hit?.() } }\n\
                function one() { plain?.() }\nfunction two() { const q = new Q(); q.hit?.() }\nfunction three() { (bracketed)() }\n\
                function four() { return (bracketed)(1) }\nfunction five() { other(passed)() }\nfunction six() { if (passed) (passed ? 1 : 2) }\n\
                function seven() { const q = new Q();\n  (q.hit)() }\n";
    for file in ["a.js", "a.ts"] {
        let files = &[(file, text)];
        assert_eq!((of(files, "plain"), of(files, "bracketed")), ("one".into(), "four three".into()));
        assert_eq!((of(files, "hit"), of(files, "passed")), ("own seven two".into(), String::new()));
        assert_eq!(called(files, "one"), "plain");
    }
}

#[test]
fn what_a_namespace_has_is_called_behind_its_name() {
    let text = "namespace M { export function q() {} }\nnamespace M { export function later() {} }\n\
                namespace Outer { export namespace Inner { export function q() {}\n export function r() {} } }\n\
                function one() { M.q(); M.later() }\nfunction two() { Outer.Inner.r() }\nfunction three(M: any) { M.q() }\n\
                function four() { const later = 1; N.later() }\n";
    let files = &[("a.ts", text)];
    let at = |line: u32| callers(files, &format!("$.code.functions[?(@.name==\"q\" && @.line=={line})].callers()"));
    assert_eq!((at(1), at(3)), ("one".into(), String::new()));
    assert_eq!((of(files, "later"), of(files, "r")), ("one".into(), "two".into()));
    assert_eq!(called(files, "two"), "r");
}

#[test]
fn what_stands_for_a_module_is_known_by_any_name() {
    for export in [
        "exports = module.exports = createApp",
        "module.exports = exports = createApp;",
        "var it = module.exports = createApp",
    ] {
        let lib = format!("{export}\nfunction createApp() {{ return 1 }}\nexports.div = civ\nfunction civ() {{}}\n");
        let files = &[
            ("lib/app.js", lib.as_str()),
            ("index.js", "'use strict'\nmodule.exports = require('./lib/app');\n"),
            ("test/a.js", "var app = require('..')\nfunction direct() { app() }\n"),
            (
                "test/b.js",
                "var made = require('../lib/app')\nfunction near() { made(); made.div() }\nfunction far(made) { made() }\n",
            ),
            ("test/c.js", "var app = require('app')\nfunction elsewhere() { app() }\n"),
        ];
        assert_eq!(of(files, "createApp"), "direct near", "{export}");
        assert_eq!((called(files, "direct"), of(files, "civ")), ("createApp".into(), "near".into()), "{export}");
    }
}

#[test]
fn what_a_module_exports_under_another_name_is_called_by_that() {
    let files = &[
        ("iv.js", "function civ() {}\nfunction fx() {}\nmodule.exports = { div: civ, fx: fx }\n"),
        (
            "u.js",
            "var iv = require('./iv')\nvar other = require('./other')\nfunction one() { iv.div(); iv.fx() }\n\
             function two(iv) { iv.div() }\nfunction three() { other.div(); div() }\n",
        ),
        ("other.js", "exports.div = function () {}\n"),
    ];
    assert_eq!((of(files, "civ"), of(files, "fx")), ("one".into(), "one".into()));
    assert_eq!(called(files, "one"), "civ fx");
}

#[test]
fn the_name_of_the_checkout_is_no_module() {
    let (own, uses) = ("export async function createServer() { return 2 }\n", "import { createServer } from 'vite'\n");
    let used = format!("{uses}export function use() {{ createServer() }}\n");
    let late = "async function late() { (await import('vite')).createServer() }\n";
    let files = [("play/server.js", own), ("play/use.js", used.as_str()), ("play/late.js", late)];
    let of = |files: &[(&str, &str)], path: &str| {
        callers_below("vite", files, &format!("$.code.functions[?(@.path==\"{path}\")].callers()"))
    };
    let alone = of(&files, "play/server.js");
    assert!(alone.is_empty() || alone == "~late", "{alone}");
    // A manifest says what it is the name of.
    let manifest = "{ \"name\": \"vite\", \"exports\": { \".\": { \"import\": \"./dist/node/index.js\" } } }";
    let package = [
        ("packages/vite/package.json", manifest),
        ("packages/vite/src/node/index.ts", "export { createServer } from './server'\n"),
        ("packages/vite/src/node/server.ts", own),
    ];
    let all: Vec<(&str, &str)> = files.into_iter().chain(package).collect();
    let beside = of(&all, "play/server.js");
    assert!(beside.is_empty() || beside == "~late", "{beside}");
    assert_eq!(of(&all, "packages/vite/src/node/server.ts").replace('~', ""), "late use");
}
