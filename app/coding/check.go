package coding

import (
	"context"

	"github.com/fwrun/fwrun/app"
	"github.com/fwrun/fwrun/platform/fault"
)

const checkInput = `{"type":"object","properties":{"offline":{"type":"boolean","default":false,"description":"connect to no ` +
	`database server and create no bean"},"types":{"type":"boolean","default":false,"description":"ask TypeScript, too, if the ` +
	`application has installed it"},"limit":{"type":"integer","minimum":1,"maximum":200,"default":30}},"additionalProperties":false}`

// checked is what check tells.
type checked struct {
	OK       bool      `json:"ok"`
	Files    int       `json:"files"`
	Beans    int       `json:"beans"`
	Routes   int       `json:"routes"`
	Errors   int       `json:"errors"`
	Warnings int       `json:"warnings"`
	Problems []mistake `json:"diagnostics"`
	Left     int       `json:"leftOff,omitempty"`
	Untyped  string    `json:"untyped,omitempty"` // why TypeScript was not asked
}

// mistake is a diagnostic as data.
type mistake struct {
	Severity string `json:"severity"`
	Code     string `json:"code"`
	Tool     string `json:"tool,omitempty"` // that has found it; fwrun itself otherwise
	place
	Message string `json:"message"`
	Why     string `json:"why,omitempty"`
	Hint    string `json:"hint,omitempty"`
	Source  string `json:"source,omitempty"` // the line

	Mend  *fault.Mend `json:"mend,omitempty"`
	Notes []note      `json:"notes,omitempty"`
}

// place is a place in a file: lines and columns count from 1, columns in UTF-16 units.
type place struct {
	File   string `json:"file,omitempty"`
	Line   int    `json:"line,omitempty"`
	Column int    `json:"column,omitempty"`
}

type note struct {
	place
	Text string `json:"text"`
}

func (p *project) check(ctx context.Context, a struct {
	Offline bool `json:"offline"`
	Types   bool `json:"types"`
	Limit   int  `json:"limit"`
},
) (any, error) {
	report := app.Check(ctx, p.silent, app.CheckOptions{Offline: a.Offline, Types: a.Types, Cache: p.silent.Cache})
	c := checked{
		Files: report.Files, Beans: report.Beans, Routes: report.Routes,
		Errors: len(report.Problems.Errors()), Warnings: len(report.Problems.Warnings()), Problems: []mistake{},
	}
	if report.NoTypes != nil {
		c.Untyped = fault.Text(report.NoTypes)
	}
	c.OK = c.Errors == 0 && report.NoTypes == nil
	var shown fault.List
	shown, c.Left = some(report.Problems, a.Limit, 30)
	for _, d := range shown {
		c.Problems = append(c.Problems, mistakeOf(d))
	}
	return c, nil
}

// mistakeOf returns a diagnostic as data.
func mistakeOf(d fault.Diagnostic) mistake {
	m := mistake{
		Severity: "error", Code: d.Code, Tool: d.Tool, place: placeOf(d.Place),
		Message: d.Message, Why: d.Why, Hint: d.Hint, Source: d.Source, Mend: d.Mend,
	}
	if d.Severity == fault.Warning {
		m.Severity = "warning"
	}
	if d.Mend != nil && d.Mend.Col == 0 {
		m.Mend = nil // nobody has looked for it in the file
	}
	for _, n := range d.Notes {
		m.Notes = append(m.Notes, note{placeOf(n.Place), n.Text})
	}
	return m
}

func placeOf(p fault.Place) place { return place{p.File, p.Line, p.Col} }
