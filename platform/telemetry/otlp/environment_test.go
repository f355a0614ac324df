package otlp

import (
	"maps"
	"path/filepath"
	"strings"
	"testing"
)

// TestEndpoints: where each signal goes, as the settings and the variables say.
func TestEndpoints(t *testing.T) {
	const exporter, otlp = "OTEL_TRACES_EXPORTER", "OTEL_EXPORTER_OTLP_"
	for name, c := range map[string]struct {
		settings Settings
		env      map[string]string
		traces   string
		logs     string
	}{
		"nothing":    {Settings{}, map[string]string{exporter: "otlp"}, "https://localhost:4318/v1/traces", "off"},
		"insecure":   {Settings{}, map[string]string{exporter: "otlp", otlp + "INSECURE": "TRUE"}, "http://localhost:4318/v1/traces", "off"},
		"gRPC":       {Settings{Protocol: GRPC}, map[string]string{exporter: "otlp"}, "https://localhost:4317", "off"},
		"configured": {Settings{Endpoint: "http://a:1/", Protocol: HTTP}, nil, "http://a:1/v1/traces", "http://a:1/v1/logs"},
		"general": {
			Settings{Endpoint: "http://a:1"},
			map[string]string{otlp + "ENDPOINT": "https://b/otlp"},
			"https://b/otlp/v1/traces", "https://b/otlp/v1/logs",
		},
		"special": {
			Settings{},
			map[string]string{otlp + "ENDPOINT": "http://b", otlp + "TRACES_ENDPOINT": "http://c/t"},
			"http://c/t", "http://b/v1/logs",
		},
		"addresses": {
			Settings{Protocol: GRPC},
			map[string]string{otlp + "ENDPOINT": "b:1", otlp + "TRACES_ENDPOINT": "c:2", otlp + "TRACES_INSECURE": "true"},
			"http://c:2", "https://b:1",
		},
		"no URL": {Settings{}, map[string]string{otlp + "ENDPOINT": "b:1"}, "off", "off"},
	} {
		c.settings.Traces.On, c.settings.Logs.On = true, true
		got, _ := c.settings.FromEnvironment(func(name string) string { return c.env[name] })
		for _, one := range []struct {
			of   Signal
			want string
		}{{got.Traces, c.traces}, {got.Logs, c.logs}} {
			if endpoint := one.of.Endpoint; one.of.On != (one.want != "off") || one.of.On && endpoint != one.want {
				t.Errorf("%s: %t %s, want %s", name, one.of.On, endpoint, one.want)
			}
		}
	}
}

// TestVariables: headers and compression of one signal win over those of all, and those over the settings.
func TestVariables(t *testing.T) {
	env := map[string]string{
		"OTEL_EXPORTER_OTLP_ENDPOINT":                "https://b",
		"OTEL_EXPORTER_OTLP_HEADERS":                 "a=1,b = x%20y ,c",
		"OTEL_EXPORTER_OTLP_LOGS_HEADERS":            "d=4",
		"OTEL_EXPORTER_OTLP_COMPRESSION":             "gzip",
		"OTEL_EXPORTER_OTLP_METRICS_COMPRESSION":     "none",
		"OTEL_EXPORTER_OTLP_CERTIFICATE":             filepath.Join(t.TempDir(), "none.pem"),
		"OTEL_EXPORTER_OTLP_LOGS_CLIENT_CERTIFICATE": "none",
		"OTEL_EXPORTER_OTLP_CLIENT_KEY":              "key",
	}
	s := Settings{Headers: map[string]string{"e": "5"}, Traces: Signal{On: true}, Metrics: Signal{On: true}, Logs: Signal{On: true}}
	got, warnings := s.FromEnvironment(func(name string) string { return env[name] })
	if h := got.Traces.Headers; !maps.Equal(h, map[string]string{"a": "1", "b": "x y"}) {
		t.Errorf("headers of traces are %v", h)
	}
	if h := got.Logs.Headers; !maps.Equal(h, map[string]string{"d": "4"}) {
		t.Errorf("headers of logs are %v", h)
	}
	if !got.Traces.Gzip || got.Metrics.Gzip || got.Traces.TLS == nil {
		t.Errorf("gzip: %t, %t; TLS: %v", got.Traces.Gzip, got.Metrics.Gzip, got.Traces.TLS)
	}
	all := strings.Join(warnings, "\n")
	for _, want := range []string{
		`OTEL_EXPORTER_OTLP_HEADERS has "c"`, "OTEL_EXPORTER_OTLP_CERTIFICATE is ", "OTEL_EXPORTER_OTLP_LOGS_CLIENT_CERTIFICATE is ",
	} {
		if !strings.Contains(all, want) {
			t.Errorf("no warning %s in\n%s", want, all)
		}
	}
	if n := len(warnings); n != 3 {
		t.Errorf("%d warnings:\n%s", n, all)
	}
}
