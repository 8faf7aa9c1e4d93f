//! Callers in PHP: what types of parameters, properties and results tell, and where a variable may be something else.

use crate::relations::{callers, results};

/// Two types of which each has `run()`.
const TYPES: &str = "<?php\nnamespace App;\nclass Job { public function run() {} }\nclass Task { public function run() {} }\n\
                     class Small extends Job {}\n";

/// The callers of `Job::run`, where the methods are those of a class.
fn callers_of_job(methods: &str) -> String {
    let text = format!("<?php\nnamespace App;\nclass Boss {{\n{methods}\n}}\n");
    callers(&[("types.php", TYPES), ("boss.php", text.as_str())], "$.code.method(\"Job.run\").callers()")
}

#[test]
fn parameters_and_properties_have_their_types() {
    let methods = "  private Job $job;\n  protected ?Task $task = null;\n  public \\App\\Job|null $maybe;\n  private $set;\n\
                   public function __construct(private readonly Job $given, Task $t, ?Job $j = null) { $this->set = new Job(); }\n\
                   function property() { $this->job->run(); }\n  function another() { $this->task?->run(); }\n\
                   function nothing() { $this->maybe?->run(); }\n  function promoted() { $this->given->run(); }\n\
                   function told() { $this->set->run(); }\n  function parameter(int $n, Job &$j) { $j->run(); }\n\
                   function other(Task $t) { $t->run(); }\n  function below(Small $s) { $s->run(); }\n\
                   function caught() { try { x(); } catch (Job $e) { $e->run(); } }\n\
                   function either(Job|Task $u) { $u->run(); }\n  function untyped($w) { $w->run(); }\n";
    assert_eq!(callers_of_job(methods), "below caught nothing parameter promoted property told ~either ~untyped");
}

#[test]
fn what_functions_yield_has_the_type_behind_their_parameters() {
    let methods = "  function job(): ?Job { return null; }\n  function task(): Task { return new Task; }\n\
                   static function made(): Job { return new Job; }\n\
                   function result() { $this->job()->run(); }\n  function kept() { $x = $this->job(); $x->run(); }\n\
                   function other() { $y = $this->task(); $y->run(); }\n  function shared() { self::made()->run(); }\n\
                   function constructed() { $x = new \\App\\Job(); $x->run(); }\n\
                   function arrow(Task $q) { return fn(Job $q) => $q->run(); }\n\
                   function behind(Task $q) { x(fn(Job $q) => 1, 2); $q->run(); }\n\
                   function closed(Task $q) { x(function (Job $q) { return 1; }); $q->run(); }\n";
    // Arrow functions that are given away have no name.
    assert_eq!(callers_of_job(methods), "arrow constructed kept result shared");
}

#[test]
fn a_variable_that_may_be_something_else_is_open() {
    let methods = "  function set(Job $j) { if (x()) { $j = new Task(); } $j->run(); }\n\
                   function looped(Job $j) { foreach (x() as $j) { $j->run(); } }\n\
                   function keyed(Job $j) { foreach (x() as $k => $j) { $j->run(); } }\n\
                   function parts(Job $j) { [$j, $k] = x(); $j->run(); }\n\
                   function tested(Task $j) { if ($j instanceof Job) { $j->run(); } }\n\
                   function both(Job&Countable $j) { $j->run(); }\n";
    assert_eq!(callers_of_job(methods), "~both ~keyed ~looped ~parts ~set ~tested");
}

#[test]
fn what_a_class_takes_in_from_a_trait_is_its_own() {
    let files = &[(
        "a.php",
        "<?php\ntrait Runs { public function go() {} }\nclass A { use Runs; }\nclass B { public function go() {} }\n\
         function a(A $a) { $a->go(); }\nfunction b(B $b) { $b->go(); }\n",
    )];
    assert_eq!(callers(files, "$.code.method(\"Runs.go\").callers()"), "a");
    assert_eq!(callers(files, "$.code.method(\"B.go\").callers()"), "b");
}

