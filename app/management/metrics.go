package management

import (
	"github.com/fwrun/fwrun/actuator"
	"github.com/fwrun/fwrun/platform/telemetry"
)

// describeMeter returns a function that returns a meter in the form of its endpoint.
func describeMeter(metrics *telemetry.Metrics) func(name string) (actuator.Meter, bool) {
	return func(name string) (actuator.Meter, bool) {
		m, ok := metrics.Meter(name)
		return meterOf(m), ok
	}
}

func meterOf(m telemetry.Meter) actuator.Meter {
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
	return out
}
