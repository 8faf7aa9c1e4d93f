//! An embeddings endpoint: its answers are checked and kept apart, and it is given up when it fails.

use crate::screens::Session;
use crate::server::{Asked, Server};
use docql::indexer::{Indexer, Outlook, WorkspaceOptions};
use docql::library::{Library, Needs};
use docql::net::ApiKey;
use docql::search::{self, Asking, Judge, Meant, Mode, Options, Ranked, Reranked, Target};
use docql::semantic::{
    EmbeddingModel, Embeddings, Endpoint, EndpointOptions, EndpointProblem, Reranker, RerankerOptions,
};
use docql::stdx::{Ticket, Tickets};
use serde_json::{Value, json};
use std::collections::HashMap;
use std::fs;
use std::net::TcpListener;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::Duration;
use tempfile::TempDir;

/// A server that answers every text with the vector that `of` makes of it.
fn embedder(of: fn(&str) -> Vec<f32>) -> Server {
    Server::new(move |asked, _| ("200 OK", vectors(&asked.texts(), of).to_string()))
}

fn endpoint(server: &Server) -> EndpointOptions {
    let options = EndpointOptions::at(server.url(), "test-model");
    EndpointOptions { batch: 4, pause: Duration::ZERO, question_timeout: Duration::from_secs(60), ..options }
}

fn embeddings(server: &Server) -> Arc<Embeddings> {
    Arc::new(Embeddings::at(endpoint(server)))
}

/// The vectors of texts that somebody waits for.
fn embed(embeddings: &Embeddings, texts: &[&str]) -> Result<Vec<Option<Vec<f32>>>, EndpointProblem> {
    embeddings.embed(texts, &Ticket::forever()).expect("a fresh ticket")
}

/// The body of a right answer, last text first: the index says which is whose.
fn vectors(texts: &[String], of: fn(&str) -> Vec<f32>) -> Value {
    let rows = texts.iter().enumerate().rev();
    let rows: Vec<Value> = rows.map(|(index, text)| json!({ "index": index, "embedding": of(text) })).collect();
    json!({ "object": "list", "data": rows, "model": "test-model" })
}

/// A space of three directions: beasts, ships, and all else. No word needs to be the same.
fn subjects(text: &str) -> Vec<f32> {
    let has = |words: &[&str]| words.iter().any(|word| text.to_lowercase().contains(word));
    match () {
        () if has(&["cat", "dog", "animal"]) => vec![5.0, 0.1, 0.0],
        () if has(&["vessel", "harbour", "sail"]) => vec![0.1, 5.0, 0.0],
        () => vec![0.0, 0.0, 1.0],
    }
}

const FILES: &[(&str, &str)] = &[
    ("a.md", "# One\n\nThe cat sleeps.\n"),
    ("b.md", "# Two\n\nA vessel leaves.\n"),
    ("c.rs", "/// Counts.\npub fn count() {}\n\npub fn weigh() {}\n"),
    ("d.md", "# Four\n\nNothing here.\n"),
];

fn workspace() -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for (path, text) in FILES {
        fs::write(folder.path().join(path), text).expect("a file");
    }
    folder
}

fn options(folder: &TempDir, embeddings: &Arc<Embeddings>) -> WorkspaceOptions {
    WorkspaceOptions { threads: 1, embeddings: Arc::clone(embeddings), ..WorkspaceOptions::at(folder.path()) }
}

fn indexed(folder: &TempDir, embeddings: &Arc<Embeddings>) -> Indexer {
    let indexer = Indexer::open(options(folder, embeddings)).expect("an indexer");
    indexer.ensure(&Needs::Vectors, &Ticket::forever(), &|_| {}).expect("a fresh ticket");
    indexer
}

/// How many files have vectors of which model.
fn models(library: &Library) -> HashMap<u64, usize> {
    let mut models = HashMap::new();
    for row in library.file_ids().filter_map(|file| library.vectors(file)) {
        *models.entry(row.model()).or_default() += 1;
    }
    models
}

fn endpoint_id(server: &Server) -> u64 {
    Endpoint::new(endpoint(server)).expect("an endpoint").id()
}

fn ranked(indexer: &Indexer, words: &str, mode: Mode) -> Ranked {
    let (request, ticket, library) = (search::read(words), Ticket::forever(), indexer.library());
    let mut options = Options::of(mode);
    let meant = search::meant(&request, &options, &library, indexer.embeddings(), Asking::Now, &ticket);
    options.meant = meant.expect("a fresh ticket");
    search::run(&request, &library, &options, 20, &ticket)
}

