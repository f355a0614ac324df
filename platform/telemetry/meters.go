package telemetry

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/fwrun/fwrun/platform/fault"
)

// Kind is a kind of meter of the application.
type Kind string

// The kinds.
const (
	Counter   Kind = "counter"
	Gauge     Kind = "gauge"
	Timer     Kind = "timer"
	Histogram Kind = "histogram"
)

// Tag is a label of a meter, as Spring calls it.
type Tag struct{ Key, Value string }

// meters are the metrics of the application.
type meters struct {
	of     *Metrics
	mu     sync.RWMutex
	byName map[string]*appMeter
	list   []family
}

// appMeter is a metric of the application. Its series have one key: the values of the tags.
type appMeter struct {
	*store[string]
	kind Kind
	keys []string // of the tags, sorted
}

// Instrument is a series of a meter.
type Instrument struct{ s *series }

// Add adds to a counter or a gauge.
func (i Instrument) Add(n float64) { i.s.add(n) }

// Set sets a gauge.
func (i Instrument) Set(n float64) { i.s.set(n) }

// Record counts a value of a timer, in seconds, or a histogram.
func (i Instrument) Record(value float64) { i.s.spread.observe(value) }

// Instrument returns the series of a meter with tags. The error is a *fault.Error of kind Invalid: for a name that cannot be, or that
// another kind of meter has, and for tags with other keys than those of the meter.
func (m *Metrics) Instrument(kind Kind, name string, tags []Tag) (Instrument, error) {
	tags = slices.Clone(tags)
	slices.SortFunc(tags, func(x, y Tag) int { return strings.Compare(x.Key, y.Key) })
	one, err := m.own.meter(kind, name, tags)
	if err != nil {
		return Instrument{}, err
	}
	var key strings.Builder
	for i, t := range tags {
		if i > 0 {
			key.WriteByte(separator)
		}
		key.WriteString(t.Value)
	}
	return Instrument{one.at(key.String())}, nil
}

// separator stands between the values of tags in a key. In a value it cannot be seen.
const separator = 0

func (a *meters) meter(kind Kind, name string, tags []Tag) (*appMeter, error) {
	a.mu.RLock()
	one := a.byName[name]
	a.mu.RUnlock()
	if one == nil {
		if err := CheckMeter(kind, name, tags); err != nil {
			return nil, err
		}
		var err error
		if one, err = a.add(kind, name, tags); err != nil {
			return nil, err
		}
	}
	if one.kind != kind {
		return nil, invalid("the meter %q is %s, and cannot be %s, too", name, article(one.kind), article(kind)).
			WithHint("give one of them another name")
	}
	if !slices.EqualFunc(one.keys, tags, func(key string, t Tag) bool { return key == t.Key }) {
		return nil, invalid("the meter %q has %s, and cannot have %s", name, keysText(one.keys), keysText(keysOf(tags))).
			WithHint("use the same tags everywhere, with a value such as \"none\" for a tag that has no value")
	}
	return one, nil
}

func (a *meters) add(kind Kind, name string, tags []Tag) (*appMeter, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if one := a.byName[name]; one != nil {
		return one, nil
	}
	what := describe(kind, name)
	what.labels = make([]string, len(tags))
	for i, t := range tags {
		what.labels[i] = underscored(t.Key)
	}
	if taken := a.taken(&what); taken != "" {
		return nil, invalid("the meter %q would be written as %s, which is the name of another metric", name, taken).WithHint("give it another name")
	}
	if len(a.list) >= mostMeters {
		return nil, invalid("there are %d meters already", mostMeters).WithHint("put what differs into a tag instead of the name")
	}
	one := &appMeter{kind: kind, keys: keysOf(tags)}
	what.describe()
	one.store = &store[string]{what: what, of: a.of, all: map[string]*series{}, values: func(key string) []string {
		if len(what.labels) == 0 {
			return nil
		}
		return append(strings.SplitN(key, "\x00", len(what.labels)), make([]string, len(what.labels))...)[:len(what.labels)]
	}}
	a.byName[name] = one
	a.list = append(a.list, one)
	return one, nil
}

