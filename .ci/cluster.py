"""Workers of a cluster on this machine, held against one process: counts, faults, refusals.

    cluster.py FOLDER MORPION MORPION-CLUSTER [TEST...]
"""

import contextlib
import json
import os
import pathlib
import random
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.request

FOLDER, MORPION, CLUSTER = pathlib.Path(sys.argv[1]), sys.argv[2], sys.argv[3]
COUNTS = {"mnk:3,3,3": 5478, "mnk:4,4,3": 6_036_001, "mnk:4,4,4": 9_722_011}


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def wait_for(port):
    for _ in range(600):
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.1)
    raise SystemExit(f"nobody listens at port {port}")


class Processes:
    """A scheduler and workers, which can be killed and started again."""

    def __init__(self, workers, silence=16):
        self.port, self.silence = free_port(), silence
        self.scheduler = None
        self.workers = []
        self.start_scheduler()
        for _ in range(workers):
            self.start_worker()

    def start_scheduler(self):
        arguments = [CLUSTER, "scheduler", "--port", str(self.port), "--silence", str(self.silence)]
        self.scheduler = subprocess.Popen(arguments)
        wait_for(self.port)

    def start_worker(self):
        self.workers.append(subprocess.Popen([CLUSTER, "worker", "--scheduler", f"127.0.0.1:{self.port}"]))

    def kill_scheduler(self):
        self.scheduler.kill()
        self.scheduler.wait()

    def kill_worker(self):
        worker = self.workers.pop(0)
        worker.kill()
        worker.wait()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for process in [self.scheduler, *self.workers]:
            process.kill()
            process.wait()

    def cpu(self):
        """The CPU seconds of the workers so far."""
        ticks = os.sysconf("SC_CLK_TCK")
        seconds = 0
        for worker in self.workers:
            fields = pathlib.Path(f"/proc/{worker.pid}/stat").read_text().rsplit(")", 1)[1].split()
            seconds += (int(fields[11]) + int(fields[12])) / ticks
        return seconds


def command(what, game, store, *more):
    return [CLUSTER, what, game, "--store", str(store), "--json", *more]


def answer(arguments, code=0):
    done = subprocess.run(arguments, capture_output=True, text=True, timeout=1800)
    assert done.returncode == code, (arguments, done.returncode, done.stdout, done.stderr)
    return json.loads(done.stdout) if code == 0 else done.stderr


def refused(arguments, *words):
    said = answer(arguments, 2)
    assert said.startswith("error: ") and "panic" not in said, said
    for word in words:
        assert word in said, (word, said)
    print("  refused:", said.strip()[:200])


def sound(store):
    """What `morpion` says of a store that others have made."""
    told = json.loads(subprocess.run([MORPION, "store", store, "--json"], capture_output=True, check=True).stdout)
    subprocess.run([MORPION, "store", "verify", store], capture_output=True, check=True)
    left = [name for name in os.listdir(store) if name.startswith("ply-job") or "plan" in name or "run" in name]
    assert not left, left
    return told


def plain(game, *what):
    return json.loads(subprocess.run([MORPION, *what, game, "--json"], capture_output=True, check=True).stdout)


def one_process():
    """DataFusion in one process counts and solves as the program does."""
    for game in ["mnk:3,3,3", "mnk:4,3,3", "nim:3,4,5"]:
        store = FOLDER / f"one-{game.replace(':', '-')}"
        found, known = answer(command("count", game, store, "--threads", "2")), plain(game, "count")
        for key in ["positions", "by_ply", "transitions", "terminal", "first_wins", "second_wins", "draws"]:
            assert found[key] == known[key], (game, key, found[key], known[key])
        assert found["repeated"] == [] and sound(store)["complete"]
    game, store = "mnk:4,3,3", FOLDER / "one-solve"
    found = answer(command("solve", game, store, "--memory", "1M"))
    known = json.loads(
        subprocess.run(
            [MORPION, "solve", game, "--strong", "--distance", "--json"], capture_output=True, check=True
        ).stdout
    )
    for key in ["value", "plies", "positions", "won", "drawn", "lost"]:
        assert found[key] == known[key], (key, found[key], known[key])
    assert sound(store)["solved"]
    looked = json.loads(subprocess.run([MORPION, "lookup", store, "--json"], capture_output=True, check=True).stdout)
    assert looked["value"] == found["value"] and looked["plies"] == found["plies"], looked
    text = FOLDER / "mine.lines"
    text.write_text("row a b c\nrow d e f\nline a b c\nline d e f\nline a e\n")
    game = f"lines:{text}"
    found = answer(command("count", game, FOLDER / "one-text"))
    assert found["positions"] == plain(game, "count")["positions"]
    symmetric = answer(command("explore", "mnk:3,3,3", FOLDER / "one-symmetry", "--symmetry"))
    assert symmetric["states"] == "765", symmetric


