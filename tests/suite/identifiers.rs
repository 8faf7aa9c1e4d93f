//! The exact identifier before everything else: who types a name as programs write it means that name.

use crate::screens::on;
use docql::engine::{self, Question, Reading};
use docql::indexer::{Indexer, WorkspaceOptions};
use docql::stdx::Ticket;

const SETTINGS: &[(&str, &str)] = &[
    ("app/defaults.py", "DOWNLOAD_DELAY = 0\nRANDOM_DELAY = 1\nDOWNLOAD_TIMEOUT = 3\n"),
    (
        "app/slot.py",
        "class Slot:\n    def __init__(self, delay):\n        self._delay = delay\n\n    def download_delay(self):\n        \
         return self._delay\n\n    def download_with_delay(self):\n        return self.download(self._delay)\n",
    ),
    ("app/crawler.py", "def apply(settings):\n    # How long it waits.\n    return settings.get(\"DOWNLOAD_DELAY\")\n"),
    (
        "docs/settings.md",
        "# Settings\n\n## DOWNLOAD_DELAY\n\nA pause.\n\n## Delay of a download\n\nThe download delay.\n",
    ),
    ("docs/faq.md", "# Questions\n\n## Too fast?\n\nRaise `DOWNLOAD_DELAY` a little.\n"),
];

/// The places of a search, best first, and how many of them have the identifier.
fn found(files: &[(&str, &str)], words: &str) -> (Vec<String>, Option<usize>) {
    let folder = tempfile::tempdir().expect("a folder");
    files.iter().for_each(|(path, text)| crate::folders::write(folder.path(), path, text));
    let indexer = Indexer::open(WorkspaceOptions::at(folder.path())).expect("an indexer");
    let question = Question::in_report(words, Reading::Words, 50, (false, false));
    let answer = engine::answer(&indexer, &question, &Ticket::forever(), &|_| {}).expect("an answer");
    let places = answer.results.hits.iter().map(|hit| format!("{} {}", hit.path, hit.name)).collect();
    (places, answer.results.with_identifier)
}

#[test]
fn what_is_declared_just_so_comes_first_then_what_holds_it_then_other_cases_then_its_parts() {
    let (places, whole) = found(SETTINGS, "DOWNLOAD_DELAY");
    assert_eq!(places[..2], ["app/defaults.py DOWNLOAD_DELAY", "docs/settings.md DOWNLOAD_DELAY"], "{places:?}");
    let mut holding = places[2..4].to_vec();
    holding.sort();
    assert_eq!(holding, ["app/crawler.py apply", "docs/faq.md Too fast?"], "{places:?}");
    assert_eq!((places[4].as_str(), whole), ("app/slot.py download_delay", Some(4)), "{places:?}");
    assert!(places.iter().any(|place| place.ends_with("download_with_delay")), "parts are there, too: {places:?}");
    // Nothing is called so: what is called so but for its capitals comes before the texts.
    let (places, _) = found(&[SETTINGS[1], SETTINGS[2], SETTINGS[4]], "DOWNLOAD_DELAY");
    assert_eq!(places[0], "app/slot.py download_delay", "{places:?}");
}

#[test]
fn a_word_in_capitals_that_marks_comments_comes_before_names_with_its_letters() {
    let files = [
        ("conf.py", "todo_include_todos = True\nautodoc_typehints = 1\n"),
        ("run.py", "def run():\n    # TODO: start early\n    return 1\n"),
        ("stop.py", "def stop():\n    x = 1  # TODO(me)\n    return x\n"),
        ("text.md", "# Plans\n\nA TODO list.\n"),
    ];
    let (places, _) = found(&files, "TODO");
    let mut first = places[..3].to_vec();
    first.sort();
    assert_eq!(first, ["run.py run", "stop.py stop", "text.md Plans"], "{places:?}");
    // An abbreviation stands in names in small letters, too.
    let files =
        [("http_server.py", "def http_server():\n    return 1\n"), ("notes.md", "# Notes\n\nIt speaks HTTP.\n")];
    let (places, _) = found(&files, "HTTP");
    assert_eq!(places[0], "http_server.py http_server", "{places:?}");
}

