//! A language model beside a search, played by a server on this machine: it puts hits in order, and describes pieces.

use crate::server::{Asked, Server, Then};
use docql::indexer::{DescribeLimits, DescribeReport, Indexer, WorkspaceOptions};
use docql::library::Needs;
use docql::llm::{LanguageModel, ModelOptions, provider};
use docql::net::Retry;
use docql::search::{self, Asking, Judge, Mode, Options, Ranked, Reranked};
use docql::semantic::{Describer, OrdererOptions, Reranker};
use docql::stdx::{Ticket, Tickets};
use serde_json::{Value, json};
use std::io::Read;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::time::Duration;

/// Words that stand in several files.
const WORDS: &str = "token renewed";

/// What a server of OpenAI's protocol says in one piece.
fn said(text: &str) -> (&'static str, String) {
    let choice = json!({"message": {"content": text}, "finish_reason": "stop"});
    let usage = json!({"prompt_tokens": 100, "completion_tokens": 10});
    ("200 OK", json!({"choices": [choice], "usage": usage}).to_string())
}

fn system(asked: &Asked) -> &str {
    asked.body["messages"][0]["content"].as_str().expect("instructions")
}

fn told(asked: &Asked) -> &str {
    asked.body["messages"][1]["content"].as_str().expect("a message")
}

/// The number under which a text with `word` is quoted.
fn number(asked: &Asked, word: &str) -> Option<String> {
    let mut number = None;
    for line in told(asked).lines() {
        if let Some(rest) = line.strip_prefix("<passage-") {
            number = rest.split("number=\"").nth(1)?.split('"').next().map(str::to_owned);
        }
        if line.contains(word) && number.is_some() {
            return number;
        }
    }
    None
}

/// Names the text with this word alone: the others stay behind it.
fn preferring(word: &'static str) -> Server {
    Server::new(move |asked, _| said(&number(asked, word).unwrap_or_else(|| "none".to_owned())))
}

fn write(folder: &Path, path: &str, text: &str) {
    let path = folder.join(path);
    std::fs::create_dir_all(path.parent().expect("a directory")).expect("a directory");
    std::fs::write(path, text).expect("a file");
}

/// Files of which several hold the words, and a key that no model may see.
fn files() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for name in ["first", "second", "third"] {
        // Whoever says more besides is further from what is asked.
        let besides = if name == "first" { "" } else { " Others have said other things before." };
        let text = format!("# The {name}\n\nHow a token is renewed, says the {name}.{besides}\n");
        write(folder.path(), &format!("{name}.md"), &text);
    }
    folder
}

fn model(server: &Server) -> ModelOptions {
    let provider = provider("llama.cpp").expect("a provider");
    ModelOptions { retry: Retry::NEVER, ..ModelOptions::of(provider, server.url(), "m-1") }
}

/// A reranker that is a model with these options.
fn orderer(options: &ModelOptions) -> Arc<Reranker> {
    let make = |options: ModelOptions| LanguageModel::new(options);
    let (shown, options) = (make(options.clone()).expect("a model"), options.clone());
    let find = Box::new(move || make(options.clone()));
    Arc::new(Reranker::by_model(OrdererOptions { shown, find, top: 20, pause: Duration::ZERO }))
}

fn indexed(folder: &Path, reranker: &Arc<Reranker>) -> Indexer {
    let options = WorkspaceOptions { reranker: Some(Arc::clone(reranker)), threads: 1, ..WorkspaceOptions::at(folder) };
    let indexer = Indexer::open(options).expect("an indexer");
    indexer.ensure(&Needs::Vectors, &Ticket::forever(), &|_| {}).expect("a fresh ticket");
    indexer
}

