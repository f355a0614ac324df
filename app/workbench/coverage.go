package workbench

import (
	"cmp"
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"github.com/fwrun/fwrun/app/coverage"
	"github.com/fwrun/fwrun/platform/fault"
)

// What is shown of a run is bounded.
const (
	mostCovered      = 5000
	mostCoveredLines = 10_000
)

// coveredRun is the last run of the tests, without its sources.
type coveredRun struct {
	Began   time.Time       `json:"began"`
	Millis  int64           `json:"ms"`
	Passed  int             `json:"passed"`
	Failed  int             `json:"failed"`
	Skipped int             `json:"skipped"`
	Part    bool            `json:"part"` // not all tests have run
	Totals  coverage.Totals `json:"totals"`
	Files   []coveredFile   `json:"files"`
	Left    int             `json:"left,omitempty"` // files that are left off
}

// coveredFile is a file with its figures.
type coveredFile struct {
	Name string `json:"name"`
	coverage.Totals
}

// shownRun is what the page is sent of a run, which it asks for every second.
type shownRun struct {
	mu   sync.Mutex
	of   *coverage.Run
	text json.RawMessage
}

// coverage returns the figures of the last run.
func (p *Parts) coverage(*http.Request) (any, error) {
	if p.Covered == nil {
		return map[string]any{"unkept": true}, nil
	}
	run := p.Covered.Run()
	if run == nil {
		return map[string]any{}, nil
	}
	last := &p.shownRun
	last.mu.Lock()
	defer last.mu.Unlock()
	if last.of != run {
		text, err := json.Marshal(map[string]any{"run": coveredRunOf(run)})
		if err != nil {
			return nil, err
		}
		last.of, last.text = run, text
	}
	return last.text, nil
}

func coveredRunOf(run *coverage.Run) coveredRun {
	shown := coveredRun{
		Began: run.Began, Millis: run.Took.Milliseconds(), Passed: run.Passed, Failed: run.Failed, Skipped: run.Skipped, Part: run.Part,
		Totals: coverage.Of(run.Files), Files: []coveredFile{},
	}
	for _, f := range run.Files {
		shown.Files = append(shown.Files, coveredFile{run.Name(f), f.Totals()})
	}
	slices.SortFunc(shown.Files, func(a, b coveredFile) int { return cmp.Compare(a.Name, b.Name) })
	if more := len(shown.Files) - mostCovered; more > 0 {
		shown.Files, shown.Left = shown.Files[:mostCovered], more
	}
	return shown
}

// coveredFile returns the source of one file of the last run, as it was then.
func (p *Parts) coveredFile(r *http.Request) (any, error) {
	var run *coverage.Run
	if p.Covered != nil {
		run = p.Covered.Run()
	}
	name := r.URL.Query().Get("name")
	if run == nil || run.Named(name) == nil {
		return nil, fault.New(op, fault.NotFound, "the last run has no such file")
	}
	file := run.Named(name)
	now, err := os.ReadFile(filepath.Join(run.Application, filepath.FromSlash(name)))
	lines := file.SourceLines()
	left := max(0, len(lines)-mostCoveredLines)
	return map[string]any{
		"name": name, "totals": file.Totals(), "uncovered": file.Uncovered(), "lines": lines[:len(lines)-left], "left": left,
		"changed": err != nil || string(now) != file.Text,
	}, nil
}