#[test]
fn a_name_is_shown_where_it_is_declared_with_what_it_is_in_as_without() {
    let folder = tempfile::tempdir().expect("a folder");
    let files = [
        (
            "crates/shop-driver/src/cart.rs",
            "impl Cart {\n    /// See [`Cart::load`].\n    pub fn load(root: P) -> Cart {\n        let cart = 1;\n        Cart::load_with(cart)\n    }\n}\n",
        ),
        ("crates/shop-driver/src/load.rs", "/// Reads.\npub fn load_cart() {}\n"),
        (
            "crates/shop-driver/src/other.rs",
            "/// Of shop, driver: load, load a cart, load shop.\nfn iter() {\n    shop_driver(load, load_cart, driver);\n}\n",
        ),
    ];
    files.iter().for_each(|(path, text)| crate::folders::write(folder.path(), path, text));
    let indexer = Indexer::open(WorkspaceOptions::at(folder.path())).expect("an indexer");
    for (words, path, line) in [
        ("Cart::load", "crates/shop-driver/src/cart.rs", 3),
        ("shop_driver::load::load_cart", "crates/shop-driver/src/load.rs", 2),
        ("crate::load::load_cart", "crates/shop-driver/src/load.rs", 2),
    ] {
        let question = Question::in_report(words, Reading::Words, 50, (false, false));
        let answer = engine::answer(&indexer, &question, &Ticket::forever(), &|_| {}).expect("an answer");
        let hit = &answer.results.hits[0];
        assert_eq!((&*hit.path, hit.line), (path, line), "{words}");
    }
}

const POOLS: &[(&str, &str)] = &[
    (
        "src/pool.rs",
        "/// Sets the worker threads: workers, threads.\npub struct Pool<T>(T);\n\nimpl<T> Pool<T> {\n    /// How many worker \
         threads.\n    ///\n    /// # Panics\n    /// `worker_threads()` panics without a worker.\n    pub fn \
         worker_threads(&self, val: usize) -> usize {\n        val\n    }\n}\n\n/// Waits, see `pause!`.\n#[macro_export]\n\
         macro_rules! pause {\n    () => {};\n}\n",
    ),
    (
        "src/other.rs",
        "/// A pool: worker, threads, val.\nfn pool_worker_threads_panic() {\n    Pool::worker_threads();\n    \
         pool.worker_threads(a, b);\n    shop::pause!();\n}\n",
    ),
    (
        "app/issue.rb",
        "class Issue\n  # True if the issue is visible: visible issues of a user.\n  # See Issue#visible? for a user.\n  def \
         visible?(user)\n    true\n  end\n\n  def show\n    Issue#visible?\n    visible?(user)\n  end\nend\n",
    ),
    (
        "src/Disk.php",
        "<?php\nnamespace Shop\\Util;\n\nclass Disk\n{\n    /** Current dir of the disk, Disk::getCwd(). */\n    public static \
         function getCwd(bool $strict = false): string\n    {\n        return '';\n    }\n}\n",
    ),
    ("src/Use.php", "<?php\n\nfunction disk_cwd_get()\n{\n    return Disk::getCwd();\n}\n"),
];

