package script

import (
	"fmt"
	"strings"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
	logs "go.opentelemetry.io/proto/otlp/collector/logs/v1"
	metrics "go.opentelemetry.io/proto/otlp/collector/metrics/v1"
	traces "go.opentelemetry.io/proto/otlp/collector/trace/v1"
	"google.golang.org/protobuf/proto"

	"github.com/fwrun/fwrun/tests/harness"
)

// unwanted returns the answer of a partial success: one span, record or data point was rejected.
func unwanted(path string) []byte {
	var answer proto.Message
	switch path {
	case "/v1/traces":
		answer = &traces.ExportTraceServiceResponse{PartialSuccess: &traces.ExportTracePartialSuccess{RejectedSpans: 1, ErrorMessage: "unwanted"}}
	case "/v1/metrics":
		answer = &metrics.ExportMetricsServiceResponse{PartialSuccess: &metrics.ExportMetricsPartialSuccess{RejectedDataPoints: 1, ErrorMessage: "unwanted"}}
	default:
		answer = &logs.ExportLogsServiceResponse{PartialSuccess: &logs.ExportLogsPartialSuccess{RejectedLogRecords: 1, ErrorMessage: "unwanted"}}
	}
	text, _ := proto.Marshal(answer)
	return text
}

// awaitLost: lost <signal> <reason>. It waits until the application has counted something that the collector did not get.
func awaitLost(ts *testscript.TestScript, neg bool, args []string) {
	usage(ts, !neg && len(args) == 2, "lost <signal> <reason>")
	series := fmt.Sprintf("fwrun_telemetry_dropped_total{reason=%q,signal=%q} ", args[1], args[0])
	r := parseRequest(ts, true, "", []string{"GET", "/actuator/prometheus?includedNames=fwrun_telemetry_dropped_total", "-H", "Accept: "})
	for end := time.Now().Add(harness.Patience); ; time.Sleep(20 * time.Millisecond) {
		got, err := r.send(ts.Getenv("URL"))
		if err == nil {
			if _, rest, ok := strings.Cut(string(got.Body), series); ok && !strings.HasPrefix(rest, "0\n") {
				return
			}
		}
		if time.Now().After(end) {
			ts.Fatalf("%s is not above 0: %v %s", series, err, got.Body)
		}
	}
}
