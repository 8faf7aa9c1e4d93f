; JSON. Inner nodes win over outer ones; a key is a property, a value a string.
(comment) @comment
(string) @string
(pair key: (string) @property)
(escape_sequence) @escape
(number) @number
[(true) (false) (null)] @constant
