package apptest

import (
	"encoding/json"
	"io"
	"path/filepath"
	"strings"

	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/platform/fault"
)

// The members of a report as Jest writes it with --json.
type (
	jestReport struct {
		Failed       int          `json:"numFailedTests"`
		FailedFiles  int          `json:"numFailedTestSuites"`
		Passed       int          `json:"numPassedTests"`
		PassedFiles  int          `json:"numPassedTestSuites"`
		Pending      int          `json:"numPendingTests"`
		PendingFiles int          `json:"numPendingTestSuites"`
		BrokenFiles  int          `json:"numRuntimeErrorTestSuites"`
		Todo         int          `json:"numTodoTests"`
		Tests        int          `json:"numTotalTests"`
		Files        int          `json:"numTotalTestSuites"`
		Handles      []string     `json:"openHandles"`
		Snapshot     jestSnapshot `json:"snapshot"`
		Start        int64        `json:"startTime"`
		Success      bool         `json:"success"`
		Results      []jestFile   `json:"testResults"`
		Interrupted  bool         `json:"wasInterrupted"`
	}
	jestSnapshot struct {
		Added         int            `json:"added"`
		DidUpdate     bool           `json:"didUpdate"`
		Failure       bool           `json:"failure"`
		FilesAdded    int            `json:"filesAdded"`
		FilesRemoved  int            `json:"filesRemoved"`
		Removed       []string       `json:"filesRemovedList"`
		FilesFailed   int            `json:"filesUnmatched"`
		FilesUpdated  int            `json:"filesUpdated"`
		Matched       int            `json:"matched"`
		Total         int            `json:"total"`
		Unchecked     int            `json:"unchecked"`
		UncheckedKeys []jestObsolete `json:"uncheckedKeysByFile"`
		Unmatched     int            `json:"unmatched"`
		Updated       int            `json:"updated"`
	}
	jestObsolete struct {
		File string   `json:"filePath"`
		Keys []string `json:"keys"`
	}
	jestFile struct {
		Tests   []jestTest `json:"assertionResults"`
		End     int64      `json:"endTime"`
		Message string     `json:"message"`
		Name    string     `json:"name"`
		Start   int64      `json:"startTime"`
		Status  string     `json:"status"`
		Summary string     `json:"summary"`
	}
	jestTest struct {
		Suites   []string  `json:"ancestorTitles"`
		Duration *float64  `json:"duration"`
		Details  []any     `json:"failureDetails"`
		Failures []string  `json:"failureMessages"`
		Full     string    `json:"fullName"`
		Location *jestSpot `json:"location"`
		Retries  []string  `json:"retryReasons"`
		Status   string    `json:"status"`
		Title    string    `json:"title"`
	}
	jestSpot struct {
		Column int `json:"column"` // from 0
		Line   int `json:"line"`   // from 1
	}
)

// jestStatus has Jest's words. A test that was not run is pending: what prevented it has failed.
var jestStatus = map[Status]string{Passed: "passed", Failed: "failed", Skipped: "pending", NotRun: "pending", Todo: "todo"}

// WriteJSON writes a report as Jest does. The folder is that of the application.
func WriteJSON(w io.Writer, r *Report, folder string) error {
	folder, err := filepath.Abs(folder)
	if err != nil {
		return err
	}
	counts := r.Counts()
	all := jestReport{
		Failed: counts[Failed], Passed: counts[Passed], Pending: counts[Skipped] + counts[NotRun], Todo: counts[Todo], Files: len(r.Files),
		Handles: []string{}, Start: r.Began.UnixMilli(), Success: r.OK(), Results: []jestFile{}, Snapshot: jestSnapshots(r, folder),
	}
	all.Tests = all.Failed + all.Passed + all.Pending + all.Todo
	for _, f := range r.Files {
		all.Results = append(all.Results, jestFileOf(f, folder))
		switch counts := f.Counts(); {
		case f.Err != nil:
			all.BrokenFiles++
			all.FailedFiles++
		case !f.OK():
			all.FailedFiles++
		case len(f.Tests) > 0 && counts[Passed] == 0:
			all.PendingFiles++
		default:
			all.PassedFiles++
		}
	}
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	return encoder.Encode(all)
}

func jestFileOf(f *File, folder string) jestFile {
	out := jestFile{
		Tests: []jestTest{}, Name: filepath.Join(folder, filepath.FromSlash(f.Name)), Status: "passed",
		Start: f.Began.UnixMilli(), End: f.Began.Add(f.Took).UnixMilli(),
	}
	var messages []string
	for _, t := range f.Tests {
		one := jestTest{
			Suites: append([]string{}, t.Suites...), Details: []any{}, Failures: []string{}, Retries: []string{}, Title: t.Name,
			Full: strings.Join(append(append([]string(nil), t.Suites...), t.Name), " "), Status: jestStatus[t.Status],
		}
		if t.Status == Passed || t.Status == Failed {
			took := float64(t.Took.Microseconds()) / 1000
			one.Duration = &took
		}
		if t.Place.Line > 0 {
			one.Location = &jestSpot{Column: max(0, t.Place.Col-1), Line: t.Place.Line}
		}
		for _, failure := range t.Failures {
			one.Failures = append(one.Failures, failure.in(folder).Text())
		}
		if len(one.Failures) > 0 {
			messages = append(messages, "  ● "+strings.Join(append(append([]string(nil), t.Suites...), t.Name), " › ")+"\n\n"+strings.Join(one.Failures, "\n"))
		}
		out.Tests = append(out.Tests, one)
	}
	for _, failure := range f.Failures {
		messages = append(messages, failure.in(folder).Text())
	}
	if f.Err != nil {
		messages = append(messages, fault.Text(f.Err))
	}
	if out.Message = strings.Join(messages, "\n"); !f.OK() {
		out.Status = "failed"
	}
	return out
}

// in returns the failure with the names of files in full, as readers of Jest's stacks expect them.
func (f Failure) in(folder string) Failure {
	frames := f.Frames
	f.Frames = nil
	for _, frame := range frames {
		if frame.Place.File != "" {
			frame.Place.File = filepath.Join(folder, filepath.FromSlash(frame.Place.File))
		}
		f.Frames = append(f.Frames, engine.SourceFrame{Frame: frame.Frame})
	}
	because := f.Because
	f.Because = nil
	for _, one := range because {
		f.Because = append(f.Because, one.in(folder))
	}
	return f
}

func jestSnapshots(r *Report, folder string) jestSnapshot {
	all := r.Snapshots()
	s := jestSnapshot{
		Added: all.Added, Matched: all.Matched, Unmatched: all.Unmatched, Updated: all.Updated, Failure: all.Unmatched > 0,
		Total: all.Added + all.Matched + all.Unmatched + all.Updated, Removed: []string{}, UncheckedKeys: []jestObsolete{},
	}
	for _, f := range r.Files {
		one := f.Snapshots
		s.FilesAdded += min(one.Added, 1)
		s.FilesFailed += min(one.Unmatched, 1)
		s.FilesUpdated += min(one.Updated, 1)
		s.DidUpdate = s.DidUpdate || one.Updated > 0 || one.Removed
		if len(one.Obsolete) > 0 && !one.Removed {
			s.Unchecked += len(one.Obsolete)
			name := filepath.Join(folder, filepath.FromSlash(f.Name))
			s.UncheckedKeys = append(s.UncheckedKeys, jestObsolete{File: name, Keys: one.Obsolete})
		}
	}
	return s
}