/// The files of the hits in order, after the model has had its say.
fn ordered(indexer: &Indexer, asking: Asking, place: Option<&Path>) -> (Vec<String>, Reranked, Ranked) {
    let (library, ticket, request) = (indexer.library(), Ticket::forever(), search::read(WORDS));
    let mut ranked = search::run(&request, &library, &Options::default(), 20, &ticket);
    let judge = Judge { place: place.map(Path::to_owned), ..Judge::of(indexer.reranker().cloned(), asking) };
    let is_shared = |file| indexer.is_shared_with_agents(library.file(file));
    let reranked = search::rerank(&mut ranked, &request, &library, &judge, &is_shared, &ticket);
    let paths = ranked.hits.iter().map(|hit| library.file(hit.target.file()).path.to_string()).collect();
    (paths, reranked.expect("a fresh ticket"), ranked)
}

fn notes(indexer: &Indexer, ranked: &Ranked) -> Vec<String> {
    search::notes(&search::read(WORDS), ranked, &indexer.library(), &Ticket::forever())
}

#[test]
fn a_model_puts_the_first_hits_in_order_in_one_request() {
    let server = preferring("says the third");
    let folder = files();
    let indexer = indexed(folder.path(), &orderer(&model(&server)));
    let (own, later, _) = ordered(&indexer, Asking::Remembered, None);
    assert_eq!((own[0].as_str(), later, server.asked().len()), ("first.md", Reranked::Later, 0));
    let (paths, reranked, ranked) = ordered(&indexer, Asking::Now, None);
    assert_eq!((paths[0].as_str(), reranked, server.asked().len()), ("third.md", Reranked::Yes, 1));
    let others = |paths: &[String]| paths.iter().filter(|path| *path != "third.md").cloned().collect::<Vec<_>>();
    assert_eq!(others(&paths), others(&own), "what it does not name keeps its order");
    let asked = &server.asked()[0];
    assert!(system(asked).starts_with("You put passages"), "{asked:?}");
    assert!(told(asked).starts_with("Searched for: token renewed\n") && told(asked).contains("place=\"first.md"));
    // Where something has left the machine, that is told, with what it costs.
    let told = notes(&indexer, &ranked).join("\n");
    assert!(told.contains("put in order by m-1 at http://127.0.0.1:") && told.contains("100 + 10 tokens"), "{told}");
    // The same is not asked again.
    let (again, reranked, ranked) = ordered(&indexer, Asking::Remembered, None);
    assert_eq!((again, reranked, ranked.spent, server.asked().len()), (paths, Reranked::Yes, None, 1));
}

#[test]
fn an_order_is_kept_between_runs_until_a_passage_changes() {
    let server = preferring("says the third");
    let (folder, place) = (files(), tempfile::tempdir().expect("a folder"));
    let kept = place.path().join("index");
    for _ in 0..2 {
        let indexer = indexed(folder.path(), &orderer(&model(&server)));
        assert_eq!(ordered(&indexer, Asking::Now, Some(&kept)).0[0], "third.md");
        assert_eq!(server.asked().len(), 1);
    }
    let text = std::fs::read_to_string(kept.join("orders.json")).expect("orders");
    assert!(!text.contains("token") && !text.contains("third"), "what is kept are numbers: {text}");
    // Of another model it is another answer.
    let other = ModelOptions { model: "m-2".to_owned(), ..model(&server) };
    ordered(&indexed(folder.path(), &orderer(&other)), Asking::Now, Some(&kept));
    assert_eq!(server.asked().len(), 2);
    write(folder.path(), "first.md", "# The first\n\nHow a token is renewed, says another.\n");
    ordered(&indexed(folder.path(), &orderer(&model(&server))), Asking::Now, Some(&kept));
    assert_eq!(server.asked().len(), 3);
    // A file that is damaged is as good as none.
    std::fs::write(kept.join("orders.json"), "{\"version\":1,\"orders\":[[1,").expect("a file");
    let indexer = indexed(folder.path(), &orderer(&model(&server)));
    assert_eq!(ordered(&indexer, Asking::Now, Some(&kept)).0[0], "third.md");
}

