//! What people do a hundred times a day: leave, go to a line, paste, mark, count, look at a match.

use crate::screens::{Session, on};
use docql::app::{Effect, Focus, Msg, PanelKind, ResultRow, update};
use docql::config::KeyPress;
use docql::docql::Shape;
use docql::engine::{self, Question, Reading, Unanswered};
use docql::indexer::{Indexer, WorkspaceOptions};
use docql::stdx::{Ticket, grouped};

fn said(session: &Session) -> &str {
    session.model.toast.as_ref().map_or("", |toast| &toast.text)
}

fn prompt(session: &Session) -> &str {
    session.model.prompt.line.text()
}

fn selected(session: &Session) -> String {
    session.model.results.selected().map_or(String::new(), |hit| hit.name.clone())
}

/// A file of so many functions.
fn functions(count: usize) -> String {
    (0..count).map(|at| format!("def handle_{at:03}():\n    pass\n\n")).collect()
}

#[test]
fn an_explorer_is_left_as_vi_is() {
    for line in ["q", "q!", "qa", "qa!", "wq", "x", "quit", "qui"] {
        let mut session = Session::new(100, 24);
        session.press(&format!("<esc>:{line}<ret>"));
        assert!(session.model.quit, ":{line}\n{}", session.text());
        assert_eq!(prompt(&session), "", ":{line}");
    }
}

#[test]
fn enter_carries_out_no_command_that_is_not_named() {
    let mut session = Session::new(100, 24);
    for (line, told) in [
        ("call", "begins call tree, callers, callees"),
        ("prev", "begins previous"),
        ("calers", "there is no command \"calers\""),
        ("zzz", "there is no command \"zzz\""),
    ] {
        session.press(&format!("<esc>:{line}"));
        let before = session.model.focus();
        session.press("<ret>");
        let words: Vec<&str> = told.split(", ").flat_map(|part| part.split(' ')).collect();
        assert!(words.iter().all(|word| said(&session).contains(word)), ":{line} {}", said(&session));
        assert_eq!(
            (session.model.overlays.len(), session.model.focus()),
            (1, before),
            "the list stays, to be chosen from"
        );
        session.press("<esc>");
    }
    // What the cursor was moved to is meant, and so is what a beginning, a word or a name says alone.
    session.press("<esc>/$.code.method(\"validateToken\")<ret>:calers<down><ret>");
    assert!(prompt(&session).ends_with(".callers()"), "{}", prompt(&session));
    session.press(":group<ret>");
    assert!(said(&session).starts_with("rows "), "{}", said(&session));
    session.press(":appearance<ret>");
    let list = session.model.overlays.last().map(|panel| panel.kind);
    assert_eq!(list, Some(PanelKind::Themes), "everyday words are taken\n{}", session.text());
}

#[test]
fn a_number_goes_to_that_row_or_line_however_it_is_typed() {
    let (_folder, mut session) = on(&[("a.py", &functions(200))], (120, 30));
    session.press("<esc>/$.code.functions<ret>");
    session.press(":42<ret>");
    assert_eq!(selected(&session), "handle_041");
    session.press("5j");
    assert_eq!(selected(&session), "handle_046");
    session.press("20G");
    assert_eq!((selected(&session).as_str(), session.model.focus()), ("handle_019", Focus::Results));
    session.press("10k");
    assert_eq!(selected(&session), "handle_009");
    session.press("7gg");
    assert_eq!(selected(&session), "handle_006");
    // Of more rows than are loaded too; of fewer the last.
    session.press(":150<ret>");
    assert_eq!(selected(&session), "handle_149");
    session.press(":9000<ret>");
    assert_eq!(selected(&session), "handle_199");
    session.press("3<wait>");
    assert_eq!(session.model.focus(), Focus::Preview, "a digit that goes to a pane does so");
    session.press(":300<ret>");
    assert!(session.text().contains("│ 300"), "{}", session.text());
    session.press("40G");
    assert!(session.model.preview.scrolled && session.text().contains(" 40 "), "{}", session.text());
    let top = session.model.preview.top;
    session.press("5j");
    assert_eq!(session.model.preview.top, top + 5);
    assert!(session.model.toast.is_none(), "{}", said(&session));
    session.press("2<wait>5j");
    assert_eq!(session.model.focus(), Focus::Results, "who has gone to a pane counts there");
    session.press("3<wait>4");
    assert!(session.text().lines().last().is_some_and(|line| line.contains("4…")), "{}", session.text());
    session.press("<esc>0");
    assert!(said(&session).contains("0 is not bound"), "{}", said(&session));
}

