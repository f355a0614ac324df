package main

import (
	"fmt"
	"io"
	"os"

	"github.com/fwrun/fwrun/openapi/compare"
)

// exitBreaking is the exit code of a comparison that finds a breaking change.
const exitBreaking = 3

// printChanges prints what has changed since the document of before.
func printChanges(p process, w openAPIWords, document []byte) error {
	old, err := os.ReadFile(w.against)
	if err != nil {
		return err
	}
	changes, err := compare.Documents(old, document)
	if err != nil {
		return fmt.Errorf("%s: %w", w.against, err)
	}
	if w.asJSON {
		err = encode(p.out, jsonChangesOf(changes))
	} else {
		err = listChanges(p.out, painter{p.colours}, changes)
	}
	if err == nil && compare.Breaks(changes) {
		return reported{exitBreaking}
	}
	return err
}

// listChanges prints the changes of each operation below its name, and how many break.
func listChanges(out io.Writer, paint painter, changes []compare.Change) error {
	breaking, last := 0, ""
	for _, c := range changes {
		if place := placeOfChange(c); place != last {
			fmt.Fprintln(out, paint.bold(place))
			last = place
		}
		text := c.Text
		if c.Breaking {
			breaking++
			text = paint.red("breaks: ") + text + paint.dim("; "+c.Why)
		}
		fmt.Fprintf(out, "  %s\n    %s\n", text, paint.dim(c.Pointer))
	}
	_, err := fmt.Fprintf(out, "%s, %d breaking\n", count(len(changes), "change"), breaking)
	return err
}

func placeOfChange(c compare.Change) string {
	switch {
	case c.Path == "":
		return "the whole document"
	case c.Method == "":
		return c.Path
	}
	return c.Method + " " + c.Path
}

// jsonChanges is what `fwrun openapi --against --json` writes; docs/guide/openapi.md describes it.
type jsonChanges struct {
	Breaking bool         `json:"breaking"`
	Changes  []jsonChange `json:"changes"`
}

type jsonChange struct {
	Method   string `json:"method,omitempty"`
	Path     string `json:"path,omitempty"`
	Pointer  string `json:"pointer"` // into the new document, or into the old one for what was removed
	Kind     string `json:"kind"`
	Breaking bool   `json:"breaking"`
	Text     string `json:"text"`
	Why      string `json:"why,omitempty"`
}

func jsonChangesOf(changes []compare.Change) jsonChanges {
	list := jsonChanges{compare.Breaks(changes), make([]jsonChange, len(changes))}
	for i, c := range changes {
		list.Changes[i] = jsonChange(c)
	}
	return list
}
