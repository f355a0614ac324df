package coding

import (
	"context"
	"log/slog"
	"regexp"
	"strings"
	"time"

	"github.com/fwrun/fwrun/app"
	"github.com/fwrun/fwrun/app/apptest"
	"github.com/fwrun/fwrun/devtools/toolbox"
	"github.com/fwrun/fwrun/platform/fault"
)

const testInput = `{"type":"object","properties":{
"files":{"type":"array","items":{"type":"string"},"description":"parts of names of test files; all when left out"},
"name":{"type":"string","description":"regular expression for the names of suites and test, joined by blanks"},
"bail":{"type":"boolean","default":false,"description":"stop after the first failure"},
"coverage":{"type":"boolean","default":false}
},"additionalProperties":false}`

// testTime bounds a run of tests.
const testTime = 5 * time.Minute

// mostFailures is how many failures of one run are reported.
const mostFailures = 20

// tested is what test tells.
type tested struct {
	OK       bool         `json:"ok"`
	Passed   int          `json:"passed"`
	Failed   int          `json:"failed"`
	Skipped  int          `json:"skipped,omitempty"`
	NotRun   int          `json:"notRun,omitempty"`
	Files    int          `json:"files"`
	Millis   int64        `json:"ms"`
	Failures []failedTest `json:"failures,omitempty"`
	Left     int          `json:"leftOff,omitempty"`
	Coverage *covered     `json:"coverage,omitempty"`
}

// failedTest is a test, or a file, with what went wrong.
type failedTest struct {
	File     string    `json:"file"`
	Test     string    `json:"test,omitempty"` // none for the file as a whole
	Place    string    `json:"place,omitempty"`
	Failures []failure `json:"failures,omitempty"`
	Mistakes []mistake `json:"diagnostics,omitempty"` // of an application that cannot be built
	Error    string    `json:"error,omitempty"`
	Output   []string  `json:"output,omitempty"` // what scripts printed
}

// failure is one thing that went wrong.
type failure struct {
	Where   string    `json:"where,omitempty"`
	Message string    `json:"message"`
	Diff    []string  `json:"diff,omitempty"` // - expected, + received
	Frames  []string  `json:"frames,omitempty"`
	Hint    string    `json:"hint,omitempty"`
	Because []failure `json:"because,omitempty"`
}

func (p *project) test(ctx context.Context, a struct {
	Files    []string `json:"files"`
	Name     string   `json:"name"`
	Bail     bool     `json:"bail"`
	Coverage bool     `json:"coverage"`
},
) (any, error) {
	options := apptest.Options{App: p.silent, Files: a.Files, Keep: p.silent.Cache}
	options.App.Logger = func(app.LogSettings) *slog.Logger { return slog.New(slog.DiscardHandler) }
	if a.Name != "" {
		wanted, err := regexp.Compile(a.Name)
		if err != nil {
			return nil, fault.New("coding.test", fault.Invalid, "the name is not a regular expression").Because(err)
		}
		options.Matches = wanted.MatchString
	}
	if a.Bail {
		options.Bail = 1
	}
	if a.Coverage {
		settings, err := app.CoverageOf(options.App)
		if err != nil {
			return nil, err
		}
		options.Coverage = &settings
	}
	ctx, cancel := context.WithTimeout(ctx, testTime)
	defer cancel()
	report, err := apptest.Run(ctx, options)
	if err != nil {
		return nil, err
	}
	t := testedOf(report)
	if a.Coverage {
		t.Coverage, err = coveredOf(report.Covered, p.silent.Folder)
	}
	return t, err
}

func testedOf(report *apptest.Report) tested {
	counts := report.Counts()
	t := tested{
		OK: report.OK(), Passed: counts[apptest.Passed], Failed: counts[apptest.Failed], Files: len(report.Files),
		Skipped: counts[apptest.Skipped] + counts[apptest.Todo], NotRun: counts[apptest.NotRun], Millis: report.Took.Milliseconds(),
	}
	var all []failedTest
	for _, file := range report.Files {
		all = append(all, failuresOf(file)...)
	}
	t.Failures, t.Left = some(all, mostFailures, mostFailures)
	return t
}

func failuresOf(file *apptest.File) (list []failedTest) {
	if file.Err != nil || len(file.Failures) > 0 {
		one := failedTest{File: file.Name, Failures: failures(file.Failures), Output: tail(file.Output)}
		if file.Err != nil {
			for _, d := range fault.Diagnose(file.Err) {
				one.Mistakes = append(one.Mistakes, mistakeOf(d))
			}
		}
		list = append(list, one)
	}
	for _, t := range file.Tests {
		if t.Status == apptest.Failed {
			list = append(list, failedTest{
				File: file.Name, Test: strings.Join(append(append([]string(nil), t.Suites...), t.Name), " "), Place: t.Place.String(),
				Failures: failures(t.Failures), Output: tail(t.Output),
			})
		}
	}
	return list
}

func failures(all []apptest.Failure) []failure {
	var list []failure
	for _, f := range all {
		one := failure{Where: f.Where, Message: toolbox.Cut(f.Message, 4000), Hint: f.Hint, Because: failures(f.Because)}
		for _, line := range f.Diff {
			one.Diff = append(one.Diff, string(rune(line.Kind))+" "+line.Text)
		}
		for _, frame := range f.Frames {
			one.Frames = append(one.Frames, frame.String())
		}
		list = append(list, one)
	}
	return list
}

// tail returns the last lines of an output.
func tail(output []string) []string {
	const most = 20
	if len(output) > most {
		output = output[len(output)-most:]
	}
	var list []string
	for _, line := range output {
		list = append(list, toolbox.Cut(line, 1000))
	}
	return list
}
