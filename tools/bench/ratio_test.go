package main

import (
	"slices"
	"testing"
	"time"
)

func TestRatiosGoRoundByRound(t *testing.T) {
	// The second round was slow for both: it must not be compared with a fast one.
	got := ratios([]float64{200, 50, 300}, []float64{100, 25, 100})
	if want := []float64{2, 2, 3}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	if got := ratios([]float64{1, 2}, []float64{1}); len(got) != 1 {
		t.Errorf("rounds that only one of them had were counted: %v", got)
	}
}

func TestSpread(t *testing.T) {
	tests := []struct {
		values []float64
		want   spread
	}{
		{nil, spread{}},
		{[]float64{3}, spread{3, 3, 3}},
		{[]float64{9, 1, 5}, spread{5, 1, 9}},
		{[]float64{4, 1, 2, 100}, spread{3, 1, 100}},
	}
	for _, test := range tests {
		if got := spreadOf(test.values); got != test.want {
			t.Errorf("%v: %+v, want %+v", test.values, got, test.want)
		}
	}
}

func TestVerdictsJudgeByTheMedian(t *testing.T) {
	m := newMeasurements(peers(), endpoints())
	m.cells[us]["hello"].PerCPU = []float64{80, 85, 100}
	m.cells["fasthttp"]["hello"].PerCPU = []float64{100, 100, 100}
	for _, v := range m.verdicts(smallAims()...) {
		if v.endpoint != "hello" || v.low {
			continue
		}
		if v.spread != (spread{0.85, 0.8, 1}) || !v.met() {
			t.Errorf("%+v, met: %v", v.spread, v.met())
		}
	}
	if few := newMeasurements(peers()[:2], endpoints()[:1]).verdicts(smallAims()[0]); len(few) != 1 {
		t.Errorf("%d aims judged by two peers on one endpoint, want 1", len(few))
	}
}

func TestLowAimsAreMetFromBelow(t *testing.T) {
	m := newMeasurements(peers(), endpoints())
	m.cells[us]["hello"].P99 = []float64{1, 1, 3}
	for theirs, want := range map[float64]bool{0.9: false, 1: true, 2: true} {
		m.cells["Fastify"]["hello"].P99 = []float64{theirs, theirs, theirs}
		if v := m.verdicts(aims{tail, []aim{{"hello", "Fastify", 1}}})[0]; v.met() != want {
			t.Errorf("%v against %v: met is %v", v.Median, theirs, v.met())
		}
	}
}

func TestAimsNameWhatIsMeasured(t *testing.T) {
	for _, c := range contests(time.Now()) {
		want := 0
		for _, some := range c.aims {
			want += len(some.list)
		}
		if got := len(measurementsOf(c).verdicts(c.aims...)); got != want {
			t.Errorf("%s: %d of %d aims name a peer and an endpoint", c.name, got, want)
		}
	}
}
