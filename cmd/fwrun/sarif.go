package main

import (
	"cmp"
	"io"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/fwrun/fwrun/platform/fault"
)

// The part of SARIF 2.1.0 that a check needs (OASIS, "Static Analysis Results Interchange Format"): one run
// of one tool, whose rules are the codes that were found.
type (
	sarifLog struct {
		Schema  string     `json:"$schema"`
		Version string     `json:"version"`
		Runs    []sarifRun `json:"runs"`
	}
	sarifRun struct {
		Tool        sarifTool                `json:"tool"`
		Invocations []sarifInvocation        `json:"invocations"`
		BaseIDs     map[string]sarifArtifact `json:"originalUriBaseIds"`
		ColumnKind  string                   `json:"columnKind"`
		Results     []sarifResult            `json:"results"` // empty: nothing was found
	}
	sarifTool struct {
		Driver sarifDriver `json:"driver"`
	}
	sarifDriver struct {
		Name           string      `json:"name"`
		Version        string      `json:"version"`
		InformationURI string      `json:"informationUri"`
		Rules          []sarifRule `json:"rules"`
	}
	sarifRule struct {
		ID      string    `json:"id"`
		Summary sarifText `json:"shortDescription"`
		Help    sarifText `json:"help"`
	}
	sarifText struct {
		Text string `json:"text"`
	}
	sarifInvocation struct {
		Successful bool `json:"executionSuccessful"`
	}
	sarifArtifact struct {
		URI       string `json:"uri"`
		URIBaseID string `json:"uriBaseId,omitempty"`
	}
	sarifResult struct {
		RuleID    string          `json:"ruleId"`
		RuleIndex int             `json:"ruleIndex"`
		Level     string          `json:"level"`
		Message   sarifText       `json:"message"`
		Locations []sarifLocation `json:"locations,omitempty"`
		Related   []sarifLocation `json:"relatedLocations,omitempty"`
		Fixes     []sarifFix      `json:"fixes,omitempty"`
	}
	sarifFix struct {
		Description sarifText     `json:"description"`
		Changes     []sarifChange `json:"artifactChanges"`
	}
	sarifChange struct {
		Artifact     sarifArtifact      `json:"artifactLocation"`
		Replacements []sarifReplacement `json:"replacements"`
	}
	sarifReplacement struct {
		Deleted  sarifRegion `json:"deletedRegion"`
		Inserted *sarifText  `json:"insertedContent,omitempty"`
	}
	sarifLocation struct {
		ID       int           `json:"id,omitempty"` // of related ones
		Physical sarifPhysical `json:"physicalLocation"`
		Message  *sarifText    `json:"message,omitempty"`
	}
	sarifPhysical struct {
		Artifact sarifArtifact `json:"artifactLocation"`
		Region   *sarifRegion  `json:"region,omitempty"` // nil for the file as a whole
	}
	sarifRegion struct {
		StartLine   int        `json:"startLine"`
		StartColumn int        `json:"startColumn,omitempty"`
		EndColumn   int        `json:"endColumn,omitempty"`
		Snippet     *sarifText `json:"snippet,omitempty"`
	}
)

// sourceRoot is the name that SARIF tools use for the folder that files are relative to.
const sourceRoot = "%SRCROOT%"

// root is the folder that the files of a report are relative to, and the path of the application in it.
type root struct {
	folder string // absolute
	prefix string // "apps/shop"; empty if it is the application itself
}

// root returns the folder in which the command ran, which in a workflow is the checkout, if it contains the
// application.
func (c checked) root() root {
	if here, err := os.Getwd(); err == nil {
		inside, err := filepath.Rel(here, c.folder)
		if err == nil && inside != ".." && !strings.HasPrefix(inside, ".."+string(filepath.Separator)) {
			return root{here, strings.TrimPrefix(filepath.ToSlash(inside), ".")}
		}
	}
	return root{c.folder, ""}
}

func (r root) artifact(file string) sarifArtifact {
	relative := url.URL{Path: path.Join(r.prefix, file)}
	return sarifArtifact{URI: strings.TrimPrefix(relative.String(), "./"), URIBaseID: sourceRoot}
}

func (r root) uri() string {
	folder := filepath.ToSlash(r.folder)
	if !strings.HasPrefix(folder, "/") {
		folder = "/" + folder // C:/app
	}
	u := url.URL{Scheme: "file", Path: strings.TrimSuffix(folder, "/") + "/"}
	return u.String()
}

func writeSARIF(w io.Writer, c checked) error {
	root, rules := c.root(), rulesOf(c.Problems)
	run := sarifRun{
		Tool: sarifTool{sarifDriver{
			Name: "fwrun", Version: versionText(), InformationURI: "https://github.com/fwrun/fwrun", Rules: rules,
		}},
		Invocations: []sarifInvocation{{Successful: true}},
		BaseIDs:     map[string]sarifArtifact{sourceRoot: {URI: root.uri()}},
		ColumnKind:  "utf16CodeUnits",
		Results:     make([]sarifResult, len(c.Problems)),
	}
	for i, d := range c.Problems {
		run.Results[i] = sarifResult{
			RuleID: d.Code, RuleIndex: slices.IndexFunc(rules, func(r sarifRule) bool { return r.ID == d.Code }),
			Level: levelOf(d), Message: sarifText{prose(d)},
			Locations: root.locations(d), Related: root.related(d.Notes), Fixes: root.fixes(d),
		}
	}
	return encode(w, sarifLog{
		Schema: "https://json.schemastore.org/sarif-2.1.0.json", Version: "2.1.0", Runs: []sarifRun{run},
	})
}

// rulesOf lists the rules of the codes that were found.
func rulesOf(problems fault.List) []sarifRule {
	rules := []sarifRule{}
	for _, d := range problems {
		if slices.ContainsFunc(rules, func(r sarifRule) bool { return r.ID == d.Code }) {
			continue
		}
		rule := ruleOf(d.Code)
		rules = append(rules, sarifRule{d.Code, sarifText{rule.what}, sarifText{rule.help}})
	}
	return rules
}

func (r root) locations(d fault.Diagnostic) []sarifLocation {
	if d.Place.File == "" {
		return nil
	}
	at := r.location(d.Place)
	if region := at.Physical.Region; region != nil {
		if d.Place.Col > 0 {
			region.EndColumn = endColumn(d)
		}
		if d.Source != "" {
			region.Snippet = &sarifText{d.Source}
		}
	}
	return []sarifLocation{at}
}

func (r root) fixes(d fault.Diagnostic) []sarifFix {
	if d.Mend == nil {
		return nil
	}
	deleted := sarifRegion{StartLine: d.Mend.Line, StartColumn: d.Mend.Col, EndColumn: d.Mend.EndCol()}
	return []sarifFix{{sarifText{cmp.Or(d.Hint, "replace it")}, []sarifChange{{
		r.artifact(d.Place.File), []sarifReplacement{{deleted, &sarifText{d.Mend.New}}},
	}}}}
}

func (r root) related(notes []fault.Note) []sarifLocation {
	var list []sarifLocation
	for _, note := range notes {
		if note.Place.File == "" {
			continue
		}
		at := r.location(note.Place)
		at.ID, at.Message = len(list)+1, &sarifText{note.Text}
		list = append(list, at)
	}
	return list
}

func (r root) location(p fault.Place) sarifLocation {
	at := sarifLocation{Physical: sarifPhysical{Artifact: r.artifact(p.File)}}
	if p.Line > 0 {
		at.Physical.Region = &sarifRegion{StartLine: p.Line, StartColumn: p.Col}
	}
	return at
}
