//! Whatever is pressed and whatever arrives: nothing panics, the chosen row stays chosen, and H undoes moves.

use crate::screens::Session;
use docql::app::{Command, Focus, Model, Mouse, MouseAction, Msg, QueryAnswer, ResultRow, keys_of};
use docql::docql::{FileGroup, Hit, Results};
use docql::document::NodeKey;
use std::sync::Arc;

/// Numbers that look random and are the same in every run.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % sides.max(1) as u64) as usize
    }

    fn of<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.roll(list.len())]
    }
}

const QUERIES: &[&str] = &[
    "$.code.functions[*]",
    "token",
    "$.toc[*]",
    "$.content.grep(\"token\")",
    "$.files[*]",
    "nothing of this",
    "deploy",
];

const KEYS: &[&str] = &[
    "<down>",
    "<down>",
    "<up>",
    "j",
    "k",
    "G",
    "gg",
    "}",
    "{",
    "h",
    "l",
    "n",
    "N",
    "<space>",
    "b",
    "z",
    "1",
    "2",
    "3",
    "<tab>",
    "J",
    "K",
    "<ret>",
    "<bs>",
    "c",
    "C",
    "r",
    "d",
    "t",
    "m",
    "gp",
    "gs",
    "gj",
    "gk",
    "H",
    "L",
    "S<down><ret>",
    "F<ret>",
    "'<ret>",
    "<c-r><ret><ret>",
    "gb<down><ret>",
    "v",
    "s",
    "w",
    "<pagedown>",
    "<pageup>",
    "<lt>",
    "<gt>",
    "=",
    "<esc>",
];

/// The present answer as it could arrive once more: in another order, with fewer or with unknown hits.
fn again(session: &mut Session, dice: &mut Dice, without_selected: bool) -> bool {
    let model = &session.model;
    let Some(results) = model.results.results.clone() else { return false };
    let selected = model.results.selected().map(|hit| hit.key.clone());
    if results.hits.is_empty() || model.results.text != model.prompt.line.text() {
        return false;
    }
    let mut hits = results.hits.clone();
    for at in (1..hits.len()).rev() {
        hits.swap(at, dice.roll(at + 1));
    }
    let lost = dice.roll(3);
    let mut kept = 0;
    hits.retain(|hit| {
        let is_selected = Some(&hit.key) == selected.as_ref();
        kept += 1;
        if is_selected { !without_selected } else { kept % (lost + 2) != 0 }
    });
    // Hits of one file stand together.
    let mut paths: Vec<Arc<str>> = Vec::new();
    for hit in &hits {
        if !paths.contains(&hit.path) {
            paths.push(Arc::clone(&hit.path));
        }
    }
    hits.sort_by_key(|hit| paths.iter().position(|path| *path == hit.path));
    let groups = groups_of(&hits);
    let (total, files) = (hits.len(), groups.len());
    let results = Results { hits, groups, total, files, ..(*results).clone() };
    let answer = Box::new(QueryAnswer { outcome: Ok(results), elapsed: None, more_follows: dice.roll(2) == 0 });
    let ticket = model.asked.query.number();
    session.driver.send(&mut session.model, Msg::ResultsArrived { ticket, answer });
    true
}

/// The hits by file, as they stand together.
fn groups_of(hits: &[Hit]) -> Vec<FileGroup> {
    let mut groups: Vec<FileGroup> = Vec::new();
    for (at, hit) in hits.iter().enumerate() {
        match groups.last_mut() {
            Some(group) if group.path == hit.path => {
                (group.total, group.hits.end) = (group.total + 1, at + 1);
            }
            _ => groups.push(FileGroup { path: Arc::clone(&hit.path), language: "", total: 1, hits: at..at + 1 }),
        }
    }
    groups
}

fn selected(model: &Model) -> Option<String> {
    model.results.selected().map(|hit| hit.key.0.clone())
}

fn assert_sound(model: &Model, script: &[String]) {
    let results = &model.results;
    assert!(results.rows.is_empty() || results.window.cursor < results.rows.len(), "{script:?}");
    if results.results.as_ref().is_some_and(|results| !results.hits.is_empty()) && !results.rows.is_empty() {
        let filtered = results.filter.is_some();
        assert!(
            filtered || results.is_stop(results.window.cursor),
            "the cursor stands on no row: {script:?} {:?} {:?}",
            results.window,
            results.rows
        );
    }
    assert!(model.toc.rows.is_empty() || model.toc.window.cursor < model.toc.rows.len(), "{script:?}");
}

