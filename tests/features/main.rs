//! A program that was built without something says so where it would be used.

#![cfg(not(all(feature = "images", feature = "mcp", feature = "model", feature = "online", feature = "serve")))]

use std::path::Path;
use std::process::Command;

/// Both streams of a run in the corpus.
fn said(arguments: &[&str], variables: &[(&str, &str)]) -> String {
    let home = tempfile::tempdir().expect("a folder");
    let mut command = Command::new(env!("CARGO_BIN_EXE_docql"));
    command.args(arguments).current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus"));
    let output = command.env_clear().env("HOME", home.path()).envs(variables.iter().copied()).output().expect("a run");
    String::from_utf8([output.stdout, output.stderr].concat()).expect("UTF-8")
}

#[test]
fn the_doctor_lists_what_is_missing() {
    let said = said(&["doctor"], &[]);
    let line = said.lines().next().expect("a line");
    let (_, missing) = line.split_once(", built without ").expect(line);
    for (feature, is_built) in [
        ("images", cfg!(feature = "images")),
        ("mcp", cfg!(feature = "mcp")),
        ("model", cfg!(feature = "model")),
        ("online", cfg!(feature = "online")),
        ("serve", cfg!(feature = "serve")),
    ] {
        assert_ne!(missing.contains(feature), is_built, "{line}");
    }
}

#[cfg(not(feature = "model"))]
#[test]
fn without_the_model_words_alone_are_searched() {
    let hybrid = said(&["search", "--mode", "hybrid", "validate token"], &[]);
    assert!(hybrid.contains("validateToken"), "{hybrid}");
    assert!(hybrid.contains("words alone were searched: docql was built without `model`"), "{hybrid}");
    let usual = said(&["query", "validate token"], &[]);
    assert!(usual.contains("validateToken") && !usual.contains("built without"), "{usual}");
    assert!(said(&["doctor"], &[]).contains("none: docql was built without `model`"));
}

#[cfg(not(feature = "online"))]
#[test]
fn without_http_nobody_is_asked() {
    let address = "http://localhost:1/v1";
    let endpoint = [
        ("DOCQL_SEARCH_EMBEDDINGS", "endpoint"),
        ("DOCQL_SEARCH_ENDPOINT_URL", address),
        ("DOCQL_SEARCH_ENDPOINT_MODEL", "m"),
    ];
    let told = "search.endpoint.url: docql was built without `online`, it asks nobody";
    assert!(said(&["doctor"], &endpoint).contains(told), "{}", said(&["doctor"], &endpoint));
    let answer = said(&["search", "--mode", "hybrid", "validate token"], &endpoint);
    assert!(answer.contains("validateToken") && answer.contains(told), "{answer}");
    let images = [("DOCQL_SEARCH_IMAGES_URL", address), ("DOCQL_SEARCH_IMAGES_MODEL", "m")];
    let told = "search.images.url: docql was built without `online`, it asks nobody";
    for arguments in [&["doctor"][..], &["search", "--image", "README.md"], &["query", "validate token"]] {
        assert!(said(arguments, &images).contains(told), "{}", said(arguments, &images));
    }
    let answer = said(&["query", "validate token"], &[("DOCQL_SEARCH_RERANK_URL", address)]);
    let told = "search.rerank.url: docql was built without `online`, it asks nobody";
    assert!(answer.contains("validateToken") && answer.contains(told), "{answer}");
}

#[cfg(not(feature = "images"))]
#[test]
fn without_pictures_they_are_named() {
    assert!(said(&["doctor"], &[]).contains("docql was built without `images`"));
}

#[cfg(not(feature = "mcp"))]
#[test]
fn without_the_protocol_there_is_no_server() {
    assert!(said(&["mcp"], &[]).contains("docql was built without `mcp`"), "{}", said(&["mcp"], &[]));
    assert!(said(&["mcp", "--print-config", "claude"], &[]).contains("docql was built without `mcp`"));
}
