; What C++ adds to C.
(raw_string_literal) @string
["catch" "class" "co_await" "co_return" "co_yield" "concept" "consteval" "constinit" "decltype" "delete" "explicit"
 "final" "friend" "mutable" "namespace" "new" "noexcept" "operator" "override" "private" "protected" "public"
 "requires" "static_assert" "template" "throw" "try" "typename" "using" "virtual" "and" "or" "not" "xor"
 (this) (auto)] @keyword
(namespace_identifier) @module
((namespace_identifier) @type (#match? @type "^[A-Z]"))
(optional_parameter_declaration declarator: (identifier) @parameter)
(parameter_declaration declarator: (reference_declarator (identifier) @parameter))
(function_declarator declarator: [
  (qualified_identifier name: (identifier) @function)
  (destructor_name) @function
  (operator_name) @function])
(call_expression function: [
  (qualified_identifier name: (identifier) @function)
  (template_function name: (identifier) @function)
  (field_expression field: (template_method name: (field_identifier) @function))])
(template_function name: (identifier) @function)
