#!/usr/bin/env python3
"""Draws functions of a Rust tree and says which calls of their names are calls of them, as rustc's MIR has it.

    rust_calls.py TREE COUNT SEED [argument of cargo test …]

Builds all members of the workspace with their tests (`cargo test --no-run`, this file is their RUSTC_WORKSPACE_WRAPPER) below
CARGO_TARGET_DIR, and reads the *.mir there; with MIR=DIRECTORY those that are there already. Any stable rustc will do
(RUSTC_BOOTSTRAP=1). Macros' bodies, generated code and what the configuration leaves out are open.
"""

import bisect
import collections
import json
import os
import random
import re
import subprocess
import sys
from pathlib import Path

FLAGS = ["--emit=mir", "-Zmir-opt-level=0", "-Zmir-include-spans=on", "-Ztrim-diagnostic-paths=no", "--cap-lints=allow"]
NOISE = re.compile(
    r"""/\*|//[^\n]*|\b(?:br|cr|r)(\#*)".*?"\1|b?"(?:\\.|[^"\\])*"|b?'(?:\\(?:u\{[^}]*\}|x..|.)|[^'\\\n])'""", re.S)
ITEM = re.compile(r"\b(fn)\s+(?:r#)?(\w+)|\b(impl)\b|\b(trait)\s+(\w+)|\b(mod)\s+(\w+)\s*\{|\b(macro_rules)\s*!\s*(\w+)|\b(macro)\s+(\w+)")
TYPE = re.compile(r"\b(?:struct|enum|union|type|trait)\s+(\w+)")
PRIMITIVE = set("u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize f32 f64 bool char str".split())
SPAN = re.compile(r"// scope \d+ at (.+?):(\d+):(\d+): (\d+):(\d+)")
OPEN, CLOSE = "<([{", ">)]}"


def blank(text):
    """The text without comments and literals, every character in its place."""
    out, at = [], 0
    while True:
        found = NOISE.search(text, at)
        if not found:
            return "".join(out) + text[at:]
        end = found.end()
        if found.group() == "/*":
            depth, end = 1, found.end()
            while depth and end < len(text):
                mark = re.compile(r"/\*|\*/").search(text, end)
                end = mark.end() if mark else len(text)
                depth += 1 if mark and mark.group() == "/*" else -1
        out.append(text[at:found.start()])
        literal = text[found.start():end]
        # The quotes stay, so that an argument is still there.
        out.append(re.sub(r"[^\n]", " ", literal) if literal.startswith("/") else re.sub(r"[^\n'\"]", "_", literal))
        at = end


def pieces(text, mark):
    """text cut at mark wherever no bracket is open."""
    out, depth, start, at = [], 0, 0, 0
    while at < len(text):
        char = text[at]
        if text.startswith("->", at) or text.startswith("=>", at):
            at += 2
            continue
        if depth == 0 and text.startswith(mark, at):
            out.append(text[start:at])
            at += len(mark)
            start = at
            continue
        depth += (char in OPEN) - (char in CLOSE)
        at += 1
    return [*out, text[start:]]


class Item:
    def __init__(self, kind, name, start, head, end, text):
        self.kind, self.name, self.start, self.head, self.end, self.text = kind, name, start, head, end, text
        self.around = None

    def inside(self, kind):
        item = self.around
        while item and item.kind != kind:
            item = item.around
        return item


class Source:
    """One file: its functions, with the blocks around them."""

    def __init__(self, path, text):
        self.path, self.raw = path, text
        self.text = blank(text)
        self.starts = [0] + [found.end() for found in re.finditer("\n", text)]
        self.items = []
        partner, stack = {}, []
        for found in re.finditer("[{}]", self.text):
            if found.group() == "{":
                stack.append(found.start())
            elif stack:
                partner[stack.pop()] = found.start()
        for found in ITEM.finditer(self.text):
            kind = next(group for group in found.group(1, 3, 4, 6, 8, 10) if group)
            name = next((group for group in found.group(2, 5, 7, 9, 11) if group), "")
            if kind == "impl" and not re.search(r"(?:^|[;{}\]]|\bunsafe|\bdefault)\s*$", self.text[max(0, found.start() - 80):found.start()]):
                continue
            at, depth = found.end() - (kind == "mod"), 0
            while at < len(self.text) and (depth or self.text[at] not in "{;"):
                depth += (self.text[at] in "([") - (self.text[at] in ")]")
                at += 1
            end = partner.get(at, at)
            self.items.append(Item(kind, name, found.start(), at, end, self.text[found.end():at]))
        open_ = []
        for item in self.items:
            while open_ and open_[-1].end < item.start:
                open_.pop()
            item.around = open_[-1] if open_ else None
            open_.append(item)
        self.functions = [item for item in self.items if item.kind == "fn"]

    def line(self, offset):
        return bisect.bisect_right(self.starts, offset)

    def offset(self, line, column):
        """Columns are characters, as they are here."""
        return self.starts[min(line, len(self.starts)) - 1] + column - 1

    def around(self, offset, kinds=("fn",)):
        found = [item for item in self.items if item.kind in kinds and item.start <= offset <= item.end]
        return min(found, key=lambda item: item.end - item.start, default=None)


