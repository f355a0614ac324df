package config

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/fwrun/fwrun/fault"
)

var update = flag.Bool("update", false, "rewrite what testdata/problems expects")

// TestProblemsStayReadable prints every problem of the applications in testdata as a terminal
// would. Besides the files of an application an archive may contain "env" and "flags" (NAME=value
// lines) and "read" (type and key to read, a line each).
func TestProblemsStayReadable(t *testing.T) {
	archives, err := filepath.Glob("testdata/problems/*.txtar")
	if err != nil || len(archives) == 0 {
		t.Fatalf("no archives: %v", err)
	}
	for _, name := range archives {
		t.Run(filepath.Base(name), func(t *testing.T) {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			input, wanted, _ := strings.Cut(string(text), "-- want --\n")
			fsys, extra := unpack(input)
			options := Options{Env: lines(extra["env"]), Flags: map[string]string{}}
			for _, line := range lines(extra["flags"]) {
				key, value, _ := strings.Cut(line, "=")
				options.Flags[key] = value
			}
			options.Profile = options.Flags["profile"]
			delete(options.Flags, "profile")
			props, problems := Load(fsys, options)
			problems = append(problems, readAll(t, props.Reader(), lines(extra["read"]))...)
			got := show(problems)
			if *update {
				if err := os.WriteFile(name, []byte(input+"-- want --\n"+got), 0o644); err != nil {
					t.Fatal(err)
				}
			} else if got != wanted {
				t.Errorf("got\n%s\nwant\n%s", got, wanted)
			}
		})
	}
}

// unpack returns the files of a txtar archive: those of the application, which are in folders,
// and the others.
func unpack(archive string) (fstest.MapFS, map[string]string) {
	fsys, extra := fstest.MapFS{}, map[string]string{}
	for part := range strings.SplitSeq("\n"+archive, "\n-- ") {
		name, text, ok := strings.Cut(part, " --\n")
		switch {
		case !ok:
		case strings.Contains(name, "/"):
			fsys[name] = &fstest.MapFile{Data: []byte(text + "\n")}
		default:
			extra[name] = text
		}
	}
	return fsys, extra
}

func lines(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return r == '\n' })
}

func readAll(t *testing.T, r *Reader, reads []string) fault.List {
	for _, line := range reads {
		kind, key, _ := strings.Cut(line, " ")
		switch kind {
		case "text":
			r.String(key, "")
		case "int":
			r.Int(key, 0)
		case "port":
			r.IntBetween(key, 8080, 0, 65535)
		case "bool":
			r.Bool(key, false)
		case "duration":
			r.Duration(key, 0)
		case "size":
			r.Size(key, 0)
		case "list":
			r.Strings(key, nil)
		case "format":
			r.OneOf(key, "", "pretty", "json")
		case "require":
			r.Require(key)
		default:
			t.Fatalf("no getter for %s", line)
		}
	}
	return r.Problems()
}

func show(problems fault.List) string {
	var b strings.Builder
	for _, d := range problems {
		severity := "error"
		if d.Severity == fault.Warning {
			severity = "warning"
		}
		fmt.Fprintf(&b, "%s[%s] %s\n", severity, d.Code, d.Error())
		if d.Source != "" {
			fmt.Fprintf(&b, "    | %s\n", d.Source)
			fmt.Fprintf(&b, "    | %*s%s\n", max(d.Place.Col-1, 0), "", strings.Repeat("^", max(d.Length, 1)))
		}
		if d.Why != "" {
			fmt.Fprintf(&b, "    because %s\n", d.Why)
		}
		if d.Hint != "" {
			fmt.Fprintf(&b, "    hint: %s\n", d.Hint)
		}
		for _, n := range d.Notes {
			fmt.Fprintf(&b, "    note: %s: %s\n", n.Place, n.Text)
		}
		b.WriteString("\n")
	}
	return b.String()
}
