// Package tsconfig reads what an application's tsconfig.json or jsconfig.json says of its files and imports.
//
// Such a file may have comments and extend others, which may be those of packages. It describes the scripts to editors and tsc, so a mistake in it
// stops nobody: what can be read counts.
package tsconfig
