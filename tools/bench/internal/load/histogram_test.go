package load

import (
	"math"
	"testing"
	"time"
)

func TestBucketsMeetWithoutGap(t *testing.T) {
	for i := range buckets - 1 {
		end := bucketEnd(i)
		if bucketOf(end) != i || bucketOf(end+1) != i+1 {
			t.Fatalf("bucket %d ends at %d, but %d is in %d and %d in %d",
				i, end, end, bucketOf(end), end+1, bucketOf(end+1))
		}
	}
	if got := bucketOf(math.MaxUint64); got != buckets-1 {
		t.Errorf("the largest value is in bucket %d of %d", got, buckets)
	}
}

func TestQuantilesAreCloseToTheTruth(t *testing.T) {
	var h Histogram
	for i := 1; i <= 100_000; i++ {
		h.Record(time.Duration(i) * time.Microsecond)
	}
	for _, q := range []float64{0.01, 0.5, 0.9, 0.99, 0.999, 1} {
		want := q * 100_000 * float64(time.Microsecond)
		if got := float64(h.Quantile(q)); got < want || got > want*1.017 {
			t.Errorf("quantile %v: %v, want %v to 1.7 %% more", q, time.Duration(got), time.Duration(want))
		}
	}
}

func TestQuantileOfFew(t *testing.T) {
	var h Histogram
	if got := h.Quantile(0.99); got != 0 {
		t.Errorf("of none: %v", got)
	}
	h.Record(-5)
	h.Record(7)
	if low, high := h.Quantile(0), h.Quantile(0.99); low != 0 || high != 7 {
		t.Errorf("of 0 and 7: %v and %v", low, high)
	}
}

func TestMergeAddsUp(t *testing.T) {
	var a, b Histogram
	a.Record(10)
	b.Record(20)
	b.Record(30)
	a.Merge(&b)
	if a.Count() != 3 || a.Quantile(0.5) != 20 || a.Quantile(1) != 30 {
		t.Errorf("count %d, median %d, most %d", a.Count(), a.Quantile(0.5), a.Quantile(1))
	}
}
