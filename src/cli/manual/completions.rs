//! `docql completions SHELL`: a script that completes subcommands, options, and the query itself.
//!
//! Options come from the argument table. A word that begins with `$`, quoted or not, is a query: for it the
//! scripts ask `docql complete`, which knows the names of the workspace.

use crate::cli::arguments::{Arguments, Shell};
use crate::stdx::printing;
use clap::CommandFactory;
use clap_complete::shells;
use std::io::Write;

/// Prints the script.
pub fn run(shell: Shell) -> anyhow::Result<u8> {
    let mut out = printing::stdout();
    out.write_all(script(shell).as_bytes())?;
    out.flush()?;
    Ok(crate::cli::run::exit::FOUND)
}

/// The script for a shell.
pub fn script(shell: Shell) -> String {
    match shell {
        Shell::Bash => generated(shells::Bash) + BASH,
        Shell::Zsh => {
            let script = generated(shells::Zsh);
            script.replacen("_docql() {\n", &format!("{ZSH}\n_docql() {{\n    _docql_query && return 0\n"), 1)
        }
        Shell::Fish => generated(shells::Fish) + FISH,
        Shell::Powershell => {
            let script = generated(shells::PowerShell);
            let parameters = "param($wordToComplete, $commandAst, $cursorPosition)\n";
            script.replacen(parameters, &format!("{parameters}{POWERSHELL}"), 1)
        }
        Shell::Nushell => {
            let script = generated(clap_complete_nushell::Nushell);
            let with_query = script.replacen("module completions {\n", &format!("module completions {{\n{NUSHELL}"), 1);
            with_query
                .replace("    query: string ", "    query: string@\"nu-complete docql query\" ")
                .replace("    query: string\n", "    query: string@\"nu-complete docql query\"\n")
        }
    }
}

fn generated(shell: impl clap_complete::Generator) -> String {
    let mut bytes = Vec::new();
    clap_complete::generate(shell, &mut Arguments::command(), "docql", &mut bytes);
    String::from_utf8(bytes).unwrap_or_default()
}

const BASH: &str = r#"
# The words of a query, completed by docql itself. Inside quotes bash replaces what stands behind the quote.
_docql_query() {
    local line="${COMP_LINE:0:COMP_POINT}" word="" quote="" escaped="" i letter
    # The word at the caret as the shell reads it, with the quote it began with.
    for ((i = 0; i < ${#line}; i++)); do
        letter="${line:i:1}"
        if [[ -n "$escaped" ]]; then word+="$letter"; escaped=""
        elif [[ -n "$quote" && "$letter" == "$quote" ]]; then quote=""
        elif [[ "$quote" == "'" ]]; then word+="$letter"
        elif [[ "$letter" == "\\" ]]; then escaped=1
        elif [[ -z "$quote" && ( "$letter" == "'" || "$letter" == '"' ) ]]; then quote="$letter"
        elif [[ -z "$quote" && "$letter" == [[:space:]] ]]; then word=""
        else word+="$letter"; fi
    done
    [[ "$word" == '$'* ]] || return 1
    local candidate
    COMPREPLY=()
    while IFS=$'\t' read -r candidate _; do
        [[ -z "$quote" ]] && candidate="'$candidate"
        COMPREPLY+=("$candidate")
    done < <(command docql complete --words --timeout 2 --line "$word" 2>/dev/null)
    compopt -o nospace -o nosort +o default +o bashdefault 2>/dev/null
    return 0
}

_docql_with_query() {
    _docql_query || _docql "$@"
}

complete -F _docql_with_query -o bashdefault -o default docql
"#;

const ZSH: &str = r#"# The words of a query, completed by docql itself.
_docql_query() {
    local word="${(Q)PREFIX}"
    [[ "$word" == '$'* ]] || return 1
    local -a candidates
    candidates=("${(@f)$(command docql complete --words --timeout 2 --line "$word" 2>/dev/null | cut -f1)}")
    (( ${#candidates} )) && [[ -n "${candidates[1]}" ]] || return 0
    compadd -U -S '' -V queries -a candidates
    return 0
}
"#;

const FISH: &str = r#"
# The words of a query, completed by docql itself.
function __docql_word
    commandline -ct | string trim --left --chars "'\""
end
function __docql_in_query
    string match -q -- '$*' (__docql_word)
end
complete -c docql -n __docql_in_query -f -k -a '(command docql complete --words --timeout 2 --line (__docql_word) 2>/dev/null)'
"#;

const POWERSHELL: &str = r#"
    # The words of a query, completed by docql itself.
    $query = $wordToComplete.Trim("'", '"')
    if ($query.StartsWith('$')) {
        docql complete --words --timeout 2 --line $query 2>$null | ForEach-Object {
            $parts = $_ -split "`t", 2
            $quoted = "'" + $parts[0].Replace("'", "''") + "'"
            $detail = if ($parts.Length -gt 1 -and $parts[1]) { $parts[1] } else { $parts[0] }
            [CompletionResult]::new($quoted, $parts[0], [CompletionResultType]::ParameterValue, $detail)
        }
        return
    }
"#;

const NUSHELL: &str = r#"
  # The words of a query, completed by docql itself.
  def "nu-complete docql query" [context: string] {
    let word = ($context | split row --regex "\\s(?=['\"]?\\$)" | last | str trim --left --char "'" | str trim --left --char '"')
    if not ($word | str starts-with '$') { return [] }
    ^docql complete --words --timeout 2 --line $word | lines | each {|line|
      let parts = ($line | split column "\t" value description | first)
      {value: $"'($parts.value)'", description: ($parts.description? | default "")}
    }
  }

"#;
