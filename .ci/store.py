"""What `.ci/store` asks of the folders that the program wrote."""

import json
import os
import random
import shutil
import subprocess
import sys
import time
import zlib


def load(place):
    with open(place) as file:
        return json.load(file)


def query(folder):
    """The numbers of each ply, by SQL over the files, are those of `count`; and so are the values."""
    import duckdb

    by_ply = [int(count) for count in load(f"{folder}/count.json")["by_ply"]]
    for ply, count in enumerate(by_ply):
        files = f"{folder}/boards/ply-{ply:03}-part-*.parquet"
        states = duckdb.sql(f"select count(*), count(distinct state), min(state) from '{files}'").fetchall()[0]
        assert states[:2] == (count, count), (ply, states, count)
    solved = load(f"{folder}/solve.json")
    files = f"{folder}/values/ply-*-values-*.parquet"
    for verdict, name in ((1, "won"), (0, "drawn"), (-1, "lost")):
        count = duckdb.sql(f"select count(*) from '{files}' where value = {verdict}").fetchall()[0][0]
        assert str(count) == solved[name], (name, count, solved[name])
    start = duckdb.sql(f"select value, plies, player from '{folder}/values/ply-000-values-*.parquet'").fetchall()
    assert start == [(1, solved["plies"] or start[0][1], 1)], start
    types = duckdb.sql(f"describe select * from '{files}'").fetchall()
    assert [row[1] for row in types] == ["UBIGINT", "BIGINT", "BIGINT", "BIGINT"], types
    print(f"DuckDB: {sum(by_ply)} positions in {len(by_ply)} plies, as counted; values as solved")


def sealed(manifest):
    """The text of a manifest, with its checksum."""
    body = json.dumps(manifest, separators=(",", ":"), ensure_ascii=False)
    return f'{{"crc32":"{zlib.crc32(body.encode()):08x}","manifest":{body}}}\n'


def refuse(folder, program):
    """What cannot be used is refused with exit code 2, and nothing of it is changed."""
    store = f"{folder}/refused"
    count = [program, "count", "mnk:3,3,3", "--store", store, "--json"]
    subprocess.run(count, check=True, capture_output=True)
    place = f"{store}/manifest.json"
    with open(place) as file:
        sound = file.read()

    def told(why, **more):
        before = {name: os.path.getsize(f"{store}/{name}") for name in os.listdir(store)}
        run = subprocess.run(more.pop("command", count), capture_output=True, text=True, **more)
        assert run.returncode == 2 and why in run.stderr, (why, run)
        assert before == {name: os.path.getsize(f"{store}/{name}") for name in os.listdir(store)}

    manifest = load(place)["manifest"]
    assert sealed(manifest) == sound
    for change, why in [
        ({"version": manifest["version"] + 1}, f"and this program knows {manifest['version']}"),
        ({"asked": manifest["asked"] | {"rules": 99}}, "made by other rules"),
        ({"asked": manifest["asked"] | {"game": "nim:1,2"}}, "a store of nim:1,2"),
    ]:
        with open(place, "w") as file:
            file.write(sealed(manifest | change))
        told(why)
    # One of both manifests would do.
    for name in (place, f"{place}.old"):
        with open(name, "w") as file:
            file.write(sound.replace('"complete":true', '"complete":false'))
    told("the manifest is damaged")
    with open(place, "w") as file:
        file.write(sound)
    if os.geteuid() == 0:
        # Somebody else, who may not write there; and a folder that nobody may read.
        os.chmod(folder, 0o755)
        mine = shutil.copy(program, f"{folder}/morpion")
        other = {"user": 65534, "group": 65534, "extra_groups": []}
        command = [mine, *count[1:]]
        told("Permission denied", command=command, **other)
        command = [mine, "count", "nim:1,2", "--store", f"{folder}/new", "--json"]
        told("Permission denied", command=command, **other)
        # To read, it is enough that one may read.
        looked = subprocess.run([mine, "lookup", f"{folder}/values", "--json"], capture_output=True, text=True, **other)
        assert looked.returncode == 0 and json.loads(looked.stdout)["value"] == "win", looked
        os.chmod(store, 0o700)
        told("Permission denied", command=[mine, "lookup", store, "--json"], **other)
    subprocess.run(count, check=True, capture_output=True)
    print("other versions, rules, games and users are refused")


def same(one, other):
    """Two counts are the same."""
    keys = ["positions", "by_ply", "transitions", "terminal", "first_wins", "second_wins", "draws", "complete"]
    one, other = load(one), load(other)
    assert [one[key] for key in keys] == [other[key] for key in keys]


