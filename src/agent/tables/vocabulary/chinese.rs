//! Chinese questions about rows, word for word in English: those of asking by a table, the others by the dictionary of
//! synonyms. What is in neither stays as it is, and is not understood.

use super::chinese_order::{DONE, SHARE, count_last, reordered};
use crate::library::is_cjk;
use crate::search::synonyms;
use std::collections::HashSet;

/// Words by which a question asks; the longest that fit count.
const ASKING: &[(&str, &str)] = &[
    ("一共有多少", "how many"),
    ("总共有多少", "how many"),
    ("有多少", "how many"),
    ("是多少", ""),
    ("多少", "how many"),
    ("有几", "how many"),
    ("几", "how many"),
    ("数量", "number of"),
    ("总数", "number of"),
    ("个数", "number of"),
    ("数", "number of"),
    ("总和", "sum of"),
    ("总额", "total"),
    ("总", "total"),
    ("总计", "sum of"),
    ("平均值", "average"),
    ("平均", "average"),
    ("最多", "最多"),
    ("最少", "最少"),
    ("最高", "highest"),
    ("最大", "largest"),
    ("最低", "lowest"),
    ("最小", "smallest"),
    ("最贵", "most expensive"),
    ("最便宜", "cheapest"),
    ("最长", "longest"),
    ("最短", "shortest"),
    ("最新", "latest"),
    ("最早", "earliest"),
    ("超过", "over"),
    ("大于", "over"),
    ("高于", "over"),
    ("多于", "over"),
    ("小于", "under"),
    ("低于", "under"),
    ("少于", "under"),
    ("至少", "at least"),
    ("至多", "at most"),
    ("或以上", "or more"),
    ("及以上", "or more"),
    ("以上", "or more"),
    ("或以下", "or less"),
    ("及以下", "or less"),
    ("以下", "or less"),
    ("从", "from"),
    ("飞往", "to"),
    ("前往", "to"),
    ("期间", "during"),
    ("今年", "in this year"),
    ("去年", "in last year"),
    ("本季度", "in this quarter"),
    ("上季度", "in last quarter"),
    ("上个季度", "in last quarter"),
    ("本月", "in this month"),
    ("这个月", "in this month"),
    ("上月", "in last month"),
    ("上个月", "in last month"),
    ("本周", "in this week"),
    ("上周", "in last week"),
    ("今天", "in today"),
    ("昨天", "in yesterday"),
    ("逾期", "overdue"),
    ("占多少比例", SHARE),
    ("占百分之多少", SHARE),
    ("占比", SHARE),
    ("的比例", SHARE),
    ("的百分比", SHARE),
    ("不同的", "different"),
    ("不同", "different"),
    ("第二贵", "second most expensive"),
    ("第三贵", "third most expensive"),
    ("第二便宜", "second cheapest"),
    ("第三便宜", "third cheapest"),
    ("每个", "per"),
    ("每", "per"),
    ("按", "by"),
    ("哪些", "which"),
    ("哪个", "which"),
    ("列出", "list"),
    ("来自", "from"),
    ("住在", "in"),
    ("居住在", "in"),
    ("位于", "in"),
    ("属于", "in"),
    ("被", ""),
    ("哪位", "which"),
    ("哪家", "which"),
    ("从来没有", "never"),
    ("从未", "never"),
    ("从没", "never"),
    ("下单", "ordered"),
    ("下过单", "ordered"),
    ("售出", "sold"),
    ("卖出", "sold"),
    ("购买", "bought"),
    ("付款最多", "paid the most"),
    ("支付最多", "paid the most"),
    ("消费最多", "spent the most"),
    ("花费最多", "spent the most"),
    ("花钱最多", "spent the most"),
    ("除了", "except"),
    ("除", "except"),
    ("不包括", "excluding"),
    ("不含", "excluding"),
    ("排除", "excluding"),
    ("以外", ""),
    ("之外", ""),
    ("既不是", "neither"),
    ("既不", "neither"),
    ("也不是", "nor"),
    ("也不", "nor"),
    ("目前", "currently"),
    ("现在", "currently"),
    ("当前", "currently"),
    ("中位数", "median"),
    ("零下", "minus"),
    ("千", "千"),
    ("万", "万"),
    ("百万", "百万"),
    ("千万", "千万"),
    ("亿", "亿"),
    ("没有", "without"),
    ("没被", "not"),
    ("未被", "not"),
    ("未", "not"),
    ("不是", "not"),
    ("不", "not"),
    ("或", "or"),
    ("和", "and"),
    ("在", "in"),
    ("的", "的"),
    ("是", ""),
    ("了", ""),
    ("有", "have"),
    ("请", ""),
];