fn first_file(indexer: &Indexer, ranked: &Ranked) -> String {
    let library = indexer.library();
    let path = |target: Target| library.file(target.file()).path.to_string();
    ranked.hits.first().map(|hit| path(hit.target)).unwrap_or_default()
}

#[test]
fn right_answers_are_kept_and_used() {
    let server = embedder(subjects);
    let (folder, embeddings) = (workspace(), embeddings(&server));
    let indexer = indexed(&folder, &embeddings);
    let library = indexer.library();
    assert_eq!(models(&library), HashMap::from([(endpoint_id(&server), FILES.len())]));
    let count = server.asked().len();
    let texts: Vec<String> = server.asked().iter().flat_map(Asked::texts).collect();
    assert!(texts.iter().any(|text| text.contains("The cat sleeps.")), "{texts:?}");
    assert!(texts.iter().any(|text| text.contains("pub fn weigh")), "{texts:?}");
    for asked in server.asked() {
        assert!(asked.head.starts_with("POST /v1/embeddings HTTP/1.1"), "{}", asked.head);
        assert!(!asked.head.to_lowercase().contains("authorization"), "{}", asked.head);
        assert_eq!(asked.body["model"], "test-model");
        assert!(asked.texts().len() <= 4);
    }
    // Neither word stands in a file.
    for (words, path) in [("animal", "a.md"), ("harbour", "b.md")] {
        let answer = ranked(&indexer, words, Mode::Semantic);
        assert_eq!(first_file(&indexer, &answer), path);
        assert_eq!(answer.vectors, Some((FILES.len(), FILES.len())));
    }
    assert_eq!(server.asked().len(), count + 2);
    ranked(&indexer, "animal", Mode::Smart);
    assert_eq!(server.asked().len(), count + 2, "what was asked lately is not asked again");
    assert_eq!(indexer.take_notices(), [""; 0]);
}

#[test]
fn files_are_sent_again_only_when_they_have_changed() {
    let server = embedder(subjects);
    let (folder, embeddings) = (workspace(), embeddings(&server));
    let indexer = indexed(&folder, &embeddings);
    let before = server.asked().len();
    indexer.refresh(&Ticket::forever(), &|_| {}).expect("a folder");
    indexer.ensure(&Needs::Vectors, &Ticket::forever(), &|_| {}).expect("a fresh ticket");
    assert_eq!(server.asked().len(), before);
    fs::write(folder.path().join("d.md"), "# Four\n\nA dog barks in here, and it is another length.\n")
        .expect("a file");
    indexer.refresh(&Ticket::forever(), &|_| {}).expect("a folder");
    indexer.ensure(&Needs::Vectors, &Ticket::forever(), &|_| {}).expect("a fresh ticket");
    let texts: Vec<String> = server.asked()[before..].iter().flat_map(Asked::texts).collect();
    assert!(texts.len() == 1 && texts[0].contains("A dog barks"), "{texts:?}");
}

#[test]
fn indexing_in_the_background_has_them_made_too() {
    let server = embedder(subjects);
    let (folder, embeddings) = (workspace(), embeddings(&server));
    let indexer = Indexer::open(options(&folder, &embeddings)).expect("an indexer");
    while indexer.index_some(Duration::from_millis(5), &Ticket::forever(), &|_| {}).expect("fresh") == Outlook::More {}
    assert_eq!(models(&indexer.library()), HashMap::from([(endpoint_id(&server), FILES.len())]));
}

#[test]
fn three_failures_in_a_row_bring_the_built_in_model_and_one_notice() {
    let server = Server::new(|_, _| ("503 Service Unavailable", json!({"error": "loading"}).to_string()));
    let (folder, embeddings) = (workspace(), embeddings(&server));
    let indexer = indexed(&folder, &embeddings);
    assert_eq!(server.asked().len(), 3);
    assert_eq!(models(&indexer.library()), HashMap::from([(EmbeddingModel::built_in().id(), FILES.len())]));
    let notices = indexer.take_notices();
    assert_eq!(
        notices,
        [format!(
            "embeddings: http://{}/v1/embeddings refuses (503 Service Unavailable: loading); the built-in model is used",
            server.address
        )]
    );
    assert_eq!(first_file(&indexer, &ranked(&indexer, "the cat sleeps", Mode::Semantic)), "a.md");
    assert_eq!((server.asked().len(), indexer.take_notices().len()), (3, 0), "it is left alone from now on");
}

