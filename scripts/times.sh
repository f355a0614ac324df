#!/usr/bin/env bash
# Runs the tests and prints where the time went, as docs/testing.md shows it: for each package what compiling, linking, working and
# waiting took, and the slowest tests. Arguments are those of go test, such as -race ./queue/...; ./... by default.
set -euo pipefail
cd "$(dirname "$0")/.."
out=$(mktemp -d)
go build -o "$out/times" ./tests/times
failed=0
go test -json -count=1 -debug-actiongraph="$out/actions-1.json" -exec "$out/times run $out" "${@:-./...}" >"$out/tests.json" || failed=$?
"$out/times" table "$out"
[ "$failed" -eq 0 ] || grep -h '"Action":"fail"' "$out/tests.json" >&2
echo "events: $out/tests.json" >&2
exit "$failed"
