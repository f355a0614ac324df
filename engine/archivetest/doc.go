// Package archivetest has what tests of the engine do with txtar archives that hold an application and what is
// expected of it: reading settings, writing reports, comparing parts and rewriting them with -update.
package archivetest
