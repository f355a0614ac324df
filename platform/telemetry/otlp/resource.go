package otlp

import (
	"cmp"
	"crypto/rand"
	"log/slog"
	"maps"
	"os"
	"slices"
)

// resourceOf returns an opentelemetry.proto.resource.v1.Resource, which describes the application and its process.
func resourceOf(s Settings) []byte {
	host, _ := os.Hostname()
	all := map[string]slog.Value{
		"service.instance.id": slog.StringValue(rand.Text()), "host.name": slog.StringValue(host), "process.pid": slog.IntValue(os.Getpid()),
		"telemetry.sdk.name": slog.StringValue("fwrun"), "telemetry.sdk.language": slog.StringValue("go"),
	}
	if s.Version != "" {
		all["service.version"] = slog.StringValue(s.Version)
	}
	for name, value := range s.Attributes {
		all[name] = slog.StringValue(value)
	}
	all["service.name"] = slog.StringValue(cmp.Or(s.Service, s.Attributes["service.name"], "fwrun"))
	var b []byte
	for _, name := range slices.Sorted(maps.Keys(all)) {
		b = appendAttrs(b, 1, []slog.Attr{{Key: name, Value: all[name]}}, longestText)
	}
	return b
}
