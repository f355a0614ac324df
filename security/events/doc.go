// Package events records what happens to the security of an application: who has logged in, and what was refused.
//
// A [Recorder] writes a line of the log for each [Event], counts it, and passes it to a function that keeps an audit trail. None of that can
// hold up or fail a request: lines are bounded by the second, and events for the audit trail wait in a queue of a bounded length.
package events
