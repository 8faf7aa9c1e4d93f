//! How long it takes from a move of the cursor to a screen in colours, in files of 30,000 lines and more.
//!
//! `cargo bench --bench preview` writes such files, opens each at random places and moves about in it. The goal
//! is a screen in colours within 20 ms for 95 of 100 moves.

use docql::app::{Msg, PreviewRequest};
use docql::document::Scope;
use docql::indexer::{Indexer, WorkspaceOptions};
use docql::stdx::Ticket;
use docql::workers::Previewer;
use std::cell::Cell;
use std::time::{Duration, Instant};

/// Lines of each file.
const LINES: usize = 30_000;
/// Times that each file is opened, and moves in it.
const OPENED: usize = 40;
const MOVES: usize = 200;

/// Programs of which each file is made, `#` standing for a number.
const PROGRAMS: [(&str, &str); 3] = [
    (
        "large.rs",
        "/// Adds what is asked for.\npub fn add_#(left: u32, right: Option<u32>) -> Result<u32, String> {\n    \
         let text = format!(\"{left} and {right:?}\"); // a comment\n    match right {\n        \
         Some(right) if right > # => Ok(left + right),\n        _ => Err(text),\n    }\n}\n\n",
    ),
    (
        "large.go",
        "// Add# adds what is asked for.\nfunc Add#(left int, right *int) (int, error) {\n\tif right == nil {\n\t\t\
         return 0, fmt.Errorf(\"nothing to add to %d\", left) // a comment\n\t}\n\tfor i := range # {\n\t\t\
         left += i\n\t}\n\treturn left + *right, nil\n}\n\n",
    ),
    (
        "large.c",
        "/* Adds what is asked for. */\nstatic int add_#(const struct number *left, unsigned int right)\n{\n\t\
         if (!left || right > #)\n\t\treturn -EINVAL;\n\tpr_debug(\"%d and %u\\n\", left->value, right);\n\t\
         return left->value + (int)right;\n}\n\n",
    ),
];

fn main() {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, program) in PROGRAMS {
        let times = LINES / program.lines().count() + 1;
        let text: String = (0..times).map(|number| program.replace('#', &number.to_string())).collect();
        let text = if name.ends_with(".go") { format!("package large\n\n{text}") } else { text };
        std::fs::write(folder.path().join(name), text).expect("written");
    }
    let options = WorkspaceOptions { max_file_bytes: 64 << 20, ..WorkspaceOptions::at(folder.path()) };
    let indexer = Indexer::open(options).expect("a workspace");
    for (name, _) in PROGRAMS {
        let mut seed = 1;
        let opened = (0..OPENED).map(|_| coloured(&mut Previewer::default(), &indexer, name, line(&mut seed)));
        report(&format!("{name} opened"), opened.collect());
        let mut previewer = Previewer::default();
        coloured(&mut previewer, &indexer, name, 1);
        let moved = (0..MOVES).map(|_| coloured(&mut previewer, &indexer, name, line(&mut seed)));
        report(&format!("{name} moved"), moved.collect());
    }
}

/// The next line to look at, the same in every run.
fn line(seed: &mut u64) -> u32 {
    *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    (*seed >> 33) as u32 % LINES as u32 + 1
}

/// The time until the first page that has colours around `line`.
fn coloured(previewer: &mut Previewer, indexer: &Indexer, path: &str, line: u32) -> Duration {
    let request = PreviewRequest::source(Ticket::forever(), path.into(), line, 120);
    let started = Instant::now();
    let taken = Cell::new(None);
    previewer.prepare(&indexer.library(), &request, &|message| {
        let Msg::PreviewReady { page, .. } = message else { return };
        let screen = page.lines.iter().filter(|shown| shown.source_line.abs_diff(line) < 20);
        let is_coloured = screen.flat_map(|shown| &shown.spans).any(|span| span.scope == Scope::Keyword);
        if is_coloured && taken.get().is_none() {
            taken.set(Some(started.elapsed()));
        }
    });
    taken.get().unwrap_or(Duration::MAX)
}

fn report(what: &str, mut times: Vec<Duration>) {
    times.sort_unstable();
    let at = |percent: usize| times[(times.len() - 1) * percent / 100].as_secs_f64() * 1e3;
    println!("{what:<16} p50 {:6.2} ms   p95 {:6.2} ms   longest {:6.2} ms", at(50), at(95), at(100));
}
