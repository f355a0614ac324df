package profiling

import (
	"regexp"
	"slices"
	"strings"

	"github.com/google/pprof/profile"
)

// The sample types of a profile of processor time, by index.
const (
	samples = iota
	nanoseconds
)

// join returns a profile of Go in which the samples of the interpreter are those of the scripts, with their share of its time.
func join(process, scripts *profile.Profile, interpreter string) (*profile.Profile, error) {
	var inScripts [2]int64
	process.Sample = slices.DeleteFunc(process.Sample, func(s *profile.Sample) bool {
		if len(scripts.Sample) == 0 || !runs(s, interpreter) {
			return false
		}
		inScripts[samples] += s.Value[samples]
		inScripts[nanoseconds] += s.Value[nanoseconds]
		return true
	})
	weigh(scripts, inScripts)
	if len(scripts.Sample) == 0 {
		return process, nil
	}
	process.Comments, scripts.TimeNanos, scripts.DurationNanos = nil, process.TimeNanos, process.DurationNanos
	if len(process.Sample) == 0 {
		return scripts, nil
	}
	merged, err := profile.Merge([]*profile.Profile{process, scripts})
	if err == nil {
		merged.DurationNanos = process.DurationNanos // Merge adds them, and both were taken at the same time
	}
	return merged, err
}

// runs reports whether a sample was taken in the interpreter, rather than in what scripts have called outside of it. The functions
// of Go's runtime count for those that call them.
func runs(s *profile.Sample, interpreter string) bool {
	for _, l := range s.Location {
		for _, line := range l.Line {
			if line.Function == nil || isRuntime(line.Function.Name) {
				continue
			}
			return strings.HasPrefix(line.Function.Name, interpreter)
		}
	}
	return false
}

// isRuntime reports whether a function belongs to what every package uses.
func isRuntime(name string) bool {
	for _, of := range []string{"runtime.", "internal/", "sync.", "sync/atomic.", "slices.", "sort.", "strings.", "math.", "unicode/", "strconv."} {
		if strings.HasPrefix(name, of) {
			return true
		}
	}
	return false
}

// weigh gives the samples their shares of the totals. Each sample counts the same: what was measured between two of them includes
// waiting, which takes no processor.
func weigh(p *profile.Profile, totals [2]int64) {
	var all int64
	for _, s := range p.Sample {
		all += s.Value[samples]
	}
	for _, s := range p.Sample {
		share := float64(s.Value[samples]) / float64(max(all, 1))
		s.Value[samples] = int64(share*float64(totals[samples]) + 0.5)
		s.Value[nanoseconds] = int64(share*float64(totals[nanoseconds]) + 0.5)
	}
	p.Sample = slices.DeleteFunc(p.Sample, func(s *profile.Sample) bool { return s.Value[nanoseconds] <= 0 })
}

// numbered matches the number that makes names of functions different.
var numbered = regexp.MustCompile(`\.\d+$`)

// rename gives functions of scripts their whole names and files. One without a name is in the file of its caller.
func (from Scripts) rename(scripts *profile.Profile) {
	files := map[*profile.Function]string{}
	for _, l := range scripts.Location {
		for _, line := range l.Line {
			f := line.Function
			if _, done := files[f]; done {
				continue
			}
			name, file := from.Locate(f.Filename, numbered.ReplaceAllString(f.Name, ""), int(line.Line))
			f.Name, f.SystemName, files[f] = name, name, file
		}
	}
	for _, s := range scripts.Sample {
		above := ""
		for _, l := range slices.Backward(s.Location) {
			f := l.Line[0].Function
			if files[f] == "" {
				files[f] = above
			}
			above = files[f]
		}
	}
	for f, file := range files {
		f.Filename = file
	}
}
