// Package telemetry counts and measures what the process does, for monitoring.
//
// One [Metrics] serves all generations of an application, so that a reload does not reset any counter. It is the
// registry that every reader is served from: the Prometheus endpoint, the endpoint that Spring's tools ask ([Metrics.Meters]),
// and exporters, which take its [Metrics.Gatherer].
//
// Laws:
//   - A label's value is a name that the application declares, or one of a known list, and never what a client has
//     sent: no path, query, host or user. What scripts choose is bounded all the same: a metric has at most [Options].MaxSeries
//     series, and what does not fit is counted together in one more, whose labels are [Overflow].
//   - Measuring a request does not allocate and does not take a lock: its series were looked up before.
//   - What is only known when somebody looks, such as the size of a pool, is asked for when somebody does ([Sources]).
package telemetry
