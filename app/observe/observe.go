package observe

import (
	"cmp"
	"log/slog"
	"strings"

	"github.com/fwrun/fwrun/engine/vm"
	"github.com/fwrun/fwrun/host"
	"github.com/fwrun/fwrun/platform/config"
	"github.com/fwrun/fwrun/platform/fault"
	"github.com/fwrun/fwrun/platform/logging"
	"github.com/fwrun/fwrun/platform/telemetry"
	"github.com/fwrun/fwrun/platform/telemetry/otlp"
	"github.com/fwrun/fwrun/platform/trace"
)

// Settings say what is logged, and what is sent to a collector.
type Settings struct {
	Log       logging.Settings
	Telemetry otlp.Settings
}

// Read reads the sections logging and telemetry.
func Read(props *config.Properties, r *config.Reader, dev bool) Settings {
	return Settings{Log: logging.ReadSettings(props, r), Telemetry: readTelemetry(r, dev)}
}

// readTelemetry reads what is sent to a collector.
func readTelemetry(r *config.Reader, dev bool) otlp.Settings {
	own := r.Under("telemetry")
	standard := 0.1
	if dev {
		standard = 1
	}
	s := otlp.Settings{
		Endpoint:   own.String("otlp.endpoint"),
		Protocol:   own.String("otlp.protocol"),
		Headers:    readTexts(own, "otlp.headers"),
		Timeout:    own.Duration("otlp.timeout"),
		Traces:     otlp.Signal{On: own.Bool("otlp.traces")},
		Metrics:    otlp.Signal{On: own.Bool("otlp.metrics")},
		Logs:       otlp.Signal{On: own.Bool("otlp.logs")},
		Interval:   own.Duration("otlp.metrics-interval"),
		Sampling:   trace.Sampling{Ratio: own.Float("traces.sampling", standard), Parent: true},
		Attributes: readTexts(own, "otlp.attributes"),
	}
	if s.Endpoint != "" && !strings.HasPrefix(s.Endpoint, "http://") && !strings.HasPrefix(s.Endpoint, "https://") {
		own.Reject("otlp.endpoint", "is not the URL of a collector", "for example http://localhost:4318")
	}
	return s
}

// readTexts reads a section of texts; nil if it is empty.
func readTexts(r *config.Reader, key string) map[string]string {
	var texts map[string]string
	for _, name := range r.Names(key) {
		if texts == nil {
			texts = map[string]string{}
		}
		texts[name] = r.Named(key, name).String("")
	}
	return texts
}

// Part is what watches a generation. All but the loggers is that of the process.
type Part struct {
	Logs    *logging.Log
	Log     *slog.Logger // fwrun's own
	Scripts *slog.Logger // receives what scripts print
	Beans   *logging.Log // receives what scripts log with Logger
	Metrics *telemetry.Metrics
	Counts  *vm.Counts      // of the workers
	Sends   *otlp.Telemetry // to a collector; nil if nothing is sent

	settings Settings
	logger   func(logging.Settings) *slog.Logger
}

// Application is what a part has to know of its application.
type Application struct {
	Name       string // unless the settings have one
	Env        []string
	Properties *config.Properties
	Serves     bool // otherwise nothing is sent to a collector
	MaxSeries  int  // of the metrics

	// Logger makes the log; slog.Default() is used if it is nil.
	Logger func(logging.Settings) *slog.Logger
}

// Open goes on with what watched the generation before, which may be nil, or begins.
func Open(settings Settings, about Application, before *Part) (*Part, fault.List) {
	p := &Part{settings: settings, logger: about.Logger}
	var problems fault.List
	if before != nil {
		p.Logs, p.Metrics, p.Counts, p.Sends = before.Logs, before.Metrics, before.Counts, before.Sends
		p.Metrics.Limit(about.MaxSeries)
	} else {
		problems = p.begin(about)
	}
	p.Beans = p.Logs
	p.Sends.Complain(p.Logs.Logger(logging.Fwrun))
	p.Log, p.Scripts = p.Logs.Logger(logging.Fwrun), p.Logs.Logger(logging.Console)
	return p, problems
}

func (p *Part) begin(about Application) (problems fault.List) {
	if about.Serves {
		p.Sends, problems = send(p.settings.Telemetry, about)
	}
	p.Logs = p.newLog()
	p.Logs.About(host.LogAttributes)
	p.Metrics, p.Counts = telemetry.New(telemetry.Options{MaxSeries: about.MaxSeries}), &vm.Counts{}
	return problems
}

// send begins to send to a collector; it returns nil if the settings ask for nothing to be sent.
func send(settings otlp.Settings, about Application) (*otlp.Telemetry, fault.List) {
	r := about.Properties.Reader()
	settings.Service = cmp.Or(r.String("framework.application.name"), about.Name)
	settings.Version = r.String("framework.application.version")
	settings, problems := settings.FromEnvironment(lookup(about.Env))
	var list fault.List
	for _, text := range problems {
		list = append(list, fault.Diagnostic{Severity: fault.Warning, Code: "config-environment", Message: text})
	}
	made, err := otlp.New(settings)
	if err != nil {
		return nil, append(list, fault.Diagnostic{
			Severity: fault.Err, Code: "config-value", Message: "telemetry cannot be sent: " + err.Error(),
			Place: about.Properties.Place("telemetry.otlp.endpoint"),
		})
	}
	return made, list
}

// lookup returns a function that finds the value of a variable.
func lookup(environ []string) func(string) string {
	return func(name string) string {
		for _, entry := range environ {
			if key, value, _ := strings.Cut(entry, "="); key == name {
				return value
			}
		}
		return ""
	}
}
