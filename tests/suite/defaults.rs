//! Questions for the default of a setting: the line that declares it with its value is cited first, in whatever way a
//! language, a library of options or a file of settings has it written.

use crate::folders::write;
use docql::agent::{Research, ResearchLimits, research};
use docql::indexer::{Indexer, WorkspaceOptions};
use docql::stdx::Ticket;

fn ask(files: &[(&str, &str)], question: &str) -> Research {
    let folder = tempfile::tempdir().expect("a folder");
    files.iter().for_each(|(name, text)| write(folder.path(), name, text));
    let workspace = Indexer::open(WorkspaceOptions::at(folder.path())).expect("a workspace");
    research(&workspace, question, ResearchLimits::default(), &Ticket::forever(), &|_| {}).expect("an answer")
}

/// What uses a setting of the name, says much of it, and gives it other values: in a constructor of old defaults, in prose.
const NOISE: [(&str, &str); 3] = [
    (
        "src/old.cc",
        "Options* Options::OldDefaults() {\n  max_open_nests = 77;\n  return this;\n}\n\nvoid Use(Options& o) {\n  \
         o.max_open_nests = 31;\n  if (o.max_open_nests != 32) {\n    Warn(\"max_open_nests is not the default\");\n  }\n}\n",
    ),
    (
        "docs/tuning.md",
        "# Tuning\n\nWith `wide_nests=0` and `max_open_nests=33` (defaults of the old release), nests stay open. The \
         default of max_open_nests is what most people keep.\n",
    ),
    ("HISTORY.md", "# History\n\n* The default of max_open_nests changed from 34 to 35.\n"),
];

/// Where a setting is declared → its file, its text, and what the first citation has to quote.
const DECLARED: &[(&str, &str, &str, &str)] = &[
    (
        "a member of C++ with its value",
        "include/options.h",
        "struct Options {\n  // Nests that may be open.\n  //\n  // Default: 5\n  int max_open_nests = 5;\n\n  // Unlike \
         max_open_nests this one is wide.\n  int wide_nests = 9;\n};\n",
        "int max_open_nests = 5;",
    ),
    (
        "a member that a comment gives its default",
        "include/options.h",
        "struct Options {\n  // Nests that may be open.\n  // Default: 5\n  int max_open_nests;\n};\n",
        "// Default: 5",
    ),
    (
        "a field of a data class",
        "app/settings.py",
        "class Settings(Base):\n    wide_nests: bool = True\n    max_open_nests: int = 5\n",
        "max_open_nests: int = 5",
    ),
    (
        "serde with a function",
        "src/config.rs",
        "#[derive(Deserialize)]\npub struct Config {\n    #[serde(default = \"five\")]\n    pub max_open_nests: u32,\n}\n\n\
         fn five() -> u32 {\n    5\n}\n",
        "#[serde(default = \"five\")]",
    ),
    (
        "an option of clap",
        "src/cli.rs",
        "#[derive(Parser)]\npub struct Cli {\n    /// Nests that may be open.\n    #[arg(long, default_value_t = 5)]\n    pub \
         max_open_nests: u32,\n}\n",
        "default_value_t = 5",
    ),
    (
        "an option of argparse",
        "app/cli.py",
        "def arguments(parser):\n    parser.add_argument(\n        \"--max-open-nests\",\n        type=int,\n        default=5,\n    )\n",
        "default=5",
    ),
    (
        "an option of cobra",
        "cmd/root.go",
        "package cmd\n\nfunc init() {\n\troot.Flags().IntVarP(&nests, \"max-open-nests\", \"n\", 5, \"nests that may be open\")\n}\n",
        "\"n\", 5,",
    ),
    (
        "a macro for flags",
        "tools/bench.cc",
        "DEFINE_int32(max_open_nests, 5, \"Nests that may be open.\");\n",
        "max_open_nests, 5",
    ),
    (
        "a value of Spring",
        "src/Nests.java",
        "public class Nests {\n    @Value(\"${birds.max-open-nests:5}\")\n    private int nests;\n}\n",
        "max-open-nests:5}",
    ),
    (
        "the environment in C",
        "src/env.c",
        "int nests(void) {\n  return number(getenv_or(\"MAX_OPEN_NESTS\", \"5\"));\n}\n",
        "\"5\"",
    ),
    (
        "the environment of Node",
        "src/env.js",
        "export const nests = process.env.MAX_OPEN_NESTS || 5;\n",
        "MAX_OPEN_NESTS || 5",
    ),
    (
        "the environment in Rust",
        "src/env.rs",
        "pub fn nests() -> String {\n    std::env::var(\"MAX_OPEN_NESTS\").unwrap_or(\"5\".into())\n}\n",
        "unwrap_or(\"5\"",
    ),
    ("a shell's expansion", "run.sh", "#!/bin/sh\nexec birds --nests \"${MAX_OPEN_NESTS:-5}\"\n", "MAX_OPEN_NESTS:-5"),
    (
        "a call that declares options",
        "app/options.py",
        "def load(loader):\n    loader.add_option(\n        \"max_open_nests\",\n        int,\n        5,\n        \"How many.\",\n    )\n",
        "        5,",
    ),
    (
        "a tag of a field",
        "lib/options.go",
        "package lib\n\ntype Options struct {\n\tMaxOpenNests int `json:\"maxOpenNests\" default:\"5\"`\n}\n",
        "default:\"5\"",
    ),
    ("a file of settings", "config/default.yaml", "nests:\n  max_open_nests: 5 # of birds\n", "max_open_nests: 5"),
    (
        "a schema",
        "schema.json",
        "{\n  \"maxOpenNests\": {\n    \"type\": \"integer\",\n    \"default\": 5\n  }\n}\n",
        "\"maxOpenNests\"",
    ),
    (
        "a table of options",
        "docs/options.md",
        "# Options\n\n| Option | Default | What |\n|---|---|---|\n| `wide_nests` | `1` | Wide. |\n| `max_open_nests` | `5` | Nests. |\n",
        "| `max_open_nests` | `5` |",
    ),
    (
        "a section of a manual",
        "docs/reference.md",
        "# Reference\n\n## max_open_nests\n\nNests that may be open.\n\nDefault: `5`\n\n## wide_nests\n\nDefault: `9`\n",
        "Default: `5`",
    ),
    (
        "a parameter",
        "app/birds.py",
        "class Birds:\n    def __init__(self, path, max_open_nests=5):\n        self.nests = max_open_nests\n",
        "max_open_nests=5",
    ),
];

