"""Draws functions of a Python tree and says which calls of their names are calls of them, as jedi has it.

    python jedi_calls.py TREE COUNT SEED

With the word names behind the seed it draws names instead, and says where each is declared.
"""

import ast
import collections
import json
import random
import re
import sys
import warnings
from pathlib import Path

import jedi

warnings.simplefilter("ignore")
SKIPPED = {".git", ".tox", "node_modules", "build", "dist", "venv", ".venv"}

Use = collections.namedtuple("Use", "path line column inside called")
Declared = collections.namedtuple("Declared", "path line name owner")


class Reader(ast.NodeVisitor):
    """The functions that a file declares, the bases of its classes, and where names of functions may stand."""

    def __init__(self, path, tree):
        self.path, self.tree = path, tree
        self.around, self.owners, self.conditions = [], [], 0

    def visit_ClassDef(self, node):
        bases = {last_name(base) for base in node.bases} - {None}
        self.tree.bases[node.name] |= bases
        for decorator in node.decorator_list:
            self.visit(decorator)
        for part in [*node.bases, *node.keywords]:
            self.visit(part)
        self.owners.append(node.name)
        for part in node.body:
            self.visit(part)
        self.owners.pop()

    def function(self, node):
        # Decorators are those of the function, for whom reads it.
        self.around.append(node.lineno)
        for decorator in node.decorator_list:
            self.visit(decorator)
        self.around.pop()
        owner = self.owners[-1] if self.owners else None
        # Of what is declared under a condition, jedi takes one branch.
        if not self.conditions:
            self.tree.functions.append(Declared(self.path, node.lineno, node.name, owner))
        # What is declared inside is no method.
        self.around.append(node.lineno)
        self.owners.append(None)
        self.visit(node.args)
        for part in [*([node.returns] if node.returns else []), *node.body]:
            self.visit(part)
        self.owners.pop()
        self.around.pop()

    visit_FunctionDef = visit_AsyncFunctionDef = function

    def condition(self, node):
        self.conditions += 1
        self.generic_visit(node)
        self.conditions -= 1

    visit_If = visit_Try = condition

    def use(self, node, name, line, column, called):
        inside = self.around[-1] if self.around else 0
        self.tree.uses[name].append(Use(self.path, line, column, inside, called))

    def name_of(self, node, called):
        if isinstance(node, ast.Name):
            self.use(node, node.id, node.lineno, node.col_offset, called)
        elif isinstance(node, ast.Attribute):
            length = len(node.attr.encode())
            self.use(node, node.attr, node.end_lineno, node.end_col_offset - length, called)
            self.visit(node.value)
        else:
            self.visit(node)

    def visit_ImportFrom(self, node):
        for alias in node.names:
            if alias.asname not in (None, alias.name):
                self.tree.renamed[alias.name].add((self.path, alias.asname))

    def visit_Call(self, node):
        self.name_of(node.func, True)
        for part in [*node.args, *node.keywords]:
            self.visit(part)

    def visit_Name(self, node):
        self.name_of(node, False)

    def visit_Attribute(self, node):
        self.name_of(node, False)


def last_name(node):
    if isinstance(node, ast.Subscript):
        node = node.value
    return {ast.Name: lambda: node.id, ast.Attribute: lambda: node.attr}.get(type(node), lambda: None)()


class Tree:
    def __init__(self, root):
        self.root = root
        self.functions, self.read, self.texts = [], [], {}
        self.uses = collections.defaultdict(list)
        # The files in which a name is imported under another, with that.
        self.renamed = collections.defaultdict(set)
        self.bases = collections.defaultdict(set)
        self.scripts = {}
        self.project = jedi.Project(str(root), added_sys_path=[str(root / "src")] if (root / "src").is_dir() else [])
        for path in sorted(root.rglob("*.py")):
            relative = path.relative_to(root)
            if SKIPPED & set(relative.parts) or path.is_symlink():
                continue
            try:
                text = path.read_text(encoding="utf-8")
                parsed = ast.parse(text)
            except (SyntaxError, ValueError):
                continue
            self.read.append(relative.as_posix())
            self.texts[relative.as_posix()] = text
            Reader(relative.as_posix(), self).visit(parsed)

    def above(self, name):
        seen, next_ = set(), [name]
        while next_:
            for base in self.bases.get(next_.pop(), ()):
                if base not in seen:
                    seen.add(base)
                    next_.append(base)
        return seen

    def uses_of(self, name):
        """Where a function of the name may stand: under it, or under one that it is imported by."""
        renamed = sorted(self.renamed[name])
        return self.uses[name] + [use for path, other in renamed for use in self.uses[other] if use.path == path]

    def script(self, path):
        if path not in self.scripts:
            if len(self.scripts) > 50:
                self.scripts.clear()
            self.scripts[path] = jedi.Script(self.texts[path], path=self.root / path, project=self.project)
        return self.scripts[path]

    def means(self, use):
        """What a name means: pairs of path and line, None for what is elsewhere; empty where jedi does not know."""
        line = self.texts[use.path].splitlines()[use.line - 1]
        column = len(line.encode()[: use.column].decode(errors="ignore"))
        script = self.script(use.path)
        try:
            names = script.goto(use.line, column, follow_imports=True)
            if any(name.type not in ("function", "class") for name in names) or not names:
                names = [name for name in names if name.type in ("function", "class")]
                names += script.infer(use.line, column)
            return [self.place(name) for name in names if name.type in ("function", "class")]
        except Exception:  # jedi gives up in many ways, also where it is asked for what is around a name
            return []

    def place(self, name):
        path = name.module_path
        if path is None or not path.is_relative_to(self.root):
            return (None, 0, None)
        parent = name.parent() if name.type == "function" else None
        owner = parent.name if parent is not None and parent.type == "class" else None
        return (path.relative_to(self.root).as_posix(), name.line, owner)


