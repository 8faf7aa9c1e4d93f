; C; C++ begins with this file too. Later patterns win on one node, inner nodes win over outer ones.
(comment) @comment
[(string_literal) (char_literal) (system_lib_string)] @string
(escape_sequence) @escape
(number_literal) @number
[(true) (false) (null)] @constant
["break" "case" "const" "constexpr" "continue" "default" "do" "else" "enum" "extern" "for" "goto" "if" "inline"
 "register" "restrict" "return" "sizeof" "static" "struct" "switch" "thread_local" "typedef" "union" "volatile"
 "while" "_Atomic" "_Noreturn" "alignas" "alignof" "offsetof" "_Generic"] @keyword
["#define" "#elif" "#elifdef" "#elifndef" "#else" "#endif" "#if" "#ifdef" "#ifndef" "#include"
 (preproc_directive)] @macro

[(type_identifier) (primitive_type) (sized_type_specifier)] @type
(field_identifier) @property
(statement_identifier) @label
((identifier) @constant (#match? @constant "^[A-Z][A-Z0-9_]+$"))
(enumerator name: (identifier) @constant)
(parameter_declaration declarator: [
  (identifier) @parameter
  (pointer_declarator declarator: (identifier) @parameter)
  (array_declarator declarator: (identifier) @parameter)])
(preproc_def name: (identifier) @macro)
(preproc_function_def name: (identifier) @macro)
[(attribute_specifier) (attribute_declaration)] @attribute

(function_declarator declarator: [(identifier) (field_identifier)] @function)
(call_expression function: [(identifier) @function (field_expression field: (field_identifier) @function)])
