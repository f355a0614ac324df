#!/usr/bin/env bash
# Runs all tests a number of times, in random order, where they are starved, and lists those that do not always pass:
#
#   scripts/stress.sh load 10    beside four loops that never rest
#   scripts/stress.sh core 10    on one processor
#   scripts/stress.sh disk 10    beside two writers that have everything on the disk flushed, so that each file takes long
#   scripts/stress.sh plain 10   as they are
#   scripts/stress.sh all 10     a round of each in turn
#
# Packages may follow, such as ./engine/... ./tests/...: without them, those of the module in tools run, too. What a failing run printed
# stays in the folder that is named at the end.
set -euo pipefail
cd "$(dirname "$0")/.."
how=${1:?load, core, disk, plain or all} times=${2:-10}
shift $(($# > 1 ? 2 : 1))
out=$(mktemp -d)
busy=()
quiet() {
  [ ${#busy[@]} -eq 0 ] || kill "${busy[@]}" 2>/dev/null || true
  busy=()
  rm -f "$out"/flushed-*
}
trap quiet EXIT

# Test binaries are made once: linking them anew would take longer than some of them run.
list() { go list -C "$1" -f '{{if or .TestGoFiles .XTestGoFiles}}{{.ImportPath}} {{.Dir}}{{end}}' "${@:2}"; }
mapfile -t packages < <(if [ $# -gt 0 ]; then list . "$@"; else list . ./... && list tools ./...; fi | sort)
for package in "${packages[@]}"; do
  path=${package% *}
  go test -C "${package#* }" -c -vet=off -o "$out/${path//\//_}.test" .
done

flush() { # <file>: writes a megabyte and has it flushed, again and again
  while :; do dd if=/dev/zero of="$1" bs=1M count=1 conv=fsync status=none; done
}

starve() { # sets prefix and busy
  prefix=()
  case $1 in
    load) for _ in 1 2 3 4; do (while :; do :; done) & busy+=($!); done ;;
    core) prefix=(taskset -c 0) ;;
    disk) for n in 1 2; do flush "$out/flushed-$n" & busy+=($!); done ;;
    plain) ;;
    *) echo "load, core, disk, plain or all" >&2 && exit 2 ;;
  esac
}

run() { # <package> <folder> <round>: what failed goes into the list
  local name=${1//\//_}
  (cd "$2" && "${prefix[@]}" "$out/$name.test" -test.timeout 30m -test.shuffle "$3") >"$out/$name.$3.log" 2>&1 && rm "$out/$name.$3.log" && return
  grep -oE -- '--- FAIL: [^ ]+' "$out/$name.$3.log" | sed "s|--- FAIL:|$1|" | sort -u >>"$out/failed" || true
  grep -qE -- '--- FAIL: ' "$out/$name.$3.log" || echo "$1 (no test named)" >>"$out/failed"
}
touch "$out/failed"
kinds=("$how")
[ "$how" != all ] || kinds=(load core disk plain)
for round in $(seq "$times"); do # the number is the seed of the order, too
  for kind in "${kinds[@]}"; do
    starve "$kind"
    running=()
    for package in "${packages[@]}"; do # two at a time, as go test would on two processors
      while [ "$(jobs -rp | grep -cxF "$(printf '%s\n' "${running[@]:-none}")")" -ge 2 ]; do wait -n || true; done
      run ${package} "$round" &
      running+=($!)
    done
    wait "${running[@]}"
    quiet
    echo "round $round of $times, $kind: $(sort -u "$out/failed" | wc -l) tests have failed so far"
  done
done
sort "$out/failed" | uniq -c | sort -rn
echo "logs: $out"
[ ! -s "$out/failed" ]
