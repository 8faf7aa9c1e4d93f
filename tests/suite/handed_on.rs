//! TypeScript: what modules hand on under another name, over others that hand on all they have, and what is taken apart.

use crate::relations::callers;
use docql::engine::{self, Question, Reading};
use docql::indexer::{Indexer, WorkspaceOptions};
use docql::stdx::Ticket;

const BARREL: &[(&str, &str)] = &[
    (
        "core/router.ts",
        "export async function callProc(x: number) {\n  return x;\n}\nexport const mk = <T>(x: T) => {\n  return x;\n};\n",
    ),
    ("core/index.ts", "export * from './router';\n"),
    (
        "index.ts",
        "export {\n  /**\n   * @deprecated see {@link mk}; it goes away\n   */\n  callProc as callTProc,\n  mk as mkT,\n} from './core';\n",
    ),
    ("top.ts", "export * from './index';\n"),
    ("u.ts", "import { callTProc, mkT } from './index';\nexport function u1() {\n  callTProc(1);\n  mkT(2);\n}\n"),
    ("v.ts", "import { callTProc } from './top';\nexport function u2() {\n  callTProc(1);\n}\n"),
];

/// The callers that a front end names, which indexes no more than a question needs.
fn asked(files: &[(&str, &str)], query: &str) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    files.iter().for_each(|(path, text)| crate::folders::write(folder.path(), path, text));
    let indexer = Indexer::open(WorkspaceOptions::at(folder.path())).expect("an indexer");
    let question = Question::in_report(query, Reading::Docql, 50, (false, false));
    let answer = engine::answer(&indexer, &question, &Ticket::forever(), &|_| {}).expect("an answer");
    let mut names: Vec<String> = answer.results.hits.iter().map(|hit| hit.name.to_string()).collect();
    names.sort();
    names.join(" ")
}

#[test]
fn who_calls_by_the_name_that_a_module_gives_is_found() {
    assert_eq!(asked(BARREL, "$.code.function(\"callProc\").callers()"), "u1 u2");
    assert_eq!(asked(BARREL, "$.code.function(\"mk\").callers()"), "u1");
    assert_eq!(callers(BARREL, "$.code.function(\"callProc\").callers()"), "u1 u2");
}

#[test]
fn what_is_taken_apart_outside_of_functions_is_called() {
    let files = &[
        (
            "lib.ts",
            "export const arrow = () => 2;\nexport const api = {\n  fetchAll() { return 1; },\n  one: (id: number) => id,\n};\n\
             export const other = {\n  fetchAll() { return 2; },\n};\n",
        ),
        (
            "use.ts",
            "import { api } from './lib';\nconst { fetchAll, one: getOne } = api;\nexport function u1() { fetchAll(); }\n\
             export function u2() { getOne(1); }\nexport function u3() { const { arrow: ar } = require('./lib'); ar(); }\n",
        ),
    ];
    let of =
        |line: u32| callers(files, &format!("$.code.functions[?(@.path==\"lib.ts\" && @.line=={line})].callers()"));
    assert_eq!((of(3).as_str(), of(4).as_str(), of(7).as_str()), ("u1", "u2", ""));
    assert_eq!(of(1), "u3");
}
