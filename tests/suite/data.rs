//! Formats of data as one tree: what each holds, on which line, and that it is asked in the same way.

use docql::engine::{Question, Reading, answer};
use docql::formats::{parse_data, parse_file_data};
use docql::indexer::{Indexer, WorkspaceOptions};
use docql::stdx::Ticket;
use proptest::prelude::*;
use serde_json::{Value, json};

fn value(id: &str, text: &str) -> Value {
    let tree = parse_data(id, text).unwrap_or_else(|problem| panic!("{id}:{}: {}", problem.line, problem.message));
    tree.to_json(0)
}

fn problem(id: &str, text: &str) -> (u32, String) {
    let problem = parse_data(id, text).expect_err("a problem");
    (problem.line, problem.message)
}

#[test]
fn ini_files_hold_sections_in_every_dialect() {
    let git = "[core]\n\tbare = false\n; note\n[remote \"origin\"]\n\turl = a:b\n\tfetch = +x\n\tfetch = +y\n";
    assert_eq!(
        value("ini", git),
        json!({"core": {"bare": "false"}, "remote": {"origin": {"url": "a:b", "fetch": ["+x", "+y"]}}})
    );
    let python = "[options]\ninstall_requires =\n    one>=1\n    two\nzip_safe: no\n";
    assert_eq!(value("ini", python), json!({"options": {"install_requires": "one>=1\ntwo", "zip_safe": "no"}}));
    let systemd = "[Service]\nExecStart=/bin/a \\\n  --flag\nEnvironment=\"A=1\"\n";
    assert_eq!(value("ini", systemd), json!({"Service": {"ExecStart": "/bin/a\n--flag", "Environment": "A=1"}}));
    assert_eq!(value("ini", "[mysqld]\nskip-networking\n"), json!({"mysqld": {"skip-networking": null}}));
    assert_eq!(value("ini", "root = true\n[*.{js,ts}]\nindent_size = 2\n")["*.{js,ts}"]["indent_size"], "2");
    assert_eq!(problem("ini", "server {\n    listen 80;\n}\n").0, 1, "another language in .conf");
    assert_eq!(problem("ini", "a = 1\n[open\n").0, 2);
}

#[test]
fn properties_are_read_as_java_reads_them() {
    let text =
        "# note\na.b=1\nlong = one,\\\n   two\nescaped\\ key:v\\u00fc\nempty\npath=C\\:\\\\x\n! note\nlast value\n";
    assert_eq!(
        value("properties", text),
        json!({"a.b": "1", "long": "one,two", "escaped key": "vü", "empty": "", "path": "C:\\x", "last": "value"})
    );
}

#[test]
fn variables_of_an_environment_come_without_their_quotes() {
    let text = "A=1 # note\nexport B=\"x\\ny # no note\"\nC='a\nb'\nD=\nE=a#b\n";
    assert_eq!(value("dotenv", text), json!({"A": "1", "B": "x\ny # no note", "C": "a\nb", "D": "", "E": "a#b"}));
    assert_eq!(problem("dotenv", "A=1\nuse flake\n").0, 2);
    assert_eq!(problem("dotenv", "A=\"open\n\n").0, 1);
}

#[test]
fn xml_is_an_object_of_attributes_elements_and_text() {
    let pom = "<?xml version=\"1.0\"?>\n<!-- note -->\n<p:project xmlns:p=\"urn:x\">\n  <dep scope=\"test\"><id>a&amp;b</id></dep>\n  <dep><id><![CDATA[<c>]]></id></dep>\n  <empty/>\n  <mixed>one <b>two</b> three</mixed>\n</p:project>\n";
    assert_eq!(
        value("xml", pom),
        json!({"p:project": {
            "@xmlns:p": "urn:x",
            "dep": [{"@scope": "test", "id": "a&b"}, {"id": "<c>"}],
            "empty": null,
            "mixed": {"b": "two", "#text": "one  three"},
        }})
    );
    assert_eq!(problem("xml", "<a>\n<b>\n</a>\n").0, 3);
    assert_eq!(problem("xml", "<a>\n<b>\n").0, 2);
    let bomb = "<!DOCTYPE a [<!ENTITY x \"xxxxxxxx\"><!ENTITY y \"&x;&x;&x;\">]>\n<a>&y;</a>";
    assert_eq!(value("xml", bomb), json!({"a": "&y;"}), "nothing declared is read");
    assert_eq!(problem("xml", &"<a>".repeat(100_000)).1, "elements are nested too deep");
}

