//! Callers in C: what a file includes decides which of several functions of a name it calls.

use crate::relations::{callers, results};

#[test]
fn a_static_function_is_called_by_those_who_include_its_file() {
    let files = &[
        ("dep/dict.c", "static int find(int a) { return a; }\nint own(void) { return find(1); }\n"),
        ("dep/async.c", "#include \"dict.c\"\nint async(void) { return find(2); }\n"),
        ("dep/more.c", "#include \"async.c\"\nint more(void) { return find(3); }\n"),
        ("src/dict.c", "int find(int a) { return a + 1; }\n"),
        ("src/main.c", "#include \"dict.h\"\nint run(void) { return find(4); }\n"),
        ("src/dict.h", "int find(int a);\n"),
    ];
    let of = |path: &str| callers(files, &format!("$.code.function(\"find\")[?(@.path==\"{path}\")].callers()"));
    assert_eq!(of("dep/dict.c"), "async more own");
    assert_eq!(of("src/dict.c"), "run");
}

#[test]
fn a_name_that_a_macro_gives_to_another_function_is_not_called() {
    let files = &[
        ("dep/compat.h", "#define cut own_cut\n#define LIMIT 3\n"),
        ("dep/cut.c", "int own_cut(int a) { return a; }\n"),
        ("src/cut.c", "int cut(int a) { return a; }\n"),
        ("src/cli.c", "#include <compat.h>\nint cli(void) { return cut(1); }\n"),
        ("src/server.c", "int server(void) { return cut(2); }\n"),
    ];
    assert_eq!(callers(files, "$.code.function(\"cut\").callers()"), "server");
}

#[test]
fn a_word_of_the_compiler_between_type_and_name_hides_no_function() {
    let text = "typedef unsigned char u_char;\n\nu_char * my_cdecl\nmy_printf(u_char *buf, const char *fmt, ...)\n{\n    \
                int inner = 1;\n    put(inner);\n    return 0;\n}\n\nstatic void my_libc_cdecl release(void *p);\n\n\
                static void my_libc_cdecl\nrelease(void *p)\n{\n    put(2);\n}\n\nvoid put(int x) { }\n\n\
                void caller(void) { my_printf(0, \"\"); release(0); }\n";
    let files = &[("q.c", text)];
    let names =
        |query: &str| results(files, query).hits.iter().map(|hit| hit.name.clone()).collect::<Vec<_>>().join(" ");
    assert_eq!(names("$.code.functions"), "my_printf release release put caller");
    assert_eq!(names("$.code.variables"), "");
    assert_eq!(callers(files, "$.code.function(\"my_printf\").callers()"), "caller");
    assert_eq!(callers(files, "$.code.function(\"release\").callers()"), "caller");
    assert_eq!(callers(files, "$.code.function(\"put\").callers()"), "my_printf release");
}

#[test]
fn a_macro_that_stands_for_a_function_is_a_name_of_it() {
    let files = &[
        ("src/timer.h", "void event_add_timer(int t);\n#define add_timer event_add_timer\n"),
        ("src/timer.c", "#include \"timer.h\"\nvoid event_add_timer(int t) { }\nvoid event_other(int t) { }\n"),
        ("src/http.c", "#include \"timer.h\"\nvoid http(void) { add_timer(3); }\n"),
        // Not included: the name is that of something else.
        ("src/mail.c", "void mail(void) { add_timer(3); }\n"),
        ("src/own.c", "#include \"timer.h\"\nvoid own(void) { event_add_timer(1); }\n"),
    ];
    assert_eq!(
        callers(files, "$.code.function(\"event_add_timer\")[?(@.path==\"src/timer.c\")].callers()"),
        "http own"
    );
    assert_eq!(callers(files, "$.code.function(\"event_other\").callers()"), "");
}

