package actuator

import (
	"maps"
	"slices"
	"strings"

	"github.com/fwrun/fwrun/platform/fault"
)

// Meter is a metric with its samples.
type Meter struct {
	Name, Description, BaseUnit string
	Samples                     []MeterSample
}

// MeterSample is the values of a meter with certain tags.
type MeterSample struct {
	Tags   map[string]string
	Values []Measurement
}

// Measurement is one number of a meter.
type Measurement struct {
	Statistic string  `json:"statistic"` // COUNT, TOTAL_TIME, MAX, VALUE, …
	Value     float64 `json:"value"`
}

// meterTag is a tag with the values that it has.
type meterTag struct {
	Tag    string   `json:"tag"`
	Values []string `json:"values"`
}

// meterAnswer is a meter as it is written.
type meterAnswer struct {
	Name          string        `json:"name"`
	Description   string        `json:"description,omitempty"`
	BaseUnit      string        `json:"baseUnit,omitempty"`
	Measurements  []Measurement `json:"measurements"`
	AvailableTags []meterTag    `json:"availableTags"`
}

// Metrics returns the endpoint that tells the names of meters, and the numbers of one of them.
func Metrics(names func() []string, find func(name string) (Meter, bool)) Endpoint {
	list := func(*Request) (Answer, error) { return OK(map[string]any{"names": orEmpty(names())}) }
	read := func(r *Request) (Answer, error) {
		tags, err := tagsOf(r.Query["tag"])
		if err != nil {
			return Answer{}, err
		}
		meter, ok := find(r.Selector)
		if !ok {
			return Answer{}, fault.New("actuator.metrics", fault.NotFound, "there is no such meter")
		}
		samples := slices.DeleteFunc(slices.Clone(meter.Samples), func(s MeterSample) bool { return !s.has(tags) })
		if len(samples) == 0 {
			return Answer{}, fault.New("actuator.metrics", fault.NotFound, "the meter does not have such tags")
		}
		return OK(meterAnswer{meter.Name, meter.Description, meter.BaseUnit, together(samples), available(samples, tags)})
	}
	return Endpoint{ID: "metrics", Operations: []Operation{Get("", list), Get("requiredMetricName", read)}}
}

// The limits of what a client asks.
const (
	mostTags    = 32
	longestText = 1000
)

// tagsOf reads tags, each of which is a key and a value.
func tagsOf(list []string) (map[string]string, error) {
	tags := map[string]string{}
	if len(list) > mostTags {
		return nil, fault.New("actuator.metrics", fault.Invalid, "there are too many parameters tag")
	}
	for _, one := range list {
		key, value, ok := strings.Cut(one, ":")
		if !ok || key == "" || value == "" || len(one) > longestText {
			return nil, fault.New("actuator.metrics", fault.Invalid, "each tag parameter must be a key and a value: tag=key:value")
		}
		if before, twice := tags[key]; twice && before != value {
			return nil, fault.New("actuator.metrics", fault.Invalid, "the tag "+key+" is given twice")
		}
		tags[key] = value
	}
	return tags, nil
}

func (s *MeterSample) has(tags map[string]string) bool {
	for key, value := range tags {
		if s.Tags[key] != value {
			return false
		}
	}
	return true
}

// together adds up samples; of maxima, it takes the largest.
func together(samples []MeterSample) []Measurement {
	var out []Measurement
	for _, s := range samples {
		for _, m := range s.Values {
			i := slices.IndexFunc(out, func(other Measurement) bool { return other.Statistic == m.Statistic })
			switch {
			case i < 0:
				out = append(out, m)
			case m.Statistic == "MAX":
				out[i].Value = max(out[i].Value, m.Value)
			default:
				out[i].Value += m.Value
			}
		}
	}
	return orEmpty(out)
}

// available lists the tags by which the samples can be told apart further.
func available(samples []MeterSample, asked map[string]string) []meterTag {
	values := map[string]map[string]bool{}
	for _, s := range samples {
		for key, value := range s.Tags {
			if _, said := asked[key]; said {
				continue
			}
			if values[key] == nil {
				values[key] = map[string]bool{}
			}
			values[key][value] = true
		}
	}
	tags := []meterTag{}
	for _, key := range slices.Sorted(maps.Keys(values)) {
		tags = append(tags, meterTag{key, slices.Sorted(maps.Keys(values[key]))})
	}
	return tags
}
