//! Callers in Python: what a value is, as assignments, loops, tuples and attributes tell.

use crate::relations::{callers, indexed, results};
use docql::docql::{compile, run};
use docql::stdx::Ticket;

const OWN: &str = "class Pool:\n    def start(self):\n        pass\n\n    def info(self):\n        pass\n\n    \
                   def client(self):\n        pass\n\n    def drain(self):\n        pass\n\n\n\
                   class Other:\n    def start(self):\n        pass\n\n\n";

/// Who calls a method of `Pool`, where its module goes on with these lines.
fn of_pool(method: &str, lines: &str) -> String {
    let text = format!("{OWN}{lines}");
    callers(&[("pool.py", text.as_str())], &format!("$.code.method(\"Pool.{method}\").callers()"))
}

#[test]
fn a_value_that_is_given_several_names_is_known_by_each() {
    let lines = "def first():\n    x = y = Pool()\n    x.start()\n\n\ndef second():\n    x = y = Pool()\n    y.start()\n\n\n\
                 class Holder:\n    def __init__(self):\n        self.a = b = Pool()\n\n    def held(self):\n        \
                 self.a.start()\n\n\ndef other():\n    x = y = Other()\n    y.start()\n";
    assert_eq!(of_pool("start", lines), "first held second");
}

#[test]
fn comprehensions_and_tuples_yield_what_is_in_them() {
    let lines = "def comprehension():\n    return [z.start() for z in [Pool()]]\n\n\n\
                 def others():\n    return [z.start() for z in [Other()]]\n\n\n\
                 def pair():\n    return Pool(), 1\n\n\ndef written() -> tuple[Other, Pool]:\n    ...\n\n\n\
                 def taken():\n    pool, count = pair()\n    pool.start()\n\n\n\
                 def second():\n    other, pool = written()\n    pool.start()\n\n\n\
                 def listed():\n    other, pool = Other(), Pool()\n    pool.start()\n\n\n\
                 def not_it():\n    other, pool = written()\n    other.start()\n";
    assert_eq!(of_pool("start", lines), "comprehension listed second taken");
}

#[test]
fn what_any_method_sets_is_an_attribute() {
    let lines = "class Case:\n    def setup_method(self):\n        self.x = Pool()\n        self.n = None\n\n    \
                 def test_it(self):\n        self.x.start()\n\n\nclass More(Case):\n    def test_more(self):\n        \
                 self.x.start()\n\n\nclass Open:\n    def one(self):\n        self.x = Pool()\n\n    \
                 def two(self):\n        self.x = Other()\n\n    def test_open(self):\n        self.x.drain()\n";
    assert_eq!(of_pool("start", lines), "test_it test_more");
    assert_eq!(of_pool("drain", lines), "~test_open", "it is one or the other");
}

#[test]
fn what_comes_from_outside_is_not_ours_and_a_parameter_may_be_anything() {
    let lines = "try:\n    import boto3\nexcept ImportError:\n    boto3 = None\n\n\ndef outside():\n    \
                 boto3.client('x')\n\n\ndef parameter(pool):\n    pool.drain()\n";
    assert_eq!(of_pool("client", lines), "");
    assert_eq!(of_pool("drain", lines), "~parameter");
    let user =
        "import logging\n\nfrom far import make\n\nlogger = make(__name__)\n\n\ndef work():\n    logger.info('x')\n";
    let files = [("pool.py", OWN), ("work.py", user)];
    assert_eq!(callers(&files, "$.code.method(\"Pool.info\").callers()"), "", "loggers have it too");
}