/// What people call the things that tables are of → English words, of which the first counts that a database has a name for.
const THINGS: &[(&str, &[&str])] = &[
    ("省", &["province", "state"]),
    ("省份", &["province", "state"]),
    ("市", &["city"]),
    ("区", &["area", "district"]),
    ("县", &["area", "county", "district"]),
    ("区县", &["area", "district", "county"]),
    ("街道", &["street"]),
    ("歌", &["track", "song"]),
    ("歌曲", &["track", "song"]),
    ("电影", &["film", "movie"]),
    ("影片", &["film", "movie"]),
    ("国家", &["country"]),
    ("亚洲", &["Asia"]),
    ("欧洲", &["Europe"]),
    ("非洲", &["Africa"]),
    ("大洋洲", &["Oceania"]),
    ("北美洲", &["North America"]),
    ("南美洲", &["South America"]),
    ("取消", &["cancelled", "canceled"]),
];

/// What says in a Chinese question that something is asked of all things of a kind, and not what is written.
const OF_ALL: &[&str] =
    &["最", "多少", "几", "没", "不", "未", "数", "均", "总", "超过", "低于", "哪个", "哪位", "哪家"];

/// Whether a Chinese question asks something of all things of a kind: how many they are, which is the first.
pub(in crate::agent::tables) fn asks_in_chinese(question: &str) -> bool {
    OF_ALL.iter().any(|word| question.contains(word))
}

/// What makes more of a number.
const SCALES: &[&str] = &["千", "万", "百万", "千万", "亿"];

/// Parts of a year, behind it.
const PARTS_OF_YEAR: &[(&str, &str)] = &[
    ("第一季度", "q1"),
    ("第二季度", "q2"),
    ("第三季度", "q3"),
    ("第四季度", "q4"),
    ("一季度", "q1"),
    ("二季度", "q2"),
    ("三季度", "q3"),
    ("四季度", "q4"),
    ("春季", "spring"),
    ("春天", "spring"),
    ("夏季", "summer"),
    ("夏天", "summer"),
    ("秋季", "autumn"),
    ("秋天", "autumn"),
    ("冬季", "winter"),
    ("冬天", "winter"),
    ("上半年", "first half of"),
    ("下半年", "second half of"),
];

/// Parts of a month, behind it.
const WEEKS: &[(&str, &str)] = &[
    ("第一周", "first week"),
    ("第二周", "second week"),
    ("第三周", "third week"),
    ("第四周", "fourth week"),
    ("最后一周", "last week"),
    ("上半月", "first half"),
    ("下半月", "second half"),
];

/// Words behind a number of things.
const CLASSIFIERS: &[char] = &['个', '張', '张', '位', '名', '条', '家', '首', '部', '种', '份', '件', '笔', '本'];

/// Periods behind "per".
const PERIODS: &[(&str, &str)] = &[
    ("年份", "year"),
    ("月份", "month"),
    ("季度", "quarter"),
    ("星期", "week"),
    ("年", "year"),
    ("月", "month"),
    ("周", "week"),
    ("天", "day"),
    ("日", "day"),
];

/// Words that deny what is behind them.
const DENYING: &[&str] = &["never", "not", "without"];

/// Characters of a word of the dictionary or of a name, at most.
const LONGEST: usize = 12;

/// What databases have names for.
pub(in crate::agent::tables) struct Names<'a> {
    /// Whether an English word is one.
    pub is_known: &'a dyn Fn(&str) -> bool,
    /// Those that are Chinese themselves, and values.
    pub own: &'a HashSet<String>,
    /// Whether a word is the name of a table.
    pub is_table: &'a dyn Fn(&str) -> bool,
}

/// A question in English words; `None` if none of it is Chinese. Of several words the first is taken that is known.
pub(in crate::agent::tables) fn translated(question: &str, names: &Names<'_>) -> Option<String> {
    if !question.contains(is_cjk) {
        return None;
    }
    let mut words: Vec<String> = Vec::new();
    let mut rest = question;
    while let Some(first) = rest.chars().next() {
        let counts = words.last().is_some_and(|word| {
            word == "how many" || word.bytes().all(|c| c.is_ascii_digit()) || SCALES.contains(&word.as_str())
        });
        if let Some((moment, length)) = moment(rest) {
            words.push(moment);
            rest = &rest[length..];
        } else if !is_cjk(first) {
            let end = rest.find(is_cjk).unwrap_or(rest.len());
            let digits = rest.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(rest.len());
            let end = if digits > 0 { digits } else { end };
            words.push(rest[..end].trim().to_owned());
            rest = &rest[end..];
        } else if counts && CLASSIFIERS.contains(&first) {
            rest = &rest[first.len_utf8()..];
            let is_last = rest.chars().next().is_none_or(|next| next == '的' || !next.is_alphanumeric());
            if is_last {
                count_last(&mut words, names.is_table);
            }
        } else if let Some((period, length)) = period(&words, rest) {
            words.push(period.to_owned());
            rest = &rest[length..];
        } else if let Some(length) = number_of(&words, rest, names) {
            words.push("number of".to_owned());
            rest = &rest[length..];
        } else {
            let is_denied = words.last().is_some_and(|word| DENYING.contains(&word.as_str()));
            let (word, length) = word(rest, names, is_denied);
            words.push(word);
            rest = &rest[length..];
        }
    }
    words.retain(|word| !word.is_empty());
    Some(reordered(words, names.is_table).join(" "))
}

