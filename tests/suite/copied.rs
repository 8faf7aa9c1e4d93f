//! What people copy from a terminal, a browser or a log, and type as it stands: the place that it names, or is declared at,
//! comes first.

use docql::engine::{self, Question, Reading};
use docql::indexer::{Indexer, WorkspaceOptions};
use docql::stdx::Ticket;

/// The places of a search, best first, and what is said beside them.
pub(crate) fn searched(files: &[(&str, &str)], words: &str) -> (Vec<String>, Vec<String>) {
    let folder = tempfile::tempdir().expect("a folder");
    files.iter().for_each(|(path, text)| crate::folders::write(folder.path(), path, text));
    let indexer = Indexer::open(WorkspaceOptions::at(folder.path())).expect("an indexer");
    let question = Question::in_report(words, Reading::Words, 50, (false, false));
    let results = engine::answer(&indexer, &question, &Ticket::forever(), &|_| {}).expect("an answer").results;
    let places = results.hits.iter().map(|hit| format!("{}:{}", hit.path, hit.shown_line())).collect();
    (places, results.notes.into_iter().chain(results.hints).collect())
}

pub(crate) fn first(files: &[(&str, &str)], words: &str) -> String {
    searched(files, words).0.into_iter().next().unwrap_or_default()
}

#[test]
fn a_message_that_quotes_something_leads_to_the_place_that_it_names() {
    let files = [
        ("gui/gui.go", "package gui\n\nimport (\n\t\"sort\"\n)\n\nfunc Run() {}\n"),
        ("gui/tree.go", "package gui\n\n// Sort puts a sort in order.\nfunc Sort() {}\n"),
        ("lib/A.cs", "class A {\n    int b;\n}\n"),
    ];
    for (message, place) in [
        ("gui/gui.go:4:2: \"sort\" imported and not used", "gui/gui.go:4"),
        ("lib/A.cs(2,9): warning CS1570: XML comment is badly formed: \"End tag b\" expected", "lib/A.cs:2"),
    ] {
        assert_eq!(first(&files, message), place, "{message}");
    }
    // Words beside what is quoted are words.
    assert_eq!(first(&files, "Run \"sort\""), "gui/gui.go:4");
}

#[test]
fn a_value_of_several_words_in_quotes_is_a_value_of_the_message() {
    let files = [(
        "app/stories.rb",
        "class Stories\n  def show\n    flash[:success] = \"\\\"#{title}\\\" has been merged into this story.\"\n  end\nend\n",
    )];
    for value in ["Foo", "Rust 1.0 released"] {
        let message = format!("\"{value}\" has been merged into this story.");
        assert_eq!(first(&files, &message), "app/stories.rb:3", "{message}");
    }
    let (places, notes) = searched(&files, "\"Nothing Says This\"");
    assert!(places.is_empty() && notes.iter().all(|note| !note.contains("meaning")), "{places:?} {notes:?}");
}

#[test]
fn what_a_message_puts_into_an_expression_does_not_end_its_string() {
    for (path, line) in [
        ("a.rb", "flash = \"Tag not updated: #{tag.errors.join(\", \")}\"\n"),
        ("a.js", "say(`Tag not updated: ${errors.join(`, `)}`)\n"),
        ("a.kt", "val said = \"Tag not updated: ${errors.joinToString(\", \")}\"\n"),
        ("a.py", "said = f\"Tag not updated: {', '.join(errors)}\"\n"),
        ("a.cs", "var said = $\"Tag not updated: {string.Join(\", \", errors)}\";\n"),
        ("a.swift", "let said = \"Tag not updated: \\(errors.joined(separator: \", \"))\"\n"),
    ] {
        let (places, notes) = searched(&[(path, line)], "Tag not updated: it can't be blank");
        assert_eq!(places.first().map(String::as_str), Some(format!("{path}:1").as_str()), "{line}");
        assert!(notes.iter().all(|note| !note.contains("nothing here says")), "{line}: {notes:?}");
    }
}

