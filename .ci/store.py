"""What `.ci/store` asks of the folders that the program wrote."""

import json
import os
import random
import subprocess
import sys
import time


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


def same(one, other):
    """Two counts are the same."""
    keys = ["positions", "by_ply", "transitions", "terminal", "first_wins", "second_wins", "draws", "complete"]
    one, other = load(one), load(other)
    assert [one[key] for key in keys] == [other[key] for key in keys]


def kill(folder, program, kills):
    """Kills the program at random times until it has been killed so often; every count that ends is exact."""
    game, store = "mnk:4,3,3", f"{folder}/killed"
    keys = ["positions", "by_ply", "transitions", "terminal", "complete", "mended"]
    plain = json.loads(subprocess.check_output([program, "count", game, "--json"]))
    strong = json.loads(subprocess.check_output([program, "solve", game, "--strong", "--json"]))
    plain["mended"] = []
    count = [program, "count", game, "--store", store, "--memory", "1M", "--json"]
    solve = [program, "solve", game, "--strong", "--store", store, "--memory", "1M", "--json"]
    # How long it takes with nobody in the way.
    begun = time.monotonic()
    subprocess.run(count + ["--fresh"], check=True, capture_output=True)
    subprocess.run(solve, check=True, capture_output=True)
    whole = time.monotonic() - begun
    seed = int(os.environ.get("SEED", "1"))
    dice, done, finished = random.Random(seed), 0, 0
    fresh, plies = ["--fresh"], 0
    while done < kills:
        child = subprocess.Popen(solve + fresh, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        try:
            out, err = child.communicate(timeout=dice.uniform(0, whole / 2))
            assert child.returncode == 0, err
            answer = json.loads(out)
            assert all(answer[key] == strong[key] for key in ("positions", "won", "drawn", "lost")), answer
            answer = json.loads(subprocess.check_output(count))
            assert all(answer[key] == plain[key] for key in keys), answer
            finished, fresh, plies = finished + 1, ["--fresh"], 0
        except subprocess.TimeoutExpired:
            child.kill()
            child.communicate()
            done += 1
            manifest = f"{store}/manifest.json"
            if os.path.exists(manifest):
                # A ply that was finished stays so.
                known = len(load(manifest)["manifest"]["plies"])
                assert fresh or known >= plies, (known, plies)
                # Killed before it began anew, it is still what it was.
                plies, fresh = known, []
    out = subprocess.check_output(solve + fresh)
    assert json.loads(out)["won"] == strong["won"]
    names = os.listdir(store)
    assert not [name for name in names if "run" in name or name.endswith(".tmp")], names
    subprocess.run([program, "store", "verify", store], check=True, capture_output=True)
    print(f"{done} kills (seed {seed}), {finished + 1} runs to the end, all exact, nothing left over")


if __name__ == "__main__":
    what, *arguments = sys.argv[1:]
    if what == "kill":
        kill(arguments[0], arguments[1], int(arguments[2]))
    else:
        {"query": query, "same": same}[what](*arguments)