#[test]
fn an_import_of_a_module_makes_its_first_name_known_and_no_other() {
    let config = ("pk/config.py", "class Config:\n    def ask(self): ...\n\n\ndef prepare(x): ...\n");
    let user = "from pk.config import Config\n\n\nclass Holder:\n    def __init__(self, config: Config):\n        \
                import pk.config\n\n        self.config = config\n        pk.config.prepare(1)\n\n    \
                def member(self):\n        self.config.ask()\n\n\ndef function(config: Config):\n    \
                config.ask()\n    import pk.config\n\n    pk.config.prepare(2)\n";
    let named = "import os, pk.config\n\n\ndef second():\n    pk.config.prepare(3)\n";
    let alias = "import pk.config as config\n\n\ndef aliased():\n    config.prepare(4)\n";
    let from = "from pk import config\n\n\ndef taken():\n    config.prepare(5)\n";
    let files = [
        ("pk/__init__.py", ""),
        config,
        ("pk/user.py", user),
        ("pk/named.py", named),
        ("pk/alias.py", alias),
        ("pk/from_.py", from),
    ];
    assert_eq!(callers(&files, "$.code.method(\"Config.ask\").callers()"), "function member");
    let prepare = callers(&files, "$.code.function(\"prepare\").callers()");
    assert_eq!(prepare, "__init__ aliased function second taken");
}

#[test]
fn a_base_is_the_type_of_its_module() {
    let files = [
        ("app/__init__.py", "from .core import Flask as Flask\n"),
        ("app/core.py", "class Flask:\n    def route(self): ...\n"),
        (
            "tests/test_app.py",
            "import app\nimport werkzeug\nfrom requests import Client\n\n\n\
             def test_config():\n    class Flask(app.Flask):\n        pass\n\n    one = Flask()\n    one.route()\n\n\n\
             def test_sub():\n    class Sub(app.Flask):\n        pass\n\n    two = Sub()\n    two.route()\n\n\n\
             class Far(werkzeug.Flask):\n    pass\n\n\ndef test_far():\n    three = Far()\n    three.route()\n\n\n\
             class Near(Client):\n    pass\n\n\ndef test_near():\n    four = Near()\n    four.open()\n",
        ),
        ("tests/client.py", "class Client:\n    def open(self): ...\n"),
    ];
    assert_eq!(callers(&files, "$.code.method(\"Flask.route\").callers()"), "test_config test_sub");
    assert_eq!(callers(&files, "$.code.method(\"Client.open\").callers()"), "", "it is somebody else's");
}

#[test]
fn what_a_with_statement_enters_says_what_it_binds() {
    let lines = "from contextlib import asynccontextmanager, contextmanager\n\n\n\
                 @contextmanager\ndef written() -> Generator[Pool]:\n    yield Pool()\n\n\n\
                 @contextmanager\ndef unwritten():\n    yield Pool()\n\n\n\
                 def held() -> AbstractContextManager[Pool]:\n    ...\n\n\n\
                 @contextmanager\ndef another() -> Generator[Other, None, None]:\n    yield Other()\n\n\n\
                 class Door:\n    def __enter__(self) -> Pool:\n        ...\n\n\n\
                 class Base:\n    def __enter__(self):\n        return self\n\n\n\
                 class Below(Base):\n    def start(self):\n        ...\n\n\n\
                 def of_written():\n    with written() as p:\n        p.start()\n\n\n\
                 def of_unwritten():\n    with unwritten() as p:\n        p.start()\n\n\n\
                 async def of_held():\n    async with held() as p:\n        p.start()\n\n\n\
                 def of_door():\n    with open('x') as f, Door() as p:\n        p.start()\n\n\n\
                 def of_many():\n    with (\n        another() as o,\n        written() as p,\n    ):\n        p.start()\n\n\n\
                 def of_first():\n    with written() as p, another() as o:\n        p.start()\n\n\n\
                 def of_other():\n    with another() as p:\n        p.start()\n\n\n\
                 def of_file():\n    with open('x') as p:\n        p.start()\n\n\n\
                 def of_below():\n    with Below() as p:\n        p.start()\n";
    assert_eq!(of_pool("start", lines), "of_door of_first of_held of_many of_unwritten of_written");
    let below = format!("{OWN}{lines}");
    let files = [("pool.py", below.as_str())];
    assert_eq!(callers(&files, "$.code.method(\"Below.start\").callers()"), "of_below");
}