#[test]
fn code_with_a_string_in_it_is_where_it_stands_to_the_letter() {
    let old = "class Old\n  def up\n    create_table :comments, id: false\n    # \"comments\" are told of here: create_table makes comments\n    add_index \"comments\"\n  end\nend\n";
    let schema = "ActiveRecord::Schema.define(version: 1) do\n  create_table \"comment_stats\" do |t|\n    t.date \"date\"\n  end\n\n  create_table \"comments\", force: :cascade do |t|\n    t.string \"short_id\"\n  end\nend\n";
    let files = [("db/old/1_old.rb", old), ("db/schema.rb", schema)];
    for words in ["create_table \"comments\"", "create_table \"comments\", force: :cascade"] {
        assert_eq!(first(&files, words), "db/schema.rb:6", "{words}");
    }
}

#[test]
fn a_column_named_with_its_table_is_where_the_table_has_it() {
    let rails = "ActiveRecord::Schema.define(version: 1) do\n  create_table \"posts\", force: :cascade do |t|\n    t.string \"title\"\n    t.index [\"title\"]\n  end\n\n  create_table \"mails\" do |t|\n    t.datetime \"remind_at\"\n    t.string \"title\", null: false\n  end\nend\n";
    let files = [
        ("db/schema.rb", rails),
        (
            "db/migrate/1_mails.rb",
            "class Mails\n  def change\n    create_table \"mails\" do |t|\n      t.string \"title\"\n    end\n  end\nend\n",
        ),
        ("app/mails.rb", "class Mails\n  def title\n    mails.title\n  end\nend\n"),
    ];
    for words in
        ["mails.title", "mails title", "NOT NULL constraint failed: mails.title", "no such column: mails.title"]
    {
        assert_eq!(first(&files, words), "db/schema.rb:9", "{words}");
    }
    assert_eq!(first(&files, "no such table: mails"), "db/schema.rb:7");
    let sql = [(
        "db/tables.sql",
        "CREATE TABLE posts (\n  id int,\n  title text\n);\n\nCREATE TABLE IF NOT EXISTS mails (\n  id int PRIMARY KEY,\n  title text NOT NULL\n);\n",
    )];
    assert_eq!(first(&sql, "mails.title"), "db/tables.sql:8");
    assert_eq!(first(&sql, "column \"title\" of relation \"mails\" violates it"), "db/tables.sql:8");
}

#[test]
fn a_text_of_the_screen_is_the_string_that_says_it_before_names_of_its_words() {
    let files = [
        (
            "i18n/english.go",
            "package i18n\n\nvar Texts = map[string]string{\n\t\"x\": \"Set author of all\",\n\t\"SetAuthor\": \"Set author\",\n}\n",
        ),
        ("git/author.go", "package git\n\n// SetAuthor sets the author.\nfunc SetAuthor(author string) {}\n"),
    ];
    for words in ["Set au", "Set author"] {
        assert!(first(&files, words).starts_with("i18n/english.go"), "{words}");
    }
    assert_eq!(first(&files, "Set author"), "i18n/english.go:5");
    // Words in small letters are those of a name.
    assert!(first(&files, "set author").starts_with("git/author.go"));
    // A page that is called so is what it is called.
    let page = [files[0], ("docs/a.md", "# Set author\n\nHow to.\n")];
    assert!(first(&page, "Set author").starts_with("docs/a.md"));
}

#[test]
fn an_option_with_its_dashes_is_where_it_is_declared() {
    let files = [
        (
            "entry.go",
            "package app\n\ntype args struct {\n\tPrintConfigDir bool\n}\n\nfunc parse() {\n\tflaggy.Bool(&dir, \"cd\", \"print-config-dir\", \"Print the directory\")\n}\n",
        ),
        ("docs/config.md", "# Directory\n\nUse `tool --print-config-dir`.\n"),
        ("run.go", "package app\n\nfunc run() { start(\"--print-config-dir\") }\n"),
    ];
    for words in ["--print-config-dir", "tool --print-config-dir", "--print-config-dir=x"] {
        assert_eq!(first(&files, words), "entry.go:8", "{words}");
    }
    let derived = [(
        "main.rs",
        "#[derive(Parser)]\nstruct Args {\n    /// Says what it would do.\n    #[arg(long, short)]\n    dry_run: bool,\n}\n\nfn dry_run() {}\n",
    )];
    assert_eq!(first(&derived, "--dry-run"), "main.rs:5");
}

