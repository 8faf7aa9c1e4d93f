//! `docql eval`: scores computed by hand, cases that can never be met, files with mistakes.

use docql::search::eval::{CaseFile, Scores};
use serde_json::Value;
use std::fs;
use std::process::{Command, Stdio};
use tempfile::TempDir;

const GUIDE: &str = "# Guide\n\nRead on.\n\n## Install\n\nPut the program on your path.\n\n## Use\n\nCall it. \
    To install more, call again.\n\n## Remove\n\nDelete the program.\n";

const ENGINE: &str = "/// Turns the wheels.\npub struct Engine {\n    speed: u32,\n}\n\nimpl Engine {\n    \
    /// Goes.\n    pub fn run(&self) -> u32 {\n        fn zigzag() {}\n        self.speed\n    }\n}\n";

/// What stands above the cases of the tests.
const HERE: &str = "[corpus.here]\npath = \"files\"\n";

struct Dir(TempDir);

impl Dir {
    fn new(cases: &str) -> Dir {
        let dir = Dir(tempfile::tempdir().expect("a folder"));
        for (path, text) in [
            ("files/guide.md", GUIDE),
            ("files/src/engine.rs", ENGINE),
            ("files/notes.txt", "first\nlorem quux\n"),
            ("cases.toml", cases),
        ] {
            let path = dir.0.path().join(path);
            fs::create_dir_all(path.parent().expect("a parent")).expect("folders");
            fs::write(path, text).expect("a file");
        }
        dir
    }

    /// Exit code, standard output and standard error.
    fn run(&self, arguments: &[&str]) -> (i32, String, String) {
        let mut command = Command::new(env!("CARGO_BIN_EXE_docql"));
        command.args(["eval", "cases.toml", "--no-index"]).args(arguments).current_dir(self.0.path()).env_clear();
        command.env("HOME", self.0.path().join("home")).stdin(Stdio::null());
        let output = command.output().expect("the program starts");
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
        (output.status.code().unwrap_or(-1), text(output.stdout), text(output.stderr))
    }

    fn json(&self, arguments: &[&str]) -> Value {
        let (code, out, err) = self.run(&[arguments, &["-f", "json"]].concat());
        assert_eq!((code, err.as_str()), (0, ""));
        serde_json::from_str(&out).expect("JSON")
    }
}

fn case(query: &str, class: &str, rest: &str) -> String {
    format!("\n[[case]]\nquery = {query:?}\nclass = \"{class}\"\n{rest}\n")
}

/// The numbers of one row, without the times.
#[track_caller]
fn row(answer: &Value, class: &str, split: &str) -> (u64, [f64; 5]) {
    let groups = answer["modes"][0]["groups"].as_array().expect("groups");
    let group = groups.iter().find(|group| group["class"] == class && group["split"] == split).expect("a row");
    let number = |key: &str| (group[key].as_f64().expect("a number") * 1e4).round() / 1e4;
    assert!(number("median_ms") <= number("p95_ms"));
    let keys = ["recall@1", "recall@5", "recall@10", "mrr@10", "ndcg@10"];
    (group["cases"].as_u64().expect("a number"), keys.map(number))
}

#[test]
fn scores_are_those_of_the_textbooks() {
    let rounded = |scores: Scores| {
        let [one, five, ten] = scores.recall;
        [one, five, ten, scores.reciprocal, scores.gain].map(|number| (number * 1e4).round() / 1e4)
    };
    let of = |ranks: &[usize], all: bool| {
        let ranks: Vec<Option<usize>> = ranks.iter().map(|&rank| Some(rank).filter(|&rank| rank > 0)).collect();
        rounded(Scores::of(&ranks, all))
    };
    assert_eq!(of(&[1], false), [1.0, 1.0, 1.0, 1.0, 1.0]);
    // 1/2, and 1 / log2(3).
    assert_eq!(of(&[2], false), [0.0, 1.0, 1.0, 0.5, 0.6309]);
    assert_eq!(of(&[7], false), [0.0, 0.0, 1.0, 0.1429, 0.3333]);
    assert_eq!(of(&[11], false), [0.0; 5]);
    assert_eq!(of(&[0], false), [0.0; 5]);
    // Any one is a full answer: the best placed counts.
    assert_eq!(of(&[6, 0, 3], false), [0.0, 1.0, 1.0, 0.3333, 0.5]);
    // All are wanted: (1 + 1/2) / (1 + 1/log2(3)), and of three places one is not there.
    assert_eq!(of(&[3, 1], true), [0.5, 1.0, 1.0, 1.0, 0.9197]);
    assert_eq!(of(&[0, 1, 12], true), [0.3333, 0.3333, 0.3333, 1.0, 0.4693]);
    let mean = Scores::mean(&[Scores::of(&[Some(1)], false), Scores::of(&[Some(4)], false)]);
    // 1 / log2(5) is 0.4307.
    assert_eq!(rounded(mean), [0.5, 1.0, 1.0, 0.625, 0.7153]);
    assert_eq!(Scores::mean(&[]), Scores::default());
}

