; TOML. Later patterns win on one node, inner nodes win over outer ones.
(comment) @comment
(string) @string
(escape_sequence) @escape
[(integer) (float) (local_date) (local_date_time) (local_time) (offset_date_time)] @number
(boolean) @constant
[(bare_key) (quoted_key)] @property
(table . (_) @heading)
(table . (dotted_key (_) @heading))
(table_array_element . (_) @heading)
(table_array_element . (dotted_key (_) @heading))
