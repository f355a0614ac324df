package load

import (
	"math/bits"
	"time"
)

const (
	subBits    = 6 // 64 steps between a power of two and the next: the error of a value is 1.6 % at most
	subBuckets = 1 << subBits
	buckets    = (64 - subBits + 1) * subBuckets
)

// Histogram counts durations in buckets whose width grows with the value. Its zero value is empty
// and ready to use.
type Histogram struct {
	counts [buckets]uint64
	total  uint64
}

// Record counts one duration; a negative one counts as zero.
func (h *Histogram) Record(d time.Duration) {
	h.counts[bucketOf(uint64(max(d, 0)))]++
	h.total++
}

// Merge adds the counts of another histogram.
func (h *Histogram) Merge(other *Histogram) {
	for i, n := range other.counts {
		h.counts[i] += n
	}
	h.total += other.total
}

// Count returns the number of recorded durations.
func (h *Histogram) Count() uint64 { return h.total }

// Quantile returns the smallest duration that the share q (0 to 1) of all durations does not
// exceed, rounded up to its bucket's end, or 0 if nothing was recorded.
func (h *Histogram) Quantile(q float64) time.Duration {
	if h.total == 0 {
		return 0
	}
	rank := max(uint64(q*float64(h.total)+0.5), 1)
	var seen uint64
	for i, n := range h.counts {
		if seen += n; seen >= rank {
			return time.Duration(bucketEnd(i))
		}
	}
	return time.Duration(bucketEnd(buckets - 1))
}

// bucketOf returns the bucket of a value: below 64 each value has its own, above that the leading
// bit selects a row of 64 buckets and the six bits after it the bucket in that row.
func bucketOf(v uint64) int {
	if v < subBuckets {
		return int(v)
	}
	shift := bits.Len64(v) - subBits - 1
	return (shift+1)*subBuckets + int(v>>shift) - subBuckets
}

// bucketEnd returns the largest value of a bucket.
func bucketEnd(i int) uint64 {
	if i < subBuckets {
		return uint64(i)
	}
	shift := i/subBuckets - 1
	return (uint64(i%subBuckets)+subBuckets+1)<<shift - 1
}
