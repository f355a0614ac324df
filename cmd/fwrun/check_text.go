package main

import (
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"time"

	"github.com/fwrun/fwrun/platform/fault"
)

// writeText reports like a compiler, with a caret under each mistake.
func writeText(w io.Writer, c checked) error {
	printDiagnostics(w, c.Problems, c.colours)
	if len(c.Proved.Unproved) > 0 {
		if _, err := fmt.Fprintf(w, "not proved by a database: %s\n", c.Proved); err != nil {
			return err
		}
	}
	if len(c.Problems) > 0 {
		return nil
	}
	_, err := fmt.Fprintf(w, "%s in %s: %s, %s (%s)\n", painter{c.colours}.green("no problems"), count(c.Files, "file"),
		count(c.Beans, "bean"), count(c.Routes, "route"), c.took.Round(time.Millisecond))
	return err
}

// writeAnnotations writes workflow commands of GitHub Actions, which become annotations of
// the lines in a pull request.
func writeAnnotations(w io.Writer, c checked) error { return annotate(w, c.folder, c.Problems) }

// annotate writes the annotations of an application in a folder.
func annotate(w io.Writer, folder string, problems fault.List) error {
	for _, d := range problems {
		properties := []string{"title=" + annotationProperty(d.Code)}
		if d.Place.File != "" {
			properties = append(properties, "file="+annotationProperty(inRepository(folder, d.Place.File)))
		}
		if d.Place.Line > 0 {
			properties = append(properties, fmt.Sprintf("line=%d", d.Place.Line))
		}
		if d.Place.Col > 0 {
			properties = append(properties, fmt.Sprintf("col=%d,endColumn=%d", d.Place.Col, endColumn(d)))
		}
		if _, err := fmt.Fprintf(w, "::%s %s::%s\n", levelOf(d), strings.Join(properties, ","), annotationData.Replace(prose(d))); err != nil {
			return err
		}
	}
	return nil
}

// inRepository returns the path of a file below the root of the repository that the command runs in, to which annotations
// refer, or else below the folder of the command. The file is named relative to the application, or, if it is outside of
// it, as on the command line.
func inRepository(folder, file string) string {
	full := file
	if !filepath.IsAbs(full) {
		full = filepath.Join(folder, file)
	}
	if given, err := filepath.Abs(file); err == nil && !exists(full) && exists(given) {
		full = given
	}
	full, err := filepath.Abs(full)
	if err != nil {
		return file
	}
	relative, err := filepath.Rel(repository(), full)
	if err != nil || !filepath.IsLocal(relative) {
		return file
	}
	return filepath.ToSlash(relative)
}

// repository returns the root of the git repository that the command runs in, or else the folder of the command.
func repository() string {
	here, err := filepath.Abs(".")
	if err != nil {
		return "."
	}
	for folder := here; ; folder = filepath.Dir(folder) {
		if exists(filepath.Join(folder, ".git")) {
			return folder
		}
		if folder == filepath.Dir(folder) {
			return here
		}
	}
}

// annotationData escapes the characters with a special meaning in a workflow command.
var annotationData = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")

func annotationProperty(text string) string {
	return strings.NewReplacer(":", "%3A", ",", "%2C").Replace(annotationData.Replace(text))
}

// prose returns the text of a mistake without its place: what is wrong, why, and how to fix it.
func prose(d fault.Diagnostic) string {
	text := d.Message
	if d.Why != "" {
		text += "\nwhy: " + d.Why
	}
	if d.Hint != "" {
		text += "\nfix: " + d.Hint
	}
	return text
}

// endColumn returns the column after the underlined text.
func endColumn(d fault.Diagnostic) int { return d.Place.Col + max(1, d.Length) }
