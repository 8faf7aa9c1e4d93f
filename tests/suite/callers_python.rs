//! Callers in Python: what a value is, as assignments, loops, tuples and attributes tell.

use crate::relations::callers;

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
