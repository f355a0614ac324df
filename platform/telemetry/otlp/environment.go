package otlp

import (
	"cmp"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"maps"
	"net/url"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/fwrun/fwrun/platform/trace"
)

// FromEnvironment applies the standard variables OTEL_…, which win over the settings. The warnings say which values cannot be used.
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
	s.LogDelay = cmp.Or(e.milliseconds("OTEL_BLRP_SCHEDULE_DELAY"), s.LogDelay)
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
	own.Headers = s.Headers
	if variable := e.special(name, "HEADERS"); e.get(variable) != "" {
		own.Headers = e.pairs(variable)
	}
	own.Timeout = cmp.Or(e.milliseconds("OTEL_EXPORTER_OTLP_"+name+"_TIMEOUT"), e.milliseconds("OTEL_EXPORTER_OTLP_TIMEOUT"), s.Timeout)
	own.Gzip = e.get(e.special(name, "COMPRESSION")) == "gzip"
	if own.On {
		own.TLS = e.tls(name)
	}
	if own.Protocol == GRPC {
		path = ""
	}
	switch base := cmp.Or(general, s.Endpoint); {
	case special != "":
		return e.checked(own, name, name+"_", special, "")
	case base == "" && own.Protocol == GRPC:
		return e.checked(own, name, "", "localhost:4317", path)
	case base == "":
		return e.checked(own, name, "", e.scheme(name)+"localhost:4318", path)
	default:
		return e.checked(own, name, "", strings.TrimSuffix(base, "/"), path)
	}
}

// special returns the name of the variable that says something of one signal, or of all of them if that is not set.
func (e *environment) special(name, what string) string {
	if variable := "OTEL_EXPORTER_OTLP_" + name + "_" + what; e.get(variable) != "" {
		return variable
	}
	return "OTEL_EXPORTER_OTLP_" + what
}

// scheme returns that of an endpoint which has none.
func (e *environment) scheme(name string) string {
	if strings.EqualFold(e.get(e.special(name, "INSECURE")), "true") {
		return "http://"
	}
	return "https://"
}

// tls reads the files with the authority of the collector, and with the certificate that it asks for.
func (e *environment) tls(name string) *tls.Config {
	authority, certificate, key := e.special(name, "CERTIFICATE"), e.special(name, "CLIENT_CERTIFICATE"), e.special(name, "CLIENT_KEY")
	if e.get(authority) == "" && e.get(certificate) == "" {
		return nil
	}
	config := &tls.Config{MinVersion: tls.VersionTLS12}
	if file := e.get(authority); file != "" {
		pem, err := os.ReadFile(file)
		config.RootCAs = x509.NewCertPool()
		if err == nil && !config.RootCAs.AppendCertsFromPEM(pem) {
			err = errors.New("it has no certificate in PEM")
		}
		if err != nil {
			e.warn("%s is %q, which cannot be used: %v", authority, file, err)
		}
	}
	if file := e.get(certificate); file != "" {
		pair, err := tls.LoadX509KeyPair(file, e.get(key))
		if err != nil {
			e.warn("%s is %q, which cannot be used with %s: %v", certificate, file, key, err)
		} else {
			config.Certificates = []tls.Certificate{pair}
		}
	}
	return config
}

// checked returns a signal with an endpoint. An address without a scheme is one of gRPC, to which the variables …_INSECURE belong.
func (e *environment) checked(own Signal, name, part, endpoint, path string) Signal {
	scheme, _, ok := strings.Cut(endpoint, "://")
	switch {
	case ok && (strings.EqualFold(scheme, "http") || strings.EqualFold(scheme, "https")):
		own.Endpoint = endpoint + path
	case !ok && own.Protocol == GRPC:
		own.Endpoint = e.scheme(name) + endpoint
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
		e.warn("OTEL_TRACES_SAMPLER is %q, which fwrun does not have; "+
			"set it to always_on, always_off, traceidratio, or one of these after parentbased_", sampler)
		return own
	}
}

// attributes adds those of OTEL_RESOURCE_ATTRIBUTES.
func (e *environment) attributes(own map[string]string) map[string]string {
	all := maps.Clone(own)
	for name, value := range e.pairs("OTEL_RESOURCE_ATTRIBUTES") {
		if all == nil {
			all = map[string]string{}
		}
		all[name] = value
	}
	return all
}

// pairs reads name=value,name=value, with values as in URLs.
func (e *environment) pairs(variable string) map[string]string {
	text := e.get(variable)
	if text == "" {
		return nil
	}
	all := map[string]string{}
	for pair := range strings.SplitSeq(text, ",") {
		name, value, ok := strings.Cut(pair, "=")
		plain, err := url.PathUnescape(strings.TrimSpace(value))
		if name = strings.TrimSpace(name); !ok || name == "" || err != nil {
			e.warn("%s has %q; write name=value, and commas between several", variable, strings.TrimSpace(pair))
			continue
		}
		all[name] = plain
	}
	return all
}
