//! Questions of several parts: what is compared, and what goes on about the same.

use crate::folders::ask;

const KINDS: &[(&str, &str)] = &[
    ("docs/tap.md", "# Tap\n\nA tap is turned by hand and lets water through.\n"),
    ("docs/valve.md", "# Valve\n\nA valve is moved by pressure and shuts a pipe.\n"),
    ("docs/pump.md", "# Pump\n\nA pump moves water up.\n"),
];

/// No text holds both sides of a comparison, and none says that it compares.
#[test]
fn each_side_of_a_comparison_is_answered_on_its_own() {
    for question in [
        "compare the tap with the valve",
        "how does a tap differ from a valve",
        "what is the difference between the tap and the valve?",
    ] {
        let found = ask(KINDS, question);
        assert!(found.is_answered, "{question}: {:?} {:?}", found.judgement, found.remarks());
        let mut first: Vec<&str> = found.citations.iter().take(2).map(|citation| &*citation.passage.path).collect();
        first.sort_unstable();
        assert_eq!(first, ["docs/tap.md", "docs/valve.md"], "{question}");
        assert!(found.nowhere.is_empty() && found.missing.is_empty(), "{question}: {:?}", found.remarks());
    }
    // What both are is said once.
    let found = ask(KINDS, "what is the difference between a hand-turned and a pressure-moved part?");
    let steps: Vec<&str> = found.steps.iter().map(|taken| taken.step.text()).collect();
    assert!(steps.contains(&"a hand-turned part") && steps.contains(&"a pressure-moved part"), "{steps:?}");
    let found = ask(KINDS, "compare the tap with the turbine");
    assert!(!found.is_answered && found.nowhere == ["turbine"], "{:?}", found.remarks());
}

/// "Its secret" is that of what the part before names: others have secrets too.
#[test]
fn a_part_that_points_back_is_searched_with_what_it_points_at() {
    let others =
        ["session", "cookie", "backup", "mirror", "mail", "token", "proxy", "cache", "audit", "login", "export"];
    let mut files = vec![
        (
            "src/sign.py".to_owned(),
            "def sign_request(request, secret):\n    \"\"\"A request is signed: the digest of its body stands in a header.\"\"\"\n    \
             return digest(request.body, secret)\n"
                .to_owned(),
        ),
        (
            "src/store.py".to_owned(),
            "def load_request_secret(path):\n    \"\"\"The secret of requests comes from the file of the administrator.\"\"\"\n    \
             return open(path).read()\n"
                .to_owned(),
        ),
    ];
    files.extend(others.iter().map(|name| {
        let text = format!(
            "def {name}_secret(owner):\n    \"\"\"Where the secret of the {name} comes from: its secret comes from the \
             owner of the {name}.\"\"\"\n    return owner.secret\n"
        );
        (format!("src/{name}.py"), text)
    }));
    let files: Vec<(&str, &str)> = files.iter().map(|(name, text)| (&**name, &**text)).collect();
    let found = ask(&files, "how is a request signed, and where does its secret come from");
    let steps: Vec<&str> = found.steps.iter().map(|taken| taken.step.text()).collect();
    assert!(steps.contains(&"request where does its secret come from"), "{steps:?}");
    let paths: Vec<&str> = found.citations.iter().map(|citation| &*citation.passage.path).collect();
    assert!(paths.contains(&"src/sign.py") && paths.contains(&"src/store.py"), "{paths:?}");
    assert!(found.is_answered, "{:?} {:?}", found.judgement, found.remarks());
}