#[test]
fn failures_between_answers_do_not_count() {
    // Two of three requests fail, and never three in a row.
    let server = Server::new(|asked, count| match count % 3 {
        0 => ("200 OK", vectors(&asked.texts(), subjects).to_string()),
        _ => ("500 Internal Server Error", String::new()),
    });
    let embeddings = embeddings(&server);
    for _ in 0..4 {
        assert!(embed(&embeddings, &["a"]).is_err());
        assert!(embed(&embeddings, &["a"]).is_err());
        assert!(embed(&embeddings, &["a"]).is_ok());
    }
    assert!(embeddings.endpoint().is_some() && embeddings.take_notice().is_none());
}

#[test]
fn an_endpoint_says_how_long_to_leave_it_alone() {
    let server = Server::new(|_, count| match count {
        1 => ("429 Too Many Requests\r\nRetry-After: 20", String::new()),
        _ => ("429 Too Many Requests\r\nRetry-After: 86400", String::new()),
    });
    let embeddings = embeddings(&server);
    // The second pause is as long as it may be.
    for expected in [1..=20, 21..=60] {
        assert!(embed(&embeddings, &["a"]).is_err());
        let pause = embeddings.pause().as_secs();
        assert!(expected.contains(&pause), "{pause}");
    }
}

#[test]
fn nobody_there_is_a_failure_like_others() {
    let address = TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr()).expect("a free port");
    let options = EndpointOptions { pause: Duration::ZERO, ..EndpointOptions::at(format!("http://{address}/v1"), "m") };
    let (folder, embeddings) = (workspace(), Arc::new(Embeddings::at(options)));
    let indexer = indexed(&folder, &embeddings);
    assert_eq!(models(&indexer.library()), HashMap::from([(EmbeddingModel::built_in().id(), FILES.len())]));
    let notices = indexer.take_notices();
    assert_eq!(notices.len(), 1);
    assert!(notices[0].contains(&format!("http://{address}/v1/embeddings does not answer")), "{notices:?}");
}

#[test]
fn refusals_that_stay_are_final_at_once_and_no_other_place_is_asked() {
    let elsewhere = embedder(subjects);
    let place = format!("http://{}/v1/embeddings", elsewhere.address);
    for status in ["401 Unauthorized", "403 Forbidden", "404 Not Found", "307 Temporary Redirect"] {
        let head: &'static str = match status {
            // Leaked on purpose: a status lives as long as the server.
            "307 Temporary Redirect" => Box::leak(format!("{status}\r\nLocation: {place}").into_boxed_str()),
            _ => status,
        };
        let server = Server::new(move |_, _| (head, json!({"error": {"message": "no sk-secret"}}).to_string()));
        let options = EndpointOptions { key: ApiKey::new("sk-secret"), ..endpoint(&server) };
        let (folder, embeddings) = (workspace(), Arc::new(Embeddings::at(options)));
        let indexer = indexed(&folder, &embeddings);
        assert_eq!(server.asked().len(), 1, "{status}");
        assert!(server.asked()[0].head.to_lowercase().contains("authorization: bearer sk-secret"));
        assert_eq!(
            models(&indexer.library()),
            HashMap::from([(EmbeddingModel::built_in().id(), FILES.len())]),
            "{status}"
        );
        let notices = indexer.take_notices();
        assert!(notices.len() == 1 && notices[0].contains(status), "{notices:?}");
        assert!(!notices[0].contains("secret"), "{notices:?}");
    }
    assert!(elsewhere.asked().is_empty());
}

