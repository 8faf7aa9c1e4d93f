//! Templates of messages: a message with values in it → the string with placeholders that it was made from.

use super::fits::{Fit, MAX_PARTS, worths};
use super::links::links;
use super::made::{Made, PLACEHOLDER, letters, made, weight, weight_in, words};
use super::own::Own;
use super::speaker::is_severity;
use super::statements::{may_hold_string, statements};
use super::stock::is_stock;
use super::walk::{MIN_LETTERS, MIN_PARTS, Walk, squashed, walk};
use crate::search::words::expand::is_stop_word;
use aho_corasick::AhoCorasick;
use std::ops::Range;

/// Words that a message needs for its template to be looked for.
const MIN_WORDS: usize = 3;

/// The share of a message's letters that its template must have itself.
const MIN_SHARE: f32 = 0.34;

/// The same for a template that begins where a part of the message does: errors are passed on with a colon between.
const MIN_SHARE_OF_PART: f32 = 0.12;

/// The share of the parts of a message, between colons, that a string must have which is less of the whole.
const MIN_SHARE_OF_OWN_PARTS: f32 = 0.5;

/// Words of a string without placeholders that a part of a message may be.
const MIN_PART_WORDS: usize = 3;

/// Parts whose strings are looked for by themselves, from the last on.
const MAX_PARTS_SOUGHT: usize = 8;

/// What a space or punctuation mark between the letters counts, in letters: of two templates with the same words the
/// one with more of the message's form is the likelier.
const SIGN: f32 = 0.01;

/// What a letter of a value counts that a placeholder stands for: of two templates with the same words the one that has
/// a place for all of the message is the likelier.
const IN_VALUE: f32 = 0.1;

/// What a placeholder costs, in letters, for which the message has nothing.
const NO_VALUE: f32 = 0.5;

/// What a constant costs, in letters, for which the message has another value: of two templates with the same words the
/// one that prints what the message has is the likelier. Little, since constants are not always printed by name.
const ANOTHER_CONSTANT: f32 = 0.5;

/// What it costs, in letters, that a template says more than the message: of two with the same words the one that ends with
/// the message is the likelier.
const SAYS_MORE: f32 = 0.5;

/// The share of its worth that a template keeps beside which the message says more, without a colon between: it may be
/// another message with the same words.
const LEFT_OVER: f32 = 0.75;

/// Letters that it must have if nothing of the message is left over.
const MIN_LETTERS_OF_ALL: usize = 6;

/// Letters of words that tell one message from another, at least: a string that has fewer, and more of the message in its
/// values, has a place for every message, and is believed where another string leads to it.
const MIN_TELLING: usize = 4;

/// The share of the letters of its links that a string must have to be taken for all that makes them.
const MIN_SHARE_OF_SAID: f32 = 0.3;

/// Bytes of a line that are looked at.
const MAX_LINE_BYTES: usize = 2_000;

/// A message whose values are not known.
#[derive(Clone, Debug)]
pub(in crate::search::literal) struct Template {
    /// In lower case, with one space between words.
    message: String,
    /// Its letters, with few of those of long values.
    letters: usize,
    /// Its parts: what passes an error on writes a colon before it, or something like it.
    parts: Vec<Range<usize>>,
    /// Its words: a string without any of them is none of it. `None` where words are not told apart by other letters.
    words: Option<AhoCorasick>,
}

impl Template {
    /// `None` for what is too short to be a message.
    pub(in crate::search::literal) fn of(terms: &[String]) -> Option<Template> {
        Template::of_message(squashed(&terms.join(" "))).filter(|_| terms.len() >= MIN_WORDS)
    }

    fn of_message(message: String) -> Option<Template> {
        let is_message = letters(&message) >= MIN_LETTERS && message.split(' ').count() >= MIN_WORDS;
        let parts = links(&message, MAX_PARTS);
        is_message.then(|| Template { words: words_in(&message), letters: weight(&message), message, parts })
    }

    /// The words of each part of a message that was passed on with colons between: the last ones, if there are several.
    pub(in crate::search::literal) fn words_of_parts(&self) -> Vec<Vec<String>> {
        let parts = self.parts.iter().map(|part| &self.message[part.clone()]);
        let parts: Vec<&str> = parts.filter(|part| letters(part) >= MIN_LETTERS_OF_ALL).collect();
        let sought = if self.parts.len() > 1 { MAX_PARTS_SOUGHT } else { 0 };
        parts.iter().rev().take(sought).map(|part| words(part).map(str::to_owned).collect()).collect()
    }

