package main

import (
	"slices"
	"testing"
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
	for _, v := range m.verdicts(aims()) {
		if v.endpoint != "hello" {
			continue
		}
		if v.spread != (spread{0.85, 0.8, 1}) || !v.met() {
			t.Errorf("%+v, met: %v", v.spread, v.met())
		}
	}
	if few := newMeasurements(peers()[:2], endpoints()[:1]).verdicts(aims()); len(few) != 1 {
		t.Errorf("%d aims judged by two peers on one endpoint, want 1", len(few))
	}
}

func TestAimsNameWhatIsMeasured(t *testing.T) {
	m := newMeasurements(peers(), endpoints())
	if got := len(m.verdicts(aims())); got != len(aims()) {
		t.Errorf("%d of %d aims name a peer and an endpoint of the table", got, len(aims()))
	}
}
