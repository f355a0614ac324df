package operations

import (
	"bytes"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/fwrun/fwrun/host/certs/certstest"
	"github.com/fwrun/fwrun/tests/harness"
)

const observed = `
import { Autowired, GetMapping, Logger, PathVariable, RestController } from "fwrun";

@RestController
export class Orders {
  /** @type {Logger} */ @Autowired log;
  @GetMapping("/orders/{id}") order(@PathVariable id) { this.log.info("an order"); return { id }; }
}
`

// often lets an application send all there is after milliseconds.
var often = []string{"OTEL_TRACES_SAMPLER=always_on", "OTEL_METRIC_EXPORT_INTERVAL=200", "OTEL_BSP_SCHEDULE_DELAY=20", "OTEL_BLRP_SCHEDULE_DELAY=20"}

// startObserved serves an application that sends telemetry, and returns its URL.
func startObserved(t *testing.T, env ...string) (*harness.App, string) {
	t.Helper()
	folder := t.TempDir()
	harness.WriteFile(t, filepath.Join(folder, "app.js"), observed)
	harness.WriteFile(t, filepath.Join(folder, "config/application.yml"), `
framework.application.name: shop
management: { endpoints: { enabled: true }, endpoint.prometheus: { enabled: true } }
telemetry.otlp.headers: { Token: "${collector.token:none}" } # those of the environment take precedence
`)
	return harness.Serve(t, folder, append(append([]string{}, often...), env...)...)
}

// arrivals are what a collector got of the request of a test.
type arrivals struct {
	span, log bool
	counted   string            // requests, as the histogram of their durations has them
	exemplars []string          // the ids of its traces
	headers   map[string]string // of the last request of each signal
	spans     map[string]string // names of spans by the id of their trace
	logged    string            // the trace of the log line
}

func (c *otelcol) arrived(t *testing.T) arrivals {
	t.Helper()
	a := arrivals{headers: map[string]string{}, spans: map[string]string{}}
	for _, line := range c.lines(t) {
		if line.Refused != "" {
			continue
		}
		if values := line.Headers["token"]; len(values) > 0 {
			a.headers[line.Signal] = values[0]
		}
		for _, of := range line.Data.ResourceSpans {
			for _, scope := range of.ScopeSpans {
				for _, span := range scope.Spans {
					a.span = a.span || span.Name == "GET /orders/{id}" && of.Resource.named("service.name") == "shop"
					a.spans[span.TraceID] += span.Name + ", "
				}
			}
		}
		for _, of := range line.Data.ResourceLogs {
			for _, scope := range of.ScopeLogs {
				for _, record := range scope.LogRecords {
					if record.Body.StringValue == "an order" && of.Resource.named("service.name") == "shop" {
						a.log, a.logged = true, record.TraceID
					}
				}
			}
		}
		for _, of := range line.Data.ResourceMetrics {
			for _, scope := range of.ScopeMetrics {
				for _, metric := range scope.Metrics {
					a.addMetric(metric)
				}
			}
		}
	}
	return a
}

func (a *arrivals) addMetric(metric otlpMetric) {
	if metric.Name != "http_server_request_duration_seconds" {
		return
	}
	for _, point := range metric.Histogram.DataPoints {
		if point.named("http_route") != "/orders/{id}" {
			continue
		}
		a.counted = point.Count
		for _, exemplar := range point.Exemplars {
			a.exemplars = append(a.exemplars, exemplar.TraceID)
		}
	}
}

// all waits until the collector has a span, a line of the log and a metric of the request.
func (c *otelcol) all(t *testing.T, app *harness.App) (a arrivals) {
	t.Helper()
	for end := time.Now().Add(harness.Patience); ; time.Sleep(50 * time.Millisecond) {
		if a = c.arrived(t); a.span && a.log && a.counted == "1" {
			return a
		}
		if time.Now().After(end) {
			t.Fatalf("not all has arrived: %+v\n%s", a, app.Log.Bytes())
		}
	}
}

func order(t *testing.T, server string) {
	t.Helper()
	if text, response := harness.Ask(t, harness.Client, http.MethodGet, server+"/orders/7", nil, ""); response.StatusCode != http.StatusOK {
		t.Fatalf("%d %s", response.StatusCode, text)
	}
}

