package otlp

import (
	"crypto/tls"
	"time"

	"github.com/fwrun/fwrun/platform/trace"
)

// Settings say what is sent where. The zero value sends nothing.
type Settings struct {
	Endpoint   string            // URL of the collector; "" for what the environment says
	Protocol   string            // HTTP or GRPC
	Headers    map[string]string // of each request to the collector
	Timeout    time.Duration     // of each request with what is tried again of it; 0 for 10 s
	Traces     Signal
	Metrics    Signal
	Logs       Signal
	Interval   time.Duration // between metrics; 0 for a minute
	Delay      time.Duration // for which spans wait at most; 0 for 5 s
	LogDelay   time.Duration // for which lines of the log wait at most; 0 for 1 s
	Sampling   trace.Sampling
	Service    string            // name of the application
	Version    string            // of the application
	Attributes map[string]string // further ones of the application
}

// Signal says whether and how traces, metrics or logs are sent.
type Signal struct {
	On       bool
	Endpoint string // URL, with the path for HTTP
	Protocol string
	Headers  map[string]string
	Timeout  time.Duration // 0 for 10 s
	Gzip     bool
	TLS      *tls.Config // nil for what is usual
}

// The protocols.
const (
	HTTP = "http/protobuf"
	GRPC = "grpc"
)

// any reports whether anything is sent.
func (s Settings) any() bool { return s.Traces.On || s.Metrics.On || s.Logs.On }

// complainEvery is the time after which the same is logged again.
const complainEvery = time.Minute
