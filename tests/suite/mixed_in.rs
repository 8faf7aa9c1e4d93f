//! Ruby: modules that types mix in, methods that the bodies of classes name by symbols, and calls by a name alone of what no
//! class around them has.

use crate::relations::{callers, results};

const MIXED: &[(&str, &str)] = &[
    (
        "safe.rb",
        "module Lib\n  module Safe\n    def check; end\n  end\n  module Other\n    def look; end\n  end\nend\n",
    ),
    (
        "issue.rb",
        "class Base\nend\nclass Issue < Base\n  include Lib::Safe\n  extend Lib::Other\n  def check; end\n  def look; end\nend\n",
    ),
    ("more.rb", "class User\n  prepend Lib::Safe\nend\nmodule Safe\nend\nclass Apart\n  include ::Safe\nend\n"),
];

fn names(files: &[(&str, &str)], query: &str) -> String {
    let mut names: Vec<String> = results(files, query).hits.iter().map(|hit| hit.name.to_string()).collect();
    names.sort();
    names.join(" ")
}

/// The lines that name the method in a line of the only file, with a `~` before those that are not sure.
fn lines(text: &str, line: u32) -> String {
    let files = &[("a.rb", text)];
    let mut hits = results(files, &format!("$.code.functions[?(@.line=={line})].references()")).hits;
    hits.sort_by_key(|hit| hit.line);
    let shown = hits.iter().map(|hit| format!("{}{}", if hit.is_by_name() { "~" } else { "" }, hit.line));
    shown.collect::<Vec<_>>().join(" ")
}

#[test]
fn what_mixes_a_module_in_implements_it() {
    assert_eq!(names(MIXED, "$.code.module(\"Lib.Safe\").implementations()"), "Issue User");
    assert_eq!(names(MIXED, "$.code.module(\"Lib.Other\").implementations()"), "Issue");
    assert_eq!(names(MIXED, "$.code.class(\"Issue\").supertypes(5)"), "Base Other Safe");
    assert_eq!(names(MIXED, "$.code.class(\"Apart\").supertypes()"), "Safe");
    assert_eq!(names(MIXED, "$.code.method(\"Lib.Safe.check\").implementations()"), "check");
    assert_eq!(names(MIXED, "$.code.method(\"Lib.Other.look\").implementations()"), "", "that is one of values");
}

#[test]
fn a_symbol_in_the_body_of_a_class_names_a_method_that_its_values_have() {
    let text = "class App\n  def sign_in; end\n  before_action :sign_in, if: :ready?\n  rescue_from Oops, with: :sorry\n  \
                def ready?; end\n  def sorry; end\n  helper_method :ready?\n  private :sorry\nend\nclass Page < App\n  \
                before_action :sign_in\nend\nclass Apart\n  before_action :sign_in\nend\nclass Open < Elsewhere\n  \
                before_action :hooked\nend\nclass Below < Open\n  def hooked; end\nend\n";
    assert_eq!(lines(text, 2), "3 11", "a class that is known has none of another");
    assert_eq!(lines(text, 5), "3 7");
    assert_eq!(lines(text, 6), "4 8");
    assert_eq!(lines(text, 20), "~17", "one below may have it");
}

#[test]
fn what_a_class_has_is_not_called_by_its_name_alone_where_another_may_have_it() {
    let text = "class Builder\n  def link_somewhere; end\n  def own; link_somewhere; end\nend\n\
                module Helper\n  def helped; link_somewhere; end\n  def tag_somewhere; end\nend\n\
                module More\n  def more; tag_somewhere; end\nend\nclass Known\n  def known; link_somewhere; end\nend\n\
                class Above\n  def above; go_somewhere; end\nend\nclass Under < Above\n  def go_somewhere; end\nend\n";
    let of = |line: u32| callers(&[("a.rb", text)], &format!("$.code.functions[?(@.line=={line})].callers()"));
    assert_eq!(of(2), "own ~helped", "a class whose types above are known is ruled out");
    assert_eq!(of(7), "more", "a module may be mixed in anywhere");
    assert_eq!(of(19), "~above");
    let around = "module Views\n  class Builder\n    def link_somewhere(view)\n      view.link_somewhere(1)\n    end\n  end\nend\n";
    assert_eq!(
        callers(&[("a.rb", around)], "$.code.functions.callers()"),
        "~link_somewhere",
        "no value of the module around it"
    );
}

#[test]
fn what_macros_make_of_a_class_is_a_part_of_it() {
    let text = "class Issue\n  scope :visible, (lambda do |*args|\n    user = args.first\n    where(user)\n  end)\n  \
                scope :open, ->(x) { closed = x; where(closed) }\n  belongs_to :project\n  has_many :journals, -> { order(1) }\n  \
                delegate :title, :size, to: :project\n  class_attribute :limits\n  enum :status, { open: 0 }\n  \
                check if: proc { found = 1 }\nend\ndef a; Issue.visible; end\ndef b(i); Issue.new.title; end\n\
                def c; Issue.limits; end\ndef d; Issue.new.project; end\n";
    let files = &[("a.rb", text)];
    assert_eq!(names(files, "$.code.methods"), "open size title visible");
    assert_eq!(names(files, "$.code.properties"), "journals limits project status");
    assert_eq!(
        names(files, "$.code.fields[?(@.kind==\"field\")]"),
        "",
        "what a function without a name binds is its own"
    );
    assert_eq!(callers(files, "$.code.method(\"visible\").callers()"), "a");
    assert_eq!(callers(files, "$.code.method(\"title\").callers()"), "b");
    let names_in_line = |name: &str, line: u32| {
        let found = results(files, &format!("$.code.property(\"{name}\").references()"));
        found.hits.iter().any(|hit| hit.line == line)
    };
    assert!(names_in_line("limits", 16) && names_in_line("project", 17));
}
