package observe

import (
	"bytes"
	"log/slog"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/fwrun/fwrun/engine/vm"
	"github.com/fwrun/fwrun/jsapi/meters"
	"github.com/fwrun/fwrun/platform/config"
	"github.com/fwrun/fwrun/platform/fault"
	"github.com/fwrun/fwrun/platform/logging"
)

// watched is a generation whose log can be read.
type watched struct {
	*Part
	props    *config.Properties
	problems fault.List
	log      *bytes.Buffer
}

// open reads settings, and goes on with what watched the generation before.
func open(t *testing.T, text string, serves bool, before *watched) *watched {
	t.Helper()
	props, problems := config.Load(fstest.MapFS{"config/application.yml": {Data: []byte(text)}}, config.Options{})
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	r := props.Reader()
	w := &watched{props: props, log: &bytes.Buffer{}}
	about := Application{Name: "shop", Properties: props, Serves: serves, MaxSeries: 100, Logger: func(s logging.Settings) *slog.Logger {
		return logging.NewOn(w.log, s, false, false).Logger(logging.Fwrun)
	}}
	var last *Part
	if before != nil {
		last = before.Part
	}
	settings := Read(props, r, false)
	if found := r.Problems(); len(found) > 0 {
		t.Fatal(found)
	}
	w.Part, w.problems = Open(settings, about, last)
	return w
}

// TestOpen: the log, the metrics and what is counted are those of the process, and what a test does with its log ends with it.
func TestOpen(t *testing.T) {
	first := open(t, "{}", true, nil)
	first.Redirect(slog.New(slog.DiscardHandler))
	second := open(t, "logging: { level: warn }", true, first)
	if second.Logs != first.Logs || second.Metrics != first.Metrics || second.Counts != first.Counts || second.Sends != first.Sends {
		t.Error("a generation has begun anew")
	}
	if first.Beans == first.Logs || second.Beans != second.Logs {
		t.Error("what scripts log goes elsewhere")
	}
	if second.Workers(vm.State{VMs: 3, Busy: 1}).Idle != 2 {
		t.Error("workers are not counted")
	}
	if _, err := second.Meters().Instrument(meters.Kind("counter"), "orders", []meters.Tag{}); err != nil {
		t.Error(err)
	}
}

// TestAdopt: changed settings of the log hold at once, and not any more if the generation fails.
func TestAdopt(t *testing.T) {
	first := open(t, "{}", true, nil)
	first.Adopt(nil)()
	first.Log.Info("one")
	same := open(t, "framework: { application: { name: a } }", true, first)
	same.Adopt(first.Part)()
	same.Log.Info("two")
	quiet := open(t, "logging: { level: warn }", true, first)
	undo := quiet.Adopt(first.Part)
	quiet.Log.Info("three")
	quiet.Log.Warn("four")
	undo()
	first.Log.Info("five")
	for _, c := range []struct {
		of   *watched
		want string
	}{{first, "one two five"}, {same, ""}, {quiet, "four"}} {
		for _, word := range []string{"one", "two", "three", "four", "five"} {
			if strings.Contains(c.of.log.String(), word) != strings.Contains(c.want, word) {
				t.Errorf("%s: the log is %s", word, c.of.log)
			}
		}
	}
}

// TestCollector: only an application that serves sends to a collector, and it is told of an address that leads nowhere.
func TestCollector(t *testing.T) {
	const text = "telemetry: { otlp: { endpoint: 'http://127.0.0.1:1' } }"
	if w := open(t, text, false, nil); w.Sends != nil || w.Tracer() != nil || len(w.problems) > 0 {
		t.Errorf("a check sends telemetry: %v", w.problems)
	}
	serving := open(t, text, true, nil)
	if serving.Sends == nil || serving.Tracer() == nil {
		t.Error("nothing is sent")
	}
	if next := open(t, "{}", true, serving); next.Sends != serving.Sends {
		t.Error("a reload has begun anew")
	}
	serving.Sends.Close(t.Context())
	if w := open(t, "{}", true, nil); w.Tracer() != nil {
		t.Error("something is recorded that nobody wants")
	}
	props, _ := config.Load(fstest.MapFS{"config/application.yml": {Data: []byte("telemetry: { otlp: { endpoint: 'collector:4318' } }")}},
		config.Options{})
	r := props.Reader()
	Read(props, r, false)
	if found := r.Problems(); len(found) != 1 || !strings.Contains(found[0].Message, "is not the URL of a collector") {
		t.Errorf("got %v", found)
	}
}

// TestMisnamed: a level for a name under which nothing logs is told of, if there is a similar one.
func TestMisnamed(t *testing.T) {
	w := open(t, "logging: { level: { root: info, app.ordres: debug, far.away.from.all: debug } }", true, nil)
	w.Logs.Logger("app.orders")
	found := w.Misnamed(w.props)
	if len(found) != 1 || !strings.Contains(found[0].Message, "app.ordres") || found[0].Place.Line != 1 {
		t.Errorf("got %v", found)
	}
}