#[test]
fn refused_garbled_and_broken_answers_leave_the_order_as_it_was() {
    let cut = json!({"choices": [{"message": {"content": "3, 1"}, "finish_reason": "length"}]}).to_string();
    let answers = [
        (("500 Oops", "{}".to_owned()), "refuses"),
        (said("The third one is best."), "answers what is no order of passages"),
        (said("3, 3, 1"), "answers an order that is none of 3 passages"),
        (said("1, 2, 3, 4"), "answers an order that is none of 3 passages"),
        (("200 OK", cut), "answers an order that breaks off"),
        (said(""), "answers nothing"),
    ];
    for (answer, reason) in answers {
        let server = Server::new(move |_, _| answer.clone());
        let folder = files();
        let reranker = orderer(&model(&server));
        let indexer = indexed(folder.path(), &reranker);
        let own = ordered(&indexer, Asking::Remembered, None).0;
        for count in 1..=4 {
            let (paths, reranked, ranked) = ordered(&indexer, Asking::Now, None);
            assert_eq!((paths, reranked), (own.clone(), Reranked::No));
            let told = notes(&indexer, &ranked).join("\n");
            assert!(count == 4 || told.contains("the order is docql's own: http") && told.contains(reason), "{told}");
        }
        // After three failures it is left alone, which is told once.
        assert_eq!(server.asked().len(), 3, "{reason}");
        assert!(!reranker.is_asked());
        assert!(indexer.take_notices().join("\n").contains("hits keep the order of docql"));
    }
}

#[test]
fn a_late_answer_leaves_the_order_as_it_was_and_nobody_waits_for_one_that_is_overtaken() {
    // It never answers: it waits until the other side has hung up.
    let server = Server::scripted(|_, _, stream| stream.read(&mut [0; 1]).map(|_| Then::Close));
    let folder = files();
    let options = ModelOptions { timeout: Duration::from_millis(50), ..model(&server) };
    let indexer = indexed(folder.path(), &orderer(&options));
    let (paths, reranked, ranked) = ordered(&indexer, Asking::Now, None);
    assert_eq!((paths[0].as_str(), reranked), ("first.md", Reranked::No));
    assert!(ranked.not_reranked.as_ref().is_some_and(|why| why.contains("in time")), "{:?}", ranked.not_reranked);
    let tickets = Tickets::default();
    let stale = tickets.issue();
    tickets.cancel();
    let (library, request) = (indexer.library(), search::read(WORDS));
    let mut ranked = search::run(&request, &library, &Options::default(), 20, &Ticket::forever());
    let judge = Judge::of(indexer.reranker().cloned(), Asking::Now);
    assert!(search::rerank(&mut ranked, &request, &library, &judge, &|_| true, &stale).is_err());
}

#[test]
fn what_looks_like_keys_is_not_sent_and_keeps_its_place() {
    let server = preferring("says the third");
    let folder = files();
    let key = ["ghp_", "a1B2a1B2a1B2a1B2a1B2a1B2"].concat();
    write(folder.path(), "secrets.txt", "How a token is renewed: token renewed, token renewed.\n");
    let text = format!("# The third\n\nHow a token is renewed, with {key}, says the third.\n");
    write(folder.path(), "third.md", &text);
    let indexer = indexed(folder.path(), &orderer(&model(&server)));
    let own = ordered(&indexer, Asking::Remembered, None).0;
    let place = |paths: &[String]| paths.iter().position(|path| path == "secrets.txt").expect("a hit");
    let paths = ordered(&indexer, Asking::Now, None).0;
    assert_eq!(place(&paths), place(&own));
    let without: Vec<&String> = paths.iter().filter(|path| *path != "secrets.txt").collect();
    assert_eq!(without[0], "third.md");
    let told = told(&server.asked()[0]).to_owned();
    assert!(!told.contains("secrets.txt") && !told.contains(&key) && told.contains("with [redacted]"), "{told}");
}

#[test]
fn the_explorer_asks_on_enter_and_not_while_it_is_typed() {
    let server = preferring("says the third");
    let folder = files();
    let reranker = Some(orderer(&model(&server)));
    let options = WorkspaceOptions { reranker, threads: 1, ..WorkspaceOptions::at(folder.path()) };
    crate::endpoint::third_comes_first_on_enter(options, &server);
}

/// A user: a workspace, and settings that name this server.
struct Home {
    folder: tempfile::TempDir,
    home: tempfile::TempDir,
}