#[test]
fn nonsense_is_refused() {
    let row = |index: usize, embedding: Value| json!({ "index": index, "embedding": embedding });
    let two = |a: Value, b: Value| json!({ "data": [row(0, a), row(1, b)] }).to_string();
    let cases = [
        ("1 vectors for 2 texts", json!({ "data": [row(0, json!([1.0]))] }).to_string()),
        ("numbers among those of", two(json!([1.0, 2.0]), json!([1.0]))),
        ("vectors of 0 numbers", two(json!([]), json!([]))),
        ("not finite", two(json!([1.0, 1e39]), json!([1.0, 1.0]))),
        ("no list of embeddings", two(json!([1.0, 2.0]), json!([1.0, 2.0])).replacen("1.0", "NaN", 1)),
        ("no list of embeddings", two(json!([1.0, null]), json!([1.0, 2.0]))),
        ("no list of embeddings", "<html>Sign in</html>".to_owned()),
        ("no list of embeddings", String::new()),
        ("two vectors for one text", json!({ "data": [row(1, json!([1.0])), row(1, json!([2.0]))] }).to_string()),
        ("two vectors for one text", json!({ "data": [row(0, json!([1.0])), row(7, json!([2.0]))] }).to_string()),
    ];
    for (expected, body) in cases {
        let answer = body.clone();
        let server = Server::new(move |_, _| ("200 OK", answer.clone()));
        let problem = embed(&embeddings(&server), &["a", "b"]).expect_err(&body).to_string();
        assert!(problem.contains(expected), "{body}: {problem}");
        assert!(problem.contains(&server.address.to_string()), "{problem}");
    }
}

#[test]
fn an_endpoint_keeps_to_its_dimensions() {
    let server = Server::new(|asked, count| {
        let of: fn(&str) -> Vec<f32> = if count == 1 { subjects } else { |_| vec![1.0; 8] };
        ("200 OK", vectors(&asked.texts(), of).to_string())
    });
    let embeddings = embeddings(&server);
    assert_eq!(embed(&embeddings, &["a"]).expect("vectors")[0].as_ref().map(Vec::len), Some(3));
    let problem = embed(&embeddings, &["a"]).expect_err("other dimensions").to_string();
    assert!(problem.contains("vectors of 8 numbers among those of 3"), "{problem}");
}

#[test]
fn vectors_of_two_models_are_never_compared() {
    let server = embedder(subjects);
    let folder = workspace();
    let index = tempfile::tempdir().expect("a folder");
    let built_in = Arc::new(Embeddings::built_in());
    let open = |embeddings: &Arc<Embeddings>| {
        let indexer =
            Indexer::open(options(&folder, embeddings).with_index(Some(index.path().to_owned()))).expect("an indexer");
        indexer.ensure(&Needs::FullText, &Ticket::forever(), &|_| {}).expect("a fresh ticket");
        indexer
    };
    let first = open(&built_in);
    first.ensure(&Needs::Vectors, &Ticket::forever(), &|_| {}).expect("a fresh ticket");
    first.save().expect("a saved index");
    drop(first);
    // All vectors are built in: the endpoint is not asked for the question.
    let second = open(&embeddings(&server));
    assert_eq!(models(&second.library()), HashMap::from([(EmbeddingModel::built_in().id(), FILES.len())]));
    let answer = ranked(&second, "the cat sleeps", Mode::Semantic);
    assert_eq!((answer.vectors, server.asked().len()), (Some((FILES.len(), FILES.len())), 0));
    // One file is edited when all are the endpoint's, and the endpoint is gone: its file alone is built in.
    second.ensure(&Needs::Vectors, &Ticket::forever(), &|_| {}).expect("a fresh ticket");
    assert_eq!(models(&second.library()), HashMap::from([(endpoint_id(&server), FILES.len())]));
    second.save().expect("a saved index");
    drop(second);
    let embeddings = embeddings(&server);
    let third = open(&embeddings);
    assert_eq!(models(&third.library()), HashMap::from([(endpoint_id(&server), FILES.len())]));
    embeddings.give_up(EndpointProblem::GivenUp);
    fs::write(folder.path().join("d.md"), "# Four\n\nThe cat sleeps here all day.\n").expect("a file");
    third.refresh(&Ticket::forever(), &|_| {}).expect("a folder");
    third.ensure(&Needs::Vectors, &Ticket::forever(), &|_| {}).expect("a fresh ticket");
    let mixed = HashMap::from([(endpoint_id(&server), FILES.len() - 1), (EmbeddingModel::built_in().id(), 1)]);
    assert_eq!(models(&third.library()), mixed, "what the endpoint has made stays");
    let answer = ranked(&third, "the cat sleeps", Mode::Semantic);
    assert_eq!(answer.vectors, Some((1, FILES.len())));
    assert_eq!(first_file(&third, &answer), "d.md");
    assert!(answer.hits.iter().all(|hit| !matches!(hit.target, Target::Node(at) if at.file.0 != 3)), "{answer:?}");
}