#[test]
fn a_function_may_make_what_it_is_told_to() {
    let lines = "def make(of: type[T], *args) -> T:\n    return of(*args)\n\n\n\
                 def same(value: T, times: int = 1) -> T:\n    return value\n\n\n\
                 class Factory:\n    def build(self, of: type[T_co]) -> T_co | None:\n        ...\n\n\n\
                 def made():\n    p = make(Pool, 1)\n    p.start()\n\n\n\
                 def kept():\n    p = same(Pool())\n    p.start()\n\n\n\
                 def built(factory: Factory):\n    factory.build(Pool).start()\n\n\n\
                 class Case:\n    def setup_method(self):\n        self.p = make(\n            Pool,\n            1,\n        )\n\n    \
                 def test_it(self):\n        self.p.start()\n\n\n\
                 def other():\n    p = make(Other)\n    p.start()\n";
    assert_eq!(of_pool("start", lines), "built kept made test_it");
}

#[test]
fn a_type_that_an_attribute_holds_is_that_of_the_nearest() {
    let lines = "class Base:\n    @property\n    def made(self) -> type[Other]:\n        raise NotImplementedError\n\n    \
                 def base(self):\n        x = self.made()\n        x.start()\n\n\n\
                 class Below(Base):\n    made = Pool\n\n    def below(self):\n        x = self.made()\n        x.start()\n";
    assert_eq!(of_pool("start", lines), "below");
    let text = format!("{OWN}{lines}");
    assert_eq!(callers(&[("pool.py", text.as_str())], "$.code.method(\"Other.start\").callers()"), "base");
}

#[test]
fn a_value_of_unknown_type_has_no_method_that_cannot_take_the_arguments() {
    let own = "class Store:\n    def keep(self, name, *, when=None): ...\n\n    @staticmethod\n    def make(name, size=1): ...\n\n    \
               @wrapped\n    def other(self): ...\n\n    def any(self, *names, **more): ...\n\n    \
               def short(self, text=\", \", size: Annotated[int, Field(gt=1)] = 2): ...\n";
    let user = "from store import Store\n\n\n\
                def one(x):\n    x.keep('a')\n    x.make('a', 2)\n    x.other(1, 2)\n    x.any(1, 2, b=3)\n    x.short('a', 1)\n\n\n\
                def two(x):\n    x.keep('a', 'b')\n    x.make()\n    x.any()\n    x.short('a', size=1)\n\n\n\
                def three(x):\n    x.keep('a', when=1)\n    x.make(name='a', size=3)\n    x.short(1, 2, 3)\n\n\n\
                def four(x, all):\n    x.keep(*all)\n    x.make('a', far=1)\n    x.short(other=1)\n\n\n\
                def five(X):\n    X.keep(1, 'a')\n    X.keep(\n        1,\n        'a',\n    )\n    X.short(1, 2, 3)\n\n\n\
                def six(x):\n    x.keep()\n    x.short(lambda a, b: a)\n";
    let files = [("store.py", own), ("user.py", user)];
    let of = |name: &str| callers(&files, &format!("$.code.method(\"Store.{name}\").callers()"));
    assert_eq!(of("keep"), "~five ~four ~one ~three");
    assert_eq!(of("make"), "~one ~three");
    assert_eq!(of("other"), "~one");
    assert_eq!(of("any"), "~one ~two");
    assert_eq!(of("short"), "~five ~one ~six ~two");
}

#[test]
fn a_further_name_of_a_method_or_function_is_a_name_of_it() {
    let files = &[
        (
            "a.py",
            "class Result:\n    def get(self, timeout=None):\n        return 1\n\n    wait = get  # the older name\n    \
             count = 3\n    peek = staticmethod(look)\n\n\nclass Other:\n    def wait(self):\n        return 2\n\n\n\
             def new_name():\n    return 2\n\n\nold_name = new_name\n\n\nclass Sub(Result):\n    def use(self):\n        \
             return self.wait()\n\n\ndef typed(r: Result):\n    return r.wait(3)\n\n\ndef other(o: Other):\n    \
             return o.wait()\n\n\ndef unknown(x):\n    x.wait()\n    return old_name()\n",
        ),
        (
            "b.py",
            "from a import old_name, Result\nimport a\n\n\ndef far():\n    old_name()\n\n\ndef made():\n    a.old_name()\n    Result().wait()\n",
        ),
    ];
    assert_eq!(callers(files, "$.code.method(\"Result.get\").callers()"), "made typed use ~unknown");
    assert_eq!(callers(files, "$.code.method(\"Other.wait\").callers()"), "other ~unknown");
    assert_eq!(callers(files, "$.code.function(\"new_name\").callers()"), "far made unknown");
    assert_eq!(callers(files, "$.code.function(\"typed\").callees()"), "get");
    assert_eq!(callers(files, "$.code.function(\"far\").callees()"), "new_name");
    let lines = |query: &str| {
        let found = crate::relations::results(files, query).hits;
        found.iter().map(|hit| format!("{}:{}", hit.path, hit.line)).collect::<Vec<_>>().join(" ")
    };
    let named = lines("$.code.method(\"Result.get\").references()");
    assert!(named.contains("a.py:24") && named.contains("a.py:28") && named.contains("b.py:11"), "{named}");
    assert!(!named.contains("a.py:32"), "{named}");
}

