package app

import (
	"github.com/fwrun/fwrun/actuator"
)

// describeMeter returns a meter in the form of its endpoint.
func (g *generation) describeMeter(name string) (actuator.Meter, bool) {
	m, ok := g.metrics.Meter(name)
	if !ok {
		return actuator.Meter{}, false
	}
	out := actuator.Meter{Name: m.Name, Description: m.Help, BaseUnit: m.Unit}
	for _, s := range m.Samples {
		sample := actuator.MeterSample{Tags: map[string]string{}}
		for _, t := range s.Tags {
			sample.Tags[t.Key] = t.Value
		}
		for _, v := range s.Values {
			sample.Values = append(sample.Values, actuator.Measurement{Statistic: v.Statistic, Value: v.Value})
		}
		out.Samples = append(out.Samples, sample)
	}
	return out, true
}