impl Home {
    fn with(server: &Server, more: &str) -> Home {
        let home = Home { folder: files(), home: tempfile::tempdir().expect("a home") };
        let url = server.url();
        home.configure(&format!("[models]\nprovider = \"llama.cpp\"\nurl = \"{url}\"\nmodel = \"m-1\"\n{more}"));
        home
    }

    fn configure(&self, text: &str) {
        write(self.home.path(), "config/docql/config.toml", text);
    }

    /// Exit code, standard output, standard error.
    fn run(&self, arguments: &[&str]) -> (Option<i32>, String, String) {
        let home = self.home.path();
        let output = Command::new(env!("CARGO_BIN_EXE_docql"))
            .args(arguments)
            .current_dir(self.folder.path())
            .env("HOME", home)
            .env("XDG_CACHE_HOME", home.join("cache"))
            .env("XDG_CONFIG_HOME", home.join("config"))
            .env("XDG_STATE_HOME", home.join("state"))
            .output()
            .expect("docql");
        let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
        (output.status.code(), text(output.stdout), text(output.stderr))
    }
}

const BY_MODEL: &str = "[search.rerank]\nby = \"model\"\n";

#[test]
fn the_shell_asks_only_where_the_users_own_settings_say_so() {
    let server = preferring("says the third");
    let home = Home::with(&server, "");
    let search = ["search", WORDS, "-f", "paths"];
    write(home.folder.path(), ".docql.toml", BY_MODEL);
    assert!(home.run(&search).1.starts_with("first.md"));
    assert!(server.asked().is_empty(), "neither a model alone nor a workspace sends anything");
    let home = Home::with(&server, BY_MODEL);
    for _ in 0..2 {
        assert!(home.run(&search).1.starts_with("third.md"));
        assert_eq!(server.asked().len(), 1);
    }
    assert!(home.run(&["doctor"]).1.contains("20 hits by m-1 at http://127.0.0.1:"));
    home.configure(BY_MODEL);
    let (_, out, errors) = home.run(&search);
    assert!(out.starts_with("first.md") && errors.contains("search.rerank.by is \"model\": models.provider is"));
    assert_eq!(server.asked().len(), 1);
}

#[test]
fn ask_shows_the_request_in_a_dry_run_and_counts_what_it_costs() {
    let server = Server::new(|asked, _| match system(asked).starts_with("You put") {
        true => said("1"),
        false => said("DONE"),
    });
    let home = Home::with(&server, BY_MODEL);
    let json = |arguments: &[&str]| -> Value {
        let (_, out, errors) = home.run(&[&["ask", "how is a token renewed?", "-f", "json"], arguments].concat());
        serde_json::from_str(&out).unwrap_or_else(|_| panic!("{out}{errors}"))
    };
    let dry = json(&["--dry-run"]);
    assert_eq!(dry["requests"][0]["for"], "order");
    assert!(dry["requests"][0]["body"].to_string().contains("Searched for: how is a token renewed"), "{dry}");
    json(&["--no-model"]);
    assert!(server.asked().is_empty(), "nothing was sent");
    let answer = json(&["--no-cache"]);
    assert_eq!(server.asked().iter().filter(|asked| system(asked).starts_with("You put")).count(), 1);
    assert_eq!(answer["usage"]["requests"].as_u64(), Some(server.asked().len() as u64), "{answer}");
}

/// Every piece that is asked for, with the path of its file.
fn pieces(asked: &Asked) -> Vec<(String, String)> {
    let attribute = |line: &str, name: &str| {
        line.split(&format!("{name}=\"")).nth(1).and_then(|rest| rest.split('"').next()).unwrap_or_default().to_owned()
    };
    let lines = told(asked).lines().filter(|line| line.starts_with("<passage-"));
    lines.map(|line| (attribute(line, "number"), attribute(line, "path"))).collect()
}