def plain(type_):
    """A type with the last part of each path, without lifetimes and blanks: to compare what is written with what is told."""
    type_ = re.sub(r"'\w+\s*,?\s*|\bfor<\s*>\s*|\bmut\b|\bconst\b(?!\s*\w+\s*:)|\bdyn\b", " ", type_)
    type_ = re.sub(r"(?:\w+\s*::\s*)+(?=\w)", "", type_.replace("::<", "<"))
    return re.sub(r"\s+", "", type_).replace("<>", "")


def head(type_):
    """(what it is a reference of, the last name of its path, all of it)."""
    type_ = type_.strip()
    prefix = ""
    while True:
        cut = re.match(r"&\s*(?:'\w+\s+)?(?:mut\s+)?|\*const\s+|\*mut\s+", type_)
        if not cut:
            break
        prefix += "&" if cut.group().startswith("&") else "*"
        type_ = type_[cut.end():].strip()
    if type_.startswith("dyn ") or type_.startswith("(dyn "):
        return prefix, "dyn", type_
    if type_.startswith("impl ") or type_.startswith("<") or type_ == "Self":
        return prefix, "?", type_
    if type_[:1] in "([{*" or type_.startswith("fn(") or type_.startswith("for<"):
        return prefix, type_[:1], type_
    path = pieces(type_, "<")[0] if "<" not in type_ else type_[:type_.index("<")]
    return prefix, path.rstrip(":").rsplit("::", 1)[-1].strip(), type_


class Impl:
    def __init__(self, item):
        text = item.text.strip()
        self.generics = set()
        if text.startswith("<"):
            depth = 0
            for at, char in enumerate(text):
                depth += char in "<" and 1 or (char == ">" and text[at - 1] not in "-=") and -1 or 0
                if depth == 0:
                    break
            for part in pieces(text[1:at], ","):
                named = re.match(r"\s*(?:const\s+)?(\w+)", part)
                if named:
                    self.generics.add(named.group(1))
            text = text[at + 1:]
        text = re.split(r"\bwhere\b", text)[0].strip()
        halves = pieces(text, " for ") if " for " in text else [re.sub(r"\s+", " ", text)]
        halves = [re.sub(r"\s+", " ", half).strip() for half in halves]
        self.trait = halves[0] if len(halves) == 2 else None
        self.type = halves[-1]
        self.prefix, self.head, _ = head(self.type)
        if self.head in self.generics:
            self.head = "*"


