#!/usr/bin/env bash
# Runs fuzz targets for a number of inputs such as 3000x, or for a time such as 10m: all of them, or those of packages whose files differ from
# a commit, which is the second argument, such as HEAD^. What they have found before is run by go test. CI gives a number: at the end of a time a run
# sometimes reports its own deadline as a failure. The tests of a package are linked once for all its targets, which run one after the
# other (a test binary takes one at a time), two packages at a time. One is compiled at a time;
# for a number of inputs without inlining, since the compiler takes half as long again with it.
set -euo pipefail
cd "$(dirname "$0")/.."
export amount=${1:-3000x} work
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

alone() { # two go commands at a time would both compile what both need, which is nearly all
  if command -v flock >/dev/null; then flock "$work" "$@"; else "$@"; fi
}
fuzz() {
  set -euo pipefail
  package=$1 files=$work/${1//\//_}
  [[ $amount != *x ]] || quick=-gcflags=github.com/...=-l
  alone env GOGC=off GOMEMLIMIT=1536MiB go test -C "$package" -c -vet=off ${quick:+"$quick"} -fuzz . -o "$files.test" . # there: it may be part of the module in tools
  for target in $(grep -hoE '^func Fuzz[A-Za-z0-9_]+' "$package"/*_test.go | cut -c6- | sort -u); do
    (cd "$package" && "$files.test" -test.run '^$' -test.fuzz "^$target\$" -test.fuzztime "$amount" -test.fuzzcachedir "$files.found/$target") >"$files.log" 2>&1 || {
      cat "$files.log"
      echo "fuzz: $target in $package failed; run: go test -C $package -run '^\$' -fuzz '^$target\$'"
      exit 255 # which ends xargs, too
    }
    echo "fuzz: $package $target held for $amount"
  done
  rm -f "$files.test"
}
export -f alone fuzz
targets() { grep -rlE '^func Fuzz[A-Z]' --include='*_test.go' --exclude-dir=node_modules . | xargs -n1 dirname | sort -u; }
changed() { # reads folders, and writes those whose files differ from a commit; comm reads both lists to their ends, which grep does not
  if [ -z "$1" ]; then cat; else comm -12 - <(git diff --name-only "$1" -- '*.go' | xargs -r -n1 dirname | sed 's|^|./|' | sort -u); fi
}
targets | changed "${2:-}" | xargs -r -P 2 -I{} bash -c 'fuzz {}'