#[test]
fn a_star_finds_the_name_of_the_row_in_the_preview() {
    let text = "def alpha():\n    pass\n\ndef beta():\n    alpha()\n    alpha()\n";
    let (_folder, mut session) = on(&[("a.py", text)], (120, 30));
    session.press("<esc>/$.code.function(\"alpha\")<ret>*");
    assert_eq!(session.model.focus(), Focus::Preview);
    assert_eq!(said(&session), "match 2 of 3");
    session.press("*");
    assert_eq!(said(&session), "match 3 of 3");
    session.press("#");
    assert_eq!(said(&session), "match 2 of 3");
}

/// Presses keys; the answers to questions come only when `released`.
fn held(session: &mut Session, keys: &str) -> Vec<Effect> {
    let mut questions = Vec::new();
    for key in keys.chars() {
        let key = if key == '⏎' { KeyPress::parse("enter").expect("a key") } else { KeyPress::char(key) };
        for effect in update(&mut session.model, Msg::Key(key)) {
            match effect {
                Effect::RunQuery(_) => questions.push(effect),
                other => session.driver.run(&mut session.model, vec![other]),
            }
        }
    }
    questions
}

#[test]
fn commands_by_name_wait_for_the_row_that_one_has_gone_back_to() {
    let text =
        "def alpha():\n    beta()\n\ndef beta():\n    gamma()\n\ndef gamma():\n    pass\n\ndef first():\n    alpha()\n";
    for (line, expected) in [
        (":call tree⏎", "called by alpha"),
        (":callers 2⏎", ".callers(2)"),
        (":callers⏎", ".callers()"),
        ("c", ".callers()"),
    ] {
        let (_folder, mut session) = on(&[("a.py", text)], (120, 30));
        session.press("<esc>/$.code.function(\"alpha\")<ret>C");
        assert_eq!(selected(&session), "beta");
        let back = held(&mut session, "H");
        let early = held(&mut session, line);
        assert!(early.is_empty(), "{line} acts on a row that is not there yet");
        session.driver.run(&mut session.model, back);
        let shown = format!("{}\n{}", prompt(&session), session.text());
        let is_tree = session.model.results.tree.is_some() && shown.contains("alpha");
        assert!(shown.contains(expected) || is_tree, "{line}\n{shown}");
        assert!(!prompt(&session).contains("beta"), "{line}\n{shown}");
    }
}

#[test]
fn all_marked_rows_are_meant_whichever_list_shows_them() {
    let (folder, mut session) = on(&[("a.py", &functions(9))], (120, 30));
    session.press("<esc>/$.code.function(\"handle_001\")<ret><space>/<c-u>$.code.function(\"handle_002\")<ret><space>");
    assert!(session.text().contains("2 marked (1 not shown)"), "{}", session.text());
    session.press("yy");
    assert_eq!(
        session.driver.copied.last().map(String::as_str),
        Some("a.py:7\na.py:4"),
        "those of the list come first"
    );
    assert!(said(&session).ends_with("copied 2 marked rows (1 not shown)"), "{}", said(&session));
    let file = folder.path().join("out.txt");
    session.press(&format!(":write {}<ret>", file.display()));
    assert!(said(&session).starts_with("2 rows (1 not shown) written"), "{}", said(&session));
    assert_eq!(std::fs::read_to_string(&file).expect("written").lines().count(), 2);
    let effects = update(&mut session.model, Msg::Key(KeyPress::char('e')));
    let places = effects.iter().find_map(|effect| match effect {
        Effect::OpenEditor(places) => Some(places.len()),
        _ => None,
    });
    assert_eq!(places, Some(2));
    assert!(said(&session).contains("2 marked rows are opened (1 not shown)"), "{}", said(&session));
}

