; Python. Later patterns win on one node, inner nodes win over outer ones.
(comment) @comment
(string) @string
(interpolation) @text
(escape_sequence) @escape
[(integer) (float)] @number
[(true) (false) (none) (ellipsis)] @constant
["and" "as" "assert" "async" "await" "break" "case" "class" "continue" "def" "del" "elif" "else" "except" "finally"
 "for" "from" "global" "if" "import" "in" "is" "is not" "lambda" "match" "nonlocal" "not" "not in" "or" "pass" "raise"
 "return" "try" "type" "while" "with" "yield" "exec" "print"] @keyword

((identifier) @keyword (#any-of? @keyword "self" "cls"))
((identifier) @type (#match? @type "^_*[A-Z]"))
((identifier) @constant (#match? @constant "^_*[A-Z][A-Z0-9_]+$"))
(attribute attribute: (identifier) @property)
(type (identifier) @type)
(type (generic_type (identifier) @type))
(keyword_argument name: (identifier) @parameter)
(parameters (identifier) @parameter)
(parameters (_ . (identifier) @parameter))
(lambda_parameters (identifier) @parameter)
(import_statement name: (dotted_name (identifier) @module))
(import_from_statement module_name: (_) @module)
(decorator) @attribute
(decorator (_) @attribute)
(decorator (call arguments: (_) @text))

(class_definition name: (identifier) @type)
(function_definition name: (identifier) @function)
(call function: [(identifier) @function (attribute attribute: (identifier) @function)])
((call function: (identifier) @type) (#match? @type "^_*[A-Z]"))
((parameters (identifier) @keyword) (#any-of? @keyword "self" "cls"))
(decorator (call function: (_) @attribute))
