//! Small things that annoyed people, a test each.

use crate::screens::{Session, on};
use docql::app::{Focus, Mouse, MouseAction, Msg};
use docql::config::ColourScheme;
use docql::tui::{Theme, draw};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use std::path::Path;

fn prompt(session: &Session) -> &str {
    session.model.prompt.line.text()
}

/// The lines that the preview shows.
fn previewed(session: &Session) -> Vec<String> {
    let page = session.model.preview.page.as_ref();
    page.map_or(Vec::new(), |page| page.lines.iter().map(docql::preview::PreviewLine::text).collect())
}

fn long(word: &str) -> String {
    (0..80).map(|at| format!("{word} {at}\n")).collect()
}

#[test]
fn a_directory_shows_its_files_whatever_was_shown_before() {
    let text = long("fill");
    let many: Vec<(String, &str)> = (0..60).map(|at| (format!("lib/{at:02}.txt"), text.as_str())).collect();
    let mut files: Vec<(&str, &str)> = many.iter().map(|(path, text)| (path.as_str(), *text)).collect();
    files.push(("app/main.txt", "fill once\n"));
    let (_folder, mut session) = on(&files, (120, 36));
    let directory = |session: &Session, what: &str| {
        let lines = previewed(session);
        assert!(lines.first().is_some_and(|line| line.ends_with("files")), "{what}: {lines:?}");
        assert_eq!((session.model.preview.top, session.model.preview.matches.len()), (0, 0), "{what}");
    };
    directory(&session, "at the start");
    // Scrolled and marked in a file, then gone to a directory.
    session.press("fill<ret>JJJJ<esc>/$.structure[?(@.name == \"lib\")]<ret>");
    directory(&session, "search");
    session.press("JJ<ret><bs>");
    directory(&session, "Enter and back");
    session.press("/<c-u>");
    directory(&session, "Ctrl-U");
    session.press("fill<esc>JJJ/<c-u><esc>");
    directory(&session, "Esc");
    session.press("/$.files[?(@.path == \"lib/07.txt\")]<ret>JJJ");
    assert!(session.model.preview.top > 0);
    // The crumb of the workspace, then the directory in its list.
    session.driver.send(&mut session.model, Msg::Mouse(Mouse { action: MouseAction::Click, column: 2, row: 0 }));
    session.press("gg");
    assert_eq!(session.model.focus(), Focus::Results);
    let lines = previewed(&session);
    assert!(lines.first().is_some_and(|line| line.contains("file")), "{lines:?}");
}

#[test]
fn a_broken_query_is_not_replaced_by_what_is_offered_below_it() {
    let (_folder, mut session) = on(&[("a.py", "def serve():\n    pass\n")], (120, 36));
    let broken = "$.code.class(\"x\")]";
    session.press(broken);
    session.press("<esc><esc><ret>");
    assert_eq!(prompt(&session), broken, "nothing that was offered at the start");
    session.press("/$.code.function(\"serv\").callers()<ret>/<c-u>");
    session.press("$.code.function(\"sarve\")<ret>");
    assert!(session.model.results.offered().is_some(), "{}", session.text());
    session.press("/]<esc><esc><ret>");
    assert_eq!(prompt(&session), "]", "what is typed is asked");
    session.press("/$.code.function(\"sarve\")]<esc><esc><ret>");
    assert!(prompt(&session).ends_with(']'), "{}", prompt(&session));
}

#[test]
fn no_key_of_lists_is_offered_while_something_is_typed() {
    let files = [("a.py", "def serve():\n    pass\n"), ("b.md", "# Serve\n\nserve serve\n")];
    let (_folder, mut session) = on(&files, (120, 36));
    session.press("serve");
    let shown = session.text();
    for hint in ["y y copy", "→ unfold", "f filter", "c callers"] {
        assert!(!shown.contains(hint), "{hint}\n{shown}");
    }
    session.press("<ret>");
    assert!(session.text().contains("y y copy"), "{}", session.text());
    session.press("fser");
    assert!(!session.text().contains("y y copy"), "letters go into the filter\n{}", session.text());
}

const GO: &str = "package p\n\nfunc ServeAll(l net.Listener, handler Handler) error {\n\treturn nil\n}\n\nfunc other() {\n\tServeAll(nil, nil)\n}\n";

#[test]
fn a_row_that_would_say_the_same_twice_is_one() {
    let (_folder, mut session) = on(&[("a.go", GO)], (80, 24));
    session.press("ServeAll");
    let shown = session.text();
    assert!(shown.contains("f ServeAll(l net") && !shown.contains("func ServeAll(l net.Listener, h…"), "{shown}");
    assert!(
        session.model.results.rows.iter().filter(|row| matches!(row, docql::app::ResultRow::Second(_))).count() <= 1
    );
}