#[test]
fn a_name_is_shown_where_it_is_declared_however_it_is_spelled_or_called() {
    let folder = tempfile::tempdir().expect("a folder");
    POOLS.iter().for_each(|(path, text)| crate::folders::write(folder.path(), path, text));
    let indexer = Indexer::open(WorkspaceOptions::at(folder.path())).expect("an indexer");
    for (words, place) in [
        ("workerThreads", "src/pool.rs:9"),
        ("WorkerThreads", "src/pool.rs:9"),
        ("worker-threads", "src/pool.rs:9"),
        ("workerThr", "src/pool.rs:9"),
        ("worker_treads", "src/pool.rs:9"),
        ("worker_threads()", "src/pool.rs:9"),
        ("worker_threads(a, b)", "src/pool.rs:9"),
        ("Pool::worker_threads(", "src/pool.rs:9"),
        ("Pool<T>::worker_threads", "src/pool.rs:9"),
        ("Pool::<T>::worker_threads(&self)", "src/pool.rs:9"),
        ("pool::pause!", "src/pool.rs:16"),
        ("Issue#visible?", "app/issue.rb:4"),
        ("Issue#visible?(user)", "app/issue.rb:4"),
        ("Disk::getCwd()", "src/Disk.php:7"),
        ("Disk->getCwd(true)", "src/Disk.php:7"),
        (r"Shop\Util\Disk::getCwd()", "src/Disk.php:7"),
    ] {
        let question = Question::in_report(words, Reading::Words, 50, (false, false));
        let answer = engine::answer(&indexer, &question, &Ticket::forever(), &|_| {}).expect("an answer");
        let hit = &answer.results.hits[0];
        let line = hit.matched.as_ref().map_or(hit.line, |of| of.line);
        assert_eq!(format!("{}:{line}", hit.path), place, "{words}");
    }
    // What is declared nowhere is looked for as it stands.
    let question = Question::in_report("shop::absent!", Reading::Words, 50, (false, false));
    engine::answer(&indexer, &question, &Ticket::forever(), &|_| {}).expect("an answer");
}

/// The first places of a search, with their lines.
fn lines(files: &[(&str, &str)], words: &str) -> Vec<String> {
    let folder = tempfile::tempdir().expect("a folder");
    files.iter().for_each(|(path, text)| crate::folders::write(folder.path(), path, text));
    let indexer = Indexer::open(WorkspaceOptions::at(folder.path())).expect("an indexer");
    let question = Question::in_report(words, Reading::Words, 50, (false, false));
    let answer = engine::answer(&indexer, &question, &Ticket::forever(), &|_| {}).expect("an answer");
    let line = |hit: &docql::docql::Hit| hit.matched.as_ref().map_or(hit.line, |of| of.line);
    answer.results.hits.iter().map(|hit| format!("{}:{}", hit.path, line(hit))).collect()
}

#[test]
fn a_key_a_selector_and_a_route_are_found_where_they_are_defined() {
    let files = [
        (
            "config/settings.yml",
            "ui_theme:\n  default: ''\nmails_footer:\n  default: |-\n    You have received this.\n",
        ),
        ("config/locales/de.yml", "de:\n  label_mails: Post\n"),
        ("config/locales/en.yml", "en:\n  label_mails: Mails\n"),
        (
            "test/mailer_test.rb",
            "class MailerTest\n  def test_includes_the_mails_footer\n    mails_footer\n    label_mails\n  end\nend\n",
        ),
        ("app/mailer.rb", "class Mailer\n  def send_it\n    Setting.mails_footer\n    l(:label_mails)\n  end\nend\n"),
        (
            "app/wiki.rb",
            "class Wiki\n  def sidebar\n    find('#sidebar .pagination')\n  end\n  def pagination_links\n  end\nend\n",
        ),
        (
            "app/assets/app.css",
            "a:hover { color: red; }\n#content #sidebar ul {\n}\n#sidebar {\n  width: 1px;\n}\ndiv.pagination,\np.x {\n}\n",
        ),
        (
            "app/issue.rb",
            "class Issue\n  scope :visible, (lambda do |*args|\n    joins(:project)\n  end)\n\n  def visible_now\n    \
             Issue.visible\n  end\nend\n",
        ),
        (
            "config/routes.rb",
            "Rails.application.routes.draw do\n  get '/issues/:id', :to => 'x'\n  match '/issues/:id/quoted', :to => \
             'journals#new'\nend\n",
        ),
        ("app/issues/quoted.rb", "class Quoted\n  def issues_quoted\n    12\n  end\nend\n"),
    ];
    for (words, place) in [
        ("mails_footer", "config/settings.yml:3"),
        ("label_mails", "config/locales/en.yml:2"),
        ("#sidebar", "app/assets/app.css:4"),
        (".pagination", "app/assets/app.css:7"),
        ("/issues/12/quoted", "config/routes.rb:3"),
        ("Issue.visible", "app/issue.rb:2"),
    ] {
        assert_eq!(lines(&files, words)[0], place, "{words}");
    }
    // The text around a key is not there once more.
    let found = lines(&files, "mails_footer");
    assert_eq!(found.iter().filter(|place| place.starts_with("config/settings.yml")).count(), 1, "{found:?}");
    // What a program declares stands before a key that is called so.
    let files = [("a.yml", "max_size: 1\n"), ("a.rb", "def max_size\n  1\nend\n")];
    assert_eq!(lines(&files, "max_size")[..2], ["a.rb:1", "a.yml:1"]);
}

