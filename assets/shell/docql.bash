# docql in bash: Ctrl-T puts files on the command line, Alt-J an earlier query, Alt-C changes the directory, and
# `dq` is docql that leaves you in the directory you were looking at. Other keys can be bound to the same functions.

dq() {
    local file directory="" status
    file="$(mktemp)" || return
    command docql --cwd-file "$file" "$@"
    status=$?
    IFS= read -r -d '' directory < "$file"
    command rm -f -- "$file"
    if [[ -n "$directory" && "$directory" != "$PWD" ]]; then builtin cd -- "$directory" || return; fi
    return "$status"
}

# Puts words at the caret.
_docql_insert() {
    READLINE_LINE="${READLINE_LINE:0:READLINE_POINT}$1${READLINE_LINE:READLINE_POINT}"
    READLINE_POINT=$((READLINE_POINT + ${#1}))
}

_docql_files() {
    local file words="" word
    while IFS= read -r -d '' file; do
        printf -v word '%q ' "$file"
        words+="$word"
    done < <(command docql pick --files --format paths --null .)
    _docql_insert "$words"
}

_docql_queries() {
    local query="" word
    IFS= read -r -d '' query < <(command docql pick --queries --null)
    [[ -n "$query" ]] || return 0
    query="${query//\'/\'\\\'\'}"
    word="'$query'"
    [[ -n "$READLINE_LINE" ]] || word="docql query $word"
    _docql_insert "$word"
}

# What is typed is kept and comes back behind the new prompt.
_docql_directories() {
    local directory=""
    IFS= read -r -d '' directory < <(command docql pick --directories --format paths --null .)
    if [[ -z "$directory" ]]; then
        bind '"\C-x\C-d2": ""'
        return
    fi
    _docql_line="$READLINE_LINE" _docql_point="$READLINE_POINT"
    printf -v READLINE_LINE 'cd -- %q' "$directory"
    READLINE_POINT=${#READLINE_LINE}
    bind '"\C-x\C-d2": accept-line'
}

_docql_restore() {
    [[ -n "${_docql_line+set}" ]] || return 0
    READLINE_LINE="$_docql_line" READLINE_POINT="$_docql_point"
    unset _docql_line _docql_point
}

# Older versions cannot change the line from a function.
if [[ $- == *i* ]] && ((BASH_VERSINFO[0] >= 4)); then
    bind -x '"\C-t": _docql_files'
    bind -x '"\ej": _docql_queries'
    bind -x '"\C-x\C-d1": _docql_directories'
    bind -x '"\C-x\C-d3": _docql_restore'
    bind '"\C-x\C-d2": ""'
    bind '"\ec": "\C-x\C-d1\C-x\C-d2\C-x\C-d3"'
fi
