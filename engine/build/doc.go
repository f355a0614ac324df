// Package build makes the manifest of an application from its declarations. It has the order in which the domains
// are built, and the listing of decorators; each domain is a package of its own below it.
package build