def counts():
    """Two, then four workers count exactly."""
    for workers, games in [(2, ["mnk:3,3,3", "mnk:4,4,3"]), (4, ["mnk:3,3,3", "mnk:4,4,4"])]:
        with Processes(workers) as processes:
            for game in games:
                store = FOLDER / f"counts-{workers}-{game.replace(':', '-')}"
                begun, cpu = time.time(), processes.cpu()
                found = answer(
                    command("count", game, store, "--scheduler", f"127.0.0.1:{processes.port}", "--width", str(workers))
                )
                assert int(found["positions"]) == COUNTS[game], found
                assert sound(store)["complete"]
                cpu = processes.cpu() - cpu
                print(f"  {game}, {workers} workers: exact; {time.time() - begun:.1f} s, {cpu:.1f} s of CPU in workers,"
                      f" {COUNTS[game] / max(cpu, 0.01) / 1e6:.2f} M states per second and core; repeated"
                      f" {found['repeated']}")


def solved():
    """Values that workers found are looked up without them."""
    with Processes(2) as processes:
        store = FOLDER / "solved"
        found = answer(command("solve", "mnk:4,3,3", store, "--scheduler", f"127.0.0.1:{processes.port}"))
    known = json.loads(
        subprocess.run([MORPION, "solve", "mnk:4,3,3", "--strong", "--json"], capture_output=True, check=True).stdout
    )
    for key in ["value", "positions", "won", "drawn", "lost"]:
        assert found[key] == known[key], (key, found[key], known[key])
    assert sound(store)["solved"]
    subprocess.run([MORPION, "lookup", store], capture_output=True, check=True)


def in_the_middle(store, after):
    """Waits until a piece of some ply of at least this number is in work."""
    for _ in range(3000):
        names = os.listdir(store) if store.exists() else []
        plies = {int(name[4:7]) for name in names if name[4:7].isdigit()}
        if max(plies, default=0) >= after and any("-begun-" in name for name in names):
            return
        time.sleep(0.02)
    raise SystemExit("the work never came so far")


def faults():
    """A worker is killed in the middle of a ply, then two, then the scheduler: the count is exact."""
    game = "mnk:4,4,4"

    def one(processes, store):
        in_the_middle(store, 8)
        processes.kill_worker()
        processes.start_worker()

    def two(processes, store):
        in_the_middle(store, 8)
        processes.kill_worker()
        processes.kill_worker()
        time.sleep(1)
        processes.start_worker()
        processes.start_worker()

    def scheduler(processes, store):
        in_the_middle(store, 8)
        processes.kill_scheduler()
        time.sleep(1)
        processes.start_scheduler()

    for name, fault, workers in [("one worker", one, 2), ("two workers", two, 2), ("scheduler", scheduler, 2)]:
        store = FOLDER / f"fault-{name.replace(' ', '-')}"
        with Processes(workers, silence=12) as processes:
            begun = time.time()
            driver = subprocess.Popen(
                command("count", game, store, "--scheduler", f"127.0.0.1:{processes.port}", "--patience", "30s",
                        "--width", "4", "--memory", "16M"),
                stdout=subprocess.PIPE, text=True,
            )
            fault(processes, store)
            said, _ = driver.communicate(timeout=1200)
            assert driver.returncode == 0, (driver.returncode, said)
            found = json.loads(said)
        assert int(found["positions"]) == COUNTS[game], found
        assert sound(store)["complete"]
        assert found["repeated"], "it says what it repeated"
        print(f"  {name} killed: exact after {time.time() - begun:.0f} s")
        for repeat in found["repeated"]:
            print("    ", repeat)