#[test]
fn code_has_the_most_room_and_marks_stand_beside_their_rows() {
    let (_folder, mut session) = on(&[("deep/down/in/a.go", GO)], (120, 36));
    session.press("ServeAll<ret>");
    let body = |pane| session.model.layout().pane(pane).body.width;
    assert!(body(Focus::Preview) >= 54 && body(Focus::Results) >= 32 && body(Focus::Toc) <= 28);
    let shown = session.text();
    let beside = |text: &str| shown.lines().any(|line| line.contains(text));
    assert!(beside("▌f ServeAll"), "{shown}");
    assert!(beside("▌  f ServeAll") || beside("▌ f ServeAll"), "the tree\n{shown}");
}

#[test]
fn completions_cover_no_row_that_they_narrow() {
    let (_folder, mut session) = on(&[("a.go", GO)], (80, 24));
    session.press("$.code.function(\"");
    let popup = session.text();
    assert!(popup.contains("Tab accept"), "{popup}");
    let results = session.model.layout().pane(Focus::Results).body;
    let (buffer, _) = session.buffer();
    for y in results.y..results.y + results.height {
        let row: String = (results.x..results.x + results.width).map(|x| buffer[(x, y)].symbol()).collect();
        assert!(!row.contains('│') && !row.contains('└'), "{popup}");
    }
}

#[test]
fn facets_say_what_they_add_and_directories_have_levels() {
    let files = [
        ("net/http/server.go", "package p\n\nfunc ServeAll() {}\n"),
        ("net/http/x/deep.go", "package p\n\nfunc ServeAll() {}\n"),
        ("net/dial.go", "package p\n\nfunc ServeAll() {}\n"),
        ("os/file.go", "package p\n\nfunc ServeAll() {}\n"),
    ];
    let (_folder, mut session) = on(&files, (120, 40));
    session.press("$.code.functions[?(@.name == \"ServeAll\")]<ret>F");
    let panel = session.model.overlays.last().expect("facets");
    let rows: Vec<(&str, &str)> = panel.rows.iter().map(|row| (row.group, row.text.as_str())).collect();
    assert_eq!(
        rows,
        [("DIRECTORY", "net/"), ("DIRECTORY", "net/http/"), ("DIRECTORY", "net/http/x/"), ("DIRECTORY", "os/"),],
        "what all hits have is left out"
    );
    assert_eq!(panel.rows[1].right, "[?(@.path startsWith \"net/http/\")]");
    session.press("t/h");
    let panel = session.model.overlays.last().expect("facets");
    assert_eq!(panel.selected().map(|row| row.text.as_str()), Some("net/http/"), "a slash is a letter as any other");
    session.press("<ret>");
    assert_eq!(session.model.results.results.as_ref().map(|results| results.total), Some(2));
    session.press("F");
    let panel = session.model.overlays.last().expect("facets");
    assert!(panel.rows[0].right.starts_with('✓') && panel.rows[0].text == "net/http/", "{:?}", panel.rows[0]);
}

#[test]
fn the_counter_of_a_filter_counts_the_rows_that_are_left() {
    let mut session = Session::new(120, 36);
    session.press("$.code.functions[*]<ret>fmain<ret>");
    let left = session.model.results.rows.iter().filter(|row| matches!(row, docql::app::ResultRow::Hit(_))).count();
    assert!(left > 1 && session.text().contains(&format!(" 1/{left} ")), "{}", session.text());
    session.press("j");
    assert!(session.text().contains(&format!(" 2/{left} ")), "{}", session.text());
}

#[test]
fn help_begins_with_the_ten_keys_that_are_needed_first() {
    let mut session = Session::new(120, 36);
    session.press("<esc>?");
    let panel = session.model.overlays.last().expect("help");
    let first: Vec<&str> =
        panel.rows.iter().take_while(|row| row.group == "FIRST OF ALL").map(|row| row.text.as_str()).collect();
    assert_eq!(first.len(), 10);
    assert!(first.iter().all(|text| text.split(' ').count() > 4), "sentences: {first:?}");
}

#[test]
fn space_in_the_preview_goes_down_by_a_page() {
    let (_folder, mut session) = on(&[("a.txt", &long("line"))], (120, 36));
    session.press("$.files[*]<ret>3<space>");
    let page = session.model.preview.top;
    assert!(page > 20, "{page}");
    assert!(session.model.results.marks.is_empty());
    session.press("<esc><space>");
    assert_eq!((session.model.results.marks.len(), session.model.preview.top), (1, page));
}

#[test]
fn a_bookmark_knows_capitals() {
    let text = "package p\n\nfunc ReadRequest() {}\n\nfunc readRequest() {}\n";
    let (_folder, mut session) = on(&[("a.go", text)], (120, 36));
    session.press("$.code.functions[*]<ret>b");
    let results = session.model.results.results.clone().expect("rows");
    assert_ne!(results.hits[0].key, results.hits[1].key);
    let kept: Vec<bool> = results.hits.iter().map(|hit| session.model.bookmarks.is_bookmarked(&hit.key)).collect();
    assert_eq!(kept, [true, false]);
    // A row of the results, and the same in the tree.
    session.press("T");
    let marked: Vec<String> =
        session.text().lines().filter(|line| line.contains('◆')).map(|line| line.replace(' ', "")).collect();
    assert!(marked.iter().all(|line| line.contains("ReadRequest") && !line.contains("readRequest◆")), "{marked:?}");
}

