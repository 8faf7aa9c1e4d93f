//! The order of words: what is said of a thing stands in front of it in Chinese, and behind it in English.

/// What joins something to what is said of it, the superlatives, and what they are in front of a number.
const OF: &str = "的";
const SUPERLATIVES: &[(&str, &str, &str)] = &[("最多", "most", "at most"), ("最少", "fewest", "at least")];

/// What asks for a part of all.
pub(super) const SHARE: &str = "share of";

/// What may be done with something or not.
pub(super) const DONE: &[&str] = &["ordered", "sold", "bought"];

/// Words that compare a number behind them.
const SIGNS: &[&str] = &["over", "under", "at least", "at most"];

/// Words of a Chinese question, each as it is in English, in the order in which English has them. `is_table` tells the
/// names of tables.
pub(in crate::agent::tables) fn reordered(words: Vec<String>, is_table: &dyn Fn(&str) -> bool) -> Vec<String> {
    let mut words = words;
    if let Some(at) = words.iter().position(|word| word == SHARE).filter(|at| *at > 0) {
        // "Of the orders without payment the share": it is asked first.
        words.remove(at);
        let mut rest = reordered(words, is_table);
        rest.insert(0, SHARE.to_owned());
        return rest;
    }
    for at in 0..words.len() {
        let is_before_number = words.get(at + 1).is_some_and(|next| is_number(next));
        if let Some((.., compared)) = SUPERLATIVES.iter().find(|(word, ..)| is_before_number && *word == words[at]) {
            words[at] = (*compared).to_owned();
        }
    }
    for at in 1..words.len() {
        // "At least has 10", "without sold".
        if words[at] == "have" && SIGNS.contains(&words[at - 1].as_str()) {
            words[at].clear();
        }
        if words[at - 1] == "without" && DONE.contains(&words[at].as_str()) {
            words[at - 1] = "not".to_owned();
        }
    }
    words.retain(|word| !word.is_empty());
    if let Some(words) = ranked(&words, is_table) {
        return words;
    }
    let of = words.iter().rposition(|word| word == OF);
    let is_said_of = of.and_then(|of| words.get(of + 1)).is_some_and(|word| is_table(word));
    if let Some(of) = of.filter(|of| *of > 0 && is_said_of) {
        let mut said = words.split_off(of);
        said.push("with".to_owned());
        said.append(&mut words);
        words = said;
    }
    words.retain(|word| word != OF);
    // A time in front of all is said of what is told last: "2023年没有订单的客户" had none in that year.
    let time = words.iter().position(|word| word.starts_with("in "));
    let is_first = |at: usize| at == 0 || words[at - 1] == "with";
    if let Some(at) = time.filter(|at| is_first(*at) && words.iter().filter(|word| is_table(word)).count() > 1) {
        let time = words.remove(at);
        words.push(time);
    }
    words
}

/// "Which customer has the most orders", from "哪个客户的订单最多", "订单最多的客户" and "订单最多的5个客户".
fn ranked(words: &[String], is_table: &dyn Fn(&str) -> bool) -> Option<Vec<String>> {
    let at = words.iter().position(|word| SUPERLATIVES.iter().any(|(superlative, ..)| word == superlative))?;
    let (_, most, _) = SUPERLATIVES.iter().find(|(superlative, ..)| *superlative == words[at])?;
    let rows = at.checked_sub(1).map(|before| &words[before]).filter(|word| is_table(word))?;
    let before: Vec<&str> = words[..at - 1].iter().map(String::as_str).filter(|word| *word != OF).collect();
    let behind: Vec<&str> = words[at + 1..].iter().map(String::as_str).filter(|word| *word != OF).collect();
    let text = match (before.as_slice(), behind.as_slice()) {
        (["which", thing], []) | (["which"] | [], [thing]) => {
            format!("which {thing} has the {most} {rows}")
        }
        ([], [number, thing]) if is_table(thing) && is_number(number) => {
            format!("top {number} {thing} with the {most} {rows}")
        }
        _ => return None,
    };
    Some(text.split(' ').map(str::to_owned).collect())
}

/// Puts what is counted behind the number that ends the words: "订单超过50个" is "over 50 orders".
pub(in crate::agent::tables) fn count_last(words: &mut Vec<String>, is_table: &dyn Fn(&str) -> bool) {
    let [.., sign, number] = words.as_slice() else { return };
    if !SIGNS.contains(&sign.as_str()) || !is_number(number) {
        return;
    }
    let end = words.len() - 2;
    let says_number = end > 0 && words[end - 1] == "number of";
    let noun = end.checked_sub(if says_number { 2 } else { 1 });
    if let Some(noun) = noun.filter(|at| is_table(&words[*at])) {
        let word = words.remove(noun);
        if says_number {
            words.remove(noun);
        }
        words.push(word);
    }
}

fn is_number(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_said_of_a_thing_comes_behind_it() {
        let is_table = |word: &str| ["customer", "order"].contains(&word);
        for (words, expected) in [
            ("over 10 order 的 customer", "customer with over 10 order"),
            ("per month 的 order", "order with per month"),
            ("which customer 的 order 最多", "which customer has the most order"),
            ("order 最少 的 customer", "which customer has the fewest order"),
            ("order 最多 的 5 customer", "top 5 customer with the most order"),
            ("最多 5 order 的 customer", "customer with at most 5 order"),
            ("customer 的 city", "customer city"),
            ("in_2023 without order 的 customer", "customer with without order in_2023"),
            ("in_2023 的 order", "order with in_2023"),
            ("which city 的 customer 最多", "which city has the most customer"),
            ("without sold 的 order", "order with not sold"),
            ("at_least have 10 order 的 customer", "customer with at least 10 order"),
        ] {
            let words = words.split(' ').map(|word| word.replace('_', " ")).collect();
            assert_eq!(reordered(words, &is_table).join(" "), expected.replace('_', " "));
        }
        let mut words: Vec<String> = ["order", "over", "50"].map(str::to_owned).into();
        count_last(&mut words, &is_table);
        assert_eq!(words, ["over", "50", "order"]);
    }
}
