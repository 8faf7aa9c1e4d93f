"""Draws functions of a C++ tree and says which calls of their names are calls of them, as libclang has it.

    CXXFLAGS="-I… -D…" python clang_cpp_calls.py TREE COUNT SEED [KIND]

Of COUNT functions five in six have a call, the rest have none although their name is called. KIND is "functions" (the default)
or "constructors". Headers are looked for in the tree, in its include directory, and where CXXFLAGS says; C++ is 17.
"""

import bisect
import collections
import ctypes
import json
import os
import random
import re
import shlex
import subprocess
import sys
from pathlib import Path

from clang import cindex
from clang.cindex import CursorKind as Kind

SOURCES = {".cc", ".cpp", ".cxx"}
HEADERS = {".h", ".hpp", ".hh", ".hxx", ".inc", ".ipp"}
CALLABLE = {Kind.FUNCTION_DECL, Kind.CXX_METHOD, Kind.FUNCTION_TEMPLATE, Kind.CONSTRUCTOR, Kind.DESTRUCTOR, Kind.CONVERSION_FUNCTION}
TYPES = {Kind.CLASS_DECL, Kind.STRUCT_DECL, Kind.UNION_DECL, Kind.ENUM_DECL, Kind.CLASS_TEMPLATE, Kind.CLASS_TEMPLATE_PARTIAL_SPECIALIZATION}
USES = {Kind.DECL_REF_EXPR, Kind.MEMBER_REF_EXPR, Kind.MEMBER_REF, Kind.TYPE_REF, Kind.TEMPLATE_REF, Kind.NAMESPACE_REF}
WRAPPED = {Kind.UNEXPOSED_EXPR, Kind.PAREN_EXPR}
CALL = re.compile(r"\b([A-Za-z_]\w*)\s*(?:<[^;{}()]*>\s*)?[({]")
NOISE = re.compile(
    r'/\*.*?\*/|//[^\n]*|\bR"([^(\n]*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"' + r"|(?<!\w)'(?:\\.[^'\n]*|[^'\\\n])'", re.S
)


def library():
    for name in (None, "libclang-14.so.1", "libclang.so.1", "libclang-14.so"):
        try:
            if name:
                cindex.Config.loaded = False
                cindex.Config.set_library_file(name)
            return cindex.conf.lib
        except cindex.LibclangError:
            continue
    sys.exit("no libclang")


LIB = library()


def system_includes():
    """Where the compiler of the machine has its headers: the package of libclang brings none."""
    told = subprocess.run(["c++", "-v", "-E", "-x", "c++", os.devnull], capture_output=True, text=True).stderr
    inside = told.split("search starts here:")[-1].split("End of search list")[0]
    return [f"-isystem{line.strip()}" for line in inside.splitlines() if line.strip()]


def place(cursor):
    """The file, line and column of a cursor; of an argument of a macro where it is written."""
    file, line, column, offset = ctypes.c_void_p(), ctypes.c_uint(), ctypes.c_uint(), ctypes.c_uint()
    LIB.clang_getFileLocation(cursor.location, ctypes.byref(file), *map(ctypes.byref, (line, column, offset)))
    return file.value, line.value, column.value


def usrs(cursor):
    """The names of what is meant: the declaration, then the templates that it is made from."""
    out = []
    while cursor is not None and cursor.kind != Kind.INVALID_FILE and not cursor.kind.is_invalid():
        out.append(cursor.get_usr())
        cursor = LIB.clang_getSpecializedCursorTemplate(cursor)
    return tuple(out)


def overridden(cursor):
    array, count = ctypes.POINTER(cindex.Cursor)(), ctypes.c_uint()
    LIB.clang_getOverriddenCursors(cursor, ctypes.byref(array), ctypes.byref(count))
    out = []
    for number in range(count.value):
        base = array[number]
        base._tu = cursor._tu
        out.append(usrs(base))
    return out


def unqualified(usr):
    """The same for both of `begin()` and `begin() const`: which is meant is no question of the text."""
    return re.sub(r"#\d*$", "", usr)


def qualified(cursor):
    above = cursor.semantic_parent
    return f"{above.spelling}::{cursor.spelling}" if above is not None and above.spelling else cursor.spelling


