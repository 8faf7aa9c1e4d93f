; Kotlin. Later patterns win on one node, inner nodes win over outer ones.
[(line_comment) (block_comment) (shebang)] @comment
[(string_literal) (multiline_string_literal) (character_literal)] @string
(interpolation) @text
(escape_sequence) @escape
[(number_literal) (float_literal)] @number
["as" "as?" "by" "catch" "class" "companion" "constructor" "do" "dynamic" "else" "finally" "for" "fun" "get" "if"
 "import" "in" "!in" "init" "interface" "is" "!is" "object" "package" "return" "return@" "set" "throw" "try"
 "typealias" "val" "var" "when" "where" "while" "super@" "this@"
 (class_modifier) (function_modifier) (inheritance_modifier) (member_modifier) (parameter_modifier)
 (platform_modifier) (property_modifier) (variance_modifier) (visibility_modifier) (reification_modifier)
 (this_expression) (super_expression)] @keyword

((identifier) @constant (#any-of? @constant "true" "false" "null"))
((identifier) @constant (#match? @constant "^[A-Z][A-Z0-9_]+$"))
(user_type (identifier) @type)
(package_header (qualified_identifier) @module)
(import (qualified_identifier) @module)
(navigation_expression . (_) (identifier) @property)
(parameter . (identifier) @parameter)
(class_parameter (identifier) @property)
(label) @label
[(annotation) (file_annotation)] @attribute
(annotation (user_type (identifier) @attribute))
(annotation (constructor_invocation (user_type (identifier) @attribute)))

(class_declaration name: (identifier) @type)
(object_declaration name: (identifier) @type)
(companion_object name: (identifier) @type)
(type_alias type: (identifier) @type)
(enum_entry . (identifier) @constant)
(function_declaration name: (identifier) @function)
(call_expression . (identifier) @function)
(call_expression . (navigation_expression (identifier) @function .))
(callable_reference (identifier) @function .)
((call_expression . (identifier) @type) (#match? @type "^[A-Z]"))
