#!/usr/bin/env python3
"""Whether a report of a fault leads to the file that its fix touched.

    tests/ask/localisation.py write REPOSITORIES DIR     texts and trees of localisation.tsv, into DIR
    tests/ask/localisation.py run PROGRAM DIR --set held  explore over MCP, 4,000 tokens an answer
    tests/ask/localisation.py grep DIR --set held         grep and read: files by how many identifiers they hold

REPOSITORIES holds clones named owner+name: those that localisation.tsv names, and the two that hold the texts
(nus-apr/auto-code-rover, GhabiX/Rust-SWE-Bench; the Java tasks are in the history of AsadullahBajwa/java-swe-bench). Texts
are others' and are not kept here: a task is where its text is from, the commit before the fix, the files that the fix
touched, without tests and documents, and a hash of the text.
"""

import argparse
import collections
import concurrent.futures
import hashlib
import json
import os
import re
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
FIRST = 5
SUFFIXES = ["py", "rs", "java", "kt", "go", "ts", "js", "rb", "c", "h"]
NOT_OWN = re.compile(r"(^|/)(tests?|testing|examples|benches|docs?)/|(^|/)test_|_test\.")


def git(repositories, repository, *arguments):
    place = Path(repositories) / repository.replace("/", "+")
    place = next((at for at in (place / "repo/.git", place / "repo", place / ".git") if at.is_dir()), place)
    return subprocess.run(["git", f"--git-dir={place}", *arguments], capture_output=True, check=True).stdout


def tasks(of):
    found = []
    for line in (HERE / "localisation.tsv").read_text().splitlines()[1:]:
        name, half, repository, base, files, source, digest = line.split("\t")
        if of in ("all", half):
            found.append(dict(name=name, half=half, repository=repository, base=base, files=files.split(","), source=source, digest=digest))
    return found


def texts(repositories):
    """The text of a task, by its source and name."""
    python = "nus-apr/auto-code-rover"
    paths = git(repositories, python, "ls-tree", "-r", "--name-only", "HEAD", "results").decode().splitlines()
    statements = {}
    for path in paths:
        if match := re.search(r"/([\w.-]+__[\w.-]+-\d+)_2024[^/]*/problem_statement\.txt$", path):
            statements[match[1]] = path
    rust = json.loads(git(repositories, "GhabiX/Rust-SWE-Bench", "show", "HEAD:RustForger/data/rb_all_bug_report.json"))

    def text(task):
        if task["source"] == "rust":
            return rust[task["name"]]
        if task["source"] == "python":
            return git(repositories, python, "show", "HEAD:" + statements[task["name"]]).decode("utf8", "replace")
        folder = task["name"].rsplit("-PR-", 1)[0]
        listed = git(repositories, "AsadullahBajwa/java-swe-bench", "show", f"af35f3c^:data/testing/{folder}/tasks.json")
        return next(one["problem_statement"] for one in json.loads(listed) if one["instance_id"] == task["name"])

    return text


def write(arguments):
    text = texts(arguments.repositories)
    directory = Path(arguments.directory)
    (directory / "texts").mkdir(parents=True, exist_ok=True)
    for task in tasks("all"):
        said = text(task)
        if hashlib.sha256(said.encode()).hexdigest()[:16] != task["digest"]:
            sys.exit(f"{task['name']}: the text is another one; is the repository that holds it newer?")
        (directory / "texts" / task["name"]).write_text(said)
        tree = directory / "trees" / task["name"]
        if not tree.is_dir():
            tree.mkdir(parents=True)
            archive = git(arguments.repositories, task["repository"], "archive", task["base"])
            subprocess.run(["tar", "-x", "-C", tree], input=archive, check=True)


def explored(program, tree, text, tokens):
    """The answer to a report, as an agent gets it."""
    subprocess.run([program, "index", "-q", tree], capture_output=True)
    process = subprocess.Popen([program, "mcp", tree], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def send(**message):
        process.stdin.write(json.dumps(dict(jsonrpc="2.0", **message)) + "\n")
        process.stdin.flush()

    def answer(number):
        while line := process.stdout.readline():
            message = json.loads(line)
            if message.get("id") == number:
                return message
        raise EOFError("the server has ended")

    client = dict(name="localisation", version="1")
    send(id=1, method="initialize", params=dict(protocolVersion="2025-06-18", capabilities={}, clientInfo=client))
    answer(1)
    send(method="notifications/initialized")
    send(id=2, method="tools/call", params=dict(name="explore", arguments=dict(question=text, max_tokens=tokens)))
    found = answer(2)["result"]["content"][0]["text"]
    process.stdin.close()
    process.wait(20)
    return found


def shown(answer, tree):
    """The files of an answer, in its order: a path stands on a line of its own."""
    lines = [line.strip() for line in answer.splitlines()]
    return list(dict.fromkeys(line for line in lines if 0 < len(line) < 250 and (Path(tree) / line).is_file()))


def grepped(tree, text):
    """Files by how many identifiers of the text they hold; of a text without any, words."""
    words = dict.fromkeys(re.findall(r"[A-Za-z_]\w{3,}", text))
    names = [word for word in words if re.search(r"[a-z][A-Z]|_", word)] or list(words)
    counts = collections.Counter()
    kinds = [f"--include=*.{suffix}" for suffix in SUFFIXES]
    for name in names[:60]:
        found = subprocess.run(["grep", "-rlFw", *kinds, "--", name, "."], cwd=tree, capture_output=True, text=True)
        counts.update(path[2:] for path in found.stdout.splitlines() if not NOT_OWN.search(path))
    return [path for path, _ in counts.most_common()]


def score(arguments, files_of):
    directory = Path(arguments.directory)
    asked = tasks(arguments.set)

    def one(task):
        return files_of(directory / "trees" / task["name"], (directory / "texts" / task["name"]).read_text())

    found = whole = 0
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        for task, files in zip(asked, pool.map(one, asked)):
            first = files[:FIRST]
            is_found = any(file in first for file in task["files"])
            found += is_found
            whole += all(file in first for file in task["files"])
            if not is_found:
                print("not found:", task["name"], task["files"], first)
    print(f"{arguments.set}: {len(asked)} tasks, a right file in the first {FIRST} {found / len(asked):.3f}, all of them {whole / len(asked):.3f}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    for command in ("write", "run", "grep"):
        sub = commands.add_parser(command)
        if command == "write":
            sub.add_argument("repositories")
        if command == "run":
            sub.add_argument("program", type=os.path.abspath)
            sub.add_argument("--tokens", type=int, default=4000)
        sub.add_argument("directory")
        sub.add_argument("--set", choices=["tune", "held", "all"], default="held")
        sub.add_argument("--jobs", type=int, default=2)
    arguments = parser.parse_args()
    if arguments.command == "write":
        write(arguments)
    elif arguments.command == "run":
        score(arguments, lambda tree, text: shown(explored(arguments.program, tree, text, arguments.tokens), tree))
    else:
        score(arguments, grepped)


if __name__ == "__main__":
    main()
