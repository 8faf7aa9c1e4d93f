#!/usr/bin/env python3
"""Compares docql's outline with what the parser of a language declares: declared.py LANGUAGE TREE [options].

A reader beside this file prints one JSON object a line: of each file that it could parse `{"path", "read": true}`, then
each declaration `{"path", "line", "kind", "name", "owner"}`, where `line` is the line of the name and `owner` the type that
it belongs to. A declaration is found if docql has one of that name there. What docql says of a file that was read, of a
kind that the reader knows, and that the reader does not say, is false. Prints recall, precision and the share of owners
that are the same, by kind, and with --misses what differs.
"""

import argparse
import collections
import json
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
# language: endings of files, what reads them, kinds of docql's that the reader does not know
READERS = {
    "ruby": ((".rb",), ["ruby", "ruby_outline.rb"], {"import", "test", "variable", "field"}),
    "php": ((".php",), ["php", "-d", "memory_limit=2G", "php_outline.php"], {"import", "test", "variable"}),
    "bash": ((".sh", ".bash"), ["python3", "shell_outline.py"], {"import", "test", "variable", "constant"}),
}


def files_of(root, endings):
    for folder, names, files in os.walk(root):
        names[:] = sorted(one for one in names if not one.startswith("."))
        for name in sorted(files):
            path = os.path.join(folder, name)
            if name.endswith(endings) and not os.path.islink(path):
                yield os.path.relpath(path, root)


def read(root, endings, command):
    program = os.path.join(HERE, command[-1])
    paths = "\n".join(files_of(root, endings))
    out = subprocess.run([*command[:-1], program], input=paths.encode(), stdout=subprocess.PIPE, cwd=root, check=True)
    done, declared = set(), []
    for line in out.stdout.decode("utf-8", "replace").splitlines():
        one = json.loads(line)
        if one.get("read"):
            done.add(one["path"])
        else:
            declared.append(one)
    return done, declared


def last(owner):
    """The last part of a type's name, without what stands in brackets."""
    owner = (owner or "").split("<")[0]
    for separator in ("::", ".", "\\"):
        owner = owner.split(separator)[-1]
    return owner.strip()


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("language", choices=READERS)
    arguments.add_argument("tree")
    arguments.add_argument("--docql", default="docql")
    arguments.add_argument("--misses", type=int, default=0)
    given = arguments.parse_args()
    endings, command, unknown = READERS[given.language]
    root = os.path.realpath(given.tree)
    done, declared = read(root, endings, command)
    globs = [part for ending in endings for part in ("-g", "*" + ending)]
    out = subprocess.run(
        [given.docql, "query", "$.code", "-f", "jsonl", "--all", "--no-index", "--no-ignore", *globs, root],
        stdout=subprocess.PIPE, cwd=root, check=False,
    )
    said = collections.defaultdict(list)
    for line in out.stdout.decode().splitlines():
        hit = json.loads(line)
        if hit["path"] in done and hit.get("name") and hit["type"] not in unknown:
            said[hit["path"]].append(hit)
    by_name = {path: collections.defaultdict(list) for path in said}
    for path, hits in said.items():
        for hit in hits:
            by_name[path][last(hit["name"])].append(hit)

    table, misses, taken = collections.Counter(), [], set()
    for one in declared:
        if one["path"] not in done:
            continue
        hits = by_name.get(one["path"], {}).get(last(one["name"]), [])
        around = [hit for hit in hits if hit["line"] <= one["line"] <= hit["end_line"]]
        same = [hit for hit in around if hit["line"] == one["line"]]
        hit = next((hit for hit in same if id(hit) not in taken), None) or next(iter(same or around), None)
        table[one["kind"], "seen"] += 1
        if hit is None:
            misses.append((one["kind"], one["path"], one["line"], one["name"], one.get("owner")))
            continue
        taken.add(id(hit))
        table[one["kind"], "found"] += 1
        if one.get("owner"):
            table[one["kind"], "owned"] += 1
            if last(hit.get("parent")) == last(one["owner"]):
                table[one["kind"], "same"] += 1
            else:
                misses.append(("owner of " + one["kind"], one["path"], one["line"], one["name"], one["owner"], hit.get("parent")))
    places = collections.defaultdict(set)
    for one in declared:
        places[one["path"], last(one["name"])].add(one["line"])
    total, wrong = 0, 0
    for path, hits in said.items():
        for hit in hits:
            total += 1
            if not any(hit["line"] <= at <= hit["end_line"] for at in places[path, last(hit["name"])]):
                wrong += 1
                misses.append(("false " + hit["type"], path, hit["line"], hit["name"]))
    sums = collections.Counter()
    for kind in sorted({kind for kind, _ in table}):
        seen, hits = table[kind, "seen"], table[kind, "found"]
        sums.update(seen=seen, found=hits, owned=table[kind, "owned"], same=table[kind, "same"])
        print(f"{kind:12} {hits:6} of {seen:6}  {hits / max(seen, 1):.4f}")
    print(f"recall {sums['found'] / max(sums['seen'], 1):.4f} of {sums['seen']}, precision {1 - wrong / max(total, 1):.4f} of {total}, "
          f"owners {sums['same'] / max(sums['owned'], 1):.4f} of {sums['owned']}; {len(done)} files read")
    print(dict(collections.Counter(one[0] for one in misses)), file=sys.stderr)
    shown = collections.Counter()
    for one in misses:
        shown[one[0]] += 1
        if shown[one[0]] <= given.misses:
            print(*one, file=sys.stderr)


if __name__ == "__main__":
    main()
