package meters

// Kind is a kind of meter.
type Kind string

// The kinds.
const (
	Counter   Kind = "counter"
	Gauge     Kind = "gauge"
	Timer     Kind = "timer"
	Histogram Kind = "histogram"
)

// Tag is a name with a value, which tells the series of a meter apart.
type Tag struct{ Key, Value string }

// Registry has the meters of the process. It is safe for concurrent use.
type Registry interface {
	// Instrument returns what measures with tags. The error is a *fault.Error of kind Invalid: the name or a key cannot be, or the meter
	// is of another kind or has other keys.
	Instrument(kind Kind, name string, tags []Tag) (Instrument, error)
}

// Instrument is a series of a meter.
type Instrument interface {
	Add(n float64)        // to a counter or a gauge
	Set(n float64)        // of a gauge
	Record(value float64) // of a timer, in seconds, or of a histogram
}