#[test]
fn a_question_without_an_answer_is_searched_by_words_and_says_so() {
    let server = Server::new(|asked, _| match asked.texts().contains(&"sleeps".to_owned()) {
        true => ("500 Internal Server Error", String::new()),
        false => ("200 OK", vectors(&asked.texts(), subjects).to_string()),
    });
    let (folder, embeddings) = (workspace(), embeddings(&server));
    let indexer = indexed(&folder, &embeddings);
    let answer = ranked(&indexer, "sleeps", Mode::Smart);
    assert_eq!(first_file(&indexer, &answer), "a.md");
    let request = search::read("sleeps");
    let notes = search::notes(&request, &answer, &indexer.library(), &Ticket::forever());
    assert_eq!(notes.len(), 1, "{notes:?}");
    assert!(notes[0].starts_with("words alone were searched: http://"), "{notes:?}");
    // Another question works again.
    assert_eq!(ranked(&indexer, "animal", Mode::Smart).without_meaning, None);
    // Three times in a row is too often: the built-in model has no vectors here, and compares none.
    for _ in 0..3 {
        ranked(&indexer, "sleeps", Mode::Smart);
    }
    assert_eq!(indexer.take_notices().len(), 1);
    assert_eq!(ranked(&indexer, "sleeps", Mode::Smart).vectors, Some((0, FILES.len())));
}

#[test]
fn typing_asks_nobody_and_overtaken_questions_wait_for_nobody() {
    let server = embedder(subjects);
    let (folder, embeddings) = (workspace(), embeddings(&server));
    let indexer = indexed(&folder, &embeddings);
    let count = server.asked().len();
    let (request, options, library) = (search::read("animal"), Options::default(), indexer.library());
    let meant =
        |asking, ticket: &Ticket| search::meant(&request, &options, &library, indexer.embeddings(), asking, ticket);
    let ticket = Ticket::forever();
    assert_eq!(meant(Asking::Remembered, &ticket), Ok(Meant::Later));
    assert_eq!(server.asked().len(), count);
    assert!(matches!(meant(Asking::Now, &ticket), Ok(Meant::Given(_))));
    assert!(matches!(meant(Asking::Remembered, &ticket), Ok(Meant::Given(_))));
    let tickets = Tickets::default();
    let stale = tickets.issue();
    tickets.cancel();
    let other = search::read("harbour");
    let overtaken = search::meant(&other, &options, &library, indexer.embeddings(), Asking::Now, &stale);
    assert!(overtaken.is_err());
}

#[test]
fn the_explorer_asks_on_enter_and_not_while_it_is_typed() {
    let server = embedder(subjects);
    let (folder, embeddings) = (workspace(), embeddings(&server));
    let mut session = Session::of(options(&folder, &embeddings), 80, 24);
    session.driver.walk(&mut session.model).expect("walk");
    session.driver.index(&mut session.model);
    let count = server.asked().len();
    assert!(count > 0);
    session.press("harbour<wait>");
    assert!(session.text().contains("no hits"), "{}", session.text());
    assert_eq!(server.asked().len(), count);
    session.press("<ret>");
    assert_eq!(server.asked().len(), count + 1);
    assert!(session.text().contains("b.md"), "{}", session.text());
    // What has been asked once is there while it is typed again, and Enter asks no more.
    session.press("/<c-u>harbour<wait>");
    assert!(session.text().contains("b.md"), "{}", session.text());
    session.press("<ret>");
    assert_eq!(server.asked().len(), count + 1);
}

