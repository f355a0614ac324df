// Package build makes the manifest of an application out of what it declares. It has the
// order in which the domains are built, and the one listing of decorators; each domain is
// a package of its own below it.
package build
