//! Fields that methods set, `self.count` and `@count`: the places that name them are those of their objects.

use super::relations::results;

/// The places that refer to what `query` finds, with a `~` before those that are not sure.
fn places(files: &[(&str, &str)], query: &str) -> String {
    let hits = results(files, &format!("{query}.references()")).hits;
    let place =
        |hit: &docql::docql::Hit| format!("{}{}:{}", if hit.is_by_name() { "~" } else { "" }, hit.path, hit.line);
    let mut all: Vec<String> = hits.iter().map(place).collect();
    all.sort_unstable();
    all.join(" ")
}

#[test]
fn what_a_constructor_of_python_sets_is_named_by_its_methods() {
    let files = &[
        (
            "a.py",
            "class Worker:\n    def __init__(self):\n        self.count = 0\n\n    def run(self):\n        self.count += 1\n        \
             count = 3\n        return count\n\n\nclass Fast(Worker):\n    def go(self):\n        return self.count\n\n\n\
             class Other:\n    def __init__(self):\n        self.count = 1\n\n    def go(self):\n        return self.count\n",
        ),
        ("b.py", "from a import Worker\n\n\ndef use(worker: Worker, thing):\n    return worker.count + thing.count\n"),
    ];
    let of = |class: &str| places(files, &format!("$.code.class(\"{class}\").fields(\"count\")"));
    assert_eq!(of("Worker"), "a.py:13 a.py:6 b.py:5");
    assert_eq!(of("Other"), "a.py:21");
}

#[test]
fn variables_of_objects_in_ruby_are_those_of_their_class() {
    let files = &[
        (
            "a.rb",
            "class Worker\n  attr_reader :count\n  def initialize\n    @count = 0\n  end\n\n  def run\n    @count += 1\n    \
             count = 2\n    count\n  end\nend\n\nclass Fast < Worker\n  def go\n    @count\n  end\nend\n\nclass Other\n  def go\n    \
             @count\n  end\nend\n",
        ),
        ("b.rb", "class Worker\n  def more\n    \"#{@count} and @count\"\n  end\nend\n"),
    ];
    assert_eq!(places(files, "$.code.class(\"Worker\").fields(\"@count\")"), "a.rb:16 a.rb:8 b.rb:3");
    assert_eq!(places(files, "$.code.class(\"Worker\").properties(\"count\")"), "a.rb:16 a.rb:8 b.rb:3");
}
