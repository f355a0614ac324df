package main

import (
	"encoding/json"
	"io"

	"github.com/fwrun/fwrun/platform/fault"
)

// jsonReport is what `fwrun check --json` writes; docs/guide/command-line.md describes it.
type jsonReport struct {
	OK       bool           `json:"ok"` // the exit code is 0
	Folder   string         `json:"folder"`
	Files    int            `json:"files"`
	Beans    int            `json:"beans"`
	Routes   int            `json:"routes"`
	Proved   int            `json:"proved,omitempty"` // row classes and statements that the databases understand
	Unproved []jsonUnproved `json:"unproved,omitempty"`
	Untyped  []string       `json:"untyped,omitempty"` // handlers of routes whose answers have no type
	Errors   int            `json:"errors"`
	Warnings int            `json:"warnings"`
	Problems []jsonProblem  `json:"diagnostics"`

	TypeScript *jsonTypeScript `json:"typescript,omitempty"` // with --types
}

// jsonTypeScript is the compiler that was asked.
type jsonTypeScript struct {
	Version string `json:"version"`
	Path    string `json:"path"`
	Cached  bool   `json:"cached"` // its earlier answers hold
}

type jsonProblem struct {
	Severity string `json:"severity"` // error or warning
	Code     string `json:"code"`
	Tool     string `json:"tool,omitempty"` // that has found it, such as typescript; fwrun itself otherwise
	jsonPlace
	EndColumn int         `json:"endColumn,omitempty"` // the column after it
	Message   string      `json:"message"`
	Why       string      `json:"why,omitempty"`
	Hint      string      `json:"hint,omitempty"`
	Source    string      `json:"source,omitempty"` // text of the line
	Mend      *fault.Mend `json:"mend,omitempty"`   // what removes the mistake, in the same file
	Notes     []jsonNote  `json:"notes,omitempty"`
}

// jsonPlace is a place in a file. The file is relative to the folder; lines and columns
// count from 1, columns in UTF-16 units.
type jsonPlace struct {
	File   string `json:"file,omitempty"`
	Line   int    `json:"line,omitempty"`
	Column int    `json:"column,omitempty"`
}

// jsonUnproved counts statements that no database has checked.
type jsonUnproved struct {
	Count  int    `json:"count"`
	Reason string `json:"reason"`
}

type jsonNote struct {
	jsonPlace
	Text string `json:"text"`
}

func writeJSON(w io.Writer, c checked) error {
	report := jsonReport{
		OK: c.ok(), Folder: c.folder, Files: c.Files, Beans: c.Beans, Routes: c.Routes, Untyped: c.Untyped,
		Proved: c.Proved.Tables + c.Proved.Statements,
		Errors: len(c.Problems.Errors()), Warnings: len(c.Problems.Warnings()),
		Problems: make([]jsonProblem, len(c.Problems)),
	}
	if c.TypeScript.Path != "" {
		report.TypeScript = &jsonTypeScript{c.TypeScript.Version, c.TypeScript.Path, c.TypeScript.Cached}
	}
	for _, u := range c.Proved.Unproved {
		report.Unproved = append(report.Unproved, jsonUnproved(u))
	}
	for i, d := range c.Problems {
		report.Problems[i] = jsonProblemOf(d)
	}
	return encode(w, report)
}

func jsonProblemOf(d fault.Diagnostic) jsonProblem {
	p := jsonProblem{
		Severity: levelOf(d), Code: d.Code, Tool: d.Tool, jsonPlace: jsonPlaceOf(d.Place),
		Message: d.Message, Why: d.Why, Hint: d.Hint, Source: d.Source,
	}
	if d.Mend != nil && d.Mend.Col > 0 { // or nobody has looked where it belongs
		p.Mend = d.Mend
	}
	if d.Place.Col > 0 {
		p.EndColumn = endColumn(d)
	}
	for _, note := range d.Notes {
		p.Notes = append(p.Notes, jsonNote{jsonPlaceOf(note.Place), note.Text})
	}
	return p
}

func jsonPlaceOf(p fault.Place) jsonPlace { return jsonPlace{p.File, p.Line, p.Col} }

// levelOf returns a severity's name, the same in JSON, SARIF and annotations.
func levelOf(d fault.Diagnostic) string {
	if d.Severity == fault.Warning {
		return "warning"
	}
	return "error"
}

// encode writes an indented JSON document.
func encode(w io.Writer, document any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(document)
}
