; CSS. Later patterns win on one node, inner nodes win over outer ones.
[(comment) (js_comment)] @comment
(string_value) @string
(escape_sequence) @escape
[(integer_value) (float_value)] @number
(unit) @type
(color_value) @constant
["@charset" "@import" "@keyframes" "@media" "@namespace" "@scope" "@supports" (at_keyword) (important)
 "and" "not" "only" "or" "of" (from) (to)] @keyword
[(property_name) (feature_name)] @property
((property_name) @variable (#match? @variable "^--"))
((plain_value) @variable (#match? @variable "^--"))
(function_name) @function
[(tag_name) (universal_selector) (nesting_selector)] @tag
[(class_name) (id_name)] @type
(attribute_name) @attribute
[(keyframes_name) (namespace_name)] @label
(pseudo_class_selector (class_name) @function)
(pseudo_element_selector (tag_name) @function)
