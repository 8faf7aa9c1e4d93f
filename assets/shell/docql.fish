# docql in fish: Ctrl-T puts files on the command line, Alt-J an earlier query, Alt-C changes the directory, and
# `dq` is docql that leaves you in the directory you were looking at. Other keys can be bound to the same functions.

function dq --description 'docql; leaves you in the directory you were looking at'
    set -l file (mktemp); or return
    command docql --cwd-file $file $argv
    set -l status_of $status
    set -l directory (string split0 < $file)
    command rm -f -- $file
    if test -n "$directory" -a "$directory" != "$PWD"
        cd -- $directory; or return
    end
    return $status_of
end

function __docql_files
    set -l files (command docql pick --files --format paths --null . < /dev/tty | string split0)
    if set -q files[1]
        commandline --insert -- (string join ' ' -- (string escape -- $files))' '
    end
    commandline --function repaint
end

function __docql_queries
    set -l query (command docql pick --queries --null < /dev/tty | string split0)
    if set -q query[1]
        set -l word (string escape -- $query[1])
        test -n "$(commandline)"; or set word "docql query $word"
        commandline --insert -- $word
    end
    commandline --function repaint
end

function __docql_directories
    set -l directory (command docql pick --directories --format paths --null . < /dev/tty | string split0)
    if set -q directory[1]
        cd -- $directory[1]
    end
    commandline --function repaint
end

if status is-interactive
    for mode in default insert
        bind --mode $mode \ct __docql_files
        bind --mode $mode \ej __docql_queries
        bind --mode $mode \ec __docql_directories
    end
end