#[test]
fn what_arrives_never_moves_a_chosen_row() {
    let mut session = Session::new(100, 30);
    for seed in 1..=60_u64 {
        let mut dice = Dice(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let mut script = vec![format!("seed {seed}")];
        let press = |session: &mut Session, script: &mut Vec<String>, keys: &str| {
            script.push(keys.to_owned());
            session.press(keys);
            session.model.quit = false;
            assert_sound(&session.model, script);
        };
        press(&mut session, &mut script, "<esc><esc>/<c-u>");
        let query = dice.of(QUERIES);
        press(&mut session, &mut script, query);
        press(&mut session, &mut script, "<ret>");
        for _ in 0..25 {
            let key = dice.of(KEYS);
            press(&mut session, &mut script, key);
            if session.model.focus() == Focus::Prompt || !session.model.overlays.is_empty() {
                press(&mut session, &mut script, "<esc><esc>");
            }
            let results = &session.model.results;
            let on_hit = matches!(results.rows.get(results.window.cursor), Some(ResultRow::Hit(_)));
            let before = selected(&session.model).filter(|_| session.model.results.moved && on_hit);
            if dice.roll(2) == 0 && again(&mut session, &mut dice, false) {
                assert_sound(&session.model, &script);
                if let Some(before) = before {
                    assert_eq!(selected(&session.model), Some(before), "{script:?}");
                }
            } else if dice.roll(8) == 0 && again(&mut session, &mut dice, true) {
                assert_sound(&session.model, &script);
            }
            if dice.roll(6) == 0 {
                let (width, height) = (20 + dice.roll(160) as u16, 4 + dice.roll(50) as u16);
                let before = selected(&session.model);
                session.driver.send(&mut session.model, Msg::Resized { width, height });
                assert_eq!(selected(&session.model), before, "{script:?}");
                assert_sound(&session.model, &script);
            }
        }
    }
}

/// The present answer with other hits, as it comes once more.
fn arrives(session: &mut Session, change: impl Fn(&mut Vec<Hit>)) {
    let results = session.model.results.results.clone().expect("an answer");
    let mut hits = results.hits.clone();
    change(&mut hits);
    let groups = groups_of(&hits);
    let (total, files) = (hits.len(), groups.len());
    let results = Results { hits, groups, total, files, ..(*results).clone() };
    let answer = Box::new(QueryAnswer { outcome: Ok(results), elapsed: None, more_follows: true });
    let ticket = session.model.asked.query.number();
    session.driver.send(&mut session.model, Msg::ResultsArrived { ticket, answer });
}

/// A file that somebody has written is read anew: its hits are gone for a moment, and come back a line further down.
#[test]
fn a_chosen_row_whose_file_was_written_is_chosen_again_when_it_is_back() {
    for query in ["$.code.functions[*]", "$.content.grep(\"token\")"] {
        let mut session = Session::new(100, 30);
        session.press(&format!("{query}<ret>jj"));
        let chosen = session.model.results.selected().expect("a hit").clone();
        let all = session.model.results.results.clone().expect("an answer").hits.clone();
        arrives(&mut session, |hits| hits.retain(|hit| hit.path != chosen.path));
        assert_ne!(selected(&session.model), Some(chosen.key.0.clone()), "{query}: it is gone");
        let moved: Vec<Hit> = all
            .into_iter()
            .map(|hit| match hit.path == chosen.path {
                true if hit.name.is_empty() => {
                    Hit { key: NodeKey::line(&hit.path, hit.line + 1), line: hit.line + 1, ..hit }
                }
                true => Hit { line: hit.line + 1, ..hit },
                false => hit,
            })
            .collect();
        arrives(&mut session, |hits| hits.clone_from(&moved));
        let now = session.model.results.selected().expect("a hit");
        assert_eq!((&now.path, &now.name, now.line), (&chosen.path, &chosen.name, chosen.line + 1), "{query}");
        // Who has moved means the row that he is on.
        arrives(&mut session, |hits| hits.retain(|hit| hit.path != chosen.path));
        session.press("k");
        let there = selected(&session.model);
        arrives(&mut session, |hits| hits.clone_from(&moved));
        assert_eq!(selected(&session.model), there, "{query}");
    }
}

#[test]
fn back_undoes_every_move() {
    let mut session = Session::new(120, 36);
    let moves = ["<ret>", "c", "C", "r", "d", "t", "m", "gp", "gs", "F<ret>", "'<ret>", "gb<down><ret>"];
    let folds = [Command::FoldAll, Command::UnfoldAll];
    for seed in 1..=40_u64 {
        let mut dice = Dice(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        session.press("<esc><esc>2/<c-u>").press(dice.of(QUERIES)).press("<ret>");
        session.press("2b").press(&"<down>".repeat(dice.roll(6)));
        let place = |session: &Session| {
            let model = &session.model;
            (model.prompt.line.text().to_owned(), selected(model), model.results.folded.clone())
        };
        let before = place(&session);
        let key = dice.of(&moves);
        session.press(key).press("<esc>");
        if place(&session).0 != before.0 {
            session.press("H");
            assert_eq!(place(&session), before, "seed {seed}, {key}");
        }
        if session.model.results.results.as_ref().is_some_and(|results| !results.hits.is_empty()) {
            session.press("2");
            let before = place(&session);
            let name = dice.of(&folds).row().title;
            session.press(&format!(":{name}<ret>"));
            session.press("H");
            assert_eq!(place(&session).2, before.2, "seed {seed}, {name}");
            assert_eq!(place(&session).0, before.0, "seed {seed}, {name}");
        }
    }
    assert!(!keys_of(&session.model.keymap, Command::Back, 1).is_empty());
}

#[test]
fn clearing_the_prompt_is_undone_too() {
    let mut session = Session::new(120, 36);
    session.press("validate token<c-c>");
    assert_eq!(session.model.prompt.line.text(), "");
    session.press("<esc>H");
    assert_eq!(session.model.prompt.line.text(), "validate token");
}

#[test]
fn siblings_are_reached_from_breadcrumbs_and_by_steps() {
    let mut session = Session::new(120, 36);
    session.press("$.code.method(\"validateUser\")<ret>gb");
    let panel = session.model.overlays.last().expect("menu");
    assert_eq!(panel.title, "IN AuthService");
    assert_eq!(panel.selected().map(|row| row.text.as_str()), Some("validateUser"));
    session.press("<left><left>");
    let panel = session.model.overlays.last().expect("menu");
    assert_eq!(panel.selected().map(|row| row.text.as_str()), Some("AuthService.kt"), "{}", panel.title);
    session.press("<down><ret>");
    assert_eq!(session.model.results.selected().map(|hit| hit.name.clone()).as_deref(), Some("LoginController.kt"));
    session.press("Hgj");
    assert_eq!(session.model.results.selected().map(|hit| hit.name.clone()).as_deref(), Some("login"));
    session.press("gkgk");
    assert_eq!(session.model.results.selected().map(|hit| hit.name.clone()).as_deref(), Some("validateToken"));
    session.press("HH");
    session.press("gb<esc>");
    assert!(session.model.overlays.is_empty());
}

#[test]
fn a_query_without_its_dollar_is_pointed_out() {
    let mut session = Session::new(120, 36);
    session.press("code.class(\"AuthService\")");
    assert!(session.text().contains("a query is $.code.class(\"AuthService\")"), "{}", session.text());
    session.press("<c-x>");
    assert_eq!(session.model.prompt.line.text(), "$.code.class(\"AuthService\")");
    session.press("<c-u>config.toml");
    assert!(!session.text().contains("a query is"), "{}", session.text());
}

#[test]
fn orders_are_chosen_and_walked_in() {
    let mut session = Session::new(120, 36);
    session.press("$.code.functions[*]<ret>S");
    let titles: Vec<String> =
        session.model.overlays.last().expect("list").rows.iter().map(|row| row.text.clone()).collect();
    assert!(
        titles.iter().any(|title| title == "by kind") && titles.iter().any(|title| title == "by age"),
        "{titles:?}"
    );
    session.press("number<ret>gg");
    let model = &session.model;
    let results = model.results.results.clone().expect("rows");
    let most = results.groups.iter().map(|group| group.total).max();
    let first = model.results.selected().expect("hit");
    assert_eq!(results.groups.iter().find(|group| group.path == first.path).map(|group| group.total), most);
    let path = first.path.clone();
    session.press("N");
    assert_ne!(session.model.results.selected().expect("hit").path, path, "the last in this order");
    let said = session.model.toast.as_ref().map(|toast| toast.text.clone()).unwrap_or_default();
    let total = results.total;
    assert!(said.contains(&format!("{total}/{total} · file ")), "{said}");
}

#[test]
fn what_found_nothing_is_told_in_whole_sentences() {
    let mut session = Session::new(80, 24);
    session.press("$.code.methods[?(@.visibility==\"publc\")]<ret>");
    let screen = session.text();
    assert!(screen.contains("nearest visibility: \"public\"") && screen.contains("DID YOU MEAN"), "{screen}");
    session.press("<ret>");
    assert!(session.model.results.results.as_ref().is_some_and(|results| results.total > 0));
}

/// The rows of the results that have a number, by name.
fn shown(model: &Model) -> Vec<String> {
    let results = model.results.results.as_ref().expect("rows");
    let name = |row: &ResultRow| if let ResultRow::Hit(at) = row { Some(results.hits[*at].name.clone()) } else { None };
    model.results.rows.iter().filter_map(name).collect()
}

#[test]
fn rows_are_put_together_by_file_by_kind_or_not_at_all_and_the_row_stays() {
    let mut session = Session::new(120, 36);
    session.press("token<ret>jjj");
    let row = session.model.results.selected().expect("hit").key.clone();
    let selected = |session: &Session| session.model.results.selected().map(|hit| hit.key.clone());
    session.press("B");
    let screen = session.text();
    assert!(screen.contains("by kind ▾ · rank ▾") && screen.contains("▾ methods"), "{screen}");
    assert_eq!(selected(&session).as_ref(), Some(&row));
    session.press("gghh");
    let folded: Vec<&str> = session.model.results.folded.iter().map(|name| &**name).collect();
    assert_eq!(folded.len(), 1, "{folded:?}");
    session.press("lB");
    let scores: Vec<f32> = {
        let results = session.model.results.results.as_ref().expect("rows");
        let score = |row: &ResultRow| if let ResultRow::Hit(at) = row { results.hits[*at].score } else { None };
        session.model.results.rows.iter().filter_map(score).collect()
    };
    assert!(scores.len() > 20 && scores.is_sorted_by(|a, b| a >= b), "one list, the best first: {scores:?}");
    assert!(session.text().contains("AuthService.kt:17"), "each row says its file: {}", session.text());
    let before = selected(&session);
    session.press("B");
    assert_eq!(selected(&session), before);
    assert!(!session.model.results.names_files());
    session.press(":group kind<ret>");
    assert!(session.model.results.names_files());
    session.press(":group size<ret>");
    let said = session.model.toast.as_ref().map(|toast| toast.text.clone()).unwrap_or_default();
    assert!(said.contains("no grouping; there are file, kind, none"), "{said}");
}

#[test]
fn what_is_called_most_comes_first_and_says_how_often() {
    let mut session = Session::new(120, 36);
    session.press("$.code.functions[*]<ret>:group none<ret>:sort callers<ret>");
    let results = session.model.results.results.clone().expect("rows");
    let counted: Vec<(String, u32)> = {
        let of = |row: &ResultRow| match row {
            ResultRow::Hit(at) => {
                Some((results.hits[*at].query.clone(), session.model.results.callers_of(&results.hits[*at])?))
            }
            _ => None,
        };
        session.model.results.rows.iter().filter_map(of).collect()
    };
    assert_eq!(counted.len(), results.total);
    assert!(counted[0].1 > 1 && counted.is_sorted_by(|a, b| a.1 >= b.1), "{counted:?}");
    assert!(session.text().contains(&format!("◂ {}", counted[0].1)), "{}", session.text());
    let first = shown(&session.model)[0].clone();
    // It is what the query says.
    for (query, count) in counted.iter().take(6).chain(counted.iter().rev().take(3)) {
        session.press(&format!("/<c-u>{query}.callers().count()<ret>"));
        assert_eq!(shown(&session.model), [count.to_string()], "{query}");
    }
    session.press("HHHHHHHHH");
    assert_eq!(shown(&session.model)[0], first, "the order stays");
}

#[test]
fn a_chain_of_relations_is_a_trail_of_breadcrumbs_that_lead_back() {
    let mut session = Session::new(120, 36);
    session.press("$.code.method(\"AuthService.validateToken\")<ret>");
    let first = session.model.prompt.line.text().to_owned();
    session.press("c");
    let crumbs = |session: &Session| session.text().lines().next().unwrap_or_default().to_owned();
    assert!(crumbs(&session).contains("AuthService › validateToken › callers "), "{}", crumbs(&session));
    let callers = session.model.prompt.line.text().to_owned();
    let caller = session.model.results.selected().expect("caller").name.clone();
    session.press("c");
    let told = crumbs(&session);
    assert!(told.contains(&format!("validateToken › callers › {caller} › callers")), "{told}");
    let click = |session: &mut Session, name: &str| {
        let line = crumbs(session);
        let column = line[..line.find(name).expect(name)].chars().count() as u16;
        let mouse = Mouse { action: MouseAction::Click, column, row: 0 };
        session.driver.send(&mut session.model, Msg::Mouse(mouse));
    };
    let place = format!("› {caller} ›");
    click(&mut session, &place[4..]);
    assert_eq!(session.model.prompt.line.text(), callers, "back where that row was chosen");
    session.press("L");
    click(&mut session, "validateToken ›");
    assert_eq!(session.model.prompt.line.text(), first);
    click(&mut session, "AuthService ›");
    assert!(session.model.prompt.line.text().ends_with(".children"), "{}", session.model.prompt.line.text());

    // Where there is no room, what is far from the row is left out, and a click still goes where it says.
    let mut narrow = Session::new(60, 20);
    narrow.press("$.code.method(\"AuthService.validateToken\")<ret>");
    let line = crumbs(&narrow);
    assert!(line.starts_with(" … › ") && line.contains("AuthService › validateToken"), "{line}");
    click(&mut narrow, "AuthService ›");
    assert!(narrow.model.prompt.line.text().contains("class(\"AuthService\")"), "{}", narrow.model.prompt.line.text());
}
