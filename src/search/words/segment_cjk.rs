//! The words of text written without spaces: those of the table of synonyms and of the built-in model's vocabulary.

use super::synonyms;
use crate::semantic::EmbeddingModel;
use std::ops::Range;

/// Words of Chinese questions that carry no meaning of their own, sorted.
#[rustfmt::skip]
const PARTICLES: &[&str] = &[
    "一下", "一个", "一些", "一会儿", "一個", "一种", "一種", "上", "下", "不", "不会", "不是", "不能", "与", "並", "个", "中", "为", "为了",
    "为什么", "为何", "么", "之", "也", "了", "了解", "些", "什么", "什么意思", "什么时候", "什么样", "什麼", "什麼時候", "什麼樣", "从", "以",
    "以及", "以後", "会", "会不会", "但", "但是", "何时", "何時", "你", "你们", "使其", "使得", "來", "個", "做", "做好", "像", "关于", "其",
    "其中", "内", "再", "几个", "出现", "出現", "到", "去", "又", "及", "只", "只要", "可以", "可否", "可能", "同", "向", "吗", "吧", "含义",
    "含義", "告诉", "呢", "和", "哦", "哪", "哪一个", "哪一個", "哪个", "哪些", "哪個", "哪儿", "哪裡", "哪里", "啊", "嗎", "嘛", "因为", "因為",
    "在", "地", "多久", "多少", "多長時間", "多长时间", "太", "如何", "如果", "它", "它们", "对", "对于", "将", "將", "對", "對於", "就", "就是",
    "并", "并且", "应当", "应该", "当", "很", "得", "從", "怎", "怎么", "怎么做", "怎么写", "怎么办", "怎么样", "怎样", "怎樣", "怎麼", "您",
    "情况下", "情況下", "想", "想要", "意思", "應該", "我", "我们", "我們", "或", "所", "所以", "才", "把", "时", "时候", "是", "是不是",
    "是什么意思", "是否", "時", "時候", "最", "會", "有", "有沒有", "有没有", "本", "来", "某", "某个", "某個", "此", "每", "每个", "每個", "比",
    "没", "為", "為了", "為什麼", "為何", "甚么", "用", "由", "由于", "當", "的", "着", "知道", "种", "種", "等", "等等", "給", "给", "而",
    "而且", "能", "能不能", "能否", "能够", "能夠", "與", "被", "裡", "要", "解释", "該", "誰", "請", "請問", "讓", "让", "该", "请", "请问",
    "谁", "跟", "过", "还", "还是", "还能", "这", "这个", "这些", "这样", "这里", "进行", "這", "這些", "這個", "這樣", "這裡", "通过", "通過",
    "進行", "過", "還", "還是", "那", "那个", "那些", "那個", "那里", "都", "里", "關於", "需要", "麼",
];

/// Characters of the longest words of the model.
const LONGEST_OF_MODEL: usize = 6;

/// The cost of a word of the table. A run is cut into the pieces that cost least, so that fewer words are likelier than
/// more.
const OF_TABLE: u32 = 20;

/// Particles begin and end other words, too.
const OF_PARTICLE: u32 = 22;

/// A word of one character is more often part of another.
const OF_CHARACTER: u32 = 30;

/// A character that belongs to no word known.
const UNKNOWN: u32 = 35;

/// A word of the model alone: two of the table, which may have synonyms, come before it.
const OF_MODEL: u32 = 45;

/// Characters of a run that is one word where it occurs, though one of them is a particle: 对端 is not 端.
const PAIR: usize = 2;

/// A piece of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Piece {
    /// A word.
    Word,
    /// A word that carries no meaning.
    Particle,
    /// A character that belongs to no word known.
    Unknown,
}

/// The words of a run without spaces, and what stands between them. Particles are left out, so that there may be no word
/// at all. Words of the model count where `occurs` says that they are used.
pub(in crate::search) fn cut<'r>(run: &'r str, occurs: &dyn Fn(&str) -> bool) -> Vec<&'r str> {
    let mut words: Vec<Range<usize>> = Vec::new();
    let mut is_open = false;
    let pieces = pieces(run, occurs);
    if let [(Piece::Particle, _), (one, _)] | [(one, _), (Piece::Particle, _)] = pieces[..]
        && one != Piece::Particle
        && run.chars().count() == PAIR
        && occurs(run)
    {
        return vec![run];
    }
    for (piece, range) in pieces {
        match words.last_mut() {
            // Characters that belong to no word known are one together.
            Some(word) if is_open && piece == Piece::Unknown => word.end = range.end,
            _ if piece == Piece::Particle => {}
            _ => words.push(range),
        }
        is_open = piece == Piece::Unknown;
    }
    words.into_iter().map(|range| &run[range]).collect()
}

