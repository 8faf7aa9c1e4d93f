//! Callers in Ruby where a value may be one of several: what is not known stays, with a doubt, and what is asked for over and
//! over comes to an end.

use crate::relations::callers;

/// The callers of the method in a line of the only file.
fn of(text: &str, line: u32) -> String {
    callers(&[("a.rb", text)], &format!("$.code.functions[?(@.line=={line})].callers()"))
}

/// Two classes that both have `run`, in the lines 2 and 5.
fn with_two(rest: &str) -> String {
    format!("class Foo\n  def run; end\nend\nclass Bar\n  def run; end\nend\n{rest}")
}

/// The callers of `run` of each of the two.
fn both(rest: &str) -> (String, String) {
    let text = with_two(rest);
    (of(&text, 2), of(&text, 5))
}

fn pair(first: &str, second: &str) -> (String, String) {
    (first.to_owned(), second.to_owned())
}

#[test]
fn what_stands_in_class_self_ends_where_it_is_closed() {
    let text = "class A\n  class << self; attr_accessor :config; end\n  def run\n    1\n  end\nend\n\
                def m\n  A.new.run\n  A.run\nend\n";
    assert_eq!(of(text, 3), "m", "in one line");
    let text = "class K\n  class<<self\n    def build\n      if x then 1 end\n    end\n  end\n  def made; end\nend\n\
                def m; K.build; end\ndef n; K.new.made; end\n";
    assert_eq!((of(text, 3), of(text, 7)), pair("m", "n"), "without a blank, and nothing else in the file");
    // On a line with something else its column does not tell.
    let ends = "class A; class << self\n    def a(x) = x\n    def b=(x)\n      y = if x then 1 else 2 end\n      return if y\n    end\n    \
                def end; z = { if: 1, end: 2 }.end; end\n    def c\n      while x do\n        z if y\n      end\n      f do |k| k end\n    \
                end\n    def last; end\n  end\n  def run; end\nend\ndef m; A.last; A.new.run; end\n";
    assert_eq!((of(ends, 14), of(ends, 16)), pair("m", "m"), "whatever ends with `end`, or does not");
}

#[test]
fn what_is_above_a_class_of_the_language_is_its_own_as_well() {
    let text = "class Numeric\n  def twice; end\nend\nmodule Enumerable\n  def avg; end\nend\nmodule Comparable\n  def near; end\nend\n\
                module Shouting\n  refine String do\n    def shout; end\n  end\nend\nclass StandardError\n  def told; end\nend\n\
                class Odd < ArgumentError\n  def go; told; end\nend\n\
                def a; 5.twice; end\ndef b; 1.5.twice; end\ndef c; [1].avg; end\ndef d; \"a\".near; end\n\
                def e; \"a\".shout; [1].shout; end\ndef f; \"a\".avg; 5.avg; :a.twice; end\ndef g; Set.new.avg; end\n";
    assert_eq!(of(text, 2), "~a ~b", "classes of the language may have methods of the name");
    assert_eq!(of(text, 5), "~c ~g");
    assert_eq!(of(text, 8), "~d");
    assert_eq!(of(text, 12), "~e", "refined");
    assert_eq!(of(text, 16), "go", "an error below one of the language");
    let text = "module Shouting\n  refine String do\n    def shout; end\n  end\nend\ndef e; [1].shout; end\n";
    assert_eq!(of(text, 3), "", "of what is something else");
}

#[test]
fn a_literal_is_of_the_class_that_it_is_written_as() {
    let text = "class Float\n  def m; end\nend\nclass Integer\n  def m; end\nend\nclass Array\n  def m; end\nend\n\
                class Regexp\n  def m; end\nend\nclass String\n  def m; end\nend\nclass Symbol\n  def m; end\nend\n\
                def a; 1.5.m; end\ndef b; 15.m; end\ndef c; %w[a b].m; %i[a].m; [1].m; end\ndef d; /x/.m; /a#{1}b/.m; %r{x}.m; end\n\
                def e; \"x\".m; 'x'.m; \"a#{\"b\"}c\".m; %q(a).m; end\ndef f; 1e5.m; end\ndef g; :x.m; end\n";
    let all: Vec<String> = [2, 5, 8, 11, 14, 17].iter().map(|&line| of(text, line)).collect();
    assert_eq!(all, ["a f", "b", "c", "d", "e", "g"]);
}

