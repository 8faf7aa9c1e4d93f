; Ruby. Later patterns win on one node, inner nodes win over outer ones.
[(comment) (uninterpreted)] @comment
[(string) (subshell) (regex) (heredoc_beginning) (heredoc_body) (string_array) (character) (chained_string)] @string
[(simple_symbol) (delimited_symbol) (hash_key_symbol) (symbol_array)] @constant
(interpolation) @text
(escape_sequence) @escape
[(integer) (float) (rational) (complex)] @number
[(true) (false) (nil)] @constant
["BEGIN" "END" "alias" "and" "begin" "break" "case" "class" "def" "defined?" "do" "else" "elsif" "end" "ensure" "for"
 "if" "in" "module" "next" "not" "or" "redo" "rescue" "retry" "return" "then" "undef" "unless" "until" "when" "while"
 "yield" (self) (super)] @keyword

(constant) @type
((constant) @constant (#match? @constant "^[A-Z][A-Z0-9_]+$"))
[(instance_variable) (class_variable)] @property
(global_variable) @variable
(method_parameters (identifier) @parameter)
(block_parameters (identifier) @parameter)
(lambda_parameters (identifier) @parameter)
[(optional_parameter name: (identifier) @parameter)
 (keyword_parameter name: (identifier) @parameter)
 (splat_parameter name: (identifier) @parameter)
 (hash_splat_parameter name: (identifier) @parameter)
 (block_parameter name: (identifier) @parameter)]

(method name: (_) @function)
(singleton_method name: (_) @function)
(call method: (identifier) @function)
((call !receiver method: (identifier) @keyword)
  (#any-of? @keyword "require" "require_relative" "include" "extend" "raise" "private" "protected" "public"
    "attr_reader" "attr_writer" "attr_accessor" "lambda" "proc" "loop"))
((identifier) @keyword (#any-of? @keyword "private" "protected" "public" "private_class_method" "module_function"))
