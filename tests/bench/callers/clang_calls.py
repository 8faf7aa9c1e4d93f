"""Draws functions of a C tree and says which calls of their names are calls of them, as libclang has it.

    python clang_calls.py TREE COUNT SEED

Where headers are is guessed: beside each file, and in every directory of the tree that has some.
"""

import collections
import ctypes
import json
import os
import random
import re
import sys
from pathlib import Path

from clang import cindex
from clang.cindex import Config, CursorKind, Index

SKIPPED = {".git"}
CALL = re.compile(r"\b([A-Za-z_]\w*)\s*\(")
NOISE = re.compile(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"', re.S)


def library():
    for name in ("libclang-14.so.1", "libclang.so.1", "libclang-14.so"):
        try:
            ctypes.CDLL(name)
        except OSError:
            continue
        Config.set_library_file(name)
        return


class Tree:
    def __init__(self, root):
        self.root = root
        self.defined = {}  # USR → (path, line, name)
        self.calls = collections.defaultdict(set)  # (path, line, name) → USRs
        self.inside = {}  # (path, line) → line of the function around
        self.read, self.errors = set(), 0
        self.files = [path for path in sorted(root.rglob("*.c")) if not SKIPPED & set(path.relative_to(root).parts)]
        headers = {path.parent for path in root.rglob("*.h") if not SKIPPED & set(path.relative_to(root).parts)}
        includes = sorted(headers | {path.parent for path in headers}, key=lambda path: (len(path.parts), path))
        self.includes = [f"-I{path}" for path in includes if path.is_relative_to(root)]

    def parse_all(self):
        index = Index.create()
        for number, path in enumerate(self.files):
            print(f"\r{number} of {len(self.files)} ", end="", file=sys.stderr)
            options = [f"-I{path.parent}", *self.includes, "-D_GNU_SOURCE", "-w", "-ferror-limit=0"]
            try:
                unit = index.parse(str(path), options)
            except cindex.TranslationUnitLoadError:
                continue
            self.errors += sum(problem.severity >= 3 for problem in unit.diagnostics)
            for cursor in unit.cursor.get_children():
                self.collect(cursor)
        print(f"\r{len(self.files)} files, {self.errors} errors", file=sys.stderr)

    def relative(self, file):
        if not file:
            return None
        path = os.path.realpath(str(file))
        return os.path.relpath(path, self.root) if path.startswith(f"{self.root}/") else None

    def collect(self, cursor):
        path = self.relative(cursor.location.file)
        if path is None:
            return
        self.read.add(path)
        line = cursor.location.line
        if cursor.kind == CursorKind.FUNCTION_DECL:
            if cursor.is_definition():
                self.defined[cursor.get_usr()] = (path, line, cursor.spelling)
        self.walk(cursor, path, line)

    def walk(self, cursor, path, around):
        for child in cursor.get_children():
            if child.kind == CursorKind.CALL_EXPR:
                self.call(child, path, around)
            self.walk(child, path, around)

    def call(self, cursor, path, around):
        name = cursor.spelling
        if not name:
            return
        meant = cursor.referenced
        usr = meant.get_usr() if meant is not None and meant.kind == CursorKind.FUNCTION_DECL else "another"
        head = next(cursor.get_children(), cursor)
        at = (path, head.extent.end.line or head.location.line)
        self.calls[(*at, name)].add(usr)
        self.inside.setdefault(at, around)


def written(root, read):
    """Where names stand before a bracket, by name: what the preprocessor left out too."""
    out = collections.defaultdict(set)
    for path in read:
        text = (root / path).read_text(encoding="utf-8", errors="replace")
        text = NOISE.sub(lambda noise: re.sub(r"[^\n]", " ", noise.group()), text)
        for number, line in enumerate(text.split("\n"), 1):
            for found in CALL.finditer(line):
                out[found.group(1)].add((path, number))
    return out


def sites_of(tree, usr, name, places):
    own = {(path, line) for path, line, called in tree.calls if called == name}
    sites = []
    for path, line in sorted(own | places):
        meant = tree.calls.get((path, line, name))
        is_ = "open" if not meant else "true" if usr in meant else "false"
        # A macro calls it, whose body stands elsewhere.
        if (path, line) not in places and is_ == "true":
            is_ = "open"
        sites.append({"path": path, "line": line, "in": tree.inside.get((path, line), line), "is": is_})
    return sites


def main():
    root, count, seed = Path(sys.argv[1]).resolve(), int(sys.argv[2]), int(sys.argv[3])
    library()
    tree = Tree(root)
    tree.parse_all()
    places = written(root, tree.read)
    called = {name for _, _, name in tree.calls}
    fit = sorted((place, usr) for usr, place in tree.defined.items() if place[2] in called)
    random.Random(seed).shuffle(fit)
    out = []
    for (path, line, name), usr in fit[:count]:
        sites = [site for site in sites_of(tree, usr, name, places[name]) if (site["path"], site["line"]) != (path, line)]
        out.append({"path": path, "line": line, "name": name, "sites": sites})
    json.dump({"functions": out, "read": sorted(tree.read)}, sys.stdout)


if __name__ == "__main__":
    main()
