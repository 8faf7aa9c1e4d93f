//! A language model puts passages in order: what it is asked, and what its answer says.

use super::problem::Unusable;
use super::reranker::Relevance;
use crate::llm::secrets::redact;
use crate::llm::{Fence, Message, Prompt};

const ORDER: &str = include_str!("../../assets/prompts/order.md");

/// The question and the numbered passages. Each begins with a line that says where it is.
pub(super) fn prompt(question: &str, passages: &[String]) -> Prompt {
    let fence = Fence::around(passages.iter().map(String::as_str));
    let quoted = passages.iter().enumerate().map(|(at, passage)| {
        let (place, text) = passage.split_once('\n').unwrap_or((passage, ""));
        fence.quoted(&[("number", &(at + 1).to_string()), ("place", place)], text)
    });
    let quoted: Vec<String> = quoted.collect();
    let text = format!("Searched for: {}\n\n{}", redact(question).text, quoted.join("\n"));
    Prompt { system: ORDER.trim_end().to_owned(), messages: vec![Message::User(text)], tools: Vec::new() }
}

/// The relevance of each of so many passages, by the order in which an answer names them; `None` for those that it
/// leaves out.
pub(super) fn relevance(answer: &str, passages: usize) -> Result<Relevance, Unusable> {
    // Models like to say something before what they were asked for.
    let is_list = |line: &&str| line.chars().all(|c| c.is_ascii_digit() || ",;>[](){}.#- \t\r".contains(c));
    let lists = answer.lines().filter(is_list);
    let numbers = lists.flat_map(|line| line.split(|c: char| !c.is_ascii_digit())).filter(|word| !word.is_empty());
    let mut relevance: Relevance = vec![None; passages];
    let mut places = 0..passages;
    for number in numbers {
        let index = number.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
        match (index.and_then(|index| relevance.get_mut(index)), places.next()) {
            (Some(slot @ None), Some(place)) => *slot = Some((passages - place) as f32 / passages as f32),
            _ => return Err(Unusable::WrongOrder { passages }),
        }
    }
    if places.start == 0 { Err(Unusable::NoOrder) } else { Ok(relevance) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order(answer: &str) -> Option<Vec<usize>> {
        let relevance = relevance(answer, 3).ok()?;
        let mut order: Vec<usize> = (0..3).filter(|&at| relevance[at].is_some()).collect();
        order.sort_by(|&a, &b| relevance[b].partial_cmp(&relevance[a]).expect("finite"));
        Some(order.into_iter().map(|at| at + 1).collect())
    }

    #[test]
    fn an_order_is_read_however_it_is_written() {
        for answer in ["3, 1, 2", "[3,1,2]", "3 > 1 > 2", "The order is:\n3,1,2\nDone in 1 step.", "- 3\n- 1\n- 2\n"] {
            assert_eq!(order(answer), Some(vec![3, 1, 2]), "{answer}");
        }
        assert_eq!(order("2"), Some(vec![2]));
    }

    #[test]
    fn what_is_no_order_is_refused() {
        for answer in ["", "none", "passage 3 is best", "1, 1", "1, 2, 3, 4", "0, 1", "99999999999999999999999", "-"] {
            assert_eq!(order(answer), None, "{answer}");
        }
    }
}
