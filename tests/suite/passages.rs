//! Long sections are ranked by what their passages say.

use docql::indexer::{Indexer, WorkspaceOptions};
use docql::library::{Library, Needs};
use docql::search::{Mode, Options, Target, read, run};
use docql::stdx::Ticket;
use std::fs;
use std::sync::Arc;
use tempfile::TempDir;

fn library(files: &[(&str, &str)]) -> (TempDir, Arc<Library>) {
    let folder = tempfile::tempdir().expect("a folder");
    files.iter().for_each(|(path, text)| fs::write(folder.path().join(path), text).expect("a file"));
    let indexer = Indexer::open(WorkspaceOptions { threads: 2, ..WorkspaceOptions::at(folder.path()) });
    let indexer = indexer.expect("an indexer");
    indexer.ensure(&Needs::FullText, &Ticket::forever(), &|_| {}).expect("a fresh ticket");
    let library = indexer.library();
    (folder, library)
}

/// The names of the sections that are found, the best first.
fn found(library: &Library, mode: Mode, words: &str) -> Vec<String> {
    let ranked = run(&read(words), library, &Options::of(mode), 20, &Ticket::forever());
    let name = |target: &Target| match target {
        Target::Node(at) => library.outline(at.file).map(|outline| outline.name(at.node).to_owned()),
        _ => None,
    };
    ranked.hits.iter().filter_map(|hit| name(&hit.target)).collect()
}

#[test]
fn what_a_long_section_explains_on_a_later_page_is_found_there() {
    let other = "Something else is told here at some length, and nothing of it matters.\n\n".repeat(300);
    let text = format!(
        "# Manual\n\n## Expansion\n\n{other}A sequence expression takes a start, an end and an increment. With a zero \
         in front, zero padding makes all numbers of the sequence equally wide.\n\n{other}\
         ## Arithmetic\n\nAn expression is computed. An increment adds one.\n\n\
         ## Shifts\n\nPadding of a shift is zero, in sequence.\n"
    );
    let (_folder, library) = library(&[("manual.md", &text)]);
    for mode in [Mode::Keyword, Mode::Smart] {
        let found = found(&library, mode, "sequence expression zero padding increment");
        assert_eq!(found.first().map(String::as_str), Some("Expansion"), "{mode:?}: {found:?}");
    }
}

#[test]
fn words_in_a_list_are_wanted_all_before_titles_that_have_one_of_them() {
    let about =
        "这里介绍磁盘的型号，以及怎样购买和更换。选择时注意价格、噪声和寿命，并且比较不同厂商的产品。\n\n".repeat(3);
    let rest = "索引文件写入之后由后台合并，查询先看内存里的结构，再看已经落盘的部分，最后汇总结果返回。\n\n".repeat(6);
    let text = format!(
        "# 手册\n\n## 磁盘\n\n{about}## 机器\n\n机器的磁盘和电源。\n\n\
         ## 提高查询速度\n\n{rest}每台机器都要留出一半内存，缓存磁盘上的索引。\n\n{rest}\
         ## 购买机器\n\n机器由采购部门购买，先填写申请。\n"
    );
    let (_folder, library) = library(&[("手册.md", &text)]);
    for mode in [Mode::Keyword, Mode::Smart] {
        let found = found(&library, mode, "缓存 磁盘 机器");
        assert_eq!(found.first().map(String::as_str), Some("提高查询速度"), "{mode:?}: {found:?}");
    }
}

#[test]
fn a_pair_of_characters_is_looked_for_as_it_is_though_one_may_say_nothing_alone() {
    let text = "# 手册\n\n## 断开\n\n收到数据以后先存下来，等到夜里再由后台的任务统一发给对端，写入的内容在那里还要核对一遍。\n\n\
                ## 端口的数据\n\n端口有数据，终端也有数据，写明端点和数据的数目。\n";
    let (_folder, library) = library(&[("手册.md", text)]);
    for mode in [Mode::Keyword, Mode::Smart] {
        let found = found(&library, mode, "数据 对端");
        assert_eq!(found.first().map(String::as_str), Some("断开"), "{mode:?}: {found:?}");
    }
}
