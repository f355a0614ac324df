package otlp

import (
	"cmp"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/fwrun/fwrun/trace"
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
	Sampling   trace.Sampling
	Service    string            // name of the application
	Version    string            // of the application
	Attributes map[string]string // further ones of the application
}

// Signal says whether and how traces, metrics or logs are sent.
type Signal struct {
	On       bool
	Endpoint string // with the path for HTTP; "" for what the exporter finds in the environment
	Protocol string
	Headers  map[string]string // nil for what the exporter finds in the environment
	Timeout  time.Duration     // 0 for 10 s
}

// The protocols.
const (
	HTTP = "http/protobuf"
	GRPC = "grpc"
)

// any reports whether anything is sent.
func (s Settings) any() bool { return s.Traces.On || s.Metrics.On || s.Logs.On }

// FromEnvironment applies the standard variables OTEL_…, which win over the settings. What the exporters read themselves, such as
// OTEL_EXPORTER_OTLP_HEADERS, is left to them. The warnings say which values cannot be used.
func (s Settings) FromEnvironment(get func(string) string) (_ Settings, warnings []string) {
	e := &environment{get: get}
	s.Traces = e.signal(s, s.Traces, "TRACES", "/v1/traces")
	s.Metrics = e.signal(s, s.Metrics, "METRICS", "/v1/metrics")
	s.Logs = e.signal(s, s.Logs, "LOGS", "/v1/logs")
	if strings.EqualFold(get("OTEL_SDK_DISABLED"), "true") {
		s.Traces.On, s.Metrics.On, s.Logs.On = false, false, false
	}
	s.Sampling = e.sampling(s.Sampling)
	if name := get("OTEL_SERVICE_NAME"); name != "" {
		s.Service = name
	}
	s.Delay = cmp.Or(e.milliseconds("OTEL_BSP_SCHEDULE_DELAY"), s.Delay)
	s.Interval = cmp.Or(e.milliseconds("OTEL_METRIC_EXPORT_INTERVAL"), s.Interval)
	s.Attributes = e.attributes(s.Attributes)
	return s, e.warnings
}

// environment reads the standard variables.
type environment struct {
	get      func(string) string
	warnings []string
}

func (e *environment) warn(format string, args ...any) {
	if text := fmt.Sprintf(format, args...); !slices.Contains(e.warnings, text) {
		e.warnings = append(e.warnings, text)
	}
}

// milliseconds returns the value of a variable; 0 if it is not a number of milliseconds.
func (e *environment) milliseconds(variable string) time.Duration {
	n, err := strconv.Atoi(e.get(variable))
	if err != nil {
		return 0
	}
	return time.Duration(max(0, n)) * time.Millisecond
}

// signal reads what the variables say of one signal.
func (e *environment) signal(s Settings, own Signal, name, path string) Signal {
	general, special := e.get("OTEL_EXPORTER_OTLP_ENDPOINT"), e.get("OTEL_EXPORTER_OTLP_"+name+"_ENDPOINT")
	exporter := strings.TrimSpace(e.get("OTEL_" + name + "_EXPORTER"))
	own.On = own.On && (s.Endpoint != "" || general != "") || special != ""
	switch exporter {
	case "":
	case "otlp":
		own.On = true
	case "none":
		own.On = false
	default:
		e.warn("OTEL_%s_EXPORTER is %q, which fwrun does not have; set it to otlp or none", name, exporter)
		own.On = false
	}
	own.Protocol = s.Protocol
	for _, variable := range []string{"OTEL_EXPORTER_OTLP_PROTOCOL", "OTEL_EXPORTER_OTLP_" + name + "_PROTOCOL"} {
		switch protocol := e.get(variable); protocol {
		case "":
		case HTTP, GRPC:
			own.Protocol = protocol
		default:
			e.warn("%s is %q, which fwrun does not have; set it to %s or %s", variable, protocol, HTTP, GRPC)
		}
	}
	if e.get("OTEL_EXPORTER_OTLP_HEADERS") == "" && e.get("OTEL_EXPORTER_OTLP_"+name+"_HEADERS") == "" {
		own.Headers = s.Headers
	}
	own.Timeout = cmp.Or(e.milliseconds("OTEL_EXPORTER_OTLP_"+name+"_TIMEOUT"), e.milliseconds("OTEL_EXPORTER_OTLP_TIMEOUT"), s.Timeout)
	switch {
	case special != "":
		own = e.checked(own, name+"_", special)
	case general != "":
		own = e.checked(own, "", general)
	case s.Endpoint != "":
		own.Endpoint = s.Endpoint
		if own.Protocol != GRPC {
			own.Endpoint = strings.TrimSuffix(s.Endpoint, "/") + path
		}
	}
	return own
}