/// The period that stands behind "per" or "by", and its bytes.
fn period(words: &[String], text: &str) -> Option<(&'static str, usize)> {
    let is_group = words.last().is_some_and(|word| word == "per" || word == "by");
    let found = PERIODS.iter().find(|(chinese, _)| is_group && text.starts_with(chinese))?;
    Some((found.1, found.0.len()))
}

/// The bytes of a word that ends a question behind the name of a table and asks how many there are, though a column may be
/// called so.
fn number_of(words: &[String], text: &str, names: &Names<'_>) -> Option<usize> {
    let rest = text.trim_end_matches(|letter: char| !letter.is_alphanumeric());
    let is_asked = ASKING.iter().any(|(word, english)| *word == rest && *english == "number of");
    let is_of_table = words.iter().rfind(|word| *word != "的").is_some_and(|word| (names.is_table)(word));
    (is_asked && is_of_table).then_some(rest.len())
}

/// The longest word that a text begins with, in English unless it is a name, and its bytes.
fn word(text: &str, names: &Names<'_>, is_denied: bool) -> (String, usize) {
    let ends: Vec<usize> = text.char_indices().map(|(at, c)| at + c.len_utf8()).take(LONGEST).collect();
    for end in ends.into_iter().rev() {
        let here = &text[..end];
        // What was not done is no name: "never ordered" where there is a date of the order.
        let is_deed = is_denied && ASKING.iter().any(|(word, english)| *word == here && DONE.contains(english));
        if names.own.contains(here) && !is_deed {
            return (here.to_owned(), end);
        }
        let asking = ASKING.iter().find(|(word, _)| *word == here).map(|(_, english)| (*english).to_owned());
        let thing = || {
            let (_, all) = THINGS.iter().find(|(word, _)| *word == here)?;
            let known = all.iter().find(|word| (names.is_known)(word));
            known.or(all.first().filter(|word| word.starts_with(char::is_uppercase))).map(|word| (*word).to_owned())
        };
        let english = || {
            let all = synonyms(here).iter().filter(|word| word.is_ascii());
            all.clone()
                .find(|word| (names.is_known)(word))
                .or_else(|| all.clone().next())
                .map(|word| (*word).to_owned())
        };
        if let Some(found) = asking.or_else(thing).or_else(english) {
            return (found, end);
        }
    }
    // A run that nobody knows is one word.
    let end = text.find(|c| !is_cjk(c)).unwrap_or(text.len());
    (text[..end].to_owned(), end)
}

/// A year, a month or a day at the beginning: `2021年3月5日`.
fn moment(text: &str) -> Option<(String, usize)> {
    let number = |text: &str, digits: std::ops::RangeInclusive<usize>| {
        let count = text.bytes().take_while(u8::is_ascii_digit).count();
        digits.contains(&count).then(|| (text[..count].to_owned(), count))
    };
    let (year, mut end) = number(text, 4..=4)?;
    end += text[end..].starts_with('年').then_some('年'.len_utf8())?;
    if let Some((chinese, english)) = PARTS_OF_YEAR.iter().find(|(chinese, _)| text[end..].starts_with(chinese)) {
        return Some((format!("in {english} {year}"), end + chinese.len()));
    }
    let mut moment = format!("in {year}");
    for sign in ['月', '日'] {
        let Some((part, count)) = number(&text[end..], 1..=2) else { break };
        if !text[end + count..].starts_with(sign) {
            break;
        }
        moment.push_str(&format!("-{part:0>2}"));
        end += count + sign.len_utf8();
    }
    let week = WEEKS.iter().find(|(chinese, _)| text[end..].starts_with(chinese));
    if let Some((chinese, english)) = week {
        moment = moment.replacen("in ", &format!("in the {english} of "), 1);
        end += chinese.len();
    }
    Some((moment, end))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_are_translated_word_for_word_and_unknown_words_stay() {
        let is_known = |word: &str| word == "customer";
        let own = HashSet::from(["订单".to_owned()]);
        let known = Names { is_known: &is_known, own: &own, is_table: &|word| word == "customer" || word == "订单" };
        for (question, english) in [
            ("有多少客户", "how many customer"),
            ("2021年3月有多少客户", "in 2021-03 how many customer"),
            ("有多少个客户的金额超过10.5", "how many customer amount over 10.5"),
            ("2023年第二季度有多少客户", "in q2 2023 how many customer"),
            ("上个月的订单", "订单 with in last month"),
            ("每季度订单数", "per quarter 订单 number of"),
            ("订单占多少比例", "share of 订单"),
            ("2023年5月第一周有多少客户", "in the first week of 2023-05 how many customer"),
            ("有多少齉龘", "how many 齉龘"),
            ("每月订单数", "per month 订单 number of"),
            ("订单超过50个的客户", "customer with over 50 订单"),
        ] {
            assert_eq!(translated(question, &known).as_deref(), Some(english), "{question}");
        }
        assert_eq!(translated("how many customers", &known), None);
    }
}