#[test]
fn settings_are_found_by_what_they_are_within_and_variables_of_the_environment_where_they_are_read() {
    let files = [
        ("README.md", "# Shop\n\nSet `SHOP_DB_HOST` and `mail.retry.delay`; `${SHOP_DB_HOST:x}` is the form.\n"),
        ("src/main/application.yml", "mail:\n  retry:\n    delay: ${SHOP_RETRY:5}\nother:\n  retry:\n    delay: 7\n"),
        ("src/test/application.yml", "mail:\n  retry:\n    delay: 0\n"),
        ("docker-compose.yml", "services:\n  db:\n    environment:\n      SHOP_DB_HOST: db\n      SHOP_RETRY: 9\n"),
        ("config/mail.php", "<?php\nreturn [\n    'from' => [\n        'name' => 'Shop',\n    ],\n];\n"),
        ("lang/de/shop.php", "<?php\nreturn [\n    'gone' => 'Weg',\n];\n"),
        ("lang/en/shop.php", "<?php\nreturn [\n    'gone' => 'Gone',\n];\n"),
        ("app/db.py", "import os\n\n\ndef host():\n    return os.environ.get(\"SHOP_DB_HOST\", \"localhost\")\n"),
        ("app/mail.py", "def retry(delay):\n    return delay\n\n\ndef name(mail):\n    return mail.retry\n"),
    ];
    for (words, place) in [
        ("mail.retry.delay", "src/main/application.yml:3"),
        ("other.retry.delay", "src/main/application.yml:6"),
        ("MAIL:Retry:Delay", "src/main/application.yml:3"),
        ("mail.from.name", "config/mail.php:4"),
        ("config('mail.from.name')", "config/mail.php:4"),
        ("shop.gone", "lang/en/shop.php:3"),
        ("SHOP_DB_HOST", "app/db.py:5"),
        ("SHOP_RETRY", "src/main/application.yml:3"),
    ] {
        assert_eq!(lines(&files, words)[0], place, "{words}");
    }
}

#[test]
fn what_is_still_being_typed_stays_before_the_places_that_hold_what_is_typed() {
    let files = [
        (
            "a.go",
            "package a\n\nfunc checkMsgId(id string) bool { return checkMsg(id) }\n\nfunc checkMsg(id string) bool { return id != \"\" }\n",
        ),
        ("b.go", "package a\n\nfunc serve() { checkMsg(\"x\") }\n\nfunc other() { check(); Msg() }\n"),
    ];
    let (places, whole) = found(&files, "checkMsg");
    assert_eq!(places[..3], ["a.go checkMsg", "a.go checkMsgId", "b.go serve"], "{places:?}");
    assert_eq!(whole, Some(3), "{places:?}");
}

#[test]
fn words_in_small_letters_are_no_identifiers() {
    let (_, whole) = found(SETTINGS, "download delay");
    assert_eq!(whole, None);
    let (_, whole) = found(&[("a.md", "# IPv4 addresses\n\nThe ipv4 of a host.\n")], "ipv4");
    assert_eq!(whole, None);
}

