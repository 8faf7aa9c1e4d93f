//! What diagrams name, and endpoints of interfaces that are described in several places and files.

use docql::document::{Document, Kind};
use docql::formats::{by_id, read};
use std::process::Command;

fn parsed(format: &str, text: &str) -> Document {
    read(by_id(format).expect("a format"), text.as_bytes().to_vec()).expect("a document")
}

/// What a diagram names, in its order.
fn named(language: &str, diagram: &str) -> Vec<String> {
    let document = parsed("markdown", &format!("# T\n\n```{language}\n{diagram}```\n"));
    let terms = document.nodes.iter().filter(|node| node.kind == Kind::Term);
    terms.map(|node| node.name.to_string()).collect()
}

#[test]
fn diagrams_of_plantuml_name_what_they_show_and_nothing_that_is_said() {
    let sequence = "@startuml\ntitle How a -> b\nactor Ann as a #red\nfile \"a.yml\" as config\na->config:read it\n\
                    == Later -> on ==\nnote left\n  x -> y\nend note\nloop until p -> q\n  a --> config : c -> d\nend\n@enduml\n";
    assert_eq!(named("plantuml", sequence), ["Ann", "a.yml"]);
    let states = "@startuml\nstate f <<fork>>\nstate \"Long name\" as s: said\n[*] --> f\nf --> s\n@enduml\n";
    assert_eq!(named("plantuml", states), ["Long name"]);
    let steps = "@startuml\nstart\n:Count the lamps;\nif (any?) then (yes)\n  :Light them;\nendif\nstop\n@enduml\n";
    assert_eq!(named("plantuml", steps), ["Count the lamps", "Light them"]);
    let parts = "@startuml\npackage \"Harbour\" {\n  HTTP - [First part]\n}\n\"Main admin\" as Admin\n\"Light lamps\" as (light)\n\
                 Admin -> (light)\n(light) .> (count them) : include\nfolder \"Lamp store\" AS FS\n[First part] --> FS\n@enduml\n";
    assert_eq!(
        named("plantuml", parts),
        ["Harbour", "HTTP", "First part", "Main admin", "Light lamps", "count them", "Lamp store"]
    );
    let model = "@startuml\nPerson(ann, \"Ann\", \"Lights\")\nSystem_Boundary(b, \"Harbour\") {\n  ContainerDb(db, \"Store\")\n}\nRel(ann, db, \"asks\")\n@enduml\n";
    assert_eq!(named("plantuml", model), ["Ann", "Harbour", "Store"]);
    // A note that ends nowhere is one line, wherever its letters end.
    assert_eq!(named("plantuml", "@startuml\n note é\nAnn -> Bob\n note é\n@enduml\n"), ["Ann", "Bob"]);
    // Of Mermaid the longer name stands behind the short one.
    assert_eq!(named("mermaid", "sequenceDiagram\n  actor a as Ann\n  a->>Store:ask\n"), ["Ann", "Store"]);
}

#[test]
fn plans_and_trees_name_a_node_a_line() {
    let gantt = "gantt\n title Plan\n dateFormat YYYY-MM-DD\n section Design\n Task one :a1, 2024-01-01, 30d\n Task two :after a1, 20d\n";
    assert_eq!(named("mermaid", gantt), ["Task one", "Task two"]);
    let tree = "mindmap\n  root((mind root))\n    Origins\n      Long history\n      ::icon(fa fa-book)\n    b[Square one]:::urgent\n";
    assert_eq!(named("mermaid", tree), ["mind root", "Origins", "Long history", "Square one"]);
    assert_eq!(
        named("plantuml", "@startmindmap\n* Root\n** Branch one\n***_ Leaf\n@endmindmap\n"),
        ["Root", "Branch one", "Leaf"]
    );
}

#[test]
fn components_and_interfaces_are_nodes_and_arguments_are_none() {
    let uml = "@startuml\ninterface IF\ncomponent [Comp lemur] as C1\n[Store]\n() \"Data access\" as DA\nclass Foo {\n  +bar(arg): int\n}\npackage \"Pack\" { class Inner }\n\
actor \"End User\" as U\nU -> Foo : login(user)\nC1 --> IF\n@enduml\n";
    assert_eq!(
        named("plantuml", uml),
        ["IF", "Comp lemur", "Store", "Data access", "Foo", "Pack", "Inner", "End User"]
    );
    let sequence = "sequenceDiagram\n  participant S as Server\n  Client->>S: fetch(item)\n";
    assert_eq!(named("mermaid", sequence), ["Server", "Client"]);
    let flow = "flowchart LR\n  A[\"fetch(user)\"] -->|call(it)| B([Start here])\n  B --> C[(Store)]\n";
    assert_eq!(named("mermaid", flow), ["fetch(user)", "Start here", "Store"]);
}