// mostMeters is how many meters an application may have: their names belong into the program.
const mostMeters = 1000

func (a *meters) families() []family {
	a.mu.RLock()
	defer a.mu.RUnlock()
	return a.list[:len(a.list):len(a.list)]
}

// taken returns the name of a line that the meter would have in common with another metric.
func (a *meters) taken(what *about) string {
	for _, f := range slices.Concat(a.of.all, a.list) {
		for _, line := range lines(f.about()) {
			if slices.Contains(lines(what), line) {
				return line
			}
		}
	}
	for _, prefix := range []string{"go_", "process_"} {
		if strings.HasPrefix(what.name, prefix) {
			return what.name
		}
	}
	return ""
}

// lines returns the names that the lines of a metric begin with.
func lines(a *about) []string {
	if a.kind == histogram {
		return []string{a.name, a.name + "_bucket", a.name + "_count", a.name + "_sum"}
	}
	return []string{a.name, strings.TrimSuffix(a.name, "_total")}
}

// describe returns what is known of a meter by its kind and its name.
func describe(kind Kind, name string) about {
	what := about{name: underscored(name), dotted: name, help: "A " + string(kind) + " of the application."}
	switch kind {
	case Counter:
		what.kind = counter
		what.name = strings.TrimSuffix(what.name, "_total") + "_total"
	case Gauge:
		what.kind = gauge
	case Timer:
		what.kind, what.unit, what.bounds = histogram, "seconds", seconds
		what.name = strings.TrimSuffix(what.name, "_seconds") + "_seconds"
	default:
		what.kind, what.bounds = histogram, counted
	}
	return what
}

func underscored(name string) string { return strings.NewReplacer(".", "_", "-", "_").Replace(name) }

var (
	nameOfMeter = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_]*([.-][A-Za-z0-9_]+)*$`)
	// reserved are labels that histograms and Prometheus itself have.
	reserved = []string{"le", "quantile", "job", "instance"}
)

// CheckMeter returns what is wrong with the name of a meter or the keys of its tags.
func CheckMeter(kind Kind, name string, tags []Tag) error {
	if len(name) > longestName || !nameOfMeter.MatchString(name) {
		return invalid("%q cannot be the name of a %s", fault.Shortened(name, longestName), kind).
			WithHint("write letters, digits, dots, dashes and underscores, at most 100, beginning with a letter: \"orders.placed\"")
	}
	if len(tags) > mostTags {
		return invalid("the %s %q has %d tags; %d are allowed", kind, name, len(tags), mostTags)
	}
	for i, t := range tags {
		switch {
		case len(t.Key) > longestName || !nameOfMeter.MatchString(t.Key) || slices.Contains(reserved, t.Key) || strings.HasPrefix(t.Key, "__"):
			return invalid("%q cannot be the key of a tag of the %s %q", fault.Shortened(t.Key, longestName), kind, name).
				WithHint("write letters, digits, dots, dashes and underscores, beginning with a letter; not " + strings.Join(reserved, ", "))
		case slices.ContainsFunc(tags[:i], func(other Tag) bool { return underscored(other.Key) == underscored(t.Key) }):
			return invalid("the %s %q has the tag %q twice", kind, name, t.Key)
		}
	}
	return nil
}

const (
	longestName = 100
	mostTags    = 10
)

func invalid(format string, args ...any) *fault.Error {
	return fault.New("telemetry.meter", fault.Invalid, fmt.Sprintf(format, args...))
}

func keysOf(tags []Tag) (keys []string) {
	for _, t := range tags {
		keys = append(keys, t.Key)
	}
	return keys
}

func keysText(keys []string) string {
	if len(keys) == 0 {
		return "no tags"
	}
	return "the tags " + strings.Join(keys, ", ")
}

func article(k Kind) string { return "a " + string(k) }