class Tree:
    def __init__(self, root, mir):
        self.root = root
        self.sources, self.read = {}, set()
        self.types = set(PRIMITIVE)
        for path in sorted(root.rglob("*.rs")):
            parts = path.relative_to(root).parts
            if "target" in parts or parts[0].startswith("."):
                continue
            try:
                source = Source("/".join(parts), path.read_text(encoding="utf-8"))
            except UnicodeDecodeError:
                continue
            self.sources[source.path] = source
            self.types |= set(TYPE.findall(source.text))
        self.impls = {}  # id of item → Impl
        self.by_trait = collections.defaultdict(list)  # name of the trait → (Source, item, Impl)
        self.traits = collections.defaultdict(list)  # name → (Source, item)
        self.of_type = collections.defaultdict(list)  # (name of the type, name) → functions of impls without a trait
        self.free = collections.defaultdict(list)  # name → functions outside of types
        for source in self.sources.values():
            for item in source.items:
                if item.kind == "impl":
                    self.impls[id(item)] = made = Impl(item)
                    if made.trait and not item.inside("macro_rules"):
                        self.by_trait[head(made.trait)[1]].append((source, item, made))
                elif item.kind == "trait":
                    self.traits[item.name].append((source, item))
                elif item.kind == "fn" and not item.inside("macro_rules"):
                    block = item.around
                    if block and block.kind == "impl" and not self.impls[id(block)].trait:
                        self.of_type[self.impls[id(block)].head, item.name].append((source, item))
                    elif not block or block.kind in ("mod", "fn"):
                        self.free[item.name].append((source, item))
        self.texts = sorted(mir.rglob("*.mir"))
        self.crates = {path.name.rsplit("-", 1)[0] for path in self.texts}
        lock = root / "Cargo.lock"
        names = re.findall(r'^name = "(.*)"', lock.read_text(), re.M) if lock.exists() else []
        self.elsewhere = {name.replace("-", "_") for name in names} - self.crates | {"std", "core", "alloc"}
        self.compiled = {}  # (path, offset) of a function → the paths of its crate that MIR has for it
        self.calls = collections.defaultdict(list)  # (path, offset of the name) → (crate, callee or None)
        self.odd = []
        for path in self.texts:
            self.bodies(path)

    def bodies(self, path):
        crate = path.name.rsplit("-", 1)[0]
        header, seen = None, None
        for row in path.open(encoding="utf-8", errors="replace"):
            if row[0] not in " }\n/":
                header, seen = (row[3:].split("(", 1)[0] if row.startswith("fn ") else None), None
                at = header and re.match(r"(.*)<impl at (.+?):(\d+):(\d+): \d+:\d+>::(\w+)$", header)
                if at:
                    source = self.source(at[2])
                    block = source and next((item for item in source.items if item.kind == "impl" and source.line(item.start) == int(at[3])), None)
                    mine = [item for item in source.functions if item.around is block and item.name == at[5]] if block else []
                    for item in mine[:1]:
                        self.compiled.setdefault((source.path, item.start), set()).add((crate, at[1]))
                        self.read.add(source.path)
                    header = None
                continue
            if " at " not in row:
                continue
            span = SPAN.search(row)
            if not span:
                continue
            if header and row.lstrip().startswith("return;"):
                source = self.source(span[1])
                if source:
                    self.read.add(source.path)
                    item = source.around(source.offset(int(span[2]), int(span[3])) - 1)  # behind the last bracket
                    if item and item.name == header.rsplit("::", 1)[-1]:
                        self.compiled.setdefault((source.path, item.start), set()).add((crate, header))
            if " -> [return" in row or " -> unwind" in row or re.search(r" -> bb\d+; *//", row):
                self.call(crate, row, span)

    def source(self, path):
        if os.path.isabs(path):
            path = os.path.relpath(path, self.root)
        return self.sources.get(os.path.normpath(path))

    def call(self, crate, row, span):
        source = self.source(span[1])
        halves = pieces(row[:span.start()], " = ")
        if not source or len(halves) < 2:
            return
        self.read.add(source.path)
        right = " = ".join(halves[1:])
        callee, depth = None, 0
        if not re.match(r"(?:move |copy )", right):
            for at, char in enumerate(right):
                if char == "(" and depth == 0 and at:
                    callee = right[:at]
                    break
                depth += (char in OPEN) - (char in CLOSE and right[at - 1:at + 1] not in ("->", "=>"))
            if callee is None:
                return
        start, end = source.offset(int(span[2]), int(span[3])), source.offset(int(span[4]), int(span[5]))
        written = self.written(source.text, start, end)
        if written is not None:
            self.calls[source.path, written].append((crate, callee))

    @staticmethod
    def written(text, start, end):
        """Where the name of what is called stands: before the last pair of round brackets."""
        at = end - 1
        while at > start and text[at] in " \n;":
            at -= 1
        if at <= start or text[at] != ")":
            return None
        depth = 0
        while at > start:
            depth += (text[at] in ")]}") - (text[at] in "([{")
            if depth == 0:
                break
            at -= 1
        at -= 1
        while at > start and text[at] in " \n":
            at -= 1
        if at >= start and text[at] == ">":
            depth = 0
            while at > start:
                if text[at] == ">" and text[at - 1] not in "-=":
                    depth += 1
                elif text[at] == "<":
                    depth -= 1
                    if depth == 0:
                        break
                at -= 1
            at -= 1
            while at > start and text[at] in ": \n":
                at -= 1
        stop = at
        while at >= start and (text[at].isalnum() or text[at] == "_"):
            at -= 1
        return at + 1 if at < stop else None

    def members(self, item, source, name):
        return [(source, one) for one in source.functions if one.around is item and one.name == name]

    def meant(self, crate, callee):
        """(functions that it is, functions that it may be, whether the declaration of a trait is meant)."""
        parts = pieces(callee, "::")
        # `Holder::<u32>::get`, but not `module::<impl Holder>::get`.
        is_block = lambda at: parts[at].startswith("<impl ") and at + 1 < len(parts) and (at == 0 or not parts[at - 1][:1].isupper())
        parts = [part for at, part in enumerate(parts) if at == 0 or not part.startswith("<") or is_block(at)]
        name = parts[-1]
        if parts[0].startswith("<") and " as " in parts[0]:
            if len(parts) != 2:
                return [], self.free.get(name, []), "nested"
            halves = pieces(parts[0][1:-1], " as ")
            return self.through_trait(halves[0], " as ".join(halves[1:]), name)
        inner = [at for at in self.free.get(name, []) if len(parts) > 1 and at[1].around and (at[1].around.kind, at[1].around.name) == ("fn", parts[-2])
                 and self.held(at, crate)]
        if inner:
            return self.one(crate, inner, "inner")
        if len(parts) == 1:
            return self.one(crate, [at for at in self.free.get(name, []) if self.said(at, crate, name)], "")
        owner = parts[-2]
        if owner.startswith("<impl at "):
            return [], self.free.get(name, []) + [at for (_, called), all_ in self.of_type.items() if called == name for at in all_], "impl at"
        if owner.startswith("<"):
            owner = owner[1:-1].removeprefix("impl ")
        _, owner, whole = head(owner)
        path = "::".join(parts[:-1])
        first = parts[0]
        far = first in self.crates and not self.near(crate, parts)
        foreign = not far and not self.near(crate, parts) and not owner.startswith("<") and not any(
            part.startswith("<impl") for part in parts)
        # A free function: the path that MIR itself has for it, or one that leads through another crate.
        free = [at for at in self.free.get(name, []) if self.said(at, crate, "::".join(parts))]
        if free:
            return self.one(crate, free, path)
        if far:
            free = [at for at in self.free.get(name, []) if self.said(at, first, "::".join(parts[1:]))]
            if free:
                return self.one(crate, free, path)
        methods = self.of_type.get((owner, name), [])
        if far:
            exact = [at for at in methods if self.held(at, first)]
            methods = exact or methods
        elif foreign:
            methods = []
        else:
            methods = [at for at in methods if self.held(at, crate)]
        if len(methods) > 1:
            nearer = [at for at in methods if any(way.rstrip(":") in (path.rpartition("::")[0], "::".join(parts[1:-2]), "::".join(parts[:-2]))
                                                  for _, way in self.compiled.get((at[0].path, at[1].start), ()))]
            methods = nearer or methods
        if len(methods) > 1 and "<" in callee:
            # impl Bytes<A> { fn x } and impl Bytes<B> { fn x }
            given = plain(pieces(callee, "::" + name)[0])
            exact = [at for at in methods if given.endswith(plain(self.impls[id(at[1].around)].type))]
            methods = exact or methods
        if methods:
            return self.one(crate, methods, path)
        if owner in self.traits and not foreign:
            return self.through_trait("Self", owner, name)
        if far:
            # By a way that another crate leads.
            free = [at for at in self.free.get(name, [])]
            return self.one(crate, free, path) if len(free) < 2 else ([], free, "several")
        return [], [], "elsewhere"

    def near(self, crate, parts):
        """Whether a path begins in its own crate."""
        if not hasattr(self, "roots"):
            self.roots = collections.defaultdict(set)
            for ways in self.compiled.values():
                for one, way in ways:
                    self.roots[one].add(way.split("::", 1)[0])
        first = parts[0]
        return first in self.roots[crate] or (len(parts) == 2 and (first in self.types or first.startswith("<impl")))

    def said(self, at, crate, path):
        return (crate, path) in self.compiled.get((at[0].path, at[1].start), ())

    def held(self, at, crate):
        return any(one == crate for one, _ in self.compiled.get((at[0].path, at[1].start), ()))

    @staticmethod
    def one(crate, found, why):
        return (found, [], why) if len(found) == 1 else ([], found, "several" if found else "elsewhere")

    def is_far(self, path):
        first = re.match(r"[&*\s]*(?:mut )?(\w+)::", path)
        return bool(first) and first[1] in self.elsewhere

    def is_of(self, block, told):
        """Whether a block may be the one that MIR tells of: not where it has a type that another crate has under the same name."""
        source, _, made = block
        written = f"{made.trait} {made.type}"
        far = {path.rsplit("::", 1)[-1] for path in re.findall(r"(?:\w+::)+\w+", told) if self.is_far(path)}
        explicit = {path.rsplit("::", 1)[-1] for path in re.findall(r"(?:\w+::)+\w+", written) if self.is_far(path)}
        for name in set(re.findall(r"\w+", written)) & self.types:
            imported = lambda: any(self.is_far(path) for path in re.findall(rf"\buse\s+([^;]*\b{name}\b)", source.text))
            if name in far and name not in explicit and not imported() or name in explicit and name not in far:
                return False
        return True

    def through_trait(self, type_, trait, name):
        prefix, owner, whole = head(type_)
        called = head(trait)[1]
        declared = [one for source, item in self.traits.get(called, []) for one in self.members(item, source, name)]
        blocks = [(source, item, made) for source, item, made in self.by_trait.get(called, [])]
        methods = [one for source, item, _ in blocks for one in self.members(item, source, name)]
        bare = "::" not in whole and "<" not in whole and re.match(r"[A-Z]\w*$", owner)
        has_block = any((block[2].prefix, block[2].head) == (prefix, owner) for block in blocks)
        generic = owner in ("?", "dyn") or bare and not has_block and (owner not in self.types or re.match(r"[A-Z][A-Z0-9]?$", owner))
        if generic:
            if len(declared) > 1:
                return [], declared + methods, "several"
            return declared, methods, "dispatch"
        mine = [block for block in blocks if (block[2].prefix, block[2].head) == (prefix, owner) and self.is_of(block, f"{type_} {trait}")]
        if len(mine) > 1:
            mine = [block for block in mine if plain(block[2].trait) == plain(trait)] or mine
        if len(mine) > 1:
            mine = [block for block in mine if plain(block[2].type) == plain(type_)] or mine
        if not mine:
            mine = [block for block in blocks if block[2].head == "*" and block[2].prefix == prefix]
            mine = mine or [block for block in blocks if block[2].head == "*"]
            if len(mine) != 1:
                return [], declared + methods if called in self.traits or mine else [], "derived or elsewhere"
        found = [one for source, item, _ in mine for one in self.members(item, source, name)]
        if len(mine) > 1:
            return [], found + declared, "several"
        if found:
            return found, declared, "impl"
        # What the trait says itself.
        return (declared, [], "provided") if len(declared) == 1 else ([], declared, "provided")