#[test]
fn blocks_of_hcl_are_objects_inside_of_their_labels() {
    let text = r#"
# note
resource "aws_instance" "web" {
  ami   = "ami-${var.id}-\"x\""
  count = 2
  tags  = { Name = "web", "odd key" : true }
  ports = [80, 443,]
  zone  = var.zone != "" ? var.zone : local.zones["a"] // note
  user_data = <<-EOT
    echo "hi"
      done
  EOT
  names = [for n in var.all : upper(n)]
  long  = [
    for n in var.all : n
  ]
  pairs = {
    for n in var.all : n => 1
  }

  ebs_block_device { size = 1.5 }
  ebs_block_device { size = null }
}
variable "id" {}
"#;
    assert_eq!(
        value("hcl", text),
        json!({
            "resource": {"aws_instance": {"web": {
                "ami": "ami-${var.id}-\"x\"",
                "count": 2,
                "tags": {"Name": "web", "odd key": true},
                "ports": [80, 443],
                "zone": "var.zone != \"\" ? var.zone : local.zones[\"a\"]",
                "user_data": "echo \"hi\"\n  done",
                "names": "[for n in var.all : upper(n)]",
                "long": "[\n    for n in var.all : n\n  ]",
                "pairs": "{\n    for n in var.all : n => 1\n  }",
                "ebs_block_device": [{"size": 1.5}, {"size": null}],
            }}},
            "variable": {"id": {}},
        })
    );
    assert_eq!(problem("hcl", "a = 1\nb {\n c = 2\n").0, 2);
    assert_eq!(problem("hcl", "a = 1\nb = [1,\n").0, 2);
    assert_eq!(problem("hcl", "a = 1\n}\n").0, 2);
    assert!(problem("hcl", &"a {\n".repeat(100_000)).1.contains("too deep"));
    assert!(parse_data("hcl", &format!("a = {}", "[".repeat(100_000))).is_err());
}

#[test]
fn protocol_buffers_hold_messages_fields_and_options_by_their_names() {
    let text = r#"// Users.
syntax = "proto3";
package users.v1;
import public "google/api/annotations.proto";
option go_package = "example.org/users;users";
message User {
  reserved 2, 9 to 11, "old";
  int64 id = 1 [deprecated = true, (my.opt).a = -2];
  repeated string names = 3;
  map<string, Role> roles = 4;
  oneof contact {
    string mail = 5;
    .users.v1.Phone phone = 6;
  }
  enum Role { NONE = 0; ADMIN = 1; }
}
service Users {
  rpc Get(GetRequest) returns (stream User) {
    option (google.api.http) = { get: "/v1/users" "/{id}" additional_bindings { post: "/v1" body: "*" } tags: [1, 2] };
  }
}
"#;
    let user = json!({
        "reserved": ["2", "9 to 11", "old"],
        "field": {
            "id": {"type": "int64", "number": 1, "option": {"deprecated": true, "my.opt.a": -2}},
            "names": {"label": "repeated", "type": "string", "number": 3},
            "roles": {"type": "map<string, Role>", "number": 4},
            "mail": {"type": "string", "number": 5, "oneof": "contact"},
            "phone": {"type": ".users.v1.Phone", "number": 6, "oneof": "contact"},
        },
        "enum": {"Role": {"value": {"NONE": {"number": 0}, "ADMIN": {"number": 1}}}},
    });
    let http = json!({"get": "/v1/users/{id}", "additional_bindings": {"post": "/v1", "body": "*"}, "tags": [1, 2]});
    let get = json!({"request": "GetRequest", "response_stream": true, "response": "User", "option": {"google.api.http": http}});
    assert_eq!(
        value("protobuf", text),
        json!({
            "syntax": "proto3",
            "package": "users.v1",
            "import": "google/api/annotations.proto",
            "option": {"go_package": "example.org/users;users"},
            "message": {"User": user},
            "service": {"Users": {"rpc": {"Get": get}}},
        })
    );
    let old = "message A { required group Result = 1 { optional string url = 2 [default = \"x\"]; } extensions 4 to max; }\nextend A { optional int32 b = 126; }\n";
    let read = value("protobuf", old);
    assert_eq!(read["message"]["A"]["message"]["Result"]["field"]["url"]["option"]["default"], "x");
    assert_eq!(read["extend"]["A"]["field"]["b"]["number"], 126);
    assert_eq!(problem("protobuf", "message A {\n  int32 b = 1\n}\n"), (3, "`;` is missing".to_owned()));
    assert_eq!(problem("protobuf", "\nmessage A {\n  int32 b = 1;\n").0, 2);
    assert!(problem("protobuf", &"message a {\n".repeat(100_000)).1.contains("too deep"));
    assert!(parse_data("protobuf", &format!("option a = {}", "[".repeat(100_000))).is_err());
}