#[test]
fn a_theme_for_another_ground_paints_its_own() {
    let session = Session::new(80, 24);
    let ground = |name: &str, scheme| {
        let mut buffer = Buffer::empty(Rect::new(0, 0, 80, 24));
        draw(&session.model, &Theme::named(name, scheme), &mut buffer);
        buffer[(79, 12)].bg
    };
    let none = ratatui::style::Color::Reset;
    assert_eq!(ground("light", ColourScheme::Light), none);
    assert_eq!(ground("dark", ColourScheme::Dark), none);
    assert_ne!(ground("light", ColourScheme::Dark), none);
    assert_ne!(ground("dark", ColourScheme::Light), none);
    assert_eq!(ground("ansi16", ColourScheme::Dark), none, "fits every ground");
}

#[test]
fn a_query_is_copied_as_a_command_that_works_in_any_directory() {
    let (folder, mut session) = on(&[("a b/it's.md", "# One\n")], (120, 36));
    session.press("$.files[?(@.path == \"a b/it's.md\")]<ret>yQ");
    let copied = session.driver.copied.last().expect("a copy").clone();
    let elsewhere = tempfile::tempdir().expect("folder");
    let bin = Path::new(env!("CARGO_BIN_EXE_docql")).parent().expect("a folder");
    let ran = std::process::Command::new("sh")
        .args(["-c", &format!("{copied} --no-index -f paths")])
        .current_dir(elsewhere.path())
        .env("PATH", format!("{}:/usr/bin:/bin", bin.display()))
        .env("HOME", elsewhere.path())
        .output()
        .expect("a run");
    assert_eq!(String::from_utf8_lossy(&ran.stdout), "a b/it's.md\n", "{copied}");
    drop(folder);
}

#[test]
fn a_workspace_without_files_says_so() {
    let (_folder, session) = on(&[], (120, 36));
    let shown = session.text();
    assert!(shown.contains("NOTHING HERE") && shown.contains("no files here"), "{shown}");
}

#[test]
fn a_hit_in_a_very_long_line_shows_what_matched() {
    let text = format!("{}needle{}\n", "x ".repeat(5_000), " y".repeat(5_000));
    let (_folder, mut session) = on(&[("a.txt", &text)], (120, 36));
    session.press("$.content.grep(\"needle\")<ret>");
    assert!(session.model.results.selected().is_some_and(|hit| hit.name.contains("needle")));
    assert!(session.text().contains("needle"), "{}", session.text());
    assert!(previewed(&session)[0].contains("needle"), "the part around it");
    let filler = |from: usize| (from..from + 1_500).map(|at| format!("v{at}=f({at});")).collect::<String>();
    let text = format!("function q(){{{} needleWord(1);{}}}\n", filler(0), filler(2_000));
    let (_folder, mut session) = on(&[("b.js", "function other(){ return 1 }\n"), ("app.js", &text)], (120, 36));
    session.press("needleWord<ret>");
    let shown = session.text();
    let rows = shown.lines().filter(|line| line.contains("needleWord(1)")).count();
    assert!(rows >= 1 && previewed(&session)[0].contains("needleWord"), "{shown}");
    assert!(session.model.results.selected().is_some_and(|hit| hit.snippet.contains("needleWord(1)")), "{shown}");
    session.press("/<c-u>other<ret>");
    assert!(previewed(&session)[0].starts_with("function other"), "{}", session.text());
}

#[test]
fn nothing_on_the_screen_needs_a_legend() {
    let mut session = Session::new(120, 36);
    session.press("validate<ret>");
    let shown = session.text();
    assert!(shown.contains(" sections") && !shown.contains(" §\n"), "{shown}");
    assert!(shown.contains(" matches ── ") && !shown.contains("¶ –/"), "{shown}");
    let text = "class Kiln {\n  stop() {}\n}\nclass Oven {\n  stop() {}\n}\nfunction run(x) {\n  x.stop()\n}\n";
    let (_folder, mut session) = on(&[("a.js", text)], (120, 36));
    session.press("$.code.method(\"Kiln.stop\").callers()<ret>");
    assert!(session.text().contains("~ only the name is the same"), "{}", session.text());
}

#[test]
fn examples_are_not_made_from_names_with_numbers() {
    let body = "    x = 1\n".repeat(40);
    let text = format!("def validate10():\n{body}\ndef deploy():\n    validate10()\n");
    let (_folder, session) = on(&[("a.py", &text)], (120, 36));
    let offered: Vec<&str> = session.model.results.starters.iter().map(|starter| starter.query.as_str()).collect();
    assert!(offered.contains(&"$.code.function(\"deploy\").callers()"), "{offered:?}");
}