/// Traits that take in each other, with the classes that take them in.
const TRAITS: &[(&str, &str)] = &[
    (
        "support.php",
        "<?php\nnamespace App\\Support;\ntrait Clock { protected function now() {}\n  private function tick() {} }\n\
         trait Timed { use Clock; function timed() { $this->now(); $this->label(); } }\n\
         trait Labels { protected function label() {} public static function make() {} }\n",
    ),
    (
        "jar.php",
        "<?php\nnamespace App\\Cookie;\nuse App\\Support\\{Clock, Labels as Named};\nuse App\\Support\\Timed;\n\
         class Jar { use Clock, Named; function direct() { $this->now(); $this->tick(); } function made() { static::make(); } }\n\
         class Small extends Jar { function inherited() { $this->now(); self::make(); } }\n\
         class Both { use Timed, Named { make as protected built; } function deep() { return $this\n    ->now(); } }\n\
         class Other { function now() {} function own() { $this->now(); } }\n\
         function told(Both $b) { $b->now(); Small::make(); }\nfunction open($x) { $x->now(); }\n",
    ),
];

#[test]
fn methods_of_traits_are_called_in_the_classes_that_take_them_in() {
    let of = |method: &str| callers(TRAITS, &format!("$.code.method(\"{method}\").callers()"));
    assert_eq!(of("Clock.now"), "deep direct inherited timed told ~open");
    assert_eq!(of("Clock.tick"), "direct");
    assert_eq!(of("Labels.make"), "inherited made told");
    // A class that takes in both traits has it.
    assert_eq!(of("Labels.label"), "timed");
    assert_eq!(of("Other.now"), "own ~open");
}

#[test]
fn a_member_that_a_type_has_from_a_trait_is_told() {
    let hints = results(TRAITS, "$.code.method(\"Small.now\")").hints;
    assert_eq!(hints, ["Small has the method now from Clock"]);
}

/// Types of one name in several namespaces.
const NAMESAKES: &[(&str, &str)] = &[
    ("contract.php", "<?php\nnamespace App\\Contracts;\ninterface Container {}\n"),
    (
        "container.php",
        "<?php\nnamespace App;\nuse App\\Contracts\\Container as Contract;\nuse Other\\File as Base;\n\
         class Container implements Contract, \\Countable {}\nclass File extends Base {}\n",
    ),
    (
        "rules.php",
        "<?php\nnamespace App\\Rules;\nclass File {}\nclass Large extends File {}\nclass Old extends \\App\\File {}\n",
    ),
];

#[test]
fn types_above_are_told_by_namespaces_and_imports() {
    let names = |query: &str| {
        let hits = results(NAMESAKES, query).hits;
        hits.iter().map(|hit| format!("{} {}", hit.path, hit.name)).collect::<Vec<_>>().join(", ")
    };
    assert_eq!(names("$.code.class(\"Container\").supertypes()"), "contract.php Container");
    assert_eq!(names("$.code.interface(\"Container\").implementations()"), "container.php Container");
    assert_eq!(names("$.code.class(\"File\")[?(@.path==\"rules.php\")].implementations()"), "rules.php Large");
    assert_eq!(names("$.code.class(\"File\")[?(@.path==\"container.php\")].implementations()"), "rules.php Old");
    assert_eq!(names("$.code.class(\"File\").supertypes()"), "");
}

#[test]
fn a_call_on_a_value_of_which_nothing_is_known_is_not_sure() {
    let files = &[(
        "a.php",
        "<?php\nclass Facade { static function shouldReceiveOnce() {} function sendLater() {} static function __callStatic($m, $a) {} }\n\
         class Db extends Facade {}\n/** @see \\Pool */\nclass Queue extends Facade {}\nclass Pool { function flushQueryLog() {} }\n\
         class Log { function flushQueryLog() {} }\n\
         function mocked($mock) { $mock->shouldReceiveOnce(); $mock->sendLater(); }\n\
         function by_name() { Db::shouldReceiveOnce(); Db::flushQueryLog(); }\nfunction documented() { Queue::flushQueryLog(); }\n",
    )];
    let of = |method: &str| callers(files, &format!("$.code.method(\"{method}\").callers()"));
    assert_eq!(of("Facade.shouldReceiveOnce"), "by_name");
    assert_eq!(of("Facade.sendLater"), "~mocked");
    // What a class hands on may be anything of the name, but where its documentation says what has it.
    assert_eq!(of("Pool.flushQueryLog"), "~by_name ~documented");
    assert_eq!(of("Log.flushQueryLog"), "~by_name");
}

