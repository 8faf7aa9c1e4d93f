; JSX, for JavaScript and TSX.
(jsx_opening_element name: (_) @tag)
(jsx_closing_element name: (_) @tag)
(jsx_self_closing_element name: (_) @tag)
(jsx_attribute . (property_identifier) @attribute)
(html_character_reference) @escape
