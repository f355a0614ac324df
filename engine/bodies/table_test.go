package bodies

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/fwrun/fwrun/engine/source"
	"github.com/fwrun/fwrun/platform/fault"
)

var update = flag.Bool("update", false, "write what is found into the archives")

// TestTable: each archive of testdata has one mistake, which is reported once, in the words of its file want, and nothing else is. Applied,
// its replacement removes it.
func TestTable(t *testing.T) {
	names, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(names) < 60 {
		t.Fatalf("%d mistakes, %v", len(names), err)
	}
	exports := hostExports(t)
	for _, name := range names {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			archive, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			files, want := filesOf(archive)
			found := judgeTexts(files, exports)
			got := shown(found)
			if *update {
				for i := range archive.Files {
					if archive.Files[i].Name == "want" {
						archive.Files[i].Data = []byte(got)
					}
				}
				if err := os.WriteFile(name, txtar.Format(archive), 0o644); err != nil {
					t.Fatal(err)
				}
			} else if got != want {
				t.Fatalf("got\n%s\nwant\n%s", got, want)
			}
			if len(found) != 1 {
				t.Fatalf("%d mistakes:\n%s", len(found), got)
			}
			if d := found[0]; d.Mend != nil {
				files[d.Place.File] = mended(t, files[d.Place.File], *d.Mend)
				if rest := judgeTexts(files, exports); len(rest) > 0 {
					t.Errorf("after its mend:\n%s\n%s", files[d.Place.File], shown(rest))
				}
			}
		})
	}
}

// filesOf returns the texts of an archive, and what it wants.
func filesOf(archive *txtar.Archive) (files map[string]string, want string) {
	files = map[string]string{}
	for _, f := range archive.Files {
		if f.Name == "want" {
			want = string(f.Data)
			continue
		}
		files[f.Name] = string(f.Data)
	}
	return files, want
}

func judgeTexts(texts map[string]string, exports []string) fault.List {
	in := Input{Exports: exports}
	var read []*source.File
	for name, text := range texts {
		if isScript(name) || strings.HasSuffix(name, "ts") {
			in.Files = append(in.Files, NewFile(name, []byte(text)))
			read = append(read, source.Read(name, []byte(text)))
		}
	}
	in.Project = source.NewProject(read...)
	return Judge(in)
}

// shown writes diagnostics as the files want of the archives do: place, severity, code, length and message; then the reason, the hint and the
// replacement, if there are any.
func shown(list fault.List) string {
	var out strings.Builder
	for _, d := range list {
		severity := "error"
		if d.Severity == fault.Warning {
			severity = "warning"
		}
		fmt.Fprintf(&out, "%s: %s %s (%d): %s\n", d.Place, severity, d.Code, d.Length, d.Message)
		for _, line := range [][2]string{{"why", d.Why}, {"fix", d.Hint}} {
			if line[1] != "" {
				fmt.Fprintf(&out, "%s: %s\n", line[0], line[1])
			}
		}
		if m := d.Mend; m != nil {
			fmt.Fprintf(&out, "mend: %d:%d %q -> %q\n", m.Line, m.Col, m.Old, m.New)
		}
	}
	return out.String()
}

// mended applies a mend to a text.
func mended(t *testing.T, text string, m fault.Mend) string {
	t.Helper()
	lines := strings.Split(text, "\n")
	line := utf16.Encode([]rune(lines[m.Line-1]))
	before, rest := string(utf16.Decode(line[:m.Col-1])), string(utf16.Decode(line[m.Col-1:]))
	after, ok := strings.CutPrefix(rest, m.Old)
	if !ok {
		t.Fatalf("the mend replaces %q, there is %q", m.Old, rest)
	}
	lines[m.Line-1] = before + m.New + after
	return strings.Join(lines, "\n")
}
