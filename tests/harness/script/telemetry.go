package script

import (
	"compress/gzip"
	"context"
	"encoding/hex"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
	common "go.opentelemetry.io/proto/otlp/common/v1"
	logs "go.opentelemetry.io/proto/otlp/logs/v1"
	metrics "go.opentelemetry.io/proto/otlp/metrics/v1"
	spans "go.opentelemetry.io/proto/otlp/trace/v1"
	"google.golang.org/protobuf/proto"

	"github.com/fwrun/fwrun/tests/needs"
)

// collector takes what applications send over OTLP.
type collector struct {
	mu      sync.Mutex
	spans   []received
	metrics map[string]bool
	logs    []string
	slow    chan struct{} // requests wait until it is closed; nil if they need not
	picky   bool          // it takes requests, and says that it does not want one item of each
	headers http.Header   // of the last request
}

// received is a span, with the service that has sent it.
type received struct {
	*spans.Span
	service string
}

// ServeHTTP implements http.Handler.
func (c *collector) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if c.slow != nil {
		select {
		case <-c.slow:
		case <-r.Context().Done():
			return
		}
	}
	var body io.Reader = r.Body
	if r.Header.Get("Content-Encoding") == "gzip" {
		body, _ = gzip.NewReader(r.Body)
	}
	data, err := io.ReadAll(body)
	if err == nil {
		err = c.take(r.URL.Path, data)
	}
	c.mu.Lock()
	c.headers = r.Header
	c.mu.Unlock()
	switch {
	case err != nil:
		http.Error(w, err.Error(), http.StatusBadRequest)
	case c.picky:
		w.Header().Set("Content-Type", "application/x-protobuf")
		_, _ = io.WriteString(w, unwanted)
	}
}

func (c *collector) take(path string, data []byte) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch path {
	case "/v1/traces":
		var m spans.TracesData // as requests are, but for the name
		if err := proto.Unmarshal(data, &m); err != nil {
			return err
		}
		for _, of := range m.ResourceSpans {
			for _, scope := range of.ScopeSpans {
				for _, s := range scope.Spans {
					c.spans = append(c.spans, received{s, attribute(of.Resource.Attributes, "service.name")})
				}
			}
		}
	case "/v1/metrics":
		var m metrics.MetricsData
		if err := proto.Unmarshal(data, &m); err != nil {
			return err
		}
		for _, of := range m.ResourceMetrics {
			for _, scope := range of.ScopeMetrics {
				for _, one := range scope.Metrics {
					c.metrics[one.Name] = true
				}
			}
		}
	case "/v1/logs":
		var m logs.LogsData
		if err := proto.Unmarshal(data, &m); err != nil {
			return err
		}
		for _, of := range m.ResourceLogs {
			for _, scope := range of.ScopeLogs {
				for _, one := range scope.LogRecords {
					c.logs = append(c.logs, one.Body.GetStringValue()+" "+hex.EncodeToString(one.TraceId)+" "+hex.EncodeToString(one.SpanId))
				}
			}
		}
	default:
		return fmt.Errorf("nothing is sent to %s", path)
	}
	return nil
}

// attribute returns the value of an attribute as text; "" if there is none.
func attribute(list []*common.KeyValue, name string) string {
	for _, a := range list {
		if a.Key == name {
			return valueText(a.Value)
		}
	}
	return ""
}

func valueText(value *common.AnyValue) string {
	switch v := value.Value.(type) {
	case *common.AnyValue_StringValue:
		return v.StringValue
	case *common.AnyValue_IntValue:
		return fmt.Sprint(v.IntValue)
	case *common.AnyValue_BoolValue:
		return fmt.Sprint(v.BoolValue)
	case *common.AnyValue_DoubleValue:
		return fmt.Sprint(v.DoubleValue)
	default:
		// Not String of the message: its spaces differ from build to build.
		var list []string
		for _, element := range v.(*common.AnyValue_ArrayValue).ArrayValue.Values {
			list = append(list, valueText(element))
		}
		return "[" + strings.Join(list, ",") + "]"
	}
}

// startCollector: collector [slow|picky]. A slow one answers nothing; a picky one rejects something of each request.
func startCollector(ts *testscript.TestScript, neg bool, args []string) {
	kind := strings.Join(args, " ")
	usage(ts, !neg && (kind == "" || kind == "slow" || kind == "picky"), "collector [slow|picky]")
	c := &collector{metrics: map[string]bool{}, picky: kind == "picky"}
	if kind == "slow" {
		c.slow = make(chan struct{})
	}
	server := httptest.NewServer(c)
	ts.Defer(func() {
		if c.slow != nil {
			close(c.slow)
		}
		server.Close()
	})
	stateOf(ts).collector = c
	ts.Setenv("COLLECTOR", server.URL)
}

