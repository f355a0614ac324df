#!/usr/bin/env bash
# Runs every fuzz target, one after the other (a test binary takes one at a time), for a number of inputs such as 3000x, or for
# a time such as 10m. CI gives a number: at the end of a time a run sometimes reports its own deadline as a failure. The tests
# of a package are linked once for all its targets.
set -euo pipefail
cd "$(dirname "$0")/.."
amount=${1:-3000x}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
grep -rlE '^func Fuzz[A-Z]' --include='*_test.go' . | xargs -n1 dirname | sort -u | while read -r package; do
  go test -c -vet=off -fuzz . -o "$work/package.test" "$package"
  grep -hoE '^func Fuzz[A-Za-z0-9_]+' "$package"/*_test.go | cut -c6- | sort -u | while read -r target; do
    (cd "$package" && "$work/package.test" -test.run '^$' -test.fuzz "^$target\$" -test.fuzztime "$amount" -test.fuzzcachedir "$work/found/$target") >"$work/log" 2>&1 || {
      cat "$work/log"
      echo "fuzz: $target in $package failed; run: go test $package -run '^\$' -fuzz '^$target\$'"
      exit 1
    }
    echo "fuzz: $package $target held for $amount"
  done
done
