// Package properties hands the configuration to scripts: as sections for classes that are bound to them, as the bean Environment, and as values
// of placeholders.
package properties
