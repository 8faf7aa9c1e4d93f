; C#. Later patterns win on one node, inner nodes win over outer ones.
(comment) @comment
[(string_literal) (verbatim_string_literal) (raw_string_literal) (interpolated_string_expression)
 (character_literal)] @string
(interpolation) @text
(escape_sequence) @escape
[(integer_literal) (real_literal)] @number
[(boolean_literal) (null_literal)] @constant
["add" "alias" "and" "as" "ascending" "async" "await" "base" "break" "by" "case" "catch" "checked" "class" "const"
 "continue" "default" "delegate" "descending" "do" "else" "enum" "equals" "event" "explicit" "extern" "finally"
 "fixed" "for" "foreach" "from" "get" "global" "goto" "group" "if" "implicit" "in" "init" "interface" "into" "is"
 "join" "let" "lock" "namespace" "new" "not" "on" "operator" "or" "orderby" "out" "override" "params" "partial"
 "private" "protected" "public" "readonly" "record" "ref" "remove" "required" "return" "scoped" "sealed" "select"
 "set" "sizeof" "stackalloc" "static" "struct" "switch" "this" "throw" "try" "typeof" "unchecked" "unsafe" "using"
 "virtual" "volatile" "when" "where" "while" "with" "yield" "abstract" "file" "internal" (implicit_type)] @keyword
["#define" "#elif" "#else" "#endif" "#endregion" "#error" "#if" "#line" "#nullable" "#pragma" "#region" "#undef"
 "#warning"] @macro

(predefined_type) @type
(variable_declaration type: [(identifier) @type (nullable_type (identifier) @type) (array_type (identifier) @type)])
(parameter type: [(identifier) @type (nullable_type (identifier) @type) (array_type (identifier) @type)])
(property_declaration type: [(identifier) @type (nullable_type (identifier) @type) (array_type (identifier) @type)])
(method_declaration returns: [(identifier) @type (nullable_type (identifier) @type) (array_type (identifier) @type)])
(object_creation_expression type: (identifier) @type)
(cast_expression type: (identifier) @type)
(declaration_pattern type: (identifier) @type)
(catch_declaration type: (identifier) @type)
(foreach_statement type: (identifier) @type)
(typeof_expression type: (identifier) @type)
(generic_name . (identifier) @type)
(type_argument_list (identifier) @type)
(base_list (identifier) @type)
(type_parameter name: (identifier) @type)
(parameter name: (identifier) @parameter)
(member_access_expression name: (identifier) @property)
((member_access_expression expression: (identifier) @type) (#match? @type "^[A-Z]"))
(property_declaration name: (identifier) @property)
(namespace_declaration name: (_) @module)
(file_scoped_namespace_declaration name: (_) @module)
(using_directive [(identifier) (qualified_name)] @module)
(enum_member_declaration name: (identifier) @constant)
(attribute name: (_) @attribute)
(labeled_statement . (identifier) @label)

[(class_declaration name: (identifier) @type)
 (struct_declaration name: (identifier) @type)
 (interface_declaration name: (identifier) @type)
 (enum_declaration name: (identifier) @type)
 (record_declaration name: (identifier) @type)
 (delegate_declaration name: (identifier) @type)]
[(constructor_declaration name: (identifier) @function)
 (method_declaration name: (identifier) @function)
 (local_function_statement name: (identifier) @function)]
(invocation_expression function: [
  (identifier) @function
  (generic_name . (identifier) @function)
  (member_access_expression name: [(identifier) @function (generic_name . (identifier) @function)])
  (conditional_access_expression (member_binding_expression name: (identifier) @function))])
