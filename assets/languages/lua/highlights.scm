; Lua. Later patterns win on one node, inner nodes win over outer ones.
[(comment) (hash_bang_line)] @comment
(string) @string
(escape_sequence) @escape
(number) @number
[(true) (false) (nil) (vararg_expression)] @constant
["and" "do" "else" "elseif" "end" "for" "function" "goto" "if" "in" "local" "not" "or" "repeat" "return" "then" "until"
 "while" (break_statement)] @keyword

((identifier) @type (#match? @type "^[A-Z][a-zA-Z0-9]*[a-z]"))
((identifier) @constant (#match? @constant "^_?[A-Z][A-Z0-9_]+$"))
((identifier) @keyword (#eq? @keyword "self"))
(dot_index_expression field: (identifier) @property)
(field name: (identifier) @property)
(parameters (identifier) @parameter)
(attribute) @attribute

(function_declaration name: (identifier) @function)
(function_declaration name: (dot_index_expression field: (identifier) @function))
(function_declaration name: (method_index_expression method: (identifier) @function))
(field name: (identifier) @function value: (function_definition))
(assignment_statement
  (variable_list . name: [(identifier) @function (dot_index_expression field: (identifier) @function)])
  (expression_list . value: (function_definition)))
(function_call name: [(identifier) @function (dot_index_expression field: (identifier) @function)
 (method_index_expression method: (identifier) @function)])
((function_call name: (identifier) @keyword) (#eq? @keyword "require"))