def verdict(tree, use, function, meanings):
    if not meanings:
        return "open"
    if any((path, line) == (function.path, function.line) for path, line, _ in meanings):
        return "true" if use.called else "open"
    # A method of a type above may be this one at run time.
    if function.owner and any(owner in tree.above(function.owner) for _, _, owner in meanings if owner):
        return "open"
    return "false"


def declared(tree, use, name):
    """What a name is - here, elsewhere, builtin or local - and where it is declared; None where jedi does not know."""
    script = tree.script(use.path)
    line = tree.texts[use.path].splitlines()[use.line - 1]
    column = len(line.encode()[: use.column].decode(errors="ignore"))
    try:
        found = script.goto(use.line, column, follow_imports=True)
    except Exception:  # as above
        return None
    if len(found) != 1:
        return None
    path, at = found[0].module_path, found[0].line
    if found[0].type == "module" or found[0].name != name:
        return None
    if path is None or not path.is_relative_to(tree.root):
        return ("builtin" if path is None or path.name == "builtins.pyi" else "elsewhere", "", 0)
    parent = found[0].parent()
    # What is set on the own value is a field of its class.
    is_field = (found[0].get_line_code() or "")[: found[0].column].endswith(".")
    if found[0].type in ("statement", "param") and parent is not None and parent.type == "function" and not is_field:
        return ("local", path.relative_to(tree.root).as_posix(), at)
    return ("here", path.relative_to(tree.root).as_posix(), at)


def print_names(tree, count, seed):
    """Names that stand once in their line, drawn of each sort."""
    uses = [(use, name) for name, all_ in sorted(tree.uses.items()) for use in all_]
    random.Random(seed).shuffle(uses)
    out = collections.defaultdict(list)
    shares = {"here": count * 2 // 5, "elsewhere": count * 2 // 5, "local": count // 10, "builtin": count // 10}
    for use, name in uses[: count * 40]:
        line = tree.texts[use.path].splitlines()[use.line - 1]
        if len(re.findall(rf"\b{name}\b", line)) != 1 or all(len(out[sort]) >= share for sort, share in shares.items()):
            continue
        found = declared(tree, use, name)
        if found and len(out[found[0]]) < shares[found[0]]:
            is_, at, from_ = found
            out[is_].append({"path": use.path, "line": use.line, "name": name, "is": is_, "at": at, "from": from_})
    json.dump([one for all_ in out.values() for one in all_], sys.stdout)


def main():
    root, count, seed = Path(sys.argv[1]).resolve(), int(sys.argv[2]), int(sys.argv[3])
    tree = Tree(root)
    if sys.argv[4:] == ["names"]:
        return print_names(tree, count, seed)
    named = {*tree.uses, *tree.renamed}
    called = {name for name in named if any(use.called for use in tree.uses_of(name))}
    names = collections.Counter((function.path, function.name, function.owner) for function in tree.functions)
    # Special methods are called without their names; of several of one name in one place it is not clear which is meant.
    fit = [function for function in tree.functions if function.name in called and not function.name.startswith("__")
           and names[function.path, function.name, function.owner] == 1]
    fit.sort()
    random.Random(seed).shuffle(fit)
    known, out = {}, []
    for number, function in enumerate(fit[:count]):
        print(f"\r{number} of {count}: {function.name:40}", end="", file=sys.stderr)
        sites = []
        for use in tree.uses_of(function.name):
            if use not in known:
                known[use] = tree.means(use)
            is_ = verdict(tree, use, function, known[use])
            sites.append({"path": use.path, "line": use.line, "in": use.inside, "is": is_})
        out.append({"path": function.path, "line": function.line, "name": function.name, "sites": sites})
    print(file=sys.stderr)
    json.dump({"functions": out, "read": tree.read}, sys.stdout)


if __name__ == "__main__":
    main()
