#!/usr/bin/env bash
# Runs all tests a number of times where they are starved of time, and lists those that do not always pass:
#
#   scripts/stress.sh load 10    beside four loops that never rest
#   scripts/stress.sh core 10    on one processor
#   scripts/stress.sh plain 10   as they are
#
# Packages may follow, such as ./engine/... ./tests. What a failing run printed stays in the folder that is named at the end.
set -euo pipefail
cd "$(dirname "$0")/.."
how=${1:?load, core or plain} times=${2:-10}
shift $(($# > 1 ? 2 : 1))
out=$(mktemp -d)
busy=()
trap '[ ${#busy[@]} -eq 0 ] || kill "${busy[@]}"' EXIT

# Test binaries are made once: linking them anew would take longer than some of them run.
mapfile -t packages < <(go list -f '{{if or .TestGoFiles .XTestGoFiles}}{{.ImportPath}} {{.Dir}}{{end}}' "${@:-./...}" | sort)
for package in "${packages[@]}"; do
  path=${package% *}
  go test -c -o "$out/${path//\//_}.test" "$path"
done

prefix=()
case $how in
  load) for _ in 1 2 3 4; do (while :; do :; done) & busy+=($!); done ;;
  core) prefix=(taskset -c 0) ;;
  plain) ;;
  *) echo "load, core or plain" >&2 && exit 2 ;;
esac

run() { # <package> <folder> <round>: what failed goes into the list
  local name=${1//\//_}
  (cd "$2" && "${prefix[@]}" "$out/$name.test" -test.timeout 30m) >"$out/$name.$3.log" 2>&1 && rm "$out/$name.$3.log" && return
  grep -oE -- '--- FAIL: [^ ]+' "$out/$name.$3.log" | sed "s|--- FAIL:|$1|" | sort -u >>"$out/failed" || true
  grep -qE -- '--- FAIL: ' "$out/$name.$3.log" || echo "$1 (no test named)" >>"$out/failed"
}
touch "$out/failed"
for round in $(seq "$times"); do
  for package in "${packages[@]}"; do # two at a time, as go test would on two processors
    while [ "$(jobs -rp | grep -cvxF "$(printf '%s\n' "${busy[@]:-}")")" -ge 2 ]; do wait -n; done
    run ${package} "$round" &
  done
  while [ "$(jobs -rp | grep -cvxF "$(printf '%s\n' "${busy[@]:-}")")" -gt 0 ]; do wait -n; done
  echo "round $round of $times: $(sort -u "$out/failed" | wc -l) tests have failed so far"
done
sort "$out/failed" | uniq -c | sort -rn
echo "logs: $out"
[ ! -s "$out/failed" ]