#[test]
fn badges_are_folded_and_links_are_numbered_from_the_screen_on() {
    let badge = |name: &str| format!("[![{name}](https://img.shields.io/{name}.svg)](https://ci.example.org/{name})");
    let text = format!(
        "# Title\n\n{}\n{} {}\n\nSee [the guide](guide.md) and [the site](https://example.org/a).\n\n{}\n## Last\n\nAn [end](end.md).\n",
        badge("build"),
        badge("docs"),
        badge("crates"),
        "Filler.\n\n".repeat(60),
    );
    let (_folder, mut session) = on(&[("README.md", &text), ("guide.md", "# G\n")], (120, 36));
    session.press("$.files[?(@.name == \"README.md\")]<ret>3");
    let shown = session.text();
    assert!(shown.contains("▸ 3 badges") && !shown.contains("shields.io") && !shown.contains("⟨image"), "{shown}");
    assert!(shown.contains("See the guide and the site."), "{shown}");
    assert!(!shown.contains("https://example.org") && !shown.contains("[1]"), "{shown}");
    session.press("o");
    let numbered = |session: &Session| -> Vec<(String, String)> {
        let panel = session.model.overlays.last().expect("links");
        panel.rows.iter().map(|row| (row.left.clone(), row.text.clone())).collect()
    };
    let row = |number: &str, text: &str| (number.to_owned(), text.to_owned());
    assert_eq!(numbered(&session), [row("1", "the guide"), row("2", "the site"), row("3", "end")]);
    session.press("<esc>Go");
    assert_eq!(numbered(&session), [row("1", "end"), row("2", "the guide"), row("3", "the site")]);
    session.press("<esc>gg]<ret>");
    assert!(session.text().contains("▾ 3 badges") && session.text().contains("⟨image: build⟩"), "{}", session.text());
}

#[test]
fn a_picture_above_badges_is_shown_and_they_are_folded() {
    let badge =
        |name: &str| format!("<a href=\"https://ci.example.org/{name}\"><img src=\"{name}.svg\" alt=\"{name}\"></a>");
    let logo = "<img src=\"https://example.org/gull.png\" alt=\"a gull\">";
    let text =
        format!("<div align=\"center\">\n  {logo}\n  {}\n  {}\n</div>\n\nA bird.\n", badge("build"), badge("docs"));
    let (_folder, mut session) = on(&[("README.md", &text)], (120, 36));
    let shown = session.text();
    assert!(shown.contains("⟨image: a gull") && shown.contains("▸ 2 badges"), "{shown}");
    assert!(!shown.contains("⟨image: build") && shown.contains("A bird."), "{shown}");
    session.press("$.files[*]<ret>3]<ret>");
    assert!(session.text().contains("▾ 2 badges") && session.text().contains("⟨image: build⟩"), "{}", session.text());
}

#[test]
fn a_call_in_a_function_that_declares_others_is_read_where_it_stands() {
    let fill = "    \"fill\"\n".repeat(40);
    let text = format!(
        "def target():\n    pass\n\ndef outer():\n    def inner():\n        pass\n{fill}    target()\n    inner()\n"
    );
    let (_folder, mut session) = on(&[("a.py", &text)], (120, 36));
    session.press("$.code.function(\"target\").callers()<ret><ret>");
    assert_eq!(session.model.focus(), Focus::Preview);
    assert!(session.text().contains("▌ 47     target()"), "{}", session.text());
    // What is declared in it is one key away.
    session.press("<esc>2gl");
    let is_inside = |session: &Session| {
        let query = prompt(session);
        assert!(query.contains("\"outer\"") && query.ends_with(".children"), "{query}");
    };
    is_inside(&session);
    // Where the function itself is the row, what is in it is the list, as before.
    session.press("<esc>/$.code.function(\"outer\")<ret><ret>");
    is_inside(&session);
}

#[test]
fn a_section_is_read_where_its_match_stands_and_entered_where_its_title_matches() {
    let text =
        format!("# Birds\n\n## Gulls\n\n{}They steal chips at noon.\n\n- one\n- two\n", "Filler.\n\n".repeat(60));
    let (_folder, mut session) = on(&[("a.md", &text)], (120, 36));
    session.press("steal chips at noon<ret><ret>");
    assert_eq!(session.model.focus(), Focus::Preview);
    assert!(session.text().contains("▌They steal chips at noon."), "{}", session.text());
    session.press("<esc>/gulls<ret><ret>");
    assert!(prompt(&session).ends_with(".children"), "{}", prompt(&session));
}

#[test]
fn the_matches_of_a_hit_unfold() {
    let body: String = (0..40).map(|at| format!("    step_{at}()\n")).collect();
    let text = format!("def serve():\n    close pool now\n{body}    close pool now\n{body}    x = close pool now\n");
    let (_folder, mut session) = on(&[("a.py", &text), ("b.py", "def other():\n    pass\n")], (140, 40));
    session.press("close pool now<ret>");
    let shown = session.text();
    assert!(shown.contains("+2"), "{shown}");
    session.press("<right>");
    let places = |session: &Session| {
        let rows = session.text();
        ["43", "84"]
            .iter()
            .filter(|line| rows.lines().any(|row| row.contains("close pool") && row.contains(*line)))
            .count()
    };
    assert_eq!(places(&session), 2, "{}", session.text());
    // Each is a place of its own: the preview shows it, the editor opens it.
    session.press("jj");
    let subject = session.model.subject().expect("a row");
    assert_eq!((subject.line, subject.column, &*subject.path), (84, 9, "a.py"));
    assert_eq!(session.model.preview.target.as_ref().map(|target| target.line), Some(84));
    session.press("<left>");
    let subject = session.model.subject().expect("a row");
    assert_eq!((places(&session), subject.line), (0, 2), "{}", session.text());
}