def driver():
    """The driver is killed again and again: it goes on where it was."""
    game, store = "mnk:4,4,3", FOLDER / "fault-driver"
    chance = random.Random(5)
    with Processes(2) as processes:
        arguments = command("count", game, store, "--scheduler", f"127.0.0.1:{processes.port}", "--memory", "16M")
        kills = 0
        while True:
            running = subprocess.Popen(arguments, stdout=subprocess.PIPE, text=True)
            try:
                said, _ = running.communicate(timeout=chance.uniform(2, 12))
                break
            except subprocess.TimeoutExpired:
                running.send_signal(signal.SIGKILL)
                running.communicate()
                kills += 1
        found = json.loads(said)
    assert int(found["positions"]) == COUNTS[game], found
    assert sound(store)["complete"]
    print(f"  the driver was killed {kills} times: exact")


def supervised():
    """One command: a scheduler, workers, the work. A worker that is killed is started again."""
    store = FOLDER / "local"
    arguments = command("local", "mnk:4,4,3", store, "--workers", "2", "--patience", "30s")
    running = subprocess.Popen(arguments, stdout=subprocess.PIPE, text=True)
    in_the_middle(store, 7)
    children = subprocess.run(["pgrep", "-P", str(running.pid), "-f", " worker "], capture_output=True, text=True)
    os.kill(int(children.stdout.split()[0]), signal.SIGKILL)
    said, _ = running.communicate(timeout=1200)
    assert running.returncode == 0, (running.returncode, said)
    assert int(json.loads(said)["positions"]) == COUNTS["mnk:4,4,3"], said
    assert sound(store)["complete"]
    left = subprocess.run(["pgrep", "-P", str(running.pid)], capture_output=True, text=True).stdout
    assert not left, left


def refusals():
    """What cannot be done is said, with exit code 2, and nothing is lost."""
    store = FOLDER / "refusals"
    answer(command("count", "mnk:3,3,3", store))
    before = sorted(os.listdir(store))
    refused(command("count", "mnk:4,3,3", store), "this is a store of mnk:3,3,3, not of mnk:4,3,3")
    assert sorted(os.listdir(store)) == before and sound(store)["complete"]
    refused(command("count", "mnk:3,x,3", FOLDER / "none"), "mnk:3,x,3")
    refused(command("count", "mnk:3,3,3", FOLDER / "none", "--scheduler", "127.0.0.1:1"), "does not answer")
    refused(command("count", "mnk:3,3,3", "gopher://a/b"), "is no kind of place")
    refused(command("count", "mnk:3,3,3", "/proc/nothing"), "/proc/nothing")
    os.environ.update(AWS_ENDPOINT="http://127.0.0.1:1", AWS_ACCESS_KEY_ID="a", AWS_SECRET_ACCESS_KEY="b")
    refused(command("count", "mnk:3,3,3", "s3://nobody/there"), "s3://nobody/there")
    closed = FOLDER / "closed"
    closed.mkdir()
    closed.chmod(0o500)
    if os.geteuid() != 0:
        refused(command("count", "mnk:3,3,3", closed / "store"), "denied")
    with Processes(1) as processes:
        other = [CLUSTER, "worker", "--scheduler", f"127.0.0.1:{processes.port}", "--pretend", "9.9.9"]
        refused(other, "another version", "9.9.9")
    port = free_port()
    old = subprocess.Popen([CLUSTER, "scheduler", "--port", str(port), "--pretend", "0.0.1"])
    try:
        wait_for(port)
        refused(command("count", "mnk:3,3,3", FOLDER / "none", "--scheduler", f"127.0.0.1:{port}"), "another version")
    finally:
        old.kill()
        old.wait()


@contextlib.contextmanager
def object_store(host="127.0.0.1"):
    """A server that speaks the protocol of S3, with one bucket."""
    port = free_port()
    server = subprocess.Popen(
        [pathlib.Path(sys.executable).parent / "moto_server", "-H", "0.0.0.0", "-p", str(port)],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )
    os.environ.update(
        AWS_ENDPOINT=f"http://{host}:{port}", AWS_ACCESS_KEY_ID="a", AWS_SECRET_ACCESS_KEY="b", AWS_REGION="us-east-1"
    )
    try:
        wait_for(port)
        urllib.request.urlopen(urllib.request.Request(f"http://127.0.0.1:{port}/boards", method="PUT"))
        yield
    finally:
        server.kill()
        server.wait()