/// Says of each piece what nobody has written: words that stand in no file.
fn describe(asked: &Asked) -> String {
    let of = |(number, path): (String, String)| match path.as_str() {
        path if path.contains("first") => format!("{number}: Weighs parcels before departure."),
        path if path.contains("second") => format!("{number}: Greets visitors politely."),
        _ => format!("{number}: Something ordinary."),
    };
    pieces(asked).into_iter().map(of).collect::<Vec<String>>().join("\n")
}

fn is_description(asked: &Asked) -> bool {
    system(asked).starts_with("You describe")
}

fn describing() -> Server {
    Server::new(|asked, _| said(&describe(asked)))
}

/// An indexer of files whose index is kept in `kept`, as far as it is without descriptions.
fn kept(folder: &Path, kept: &Path) -> Indexer {
    let options = WorkspaceOptions { threads: 1, ..WorkspaceOptions::at(folder) }.with_index(Some(kept.to_owned()));
    let indexer = Indexer::open(options).expect("an indexer");
    indexer.ensure(&Needs::Vectors, &Ticket::forever(), &|_| {}).expect("a fresh ticket");
    indexer
}

/// Requests of a piece each, one after the other.
const ONE_BY_ONE: DescribeLimits = DescribeLimits { request_tokens: 0, requests: 1, max_tokens: None };

fn described(indexer: &Indexer, server: &Server, limits: DescribeLimits, ticket: &Ticket) -> Option<DescribeReport> {
    let describer = Describer::new(LanguageModel::new(model(server)).expect("a model"));
    indexer.describe(&describer, limits, ticket, &mut |_| {}).ok().map(|report| report.expect("an index"))
}

/// The files that words find by names and texts, and by which channels the first of them.
fn found(indexer: &Indexer, words: &str) -> (Vec<String>, Vec<&'static str>) {
    let library = indexer.library();
    let options = Options::of(Mode::Keyword);
    let ranked = search::run(&search::read(words), &library, &options, 20, &Ticket::forever());
    let paths = ranked.hits.iter().map(|hit| library.file(hit.target.file()).path.to_string()).collect();
    let first = ranked.hits.first().map(|hit| hit.channels.iter().map(|(name, _)| *name).collect());
    (paths, first.unwrap_or_default())
}

#[test]
fn pieces_are_found_by_words_that_only_their_descriptions_hold() {
    let (server, folder, index) = (describing(), files(), tempfile::tempdir().expect("a folder"));
    let indexer = kept(folder.path(), index.path());
    assert!(found(&indexer, "weigh parcel").0.is_empty());
    let nothing = search::run(&search::read("token"), &indexer.library(), &Options::default(), 5, &Ticket::forever());
    assert!(nothing.found.iter().all(|(channel, _)| *channel != "description"), "there is no such channel yet");
    let all = DescribeLimits { request_tokens: 6000, requests: 2, max_tokens: None };
    let report = described(&indexer, &server, all, &Ticket::forever()).expect("a fresh ticket");
    assert_eq!((report.described, report.left, report.usage.requests, server.asked().len()), (3, 0, 1, 1));
    // The forms of the words do not matter, and names and texts are found as before.
    for words in ["weigh parcel", "parcels", "departure weighing"] {
        let (paths, channels) = found(&indexer, words);
        assert_eq!((paths, channels), (vec!["first.md".to_owned()], vec!["description"]), "{words}");
    }
    assert_eq!(found(&indexer, "visitors").0, ["second.md"]);
    assert_eq!(found(&indexer, WORDS).0.len(), 3);
    assert!(found(&indexer, "elephants").0.is_empty());
    // Words in which text is written without spaces are found, too.
    write(folder.path(), "fourth.md", "# The fourth\n\nSomething else that is long enough to be described.\n");
    indexer.refresh(&Ticket::forever(), &|_| {}).expect("a folder");
    indexer.ensure(&Needs::Vectors, &Ticket::forever(), &|_| {}).expect("a fresh ticket");
    let chinese = Server::new(|_, _| said("1: 出发前称量包裹。"));
    described(&indexer, &chinese, all, &Ticket::forever()).expect("a fresh ticket");
    assert_eq!(found(&indexer, "称量包裹").0, ["fourth.md"]);
    // What was described is not asked for again, and is there at the next start.
    described(&indexer, &server, all, &Ticket::forever());
    indexer.save().expect("a saved index");
    drop(indexer);
    let indexer = kept(folder.path(), index.path());
    assert_eq!(found(&indexer, "parcels").0, ["first.md"]);
    described(&indexer, &server, all, &Ticket::forever());
    assert_eq!(server.asked().len(), 1);
}