#[test]
fn labels_in_html_and_statements_on_one_line_of_dot_are_read() {
    let dot = "digraph G {\n  rank=same; node [shape=box];\n  b [label=<<b>Html</b> ocelot>];\n  t [shape=none, label=<<table>\n    <tr><td>User</td></tr>\n    <tr><td>name -&gt; x</td></tr>\n  </table>>];\n\
  subgraph cluster_0 { label=\"Pool\"; f; g [color=red] }\n  b -> t [label=<no <i>node</i>>];\n  subgraph x { p -> q; r }\n}\n";
    assert_eq!(named("dot", dot), ["Html ocelot", "User name -> x", "Pool", "f", "g", "p", "q", "r"]);
}

/// Name and content of what a query finds in the folder `api` of these files.
fn content(files: &[(&str, &str)], query: &str) -> Vec<(String, String)> {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in files {
        let path = folder.path().join(name);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("folders");
        std::fs::write(path, text).expect("a file");
    }
    let mut command = Command::new(env!("CARGO_BIN_EXE_docql"));
    command.args(["query", query, "-f", "json"]).current_dir(folder.path().join("api"));
    let output = command.env_clear().env("HOME", folder.path().join("home")).output().expect("a run");
    let told: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let files = told["files"].as_object().into_iter().flatten();
    let hits = files.flat_map(|(_, hits)| hits.as_array().cloned().unwrap_or_default());
    let field = |hit: &serde_json::Value, names: [&str; 2]| {
        names.iter().find_map(|name| hit[name].as_str()).unwrap_or_default().to_owned()
    };
    hits.map(|hit| (field(&hit, ["name", "text"]), field(&hit, ["content", "source"]))).collect()
}

#[test]
fn a_path_that_is_described_elsewhere_in_its_file_has_its_operations() {
    let api = "openapi: 3.1.0\npaths:\n  /pets/{id}:\n    $ref: '#/components/pathItems/Pet'\n  /loop:\n    $ref: '#/paths/~1loop'\n  /far:\n    $ref: far.yml\n\
components:\n  pathItems:\n    Pet:\n      parameters:\n        - $ref: '#/components/parameters/Id'\n      get:\n        summary: One pet\n      delete:\n        summary: No pet\n  parameters:\n    Id:\n      name: id\n      description: The walrus number\n";
    let document = parsed("yaml", api);
    let operations: Vec<(&str, u32)> =
        document.nodes.iter().filter(|node| node.kind == Kind::Api).map(|node| (&*node.name, node.line)).collect();
    assert_eq!(operations, [("/far", 7), ("GET /pets/{id}", 14), ("DELETE /pets/{id}", 16)]);
    let (_, written) = &document.written_out[0];
    assert!(written.contains("walrus number"), "{written}");
}

#[test]
fn what_an_endpoint_refers_to_in_other_files_is_told_with_it_and_nothing_outside_is_read() {
    let files = [
        (
            "api/api.yaml",
            "openapi: 3.0.0\npaths:\n  /one:\n    get:\n      $ref: \"resources/one.yml\"\n    put:\n      $ref: '../secret.yml'\n    post:\n      $ref: https://example.org/x.yml\n",
        ),
        (
            "api/resources/one.yml",
            "operationId: one_list\nresponses:\n  '200':\n    $ref: 'shared.yml#/Answer'\n  '201':\n    $ref: one.yml\n",
        ),
        (
            "api/resources/shared.yml",
            "Other:\n  description: unasked\nAnswer:\n  description: the okapi\n  items:\n    $ref: '#/Item'\nItem:\n  description: a lemur\n",
        ),
    ];
    let files = [&files[..], &[("secret.yml", "okapi: outside\n")]].concat();
    let found = content(&files, "$.entities[?(@.type==\"API\")]");
    let names: Vec<&str> = found.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["GET /one", "PUT /one", "POST /one"]);
    let told = &found[0].1;
    for part in ["operationId: one_list", "the okapi", "a lemur", "# resources/shared.yml#/Answer"] {
        assert!(told.contains(part), "{part}: {told}");
    }
    assert!(!told.contains("unasked") && told.matches("one_list").count() == 1, "{told}");
    assert!(found[1..].iter().all(|(_, told)| !told.contains("okapi") && !told.contains("# ")), "{found:?}");
}

#[test]
fn what_is_in_tabs_and_admonitions_is_read_as_it_would_be_outside() {
    let text = "# T\n\n=== \"Kotlin\"\n    ```kotlin\n    val a = 1\n\n    ```\n=== \"Java\"\n\n    ```java\n    int a;\n    ```\n\n\
                ???+ note\n\n    See [it](a.md).\n\n    ```sh\n    run\n    ```\n\n- one\n";
    let document = parsed("markdown", text);
    let of = |kind| -> Vec<String> {
        document.nodes.iter().filter(|node| node.kind == kind).map(|node| node.detail.to_string()).collect()
    };
    assert_eq!(of(Kind::CodeBlock), ["kotlin", "java", "sh"]);
    assert_eq!((of(Kind::List).len(), of(Kind::Link)), (1, vec!["a.md".to_owned()]));
}
