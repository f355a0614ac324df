package coverage

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// Reporters are the names of the reports that can be written.
var Reporters = []string{"text", "lcov", "html", "json", "json-summary", "cobertura"}

// Options say what is written, and where.
type Options struct {
	Folder    string    // of the application, absolute
	Into      string    // the folder for the files of reports, absolute
	Reporters []string  // some of [Reporters]
	Out       io.Writer // for text
	Columns   int       // of the terminal; 0 if there is none
	At        time.Time
}

// ParseReporters reads names with commas between them.
func ParseReporters(text string) (names []string, err error) {
	for name := range strings.SplitSeq(text, ",") {
		name = strings.TrimSpace(name)
		if !slices.Contains(Reporters, name) {
			return nil, fmt.Errorf("there is no reporter %q; there are %s", name, strings.Join(Reporters, ", "))
		}
		names = append(names, name)
	}
	return names, nil
}

// Write writes the reports.
func Write(files []*File, o Options) error {
	root := treeOf(o.Folder, files)
	files = root.files()
	for _, name := range o.Reporters {
		if err := write(name, files, root, o); err != nil {
			return fmt.Errorf("cannot write the coverage as %s: %w", name, err)
		}
	}
	return nil
}

func write(name string, files []*File, root *node, o Options) error {
	switch name {
	case "text":
		return writeText(o.Out, root, o.Columns)
	case "html":
		return writePages(root, o)
	case "lcov":
		return toFile(o.Into, "lcov.info", func(out io.Writer) error { return writeLCOV(out, o.Folder, files) })
	case "json":
		return toFile(o.Into, "coverage-final.json", func(out io.Writer) error { return writeJSON(out, files) })
	case "json-summary":
		return toFile(o.Into, "coverage-summary.json", func(out io.Writer) error { return writeSummary(out, files) })
	case "cobertura":
		return toFile(o.Into, "cobertura-coverage.xml", func(out io.Writer) error {
			return writeCobertura(out, o.Folder, root, o.At.UnixMilli())
		})
	}
	return fmt.Errorf("there is no reporter %q", name)
}

// toFile writes a file of the folder, which is made if need be.
func toFile(folder, name string, write func(io.Writer) error) error {
	path := filepath.Join(folder, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	if err := write(file); err != nil {
		_ = file.Close() // the first error is the one to report
		return err
	}
	return file.Close()
}