#[test]
fn a_method_yields_what_each_of_its_ways_out_does() {
    let client = |body: &str| both(&format!("class C\n  def client\n{body}  end\n  def go; client.run; end\nend\n"));
    assert_eq!(client("    Foo.new\n  rescue A, B => e\n    Bar.new\n"), pair("~go", "~go"));
    assert_eq!(client("    Foo.new\n  ensure\n    Bar.new\n"), pair("go", ""), "what is ensured is not yielded");
    assert_eq!(client("    Foo.new\n  rescue A\n    raise\n"), pair("go", ""), "an error is no value");
    assert_eq!(client("    Bar.new\n  rescue A\n    nil\n  else\n    Foo.new\n"), pair("go", ""));
    assert_eq!(client("    begin\n      x\n    rescue A\n      y\n    end\n    Foo.new\n"), pair("go", ""));
    assert_eq!(client("    x ||\n      Foo.new\n"), pair("~go", "~go"), "over two lines");
    let local = |value: &str| both(&format!("class C\n  def go\n    x = {value}\n    x.run\n  end\nend\n"));
    assert_eq!(local("Foo.new rescue Bar.new"), pair("~go", "~go"));
    assert_eq!(local("Foo.new\n      .other"), pair("~go", "~go"), "a chain below");
    assert_eq!(local("Foo.new do |y|\n      y\n    end.other"), pair("~go", "~go"), "a chain behind a block");
    assert_eq!(local("Foo.new do |y|\n      y\n    end"), pair("go", ""));
}

#[test]
fn what_is_one_of_a_few_is_none_of_others() {
    let text = "class Top\n  def all; end\nend\nclass One < Top\n  def run; end\nend\nclass Two < Top\n  def run; end\nend\n\
                class Other\n  def run; end\n  def all; end\nend\nclass C\n  def pick\n    One.new\n  rescue A\n    Two.new\n  end\n  \
                def go; pick.run; end\n  def on; pick.all; end\nend\n";
    let all: Vec<String> = [2, 5, 8, 11, 12].iter().map(|&line| of(text, line)).collect();
    assert_eq!(all, ["on", "~go", "~go", "", ""]);
}

#[test]
fn a_class_below_may_yield_or_set_something_else() {
    let made = "class Base\n  def make; Foo.new; end\n  def go; make.run; end\nend\n";
    assert_eq!(both(made), pair("go", ""));
    assert_eq!(both(&format!("{made}class Sub < Base\n  def make; Bar.new; end\nend\n")), pair("~go", "~go"));
    assert_eq!(both(&format!("{made}class Sub < Base\n  def make; Foo.new; end\nend\n")), pair("go", ""));
    let set = "class Base\n  def initialize; @x = Foo.new; end\n  def go; @x.run; end\nend\n";
    assert_eq!(both(set), pair("go", ""));
    assert_eq!(both(&format!("{set}class Sub < Base\n  def initialize; @x = Bar.new; end\nend\n")), pair("~go", "~go"));
    let mixed = "module Setting\n  def set; @x = Bar.new; end\nend\nclass Sub < Base\n  include Setting\nend\n";
    assert_eq!(both(&format!("{set}{mixed}")), pair("~go", "~go"), "by what is mixed in below");
    let mixed = "module Named\n  def go; made.run; end\n  def made; Foo.new; end\nend\nclass Own\n  include Named\n  \
                 def made; Bar.new; end\nend\n";
    assert_eq!(both(mixed), pair("~go", "~go"), "what mixes a module in is below it");
}

#[test]
fn a_variable_with_a_writer_may_be_set_from_outside() {
    let class = "class C\n  attr_accessor :client\n  def initialize; @client = Foo.new; end\n  def go; @client.run; end\n  \
                 def on; client.run; end\nend\n";
    assert_eq!(both(class), pair("go on", ""), "nobody does");
    assert_eq!(both(&format!("{class}def setup(c); c.client = Bar.new; end\n")), pair("~go ~on", "~go ~on"));
    let read = class.replace("attr_accessor", "attr_reader");
    assert_eq!(both(&format!("{read}def setup(c); c.client = Bar.new; end\n")), pair("go on", ""), "no writer");
    let lazy = "class C\n  attr_writer :client\n  def client; @client ||= Foo.new; end\n  def go; client.run; end\nend\n\
                def setup(c); c.client = Bar.new; end\n";
    assert_eq!(both(lazy), pair("~go", "~go"), "what is made where nothing is yet");
}

#[test]
fn a_constant_may_be_set_more_than_once() {
    let set = |second: &str| both(&format!("if X\n  B = Foo.new\nelse\n  B = {second}.new\nend\ndef go; B.run; end\n"));
    assert_eq!(set("Bar"), pair("~go", "~go"));
    assert_eq!(set("Foo"), pair("go", ""));
}

#[test]
fn a_parameter_hides_a_method_of_its_name() {
    let class = |body: &str| both(&format!("class C\n  def item; Foo.new; end\n  def go\n    {body}\n  end\nend\n"));
    assert_eq!(class("item.run"), pair("go", ""));
    for body in [
        "->(item) { item.run }",
        "-> item { item.run }",
        "list.each { |a = 1, item| item.run }",
        "list.each do |a, (b, item)| item.run end",
        "a, (b, item) = list\n    item.run",
        "for a, item in list do item.run end",
        "x = list\n    rescue E => item\n    item.run",
        "case list\n    in {item:} then item.run\n    end",
        "/(?<item>x)/ =~ list\n    item.run",
        "item = 1\n    item &&= list\n    item.run",
    ] {
        assert_eq!(class(body), pair("~go", "~go"), "{body}");
    }
    let tests = "describe \"x\" do\n  it(\"a\") { item = Foo.new; item.run }\n  it(\"b\") { item.run }\n  it(\"c\") do\n    \
                 item = Bar.new\n    item.run\n  end\nend\n";
    assert_eq!(both(tests), pair("a ~b", "c ~b"), "what a test binds is not seen in another");
}

