; What only JavaScript has; it begins with shared.scm and ends with JSX.
(formal_parameters (identifier) @parameter)
(formal_parameters (assignment_pattern left: (identifier) @parameter))
(formal_parameters (rest_pattern (identifier) @parameter))
(arrow_function parameter: (identifier) @parameter)
