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
fn other_words_for_a_thing_are_nearer_to_it_than_to_anything_else() {
    let pairs = [
        ("revive a terminated profile", "A closed account cannot be opened again."),
        ("display gets darker when nobody touches the keyboard", "The screen dims after five minutes without input."),
        ("continue an interrupted transfer", "Downloads are resumed where they stopped."),
        ("several authors working simultaneously on one document", "Two people may edit the same page at once."),
        ("stale mail gets purged regularly", "Old messages are deleted every week."),
        ("permissions are granted by whoever possesses it", "Only the owner of a file may change who can read it."),
    ];
    let mut embedder = EmbeddingModel::built_in().embedder();
    let mut quantised = |text: &str| Quantised::of(&embedder.embed(text).expect("tokens"));
    let texts: Vec<Vec<u8>> = pairs.iter().map(|(_, text)| quantised(text).to_bytes()).collect();
    for (at, (question, _)) in pairs.iter().enumerate() {
        let asked = quantised(question);
        let alike: Vec<f32> = texts.iter().map(|text| asked.similarity(text)).collect();
        assert!(alike[at] > 0.2 && alike.iter().all(|other| alike[at] >= *other), "{question}: {alike:?}");
    }
}

#[test]
#[cfg_attr(not(feature = "model"), ignore = "needs vectors")]
fn words_that_a_text_has_by_chance_do_not_bury_what_a_sentence_means() {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in [
        (
            "accounts.md",
            "# Accounts\n\nA closed account cannot be opened again, not even by the person who once had it.\n",
        ),
        (
            "tyres.md",
            "# Tyres\n\nTurn the wheel to the left. Rubber wears down over the kilometres, and old tyres are given up for \
             good. The profile should be four millimetres deep. Put the lamp into its holder, and fasten the screws. A \
             garage that a car was brought to sends the bill to your account in a few days.\n",
        ),
        ("colours.md", "# Colours\n\nThe palette has sixteen colours, and a user may choose one.\n"),
        ("speed.md", "# Speed\n\nMeasure it twice, and write down the mean of both.\n"),
        ("bread.md", "# Bread\n\nBread is baked in the morning and sold until noon.\n"),
        ("river.md", "# River\n\nThe river floods the meadow in spring.\n"),
        ("trains.md", "# Trains\n\nTrains to the coast run every hour.\n"),
        ("stars.md", "# Stars\n\nStars are brightest in a dark and cold night.\n"),
    ] {
        std::fs::write(folder.path().join(name), text).expect("a file");
    }
    let mut docql = std::process::Command::new(env!("CARGO_BIN_EXE_docql"));
    docql.args(["search", "--no-index", "-f", "paths", "revive terminated profile once holder left recently"]);
    let out = docql.current_dir(folder.path()).output().expect("docql runs").stdout;
    assert_eq!(String::from_utf8(out).expect("UTF-8").lines().next(), Some("accounts.md"));
}

#[test]
#[cfg_attr(not(feature = "model"), ignore = "needs vectors")]
fn the_text_that_has_all_words_of_a_list_comes_before_one_that_is_like_some_of_them() {
    let folder = tempfile::tempdir().expect("a folder");
    let about =
        "这里介绍磁盘的型号，以及怎样购买和更换。选择时注意价格、噪声和寿命，并且比较不同厂商的产品。\n\n".repeat(3);
    let rest = "索引文件写入之后由后台合并，查询先看内存里的结构，再看已经落盘的部分，最后汇总结果返回。";
    let (before, after) = (format!("{rest}\n\n").repeat(4), format!("{rest}\n\n").repeat(6));
    let text = format!(
        "# 手册\n\n## 磁盘\n\n{about}## 机器\n\n机器的磁盘和电源。磁盘在机器里，机器里有磁盘。\n\n\
         ## 提高查询速度\n\n{before}缓存不宜太小。{rest}{rest}机器至少三台，位置要分散开。{rest}磁盘另行安排。\n\n\
         {after}## 购买机器\n\n机器由采购部门购买，先填写申请。\n"
    );
    std::fs::write(folder.path().join("手册.md"), text).expect("a file");
    let mut docql = std::process::Command::new(env!("CARGO_BIN_EXE_docql"));
    docql.args(["search", "--no-index", "--explain", "-f", "json", "缓存 磁盘 机器"]);
    let out = docql.current_dir(folder.path()).output().expect("docql runs").stdout;
    let answer: serde_json::Value = serde_json::from_slice(&out).expect("JSON");
    assert_eq!(answer["hits"][0]["name"], "提高查询速度");
}

#[test]
#[cfg_attr(not(feature = "model"), ignore = "needs vectors")]
fn two_translated_words_of_a_question_are_not_the_question() {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in [
        ("a.md", "# Tokens\n\nThe user has a token. Each user token is a token of that user.\n"),
        ("b.md", "# Signing in\n\nWhen the session has expired, people are asked to sign in once more.\n"),
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
