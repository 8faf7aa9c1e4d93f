//! What files say of themselves at their top, in every language.

use docql::document::{Document, LineIndex};
use docql::formats::FORMATS;
use docql::languages::{LANGUAGES, by_id, parse};
use proptest::prelude::*;

/// What a file in language `id` says of itself.
fn doc(id: &str, text: &str) -> String {
    let format = FORMATS.iter().map(|format| format.info).find(|info| info.id == id).expect("a format");
    let document = Document { text: text.to_owned(), lines: LineIndex::new(text), ..Document::default() };
    document.file_doc(format).map_or_else(String::new, |span| document.slice(span).to_owned())
}

#[test]
fn every_language_has_its_way_to_document_a_file() {
    for (id, text, expected) in [
        (
            "rust",
            "// Copyright X\n\n#![allow(\n    dead_code\n)]\n//! A b.\n//!\n//! C.\n\n/// D\nfn f() {}\n",
            "//! A b.\n//!\n//! C.",
        ),
        ("rust", "/*! Block. */\nuse a;\n", "/*! Block. */"),
        ("rust", "// What this is about, alone.\n\nfn f() {}\n//! late\n", ""),
        (
            "python",
            "#!/usr/bin/env python\n# -*- coding: utf-8 -*-\n# Copyright 2001 Me\nr\"\"\"Reads.\n\nAll.\n\"\"\"\nimport os\n",
            "r\"\"\"Reads.\n\nAll.\n\"\"\"",
        ),
        ("python", "# Reads all the mail there is.\nimport os\n", "# Reads all the mail there is."),
        ("python", "# About x and nothing else.\nx = 1\n", ""),
        ("python", "x = 'no docstring'\n", ""),
        (
            "go",
            "// Copyright 2009 The Authors. All rights reserved.\n// Use of this source code is governed by a BSD-style\n// license that can be found in the LICENSE file.\n\n//go:build linux\n\n// Package a does things.\n//\n// And more.\npackage a\n",
            "// Package a does things.\n//\n// And more.",
        ),
        (
            "javascript",
            "#!/usr/bin/env node\n/* eslint-disable no-console */\n'use strict';\n\n/**\n * Draws all the charts.\n */\n\n/** about f */\nfunction f() {}\n",
            "/**\n * Draws all the charts.\n */",
        ),
        (
            "javascript",
            "/**\n * @license\n * Copyright 2020 X\n *\n * Licensed under the Apache License, Version 2.0\n */\n/** @fileoverview Draws. */\nvar x = 1;\n",
            "/** @fileoverview Draws. */",
        ),
        ("typescript", "/** About f, not the file. */\nexport function f() {}\n", ""),
        (
            "java",
            "/*\n * Copyright (C) 2010 X.\n *\n * Licensed under the Apache License, Version 2.0 (the \"License\");\n * you may not use this file.\n *\n * Unless required by applicable law or agreed to in writing\n */\n\n/**\n * Collections that never change.\n */\npackage a.b;\n",
            "/**\n * Collections that never change.\n */",
        ),
        (
            "c",
            "/*\n * sched.c -- schedules the tasks\n *\n * Fair to all of them.\n * Copyright (C) 1991 X\n *\n * This program is free software; you can redistribute it\n * and/or modify it.\n */\n#include <a.h>\n",
            "/*\n * sched.c -- schedules the tasks\n *\n * Fair to all of them.",
        ),
        ("c", "/* Copyright (C) 1991 X */\n\n/* About f and only f. */\nint f(void);\n", ""),
        (
            "cpp",
            "// Copyright X\n\n// Tokens of the query language.\n\n#pragma once\n#include <vector>\n",
            "// Tokens of the query language.",
        ),
        ("csharp", "// Licensed to the .NET Foundation.\n\nusing System;\n", ""),
        (
            "ruby",
            "# frozen_string_literal: true\n\n# Sends the mail it is given.\nrequire \"net\"\n",
            "# Sends the mail it is given.",
        ),
        ("ruby", "# About the module and not the file.\nmodule A\nend\n", ""),
        (
            "php",
            "<?php\ndeclare(strict_types=1);\n\n/**\n * Routes of the shop, all of them.\n */\n\nnamespace A;\n",
            "/**\n * Routes of the shop, all of them.\n */",
        ),
        (
            "bash",
            "#!/bin/bash\n#\n# Builds and packs everything.\n# shellcheck disable=SC1\nset -e\n",
            "#\n# Builds and packs everything.",
        ),
        ("bash", "#!/bin/sh\n# About f, as said.\nf() { :; }\n", ""),
        ("kotlin", "@file:JvmName(\"X\")\n\n/* Adds what lists lack. */\npackage a\n", "/* Adds what lists lack. */"),
        ("kotlin", "", ""),
    ] {
        assert_eq!(doc(id, text), expected, "{id}: {text}");
    }
}

#[test]
fn a_licence_is_one_below_the_drawn_name_of_its_project() {
    let licence = "/*****************\n *             _\n *  Shop     _| |__  ___\n *          (_| |_ \\/ _|\n *\n * Copyright (C) X\n *\n * You may opt to use, copy, modify, merge, publish, distribute and/or sell copies.\n *\n * SPDX-License-Identifier: shop\n *\n *****************/";
    let text = format!("{licence}\n#include \"a.h\"\n");
    let c = by_id("c").expect("c");
    assert_eq!(c.info.licence(&text).map(|span| span.of(&text)), Some(licence));
    let other = "/*\n * Sells what is in a cart.\n *\n * Copyright (C) X\n */\nint a;\n";
    assert_eq!(c.info.licence(other), None);
}

#[test]
fn an_import_takes_no_documentation() {
    let document = parse(by_id("c").expect("c"), "/* What this file does. */\n#include <a.h>\n".into());
    assert!(document.nodes[0].doc.is_empty());
}

proptest! {
    #[test]
    fn any_text_can_be_asked(number in 0..LANGUAGES.len(), text in "([/*#!'\"\\\\ \n\\[a-zé名-]|//!|/\\*\\*|\"\"\"|<\\?php|#!\\[){0,40}") {
        let format = LANGUAGES[number].info;
        if let Some(span) = format.file_doc(&text) {
            prop_assert!(!span.is_empty() && span.end as usize <= text.len());
            prop_assert!(text.is_char_boundary(span.start as usize) && text.is_char_boundary(span.end as usize));
        }
    }
}