#[test]
fn calls_by_names_that_are_put_together_are_told_where_nothing_calls_a_method() {
    let files = &[(
        "a.php",
        "<?php\nclass Validator {\n  private function validateDate() {}\n  function run($rule) {\n    return $this->{\"validate{$rule}\"}();\n  }\n}\n\
         class Plain { private function idle() {} }\n",
    )];
    let notes = |method: &str| results(files, &format!("$.code.method(\"{method}\").callers()")).notes;
    let told = "calls by names that are put together are not followed: $this->{\"validate{$rule}\"}( in a.php:5";
    assert!(notes("Validator.validateDate").iter().any(|note| note == told), "{:?}", notes("Validator.validateDate"));
    assert!(notes("Plain.idle").iter().all(|note| !note.contains("put together")));
}

#[test]
fn of_two_traits_with_a_method_a_class_has_the_one_that_it_chooses() {
    let files = &[(
        "a.php",
        "<?php\nnamespace App;\ntrait A { public function run() {} public function other() {} }\ntrait B { public function run() {} }\n\
         class C {\n  use A, B { B::run insteadof A; A::other as protected more; }\n  public function own() { $this->run(); $this->other(); }\n}\n\
         class D extends C { public function below() { $this->run(); } }\nfunction outside() { (new C())->run(); }\n",
    )];
    let of = |method: &str| callers(files, &format!("$.code.method(\"{method}\").callers()"));
    assert_eq!(of("B.run"), "below outside own");
    assert_eq!(of("A.run"), "");
    assert_eq!(of("A.other"), "own");
}

#[test]
fn a_function_without_a_name_may_be_bound_to_another_value() {
    let files = &[(
        "a.php",
        "<?php\nnamespace App;\nclass Builder {\n  public function wheres() {}\n  public static function macro($n, $f) {}\n}\n\
         class Provider {\n  public function boot() { Builder::macro('x', function (int $a) use (&$b): ?array { return $this->wheres(); }); }\n\
         \x20 public function plain() { return $this->wheres(); }\n  public function arrow() { return fn () => $this->wheres(); }\n}\n",
    )];
    assert_eq!(callers(files, "$.code.method(\"Builder.wheres\").callers()"), "~boot");
}

#[test]
fn a_type_is_known_by_its_other_names_and_in_any_letters() {
    let files = &[
        (
            "a.php",
            "<?php\nnamespace App;\nclass Old { public function run() {} public static function make() {} }\n\
             class_alias(Old::class, 'App\\Newer');\nclass Par { function go() { self::bar(); static::foo(); } }\n\
             class Chi extends Par { function foo() {} function bar() {} }\n",
        ),
        (
            "b.php",
            "<?php\nnamespace App;\nfunction made() { (new Newer())->run(); }\nfunction taken(Newer $n) { $n->run(); }\n\
             function small() { old::make(); }\nfunction foreign(\\Other\\Newer $n) { $n->run(); }\n",
        ),
    ];
    let of = |method: &str| callers(files, &format!("$.code.method(\"{method}\").callers()"));
    assert_eq!(of("Old.run"), "made taken");
    assert_eq!(of("Old.make"), "small");
    // By `static::`; `self::` looks no further than its own class.
    assert_eq!(of("Chi.foo"), "go");
    assert_eq!(of("Chi.bar"), "");
}

#[test]
fn what_a_variable_names_the_type_of_may_be_of_any() {
    let methods = "  function made($c) { $j = new $c; $j->run(); }\n  function in_place($c) { (new $c)->run(); }\n\
                   function by_field($c) { (new $this->kind)->run(); }\n  function told() { (new Job)->run(); }\n\
                   function other() { (new Task)->run(); }\n";
    assert_eq!(callers_of_job(methods), "told ~by_field ~in_place ~made");
}

#[test]
fn in_a_trait_what_is_above_is_above_those_that_take_it_in() {
    let files = &[(
        "a.php",
        "<?php\nclass Model { public function table() {} }\nclass Other { public function table() {} }\n\
         trait AsPivot { public function table() { return parent::table(); } }\nclass Pivot extends Model { use AsPivot; }\n",
    )];
    let of = |name: &str| callers(files, &format!("$.code.method(\"{name}.table\").callers()"));
    assert_eq!((of("Model"), of("Other")), ("~table".to_owned(), String::new()));
}