/// Who calls a method of the class P, where a file has these lines; another class has a method of that name.
fn of_p(lines: &str) -> String {
    let text = format!(
        "class P:\n    def emit(self): ...\n\n\nclass Q:\n    def emit(self): ...\n\n\nclass R:\n    def emit(self): ...\n\n\n{lines}"
    );
    callers(&[("a.py", text.as_str())], "$.code.class(\"P\").method(\"emit\").callers()")
}

#[test]
fn a_value_of_one_of_several_types_is_of_none_but_those() {
    let lines = "class E:\n    def rep(self) -> \"P | Q\": ...\n    def other(self) -> Q | R: ...\n\n\n\
                 def mine(e: E):\n    r = e.rep()\n    r.emit()\n\n\ndef others(e: E):\n    r = e.other()\n    r.emit()\n\n\n\
                 def given(x: P | R):\n    x.emit()\n\n\ndef neither(x: Q | R):\n    x.emit()\n";
    assert_eq!(of_p(lines), "~given ~mine");
}

#[test]
fn what_is_given_a_type_yields_a_value_of_it() {
    let lines = "def called(c: Callable[..., T], x) -> T: ...\n\n\ndef protocol(c: Makes[T] | Callable[[int], T], x) -> T: ...\n\n\n\
                 @overload\ndef either(c: str, x) -> str: ...\n\n\n@overload\ndef either(c: Makes[T], x) -> T: ...\n\n\n\
                 def either(c: Any, x) -> Any: ...\n\n\ndef by_call():\n    called(P, 1).emit()\n\n\ndef by_protocol():\n    protocol(P, 1).emit()\n\n\n\
                 def by_overload():\n    p = either(P, 1)\n    p.emit()\n\n\ndef not_mine():\n    called(Q, 1).emit()\n\n\n\
                 class Form:\n    def __call__(self) -> P: ...\n\n\ndef by_value():\n    form = Form()\n    p = form()\n    p.emit()\n";
    assert_eq!(of_p(lines), "by_call by_overload by_protocol by_value");
}

#[test]
fn parts_of_tuples_and_elements_of_containers_have_their_types() {
    let lines = "class View(Sized):\n    def __iter__(self) -> Iterator[P]: ...\n    def __getitem__(self, at: int) -> P: ...\n\n\n\
                 def feed() -> tuple[list[tuple[Q, P]], bool]: ...\n\n\n\
                 def part():\n    q, p = feed()[0][0]\n    p.emit()\n\n\ndef looped():\n    pairs, up = feed()\n    for q, p in pairs:\n        p.emit()\n\n\n\
                 def first():\n    pairs, up = feed()\n    q, p = pairs[0]\n    p.emit()\n\n\ndef listed(v: View):\n    x = list(v)[0]\n    x.emit()\n\n\n\
                 def nexted(v: View):\n    x = next(iter(v))\n    x.emit()\n\n\ndef through(v: View):\n    for p in v:\n        p.emit()\n\n\n\
                 def sorted_(v: list[P]):\n    sorted(v)[0].emit()\n\n\ndef indexed(v: View):\n    v[0].emit()\n\n\n\
                 def other():\n    pairs, up = feed()\n    for q, p in pairs:\n        q.emit()\n";
    assert_eq!(of_p(lines), "first indexed listed looped nexted part sorted_ through");
}