# What is killed: what it is called, the command, and the keys of its answer that must be as without a folder.
COUNTED = ("positions", "by_ply", "transitions", "terminal", "complete")
JOBS = [
    ("solved", ["solve", "mnk:4,3,3", "--strong"], ("positions", "won", "drawn", "lost")),
    ("solved by threads", ["solve", "mnk:4,3,3", "--strong", "--threads", "2"], ("positions", "won", "drawn", "lost")),
    ("repeating", ["count", "hanoi:7,4"], COUNTED),
    ("packed", ["count", "mnk:3,3,3,order"], COUNTED),
    ("text", ["count", "rbg:rules/games/hex-3.rbg"], COUNTED),
    ("checked", ["check", "connect:4,4,4", "--no-deadlock", "--find", "winner = o and ply = 16"], ("holds", "explored")),
    ("diagrams", ["count", "connect:5,5,4", "--by", "symbolic"], ("positions", "by_ply", "terminal", "complete")),
]
STORED = ["--memory", "1M", "--json"]


def known(store):
    """How many plies are finished in a folder, if there is one."""
    manifest = f"{store}/manifest.json"
    if not os.path.exists(manifest):
        return None
    manifest = load(manifest)["manifest"]
    return max([len(manifest["plies"])] + [kept["plies"] for kept in manifest["kept"]])


def kill(folder, program, kills):
    """Kills the program at random times until it has been killed so often; every answer that is given is exact."""
    seed = int(os.environ.get("SEED", "1"))
    dice = random.Random(seed)
    for number, job in enumerate(JOBS):
        killed(folder, program, job, kills * (number + 1) // len(JOBS) - kills * number // len(JOBS), dice)
    print(f"{kills} kills (seed {seed}), all answers exact, nothing left over")


def killed(folder, program, job, kills, dice):
    """The same of one command."""
    name, command, keys = job
    store = f"{folder}/{name.replace(' ', '-')}"
    memory = [] if name == "diagrams" else STORED[:2]
    plain = [program, *[word for word in command if word not in ("--threads", "2")], "--json"]
    plain = json.loads(subprocess.check_output(plain))
    command = [program, *command, "--store", store, *memory, "--json"]
    # How long it takes with nobody in the way.
    begun = time.monotonic()
    subprocess.run(command, check=True, capture_output=True)
    whole = time.monotonic() - begun
    done, finished, fresh, plies = 0, 0, ["--fresh"], 0

    def compare(out):
        answer = json.loads(out)
        assert all(answer[key] == plain[key] for key in keys) and not answer["mended"], (answer, plain)

    while done < kills:
        child = subprocess.Popen(command + fresh, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        try:
            out, err = child.communicate(timeout=dice.uniform(0, whole / 2))
            assert child.returncode == 0, err
            compare(out)
            finished, fresh, plies = finished + 1, ["--fresh"], 0
        except subprocess.TimeoutExpired:
            child.kill()
            child.communicate()
            done += 1
            now = known(store)
            if now is not None:
                # A ply that was finished stays so; killed before it began anew, it is still what it was.
                assert fresh or now >= plies, (now, plies)
                plies, fresh = now, []
    compare(subprocess.check_output(command + fresh))
    names = os.listdir(store)
    assert not [name for name in names if "run" in name or name.endswith(".tmp")], names
    subprocess.run([program, "store", "verify", store], check=True, capture_output=True)
    flipped(program, command, store, compare_after_repair(program, command, store, keys, plain))
    print(f"  {name}: {done} kills, {finished + 1} runs to the end")


def compare_after_repair(program, command, store, keys, plain):
    """The same answer is given, whatever was damaged before."""

    def again():
        answer = json.loads(subprocess.check_output(command))
        assert all(answer[key] == plain[key] for key in keys), (answer, plain)
        subprocess.run([program, "store", "verify", store], check=True, capture_output=True)

    return again


def flipped(program, command, store, again):
    """A byte that is changed in any file is found, and the file made again."""
    names = sorted(name for name in os.listdir(store) if name.startswith("ply-"))
    dice = random.Random(len(names))
    for name in [*dice.sample(names, min(3, len(names))), "manifest.json", "manifest.json.old"]:
        place = f"{store}/{name}"
        with open(place, "r+b") as file:
            at = dice.randrange(os.path.getsize(place))
            file.seek(at)
            byte = file.read(1)[0]
            file.seek(at)
            file.write(bytes([byte ^ 0x40]))
        verified = subprocess.run([program, "store", "verify", store, "--json"], capture_output=True)
        assert verified.returncode == 1 and name in json.loads(verified.stdout)["damaged"][0], (name, verified)
        if "--by" not in command:
            subprocess.run([program, "store", "verify", "--repair", store], check=True, capture_output=True)
        again()


if __name__ == "__main__":
    what, *arguments = sys.argv[1:]
    if what == "kill":
        kill(arguments[0], arguments[1], int(arguments[2]))
    else:
        {"query": query, "refuse": refuse, "same": same}[what](*arguments)
