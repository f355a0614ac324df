// Package meters is the class MeterRegistry, with which scripts count and measure.
//
// Its counters, gauges, timers and histograms are those of the process: what the VMs count is added up, whichever of them serves a
// request. A gauge with a function is asked when somebody looks at the metrics.
package meters