class Tree:
    def __init__(self, root):
        self.root = root
        self.defined = {}  # USR → (path, line, name, whether it is a constructor)
        self.titles, self.skipped = {}, []
        self.uses = collections.defaultdict(set)  # (path, line, column) → (what, USRs, written)
        self.inside = collections.defaultdict(dict)  # path → {first line: last line} of functions
        self.bases = collections.defaultdict(set)  # USR → USRs of what it overrides
        self.outline = set()  # (path, line, name, type around it, "type" or "function")
        self.read, self.walked, self.errors, self.paths = set(), set(), collections.Counter(), {}
        own = [path for path in sorted(root.rglob("*")) if ".git" not in path.parts]
        self.files = [path for path in own if path.suffix in SOURCES]
        self.flags = [f"-I{root}", f"-I{root}/include", *shlex.split(os.environ.get("CXXFLAGS", ""))]

    def parse_all(self):
        index, system = cindex.Index.create(), system_includes()
        for number, path in enumerate(self.files):
            if sys.stderr.isatty():
                print(f"\r{number} of {len(self.files)} ", end="", file=sys.stderr)
            options = ["-std=c++17", *self.flags, "-nostdinc", "-nostdinc++", *system, "-w", "-ferror-limit=0"]
            try:
                unit = index.parse(str(path), options)
            except cindex.TranslationUnitLoadError:
                continue
            problems = [problem for problem in unit.diagnostics if problem.severity >= 3]
            for problem in problems:
                self.errors[f"{path.relative_to(self.root)}: {problem.spelling}"] += 1
            # Without a header, or with what the compiler does not understand, nothing in the file is certain.
            if any(problem.severity == 4 or self.is_own(problem) for problem in problems):
                self.skipped.append(str(path.relative_to(self.root)))
                continue
            self.paths = {}
            for cursor in unit.cursor.get_children():
                if self.where(cursor)[0]:
                    self.walk(cursor)
        print(f"\r{len(self.files)} files, {self.errors.total()} errors", file=sys.stderr)
        for name in self.skipped:
            print(f"  not read: {name}: {next(error for error in self.errors if error.startswith(name))[len(name) + 2:]}", file=sys.stderr)

    def is_own(self, problem):
        return problem.location.file is not None and os.path.realpath(problem.location.file.name).startswith(f"{self.root}/")

    def where(self, cursor):
        file, line, column = place(cursor)
        if file not in self.paths:
            name = str(cursor.location.file) if file else ""
            full = os.path.realpath(name) if name else ""
            self.paths[file] = os.path.relpath(full, self.root) if full.startswith(f"{self.root}/") else None
            if self.paths[file]:
                self.read.add(self.paths[file])
        return self.paths[file], line, column

    def note(self, cursor, what, meant=(), written=""):
        at = self.where(cursor)
        if at[0]:
            self.uses[at].add((what, meant, written))

    def walk(self, cursor, callee=None):
        kind = cursor.kind
        if kind in CALLABLE:
            path, line, _ = at = self.where(cursor)
            if path is None:
                return
            usr = cursor.get_usr()
            self.note(cursor, "declared")
            if kind == Kind.CXX_METHOD and usr not in self.bases:
                self.bases[usr] = set(overridden(cursor))
            if cursor.is_definition():
                if (usr, at) in self.walked:
                    return
                self.walked.add((usr, at))
                # A template of constructors is of the same kind as one of functions.
                above = cursor.semantic_parent
                name, of = cursor.spelling.split("<")[0], above.spelling.split("<")[0] if above.kind in TYPES else ""
                name = cursor.spelling if name.startswith("operator") else name
                self.defined[usr] = (path, line, name, kind == Kind.CONSTRUCTOR or name == of)
                self.titles[usr] = qualified(cursor)
                if kind != Kind.CONVERSION_FUNCTION:
                    self.outline.add((path, line, name, of, "function"))
                self.inside[path][line] = max(self.inside[path].get(line, 0), cursor.extent.end.line)
        elif kind in USES:
            self.use(cursor, callee)
        elif kind.is_declaration():
            self.note(cursor, "declared")
            if kind in TYPES and cursor.is_definition() and not cursor.is_anonymous():
                path, line, _ = self.where(cursor)
                self.outline.add((path, line, cursor.spelling.split("<")[0], "", "type"))
        inner = None
        if kind == Kind.CALL_EXPR:
            inner = cursor.referenced
            if inner is not None and inner.kind == Kind.CONSTRUCTOR:
                self.note(cursor, "construct", usrs(inner))
        elif kind in WRAPPED:
            inner = callee
        for number, child in enumerate(cursor.get_children()):
            self.walk(child, inner if number == 0 else None)

    def use(self, cursor, callee):
        meant = cursor.referenced
        if meant is None or meant.kind.is_invalid():
            return
        if meant.kind not in CALLABLE:
            if meant.kind != Kind.OVERLOADED_DECL_REF:
                self.note(cursor, "other", (), f"{meant.kind.name.lower()} {meant.spelling}")
        elif callee is not None and callee == meant:
            self.note(cursor, "call", usrs(meant), qualified(meant))
        else:
            self.note(cursor, "value", usrs(meant), qualified(meant))

    def around(self, path, line):
        """The first line of the innermost function around a line."""
        spans = [(first, last) for first, last in self.inside[path].items() if first <= line <= last]
        return max(spans)[0] if spans else line

    def meant(self, chain):
        return next((usr for usr in chain if usr in self.defined), None)

    def above(self, usr, seen=None):
        """All that a method overrides."""
        seen = set() if seen is None else seen
        for chain in self.bases.get(usr, ()):
            for base in chain:
                if base not in seen:
                    seen.add(base)
                    self.above(base, seen)
        return seen


