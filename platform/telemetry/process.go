package telemetry

import (
	"bufio"
	"bytes"
	"math"
	"os"
	"runtime/debug"
	"runtime/metrics"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/fwrun/fwrun/platform/processors"
)

// processUse measures how busy the processors are, between two looks at them.
type processUse struct {
	started time.Time

	mu         sync.Mutex
	last       moment
	used       float64 // by this process, of all processors; negative if it is not known
	systemUsed float64 // likewise, by all
	peak       float64 // the most goroutines that were seen
}

// moment is what was used until a time, in seconds.
type moment struct {
	at           time.Time
	process      float64
	busy, system float64 // of all processors
}

// usage is how busy the processors are.
type usage struct{ process, system float64 }

func (u usage) ofProcess() []Sample { return known(u.process) }
func (u usage) ofSystem() []Sample  { return known(u.system) }

func known(n float64) []Sample {
	if n < 0 || math.IsNaN(n) {
		return nil
	}
	return one(min(n, 1))
}

// shortest is the shortest time over which use is measured.
const shortest = time.Second

// read returns how busy the processors were since the last look.
func (p *processUse) read(m *Metrics) usage {
	p.mu.Lock()
	defer p.mu.Unlock()
	now := time.Now()
	if !p.last.at.IsZero() && now.Sub(p.last.at) < shortest {
		return usage{p.used, p.systemUsed}
	}
	next := moment{at: now, process: m.processSeconds()}
	next.busy, next.system = systemSeconds()
	before := p.last
	if before.at.IsZero() {
		before.at = p.started
	}
	p.used, p.systemUsed, p.last = -1, -1, next
	if took := next.at.Sub(before.at).Seconds() * float64(processors.Count()); took > 0 && next.process >= 0 {
		p.used = (next.process - before.process) / took
	}
	if took := next.system - before.system; took > 0 {
		p.systemUsed = (next.busy - before.busy) / took
	}
	return usage{p.used, p.systemUsed}
}

// processSeconds returns the time of processors that the process has used; negative if it is not known.
func (m *Metrics) processSeconds() float64 {
	families, _ := m.Gatherer().Gather()
	for _, f := range families {
		if f.GetName() == "process_cpu_seconds_total" && len(f.GetMetric()) == 1 {
			return f.GetMetric()[0].GetCounter().GetValue()
		}
	}
	return -1
}

// systemSeconds returns for how long the processors of the machine were busy, and for how long there were any, in the same unit; zero
// if that is not known.
func systemSeconds() (busy, all float64) {
	text, err := os.ReadFile("/proc/stat")
	if err != nil {
		return 0, 0
	}
	line, _, _ := bytes.Cut(text, []byte("\n"))
	words := bufio.NewScanner(bytes.NewReader(line))
	words.Split(bufio.ScanWords)
	for i := 0; words.Scan() && i <= 8; i++ { // cpu user nice system idle iowait irq softirq steal
		n, err := strconv.ParseFloat(words.Text(), 64)
		if err != nil {
			continue
		}
		all += n
		if i != 4 && i != 5 {
			busy += n
		}
	}
	return busy, all
}

// The figures of Go's runtime that are asked for.
const (
	heapUsed    = "/memory/classes/heap/objects:bytes"
	heapUnused  = "/memory/classes/heap/unused:bytes"
	heapFree    = "/memory/classes/heap/free:bytes"
	heapGone    = "/memory/classes/heap/released:bytes"
	memoryTotal = "/memory/classes/total:bytes"
	goroutines  = "/sched/goroutines:goroutines"
)

func runtimeFigures(names ...string) map[string]float64 {
	samples := make([]metrics.Sample, len(names))
	for i, name := range names {
		samples[i].Name = name
	}
	metrics.Read(samples)
	out := map[string]float64{}
	for _, s := range samples {
		if s.Value.Kind() == metrics.KindUint64 {
			out[s.Name] = float64(s.Value.Uint64())
		}
	}
	return out
}