#[test]
fn descriptions_follow_their_text_and_vanish_with_it() {
    let (server, folder, index) = (describing(), files(), tempfile::tempdir().expect("a folder"));
    let indexer = kept(folder.path(), index.path());
    described(&indexer, &server, ONE_BY_ONE, &Ticket::forever()).expect("a fresh ticket");
    let look = || {
        indexer.refresh(&Ticket::forever(), &|_| {}).expect("a folder");
        indexer.ensure(&Needs::Vectors, &Ticket::forever(), &|_| {}).expect("a fresh ticket");
    };
    // Another text is added to the file: what was said of the first still holds. A renamed file keeps all of it.
    let first = std::fs::read_to_string(folder.path().join("first.md")).expect("a file");
    write(folder.path(), "first.md", &format!("{first}\n# Another\n\nNothing that has been seen before, at all.\n"));
    std::fs::rename(folder.path().join("second.md"), folder.path().join("moved.md")).expect("a file");
    look();
    assert_eq!(found(&indexer, "parcels").0, ["first.md"]);
    assert_eq!(found(&indexer, "visitors").0, ["moved.md"]);
    let before = server.asked().len();
    let report = described(&indexer, &server, ONE_BY_ONE, &Ticket::forever()).expect("a fresh ticket");
    assert_eq!((report.described, server.asked().len()), (1, before + 1), "what is new is asked for, and nothing else");
    assert!(told(&server.asked()[before]).contains("Nothing that has been seen before"));
    // A text that has changed has no description until it gets another one.
    write(folder.path(), "first.md", "# The first\n\nHow a token is lost for ever, says somebody.\n");
    look();
    assert!(found(&indexer, "parcels").0.is_empty());
    described(&indexer, &server, ONE_BY_ONE, &Ticket::forever());
    assert_eq!(found(&indexer, "parcels").0, ["first.md"]);
    // An index that is made anew costs nothing.
    let count = server.asked().len();
    for entry in std::fs::read_dir(index.path()).expect("a folder") {
        let manifest = entry.expect("an entry").path().join("manifest");
        if manifest.is_file() {
            std::fs::remove_file(manifest).expect("a manifest");
        }
    }
    drop(indexer);
    let indexer = kept(folder.path(), index.path());
    assert_eq!(found(&indexer, "parcels").0, ["first.md"]);
    described(&indexer, &server, ONE_BY_ONE, &Ticket::forever());
    assert_eq!(server.asked().len(), count);
}

#[test]
fn what_is_interrupted_goes_on_where_it_was() {
    let (folder, index, tickets) = (files(), tempfile::tempdir().expect("a folder"), Arc::new(Tickets::default()));
    let (ticket, interrupted) = (tickets.issue(), Arc::clone(&tickets));
    let server = Server::new(move |asked, count| {
        if count == 2 {
            // Whoever waits for this is told to stop.
            interrupted.cancel();
        }
        said(&describe(asked))
    });
    let indexer = kept(folder.path(), index.path());
    assert!(described(&indexer, &server, ONE_BY_ONE, &ticket).is_none());
    assert_eq!((found(&indexer, "parcels").0, server.asked().len()), (vec!["first.md".to_owned()], 2));
    // Nothing was saved, and what was paid for is there all the same.
    drop(indexer);
    let indexer = kept(folder.path(), index.path());
    assert_eq!(found(&indexer, "parcels").0, ["first.md"]);
    let report = described(&indexer, &server, ONE_BY_ONE, &Ticket::forever()).expect("a fresh ticket");
    assert!(report.left == 0 && report.described + 1 >= 3, "{report:?}");
    let all: Vec<String> = server.asked().iter().flat_map(pieces).map(|(_, path)| path).collect();
    assert_eq!(all.iter().filter(|path| *path == "first.md").count(), 1, "{all:?}");
}