#[test]
fn what_is_written_is_all_there_is() {
    let (folder, mut session) = on(&[("a.py", &functions(300))], (120, 30));
    let file = folder.path().join("out.txt");
    session.press("<esc>/$.code.functions<ret>");
    assert!(session.model.results.results.as_ref().is_some_and(|results| results.hits.len() < results.total));
    session.press(&format!(":write {}<ret>", file.display()));
    assert!(said(&session).starts_with("300 rows written"), "{}", said(&session));
    assert_eq!(std::fs::read_to_string(&file).expect("written").lines().count(), 300);
}

#[test]
fn places_are_found_at_the_end_of_a_long_paste() {
    let (_folder, mut session) = on(&[("pkg/a.py", &functions(9))], (120, 30));
    let log: String =
        (0..6_000).map(|at| format!("2024-01-01 12:00:00 INFO request {at} was served to somebody\n")).collect();
    assert!(log.len() > 300 << 10);
    session.driver.send(&mut session.model, Msg::Paste(format!("{log}  File \"pkg/a.py\", line 4, in handle_001\n")));
    let hits = session.model.results.results.as_ref().map_or(0, |results| results.hits.len());
    assert_eq!(hits, 1, "{}", session.text());
    assert!(session.text().contains(&format!("{} lines", grouped(6_001))), "{}", session.text());
}

#[test]
fn a_trace_in_a_line_of_a_log_is_a_list_of_places_and_its_message_is_looked_for_where_none_is_here() {
    let files = [("pkg/a.py", "def handle():\n    raise KeyError(\"no such thing here\")\n")];
    let (_folder, mut session) = on(&files, (120, 30));
    let pasted = |session: &mut Session, text: &str| {
        session.press("<c-u>");
        session.driver.send(&mut session.model, Msg::Paste(text.to_owned()));
        let results = session.model.results.results.as_ref().expect("results");
        (results.shape, results.hits.first().map(|hit| (hit.path.to_string(), hit.line)))
    };
    let trace = r#"{"err":"Traceback:\n  File \"/srv/pkg/a.py\", line 2, in handle\n    raise KeyError(\"no\")"}"#;
    let here = Some(("pkg/a.py".to_owned(), 2));
    assert_eq!(pasted(&mut session, trace), (Shape::Places, here));
    assert!(session.text().contains("3 lines"), "{}", session.text());
    let elsewhere = r#"{"msg":"no such thing here","stack":"Error\n    at f (/x/y.js:1:2)\n    at g (/x/z.js:1:2)"}"#;
    let (shape, first) = pasted(&mut session, elsewhere);
    assert!(shape != Shape::Places && first.is_some_and(|(path, _)| path == "pkg/a.py"), "{}", session.text());
}

#[test]
fn of_a_text_that_is_too_long_what_is_left_out_is_told() {
    let (folder, mut session) = on(&[("a.md", "# Alpha\n\nalpha beta gamma\n")], (120, 30));
    session.driver.send(&mut session.model, Msg::Paste("alpha beta ".repeat(40_000)));
    assert!(said(&session).starts_with("only the first 64"), "{}", said(&session));
    let told = format!("only the first {} of", grouped(1_489));
    let notes = session.model.results.results.as_ref().map(|results| results.notes.clone()).unwrap_or_default();
    assert!(notes.iter().any(|note| note.starts_with(&told)), "{notes:?}");
    let indexer = Indexer::open(WorkspaceOptions::at(folder.path())).expect("an indexer");
    let ask = |text: &str, reading| {
        let question = Question::in_report(text, reading, 10, (false, false));
        engine::answer(&indexer, &question, &Ticket::forever(), &|_| {})
    };
    let words = ask(&"alpha ".repeat(100_000), Reading::Words).expect("an answer");
    let note = format!("only the first {} of {} words are searched", grouped(1_365), grouped(100_000));
    assert!(words.results.notes.iter().any(|told| told.starts_with(&note)), "{:?}", words.results.notes);
    let name = format!("$.code.function(\"{}\")", "x".repeat(100_000));
    let Err(Unanswered::Invalid(errors)) = ask(&name, Reading::Docql) else { panic!("it is longer than any name") };
    assert!(errors[0].message.contains("names are shorter"), "{}", errors[0].message);
}

