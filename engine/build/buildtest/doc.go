// Package buildtest builds the manifests of scripts that nobody runs, for the unit tests of
// the domains: decorators are taken as they are written.
package buildtest