def bucket():
    """A bucket of an object store, with workers and without."""
    with object_store():
        found = answer(command("solve", "mnk:3,3,3", "s3://boards/three"))
        assert found["positions"] == "5478" and found["value"] == "draw", found
        refused(command("count", "mnk:4,3,3", "s3://boards/three"), "this is a store of mnk:3,3,3")
        refused(command("count", "mnk:3,3,3", "s3://nobody/there"), "s3://nobody/there")
        with Processes(2) as processes:
            known = plain("mnk:4,3,3", "count")["positions"]
            found = answer(
                command("count", "mnk:4,3,3", "s3://boards/four", "--scheduler", f"127.0.0.1:{processes.port}")
            )
            assert found["positions"] == known, (found, known)


@contextlib.contextmanager
def far_away(number):
    """A network of its own, behind a link that is slow and loses three packets of a hundred each way."""
    name, ours, theirs = f"far{number}", f"10.77.{number}.1", f"10.77.{number}.2"
    inside = ["ip", "netns", "exec", name]

    def do(*arguments, prefix=()):
        subprocess.run([*prefix, *arguments], check=True)

    do("ip", "netns", "add", name)
    try:
        do("ip", "link", "add", f"near{number}", "type", "veth", "peer", "name", "far", "netns", name)
        do("ip", "address", "add", f"{ours}/24", "dev", f"near{number}")
        do("ip", "link", "set", f"near{number}", "up")
        do("ip", "address", "add", f"{theirs}/24", "dev", "far", prefix=inside)
        for device in ["lo", "far"]:
            do("ip", "link", "set", device, "up", prefix=inside)
        slow = ["root", "tbf", "rate", "4mbit", "burst", "16k", "latency", "100ms"]
        do("tc", "qdisc", "add", "dev", f"near{number}", *slow)
        do("tc", "qdisc", "add", "dev", "far", *slow, prefix=inside)
        do("nft", "add", "table", "inet", "lossy", prefix=inside)
        for hook in ["input", "output"]:
            chain = f"{{ type filter hook {hook} priority 0; }}"
            do("nft", "add", "chain", "inet", "lossy", hook, chain, prefix=inside)
            rule = ["iifname", "lo"] if hook == "input" else ["oifname", "lo"]
            do("nft", "add", "rule", "inet", "lossy", hook, *rule, "accept", prefix=inside)
            do("nft", "add", "rule", "inet", "lossy", hook, "numgen", "random", "mod", "100", "<", "3", "drop",
               prefix=inside)
        yield inside, ours
    finally:
        subprocess.run(["ip", "netns", "del", name], check=False)
        subprocess.run(["ip", "link", "del", f"near{number}"], check=False, stderr=subprocess.DEVNULL)


def network():
    """Two workers behind slow links that lose packets; all files cross them: the count is exact."""
    if os.geteuid() != 0 or not all(shutil.which(program) for program in ["ip", "tc", "nft"]):
        print("  left out: it takes root, and the programs ip, tc and nft")
        return
    with far_away(1) as (first, ours), far_away(2) as (second, also_ours), object_store(ours):
        port = free_port()
        processes = [subprocess.Popen([CLUSTER, "scheduler", "--bind", "0.0.0.0", "--port", str(port)])]
        try:
            wait_for(port)
            endpoint = os.environ["AWS_ENDPOINT"]
            for inside, host in [(first, ours), (second, also_ours)]:
                environment = {**os.environ, "AWS_ENDPOINT": endpoint.replace(ours, host)}
                arguments = [*inside, CLUSTER, "worker", "--scheduler", f"{host}:{port}"]
                processes.append(subprocess.Popen(arguments, env=environment))
            known = plain("mnk:4,3,3", "count")["positions"]
            begun = time.time()
            found = answer(command("count", "mnk:4,3,3", "s3://boards/far", "--scheduler", f"127.0.0.1:{port}"))
            assert found["positions"] == known, (found, known)
            print(f"  exact after {time.time() - begun:.0f} s; given out again: {found['repeated']}")
        finally:
            for process in processes:
                process.kill()
                process.wait()


TESTS = [one_process, refusals, counts, solved, faults, driver, supervised, bucket, network]

for test in [test for test in TESTS if not sys.argv[4:] or test.__name__ in sys.argv[4:]]:
    print(f"{test.__name__}: {test.__doc__}", flush=True)
    begun = time.time()
    test()
    print(f"  {time.time() - begun:.0f} s", flush=True)
