package config

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/fwrun/fwrun/platform/fault"
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
			problems = append(problems, readAll(t, props, lines(extra["read"]))...)
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

// readAll reads keys as lines say, each of which is declared so if nobody has declared it.
func readAll(t *testing.T, p *Properties, reads []string) fault.List {
	all := p.Reader()
	for _, line := range reads {
		kind, key, _ := strings.Cut(line, " ")
		r := all
		if r.shared.known.declared(splitKey(key)) == nil {
			r = reading(p, Key{Name: key, Type: Type(kind)})
			r.shared.list = all.shared.list
		}
		switch Type(kind) {
		case TypeText:
			r.String(key)
		case TypeInt:
			r.Int(key)
		case TypeBool:
			r.Bool(key)
		case TypeDuration:
			r.Duration(key)
		case TypeSize:
			r.Size(key)
		case TypeList:
			r.Strings(key)
		case "require":
			r.Require(key)
		default:
			t.Fatalf("no getter for %s", line)
		}
		all.shared.list = r.shared.list
	}
	return all.Problems()
}

// reading returns a Reader of keys that are declared for a test.
func reading(p *Properties, keys ...Key) *Reader {
	known := &shape{kind: Map}
	for _, k := range keys {
		known.document(k)
	}
	return &Reader{props: p, shared: &shared{known: known}}
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
