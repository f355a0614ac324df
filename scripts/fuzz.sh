#!/usr/bin/env bash
# Runs every fuzz target for the time given, one after the other: go test takes one target at a time.
set -euo pipefail
cd "$(dirname "$0")/.."
for_time=${1:-5s}
grep -rlE '^func Fuzz[A-Z]' --include='*_test.go' . | xargs -n1 dirname | sort -u | while read -r package; do
  grep -hoE '^func Fuzz[A-Za-z0-9_]+' "$package"/*_test.go | cut -c6- | sort -u | while read -r target; do
    go test "$package" -run '^$' -fuzz "^$target\$" -fuzztime "$for_time" >/dev/null || {
      echo "fuzz: $target in $package failed; run: go test $package -run '^\$' -fuzz '^$target\$'"
      exit 1
    }
    echo "fuzz: $package $target held for $for_time"
  done
done