#[test]
fn a_macro_that_is_set_in_two_ways_may_be_either() {
    let files = &[
        (
            "poll.h",
            "void epoll_add(int t);\nvoid select_add(int t);\n#ifdef EPOLL\n#define add epoll_add\n#else\n#define add select_add\n#endif\n",
        ),
        ("epoll.c", "#include \"poll.h\"\nvoid epoll_add(int t) { }\n"),
        ("select.c", "#include \"poll.h\"\nvoid select_add(int t) { }\n"),
        ("main.c", "#include \"poll.h\"\nint main(void) { add(3); return 0; }\n"),
    ];
    assert_eq!(callers(files, "$.code.function(\"epoll_add\").callers()"), "~main");
    assert_eq!(callers(files, "$.code.function(\"select_add\").callers()"), "~main");
}

#[test]
fn of_two_definitions_in_one_file_a_preprocessor_leaves_one() {
    let files = &[
        ("mem.c", "#ifdef SMALL\nvoid give(int a) { }\n#else\nvoid give(int a) { a++; }\n#endif\n"),
        ("use.c", "void give(int a);\nvoid use(void) { give(1); }\n"),
    ];
    assert_eq!(callers(files, "$.code.function(\"give\")[?(@.path==\"mem.c\" && @.line==2)].callers()"), "use");
}