#[test]
fn the_declaration_with_its_default_is_cited_first() {
    let mut wrong = Vec::new();
    for (what, path, text, quoted) in DECLARED {
        let mut files = NOISE.to_vec();
        // What only says so stands behind a program's own old values: a document is asked about alone.
        let is_text = ["md", "json", "yaml", "sh"].iter().any(|end| path.ends_with(end));
        if is_text {
            files = vec![NOISE[2]];
        }
        files.push((path, text));
        let found = ask(&files, "what is the default of max_open_nests");
        let first = &found.citations[0].passage;
        let shown = (first.line..).zip(first.text.lines()).filter(|(line, _)| first.quote.contains(line));
        let shown: Vec<&str> = shown.map(|(_, line)| line).collect();
        let (is_it, is_quoted) = (*first.path == **path, shown.iter().any(|line| line.contains(quoted)));
        if !found.is_answered || !is_it || !is_quoted {
            wrong.push(format!("{what}: {} {shown:?}", first.path));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn a_setting_that_nothing_gives_a_default_is_told() {
    let files = [(
        "src/birds.cc",
        "struct Birds {\n  int max_open_nests;\n};\n\nvoid Use(Birds& b) {\n  if (b.max_open_nests > 4) Warn();\n}\n",
    )];
    let found = ask(&files, "what is the default of max_open_nests");
    let told = |found: &Research| {
        found.remarks().iter().any(|remark| remark.contains("says what max_open_nests is by default"))
    };
    assert!(told(&found), "{:?}", found.remarks());
    let found =
        ask(&[("src/birds.cc", "struct Birds {\n  int max_open_nests = 5;\n};\n")], "default of max_open_nests");
    assert!(!told(&found), "{:?}", found.remarks());
}

#[test]
fn the_last_part_of_a_key_with_dots_may_be_what_the_program_declares() {
    let files = [
        ("conf/sample.cfg", "# Set to 0 to switch it off.\n#purge.purgeInterval=1\n"),
        ("src/Config.java", "public class Config {\n    protected int purgeInterval = 24;\n}\n"),
    ];
    let found = ask(&files, "what is the default of purge.purgeInterval");
    assert!(found.citations[0].passage.text.contains("purgeInterval = 24"), "{:#?}", found.citations[0].passage);
}

/// Sentences end with a full stop, and what stands below them is said of the setting whose entry they are in.
#[test]
fn a_mention_in_the_entry_of_another_setting_is_no_entry() {
    let knobs = "# Knobs\n\n&#128336;`alphaTime`<br/>\nControls how long alpha waits.\n*Default: 5*\n\n`betaTime`\nControls how \
                 long beta waits, subject to the `alphaTime` setting.  It is in milliseconds.\n*Default: 77*\n";
    let found = ask(&[("README.md", knobs)], "what is the default of alphaTime");
    let first = &found.citations[0].passage;
    let shown = (first.line..).zip(first.text.lines()).filter(|(line, _)| first.quote.contains(line));
    let shown: Vec<&str> = shown.map(|(_, line)| line).collect();
    assert!(shown.contains(&"*Default: 5*") && !shown.contains(&"*Default: 77*"), "{shown:?}");
}

/// An editor: its settings with their defaults in the program, and as rows of a table.
const EDITOR: [(&str, &str); 4] = [
    (
        "src/settings.rs",
        "pub struct Gutter {\n    pub row_numbers: Numbers,\n}\n\nimpl Default for Gutter {\n    fn default() -> Self {\n        \
         Gutter { row_numbers: Numbers { width: 3 } }\n    }\n}\n\npub struct Settings {\n    pub edgeoff: usize,\n    pub \
         row_number: RowNumber,\n}\n\nimpl Default for Settings {\n    fn default() -> Self {\n        Self {\n            \
         edgeoff: 5,\n            row_number: RowNumber::Absolute,\n        }\n    }\n}\n",
    ),
    (
        "src/moves.rs",
        "fn go_up(settings: &Settings, height: usize) -> usize {\n    // the value of the edge\n    let edgeoff = \
         settings.edgeoff.min(height.saturating_sub(1) / 2);\n    let value = edgeoff + 1;\n    value\n}\n",
    ),
    (
        "src/old.rs",
        "fn go_down(settings: &Settings) -> usize {\n    let edgeoff = settings.edgeoff + 2;\n    edgeoff\n}\n",
    ),
    (
        "README.md",
        "# Editor\n\n| Key | What | Default |\n|--|--|--|\n| `edgeoff` | Lines at the edge. | `5` |\n| `border` | Where. | `popup` |\n",
    ),
];

#[test]
fn a_setting_of_one_word_is_asked_for_by_that_word() {
    for question in ["What is the default value of edgeoff?", "edgeoff by default", "default setting for edgeoff"] {
        let found = ask(&EDITOR, question);
        let first = &found.citations[0].passage;
        assert!(&*first.path == "src/settings.rs" && first.text.contains("edgeoff: 5"), "{question}: {first:#?}");
    }
    let found = ask(&EDITOR, "what is the default value of border");
    assert_eq!(&*found.citations[0].passage.path, "README.md", "a value that is a word");
}

#[test]
fn a_setting_is_preferred_to_one_whose_name_is_its_plural() {
    let of = |question: &str| {
        let found = ask(&EDITOR, question);
        let first = &found.citations[0].passage;
        let shown = (first.line..).zip(first.text.lines()).filter(|(line, _)| first.quote.contains(line));
        shown.map(|(_, line)| line.trim().to_owned()).collect::<Vec<_>>()
    };
    for question in ["what is `row_number` by default", "what is row-number by default", "default row number"] {
        let shown = of(question);
        assert!(shown.iter().any(|line| line == "row_number: RowNumber::Absolute,"), "{question}: {shown:?}");
    }
}

#[test]
fn the_number_of_a_field_of_a_message_is_no_default() {
    let files = [
        ("api/own.proto", "syntax = \"proto3\";\n\nmessage Options {\n  optional bool wrap_mode = 9;\n}\n"),
        (
            "src/own.rs",
            "impl Default for Own {\n    fn default() -> Own {\n        Own { wrap_mode: true }\n    }\n}\n",
        ),
    ];
    let found = ask(&files, "wrap_mode by default");
    assert_eq!(&*found.citations[0].passage.path, "src/own.rs");
    let found = ask(&files[..1], "wrap_mode by default");
    assert!(found.remarks().iter().any(|remark| remark.contains("says what wrap_mode is by default")));
}

#[test]
fn a_name_with_default_in_it_asks_for_none() {
    let files =
        [("src/own.rs", "pub const DEFAULT_WRAP: u32 = compute();\n\nfn reads() -> u32 {\n    DEFAULT_WRAP + 1\n}\n")];
    let says = |question: &str| ask(&files, question).remarks().iter().any(|remark| remark.contains("by default"));
    assert!(!says("where is DEFAULT_WRAP read") && says("what is the default of DEFAULT_WRAP"));
}

/// Lines of a file of settings whose keys have their values behind a space, with what else says nothing of a value.
const SPACED: [(&str, &str); 3] = [
    (
        "ring.conf",
        "# What is slower than this is logged. In microseconds: the parameter is a number.\nslow-than 10000\n\n# Wait so \
         long for copies on the way out, in seconds:\n#\n# shutdown-wait 10\n\n# By default the tracking of latency is \
         enabled.\n# latency-track yes\n\n# Most memory, in bytes.\n# peak-memory <bytes>\n",
    ),
    (
        "src/config.c",
        "standardConfig all[] = {\n    createLongConfig(\"idle-wait\", NULL, CHANGES, -1, MAX, server.idle_wait, 7, \
         INTEGER, NULL),\n};\n",
    ),
    ("src/slow.c", "void push(long taken) {\n    if (taken >= server.slow_than) log(taken);\n}\n"),
];

#[test]
fn a_key_with_its_value_behind_a_space_says_what_the_default_is() {
    for (key, line) in [
        ("slow-than", "slow-than 10000"),
        ("shutdown-wait", "# shutdown-wait 10"),
        ("latency-track", "# latency-track yes"),
        ("idle-wait", "server.idle_wait, 7,"),
    ] {
        for question in [format!("what is the default of {key}"), format!("what is the default value of `{key}`?")] {
            let found = ask(&SPACED, &question);
            let first = &found.citations[0].passage;
            assert!(first.text.contains(line), "{question}: {first:#?}");
            let remarks = found.remarks();
            assert!(!remarks.iter().any(|remark| remark.contains("by default")), "{question}: {remarks:?}");
        }
    }
    let found = ask(&SPACED, "what is the default of peak-memory");
    assert!(
        found.remarks().iter().any(|remark| remark.contains("says what peak-memory is by default")),
        "a placeholder"
    );
}

#[test]
fn a_title_has_the_default_that_its_section_begins_with() {
    let reference = "Configuration\n=============\n\n.. setting:: worker_fetch_multiplier\n\n``worker_fetch_multiplier``\n\
                     ~~~~~~~~~~~~~~~~~~~~~~~~~~~\n\nDefault: 4.\n\nHow many messages are fetched at a time.\n\n\
                     ``worker_fetch_size``\n~~~~~~~~~~~~~~~~~~~~~\n\n``worker_other``\n~~~~~~~~~~~~~~~~\n\nDefault: 9.\n";
    let tuning = "Tuning\n======\n\n.. code-block:: python\n\n    worker_fetch_multiplier = 1\n\n    conf.worker_fetch_multiplier = 0\n";
    let files = [("docs/a_tuning.rst", tuning), ("docs/reference.rst", reference)];
    for question in ["default worker fetch multiplier", "what is the default of worker_fetch_multiplier"] {
        let found = ask(&files, question);
        let first = found.citations.first().expect("a citation");
        assert_eq!(first.passage.path, "docs/reference.rst".into(), "{question}");
        assert!(first.passage.text.contains("Default: 4."), "{question}: {}", first.passage.text);
    }
    let markdown = [
        ("docs/reference.md", "# Settings\n\n## `fetch_size`\n\nBytes; default: `64`.\n\n## `other`\n\nDefault: `9`\n"),
        ("docs/a.md", "# Use\n\n```toml\nfetch_size = 3\n```\n"),
    ];
    let found = ask(&markdown, "default fetch size");
    assert!(found.citations.first().is_some_and(|one| one.passage.text.contains("`64`")), "{:?}", found.citations);
}
