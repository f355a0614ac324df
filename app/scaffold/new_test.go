package scaffold_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/fwrun/fwrun/app/scaffold"
	"github.com/fwrun/fwrun/platform/fault"
)

func TestNewLeavesOthersFilesAlone(t *testing.T) {
	folder := t.TempDir()
	write(t, folder, "README.md", "mine")
	write(t, folder, "LICENSE.txt", "mine")
	if err := os.Mkdir(filepath.Join(folder, ".git"), 0o755); err != nil {
		t.Fatal(err)
	}
	files, err := scaffold.New(folder, scaffold.TypeScript)
	if err != nil {
		t.Fatal(err)
	}
	if got := read(t, folder, "README.md"); got != "mine" {
		t.Errorf("the README says %q", got)
	}
	for _, file := range files {
		if strings.HasPrefix(file, "README") || strings.HasSuffix(file, ".js") {
			t.Errorf("%s was written", file)
		}
		read(t, folder, file)
	}
}

func TestNewTellsWhatIsInTheWay(t *testing.T) {
	folder := t.TempDir()
	for _, name := range strings.Fields("a b c d e f g h i j README") {
		write(t, folder, name, "")
	}
	_, err := scaffold.New(folder, scaffold.JavaScript)
	if fault.KindOf(err) != fault.Conflict || !strings.HasSuffix(err.Error(), "is not empty: a, b, c, d, e, f, g, h, …") {
		t.Errorf("the error is %v", err)
	}
	if _, err := os.Stat(filepath.Join(folder, "config")); err == nil {
		t.Error("something was written")
	}
}

// TestAgentsFile: what AGENTS.md names is there, in an application of either language.
func TestAgentsFile(t *testing.T) {
	for _, language := range []scaffold.Language{scaffold.JavaScript, scaffold.TypeScript} {
		folder := t.TempDir()
		if _, err := scaffold.New(folder, language); err != nil {
			t.Fatal(err)
		}
		text := read(t, folder, "AGENTS.md")
		named := 0
		for _, match := range regexp.MustCompile("`([.a-z][\\w.-]*/[\\w./-]*)`").FindAllStringSubmatch(text, -1) {
			if match[1] == scaffold.SchemaFile {
				continue // fwrun new writes it when the application is there; see TestAgentsFileRuns in tests
			}
			if _, err := os.Stat(filepath.Join(folder, match[1])); err != nil {
				t.Errorf("%s: %v", language, err)
			}
			named++
		}
		if named < 4 {
			t.Errorf("%s: only %d files are named", language, named)
		}
	}
}
