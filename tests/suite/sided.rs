//! Which finds of a question come first: both sides of what is compared, what holds the name that is asked about, tests
//! where tests are asked for; and that a word for the kind of a thing names no setting.

use crate::folders::ask;
use docql::agent::Research;

fn paths(found: &Research) -> Vec<&str> {
    found.citations.iter().map(|citation| &*citation.passage.path).collect()
}

/// The manual and the source are where to look; neither is what is asked about.
#[test]
fn what_documents_say_is_held_against_what_the_program_does() {
    let compared = "# The manual\n\nCompare the manual with the source of the manual: the configuration is compared with the \
                    source without the manual.\n";
    let found = ask(
        &[
            (
                "docs/colours.md",
                "# Colours\n\nOf texts in YAML the keys are coloured. Nothing has to be set for that.\n",
            ),
            (
                "src/colours.py",
                "COLOURED = [\"yaml\", \"json\"]\n\n\ndef is_coloured(language):\n    return language in COLOURED\n",
            ),
            ("docs/one.md", compared),
            ("docs/two.md", &compared.replace("manual\n", "manual, too\n")),
        ],
        "Is yaml coloured without configuration? Compare the manual with the source.",
    );
    assert!(found.is_answered, "{:?}", found.remarks());
    let step = found.steps.iter().find(|step| step.reason == "in documents and in the program");
    assert_eq!(step.map(|step| step.step.text()), Some("yaml coloured without configuration"), "{:#?}", found.steps);
    let is_part = |step: &docql::agent::StepTaken| step.step.text().starts_with("Compare");
    assert!(!found.steps.iter().any(is_part), "where to look is no part of the question: {:#?}", found.steps);
    assert_eq!(found.missing, Vec::<String>::new());
    let paths = paths(&found);
    assert!(paths.contains(&"docs/colours.md") && paths.contains(&"src/colours.py"), "{paths:?}");
}

/// Other texts have more of the words; none of them says anything of what is named.
#[test]
fn what_holds_the_name_that_is_asked_about_comes_first() {
    let found = ask(
        &[
            (
                "docs/two.md",
                "# Older protocols\n\nWhere a server does not speak HTTP/2 the proxy does. To turn that off, and how it is \
                 turned off, see how to turn off what it may speak.\n",
            ),
            (
                "docs/off.md",
                "# Turn it off\n\nHow to turn a mode off: a proxy that may speak has a switch to turn it off.\n",
            ),
            ("docs/three.md", "# Over datagrams\n\nTo speak HTTP/3 takes the option `quic`.\n"),
        ],
        "Does it speak HTTP/3 and how do I turn that off?",
    );
    assert_eq!(paths(&found).first(), Some(&"docs/three.md"), "{:#?}", found.steps);
}

#[test]
fn tests_come_first_that_no_query_finds() {
    let found = ask(
        &[
            (
                "web/options.ts",
                "export interface Options {\n    map_remote: string[];\n}\n\n/** Which addons are covered: map_remote is an \
                 addon. */\nexport const ADDONS = [\"map_remote\"];\n",
            ),
            (
                "docs/guide.md",
                "# Addons\n\nThe addon `map_remote` is covered here: an addon is tested by which addon covers it. Tests cover \
                 the addons.\n",
            ),
            (
                "src/remap.py",
                "class Remap:\n    def load(self, loader):\n        loader.add_option(\"map_remote\", list, [], \"Maps \
                 remote addresses.\")\n",
            ),
            (
                "tests/test_remap.py",
                "from remap import Remap\n\n\nclass TestRemap:\n    def test_load(self):\n        remap = Remap()\n        \
                 with context(remap, map_remote=[\"a/b\"]) as loaded:\n            assert loaded\n",
            ),
        ],
        "Which tests cover the map_remote addon?",
    );
    let paths = paths(&found);
    let at = paths.iter().position(|path| *path == "tests/test_remap.py");
    assert!(at.is_some_and(|at| at <= 1), "behind the declaration at most: {paths:?}");
}

/// "Is that flag on by default" points at what was named before: no setting is called "flag".
#[test]
fn a_word_for_the_kind_of_a_thing_is_no_setting() {
    let found = ask(
        &[
            (
                "docs/archives.md",
                "# Cold archives\n\nArchives are thawed with the feature flag `thaw`. A feature flag of this kind is off by \
                 default.\n",
            ),
            ("src/features.py", "FLAGS = {\"thaw\": False}\n\n\ndef is_on(name):\n    return FLAGS[name]\n"),
            (
                "src/find.py",
                "def find(flags):\n    flags.add(\"host\", default=\"all\")\n    flag = \"host\"\n    return flag\n",
            ),
            ("src/feature.py", "FEATURE = 3\nFEATURES = \"names\"\n"),
        ],
        "Can I thaw archives, which feature flag does it need and is that flag on by default?",
    );
    assert_eq!(paths(&found).first(), Some(&"docs/archives.md"), "{:#?}", found.steps);
}

/// What two things are is told by documents; a program names both more often.
#[test]
fn things_that_are_compared_are_told_by_documents_first() {
    let found = ask(
        &[
            (
                "web/modes.js",
                "export const upstreamMode = { mode: \"upstream\", difference: 1 }\nexport const reverseMode = { mode: \
                 \"reverse\", difference: 2 }\n",
            ),
            ("src/mode.js", "export function reverseMode(upstream) {\n  return upstream.mode(\"reverse\")\n}\n"),
            (
                "docs/modes.md",
                "# Proxies\n\n## Upstream Proxy\n\nIn this mode all requests go to another proxy.\n\n## Reverse Proxy\n\nIn this \
                 mode requests go to one server, as if it was asked itself.\n",
            ),
        ],
        "What is the difference between upstream mode and reverse mode?",
    );
    assert_eq!(paths(&found).first(), Some(&"docs/modes.md"), "{:#?}", found.steps);
}