#[test]
fn failures_end_it_and_limits_hold() {
    let (folder, index) = (files(), tempfile::tempdir().expect("a folder"));
    for number in 0..9 {
        let text = format!("# Number {number}\n\nA text of its own that is long enough, number {number}.\n");
        write(folder.path(), &format!("more/{number}.md"), &text);
    }
    let indexer = kept(folder.path(), index.path());
    let fails = |answer: (&'static str, String), reason: &str, requests: usize| {
        let server = Server::new(move |_, _| answer.clone());
        let report = described(&indexer, &server, ONE_BY_ONE, &Ticket::forever()).expect("a fresh ticket");
        assert_eq!((report.described, report.left, server.asked().len()), (0, 12, requests), "{report:?}");
        assert!(report.problem.as_ref().is_some_and(|problem| problem.contains(reason)), "{report:?}");
    };
    fails(("500 Oops", "{}".to_owned()), "refuses", 3);
    fails(("401 Unauthorized", "{}".to_owned()), "refuses", 1);
    fails(said("I would rather not."), "no description of any passage", 3);
    // Of an answer with some of them the others are asked for the next time.
    let server = Server::new(|asked, _| said(describe(asked).lines().next().unwrap_or_default()));
    let four = DescribeLimits { request_tokens: 1000, requests: 1, max_tokens: None };
    let report = described(&indexer, &server, four, &Ticket::forever()).expect("a fresh ticket");
    assert_eq!(report.described, server.asked().len());
    assert_eq!((report.described + report.left, &report.problem), (12, &None));
    assert!(report.left > 0, "{report:?}");
    // A limit of tokens is not passed: the next request has to fit beside what the last ones have taken.
    let planned = indexer.describe_dry(four, &Ticket::forever()).expect("a fresh ticket").expect("an index");
    assert_eq!(planned.described, report.left);
    let most = planned.usage.prompt / planned.usage.requests;
    let server = Server::new(move |asked, _| {
        let (status, answer) = said(&describe(asked));
        let prompt = format!("\"prompt_tokens\":{}", most - 10);
        (status, answer.replace("\"prompt_tokens\":100", &prompt))
    });
    let limits = DescribeLimits { max_tokens: Some(most), ..four };
    let report = described(&indexer, &server, limits, &Ticket::forever()).expect("a fresh ticket");
    assert!(report.is_limited && report.left > 0 && report.described > 0, "{report:?}");
    assert_eq!((report.usage.prompt + report.usage.answer, server.asked().len()), (most, 1));
}

#[test]
fn pieces_that_look_like_keys_are_not_sent() {
    let (server, folder, index) = (describing(), files(), tempfile::tempdir().expect("a folder"));
    let key = ["ghp_", "a1B2a1B2a1B2a1B2a1B2a1B2"].concat();
    write(folder.path(), "secrets.txt", "A line of a file that should stay where it is, in any case.\n");
    write(folder.path(), "third.md", &format!("# The third\n\nHow a token is renewed, with {key}, says the third.\n"));
    let indexer = kept(folder.path(), index.path());
    let all = DescribeLimits { request_tokens: 6000, requests: 2, max_tokens: None };
    let report = described(&indexer, &server, all, &Ticket::forever()).expect("a fresh ticket");
    assert_eq!((report.described, report.keys), (3, 1));
    assert_eq!(report.withheld.iter().map(|path| &**path).collect::<Vec<_>>(), ["secrets.txt"]);
    let told: String = server.asked().iter().map(told).collect();
    assert!(!told.contains("stay where it is") && !told.contains(&key) && told.contains("with [redacted]"), "{told}");
}

