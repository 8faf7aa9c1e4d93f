; YAML. Later patterns win on one node, inner nodes win over outer ones.
(comment) @comment
[(double_quote_scalar) (single_quote_scalar) (block_scalar) (string_scalar)] @string
(escape_sequence) @escape
[(integer_scalar) (float_scalar) (timestamp_scalar)] @number
[(boolean_scalar) (null_scalar)] @constant
[(anchor) (alias)] @label
(tag) @type
[(yaml_directive) (tag_directive) (reserved_directive)] @attribute
["---" "..."] @rule
(block_mapping_pair key: (flow_node [(plain_scalar (_) @property) (double_quote_scalar) @property (single_quote_scalar) @property]))
(flow_pair key: (flow_node [(plain_scalar (_) @property) (double_quote_scalar) @property (single_quote_scalar) @property]))
