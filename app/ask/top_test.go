package ask

import (
	"fmt"
	"testing"
	"time"
)

// TestTop: rates are those between two samples, and a route that did nothing is left out.
func TestTop(t *testing.T) {
	at := time.Date(2026, 1, 31, 12, 0, 0, 0, time.UTC)
	before := &Sample{at: at, cpu: 1, routes: map[string]routeCounts{
		"GET /a": {all: 10, seconds: 1, buckets: map[float64]float64{0.1: 10, 1: 10}},
		"GET /b": {all: 5, buckets: map[float64]float64{0.1: 5, 1: 5}},
	}}
	now := &Sample{
		at: at.Add(2 * time.Second), cpu: 2, gauges: map[string]float64{"fwrun_workers busy": 1, "fwrun_workers idle": 3, "fwrun_worker_calls waiting": 7},
		routes: map[string]routeCounts{
			"GET /a": {all: 30, failed: 4, seconds: 3, buckets: map[float64]float64{0.1: 20, 1: 30}},
			"GET /b": {all: 5, buckets: map[float64]float64{0.1: 5, 1: 5}},
			"GET /c": {all: 2, seconds: 9, buckets: map[float64]float64{0.1: 0, 1: 0}},
		},
	}
	top := now.Since(before)
	got := fmt.Sprintf("%.1f %.1f %.2f %d/%d %d", top.Requests, top.Errors, top.CPU, top.Busy, top.Workers, top.Waiting)
	for _, r := range top.Routes {
		got += fmt.Sprintf("|%s %.1f %.1f %.2f %.2f", r.Name, r.Requests, r.Errors, r.Mean, r.P95)
	}
	if want := "11.0 2.0 0.50 1/4 7|GET /c 1.0 0.0 4.50 1.00|GET /a 10.0 2.0 0.10 0.91"; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}
