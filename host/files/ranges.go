package files

import (
	"math"
	"slices"
	"strconv"
	"strings"
)

// maxRanges is how many ranges a client may ask for; a client that asks for more gets the whole file.
const maxRanges = 32

// Range is a range of a file's bytes.
type Range struct{ Start, Length int64 }

func (r Range) end() int64 { return r.Start + r.Length }

// ContentRange returns the Content-Range header of one range.
func (r Range) ContentRange(size int64) string {
	return "bytes " + strconv.FormatInt(r.Start, 10) + "-" + strconv.FormatInt(r.end()-1, 10) + "/" + strconv.FormatInt(size, 10)
}

// Outcome is the result of parsing a Range header.
type Outcome uint8

// The outcomes.
const (
	Ignored       Outcome = iota // it is malformed, has another unit, or asks for too many ranges
	Unsatisfiable                // no range is within the file
	Satisfiable
)

// ParseRanges parses a Range header for a file of the given size. Ranges beyond the file are left out. Ranges that
// touch or overlap are joined, and all are sorted then; otherwise they keep the order of the header.
func ParseRanges(header string, size int64) ([]Range, Outcome) {
	unit, list, ok := strings.Cut(header, "=")
	if !ok || !strings.EqualFold(strings.Trim(unit, " \t"), "bytes") {
		return nil, Ignored
	}
	var ranges []Range
	count := 0
	for one := range strings.SplitSeq(list, ",") {
		if one = strings.Trim(one, " \t"); one == "" {
			continue
		}
		r, ok := parseRange(one, size)
		if count++; !ok || count > maxRanges {
			return nil, Ignored
		}
		if r.Length > 0 {
			ranges = append(ranges, r)
		}
	}
	switch {
	case count == 0:
		return nil, Ignored
	case len(ranges) == 0:
		return nil, Unsatisfiable
	}
	return merged(ranges), Satisfiable
}

// parseRange parses "first-last", "first-" or "-length". A range beyond the file has the length 0.
func parseRange(text string, size int64) (Range, bool) {
	first, last, ok := strings.Cut(text, "-")
	first, last = strings.Trim(first, " \t"), strings.Trim(last, " \t")
	if !ok || first == "" && last == "" {
		return Range{}, false
	}
	if first == "" {
		n, ok := parsePosition(last)
		n = min(n, size)
		return Range{size - n, n}, ok
	}
	start, ok := parsePosition(first)
	end := int64(math.MaxInt64)
	if ok && last != "" {
		end, ok = parsePosition(last)
	}
	if !ok || end < start {
		return Range{}, false
	}
	if start >= size {
		return Range{}, true
	}
	return Range{start, min(end, size-1) - start + 1}, true
}

// parsePosition parses digits; a number that is too large becomes the largest possible.
func parsePosition(text string) (int64, bool) {
	if text == "" || strings.Trim(text, "0123456789") != "" {
		return 0, false
	}
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return math.MaxInt64, true
	}
	return n, true
}

// merged joins ranges if any two of them overlap or touch.
func merged(ranges []Range) []Range {
	sorted := slices.SortedFunc(slices.Values(ranges), func(a, b Range) int {
		if a.Start < b.Start || a.Start == b.Start && a.Length < b.Length {
			return -1
		}
		return 1
	})
	out := sorted[:1]
	for _, r := range sorted[1:] {
		last := &out[len(out)-1]
		if r.Start > last.end() {
			out = append(out, r)
			continue
		}
		last.Length = max(last.end(), r.end()) - last.Start
	}
	if len(out) == len(ranges) {
		return ranges
	}
	return out
}

// Unsatisfied returns the Content-Range of a 416.
func Unsatisfied(size int64) string { return "bytes */" + strconv.FormatInt(size, 10) }
