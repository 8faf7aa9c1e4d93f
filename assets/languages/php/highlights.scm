; PHP. Later patterns win on one node, inner nodes win over outer ones.
(comment) @comment
[(string) (encapsed_string) (heredoc) (nowdoc) (shell_command_expression)] @string
(encapsed_string (_ (_)) @text)
(escape_sequence) @escape
[(integer) (float)] @number
[(boolean) (null)] @constant
["abstract" "and" "as" "break" "case" "catch" "class" "clone" "const" "continue" "declare" "default" "do" "echo"
 "else" "elseif" "enddeclare" "endfor" "endforeach" "endif" "endswitch" "endwhile" "enum" "extends" "final" "finally"
 "fn" "for" "foreach" "function" "global" "goto" "if" "implements" "include" "include_once" "instanceof" "insteadof"
 "interface" "match" "namespace" "new" "or" "print" "private" "protected" "public" "readonly" "require"
 "require_once" "return" "static" "switch" "throw" "trait" "try" "unset" "use" "while" "xor" "yield" "yield from"
 (exit_statement)] @keyword
[(php_tag) (php_end_tag)] @tag

(variable_name) @variable
((variable_name) @keyword (#eq? @keyword "$this"))
(primitive_type) @type
(cast_type) @type
(named_type) @type
(relative_scope) @keyword
((name) @constant (#match? @constant "^[A-Z][A-Z0-9_]+$"))
(base_clause (_) @type)
(class_interface_clause (_) @type)
(object_creation_expression [(name) (qualified_name)] @type)
(scoped_call_expression scope: (name) @type)
(class_constant_access_expression . (name) @type)
(member_access_expression name: (name) @property)
(property_element name: (variable_name) @property)
(simple_parameter name: (variable_name) @parameter)
(variadic_parameter name: (variable_name) @parameter)
(namespace_definition name: (_) @module)
(namespace_use_clause (_) @module)
(attribute_list) @attribute

[(class_declaration name: (name) @type)
 (interface_declaration name: (name) @type)
 (trait_declaration name: (name) @type)
 (enum_declaration name: (name) @type)]
(enum_case name: (name) @constant)
(const_element . (name) @constant)
(function_definition name: (name) @function)
(method_declaration name: (name) @function)
(function_call_expression function: [(name) (qualified_name)] @function)
(member_call_expression name: (name) @function)
(nullsafe_member_call_expression name: (name) @function)
(scoped_call_expression name: (name) @function)
(text) @embedded.html