    /// The words that stand side by side in it.
    pub(in crate::search::literal) fn pairs(&self) -> Vec<String> {
        let words: Vec<&str> = self.message.split(' ').collect();
        words.windows(2).map(|pair| pair.join(" ")).collect()
    }

    /// The strings in `text` that some of the message may come from.
    pub(in crate::search::literal) fn fits(&self, text: &str) -> Vec<Fit> {
        let Some(placeholder) = PLACEHOLDER.as_ref() else { return Vec::new() };
        let mut fits = Vec::new();
        for (at, line) in statements(text) {
            if line.len() > MAX_LINE_BYTES || !may_hold_string(line) {
                continue;
            }
            if self.words.as_ref().is_some_and(|words| !words.is_match(line)) {
                continue;
            }
            for made in made(line, placeholder) {
                let Some(fit) = self.fit(&made) else { continue };
                fits.push(Fit { place: at + made.range.start..at + made.range.end, ..fit });
            }
        }
        fits
    }

    /// The string in `text` that the message comes from, wherever it stands: of several the one that is nearest to what
    /// went wrong.
    pub(in crate::search::literal) fn places(&self, text: &str) -> Vec<Range<usize>> {
        let mut fits: Vec<(Fit, bool)> = self.fits(text).into_iter().map(|fit| (fit, true)).collect();
        let worths = worths(&fits);
        let likeliest = (0..fits.len()).rev().max_by(|&a, &b| worths[a].total_cmp(&worths[b]));
        let Some(string) = likeliest.filter(|&at| worths[at] > 0.0).map(|at| &text[fits[at].0.place.clone()]) else {
            return Vec::new();
        };
        fits.retain(|(fit, _)| &text[fit.place.clone()] == string);
        fits.into_iter().map(|(fit, _)| fit.place).collect()
    }

    /// What a string is of the message, if all of the string is in it.
    fn fit(&self, made: &Made<'_>) -> Option<Fit> {
        let walk = walk(&self.message, made)?;
        let (start, end) = (walk.start?, walk.end);
        let own = Own::of(&self.message, &self.parts, &walk);
        let is_whole_part = own.is_all && made.words >= MIN_PARTS;
        if !made.has_values && made.words < MIN_PART_WORDS && !is_whole_part {
            return None;
        }
        let (before, behind) = (&self.message[..start], &self.message[end..]);
        let is_left = |text: &str, is_value: bool| !is_value && letters(text) > 0;
        let (is_before, is_behind) = (is_left(before, made.opens), is_left(behind, walk.is_cut || made.closes));
        let is_all = !is_before && !is_behind;
        let begins_part = |at: usize| self.parts.iter().any(|part| part.start == at);
        let ends_part = self.parts.iter().any(|part| part.end == end) || behind.starts_with(':');
        let is_passed_on = (!is_before || begins_part(start)) && (!is_behind || ends_part);
        // A string of nothing but a value that the message has is none that it was made from.
        let (own_letters, says_words) = weight_in(&self.message, &walk.ranges);
        if !says_words {
            return None;
        }
        let mut values = weight(&self.message[start..end]).saturating_sub(own_letters);
        values += if made.opens { weight(before) } else { 0 };
        values += if made.closes || walk.is_cut { weight(behind) } else { 0 };
        let worth = own_letters as f32 + SIGN * walk.signs as f32 + IN_VALUE * values as f32;
        let all: usize = made.fragments.iter().map(|(fragment, _)| letters(fragment)).sum();
        // A line break at the end has a letter, too.
        let says_more = walk.is_cut && all > walk.letters + 1;
        let missing = NO_VALUE * walk.empty as f32 + ANOTHER_CONSTANT * walk.others as f32;
        let missing = missing + if says_more { SAYS_MORE } else { 0.0 };
        let worth = (worth - missing) * if is_passed_on { 1.0 } else { LEFT_OVER };
        // What two strings have said, one around the other, is no value of a third.
        let share = worth / self.letters as f32 * if own.has_parts_between { LEFT_OVER } else { 1.0 };
        let (before_words, words) = self.message.split_at(walk.words_start);
        let is_part = made.words >= 2
            && (before.is_empty()
                || before_words.is_empty()
                || is_end_behind_value(before_words, behind)
                || begins_part(walk.words_start)
                || words.starts_with(": ")
                || made.opens && own.begins_with_value);
        let least = if is_part { MIN_SHARE_OF_PART } else { MIN_SHARE };
        let is_most_of_parts = is_part && is_passed_on && !own.has_parts_between && own.share >= MIN_SHARE_OF_OWN_PARTS;
        let least_letters = if is_all { MIN_LETTERS_OF_ALL } else { MIN_LETTERS };
        let is_enough = share >= least || is_most_of_parts;
        let is_message = walk.letters >= least_letters && is_enough && (made.has_values || is_part);
        let is_vague = values > own_letters && self.telling(&walk) < MIN_TELLING;
        let says_all = is_passed_on && !says_more && !own.has_parts_between && own.share >= MIN_SHARE_OF_SAID;
        is_message.then_some(Fit {
            place: 0..0,
            share,
            parts: own.parts,
            is_vague,
            says_all: says_all && !is_vague,
            has_values: made.has_values,
        })
    }

