//! Callers in PHP: what types of parameters, properties and results tell, and where a variable may be something else.

use crate::relations::callers;

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
