// Package metrics counts and times what the process does, for those who watch it.
//
// One [Metrics] serves all generations of an application, so that a reload begins no counter anew. Names
// and labels are those of the specification; a label's values are names that the application declares, and
// never what a client sends, so that their number is bounded.
package metrics