#[test]
fn the_calls_of_a_caller_unfold() {
    let text = "def target():\n    pass\n\ndef caller():\n    target()\n    x = 1\n    target()\n    y = target()\n";
    let (_folder, mut session) = on(&[("a.py", text)], (140, 40));
    session.press("$.code.function(\"target\").callers()<ret>");
    assert!(session.text().contains("+2"), "{}", session.text());
    session.press("<right>jj");
    let subject = session.model.subject().expect("a row");
    assert_eq!((subject.line, subject.column, &*subject.name), (8, 9, "caller"), "{}", session.text());
    session.press("<left>");
    assert_eq!(session.model.subject().map(|subject| subject.line), Some(5));
}

#[test]
fn a_match_beyond_the_edge_is_scrolled_to() {
    let line = format!("{}fail({}\"no servers are available\");\n", "    ".repeat(6), "unused, ".repeat(4));
    let text = format!("fn a() {{\n{line}    near();\n}}\n");
    let (_folder, mut session) = on(&[("a.rs", &text)], (80, 24));
    session.press("no servers are available<ret>");
    let shown = session.text();
    let preview: Vec<&str> = shown.lines().filter_map(|line| line.split('│').nth(1)).collect();
    assert!(preview.iter().any(|line| line.contains("no servers are available")), "{shown}");
    let shifted = |session: &Session| session.model.preview.shifted.map(|(line, columns)| (line, columns > 0));
    let is_whole = |session: &Session| session.text().lines().any(|line| line.contains("    near();"));
    assert_eq!(shifted(&session), Some((2, true)));
    assert!(is_whole(&session) && session.text().contains("fn a() {"), "the other lines stay: {}", session.text());
    session.press("/near<ret>");
    assert_eq!((shifted(&session), session.model.preview.left), (None, 0), "what is seen is not scrolled to");
    session.press("3fservers<ret>");
    assert_eq!(shifted(&session), Some((2, true)), "{}", session.text());
    // By hand all lines move, from where the match is shown on.
    session.press("l");
    assert!(session.model.preview.left > 8 && shifted(&session).is_none(), "{}", session.text());
    session.press("fnear<ret>");
    assert_eq!((shifted(&session), session.model.preview.left), (None, 0), "{}", session.text());
    // The beginning of a long match is enough to know it by.
    let line = format!("{}target({}1)\n", "x = 1; ".repeat(2), "one, ".repeat(20));
    let (_folder, mut session) = on(&[("a.py", &format!("def caller():\n    {line}"))], (80, 24));
    session.press(&format!("/target({}<ret>", "one, ".repeat(8)));
    assert_eq!((shifted(&session), session.model.preview.left), (None, 0), "{}", session.text());
}

#[test]
fn words_of_a_longer_message_that_stand_side_by_side_are_marked_as_one() {
    let text = "fn read_peer_header() {\n    let peer = connection();\n    log(\"peer closed its connection early\");\n}\n\n// The peer is read early: its connection is closed.\n";
    let (_folder, mut session) = on(&[("a.rs", text)], (80, 24));
    session.press("peer closed its connection early while reading a header, client: 10.0.0.1<ret>");
    assert_eq!(session.model.preview.terms, ["peer closed its connection early"]);
    assert!(session.text().contains("1 match "), "{}", session.text());
}

#[test]
fn words_that_say_nothing_are_not_marked() {
    let text = "// How the world turns: a wheel is a thing that turns.\nfn turn_wheel() {}\n";
    let (_folder, mut session) = on(&[("a.rs", text)], (80, 24));
    session.press("how does the wheel turn<ret>");
    let terms = &session.model.preview.terms;
    assert!(terms.iter().any(|term| term.eq_ignore_ascii_case("wheel")), "{terms:?}");
    assert!(!terms.iter().any(|term| ["how", "the"].contains(&&*term.to_lowercase())), "{terms:?}");
}

#[test]
fn where_a_message_stands_as_it_was_typed_its_words_elsewhere_are_not_marked() {
    let text =
        "fn element_of(id: u32) {\n    let element = find(id);\n    panic!(\"no element with id {id} here\");\n}\n";
    let (_folder, mut session) = on(&[("a.rs", text)], (80, 24));
    session.press("no element with id 7 here<ret>");
    assert_eq!(session.model.preview.terms, ["no element with id {id} here"]);
    assert!(session.text().contains("1 match "), "{}", session.text());
    // Where it stands nowhere its words are.
    session.press("i<c-u>element find<ret>");
    assert!(session.model.preview.terms.iter().any(|term| term == "element"), "{:?}", session.model.preview.terms);
}

