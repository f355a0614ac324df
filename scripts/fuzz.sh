#!/usr/bin/env bash
# Runs every fuzz target, one after the other (go test takes one at a time), for a number of inputs such as 3000x, or for
# a time such as 10m. CI gives a number: at the end of a time go test sometimes reports its own deadline as a failure.
set -euo pipefail
cd "$(dirname "$0")/.."
amount=${1:-3000x}
log=$(mktemp)
trap 'rm -f "$log"' EXIT
grep -rlE '^func Fuzz[A-Z]' --include='*_test.go' . | xargs -n1 dirname | sort -u | while read -r package; do
  grep -hoE '^func Fuzz[A-Za-z0-9_]+' "$package"/*_test.go | cut -c6- | sort -u | while read -r target; do
    go test "$package" -run '^$' -fuzz "^$target\$" -fuzztime "$amount" >"$log" 2>&1 || {
      cat "$log"
      echo "fuzz: $target in $package failed; run: go test $package -run '^\$' -fuzz '^$target\$'"
      exit 1
    }
    echo "fuzz: $package $target held for $amount"
  done
done
