; What JavaScript and TypeScript share.
; Later patterns win on one node, inner nodes win over outer ones.
[(comment) (hash_bang_line)] @comment
[(string) (template_string) (regex)] @string
(template_substitution) @text
(escape_sequence) @escape
(number) @number
[(true) (false) (null) (undefined)] @constant
["as" "async" "await" "break" "case" "catch" "class" "const" "continue" "debugger" "default" "delete" "do" "else"
 "export" "extends" "finally" "for" "from" "function" "get" "if" "import" "in" "instanceof" "let" "new" "of" "return"
 "set" "static" "switch" "throw" "try" "typeof" "var" "void" "while" "with" "yield" (this) (super)] @keyword

[(property_identifier) (private_property_identifier) (shorthand_property_identifier)
 (shorthand_property_identifier_pattern)] @property
(statement_identifier) @label
((identifier) @type (#match? @type "^[A-Z]"))
((identifier) @constant (#match? @constant "^[A-Z][A-Z0-9_]+$"))
(namespace_import (identifier) @module)

[(function_declaration name: (identifier) @function)
 (generator_function_declaration name: (identifier) @function)
 (function_expression name: (identifier) @function)]
(method_definition name: [(property_identifier) (private_property_identifier)] @function)
(variable_declarator name: (identifier) @function value: [(arrow_function) (function_expression)])
(pair key: (property_identifier) @function value: [(arrow_function) (function_expression)])
(call_expression function: [
  (identifier) @function
  (member_expression property: [(property_identifier) (private_property_identifier)] @function)])
(new_expression constructor: (identifier) @type)
(decorator) @attribute
(decorator (identifier) @attribute)
(decorator (call_expression function: (identifier) @attribute))