    /// The letters of a string's words that tell its message from others.
    fn telling(&self, walk: &Walk) -> usize {
        let words = walk.ranges.iter().flat_map(|range| words(&self.message[range.clone()]));
        let tells = |word: &&str| !is_stop_word(word) && !is_stock(word) && !is_severity(word);
        words.filter(tells).map(letters).sum()
    }
}

/// What finds the words of a message in any case; `None` for one with other letters than those of ASCII.
fn words_in(message: &str) -> Option<AhoCorasick> {
    let words = message.split(|c: char| !c.is_ascii_alphabetic()).filter(|word| word.len() > 1);
    let found = AhoCorasick::builder().ascii_case_insensitive(true).build(words).ok()?;
    (message.is_ascii() && found.patterns_len() > 0).then_some(found)
}

/// True for the words that a message ends with, behind a value that is marked as one: `number (1) cannot be added`.
fn is_end_behind_value(before: &str, behind: &str) -> bool {
    letters(behind) == 0 && before.trim_end().ends_with([')', ']', '}', '>', '"', '\'', '`'])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(message: &str, text: &str) -> Option<String> {
        let terms: Vec<String> = message.split_whitespace().map(str::to_owned).collect();
        Template::of(&terms)?.places(text).into_iter().next().map(|place| text[place].to_owned())
    }

    #[test]
    fn each_part_of_a_chain_of_errors_finds_its_string_the_cause_first() {
        let lines = [
            "f(\"loading initial config: %v\", err)",
            "f(\"loading new config: %v\", err)",
            "f(\"loading %s app module: %v\", name, err)",
            "f(\"%s app module: start: %v\", name, err)",
            "f(\"listening on %s: %v\", address, err)",
            "f(\"permission denied\")",
            "f(\"permission was denied\")",
        ];
        let message = "Error: loading initial config: loading new config: http app module: start: listening on :443: \
                       listen tcp :443: bind: permission denied";
        let terms: Vec<String> = message.split_whitespace().map(str::to_owned).collect();
        let template = Template::of(&terms).expect("a message");
        let fits: Vec<(Fit, usize)> = lines
            .iter()
            .enumerate()
            .flat_map(|(at, line)| template.fits(line).into_iter().map(move |fit| (fit, at)))
            .collect();
        let own: Vec<(Fit, bool)> = fits.iter().map(|(fit, _)| (fit.clone(), true)).collect();
        let mut worths: Vec<(f32, usize)> = worths(&own)
            .into_iter()
            .zip(&fits)
            .filter(|(worth, _)| *worth > 0.0)
            .map(|(worth, (_, at))| (worth, *at))
            .collect();
        worths.sort_by(|a, b| b.0.total_cmp(&a.0));
        let order: Vec<usize> = worths.into_iter().map(|(_, at)| at).collect();
        assert_eq!(order, [5, 4, 3, 1, 0]);
    }

    #[test]
    fn a_message_finds_the_string_it_was_made_from() {
        for (message, line) in [
            ("open /etc/x: too many open files", r#"return fmt.Errorf("open %s: too many open files", name)"#),
            ("expected 3 arguments, found 2", r#"bail!("expected {} arguments, found {found}");"#),
            ("expected 3 arguments, found 2", "raise Error(f'expected {n} arguments, found {len(args)}')"),
            ("user bob not found in group admins", "throw `user ${name} not found in group ${group}`"),
            ("eth0: link is down since 12 s", r#"pr_info("%s: link is down since %lu s\n", name, t);"#),
            ("fatal: cannot read \"x\" from disk", r#"die("cannot read \"%s\" from disk", x)"#),
            (
                "loading the configuration: adapting /etc/site: unknown option: tsl",
                r#"errorf("unknown option: %s", name)"#,
            ),
            (
                "loading the configuration: handling a request: no servers available",
                r#"errors.New("no servers available")"#,
            ),
            ("Token{text: abc, length: 7}", r#"fmt.Sprintf("Token{text: %s, length: %d}", text, length)"#),
            (
                "/srv/www/html/site/assets/pictures/of/the/summer/in/the/mountains/with/everybody is not a directory",
                r#"fmt.Errorf("%v is not a directory", name)"#,
            ),
            ("Function 'main' has 25 statements.", r#"exceed: "{{name}} has {{count}} statements.","#),
            ("unknown option: --foo", r#"return errors.New("unknown option: " + arg)"#),
            ("unknown option: --foo", r#"console.error("unknown option:", arg)"#),
            ("unknown option: --foo", "die 'unknown option: ' . $arg;"),
            ("unknown option: --foo", r#"echo "unknown option: $opt""#),
            ("unknown option: --foo", "throw new Error('unknown option: ' +"),
            ("cannot open x.txt for reading", r#"throw "cannot open " + name + " for reading";"#),
            ("cannot open x.txt for reading", r#"std::cerr << "cannot open " << name << " for reading";"#),
            ("cannot log more than 8 hours", r#"error: "Cannot log more than %{max} hours""#),
            ("Imported 7 of 8 items today", "notice: Imported %{done} of %{all} items today"),
            ("Imported 7 of 8 items today", "notice=Imported %(done)s of %(all)s items today"),
            (
                "Found 15 packages matching monolog",
                "sprintf('Found <info>%d</info> packages matching <info>%s</info>', n, m)",
            ),
            (
                "http: error: incomplete download: size=1048576; downloaded=4096",
                "f'Incomplete download: size={d.total};'\n    f' downloaded={d.done}'",
            ),
            ("border label too large (max: 30%)", r#"fmt.Errorf("%s too large (max: %d%%)", label, max)"#),
            (
                "cannot make an instance of class Foo; the filter does not",
                "\"Cannot make an instance of \"\n    + type\n    + \"; the filter does not permit that\"",
            ),
            ("expected a map but was null", "\"Expected \" + kind + \" but was \" + found + \"\\nSee \" + url"),
            ("no such file x in this directory", "printf(\"no such file %s \"\n       \"in this directory\", name)"),
            ("no such file x in this directory", "bail!(\"no such file {x} \\\n       in this directory\")"),
            ("x.txt is not a directory", "raise ValueError(path + ' is not a directory')"),
            ("bob has 3 unread messages", "println(\"$name has $count unread messages\")"),
            ("bob has 3 unread messages", r#"print("\(name) has \(count) unread messages")"#),
            ("PEM pair 3: main.conf", r#"fmt.Errorf("PEM pair %d: %v", i, err)"#),
            // Strings over several lines.
            (
                "cannot send :tags of Post but the option is set",
                "raise \"\"\"\n  cannot send #{name} of #{owner}\n  but the option is set to `x`.\n  \"\"\"\n",
            ),
            (
                "cannot send the text. The type is: Foo, with json",
                "check(x) {\n \"\"\"\n|cannot send the text.\n|The type is: ${x}, with ${t()}.\n\"\"\".trimMargin()",
            ),
            (
                "The account Work goes away",
                r#"<string name="gone">The account <xliff:g id="name">%1$s</xliff:g> goes away</string>"#,
            ),
            (
                "The account \"Work\" goes away",
                r#"<item quantity="one">The account \"<xliff:g id="name">%1$s</xliff:g>\" goes away</item>"#,
            ),
            ("Cannot read disk 7 of 8", "    <value>Cannot read disk {0} of {1}</value>"),
            ("bob has 3 unread messages", "  <p className=\"big\">{name} has {count} unread messages</p>"),
            ("The email must be a valid address.", "'email' => 'The :attribute must be a valid address.',"),
            ("cannot send Post to bob", "fail <<~MESSAGE\n  cannot send #{kind} to\n  #{name}\nMESSAGE\n"),
            // Who copies a message leaves its full stop; another version has other signs around a value.
            ("no such option --foo", r#"message = _("No such option {name!r}.").format(name=name)"#),
            ("no such option: --foo", r#"message = _("No such option {name!r}.").format(name=name)"#),
            ("object of type: main.conf", r#"f"object of type {kind!r} has no length""#),
            ("eth0 cannot be required", r#"raise TypeError(f"{name} cannot be required.")"#),
            (
                "'a.conf' that is in chain mode. It is not supported",
                r#"f"{name!r} that is in chain mode. It is not supported.""#,
            ),
            ("No such file: `x.toml`", r#"bail!("no such file: '{}'", name)"#),
            ("The parameter “x” must not be empty", r#"format("The parameter '%s' must not be empty.", name)"#),
            // A line of a message that was broken over several.
            (
                "and removing 7 of its files to avoid",
                "log(\"Killing process %d \"\n    \"and removing %d of its files to avoid \"\n    \"a race\", n, m)",
            ),
            // The end of one, behind values that another string has the places for.
            ("text (\"abc\") and count (1) do not add up", r#"return mismatch(a, b, "do not add up");"#),
            ("no error for alignment=42,", "f(\"no error for alignment=%d, \"\n  \"size=%d\", a, b)"),
        ] {
            assert!(found(message, line).is_some(), "{message}");
        }
        assert_eq!(
            found("expected 3 arguments, found 2", "f(\"found {} things\")\ng(\"expected {} arguments\")").as_deref(),
            Some("expected {} arguments")
        );
        assert_eq!(
            found(
                "loading: Site:5: unknown option: tsl",
                "f(\"unknown option: %s\")\nf(\"%s:%d: unknown option: %s\")\n"
            )
            .as_deref(),
            Some("%s:%d: unknown option: %s")
        );
        let lines = "f(\"Cannot load the key\")\ng(\"Cannot load the key: %s: %s\")\n";
        assert_eq!(found("Cannot load the key: x: y", lines).as_deref(), Some("Cannot load the key: %s: %s"));
        let lines = "f(\"Expected an error %v, got %v\")\ng(\"expected an error, got: %v\")\n";
        assert_eq!(found("expected an error, got: 42", lines).as_deref(), Some("expected an error, got: %v"));
        let lines = "f(\"cannot parse the day\")\ng(\"cannot parse the days '{}'\", x)\n";
        assert_eq!(found("cannot parse the days 'x'", lines).as_deref(), Some("cannot parse the days '{}'"));
        let lines =
            "f(\"Expected \" + Token.TEXT + \" but was \" + token)\ng(\"Expected \" + token + \" but was \" + found)\n";
        let of_any = Some("Expected \" + token + \" but was ");
        assert_eq!(found("Expected LIST but was TEXT", lines).as_deref(), of_any);
        let of_text = Some("Expected \" + Token.TEXT + \" but was ");
        assert_eq!(found("Expected TEXT but was LIST", lines).as_deref(), of_text);
        let lines = "f(\"blob %v not found in pack %v\", b, p)\ng(\"blob %v not found\", b)\n";
        assert_eq!(found("blob 7 not found", lines).as_deref(), Some("blob %v not found"));
        // What closes a string opens none.
        let lines = "\"\"\"\nOf a {thing}.\n\"\"\"\nf(\"no such file %s in this directory\", name)\n";
        let made = found("no such file x in this directory", lines);
        assert_eq!(made.as_deref(), Some("no such file %s in this directory"));
        assert_eq!(found("and this is 7 of them", "f(\"one \" + x\n + \"two of 5 of them\")"), None);
        assert_eq!(found("expected 3 arguments, found 2", r#"f("missing {} arguments")"#), None);
        assert_eq!(found("a b", r#"f("a {}")"#), None);
        // A name beside a comma is no message, nor are strings whose other halves say something else.
        assert_eq!(found("loading configuration of x", r#"read("configuration", x)"#), None);
        assert_eq!(found("cannot open x.txt for reading", r#""cannot open " + name + " for writing""#), None);
        let lines = "f(`Failed to resolve ${url} from ${id}`)\n\
                     g(`Failed to resolve import \"${url}\" from \"${short(\n  rel({ a }),\n)}\". Does it exist?`)\n";
        let whole = found("Failed to resolve import \"./x\" from \"a.ts\". Does it exist?", lines);
        assert!(whole.is_some_and(|made| made.ends_with("Does it exist?")));
        let lines = "f(\"unable to parse %q: %v\")\nf(\"json: unable to parse feed: %w\")\n";
        assert_eq!(found("unable to parse feed: EOF", lines).as_deref(), Some("json: unable to parse feed: %w"));
        assert_eq!(found("unable to parse \"feed\": EOF", lines).as_deref(), Some("unable to parse %q: %v"));
        assert_eq!(found("loading the servers that are no servers available", r#"f("no servers available")"#), None);
    }
}
