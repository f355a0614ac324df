package startup_test

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/fwrun/fwrun/platform/startup"
)

func TestSteps(t *testing.T) {
	timeline := startup.New()
	ctx, endBuild := startup.Step(startup.With(t.Context(), timeline), "build", startup.Text("profile", "prod"))
	_ = startup.Do(ctx, "compile", func(ctx context.Context) error {
		_, end := startup.Step(ctx, "read")
		end(startup.Number("files", 3))
		return nil
	})
	endBuild()
	_, end := startup.Step(startup.With(t.Context(), timeline), "listen")
	end()
	var lines []string
	for i, s := range timeline.Steps() {
		lines = append(lines, fmt.Sprint(i, " ", s.Parent, " ", s.Name, s.Tags))
		if s.Took <= 0 || s.Began.Before(timeline.Began()) {
			t.Errorf("%s: began %v, took %v", s.Name, s.Began, s.Took)
		}
	}
	if got, want := strings.Join(lines, "|"), "0 -1 build[{profile prod}]|1 0 compile[]|2 1 read[{files 3}]|3 -1 listen[]"; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// TestWithoutTimeline: nothing is recorded where nobody asked for it.
func TestWithoutTimeline(t *testing.T) {
	ctx, end := startup.Step(t.Context(), "build")
	end()
	if ctx != t.Context() {
		t.Error("the context was changed")
	}
}

func TestManySteps(t *testing.T) {
	timeline := startup.New()
	ctx := startup.With(t.Context(), timeline)
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			for range 1000 {
				_, end := startup.Step(ctx, "bean")
				end()
			}
		})
	}
	all.Wait()
	if n := len(timeline.Steps()); n != 1000 {
		t.Errorf("%d steps are kept", n)
	}
}