def key(source, item):
    return source.path, item.start


def sites_of(tree, source, item, named):
    """Each place where the name stands, and what the compiler says of it."""
    name, out = item.name, []
    me = key(source, item)
    for path, offset in sorted(named.get(name, ())):
        where = tree.sources[path]
        text = where.text
        after = re.match(r"\s*(?:::\s*<[^;{}]*?>\s*)?\(", text[offset + len(name):offset + len(name) + 200])
        told = tree.calls.get((path, offset), ())
        before = text[max(0, offset - 60):offset].rstrip()
        function = where.around(offset)
        why = ""
        if told:
            is_ = "false"
            for crate, callee in told:
                if callee is None:
                    why = why or "a value is called"
                    continue
                sure, may, reason = tree.answer(crate, callee)
                why = f"{callee[:90]} [{reason}]"
                if me in sure:
                    is_ = "true"
                    break
                if me in may and is_ != "true":
                    is_ = "dispatch" if reason in ("dispatch", "impl") else "open"
        elif after:
            if before.endswith("fn"):
                continue
            is_, why = "open", "not in MIR"
        else:
            if before.endswith(".") or before.endswith("fn") or re.search(r"\b(?:let|mut|ref|mod|use|for|static|const)$", before):
                continue
            if text[offset + len(name):offset + len(name) + 2].lstrip(" ")[:1] in (":", "=", "{") or text[offset + len(name):].startswith("!"):
                continue
            if not before.endswith("::"):
                inside = text[function.start:function.end] if function else ""
                if re.search(rf"\blet\s+[^=;]*\b{name}\b|\b{name}\s*:|\|[^|;{{}}]*\b{name}\b[^|;{{}}]*\||\bfor\s+[^{{;]*\b{name}\b[^{{;]*\bin\b|\b{name}\b[^;{{}}]*=>", inside) or not function:
                    continue
            is_, why = "open", "a value"
        macro = where.around(offset, ("macro_rules", "macro"))
        if macro:
            is_, why = "open", "in a macro"
        out.append({"path": path, "line": where.line(offset), "in": where.line(function.start) if function else 0,
                    "is": is_, "why": why, **({} if function else {"top": True})})
    # Under another name, or by what a macro writes.
    for path, offset in tree.reverse.get(me, ()):
        where = tree.sources[path]
        if where.text[offset:offset + len(name)] == name and not re.match(r"\w", where.text[offset + len(name):]):
            continue
        function = where.around(offset)
        other = re.match(r"\w*", where.text[offset:]).group()
        alias = re.search(rf"\b{name}\s+as\s+{other}\b", where.text)
        out.append({"path": path, "line": where.line(offset), "in": where.line(function.start) if function else 0,
                    "is": "true" if alias else "open", "why": f"as {other}", **({} if function else {"top": True})})
    return out