// printTrace: traced <name of a root> <spans> [attribute]…
func printTrace(ts *testscript.TestScript, neg bool, args []string) {
	usage(ts, !neg && len(args) >= 2, "traced <name> <spans> [attribute]…")
	c, wanted := stateOf(ts).collector, 0
	_, err := fmt.Sscan(args[1], &wanted)
	ts.Check(err)
	var found []received
	for end := time.Now().Add(20 * time.Second); ; time.Sleep(20 * time.Millisecond) {
		if found = c.trace(args[0]); len(found) >= wanted || time.Now().After(end) {
			break
		}
	}
	var b strings.Builder
	printSpans(&b, found, nil, "", args[2:])
	_, _ = io.WriteString(ts.Stdout(), b.String())
	if len(found) != wanted {
		ts.Fatalf("the trace has %d spans:\n%s", len(found), b.String())
	}
}

// trace returns the spans of the trace that has a root with this name; the last one of several.
func (c *collector) trace(name string) (found []received) {
	c.mu.Lock()
	defer c.mu.Unlock()
	var id []byte
	for _, s := range c.spans {
		if s.Name == name && c.isRoot(s) {
			id = s.TraceId
		}
	}
	for _, s := range c.spans {
		if id != nil && string(s.TraceId) == string(id) {
			found = append(found, s)
		}
	}
	return found
}

// isRoot reports whether no span that was received is the parent.
func (c *collector) isRoot(s received) bool {
	return !slices.ContainsFunc(c.spans, func(other received) bool { return string(other.SpanId) == string(s.ParentSpanId) })
}

var ports = regexp.MustCompile(`127\.0\.0\.1:\d+`)

// printSpans prints spans as a tree, in the order in which they began.
func printSpans(b *strings.Builder, all []received, parent []byte, indent string, attributes []string) {
	var list []received
	for _, s := range all {
		root := parent == nil && !slices.ContainsFunc(all, func(other received) bool { return string(other.SpanId) == string(s.ParentSpanId) })
		if root || parent != nil && string(s.ParentSpanId) == string(parent) {
			list = append(list, s)
		}
	}
	slices.SortStableFunc(list, func(x, y received) int { return int(int64(x.StartTimeUnixNano) - int64(y.StartTimeUnixNano)) })
	for _, s := range list {
		fmt.Fprintf(b, "%s%s (%s %s)", indent, s.Name, s.service, strings.ToLower(strings.TrimPrefix(s.Kind.String(), "SPAN_KIND_")))
		for _, name := range attributes {
			if value := attribute(s.Attributes, name); value != "" {
				fmt.Fprintf(b, " %s=%s", name, ports.ReplaceAllString(value, "127.0.0.1:…"))
			}
		}
		if s.Status.GetCode() == spans.Status_STATUS_CODE_ERROR {
			b.WriteString(" failed")
		}
		for _, e := range s.Events {
			fmt.Fprintf(b, " [%s %s]", e.Name, attribute(e.Attributes, "exception.message"))
		}
		if s.EndTimeUnixNano < s.StartTimeUnixNano {
			b.WriteString(" ends before it begins")
		}
		b.WriteString("\n")
		printSpans(b, all, s.SpanId, indent+"  ", attributes)
	}
}

// installPackage: npm <folder> <package@version> ... The script is skipped where they cannot be installed.
func installPackage(ts *testscript.TestScript, neg bool, args []string) {
	usage(ts, !neg && len(args) >= 2, "npm <folder> <package@version> ...")
	npm := needs.Program(scriptTB{ts: ts, t: stateOf(ts).t}, "npm")
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, npm, "install", "--no-save", "--no-audit", "--no-fund", "--prefix", ts.MkAbs(args[0]))
	cmd.Args = append(cmd.Args, args[1:]...)
	if out, err := cmd.CombinedOutput(); err != nil {
		stateOf(ts).t.Skip(fmt.Sprintf("%s cannot be installed: %v\n%s", args[1], err, out))
	}
}

// awaitSent: sent metric <name> | sent log <text>. A log line has its trace's id and its span's after the text.
func awaitSent(ts *testscript.TestScript, neg bool, args []string) {
	usage(ts, len(args) == 2, "sent metric <name> | sent log <text> | sent header <text>")
	c := stateOf(ts).collector
	has := func() bool {
		c.mu.Lock()
		defer c.mu.Unlock()
		switch args[0] {
		case "metric":
			return c.metrics[args[1]]
		case "header":
			name, value, _ := strings.Cut(args[1], ": ")
			return c.headers.Get(name) == value
		}
		for _, line := range c.logs {
			if text, ids, ok := strings.Cut(line, args[1]); ok {
				_, _ = fmt.Fprintln(ts.Stdout(), text+args[1]+ids)
				return true
			}
		}
		return false
	}
	for end := time.Now().Add(20 * time.Second); !has() && !neg; time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			ts.Fatalf("no %s %s was sent; there are %v, %v", args[0], args[1], c.metrics, c.logs)
		}
	}
	if neg && has() {
		ts.Fatalf("the %s %s was sent", args[0], args[1])
	}
}
