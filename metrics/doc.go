// Package metrics counts and measures what the process does, for monitoring.
//
// One [Metrics] serves all generations of an application, so that a reload does not reset any counter.
// Names and labels are those of the specification. A label's values are names that the application
// declares, and never input of a client, so that their number is bounded.
package metrics