#[test]
fn how_many_places_have_the_name_is_said() {
    let (_folder, mut session) = on(SETTINGS, (120, 30));
    session.press("DOWNLOAD_DELAY");
    assert!(session.text().contains("4 with the name"), "{}", session.text());
}

#[test]
fn a_name_that_nothing_has_is_said_to_be_nowhere() {
    let (places, whole) = found(SETTINGS, "DelayOfDownload");
    assert!(!places.is_empty() && whole == Some(0), "{places:?} {whole:?}");
    // It may still be typed.
    let (_, whole) = found(SETTINGS, "DOWNLOAD_DEL");
    assert_eq!(whole, None);
    let (_folder, mut session) = on(SETTINGS, (120, 30));
    session.press("DelayOfDownload");
    assert!(session.text().contains("none with the name"), "{}", session.text());
}

#[test]
fn what_a_sentence_mentions_by_its_name_comes_before_what_has_its_other_words() {
    let walk = "package t\n\nfunc (t *T) VisitInOrder(f func(int)) { f(t.n) }\n";
    let others = "package t\n\n// apply applies f to the key and the data of each pair in t.\nfunc apply() {}\n\n\
                  // visitOrder applies f to pairs in order of their keys.\nfunc visitOrder() {}\n";
    let files =
        [("tree.go", walk), ("other.go", others), ("net/http/server.go", "package http\n\ntype Server struct{}\n")];
    for sentence in
        ["VisitInOrder applies f to the key and data pairs in t", "to which pairs in t does `VisitInOrder()` apply f"]
    {
        let (places, _) = found(&files, sentence);
        assert_eq!(places[0], "tree.go VisitInOrder", "{sentence}: {places:?}");
    }
    let (places, _) = found(&files, "to the data of which pairs does http.Server apply");
    assert_eq!(places[0], "net/http/server.go Server", "{places:?}");
}

#[test]
fn a_setting_with_hyphens_is_a_name_to_the_letter() {
    let files = [
        ("app.conf", "# How often a peer is asked.\ntcp-keepalive 300\n"),
        ("config.c", "#include <x.h>\n\nvoid load(void) {\n    option(\"tcp-keepalive\", 300);\n}\n"),
        ("net.c", "int tcp_keep(void) { return keepalive(tcp); }\n\nint tcp_is_alive(void) { return 1; }\n"),
    ];
    let (places, whole) = found(&files, "tcp-keepalive");
    assert!(places[..2].iter().all(|place| !place.starts_with("net.c")), "{places:?}");
    assert_eq!(whole, Some(2), "{places:?}");
}

#[test]
fn a_message_of_another_version_finds_the_string_that_has_most_of_it() {
    let files = [
        (
            "saving.c",
            "void refuse(void) {\n    reply(\"-MISCONF it is unable to persist to disk. Look at the logs.\");\n}\n",
        ),
        (
            "disk.c",
            "/* Persist: on disk, whether it is able or unable to. */\nint persist_on_disk(void) { return 0; }\n",
        ),
        ("notes.md", "# Disk\n\nPersist on disk what is unable to be kept. It is able to persist.\n"),
    ];
    let (places, _) = found(&files, "MISCONF it is unable to persist on disk.");
    assert_eq!(places[0], "saving.c refuse", "{places:?}");
    // How bad it is stands in front of what a program says.
    let files = [
        ("node.c", "int find(void) {\n    return fail(\"Unknown node %s\", name);\n}\n"),
        (
            "gossip.c",
            "/* ERR: the number of nodes in the gossip, unknown ones too. */\nint nodes(void) { return 1; }\n",
        ),
    ];
    let (places, _) = found(&files, "(error) ERR Unknown node 07c37dfeb235213a872192d90877d0cd55635b91");
    assert_eq!(places[0], "node.c find", "{places:?}");
}
