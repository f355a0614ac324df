package tests

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/fwrun/fwrun/data/datatest"
	"github.com/fwrun/fwrun/tests/jars"
)

// builtProgram builds the program of a folder here that is a module of its own, once for each machine and version of its files. Where its
// modules cannot be had, the test is skipped, unless FWRUN_REQUIRE_OPERATIONS is set.
func builtProgram(t *testing.T, name string) string {
	t.Helper()
	files, err := filepath.Glob(name + "/*")
	if err != nil {
		t.Fatal(err)
	}
	sum := sha256.New()
	_, _ = fmt.Fprintln(sum, runtime.Version())
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		_, _ = fmt.Fprintf(sum, "%s\n%s\n", file, text)
	}
	folder, err := jars.Folder(name+"-"+hex.EncodeToString(sum.Sum(nil)[:8]), func(into string) error {
		command := exec.Command("go", "build", "-pgo=off", "-trimpath", "-buildvcs=false", "-ldflags=-s -w", "-o", into, ".")
		command.Dir, command.Env = name, append(os.Environ(), "CGO_ENABLED=0", "GOFLAGS=", "GOWORK=off")
		if said, err := command.CombinedOutput(); err != nil {
			return fmt.Errorf("the program %s cannot be built: %w\n%s", name, err, said)
		}
		return nil
	})
	if err != nil {
		if os.Getenv("FWRUN_REQUIRE_OPERATIONS") != "" {
			t.Fatal(err)
		}
		t.Skip(err)
	}
	return filepath.Join(folder, name)
}

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
	program, folder := builtProgram(t, "otelcol"), t.TempDir()
	c := &otelcol{http: "127.0.0.1:" + datatest.FreePort(t), grpc: "127.0.0.1:" + datatest.FreePort(t), file: filepath.Join(folder, "lines.jsonl")}
	tls := ""
	if o.tls != "" {
		tls = ", tls: { " + o.tls + " }"
	}
	configuration := filepath.Join(folder, "otelcol.yaml")
	writeFile(t, configuration, fmt.Sprintf(`
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
		case <-time.After(patience):
			_ = command.Process.Kill()
			<-ended
		}
	})
	for _, address := range []string{c.http, c.grpc} {
		for end := time.Now().Add(patience); ; time.Sleep(20 * time.Millisecond) {
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
