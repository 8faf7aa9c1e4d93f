#!/usr/bin/env python3
"""Compares docql's outline of C with what clang declares: clang_outline.py [options] DIR -- CLANG-OPTIONS…

Reads every .c file below DIR with libclang, and the headers of DIR that they include. An entity is a function, a
prototype, a type with a body, a typedef, a field, an enumerator, a variable outside of functions or a macro; it counts if
its name is written on its line, and its line is not in a branch that the preprocessor leaves out. It is found if docql has
a declaration of that name on that line. Prints recall, precision and the share of parents that are the same, by kind, and
with --misses what differs.
"""

import argparse
import collections
import ctypes
import json
import os
import subprocess
import sys

from clang import cindex
from clang.cindex import CursorKind as K

KINDS = {
    K.FUNCTION_DECL: "function",
    K.STRUCT_DECL: "type",
    K.UNION_DECL: "type",
    K.ENUM_DECL: "type",
    K.TYPEDEF_DECL: "typedef",
    K.FIELD_DECL: "field",
    K.ENUM_CONSTANT_DECL: "enumerator",
    K.VAR_DECL: "variable",
    K.MACRO_DEFINITION: "macro",
}
MEMBERS = ("field", "enumerator")


class Ranges(ctypes.Structure):
    _fields_ = [("count", ctypes.c_uint), ("ranges", ctypes.POINTER(cindex.SourceRange))]


def skipped(unit):
    """The lines of each file that the preprocessor leaves out."""
    call = cindex.conf.lib.clang_getAllSkippedRanges
    call.restype, call.argtypes = ctypes.POINTER(Ranges), [ctypes.c_void_p]
    found = call(unit.obj if hasattr(unit, "obj") else unit)
    out = collections.defaultdict(set)
    if found:
        for at in range(found.contents.count):
            one = found.contents.ranges[at]
            if one.start.file:
                out[one.start.file.name].update(range(one.start.line, one.end.line + 1))
    return out


def walk(cursor, parent, take, inside=False):
    """Types and their members wherever they are declared, the rest outside of functions."""
    for child in cursor.get_children():
        kind = KINDS.get(child.kind)
        if kind == "type" and not child.is_definition() or inside and kind in ("variable", "function"):
            kind = None
        if kind:
            take(child, kind, parent)
        is_type = child.kind in (K.STRUCT_DECL, K.UNION_DECL, K.ENUM_DECL)
        if child.kind.is_declaration() or child.kind.is_statement():
            walk(child, child if kind and is_type else parent, take, inside or child.kind == K.FUNCTION_DECL)


def read(root, files, options):
    index = cindex.Index.create()
    seen, left, lines = {}, collections.defaultdict(set), {}
    live = collections.defaultdict(set)
    errors = 0

    def text_of(path):
        if path not in lines:
            with open(path, encoding="utf-8", errors="replace") as file:
                lines[path] = file.read().split("\n")
        return lines[path]

    for file in files:
        unit = index.parse(file, options, options=cindex.TranslationUnit.PARSE_DETAILED_PROCESSING_RECORD)
        errors += sum(one.severity >= 3 for one in unit.diagnostics)
        included = {file} | {os.path.realpath(one.include.name) for one in unit.get_includes()}
        skip = {os.path.realpath(name): rows for name, rows in skipped(unit).items()}
        for path in included:
            if path.startswith(root):
                all_lines = set(range(1, len(text_of(path)) + 1))
                live[path] |= all_lines - skip.get(path, set())

        def take(cursor, kind, parent):
            place = cursor.location
            if not place.file or not cursor.spelling:
                return
            path = os.path.realpath(place.file.name)
            if not path.startswith(root) or not path.endswith((".c", ".h")):
                return
            text = text_of(path)
            if place.line > len(text) or cursor.spelling not in text[place.line - 1]:
                return
            owner = parent.spelling if parent is not None and kind in MEMBERS else ""
            seen.setdefault((os.path.relpath(path, root), place.line, cursor.spelling), (kind, owner))

        walk(unit.cursor, None, take)
    return seen, {os.path.relpath(path, root): rows for path, rows in live.items()}, errors


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("root")
    arguments.add_argument("--docql", default="docql")
    arguments.add_argument("--only", default="", help="only .c files whose path has this")
    arguments.add_argument("--limit", type=int, default=10**9)
    arguments.add_argument("--misses", type=int, default=0)
    given, options = arguments.parse_known_args()
    options = [one for one in options if one != "--"]
    root = os.path.realpath(given.root)
    files = sorted(
        os.path.join(folder, name) for folder, _, names in os.walk(root) for name in names if name.endswith(".c")
    )
    files = [file for file in files if given.only in file][: given.limit]
    clang, live, errors = read(root + "/", files, options)
    out = subprocess.run(
        [given.docql, "query", "$.code", "-f", "jsonl", "--all", "--no-index", "--max-filesize", "64M", root], stdout=subprocess.PIPE, check=True, cwd=root
    )
    docql = {}
    for line in out.stdout.decode().splitlines():
        hit = json.loads(line)
        path = hit["path"]
        if path in live and path.endswith((".c", ".h")) and hit.get("name") and hit["type"] != "import":
            docql[path, hit["line"], hit["name"]] = hit
    by_line = collections.defaultdict(list)
    for (path, line, name), hit in docql.items():
        by_line[path, name].append((line, hit))

    def found(key):
        path, line, name = key
        if key in docql:
            return docql[key]
        # A declaration begins before its name: over several lines, or behind what is written above it.
        return next((hit for at, hit in by_line[path, name] if at <= line <= hit["end_line"]), None)

    table, misses = collections.Counter(), []
    for key, (kind, owner) in clang.items():
        hit = found(key)
        table[kind, "seen"] += 1
        table[kind, "found"] += hit is not None
        if hit is None:
            misses.append((kind, key))
        elif owner:
            table[kind, "owned"] += 1
            table[kind, "same"] += (hit.get("parent") or "").split("::")[-1].split(".")[-1] == owner
            if (hit.get("parent") or "").split("::")[-1].split(".")[-1] != owner:
                misses.append(("parent of " + kind, (*key, owner, hit.get("parent"))))
    places = collections.defaultdict(set)
    for path, line, name in clang:
        places[path, name].add(line)
    wrong = 0
    for (path, line, name), hit in docql.items():
        if not live[path] & set(range(line, line + 1)):
            continue
        table["all", "said"] += 1
        if not any(line <= at <= hit["end_line"] for at in places[path, name]):
            wrong += 1
            misses.append(("false " + hit["type"], (path, line, name)))
    total = collections.Counter()
    for kind in sorted({kind for kind, _ in table if kind != "all"}):
        seen, hits = table[kind, "seen"], table[kind, "found"]
        total.update(seen=seen, found=hits, owned=table[kind, "owned"], same=table[kind, "same"])
        print(f"{kind:12} {hits:6} of {seen:6}  {hits / max(seen, 1):.4f}")
    said = table["all", "said"]
    print(f"recall {total['found'] / max(total['seen'], 1):.4f} of {total['seen']}, precision {1 - wrong / max(said, 1):.4f} of {said}, "
          f"parents {total['same'] / max(total['owned'], 1):.4f} of {total['owned']}; clang said {errors} errors in {len(files)} files")
    kinds = collections.Counter(kind for kind, _ in misses)
    print(dict(kinds), file=sys.stderr)
    shown = collections.Counter()
    for kind, key in misses:
        shown[kind] += 1
        if shown[kind] <= given.misses:
            print(kind, *key, file=sys.stderr)


if __name__ == "__main__":
    main()