#[test]
fn a_command_line_leads_to_where_its_options_are_declared_together() {
    let files = [
        (
            "cmd/proxy.go",
            "package cmd\n\nfunc init() {\n\tcmd.Flags().StringP(\"from\", \"f\", \"\", \"From\")\n\tcmd.Flags().StringP(\"to\", \"t\", \"\", \"To\")\n\tcmd.Flags().BoolP(\"keep-host\", \"k\", false, \"Keep\")\n}\n",
        ),
        (
            "cmd/serve.go",
            "package cmd\n\nfunc init() {\n\tcmd.Flags().StringP(\"from\", \"f\", \"\", \"From\")\n\tcmd.Flags().BoolP(\"browse\", \"b\", false, \"Browse\")\n}\n",
        ),
        (
            "share/completion/tool.bash",
            "opts() {\n    flags+=(\"--from\")\n    flags+=(\"--to\")\n    flags+=(\"--keep-host\")\n    flags+=(\"--browse\")\n}\n",
        ),
        (
            "docs/use.md",
            "# Use\n\nRun `tool proxy --from a.com --to b.com --keep-host` for a proxy, `tool serve --browse` for files.\n",
        ),
    ];
    for (words, file) in [
        ("tool proxy --from a.com --to localhost:9000 --keep-host", "cmd/proxy.go"),
        ("./tool -v proxy --to localhost:9000 --from=a.com", "cmd/proxy.go"),
        ("tool serve --from :2015 --browse", "cmd/serve.go"),
        ("tool serve --from /srv", "cmd/serve.go"),
    ] {
        assert_eq!(first(&files, words).split(':').next(), Some(file), "{words}");
    }
}

#[test]
fn an_address_with_values_leads_to_the_route() {
    let files = [
        (
            "config/routes.rb",
            "Rails.application.routes.draw do\n  get \"/s/:id/(:title)\" => \"stories#show\"\n  get \"/newest/page/:page\" => \"home#newest\"\n  get \"/newest/:user\" => \"users#newest\"\n  resources :stories, except: [:index] do\n    post \"upvote\"\n    member do\n      get :doff\n    end\n  end\n  namespace :mod do\n    resources :tags, only: [:edit]\n  end\n  get \"/u/:name\", to: redirect(\"/~%{name}\")\nend\n",
        ),
        ("app/u.rb", "class U\n  def jcs\n    \"/u/jcs\"\n  end\nend\n"),
    ];
    for (words, line) in [
        ("/u/jcs", 14),
        ("https://example.org/s/abc123/some_title", 2),
        ("GET \"/newest/page/2\"", 3),
        ("/newest/bob", 4),
        ("/stories/:id", 5),
        ("/stories/12/edit", 5),
        ("/stories/12/upvote", 6),
        ("/stories/12/doff", 8),
        ("/mod/tags/7/edit", 12),
    ] {
        assert_eq!(first(&files, words), format!("config/routes.rb:{line}"), "{words}");
    }
}

#[test]
fn a_type_as_the_runtime_of_net_writes_it_is_where_it_is_declared() {
    let files = [
        ("a/BrokenException.cs", "namespace Polly.Breaker;\n\npublic class BrokenException : Exception\n{\n}\n"),
        (
            "a/BrokenException.TResult.cs",
            "namespace Polly.Breaker;\n\npublic class BrokenException<TResult> : BrokenException\n{\n    public class Inner\n    {\n    }\n}\n",
        ),
    ];
    for (words, place) in [
        ("Polly.Breaker.BrokenException`1[System.Net.Http.HttpResponseMessage]", "a/BrokenException.TResult.cs:3"),
        ("BrokenException`1", "a/BrokenException.TResult.cs:3"),
        ("Polly.Breaker.BrokenException`1+Inner", "a/BrokenException.TResult.cs:5"),
    ] {
        assert_eq!(first(&files, words), place, "{words}");
    }
}

