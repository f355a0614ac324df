package profiling_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"strings"
	"testing"
	"time"

	"github.com/google/pprof/profile"

	"github.com/fwrun/fwrun/platform/fault"
	"github.com/fwrun/fwrun/platform/profiling"
)

// interpret stands for an interpreter: it computes until it is told to stop.
func interpret(stop <-chan struct{}) (n int) {
	for {
		select {
		case <-stop:
			return n
		default:
			for i := range 10_000 {
				n += i % 7
			}
		}
	}
}

// scripts returns what samples an interpreter in which two functions were seen, one three times as often as the other.
func scripts() profiling.Scripts {
	return profiling.Scripts{
		Sample: func(during func()) ([]byte, error) {
			stop, ended := make(chan struct{}), make(chan struct{})
			go func() { interpret(stop); close(ended) }()
			during()
			close(stop)
			<-ended
			kinds := []*profile.ValueType{{Type: "samples", Unit: "count"}, {Type: "cpu", Unit: "nanoseconds"}}
			list := &profile.Function{ID: 1, Name: "list", Filename: "program"}
			inner := &profile.Function{ID: 2, Name: "<anonymous>.2", Filename: "program"}
			m := &profile.Mapping{ID: 1, File: "[scripts]"}
			at := []*profile.Location{
				{ID: 1, Mapping: m, Line: []profile.Line{{Function: list, Line: 7}}},
				{ID: 2, Mapping: m, Line: []profile.Line{{Function: inner, Line: 9}}},
			}
			var text bytes.Buffer
			err := (&profile.Profile{
				SampleType: kinds, PeriodType: kinds[1], Period: 1e7, Mapping: []*profile.Mapping{m}, Function: []*profile.Function{list, inner}, Location: at,
				Sample: []*profile.Sample{{Location: at[:1], Value: []int64{1, 5e9}}, {Location: []*profile.Location{at[1], at[0]}, Value: []int64{3, 1}}},
			}).Write(&text)
			return text.Bytes(), err
		},
		Locate: func(program, function string, line int) (string, string) {
			if program == "program" && function == "list" && line == 7 {
				return "Users.list", "users.js"
			}
			return function, ""
		},
		Interpreter: "github.com/fwrun/fwrun/platform/profiling_test.interpret",
	}
}

func take(t *testing.T, kind string, during time.Duration) *profile.Profile {
	t.Helper()
	text, err := profiling.New().Take(t.Context(), scripts(), kind, during)
	if err != nil {
		t.Fatal(err)
	}
	p, err := profile.ParseData(text)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// shares returns the time by function in which samples were taken.
func shares(p *profile.Profile) map[string]int64 {
	times := map[string]int64{}
	for _, s := range p.Sample {
		f := s.Location[0].Line[0].Function
		times[f.Name+" "+f.Filename] += s.Value[1]
	}
	return times
}

// TestTogether: the time of the interpreter is that of the scripts' functions, in their proportion.
func TestTogether(t *testing.T) {
	got := shares(take(t, profiling.CPU, 500*time.Millisecond))
	list, inner := got["Users.list users.js"], got["<anonymous> users.js"]
	if list == 0 || inner < 2*list || inner > 4*list || time.Duration(list+inner) > 2*time.Second {
		t.Errorf("%v", got)
	}
	for name := range got {
		if strings.Contains(name, "interpret") {
			t.Errorf("the interpreter counts beside the scripts: %v", got)
		}
	}
}

// TestDuration: a profile says how long it took, which is no longer than it did.
func TestDuration(t *testing.T) {
	stop := make(chan struct{})
	defer close(stop)
	go compute(stop)
	for kind, during := range map[string]time.Duration{
		profiling.CPU: 500 * time.Millisecond, profiling.ScriptsOf: 20 * time.Millisecond, profiling.Block: 20 * time.Millisecond,
		profiling.Mutex: 20 * time.Millisecond,
	} {
		began := time.Now()
		taken := take(t, kind, during)
		if said := time.Duration(taken.DurationNanos); said < during || said > time.Since(began) || taken.TimeNanos < began.UnixNano() {
			t.Errorf("%s: the profile says that it took %v since %d", kind, said, taken.TimeNanos)
		}
	}
}

// compute computes outside of the interpreter.
func compute(stop <-chan struct{}) {
	block := make([]byte, 10_000)
	for {
		select {
		case <-stop:
			return
		default:
			sum := sha256.Sum256(block)
			copy(block, sum[:])
		}
	}
}

func TestKinds(t *testing.T) {
	for _, kind := range profiling.Kinds() {
		if p := take(t, kind, 20*time.Millisecond); len(p.SampleType) == 0 {
			t.Errorf("%s: no types of samples", kind)
		}
	}
	if got := shares(take(t, profiling.ScriptsOf, time.Millisecond)); got["Users.list users.js"] != 5e9 {
		t.Errorf("%v", got)
	}
	if _, err := profiling.New().Take(t.Context(), scripts(), "other", 0); fault.KindOf(err) != fault.Invalid {
		t.Error(err)
	}
}

// TestOneAtATime: a second profile is refused, and a client that has gone ends the first.
func TestOneAtATime(t *testing.T) {
	p := profiling.New()
	ctx, cancel := context.WithCancel(t.Context())
	began, ended := make(chan struct{}), make(chan error)
	go func() {
		s := scripts()
		sample := s.Sample
		s.Sample = func(during func()) ([]byte, error) {
			return sample(func() { close(began); during() })
		}
		_, err := p.Take(ctx, s, profiling.CPU, time.Hour)
		ended <- err
	}()
	<-began
	if _, err := p.Take(t.Context(), scripts(), profiling.Heap, 0); fault.KindOf(err) != fault.Conflict {
		t.Error(err)
	}
	if _, err := profiling.New().Take(t.Context(), scripts(), profiling.CPU, 0); fault.KindOf(err) != fault.Conflict && err != nil {
		t.Error(err)
	}
	cancel()
	if err := <-ended; err != nil {
		t.Error(err)
	}
	if _, err := p.Take(t.Context(), scripts(), profiling.Heap, 0); err != nil {
		t.Error(err)
	}
}
