//! Fonts that say other letters than they show: a page reads well, and its text is nonsense in every program.
//!
//! What no language has gives them away: long words without vowels, and none of the short words that every text of Latin
//! letters is full of. Of other scripts nothing is said. Each alone happens: listings abbreviate, languages are not listed.

/// Long words that are judged by, at least and at most.
const FEWEST: usize = 200;
const MOST: usize = 20_000;

/// Letters of a long word.
const LONG: usize = 4;

/// Words that texts are full of, in many languages, in order.
const COMMON: &[&str] = &[
    "a", "af", "al", "and", "as", "at", "az", "be", "bir", "bu", "by", "che", "com", "con", "da", "das", "de", "del",
    "den", "der", "det", "di", "die", "do", "e", "el", "em", "en", "er", "es", "et", "for", "het", "hogy", "i", "il",
    "in", "is", "ist", "it", "je", "la", "le", "les", "los", "na", "o", "och", "of", "on", "or", "os", "para", "per",
    "que", "s", "se", "som", "te", "that", "the", "til", "to", "un", "una", "und", "une", "van", "ve", "von", "w",
    "with", "y", "z", "za",
];

/// Whether the letters of these words are other letters than those that are seen.
pub(super) fn is_nonsense<'w>(words: impl Iterator<Item = &'w str>) -> bool {
    let (mut all, mut common, mut long, mut bare, mut latin, mut letters) = (0, 0, 0, 0, 0, 0);
    for text in words {
        letters += text.chars().filter(|letter| letter.is_alphabetic()).count();
        for word in text.split(|letter| !is_latin(letter)).filter(|word| !word.is_empty()) {
            let word = word.to_lowercase();
            let length = word.chars().count();
            latin += length;
            all += 1;
            common += usize::from(COMMON.binary_search(&&*word).is_ok());
            if length >= LONG {
                long += 1;
                bare += usize::from(!word.chars().any(is_vowel));
            }
        }
        if long >= MOST {
            break;
        }
    }
    long >= FEWEST && latin * 2 >= letters && bare * 5 >= long && common * 25 <= all
}

fn is_latin(letter: char) -> bool {
    letter.is_alphabetic() && letter < '\u{250}'
}

/// A vowel; letters with marks count as such.
fn is_vowel(letter: char) -> bool {
    matches!(letter, 'a' | 'e' | 'i' | 'o' | 'u' | 'y') || !letter.is_ascii()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn common_words_are_in_order() {
        assert!(COMMON.is_sorted());
    }

    #[test]
    fn text_of_shifted_letters_is_nonsense_and_text_is_not() {
        let text =
            "Every vessel that enters the harbour reports to the master of the port and shows its papers. ".repeat(40);
        let shifted: String = text.chars().map(|c| char::from((c as u8).wrapping_sub(29))).collect();
        let listing =
            "mov xor shl jmp rtn pthrd_mtx_lck strncpy sprintf fprintf vsnprintf ldtr cmpxchg wrmsr rdtsc ".repeat(40);
        assert!(is_nonsense(shifted.split(char::from(3))));
        assert!(!is_nonsense(shifted.split(char::from(3)).take(150)), "too little to tell");
        assert!(!is_nonsense(text.split(' ')));
        assert!(!is_nonsense(listing.split(' ').chain(text.split(' '))), "a listing with text around it");
        assert!(!is_nonsense("Каждое судно входит в гавань".split(' ').cycle().take(2_000)));
    }
}
