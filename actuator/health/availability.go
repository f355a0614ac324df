package health

import (
	"context"
	"sync/atomic"
)

// The names of the groups that platforms ask, and of the components that they have.
const (
	Liveness       = "liveness"
	Readiness      = "readiness"
	LivenessState  = "livenessState"
	ReadinessState = "readinessState"
)

// Availability says whether a process takes requests. At first it does not.
type Availability struct{ accepting atomic.Bool }

// Accept says that the process takes requests.
func (a *Availability) Accept() { a.accepting.Store(true) }

// Refuse says that the process is about to stop, and should get no more requests.
func (a *Availability) Refuse() { a.accepting.Store(false) }

// Indicators returns livenessState, which is UP as long as anything answers, and readinessState.
func (a *Availability) Indicators() []Indicator {
	return []Indicator{
		{Name: LivenessState, Check: func(context.Context) (Health, error) { return Of(Up), nil }},
		{Name: ReadinessState, Check: func(context.Context) (Health, error) {
			if a.accepting.Load() {
				return Of(Up), nil
			}
			return Of(OutOfService), nil
		}},
	}
}

// Probes returns the groups that platforms ask.
func Probes() []Group {
	return []Group{
		{Name: Liveness, Include: []string{LivenessState}, Plain: true},
		{Name: Readiness, Include: []string{ReadinessState}, Plain: true},
	}
}