const THROUGH: &str = "package p\n\ntype Kind interface {\n\tSetup(x int) error\n}\n";

#[test]
fn where_nobody_calls_a_method_of_an_interface_the_calls_of_what_implements_it_are_offered_whole() {
    let own = "package q\n\ntype OwnKindOfServers struct{}\n\nfunc (OwnKindOfServers) Setup(x int) error { return nil }\n\n\
               func serve() { OwnKindOfServers{}.Setup(1) }\n";
    let (_folder, mut session) = on(&[("p/p.go", THROUGH), ("q/q.go", own)], (80, 24));
    session.press("$.code.method(\"Kind.Setup\")<ret>c");
    let shown = session.text();
    assert!(shown.contains("DID YOU MEAN") && shown.contains("Enter run"), "{shown}");
    let squeezed: String = shown.lines().filter_map(|line| line.split('│').next()).map(str::trim).collect();
    let offered = "$.code.method(\"Kind.Setup\").implementations().callers()";
    assert!(squeezed.contains(offered), "all of it is seen: {shown}");
    session.press("<ret>");
    assert!(session.text().contains("serve"), "{}", session.text());
}

#[test]
fn what_narrows_a_long_question_is_seen_while_one_looks_at_the_rows() {
    let text = "// How cookies of a request are parsed into pairs.\nfn parse() {}\n";
    let (_folder, mut session) =
        on(&[("a.rs", text), ("b.md", "# Cookies\n\nCookies of a request are parsed.\n")], (80, 24));
    session.press("how are the cookies of a request parsed into pairs kind:heading<ret>");
    let prompt = |session: &Session| session.text().lines().nth(1).unwrap_or_default().to_owned();
    let shown = prompt(&session);
    assert!(shown.contains("how are the cook") && shown.contains("… kind:heading"), "{shown}");
    session.press("/$.code.function(\"parse\")[?(@.path==\"a.rs\" && @.line==2 && @.lines < 100)].callers(2)<ret>");
    let shown = prompt(&session);
    assert!(shown.contains("$.code.function(") && shown.contains("….callers(2)"), "{shown}");
}

/// A file that begins with a licence of four lines.
const LICENSED: &str = "// Copyright 2020 The Authors. All rights reserved.\n// Use of this source code is governed by \
                        a licence\n// that can be found in the LICENSE file, for better or\n// for worse.\n\npackage \
                        p\n\nfunc ServeAll() {}\n";

#[test]
fn a_licence_at_the_top_of_a_file_is_one_line_that_unfolds() {
    let (_folder, mut session) = on(&[("a.go", LICENSED), ("b.go", "// Package b does much.\npackage b\n")], (120, 40));
    session.press("$.code.function(\"ServeAll\")<ret>");
    let shown = |session: &Session| (previewed(session)[0].clone(), previewed(session).len());
    assert_eq!(shown(&session), ("▸ licence, 4 lines".to_owned(), 5));
    let page = session.model.preview.page.clone().expect("a page");
    let numbers: Vec<Option<u32>> = page.lines.iter().map(|line| line.number).collect();
    assert_eq!(numbers, [Some(1), Some(5), Some(6), Some(7), Some(8)], "lines keep their numbers");
    session.press("<ret><ret>");
    assert_eq!(shown(&session), ("▾ licence, 4 lines".to_owned(), 9));
    session.press("<ret>");
    assert_eq!(shown(&session).1, 5, "and folds again");
    session.press("<esc>/<c-u>$.content.grep(\"governed\")<ret>");
    assert!(session.text().contains("governed by a licence"), "{}", session.text());
    assert_eq!(shown(&session).1, 9, "a match in it opens it");
    session.press("/<c-u>$.files[?(@.name == \"b.go\")]<ret>");
    assert_eq!(previewed(&session)[0], "// Package b does much.");
}

#[test]
fn a_licence_leaves_what_documents_the_file_and_the_code() {
    let block = "/*\n * Licensed to the Authors under one or more\n * agreements.\n *\n * See the NOTICE.\n */\n/** Doc. \
                 */\nclass A {}\n";
    let inner = "// Copyright 2015 X.\n// All rights reserved.\n// Licensed under the MIT license.\n//! Counts words in \
                 files.\n\npub fn a() {}\n";
    let described = "/* inflate.c -- decompresses what was compressed\n * Copyright (C) 1995 X\n * For conditions see y.h\n */\nint x;\n";
    let files = [("A.java", block), ("a.rs", inner), ("a.c", described)];
    let (_folder, mut session) = on(&files, (120, 40));
    let mut first = |path: &str| {
        session.press("<esc>/<c-u>");
        session.press(&format!("$.files[?(@.path == \"{path}\")]<ret>"));
        previewed(&session).into_iter().take(2).collect::<Vec<_>>()
    };
    assert_eq!(first("A.java"), ["▸ licence, 6 lines", "/** Doc. */"]);
    assert_eq!(first("a.rs"), ["▸ licence, 3 lines", "//! Counts words in files."]);
    assert_eq!(first("a.c")[0], "/* inflate.c -- decompresses what was compressed");
}