/// The words of a run without spaces by the dictionary alone, without particles.
pub fn dictionary_words(run: &str) -> Vec<&str> {
    cut(run, &|_| false)
}

/// The pieces of a run that cost least.
fn pieces(run: &str, occurs: &dyn Fn(&str) -> bool) -> Vec<(Piece, Range<usize>)> {
    let places: Vec<usize> = run.char_indices().map(|(at, _)| at).chain([run.len()]).collect();
    let longest = synonyms::longest().max(LONGEST_OF_MODEL);
    // For each place, from the last one on: what the rest costs, and the piece that begins it with the place of its end.
    let mut cheapest = vec![(0, Piece::Unknown, 0); places.len()];
    for start in (0..places.len() - 1).rev() {
        // Of two that cost the same the longer one.
        let ends = (start + 1..places.len()).take(longest).rev();
        let ways = ends.filter_map(|end| {
            let (cost, piece) = kind(&run[places[start]..places[end]], occurs)?;
            Some((cost + cheapest[end].0, piece, end))
        });
        cheapest[start] = ways.min_by_key(|(cost, ..)| *cost).unwrap_or((0, Piece::Unknown, start + 1));
    }
    let mut pieces = Vec::new();
    let mut start = 0;
    while start + 1 < places.len() {
        let (_, piece, end) = cheapest[start];
        pieces.push((piece, places[start]..places[end]));
        start = end;
    }
    pieces
}

/// The kind and the cost of a piece of a run; `None` for several characters that are no word known.
fn kind(piece: &str, occurs: &dyn Fn(&str) -> bool) -> Option<(u32, Piece)> {
    let is_character = piece.chars().nth(1).is_none();
    match () {
        () if synonyms::is_known(piece) => Some((if is_character { OF_CHARACTER } else { OF_TABLE }, Piece::Word)),
        () if is_particle(piece) => Some((if is_character { OF_CHARACTER } else { OF_PARTICLE }, Piece::Particle)),
        () if is_character => Some((UNKNOWN, Piece::Unknown)),
        () => (EmbeddingModel::built_in().knows(piece) && occurs(piece)).then_some((OF_MODEL, Piece::Word)),
    }
}

/// True if a Chinese word carries no meaning of its own.
pub(super) fn is_particle(word: &str) -> bool {
    PARTICLES.binary_search(&word).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_are_cut_into_words_of_the_table_and_of_the_model() {
        assert!(PARTICLES.is_sorted());
        for (run, words) in [
            ("用户认证流程", &["用户", "认证", "流程"][..]),
            ("如何配置用户的权限", &["配置", "用户", "权限"]),
            ("请问垃圾回收是什么时候开始的呢", &["垃圾回收", "开始"]),
            ("使用者認證", &["使用者", "認證"]),
            ("货位锁", &["货位", "锁"]),
            ("上海的服务器", &["上海", "服务器"]),
            ("不同的安全漏洞", &["不同", "安全", "漏洞"]),
            ("有没有查看内存的命令", &["查看", "内存", "命令"]),
            ("为什么", &[]),
            ("", &[]),
        ] {
            assert_eq!(cut(run, &|_| true), words, "{run}");
        }
    }

    #[test]
    fn a_particle_in_a_pair_that_occurs_is_part_of_a_word() {
        for pair in ["对端", "为子"] {
            assert_eq!(cut(pair, &|_| true), [pair]);
        }
        assert_eq!(cut("对端", &|_| false), ["端"]);
        assert_eq!(cut("我的", &|_| true), [""; 0]);
        assert_eq!(cut("为了", &|_| true), [""; 0]);
    }

    #[test]
    fn words_of_the_model_that_are_not_used_hide_none_of_the_table() {
        assert_eq!(cut("空行", &|_| true), ["空行"]);
        assert_eq!(cut("空行", &|_| false), ["空", "行"]);
        let long = "锁".repeat(10_000);
        assert_eq!(cut(&long, &|_| true).len(), 10_000);
    }
}
