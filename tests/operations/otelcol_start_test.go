package operations

import (
	"bufio"
	"encoding/json"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/fwrun/fwrun/data/datatest"
	"github.com/fwrun/fwrun/tests/harness"
)

// otelcol is a running collector.
type otelcol struct {
	http, grpc string // addresses
	file       string // to which it writes what arrives
}

// otelcolOptions say what is unusual about a collector.
type otelcolOptions struct {
	tls    string   // the settings of its certificate
	refuse []string // the codes with which the first requests of each signal are refused
}

func startOtelcol(t *testing.T, o otelcolOptions) *otelcol {
	t.Helper()
	program, folder := harness.BuiltProgram(t, "otelcol"), t.TempDir()
	c := &otelcol{http: "127.0.0.1:" + datatest.FreePort(t), grpc: "127.0.0.1:" + datatest.FreePort(t), file: filepath.Join(folder, "lines.jsonl")}
	tls := ""
	if o.tls != "" {
		tls = ", tls: { " + o.tls + " }"
	}
	configuration := filepath.Join(folder, "otelcol.yaml")
	harness.WriteFile(t, configuration, fmt.Sprintf(`
receivers:
  otlp:
    protocols:
      http: { endpoint: "%s", include_metadata: true%s }
      grpc: { endpoint: "%s", include_metadata: true%s }
exporters:
  lines: { file: "%s", refuse: [%s] }
service:
  pipelines:
    traces: { receivers: [otlp], exporters: [lines] }
    metrics: { receivers: [otlp], exporters: [lines] }
    logs: { receivers: [otlp], exporters: [lines] }
`, c.http, tls, c.grpc, tls, c.file, strings.Join(o.refuse, ", ")))
	command := exec.Command(program, configuration)
	command.Stdout, command.Stderr = t.Output(), t.Output()
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- command.Wait() }()
	t.Cleanup(func() {
		_ = command.Process.Signal(syscall.SIGTERM)
		select {
		case <-ended:
		case <-time.After(harness.Patience):
			_ = command.Process.Kill()
			<-ended
		}
	})
	for _, address := range []string{c.http, c.grpc} {
		for end := time.Now().Add(harness.Patience); ; time.Sleep(20 * time.Millisecond) {
			connection, err := net.Dial("tcp", address)
			if err == nil {
				_ = connection.Close()
				break
			}
			if time.Now().After(end) {
				t.Fatalf("the collector does not listen: %v", err)
			}
		}
	}
	return c
}

// otelcolLine is what the collector writes of a request.
type otelcolLine struct {
	Signal  string
	Headers map[string][]string
	Refused string
	Data    otlpData
}

// otlpData is a request in OTLP's form of JSON, as far as the tests look.
type otlpData struct {
	ResourceSpans []struct {
		Resource   otlpAttributes
		ScopeSpans []struct {
			Spans []struct {
				TraceID, SpanID, ParentSpanID, Name string
			}
		}
	}
	ResourceMetrics []struct {
		Resource     otlpAttributes
		ScopeMetrics []struct{ Metrics []otlpMetric }
	}
	ResourceLogs []struct {
		Resource  otlpAttributes
		ScopeLogs []struct {
			LogRecords []struct {
				Body            struct{ StringValue string }
				TraceID, SpanID string
			}
		}
	}
}

type otlpMetric struct {
	Name string
	Sum  struct {
		DataPoints []struct {
			otlpAttributes
			AsDouble float64
		}
	}
	Histogram struct {
		DataPoints []struct {
			otlpAttributes
			Count     string
			Exemplars []struct {
				TraceID, SpanID string
				AsDouble        float64
			}
		}
	}
}

type otlpAttributes struct {
	Attributes []struct {
		Key   string
		Value struct{ StringValue string }
	}
}

func (a otlpAttributes) named(name string) string {
	for _, one := range a.Attributes {
		if one.Key == name {
			return one.Value.StringValue
		}
	}
	return ""
}

// lines returns what has arrived so far.
func (c *otelcol) lines(t *testing.T) (all []otelcolLine) {
	t.Helper()
	file, err := os.Open(c.file)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = file.Close() }()
	reader := bufio.NewReader(file)
	for {
		text, err := reader.ReadBytes('\n')
		if err != nil {
			return all // the last line may not be complete
		}
		var one otelcolLine
		if err := json.Unmarshal(text, &one); err != nil {
			t.Fatalf("%v: %s", err, text)
		}
		all = append(all, one)
	}
}
