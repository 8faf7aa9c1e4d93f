; Java. Later patterns win on one node, inner nodes win over outer ones.
[(line_comment) (block_comment)] @comment
[(string_literal) (character_literal)] @string
(string_interpolation) @text
(escape_sequence) @escape
[(decimal_integer_literal) (hex_integer_literal) (octal_integer_literal) (binary_integer_literal)
 (decimal_floating_point_literal) (hex_floating_point_literal)] @number
[(true) (false) (null_literal)] @constant
["@interface" "abstract" "assert" "break" "case" "catch" "class" "continue" "default" "do" "else" "enum" "extends"
 "final" "finally" "for" "if" "implements" "import" "instanceof" "interface" "module" "native" "new" "non-sealed"
 "package" "permits" "private" "protected" "public" "record" "return" "sealed" "static" "strictfp" "switch"
 "synchronized" "throw" "throws" "transient" "try" "volatile" "when" "while" "yield" (this) (super)] @keyword

(type_identifier) @type
[(integral_type) (floating_point_type) (boolean_type) (void_type)] @type
((identifier) @constant (#match? @constant "^[A-Z][A-Z0-9_]+$"))
(method_invocation object: (identifier) @type (#match? @type "^[A-Z][a-z]"))
(field_access object: (identifier) @type (#match? @type "^[A-Z][a-z]"))
(field_access field: (identifier) @property)
(field_declaration declarator: (variable_declarator name: (identifier) @property))
(formal_parameter name: (identifier) @parameter)
(package_declaration (_) @module)
(import_declaration (scoped_identifier scope: (_) @module name: (identifier) @type))
[(marker_annotation) (annotation)] @attribute
(annotation name: (_) @attribute)
(marker_annotation name: (_) @attribute)
(annotation_argument_list) @text

[(class_declaration name: (identifier) @type)
 (interface_declaration name: (identifier) @type)
 (enum_declaration name: (identifier) @type)
 (record_declaration name: (identifier) @type)
 (annotation_type_declaration name: (identifier) @type)]
(enum_constant name: (identifier) @constant)
(constructor_declaration name: (identifier) @function)
(method_declaration name: (identifier) @function)
(method_invocation name: (identifier) @function)
(method_reference (identifier) @function .)
(labeled_statement . (identifier) @label)
