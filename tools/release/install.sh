#!/bin/sh
# Installs fwrun for one user, into ~/.local/bin: downloads the archive for this system, checks its SHA-256, and puts the program in its place in
# one step. It needs no root, curl or wget, tar, and sha256sum, shasum or openssl.
#
#   curl -fsSL https://github.com/fwrun/fwrun/releases/latest/download/install.sh | sh
#
#   FWRUN_VERSION=v1.2.3        a version; the latest one when it is not set
#   FWRUN_INSTALL=/opt/fwrun    where bin/fwrun and share/ are written; ~/.local when it is not set
#   FWRUN_RELEASES=https://…    a copy of the releases, with the same files and folders
set -eu

main() {
  releases=${FWRUN_RELEASES:-https://github.com/fwrun/fwrun/releases}
  prefix=${FWRUN_INSTALL:-${HOME:?HOME is not set: set FWRUN_INSTALL}/.local}
  case ${FWRUN_VERSION:-} in
    '') from=$releases/latest/download ;;
    v*) from=$releases/download/$FWRUN_VERSION ;;
    *) from=$releases/download/v$FWRUN_VERSION ;;
  esac
  platform=$(platform)
  mkdir -p "$prefix/bin" 2>/dev/null || fail "$prefix/bin cannot be created: set FWRUN_INSTALL to a folder that you may write to"
  # Beside the program, so that the last step is a rename.
  work=$(mktemp -d "$prefix/bin/.fwrun-install.XXXXXX" 2>/dev/null) || fail "$prefix/bin cannot be written: set FWRUN_INSTALL to a folder that you may write to"
  trap 'rm -rf "$work"' EXIT
  trap 'exit 1' HUP INT TERM

  download "$from/SHA256SUMS" "$work/SHA256SUMS"
  line=$(grep -E "^[0-9a-f]{64}  fwrun_[0-9A-Za-z.+-]+_$platform\.tar\.gz\$" "$work/SHA256SUMS") || fail "there is no archive for $platform in $from/SHA256SUMS"
  wanted=${line%%  *}
  archive=${line#*  }
  say "downloading $archive"
  download "$from/$archive" "$work/$archive"
  found=$(sum "$work/$archive")
  [ "$found" = "$wanted" ] || fail "$archive is damaged: its SHA-256 is $found, and SHA256SUMS says $wanted. Nothing was installed"
  tar -xzf "$work/$archive" -C "$work" || fail "$archive cannot be unpacked"
  unpacked=$work/${archive%.tar.gz}
  said=$("$unpacked/fwrun" version 2>&1) || fail "the program does not run here: $said"
  place "$unpacked"
  say "installed $said as $prefix/bin/fwrun"
  advise
}

# place puts the manual pages and completions where shells and man look for them, and the program last.
place() {
  mkdir -p "$prefix/share/man/man1" "$prefix/share/bash-completion/completions" "$prefix/share/zsh/site-functions" "$prefix/share/fish/vendor_completions.d"
  cp "$1"/man/man1/*.1 "$prefix/share/man/man1/"
  cp "$1/completions/fwrun.bash" "$prefix/share/bash-completion/completions/fwrun"
  cp "$1/completions/_fwrun" "$prefix/share/zsh/site-functions/_fwrun"
  cp "$1/completions/fwrun.fish" "$prefix/share/fish/vendor_completions.d/fwrun.fish"
  chmod 755 "$1/fwrun"
  mv -f "$1/fwrun" "$prefix/bin/fwrun"
}

# platform prints the platform as the archives name it.
platform() {
  case $(uname -s) in
    Linux) system=linux ;;
    Darwin) system=darwin ;;
    *) fail "there is no archive for $(uname -s): on Windows use Scoop or npm, elsewhere go install github.com/fwrun/fwrun/cmd/fwrun@latest" ;;
  esac
  case $(uname -m) in
    x86_64 | amd64) processor=amd64 ;;
    aarch64 | arm64) processor=arm64 ;;
    *) fail "there is no archive for a processor $(uname -m): use go install github.com/fwrun/fwrun/cmd/fwrun@latest" ;;
  esac
  echo "${system}_$processor"
}

# download writes what a URL has into a file.
download() {
  if command -v curl >/dev/null 2>&1; then
    curl -fsSL --retry 2 --connect-timeout 20 -o "$2" "$1" || fail "$1 cannot be downloaded"
  elif command -v wget >/dev/null 2>&1; then
    wget -q -T 20 -t 3 -O "$2" "$1" || fail "$1 cannot be downloaded"
  else
    fail "neither curl nor wget is there"
  fi
}

# sum prints the SHA-256 of a file.
sum() {
  if command -v sha256sum >/dev/null 2>&1; then
    sha256sum <"$1" | cut -d' ' -f1
  elif command -v shasum >/dev/null 2>&1; then
    shasum -a 256 <"$1" | cut -d' ' -f1
  elif command -v openssl >/dev/null 2>&1; then
    openssl dgst -sha256 -r <"$1" | cut -d' ' -f1
  else
    fail "sha256sum, shasum and openssl are missing: the archive cannot be checked"
  fi
}

# advise says what is left to do, if the shell would not find the program.
advise() {
  case :${PATH:-}: in
    *":$prefix/bin:"*) ;;
    *) say "$prefix/bin is not in PATH: add the line  export PATH=\"$prefix/bin:\$PATH\"  to the file that your shell reads" ;;
  esac
}

say() { printf 'fwrun: %s\n' "$*"; }

fail() {
  printf 'fwrun: %s\n' "$*" >&2
  exit 1
}

# The whole script is read before anything is done: a download that breaks off does nothing.
main
