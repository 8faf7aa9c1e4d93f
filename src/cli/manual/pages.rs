//! The manual: Markdown pages that are part of the program, one row each.

use super::keys::with_keys;
use crate::app::Keymap;

/// One page of the manual.
#[derive(Debug)]
pub struct Page {
    /// Its name behind `docql help`.
    pub name: &'static str,
    /// Its title: the heading of its first line.
    pub title: &'static str,
    /// Its file in `assets/manual`.
    pub file: &'static str,
    /// Other words people ask for it by.
    pub words: &'static [&'static str],
    /// Its Markdown.
    pub text: &'static str,
}

macro_rules! pages {
    ($($name:literal $title:literal $file:literal $words:expr;)*) => {
        /// Every page, in the order in which a newcomer reads them; the first one lists the others.
        pub const PAGES: &[Page] = &[$(Page {
            name: $name,
            title: $title,
            file: $file,
            words: &$words,
            text: include_str!(concat!("../../../assets/manual/", $file)),
        }),*];
    };
}

pages! {
    "manual" "The docql manual" "README.md" ["contents", "pages", "docs", "documentation"];
    "start" "Getting started" "getting-started.md" ["getting-started", "begin", "introduction", "newcomer"];
    "language" "The DocQL language" "language.md" ["docql", "query", "queries", "jsonpath"];
    "reference" "DocQL reference" "reference.md" ["vocabulary", "steps"];
    "search" "Search with plain words" "search.md" ["words", "ranking", "synonyms", "semantic"];
    "asking" "Questions, answered with places" "asking.md" ["ask", "answer", "answers", "questions", "research"];
    "reading" "Reading: tree, results, preview" "reading.md" ["explorer", "panes", "preview", "tree", "results"];
    "keys" "Keys" "keys.md" ["keyboard", "shortcuts", "bindings", "keymap", "keymaps", "commands", "mouse"];
    "recipes" "Recipes: shells, editors, fzf" "recipes.md"
        ["vim", "neovim", "emacs", "helix", "vscode", "fzf", "television", "editor", "editors", "shell", "completions",
         "pick"];
    "scripts" "Scripts and agents: exit codes, formats, JSON" "scripts.md"
        ["jsonl", "vimgrep", "automation"];
    "agents" "Agents: tools over MCP" "agents.md"
        ["agent", "mcp", "llm", "tools", "claude", "cursor", "codex", "zed"];
    "serving" "Serving: answers over HTTP" "serving.md"
        ["serve", "http", "server", "rest", "openapi", "curl", "token"];
    "settings" "Settings and themes" "settings.md"
        ["config", "configuration", "theme", "themes", "options", "environment"];
    "terminals" "Terminals: colours, mouse, pictures, SSH, tmux, screen readers" "terminals.md"
        ["terminal", "colours", "colors", "pictures", "images", "ssh", "tmux", "clipboard", "accessibility", "plain",
         "screen-reader", "screen-readers"];
    "index" "The index on disk" "index-on-disk.md" ["indexing", "cache", "watch"];
    "formats" "Formats and languages" "formats.md" ["languages", "filetypes", "ignore", "gitignore"];
    "privacy" "Privacy: what is read, kept and sent" "privacy.md" ["network", "telemetry", "online", "secrets"];
    "installing" "Installing and building" "installing.md"
        ["install", "build", "building", "features", "packages", "homebrew", "uninstall"];
    "performance" "Performance: figures and how to repeat them" "performance.md"
        ["speed", "benchmarks", "figures", "memory"];
    "measuring" "Measuring search quality" "measuring.md" ["eval", "evaluation", "recall", "quality"];
    "troubleshooting" "Troubleshooting and limits" "troubleshooting.md" ["problems", "limits", "faq", "errors", "trouble"];
}

impl Page {
    /// The page that is asked for by `name`.
    pub(super) fn find(name: &str) -> Option<&'static Page> {
        PAGES.iter().find(|page| page.name == name || page.words.contains(&name))
    }

    /// Its Markdown, with the keys as `keymap` has them.
    pub(super) fn markdown(&self, keymap: &Keymap) -> String {
        with_keys(self.text, keymap)
    }

    /// The sections below its title, each with its heading and what follows up to the next one of its level.
    fn sections(&self) -> Vec<(usize, &'static str, String)> {
        let mut sections: Vec<(usize, &'static str, String)> = Vec::new();
        let (mut is_code, mut open) = (false, Vec::new());
        for line in self.text.lines() {
            is_code ^= line.trim_start().starts_with("```");
            let level = line.bytes().take_while(|byte| *byte == b'#').count();
            if !is_code && level > 1 && line[level..].starts_with(' ') {
                open.retain(|section: &usize| sections[*section].0 < level);
                open.push(sections.len());
                sections.push((level, line[level..].trim(), String::new()));
            }
            for section in &open {
                sections[*section].2.extend([line, "\n"]);
            }
        }
        sections
    }
}

/// The sections of all pages whose headings hold `words`, outermost ones only, each under the title of its page.
pub(super) fn sections_about(words: &str) -> String {
    let mut out = String::new();
    for page in PAGES {
        let mut inside = usize::MAX;
        for (level, heading, text) in page.sections() {
            if level > inside {
                continue;
            }
            inside = usize::MAX;
            if heading.to_lowercase().contains(words) {
                inside = level;
                out.push_str(&format!("{} (docql help {})\n\n{}\n", page.title, page.name, printed(text.trim_end())));
            }
        }
    }
    out
}

/// Markdown as it is printed: without the marks of what is generated.
pub(super) fn printed(markdown: &str) -> String {
    let lines = markdown.lines().filter(|line| !line.starts_with("<!-- "));
    lines.flat_map(|line| [line, "\n"]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_name_and_word_leads_to_one_page() {
        let mut seen = Vec::new();
        for page in PAGES {
            assert!(page.text.starts_with(&format!("# {}\n", page.title)), "{}", page.file);
            for name in std::iter::once(&page.name).chain(page.words) {
                assert!(!seen.contains(name), "{name} stands for two pages");
                seen.push(name);
            }
        }
    }

    #[test]
    fn a_section_holds_what_stands_below_its_heading() {
        let page = Page {
            name: "x",
            title: "X",
            file: "",
            words: &[],
            text: "# X\n\n## One\n\na\n\n### Inner\n\n```sh\n## not one\n```\n\n## Two\n",
        };
        let sections = page.sections();
        let titles: Vec<&str> = sections.iter().map(|(_, title, _)| *title).collect();
        assert_eq!(titles, ["One", "Inner", "Two"]);
        assert!(sections[0].2.contains("### Inner") && sections[1].2.contains("## not one"));
        assert!(!sections[1].2.contains("## Two"));
    }
}
