package telemetry

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/fwrun/fwrun/platform/processors"
)

// Meter is a metric as Spring's tools read it.
type Meter struct {
	Name, Help, Unit string
	Samples          []Sample
}

// Sample is the values of a meter with certain tags.
type Sample struct {
	Tags   []Tag
	Values []Value
}

// Value is one of the numbers of a Sample.
type Value struct {
	Statistic string // COUNT, TOTAL_TIME, TOTAL, MAX or VALUE
	Value     float64
}

// springMeter is a meter that Spring's tools look for by its name, and that is called otherwise here.
type springMeter struct {
	name, unit, help string
	samples          func(m *Metrics) []Sample
}

// MeterNames returns the names of all meters, sorted: those of Spring, those of OpenTelemetry and those of the application.
func (m *Metrics) MeterNames() []string {
	var names []string
	for _, s := range springMeters() {
		if len(s.samples(m)) > 0 {
			names = append(names, s.name)
		}
	}
	for _, f := range m.families() {
		found := false
		f.each(func(*series) { found = true })
		if found {
			names = append(names, f.about().dotted)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// Meter returns a meter by its name, dotted or as Prometheus has it.
func (m *Metrics) Meter(name string) (Meter, bool) {
	for _, s := range springMeters() {
		if s.name == name {
			samples := s.samples(m)
			return Meter{s.name, s.help, s.unit, samples}, len(samples) > 0
		}
	}
	now := time.Now()
	for _, f := range m.families() {
		a := f.about()
		if a.dotted != name && a.name != name {
			continue
		}
		out := Meter{Name: name, Help: a.help, Unit: a.unit}
		f.each(func(s *series) { out.Samples = append(out.Samples, sampleOf(a, s, now)) })
		return out, len(out.Samples) > 0
	}
	return Meter{}, false
}

func sampleOf(a *about, s *series, now time.Time) Sample {
	var tags []Tag
	for i, key := range a.labels {
		if s.values[i] != "" {
			tags = append(tags, Tag{key, s.values[i]})
		}
	}
	return Sample{tags, valuesOf(a, s, now)}
}

func valuesOf(a *about, s *series, now time.Time) []Value {
	switch a.kind {
	case counter:
		return []Value{{"COUNT", s.get()}}
	case gauge:
		return value(s.get())
	}
	total := "TOTAL"
	if a.unit == "seconds" {
		total = "TOTAL_TIME"
	}
	count, sum := s.spread.total()
	return []Value{{"COUNT", float64(count)}, {total, sum}, {"MAX", s.spread.latest.read(now)}}
}

func value(n float64) []Value { return []Value{{"VALUE", n}} }

// one returns the samples of a meter without tags.
func one(n float64) []Sample { return []Sample{{Values: value(n)}} }

// springMeters lists what Spring Boot Admin shows, and what comes with it.
func springMeters() []springMeter {
	list := []springMeter{
		{"http.server.requests", "seconds", "Duration of HTTP server requests.", (*Metrics).springRequests},
		{"process.uptime", "seconds", "The uptime of the process.", func(m *Metrics) []Sample { return one(time.Since(m.process.started).Seconds()) }},
		{
			"process.start.time", "seconds", "Start time of the process since the Unix epoch.",
			func(m *Metrics) []Sample { return one(float64(m.process.started.UnixMilli()) / 1000) },
		},
		{"process.cpu.usage", "", "The recent CPU usage of the process, from 0 to 1.", func(m *Metrics) []Sample { return m.process.read(m).ofProcess() }},
		{"system.cpu.usage", "", "The recent CPU usage of the machine, from 0 to 1.", func(m *Metrics) []Sample { return m.process.read(m).ofSystem() }},
		{"system.cpu.count", "", "The number of processors that are available.", func(*Metrics) []Sample { return one(float64(processors.Count())) }},
	}
	return slices.Concat(list, memoryMeters(), threadMeters(), poolMeters())
}

// springRequests has the durations of requests under Spring's name, with its tags.
func (m *Metrics) springRequests() (list []Sample) {
	now := time.Now()
	took := m.requests.took
	took.each(func(s *series) {
		method, route, status, failure := s.values[0], s.values[1], s.values[2], s.values[4]
		exception := failure
		if exception == "" || exception == status {
			exception = "None"
		}
		list = append(list, Sample{
			[]Tag{
				{"error", errorTag(exception)},
				{"exception", exception},
				{"method", method},
				{"uri", route},
				{"outcome", outcomeOf(status)},
				{"status", status},
			},
			valuesOf(&took.what, s, now),
		})
	})
	return list
}

// errorTag returns the tag error, which Spring has beside exception.
func errorTag(exception string) string {
	if exception == "None" {
		return "none"
	}
	return exception
}

func outcomeOf(status string) string {
	code, err := strconv.Atoi(status)
	switch {
	case err != nil:
		return "UNKNOWN"
	case code < 200:
		return "INFORMATIONAL"
	case code < 300:
		return "SUCCESS"
	case code < 400:
		return "REDIRECTION"
	case code < 500:
		return "CLIENT_ERROR"
	}
	return "SERVER_ERROR"
}

// poolMeters are those of connections to databases.
func poolMeters() (list []springMeter) {
	for name, of := range map[string]func(Pool) int{
		"active": func(p Pool) int { return p.Used }, "idle": func(p Pool) int { return p.Idle }, "max": func(p Pool) int { return p.Max },
		"min": func(p Pool) int { return p.MinIdle },
	} {
		list = append(list, springMeter{"jdbc.connections." + name, "", "Connections to a database: " + name + ".", func(m *Metrics) (all []Sample) {
			if s := m.sources.Load(); s != nil && s.Pools != nil {
				for _, p := range s.Pools() {
					all = append(all, Sample{[]Tag{{"name", p.Name}}, value(float64(of(p)))})
				}
			}
			return all
		}})
	}
	slices.SortFunc(list, func(x, y springMeter) int { return strings.Compare(x.name, y.name) })
	return list
}