#[test]
fn only_the_users_own_settings_send_anything_anywhere() {
    let server = embedder(subjects);
    let (folder, home) = (workspace(), tempfile::tempdir().expect("a folder"));
    let endpoint = format!("endpoint.url = \"http://{}\"\nendpoint.model = \"m\"\n", server.address);
    fs::write(folder.path().join(".docql.toml"), format!("[search]\nembeddings = \"endpoint\"\n{endpoint}"))
        .expect("a file");
    let run = |settings: &str, arguments: &[&str]| {
        let file = home.path().join("config.toml");
        fs::write(&file, settings).expect("a file");
        let mut command = Command::new(env!("CARGO_BIN_EXE_docql"));
        command.args(arguments).current_dir(folder.path()).env_clear().stdin(Stdio::null());
        command.env("HOME", home.path()).env("DOCQL_INDEX_DIR", home.path().join("index"));
        command.env("DOCQL_CONFIG", &file).env("A_KEY", "sk-secret");
        let output = command.output().expect("a process");
        (String::from_utf8_lossy(&output.stdout).into_owned(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    let search = ["search", "--mode", "semantic", "harbour"];
    // Not by a workspace, not by a URL alone.
    run(&format!("[search]\n{endpoint}"), &["index"]);
    run(&format!("[search]\n{endpoint}"), &search);
    run(&format!("[search]\nembeddings = \"off\"\n{endpoint}"), &search);
    let configured = format!("[search]\nembeddings = \"endpoint\"\n{endpoint}endpoint.key_env = \"A_KEY\"\n");
    let (out, _) = run(&configured, &["doctor"]);
    assert!(out.contains("the key in A_KEY; not asked") && !out.contains("sk-secret"), "{out}");
    assert!(server.asked().is_empty(), "{:?}", server.asked());
    let (out, error) = run(&configured, &search);
    assert!(out.contains("b.md"), "{out}{error}");
    assert!(server.asked().iter().all(|asked| asked.head.to_lowercase().contains("authorization: bearer sk-secret")));
    let (out, _) = run(&configured, &["doctor", "--online"]);
    assert!(out.contains("it answers with 3 dimensions"), "{out}");
    let count = server.asked().len();
    let (_, error) = run(&configured.replace("A_KEY", "NO_KEY"), &search);
    assert!(error.contains("search.endpoint.key_env names NO_KEY, which holds no key"), "{error}");
    assert_eq!(server.asked().len(), count);
}

#[test]
fn without_vectors_nothing_is_made_asked_or_compared() {
    let server = embedder(subjects);
    let folder = workspace();
    let without = WorkspaceOptions { vectors: false, ..options(&folder, &embeddings(&server)) };
    let indexer = Indexer::open(without).expect("an indexer");
    indexer.ensure(&Needs::Vectors, &Ticket::forever(), &|_| {}).expect("a fresh ticket");
    assert!(models(&indexer.library()).is_empty());
    let answer = ranked(&indexer, "sleeps", Mode::Smart);
    assert_eq!((first_file(&indexer, &answer).as_str(), answer.vectors, answer.without_meaning), ("a.md", None, None));
    let answer = ranked(&indexer, "sleeps", Mode::Semantic);
    assert_eq!(answer.without_meaning.as_deref(), Some("search.embeddings is \"off\""));
    assert!(server.asked().is_empty());
}

/// A workspace of which several sections hold the words, and who puts them in order.
fn rerankable(server: &Server) -> (TempDir, Arc<Reranker>, Indexer) {
    let folder = tempfile::tempdir().expect("a folder");
    for name in ["first", "second", "third"] {
        // Whoever says more besides is further from what is asked.
        let besides = if name == "first" { "" } else { " Others have said other things before." };
        let text = format!("# The {name}\n\nHow a token is renewed, says the {name}.{besides}\n");
        fs::write(folder.path().join(format!("{name}.md")), text).expect("a file");
    }
    let options =
        RerankerOptions { pause: Duration::ZERO, ..RerankerOptions::at(format!("http://{}", server.address), "m") };
    let options = RerankerOptions { timeout: Duration::from_secs(60), ..options };
    let reranker = Arc::new(Reranker::new(options).expect("a reranker"));
    let options =
        WorkspaceOptions { reranker: Some(Arc::clone(&reranker)), threads: 1, ..WorkspaceOptions::at(folder.path()) };
    let indexer = Indexer::open(options).expect("an indexer");
    indexer.ensure(&Needs::Vectors, &Ticket::forever(), &|_| {}).expect("a fresh ticket");
    (folder, reranker, indexer)
}

/// The files of the hits in order, after whoever there is has put them in order.
fn judged(indexer: &Indexer, asking: Asking) -> (Vec<String>, Reranked, Ranked) {
    let (library, ticket) = (indexer.library(), Ticket::forever());
    let request = search::read("token renewed");
    let mut ranked = search::run(&request, &library, &Options::default(), 20, &ticket);
    let judge = Judge::of(indexer.reranker().cloned(), asking);
    let reranked = search::rerank(&mut ranked, &request, &library, &judge, &|_| true, &ticket);
    let file = |target: Target| library.file(target.file()).path.to_string();
    let files = ranked.hits.iter().map(|hit| file(hit.target)).collect();
    (files, reranked.expect("a fresh ticket"), ranked)
}

/// An answer that puts the texts with `word` first.
fn prefer(asked: &Asked, word: &str) -> Value {
    let documents = asked.body["documents"].as_array().expect("documents");
    let score = |text: &Value| if text.as_str().is_some_and(|text| text.contains(word)) { 0.9 } else { 0.1 };
    let rows =
        documents.iter().enumerate().map(|(index, text)| json!({"index": index, "relevance_score": score(text)}));
    json!({ "results": rows.collect::<Vec<Value>>() })
}

#[test]
fn a_reranker_puts_the_best_hits_in_order_and_is_asked_once() {
    let server = Server::new(|asked, _| ("200 OK", prefer(asked, "says the third").to_string()));
    let (_folder, _, indexer) = rerankable(&server);
    let (own, later, _) = judged(&indexer, Asking::Remembered);
    assert_eq!((own[0].as_str(), later, server.asked().len()), ("first.md", Reranked::Later, 0));
    let (files, reranked, ranked) = judged(&indexer, Asking::Now);
    assert_eq!((files[0].as_str(), reranked), ("third.md", Reranked::Yes));
    assert_eq!(files.len(), own.len());
    let place = own.iter().position(|file| file == "third.md").expect("a hit") as u32 + 1;
    assert_eq!(ranked.hits[0].reranked, Some((0.9, place)));
    assert!(search::reasons(&ranked.hits[0]).last().is_some_and(|reason| reason.contains("reranked from place")));
    let asked = &server.asked()[0];
    assert!(asked.head.starts_with("POST /v1/rerank ") && asked.body["query"] == "token renewed", "{asked:?}");
    assert!(
        asked.body["documents"][0].as_str().is_some_and(|text| text.starts_with("first.md The first\n")),
        "{asked:?}"
    );
    // What it has said once is remembered while the same is typed again.
    assert_eq!(judged(&indexer, Asking::Remembered).1, Reranked::Yes);
    assert_eq!(server.asked().len(), 1);
}

#[test]
fn where_a_reranker_fails_or_makes_no_sense_the_order_stays() {
    let answers = [
        ("500 Oops", "{}".to_owned(), "refuses"),
        ("200 OK", "[]".to_owned(), "about none"),
        ("200 OK", json!({ "results": [{"index": 99, "relevance_score": 1.0}] }).to_string(), "about text 99"),
        ("200 OK", "words".to_owned(), "no list of relevance"),
    ];
    for (status, body, reason) in answers {
        let server = Server::new(move |_, _| (status, body.clone()));
        let (_folder, reranker, indexer) = rerankable(&server);
        let own = judged(&indexer, Asking::Remembered).0;
        for _ in 0..4 {
            let (files, reranked, ranked) = judged(&indexer, Asking::Now);
            assert_eq!((files, reranked), (own.clone(), Reranked::No));
            let why = ranked.not_reranked.unwrap_or_default();
            assert!(why.contains(reason) || !reranker.is_asked(), "{why}");
        }
        // After three failures it is asked no more, and that is told once.
        assert_eq!(server.asked().len(), 3);
        let notices = indexer.take_notices();
        assert!(notices.len() == 1 && notices[0].contains("hits keep the order of docql"), "{notices:?}");
    }
}

#[test]
fn the_explorer_shows_what_is_found_and_then_in_the_order_of_the_reranker() {
    let server = Server::new(|asked, _| ("200 OK", prefer(asked, "says the third").to_string()));
    let (folder, reranker, _) = rerankable(&server);
    let options = WorkspaceOptions { reranker: Some(reranker), threads: 1, ..WorkspaceOptions::at(folder.path()) };
    third_comes_first_on_enter(options, &server);
}

/// Nobody is asked while it is typed; with Enter the file that is preferred comes first.
pub fn third_comes_first_on_enter(options: WorkspaceOptions, server: &Server) {
    let mut session = Session::of(options, 80, 24);
    session.driver.walk(&mut session.model).expect("walk");
    session.driver.index(&mut session.model);
    session.press("token renewed<wait>");
    assert_eq!(server.asked().len(), 0);
    session.press("<ret>");
    assert_eq!(server.asked().len(), 1);
    let results = session.model.results.results.as_ref().expect("results");
    assert_eq!(results.hits.first().map(|hit| &*hit.path), Some("third.md"), "{}", session.text());
    assert!(!results.is_provisional);
}
