//! Vectors of texts: the built-in model gives what its makers' own reader gives, and damaged tables are refused.

use docql::semantic::{EmbeddingModel, Quantised, UnreadableModel};
use std::path::Path;

#[test]
#[cfg_attr(not(feature = "model"), ignore = "needs vectors")]
fn the_built_in_model_gives_the_tokens_and_vectors_that_it_was_checked_with() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/semantic/vectors.json");
    let checks: serde_json::Value =
        serde_json::from_str(&std::fs::read_to_string(path).expect("checks")).expect("JSON");
    let model = EmbeddingModel::built_in();
    let mut embedder = model.embedder();
    let texts = checks["texts"].as_array().expect("texts");
    assert_eq!(texts.len(), 53);
    for check in texts {
        let text = check["text"].as_str().expect("a text");
        let ids: Vec<u64> =
            check["ids"].as_array().expect("ids").iter().filter_map(serde_json::Value::as_u64).collect();
        assert_eq!(model.tokens(text).into_iter().map(u64::from).collect::<Vec<_>>(), ids, "{text}");
        let Some(vector) = embedder.embed(text) else {
            assert!(ids.is_empty(), "{text}");
            continue;
        };
        for (number, wanted) in vector.iter().zip(check["first8"].as_array().expect("numbers")) {
            assert!((f64::from(*number) - wanted.as_f64().expect("a number")).abs() < 1e-5, "{text}");
        }
        let sum: f64 = vector.iter().zip(1..).map(|(number, at)| f64::from(*number) * f64::from(at)).sum();
        assert!((sum - check["checksum_dot"].as_f64().expect("a sum")).abs() < 2e-3, "{text}");
    }
}

#[test]
#[cfg_attr(not(feature = "model"), ignore = "needs vectors")]
fn what_means_the_same_is_alike_across_languages() {
    let mut embedder = EmbeddingModel::built_in().embedder();
    let mut quantised = |text: &str| Quantised::of(&embedder.embed(text).expect("tokens"));
    let query = quantised("如何解析 JSON 文件");
    let texts = ["parse a JSON file", "open a window on the screen", "the garbage collector frees memory"];
    let alike: Vec<f32> = texts.iter().map(|text| query.similarity(&quantised(text).to_bytes())).collect();
    assert!(alike[0] > 0.3 && alike[0] > alike[1] + 0.2 && alike[0] > alike[2] + 0.2, "{alike:?}");
}

#[test]
#[cfg_attr(not(feature = "model"), ignore = "needs vectors")]
fn two_translated_words_of_a_question_are_not_the_question() {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in [
        ("a.md", "# Tokens\n\nThe user has a token. Each user token is a token of that user.\n"),
        ("b.md", "# Signing in\n\nWhen the session has run out, people are asked to sign in once more.\n"),
        ("c.md", "# Colours\n\nThe palette has sixteen colours, and a user may choose one.\n"),
    ] {
        std::fs::write(folder.path().join(name), text).expect("a file");
    }
    let mut docql = std::process::Command::new(env!("CARGO_BIN_EXE_docql"));
    docql.args(["search", "--no-index", "-f", "paths", "忘记续期之后用户被要求再次登录吗"]);
    let out = docql.current_dir(folder.path()).output().expect("docql runs").stdout;
    assert_eq!(String::from_utf8(out).expect("UTF-8").lines().next(), Some("b.md"));
}

#[test]
fn a_table_that_is_damaged_or_foreign_is_refused() {
    let whole = {
        let mut bytes = b"STAT".to_vec();
        [1u32, 2, 256, 4, 4].iter().for_each(|number| bytes.extend(number.to_le_bytes()));
        bytes.extend(b"a\nb\n");
        bytes.extend([0x00, 0x3c, 0x00, 0x40]);
        bytes.extend([0x9f; 256]);
        bytes
    };
    assert_eq!(EmbeddingModel::read(&whole).expect("a table").tokens("A, b, c!"), [0, 1]);
    for end in 0..whole.len() {
        assert!(EmbeddingModel::read(&whole[..end]).is_err(), "{end}");
    }
    assert_eq!(EmbeddingModel::read(b"anything else that is longer than a head").err(), Some(UnreadableModel::Foreign));
}
