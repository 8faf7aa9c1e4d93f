; What TypeScript adds to JavaScript.
["abstract" "accessor" "asserts" "declare" "enum" "implements" "infer" "interface" "is" "keyof" "module" "namespace"
 "override" "private" "protected" "public" "readonly" "satisfies" "type"] @keyword
(type_identifier) @type
(predefined_type) @type
(enum_body name: (property_identifier) @constant)
(enum_assignment name: (property_identifier) @constant)
(internal_module name: (identifier) @module)
(required_parameter pattern: (identifier) @parameter)
(optional_parameter pattern: (identifier) @parameter)
[(method_signature name: (property_identifier) @function)
 (abstract_method_signature name: (property_identifier) @function)
 (function_signature name: (identifier) @function)]
