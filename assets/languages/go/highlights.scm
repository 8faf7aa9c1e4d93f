; Go. Later patterns win on one node, inner nodes win over outer ones.
(comment) @comment
[(interpreted_string_literal) (raw_string_literal) (rune_literal)] @string
(escape_sequence) @escape
[(int_literal) (float_literal) (imaginary_literal)] @number
[(true) (false) (nil) (iota)] @constant
["break" "case" "chan" "const" "continue" "default" "defer" "else" "fallthrough" "for" "func" "go" "goto" "if"
 "import" "interface" "map" "package" "range" "return" "select" "struct" "switch" "type" "var"] @keyword

(type_identifier) @type
(package_identifier) @module
(field_identifier) @property
(label_name) @label
(const_spec name: (identifier) @constant)
(parameter_declaration name: (identifier) @parameter)
(variadic_parameter_declaration name: (identifier) @parameter)
(keyed_element . (literal_element (identifier) @property))

(function_declaration name: (identifier) @function)
(method_declaration name: (field_identifier) @function)
(method_elem name: (field_identifier) @function)
(call_expression function: [(identifier) @function (selector_expression field: (field_identifier) @function)])