#[test]
fn what_another_function_binds_ends_with_it() {
    let files = &[(
        "a.py",
        "class Wide:\n    def list(self): pass\nclass Own:\n    def list(self): pass\n\n\
         def nested(repo: Own):\n    def inner(repo: Wide):\n        repo = Wide()\n        return 1\n    repo.list()\n\n\
         def typed(repo: Own):\n    class C:\n        def m(self, repo: Wide): pass\n    repo.list()\n\n\
         def listed(repo: Own):\n    xs = [repo for repo in [Wide()]]\n    repo.list()\n\n\
         def closed(repo: Own):\n    def inner():\n        x = 1\n\n        repo.list()\n    return inner\n",
    )];
    assert_eq!(callers(files, "$.code.method(\"Own.list\").callers()"), "inner listed nested typed");
    assert_eq!(callers(files, "$.code.method(\"Wide.list\").callers()"), "");
}

#[test]
fn a_script_imports_what_stands_beside_it_in_a_directory_that_is_a_package() {
    let module = "def create():\n    return 1\n";
    let test = "from pysim import create\n\n\ndef test_mix():\n    create()\n";
    let script = "import pysim\n\n\ndef main():\n    pysim.create()\n\n\nif __name__ == \"__main__\":\n    main()\n";
    // A part of the package that imports a name gets what is installed under it.
    let part = "from pysim import create\n\n\ndef other():\n    create()\n";
    let files = [
        ("an/__init__.py", ""),
        ("an/pysim.py", module),
        ("an/pysim_test.py", test),
        ("an/run.py", script),
        ("an/part.py", part),
    ];
    assert_eq!(callers(&files, "$.code.function(\"create\").callers()"), "main test_mix");
}

#[test]
fn calls_on_values_of_foreign_types_are_told_of_functions_without_callers() {
    let text = "import plugs\n\n\ndef on_start(x):\n    pass\n\n\nclass Item:\n    @property\n    def hook(self) -> plugs.Relay:\n        \
                pass\n\n\ndef run(item: Item):\n    hook = item.hook\n    hook.on_start(x=1)\n";
    let found = results(&[("a.py", text)], "$.code.function(\"on_start\").callers()");
    assert_eq!(found.total, 0);
    let told = [found.notes, found.hints].concat().join("\n");
    assert!(told.contains("taken for one of something else"), "{told}");
}

#[test]
fn of_many_functions_of_one_name_it_is_told_once_that_calls_are_taken_for_others() {
    let one = "def on_start(x):\n    pass\n";
    let use_ = "import plugs\n\n\ndef run(hook: plugs.Relay):\n    hook.on_start(1)\n";
    let files = &[("a.py", one), ("b.py", one), ("c.py", one), ("d.py", one), ("run.py", use_)];
    let found = results(files, "$.code.function(\"on_start\").callers()");
    let told = [found.notes, found.hints].concat().join("\n");
    assert!(told.contains("a call of on_start here is taken for one of something else"), "{told}");
}

#[test]
fn in_the_body_of_a_class_its_methods_need_nothing_in_front_of_them() {
    let text = "class Printer:\n    table = {}\n\n    def show(self):\n        pass\n\n    def idle(self):\n        show = 1\n        \
                return show\n\n    table[list] = show\n\n\nshow = 2\n";
    let found = results(&[("a.py", text)], "$.code.method(\"Printer.show\").references()");
    let lines: Vec<u32> = found.hits.iter().map(|hit| hit.line).collect();
    assert_eq!(lines, [11]);
}

#[test]
fn a_body_of_a_class_knows_its_names_from_where_they_are_bound() {
    let files = &[(
        "a.py",
        "def helper(i):\n    return i\n\n\nclass A:\n    x = helper(1)\n\n    def helper(i):\n        return i\n\n    \
         y = helper(2)\n    g = [helper(i) for i in range(3)]\n    h = [i for i in helper(3)]\n\n    \
         def m(self, z=helper(4)):\n        return helper(z)\n\n    @helper(5)\n    def o(self):\n        pass\n\n\n\
         class B(A):\n    q = helper(7)\n",
    )];
    assert_eq!(callers(files, "$.code.function(\"helper\")[?(@.line==1)].callers()"), "g m q x");
    assert_eq!(callers(files, "$.code.method(\"A.helper\").callers()"), "h m o y");
}

