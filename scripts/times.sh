#!/usr/bin/env bash
# Runs the tests as make test does, and prints where the time went, as docs/testing.md shows it: for each package what compiling, linking,
# working and waiting took, and the slowest tests. Arguments are those of tests/run, such as -area queue.
set -euo pipefail
cd "$(dirname "$0")/.."
out=$(mktemp -d)
go build -o "$out/times" ./tests/times
failed=0
go run ./tests/run -events "$out/tests.json" -actions "$out" "$@" -- -count=1 -exec "'$out/times' run '$out'" >&2 || failed=$?
"$out/times" table "$out"
echo "events: $out/tests.json" >&2
exit "$failed"
