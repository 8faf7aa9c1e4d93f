; HTML. Scripts and styles are read by their own grammars.
(comment) @comment
(doctype) @keyword
[(tag_name) (erroneous_end_tag_name)] @tag
(attribute_name) @attribute
[(quoted_attribute_value) (attribute_value)] @string
(entity) @escape
(script_element (raw_text) @embedded.javascript)
(style_element (raw_text) @embedded.css)
