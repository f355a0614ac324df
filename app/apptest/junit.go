package apptest

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/fwrun/fwrun/platform/fault"
)

// The elements of a JUnit report, as GitLab and Jenkins read them.
type (
	junitSuites struct {
		XMLName  xml.Name     `xml:"testsuites"`
		Name     string       `xml:"name,attr"`
		Tests    int          `xml:"tests,attr"`
		Failures int          `xml:"failures,attr"`
		Errors   int          `xml:"errors,attr"`
		Skipped  int          `xml:"skipped,attr"`
		Time     junitSeconds `xml:"time,attr"`
		Suites   []junitSuite `xml:"testsuite"`
	}
	junitSuite struct {
		Name      string       `xml:"name,attr"`
		File      string       `xml:"file,attr"`
		Tests     int          `xml:"tests,attr"`
		Failures  int          `xml:"failures,attr"`
		Errors    int          `xml:"errors,attr"`
		Skipped   int          `xml:"skipped,attr"`
		Time      junitSeconds `xml:"time,attr"`
		Timestamp string       `xml:"timestamp,attr"`
		Cases     []junitCase  `xml:"testcase"`
		Output    string       `xml:"system-out,omitempty"`
	}
	junitCase struct {
		Name      string         `xml:"name,attr"`
		Class     string         `xml:"classname,attr"`
		File      string         `xml:"file,attr"`
		Line      int            `xml:"line,attr,omitempty"`
		Time      junitSeconds   `xml:"time,attr"`
		Failures  []junitProblem `xml:"failure"`
		Errors    []junitProblem `xml:"error"`
		Skipped   *junitSkipped  `xml:"skipped"`
		SystemOut string         `xml:"system-out,omitempty"`
	}
	junitProblem struct {
		Message string `xml:"message,attr"`
		Type    string `xml:"type,attr"`
		Text    string `xml:",chardata"`
	}
	junitSkipped struct {
		Message string `xml:"message,attr,omitempty"`
	}
	junitSeconds time.Duration
)

// MarshalText formats seconds.
func (s junitSeconds) MarshalText() ([]byte, error) {
	return fmt.Appendf(nil, "%.3f", time.Duration(s).Seconds()), nil
}

// UnmarshalText parses seconds.
func (s *junitSeconds) UnmarshalText(text []byte) error {
	d, err := time.ParseDuration(string(text) + "s")
	*s = junitSeconds(d)
	return err
}

// WriteJUnit writes a report as JUnit XML: a suite for each file; an error of the application is a test case
// of the suite.
func WriteJUnit(w io.Writer, r *Report, at time.Time) error {
	all := junitSuites{Name: "fwrun test", Time: junitSeconds(r.Took)}
	for _, f := range r.Files {
		s := junitOf(f)
		s.Timestamp = at.UTC().Format("2006-01-02T15:04:05")
		all.Tests += s.Tests
		all.Failures += s.Failures
		all.Errors += s.Errors
		all.Skipped += s.Skipped
		all.Suites = append(all.Suites, s)
	}
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	encoder := xml.NewEncoder(w)
	encoder.Indent("", "  ")
	if err := encoder.Encode(all); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}

func junitOf(f *File) junitSuite {
	s := junitSuite{Name: f.Name, File: f.Name, Time: junitSeconds(f.Took), Output: strings.Join(f.Output, "\n")}
	for _, t := range f.Tests {
		s.add(junitCaseOf(f, t))
	}
	for _, failure := range f.Failures {
		s.add(junitCase{Name: "(outside of any test)", Class: f.Name, File: f.Name, Errors: []junitProblem{problemOf(failure, "error")}})
	}
	if f.Err != nil {
		s.add(junitCase{Name: "(start)", Class: f.Name, File: f.Name, Errors: []junitProblem{startProblem(f.Err)}})
	}
	return s
}

func (s *junitSuite) add(c junitCase) {
	s.Cases = append(s.Cases, c)
	s.Tests++
	switch {
	case len(c.Failures) > 0:
		s.Failures++
	case len(c.Errors) > 0:
		s.Errors++
	case c.Skipped != nil:
		s.Skipped++
	}
}

func junitCaseOf(f *File, t *Test) junitCase {
	c := junitCase{
		Name: strings.Join(append(append([]string(nil), t.Suites...), t.Name), " › "), Class: f.Name, File: f.Name,
		Line: t.Place.Line, Time: junitSeconds(t.Took), SystemOut: strings.Join(t.Output, "\n"),
	}
	switch t.Status {
	case Skipped, Todo:
		c.Skipped = &junitSkipped{Message: string(t.Status)}
	case NotRun:
		c.Errors = []junitProblem{{Message: "not run: " + t.Reason, Type: string(NotRun)}}
	}
	for _, failure := range t.Failures {
		c.Failures = append(c.Failures, problemOf(failure, "failure"))
	}
	return c
}

func problemOf(f Failure, kind string) junitProblem {
	return junitProblem{Message: f.title(), Type: kind, Text: "\n" + f.Text()}
}

func startProblem(err error) junitProblem {
	p := junitProblem{Message: err.Error(), Type: "error", Text: "\n" + err.Error()}
	if list, ok := errors.AsType[fault.List](err); ok && len(list) > 0 {
		p.Message = list[0].Error()
	}
	return p
}

func (f Failure) title() string {
	if f.Where == "" {
		return f.Message
	}
	return f.Where + ": " + f.Message
}

// Text returns the complete failure as plain text.
func (f Failure) Text() string {
	var b strings.Builder
	b.WriteString(f.title() + "\n")
	for _, line := range f.Diff {
		if line.Kind == Gap {
			b.WriteString("  … " + line.Text + " lines\n")
		} else {
			b.WriteString(strings.TrimRight("  "+string(line.Kind)+" "+line.Text, " ") + "\n")
		}
	}
	for _, frame := range f.Frames {
		b.WriteString("    at " + frame.String() + "\n")
	}
	if f.Hint != "" {
		b.WriteString("  fix: " + f.Hint + "\n")
	}
	for _, because := range f.Because {
		b.WriteString("\n" + because.Text())
	}
	return b.String()
}