// memoryMeters are those of Go's memory under the names of Java's.
func memoryMeters() []springMeter {
	areas := func(of func(m *Metrics, f map[string]float64) (heap, other float64)) func(m *Metrics) []Sample {
		return func(m *Metrics) []Sample {
			heap, other := of(m, runtimeFigures(heapUsed, heapUnused, heapFree, heapGone, memoryTotal))
			return []Sample{{[]Tag{{"area", "heap"}, {"id", "Go heap"}}, value(heap)}, {[]Tag{{"area", "nonheap"}, {"id", "Go runtime"}}, value(other)}}
		}
	}
	other := func(f map[string]float64) float64 {
		return f[memoryTotal] - f[heapUsed] - f[heapUnused] - f[heapFree] - f[heapGone]
	}
	return []springMeter{
		{
			"jvm.memory.used", "bytes", "The amount of used memory.",
			areas(func(_ *Metrics, f map[string]float64) (float64, float64) { return f[heapUsed], other(f) }),
		},
		{
			"jvm.memory.committed", "bytes", "The amount of memory that is committed for the runtime to use.",
			areas(func(_ *Metrics, f map[string]float64) (float64, float64) {
				return f[heapUsed] + f[heapUnused] + f[heapFree], other(f)
			}),
		},
		{
			"jvm.memory.max", "bytes", "The maximum amount of memory in bytes that can be used.",
			areas(func(m *Metrics, _ map[string]float64) (float64, float64) { return m.maxMemory(), -1 }),
		},
	}
}

// maxMemory returns the limit of the heap, or -1 as Java has it if there is none.
func (m *Metrics) maxMemory() float64 {
	if s := m.sources.Load(); s != nil && s.MaxMemory != nil {
		if limit := s.MaxMemory(); limit > 0 {
			return float64(limit)
		}
	}
	if limit := debug.SetMemoryLimit(-1); limit < math.MaxInt64 {
		return float64(limit)
	}
	return -1
}

// threadMeters are those of goroutines and of the garbage collector under the names of Java's.
func threadMeters() []springMeter {
	live := func(m *Metrics) []Sample { return one(m.process.goroutines(nil)) }
	return []springMeter{
		{"jvm.threads.live", "threads", "The number of goroutines.", live},
		{"jvm.threads.daemon", "threads", "The number of goroutines: none of them keeps the process alive.", live},
		{"jvm.threads.peak", "threads", "The largest number of goroutines that was seen.", func(m *Metrics) []Sample {
			var peak float64
			m.process.goroutines(&peak)
			return one(peak)
		}},
		{"jvm.gc.pause", "seconds", "Time spent in GC pause.", func(*Metrics) []Sample { return pauses() }},
	}
}

// goroutines returns how many there are, and the most that were seen.
func (p *processUse) goroutines(peak *float64) float64 {
	n := runtimeFigures(goroutines)[goroutines]
	p.mu.Lock()
	defer p.mu.Unlock()
	p.peak = max(p.peak, n)
	if peak != nil {
		*peak = p.peak
	}
	return n
}

func pauses() []Sample {
	var stats debug.GCStats
	debug.ReadGCStats(&stats)
	var largest time.Duration
	for i, pause := range stats.Pause {
		if i < len(stats.PauseEnd) && time.Since(stats.PauseEnd[i]) < 2*time.Minute {
			largest = max(largest, pause)
		}
	}
	tags := []Tag{{"action", "end of GC cycle"}, {"cause", "Go"}}
	return []Sample{{tags, []Value{
		{"COUNT", float64(stats.NumGC)}, {"TOTAL_TIME", stats.PauseTotal.Seconds()}, {"MAX", largest.Seconds()},
	}}}
}

// acceptsOpenMetrics reports whether a media type is that of OpenMetrics.
func acceptsOpenMetrics(mediaType string) bool {
	return strings.HasPrefix(mediaType, "application/openmetrics-text")
}