#[test]
fn a_match_that_is_rendered_nowhere_is_shown_in_the_source() {
    let page = "<html><body>\n<p>Pages</p>\n<table>\n<tr>\n<td data-x=\"currentPage\">one</td>\n</tr>\n\
                <tr>\n<td>currentPage shown</td>\n</tr>\n</table>\n<a href=\"/currentPage\">more</a>\n</body></html>\n";
    let (_folder, mut session) = on(&[("a.html", page)], (120, 30));
    session.press("<esc>/$.content.grep(\"currentPage\")<ret>");
    let rendered = |session: &Session| session.model.preview.page.as_ref().is_some_and(|page| page.rendered);
    let mut forms = Vec::new();
    for _ in 0..3 {
        let text = session.text();
        assert!(text.lines().any(|line| line.contains('▌') && line.contains("currentPage")), "{text}");
        forms.push(rendered(&session));
        session.press("j");
    }
    assert_eq!(forms, [false, true, false], "only as long as such a match is looked at");
    // Who wants it rendered all the same has it rendered.
    assert!(!rendered(&session));
    session.press("s");
    assert!(rendered(&session), "{}", session.text());
    session.press("s");
    assert!(!rendered(&session), "{}", session.text());
}

#[test]
fn the_finder_knows_the_signs_of_fzf() {
    let paths = ["tools/build.sh", "tools/build.sh.txt", "regress/run.sh", "tmux/tools.c", "exact_name.c", "exaczzt.c"];
    let files: Vec<(&str, &str)> = paths.iter().map(|path| (*path, "x\n")).collect();
    let (folder, mut session) = on(&files, (120, 30));
    let found = |session: &Session| -> Vec<String> {
        let results = session.model.results.results.as_ref();
        let mut names: Vec<String> = results.iter().flat_map(|all| &all.hits).map(|hit| hit.name.clone()).collect();
        names.sort();
        names
    };
    session.press("<c-t>");
    for (typed, expected) in [
        (".sh$", &["regress/run.sh", "tools/build.sh"][..]),
        (".sh$ !regress", &["tools/build.sh"][..]),
        ("^tools", &["tools/build.sh", "tools/build.sh.txt"][..]),
        ("'exact", &["exact_name.c"][..]),
        ("!o", &["exact_name.c", "exaczzt.c", "regress/run.sh"][..]),
        ("^tools .txt$", &["tools/build.sh.txt"][..]),
    ] {
        session.press(&format!("<c-u>{typed}"));
        assert_eq!(found(&session), expected, "{typed}");
        // The query that is copied finds as much.
        let query = session.model.results.results.as_ref().expect("an answer").query.clone();
        let mut other = Session::at(folder.path(), 120, 30);
        other.driver.walk(&mut other.model).expect("walk");
        other.driver.send(&mut other.model, Msg::QueryGiven(query.clone()));
        assert_eq!(other.model.results.results.as_ref().map(|all| all.total), Some(expected.len()), "{query}");
    }
}

#[test]
fn the_last_query_is_offered_as_an_offer_however_long_it_is() {
    let (_folder, mut session) = on(&[("a.py", &functions(9))], (80, 24));
    let long = format!("$.code.functions[?(@.name ~= \"handle\" && @.name ~= \"{}\")]", "0".repeat(60));
    session.press(&format!("<esc>/{long}<ret>/<c-u>"));
    let first = session.text().lines().find(|line| line.contains('❯')).map(str::to_owned).unwrap_or_default();
    assert!(first.contains("…   → once more"), "{first}");
}