#[test]
fn directories_of_one_name_without_a_module_of_their_own_are_one_package() {
    let files = &[
        ("plug/the.py", "class The:\n    def say(self, a):\n        return a\n\n\ndef pairs(x):\n    return x\n"),
        ("core/__init__.py", ""),
        ("test/__init__.py", ""),
        ("test/plugins/__init__.py", ""),
        ("test/rsrc/plug/other.py", "def pairs(x):\n    return x\n"),
        (
            "test/plugins/test_the.py",
            "import plug.the\nfrom plug import other, the\nfrom plug.the import The\n\n\ndef test_one():\n    The().say(1)\n\n\n\
             def test_two():\n    the.pairs(2)\n\n\ndef test_three():\n    plug.the.pairs(3)\n\n\n\
             def test_four():\n    other.pairs(4)\n",
        ),
    ];
    let of = |path: &str| callers(files, &format!("$.code.function(\"pairs\")[?(@.path==\"{path}\")].callers()"));
    assert_eq!(callers(files, "$.code.method(\"The.say\").callers()"), "test_one");
    assert_eq!(of("plug/the.py"), "test_three test_two");
    assert_eq!(of("test/rsrc/plug/other.py"), "test_four");
}

#[test]
fn calls_on_what_nothing_is_known_of_are_counted_where_no_import_leads_to_the_method() {
    let files = &[
        ("lib/result.py", "class Result:\n    def gather(self, index=0):\n        return []\n"),
        (
            "app/use.py",
            "def read(cursor):\n    return cursor.gather()\n\n\ndef other(cursor):\n    return cursor.gather(1, 2, 3)\n",
        ),
    ];
    for relation in ["callers", "references"] {
        let query = format!("$.code.method(\"Result.gather\").{relation}()");
        assert!(results(files, &query).hits.is_empty());
        let (_folder, indexer) = indexed(files);
        let plan = compile(&query).expect("a query");
        let notes = run(&plan, &indexer.library(), &Ticket::forever()).expect("a fresh ticket").notes;
        assert!(notes.iter().any(|note| note.starts_with("1 place with .gather left out")), "{notes:?}");
    }
}

#[test]
fn a_script_that_is_named_like_a_package_hides_nothing_of_it() {
    let package = [
        ("acme/__init__.py", ""),
        ("acme/net/__init__.py", ""),
        ("acme/net/check.py", "def is_ok(x):\n    return x\n"),
        (
            "acme/main.py",
            "from acme.net import check\nfrom acme.net.check import is_ok\n\n\ndef run():\n    check.is_ok(1)\n\n\n\
             def other():\n    is_ok(2)\n",
        ),
        ("tests/test_check.py", "import acme\n\n\ndef test_ok():\n    acme.net.check.is_ok(3)\n"),
    ];
    let script = "#!/usr/bin/env python\nfrom acme.main import run\n\nrun()\n";
    for path in ["bin/acme.py", "release/specs/acme", "tests/tools/acme.py", "scripts/acme.pyw"] {
        let files = [&package[..], &[(path, script)]].concat();
        assert_eq!(callers(&files, "$.code.function(\"is_ok\").callers()"), "other run test_ok", "{path}");
        assert_eq!(
            callers(&files, "$.code.function(\"run\").callers()"),
            path.rsplit('/').next().unwrap_or_default(),
            "{path}"
        );
    }
}

#[test]
fn of_two_packages_of_a_name_that_may_both_be_meant_neither_is_sure() {
    let user = "from common.text import clean\n\n\ndef use():\n    clean(1)\n";
    let own = "def clean(x):\n    return x\n";
    let files = [
        ("a/common/__init__.py", ""),
        ("a/common/text.py", own),
        ("b/common/__init__.py", ""),
        ("b/common/text.py", own),
        ("b/common/more.py", user),
        ("tools/use.py", user),
    ];
    assert_eq!(callers(&files, "$.code.function(\"clean\")[?(@.path==\"a/common/text.py\")].callers()"), "~use");
    assert_eq!(callers(&files, "$.code.function(\"clean\")[?(@.path==\"b/common/text.py\")].callers()"), "use ~use");
}

