package otlp

import "github.com/fwrun/fwrun/platform/trace"

// spans sends spans. It implements [trace.Recorder].
type spans struct{ *queue }

// Record implements [trace.Recorder].
func (s spans) Record(d *trace.Data) {
	if room := s.open(); room != nil {
		*room = appendSpan(*room, d)
		s.put(room)
	}
}