#[test]
fn places_are_files_names_and_lines() {
    let cases = [
        ("install", "expected = \"guide.md#Install\"", "1"),
        ("install", "expected = \"guide.md\"", "1"),
        ("install", "expected = \"#Install\"", "1"),
        // The line of the text stands for the section around it; the section before it is no answer.
        ("install", "expected = \"guide.md:11\"", "2"),
        ("install", "expected = \"guide.md#Guide\"", "null"),
        ("install", "expected = [\"guide.md#Remove\", \"guide.md#Use\"]", "null,2"),
        ("install", "all = [\"guide.md#Use\", \"guide.md#Install\"]", "2,1"),
        // The line of a doc comment stands for what it is about.
        ("wheels", "expected = \"src/engine.rs:1\"", "1"),
        ("engine", "expected = \"src/engine.rs:2\"", "1"),
        // What lies in a function answers for it; a type does not answer for its field.
        ("zigzag", "expected = \"src/engine.rs#run\"", "1"),
        ("engine kind:struct", "expected = \"src/engine.rs#speed\"", "null"),
        ("quux", "expected = \"notes.txt:2\"", "1"),
        ("quux", "expected = \"notes.txt\"", "1"),
    ];
    let text: String = cases.iter().map(|(query, expected, _)| case(query, "places", expected)).collect();
    let answer = Dir::new(&format!("{HERE}{text}")).json(&[]);
    let answers = answer["modes"][0]["cases"].as_array().expect("cases");
    assert_eq!(answers.len(), cases.len());
    // Where the right places are, for programs that measure other tools.
    let right = |at: usize| answers[at]["right"][0][0].to_string();
    assert_eq!(right(0), r#"{"path":"guide.md","line":5,"end_line":8}"#);
    assert_eq!(right(1), r#"{"path":"guide.md","line":0,"end_line":0}"#);
    assert_eq!(right(11), r#"{"path":"notes.txt","line":2,"end_line":2}"#);
    for ((query, expected, ranks), answer) in cases.iter().zip(answers) {
        assert_eq!(answer["ranks"].to_string(), format!("[{ranks}]"), "{query}, {expected}: {}", answer["first"]);
    }
}

/// Ranks 1, 2 and none in one split, two places of one case in the other.
fn mixed() -> String {
    let install = |rest: &str| case("install", "heading", rest);
    let mut text = HERE.to_owned();
    text += &install("expected = \"guide.md#Install\"");
    text += &install("expected = \"guide.md#Use\"");
    text += &install("expected = \"notes.txt\"");
    text += &case("install", "pair", "split = \"held\"\nall = [\"guide.md#Use\", \"notes.txt\"]");
    text
}

#[test]
fn classes_and_splits_have_their_own_rows() {
    let dir = Dir::new(&mixed());
    let answer = dir.json(&[]);
    let third = |sum: f64| (sum / 3.0 * 1e4).round() / 1e4;
    let tune = (3, [third(1.0), third(2.0), third(2.0), 0.5, third(1.63093)]);
    assert_eq!(row(&answer, "heading", "tune"), tune);
    assert_eq!(row(&answer, "all", "tune"), tune);
    // One of two places at rank 2: 0.6309 / 1.6309.
    assert_eq!(row(&answer, "pair", "held"), (1, [0.0, 0.5, 0.5, 0.5, 0.3869]));
    assert_eq!(row(&answer, "all", "held").0, 1);
    assert_eq!(answer["modes"][0]["groups"].as_array().map(Vec::len), Some(4));
    let one = dir.json(&["--class", "pair", "--split", "held", "--mode", "smart", "--mode", "smart"]);
    assert_eq!(one["modes"].as_array().map(Vec::len), Some(1));
    assert_eq!(row(&one, "all", "held"), row(&answer, "all", "held"));
    // By file the guide counts once, so that a second place in it cannot be at rank 2.
    let by_file = dir.json(&["--by-file"]);
    assert_eq!(row(&by_file, "heading", "tune").1[0], third(2.0));
    let (code, _, err) = dir.run(&["--class", "nothing"]);
    assert_eq!((code, err.as_str()), (2, "docql: no case is left; --class and --split say which ones are asked\n"));
}

#[test]
fn misses_say_what_stood_first_and_those_held_back_are_not_given_away() {
    let hidden = case("wheels", "heading", "split = \"held\"\nexpected = \"notes.txt\"");
    let dir = Dir::new(&format!("{}{hidden}", mixed()));
    let (code, out, err) = dir.run(&[]);
    assert_eq!((code, err.as_str()), (0, ""));
    let misses = out.split_once("\n\n").map_or("", |(_, misses)| misses);
    assert_eq!(
        misses,
        "2 not among the first 10, 1 listed; 1 of the held split, which --split held would give away\n\
         cases.toml:14: heading: install\n    first:   guide.md:5 heading Install\n    \
         right:   notes.txt, not among the first 50\n\n"
    );
    let (_, none, _) = dir.run(&["--misses", "0"]);
    assert!(none.contains("2 not among the first 10, 0 listed; --misses N lists more; 1 of the held"), "{none}");
    let (_, held, _) = dir.run(&["--split", "held"]);
    assert!(held.contains("cases.toml:25: heading: wheels\n    first:   src/engine.rs:2 struct Engine\n"), "{held}");
    assert_eq!(out.lines().next(), Some("smart: 5 cases"));
    assert!(out.contains("heading  tune      3     0.333     0.667      0.667   0.500    0.544"), "{out}");
}

#[test]
fn cases_that_can_never_be_met_are_listed_and_do_not_count() {
    let text = [
        case("a", "x", "expected = \"missing.md\""),
        case("b", "x", "expected = \"guide.md#Missing\""),
        case("c", "x", "expected = \"notes.txt:99\""),
        case("d", "x", "expected = \"#Missing\""),
        case("install", "x", "expected = \"guide.md#Install\""),
    ];
    let (code, out, err) = Dir::new(&format!("{HERE}{}", text.concat())).run(&[]);
    assert_eq!(code, 2);
    assert!(out.starts_with("smart: 1 cases\n"), "{out}");
    assert_eq!(
        err,
        "docql: cases.toml:4: \"a\": there is no file \"missing.md\" in the corpus\n\
         docql: cases.toml:9: \"b\": nothing in guide.md is named \"Missing\"; docql toc guide.md lists what there is\n\
         docql: cases.toml:14: \"c\": notes.txt has 2 lines, and no line 99\n\
         docql: cases.toml:19: \"d\": nothing in the corpus is named \"Missing\"\n\
         docql: 4 cases can never be met and do not count: correct or remove them\n"
    );
}

#[test]
fn mistakes_in_a_file_of_cases_are_told_with_their_line() {
    let read = |text: &str| {
        let problems = CaseFile::read(text).expect_err("a mistake");
        problems.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
    };
    let good = "expected = \"guide.md\"";
    let text = [
        case(" ", "x", good),
        case("a", "x", "corpus = \"there\"\nexpected = \"a\""),
        case("b", "x", "split = \"train\"\nexpected = \"a\""),
        case("c", "x", ""),
        case("d", "x", "expected = \"a\"\nall = [\"b\"]"),
        case("e", "x", "expected = []"),
    ];
    assert_eq!(
        read(&format!("{HERE}{}", text.concat())),
        "4: the query is empty\n\
         9: there is no corpus \"there\"; declare it with [corpus.there]\n\
         15: there is no split \"train\"; write \"tune\" or \"held\"\n\
         21: write either expected (any one is right) or all (every one is wanted)\n\
         26: write either expected (any one is right) or all (every one is wanted)\n\
         32: a right place is missing: \"path\", \"path#name\" or \"path:line\""
    );
    let two = "[corpus.a]\n[corpus.b]\n";
    let unnamed = case("q", "x", good);
    assert_eq!(read(&format!("{two}{unnamed}")), "4: say which corpus the case is about: corpus = \"NAME\"");
    assert_eq!(read(&unnamed), "2: no corpus is declared; write [corpus.NAME] with path = \"DIR\"");
    assert_eq!(read(HERE), "1: there is no case; write [[case]] with query, class, corpus and expected");
    assert!(read("[corpus.a]\nroot = 1\n").starts_with("1: corpus a: write [corpus.a] with path = \"DIR\""));
    assert!(read("[[case]]\nquery = 1\n").starts_with("2: "));
    assert!(read(&format!("{HERE}\n[[case]]\nquery = \"a\"\nclas = \"b\"\n")).starts_with("6: unknown field `clas`"));
    assert!(read("[[case]\n").starts_with("1: "));
}

#[test]
fn a_corpus_is_where_the_file_the_environment_or_the_command_line_says() {
    let found = case("install", "x", "expected = \"guide.md#Install\"");
    let dir = Dir::new(&format!("[corpus.here]\npath = \"$CORPORA/files\"\n{found}"));
    let (code, _, err) = dir.run(&[]);
    let missing = "docql: cases.toml:1: corpus here: set CORPORA, or say where it is with --corpus here=DIR\n";
    assert_eq!((code, err.as_str()), (2, missing));
    assert_eq!(row(&dir.json(&["--corpus", "here=files"]), "x", "tune").1, [1.0; 5]);
    let (code, _, err) = dir.run(&["--corpus", "here=nowhere"]);
    assert!(code == 2 && err.contains("nowhere is no directory; --corpus here=DIR says where it is"), "{err}");
    let (code, _, err) = dir.run(&["--corpus", "there=files"]);
    assert_eq!((code, err.as_str()), (2, "docql: --corpus there: the cases name no such corpus\n"));
    let (_, _, err) = dir.run(&["--corpus", "here"]);
    assert_eq!(err, "docql: --corpus here: write NAME=DIR\n");
    let unsaid = Dir::new(&format!("[corpus.here]\n{found}"));
    let (code, _, err) = unsaid.run(&[]);
    assert!(code == 2 && err.contains("corpus here has no path: say where it is with --corpus here=DIR"), "{err}");
}

#[test]
fn every_mode_has_its_table_and_meaning_its_share() {
    let text = case("install", "x", "expected = \"guide.md#Install\"");
    let dir = Dir::new(&format!("{HERE}{text}"));
    let modes = ["smart", "hybrid", "keyword", "semantic", "bm25"];
    let arguments: Vec<&str> = modes.iter().flat_map(|mode| ["--mode", mode]).collect();
    let answer = dir.json(&arguments);
    let told: Vec<&str> =
        answer["modes"].as_array().expect("modes").iter().filter_map(|mode| mode["mode"].as_str()).collect();
    assert_eq!(told, modes);
    let (code, out, _) = dir.run(&arguments);
    assert_eq!((code, out.matches("\nx      tune      1 ").count()), (0, modes.len()), "{out}");
    assert_eq!(row(&dir.json(&["--alpha", "0"]), "x", "tune").1, [1.0; 5]);
    let (code, _, err) = dir.run(&["--alpha", "2"]);
    assert!(code == 2 && err.contains("from 0 (words only) to 1 (meaning only)"), "{err}");
    let (code, _, err) = dir.run(&["-n", "3"]);
    assert!(code == 2 && err.contains("at least 10, which the scores look at"), "{err}");
    let (code, _, err) = dir.run(&["--mode", "magic"]);
    assert!(code == 2 && err.contains("[possible values: smart, hybrid, keyword, semantic]"), "{err}");
}
