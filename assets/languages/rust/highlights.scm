; Rust. Later patterns win on one node, inner nodes win over outer ones.
[(line_comment) (block_comment)] @comment
[(string_literal) (raw_string_literal) (char_literal)] @string
(escape_sequence) @escape
[(integer_literal) (float_literal)] @number
(boolean_literal) @constant
["as" "async" "await" "break" "const" "continue" "default" "dyn" "else" "enum" "extern" "fn" "for" "gen" "if" "impl"
 "in" "let" "loop" "macro_rules!" "match" "mod" "move" "pub" "ref" "return" "static" "struct" "trait" "try" "type"
 "union" "unsafe" "use" "where" "while" "yield" (crate) (self) (super) (mutable_specifier)] @keyword

(type_identifier) @type
(primitive_type) @type
(lifetime) @label
[(attribute_item) (inner_attribute_item)] @attribute
[(field_identifier) (shorthand_field_identifier)] @property
(parameter pattern: (identifier) @parameter)
(mod_item name: (identifier) @module)
[(scoped_identifier path: (identifier) @module)
 (scoped_type_identifier path: (identifier) @module)
 (scoped_use_list path: (identifier) @module)]

((identifier) @type (#match? @type "^[A-Z]"))
((identifier) @constant (#match? @constant "^[A-Z][A-Z0-9_]+$"))
(enum_variant name: (identifier) @constant)

(function_item name: (identifier) @function)
(function_signature_item name: (identifier) @function)
(call_expression function: [
  (identifier) @function
  (scoped_identifier name: (identifier) @function)
  (field_expression field: (field_identifier) @function)])
(generic_function function: [
  (identifier) @function
  (scoped_identifier name: (identifier) @function)
  (field_expression field: (field_identifier) @function)])
(macro_definition name: (identifier) @macro)
(macro_invocation macro: [(identifier) @macro (scoped_identifier name: (identifier) @macro)] "!" @macro)
((identifier) @constant (#any-of? @constant "Some" "None" "Ok" "Err"))