#[test]
fn a_path_of_windows_with_a_line_opens_that_line() {
    let text: String = (1..20).map(|line| format!("// line {line}\n")).collect();
    let files = [("pkg/gui/refs.go", text.as_str()), ("lib/go.js", "function go() {}\n")];
    for words in ["pkg\\gui\\refs.go(12)", "pkg\\gui\\refs.go(12,3)"] {
        assert_eq!(first(&files, words), "pkg/gui/refs.go:12", "{words}");
    }
}

#[test]
fn what_others_have_written_stands_behind_own_source() {
    let files = [
        ("vendor/x/README.md", "# X\n\n## TODO\n\nA TODO list.\n"),
        ("vendor/x/x.go", "package x\n\n// TODO: faster.\nfunc X() { newOptions(retry) }\n"),
        ("pkg/a.go", "package pkg\n\nfunc A() {\n\t// TODO: start early.\n\tnewOptions(retry)\n}\n"),
        ("pkg/b.go", "package pkg\n\nfunc B() {\n\t// TODO: stop early.\n}\n"),
    ];
    let (places, _) = searched(&files, "TODO");
    assert!(places[..2].iter().all(|place| place.starts_with("pkg/")), "{places:?}");
    assert_eq!(first(&files, "newOptions(retry)"), "pkg/a.go:5");
}

#[test]
fn a_call_that_was_copied_leads_to_where_it_stands() {
    let files = [
        (
            "kiln/kiln.go",
            "package kiln\n\n// Vent lets air in.\ntype Vent struct{}\n\nfunc (v *Vent) Open(width int) {}\n\nfunc Fire(heat int) {}\n",
        ),
        (
            "kiln/use.go",
            "package kiln\n\nfunc (k *Kiln) Run() {\n\tk.flue.Open(wide)\n\tFire(1)\n}\n\nfunc more(k *Kiln) {\n\tk.vent.Open(narrow)\n\tFire(last)\n\tvent.Open(3)\n}\n",
        ),
    ];
    // What a value is called says nothing of what it calls.
    assert_eq!(first(&files, "k.vent.Open(narrow)"), "kiln/use.go:9");
    assert_eq!(first(&files, "k.flue.Open(wide)"), "kiln/use.go:4");
    // What is declared so comes first, then where it stands.
    for (typed, expected) in
        [("Fire(last)", ["kiln/kiln.go:8", "kiln/use.go:10"]), ("vent.Open(3)", ["kiln/kiln.go:6", "kiln/use.go:11"])]
    {
        assert_eq!(searched(&files, typed).0[..2], expected, "{typed}");
    }
    let files_of_pool = [("pool.go", "package pool\n\nfunc PutBuffer(b *Buffer) {\n\tb.Reset()\n\tpool.Put(b)\n}\n")];
    assert_eq!(first(&files_of_pool, "pool.Put(b)"), "pool.go:5", "and not what is called nearly so");
    // A line of a snippet is no frame.
    let snippet = "k.flue.Open(wide)\n\tFire(1)";
    assert_eq!(first(&files, snippet), "kiln/use.go:4");
    let files = [
        ("a/lock.go", "package a\n\nfunc (l *Lock) Unlock() {}\n"),
        (
            "a/use.go",
            "package a\n\nfunc use(c *C) {\n\tkept, found := c.values[key]\n\tc.mu.Unlock()\n\tif found {\n\t}\n}\n",
        ),
    ];
    assert_eq!(first(&files, "c.mu.Unlock()"), "a/use.go:5");
    assert_eq!(first(&files, "kept, found := c.values[key]\n\tc.mu.Unlock()\n\tif found {"), "a/use.go:4");
}

