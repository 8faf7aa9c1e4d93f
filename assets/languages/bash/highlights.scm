; Shell scripts. Later patterns win on one node, inner nodes win over outer ones.
(comment) @comment
[(string) (raw_string) (ansi_c_string) (translated_string) (heredoc_body) (heredoc_start) (heredoc_end)
 (regex)] @string
[(command_substitution) (process_substitution) (arithmetic_expansion)] @text
[(expansion) (simple_expansion)] @variable
[(number) (file_descriptor)] @number
["case" "declare" "do" "done" "elif" "else" "esac" "export" "fi" "for" "function" "if" "in" "local" "readonly"
 "select" "then" "typeset" "unset" "unsetenv" "until" "while"] @keyword
(variable_name) @variable
(special_variable_name) @constant
(test_operator) @operator
(command_name) @function
(command_name (word) @function)
((command_name (word) @keyword)
  (#any-of? @keyword "alias" "break" "cd" "continue" "eval" "exec" "exit" "read" "return" "set" "shift" "source"
    "trap" "true" "false" "."))
((command argument: (word) @parameter) (#match? @parameter "^-"))
(function_definition name: (word) @function)