#[test]
fn the_shell_describes_tells_what_it_costs_and_sends_nothing_in_a_dry_run() {
    let server = describing();
    let home = Home::with(&server, "");
    let (code, out, errors) = home.run(&["index", "--describe", "--dry-run"]);
    assert_eq!((code, server.asked().len()), (Some(0), 0), "{errors}");
    assert!(out.contains("nothing was sent; 3 pieces in 1 request would be, to m-1 at http://127.0.0.1:"), "{out}");
    assert!(out.contains("You describe pieces") && out.contains("says the third."), "{out}");
    let (code, out, errors) = home.run(&["index", "--describe"]);
    assert_eq!((code, server.asked().len()), (Some(0), 1), "{errors}");
    assert!(out.contains("3 pieces described by m-1 at http://127.0.0.1:") && out.contains("100 + 10 tokens"), "{out}");
    assert!(home.run(&["index", "--status"]).1.contains("described  3 pieces by a language model"));
    let found = home.run(&["search", "parcels departure", "-f", "paths"]).1;
    assert!(found.starts_with("first.md"), "{found}");
    assert!(home.run(&["search", "parcels departure", "--explain"]).1.contains("descriptions by a language model"));
    let (_, out, _) = home.run(&["index", "--describe"]);
    assert!(out.contains("everything that can be described is") && server.asked().iter().all(is_description), "{out}");
    assert_eq!(server.asked().len(), 1);
    // With an explorer or a server nothing is described unasked.
    write(home.folder.path(), "fourth.md", "# The fourth\n\nHow a token is renewed, says the fourth.\n");
    home.run(&["index"]);
    home.run(&["search", WORDS]);
    assert_eq!(server.asked().len(), 1);
    home.configure("");
    let (code, _, errors) = home.run(&["index", "--describe"]);
    assert!(code != Some(0) && errors.contains("models.provider is \"none\"; name a language model"), "{errors}");
    for arguments in [&["index", "--dry-run"][..], &["index", "--max-tokens", "9"], &["index", "--describe", "--watch"]]
    {
        assert_eq!(home.run(arguments).0, Some(2), "{arguments:?}");
    }
}

#[test]
fn an_index_in_which_nothing_was_described_has_nothing_of_it() {
    let (folder, index) = (files(), tempfile::tempdir().expect("a folder"));
    let indexer = kept(folder.path(), index.path());
    indexer.save().expect("a saved index");
    let place = indexer.index_place().expect("an index");
    let names: Vec<String> = std::fs::read_dir(&place)
        .expect("a folder")
        .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
        .collect();
    assert!(names.iter().all(|name| !name.contains("descriptions") && !name.ends_with(".dsc")), "{names:?}");
    assert!(!indexer.library().has_descriptions());
}

#[cfg(feature = "sqlite")]
#[test]
fn databases_that_agents_may_not_read_are_not_sent() {
    let (server, folder, index) = (describing(), files(), tempfile::tempdir().expect("a folder"));
    let database = rusqlite::Connection::open(folder.path().join("notes.db")).expect("a database");
    let body = "Once more: how a token is renewed, as nobody but its owner may know. ".repeat(20);
    database.execute_batch("CREATE TABLE notes (id INTEGER PRIMARY KEY, title TEXT, body TEXT)").expect("a table");
    database.execute("INSERT INTO notes (title, body) VALUES ('token renewed', ?1)", [&body]).expect("a row");
    drop(database);
    let indexer = indexed(folder.path(), &orderer(&model(&server)));
    let own = ordered(&indexer, Asking::Remembered, None).0;
    assert!(own.iter().any(|path| path.contains("notes.db")), "{own:?}");
    ordered(&indexer, Asking::Now, None);
    let indexer = kept(folder.path(), index.path());
    let all = DescribeLimits { request_tokens: 6000, requests: 2, max_tokens: None };
    let report = described(&indexer, &server, all, &Ticket::forever()).expect("a fresh ticket");
    assert_eq!(report.described, 3);
    assert!(report.withheld.iter().any(|path| path.contains("notes.db")), "{report:?}");
    assert_eq!(server.asked().len(), 2);
    let told: String = server.asked().iter().map(told).collect();
    assert!(told.contains("says the first") && !told.contains("notes.db") && !told.contains("its owner"), "{told}");
}
