"""Functions of Go and Rust with their doc comments, and code without comments."""

import re
from dataclasses import dataclass
from pathlib import Path

FUNCTION = re.compile(r"func (?:\([^)]*\) )?([A-Za-z_]\w*)[\[(]")


@dataclass
class Function:
    path: Path
    line: int
    name: str
    doc: str
    code: list


def go_files(root):
    """The files of the library, without tests and test data, in a fixed order."""
    paths = (path.relative_to(root) for path in root.rglob("*.go"))
    return sorted(
        path for path in paths
        if not path.name.endswith("_test.go") and not {"testdata", "vendor"} & set(path.parts)
    )


def go_functions(root, path):
    """The functions and methods that have a doc comment of more than a few words."""
    lines = (root / path).read_text(errors="replace").split("\n")
    for number, line in enumerate(lines):
        match = FUNCTION.match(line)
        if not match or number == 0 or not lines[number - 1].startswith("//"):
            continue
        first = number
        while first > 0 and lines[first - 1].startswith("//"):
            first -= 1
        doc = [text[2:].strip() for text in lines[first:number] if not text.startswith("//go:")]
        end = number
        if not line.rstrip().endswith("}"):
            while end + 1 < len(lines) and lines[end] != "}":
                end += 1
        code = without_comments("\n".join(lines[number:end + 1])).split("\n")
        sentence = first_sentence(doc)
        if sentence:
            yield Function(path, number + 1, match.group(1), sentence, [line for line in code if line.strip()])


RUST_FUNCTION = re.compile(r"([ \t]*)(?:pub(?:\([^)]*\))? )?(?:const |async |unsafe )*fn ([A-Za-z_]\w*)")
# Comments, and what may hold what looks like one.
RUST_TOKENS = re.compile(
    r'r(#*)".*?"\1|"(?:\\.|[^"\\])*"|\'(?:\\[^\']+|[^\\\'])\'|(?P<comment>//[^\n]*|/\*.*?\*/)', re.S
)


def rust_files(root):
    paths = (path.relative_to(root) for path in root.rglob("*.rs"))
    return sorted(path for path in paths if "src" in path.parts and not {"tests", "benches", "examples"} & set(path.parts))


def rust_functions(root, path):
    """The functions and methods that have a doc comment of more than a few words."""
    lines = (root / path).read_text(errors="replace").split("\n")
    for number, line in enumerate(lines):
        match = RUST_FUNCTION.match(line)
        if not match:
            continue
        first = number
        while first > 0 and lines[first - 1].lstrip().startswith(("///", "#[", ")]")):
            first -= 1
        doc = [text.strip()[3:].strip() for text in lines[first:number] if text.lstrip().startswith("///")]
        indent, end = match.group(1), number
        if not line.rstrip().endswith(("}", ";")):
            while end + 1 < len(lines) and lines[end] not in (indent + "}", indent + "};") and not lines[end].endswith(";"):
                end += 1
                if lines[end].endswith(";") and lines[end].startswith(indent + " "):
                    # A statement of the body: only the brace ends it.
                    while end + 1 < len(lines) and lines[end] != indent + "}":
                        end += 1
        paragraph = doc[:doc.index("")] if "" in doc else doc
        sentence = first_sentence(paragraph)
        code = RUST_TOKENS.sub(lambda token: "" if token.group("comment") else token.group(), "\n".join(lines[number:end + 1]))
        # A signature without a body says too little.
        if sentence and lines[end].endswith("}") and end - number < 200:
            code = [text.removeprefix(indent) for text in code.split("\n") if text.strip()]
            yield Function(path, number + 1, match.group(2), sentence, code)


def first_sentence(doc):
    """The first sentence of a comment, on one line; empty where it says too little to be found by."""
    paragraph = " ".join(doc).split("  ")[0] if doc else ""
    text = re.split(r"(?<=[a-z0-9)\]\"'])\.(?:\s|$)", " ".join(paragraph.split()))[0].strip()
    return text.rstrip(".") if len(text.split()) >= 5 else ""


def without_comments(code):
    """Go source without its comments; strings stay as they are."""
    out, at = [], 0
    while at < len(code):
        two = code[at:at + 2]
        if two == "//":
            end = code.find("\n", at)
            at = len(code) if end < 0 else end
        elif two == "/*":
            end = code.find("*/", at + 2)
            at = len(code) if end < 0 else end + 2
        elif code[at] in "\"'`":
            end = at + 1
            while end < len(code) and code[end] != code[at]:
                end += 2 if code[end] == "\\" and code[at] != "`" else 1
            out.append(code[at:end + 1])
            at = end + 1
        else:
            out.append(code[at])
            at += 1
    return "".join(out)