#[test]
fn a_call_of_a_macro_leads_to_it_and_on_to_what_its_body_calls() {
    let files = &[
        (
            "src/timer.h",
            "void event_add_timer(int t);\nvoid real_free(void *p);\n#define add_timer event_add_timer\n\
             #define free_it(p) real_free(p)\n#define renamed free_it\n",
        ),
        ("src/timer.c", "#include \"timer.h\"\nvoid event_add_timer(int t) { }\nvoid real_free(void *p) { }\n"),
        (
            "src/http.c",
            "#include \"timer.h\"\nvoid http(void) { add_timer(3); }\nvoid give(void) { free_it(0); }\nvoid ren(void) { renamed(0); }\n",
        ),
        // Not included, and a macro of a file that nobody includes.
        ("src/mail.c", "void mail(void) { add_timer(3); only_here(1); }\n"),
        ("src/own.c", "#define only_here(p) event(p)\nvoid own(void) { only_here(2); }\n"),
    ];
    let callees = |name: &str| {
        let hits = results(files, &format!("$.code.function(\"{name}\").callees()")).hits;
        let mut names: Vec<String> = hits
            .iter()
            .map(|hit| format!("{}:{}{}", hit.path, if hit.role == "~call" { "~" } else { "" }, hit.name))
            .collect();
        names.sort();
        names.join(" ")
    };
    assert_eq!(callees("http"), "src/timer.c:event_add_timer src/timer.h:add_timer");
    assert_eq!(callees("give"), "src/timer.h:free_it");
    assert_eq!(callees("free_it"), "src/timer.c:real_free");
    assert_eq!(callees("ren"), "src/timer.h:free_it src/timer.h:renamed");
    assert_eq!(callees("mail"), "");
    assert_eq!(callees("own"), "src/own.c:only_here");
    assert_eq!(callers(files, "$.code.constant(\"add_timer\").callers()"), "http");
    assert_eq!(callers(files, "$.code.constant(\"renamed\").callers()"), "ren");
    assert_eq!(callers(files, "$.code.macro(\"free_it\").callers()"), "give ren");
    assert_eq!(callers(files, "$.code.macro(\"only_here\").callers()"), "own");
    let defined = |text: &str| {
        let hits = results(files, &format!("$.content.grep(\"{text}\").definition()")).hits;
        hits.iter().map(|hit| format!("{}:{}", hit.path, hit.line)).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(defined("add_timer(3)"), "src/timer.h:3");
}

#[test]
fn a_list_that_holds_a_function_twice_says_so() {
    let files = &[
        ("a.h", "int one(void);\nint elsewhere(void);\nstatic int own(void);\n"),
        (
            "a.c",
            "static int two(void);\nint one(void) { return 1; }\nstatic int two(void) { return 2; }\nstatic int own(void) { return 3; }\n",
        ),
    ];
    let notes = |query: &str| results(files, query).notes.join("; ");
    assert_eq!(
        notes("$.code.functions[*]"),
        "2 prototypes are of functions that are listed where they are defined, too: .definition() says each once"
    );
    assert_eq!(
        notes("$.code.function(\"one\")"),
        "1 prototype is of a function that is listed where it is defined, too: .definition() says each once"
    );
    assert!(notes("$.code.functions.count()").starts_with("2 prototypes are of functions that are counted"));
    assert_eq!(notes("$.code.functions[?(@.path==\"a.h\")]"), "");
    assert_eq!(notes("$.code.functions.definition()"), "");
    assert_eq!(results(files, "$.code.functions.definition()").hits.len(), 3, "each once");
}

#[test]
fn a_name_in_the_type_of_a_function_is_no_parameter() {
    let files = &[(
        "a.cpp",
        "struct Wide { void list(); };\nstruct Own { void list(); };\n\
         void plan(Own *repo, int (*used)(Wide *repo)) { repo->list(); }\n",
    )];
    assert_eq!(callers(files, "$.code.method(\"Own.list\").callers()"), "plan");
    assert_eq!(callers(files, "$.code.method(\"Wide.list\").callers()"), "");
}

#[test]
fn what_tests_put_in_the_place_of_a_function_is_not_called_by_the_program() {
    let files = &[
        ("include/send.h", "void send_all(int n);\n"),
        ("lib/send.c", "#include \"send.h\"\nvoid send_all(int n) { }\n"),
        ("app/main.c", "#include \"send.h\"\nint run(void) { send_all(1); return 0; }\n"),
        ("test/mock/send_mock.c", "#include \"send.h\"\nvoid send_all(int n) { }\n"),
        ("test/unit.c", "#include \"send.h\"\nint check(void) { send_all(1); return 0; }\n"),
    ];
    let of = |path: &str| {
        callers(files, &format!("$.code.functions[?(@.name==\"send_all\" && @.path==\"{path}\")].callers()"))
    };
    assert_eq!(of("lib/send.c"), "run ~check");
    assert_eq!(of("test/mock/send_mock.c"), "~check ~run");
}

#[test]
fn a_macro_of_another_file_is_nothing_that_a_name_may_mean() {
    let files = &[
        ("include/room.h", "void *room(int n);\n"),
        ("lib/room.c", "#include \"room.h\"\nvoid *room(int n) { return 0; }\n"),
        ("app/alone.c", "#define room(n) malloc(n)\nvoid *alone(void) { return room(1); }\n"),
        ("app/main.c", "#include \"room.h\"\nvoid *run(void) { return room(1); }\n"),
    ];
    assert_eq!(callers(files, "$.code.functions[?(@.name==\"room\" && @.path==\"lib/room.c\")].callers()"), "run");
}

#[test]
fn of_several_programs_each_calls_what_its_header_declares() {
    let files = &[
        ("client/shared.h", "int connect_to(int a);\n"),
        ("client/shared.c", "#include \"shared.h\"\nint connect_to(int a) { return a; }\n"),
        ("client/pub.c", "#include \"shared.h\"\nint publish(void) { return connect_to(1); }\n"),
        ("ctl/ctl.h", "int connect_to(int a);\n"),
        ("ctl/options.c", "#include \"ctl.h\"\nint connect_to(int a) { return a + 1; }\n"),
        ("ctl/ctl.c", "#include \"ctl.h\"\nint control(void) { return connect_to(2); }\n"),
        ("other/other.c", "int connect_to(int a);\nint other(void) { return connect_to(3); }\n"),
    ];
    let of = |path: &str| callers(files, &format!("$.code.function(\"connect_to\")[?(@.path==\"{path}\")].callers()"));
    assert_eq!(of("client/shared.c"), "publish ~control ~other");
    assert_eq!(of("ctl/options.c"), "control ~other ~publish");
}

#[test]
fn a_macro_is_what_a_name_means_where_its_header_is_included() {
    let files = &[
        ("math/math.h", "void exch(int *a, int *b);\n"),
        ("math/exch.c", "#include \"math.h\"\nvoid exch(int *a, int *b) { }\n"),
        ("math/div.c", "#include \"math.h\"\nvoid divide(int *a, int *b) { exch(a, b); }\n"),
        ("crypt/crypt.h", "#define exch(a, b) do { int t = a; a = b; b = t; } while (0)\n"),
        ("crypt/rsa.c", "#include \"crypt.h\"\nvoid rsa(int a, int b) { exch(a, b); }\n"),
    ];
    let sure = "$.code.function(\"exch\")[?(@.path==\"math/exch.c\")].callers()[?(@.certainty==\"sure\")]";
    assert_eq!(callers(files, sure), "divide");
}

#[test]
fn a_mock_is_called_by_the_tests_that_include_its_header() {
    let files = &[
        ("include/lib.h", "void set_callback(int a);\n"),
        ("lib/callbacks.c", "#include <lib.h>\nvoid set_callback(int a) { }\n"),
        ("test/mock/mock.h", "struct mock { int calls; };\n"),
        ("test/mock/callbacks_mock.c", "#include \"mock.h\"\n#include <lib.h>\nvoid set_callback(int a) { }\n"),
        ("test/apps/app.c", "#include \"mock.h\"\n#include <lib.h>\nint with_mock(void) { set_callback(1); }\n"),
        ("test/lib/plain.c", "#include <lib.h>\nint plain(void) { set_callback(2); }\n"),
    ];
    let query = "$.code.function(\"set_callback\")[?(@.path==\"lib/callbacks.c\")].callers()";
    assert_eq!(callers(files, query), "plain ~with_mock");
}

#[test]
fn words_of_attributes_behind_a_prototype_make_no_function_of_it() {
    let files = &[
        ("log.h", "void leave(const char *format, ...) ATTR_PRINTF(1,2) ATTR_NORETURN;\nint last(void);\n"),
        ("log.c", "#include \"log.h\"\nvoid leave(const char *format, ...) { }\n"),
        ("main.c", "#include \"log.h\"\nint main(void) { leave(\"no\"); }\n"),
    ];
    let sure = "$.code.function(\"leave\")[?(@.path==\"log.c\")].callers()[?(@.certainty==\"sure\")]";
    assert_eq!(callers(files, sure), "main");
}

#[test]
fn a_macro_that_is_set_in_several_ways_may_be_any_of_them() {
    let header = "#if A\n#define infof(data, ...) do { own_infof(data); } while(0)\n#elif B\n\
                  #define infof(data, ...) do { } while(0)\n#else\n#define infof own_infof\n#endif\n";
    let files = &[
        ("trace.h", header),
        ("trace.c", "void own_infof(int data) { }\n"),
        ("use.c", "#include \"trace.h\"\nvoid use(void) { infof(1); }\n"),
    ];
    assert_eq!(callers(files, "$.code.macro(\"infof\").callers()").replace('~', ""), "use");
    assert_eq!(callers(files, "$.code.constant(\"infof\").callers()"), "~use");
    assert!(callers(files, "$.code.function(\"own_infof\").callers()").ends_with("~use"));
}

#[test]
fn a_field_with_a_pointer_is_implemented_by_the_functions_of_tables() {
    let files = &[
        ("ops.h", "struct ops {\n  const char *name;\n  int (*open)(int);\n  close_t *close;\n};\n"),
        (
            "a.c",
            "#include \"ops.h\"\nstatic int a_open(int x) { return x; }\nstatic int shut(int x) { return x; }\n\
             const struct ops A = { \"a, b\", a_open, /* , */ shut };\n",
        ),
        (
            "b.c",
            "#include \"ops.h\"\nstatic int shut(int x) { return 2; }\nint b_open(int x) { return x; }\n\
             static struct ops B[] __init = {\n  { .close = (close_t *)shut, .name = \"b\" },\n  { .open = b_open },\n};\n",
        ),
        ("c.c", "struct other { int (*open)(int); };\nint c_open(int x) { return x; }\nstruct other C = { c_open };\n"),
    ];
    let names = |query: &str| -> Vec<String> {
        results(files, query).hits.iter().map(|hit| format!("{} {}", hit.path, hit.name)).collect()
    };
    assert_eq!(names("$.code.field(\"ops.open\").implementations()"), ["a.c a_open", "b.c b_open"]);
    assert_eq!(names("$.code.field(\"ops.close\").implementations()"), ["a.c shut", "b.c shut"]);
    assert_eq!(names("$.code.field(\"ops.name\").implementations()"), [""; 0]);
    assert_eq!(names("$.code.field(\"other.open\").implementations()"), ["c.c c_open"]);
}

#[test]
fn places_go_on_behind_a_field_that_is_named_and_values_in_others_are_not_looked_at() {
    let opened = "#define BEGIN struct ops x = {\n".repeat(3000);
    let files = &[
        ("ops.h", "struct ops { void (*open)(void); void (*run)(void); void (*stop)(void); };\n"),
        (
            "a.c",
            "#include \"ops.h\"\nstatic void f1(void) {}\nstatic void f2(void) {}\nstatic void f3(void) {}\n\
             struct ops a = { .open = f1, f2 };\nstruct ops b = { .run = f2, f3 };\n\
             struct ops flat[] = { f3, f1, f2, [1] = { f3, f3, f1 } };\n",
        ),
        (
            "big.c",
            "struct big { void (*run)(void); struct { void (*run)(void); } in; };\nstatic void g1(void) {}\n\
             static void g2(void) {}\nstruct big x = { .run = g1, .in = { .run = g2 } };\nstruct big y[] = { { g1, { g2 } } };\n",
        ),
        (
            "own.c",
            "struct ops { int n; void (*run)(void); };\nstatic void own(void) {}\nstruct ops mine = { .run = own };\n",
        ),
        ("open.c", opened.as_str()),
    ];
    let names = |query: &str| -> String {
        let all = results(files, query).hits;
        all.iter().map(|hit| hit.name.as_str()).collect::<Vec<_>>().join(" ")
    };
    let field = |name: &str| names(&format!("$.code.field(\"ops.{name}\")[?(@.path==\"ops.h\")].implementations()"));
    assert_eq!(field("open"), "f1 f3");
    assert_eq!(field("run"), "f1 f2 f3");
    assert_eq!(field("stop"), "f1 f2 f3");
    assert_eq!(names("$.code.field(\"big.run\").implementations()"), "g1");
}

#[test]
fn what_a_file_of_c_includes_names_handlers_whatever_it_is_called() {
    let files = &[
        (
            "commands.c",
            "void getCommand(int c) { }\nvoid bareCommand(int c) { }\nvoid keptCommand(int c) { }\n\
             #define CMD(name, f) { name, f },\nstruct command table[] = {\n#include \"commands.def\"\n};\n",
        ),
        (
            "commands.def",
            "/* keptCommand */\nCMD(\"get\", getCommand)\nstatic void *bareCommand(int c);\n{ \"keptCommand\", 0 },\n",
        ),
        ("notes.def", "bareCommand, keptCommand\n"),
        ("other.c", "static void getCommand(int c) { }\nint main(void) { getCommand(1); }\n"),
    ];
    let lines = |name: &str, path: &str| {
        let query = format!("$.code.function(\"{name}\")[?(@.path==\"{path}\")].references()");
        let of = |hit: &docql::docql::Hit| format!("{}:{}", hit.path, hit.line);
        results(files, &query).hits.iter().map(of).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(lines("getCommand", "commands.c"), "commands.def:2");
    assert_eq!(lines("getCommand", "other.c"), "other.c:2", "one that is seen by its file alone");
    assert_eq!(lines("bareCommand", "commands.c"), "", "a prototype uses nothing, and what nobody includes is no code");
    assert_eq!(lines("keptCommand", "commands.c"), "", "a comment and a text name nothing");
}

#[test]
fn a_tag_of_a_structure_is_no_function_of_its_name() {
    let files = &[
        ("win.h", "struct resize { int n; };\nvoid resize(struct resize *, int);\ntypedef struct box box;\n"),
        (
            "win.c",
            "#include \"win.h\"\nstruct box { int n; };\nvoid resize(struct resize *r, int n)\n{\n\tstruct resize copy;\n\t(void)copy;\n}\n\
             void use(void)\n{\n\tresize(0, 1);\n}\nvoid held(void)\n{\n\tstruct resize *r = 0;\n\t(void)r;\n}\n",
        ),
    ];
    let lines = |query: &str| -> String {
        let all = results(files, query).hits;
        all.iter().map(|hit| format!("{}:{}", hit.path, hit.line)).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(lines("$.code.function(\"resize\")[?(@.path==\"win.c\")].references()"), "win.c:10");
    assert_eq!(lines("$.code.struct(\"resize\").references()"), "win.h:2 win.c:3 win.c:5 win.c:14");
    assert!(!callers(files, "$.code.struct(\"resize\").callers()").split(' ').any(|name| name == "use"));
    assert_eq!(callers(files, "$.code.function(\"use\").callees()"), "resize");
    assert_eq!(callers(files, "$.toc[?(@.name == \"resize\")].callers()"), "use", "nobody calls a structure");
}

#[test]
fn tables_under_another_name_in_others_and_what_is_set_have_functions_for_a_field() {
    let header = "typedef struct cmd_s cmd_t;\nstruct cmd_s {\n    char *name;\n    int   type;\n    int (*set)(int);\n};\n\
                  typedef struct {\n    int (*add)(int);\n    int (*del)(int);\n    int (*run)(int);\n} actions_t;\n\
                  typedef struct {\n    char      *name;\n    actions_t  actions;\n} module_t;\n\
                  typedef struct event_s event_t;\nstruct event_s {\n    int (*handler)(int);\n};\nstruct log_s {\n    int (*handler)(int);\n};\n";
    let table = "#include \"t.h\"\nstatic int f1(int x) { return x; }\nstatic int f2(int x) { return x; }\nstatic int f3(int x) { return x; }\n\
                 static int f4(int x) { return x; }\nstatic cmd_t cmds[] = {\n    { str(\"one\"), 1, f1 },\n    { str(\"two\"), 1, f2 },\n    { NULL, 0, NULL }\n};\n\
                 static module_t mod = {\n    \"m\",\n    {\n        f3,\n#if (HAVE_DEL)\n        f2,\n#else\n        NULL,\n#endif\n        f4\n    }\n};\n\
                 void init(event_t *ev, struct log_s *log) {\n    ev->handler = f3;\n    log->handler = f4;\n}\n";
    let files = &[("t.h", header), ("t.c", table)];
    let names = |field: &str| {
        let found = results(files, &format!("$.code.field(\"{field}\").implementations()"));
        let mut names: Vec<String> = found.hits.iter().map(|hit| hit.name.to_string()).collect();
        names.sort();
        names.join(" ")
    };
    assert_eq!(names("cmd_s.set"), "f1 f2");
    assert_eq!((names("actions_t.add"), names("actions_t.del")), ("f3".into(), "f2".into()));
    assert_eq!(names("actions_t.run"), "f4", "whichever branch of a condition is taken");
    assert_eq!((names("event_s.handler"), names("log_s.handler")), ("f3".into(), "f4".into()));
}
