//! Questions whether a program has something that only lock files, tools and tests name: it is not there, and where it is named
//! is said.

use crate::folders;
use docql::agent::Research;

const FILES: &[(&str, &str)] = &[
    (
        "composer.lock",
        "{\n  \"packages\": [\n    { \"name\": \"dong/graphbell\", \"suggest\": \"GraphBell, bellsockets\" }\n  ]\n}\n",
    ),
    (
        "src/api.js",
        "/** The API shows a graph of bells. */\nexport function showBellGraph(api) {\n  return api.graph();\n}\n",
    ),
    ("src/hook.js", "/** Takes what a bell sends. */\nexport class BellWebhook {\n  take() {}\n}\n"),
    ("src/dongle.rs", "pub fn ring() {}\n\n#[cfg(test)]\nmod tests {\n    const TABLE: &str = \"Cubernets 1\";\n}\n"),
    ("src/slacker.js", "/** Sends to Dack. */\nexport class DackChannel {\n  send() {}\n}\n"),
];

fn ask(question: &str) -> Research {
    folders::ask(FILES, question)
}

#[test]
fn what_only_others_name_is_not_there() {
    for (question, said) in [
        ("is there a GraphBell API", "GraphBell stands only in composer.lock"),
        ("does it support bellsockets?", "bellsockets stands only in composer.lock"),
        ("is there a Cubernets command", "Cubernets stands only in src/dongle.rs"),
        ("does it send bellsockets", "bellsockets stands only in composer.lock"),
        ("can the server speak GraphBell?", "GraphBell stands only in composer.lock"),
    ] {
        let found = ask(question);
        assert!(!found.is_answered, "{question}: {:?}", found.citations.first().map(|one| &one.passage.path));
        assert!(found.remarks().iter().any(|remark| remark.starts_with(said)), "{question}: {:?}", found.remarks());
    }
}

#[test]
fn what_the_program_names_is_there() {
    let found = ask("is there a Dack channel");
    assert!(found.is_answered, "{:?}", found.remarks());
    assert!(!found.remarks().iter().any(|remark| remark.contains("stands only")));
}

#[test]
fn what_implements_an_interface_is_not_asked_of_a_type_that_is_called_so() {
    let files = [
        ("go.mod", "module shop\n"),
        ("provider.go", "package shop\n\ntype Provider interface {\n\tProvide() error\n}\n"),
        (
            "consul/consul.go",
            "package consul\n\ntype Provider struct{}\n\nfunc (p *Provider) Provide() error { return nil }\n",
        ),
        (
            "consul/builder.go",
            "package consul\n\ntype Builder struct {\n\tProvider\n\tName string\n}\n\nfunc (b *Builder) Provide(n int) {}\n",
        ),
    ];
    let found = folders::ask(&files, "what implements the Provider interface");
    let asked = found.steps.iter().filter(|step| step.step.text().contains("implementations()"));
    let asked: Vec<(String, usize)> = asked.map(|step| (step.step.text().to_owned(), step.hits)).collect();
    assert_eq!(asked, [("$.code.interface(\"Provider\").implementations()".to_owned(), 1)]);
}