// TestOpenTelemetryCollector: a real collector takes traces, metrics and the log, by either protocol.
func TestOpenTelemetryCollector(t *testing.T) {
	harness.BuiltProgram(t, "otelcol")
	pem, settings := otelcolCertificate(t)
	for name, one := range map[string]struct {
		options otelcolOptions
		env     func(c *otelcol) []string
	}{
		"http": {env: func(c *otelcol) []string {
			return []string{"OTEL_EXPORTER_OTLP_ENDPOINT=http://" + c.http, "OTEL_EXPORTER_OTLP_HEADERS=Token=t%201"}
		}},
		"http, configured": {env: func(c *otelcol) []string {
			return []string{"TELEMETRY_OTLP_ENDPOINT=http://" + c.http, "COLLECTOR_TOKEN=t 1"}
		}},
		"http, TLS, gzip": {otelcolOptions{tls: settings}, func(c *otelcol) []string {
			return []string{
				"OTEL_EXPORTER_OTLP_ENDPOINT=https://" + c.http, "OTEL_EXPORTER_OTLP_CERTIFICATE=" + pem, "OTEL_EXPORTER_OTLP_COMPRESSION=gzip",
				"OTEL_EXPORTER_OTLP_HEADERS=Token=t%201",
			}
		}},
		"grpc": {env: func(c *otelcol) []string {
			return []string{
				"OTEL_EXPORTER_OTLP_PROTOCOL=grpc", "OTEL_EXPORTER_OTLP_ENDPOINT=http://" + c.grpc, "OTEL_EXPORTER_OTLP_HEADERS=Token=t%201",
			}
		}},
		"grpc, without a scheme": {env: func(c *otelcol) []string {
			return []string{
				"OTEL_EXPORTER_OTLP_PROTOCOL=grpc", "OTEL_EXPORTER_OTLP_ENDPOINT=" + c.grpc, "OTEL_EXPORTER_OTLP_INSECURE=true",
				"OTEL_EXPORTER_OTLP_HEADERS=Token=t%201",
			}
		}},
		"grpc, configured": {env: func(c *otelcol) []string {
			return []string{"TELEMETRY_OTLP_PROTOCOL=grpc", "TELEMETRY_OTLP_ENDPOINT=http://" + c.grpc, "COLLECTOR_TOKEN=t 1"}
		}},
		"grpc, TLS, gzip": {otelcolOptions{tls: settings}, func(c *otelcol) []string {
			return []string{
				"OTEL_EXPORTER_OTLP_PROTOCOL=grpc", "OTEL_EXPORTER_OTLP_ENDPOINT=https://" + c.grpc, "OTEL_EXPORTER_OTLP_CERTIFICATE=" + pem,
				"OTEL_EXPORTER_OTLP_COMPRESSION=gzip", "OTEL_EXPORTER_OTLP_HEADERS=Token=t%201",
			}
		}},
	} {
		t.Run(name, func(t *testing.T) {
			c := startOtelcol(t, one.options)
			app, server := startObserved(t, one.env(c)...)
			order(t, server)
			got := c.all(t, app)
			for _, signal := range []string{"traces", "metrics", "logs"} {
				if got.headers[signal] != "t 1" {
					t.Errorf("%s came with the header Token: %q", signal, got.headers[signal])
				}
			}
			if got.logged == "" || got.spans[got.logged] == "" {
				t.Errorf("the line of the log has the trace %q, the spans are %v", got.logged, got.spans)
			}
		})
	}
}