// checked returns a signal whose endpoint is that of a variable. The exporters read URLs themselves. An address without a scheme
// is one of gRPC, to which the variables …_INSECURE belong, and which the exporters read each in its own way.
func (e *environment) checked(own Signal, part, endpoint string) Signal {
	scheme, _, ok := strings.Cut(endpoint, "://")
	switch {
	case ok && (strings.EqualFold(scheme, "http") || strings.EqualFold(scheme, "https")):
	case !ok && own.Protocol == GRPC:
		scheme = "https://"
		if strings.EqualFold(cmp.Or(e.get("OTEL_EXPORTER_OTLP_"+part+"INSECURE"), e.get("OTEL_EXPORTER_OTLP_INSECURE")), "true") {
			scheme = "http://"
		}
		own.Endpoint = scheme + endpoint
	default:
		e.warn("OTEL_EXPORTER_OTLP_%sENDPOINT is %q, which is not a URL; write http://localhost:4318, for example", part, endpoint)
		own.On = false
	}
	return own
}

// sampling reads OTEL_TRACES_SAMPLER and its argument.
func (e *environment) sampling(own trace.Sampling) trace.Sampling {
	ratio := 1.0
	if text := e.get("OTEL_TRACES_SAMPLER_ARG"); text != "" {
		n, err := strconv.ParseFloat(text, 64)
		if err != nil || n < 0 || n > 1 {
			e.warn("OTEL_TRACES_SAMPLER_ARG is %q; it must be a number from 0 to 1", text)
		} else {
			ratio = n
		}
	}
	switch sampler := e.get("OTEL_TRACES_SAMPLER"); sampler {
	case "":
		return own
	case "always_on":
		return trace.Sampling{Ratio: 1}
	case "always_off":
		return trace.Sampling{}
	case "traceidratio":
		return trace.Sampling{Ratio: ratio}
	case "parentbased_always_on":
		return trace.Sampling{Ratio: 1, Parent: true}
	case "parentbased_always_off":
		return trace.Sampling{Parent: true}
	case "parentbased_traceidratio":
		return trace.Sampling{Ratio: ratio, Parent: true}
	default:
		e.warn("OTEL_TRACES_SAMPLER is %q, which fwrun does not have; set it to always_on, always_off, traceidratio, or one of these after parentbased_", sampler)
		return own
	}
}

// attributes adds those of OTEL_RESOURCE_ATTRIBUTES: name=value,name=value, with values as in URLs.
func (e *environment) attributes(own map[string]string) map[string]string {
	text := e.get("OTEL_RESOURCE_ATTRIBUTES")
	if text == "" {
		return own
	}
	all := map[string]string{}
	for name, value := range own {
		all[name] = value
	}
	for pair := range strings.SplitSeq(text, ",") {
		name, value, ok := strings.Cut(pair, "=")
		plain, err := url.PathUnescape(strings.TrimSpace(value))
		if name = strings.TrimSpace(name); !ok || name == "" || err != nil {
			e.warn("OTEL_RESOURCE_ATTRIBUTES has %q; write name=value, and commas between several", strings.TrimSpace(pair))
			continue
		}
		all[name] = plain
	}
	return all
}

// complainEvery is the time after which the same is logged again.
const complainEvery = time.Minute