def written(root, read):
    """Where names stand before a bracket, by name: what the preprocessor left out too."""
    out = collections.defaultdict(set)
    for path in read:
        text = (root / path).read_bytes().decode("latin-1")
        text = NOISE.sub(lambda noise: re.sub(r"[^\n]", " ", noise.group()), text)
        starts = [0, *(found.end() for found in re.finditer("\n", text))]
        for found in CALL.finditer(text):
            line = bisect.bisect_right(starts, found.start())
            out[found.group(1)].add((path, line, found.start() - starts[line - 1] + 1))
    return out


def sites_of(tree, usr, places, uses):
    above = tree.above(usr)
    sites = []
    for at in sorted(places | uses):
        path, line, _ = at
        if at not in tree.uses:
            is_, why = "open", "dependent or not read"
        else:
            is_, why = "false", ""
            for what, chain, name in sorted(tree.uses[at]):
                if what in ("call", "construct") and tree.meant(chain) == usr:
                    is_, why = ("true", "") if at in places or what == "construct" else ("open", "macro")
                    break
                if what == "call" and any(link in above for link in chain):
                    is_, why = "dispatch", name
                elif what == "value" and tree.meant(chain) == usr and is_ == "false":
                    is_, why = "open", "value"
                elif what == "call" and is_ == "false" and unqualified(usr) in map(unqualified, chain):
                    is_, why = "open", "const"
                elif what == "call" and is_ == "false" and name == tree.titles[usr]:
                    why = f"overload {name}"
                elif is_ == "false":
                    why = f"{what} {name}"
        sites.append({"path": path, "line": line, "in": tree.around(path, line), "is": is_, "why": why})
    return sites


def main():
    root, count, seed = Path(sys.argv[1]).resolve(), int(sys.argv[2]), int(sys.argv[3])
    constructors = sys.argv[4:5] == ["constructors"]
    tree = Tree(root)
    tree.parse_all()
    places = written(root, tree.read)
    uses = collections.defaultdict(set)
    for at, noted in tree.uses.items():
        for what, chain, _ in noted:
            usr = tree.meant(chain)
            if usr and (what != "construct" or constructors):
                uses[usr].add(at)
    # What a macro declares has no name of its own in the text.
    written_at = {(path, line, name) for name, all_of in places.items() for path, line, _ in all_of}
    fit = [(entry, usr) for usr, entry in tree.defined.items() if entry[:3] in written_at and entry[3] == constructors]
    fit.sort()
    random.Random(seed).shuffle(fit)
    wanted = {True: count - count // 6, False: count // 6}
    out = []
    for (path, line, name, _), usr in fit:
        if not any(wanted.values()):
            break
        sites = [site for site in sites_of(tree, usr, places[name], uses[usr]) if (site["path"], site["line"]) != (path, line)]
        called = any(site["is"] == "true" for site in sites)
        if wanted[called] and (called or any(not site["why"].startswith("declared") for site in sites)):
            wanted[called] -= 1
            out.append({"path": path, "line": line, "name": name, "sites": sites})
    json.dump({"functions": out, "read": sorted(tree.read), "outline": sorted(tree.outline)}, sys.stdout)


for function, result in (("clang_getFileLocation", None), ("clang_getOverriddenCursors", None)):
    getattr(LIB, function).restype = result
LIB.clang_getFileLocation.argtypes = [cindex.SourceLocation, *[ctypes.c_void_p] * 4]
LIB.clang_getOverriddenCursors.argtypes = [cindex.Cursor, ctypes.c_void_p, ctypes.c_void_p]
main()
