//! Pages that are there in several languages, or of several versions: one of them is cited, in the language of the question.

use crate::folders::ask;
use crate::plainly::hits;

const TITLE: &str = "# Files\n\nHow to upload a file: `UploadFile` takes an upload. 上传文件\n";

fn cited(files: &[(&str, &str)], question: &str) -> Vec<String> {
    ask(files, question).citations.iter().map(|citation| citation.passage.path.to_string()).collect()
}

#[test]
fn of_several_translations_of_a_page_one_is_cited() {
    let files = [
        ("docs/em/guide/files.md", TITLE),
        ("docs/en/guide/files.md", &*format!("{TITLE}\nA file is uploaded in English.\n")),
        ("docs/ru/guide/files.md", &*format!("{TITLE}\nФайл upload file.\n")),
        ("docs/zh/guide/files.md", &*format!("{TITLE}\n如何上传文件：中文。\n")),
        ("docs/en/guide/other.md", "# Other\n\nWhere an uploaded file is kept.\n"),
    ];
    let found = cited(&files, "how do I upload a file");
    assert!(found.contains(&"docs/en/guide/files.md".to_owned()), "{found:?}");
    assert!(found.iter().all(|path| path.starts_with("docs/en/")), "{found:?}");
    let found = cited(&files, "如何上传文件");
    assert!(found.contains(&"docs/zh/guide/files.md".to_owned()), "{found:?}");
    assert!(!found.iter().any(|path| path == "docs/en/guide/files.md" || path.contains("/ru/")), "{found:?}");
    let plain = [("README.md", TITLE), ("README.zh-CN.md", TITLE)];
    assert_eq!(cited(&plain, "how do I upload a file"), ["README.md"]);
    let alone = [("docs/ru/guide/files.md", TITLE)];
    assert_eq!(cited(&alone, "how do I upload a file"), ["docs/ru/guide/files.md"], "there is no other");
}

#[test]
fn of_several_versions_of_a_page_the_newest_is_cited_unless_another_is_asked_for() {
    let page = |of: &str| format!("# Manual\n\nHow to upload a file in {of}: `upload`.\n");
    let (old, newer, newest) = (page("old"), page("newer"), page("newest"));
    let files =
        [("manual/v1.8/manual.md", &*old), ("manual/v1.10/manual.md", &*newer), ("manual/dev/manual.md", &*newest)];
    assert_eq!(cited(&files, "how do I upload a file"), ["manual/dev/manual.md"]);
    assert_eq!(cited(&files[..2], "how do I upload a file"), ["manual/v1.10/manual.md"]);
    assert_eq!(cited(&files, "how do I upload a file in 1.8"), ["manual/v1.8/manual.md"]);
}

/// The places of a search, best first.
fn found(files: &[(&str, &str)], words: &str) -> Vec<String> {
    hits(files, words)
        .iter()
        .map(|hit| format!("{}:{}", hit.path, hit.matched.as_ref().map_or(hit.line, |of| of.line)))
        .collect()
}

#[test]
fn texts_of_a_program_are_found_in_english_with_values_in_them() {
    let texts = "en:\n  label_logged_as: Logged in as\n  notice_done: \"%{count} items have been imported\"\n  error_hours: \
                 \"Cannot log more than %{max} hours on a day (%{logged} have been logged)\"\n  text_updated: Issue %{id} was \
                 updated by %{author}\n";
    let files: Vec<(&str, &str)> = ["da", "el", "en-GB", "en", "no", "zh"].into_iter().zip([texts; 6]).collect();
    let paths: Vec<String> = files.iter().map(|(language, _)| format!("config/locales/{language}.yml")).collect();
    let files: Vec<(&str, &str)> = paths.iter().map(String::as_str).zip(files.iter().map(|(_, text)| *text)).collect();
    for (words, line) in [
        ("Logged in as", 2),
        ("5 items have been imported", 3),
        ("Cannot log more than 8 hours on a day (7.5 have been logged)", 4),
        ("Issue 12 was updated by John Smith", 5),
    ] {
        assert_eq!(found(&files, words)[0], format!("config/locales/en.yml:{line}"), "{words}");
    }
    let android = "<resources>\n    <string name=\"font\">Default font of all</string>\n</resources>\n";
    let files = [("res/values-de/strings.xml", android), ("res/values/strings.xml", android)];
    assert_eq!(found(&files, "Default font of all")[0], "res/values/strings.xml:2");
    let php = "<?php\nfunction f($io) {\n    $io->write(sprintf('Found <info>%s</info> packages matching \
               <info>%s</info>', 1, 2));\n}\n";
    assert_eq!(found(&[("f.php", php)], "Found 15 packages matching monolog")[0], "f.php:3");
}

#[test]
fn a_key_of_texts_is_shown_where_others_are_translated_from() {
    let text = |of: &str| format!("<resources>\n    <string name=\"app_name\">{of}</string>\n</resources>\n");
    let (own, arabic, british) = (text("Mail"), text("بريد"), text("Mail"));
    let files = [
        ("app/res/values-ar/strings.xml", &*arabic),
        ("app/res/values-en-rGB/strings.xml", &*british),
        ("app/res/values/strings.xml", &*own),
    ];
    assert_eq!(found(&files, "app_name").first().map(String::as_str), Some("app/res/values/strings.xml:2"));
    let json = |of: &str| format!("{{\n  \"user_locked_out\": \"{of}\"\n}}\n");
    let (british, american) = (json("User is locked out"), json("User has been locked out"));
    let files = [("core/en-GB.json", &*british), ("core/en-US.json", &*american)];
    assert_eq!(found(&files, "user_locked_out").first().map(String::as_str), Some("core/en-US.json:2"));
}
