//! Callers in Python: results that are written as the type of the receiver, and receivers of which nothing tells.

use crate::relations::callers;

#[test]
fn a_method_may_write_its_result_as_the_type_of_its_receiver() {
    let lines = "T = TypeVar(\"T\", bound=\"Door\")\n\n\n\
                 class Door:\n    def __enter__(self: T) -> T:\n        return self\n\n    \
                 @classmethod\n    def of(cls: type[T], x: int) -> T:\n        return cls()\n\n    \
                 def other(self, x: T) -> T:\n        return x\n\n    def get(self): ...\n\n\n\
                 class Below(Door):\n    def put(self): ...\n\n\n\
                 class Far:\n    def get(self): ...\n    def put(self): ...\n\n\n\
                 def entered():\n    with Door() as d:\n        d.get()\n\n\n\
                 async def below():\n    with Below() as d:\n        d.get()\n        d.put()\n\n\n\
                 def made():\n    Door.of(1).get()\n\n\n\
                 def far(d: Door):\n    d.other(Far()).get()\n";
    let files = [("doors.py", lines)];
    let of = |name: &str| callers(&files, &format!("$.code.method(\"{name}\").callers()"));
    assert_eq!(of("Door.get"), "below entered made");
    assert_eq!(of("Below.put"), "below");
    assert_eq!(of("Far.get"), "far");
}

#[test]
fn a_name_of_words_that_one_method_has_is_called_wherever_its_value_is_from() {
    let base = "class Backend:\n    def mark_as_done(self, task_id): ...\n    def mark_all(self): ...\n    def flush(self): ...\n\n\n\
                class Far:\n    def mark_all(self): ...\n";
    let worker = "import state\n\n\ndef one(task):\n    task.backend.mark_as_done(1)\n    state.app.backend.flush()\n    task.backend.mark_all()\n\n\n\
                  def two(task):\n    task.backend.mark_as_done()\n";
    let files = [("app/backends/base.py", base), ("app/worker.py", worker)];
    let of = |name: &str| callers(&files, &format!("$.code.method(\"Backend.{name}\").callers()"));
    assert_eq!(of("mark_as_done"), "~one", "and none that gives it nothing");
    assert_eq!((of("flush"), of("mark_all")), (String::new(), String::new()));
}
