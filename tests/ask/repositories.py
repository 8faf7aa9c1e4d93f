#!/usr/bin/env python3
"""Whether a question about many repositories is followed in the right one.

    python3 tests/ask/repositories.py target/release/docql ~/.cargo/registry/src/*/ --questions 120

Each directory below DIRECTORY that has a Cargo.toml is a repository. A question is what its manifest says it is for, or a
sentence of its README, without its name. Right is any version of the crate. "one search" are the first repositories among
the hits of a search for the same words in all of them.
"""

import argparse
import json
import os
import re
import subprocess
import tomllib
from pathlib import Path


def bare(name):
    return re.sub(r"-\d+\.\d.*$", "", name)


def without(name, text):
    """The text without the name, nor its parts where it has several."""
    for word in {name, name.replace("-", "_"), name.replace("_", "-"), name.replace("-", " ")}:
        text = re.sub(rf"(?i)(?<![\w-]){re.escape(word)}(?![\w-])", " ", text)
    return re.sub(r"\s+", " ", text).strip()


def sentences(readme):
    text = re.sub(r"```.*?```", " ", readme, flags=re.S)
    lines = [line for line in text.splitlines() if not re.match(r"\s*([#|<\[!*-]|\d+\.)", line) and "http" not in line]
    text = re.sub(r"[`*_\[\]]", "", " ".join(lines))
    return [found for found in re.split(r"(?<=[.!?])\s+", text) if 8 <= len(found.split()) <= 25]


def questions(directory, kind):
    found = {}
    for path in sorted(Path(directory).iterdir()):
        name = bare(path.name)
        try:
            if kind == "description":
                package = tomllib.loads((path / "Cargo.toml").read_text())["package"]
                text = package.get("description") or ""
            else:
                readme = next(file for file in sorted(path.iterdir()) if file.name.lower().startswith("readme"))
                # Not the first: that is often what the manifest says.
                own = [one for one in sentences(readme.read_text()) if not re.search(r"(?i)licen[sc]e|contribut|minimum", one)]
                text = own[1] if len(own) > 1 else ""
        except (OSError, KeyError, StopIteration, UnicodeDecodeError, tomllib.TOMLDecodeError):
            continue
        text = without(name, " ".join(text.split()))
        if len(text.split()) >= 5:
            found[name] = text
    return sorted(found.items())


def run(arguments, directory, variables):
    output = subprocess.run(
        arguments, cwd=directory, env={**os.environ, **variables}, capture_output=True, text=True, check=False
    )
    return output.stdout


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("directory")
    parser.add_argument("--questions", type=int, default=120)
    parser.add_argument("--misses", action="store_true")
    given = parser.parse_args()
    program = str(Path(given.program).resolve())
    variables = {"DOCQL_REPOSITORIES_PACKAGES": "true"}
    for kind in ("description", "readme"):
        cases = questions(given.directory, kind)
        step = max(1, len(cases) // given.questions)
        cases = cases[::step][: given.questions]
        right = {"chosen": [0, 0], "one search": [0, 0]}
        for name, text in cases:
            answer = json.loads(run([program, "ask", text, "-n", "1", "-f", "json", "--no-model"], given.directory, variables))
            hits = run([program, "search", text, "-f", "paths", "-n", "100"], given.directory, variables).splitlines()
            lists = {
                "chosen": [bare(one) for one in answer["repositories"]],
                "one search": list(dict.fromkeys(bare(path.split("/")[0]) for path in hits)),
            }
            for what, names in lists.items():
                right[what][0] += name in names[:1]
                right[what][1] += name in names[:5]
            if given.misses and name not in lists["chosen"][:5]:
                print(f"  {name}: {text}\n    {lists['chosen']}")
        for what, (first, five) in right.items():
            count = len(cases)
            print(f"{kind:12} {what:10} n {count}  first {first / count:.3f}  among 5 {five / count:.3f}", flush=True)


if __name__ == "__main__":
    main()
