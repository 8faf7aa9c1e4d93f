; Pages of elements whose scripts are TypeScript, or JavaScript, which reads the same.
(script_element (raw_text) @embedded.typescript)
