package source

import (
	"bufio"
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fwrun/fwrun/tests/needs"
)

// TestCorpus compares what the package reads with what the TypeScript compiler parses,
// over some thousand files of published packages. The packages are fetched once, into
// $FWRUN_CORPUS or the user's cache folder.
func TestCorpus(t *testing.T) {
	if testing.Short() {
		t.Skip("-short is set: the corpus takes half a minute, and the network the first time")
	}
	needs.Program(t, "node") // which runs the TypeScript compiler
	root := fetchCorpus(t)
	paths := corpusFiles(t, root)
	project, err := ReadAll(os.DirFS(root), paths)
	if err != nil {
		t.Fatal(err)
	}
	compareCorpus(t, project, askCompiler(t, root, paths))
	countCorpus(t, project)
}

// askCompiler returns the compiler's output for each file, as lines of JSON.
func askCompiler(t *testing.T, root string, paths []string) []byte {
	t.Helper()
	oracle, err := filepath.Abs("testdata/oracle.mjs")
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("node", oracle, filepath.Join(root, compiler.folder(), "lib", "typescript.js"))
	cmd.Dir = root
	cmd.Stdin = strings.NewReader(strings.Join(paths, "\n"))
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("oracle.mjs: %v", err)
	}
	return out
}

const maxDifferences = 20 // that are shown

func compareCorpus(t *testing.T, project *Project, answers []byte) {
	t.Helper()
	files, lines, different := 0, 0, 0
	scanner := bufio.NewScanner(bytes.NewReader(answers))
	scanner.Buffer(nil, 64<<20)
	for scanner.Scan() {
		var answer struct {
			Path  string
			Lines []string
		}
		if err := json.Unmarshal(scanner.Bytes(), &answer); err != nil {
			t.Fatal(err)
		}
		files++
		lines += len(answer.Lines)
		got, want, same := firstDifference(corpusLines(project.File(answer.Path)), answer.Lines)
		if same {
			continue
		}
		if different++; different <= maxDifferences {
			t.Errorf("%s\n got  %s\n want %s", answer.Path, got, want)
		}
	}
	if files != len(project.Files()) {
		t.Errorf("the compiler answered for %d of %d files", files, len(project.Files()))
	}
	t.Logf("%d files, %d lines compared, %d files different", files, lines, different)
}

func firstDifference(got, want []string) (g, w string, same bool) {
	const none = "(nothing)"
	for i := range max(len(got), len(want)) {
		g, w = none, none
		if i < len(got) {
			g = got[i]
		}
		if i < len(want) {
			w = want[i]
		}
		if g != w {
			return g, w, false
		}
	}
	return "", "", true
}

// countCorpus checks that the corpus has enough of every kind of declaration.
func countCorpus(t *testing.T, project *Project) {
	t.Helper()
	implementation, typescript, decorated := 0, 0, 0
	for _, f := range project.Files() {
		if strings.Contains(f.Path, ".d.") {
			continue
		}
		implementation++
		if strings.HasSuffix(f.Path, "ts") {
			typescript++
			decorated += btoi(hasDecorators(f))
		}
	}
	t.Logf("%d implementation files, %d of them TypeScript, %d with decorators", implementation, typescript, decorated)
	if implementation < 1000 || typescript < 1000 || decorated < 300 {
		t.Error("too few: want 1000 implementation files, 1000 in TypeScript, 300 with decorators")
	}
}

func hasDecorators(f *File) bool {
	for _, c := range f.Classes {
		if len(c.Decorators) > 0 {
			return true
		}
		for _, m := range c.Members {
			if len(m.Decorators) > 0 {
				return true
			}
		}
	}
	return false
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}