#[test]
fn programs_of_one_workspace_have_classes_of_one_path() {
    let app = "class App\n  def start; end\nend\nApp.new.start\n";
    let tree = [("x/a.rb", app), ("y/a.rb", app), ("z.rb", "def z; App.new.start; end\n")];
    let of = |path: &str| callers(&tree, &format!("$.code.functions[?(@.path==\"{path}\" && @.line==2)].callers()"));
    assert_eq!(of("x/a.rb"), "a.rb ~a.rb ~z", "its own for certain");
    assert_eq!(of("y/a.rb"), "a.rb ~a.rb ~z");
    let below =
        |above: &str| format!("class {above}\n  def go; end\nend\nclass Top < {above}\nend\ndef u; Top.new.go; end\n");
    let (x, y) = (below("One"), below("Two"));
    let tree = [("x/a.rb", x.as_str()), ("y/a.rb", y.as_str())];
    let of = |path: &str| callers(&tree, &format!("$.code.functions[?(@.path==\"{path}\" && @.line==2)].callers()"));
    assert_eq!(of("y/a.rb"), "u ~u", "below another class in each");
}

#[test]
fn variables_that_lead_to_each_other_are_told_once() {
    // Twelve ways on at each of so many variables: what was told on the way is not told anew.
    let chain = |length: usize, last: &str| {
        let step = |at: usize| format!("    x{at} = x{}\n", at + 1).repeat(12);
        let all: String = (1..length).map(step).collect();
        format!("class C\n  def go\n{all}    x{length} = {last}\n    x1.run\n  end\nend\n")
    };
    assert_eq!(both(&chain(12, "Foo.new")), pair("go", ""));
    assert_eq!(both(&chain(12, "x1")), pair("~go", "~go"), "in a circle");
    assert_eq!(both(&chain(400, "Foo.new")), pair("~go", "~go"), "too far");
    let circle: String = (1..40).flat_map(|at| (1..40).map(move |of| format!("    x{at} = x{of}\n"))).collect();
    assert_eq!(both(&format!("class C\n  def go\n{circle}    x1.run\n  end\nend\n")), pair("~go", "~go"));
    let deep = format!("def go; {}Foo.new{}.run; end\n", "(".repeat(20_000), ")".repeat(20_000));
    assert_eq!(both(&deep), pair("~go", "~go"), "in more brackets than anybody writes");
    let long = format!("def go; Foo.new{}.run; end\n", ".dup".repeat(4_000));
    assert_eq!(both(&long), pair("~go", "~go"), "behind more calls than anybody writes");
}

#[test]
fn each_method_that_calls_super_is_read_once() {
    let class = |at: usize| format!("class C{at} < Base\n  def initialize(a)\n    super(a)\n  end\nend\n");
    let all: String = (0..2_000).map(class).collect();
    let text = format!("class Base\n  def initialize(a); end\nend\n{all}");
    let found = callers(&[("a.rb", &text)], "$.code.constructor(\"initialize\").callers()");
    assert_eq!(found.split(' ').filter(|name| *name == "initialize").count(), 2_000);
}

#[test]
fn the_tests_around_a_call_are_not_read_for_each_call() {
    let test = |at: usize| format!("  it 'does {at}' do\n    foo.call\n    bar.baz({at})\n  end\n");
    let all: String = (0..4_000).map(test).collect();
    let text = format!("class Foo\n  def call; end\nend\ndescribe 'x' do\n  foo = Foo.new\n{all}end\n");
    assert_eq!(of(&text, 2).split(' ').filter(|name| name.starts_with('d')).count(), 4_000);
}

#[test]
fn a_symbol_that_stands_for_a_block_calls_what_is_yielded() {
    let files = &[(
        "a.rb",
        "class Doc\n  def read\n  end\n\n  def kept\n  end\n\n  private\n\n  def hidden\n  end\nend\n\n\
         class Site\n  def run(docs)\n    docs.each(&:read)\n    docs.map &:hidden\n  end\n\n  def keys\n    use(:kept)\n  end\nend\n",
    )];
    assert_eq!(callers(files, "$.code.method(\"Doc.read\").callers()"), "~run");
    assert_eq!(callers(files, "$.code.method(\"Doc.hidden\").callers()"), "");
    assert_eq!(callers(files, "$.code.method(\"Doc.kept\").callers()"), "");
}

#[test]
fn a_key_that_is_a_symbol_names_no_method() {
    let text =
        "class Doc\n  def path\n  end\nend\ndef keys\n  { :path => 1, path: 2 }\nend\ndef listed\n  [:path]\nend\n";
    let found = crate::relations::results(&[("a.rb", text)], "$.code.method(\"Doc.path\").references()").hits;
    assert_eq!(found.iter().map(|hit| hit.line).collect::<Vec<_>>(), [9]);
}