#[test]
fn every_format_of_data_is_asked_alike_and_says_its_lines() {
    let folder = tempfile::tempdir().expect("a folder");
    let files = [
        ("pom.xml", "<project>\n  <port>\n8080</port>\n</project>\n"),
        ("app.properties", "# note\nport=8080\n"),
        ("app.ini", "[project]\nport = 8080\n"),
        ("app.env", "A=1\nport=8080\n"),
        ("main.tf", "project \"x\" {\n\n  port = \"8080\"\n}\n"),
        ("api.proto", "// note\nmessage A {\n  int32 port = 1;\n}\n"),
        ("tsconfig.json", "{\n  // note\n  \"port\": \"8080\",\n}\n"),
        ("lines.jsonl", "{\"port\": \"8080\"}\n{broken\n"),
        ("nginx.conf", "server {\n  port 8080;\n}\n"),
    ];
    for (name, text) in files {
        std::fs::write(folder.path().join(name), text).expect("a file");
    }
    let indexer = Indexer::open(WorkspaceOptions { threads: 1, ..WorkspaceOptions::at(folder.path()) }).expect("one");
    let question = Question::in_report("$.data..port", Reading::Docql, 20, (true, false));
    let answered = answer(&indexer, &question, &Ticket::forever(), &|_| {}).expect("an answer");
    let mut hits: Vec<(String, u32)> =
        answered.results.hits.iter().map(|hit| (hit.path.to_string(), hit.line)).collect();
    hits.sort();
    let wanted = [
        ("api.proto", 3),
        ("app.env", 2),
        ("app.ini", 2),
        ("app.properties", 2),
        ("lines.jsonl", 1),
        ("main.tf", 3),
        ("pom.xml", 2),
        ("tsconfig.json", 3),
    ];
    assert_eq!(hits, wanted.map(|(path, line)| (path.to_owned(), line)));
}

proptest! {
    #[test]
    fn no_text_is_too_odd(text in "[a-z<>/=\"'\\[\\](){}\\\\#;,. \n:&!$-]{0,120}", wild in any::<String>()) {
        for id in ["xml", "ini", "properties", "dotenv", "hcl", "protobuf", "jsonc", "jsonl"] {
            for text in [&text, &wild] {
                if let Ok(tree) = parse_file_data(id, text) {
                    let lines = text.lines().count().max(1) as u32;
                    for at in 0..tree.len() as u32 {
                        let node = tree.node(at);
                        prop_assert!(node.line >= 1 && node.line <= node.end_line && node.end_line <= lines + 1, "{id} {text:?}");
                    }
                }
            }
        }
    }
}

#[test]
fn an_endpoint_is_one_chunk_with_all_it_refers_to() {
    let place = tempfile::tempdir().expect("a folder");
    std::fs::write(place.path().join("shop.yaml"), include_str!("../formats/shop.yaml")).expect("a file");
    let ask = |arguments: &[&str]| {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_docql"));
        command.args(arguments).args(["--no-index", "-f", "json"]).current_dir(place.path());
        let ran = command.env_clear().env("HOME", place.path()).output().expect("a run");
        let answer: Value = serde_json::from_slice(&ran.stdout).expect("JSON");
        answer["files"]["shop.yaml"].as_array().cloned().unwrap_or_default()
    };
    let chunks = ask(&["query", "$.content.chunks()[?(@.text ~= \"One order\")]"]);
    assert_eq!(chunks.len(), 1, "{chunks:?}");
    let chunk = chunks[0]["text"].as_str().expect("a text");
    for part in ["summary: One order", "in: path", "In cents", "email", "What went wrong", "X-Key"] {
        assert_eq!(chunk.matches(part).count(), 1, "{part}: {chunk}");
    }
    assert_eq!((&chunks[0]["line"], &chunks[0]["end_line"]), (&json!(9), &json!(16)));
    let by_schema = ask(&["query", "$.entities[?(@.type==\"API\" && @.content ~= \"email\")]"]);
    let names: Vec<&Value> = by_schema.iter().map(|hit| &hit["text"]).collect();
    assert_eq!(names, ["GET /orders/{id}"]);
    let by_words = ask(&["search", "--mode", "keyword", "order buyer email cents"]);
    assert!(
        by_words.iter().any(|hit| hit["line"] == json!(9) || hit["id"].to_string().contains("orders")),
        "{by_words:?}"
    );
}

