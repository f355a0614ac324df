// Package manifests writes what Homebrew and Scoop install by: a formula in Ruby, and a manifest in JSON.
//
// Both name the archives of a release by URL, with the SHA-256 that they have to have.
package manifests
