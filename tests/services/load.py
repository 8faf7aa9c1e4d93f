"""Many clients that ask docql about one directory, each every few seconds: some over standard input, sharing nothing,
the others over HTTP. Says how long answers took, how many failed, and how much memory the processes took.

    python3 tests/services/load.py PROGRAM DIRECTORY [--seconds 180] [--stdio 8] [--http 56] [--every 5]

It needs Linux for memory, and nothing but Python. It asserts nothing: figures are for people.
"""

import argparse
import http.client
import json
import os
import random
import signal
import subprocess
import tempfile
import threading
import time

# What is asked, over HTTP and by a tool. Words and names of the directory are put in for NAME.
ASKED = [
    ("query", "/v1/query", {"docql": '$.code.query("NAME")'}),
    ("query", "/v1/query", {"docql": '$.code.function("NAME").callers()'}),
    ("words", "/v1/search", {"query": "NAME error handling"}),
    ("read", "/v1/read", {"id": "PATH:1-40"}),
    ("status", "/v1/status", {}),
]
META = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": {"name": "load", "version": "1"},
    "io.modelcontextprotocol/clientCapabilities": {},
}

lock = threading.Lock()
took: dict[tuple[str, str], list[float]] = {}
errors: list[str] = []


def record(by: str, what: str, seconds: float, problem: str | None) -> None:
    with lock:
        took.setdefault((by, what), []).append(seconds)
        if problem:
            errors.append(f"{by} {what}: {problem[:200]}")


def filled(given: dict, names: list[tuple[str, str]], chance: random.Random) -> dict:
    path, name = chance.choice(names)
    return {key: value.replace("NAME", name).replace("PATH", path) for key, value in given.items()}


def over_http(server, token: str, names, every: float, end: float, number: int) -> None:
    chance = random.Random(number)
    time.sleep(chance.random() * every)
    connection = http.client.HTTPConnection(*server, timeout=60)
    while time.monotonic() < end:
        begun = time.monotonic()
        what, path, given = chance.choice(ASKED)
        try:
            body = json.dumps(filled(given, names, chance))
            connection.request("POST", path, body, {"Authorization": f"Bearer {token}", "Content-Type": "application/json"})
            answer = connection.getresponse()
            text = answer.read()
            problem = None if answer.status == 200 else f"{answer.status} {text[:200]!r}"
        except (OSError, http.client.HTTPException) as error:
            problem = repr(error)
            connection.close()
        record("http", what, time.monotonic() - begun, problem)
        time.sleep(max(0.0, every - (time.monotonic() - begun)))


def over_stdio(process, names, every: float, end: float, number: int) -> None:
    chance = random.Random(number)
    time.sleep(chance.random() * every)
    count = 0
    while time.monotonic() < end:
        begun = time.monotonic()
        what, _, given = chance.choice(ASKED)
        tool, given = ("query", {"docql": given["query"]}) if what == "words" else (what, given)
        count += 1
        parameters = {"name": tool, "arguments": filled(given, names, chance), "_meta": META}
        request = {"jsonrpc": "2.0", "id": count, "method": "tools/call", "params": parameters}
        process.stdin.write(json.dumps(request) + "\n")
        process.stdin.flush()
        answer = json.loads(process.stdout.readline())
        result = answer.get("result", {})
        problem = None if result.get("content") and not result.get("isError") else str(answer)
        record("stdio", what, time.monotonic() - begun, problem)
        time.sleep(max(0.0, every - (time.monotonic() - begun)))


def memory(process) -> int:
    """Memory of a process that is its own, in MB: mapped files of the index are not counted."""
    for line in open(f"/proc/{process.pid}/status"):
        if line.startswith("RssAnon"):
            return int(line.split()[1]) // 1024
    return 0


def processor(process) -> float:
    fields = open(f"/proc/{process.pid}/stat").read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def at(values: list[float], share: float) -> float:
    return sorted(values)[min(len(values) - 1, int(len(values) * share))] * 1000


def main() -> None:
    arguments = argparse.ArgumentParser()
    arguments.add_argument("program")
    arguments.add_argument("directory")
    for name, usual in [("seconds", 180), ("stdio", 8), ("http", 56), ("every", 5)]:
        arguments.add_argument(f"--{name}", type=float, default=usual)
    given = arguments.parse_args()
    given.program, given.directory = os.path.abspath(given.program), os.path.abspath(given.directory)
    with tempfile.TemporaryDirectory() as home:
        environment = {"HOME": home, "PATH": os.environ["PATH"]}
        subprocess.run([given.program, "index", given.directory], env=environment, check=True, capture_output=True)
        listed = subprocess.run(
            [given.program, "query", "$.code.functions", "-f", "jsonl", "--limit", "500", "--brief"],
            cwd=given.directory, env=environment, capture_output=True, text=True, check=True,
        )
        rows = [json.loads(line) for line in listed.stdout.splitlines()]
        names = [(row["path"], row["name"]) for row in rows]
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL, "text": True, "env": environment}
        server = subprocess.Popen([given.program, "serve", given.directory], **pipes)
        host, port = server.stdout.readline().rsplit("/", 1)[1].strip().rsplit(":", 1)
        token = server.stdout.readline().split()[1]
        talking = [subprocess.Popen([given.program, "mcp", given.directory], **pipes) for _ in range(int(given.stdio))]
        end = time.monotonic() + given.seconds
        threads = [
            threading.Thread(target=over_http, args=((host, int(port)), token, names, given.every, end, number))
            for number in range(int(given.http))
        ] + [
            threading.Thread(target=over_stdio, args=(process, names, given.every, end, 1000 + number))
            for number, process in enumerate(talking)
        ]
        for thread in threads:
            thread.start()
        peaks: list[tuple[int, int]] = []
        while any(thread.is_alive() for thread in threads):
            time.sleep(5)
            peaks.append((memory(server), sum(memory(process) for process in talking)))
        for by, what in sorted(took):
            values = took[by, what]
            print(f"{by:6} {what:7} {len(values):5} calls, p50 {at(values, 0.5):.0f} ms, p95 {at(values, 0.95):.0f} ms, most {max(values) * 1000:.0f} ms")
        for by in sorted({by for by, _ in took}):
            values = [value for key, some in took.items() if key[0] == by for value in some]
            print(f"{by:6} all     {len(values):5} calls, p50 {at(values, 0.5):.0f} ms, p95 {at(values, 0.95):.0f} ms")
        first, last = peaks[min(2, len(peaks) - 1)], peaks[-1]
        print(f"memory, own: server {first[0]} → {last[0]} MB, most {max(one for one, _ in peaks)} MB; over standard input {first[1]} → {last[1]} MB together")
        print(f"processor: server {processor(server):.0f} s, over standard input {sum(map(processor, talking)):.0f} s, in {given.seconds:.0f} s")
        print(f"errors: {len(errors)}")
        for problem in errors[:10]:
            print(" ", problem)
        for process in talking:
            process.stdin.close()
            process.wait()
        server.send_signal(signal.SIGTERM)
        print(f"ended with {server.wait()}")


main()
