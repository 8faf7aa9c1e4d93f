"""Functions of shell scripts as shfmt's parser reads them: paths on standard input, JSON lines out (see declared.py)."""

import json
import subprocess
import sys


def walk(node, path):
    if isinstance(node, list):
        for one in node:
            walk(one, path)
    elif isinstance(node, dict):
        if node.get("Type") == "FuncDecl":
            name = node["Name"]
            print(json.dumps({"path": path, "line": name["Pos"]["Line"], "kind": "function", "name": name["Value"], "owner": None}))
        for one in node.values():
            walk(one, path)


for path in sys.stdin.read().split("\n"):
    with open(path, "rb") as file:
        out = subprocess.run(["shfmt", "--tojson", "-ln", "bash"], stdin=file, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    if out.returncode == 0:
        print(json.dumps({"path": path, "read": True}))
        sys.setrecursionlimit(100000)
        walk(json.loads(out.stdout), path)
