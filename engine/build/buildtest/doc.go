// Package buildtest builds the manifests of scripts without running them, for the unit tests of the domains: it
// takes decorators from the source.
package buildtest