// otelcolCertificate returns a file with the authority, and the collector's settings of a certificate that it has signed.
func otelcolCertificate(t *testing.T) (file, settings string) {
	t.Helper()
	signer, err := harness.Authority()
	if err != nil {
		t.Fatal(err)
	}
	made, err := signer.Issue(certstest.Options{Name: "127.0.0.1"})
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	for name, text := range map[string][]byte{"ca.pem": signer.PEM, "own.pem": made.Certificate, "own.key": made.Key} {
		if err := os.WriteFile(filepath.Join(folder, name), text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return filepath.Join(folder, "ca.pem"), `cert_file: "` + filepath.Join(folder, "own.pem") + `", key_file: "` + filepath.Join(folder, "own.key") + `"`
}

// TestExemplars: the histogram of the durations leads to the trace of a request, at Prometheus and at a collector.
func TestExemplars(t *testing.T) {
	c := startOtelcol(t, otelcolOptions{})
	app, server := startObserved(t, "OTEL_EXPORTER_OTLP_ENDPOINT=http://"+c.http)
	order(t, server)
	got := c.all(t, app)
	text, response := harness.Ask(t, harness.Client, http.MethodGet, server+"/actuator/prometheus?includedNames=http_server_request_duration_seconds",
		http.Header{"Accept": {"application/openmetrics-text; version=1.0.0"}}, "")
	if kind := response.Header.Get("Content-Type"); !strings.HasPrefix(kind, "application/openmetrics-text") {
		t.Fatalf("%d %s: %s", response.StatusCode, kind, text)
	}
	exemplar := regexp.MustCompile(`(?m)^http_server_request_duration_seconds_bucket\{[^}]*http_route="/orders/\{id\}"[^#\n` +
		`]*\} 1 # \{trace_id="([0-9a-f]{32})"\} [0-9.e-]+ [0-9.e+]+$`)
	found := exemplar.FindStringSubmatch(text)
	if found == nil || !strings.Contains(got.spans[found[1]], "GET /orders/{id}") {
		t.Errorf("Prometheus gets the exemplar %q, the spans are %v:\n%s", found, got.spans, text)
	}
	if len(got.exemplars) == 0 {
		t.Error("the collector gets no exemplar")
	}
	for _, id := range got.exemplars {
		if !strings.Contains(got.spans[id], "GET /orders/{id}") {
			t.Errorf("the collector gets the exemplar %s, the spans are %v", id, got.spans)
		}
	}

	// What is not sampled leaves no exemplar.
	_, server = startObserved(t, "OTEL_EXPORTER_OTLP_ENDPOINT=http://"+c.http, "OTEL_TRACES_SAMPLER=always_off")
	order(t, server)
	text, _ = harness.Ask(t, harness.Client, http.MethodGet, server+"/actuator/prometheus", http.Header{"Accept": {"application/openmetrics-text"}}, "")
	if !strings.Contains(text, `http_route="/orders/{id}"`) || strings.Contains(text, "trace_id") {
		t.Errorf("a trace that is not recorded is an exemplar:\n%s", text)
	}
}

// TestOpenTelemetryCollectorLater: what a collector cannot take now is sent again, as it is.
func TestOpenTelemetryCollectorLater(t *testing.T) {
	for name, env := range map[string]func(c *otelcol) []string{
		"http": func(c *otelcol) []string { return []string{"OTEL_EXPORTER_OTLP_ENDPOINT=http://" + c.http} },
		"grpc": func(c *otelcol) []string {
			return []string{"OTEL_EXPORTER_OTLP_PROTOCOL=grpc", "OTEL_EXPORTER_OTLP_ENDPOINT=http://" + c.grpc}
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := startOtelcol(t, otelcolOptions{refuse: []string{"UNAVAILABLE", "RESOURCE_EXHAUSTED"}})
			app, server := startObserved(t, env(c)...)
			order(t, server)
			c.all(t, app)
			refused := map[string]int{}
			for _, line := range c.lines(t) {
				if line.Refused != "" {
					refused[line.Signal+" "+line.Refused]++
				}
			}
			for _, signal := range []string{"traces", "metrics", "logs"} {
				if refused[signal+" UNAVAILABLE"] != 1 || refused[signal+" RESOURCE_EXHAUSTED"] != 1 {
					t.Errorf("%s were not refused: %v", signal, refused)
				}
			}
			if said := app.Log.Bytes(); bytes.Contains(said, []byte("the collector does not take telemetry")) {
				t.Errorf("it was complained of:\n%s", said)
			}
			text, _ := harness.Ask(t, harness.Client, http.MethodGet, server+"/actuator/prometheus?includedNames=fwrun_telemetry_dropped_total", nil, "")
			if !strings.Contains(text, `{reason="failed",signal="traces"} 0`) || strings.Contains(text, "} 1") {
				t.Errorf("something was dropped:\n%s", text)
			}
		})
	}
}