#[test]
fn a_mark_in_place_of_a_type_leaves_it_to_the_value_and_a_function_may_return_a_class() {
    let lines = "from typing import Final\n\n\nclass Holder:\n    def __init__(self):\n        self.x: Final = Pool()\n        \
                 self.y: Final = Other()\n\n    def run(self):\n        self.x.start()\n\n    def walk(self):\n        \
                 self.y.start()\n\n\nsize: Final = Pool()\n\n\ndef outer():\n    size.start()\n\n\n\
                 def kind():\n    return Pool\n\n\ndef either(x):\n    if x:\n        return Pool\n    return Other\n\n\n\
                 def made():\n    kind()().start()\n\n\ndef named():\n    cls = kind()\n    cls().start()\n\n\n\
                 def doubted():\n    either(1)().start()\n";
    assert_eq!(of_pool("start", lines), "made named outer run ~doubted");
}

#[test]
fn a_constructor_is_run_by_types_below_that_have_it() {
    let text = "class Base:\n    def __init__(self, n=0):\n        self.n = n\n\n    @classmethod\n    def make(cls):\n        return cls(1)\n\n\n\
                class Mid(Base):\n    pass\n\n\nclass Low(Mid):\n    def __init__(self):\n        super().__init__(2)\n\n    def twin(self):\n        return Low()\n\n\n\
                class Own(Base):\n    def __init__(self):\n        Base.__init__(self, 3)\n\n\nclass Apart:\n    def __init__(self):\n        super().__init__()\n\n\n\
                def direct():\n    return Base(1)\n\n\ndef below():\n    return Mid(2)\n\n\ndef other():\n    return Low()\n";
    let of = |name: &str| callers(&[("a.py", text)], &format!("$.code.constructor(\"{name}.__init__\").callers()"));
    assert_eq!(of("Base"), "__init__ __init__ below direct make");
    assert_eq!(of("Low"), "other twin");
}

#[test]
fn what_has_the_methods_of_a_protocol_is_of_it() {
    let text = "from typing import Protocol\n\n\nclass Handler(Protocol):\n    def fetch(self, request):\n        ...\n\n    def close(self):\n        ...\n\n\n\
                class Web:\n    def fetch(self, request):\n        pass\n\n    def close(self):\n        pass\n\n\n\
                class Half:\n    def fetch(self, request):\n        pass\n\n\n\
                class Wide:\n    def fetch(self, request, more):\n        pass\n\n    def close(self):\n        pass\n\n\n\
                def use(handler: Handler):\n    handler.fetch(1)\n";
    let of = |name: &str| callers(&[("a.py", text)], &format!("$.code.method(\"{name}.fetch\").callers()"));
    assert_eq!(of("Handler"), "use");
    assert_eq!(of("Web"), "~use");
    assert_eq!(of("Half"), "");
    assert_eq!(of("Wide"), "");
    let found = results(&[("a.py", text)], "$.code.class(\"Handler\").implementations()").hits;
    assert_eq!(found.iter().map(|hit| hit.name.as_str()).collect::<Vec<_>>(), ["Web"]);
}

#[test]
fn values_of_maps_and_numbered_elements_are_of_their_types() {
    let lines = "class Holder:\n    def __init__(self):\n        self.pools: dict[str, Pool] = {}\n        self.all: list[Pool] = []\n\n    \
                 def values(self):\n        for pool in self.pools.values():\n            pool.start()\n\n    \
                 def items(self):\n        for name, pool in self.pools.items():\n            pool.start()\n\n    \
                 def numbered(self):\n        for at, pool in enumerate(self.all):\n            pool.start()\n\n    \
                 def one(self):\n        self.pools.get(\"a\").start()\n";
    assert_eq!(of_pool("start", lines), "items numbered one values");
}
