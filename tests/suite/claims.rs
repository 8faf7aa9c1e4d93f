//! Sentences of a model: what they cite is there and holds what they say, or they are marked.

use docql::agent::{CitedText, Claim, Sentences, Verdict, check};
use proptest::prelude::*;

const LOCKING: &str = "## Stale locks\n\nA lock that its owner no longer refreshes for 1,800 seconds becomes stale.\n\
                       `remove_stale_locks` takes it away at the next start. Backups never wait for a stale lock.\n\n\
                       With `--retry-lock` a command waits until the repository is free.";

const CODE: &str = "pub const MAX_RETRIES: u32 = 3;\n\nimpl Lock {\n    /// Whether nobody refreshes it any more.\n    \
                    pub fn is_stale(&self, now: u64) -> bool {\n        now - self.refreshed > STALE_AFTER\n    }\n}\n\
                    // Encryption is enabled for new repositories. The error says \"repository is locked\".";

fn sources() -> [CitedText<'static>; 3] {
    let source = |text, title| CitedText { text, title, is_current: true };
    [
        source(LOCKING, "Stale locks docs/locking.md"),
        source(CODE, "Lock src/lock.rs"),
        CitedText { is_current: false, ..source("The cache is kept for 9 days.", "docs/cache.md") },
    ]
}

fn verdict(sentence: &str) -> Verdict {
    check(sentence, &sources()).verdict
}

#[test]
fn sentences_that_hold() {
    for sentence in [
        "A lock becomes stale after 1800 seconds without a refresh [1].",
        "A lock that is no longer refreshed for 1,800 seconds becomes stale. [1]",
        "- `remove_stale_locks` removes it at the next start [1].",
        "Backups do not wait for a stale lock [1].",
        "With --retry-lock, a command waits for the repository to be free [1].",
        "`Lock::is_stale()` compares `now` with `STALE_AFTER` [2].",
        "MAX_RETRIES is three [2].",
        "Stale locks are described in `docs/locking.md` [1].",
        "Encryption is enabled for new repositories [2].",
        "The error says \"Repository is  locked\" [2].",
        "A stale lock is taken away at the next start, which `is_stale` decides [1][2].",
        "A stale lock is taken away at the next start, which `is_stale` decides [1, 2].",
        "锁在 1800 秒后由 `remove_stale_locks` 移除 [1]。",
    ] {
        assert_eq!(verdict(sentence), Verdict::Holds, "{sentence}");
    }
}

/// What stands beside a line of a program says nothing of it; what negates a line is a part of it.
#[test]
fn a_line_of_a_program_holds_to_the_letter() {
    let text = "    @property\n    def is_open(self) -> bool:\n        return self.opened is not None\n";
    let sources = [CitedText { text, title: "is_open src/door.py", is_current: true }];
    let verdict = |sentence: &str| check(sentence, &sources).verdict;
    assert_eq!(verdict("def is_open(self) -> bool: [1]."), Verdict::Holds);
    assert_eq!(verdict("`return self.opened is not None` [1]"), Verdict::Holds);
}

#[test]
fn sentences_that_do_not() {
    for (sentence, reason) in [
        ("A lock becomes stale after 3600 seconds [1].", "3600 is not there"),
        ("Keep the last eight stale locks [1].", "8 is not there"),
        ("`remove_old_locks` takes a stale lock away at the next start [1].", "`remove_old_locks` is not there"),
        ("LockManager takes a stale lock away at the next start [1].", "`LockManager` is not there"),
        ("`is_stal` compares the lock with now [2].", "`is_stal` is not there"),
        ("The error says \"repository is busy\" [2].", "\"repository is busy\" is not there"),
        ("Backups wait for a stale lock [1].", "it says the opposite"),
        ("With --retry-lock a command does not wait until the repository is free [1].", "it says the opposite"),
        ("Encryption is disabled for new repositories [2].", "it says the opposite"),
        ("Encryption is not enabled for new repositories [2].", "it says the opposite"),
        ("A lock becomes stale [7].", "there is no [7]"),
        ("A lock becomes stale [0].", "there is no [0]"),
        ("The cache is kept for 9 days [3].", "the file of [3] has changed"),
        // One number of many that is wrong spoils the sentence.
        ("A lock becomes stale after 1800 seconds [1][9].", "there is no [9]"),
    ] {
        assert_eq!(verdict(sentence), Verdict::NotInSource(reason.to_owned()), "{sentence}");
        assert_eq!(check(sentence, &sources()).mark(), " (not in the source)");
    }
    for sentence in [
        "A lock becomes stale after 1800 seconds.",
        "Weather forecasts depend on pressure and humidity over oceans [1].",
        "`a [1]` is code and cites nothing.",
        "",
        "[]",
    ] {
        assert_eq!(verdict(sentence), Verdict::Inferred, "{sentence}");
    }
    for sentence in ["Not found here: who pays for it.", "- Not found here: `kerberos`.", "未找到：谁付钱。"] {
        assert_eq!(verdict(sentence), Verdict::NotFound, "{sentence}");
        assert_eq!(check(sentence, &sources()).mark(), "");
    }
}

