package script

import (
	"os"
	"path/filepath"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/fwrun/fwrun/tests/harness/guide"
)

// writeGuide writes the files that a page of the guide names, and the page beside them.
func writeGuide(ts *testscript.TestScript, neg bool, args []string) {
	usage(ts, !neg && len(args) == 2, "guide <page> <folder>")
	folder := ts.MkAbs(args[1])
	text, err := os.ReadFile(filepath.Join("..", "..", "docs", "guide", args[0]+".md"))
	ts.Check(err)
	ts.Check(os.WriteFile(ts.MkAbs(filepath.Base(args[0])+".md"), text, 0o600))
	page := guide.Read(args[0], string(text))
	scripts, problems := page.Scripts()
	for _, problem := range problems {
		ts.Fatalf("%s", problem)
	}
	for _, block := range page.Blocks {
		if !block.IsScript() {
			scripts = append(scripts, block)
		}
	}
	written := 0
	for _, block := range scripts {
		if !block.Named {
			continue
		}
		written++
		file := filepath.Join(folder, filepath.FromSlash(block.File))
		ts.Check(os.MkdirAll(filepath.Dir(file), 0o755))
		ts.Check(os.WriteFile(file, []byte(block.Text), 0o600))
	}
	if written == 0 {
		ts.Fatalf("docs/guide/%s.md names no file", args[0])
	}
}