#[test]
fn completion_in_a_filter_goes_on_where_the_condition_does() {
    let mut session = Session::new(120, 36);
    session.press("<esc>/$.toc[?(@.tab<tab>");
    assert_eq!(session.model.prompt.line.before(), "$.toc[?(@.tables");
    session.press(".count()>0");
    assert_eq!(prompt(&session), "$.toc[?(@.tables.count()>0)]");
    session.press("<c-c>$.toc[?(@.table(\"x<tab>");
    let line = &session.model.prompt.line;
    assert_eq!((line.before(), line.after()), ("$.toc[?(@.table(\"x\")", ")]"), "the condition goes on here");
    session.press("<c-c>$.code.functions[?(@.calls.");
    let offered = session.model.prompt.completions.as_ref().map(|all| all.candidates.len());
    assert_eq!(offered, Some(0), "nothing follows a number");
    // No value is offered that no row has, where some are there.
    session.press("<c-c>$.code.functions[?(@.visibility==");
    let offered = &session.model.prompt.completions.as_ref().expect("values").candidates;
    assert!(!offered.is_empty() && offered.iter().all(|value| value.count > Some(0)), "{offered:?}");
}

#[test]
fn the_key_of_the_prompt_is_no_letter_before_a_query() {
    let mut session = Session::new(120, 36);
    session.press("/$.toc");
    assert_eq!(prompt(&session), "$.toc");
    session.press("<c-u>/toc");
    assert_eq!(prompt(&session), "/toc", "a path begins so, and a pattern");
}

#[test]
fn the_query_that_a_remark_advises_is_shown_whole_and_run_from_there() {
    let callers: String = (0..30).map(|at| format!("func c{at}() {{ (&T{{}}).Run() }}\n\n")).collect();
    let text = format!(
        "package a\n\ntype RunnerOfAllThatIsToBeRunSomeday interface{{ Run() }}\n\ntype T struct{{}}\n\n\
         func (t *T) Run() {{}}\n\nvar held = (*T).Run\n\n{callers}"
    );
    let (_folder, mut session) = on(&[("a.go", &text)], (80, 60));
    session.press("<esc>/$.code.struct(\"T\").method(\"Run\").callers()<ret>");
    assert!(session.model.results.selected().is_some(), "the first row is a hit\n{}", session.text());
    session.press("k");
    let query = session.model.results.offered().unwrap_or_else(|| panic!("a remark with a query\n{}", session.text()));
    let query = query.to_owned();
    let letters = |text: &str| text.chars().filter(|c| !c.is_whitespace()).collect::<String>();
    let lines = session.model.results.rows.iter().filter_map(|row| match row {
        ResultRow::Advice(line, _) | ResultRow::Text(line) => Some(line.as_str()),
        _ => None,
    });
    let lines: Vec<&str> = lines.collect();
    let shown = session.text();
    assert!(letters(&lines.concat()).contains(&letters(&query)), "{query}\n{shown}");
    assert!(
        lines.iter().take_while(|line| !line.contains("more remarks")).all(|line| shown.contains(line.trim())),
        "no line is cut: {lines:?}\n{shown}"
    );
    session.press("<ret>");
    assert_eq!(prompt(&session), query);
    session.press("H");
    session.press("gg");
    assert!(session.model.results.selected().is_some(), "{}", session.text());
}

#[test]
fn where_nothing_calls_a_function_what_names_it_is_one_key_away() {
    let text = "package a\n\nfunc Handle() {}\n\nvar table = map[string]func(){\"a\": Handle}\n";
    let (_folder, mut session) = on(&[("a.go", text)], (100, 30));
    session.press("<esc>/$.code.function(\"Handle\")<ret>c");
    assert!(session.text().contains("no callers"), "{}", session.text());
    session.press("<ret>");
    assert!(prompt(&session).ends_with(".references()"), "{}", session.text());
    assert!(session.text().contains("a.go") && session.model.results.selected().is_some(), "{}", session.text());
}
