package script

import (
	"fmt"
	"strings"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/fwrun/fwrun/tests/harness"
)

// unwanted is the answer of a partial success: in field 1, that one span, record or data point was rejected, and a text.
const unwanted = "\x0a\x0c\x08\x01\x12\x08unwanted"

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