/// The keys of the hits that the rows show; those of a ranked list unfolded.
fn shown_keys(session: &mut Session) -> Vec<String> {
    if session.model.results.results.as_ref().is_some_and(|results| results.ranked) {
        session.press(":unfold all<ret>");
    }
    let results = session.model.results.results.clone().expect("results");
    let rows = session.model.results.rows.iter();
    rows.filter_map(
        |row| if let docql::app::ResultRow::Hit(at) = row { Some(results.hits[*at].key.0.clone()) } else { None },
    )
    .collect()
}

#[test]
fn facets_are_of_the_list_on_the_screen_and_narrow_it() {
    for query in ["token", "user service kind", "$.code.functions[*]", "$.content.search(\"token\")"] {
        let mut session = Session::new(120, 36);
        session.press(query).press("<ret>jj");
        let before = shown_keys(&mut session);
        let cursor = session.model.results.selected().map(|hit| hit.key.clone());
        session.press("F");
        let facets = session.model.overlays.last().expect("facets").rows.clone();
        session.press("<esc>");
        assert_eq!(shown_keys(&mut session), before, "{query}: a look changes nothing");
        assert_eq!(session.model.results.selected().map(|hit| hit.key.clone()), cursor, "{query}");
        for facet in &facets {
            session.press("F");
            session.press(&facet.right).press("<ret>");
            let narrowed = shown_keys(&mut session);
            assert_eq!(narrowed.len().to_string(), facet.left, "{query} {}", facet.right);
            assert!(narrowed.iter().all(|key| before.contains(key)), "{query} {}: {narrowed:?}", facet.right);
            session.press(if query.starts_with("$.code") { "H" } else { "<esc>" });
            assert_eq!(shown_keys(&mut session), before, "{query} {}: it comes back", facet.right);
        }
    }
}

#[test]
fn facets_of_ranked_rows_go_together_and_the_filter_says_them() {
    let mut session = Session::new(120, 36);
    session.press("token<ret>Fkind:method<ret>Flang:kotlin<ret>");
    let filter = session.model.results.filter.as_ref().map(|line| line.text().to_owned());
    assert_eq!(filter.as_deref(), Some("kind:method lang:kotlin"));
    assert!(session.text().contains("filter kind:method"), "{}", session.text());
    let shown = shown_keys(&mut session);
    assert!(!shown.is_empty() && shown.iter().all(|key| key.contains(".kt")), "{shown:?}");
    assert_eq!(prompt(&session), "token", "the words are not asked anew");
    session.press("F");
    let set = session.model.overlays.last().expect("facets").rows.iter().filter(|row| row.right.starts_with('✓'));
    assert_eq!(set.count(), 2);
    session.press("<esc>/<c-u>deploy<ret>");
    assert_eq!(session.model.results.filter, None, "another question has all of its rows");
}

#[test]
fn completions_leave_the_first_rows_in_sight_where_nothing_is_beside_them() {
    let text: String = (0..30).map(|number| format!("fn step_{number:02}() {{}}\n")).collect();
    let (_folder, mut session) = on(&[("a.rs", text.as_str())], (70, 24));
    session.press("/<c-u>$.code.functions[*]<ret>/<end>.");
    assert!(session.model.prompt.popup_open(), "{}", session.text());
    let screen = session.text();
    for row in ["step_00", "step_05"] {
        assert!(screen.contains(row), "{row}: {screen}");
    }
    let lines: Vec<&str> = screen.lines().collect();
    assert!(lines[lines.len() - 2].contains("Esc close") || lines[lines.len() - 3].contains("Esc close"), "{screen}");
}

#[test]
fn enter_asks_for_the_name_that_is_shown_and_not_for_what_begins_with_it() {
    let text = "fn refresh() {}\nfn refresh_all() {}\nfn refreshed() {}\n";
    let (_folder, mut session) = on(&[("a.rs", text)], (120, 36));
    let names = |session: &Session| {
        let results = session.model.results.results.as_ref().expect("results");
        results.hits.iter().map(|hit| hit.name.clone()).collect::<Vec<_>>().join(" ")
    };
    session.press("/<c-u>$.code.function(\"refresh");
    assert_eq!(names(&session), "refresh refresh_all refreshed", "while it is typed");
    session.press("<ret>");
    assert_eq!((prompt(&session), names(&session).as_str()), ("$.code.function(\"refresh\")", "refresh"));
}

#[test]
fn the_filter_of_the_tree_shows_what_has_its_text_in_an_unfolded_file_too() {
    let text =
        "struct Reader;\nimpl Reader {\n    fn select_one(&self) {}\n    fn other(&self) {}\n}\nfn zeroed() {}\n";
    let (_folder, mut session) = on(&[("reader.rs", text), ("z.rs", "fn last() {}\n")], (120, 36));
    let tree = |session: &Session| session.model.toc.rows.iter().map(|row| row.name.clone()).collect::<Vec<_>>();
    session.press("<esc>1gg<right>");
    assert!(tree(&session).contains(&"zeroed".to_owned()), "{:?}", tree(&session));
    session.press("fselect_");
    assert_eq!(tree(&session), ["reader.rs", "select_one"]);
}

