package files

import (
	"fmt"
	"math"
	"strings"
	"testing"
)

func TestParseRanges(t *testing.T) {
	const size = 100
	tests := []struct {
		header string
		want   string
	}{
		{"bytes=0-9", "0+10"},
		{"bytes=90-", "90+10"},
		{"bytes=90-999", "90+10"},
		{"bytes=-10", "90+10"},
		{"bytes=-1000", "0+100"},
		{"bytes=99-", "99+1"},
		{"bytes=0-0", "0+1"},
		{"BYTES = 0-9", "0+10"},
		{"bytes=0-99999999999999999999999999", "0+100"},
		{"bytes=0-0, 50-59 ,-1", "0+1 50+10 99+1"},
		{"bytes=50-59,0-0", "50+10 0+1"}, // the order is kept
		{"bytes=50-59,0-0,55-70", "0+1 50+21"},
		{"bytes=0-9,10-19", "0+20"},
		{"bytes=0-,-1,5-6", "0+100"},
		{"bytes=0-9,200-", "0+10"},
		{"bytes=,,0-9,,", "0+10"},
		{"bytes=100-", "unsatisfiable"},
		{"bytes=100-200,99999999999999999999-", "unsatisfiable"},
		{"bytes=-0", "unsatisfiable"},
		{"bytes=9-0", "ignored"},
		{"bytes=0-9,9-0", "ignored"},
		{"bytes=", "ignored"},
		{"bytes=-", "ignored"},
		{"bytes=--1", "ignored"},
		{"bytes=+1-2", "ignored"},
		{"bytes=1-2-3", "ignored"},
		{"bytes=0x1-2", "ignored"},
		{"bytes", "ignored"},
		{"items=0-9", "ignored"},
		{"bytes=" + strings.Repeat("0-0,", maxRanges) + "0-0", "ignored"},
	}
	for _, test := range tests {
		ranges, outcome := ParseRanges(test.header, size)
		got := [...]string{"ignored", "unsatisfiable", ""}[outcome]
		for i, r := range ranges {
			if i > 0 {
				got += " "
			}
			got += fmt.Sprintf("%d+%d", r.Start, r.Length)
		}
		if got != test.want {
			t.Errorf("%q: %s, want %s", test.header, got, test.want)
		}
	}
}

// FuzzParseRanges: all ranges lie within the file and apart from each other.
func FuzzParseRanges(f *testing.F) {
	for _, seed := range []string{"bytes=0-9", "bytes=-5,0-1, 7-", "bytes=9223372036854775807-", "bytes=-9223372036854775808", "x=1"} {
		f.Add(seed, int64(100))
		f.Add(seed, int64(math.MaxInt64))
		f.Add(seed, int64(0))
	}
	f.Fuzz(func(t *testing.T, header string, size int64) {
		if size < 0 {
			return
		}
		ranges, outcome := ParseRanges(header, size)
		if (outcome == Satisfiable) != (len(ranges) > 0) || len(ranges) > maxRanges {
			t.Fatalf("%d ranges, outcome %d", len(ranges), outcome)
		}
		var sum int64
		for _, r := range ranges {
			if r.Start < 0 || r.Length <= 0 || r.Start > size-r.Length {
				t.Fatalf("%v is not within %d bytes", r, size)
			}
			sum += r.Length
			if sum < 0 || sum > size {
				t.Fatalf("%v overlap", ranges)
			}
		}
	})
}

// FuzzAnswer: no header causes a panic, and an answer is never partial without ranges.
func FuzzAnswer(f *testing.F) {
	f.Add(`"a", W/"b"`, "Mon, 02 Jan 2006 15:04:05 GMT", "bytes=1-2", `"a"`)
	f.Fuzz(func(t *testing.T, tags, date, ranges, ifRange string) {
		v := Version{testTag, testTime}
		for _, asked := range []Asked{
			{IfMatch: tags, IfUnmodifiedSince: date, Range: ranges, IfRange: ifRange},
			{IfNoneMatch: tags, IfModifiedSince: date, Range: ranges, IfRange: date},
		} {
			if got := asked.Answer(v, 10); (got.Status == 206) != (len(got.Ranges) > 0) {
				t.Fatalf("%+v: %+v", asked, got)
			}
		}
	})
}
