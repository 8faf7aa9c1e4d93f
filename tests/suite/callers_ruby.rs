//! Callers in Ruby: what a method is called on, at the level of values or of the class itself, and where it is looked up.

use crate::relations::callers;

const TREE: &[(&str, &str)] = &[
    (
        "lib/shop/document.rb",
        "module Shop\n  class Document\n    def self.parse(text)\n      new(text).tidy\n    end\n\n    def initialize(text)\n      \
         @text = text\n    end\n\n    def parse(text)\n      render(text)\n    end\n\n    def render(x)\n      x\n    end\n\n    \
         def tidy\n      self\n    end\n  end\nend\n",
    ),
    (
        "lib/shop/invoice.rb",
        "module Shop\n  module Printed\n    def print\n      render(1)\n    end\n  end\n\n  class Invoice < Document\n    \
         include Printed\n    extend Finding\n\n    class << self\n      def open(x)\n        find(x)\n      end\n    end\n\n    \
         def initialize(text)\n      super\n      @lines = Lines.new(text)\n      @any = text\n    end\n\n    \
         attr_reader :lines\n\n    def render(x)\n      super\n      @lines.total\n      @any.total\n    end\n\n    \
         def both\n      print\n      self.tidy\n      self.class.open(1)\n    end\n  end\n\n  module Finding\n    def find(x)\n      \
         x\n    end\n  end\n\n  class Lines\n    def total\n      1\n    end\n  end\nend\n",
    ),
    (
        "lib/other.rb",
        "class Document\n  def self.parse(x); end\n  def total; end\nend\nmodule Tools\n  module_function\n\n  def pack(x); end\nend\n\
         module Kept\n  extend self\n\n  def keep(x); end\nend\n",
    ),
    (
        "lib/use.rb",
        "class Use\n  def made; Shop::Document.parse(1); end\n  def value; Shop::Document.new(1).parse(2); end\n  \
         def local\n    doc = Shop::Document.new(1)\n    doc.parse(2)\n  end\n  \
         def other; Document.parse(1); end\n  def unknown(doc); doc.parse(1); end\n  def lines; Shop::Invoice.new(1).lines.total; end\n  \
         def text; \"a\".parse(1); end\n  def pack; Tools.pack(1); end\n  def keep; Kept.keep(1); end\n  \
         def opened; Shop::Invoice.open(1); end\n  def twice(x)\n    doc = Shop::Document.new(1)\n    doc = x\n    doc.tidy\n  end\n  \
         def yielded; Shop::Document.new(1).tidy.tidy; end\nend\n",
    ),
];

fn of(path: &str, line: u32) -> String {
    callers(TREE, &format!("$.code.functions[?(@.path==\"{path}\" && @.line=={line})].callers()"))
}

#[test]
fn methods_of_a_class_and_of_its_values_are_told_apart() {
    assert_eq!(of("lib/shop/document.rb", 3), "made ~unknown", "self.parse");
    assert_eq!(of("lib/shop/document.rb", 11), "local value ~unknown", "parse");
    assert_eq!(of("lib/other.rb", 2), "other ~unknown", "a path tells classes of one name apart");
}

#[test]
fn a_class_is_made_by_new_and_by_super() {
    assert_eq!(of("lib/shop/document.rb", 7), "initialize local parse twice value yielded");
    assert_eq!(of("lib/shop/invoice.rb", 18), "lines ~parse", "new in a class may make one below it");
    assert_eq!(callers(TREE, "$.code.method(\"Use.value\").callees()"), "initialize parse");
    assert_eq!(callers(TREE, "$.code.method(\"Invoice.render\").callees()"), "render total");
}

#[test]
fn a_method_is_looked_up_in_what_is_mixed_in_and_above() {
    assert_eq!(of("lib/shop/document.rb", 15), "parse render ~print", "super calls the one above");
    assert_eq!(
        of("lib/shop/document.rb", 19),
        "both parse yielded ~twice",
        "of a variable that is set to something else"
    );
    assert_eq!(of("lib/shop/invoice.rb", 3), "both", "included");
    assert_eq!(of("lib/shop/invoice.rb", 40), "open", "extended");
    assert_eq!(of("lib/shop/invoice.rb", 13), "both opened", "class << self");
    assert_eq!(of("lib/other.rb", 8), "pack", "module_function");
    assert_eq!(of("lib/other.rb", 13), "keep", "extend self");
}

#[test]
fn a_field_is_what_the_methods_of_the_class_set_it_to() {
    assert_eq!(of("lib/shop/invoice.rb", 46), "lines render");
    assert_eq!(of("lib/other.rb", 3), "~render", "of a field that may be anything");
}

#[test]
fn a_class_above_is_meant_by_the_modules_around_it() {
    assert_eq!(
        callers(TREE, "$.code.class(\"Invoice\").supertypes()"),
        "Document Finding Printed",
        "what it mixes in as well"
    );
    assert_eq!(
        callers(TREE, "$.code.class(\"Document\")[?(@.path==\"lib/shop/document.rb\")].implementations()"),
        "Invoice"
    );
    assert_eq!(callers(TREE, "$.code.class(\"Document\")[?(@.path==\"lib/other.rb\")].implementations()"), "");
}

#[test]
fn modules_may_be_mixed_in_from_outside() {
    let text = "module Greeting\n  def hello; end\nend\n\nmodule Building\n  def build; end\nend\n\n\
                class Base\nend\nBase.send :include, Greeting\n\nclass Plain\nend\nPlain.include(Greeting)\n\n\
                module Joined\n  def self.included(base)\n    base.send :include, Greeting\n    base.extend Building\n  end\nend\n\n\
                class Third\n  include Joined\n\n  def run\n    hello\n  end\n\n  def self.make\n    build\n  end\nend\n\n\
                class Other\n  def hello; end\n\n  def build; end\nend\n\n\
                def base\n  Base.new.hello\nend\n\ndef plain\n  Plain.new.hello\nend\n\ndef other\n  Other.new.hello\nend\n";
    let files = [("a.rb", text)];
    assert_eq!(super::relations::callers(&files, "$.code.method(\"Greeting.hello\").callers()"), "base plain run");
    assert_eq!(super::relations::callers(&files, "$.code.method(\"Building.build\").callers()"), "make");
    assert_eq!(super::relations::callers(&files, "$.code.module(\"Greeting\").implementations()"), "Base Plain");
}
