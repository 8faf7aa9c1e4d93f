# docql in zsh: Ctrl-T puts files on the command line, Alt-J an earlier query, Alt-C changes the directory, and
# `dq` is docql that leaves you in the directory you were looking at. Other keys can be bound to the same widgets.

dq() {
    local file directory status_of
    file="$(mktemp)" || return
    command docql --cwd-file "$file" "$@"
    status_of=$?
    directory="$(<"$file"; print -n .)"
    directory="${directory%.}"
    command rm -f -- "$file"
    if [[ -n "$directory" && "$directory" != "$PWD" ]]; then builtin cd -- "$directory" || return; fi
    return "$status_of"
}

_docql_files() {
    local chosen="$(command docql pick --files --format paths --null . </dev/tty)"
    local -a files=("${(@0)chosen}")
    files=("${(@)files:#}")
    (( ${#files} )) && LBUFFER+="${(j: :)${(@q)files}} "
    zle reset-prompt
}

_docql_queries() {
    local query="$(command docql pick --queries --null </dev/tty)"
    query="${query%$'\0'}"
    if [[ -n "$query" ]]; then
        if [[ -n "$BUFFER" ]]; then LBUFFER+="${(qq)query}"; else LBUFFER="docql query ${(qq)query}"; fi
    fi
    zle reset-prompt
}

# What is typed is kept and comes back behind the new prompt.
_docql_directories() {
    local directory="$(command docql pick --directories --format paths --null . </dev/tty)"
    directory="${directory%$'\0'}"
    if [[ -z "$directory" ]]; then
        zle reset-prompt
        return
    fi
    zle push-line
    BUFFER="cd -- ${(q)directory}"
    zle accept-line
}

if [[ -o interactive ]]; then
    zle -N _docql_files
    zle -N _docql_queries
    zle -N _docql_directories
    bindkey '^T' _docql_files
    bindkey '^[j' _docql_queries
    bindkey '^[c' _docql_directories
fi