def main():
    arguments = sys.argv[1:]
    if arguments and os.path.basename(arguments[0]).startswith("rustc"):
        more = FLAGS if "--crate-name" in arguments and "___" not in arguments else []
        os.execvp(arguments[0], [*arguments, *more])
    root, count, seed = Path(arguments[0]).resolve(), int(arguments[1]), int(arguments[2])
    mir = os.environ.get("MIR")
    if not mir:
        mir = os.environ.get("CARGO_TARGET_DIR") or str(root / "target")
        environment = {**os.environ, "RUSTC_BOOTSTRAP": "1", "RUSTC_WORKSPACE_WRAPPER": os.path.abspath(__file__), "CARGO_TARGET_DIR": mir}
        subprocess.run(["cargo", "test", "--no-run", "--ignore-rust-version", "--workspace", *arguments[3:]], cwd=root, check=True, env=environment, stdout=sys.stderr)
    tree = Tree(root, Path(mir))
    memory = {}

    def answer(crate, callee):
        if (crate, callee) not in memory:
            sure, may, why = tree.meant(crate, callee)
            memory[crate, callee] = {key(*one) for one in sure}, {key(*one) for one in may}, why
        return memory[crate, callee]

    tree.answer = answer
    tree.reverse = collections.defaultdict(set)
    true = set()
    for (path, offset), told in tree.calls.items():
        for crate, callee in told:
            if callee:
                for one in answer(crate, callee)[0]:
                    tree.reverse[one].add((path, offset))
                    written = re.match(r"\w*", tree.sources[path].text[offset:]).group()
                    item_name = next(item.name for item in tree.sources[one[0]].functions if item.start == one[1])
                    if written == item_name and not tree.sources[path].around(offset, ("macro_rules", "macro")):
                        true.add(one)
    named, called = collections.defaultdict(set), set()
    for path in tree.read:
        text = tree.sources[path].text
        for found in re.finditer(r"\b[A-Za-z_]\w*", text):
            named[found.group()].add((path, found.start()))
            if text[found.end():found.end() + 1] == "(" and not re.search(r"\bfn\s+$", text[max(0, found.start() - 20):found.start()]):
                called.add(found.group())
    candidates = []
    for source in tree.sources.values():
        for item in source.functions:
            declared = item.around and item.around.kind == "trait" and source.path in tree.read
            if not item.inside("macro_rules") and ((source.path, item.start) in tree.compiled or declared) and source.path in tree.read:
                candidates.append((source, item))
    chance = random.Random(seed)
    with_ = [one for one in candidates if key(*one) in true]
    without = [one for one in candidates if key(*one) not in true and one[1].name in called and one[1].name != "main"]
    chance.shuffle(with_)
    chance.shuffle(without)
    few = count // 6
    drawn = with_[:count - few] + without[:few]
    functions = [{"name": item.name, "path": source.path, "line": source.line(item.start), "sites": sites_of(tree, source, item, named)}
                 for source, item in drawn]
    print(f"{len(tree.texts)} crates, {len(tree.calls)} calls, {len(candidates)} functions, {len(with_)} with a caller", file=sys.stderr)
    json.dump({"read": sorted(tree.read), "functions": functions}, sys.stdout, indent=0)


if __name__ == "__main__":
    main()