#[test]
fn a_path_of_names_is_no_filter() {
    let files = [("src/main.rs", "fn main() {\n    let settings = Path::new(\"kiln.toml\");\n}\n")];
    for typed in ["Path::new", "let settings = Path::new(\"kiln.toml\");", "path: Path::new"] {
        assert_eq!(first(&files, typed), "src/main.rs:2", "{typed}");
    }
}

#[test]
fn a_test_as_pytest_names_it_and_a_line_of_one_of_several_files_are_found() {
    let files = [
        ("tests/test_kiln.py", "import kiln\n\n\nclass TestVent:\n    def test_opens(self):\n        pass\n"),
        ("a/vent.ts", "export const a = 1;\nexport const b = 2;\n"),
        ("b/vent.ts", "export const c = 1;\nexport const d = 2;\n"),
    ];
    for typed in ["tests/test_kiln.py::TestVent::test_opens", "tests/test_kiln.py::TestVent::test_opens[asyncio-1]"] {
        assert_eq!(first(&files, typed), "tests/test_kiln.py:5", "{typed}");
    }
    for typed in ["vent.ts#L2", "vent.ts#L2-L3", "vent.ts:2"] {
        assert_eq!(searched(&files, typed).0[..2], ["a/vent.ts:2", "b/vent.ts:2"], "{typed}");
    }
}

#[test]
fn a_string_of_nothing_but_values_is_no_route() {
    let files = [
        ("a.ts", "export const of = (a, b) => `${a}_${b}`;\nexport const both = `${PREFIX}${file}`;\n"),
        ("server.ts", "use('/__open-kiln', open('kiln'));\n"),
    ];
    assert_eq!(first(&files, "\"/__open-kiln\""), "server.ts:1");
    let (places, notes) = searched(&files, "\"/nothing_like_it\"");
    assert!(!places.iter().any(|place| place.starts_with("a.ts")), "{places:?} {notes:?}");
}

#[test]
fn an_address_is_held_against_long_lines_in_time_that_grows_as_they_do() {
    // Every string of the line is looked at, and what stands before it is not looked at again for each.
    let line = "f(\"/a/b\",'c/d',`${x}/e`);g(/h/);".repeat(6_000);
    let files = [("bundle.js", line.as_str()), ("app.js", "app.get('/kilns/:id/vents', show)\n")];
    assert_eq!(first(&files, "/kilns/12/vents"), "app.js:1");
}

#[test]
fn underscores_around_a_name_are_letters_of_it() {
    let files = [
        ("a.php", "<?php\nclass Verb {\n    public $method = 'GET';\n    public function method() {}\n}\n"),
        ("b.php", "<?php\n$overridden = $body['_METHOD'];\n"),
    ];
    assert_eq!(first(&files, "_METHOD"), "b.php:2");
}

#[test]
fn what_is_written_to_be_looked_at_stands_behind_the_source() {
    for shown in ["playground/vent.ts", "samples/vent.ts", "kit/vent.ts.tmpl"] {
        let files = [
            (shown, "export function openVent() {}\nconst VENT_WIDTH = 1;\n"),
            ("src/vent.ts", "export function openVent() {}\nconst VENT_WIDTH = 2;\n"),
        ];
        for typed in ["openVent", "VENT_WIDTH"] {
            assert!(first(&files, typed).starts_with("src/"), "{typed} {shown}");
        }
    }
}

#[test]
fn a_value_that_a_message_quotes_and_others_have_does_not_hide_what_says_it() {
    let files = [
        (
            "kiln.go",
            "package kiln\n\nfunc clean() {\n\tlog.Printf(\"kiln: removed %d dirs in module cache for %q\", count, m.Path)\n}\n",
        ),
        ("paths_test.go", "package kiln\n\nfunc TestPaths(t *T) {\n\tcheck(\"a/b.md\")\n}\n"),
    ];
    assert_eq!(first(&files, "kiln: removed 42 dirs in module cache for \"a/b.md\""), "kiln.go:4");
}