#[test]
fn a_file_that_cannot_be_read_as_data_is_named_with_the_reason() {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in [("broken.json", "{\"a\": 1,\n \"b\": [1, 2\n}\n"), ("good.json", "{\"c\": 1}\n")] {
        std::fs::write(folder.path().join(name), text).expect("a file");
    }
    let workspace = Indexer::open(WorkspaceOptions::at(folder.path())).expect("a workspace");
    let hints = |text: &str| {
        let question = Question::in_report(text, Reading::Docql, 10, (true, true));
        let answered = answer(&workspace, &question, &Ticket::forever(), &|_| {}).expect("an answer");
        (answered.results.total, answered.results.hints.join("\n"))
    };
    let named = |hints: &str| hints.contains("broken.json:3 keeps the file from being read as data: ");
    for text in ["$.data.a", "$.files[?(@.path==\"broken.json\")].data"] {
        let (total, told) = hints(text);
        assert!(total == 0 && named(&told), "{text}: {told}");
    }
    let (total, told) = hints("$.data.c");
    assert!(total == 1 && !named(&told), "{told}");
}

#[test]
fn an_element_that_stands_once_is_one_of_its_list() {
    let folder = tempfile::tempdir().expect("a folder");
    let one = |id: &str, more: &str| format!("<dep>\n<id>{id}</id>{more}</dep>\n");
    let files = [
        (
            "a/pom.xml",
            format!(
                "<project><deps>{}{}</deps><mods><mod>x</mod></mods></project>",
                one("a", ""),
                one("b", "<scope>test</scope>")
            ),
        ),
        ("b/pom.xml", format!("<project><deps>{}</deps><mods><mod>y</mod><mod>z</mod></mods></project>", one("a", ""))),
        ("c/main.tf", "resource \"g\" \"x\" {\n  ingress {\n    port = 22\n  }\n}\n".to_owned()),
        ("d/alone.xml", "<shop><item no=\"1\"><name>n</name></item></shop>".to_owned()),
        ("e/plain.json", "{\"project\": {\"deps\": {\"dep\": {\"id\": \"a\"}}}}".to_owned()),
    ];
    for (name, text) in files {
        let path = folder.path().join(name);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        std::fs::write(path, text).expect("a file");
    }
    let indexer = Indexer::open(WorkspaceOptions { threads: 1, ..WorkspaceOptions::at(folder.path()) }).expect("one");
    let count = |text: &str| {
        let question = Question::in_report(text, Reading::Docql, 20, (true, false));
        answer(&indexer, &question, &Ticket::forever(), &|_| {}).expect("an answer").results.total
    };
    for (query, wanted) in [
        // The object of JSON is one: its member is tested, as RFC 9535 says.
        (r#"$.data.project.deps.dep[?(@.id=="a")]"#, 2),
        (r#"$.data.project.deps.dep[?(@.scope!="test")]"#, 2 + 1),
        ("$.data.project.deps.dep[?(!@.scope)]", 2 + 1),
        ("$.data.project.deps.dep[*].id", 3),
        ("$.data.project.deps.dep[0].id", 2),
        ("$.data.project.deps.dep[-1:].id", 2),
        ("$.data.project.mods.mod[*]", 3),
        ("$.data.project.mods.mod[1]", 1),
        (r#"$.data..dep[?(@.id=="a")]"#, 2),
        ("$.data.resource.g.x.ingress[?(@.port==22)]", 1),
        ("$.data.resource.g.x.ingress[*].port", 1),
        // Alone everywhere, it is told by what is asked of it; `[*]` of itself is what is in it.
        (r#"$.data.shop.item[?(@.name=="n")]"#, 1),
        ("$.data.shop.item[*].name", 1),
        ("$.data.shop.item[*]", 2),
        ("$.data.shop[*].name", 1),
    ] {
        assert_eq!(count(query), wanted, "{query}");
    }
}