/// The links that are offered: their texts, and where they lead.
fn offered(session: &Session) -> Vec<(String, String)> {
    let panel = session.model.overlays.last().unwrap_or_else(|| panic!("no links: {}", session.text()));
    panel.rows.iter().map(|row| (row.text.clone(), row.right.clone())).collect()
}

#[test]
fn links_of_text_that_is_shown_as_its_source_are_offered_and_followed() {
    let index = "Top\n===\n\nSee :doc:`guide/start`, :ref:`the\nprices <costs>` and `the site <https://example.org/a>`_.\n\n\
                 Last\n----\n\nA 世界 :doc:`gone`.\n";
    let start = "Start\n=====\n\n.. _costs:\n\nPrices of oil\n-------------\n\nTen.\n";
    let files = [("docs/conf.py", ""), ("docs/index.rst", index), ("docs/guide/start.rst", start)];
    let (_folder, mut session) = on(&files, (120, 36));
    session.press("$.files[?(@.name == \"index.rst\")]<ret><wait>3<wait>o");
    let pair = |text: &str, target: &str| (text.to_owned(), target.to_owned());
    let expected = [
        pair(":doc:`guide/start`", "/docs/guide/start.rst"),
        pair(":ref:`the", "/docs/guide/start.rst#costs"),
        pair("`the site <https://example.org/a>`_", "https://example.org/a"),
        pair(":doc:`gone`", "gone"),
    ];
    assert_eq!(offered(&session), expected);
    session.press("2<wait>");
    assert!(session.text().contains("start.rst") && session.text().contains("Ten."), "{}", session.text());
}

#[test]
fn links_of_asciidoc_lead_to_sections_of_its_own_and_of_others() {
    let guide = "= Guide\n\nSee <<oil>>, xref:other.adoc#end[the end] and link:other.adoc[all].\n\n\
                 [#oil]\n== About oil\n\nTen.\n";
    let files = [("guide.adoc", guide), ("other.adoc", "= Other\n\n[#end]\n== The end\n\nDone.\n")];
    let (_folder, mut session) = on(&files, (120, 36));
    session.press("$.files[?(@.name == \"guide.adoc\")]<ret><wait>3<wait>o");
    let targets: Vec<String> = offered(&session).into_iter().map(|(_, target)| target).collect();
    assert_eq!(targets, ["/guide.adoc#oil", "/other.adoc#end", "/other.adoc"]);
    session.press("1<wait>");
    assert!(!session.text().contains("there is no #"), "{}", session.text());
}

#[test]
fn a_term_in_bold_is_shown_without_its_signs() {
    let guide =
        "# Guide\n\n1. **Cluster mode**: several servers share the load.\n2. **Single mode**: one does it all.\n";
    let (_folder, mut session) = on(&[("guide.md", guide)], (120, 36));
    session.press("$.entities[?(@.path == \"guide.md\")]<ret><wait>");
    let text = session.text();
    assert!(text.contains("Cluster mode: several") && !text.contains("mode**"), "{text}");
}

#[test]
fn badges_of_documents_that_are_shown_as_written_are_one_line_that_unfolds() {
    let rst = "Gull\n====\n\n|version| |tests|\n\n.. |version| image:: https://img.shields.io/pypi/v/gull.svg\n   :target: https://example.org\n\n\
               .. |tests| image:: https://example.org/badge/tests\n   :alt: Tests\n\nFlies over the sea.\n\n.. image:: docs/gull.png\n";
    let adoc = "= Gull\n\nimage:https://img.shields.io/a.svg[a]\nimage:https://img.shields.io/b.svg[b,link=x]\n\
                image:https://example.org/badge/c[c]\n\nFlies over the sea.\n";
    let one = "Gull\n====\n\n.. image:: https://example.org/badge/a\n   :alt: A\n   :target: x\n\nText.\n";
    let (_folder, mut session) = on(&[("a.rst", rst), ("b.adoc", adoc), ("one.rst", one)], (120, 40));
    session.press("<c-t>a.rst<ret>");
    let shown = session.text();
    assert!(
        shown.contains("▸ 2 badges, 7 lines") && shown.contains("Flies over") && !shown.contains("shields"),
        "{shown}"
    );
    assert!(shown.contains("gull.png"), "{shown}");
    session.press("]<ret>");
    assert!(session.text().contains("▾ 2 badges") && session.text().contains("shields.io"), "{}", session.text());
    session.press("<c-t><c-u>b.adoc<ret>");
    assert!(session.text().contains("▸ 3 badges, 3 lines"), "{}", session.text());
    session.press("<c-t><c-u>one.rst<ret>");
    assert!(session.text().contains("badge/a"), "{}", session.text());
}