#[test]
fn a_dot_puts_texts_together_and_joins_no_names() {
    let methods = "  function before() { return 'a'.Job::run(); }\n  function behind(Job $j) { return \"{$j}.\".$j->run().'b'; }\n\
                   function apart() { return 'a' . Job::run() . 'b'; }\n  function other() { return 'a'.Task::run(); }\n";
    assert_eq!(callers_of_job(methods), "apart before behind");
    let files = &[("a.php", "<?php\nfunction one() { return ''; }\nfunction two() { return 'a'.one().'b'; }\n")];
    assert_eq!(callers(files, "$.code.function(\"one\").callers()"), "two");
}

#[test]
fn attributes_stand_before_a_class_without_a_name() {
    let text = "<?php\ninterface Queued {}\nclass Base {}\nclass Named implements Queued {}\n\
                function a() { return new #[Queue('x')] class extends Base implements Queued { }; }\n\
                function b() { return new #[Queue]\n  readonly class implements Queued { }; }\n";
    let found = results(&[("a.php", text)], "$.code.interface(\"Queued\").implementations()");
    assert_eq!(found.hits.iter().map(|hit| hit.line).collect::<Vec<_>>(), [4, 5, 7]);
}

#[test]
fn a_method_in_a_list_behind_what_has_it_is_named() {
    let text = "<?php\nclass Loader {\n    public function load($c) {}\n    public static function make() {}\n    \
                public function on() { spl_autoload_register(array($this, 'load'), true); f([self::class, 'make']); }\n    \
                public function off() { Closure::fromCallable([$this, 'load']); $x = ['id', 'load']; }\n}\n\
                function a(Loader $l) { f([$l, 'load']); f(['Loader', 'make']); f([Loader::class, 'make']); }\n\
                class Other { public function load($c) {} public function b() { f([$this, 'load']); } }\n";
    let of = |line: u32| {
        let query = format!("$.code.functions[?(@.line=={line})].references()");
        let mut hits = crate::relations::results(&[("a.php", text)], &query).hits;
        hits.sort_by_key(|hit| hit.line);
        hits.iter()
            .map(|hit| format!("{}{}", if hit.is_by_name() { "~" } else { "" }, hit.line))
            .collect::<Vec<_>>()
            .join(" ")
    };
    assert_eq!((of(3).as_str(), of(4).as_str()), ("5 6 8", "5 8"));
}

#[test]
fn a_text_that_names_a_class_and_its_method_refers_to_that() {
    let text = "<?php\nnamespace App;\nclass Foo {\n    public static function bar($x) {}\n    public static function baz($x) {}\n}\n\
                function one() { return array_map('App\\Foo::bar', [1]); }\n\
                function two() { return call_user_func(\"\\\\App\\\\Foo::bar\", 1); }\n\
                function three() { return array_map('Foo::bar', [1]); }\n\
                function four() { return 'App\\Foo::bar is called'; }\n";
    let hits = super::relations::results(&[("a.php", text)], "$.code.method(\"Foo.bar\").references()").hits;
    let lines: Vec<u32> = hits.iter().map(|hit| hit.line).collect();
    assert_eq!(lines, [7, 8], "texts hold whole names");
}

#[test]
fn a_constructor_is_called_by_what_inherits_it_and_by_words_for_types() {
    let files = &[(
        "a.php",
        "<?php\nclass Base {\n  public function __construct(int $n) {}\n  public static function some() { return new static(1); }\n  \
         public static function own() { return new self(1); }\n}\nclass Sub extends Base {}\n\
         class Own extends Base { public function __construct() { parent::__construct(3); } }\n\
         class Leaf extends Sub { public function __construct() { parent::__construct(3); } }\n\
         class Far {\n  public function __construct() {}\n  public static function made() { return new static(); }\n}\n\
         function below() { return new Sub(1); }\nfunction plain() { return new Base(1); }\nfunction owns() { return new Own(); }\n",
    )];
    let of = |line: u32| callers(files, &format!("$.code.constructors[?(@.line=={line})].callers()"));
    assert_eq!(of(3), "__construct __construct below own plain ~some");
    assert_eq!(of(8), "owns");
    assert_eq!(of(11), "made");
}