#[test]
fn citations_are_read_as_models_write_them() {
    let cites = |sentence: &str| check(sentence, &sources()).cites;
    assert_eq!(cites("a [1][2], b [2, 3] and c [5-7]."), [1, 2, 3, 5, 6, 7]);
    assert_eq!(cites("`array[1]` [2]. 再 [3]。"), [2, 3]);
    assert_eq!(cites("[x] [ 1 ] [1234] [-1]"), [0; 0]);
}

/// Words of a made-up source; none of them denies, restricts, or is the opposite of another.
const WORDS: &[&str] = &[
    "server", "request", "index", "token", "branch", "merges", "reads", "writes", "quickly", "cache", "folder", "user",
];

fn sentence() -> impl Strategy<Value = (Vec<&'static str>, u32, String)> {
    let words = prop::collection::vec(prop::sample::select(WORDS), 3..9);
    (words, 100_u32..100_000, "[a-z]{3,8}_[a-z]{3,8}")
}

proptest! {
    #[test]
    fn what_a_source_says_holds_and_what_was_changed_does_not(
        (words, number, name) in sentence(), (others, other_number, other_name) in sentence(),
    ) {
        prop_assume!(number != other_number && name != other_name);
        let said = |words: &[&str], number: u32, name: &str| format!("The {} of {number} {name}", words.join(" "));
        let text = format!("{}. {}.", said(&words, number, &name), said(&others, other_number, &other_name));
        let own = format!("{}.", said(&words, number, &name));
        let sources = [CitedText { text: &text, title: "", is_current: true }, CitedText { text: &own, title: "", is_current: true }];
        let verdict = |sentence: &str| check(sentence, &sources).verdict;
        let whole = said(&words, number, &name);
        prop_assert_eq!(verdict(&format!("{whole} [1].")), Verdict::Holds);
        prop_assert_eq!(verdict(&format!("{whole} [2].")), Verdict::Holds);
        let changed = [
            format!("{} [1].", said(&words, number + 100_000, &name)),
            format!("{} [1].", said(&words, number, &format!("x{name}"))),
            format!("{} [2].", said(&words, other_number, &name)),
            format!("{} [2].", said(&words, number, &other_name)),
            format!("Never {whole} [2]."),
            format!("{whole} is not so [2]."),
            format!("{whole} [3]."),
        ];
        for sentence in changed {
            prop_assert!(matches!(verdict(&sentence), Verdict::NotInSource(_)), "{} {:?}", sentence, verdict(&sentence));
        }
    }

    #[test]
    fn anything_can_be_checked(text in "\\PC{0,200}", source in "\\PC{0,200}", size in 1_usize..9) {
        let sources = [CitedText { text: &source, title: &text, is_current: true }];
        let mut sentences = Sentences::default();
        let characters: Vec<char> = text.chars().collect();
        let mut all: Vec<String> = Vec::new();
        for piece in characters.chunks(size) {
            all.extend(sentences.feed(&piece.iter().collect::<String>()));
        }
        all.extend(sentences.finish());
        let bare = |text: &str| text.chars().filter(|c| !c.is_whitespace()).collect::<String>();
        prop_assert_eq!(bare(&all.concat()), bare(&text), "nothing is lost");
        for sentence in &all {
            let Claim { verdict, cites, .. } = check(sentence, &sources);
            prop_assert!(verdict != Verdict::Holds || cites == [1]);
        }
    }
}
